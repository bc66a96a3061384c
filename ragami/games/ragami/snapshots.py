"""A state in the middle of a game as bytes, and back: what an undo goes back to."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ragami.games.ragami.events import Colour
from ragami.games.ragami.state import Due, Player, Slot, State

# What the opening fixes for the whole game, and what is only kept because it is asked for often.
FIXED: Final = (
    *("opened", "seats", "left_of", "neutral_colour", "options"),
    *("board", "deck", "dice", "removed", "reach", "names", "title"),
)
CHANGING: Final = (
    *("phase", "round", "turn", "first", "active", "due", "passed", "ended", "winners"),
    *("die_used", "acted", "converted", "space_dice", "players", "hidden"),
    *("ragamis", "saints", "neutral_saints", "conflicts", "demons", "forbidden"),
    *("cubes", "supply_demons", "supply_dice", "deck_left", "used", "used_count", "certain"),
    *("pool", "chips_seen", "chips_demon", "chips_neutral", "chips_resolved", "chips_forbidden"),
)
OF_A_PLAYER: Final = ("vp", "resolved", "cubes", "hand", "virtue", "virtue_block", "bonus")
# What MessagePack has no form of its own for.
KINDS: Final = {"forbidden": set, "chips_seen": set, "winners": tuple}


def _values(part: Player | Slot | Due) -> list[Any]:
    if isinstance(part, Slot):
        return [part.card, part.seq, part.turn]
    if isinstance(part, Due):
        return [part.type, part.who]
    return [getattr(part, name) for name in OF_A_PLAYER]


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
    changing["due"] = [Due(*fields) for fields in changing["due"]]
    changing["players"] = {
        colour: _player(colour, values) for colour, values in changing["players"].items()
    }
    for name, kind in KINDS.items():
        changing[name] = kind(changing[name])
    for name, value in changing.items():
        setattr(s, name, value)
    s.reach = {}
    return s


def _player(colour: Colour, values: list[Any]) -> Player:
    player = Player(colour)
    fields = dict(zip(OF_A_PLAYER, values, strict=True))
    fields["hand"] = [Slot(*slot) for slot in fields["hand"]]
    for name, value in fields.items():
        setattr(player, name, value)
    return player
