"""A state in the middle of a game as bytes, and back: what an undo goes back to."""

from __future__ import annotations

from typing import Any, Final

from msgspec import msgpack

from ragami.games.deal_with_the_devil.components import Cards
from ragami.games.deal_with_the_devil.state import Insight, State


def _left_out(part: Any) -> Any:
    assert isinstance(part, Cards | Insight), "they are the same for the whole game"


_encoder: Final = msgpack.Encoder(enc_hook=_left_out)
_decoder: Final = msgpack.Decoder(State)


def pack(state: State) -> bytes:
    """All that changes in a game."""
    return _encoder.encode(state)


def unpack(packed: bytes, like: State) -> State:
    """The packed state; what is not packed comes from a state of the same game."""
    state = _decoder.decode(packed)
    state.cards, state.insight = like.cards, like.insight
    return state
