"""A state in the middle of a game as bytes, and back: what an undo goes back to."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ragami.games.dice_forge.state import State

_decoder: Final = msgspec.msgpack.Decoder(State)


def _nothing(_fixed: Any) -> None:
    """Pack nothing: the data fixed by record 1 comes from a state of the same game."""


_encoder: Final = msgspec.msgpack.Encoder(enc_hook=_nothing)


def pack(s: State) -> bytes:
    """All that changes in a game that was opened."""
    return _encoder.encode(s)


def unpack(packed: bytes, like: State) -> State:
    """The packed state; what the opening fixed comes from a state of the same game."""
    s = _decoder.decode(packed)
    s.fixed = like.fixed
    return s
