"""A ruling on an event that is in the log already: it is taken back, and written once more."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, takewhile

from msgspec import json, structs

from ragami.decoded import AnyEvent
from ragami.errors import RagamiError
from ragami.findings import found
from ragami.log.record import Bad
from ragami.table.drafts import Stamp, draft_of
from ragami.table.recording import Draft, Recording, Refused
from ragami.table.whatif import tried


def let_stand(recording: Recording, seq: int, ruling: Draft, stamp: Stamp) -> list[Draft]:
    """An undo, the ruling, and the events from `seq` on as they read now, with their rulings.

    What is illegal among those that follow is kept: the log is brought to its next error, and
    `recording` judges no more.
    Raises `RagamiError` `no-such-event`; `Refused` where the event does not stand with the ruling.
    """
    events = [event for event in recording.replay.history.standing() if event[0] >= seq]
    if not events or events[0][0] != seq:
        raise RagamiError("no-such-event", game=recording.name, seq=seq)
    undo = draft_of("undone", {"to": seq - 1, "reason": None}, stamp)
    following = [*again(recording, events, stamp)]
    first = next(n for n, draft in enumerate(following) if draft.type != "ruled")
    reveals = takewhile(lambda draft: draft.type == "revealed", following[first + 1 :])
    after = tried(recording, [undo, ruling, *following[: first + 1], *reveals]).replay
    if after.error and (after.error.seq or 0) > recording.replay.seq:
        raise Refused(after.error, after.game)  # what was told of it brings another breach to light
    recording.judging = False
    return [undo, ruling, *following]


def again(
    recording: Recording, events: list[tuple[int, AnyEvent]], stamp: Stamp
) -> Iterator[Draft]:
    """The events as drafts, behind an undo and a ruling.

    The rulings on those after the first come before them, and what was told of an event behind it.
    """
    replay = recording.replay
    number = count(replay.seq + 3)
    reveals = replay.filled.told if replay.filled else []
    names = replay.codec.names
    for seq, data in events:
        if isinstance(data, Bad):
            raise Refused(found("malformed-record", data.breach, seq, seq), replay.game)
        if names.get(type(data)) not in replay.game.events:
            continue  # an undo leaves it where it is
        for rule in sorted(replay.history.waived.get(seq, ())):
            why = {"rule": rule, "reason": None, "authority": None}
            yield draft_of("ruled", why, stamp)
            next(number)
        yield Draft(names[type(data)], json.encode(data), stamp.at, stamp.by)
        new = next(number)
        for reveal in [reveal for reveal in reveals if reveal.seq == seq]:
            next(number)
            again = json.encode(structs.replace(reveal, seq=new))
            yield Draft("revealed", again, stamp.at, stamp.by)
