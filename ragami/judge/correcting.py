"""The reading of a correction: the event that stands in place of a record."""

from __future__ import annotations

from ragami.findings import Breach, breach
from ragami.game import GameDefinition
from ragami.log.record import OPENING, Bad, Codec, Record, Unknown


def read_correction(
    game: GameDefinition, codec: Codec, record: Record, type_: str, v: int
) -> object:
    """Return the corrected event; malformed data is judged at the seq that is named."""
    correction = record.data
    seq, log_rule = correction.seq, game.log_rule
    if seq == 1 and type_ != OPENING:
        return Bad(1, breach(log_rule, None, problem="not-opened"), type_)
    registered = codec.types.get(type_)
    if registered is not None and type_ not in game.events:
        return Bad(seq, breach(log_rule, None, problem="not-a-game-event", type=type_), type_)
    unknown = registered is None or v > registered.version
    if unknown and bytes(correction.data).startswith(b"{"):
        return Unknown(seq, type_, v, record.at, record.by, b"")
    data = codec.read_event(type_, v, correction.data)
    return Bad(seq, data, type_) if isinstance(data, Breach) else data
