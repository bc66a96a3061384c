"""Replies of the commands that inspect a component to programs."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ragami.decoded import Data
from ragami.game.capabilities import COMPONENTS, Inspected
from ragami.game.definition import GameDefinition


class ComponentFinding(Struct, frozen=True):
    """A fault or doubt about a component, in both languages."""

    code: str
    severity: str
    rule: str | None
    ruling: str | None
    facts: Data
    en: str
    es: str
    sources: list[str]


class ComponentReport(Struct, frozen=True):
    """The report on a component; `kind` and `name` as far as it says them."""

    file: str
    kind: str | None
    name: str | None
    ok: bool
    findings: list[ComponentFinding]


def component_report(file: str, inspected: Inspected, game: GameDefinition) -> ComponentReport:
    """Return a component that was looked at, as programs are told of it."""
    say, sources = game.need(COMPONENTS).say, game.rulebook.sources
    findings = [
        ComponentFinding(
            finding.code, finding.severity, finding.rule, finding.ruling, finding.facts,
            say(finding, "en"), say(finding, "es"), sources(finding),
        )
        for finding in inspected.findings
    ]  # fmt: skip
    name = inspected.component.name if inspected.component else None
    return ComponentReport(file, inspected.kind, name, inspected.ok, findings)


REPLIES: Final[dict[str, type[Struct]]] = {"board-check": ComponentReport}
