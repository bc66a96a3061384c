"""A set of cards in a file of its own: all that is wrong with it. See `Components`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from ragami.findings import Finding
from ragami.game.inspecting import Files, Inspection, inspected
from ragami.games.deal_with_the_devil.components import SHIPPED, CardFile
from ragami.games.deal_with_the_devil.faults import faults
from ragami.games.deal_with_the_devil.table import unfinished
from ragami.games.deal_with_the_devil.telling import WORDS
from ragami.language import Language
from ragami.messages import problem

if TYPE_CHECKING:
    from ragami.game.capabilities import Dialogue

KIND: Final = "cards"
SET_RULE: Final = "R-D-SET-01"


def _findings(file: CardFile) -> Iterator[Finding]:
    """Yield the faults that make a set unusable; if there are none, what is unverified in it."""
    wrong = list(faults(file))
    yield from (Finding("unfit-component", SET_RULE, facts=breach) for breach in wrong)
    if not wrong and not file.verified:
        yield Finding("unverified-components", facts={KIND: file.name})
        yield from unfinished(file)


class Components(Files):
    """See `ragami.game.capabilities.Components`."""

    package = "ragami.games.deal_with_the_devil"
    shipped: Mapping[str, tuple[str, ...]] = {KIND: SHIPPED}

    def inspect(self, content: bytes) -> Inspection:
        """Read a file and look at it from all sides. Never raises."""
        return inspected(content, {KIND: CardFile}, _findings, SET_RULE)

    def say(self, finding: Finding, language: Language) -> str:
        """A finding in words."""
        facts = finding.facts
        code = str(facts.get("problem", finding.code))
        told = WORDS.filled(code, facts, language) or problem(facts, language) or code
        return f"{told}." if "where" in facts else f"{told[:1].upper()}{told[1:]}."

    def dialogue(self, _kind: str, name: str, language: Language) -> Dialogue:
        """The questions that lead through entering one, card by card."""
        from ragami.game.entering import dialogue  # noqa: PLC0415 (law 10)
        from ragami.games.deal_with_the_devil.game import GAME  # noqa: PLC0415 (it offers this)

        return dialogue(GAME, name, language)


COMPONENTS: Final = Components()
