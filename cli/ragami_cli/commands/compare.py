"""`ragami diff|merge`: two logs or moments compared, and two score sheets made one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import Final, NamedTuple

import click

from ragami.decoded import Data
from ragami.errors import FOUND_WRONG, RagamiError
from ragami.export.excerpt import Excerpt
from ragami.game import GameDefinition
from ragami.game.capabilities import LABELS
from ragami.game.moment_labels import MomentLabels
from ragami.game.visibility import REFEREE
from ragami.judge.replay import Replay
from ragami.judge.report import game_of, replay_log
from ragami.proof.withheld import as_it_reads
from ragami.referee.accounts import Account, account
from ragami.referee.diff import (
    Difference,
    RecordDifference,
    finer,
    log_differences,
    state_differences,
)
from ragami.referee.diff import in_words as of_field
from ragami.referee.divergences import Shown, Version, look_at, merge_told
from ragami.referee.merge import Merge, MergeOutcome, Side
from ragami.referee.merged_log import Decision, merged_log
from ragami.referee.replies import Compared
from ragami.table.recording import import_log
from ragami_cli.arguments import (
    beginning,
    checked_viewer,
    game_names,
    out_option,
    read_log,
    viewer_option,
)
from ragami_cli.options import Session, command, pass_session
from ragami_cli.output import Output, ProgressLine, somebody_answers
from ragami_cli.writing import TextType

LISTED: Final = 12
"""The most differing records that are described; JSON has all."""


class ComparedLog(NamedTuple):
    """One of the two: the name it was asked for by, whether at a moment, and what is seen of it."""

    name: str
    at_a_moment: bool
    excerpt: Excerpt
    view: Data

    @property
    def labels(self) -> MomentLabels:
        game = self.excerpt.replay.game
        return MomentLabels(game.need(LABELS), game, self.excerpt.replay.state)


@command(
    "diff",
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
    left_side, right_side = compared_log(session, a, viewer), compared_log(session, b, viewer)
    moments = left_side.at_a_moment or right_side.at_a_moment
    lines = ([*map(as_it_reads, side.excerpt.lines)] for side in (left_side, right_side))
    records = None if moments else log_differences(*lines)
    differences = state_differences(left_side.view, right_side.view)
    state = [difference for difference in differences if difference.path != "seq"]
    words = in_words(left_side, right_side, records, state, session.output)
    session.output.reply(Compared(a, b, records, state), words)
    return FOUND_WRONG if records or state else 0


def compared_log(session: Session, named_log: str, viewer: str | None) -> ComparedLog:
    """Read a log, up to a moment if one is named. Raise `RagamiError`."""
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
    return ComparedLog(named_log, seq is not None, excerpt, view)


def in_words(
    left_side: ComparedLog,
    right_side: ComparedLog,
    records: Sequence[RecordDifference] | None,
    state: Sequence[Difference],
    output: Output,
) -> Iterator[str]:
    """Yield the records first, then the positions."""
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
    for difference in finer(differences):
        yield of_field(difference, labels, output.language)


def of_records(
    records: Sequence[RecordDifference],
    left_side: ComparedLog,
    right_side: ComparedLog,
    output: Output,
) -> Iterator[str]:
    """Yield the number of records that differ, and the first ones field by field."""
    n = len(records)
    head = ngettext("{n} record differs, number {seq}:", "{n} records differ, from {seq} on:", n)
    yield output.style(head.format(n=n, seq=place(records[0])), bold=True)
    for difference in records[:LISTED]:
        if difference.only:
            side = left_side.name if difference.only == "a" else right_side.name
            yield f"  {place(difference)}: " + _("only in {name}").format(name=side)
        elif not difference.fields:
            yield f"  {place(difference)}: " + _("says the same in other bytes")
        lines = left_side.excerpt.lines
        type_ = event_type(lines[difference.seq - 1]) if difference.seq else ""
        for field in finer(difference.fields):
            text = of_field(field, left_side.labels, output.language, type_)
            yield f"  {place(difference)}: {text}"
    if n > LISTED:
        more = ", ".join(map(place, records[LISTED : LISTED * 4]))
        more += " …" if n > LISTED * 4 else ""
        yield "  " + _("and {records}").format(records=more)


def place(difference: RecordDifference) -> str:
    """Return the number of a record; both, where it has another one in each log."""
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


# --- two score sheets of one game ----------------------------------------------------------------


@command(
    "merge",
    help=_(
        "Lay two independent records of one game side by side, complete each from the other, and"
        " stop at the first place where they really contradict each other: it shows both events,"
        " what differs on the table after them, and where each version leads to. On a terminal"
        " you pick one and say why, and it goes on; elsewhere --prefer picks.\n\n"
        "An event that only one of them has was left out by the other, if the rules let the game"
        " go on so; a card that one of them does not know is the other's. Times, names of"
        " recorders and notes may differ. The merged log goes to standard output or --out, or"
        " with --game into the database, when the whole of it is merged; what was undone stays in"
        " the two logs.\n\n"
        "The exit code is 1 where a contradiction is left."
    ),
    examples=[
        ("ragami merge ana.jsonl bea.jsonl -o final.jsonl", _("One log of two.")),
        ("ragami merge ana bea --json", _("Where do they contradict each other?")),
        ("ragami merge ana bea --prefer a --game final", _("Ana is right wherever they differ.")),
    ],
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option(
    "--prefer", type=click.Choice(["a", "b"]), help=_("Whom to believe where they differ.")
)
@click.option("--reason", type=TextType(), help=_("Why; it is noted in the merged log."))
@out_option(_("Where the merged log goes to; else to standard output."))
@click.option("--game", metavar=_("NAME"), help=_("A new game of the database for it."))
@pass_session
def merge(  # noqa: PLR0913 (two logs, two ways to decide, two places to go)
    session: Session,
    *,
    a: str,
    b: str,
    prefer: Side | None,
    reason: str | None,
    out: Path | None,
    game: str | None,
) -> int:
    the_game, account_a, account_b = accounts(session, a, b)
    merging = Merge(the_game, account_a, account_b)
    decisions: list[Decision] = []
    places: list[Shown] = []
    with ProgressLine(len(account_a.entries)) as progress:
        while divergence := merging.go_on():
            progress.step(merging.i - progress.done)
            places.append(look_at(merging, divergence, (account_a, account_b)))
            progress.hide()
            if not session.json:
                lines = divergence_in_words(places[-1], merging, session.output)
                session.output.remark("\n".join(lines))
            side, why = choose(places[-1], prefer, reason, session)
            if side is None:
                break
            if merging.pick(divergence, side):
                session.output.remark(_("The rules refuse the event that was to be believed."))
                break
            decisions.append(Decision(divergence.at, side, why))
    log = merged_log(merging, account_a, account_b, decisions) if merging.done else None
    if log is not None:
        keep_merged(session, log, out, game)
    if session.json:
        session.output.data(merge_told(merging, (account_a, account_b), places, decisions))
    else:
        session.output.remark(summary(merging, decisions))
    return 0 if log is not None else FOUND_WRONG


def accounts(session: Session, a: str, b: str) -> tuple[GameDefinition, Account, Account]:
    """Read the two logs. Raise `RagamiError`."""
    first, second = read_log(session, a), read_log(session, b)
    game = game_of(first)
    codec = game.codec
    read = [
        account(label, Replay(game, codec), list(codec.read_log(log)))
        for label, log in ((a, first), (b, second))
    ]
    return game, read[0], read[1]


def choose(
    place: Shown, prefer: Side | None, reason: str | None, session: Session
) -> tuple[Side | None, str | None]:
    """Return the side to believe and the reason; None for no side. Ask only at a terminal."""
    if place.divergence.unexplained:
        return None, None
    if prefer:
        return prefer, reason
    if session.json or not somebody_answers():
        return None, None
    may = [side for side, version in zip("ab", place.versions, strict=True) if version.may_stand]
    answer = click.prompt(
        _("Whom do you believe: {sides} or stop").format(sides=", ".join(may)),
        type=click.Choice([*may, "stop"]),
        show_choices=False,
        err=True,
    )
    if answer == "stop":
        return None, None
    side: Side = "a" if answer == "a" else "b"
    if reason is None:
        reason = click.prompt(_("Why"), "", type=TextType(), show_default=False, err=True) or None
    return side, reason


def keep_merged(session: Session, log: bytes, out: Path | None, game: str | None) -> None:
    """Write the merged log to where it belongs. Raise `RagamiError`."""
    if game:
        with session.store() as store:
            import_log(store, game, log, replay_log(log).final)
    if out or not (game or session.json):
        session.output.put(log, out)


# --- in words ------------------------------------------------------------------------------


def divergence_in_words(place: Shown, merging: Merge, output: Output) -> Iterator[str]:
    game, state = merging.game, merging.fold(merging.merged)
    at = place.divergence.at + 1
    yield ""
    if place.divergence.unexplained:
        yield output.style(
            _("Event {n}: the rules refuse what comes next, whoever is believed.").format(n=at),
            bold=True,
        )
    else:
        yield output.style(_("Event {n}: the two contradict each other.").format(n=at), bold=True)
    for side, version in zip("ab", place.versions, strict=True):
        yield from version_in_words(side, version, game, state, output)
    if place.differences:
        labels = MomentLabels(game.need(LABELS), game, state)
        yield _("On the table, then:")
        for line in of_state(place.differences, labels, output):
            yield f"  {line}"


def version_in_words(
    side: str, version: Version, game: GameDefinition, state: object, output: Output
) -> Iterator[str]:
    """Yield one account's version of a divergence, and the outcome of it."""
    if version.entry is None:
        yield f"  {side}  {version.account.name}: " + _("says nothing more")
        return
    teller = game.words.narrator(output.language)
    teller.look(state, version.entry.seq - 1)
    sentence = teller.tell(version.entry.data)
    where = _("record {seq}").format(seq=version.entry.seq)
    line = output.wrap(f"{version.account.name}, {where}: {sentence}", "     ")
    yield f"  {side}  {line[5:]}"
    if version.wrong:
        yield output.wrap(game.words.say(version.wrong, output.language), "     ")
    elif version.outcome:
        yield output.wrap(leads_to(version.outcome, game, state, output), "     ")


