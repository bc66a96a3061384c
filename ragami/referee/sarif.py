"""Findings as SARIF 2.1.0, so that editors and code-review tools can show them."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from typing import Any, Final
from urllib.parse import quote

from ragami.errors import N_
from ragami.findings import SEVERITIES
from ragami.judge.report import Said
from ragami.language import Language, translator
from ragami.referee.audit import Audit

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

ABOUT: Final[dict[str, str]] = {
    "malformed-record": N_("A line that is no record"),
    "illegal-event": N_("An event that breaks a rule"),
    "broken-proof": N_("Records that are not those that were sealed"),
    "rolled-back": N_("A log that is older than its last seal here"),
    "malformed-note": N_("A seal that is no signed checkpoint"),
    "malformed-proof": N_("A proof that is cut short, or is none"),
    "foreign-checkpoint": N_("A seal of another log"),
    "bad-signature": N_("A false signature"),
    "foreign-signer": N_("A known name with another key"),
    "broken-commitment": N_("Something told that is not what was committed to"),
    "malformed-component": N_("A component that cannot be read"),
    "unfit-component": N_("A component that cannot be played with"),
    "impossible-hand": N_("A play that no deal of the unknown cards explains"),
    "unknown-record": N_("A record of a type or version that is not known"),
    "unknown-game": N_("A log of a game that is not installed"),
    "asserted-difference": N_("A table that does not show what the log says"),
    "unfit-reveal": N_("A reveal that does not fit"),
    "unknown-signer": N_("Signed by nobody whose key is known"),
    "expired-signer": N_("Signed after the last day of the key"),
    "unchecked-signature": N_("A signature that could not be checked here"),
    "unlike-printed-board": N_("A board unlike the printed one"),
    "unfit-layout": N_("A drawing that does not fit its board"),
    "beyond-judging": N_("Something that cannot be carried out on any table"),
    "undone-chance": N_("An undo of what chance had shown"),
    "time-order": N_("A record that was written before the one that it follows"),
    "takeback": N_("An undo of more than one's own"),
    "unsealed": N_("A finished game with records that no seal covers"),
    "withheld-record": N_("Records from which words were taken out"),
    "forked-log": N_("Two different logs of one name, sealed by one key"),
    "not-signed-by": N_("A log that a key has not sealed to its end"),
    "ruled-breach": N_("A breach that a ruling let stand"),
    "unverified-components": N_("Components that nobody has compared with the printed game"),
    "unfinished": N_("A game that is not over"),
}
"""What a code is about, for tools that list the rules by which they sort."""

LEVELS: Final = {"error": "error", "warning": "warning", "notice": "note"}


def sarif(audits: Iterable[Audit], language: Language) -> dict[str, Any]:
    """One SARIF document of all audits; a finding's code is the rule that a tool sorts by."""
    _ = translator(language)
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
                "shortDescription": {"text": _(ABOUT[code])},
                "defaultConfiguration": {"level": LEVELS[SEVERITIES[code]]},
            }
            for code in used
        ],
    }
    run = {"tool": {"driver": driver}, "language": language, "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


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
