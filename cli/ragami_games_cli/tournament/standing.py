"""`ragami tournament standings|print|ratings`: how it stands, on screens and on paper."""

from __future__ import annotations

import csv
import io
from gettext import gettext as _
from pathlib import Path
from time import monotonic_ns
from typing import Final

import click
from msgspec import json, structs

from ragami.export.formats import harmless
from ragami.games.tournament.paper import headed_rows, paper
from ragami.games.tournament.replies import StandingListed, standings_listed
from ragami.games.tournament.rules.results import heads
from ragami.games.tournament.rules.standings import standings as listed
from ragami.games.tournament.state import State
from ragami.games.tournament.statistics import ratings as rated
from ragami.sources.places import sources
from ragami_cli.arguments import game_argument, out_or_stdout, read_log
from ragami_cli.options import Session, pass_session
from ragami_cli.output import Output, show_table
from ragami_cli.workers import CommandLibrary
from ragami_games_cli.tournament.group import state_of, tournament

FORMATS: Final = {"": "html", ".html": "html", ".htm": "html", ".csv": "csv", ".json": "json"}
"""How the standings are written, by the ending of a file's name."""
PAPERS: Final = ("by-table", "by-name", "slips", "standings")
"""What can be printed (`paper.PAPERS`)."""


@tournament.command(
    "standings",
    help=_(
        "The standings as they are now, with all that breaks ties; after a final, the ranking. As"
        " a page (--to html, or -o FILE.html) that holds the tournament's log and works every"
        " number out again in the browser, without a network; as a table for spreadsheets, or as"
        " JSON."
    ),
    examples=[
        ("ragami tournament standings open", _("On the terminal.")),
        ("ragami tournament standings open -o standings.html", _("To be published.")),
        ("ragami tournament standings open --to csv -o standings.csv", _("For a spreadsheet.")),
    ],
)
@game_argument
@click.option("--to", type=click.Choice(("csv", "json", "html")), help=_("As what."))
@out_or_stdout
@click.option("--with-logs", is_flag=True, help=_("Put the logs of the tables into the page."))
@click.option("--logs", multiple=True, metavar=_("FILE|FOLDER|GAME"), help=_("The tables' logs."))
@pass_session
def standings(
    session: Session,
    /,
    game: str,
    *,
    to: str | None,
    out: Path | None,
    with_logs: bool,
    logs: tuple[str, ...],
) -> int:
    from ragami.games.tournament.page import page

    log, output = read_log(session, game), session.output
    state = state_of(log)
    if to is None and out is not None:
        to = FORMATS.get(out.suffix.lower())
        if to is None:
            sentence = _("Name it {name}.csv, {name}.json or {name}.html, or say --to.")
            raise click.UsageError(sentence.format(name=out.stem))
    if to is None:
        tell_standings(output, state)
    elif to == "html":
        copies = CommandLibrary(logs, session.db, monotonic_ns()).of(
            {link.origin for link in heads(state)}
        )
        output.put(page(state, log, copies, session.language, with_logs=with_logs), out)
    elif to == "csv":
        # By its mark Excel knows a file of UTF-8; a program that reads a pipe would stumble.
        mark = "" if out is None or str(out) == "-" else "\ufeff"
        output.put(mark + as_csv(state), out)
    else:
        output.put(as_json(state), out)
    return 0


def tell_standings(output: Output, state: State) -> None:
    """Tell a line for each entrant, under headings."""
    if output.json:
        for standing in listed(state):
            output.data(standing)
        return
    heads, *rows = headed_rows(state, output.language)
    show_table(output, heads, rows, numbers=set(range(len(heads))) - {1})


def as_csv(state: State) -> str:
    """Return the standings as a table whose first row has the names of the columns."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(StandingListed.__struct_fields__)
    for standing in standings_listed(state):
        cells = structs.astuple(standing)
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in cells])
    return written.getvalue()


def as_json(state: State) -> str:
    """Return the standings as a list of objects."""
    return json.format(json.encode(list(standings_listed(state)))).decode() + "\n"


@tournament.command(
    "print",
    help=_(
        "A page to print: pairings by table or by name, result slips (four to a page of A4, to be"
        " cut), standings. With --address, a slip has a QR code that leads to its table on a"
        " server."
    ),
    examples=[
        ("ragami tournament print open by-name -o wall.html", _("To be hung up.")),
        (
            "ragami tournament print open slips --address https://example.org/open -o slips.html",
            _("A slip for each table."),
        ),
    ],
)
@game_argument
@click.argument("what", type=click.Choice(PAPERS), help=_("What is printed."))
@click.option("--address", metavar=_("URL"), help=_("Where the tables are on a server."))
@out_or_stdout
@pass_session
def print_(session: Session, /, game: str, *, what: str, address: str | None, out: Path) -> int:
    from ragami.proof.slip import qr_svg

    state = state_of(read_log(session, game))
    text = paper(state, what, session.language, address, qr_svg)
    if text is None:
        raise click.UsageError(_("No round is paired yet."))
    session.output.put(text, out)
    return 0


@tournament.command(
    "ratings",
    help=_(
        "Rate people over many tournaments, in the order in which the logs are given (openskill,"
        " Bradley-Terry). A guess about skill, outside of the truth: no pairing, place or verdict"
        " rests on it."
    ),
    examples=[("ragami tournament ratings spring.jsonl autumn.jsonl", _("Over two."))],
)
@click.argument("logs", nargs=-1, required=True, metavar=_("FILE|FOLDER|GAME..."))
@pass_session
def ratings(session: Session, /, logs: tuple[str, ...]) -> None:
    states = [state_of(source.read()) for source in sources(logs, session.db)]
    for rating in rated(states):
        doubt = f"{rating.mu:.2f} ± {rating.sigma:.2f}, {rating.tables}"
        session.output.reply(rating, f"{rating.ordinal:>7.2f}  {rating.name}  ({doubt})")
