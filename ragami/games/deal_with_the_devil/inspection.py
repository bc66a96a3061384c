"""The inspection of a set of cards in a file: all that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from ragami.decoded import Data
from ragami.findings import Finding
from ragami.game.components.entry import dialogue
from ragami.game.components.inspection import Files
from ragami.games.deal_with_the_devil.accounts import unfinished
from ragami.games.deal_with_the_devil.components import SHIPPED, CardFile
from ragami.games.deal_with_the_devil.narration import WORDS
from ragami.games.deal_with_the_devil.rules.judge import LOG
from ragami.games.deal_with_the_devil.rules.sets import faults
from ragami.games.deal_with_the_devil.state import State
from ragami.language import Language, capital
from ragami.messages import problem

if TYPE_CHECKING:
    from ragami.game.capabilities import Dialogue

KIND: Final = "cards"
# The rules that rest on what a card is, does, costs or needs.
OF_THE_SET: Final = frozenset(
    f"R-D-{rule}"
    for rule in (
        *(f"CARD-0{n}" for n in (1, 2, 3, 4, 5, 8)),
        *("ACT-02", "ACT-06", "ACT-07", "ACT-08", "ACT-11", "ACT-12", "BANK-03"),
        *("ACH-01", "ACH-04", "ACH-06", "LOG-01"),
    )
)


class Components(Files):
    """See `ragami.game.capabilities.Components`."""

    package = "ragami.games.deal_with_the_devil"
    shipped: Mapping[str, tuple[str, ...]] = {KIND: SHIPPED}

    structs: Mapping[str, type[CardFile]] = {KIND: CardFile}
    rule = "R-D-SET-01"

    def faults(self, file: CardFile) -> Iterable[Data]:
        return faults(file)

    def remarks(self, file: CardFile) -> Iterator[Finding]:
        yield from super().remarks(file)
        yield from unfinished(file)

    def say(self, finding: Finding, language: Language) -> str:
        facts = finding.facts
        code = str(facts.get("problem", finding.code))
        sentence = WORDS.filled(code, facts, language) or problem(facts, language) or code
        return f"{sentence}." if "where" in facts else f"{capital(sentence)}."

    def rests_on(self, state: State, finding: Finding) -> tuple[str, str] | None:
        """Return the set where another one would let this be legal, unless it was compared."""
        is_id = finding.rule != LOG or finding.facts.get("problem") == "unknown-id"
        is_early = {"found", "step"} <= finding.facts.keys()  # of no set it would be due
        if not state.opened or finding.rule not in OF_THE_SET or not is_id or is_early:
            return None
        file = state.table.file
        return None if file.verified else (KIND, file.name)

    def dialogue(self, _kind: str, name: str, language: Language) -> Dialogue:
        """Return the questions by which a set is entered, card by card."""
        from ragami.games.deal_with_the_devil.game import GAME  # noqa: PLC0415 (it offers this)

        return dialogue(GAME, name, language)


COMPONENTS: Final = Components()
