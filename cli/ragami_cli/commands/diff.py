"""`ragami diff`: two logs, or two moments, field by field."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from gettext import gettext as _
from gettext import ngettext
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from ragami.errors import FOUND_WRONG, RagamiError
from ragami.game.visibility import REFEREE
from ragami.messages import plain
from ragami_cli.arguments import game_names
from ragami_cli.options import Command, Session, pass_session
from ragami_cli.reading import checked_viewer, read_log, viewer_option

if TYPE_CHECKING:
    from ragami.export.excerpt import Excerpt
    from ragami.referee.diff import Difference, RecordDifference
    from ragami_cli.output import Output

LISTED: Final = 12
"""Differing records that are told to people one by one; JSON has them all."""

SHOWN: Final = 60
"""Characters of a value that people are shown."""


class Side(NamedTuple):
    """One of the two: the name it was asked for by, whether at a moment, and what is seen of it."""

    name: str
    at_a_moment: bool
    taken: Excerpt
    view: dict[str, Any]


@click.command(
    "diff",
    cls=Command,
    help=_(
        "Compare two logs: the first record that differs, which others do, and the fields in which"
        " the games stand otherwise at their ends. NAME@SEQ is the moment after a record: where"
        " one is given, only the states are compared.\n\n"
        "The exit code is 0 when there is no difference, and 1 when there is one."
    ),
    examples=[
        ("ragami diff final ana.jsonl", _("A game, and another sheet of it.")),
        ("ragami diff final@57 final@63", _("What six records have changed.")),
        ("ragami diff final final@57 --as public --json", _("As everybody may see it, as JSON.")),
    ],
)
@click.argument(
    "a", metavar=_("A[@SEQ]"), help=_("A game, or else a file."), shell_complete=game_names
)
@click.argument("b", metavar=_("B[@SEQ]"), help=_("The other one."), shell_complete=game_names)
@viewer_option
@pass_session
def diff(session: Session, a: str, b: str, viewer: str | None) -> int:
    """Print what differs."""
    from ragami.proof.withheld import as_it_reads
    from ragami.referee.diff import log_differences, state_differences

    one, other = side(session, a, viewer), side(session, b, viewer)
    moments = one.at_a_moment or other.at_a_moment
    lines = ([as_it_reads(line) for line in each.taken.lines] for each in (one, other))
    records = None if moments else log_differences(*lines)
    state = [each for each in state_differences(one.view, other.view) if each.path != "seq"]
    if session.json:
        from ragami.referee.replies import Compared

        session.output.data(Compared(a, b, records, state))
    else:
        for line in in_words(one, other, records, state, session.output):
            session.output.answer(line)
    return FOUND_WRONG if records or state else 0


def side(session: Session, asked: str, viewer: str | None) -> Side:
    """A log, and its state at the end or at the moment that is asked for. Raises `RagamiError`."""
    from ragami.export.excerpt import Excerpt
    from ragami.judge.report import replay_log
    from ragami_cli.commands.show import beginning

    name, seq = asked, None
    try:
        log = read_log(session, asked)
    except RagamiError as trouble:
        moment = re.fullmatch(r"(.+)@([1-9][0-9]{0,8})", asked)
        if moment is None:
            raise
        name, seq = moment[1], int(moment[2])
        try:
            log = beginning(read_log(session, name), seq, name)
        except RagamiError as other:
            raise other from trouble
    viewer = checked_viewer(viewer, replay_log(log)) or REFEREE
    taken = Excerpt(name, log, viewer, session.language)
    view = taken.replay.game.view(taken.replay.state, taken.replay.seq, taken.viewer)
    return Side(asked, seq is not None, taken, view)


def in_words(
    one: Side,
    other: Side,
    records: Sequence[RecordDifference] | None,
    state: Sequence[Difference],
    output: Output,
) -> Iterator[str]:
    """The records first, then how the games stand."""
    if not records and not state:
        yield _("No difference.")
        return
    if records:
        yield from of_records(records, one, other, output)
    elif records is not None:
        yield _("The records are the same.")
    if not state:
        yield _("Both stand the same.")
        return
    yield output.style(_("How it stands ({a} | {b}):").format(a=one.name, b=other.name), bold=True)
    for each in state:
        yield f"  {each.path}: {value(each.a)} | {value(each.b)}"


def of_records(
    records: Sequence[RecordDifference], one: Side, other: Side, output: Output
) -> Iterator[str]:
    """Yield the number of records that differ, and the first ones field by field."""
    n = len(records)
    head = ngettext("{n} record differs, number {seq}:", "{n} records differ, from {seq} on:", n)
    yield output.style(head.format(n=n, seq=place(records[0])), bold=True)
    for each in records[:LISTED]:
        if each.only:
            there = one.name if each.only == "a" else other.name
            yield f"  {place(each)}: " + _("only in {name}").format(name=there)
        elif not each.fields:
            yield f"  {place(each)}: " + _("says the same in other bytes")
        for field in each.fields:
            yield f"  {place(each)}: {plain(field.path)}: {value(field.a)} | {value(field.b)}"
    if n > LISTED:
        more = ", ".join(map(place, records[LISTED : LISTED * 4]))
        more += " …" if n > LISTED * 4 else ""
        yield "  " + _("and {records}").format(records=more)


def place(each: RecordDifference) -> str:
    """The number of a record; both, where it stands at another place in each log."""
    seqs = [str(seq) for seq in dict.fromkeys((each.seq, each.seq_b)) if seq is not None]
    return " | ".join(seqs)


def value(given: Any) -> str:
    """A value on one line."""
    if isinstance(given, str):
        return plain(given, SHOWN)
    return plain(json.dumps(given, ensure_ascii=False), SHOWN)
