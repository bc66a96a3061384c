"""A state kept as bytes: whatever it is made of, or a struct."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct, msgpack

if TYPE_CHECKING:
    from ragami.game.definition import GameDefinition


class DefaultSnapshots:
    """See `capabilities.Snapshots`. The bytes never leave the process that made them."""

    def __init__(self, _game: GameDefinition) -> None:
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
