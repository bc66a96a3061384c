"""`ragami undo|redo|correct|rule|reveal|assert|note`: records that are no event of the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from gettext import gettext as _
from typing import Any

import click
from msgspec.structs import replace

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.game.capabilities import ASSERTIONS, REVEALS
from ragami.judge.undoing import bringing_again, taking_back
from ragami.table.drafts import (
    InputPlace,
    Stamp,
    before_event,
    corrected,
    draft_of,
    revealing,
    steps_back,
)
from ragami.table.recording import Draft
from ragami_cli.arguments import game_argument, one_of, rule_ids
from ragami_cli.commands.rules import by_id, expect_waivable
from ragami_cli.opening_arguments import as_json
from ragami_cli.options import command
from ragami_cli.story import how_it_stands
from ragami_cli.writing import (
    TextType,
    WriteRequest,
    Writing,
    reason_option,
    with_signature,
    with_terms,
)

# --- what counts ---------------------------------------------------------------------------


@command(
    "undo",
    help=_(
        "Take back what was written last: an event is struck out, after a correction the event"
        " reads as it did before it. With --steps or --at, strike out the last events of a game."
        " They keep their numbers and stay in the log; what was undone can be redone until the"
        " next event is recorded."
    ),
    examples=[
        ("ragami undo final", _("Take back what was written last.")),
        ("ragami undo final --steps 3 --reason 'misread'", _("The last three.")),
        ("ragami undo final --at 57", _("Everything after record 57.")),
    ],
)
@game_argument
@click.option(
    "--at",
    metavar=_("SEQ"),
    type=click.IntRange(1),
    help=_("The last record that is to count."),
)
@click.option(
    "--steps",
    metavar=_("N"),
    type=click.IntRange(1),
    help=_("How many events of the game to strike out."),
)
@reason_option
@with_terms
def undo(request: WriteRequest, *, at: int | None, steps: int | None) -> int:
    if at is not None and steps is not None:
        raise click.UsageError(_("Say --at or --steps, not both."))
    stamp, reason = request.stamp, request.signed["reason"]
    with request.opened() as writing:

        def drafts() -> list[Draft]:
            if at is None and steps is None:
                return [last_taken_back(writing, reason, stamp)]
            back_to = steps_back(writing.recording, steps or 1) if at is None else at
            return [draft_of("undone", {"to": back_to, "reason": reason}, stamp)]

        return add_all(writing, drafts, tell=with_standing)


def last_taken_back(writing: Writing, reason: str | None, stamp: Stamp) -> Draft:
    """Return the record that takes back the last one. Raise `RagamiError` `nothing-to-undo`."""
    back = taking_back(writing.recording.replay, reason)
    if back is None:
        raise RagamiError("nothing-to-undo", game=writing.recording.name, found=0, wanted=1)
    return replace(back, at=stamp.at, by=stamp.by)


@command(
    "redo",
    help=_(
        "Take back the last undo, if no event has been recorded since. After several undos in a"
        " row it may be repeated."
    ),
    examples=[("ragami redo final", _("What was struck out counts again."))],
)
@game_argument
@with_terms
def redo(request: WriteRequest) -> int:
    stamp = request.stamp
    with request.opened() as writing:

        def drafts() -> list[Draft]:
            again = bringing_again(writing.recording.replay)
            if again is None:
                return [draft_of("redone", {}, stamp)]  # the rule refuses it, and says why
            return [replace(again, at=stamp.at, by=stamp.by)]

        return add_all(writing, drafts, tell=with_standing)


@command(
    "correct",
    help=_(
        "Let the event at SEQ read as another one from now on, or strike it out. The log keeps"
        " both; everything after it is judged again, and the first event that has become illegal"
        " is told (exit code 1)."
    ),
    examples=[
        ("ragami correct final 57 '{line}'", _("Record 57 was another event: a line of a sheet.")),
        ("ragami correct final 57 '{event}'", _("The same as JSON.")),
        ("ragami correct final 57 --strike --authority Carl", _("Record 57 never happened.")),
    ],
)
@game_argument
@click.argument(
    "seq", type=click.IntRange(1), metavar=_("SEQ"), help=_("The record that was wrong.")
)
@click.argument(
    "event",
    required=False,
    type=TextType(),
    metavar=_("[EVENT]"),
    help=_("How it reads now: a line of a score sheet, or JSON."),
)
@click.option("--strike", is_flag=True, help=_("Strike the event out."))
@with_signature
def correct(request: WriteRequest, *, seq: int, event: str | None, strike: bool) -> int:
    if strike == (event is not None):
        raise click.UsageError(_("Say either how the event reads now, or --strike."))
    with request.opened() as writing:

        def drafts() -> list[Draft]:
            reads = None if event is None else reading(writing, event.encode(), seq)
            with writing.saying_refusals():
                return [corrected(writing.recording, seq, reads, request.signed, request.stamp)]

        return add_all(writing, drafts, tell=with_standing)


def reading(writing: Writing, event: bytes, seq: int) -> Draft:
    """Return how an event is to read, a line of the sheet as it is read at that moment."""
    from ragami_cli.commands.record import is_typed, read

    before = before_event(writing.recording, seq) if is_typed(event) else None
    return read(writing, event, InputPlace(seq), Stamp("", None), before)


@command(
    "rule",
    help=_(
        "Let the next event of a game break a rule, and stand. The ruling is kept in the log, and"
        " the report on the game names what it let stand."
    ),
    examples=[
        (
            "ragami rule final {rule} --reason 'nobody saw it' --authority Carl",
            _("The next event may break this rule."),
        ),
        ("ragami rule final {rule} --for 57", _("Record 57 broke it, and stands.")),
        ("ragami rules --waivable", _("What can be ruled.")),
    ],
)
@game_argument
@click.option(
    "--for",
    "event",
    metavar=_("SEQ"),
    type=click.IntRange(2),
    help=_(
        "Let this event stand, which is in the log: it and what came after it is written once"
        " more, behind the ruling."
    ),
)
@click.argument(
    "rule_id",
    metavar=_("RULE"),
    help=_("Id of the rule, as in a finding."),
    shell_complete=rule_ids,
)
@with_signature
def rule(request: WriteRequest, *, rule_id: str, event: int | None) -> int:
    from ragami.table.whatif import let_stand

    stamp = request.stamp
    with request.opened() as writing:
        waived = by_id(rule_id, [writing.game])
        expect_waivable(waived, writing.game)
        ruling = draft_of("ruled", {"rule": waived.id, **request.signed}, stamp)
        if event is None:
            return add_all(writing, lambda: [ruling])

        def once_more() -> list[Draft]:
            with writing.saying_refusals():
                return let_stand(writing.recording, event, ruling, stamp)

        return add_all(writing, once_more, with_standing)


# --- what the table shows ------------------------------------------------------------------


@command(
    "reveal",
    help=_(
        "Say which card it was that the log did not know: the oldest such card in the hand, or"
        " the one that record --seq brought."
    ),
    examples=[
        ("ragami reveal final green 13", _("Green's oldest hidden card is a 13.")),
        ("ragami reveal final green 13 --seq 20", _("The one that was drawn in record 20.")),
    ],
)
@game_argument
@click.argument("seat", required=False, metavar=_("COLOUR"), help=_("Whose card it is."))
@click.argument("card", required=False, type=int, metavar=_("CARD"), help=_("Its number."))
@click.option(
    "--seq", metavar=_("SEQ"), type=click.IntRange(1), help=_("The record that brought the card.")
)
@click.option("--place", metavar=_("PLACE"), help=_("The place in that record, such as 'kept[0]'."))
@click.option("--value", metavar=_("VALUE"), help=_("What stands there: JSON, or a plain word."))
@with_terms
def reveal(
    request: WriteRequest,
    *,
    seat: str | None,
    card: int | None,
    seq: int | None,
    place: str | None,
    value: str | None,
) -> int:
    """Write down what was shown: a card of a hand, or what stands in a place of a record."""
    with request.opened() as writing:
        reveals, recording = writing.game.need(REVEALS), writing.recording

        def data() -> Data:
            player = one_of(seat.lower(), writing.seats(), _("COLOUR")) if seat else None
            if reveals.fills:
                if seq is None or place is None or value is None:
                    raise click.UsageError(_("Say what was shown: --seq, --place and --value."))
                return revealing(recording, as_json(value), player=player, seq=seq, place=place)
            if player is None or card is None:
                raise click.UsageError(_("Say whose card, and which: COLOUR CARD."))
            return revealing(recording, card, player=player, seq=seq)

        return add(writing, "revealed", data, request.stamp)


@command(
    "assert",
    help=_(
        "Write down what the table shows, and compare it with the log: any part of what a game"
        " lets be compared ('ragami schema asserted' lists it). A difference is told, and changes"
        " nothing (exit code 1)."
    ),
    examples=[
        ("ragami assert final {shown}", _("Compare two numbers; dots lead into a part.")),
        ("ragami assert final '{shown_json}'", _("As JSON.")),
    ],
)
@game_argument
@click.argument(
    "shown",
    nargs=-1,
    required=True,
    type=TextType(),
    metavar=_("JSON|KEY=VALUE..."),
    help=_("What the table shows."),
)
@with_terms
def assert_(request: WriteRequest, *, shown: tuple[str, ...]) -> int:
    with request.opened() as writing:
        writing.game.need(ASSERTIONS)
        data = from_words(shown)
        code = add(writing, "asserted", lambda: data, request.stamp)
        if not code and not request.session.json:
            request.session.output.answer(_("Table and log agree."))
        return code


@command(
    "note",
    help=_("Write a remark into the log of a game. It counts for nothing, and stays."),
    examples=[("ragami note final 'Ana had to leave for a moment'", _("A remark."))],
)
@game_argument
@click.argument(
    "text", nargs=-1, required=True, type=TextType(), metavar=_("TEXT..."), help=_("The remark.")
)
@with_terms
def note(request: WriteRequest, *, text: tuple[str, ...]) -> int:
    with request.opened() as writing:
        return add(writing, "noted", lambda: {"text": " ".join(text)}, request.stamp)


# --- the way they all take -----------------------------------------------------------------


def add(
    writing: Writing,
    type_: str,
    data: Callable[[], object],
    stamp: Stamp,
    tell: Callable[[Writing], str] = Writing.last_line,
) -> int:
    """Write a record of a type; its data is made only if it is needed: see `add_all`."""
    return add_all(writing, lambda: [draft_of(type_, data(), stamp)], tell)


def add_all(
    writing: Writing,
    drafts: Callable[[], Sequence[Draft]],
    tell: Callable[[Writing], str] = Writing.last_line,
) -> int:
    """Write some records, all or none, unless the command has been here before.

    With `ragami whatif` it is only told what that would change; where the terms say so, somebody
    at a terminal is asked.
    """
    appended = None if writing.session.whatif else writing.already()
    if appended is None:
        to_write = drafts()
        if writing.session.whatif:
            from ragami_cli.consequences import tell_what_if

            return tell_what_if(writing, to_write)
        if writing.asks:
            from ragami_cli.consequences import ask_before

            ask_before(writing, to_write)
        appended = writing.write(*to_write)
    return writing.done(appended, partial(tell, writing))


def with_standing(writing: Writing) -> str:
    """Return the written record in words, and the position after it."""
    stands = how_it_stands(writing.recording.replay, writing.session.language)
    return f"{writing.last_line()}\n      " + _("Now: {stands}.").format(stands=stands)


HINT = "JSON|KEY=VALUE"


def from_words(words: Sequence[str]) -> Data:
    """Read `points.yellow=12 points.green=9` as `{"points": {"yellow": 12, "green": 9}}`."""
    assertion: Data = {}
    for word in words:
        key, equals, value = word.partition("=")
        if word.lstrip().startswith("{"):
            join(assertion, value_of(word), word)
        elif equals and all(key.split(".")):
            nested = value_of(value)
            for part in reversed(key.split(".")):
                nested = {part: nested}
            join(assertion, nested, word)
        else:
            raise click.BadParameter(
                _("'{word}' is neither KEY=VALUE nor KEY.KEY=VALUE.").format(word=word),
                param_hint=HINT,
            )
    return assertion


def value_of(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise click.BadParameter(
            _("'{text}' is no number and no JSON object.").format(text=text), param_hint=HINT
        ) from None


def join(assertion: Data, more: Data, word: str) -> None:
    """Add to what is shown. Raise wrong usage for something that stands there already."""
    for key, value in more.items():
        there = assertion.get(key)
        if isinstance(there, dict) and isinstance(value, dict):
            join(there, value, word)
        elif key in assertion:
            raise click.BadParameter(
                _("'{word}' says something a second time.").format(word=word), param_hint=HINT
            )
        else:
            assertion[key] = value
