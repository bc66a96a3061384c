"""A game being written down: words in, checked, recorded, stored.

The same fold that reads a log judges what is about to be written; what it refuses leaves no
trace, and what is returned from here is on the disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from ragami.decoded import Fields
from ragami.errors import RagamiError
from ragami.findings import LOG_RULE, Breach, Finding, finding_of
from ragami.game import GameDefinition, game_named
from ragami.game.capabilities import VISIBILITY
from ragami.game.visibility import PUBLIC
from ragami.judge.kept import once
from ragami.judge.replay import Replay
from ragami.judge.report import game_of, with_texts
from ragami.language import Language
from ragami.log.codec import encode_record
from ragami.log.record import PROGRAMS_ONLY, Bad, Read, Record, Unknown
from ragami.log.record import Draft as Draft  # noqa: PLC0414 (what is written here)
from ragami.log.unredacted import log_of, stored_line, stored_lines
from ragami.privacy.secrets import is_private, is_sealed_off, read_kept, secrets_in
from ragami.proof.note import Note, SecretKey, encoded, read_checkpoint
from ragami.proof.withheld import leaves_of
from ragami.store import Appended, Store

if TYPE_CHECKING:
    from ragami.narration import Narration
    from ragami.proof.checking import SealCheck


class Refused(RagamiError):
    """The rules refuse a record: `finding` says why, at the seq that it would have had."""

    def __init__(self, finding: Finding, game: GameDefinition | None = None) -> None:
        super().__init__("refused", rule=finding.rule, seq=finding.seq)
        self._finding = finding
        self.game = game

    @cached_property
    def finding(self) -> Finding:
        """The finding that says why, in words where the game is known."""
        return with_texts(self._finding, self.game) if self.game else self._finding

    def __str__(self) -> str:
        sentence = super().__str__()
        return f"{self.finding.en} {sentence}" if self.finding.en else sentence


class Recording:
    """One game in a store, open for writing.

    `replay` is the game as it stands, `lines` are its records, in a `private` game with what they
    leave out (`ragami.log.unredacted`). Every write names the record that it follows, so that of
    two people who write at once one is told (`ragami.store.Conflict`).

    Where a part of the game ends, a write is followed by a seal, if there is a key: `sealed` is the
    last such record, and `take_unsealed` says why there is none.
    """

    sealed: int | None = None
    _unsealed: RagamiError | None = None
    # The game told while it is written, by the same fold; None where nobody listens.
    telling: Narration | None = None
    _due = False

    def __init__(
        self,
        store: Store,
        name: str,
        told_in: Language | None = None,
        *,
        new: str | None = None,
        private: bool = False,
    ) -> None:
        """Open a game that is there. Raises `RagamiError` `game-not-found`.

        A `new` one, of the game of this name, is not there yet: its first `write` makes it, or
        raises `Conflict`. Of a `private` one everything secret is kept apart from its log.
        """
        self._told_in = told_in
        self.store = store
        self.name = name
        self.lines = [] if new else read_kept(store, name)
        self.private = private or is_private(self.lines)
        self._fold(game_named(new) if new else game_of(self.lines[0]))

    def _fold(self, game: GameDefinition) -> None:
        self.codec = game.codec
        self.replay = Replay(game, self.codec)
        if self._told_in:
            from ragami.narration import Narration  # noqa: PLC0415 (law 10)

            self.telling = Narration(self.replay, game.words.narrator(self._told_in))
        if self.lines:
            self._read_on(self.codec.read_log(log_of(self.lines)))

    def branch(self, store: Store) -> Recording:
        """Return the game as it stands, to be written on in another store; nobody is told."""
        branch = copy(self)
        branch.store, branch.lines, branch.replay = store, [*self.lines], self.replay.branch()
        branch._told_in = branch.telling = None
        store.append(self.name, 0, self.lines)
        return branch

    def _read_on(self, reads: list[Read]) -> None:
        if self.telling is None:
            self.replay.take_all(reads)
        else:
            self.telling.take_all(reads)

    def replay_to(self, seq: int) -> Replay:
        """Return the game as it stood after record `seq`, to be read on by itself."""
        replay = Replay(self.replay.game, self.codec)
        return replay.take_all(self.codec.read_log(log_of(self.lines[:seq]))) if seq else replay

    def reads_after(self, seq: int) -> list[Read]:
        """Read the records after `seq` once more."""
        lines = self.lines[seq:]
        return [self.codec.read_line(line, number) for number, line in enumerate(lines, seq + 1)]

    def catch_up(self) -> list[bytes]:
        """Read on what others have written since, and return their lines."""
        there = len(self.lines)
        if self.private:
            fresh = read_kept(self.store, self.name)[there:]
        else:
            fresh = self.store.read_after(self.name, there)
        reads = [self.codec.read_line(line, seq) for seq, line in enumerate(fresh, there + 1)]
        self._read_on(reads)
        self.lines += fresh
        return fresh

    def write(
        self, drafts: Sequence[Draft], *, key: str | None = None, seals: bool = True
    ) -> Appended:
        """Judge and store some records: all or none.

        A `key` makes the same command harmless when it comes again. Where it does not seal, a seal
        that is due waits until `seal_if_due` is called. Raises `Refused` for the first record that
        the rules refuse, `Conflict` and the other troubles of `Store.append`.
        """
        if key is not None and (earlier := self.store.earlier(self.name, key)):
            return earlier
        before, chapter = len(self.lines), self._chapter()
        try:
            for draft in drafts:
                self._take(draft)
            if self.private:
                self._keep_apart(before)
            appended = self._append(before, key)
        except BaseException:
            del self.lines[before:]
            if self.replay.seq != before:
                self._fold(self.replay.game)
            raise
        if self.private:
            self._forget_what_is_sealed_off(before)
        self._due = self._due or self._chapter() != chapter
        if seals:
            self.seal_if_due(drafts[-1].at, drafts[-1].by)
        keep_result(self.store, self.name, len(self.lines), self.replay.final)
        return appended

    def _chapter(self) -> tuple[int, bool]:
        """Return the round of the game, and if it is over."""
        replay = self.replay
        return once(replay, "chapter", lambda: (replay.position.round, replay.final is not None))

    def seal_if_due(self, at: str | None, by: str | None) -> None:
        """Seal what is there, if a part of the game has ended and somebody here has a key.

        What was written stands in any case.
        """
        from ragami.proof.folder import own_names  # noqa: PLC0415 (law 10)

        due, self._due = self._due, False
        if not due or not own_names():
            return
        from ragami.proof.keys import signer  # noqa: PLC0415 (law 10)

        try:
            self.sealed = self.seal(self.sign(signer()), at, by).last
        except RagamiError as trouble:
            self._unsealed = trouble
        except OSError as error:
            self._unsealed = RagamiError(
                "system-refused", problem=f"{error.filename}: {error.strerror}"
            )

    def take_unsealed(self) -> RagamiError | None:
        """Return why a seal that was due does not follow; told once."""
        trouble, self._unsealed = self._unsealed, None
        return trouble

    def sign(self, key: SecretKey) -> Note:
        """Sign all records. Raises what `ragami.proof.sealing.to_sign` does."""
        from ragami.proof.sealing import sign  # noqa: PLC0415 (law 10)
        from ragami.sources.originals import copy_in  # noqa: PLC0415 (law 10)

        return sign(self.lines, self.name, key, copy_in(self.store, self.name))

    def to_sign(self) -> SealCheck:
        """Return the checked log, if it may be signed. Raise what `sealing.to_sign` does."""
        from ragami.proof.sealing import to_sign  # noqa: PLC0415 (law 10)
        from ragami.sources.originals import copy_in  # noqa: PLC0415 (law 10)

        return to_sign(self.lines, self.name, copy_in(self.store, self.name))

    def seal(self, note: Note, at: str | None, by: str | None) -> Appended:
        """Store a seal, and remember it here. Raises what `write` does."""
        from ragami.proof.files import Leaves  # noqa: PLC0415 (law 10)
        from ragami.proof.seen import remember  # noqa: PLC0415 (law 10)

        checkpoint = read_checkpoint(note.text)
        data = {"size": checkpoint.size, "root": encoded(checkpoint.root), "note": str(note)}
        written = self.write([Draft("sealed", msgspec.json.encode(data), at, by)])
        remember(Leaves(tuple(leaves_of(self.lines)), note), self.name)
        return written

    def _take(self, draft: Draft) -> None:
        """Judge one record as if it came next, and read on if it may."""
        seq = len(self.lines) + 1
        line = self._line(draft, seq)
        read = self.codec.read_own(line, seq)
        if isinstance(read, Bad):
            raise self._refused(finding_of("malformed-record", read.breach, seq, seq))
        if self.telling is None and self.replay.take_if_legal(read):
            self.lines.append(line)
            return
        if isinstance(read, Record) and not draft.stood:
            self._refuse_illegal(read)
        stopped = self.replay.error
        self._read_on([read])
        if self.replay.broken:
            raise self._refused(self.replay.broken)
        error = self.replay.error
        # An event, or a reveal that does not fit.
        if error and error.seq == seq and not draft.stood:
            raise self._refused(error)
        if not isinstance(read, Unknown) and read.type in self.replay.game.events:
            stopped = stopped or self.replay.error
            if stopped and not draft.stood:
                raise self._refused(stopped)
        self.lines.append(line)

    def _refuse_illegal(self, read: Record) -> None:
        """Refuse an illegal event, or a reveal that does not fit.

        It is asked before anything is read on: that could only be taken back by a new fold.
        """
        replay, finding = self.replay, None
        if replay.error:
            return
        if type(read.data) in replay.game.judges:
            waived = replay.history.waiving
            finding = replay.judge.wrong(replay.state, read.data, read.seq, waived)
        elif replay.game.is_reveal(read.data):
            finding = replay.would_not_fit(read.data)
        if finding:
            raise self._refused(finding)

    def _keep_apart(self, before: int) -> None:
        """Leave out what is secret in the records after `before`, and add what binds it."""
        from ragami.privacy.redacting import Contradiction, keep_apart  # noqa: PLC0415 (law 10)

        there, fresh = self.lines[:before], self.lines[before:]
        if not there:
            self._expect_may_be_sealed()
        try:
            lines_apart = keep_apart(there, fresh, self.replay.game)
        except Contradiction as wrong:
            raise self._refused(wrong.finding) from wrong
        for seq, line in enumerate(lines_apart[len(fresh) :], before + len(fresh) + 1):
            self._read_on([self.codec.read_line(line, seq)])
        self.lines[before:] = lines_apart

    def _expect_may_be_sealed(self) -> None:
        """Raise `RagamiError` `nothing-may-be-sealed` for open hands that nobody here may see."""
        visibility, opened = self.replay.game.need(VISIBILITY), self.replay.history.reads(1)
        if visibility.opened_by and visibility.redact(opened, PUBLIC) != opened:
            raise RagamiError("nothing-may-be-sealed")

    def _forget_what_is_sealed_off(self, before: int) -> None:
        """Read the game again without secrets that were just written, and are nobody's here yet."""
        if any(secrets_in(self.lines[before:])) and is_sealed_off(self.lines):
            self.lines = read_kept(self.store, self.name)
            self._fold(self.replay.game)

    def _append(self, before: int, key: str | None) -> Appended:
        """Store the records after `before`: the lines for everybody, and apart what is secret."""
        fresh = self.lines[before:]
        return self.store.append(
            self.name,
            before,
            [stored_line(line) for line in fresh],
            key=key,
            secrets=list(secrets_in(fresh, before + 1)),
        )

    def _refused(self, finding: Finding) -> Refused:
        return Refused(finding, self.replay.game)

    def _line(self, draft: Draft, seq: int) -> bytes:
        """Return the line of a record, in the field order of the contract."""
        entry = self.codec.types.get(draft.type)
        if draft.type in PROGRAMS_ONLY:
            raise self._refused(_malformed(seq, problem="programs-only", found=draft.type))
        if entry is None:
            raise self._refused(_malformed(seq, problem="unknown-type", found=draft.type))
        data = self.codec.read_event(draft.type, entry.version, msgspec.Raw(draft.data))
        if isinstance(data, Breach):
            raise self._refused(finding_of("malformed-record", data, seq, seq))
        try:
            return encode_record(seq, draft.type, entry.version, draft.at, draft.by, data)
        except UnicodeEncodeError as wrong:  # half a character, from a command line in bytes
            raise self._refused(_malformed(seq, problem="not-utf8", byte=wrong.start)) from None


def _malformed(seq: int, **facts: object) -> Finding:
    return finding_of("malformed-record", Breach(LOG_RULE, None, facts), seq, seq)


def import_log(store: Store, name: str, log: bytes, final: Fields | None) -> Appended:
    """Import a whole log into a store, byte for byte; the caller has judged it.

    What a joined log says of a private game is kept apart from the lines. Raises `Conflict` when
    the game is there already, and `RagamiError` `bad-record-line` for a line that is no JSON.
    """
    secrets = list(secrets_in(log.removesuffix(b"\n").split(b"\n")))
    appended = store.append(name, 0, stored_lines(log), secrets=secrets)
    keep_result(store, name, appended.last, final)
    return appended


def keep_result(store: Store, name: str, seq: int, final: Fields | None) -> None:
    """Leave the result of a game that is over where a database's views find it.

    It can be worked out again at any time: no trouble with it is one of the command's.
    """
    if final is not None:
        with suppress(RagamiError):
            store.put_result(name, seq, msgspec.json.encode(final))
