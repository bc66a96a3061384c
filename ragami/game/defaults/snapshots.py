"""A state kept as bytes, whatever it is made of."""

from __future__ import annotations

import pickle
from typing import Any

from ragami.game.definition import GameDefinition


class DefaultSnapshots:
    """See `capabilities.Snapshots`. The bytes never leave the process that made them."""

    def __init__(self, _game: GameDefinition) -> None:
        pass

    def pack(self, state: object) -> bytes:
        return pickle.dumps(state, pickle.HIGHEST_PROTOCOL)

    def unpack(self, packed: bytes, like: object) -> Any:
        return pickle.loads(packed)  # noqa: S301 (our own, of a moment ago)
