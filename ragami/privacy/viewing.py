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

from ragami.findings import Breach
from ragami.game.capabilities import VISIBILITY
from ragami.game.definition import GameDefinition
from ragami.game.visibility import EVERYTHING
from ragami.judge.moments import in_runs
from ragami.judge.replay import Replay
from ragami.log.record import Bad, Codec, Corrected, Noted, Read, Record


def shares(game: GameDefinition, viewer: str | None) -> bool:
    """Return True if the game gives this viewer more than stands in the viewer's records."""
    return game.need(VISIBILITY).shares and viewer not in EVERYTHING


def is_readable(given: Corrected, codec: Codec) -> bool:
    """Return True if a correction has an event of a type and a version that are known here."""
    known = codec.types.get(given.type or "")
    return known is not None and given.v is not None and given.v <= known.version


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

    def take_all(self, whole: Iterable[Read], known: Iterable[Read]) -> Replay:
        """Fold the records for the viewer, and return that fold. `known`: see `read_one`."""
        own = self.read_all(whole, known)
        self._update_insight()
        return self.seen.take_all(own)

    def read_all(self, whole: Iterable[Read], known: Iterable[Read]) -> list[Read]:
        """Read records of the whole log in one fold. Return them as the viewer's log has them."""
        own: list[Read] = []

        def passing() -> Iterator[Read]:
            for read, redacted in zip(whole, known, strict=True):
                own.append(self._as_seen(read, redacted))
                yield read

        reads = passing()
        self.whole.take_all(reads)
        deque(reads, maxlen=0)  # what comes after a break is read by nobody else
        return own

    def read_one(self, whole: Read, known: Read) -> Read:
        """Read one record of the whole log. Return it as the viewer's log has it.

        `known` is the same record without what a private game keeps from the viewer. The caller
        takes what is returned into `seen`.
        """
        own = self._as_seen(whole, known)
        self.whole.take(whole)
        self._update_insight()
        return own

    def runs(self, whole: Iterable[Read], known: Iterable[Read]) -> Iterator[list[Read]]:
        """Read the whole log, and yield it in runs (`in_runs`) as the viewer's log has it.

        The caller takes each run into `seen` before it asks for the next one.
        """
        redacted = iter(known)
        for run in list(in_runs(self.whole, whole)):
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

    def _as_seen(self, whole: Read, known: Read) -> Read:
        if isinstance(known, Bad):
            # What is wrong with it might tell what is hidden.
            return Bad(known.seq, Breach(known.breach.rule, None, {}), known.type)
        if not (isinstance(known, Record) and isinstance(whole, Record)):
            return known
        standing = list(self.whole.history.standing())
        if isinstance(known.data, Corrected):
            return replace(known, data=self._correction(known.data, whole.data, standing))
        seen = self._visibility.seen(known.data, whole.data, self.viewer, standing)
        if seen is known.data:
            return known
        if isinstance(seen, Noted):
            noted = self.seen.codec.record_class("noted")
            return noted(known.seq, 1, known.at, known.by, seen)
        return replace(known, data=seen)

    def _correction(
        self, known: Corrected, whole: Corrected, standing: list[tuple[int, Any]]
    ) -> Corrected:
        """A correction holds an event, and that may hold what is hidden."""
        codec, type_ = self.seen.codec, known.type
        if type_ is None or known.v is None or not is_readable(known, codec):
            return known
        before = [one for one in standing if one[0] < known.seq]
        events = [codec.read_event(type_, known.v, one.data) for one in (known, whole)]
        if any(isinstance(one, Breach) for one in events):
            return replace(known, data=Raw(b"null"))
        seen = self._visibility.seen(events[0], events[1], self.viewer, before)
        if seen is events[0]:
            return known
        return replace(known, v=codec.types[type_].version, data=Raw(msgspec.json.encode(seen)))
