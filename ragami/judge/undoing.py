"""Undo and redo without a record number: the choice of what is taken back or brought again.

What was written last is taken back: an event of the game by a record `undone`; a correction by
another correction, which lets the event read as it did before.
"""

from __future__ import annotations

import msgspec

from ragami.judge.replay import Replay
from ragami.log.history import STRUCK
from ragami.log.record import Bad, Draft, Unknown


def counting(replay: Replay) -> list[int]:
    """Return the events that an undo can strike out; it leaves reveals, and record 1."""
    reveals = replay.game.is_reveal
    return [seq for seq, data in replay.history.standing() if seq > 1 and not reveals(data)]


def taking_back(replay: Replay, reason: str | None = None, since: int = 0) -> Draft | None:
    """Return the record that takes back what was written last; None where there is nothing.

    With `since` all from that record on are taken back, as one line wrote them.
    """
    history, events = replay.history, counting(replay)
    last = events[-1] if events else 0
    correction = history.last_correction()
    if correction and correction.by > history.restored.get(last, last):
        return reading(replay, correction.seq, history.read_before(correction), reason)
    return _draft("undone", to=(since or last) - 1, reason=reason) if last else None


def bringing_again(replay: Replay) -> Draft | None:
    """Return the record that takes back the latest undo; None where an event has come since."""
    history = replay.history
    undone = history.undos[-1][0] if history.undos else 0
    by, correction = history.taken_back[-1] if history.taken_back else (0, None)
    if correction and by > undone and not history.after(by):
        return reading(replay, correction.seq, correction.reads, None)
    return _draft("redone") if undone else None


def reading(replay: Replay, seq: int, reads: object, reason: str | None) -> Draft | None:
    """Return a correction that lets an event read so.

    None where that was malformed, and is not known.
    """
    fields: dict[str, object] = {"type": None, "v": None, "data": None}
    if isinstance(reads, Bad | Unknown):
        return None
    if reads is not STRUCK:
        types = replay.codec.types
        name = next(name for name, entry in types.items() if entry.struct is type(reads))
        fields = {"type": name, "v": types[name].version, "data": reads}
    return _draft("corrected", seq=seq, **fields, reason=reason, authority=None)


def _draft(type_: str, **data: object) -> Draft:
    return Draft(type_, msgspec.json.encode(data))


def before_record(replay: Replay, seq: int) -> Replay:
    """Return a replay of the events before one that counts, as they read now."""
    before = replay.afresh()
    for earlier, data in replay.as_it_reads():
        if earlier >= seq or not before.play(earlier, data):
            break
    return before
