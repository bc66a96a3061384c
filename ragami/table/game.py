"""A game of a database that is open: recorded, taken back, corrected and ruled on.

Whoever writes a game down holds one of these: it folds the game once, and every event is decoded
once on its way in.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from types import NoneType
from typing import Any, Self

import msgspec
from msgspec import Raw, Struct, to_builtins

from ragami.errors import NOTHING_NEAR, RagamiError, WrongArgument, expect, expect_one_of
from ragami.findings import Breach, finding_of
from ragami.game import GameDefinition, game_named
from ragami.game.capabilities import SETUP, Guide
from ragami.judge.choices import LegalChoice, choices, legal
from ragami.judge.moments import Log, Moment
from ragami.judge.replay import Replay
from ragami.language import LANGUAGES, Language
from ragami.log.unredacted import log_of, stored_line
from ragami.store import Store, database_path, open_store
from ragami.table.drafts import (
    Stamp,
    ahead_of,
    expect_options,
    in_utc,
    now,
    read_on,
    revealing,
    steps_back,
    with_the_only_values,
)
from ragami.table.recording import Draft, Recording, Refused

Place = str | os.PathLike[str]
Event = str | Struct | tuple[str, Mapping[str, Any]]
"""What is recorded: a line of the score sheet, an event, or a type with its data."""


def open(  # noqa: A001 (as `gzip.open` and many others)
    database: Place | Store | None = None,
    name: str | None = None,
    *,
    game: str | None = None,
    private: bool = False,
    by: str | None = None,
) -> TableGame:
    """Open a game in a database, to go on with or to begin.

    `database` is a file, the address of a server, `:memory:`, or a store that is open; None is the
    one of RAGAMI_DB, else of the user. `name` is what the game is called there; without it, as the
    file is. `game` says which game it is where it is not there yet (`"ragami"`): the first record
    makes it. `private` keeps apart what is secret. `by` is who records.

    Raises `RagamiError`: `game-not-found`, `UnknownGame`, or `other-game-of-this-name`.
    """
    for argument, text in (("name", name), ("game", game), ("by", by)):
        expect(argument, text, str, NoneType)
    if not hasattr(database, "head"):
        expect("database", database, str, os.PathLike, NoneType)
    kind = game_named(game) if game else None
    with ExitStack() as opened:
        if database is None or isinstance(database, str | os.PathLike):
            place = database_path(os.fspath(database) if database is not None else None)
            store = opened.enter_context(open_store(place, create=kind is not None))
            called = name or Path(str(place)).stem
        else:
            place, store, called = "-", database, name or "game"
        there = store.head(called)
        if there:
            recording = Recording(store, called)
            if kind and recording.replay.game.name != kind.name:
                raise RagamiError("other-game-of-this-name", game=called, found=there)
        elif kind:
            recording = Recording(store, called, new=kind.name, private=private)
        else:
            raise RagamiError("game-not-found", game=called, place=str(place), nearest=NOTHING_NEAR)
        return TableGame(recording, by=by, owned=opened.pop_all())


class TableGame:
    """A game that is being written down. What a method has returned from is on the disk.

    Every method that writes gives the moment after it. Raises `Refused` for what the rules refuse
    (`str` says why), `Misspelled` for a line that cannot be read, `Conflict` where somebody else
    wrote first; then nothing was written.

    >>> with open(":memory:", "friday", game="ragami") as friday:
    ...     friday.new({"yellow": "Ana", "green": "Bea", "blue": "Carl"}).phase
    'setup'
    """

    def __init__(
        self, recording: Recording, *, by: str | None = None, owned: ExitStack | None = None
    ) -> None:
        self.recording = recording
        self.by = by
        self._owned = owned or ExitStack()

    # --- what there is ---------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the game in its database."""
        return self.recording.name

    @property
    def game(self) -> GameDefinition:
        """The definition of the game."""
        return self.recording.replay.game

    @property
    def log(self) -> Log:
        """The log so far. Of a private game, as it may be published."""
        lines = map(stored_line, self.recording.lines)
        return Log(log_of(lines), self.name)

    @property
    def now(self) -> Moment:
        """The present moment of the game."""
        lines, codec = self.recording.lines, self.recording.codec
        last = codec.read_line(lines[-1], len(lines)) if lines else None
        return Moment(self.recording.replay, last, seen=self._seen).keep()

    def _seen(self, seq: int, viewer: str) -> Replay | None:
        """Return the game after a record as the viewer may know it, where that is another."""
        from ragami.privacy.seeing import replay_at  # noqa: PLC0415 (law 10)

        return replay_at(log_of(self.recording.lines), seq, viewer)

    @property
    def scores(self) -> Mapping[str, int]:
        return self.now.scores

    @property
    def final(self) -> Mapping[str, Any] | None:
        """The result; None while the game goes on."""
        return self.recording.replay.final

    def legal(self) -> Sequence[LegalChoice]:
        """Return the legal choices also where an error comes first: the `legal` of 0.2."""
        text = "legal() goes with the next release: what may be recorded is choices()"
        warnings.warn(text, DeprecationWarning, stacklevel=2)
        return legal(self.recording.replay)

    def choices(self, of_type: str | None = None) -> Sequence[LegalChoice]:
        """Return the choices that may be recorded now: all, or those of one type.

        None while the log is stopped at an error, for that comes first. Raises `MissingCapability`
        where the game cannot tell.
        """
        return choices(self.recording.replay, of_type)

    def guide(self, language: Language = "en") -> Guide:
        """Return the next step in words: `step`, `due`, `hints`, and the `seat` that has to act.

        >>> with open(":memory:", "friday", game="ragami") as friday:
        ...     friday.guide().step
        'Setup'
        """
        from ragami.table.hints import guide  # noqa: PLC0415 (law 10)

        expect_one_of("language", language, LANGUAGES)
        return guide(self.recording.replay, language)

    def catch_up(self) -> Moment:
        """Read on what others have written to this game since."""
        self.recording.catch_up()
        return self.now

    # --- what is written -------------------------------------------------------------------

    def new(
        self,
        players: Mapping[str, str],
        *,
        title: str | None = None,
        options: Mapping[str, Any] | None = None,
        components: Mapping[str, Any] | None = None,
        at: datetime | None = None,
    ) -> Moment:
        """Open the game: the names of the `players` by their seats, clockwise.

        `options` that are not given are the usual ones, `components` are the names of those that
        ship or whole ones. Raises `RagamiError` `game-exists` for a game that is there.
        """
        if self.recording.lines:
            raise RagamiError("game-exists", game=self.name)
        expect("players", players, Mapping)
        expect("options", options, Mapping, NoneType)
        setup = self.game.need(SETUP)
        for kind in components or {}:
            expect_one_of("components", kind, setup.components)
        chosen, _open = with_the_only_values(setup, list(players), options or {})
        data = setup.data(title, list(players.items()), chosen, components or {})
        expect_options(setup, options or {}, data)
        return self.record((next(iter(self.game.events)), data), at=at)

    def record(self, *events: Event, at: datetime | None = None, key: str | None = None) -> Moment:
        """Write down what happened, all of it or nothing.

        An event is a line of the score sheet (`"rolled player=red face=4"`), an event of the game
        as an object, or its type and data. `at` is when it happened, else now. A `key` makes it
        harmless to do the same again.
        """
        expect("at", at, datetime, NoneType)
        expect("key", key, str, NoneType)
        stamp = in_utc(at or datetime.now(UTC))
        ahead = self.recording.replay if len(events) < 2 else ahead_of(self.recording)
        drafts = []
        for event in events:
            draft = self._draft(event, ahead)
            drafts.append(
                msgspec.structs.replace(draft, at=draft.at or stamp, by=draft.by or self.by)
            )
            if len(events) > 1:
                read_on(ahead, draft)
        return self._write(drafts, key)

    def undo(self, steps: int = 1, *, to: int | None = None, reason: str | None = None) -> Moment:
        """Strike out the last events that count, or all after record `to`. They stay in the log."""
        if to is None:
            expect("steps", steps, int)
            to = steps_back(self.recording, steps)
        return self.record(("undone", {"to": to, "reason": reason}))

    def redo(self) -> Moment:
        """Take the last undo back."""
        return self.record(("redone", {}))

    def correct(
        self,
        seq: int,
        event: Event | None = None,
        *,
        reason: str | None = None,
        authority: str | None = None,
    ) -> Moment:
        """Replace record `seq` from now on; without an event strike it out."""
        reads: dict[str, object] = {"seq": seq, "type": None, "v": None, "data": None}
        if event is not None:
            draft = self._draft(event, self.recording.replay)
            version = self._version(draft.type, seq)
            reads |= {"type": draft.type, "v": version, "data": Raw(draft.data)}
        return self.record(("corrected", reads | {"reason": reason, "authority": authority}))

    def rule(self, rule: str, *, reason: str | None = None, authority: str | None = None) -> Moment:
        """Allow the next event to break this rule, and to stand."""
        return self.record(("ruled", {"rule": rule, "reason": reason, "authority": authority}))

    def reveal(
        self,
        value: object,
        *,
        player: str | None = None,
        seq: int | None = None,
        place: str | None = None,
    ) -> Moment:
        """Record a hidden value that becomes known: `value` is what record `seq` left open.

        Without `seq` it is the oldest hidden card of `player`. In a game that judges its whole log
        again with what becomes known, `place` says where in the record it stands (`"kept[0]"`).
        Raises `RagamiError` `nothing-hidden` and `reveal-of-what`, and `MissingCapability` where
        the game hides nothing.
        """
        fields = revealing(self.recording, value, player=player, seq=seq, place=place)
        return self.record(("revealed", fields))

    def house(self, *seats: str, seed: str | None = None) -> Moment:
        """Let the house play `seats` until somebody else is due: a bot knows what its seat may.

        The same `seed` gives the same moves. Raises `RagamiError` `no-such-seat`, and
        `MissingCapability` where the game cannot tell what may be done.
        """
        from ragami.table.house import house_plays, seat_called  # noqa: PLC0415 (law 10)

        for seat in seats:
            expect("seats", seat, str)
        state = self.recording.replay.state
        played = [seat_called(self.game, state, seat) for seat in seats]
        for draft in house_plays(self.recording, played, Stamp(now(), self.by), seed):
            self.recording.write([draft])
        return self.now

    def note(self, text: str) -> Moment:
        """Write down a remark."""
        return self.record(("noted", {"text": text}))

    def _version(self, type_: str, seq: int) -> int:
        """Return the current version of a type of event. Raise `Refused` for what is none."""
        if type_ in self.game.events:
            return self.game.events[type_].version
        facts = {"problem": "not-a-game-event", "type": type_}
        finding = finding_of("malformed-record", Breach(self.game.log_rule, None, facts), seq, seq)
        raise Refused(finding, self.game)

    def _write(self, drafts: Sequence[Draft], key: str | None) -> Moment:
        self.recording.write(drafts, key=key)
        return self.now

    def _draft(self, event: Event, replay: Replay) -> Draft:
        """Return the draft of an event, not yet judged. Raise `Misspelled`."""
        expect("event", event, str, Struct, tuple, list)
        if isinstance(event, str):
            return _read(event, replay)
        if isinstance(event, Struct):
            types = replay.codec.names
            if type(event) not in types:
                facts = {"expected": f"an event of {self.game.name}", "found": type(event).__name__}
                raise WrongArgument("wrong-argument", argument="event", **facts)
            return Draft(types[type(event)], msgspec.json.encode(event))
        parts: Sequence[object] = event
        if len(parts) != 2:
            found_parts = f"{type(event).__name__} of {len(parts)}"
            facts = {"argument": "event", "expected": "(type, data)", "found": found_parts}
            raise WrongArgument("wrong-argument", **facts)
        type_, data = event
        return Draft(type_, msgspec.json.encode(data))

    # --- and the end of it -----------------------------------------------------------------

    def close(self) -> None:
        self._owned.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<TableGame {self.name}: {self.game.name}, {len(self.recording.lines)} records>"


def _read(line: str, replay: Replay) -> Draft:
    from ragami.notation.misread import Misspelled  # noqa: PLC0415
    from ragami.sheet import Misread, read_line  # noqa: PLC0415 (law 10)

    reads = read_line(replay, line, 1, "en")
    if isinstance(reads, Misread):
        raise Misspelled("line-misread", [reads], **to_builtins(reads))
    if reads is None:
        raise RagamiError("nothing-to-append", game=replay.game.name)
    return reads
