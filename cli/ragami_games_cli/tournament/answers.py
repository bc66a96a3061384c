"""What `ragami tournament` says and asks: the commands are beside this."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ragami.table.drafts import Stamp
from ragami_cli.options import Session
from ragami_cli.writing import Terms, Writing, open_writing

if TYPE_CHECKING:
    from ragami.games.tournament.repair import Repair
    from ragami.games.tournament.state import State
    from ragami.table.recording import Draft
    from ragami_cli.output import Output

NAME: Final = "tournament"


@contextmanager
def desk(session: Session, name: str, terms: Terms) -> Iterator[tuple[Writing, State]]:
    """A tournament of the database; what the desk cannot tell is wrong usage."""
    from ragami.games.tournament.desk import Unclear

    with open_writing(session, name, terms) as writing:
        if writing.game.name != NAME:
            told = _("'{game}' is no tournament, but a log of {kind}.")
            raise click.UsageError(told.format(game=name, kind=writing.game.name))
        try:
            yield writing, writing.recording.replay.state
        except Unclear as unclear:
            raise click.UsageError(unclear.say(session.language)) from unclear


def drafted(stamp: Stamp, *events: tuple[str, Any]) -> list[Draft]:
    """Events as drafts with the stamp of the command."""
    from ragami.table.drafts import draft_of

    return [draft_of(type_, data, stamp) for type_, data in events]


def how_many_are_in(entered: int, writing: Writing) -> str:
    """How many came in with a list, and how many there are."""
    there = len(writing.recording.replay.state.who_is_in())
    return _("{n} have entered, {there} are in.").format(n=entered, there=there)


def tell_pairing(output: Output, writing: Writing) -> str:
    """The tables with their seats, the byes, and the cost with the terms that are not 0."""
    from ragami.games.tournament.organizing import priced

    state = writing.recording.replay.state
    played = state.present
    tables = [table.seats for table in played.tables]
    cost, *lines = priced(state, played.number, tables, played.byes, output.language)
    head = output.style(_("Round {round}").format(round=played.number), bold=True)
    return "\n".join((f"{head}  {cost}", *lines))


def score_of(given: str) -> tuple[str, int | None]:
    """`ana=36`, or `ana=-` for no score."""
    name, equals, score = given.partition("=")
    if equals and (score == "-" or score.lstrip("-").isdecimal()):
        return name, None if score == "-" else int(score)
    raise click.BadParameter(_("'{given}' is no score, such as ana=36.").format(given=given))


def places_of(given: str | None) -> list[int]:
    """`1,2,2,4` as numbers; none where nothing is given."""
    parts = [part.strip() for part in given.split(",")] if given else []
    if not all(part in ("1", "2", "3", "4") for part in parts):
        raise click.BadParameter(_("Write places as 1,2,2,4."), param_hint="--places")
    return [int(part) for part in parts]


def two_of(given: str) -> tuple[str, str]:
    """`ana,eva`: two who must be apart."""
    one, comma, other = (part.strip() for part in given.partition(","))
    if not (one and comma and other) or "," in other:
        raise click.BadParameter(_("Name two, as in ana,eva."), param_hint="--apart")
    return one, other


def from_logs(
    session: Session, state: State, asked: Sequence[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Links and results of the tables whose logs are there; others are told on stderr."""
    from ragami.games.tournament.desk import from_log, whose
    from ragami.judge.report import game_of, replay_log
    from ragami.referee.linked import head_of, read_linked
    from ragami.sources.places import sources

    for source in sources(asked, session.db):
        log = source.read()
        if game_of(log).name == NAME:
            continue
        replay = replay_log(log)
        found = whose(state, dict(replay.game.seating(replay.state).names))
        if found is None:
            told = _("{log}: at no table of this round sit those who play here.")
            session.output.remark(told.format(log=source.name))
            continue
        head = head_of(log)
        name = Path(source.name).name.removesuffix(".jsonl")
        yield from from_log(state, *found, name, head, read_linked(log, head.size))


def tell_results(output: Output, state: State) -> int:
    """Each table of the present round, with its result or without."""
    from ragami.games.tournament.replies import tables_listed

    for one in tables_listed(state):
        if output.json:
            output.data(one)
            continue
        told = ", ".join(one.players)
        if one.results:
            told = ", ".join(f"{each.place}. {each.entrant}" for each in one.results)
        mark = " " if one.results or len(one.players) < 2 else "·"
        output.answer(f"{one.table:>3} {mark} {told}")
    return 0


def show_impact(output: Output, state: State, type_: str, data: dict[str, Any]) -> bool:
    """Of a result that is corrected, which pairings stood on it, and whose place changes."""
    from ragami.games.tournament.organizing import consequences

    if type_ != "result_corrected":
        return False
    for line in consequences(state, data, output.language):
        output.remark(line)
    return True


def tell_repairs(output: Output, state: State, found: Sequence[Repair]) -> int:
    """Each way with its price, who moves, and the tables as they would be."""
    from ragami.games.tournament.organizing import mended

    for number, one in enumerate(found, 1):
        if output.json:
            output.data(one)
            continue
        said, *tables = mended(state, one, output.language)
        output.answer(f"{output.style(str(number), bold=True)}  {said}")
        for line in tables:
            output.answer(f"     {line}")
    return 0


def state_of(log: bytes) -> State:
    """The tournament of a log; wrong usage where it is of another game."""
    from ragami.games.tournament.state import State
    from ragami.judge.report import replay_log

    state = replay_log(log).state
    if not isinstance(state, State):
        raise click.UsageError(_("That is no tournament."))
    return state


def tell_standings(output: Output, state: State) -> None:
    """A line for each entrant."""
    from ragami.games.tournament.standings import standings as listed
    from ragami.games.tournament.telling import points

    if output.json:
        for each in listed(state):
            output.data(each)
        return
    width = max((len(one.name) for one in state.entrants.values()), default=0)
    for one in listed(state):
        name = state.entrants[one.entrant].name
        place = "–" if one.place is None else str(one.place)
        rates = f"{one.share / 1e6:.3f}  {one.opponents / 1e6:.3f}"
        output.answer(
            f"{place:>3}  {name:<{width}}  {points(one.points12):>6}  {points(one.wins12):>5}"
            f"  {rates}  {one.small}"
        )


PAPERS: Final = ("by-table", "by-name", "slips", "standings")
"""What can be printed (`organizing.papers`)."""
