"""The score keeper for any game, rules version 1: the one object that the program sees."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from ragami.catalogue import Both
from ragami.findings import Breach, breach
from ragami.game import GameDefinition
from ragami.game import capabilities as can
from ragami.game.accounts import KeyedAssertions, Parts
from ragami.game.event import event_types
from ragami.game.state import Ranking
from ragami.games.scores.events import Asserted
from ragami.games.scores.rules import cells, ending, opening, people
from ragami.games.scores.state import State, view

LOG_RULE: Final = "R-S-LOG-01"
# The rules that a ruling may let an event break.
WAIVABLE: Final = frozenset(
    {
        *("R-S-SIDE-02", "R-S-CELL-02", "R-S-TURN-01", "R-S-ROUND-02"),
        *("R-S-ROUND-03", "R-S-ROUND-04", "R-S-PLACE-02"),
    }
)


def _lets_stand(broken: Breach) -> bool:
    return broken.rule in WAIVABLE


def _unfit(s: State, asserted: Asserted) -> Breach | None:
    """Return the breach of a name that is no side."""
    parts = [part for part in (asserted.totals, asserted.places) if part is not UNSET]
    unknown = [name for part in parts for name in part if name not in s.sides]
    return breach(LOG_RULE, problem="no-such-side", names=unknown) if unknown else None


def _totals_and_places(s: State) -> Parts:
    return {"totals": {side: s.total(side) for side in s.sides}, "places": s.places()}


GAME: Final[GameDefinition[State]] = GameDefinition(
    name="scores",
    title=Both("Scores", "Puntos"),
    events=event_types(
        opening.GameOpened,
        *(cells.Scored, cells.ScoreCorrected, cells.Adjusted, cells.RoundEnded),
        *(people.PlayerJoined, people.PlayerLeft, people.PlayerReturned, people.DealerSet),
        ending.GameEnded,
    ),
    new_state=State,
    final=ending.outcome,
    plays=lambda s: s.plays,
    view=view,
    texts="ragami.games.scores.words:TEXTS",
    lets_stand=_lets_stand,
    log_rule=LOG_RULE,
    offers={
        can.ASSERTIONS: KeyedAssertions(Asserted, _totals_and_places, _unfit),
        can.CHOICES: "ragami.games.scores.choices",
        can.GUIDANCE: "ragami.games.scores.guide",
        can.LABELS: "ragami.games.scores.forms:LABELS",
        can.NOTATION: "ragami.games.scores.forms:NOTATION",
        can.PANELS: "ragami.games.scores.drawing",
        can.RANKING: Ranking(("score",), place="place"),
    },
)
