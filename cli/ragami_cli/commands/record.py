"""`ragami record`: what happened, one event or many, judged before it is written."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from gettext import gettext as _
from gettext import ngettext
from typing import TYPE_CHECKING, Final

import click

from ragami.trouble import Trouble
from ragami_cli.arguments import game_argument
from ragami_cli.options import Command, Session, pass_session
from ragami_cli.output import is_terminal
from ragami_cli.writing import Stamp, Terms, open_recording, say_done, with_terms, write

if TYPE_CHECKING:
    from ragami.recording import Draft, Recording
    from ragami.store import Appended

STDIN: Final = "-"
Numbered = Iterator[tuple[int, bytes]]


@click.command(
    "record",
    cls=Command,
    help=_(
        'Add what happened to a game: EVENT is JSON, {"type": …, "data": {…}} or a whole record.'
        " Without EVENT, or with '-', events are read from standard input, one a line. Each is"
        " judged by the rules first; what is refused is not written.\n\n"
        "Of many events the good ones before the first bad one are kept, unless you say --atomic."
        " A game that is not there yet begins with its game_opened."
    ),
    examples=[
        (
            """ragami record final '{"type": "passed", "data": {"player": "green"}}'""",
            _("One event."),
        ),
        ("ragami record final --atomic < round-3.jsonl", _("A whole round, or nothing of it.")),
        (
            "ragami record final --key 7f3a --expect 56 < event.json",
            _("For programs: written once, and only as record 57."),
        ),
    ],
)
@game_argument
@click.argument("event", required=False, metavar=_("[EVENT|-]"), help=_("What happened, as JSON."))
@click.option("--atomic", is_flag=True, help=_("Write all of the events or none."))
@with_terms
@pass_session
def record(
    session: Session, game: str, event: str | None, *, atomic: bool, stamp: Stamp, terms: Terms
) -> int:
    """Judge and write one event or many."""
    if event is None and is_terminal(sys.stdin):
        raise click.UsageError(_("Give an EVENT, or several on standard input."))
    if event not in (None, STDIN):
        return record_one(session, game, event.encode(errors="surrogateescape"), stamp, terms)
    if terms.key and not atomic:
        raise click.UsageError(
            _("A key stands for all the events of a command: say --atomic with it.")
        )
    if atomic:
        return record_all(session, game, stamp, terms)
    return record_each(session, game, stamp, terms)


def record_one(session: Session, game: str, event: bytes, stamp: Stamp, terms: Terms) -> int:
    """Write one event, and tell what came of it."""
    from ragami_cli.drafts import Place, drafted, read_given

    with open_or_begin(session, game, event) as recording:
        place = Place(len(recording.lines) + 1)
        ...
