"""Findings as SARIF 2.1.0, so that editors and code-review tools can show them."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from typing import Final
from urllib.parse import quote

from ragami.decoded import Data
from ragami.findings import Code
from ragami.judge.report import Said
from ragami.language import Language, translator
from ragami.referee.audit import Audit
from ragami.referee.messages import every_code

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

LEVELS: Final = {"error": "error", "warning": "warning", "notice": "note"}


def sarif(audits: Iterable[Audit], language: Language) -> Data:
    """One SARIF document of all audits; a finding's code is the rule that a tool sorts by."""
    codes = every_code()
    results = [
        _result(audit.file, finding, language) for audit in audits for finding in audit.findings
    ]
    used = sorted({result["ruleId"] for result in results})
    driver = {
        "name": "ragami",
        "version": version("ragami"),
        "rules": [
            {
                "id": code,
                "shortDescription": {"text": _about(codes[code], language)},
                "defaultConfiguration": {"level": LEVELS[codes[code].severity]},
            }
            for code in used
        ],
    }
    run = {"tool": {"driver": driver}, "language": language, "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _about(code: Code, language: Language) -> str:
    """Return the description of a code, for tools that list the rules by which they sort."""
    return code.es if code.es and language == "es" else translator(language)(code.about)


def _result(file: str, finding: Said, language: Language) -> Data:
    place: dict[str, object] = {"artifactLocation": {"uri": quote(file)}}
    if finding.line:
        place["region"] = {"startLine": finding.line}
    return {
        "ruleId": finding.code,
        "level": LEVELS[finding.severity],
        "message": {"text": finding.es if language == "es" else finding.en},
        "locations": [{"physicalLocation": place}],
        "properties": {
            "rule": finding.rule,
            "ruling": finding.ruling,
            "seq": finding.seq,
            "facts": finding.facts,
        },
    }
