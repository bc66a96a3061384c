"""A temple, feats or dice in a file of their own: all that is wrong with them. See `Components`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from ragami.findings import Finding
from ragami.game.inspecting import Files, Inspection, inspected
from ragami.games.dice_forge.components import FILES, LOG_RULE, SHIPPED, problems
from ragami.games.dice_forge.narration import WORDS
from ragami.games.dice_forge.state import State
from ragami.games.dice_forge.words import TABLES
from ragami.language import Language, capital
from ragami.messages import problem

if TYPE_CHECKING:
    from ragami.game.capabilities import Dialogue

UNFIT: Final = ("malformed-component", "unfit-component")
TEXTS: Final = TABLES["component"]


def inspect(content: bytes) -> Inspection:
    """Read a component file and look at it from all sides. Never raises."""
    return inspected(content, FILES, _findings, LOG_RULE)


def _findings(component: Any) -> Iterator[Finding]:
    """Yield the defects that make a component unusable; if none, that it is unverified."""
    defects = problems(component)
    for defect in defects:
        facts = {"problem": defect.code, **defect.where}
        yield Finding("unfit-component", rule=LOG_RULE, facts=facts)
    if not defects and not component.verified:
        kind = next(kind for kind, struct in FILES.items() if isinstance(component, struct))
        yield Finding("unverified-components", ruling="A-F-DATA-01", facts={kind: component.name})


def say(finding: Finding, language: Language) -> str:
    """A finding in words."""
    code = str(finding.facts.get("problem")) if finding.code in UNFIT else finding.code
    text: str | None
    if code in TEXTS:
        text = TEXTS[code].text(language).format_map(finding.facts)
    else:
        text = WORDS.filled(code, finding.facts, language) or problem(finding.facts, language)
    text = text or code
    return f"{capital(text)}."


# What a component says that another one may say otherwise: prices and faces, feats, first faces.
RESTS: Final = {
    "R-F-OFFER-02": "temple",
    "R-F-OFFER-03": "temple",
    "R-F-FEAT-01": "feats",
    "R-F-FEAT-02": "feats",
    "R-F-FEAT-03": "feats",
    "R-F-FEAT-05": "feats",
    "R-F-BLESS-01": "dice",
    "R-F-BLESS-02": "dice",
}


class Components(Files):
    """See `ragami.game.capabilities.Components`."""

    package = "ragami.games.dice_forge"
    shipped: Mapping[str, tuple[str, ...]] = SHIPPED
    inspect = staticmethod(inspect)
    say = staticmethod(say)

    def rests_on(self, state: State, finding: Finding) -> tuple[str, str] | None:
        """Return the component that another one would let this be legal with, unless compared."""
        kind = RESTS.get(finding.rule or "", "")
        unverified = state.table.unverified if state.opened else {}
        return (kind, unverified[kind]) if kind in unverified else None

    def dialogue(self, kind: str, name: str, language: Language) -> Dialogue:
        """The questions that lead through entering one."""
        from ragami.games.dice_forge.component_dialogue import dialogue  # noqa: PLC0415 (law 10)

        return dialogue(kind, name, language)


COMPONENTS: Final = Components()
