"""What is drawn and folded: the sources of all tables and the screens that are watched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ragami.errors import RagamiError
from ragami.export.excerpt import share
from ragami.game.capabilities import VISIBILITY
from ragami.game.visibility import EVERYTHING, PUBLIC, REFEREE
from ragami.judge.replay import Replay
from ragami.language import Language
from ragami.server import bodies as b
from ragami.server.screens import Known, Screen, Source, viewer_of
from ragami.server.watched import Key, event
from ragami.store import Store


class Painter:
    """The sources and screens of all tables. Runs in the thread of its worker."""

    def __init__(self) -> None:
        self._sources: dict[str, Source] = {}
        self._screens: dict[tuple[str, str, Language], Screen] = {}
        self._folds: dict[tuple[str, str], Replay] = {}

    def source(self, store: Store, table: str) -> Source:
        """A game as it stands. Raises `RagamiError` `game-not-found`."""
        source = self._sources.get(table)
        if source is None:
            source = self._sources[table] = Source(store, table)
        else:
            source.catch_up()
        return source

    def screen(self, store: Store, key: Key) -> Screen:
        """A watched screen, as far as it was drawn; a new one is drawn now."""
        viewer = viewer_of(key.audience)
        where = (key.table, viewer, key.language)
        screen = self._screens.get(where)
        if screen is None:
            screen = Screen(self.source(store, key.table), viewer, key.language)
            screen.read_to()
            self._screens[where] = screen
        return screen

    def whole(self, store: Store, key: Key, at: int | None = None) -> b.Whole:
        """Everything that a screen shows, now or after a record. Raises `no-such-record`."""
        source = self.source(store, key.table)
        if at is None:
            screen = self.screen(store, key)
            if screen.seq < len(source.kept):
                return self._fresh(source, key, None).whole(key.audience)
            return screen.whole(key.audience)
        if not 1 <= at <= len(source.kept):
            facts = {"game": key.table, "seq": at, "last": len(source.kept)}
            raise RagamiError("no-such-record", **facts)
        return self._fresh(source, key, at).whole(key.audience)

    def _fresh(self, source: Source, key: Key, at: int | None) -> Screen:
        screen = Screen(source, viewer_of(key.audience), key.language)
        screen.read_to(at)
        return screen

    def first(self, store: Store, key: Key, last: int | None) -> tuple[int, str, list[bytes]]:
        """With what a stream begins: the seq, which log it is, and the events.

        `last` is what the client has: then it is one moment from there on.
        """
        screen = self.screen(store, key)
        if last is not None and 1 <= last <= screen.seq:
            if last == screen.seq:
                return screen.seq, screen.log, []
            before = self._fresh(screen.source, key, last)
            ahead = before.advance_to(screen.seq)
            if ahead is not None:
                ahead.shapes.update(screen.shapes_since(last))
                return screen.seq, screen.log, [event("moment", ahead, ahead.seq)]
        whole = screen.whole(key.audience)
        return screen.seq, screen.log, [event("whole", whole, whole.seq)]

    def advance(self, store: Store, keys: Iterable[Key]) -> dict[Key, tuple[int, bytes, bool]]:
        """Draw the watched screens of a table that has grown: seq, event, did a round end?"""
        told: dict[Key, tuple[int, bytes, bool]] = {}
        drawn: dict[tuple[str, Language], tuple[int, bytes, bool] | None] = {}
        for key in keys:
            where = (viewer_of(key.audience), key.language)
            if where not in drawn:
                drawn[where] = self._advance(store, key)
            if (one := drawn[where]) is not None:
                told[key] = one
        return told

    def _advance(self, store: Store, key: Key) -> tuple[int, bytes, bool] | None:
        source = self.source(store, key.table)
        fresh = (key.table, viewer_of(key.audience), key.language) not in self._screens
        screen = self.screen(store, key)
        if fresh:
            return screen.seq, event("whole", screen.whole(key.audience), screen.seq), False
        if screen.seq >= len(source.kept):
            return None
        before = screen.narration.replay.game.position(screen.narration.replay.state).round
        moment = screen.advance()
        after = screen.narration.replay
        ended = after.game.position(after.state).round != before or after.final is not None
        if moment is None:
            whole = screen.whole(key.audience)
            return whole.seq, event("whole", whole, whole.seq), ended
        return moment.seq, event("moment", moment, moment.seq), ended

    def forget(self, _store: Store, watched: Mapping[Key, object]) -> None:
        """Let go of screens that nobody watches."""
        keep = {(key.table, viewer_of(key.audience), key.language) for key in list(watched)}
        self._screens = {where: one for where, one in self._screens.items() if where in keep}

    def drop(self, _store: Store, table: str) -> None:
        """Forget all of a table: words were taken out of it."""
        self._sources.pop(table, None)
        self._screens = {where: one for where, one in self._screens.items() if where[0] != table}
        self._folds = {where: one for where, one in self._folds.items() if where[0] != table}

    def opened(self) -> list[str]:
        """The tables of which something is kept here."""
        return list(self._sources)

    def lines(self, store: Store, table: str, viewer: str) -> list[bytes]:
        """The lines as a viewer may have them."""
        return list(self.source(store, table).lines(viewer))

    def head(self, store: Store, table: str) -> b.Head:
        """The head of the tree of a table, with its newest seal."""
        source = self.source(store, table)
        return source.head(newest_note(source.lines(PUBLIC)))

    def known(self, store: Store, table: str, viewer: str) -> Known:
        """What a viewer may know of a table."""
        return self.source(store, table).known(viewer)

    def standing(self, store: Store, table: str, viewer: str = PUBLIC) -> Replay:
        """The fold of what a viewer may have, drawn by nobody."""
        source = self.source(store, table)
        lines = source.lines(viewer)
        replay = self._folds.get((table, viewer))
        if replay is None:
            replay = self._folds[table, viewer] = Replay(source.game)
        there = replay.seq
        read = replay.codec.read_line
        replay.take_all([read(line, n) for n, line in enumerate(lines[there:], there + 1)])
        if viewer not in EVERYTHING and source.game.need(VISIBILITY).shares:
            share(self.standing(store, table, REFEREE), replay, viewer)
        return replay


def newest_note(lines: Sequence[bytes]) -> str | None:
    """The newest seal in a log."""
    for line in reversed(lines):
        if b'"sealed"' in line:
            record = msgspec.json.decode(line)
            if record.get("type") == "sealed":
                return str(record["data"]["note"])
    return None
