"""A whole game played by its bots, as a log."""

from __future__ import annotations

from collections.abc import Mapping

from ragami.errors import RagamiError
from ragami.game.capabilities import BOT
from ragami.game.definition import GameDefinition
from ragami.game.setting import Value
from ragami.log.record import encode_record


def simulated(
    game: GameDefinition,
    players: int,
    seed: int,
    chosen: Mapping[str, Value] | None = None,
    *,
    hidden: bool = False,
) -> bytes:
    """Let the bots of a game play, as `capabilities.Bot`; no record has a time or an author.

    Raises `RagamiError` `players-at-table` for too many or too few.
    """
    least, most = game.players
    if most and not least <= players <= most:
        raise RagamiError(
            "players-at-table", game=game.name, least=least, most=most, players=players
        )
    types = game.codec.types
    events = game.need(BOT).play(players, seed, chosen, hidden=hidden)
    return b"".join(
        encode_record(seq, name, types[name].version, None, None, data) + b"\n"
        for seq, (name, data) in enumerate(events, 1)
    )
