"""Findings as SARIF 2.1.0, so that editors and code-review tools can show them."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from typing import Any, Final
from urllib.parse import quote

from ragami.finding import SEVERITIES
from ragami.language import Language
from ragami.referee.audit import Audit
from ragami.report import Said

LEVELS: Final = {"error": "error", "warning": "warning", "notice": "note"}


def sarif(audits: Iterable[Audit], language: Language) -> dict[str, Any]:
    """One SARIF document of all audits; a finding's code is the rule that a tool sorts by."""
    results = [
        _result(audit.file, finding, language) for audit in audits for finding in audit.findings
    ]
    used = sorted({result["ruleId"] for result in results})
    driver = {
        "name": "ragami",
        "version": version("ragami"),
        "rules": [
            {"id": code, "defaultConfiguration": {"level": LEVELS[SEVERITIES[code]]}}
            for code in used
        ],
    }
    run = {"tool": {"driver": driver}, "results": results}
    return {"version": "2.1.0", "runs": [run]}


def _result(file: str, finding: Said, language: Language) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(file)}}
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
