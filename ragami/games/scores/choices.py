"""The choices on a score pad. See `ragami.game.choices.choice`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ragami.game.choices.choice import Choice, Written
from ragami.game.event import accepted
from ragami.game.opening import id_for
from ragami.games.scores.events import Category
from ragami.games.scores.rules.cells import RoundEnded
from ragami.games.scores.rules.ending import whole
from ragami.games.scores.rules.people import DealerSet, PlayerJoined, PlayerLeft, PlayerReturned
from ragami.games.scores.state import State

AT_ANY_TIME: Final = frozenset(
    {
        "score_corrected",
        "adjusted",
        "player_joined",
        "player_left",
        "player_returned",
        "dealer_set",
        "game_ended",
    }
)
# The numbers offered for a cell of a category without limits, those nearest to 12 first.
LEAST, MOST = -5, 30
USUAL: Final = sorted(range(LEAST, MOST + 1), key=lambda n: abs(n - 12))


def choices(s: State) -> Sequence[Choice]:
    """Return the cells that are due, and what else may be written now."""
    if s.phase in ("setup", "over"):
        return []
    return [*_cells(s), *_besides(s), *_end(s), *_people(s)]


def _cells(s: State) -> Iterator[Choice]:
    """Yield an empty cell of the open round for each side that is due, and corrections."""
    due = s.sides_due() or s.order_of_sides() if s.phase == "play" else []
    for side in due:
        for name, category in s.categories.items():
            if side not in s.row(s.open_round, name):
                data = {"round": s.open_round, "category": name}
                yield Choice("scored", data, {"points": [{side: _numbers(category)}]})
                break
    for (number, name), row in s.rows.items():
        category = s.categories[name]
        if category is None or category.sum is None:
            correction = {"round": number, "category": name, "reason": None}
            for side, before in row.items():
                points = {side: [n for n in _numbers(category) if n != before]}
                yield Choice("score_corrected", correction, {"points": [points]})


def _numbers(category: Category | None) -> list[int]:
    if category is None or (category.min is None and category.max is None):
        return USUAL
    least = LEAST if category.min is None else category.min
    return list(range(least, (max(MOST, least) if category.max is None else category.max) + 1))


def _besides(s: State) -> Iterator[Choice]:
    """Yield bonuses and penalties, and the end of a round."""
    sides = list(s.sides)
    yield Choice("adjusted", {"reason": None}, {"side": sides, "points": [-10, -5, 5, 10]})
    fields = {"points": Written("number"), "reason": Written("text", optional=True)}
    yield Choice("adjusted", {}, {"side": sides, **fields})
    yield from accepted(s, RoundEnded(s.open_round))


def _people(s: State) -> Iterator[Choice]:
    """Yield who joins, returns, leaves and deals."""
    names = list(s.players)
    yield from _late_comer(s)
    left = (PlayerLeft(name, None) for name in names)
    for events in (map(PlayerReturned, names), left, map(DealerSet, names)):
        if offered := accepted(s, *events):
            players = [choice.data["player"] for choice in offered]
            fixed = {name: value for name, value in offered[0].data.items() if name != "player"}
            yield Choice(offered[0].type, fixed, {"player": players})


def _late_comer(s: State) -> Iterator[Choice]:
    """Yield who joins, by name; with a seat where a round has an order (A-S-JOIN-01)."""
    teams = [*s.sides] if s.teams else [None]
    player = id_for(f"p{len(s.players) + 1}", {*s.players, *s.sides})
    if not accepted(s, PlayerJoined(player, player, teams[0], None, None)):
        return
    has_order = s.options.turns == "in_order" or s.options.dealer != "none"
    after = [*reversed(s.players)] if has_order else [None]
    fields = {"name": Written("text"), "team": teams, "after": after}
    open_ = {name: values for name, values in fields.items() if values != [None]}
    fixed = dict.fromkeys(fields.keys() - open_.keys())
    yield Choice("player_joined", {"player": player, **fixed, "start": None}, open_)


def _end(s: State) -> Iterator[Choice]:
    """Yield the end: by points, or with a place for each side that might win."""
    endless = s.options.rounds is None and s.options.target is None
    early = s.phase == "play" and not (endless and whole(s))
    places: list[Any] = [None]
    if s.options.result == "declared":
        behind = 2 if len(s.sides) > 1 else 1
        places = [{side: 1 if side == first else behind for side in s.sides} for first in s.sides]
        places.append(dict.fromkeys(s.sides))
        early = False
    if early:
        yield Choice("game_ended", {}, {"places": places, "reason": Written("text")})
    else:
        yield Choice("game_ended", {"reason": None}, {"places": places})
