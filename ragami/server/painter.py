"""The painter: the sources of all tables, and the screens that are watched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from ragami.errors import RagamiError
from ragami.language import Language
from ragami.server import bodies as b
from ragami.server.bodies import PUBLIC
from ragami.server.stream_bodies import Key, event
from ragami.store import Store

if TYPE_CHECKING:
    from ragami.judge.replay import Replay
    from ragami.log.origin import Origin
    from ragami.server import play_bodies as p
    from ragami.server.screens import GameSource, KnownTable, Screen


class Painter:
    """Every table of which something was asked. Runs in the thread of its worker."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._sources: dict[str, GameSource] = {}

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()

    def source(self, table: str) -> GameSource:
        """Return a game as it stands on the disk. Raise `RagamiError` `game-not-found`."""
        source = self._sources.get(table)
        if source is None:
            from ragami.server.screens import GameSource  # noqa: PLC0415 (law 10)

            source = self._sources[table] = GameSource(self.store, table)
        else:
            source.catch_up()
        return source

    def whole(self, key: Key, at: int | None = None) -> p.Whole:
        """Return all that a screen shows, now or after a record. Raise `no-such-record`."""
        source = self.source(key.table)
        if at is not None and not 1 <= at <= len(source.kept):
            facts = {"game": key.table, "seq": at, "last": len(source.kept)}
            raise RagamiError("no-such-record", **facts)
        screen = source.screen(*_eyes(key))
        if at is not None or screen.seq < len(source.kept):
            screen = _read(source, key, at)
        return screen.whole(key.audience)

    def spoken(self, key: Key, text: str, seat: str | None) -> tuple[str, ...]:
        """Answer a question about the game; empty if it is none, or nothing is known."""
        from ragami.table.spoken import answer  # noqa: PLC0415 (law 10)

        source = self.source(key.table)
        screen = source.screen(*_eyes(key))
        if screen.seq < len(source.kept):
            screen = _read(source, key, None)
        telling, viewer = screen.narration, key.viewer
        return answer(telling.replay, list(telling.lines()), text, key.language, seat, viewer)

    def first(self, key: Key, last: int | None) -> tuple[int, str, list[bytes]]:
        """Return how a stream begins: the seq, the id of the log, and the events.

        `last` is what the client has: then it is one moment from there on.
        """
        source = self.source(key.table)
        screen = source.screen(*_eyes(key))
        if last is not None and last > screen.seq:
            # The client comes from a server that has read on: this one does not lead it back.
            screen = _read(source, key, None)
        if last is not None and 1 <= last <= screen.seq:
            if last == screen.seq:
                return screen.seq, screen.log, []
            before = _read(source, key, last)
            ahead = before.advance(screen.seq)
            if ahead is not None:
                ahead.shapes.update(screen.shapes_since(last))
                return screen.seq, screen.log, [event("moment", ahead, ahead.seq)]
        moment = screen.whole(key.audience)
        return screen.seq, screen.log, [event("whole", moment, moment.seq)]

    def advance(self, keys: Iterable[Key]) -> dict[Key, tuple[int, bytes, bool]]:
        """Draw the watched screens of a table that has grown: seq, event, did a round end?"""
        events: dict[Key, tuple[int, bytes, bool]] = {}
        drawn: dict[tuple[str, Language], tuple[int, bytes, bool] | None] = {}
        for key in keys:
            eyes = _eyes(key)
            if eyes not in drawn:
                drawn[eyes] = self._advance(key)
            if (event_of_eyes := drawn[eyes]) is not None:
                events[key] = event_of_eyes
        return events

    def _advance(self, key: Key) -> tuple[int, bytes, bool] | None:
        source = self.source(key.table)
        fresh = _eyes(key) not in source.screens
        screen = source.screen(*_eyes(key))
        if fresh:
            return screen.seq, event("whole", screen.whole(key.audience), screen.seq), False
        if screen.seq >= len(source.kept):
            return None
        before = screen.narration.replay.position.round
        old, moment = screen.seq, screen.advance()
        after = screen.narration.replay
        ended = after.position.round != before or after.final is not None
        # The head stands before the moment, so that what is shown has been witnessed.
        head = event("head", source.growth(old, screen.seq))
        if moment is None:
            moment_whole = screen.whole(key.audience)
            return moment_whole.seq, head + event("whole", moment_whole, moment_whole.seq), ended
        return moment.seq, head + event("moment", moment, moment.seq), ended

    def forget(self, watched: Iterable[Key]) -> None:
        """Let go of screens that nobody watches."""
        eyes: dict[str, set[tuple[str, Language]]] = {}
        for key in watched:
            eyes.setdefault(key.table, set()).add(_eyes(key))
        for table, source in self._sources.items():
            source.keep_screens(eyes.get(table, set()))

    def drop(self) -> list[str]:
        """Forget all tables, for words were taken out of one, and return which there were."""
        tables = list(self._sources)
        self._sources.clear()
        return tables

    def lines(self, table: str, viewer: str) -> list[bytes]:
        return list(self.source(table).lines(viewer))

    def head(self, table: str) -> b.Head:
        """Return the head of the tree of a table, with its newest seal."""
        source = self.source(table)
        return source.head(newest_note(source.lines(PUBLIC)))

    def known(self, table: str, viewer: str) -> KnownTable:
        """Return the part of a table that a viewer may know."""
        return self.source(table).known(viewer)

    def origin(self, table: str) -> Origin | None:
        """Return where a table goes on from; None for one that begins with its own record 1."""
        from ragami.log.origin import FORM, origin_of  # noqa: PLC0415 (law 10)

        source, form = self.source(table), FORM.encode()
        lines = ((seq, line) for seq, line in enumerate(source.kept, 1) if form in line)
        return origin_of(source.game.codec.read_line(line, seq) for seq, line in lines)

    def branches(self, table: str, of: Iterable[str]) -> list[tuple[str, int]]:
        """Return which of other tables go on from this one, and after which of its records."""
        from ragami.game import GameDoesNotLoad  # noqa: PLC0415 (law 10)

        going_on = []
        for name in of:
            with suppress(GameDoesNotLoad):
                if name != table and (origin := self.origin(name)) and origin.game == table:
                    going_on.append((name, origin.seq))
        return going_on

    def standing(self, table: str, viewer: str = PUBLIC) -> Replay:
        """Return the fold of what a viewer may have."""
        return self.source(table).standing(viewer)


def _eyes(key: Key) -> tuple[str, Language]:
    return key.viewer, key.language


def _read(source: GameSource, key: Key, at: int | None) -> Screen:
    """Return a new screen after a record; None: after the last one."""
    from ragami.server.screens import Screen  # noqa: PLC0415 (law 10)

    screen = Screen(source, *_eyes(key))
    screen.read_to(at)
    return screen


def newest_note(lines: Sequence[bytes]) -> str | None:
    for line in reversed(lines):
        if b'"sealed"' in line:
            record = msgspec.json.decode(line)
            if record.get("type") == "sealed":
                return str(record["data"]["note"])
    return None
