"""`ragami tournament new|enter|check-in|noshow|drop|return|penalty`: who takes part."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from gettext import gettext as _
from gettext import ngettext
from typing import IO, Final

import click

from ragami.decoded import Fields
from ragami.game import game_named
from ragami.game.opening import id_for
from ragami.games.tournament.entry_list import EntryList, EntryRow, entry, read_list
from ragami.games.tournament.labels import expect_name, labels_of
from ragami.games.tournament.narration import list_entrants
from ragami.games.tournament.organizing import opening
from ragami.games.tournament.people import exact_labels_of, namesakes, sort_key, who_are, who_is
from ragami.games.tournament.state import State
from ragami.games.tournament.steps import ways
from ragami.table.drafts import Stamp
from ragami_cli.arguments import game_argument
from ragami_cli.commands.amend import add_all
from ragami_cli.opening_arguments import agreed_option, as_json
from ragami_cli.options import Session, pass_session
from ragami_cli.output import Output
from ragami_cli.writing import (
    TextType,
    WriteRequest,
    Writing,
    reason_option,
    with_question,
    with_signature,
    with_stamp,
    with_terms,
)
from ragami_games_cli.tournament.group import NAME, desk, signature, take, tournament

ID: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


@tournament.command(
    "new",
    help=_(
        "Open a tournament. The seed is drawn in public, before anybody enters: dice, the date,"
        " the first line of a newspaper. All pairings and lots follow from it."
    ),
    examples=[
        (
            "ragami tournament new open --seed 2026-11-22 --option rounds=3 --option cut=4",
            _("Three rounds and a final table of four."),
        ),
        ("ragami rules --game tournament", _("What can be agreed on, and what it means.")),
    ],
)
@game_argument
@click.option(
    "--seed", required=True, type=TextType(), metavar=_("SEED"), help=_("Drawn in public.")
)
@click.option(
    "--plays", type=TextType(), metavar=_("GAME"), help=_("What is played; else any game.")
)
@click.option("--title", type=TextType(), metavar=_("TITLE"), help=_("What is being played for."))
@agreed_option
@with_stamp
@pass_session
def new(  # noqa: PLR0913 (as many as there are things to say)
    session: Session,
    /,
    game: str,
    *,
    seed: str,
    plays: str | None,
    title: str | None,
    options: tuple[str, ...],
    stamp: Stamp,
) -> int:
    from ragami.table.opening import game_to_open
    from ragami_cli.commands.new import open_game

    if plays:
        game_to_open(plays)  # a name that is nearly that of an installed game is refused
    agreed = {"seed": seed, "plays": plays}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise click.BadParameter(_("Write OPTION=VALUE, as in rounds=3."))
        agreed[key.strip()] = as_json(value.strip())
    (draft,) = stamp.drafts([("game_opened", opening(title, agreed))])
    request = WriteRequest(session, game, stamp)
    return open_game(request, game_named(NAME), draft, Writing.last_line)


@tournament.command(
    "enter",
    help=_(
        "Enter somebody, in time or late; or everybody of a CSV, as any spreadsheet writes it."
        " Columns: 'name' (or 'first name' and 'surname'), 'club', 'entrant' (a short id), and"
        " 'seed' or 'rating', by which they enter. Who has entered already does not enter again,"
        " and is told where the list says otherwise. All who are new enter, or nobody."
    ),
    examples=[
        ("ragami tournament enter open 'Ana Ruiz' --club Norte", _("One.")),
        ("ragami tournament enter open ana 'Ana Ruiz'", _("One, with the id to be typed.")),
        ("ragami tournament enter open --csv entrants.csv", _("A whole list.")),
    ],
)
@game_argument
@click.argument(
    "entrant",
    required=False,
    type=TextType(),
    metavar=_("[ENTRANT]"),
    help=_("A name, or a short id."),
)
@click.argument(
    "name",
    required=False,
    type=TextType(),
    metavar=_("[NAME]"),
    help=_("The name, where an id is given."),
)
@click.option("--club", type=TextType(), metavar=_("CLUB"), help=_("Who is kept apart from whom."))
@click.option(
    "--csv", "table", metavar=_("FILE"), type=click.File("rb"), help=_("A list of entrants.")
)
@click.option("--yes", "again", is_flag=True, help=_("Enter somebody whose name is there already."))
@with_terms
def enter(
    request: WriteRequest,
    *,
    entrant: str | None,
    name: str | None,
    club: str | None,
    table: IO[bytes] | None,
    again: bool,
) -> int:
    if (entrant is None) == (table is None):
        raise click.UsageError(_("Name an entrant, or give a list with --csv."))
    stamp = request.stamp
    with desk(request) as (writing, state):
        if table is not None:
            read = read_list(state, table.read())
            tell_list(request.session.output, state, read)
            if not read.new:
                return 0
            events = [entry(state, row) for row in read.new]
            return add_all(
                writing, lambda: stamp.drafts(events), partial(how_many_are_in, len(events))
            )
        assert entrant is not None
        expect_one_person(entrant, name)
        is_id = name is not None or ID.fullmatch(entrant) is not None
        called = (name or entrant.title()) if is_id else entrant
        expect_name(called)
        entrant_id = entrant if is_id else id_for(entrant, state.entrants)
        if not writing.already():
            expect_new_name(state, called, entrant_id, yes=again)
        row = EntryRow(entrant_id, called, club or None, None)
        return add_all(writing, lambda: stamp.drafts([entry(state, row)]))


def expect_one_person(entrant: str, name: str | None) -> None:
    """Raise wrong usage where nobody is named, or two people are."""
    if not entrant or name == "":
        raise click.UsageError(_("A name is empty."))
    if name is not None and not ID.fullmatch(entrant):
        sentence = _(
            "One person at a time: '{name}'. Before a name may stand a short id (ana-2) alone."
        )
        raise click.UsageError(sentence.format(name=entrant))


def expect_new_name(state: State, name: str, entrant_id: str, *, yes: bool) -> None:
    """Raise wrong usage where somebody of this name has entered, unless that is meant."""
    entered = [namesake for namesake in namesakes(state, name) if namesake != entrant_id]
    if entered and not yes:
        sentence = _("Entered already: {names}. With --yes another person of that name enters.")
        raise click.UsageError(sentence.format(names=list_entrants(state, entered)))


def tell_list(output: Output, state: State, read: EntryList) -> None:
    """Say who is in already, what the list has otherwise, and which columns are not used."""
    if read.entered_before:
        sentence = ngettext("{n} is in already.", "{n} are in already.", read.entered_before)
        output.remark(sentence.format(n=read.entered_before))
    called = labels_of(state)
    for entrant_id, ours, theirs in read.differing:
        sentence = _("{name}: '{ours}' here, '{theirs}' in the list; nothing is changed.")
        output.remark(sentence.format(name=called[entrant_id], ours=ours, theirs=theirs))
    for name in read.namesakes:
        output.remark(_("{name} is new, and of a name that is there.").format(name=name))
    for name in read.twice:
        sentence = _("{name} stands in the list more than once: these count as several people.")
        output.remark(sentence.format(name=name))
    if read.ordered and read.new:
        output.remark(_("They enter in the order of '{column}'.").format(column=read.ordered))
    if read.unused:
        output.remark(_("Not used: {columns}.").format(columns=", ".join(read.unused)))


def how_many_are_in(entered: int, writing: Writing) -> str:
    """Return how many came in with a list, and how many there are."""
    present = len(writing.recording.replay.state.who_is_in())
    sentence = ngettext(
        "{n} has entered, {there} are in.", "{n} have entered, {there} are in.", entered
    )
    return sentence.format(n=entered, there=present)


@tournament.command(
    "check-in",
    help=_(
        "Say who is here before round 1 is paired. With --begin nobody is: everybody who has"
        " entered counts as not here yet, and only who comes is paired. Then name those who come."
        " Without anything else, say who is here and who is not. A phone that says 'I am here' at"
        " the server checks in too."
    ),
    examples=[
        ("ragami tournament check-in open --begin", _("The doors open.")),
        ("ragami tournament check-in open ana 'Bea Soto' hugo", _("Three are here.")),
        ("ragami tournament check-in open", _("Who is missing?")),
    ],
)
@game_argument
@click.argument("people", nargs=-1, metavar=_("[ENTRANT]..."), help=_("Who is here."))
@click.option("--begin", is_flag=True, help=_("From now on nobody is here who has not said so."))
@with_question
def check_in(request: WriteRequest, *, people: tuple[str, ...], begin: bool) -> int:
    stamp, output = request.stamp, request.session.output
    with desk(request) as (writing, state):
        if begin and (people or state.phase != "registration"):
            raise click.UsageError(_("A check-in begins before round 1, and with nobody named."))
        if begin:
            (way,) = ways(state, "check_in", {}, output.language)
            if not way.events:
                output.remark(_("The check-in has begun already."))
                return 0
            return add_all(writing, lambda: stamp.drafts(way.events), how_many_are_here)
        if not people:
            tell_who_is_here(output, state)
            return 0
        entrants = list(dict.fromkeys(who_are(state, people)))
        away = set(state.with_status("out"))
        writing.asks = False
        tell_here(output, state, [entrant_id for entrant_id in entrants if entrant_id not in away])
        come = [entrant_id for entrant_id in entrants if entrant_id in away]
        if not come:
            return 0
        (way,) = ways(state, "here", {"come": come}, output.language)
        return add_all(writing, lambda: stamp.drafts(way.events), how_many_are_here)


def tell_here(output: Output, state: State, people: Sequence[str]) -> None:
    """Say of people that they are here already."""
    called = labels_of(state)
    for entrant_id in people:
        output.remark(_("{name} is here already.").format(name=called[entrant_id]))


def how_many_are_here(writing: Writing) -> str:
    state = writing.recording.replay.state
    present, away = len(state.who_is_in()), len(state.with_status("out"))
    return _("Here: {here}; not yet: {away}.").format(here=present, away=away)


def tell_who_is_here(output: Output, state: State) -> None:
    """Tell everybody by name, who is here and who is not."""
    called = exact_labels_of(state) if output.json else labels_of(state)
    for entrant_id in sorted(
        called, key=lambda entrant_id: sort_key(called[entrant_id], output.language)
    ):
        status = state.entrants[entrant_id].status
        if output.json:
            output.data({"entrant": entrant_id, "name": called[entrant_id], "status": status})
        elif status != "disqualified":
            output.answer(f"{'✓' if status == 'in' else '·'} {called[entrant_id]}")


# --- while the tournament goes on ------------------------------------------------------------


PENALTIES: Final = {"warning": "warning", "loss": "game_loss", "dq": "disqualification"}


entrant_argument = click.argument(
    "entrant", type=TextType(), metavar=_("ENTRANT"), help=_("Who: an id, or a name.")
)


@tournament.command(
    "noshow",
    help=_(
        "Somebody does not appear at a table of the open round, or of the final. The others play"
        " on as a smaller table; one alone has a bye. Whoever comes later may return."
    ),
    examples=[("ragami tournament noshow open dani", _("Dani is not there."))],
)
@game_argument
@entrant_argument
@with_terms
def noshow(request: WriteRequest, *, entrant: str) -> int:
    return take_of(request, "noshow", entrant)


@tournament.command(
    "drop",
    help=_(
        "Somebody leaves for good, or for now. Who sits at a table of the open round stays there"
        " until that has a result, a no-show or another pairing."
    ),
    examples=[("ragami tournament drop open 'Ana Ruiz' --reason ill", _("Ana goes home."))],
)
@game_argument
@entrant_argument
@reason_option
@with_terms
def drop(request: WriteRequest, *, entrant: str) -> int:
    return take_of(request, "drop", entrant, {"reason": request.signed["reason"]})


@tournament.command(
    "return",
    help=_("Somebody who has left is back, and is paired again from the next round on."),
    examples=[("ragami tournament return open ana", _("Ana is here again."))],
)
@game_argument
@entrant_argument
@with_terms
def return_(request: WriteRequest, *, entrant: str) -> int:
    return take_of(request, "return", entrant)


@tournament.command(
    "penalty",
    help=_(
        "Penalize somebody: a 'warning', which is counted; the 'loss' of a game of some --round,"
        " which then gives nothing; or 'dq', after which there is no place and no return."
    ),
    examples=[
        (
            "ragami tournament penalty open hugo warning --reason late --authority Eva",
            _("A warning."),
        ),
        (
            "ragami tournament penalty open hugo loss --round 2 --reason slow --authority Eva",
            _("The game of round 2 is lost."),
        ),
    ],
)
@game_argument
@entrant_argument
@click.argument("kind", type=click.Choice(list(PENALTIES)), help=_("How hard."))
@click.option("--round", "number", type=click.IntRange(1), metavar=_("N"), help=_("Of a loss."))
@with_signature
def penalty(request: WriteRequest, *, entrant: str, kind: str, number: int | None) -> int:
    if (kind == "loss") != (number is not None):
        raise click.UsageError(_("Give --round with a loss, and only with a loss."))
    answers = {"penalty": PENALTIES[kind], "round": number}
    return take_of(request, "penalty", entrant, answers, signs=True)


def take_of(
    request: WriteRequest,
    step: str,
    entrant: str,
    answers: Fields | None = None,
    *,
    signs: bool = False,
) -> int:
    """Take a step that is about one entrant, and write it. With `signs` it is signed."""
    with desk(request) as (writing, state):
        fields = {"entrant": who_is(state, entrant), **(answers or {})}
        signed = signature(request.signed) if signs else {}
        return take(writing, step, fields | signed, request.stamp)
