"""The legal choices of a position.

No rule is repeated here: cheap candidates come from the state, and the judges' own `check` decides
which of them are offered (`offers`).
"""

from __future__ import annotations

from ragami.game.choices.choice import Choice
from ragami.games.ragami.choices.due import WHEN_DUE
from ragami.games.ragami.choices.turn import in_a_turn
from ragami.games.ragami.components import KINDS
from ragami.games.ragami.state import State


def never_due(s: State) -> list[Choice]:
    """Return the choices of hidden cards to show."""
    return [
        Choice("revealed", {"player": colour}, {"card": list(KINDS), "seq": seqs})
        for colour, player in (s.players.items() if s.opened else ())
        if (seqs := sorted({slot.seq for slot in player.hand if slot.card is None}))
    ]


def choices(s: State) -> list[Choice]:
    """Return every event that `check` accepts now, as choices; none when the game is over."""
    if s.phase == "turns":
        assert s.active is not None
        return list(in_a_turn(s, s.players[s.active]))
    return [choice for due in s.due[:1] for choice in WHEN_DUE[due.type](s)]
