"""The log of a viewer, folded beside the one of which it is, where a game's viewers see more.

There a viewer knows things that stand in no record that he may see: cards that another has passed
to him, an offer that he found without knowing whose it is (`Visibility.shares`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from ragami.decoded import AnyEvent
from ragami.findings import Breach
from ragami.game.capabilities import VISIBILITY
from ragami.game.definition import GameDefinition
from ragami.game.visibility import EVERYTHING
from ragami.judge.moments import in_runs
from ragami.judge.replay import Replay
from ragami.log.codec import Codec
from ragami.log.record import Bad, Corrected, Noted, Read, Record


def shares(game: GameDefinition, viewer: str | None) -> bool:
    """Return True if the game gives this viewer more than stands in the viewer's records."""
    return game.need(VISIBILITY).shares and viewer not in EVERYTHING


def is_readable(correction: Corrected, codec: Codec) -> bool:
    """Return True if a correction has an event of a type and a version that are known here."""
    event_type = codec.types.get(correction.type or "")
    return (
        event_type is not None and correction.v is not None and correction.v <= event_type.version
    )


class Viewing:
    """The view of a viewer on a log that grows.

    `seen` is the fold of the viewer's log, `whole` that of all that is kept.
    """

    def __init__(self, game: GameDefinition, viewer: str, codec: Codec | None = None) -> None:
        self.viewer = viewer
        self._visibility = game.need(VISIBILITY)
        self._insight: dict[Any, Any] = {}
        self.whole = Replay(game, codec)
        self.seen = Replay(game, codec, insight=self._insight)

    def take_all(self, reads: Iterable[Read], redacted: Iterable[Read]) -> Replay:
        """Fold the records for the viewer, and return that fold. `redacted`: see `read_one`."""
        own = self.read_all(reads, redacted)
        self._update_insight()
        return self.seen.take_all(own)

    def read_all(self, all_reads: Iterable[Read], redacted_reads: Iterable[Read]) -> list[Read]:
        """Read records of the whole log in one fold. Return them as the viewer's log has them."""
        own: list[Read] = []

        def passing() -> Iterator[Read]:
            for read, redacted in zip(all_reads, redacted_reads, strict=True):
                own.append(self._as_seen(read, redacted))
                yield read

        reads = passing()
        self.whole.take_all(reads)
        deque(reads, maxlen=0)  # what comes after a break is read by nobody else
        return own

    def read_one(self, read: Read, redacted: Read) -> Read:
        """Read one record of the whole log. Return it as the viewer's log has it.

        `redacted` is the same record without what a private game keeps from the viewer. The caller
        takes what is returned into `seen`.
        """
        own = self._as_seen(read, redacted)
        self.whole.take(read)
        self._update_insight()
        return own

    def runs(self, reads: Iterable[Read], redacted_reads: Iterable[Read]) -> Iterator[list[Read]]:
        """Read the whole log, and yield it in runs (`in_runs`) as the viewer's log has it.

        The caller takes each run into `seen` before it asks for the next one.
        """
        redacted = iter(redacted_reads)
        for run in list(in_runs(self.whole, reads)):
            own = self.read_all(run, islice(redacted, len(run)))
            self._update_insight()
            yield own

    def _update_insight(self) -> None:
        """Give the viewer's fold what the whole log lets the viewer know by now."""
        now = self._visibility.insight(
            list(self.whole.as_it_reads()), self.whole.state, self.viewer
        )
        otherwise = any(key not in now or now[key] != old for key, old in self._insight.items())
        # States have this very object: what is new in it, they know at once.
        self._insight.clear()
        self._insight.update(now)
        if otherwise:  # a reveal by somebody else is an empty remark in `seen`
            self.seen.fold_anew()

    def _as_seen(self, read: Read, redacted: Read) -> Read:
        if isinstance(redacted, Bad):
            # What is wrong with it might tell what is hidden.
            return Bad(redacted.seq, Breach(redacted.breach.rule, None, {}), redacted.type)
        if not (isinstance(redacted, Record) and isinstance(read, Record)):
            return redacted
        standing = list(self.whole.history.standing())
        if isinstance(redacted.data, Corrected):
            return replace(redacted, data=self._correction(redacted.data, read.data, standing))
        seen = self._visibility.seen(redacted.data, read.data, self.viewer, standing)
        if seen is redacted.data:
            return redacted
        if isinstance(seen, Noted):
            noted = self.seen.codec.record_class("noted")
            return noted(redacted.seq, 1, redacted.at, redacted.by, seen)
        return replace(redacted, data=seen)

    def _correction(
        self, redacted: Corrected, full: Corrected, standing: list[tuple[int, AnyEvent]]
    ) -> Corrected:
        """Return a correction with only what the viewer may see of its event."""
        codec, type_ = self.seen.codec, redacted.type
        if type_ is None or redacted.v is None or not is_readable(redacted, codec):
            return redacted
        before = [correction for correction in standing if correction[0] < redacted.seq]
        events = [
            codec.read_event(type_, redacted.v, correction.data) for correction in (redacted, full)
        ]
        if any(isinstance(correction, Breach) for correction in events):
            return replace(redacted, data=Raw(b"null"))
        seen = self._visibility.seen(events[0], events[1], self.viewer, before)
        if seen is events[0]:
            return redacted
        return replace(redacted, v=codec.types[type_].version, data=Raw(msgspec.json.encode(seen)))
