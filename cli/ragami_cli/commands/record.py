"""`ragami record`: what happened, one event or many, judged before it is written."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from gettext import gettext as _
from gettext import ngettext
from itertools import chain
from typing import Final

import click
from msgspec import UNSET, to_builtins
from msgspec.structs import replace

from ragami.errors import RagamiError
from ragami.game import is_installed, loadable
from ragami.game.capabilities import NOTATION
from ragami.judge.replay import Replay
from ragami.language import capital
from ragami.log.naming import game_named_in
from ragami.notation.misread import Word
from ragami.sources.sheets import begins_a_sheet
from ragami.store import Appended, Conflict
from ragami.table.drafts import InputPlace, Stamp, ahead_of, drafted, read_given, read_on
from ragami.table.recording import Draft, Recording
from ragami_cli.arguments import game_argument, has_game, lines_on
from ragami_cli.options import command
from ragami_cli.output import is_terminal
from ragami_cli.story import how_it_stands
from ragami_cli.writing import WriteRequest, Writing, records, with_terms

STDIN: Final = "-"
Numbered = Iterator[tuple[int, bytes]]


@command(
    "record",
    help=_(
        "Add what happened to a game: EVENT is a line of a score sheet, or JSON:"
        ' {"type": …, "data": {…}} or a whole record.'
        " Without EVENT, or with '-', events are read from standard input, one a line. Each is"
        " judged by the rules first; what is refused is not written.\n\n"
        "Of many events the good ones before the first bad one are kept, unless you say --atomic."
        " A game that is not there yet begins with its game_opened.\n\n"
        "With --house the house plays a seat: after EVENT, if there is one, it writes what that"
        " seat does, until somebody else is due. It rolls, and it sees no more than the seat."
    ),
    examples=[
        ("ragami record final '{line}'", _("A line of a score sheet.")),
        ("ragami record final '{event}'", _("One event.")),
        ("ragami record final --atomic < round-3.jsonl", _("A whole round, or nothing of it.")),
        (
            "ragami record final --house yellow",
            _("The house plays this seat until another is due."),
        ),
        (
            "ragami record final --atomic --key 7f3a --expect 56 < event.json",
            _("For programs: written once, and only as record 57."),
        ),
    ],
)
@game_argument
@click.argument(
    "event",
    required=False,
    metavar=_("[EVENT|-]"),
    help=_("What happened."),
    shell_complete=lines_on,
)
@click.option("--atomic", is_flag=True, help=_("Write all of the events or none."))
@click.option(
    "--house",
    "seats",
    metavar=_("SEAT"),
    multiple=True,
    help=_("Let the house play this seat until somebody else is due; may be given again."),
)
@with_terms
def record(
    request: WriteRequest, *, event: str | None, atomic: bool, seats: tuple[str, ...]
) -> int:
    code = 0
    if event is not None or not seats:
        code = record_given(request, event, atomic=atomic)
    if seats and not code:
        if event:
            request = request._replace(key=None, expect=None)
        with request.opened() as writing:
            code = record_house(writing, seats, request.stamp)
    return code


def record_house(writing: Writing, words: Sequence[str], stamp: Stamp) -> int:
    """Write what the house does for some seats."""
    from ragami.table.house import house_plays, seat_called

    replay = writing.recording.replay
    seats = [seat_called(replay.game, replay.state, word) for word in words]
    code, before = 0, replay.seq
    for draft in house_plays(writing.recording, seats, stamp):
        code = writing.done(writing.write(draft), writing.last_line) or code
        writing.drop_conditions()
    if writing.recording.replay.seq == before:
        output = writing.session.output
        stands = how_it_stands(replay, output.language)
        output.remark(_("There is nothing for the house to do: {stands}.").format(stands=stands))
    return code


def record_given(request: WriteRequest, event: str | None, *, atomic: bool) -> int:
    stamp = request.stamp
    if event is None and is_terminal(sys.stdin):
        raise click.UsageError(_("Give an EVENT, or several on standard input."))
    if event is not None and event != STDIN:
        line = event.encode(errors="surrogateescape")
        with open_or_begin(request, line) as writing:
            numbered_lines = lines_of(writing, line)
            if numbered_lines is not None:
                return record_all(writing, numbered_lines, stamp)
            return record_one(writing, line, stamp)
    if request.key and not atomic:
        raise click.UsageError(
            _("A key stands for all the events of a command: say --atomic with it.")
        )
    events = numbered(sys.stdin.buffer if sys.stdin else ())
    first = next(events, None)
    if first is None:
        raise RagamiError("nothing-to-append", game=request.game)
    with open_or_begin(request, first[1]) as writing:
        record_many = record_all if atomic else record_each
        return record_many(writing, chain([first], events), stamp)


def lines_of(writing: Writing, text: bytes) -> Numbered | None:
    """Split a line that begins with `all` into one for each player who is due; else return None."""
    from ragami.sheet.due_lines import lines_for_all

    if not is_typed(text):
        return None
    line, replay = text.decode(), writing.recording.replay
    lines = lines_for_all(replay, line, writing.session.language)
    return (
        ((number, due_line.encode()) for number, due_line in enumerate(lines, 1)) if lines else None
    )


def numbered(lines: Iterable[bytes]) -> Numbered:
    """Yield the lines that are not empty, each with its number."""
    stripped = ((number, line.strip()) for number, line in enumerate(lines, 1))
    return with_heads((number, line) for number, line in stripped if line)


def with_heads(lines: Numbered) -> Numbered:
    """Join the heads of a sheet to one line, which is record 1. Leave out comments.

    Heads that become notes come after it, wherever they stand between the others.
    """
    heads: list[bytes] = []
    notes: list[tuple[int, bytes]] = []
    start = 0
    for number, line in lines:
        if line.startswith(b"#"):
            continue
        if begins_a_sheet(line) or (heads and is_head(line)):
            start = start if heads else number
            heads.append(line)
        elif heads and is_noted_head(line):
            notes.append((number, line))
        else:
            yield from whole_head(start, heads, notes)
            yield number, line
    yield from whole_head(start, heads, notes)


def whole_head(start: int, heads: list[bytes], notes: list[tuple[int, bytes]]) -> Numbered:
    """Yield the gathered heads, and clear them."""
    if heads:
        yield start, b"\n".join(heads)
        yield from notes
    heads.clear()
    notes.clear()


def is_head(line: bytes) -> bool:
    """Return True if the line is one of the heads of a sheet that make record 1."""
    every = (game.need(NOTATION).heads for game in loadable())
    return any(begins_with(line, heads) for heads in every)


def is_noted_head(line: bytes) -> bool:
    """Return True if the line is one of the heads of a sheet that become notes."""
    from ragami.sheet.words import HEADS

    return begins_with(line, HEADS.values())


def begins_with(line: bytes, words: Iterable[Word]) -> bool:
    from ragami.notation.line import word_in

    first = line.split()[0].decode(errors="replace")
    return bool(word_in(first, dict.fromkeys(words, True), whole=True))


@contextmanager
def open_or_begin(request: WriteRequest, first: bytes) -> Iterator[Writing]:
    """Open a game for writing; begin one that is not there if the first event opens a game."""
    from ragami.sheet.files import game_of_sheet

    kind = game_of_sheet(first.decode(errors="replace").split("\n"))
    kind = kind or game_named_in(first)
    session, game = request.session, request.game or ""
    if kind is None or not is_installed(kind) or has_game(session, game):
        with request.opened() as writing:
            yield writing
    else:
        with session.store() as store:
            recording = Recording(store, game, session.language, new=kind)
            yield Writing(request, recording)


def record_one(writing: Writing, event: bytes, stamp: Stamp) -> int:
    appended = writing.already()
    if appended is None:
        place = InputPlace(len(writing.recording.lines) + 1)
        appended = writing.write(read(writing, event, place, stamp))
    return writing.done(appended, writing.last_line)


def record_all(writing: Writing, events: Numbered, stamp: Stamp) -> int:
    appended = writing.already()
    if appended is None:
        after = len(writing.recording.lines)
        drafts = []
        ahead = ahead_of(writing.recording)
        for n, (line, event) in enumerate(events, 1):
            drafts.append(read(writing, event, InputPlace(after + n, line), stamp, ahead))
            read_on(ahead, drafts[-1])
        appended = writing.write(*drafts)
    return writing.done(appended, partial(summary, writing, appended))


def record_each(writing: Writing, events: Numbered, stamp: Stamp) -> int:
    """Write one event after the other; where one is refused, those before it stay."""
    before = len(writing.recording.lines)
    code = 0
    try:
        for line, event in events:
            place = InputPlace(len(writing.recording.lines) + 1, line)
            draft = read(writing, event, place, stamp)
            # No seal fits between records that say their numbers.
            appended = writing.write(draft, seals=not writing.numbered)
            writing.drop_conditions()
            if writing.session.json:
                code = writing.done(appended, str) or code
    except BaseException:
        if len(writing.recording.lines) > before:
            written = Appended(before + 1, len(writing.recording.lines))
            writing.session.output.remark(summary(writing, written))
        raise
    finally:
        writing.recording.seal_if_due(stamp.at, stamp.by)
    if writing.session.json:
        return code
    written = Appended(before + 1, len(writing.recording.lines))
    return writing.done(written, partial(summary, writing, written))


def read(
    writing: Writing, event: bytes, place: InputPlace, stamp: Stamp, ahead: Replay | None = None
) -> Draft:
    """Return the given event as a draft. A record with a number has to come at its place.

    `ahead`: the game with what comes before it, where that is not written yet.
    """
    with writing.saying_refusals():
        if place.line is not None:
            writing.input_lines[place.seq] = place.line
        if is_typed(event):
            return read_sheet_line(writing, event, place, stamp, ahead)
        read_event = read_given(event, place)
        writing.numbered = read_event.seq is not UNSET
        if read_event.seq is not UNSET and read_event.seq != place.seq:
            raise Conflict(writing.recording.name, read_event.seq - 1, place.seq - 1)
        return drafted(read_event, writing.recording.codec, stamp, place)


def is_typed(event: bytes) -> bool:
    """Return True if this is a line of a score sheet, or at least no JSON."""
    try:
        return event.decode().strip()[:1] not in ("", "{", "[")
    except UnicodeDecodeError:
        return False


def read_sheet_line(
    writing: Writing, text: bytes, place: InputPlace, stamp: Stamp, ahead: Replay | None
) -> Draft:
    """Read a line of a score sheet as a draft for the position of the game.

    Raises `RagamiError` `line-misread`, after saying what was expected where.
    """
    from ragami.sheet import Misread, read_line

    writing.numbered = False
    line = text.decode(errors="replace")
    replay, language = ahead or writing.recording.replay, writing.session.language
    draft = read_line(replay, line, place.line or 1, language)
    if isinstance(draft, Misread):
        if not writing.session.json:
            writing.session.output.remark(draft.say(language))
        raise RagamiError("line-misread", **to_builtins(draft))
    if draft is None:
        raise RagamiError("nothing-to-append", game=writing.recording.name)
    return replace(draft, at=draft.at or stamp.at, by=draft.by or stamp.by)


def summary(writing: Writing, appended: Appended) -> str:
    number = appended.last - appended.first + 1
    counted = ngettext("{n} event written", "{n} events written", number).format(n=number)
    stands = how_it_stands(writing.recording.replay, writing.session.language)
    return f"{counted}: {records(appended)}. {capital(stands)}."
