"""`ragami season`: a table over many evenings."""

from __future__ import annotations

from functools import partial
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ragami.analytics import season as tables
from ragami.analytics import season_page
from ragami.analytics import season_page as page
from ragami.analytics.season import LEFT_OUT, SHARE, Game, LeftOut, PointsRule, Season, result_of
from ragami.errors import RagamiError, worst
from ragami_cli.arguments import out_or_stdout
from ragami_cli.options import Command, Session
from ragami_cli.output import Output, show_table
from ragami_cli.workers import LogSelection, all_games_option, with_logs

if TYPE_CHECKING:
    from ragami.sources.places import Source

FORMATS: Final = ("csv", "html")


@click.command(
    "season",
    cls=Command,
    help=_(
        "Make a table of many evenings: logs, folders, archives, games of the database, of one game"
        " or of several. Points are given to the places of each game (--points 5,3,2,1) or by share"
        " of all points of a game (--points share), and with --best the best results of everybody"
        " count. Nothing is stored: the same logs give the same table.\n\n"
        "People are known by their names. A file joins spellings, a line for each person:\n\n"
        "    Ana = Anna, Ana Ruiz\n\n"
        "A game that is not over or breaks a rule is named and left out. Below the table stands how"
        " often each seat won, with its interval at 95 per cent."
    ),
    examples=[
        ("ragami season evenings/", _("Of all logs in a folder.")),
        (
            "ragami season --all-games --points 10,6,4,3 --best 8",
            _("The best eight results of everybody count."),
        ),
        ("ragami season evenings/ --points share --people people.txt", _("By share of points.")),
        ("ragami season evenings/ -o season.html", _("As a page; .csv: as a table.")),
    ],
)
@click.argument("logs", nargs=-1, metavar=_("FILE|FOLDER|GAME|-..."), help=_("The evenings."))
@click.option(
    "--points",
    "given",
    default="5,3,2,1",
    metavar=_("POINTS,...|share"),
    help=_("Points of the places, the first one first; or 'share'. Else 5,3,2,1."),
)
@click.option(
    "--best",
    type=click.IntRange(1),
    metavar=_("NUMBER"),
    help=_("So many results of everybody count; else all."),
)
@click.option(
    "--people",
    metavar=_("FILE"),
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help=_("Who is called how: 'Ana = Anna, Ana Ruiz' a line."),
)
@click.option(
    "--to", "format_", type=click.Choice(FORMATS), help=_("A table (CSV) or a page (HTML).")
)
@out_or_stdout
@all_games_option
@with_logs
def season(
    selection: LogSelection,
    *,
    given: str,
    best: int | None,
    people: Path | None,
    format_: str | None,
    out: Path | None,
) -> int:
    """Work the table out, and write it."""
    rule = rule_of(given, best)
    names = {} if people is None else tables.read_people(text_of(people))
    session, codes = selection.session, [0]
    season_table = tables.season(list(selection.results(result_in, codes)), rule, names)
    suffix = out.suffix.removeprefix(".") if out else ""
    format_ = format_ or (suffix if suffix in FORMATS else None)
    if out and not format_:
        raise click.UsageError(_("Say --to csv or --to html, or name the file so."))
    if format_:
        session.output.put(as_bytes(season_table, format_, session), out)
    elif session.json:
        session.output.data(season_table)
    else:
        show(season_table, session.output)
    say_what_is_left_out(season_table, session.output)
    return worst(codes)


def rule_of(rule_text: str, best: int | None) -> PointsRule:
    """Read how points are given; else wrong usage."""
    if rule_text.strip().lower() == SHARE:
        return PointsRule(None, best)
    try:
        points = tuple(float(part) for part in rule_text.split(","))
    except ValueError:
        points = ()
    if not points or not all(0 <= number < 1e9 for number in points):
        text = _("Say the points of the places, such as 5,3,2,1, or 'share'.")
        raise click.BadParameter(text, param_hint="--points")
    return PointsRule(points, best)


def text_of(path: Path) -> str:
    """The text of a file. Raises `RagamiError` for one that is none."""
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise RagamiError("people-misread", line=1, found=_("no UTF-8")) from None


def result_in(source: Source) -> Game | LeftOut:
    """The result of one log. Raises `RagamiError`."""
    return result_of(source.name, source.read())


def as_bytes(season_table: Season, format_: str, session: Session) -> bytes:
    """The season as a file."""
    return (
        season_page.table(season_table)
        if format_ == "csv"
        else season_page.page(season_table, session.language)
    )


def show(season_table: Season, output: Output) -> None:
    """Print the table, and how the seats fared."""
    if not season_table.people:
        output.remark(_("Not one of these games is over."))
        return
    many = ngettext("{n} game.", "{n} games.", season_table.games).format(n=season_table.games)
    output.answer(output.wrap(f"{many} {page.rule_in_words(season_table, output.language)}"))
    output.answer()
    numbers = {0, 2, 3, 4, 5, 6}
    show_table(
        output, page.heads(output.language), list(map(page.cells, season_table.people)), numbers
    )
    output.answer()
    cells = partial(page.seat_cells, language=output.language)
    show_table(
        output,
        page.seat_heads(output.language),
        list(map(cells, season_table.seats)),
        {1, 2, 3, 4, 6},
    )


def say_what_is_left_out(season_table: Season, output: Output) -> None:
    """Name the logs that do not count, and why."""
    for excluded in season_table.left_out:
        why = output.translate(LEFT_OUT[excluded.why])
        output.remark(_("{log} does not count: {why}.").format(log=excluded.log, why=why))