def leads_to(outcome: MergeOutcome, game: GameDefinition, state: object, output: Output) -> str:
    """Return the outcome in words if this version is believed."""
    n = outcome.contradictions
    if outcome.cut_short:
        return _("leads to: {n} further contradictions and more; hardly the same game").format(n=n)
    further = ngettext("{n} further contradiction", "{n} further contradictions", n).format(n=n)
    if outcome.stopped:
        end = _("breaks off after event {n}").format(n=outcome.events)
    elif outcome.final:
        end = game.result(outcome.final, state, output.language)
    else:
        end = _("the game is not over after event {n}").format(n=outcome.events)
    return _("leads to: {further}; {end}").format(further=further, end=end)


def summary(merging: Merge, decisions: list[Decision]) -> str:
    origins = [event.origin for event in merging.merged]
    sentence = ngettext(
        "{n} event merged: {both} in both, {a} only in A, {b} only in B.",
        "{n} events merged: {both} in both, {a} only in A, {b} only in B.",
        len(origins),
    ).format(n=len(origins), both=origins.count("both"), a=origins.count("a"), b=origins.count("b"))
    if decisions:
        decided = ngettext("{n} decision.", "{n} decisions.", len(decisions))
        sentence += " " + decided.format(n=len(decisions))
    if not merging.done:
        sentence += " " + _("Nothing was written.")
    return sentence
