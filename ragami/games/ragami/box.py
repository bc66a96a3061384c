"""The printed box, and what stands in for it. See `capabilities.Box`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ragami.findings import Finding
from ragami.games.ragami import shipped
from ragami.games.ragami.state import State
from ragami.language import Language, translator

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
        """The parts of the box that nobody has counted, as data of an opening (A-CARD-01)."""
        deck = shipped.deck(shipped.SHIPPED["deck"][0])
        box = {"name": UNCOUNTED, "verified": False, "copies": None, "white_cube": None}
        return {"deck": {**box, "red_triangle": list(deck.red_triangle)}}

    def question(self, kind: str, usual: str, language: Language) -> str:
        """Return the question that asks for a component, and says what an empty answer means."""
        _ = translator(language)
        if kind == "board":
            text = _(
                "Which board? The name of one of your own; 'new' enters that of your box (ten"
                " minutes, once). Enter: {usual}, a practice board that is invented and not the"
                " printed map."
            )
        elif usual == UNCOUNTED:
            text = _(
                "Which cards? Enter: those of your box, of which nobody knows how many there are of"
                " each kind. 'new' enters them, deck-1 is an invented stand-in."
            )
        else:
            text = _(
                "Which cards? 'box': those of a real box, of which nobody knows how many there are"
                " of each kind; 'new' enters them. Enter: {usual}, whose numbers are invented."
            )
        return text.format(usual=usual)

    def stand_in(self, kind: str, name: str, language: Language) -> str:
        """Return the warning that a stand-in may refuse moves or cards of the printed box."""
        _ = translator(language)
        if kind == "board":
            text = _("{name} is a stand-in: moves that the printed map allows may be refused.")
        else:
            text = _("{name} is a stand-in: cards that a real box has may be refused.")
        return text.format(name=name)

    def rests_on(self, state: State, finding: Finding) -> tuple[str, str] | None:
        """Return the unverified component that makes this illegal: its kind and name; else None."""
        if not state.opened:
            return None
        kind = part_of(finding)
        part = {"board": state.board.file, "deck": state.deck}.get(kind)
        return None if part is None or part.verified else (kind, part.name)


def part_of(finding: Finding) -> str:
    """The component that a refusal is about; empty where it is about none."""
    if finding.rule in OF_THE_BOARD or "distance" in finding.facts:
        return "board"
    return "deck" if finding.rule in OF_THE_DECK else ""


BOX: Final = Box()
