"""The score keeper for any game, rules version 1: the one object that the program sees."""

from __future__ import annotations

from pkgutil import get_data
from typing import Final

from ragami.game import GameDefinition, Position, Seating
from ragami.game import capabilities as can
from ragami.game.event import event_types
from ragami.game.rulebook import LEADS_NOWHERE, OF_THE_LOG, Rulebook
from ragami.games.scores import view
from ragami.games.scores.asserting import ASSERTIONS
from ragami.games.scores.rules import cells, ending, opening, people
from ragami.games.scores.state import State

LOG_RULE: Final = "R-S-LOG-01"
# The rules that a ruling may let an event break (section 7).
WAIVABLE: Final = frozenset(
    {
        *("R-S-SIDE-02", "R-S-CELL-02", "R-S-TURN-01", "R-S-ROUND-02"),
        *("R-S-ROUND-03", "R-S-ROUND-04", "R-S-PLACE-02"),
    }
)
OF_CELLS: Final = (cells.Scored, cells.ScoreCorrected, cells.Adjusted, cells.RoundEnded)
OF_PEOPLE: Final = (
    people.PlayerJoined,
    people.PlayerLeft,
    people.PlayerReturned,
    people.DealerSet,
)


def _rules() -> bytes:
    data = get_data("ragami.games.scores", "data/rules.jsonl")
    assert data is not None, "it ships with the program"
    return data


def _never_waived(rule_id: str) -> str | None:
    """Return why no ruling can let a breach stand (section 7); None where one can."""
    if rule_id == LOG_RULE:
        return OF_THE_LOG
    return None if rule_id in WAIVABLE else LEADS_NOWHERE


def position(s: State) -> Position:
    """Return the round, the `scored` records that count, the phase, who is due and the totals."""
    due = set(s.due())
    return Position(
        s.open_round if s.phase == "play" else s.rounds_begun,
        s.records,
        s.phase,
        tuple(name for name, p in s.players.items() if p.playing and s.side_of(name) in due),
        {name: s.total(s.side_of(name)) for name in s.players},
    )


def seating(s: State) -> Seating:
    """Return the players in seat order, late comers from their record on; and what is played."""
    names = {name: player.name for name, player in s.players.items()}
    return Seating(names, s.title)


GAME: Final[GameDefinition] = GameDefinition(
    name="scores",
    events=event_types(opening.GameOpened, *OF_CELLS, *OF_PEOPLE, ending.GameEnded),
    new_state=State,
    position=position,
    final=ending.outcome,
    seating=seating,
    plays=lambda s: s.plays,
    view=view.view,
    words_at="ragami.games.scores.words:WORDS",
    rulebook_at=Rulebook(_rules, _never_waived),
    lets_stand=lambda wrong: wrong.rule in WAIVABLE,
    log_rule=LOG_RULE,
    offers={
        can.ASSERTIONS: ASSERTIONS,
        can.CHOICES: "ragami.games.scores.legal",
        can.LABELS: "ragami.games.scores.forms:LABELS",
        can.NOTATION: "ragami.games.scores.heads:NOTATION",
        can.PANELS: "ragami.games.scores.drawing",
    },
)
