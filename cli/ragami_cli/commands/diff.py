"""`ragami diff`: two logs, or two moments, field by field."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from gettext import gettext as _
from gettext import ngettext
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from ragami.decoded import Data
from ragami.errors import FOUND_WRONG, RagamiError
from ragami.export.excerpt import Excerpt
from ragami.game.capabilities import LABELS
from ragami.game.moment_labels import MomentLabels
from ragami.game.visibility import REFEREE
from ragami.judge.report import replay_log
from ragami.proof.withheld import as_it_reads
from ragami.referee.diff import (
    Difference,
    RecordDifference,
    finer,
    log_differences,
    state_differences,
)
from ragami.referee.diff import in_words as of_field
from ragami_cli.arguments import beginning, checked_viewer, game_names, read_log, viewer_option
from ragami_cli.options import Command, Session, pass_session

if TYPE_CHECKING:
    from ragami_cli.output import Output

LISTED: Final = 12
"""Differing records that are told to people one by one; JSON has them all."""


class Side(NamedTuple):
    """One of the two: the name it was asked for by, whether at a moment, and what is seen of it."""

    name: str
    at_a_moment: bool
    taken: Excerpt
    view: Data

    @property
    def labels(self) -> MomentLabels:
        """The labels of the fields and the seats."""
        game = self.taken.replay.game
        return MomentLabels(game.need(LABELS), game, self.taken.replay.state)


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
    left_side, right_side = side(session, a, viewer), side(session, b, viewer)
    moments = left_side.at_a_moment or right_side.at_a_moment
    lines = ([as_it_reads(line) for line in each.taken.lines] for each in (left_side, right_side))
    records = None if moments else log_differences(*lines)
    state = [
        each for each in state_differences(left_side.view, right_side.view) if each.path != "seq"
    ]
    if session.json:
        from ragami.referee.replies import Compared

        session.output.data(Compared(a, b, records, state))
    else:
        for line in in_words(left_side, right_side, records, state, session.output):
            session.output.answer(line)
    return FOUND_WRONG if records or state else 0


def side(session: Session, named_log: str, viewer: str | None) -> Side:
    """A log, and its state at the end or at the moment that is asked for. Raises `RagamiError`."""
    name, seq = named_log, None
    try:
        log = read_log(session, named_log)
    except RagamiError as trouble:
        moment = re.fullmatch(r"(.+)@([1-9][0-9]{0,8})", named_log)
        if moment is None:
            raise
        name, seq = moment[1], int(moment[2])
        try:
            log = beginning(read_log(session, name), seq, name)
        except RagamiError as other:
            raise other from trouble
    viewer = viewer and checked_viewer(viewer, replay_log(log))
    excerpt = Excerpt(name, log, viewer or REFEREE, session.language)
    view = excerpt.replay.game.view(excerpt.replay.state, excerpt.replay.seq, excerpt.viewer)
    return Side(named_log, seq is not None, excerpt, view)


def in_words(
    left_side: Side,
    right_side: Side,
    records: Sequence[RecordDifference] | None,
    state: Sequence[Difference],
    output: Output,
) -> Iterator[str]:
    """The records first, then how the games stand."""
    if not records and not state:
        yield _("No difference.")
        return
    if records:
        yield from of_records(records, left_side, right_side, output)
    elif records is not None:
        yield _("The records are the same.")
    if not state:
        yield _("Both stand the same.")
        return
    yield output.style(
        _("How it stands ({a} | {b}):").format(a=left_side.name, b=right_side.name), bold=True
    )
    for line in of_state(state, left_side.labels, output):
        yield f"  {line}"


def of_state(
    differences: Sequence[Difference], labels: MomentLabels, output: Output
) -> Iterator[str]:
    """Yield the differences of two views in words."""
    from ragami.referee.diff import in_words as said

    for difference in finer(differences):
        yield said(difference, labels, output.language)


def of_records(
    records: Sequence[RecordDifference], left_side: Side, right_side: Side, output: Output
) -> Iterator[str]:
    """Yield the number of records that differ, and the first ones field by field."""
    n = len(records)
    head = ngettext("{n} record differs, number {seq}:", "{n} records differ, from {seq} on:", n)
    yield output.style(head.format(n=n, seq=place(records[0])), bold=True)
    for difference in records[:LISTED]:
        if difference.only:
            there = left_side.name if difference.only == "a" else right_side.name
            yield f"  {place(difference)}: " + _("only in {name}").format(name=there)
        elif not difference.fields:
            yield f"  {place(difference)}: " + _("says the same in other bytes")
        lines = left_side.taken.lines
        type_ = event_type(lines[difference.seq - 1]) if difference.seq else ""
        for field in finer(difference.fields):
            said = of_field(field, left_side.labels, output.language, type_)
            yield f"  {place(difference)}: {said}"
    if n > LISTED:
        more = ", ".join(map(place, records[LISTED : LISTED * 4]))
        more += " …" if n > LISTED * 4 else ""
        yield "  " + _("and {records}").format(records=more)


def place(difference: RecordDifference) -> str:
    """The number of a record; both, where it stands at another place in each log."""
    seqs = [
        str(seq) for seq in dict.fromkeys((difference.seq, difference.seq_b)) if seq is not None
    ]
    return " | ".join(seqs)


def event_type(line: bytes) -> str:
    """Return the type of the event in a line; empty where the line is no record."""
    try:
        return str(json.loads(line)["type"])
    except (ValueError, LookupError, TypeError):
        return ""
