"""The common part of the commands that write: recorder, position, and what is printed.

A command hands over drafts; they are judged and stored by `ragami.table.recording`. A refusal is
printed in full, and a written record with its consequences.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import wraps
from gettext import gettext as _
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click
from msgspec.structs import replace

from ragami.errors import FOUND_WRONG, RagamiError
from ragami.findings import Finding
from ragami.game import GameDefinition
from ragami.game.capabilities import BOX, PIECES
from ragami.game.components.pieces import example_line
from ragami.judge.report import doubts, with_texts
from ragami.language import Language
from ragami.store import Appended, Conflict, Store
from ragami.table.drafts import Stamp, in_utc, now
from ragami.table.recording import Draft, Recording, Refused, import_log
from ragami_cli.arguments import did_you_mean, nearest
from ragami_cli.options import Session, option_group, pass_session

if TYPE_CHECKING:
    from ragami.judge.replay import Replay
    from ragami.narration import Narration

BY_VARIABLE: Final = "RAGAMI_BY"


class TextType(click.ParamType[str]):
    """Words that go into a record: any that can be written in UTF-8."""

    name = "text"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            value.encode()
        except UnicodeEncodeError:
            self.fail(_("This is no text in UTF-8."), param, ctx)
        return value


class TimeType(click.ParamType[str]):
    """A time that says its zone, kept in UTC."""

    name = "moment"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        with suppress(ValueError, OverflowError):
            moment = datetime.fromisoformat(value)
            if moment.tzinfo:
                return in_utc(moment)
        return self.fail(_("Write a time like 2026-11-20T19:04:31Z."), param, ctx)


def recorder(name: str | None) -> str | None:
    """Return the recorder: as given, else RAGAMI_BY, else the login name; None for nobody."""
    recorder_name = os.environ.get(BY_VARIABLE) if name is None else name
    if recorder_name is None:
        from getpass import getuser

        with suppress(OSError, KeyError, ImportError):
            recorder_name = getuser()
    return (recorder_name or "").encode(errors="replace").decode() or None


def stamp_of(time: str | None, by: str | None) -> Stamp:
    return Stamp(time or now(), recorder(by))


with_stamp = option_group(
    "stamp",
    stamp_of,
    click.option(
        "--time", metavar=_("TIME"), type=TimeType(), help=_("When it happened; else now (UTC).")
    ),
    click.option(
        "--by",
        metavar=_("WHO"),
        type=TextType(),
        help=_("Who records it; else RAGAMI_BY, else your login name."),
    ),
)
reason_option = click.option("--reason", metavar=_("TEXT"), type=TextType(), help=_("Why."))


def with_terms(command: Callable[..., object]) -> Callable[..., Any]:
    """Give a command that adds to a game its options, as its first argument: a `WriteRequest`.

    It takes in the argument `game` and the option `--reason`, where the command has them.
    """

    @with_stamp
    @click.option(
        "--key",
        metavar=_("KEY"),
        type=TextType(),
        help=_("Makes it harmless to run the same command again: a key is written once."),
    )
    @click.option(
        "--expect",
        metavar=_("SEQ"),
        type=click.IntRange(0),
        help=_("Write only if this is the last record so far; else exit with 4."),
    )
    @pass_session
    @wraps(command)
    def with_request(  # noqa: PLR0913 (as many as there are options)
        session: Session,
        /,
        game: str | None,
        *,
        stamp: Stamp,
        key: str | None,
        expect: int | None,
        yes: bool = True,
        reason: str | None = None,
        authority: str | None = None,
        **options: object,
    ) -> object:
        signed = {"reason": reason, "authority": authority}
        request = WriteRequest(session, game, stamp, key, expect, not yes, signed)
        return command(request, **options)

    return with_request


def with_question(command: Callable[..., object]) -> Callable[..., Any]:
    """Give a command what `with_terms` gives, and let it ask on a terminal unless `--yes`."""
    asks = click.option(
        "--yes", is_flag=True, help=_("Do not ask on a terminal before it is written.")
    )
    return asks(with_terms(command))


def with_signature(command: Callable[..., object]) -> Callable[..., Any]:
    """Give a command what `with_question` gives, and why and by whom it was decided."""
    authority = click.option(
        "--authority",
        metavar=_("WHO"),
        type=TextType(),
        help=_("Who decided it: a referee, the table."),
    )
    return reason_option(authority(with_question(command)))


class WriteRequest(NamedTuple):
    """A request to write: to which game, when and by whom, and on which conditions.

    The `key` has to be new, and the last record the expected one; with `asks` somebody at a
    terminal is asked before. `signed` has the `reason` and the `authority` of a decision.
    """

    session: Session
    game: str | None
    stamp: Stamp
    key: str | None = None
    expect: int | None = None
    asks: bool = False
    signed: Mapping[str, str | None] = {}

    @contextmanager
    def opened(self) -> Iterator[Writing]:
        """Open a game of the database for writing; with `whatif` also a log in a file.

        Raises `RagamiError` `game-not-found` with similar names, or that of the database.
        """
        game = self.game or ""
        if self.session.whatif and names_a_log(game):
            yield Writing(self, in_memory(self.session, game))
            return
        with self.session.store(create=False) as store:
            try:
                recording = Recording(store, game)
            except RagamiError as trouble:
                raise told_what_is_near(trouble, game, store) from trouble
            yield Writing(self, recording)


class Writing:
    """A game that a command adds to: says what is refused, and what came of what was written."""

    def __init__(self, request: WriteRequest, recording: Recording) -> None:
        self.session = request.session
        self.recording = recording
        self.key, self.expect, self.asks = request.key, request.expect, request.asks
        # The line of the input of each record, where there are several.
        self.input_lines: dict[int, int] = {}
        # True if the record that was read last says its number.
        self.numbered = False
        # The records of the command; a seal may follow them.
        self._first = self._written = len(recording.lines)
        # The game before the first write, from which on what is written is told.
        self._before: Replay | None = None
        self._telling: Narration | None = None
        self._scores: Mapping[str, int] = {}
        self._known = doubts(recording.replay)

    @property
    def game(self) -> GameDefinition:
        return self.recording.replay.game

    def seats(self) -> Iterable[str]:
        seats, _title = self.recording.replay.seating
        return seats

    def already(self) -> Appended | None:
        """Return the result of an earlier run of this command with the same key."""
        earlier = self.recording.store.earlier
        return earlier(self.recording.name, self.key) if self.key else None

    def drop_conditions(self) -> None:
        """Write what follows the first record of a command on no conditions."""
        self.key = self.expect = None

    def write(self, *drafts: Draft, seals: bool = True) -> Appended:
        """Judge and store some records, all or none. Raises `Refused` or another `RagamiError`."""
        if earlier := self.already():
            return earlier
        there = len(self.recording.lines)
        if self.expect is not None and self.expect != there:
            raise Conflict(self.recording.name, self.expect, there)
        if self._before is None and not self.session.json:
            self._before = self.recording.replay.branch()
        with self.saying_refusals():
            appended = self.recording.write(drafts, key=self.key, seals=seals)
        # Records that bind the secrets of a private game follow those of the command.
        self._first, self._written = there, there + len(drafts)
        return appended

    @contextmanager
    def saying_refusals(self) -> Iterator[None]:
        """Print in full what is refused, before the error says that nothing was written."""
        try:
            yield
        except Refused as refused:
            finding, error = refused.finding, self.recording.replay.error
            line = self.input_lines.get(finding.seq or 0, finding.line)
            self.say(replace(finding, line=line))
            self._suggest(finding)
            if not self.session.json:
                for remedy in way_on(self.recording, finding, self.session.language):
                    self.session.output.remark(remedy)
            if error and finding == with_texts(error, self.game) and not self.session.json:
                remedy = _("The game broke off there; undo or correct that first.")
                self.session.output.remark(remedy)
            raise

    def _suggest(self, finding: Finding) -> None:
        """Remark types whose names are similar to an unknown one."""
        if finding.facts.get("problem") != "unknown-type" or self.session.json:
            return
        types = self.recording.codec.types
        if question := did_you_mean(finding.facts["found"], types, cutoff=0.7):
            self.session.output.remark(question)

    def say(self, finding: Finding) -> None:
        """Print a finding in words on stderr, or as JSON in both languages."""
        output = self.session.output
        if self.session.json:
            output.data(with_texts(finding, self.game))
        else:
            output.remark(output.wrap(self.game.words.say(finding, self.session.language)))

    def done(self, appended: Appended, tell: Callable[[], str]) -> int:
        """Print what was written, and new findings. Return the exit code."""
        findings = doubts(self.recording.replay)
        fresh = [finding for finding in findings if finding not in self._known]
        self._known = findings
        if self.session.json:
            from ragami.table.replies import records_written

            finding_texts = [with_texts(finding, self.game) for finding in fresh]
            name, sealed = self.recording.name, self.recording.sealed
            self.session.output.data(records_written(name, appended, finding_texts, sealed))
        else:
            again = _("Already written: {records}.").format(records=records(appended))
            self.session.output.answer(again if appended.repeated else tell())
            for finding in fresh:
                self.say(finding)
        self._say_unsealed()
        return FOUND_WRONG if not all(finding.whole for finding in fresh) else 0

    def _say_unsealed(self) -> None:
        """Remark why a due seal does not follow."""
        if trouble := self.recording.take_unsealed():
            output = self.session.output
            why = trouble.say(output.language)
            output.remark(_("It is written, but not sealed: {why}").format(why=why))

    def last_line(self) -> str:
        """Return the last record in words, with the score where it has changed."""
        return self._told(self._written - 1)

    def all_lines(self) -> str:
        """Return every record of the last `write` in words, a line each."""
        return self._told(self._first)

    def _told(self, first: int) -> str:
        """Return the records of the command after record `first` in words, a line each.

        Nothing before the command is told: that takes longer than all else in a long log.
        """
        from ragami.narration import Narration
        from ragami_cli.story import StoryOutput

        recording, game, before = self.recording, self.game, self._before
        assert before is not None, "there unless JSON is printed"
        if self._telling is None:
            self._scores = dict(before.position.scores)
            self._telling = Narration(before, game.words.narrator(self.session.language))
        self._telling.take_all(recording.reads_after(self._telling.replay.seq))
        story = StoryOutput(game, self.session.output, recording.replay.state)
        texts, scores = [], self._scores
        for line in self._telling.lines():
            if first < line.seq <= self._written:
                texts.append(story.event(line, scores))
            scores = line.scores
        return "\n".join(texts)


def records(appended: Appended) -> str:
    if appended.first == appended.last:
        return _("record {seq}").format(seq=appended.first)
    return _("records {first} to {last}").format(first=appended.first, last=appended.last)


def names_a_log(name: str) -> bool:
    """Return True for a file, a code and stdin: for what is no game of the database."""
    from ragami.sources.codes import is_code
    from ragami.sources.files import STDIN

    return name == STDIN or is_code(name) or Path(name).is_file()


def in_memory(session: Session, log: str) -> Recording:
    """Open a log as a game in memory, to ask about it. Raise `RagamiError`."""
    from ragami.sources.codes import is_code
    from ragami.sources.places import one_source
    from ragami.store.memory import MemoryStore

    file = "" if is_code(log) else Path(log).name
    store, name = MemoryStore(), file.lstrip(".-") or "log"
    import_log(store, name, one_source(log, session.db).read(), None)
    return Recording(store, name)


def told_what_is_near(trouble: RagamiError, game: str, store: Store) -> RagamiError:
    """Add the names that are similar to an error about an unknown game."""
    if trouble.code != "game-not-found":
        return trouble
    near = nearest(game, (entry.name for entry in store.games()))
    return RagamiError("game-not-found", **{**trouble.facts, "nearest": near})


def way_on(recording: Recording, finding: Finding, language: Language) -> Iterator[str]:
    """Yield the remedies for a refusal by an earlier record, or by an unverified component."""
    replay = recording.replay
    if replay.error is None and finding.seq is not None and finding.seq <= len(recording.lines):
        earlier = _(
            "Record {seq} was written before: put it right first ('{line}'), and then this."
        )
        yield earlier.format(seq=finding.seq, line=f"correct {finding.seq} = …")
    component = replay.game.need(BOX).rests_on(replay.state, finding)
    if component is None:
        return
    kind, name = component
    yield _(
        "This rests on the {kind} {name}, which nobody has compared with the printed one."
    ).format(kind=replay.game.words.word(kind, language), name=name)
    ways = _("If the table is right: '{use}' puts it right for the whole game")
    pieces = replay.game.get(PIECES)
    if pieces and pieces.component == kind:
        met = _("A card of your box that is not there is entered in '{table}': '{line}'.")
        table = f"ragami table {quote(recording.name)}"
        yield met.format(table=table, line=example_line(pieces, language))
    use = f"ragami board use {quote(recording.name)} FILE"
    if replay.game.rulebook.may_be_waived(finding.rule or ""):
        ways += _("; '{rule}' lets only the next event stand").format(rule=f"rule {finding.rule}")
    yield ways.format(use=use) + "."
