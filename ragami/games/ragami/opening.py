"""Ragami's options and components before record 1, and the data of record 1.

See `capabilities.Setup`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import structs

from ragami.findings import Finding
from ragami.game.opening import Setting, Value
from ragami.game.setup import DefaultSetup
from ragami.games.ragami import shipped
from ragami.games.ragami.events import COLOURS
from ragami.games.ragami.game import GAME
from ragami.games.ragami.speech import TABLES
from ragami.games.ragami.state import State
from ragami.games.ragami.words import RULEBOOK
from ragami.language import Language

NEUTRAL_COLOUR: Final = "neutral_colour"
NEUTRAL_RAGAMI: Final = "neutral_ragami"
TWO: Final = 2
OF_TWO: Final = frozenset({NEUTRAL_RAGAMI, "neutral_mover", "neutral_helper_cubes"})


class Setup(DefaultSetup):
    """The choices of rules version 1: seats, the 15 options, a board, a deck and dice."""

    def settings(self) -> Sequence[Setting]:
        """Return the 15 options and the colour of the neutral Ragami (A-NEU-06)."""
        options = [
            structs.replace(setting, players=TWO) if setting.name in OF_TWO else setting
            for setting in super().settings()
        ]
        return [*options, self._neutral_colour(COLOURS)]

    def still_to_say(self, seats: Iterable[str], chosen: Mapping[str, Value]) -> Sequence[Setting]:
        """Ask for the colour of the neutral Ragami of two: one that nobody plays (R-SET2-02)."""
        colours = list(seats)
        has_neutral = len(colours) == TWO and chosen.get(NEUTRAL_RAGAMI, True)
        if not has_neutral or NEUTRAL_COLOUR in chosen:
            return ()
        return [self._neutral_colour([colour for colour in COLOURS if colour not in colours])]

    def _neutral_colour(self, colours: Iterable[str]) -> Setting:
        ruling = RULEBOOK.rule("A-NEU-06")
        return Setting(NEUTRAL_COLOUR, tuple(colours), None, {"en": [ruling.en], "es": [ruling.es]})


SETUP: Final = Setup.of(GAME)


# The cards of a box, which nobody has counted.
UNCOUNTED: Final = "box"
# What lies beside what on the map; how many cards of a kind there are, and their icons.
OF_THE_BOARD: Final = frozenset({"R-MOVE-01", "R-CONF-09", "R-CONF-17", "R-PREP-07"})
OF_THE_DECK: Final = frozenset({"R-INV-05", "R-CARD-05", "R-CONF-24"})


class Box:
    """The board and the cards; the dice of every box are alike."""

    asked: Final = ("board", "deck")

    @property
    def left_open(self) -> Mapping[str, object]:
        """Return the parts of the box that nobody has counted, as data of record 1 (A-CARD-01)."""
        deck = shipped.deck(shipped.SHIPPED["deck"][0])
        box = {"name": UNCOUNTED, "verified": False, "copies": None, "white_cube": None}
        return {"deck": {**box, "red_triangle": list(deck.red_triangle)}}

    def question(self, kind: str, usual: str, language: Language) -> str:
        """Return the question that asks for a component, and says what an empty answer means."""
        code = UNCOUNTED if kind == "deck" and usual == UNCOUNTED else kind
        return TABLES["box"][code].text(language).format(usual=usual)

    def stand_in(self, kind: str, name: str, language: Language) -> str:
        """Return the warning that a stand-in may refuse moves or cards of the printed box."""
        return TABLES["box"][f"{kind}-stand-in"].text(language).format(name=name)

    def rests_on(self, state: State, finding: Finding) -> tuple[str, str] | None:
        """Return the unverified component that makes this illegal: its kind and name; else None."""
        if not state.opened:
            return None
        kind = part_of(finding)
        part = {"board": state.board.file, "deck": state.deck}.get(kind)
        return None if part is None or part.verified else (kind, part.name)


def part_of(finding: Finding) -> str:
    """Return the component that a refusal is about; empty where it is about none."""
    if finding.rule in OF_THE_BOARD or "distance" in finding.facts:
        return "board"
    return "deck" if finding.rule in OF_THE_DECK else ""


BOX: Final = Box()
