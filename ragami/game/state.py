"""The state of a game whose parts are fields: seating, position, result and view follow from them.

    class State(GameState):
        fields: BySeat[int] = {}
        bets: BySeat[Annotated[str | None, own()]] = {}

        @property
        def due(self) -> tuple[str, ...]: …

Viewers see the fields, each as far as it says: `own()` is known to the seat that is its key,
`seen_by("player")` to the seat beside it. A property is not shown, and neither is a field whose
name begins with an underscore.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, TypeVar

from msgspec import Meta, Struct, msgpack

from ragami.decoded import AnyEvent, Data, State
from ragami.game.visibility import Views, declarations
from ragami.log.places import find, put

BY_SEAT: Final = "by-seat"
Value = TypeVar("Value")
BySeat = Annotated[dict[str, Value], Meta(extra={BY_SEAT: True})]
"""What each player has: shown in the view among the `players`."""

NOT_SHOWN: Final = ("names", "title", "turn")
"""Fields that are shown otherwise, or to nobody."""

HIDDEN: Final = object()
"""Stands in a view for what somebody may not know. See `with_hidden`."""


class Position(NamedTuple):
    """The position of a game. `turn` counts through the whole game.

    `due` are the seats that owe a decision, none where it is nobody's or anybody's; `scores` are by
    seat.
    """

    round: int
    turn: int
    phase: str
    due: tuple[str, ...]
    scores: Mapping[str, int]


class Seating(NamedTuple):
    """The players' names by seat, in the order of the seats, and the title."""

    names: Mapping[str, str]
    title: str | None


class Ranking(NamedTuple):
    """The fields of a player in the result of a game by which the players are ranked.

    `by` are numbers, more is better; the first is the score, the others break its ties. Winners
    come before the others, unless the numbers alone decide. `place` has the place where the
    result says it: nothing is ranked then.
    """

    by: tuple[str, ...]
    winners_first: bool = True
    place: str | None = None


class GameState(Struct):
    """The state of a game between two events: changed in place, and folded from record 1.

    `round` and `turn` (counted through the whole game) are for `apply` to count.
    """

    names: dict[str, str] = {}
    title: str | None = None
    round: int = 0
    turn: int = 0

    def seat(self, opened: AnyEvent) -> None:
        """Take the players and the title of record 1."""
        from ragami.game.opening import opening_record  # noqa: PLC0415 (law 10)

        struct: type[Struct] = type(opened)
        record = opening_record(struct)
        assert record, f"{struct.__name__} has no players with seats and names"
        self.names, self.title = record.names(opened), opened.title

    @property
    def phase(self) -> str:
        """The phase, as a code: `setup`, `play` or `over`, if the game knows no others."""
        return "setup" if not self.names else "play" if self.winners is None else "over"

    @property
    def due(self) -> tuple[str, ...]:
        """The seats that owe a decision: several where they decide at once."""
        return ()

    @property
    def scores(self) -> Mapping[str, int]:
        """The points by seat."""
        return {}

    @property
    def winners(self) -> Sequence[str] | None:
        """The winners; None while the game goes on."""
        return None

    @property
    def reason(self) -> str:
        """The reason for the end, as a code."""
        return "over"


def position(state: State) -> Position:
    """Return where a game is, by the properties of its state."""
    return Position(state.round, state.turn, state.phase, tuple(state.due), dict(state.scores))


def seating(state: State) -> Seating:
    """Return who plays."""
    return Seating(state.names, state.title)


def final(state: State) -> Data | None:
    """Return the result; None while the game goes on."""
    winners = state.winners
    if winners is None:
        return None
    return {
        "ended": True,
        "reason": state.reason,
        "rounds": state.round,
        "players": {seat: {"points": points} for seat, points in state.scores.items()},
        "winners": list(winners),
    }


def view(state: State, seq: int, viewer: str | None = None) -> Data:
    """Return the fields of a state as `viewer` may see them."""
    struct: type[Struct] = type(state)
    views, by_seat = _declared(struct)
    values = views.seen(state, viewer)
    players = {seat: {name: values[name].get(seat) for name in by_seat} for seat in state.names}
    due = tuple(state.due)
    active = due[0] if len(due) == 1 else None
    at = {"seq": seq, "phase": state.phase, "round": state.round, "active": active}
    fields = {
        name: value
        for name, value in values.items()
        if not name.startswith("_") and name not in NOT_SHOWN and name not in by_seat
    }
    return {**at, "players": players, **fields}


def with_hidden(state: object, view: Mapping[str, object]) -> Mapping[str, object]:
    """Return a view in which what is there and not told is `HIDDEN`; None is what is not there."""
    if not isinstance(state, GameState):
        return view
    views, by_seat = _declared(type(state))
    copied = deepcopy(dict(view))
    for place in views.places(state):
        name, _, inside = place.partition(".")
        seat = re.split(r"[.\[]", inside, maxsplit=1)[0]
        of_player = f"players.{seat}.{name}{inside.removeprefix(seat)}"
        pattern = of_player if name in by_seat else place
        for at, value in list(find(copied, pattern)):
            put(copied, at, _hidden(value))
    return copied


def _hidden(value: object) -> object:
    if isinstance(value, list):
        return [*map(_hidden, value)]
    return HIDDEN if value is None else value


@cache
def _declared(struct: type[Struct]) -> tuple[Views, Sequence[str]]:
    """Return what is declared of a state: who sees what, and what each player has."""
    names = [name for name, _ in declarations(struct, BY_SEAT) if not name.startswith("_")]
    return Views(struct), names


class DefaultSnapshots:
    """See `capabilities.Snapshots`. The bytes never leave the process that made them."""

    def __init__(self, _game: object) -> None:
        pass

    def pack(self, state: object) -> bytes:
        import pickle  # noqa: PLC0415 (law 10)

        return pickle.dumps(state, pickle.HIGHEST_PROTOCOL)

    def unpack(self, packed: bytes, like: object) -> Any:
        import pickle  # noqa: PLC0415 (law 10)

        return pickle.loads(packed)  # noqa: S301 (our own, of a moment ago)


class StructSnapshots:
    """See `capabilities.Snapshots`, of a state that is a struct.

    Its `fixed` fields are the same for the whole game, and objects that are not packed.
    """

    def __init__(self, state: type[Struct], fixed: Sequence[str] = ()) -> None:
        self.pack = msgpack.Encoder(enc_hook=_left_out if fixed else None).encode
        self._decoder = msgpack.Decoder(state)
        self._fixed = fixed

    def unpack(self, packed: bytes, like: object) -> Any:
        state = self._decoder.decode(packed)
        for name in self._fixed:
            setattr(state, name, getattr(like, name))
        return state


def _left_out(_fixed: object) -> None:
    """Pack nothing in the place of an object."""
