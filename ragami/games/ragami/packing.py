"""A state in the middle of a game as bytes, and back: what an undo goes back to."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ragami.games.ragami.events import Colour
from ragami.games.ragami.state import Due, Player, Slot, State

# What the opening fixes for the whole game, and what is only kept because it is asked for often.
FIXED: Final = (
    *("opened", "seats", "left_of", "neutral_colour", "options"),
    *("board", "deck", "dice", "removed", "reach"),
)
# What MessagePack has no form of its own for.
KINDS: Final = {"forbidden": set, "chips_seen": set, "winners": tuple}
CHANGING: Final = tuple(name for name in State.__slots__ if name not in FIXED)


def _values(part: Any) -> list[Any]:
    return [getattr(part, name) for name in type(part).__slots__]


_encoder: Final = msgspec.msgpack.Encoder(enc_hook=_values)


def pack(s: State) -> bytes:
    """All that changes in a game that was opened."""
    return _encoder.encode([getattr(s, name) for name in CHANGING])


def unpack(packed: bytes, like: State) -> State:
    """The packed state; what the opening fixed comes from a state of the same game."""
    s = State()
    for name in FIXED:
        setattr(s, name, getattr(like, name))
    changing = dict(zip(CHANGING, msgspec.msgpack.decode(packed), strict=True))
    changing["due"] = [Due(*each) for each in changing["due"]]
    changing["players"] = {
        colour: _player(colour, each) for colour, each in changing["players"].items()
    }
    for name, kind in KINDS.items():
        changing[name] = kind(changing[name])
    for name, value in changing.items():
        setattr(s, name, value)
    s.reach = {}
    return s


def _player(colour: Colour, values: list[Any]) -> Player:
    player = Player(colour)
    held = dict(zip(Player.__slots__, values, strict=True))
    held["hand"] = [Slot(*each) for each in held["hand"]]
    for name, value in held.items():
        setattr(player, name, value)
    return player
