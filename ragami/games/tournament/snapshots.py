"""A state in the middle of a tournament as bytes, and back: what an undo goes back to."""

from __future__ import annotations

from typing import Final

import msgspec

from ragami.games.tournament.state import State

_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(State)


def pack(s: State) -> bytes:
    """All of it: a state is plain data."""
    return _encoder.encode(s)


def unpack(packed: bytes, like: State) -> State:
    """The packed state; nothing of it has to be fetched from `like`."""
    return _decoder.decode(packed)
