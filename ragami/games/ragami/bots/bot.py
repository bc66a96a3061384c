"""Players of our own. See `ragami.game.capabilities.Bot`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import convert

from ragami.game.setting import Value
from ragami.games.ragami.options import Options


def play(
    players: int,
    seed: int,
    chosen: Mapping[str, Value] | None = None,
    *,
    hidden: bool = False,
) -> Iterable[tuple[str, Any]]:
    """A complete legal game; `chosen` None: half of the tables agree on something unusual."""
    from ragami.games.ragami.bots.play import play as played  # noqa: PLC0415 (slow to load)

    options = None if chosen is None else convert(chosen, Options)
    return played(players, seed, options=options, hidden=hidden)
