"""What the commands that write have in common: whose record it is, after which, and what is said.

A command hands over drafts; they are judged and stored by `ragami.recording`. What is refused is
said in full, and what was written with what came of it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import wraps
from gettext import gettext as _
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ragami.trouble import FOUND_WRONG, Trouble
from ragami_cli.options import Session

if TYPE_CHECKING:
    from ragami.finding import Finding
    from ragami.recording import Draft, Recording, Refused
    from ragami.store import Appended, Store

BY_VARIABLE = "RAGAMI_BY"


class Stamp(NamedTuple):
    """When something happened, and who records it."""

    at: str
    by: str | None


class Terms(NamedTuple):
    """When something is not to be written: the key came before, or the last record is another."""

    key: str | None = None
    expect: int | None = None


class Text(click.ParamType[str]):
    """Words that go into a record: any that can be written in UTF-8."""

    name = "text"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        try:
            value.encode()
        except UnicodeEncodeError:
            self.fail(_("This is no text in UTF-8."), param, ctx)
        return value


class Moment(click.ParamType[str]):
    """A time that says its zone, kept in UTC."""

    name = "moment"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        try:
            moment = datetime.fromisoformat(value)
            if moment.tzinfo:
                return in_utc(moment)
        except (ValueError, OverflowError):
            pass
        self.fail(_("Write a time like 2026-11-20T19:04:31Z."), param, ctx)


def in_utc(moment: datetime) -> str:
    """A time as records have it."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def with_stamp(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say when and by whom, as its argument `stamp`."""

    @click.option(
        "--at", metavar=_("TIME"), type=Moment(), help=_("When it happened; else now (UTC).")
    )
    @click.option(
        "--by",
        metavar=_("WHO"),
        type=Text(),
        help=_("Who records it; else RAGAMI_BY, else your login name."),
    )
    @wraps(command)
    def with_it(*args: Any, at: str | None, by: str | None, **rest: Any) -> Any:
        stamp = Stamp(at or in_utc(datetime.now(UTC)), recorder(by))
        return command(*args, stamp=stamp, **rest)

    return with_it


def with_terms(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command that adds to a game its options as the arguments `stamp` and `terms`."""

    @with_stamp
    @click.option(
        "--key",
        metavar=_("KEY"),
        type=Text(),
        help=_("Makes it harmless to run the same command again: a key is written once."),
    )
    @click.option(
        "--expect",
        metavar=_("SEQ"),
        type=click.IntRange(0),
        help=_("Write only if this is the last record so far; else exit with 4."),
    )
    @wraps(command)
    def with_them(*args: Any, key: str | None, expect: int | None, **rest: Any) -> Any:
        return command(*args, terms=Terms(key, expect), **rest)

    return with_them


def recorder(given: str | None) -> str | None:
    """Who records: as given, else RAGAMI_BY, else the login name; None for nobody."""
    named = os.environ.get(BY_VARIABLE) if given is None else given
    if named is None:
        from getpass import getuser

        with suppress(OSError, KeyError, ImportError):
            named = getuser()
    return (named or "").encode(errors="replace").decode() or None


@contextmanager
def open_recording(session: Session, game: str) -> Iterator[Recording]:
    """A game of the database, open for writing.

    Raises `Trouble` `game-not-found` with the names that come near, or that of the database.
    """
    from ragami.recording import Recording

    with session.store(create=False) as store:
        try:
            recording = Recording(store, game)
        except Trouble as trouble:
            raise told_what_is_near(trouble, game, store) from trouble
        yield recording


def told_what_is_near(trouble: Trouble, game: str, store: Store) -> Trouble:
    """The trouble with a name that leads nowhere, with the names that it may have meant."""
    if trouble.code != "game-not-found":
        return trouble
    from difflib import get_close_matches

    known = [entry.name for entry in store.games()]
    near = get_close_matches(game, known) or known[:1] * (len(known) == 1)
    return Trouble("game-not-found", **{**trouble.facts, "nearest": ", ".join(near) or "–"})


def write(
    session: Session,
    recording: Recording,
    drafts: Sequence[Draft],
    terms: Terms = Terms(),  # noqa: B008 (a constant)
) -> Appended:
    """Judge and store some records, all or none. A refusal is said in full, and raised."""
    from ragami.recording import Refused
    from ragami.store import Conflict

    if terms.key and (earlier := recording.store.earlier(recording.name, terms.key)):
        return earlier
    if terms.expect is not None and terms.expect != len(recording.lines):
        raise Conflict(recording.name, terms.expect, len(recording.lines))
    try:
        appended = recording.write(drafts, key=terms.key)
    except Refused as refused:
        say_refusal(session, recording, refused)
        raise
    keep_result(recording)
    return appended


def say_refusal(session: Session, recording: Recording, refused: Refused) -> None:
    """What is wrong, before the trouble says that nothing was written."""
    finding = refused.finding
    say_finding(session, recording, finding)
    if finding.seq is not None and finding.seq <= len(recording.lines) and not session.json:
        told = _("The game broke off there; undo or correct that first.")
        session.output.remark(told)


def say_finding(session: Session, recording: Recording, finding: Finding) -> None:
    """A finding in words on stderr; as JSON, in both languages, where JSON is asked for."""
    from ragami.report import said

    game = recording.replay.game
    if session.json:
        session.output.data(said(finding, game))
    else:
        session.output.remark(session.output.wrap(game.say(finding, session.language)))


def keep_result(recording: Recording) -> None:
    """Leave the result of a game that is over where the database's views find it.

    It can be worked out again at any time: no trouble with it is one of the command's.
    """
    final = recording.replay.final
    if final is None:
        return
    import msgspec

    with suppress(Trouble):
        seq = len(recording.lines)
        recording.store.put_result(recording.name, seq, msgspec.json.encode(final))


def findings_now(recording: Recording) -> list[Finding]:
    """What is wrong with the game, or doubtful; notices are no news while a game is played."""
    return [one for one in recording.replay.findings() if one.severity != "notice"]


def say_done(
    session: Session,
    recording: Recording,
    appended: Appended,
    told: str,
    before: Sequence[Finding] = (),
) -> int:
    """Say what was written, and what has been found because of it; gives the exit code."""
    from ragami.report import said

    fresh = [one for one in findings_now(recording) if one not in before]
    if session.json:
        game = recording.replay.game
        answer = {"game": recording.name, **appended._asdict()}
        session.output.data(answer | {"findings": [said(one, game) for one in fresh]})
    else:
        session.output.answer(_("Already written.") if appended.repeated else told)
        for finding in fresh:
            say_finding(session, recording, finding)
    return FOUND_WRONG if fresh and not appended.repeated else 0
