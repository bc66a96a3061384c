"""`ragami stats|season`: what many games have in common, and a table of many evenings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from ragami.analytics import answers
from ragami.analytics import season as seasons
from ragami.analytics.folder import gathering, is_archive
from ragami.analytics.season import LEFT_OUT, SHARE, Game, LeftOut, PointsRule, Season, result_of
from ragami.errors import RagamiError, worst
from ragami.filing import write_whole
from ragami.game.statistics import TableQuestion
from ragami.game.visibility import REFEREE
from ragami.judge.placing import broken_off
from ragami.judge.report import replay_log
from ragami.sources.places import Source
from ragami_cli.arguments import completing, one_of, out_option, out_or_stdout
from ragami_cli.options import command
from ragami_cli.output import Output, show_table
from ragami_cli.workers import LogSelection, all_games_option, gather, with_logs

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


BAR: Final = 40
"""Columns of the longest bar."""

TIME_ASKED: Final = "time"
"""The question that logs of any game answer, and tables do not."""


@command(
    "stats",
    help=_(
        "Count over many games: results by seat and by colour, how long games are, where points"
        " come from, which cards are played and what they bring, the faces of the dice.\n\n"
        "Sources are logs (files, folders, archives, games), or folders that 'ragami export --to"
        " parquet' has written, which is much quicker when it is asked again.\n\n"
        "--question time tells of any game how long everybody took, by the times of the records:"
        " what lies between two of them, thinking, talking and writing down together. Gaps of more"
        " than 10 minutes are pauses, and left out.\n\n"
        "Games that were broken off (a line 'broken-off: the last bus') are left out."
    ),
    examples=[
        ("ragami stats games/", _("Of the logs in a folder.")),
        ("ragami stats tables/ --question cards", _("One question, to a folder of tables.")),
        ("ragami stats friday --question time", _("How long everybody took, as records tell.")),
        ("ragami stats --all-games --chart", _("The games of the database, as bars.")),
        (
            "ragami stats archive.jsonl.zst --resume tables/",
            _("Of very many: after an interruption, the same command goes on."),
        ),
        ("ragami stats tables/ --chart -o stats.svg", _("As a picture.")),
    ],
)
@click.argument("logs", nargs=-1, metavar=_("FILE|FOLDER|GAME|-..."), help=_("What to count."))
@click.option(
    "--question",
    "names",
    multiple=True,
    metavar=_("NAME"),
    help=_("Only this one."),
    shell_complete=completing(lambda: (each.name for each in answers.questions())),
)
@click.option("--chart", is_flag=True, help=_("Draw bars instead of a table."))
@out_option(_("Of charts: write them into this file (SVG)."))
@click.option(
    "--resume",
    metavar=_("FOLDER"),
    type=click.Path(path_type=Path, file_okay=False),
    help=_("Keep the tables in this folder, and read only logs that it does not have yet."),
)
@click.option(
    "--broken-off",
    "with_broken_off",
    is_flag=True,
    help=_("Count games that were broken off as well."),
)
@all_games_option
@with_logs
def stats(
    selection: LogSelection,
    *,
    names: tuple[str, ...],
    chart: bool,
    out: Path | None,
    resume: Path | None,
    with_broken_off: bool,
) -> int:
    if out and not chart:
        raise click.UsageError(_("Only charts are written into a file: --chart -o FILE."))
    asked_questions = questions_named(names)
    of_all = not names
    output = selection.session.output
    if TIME_ASKED in names:
        if len(asked_questions) > 1 or resume:
            raise click.UsageError(_("The question 'time' is asked alone, and of logs."))
        return show_time(selection, chart=chart, out=out, every=with_broken_off)
    with tables_of(selection, resume) as (connection, code):
        broken_off = 0 if with_broken_off else answers.leave_out_broken_off(connection)
        none_is_over = answers.none_is_over(connection)
        known_questions = answers.questions(answers.kinds(connection))
        answered = [
            AnsweredQuestion(question, answers.answer(connection, question))
            for question in (known_questions if of_all else meant(asked_questions, known_questions))
        ]
    say_what_is_left_out(broken_off, output)
    empty = (
        of_all
        and not output.json
        and not any(answered_question.rows for answered_question in answered)
    )
    if empty or not answered:
        output.remark(
            _("Of these games nothing is counted; 'ragami export --to csv' gives their records.")
        )
        return code
    if none_is_over:
        output.remark(_("Not one of these games is over."))
    if out:
        draw(answered, out, output)
        return code
    for answered_question in answered:
        show_answer(answered_question, output, chart=chart)
    return code


def meant(
    asked_questions: Sequence[TableQuestion], known_questions: Sequence[TableQuestion]
) -> list[TableQuestion]:
    """Return the questions of the games that are there: `seats` is `kalah-seats` of Kalah alone."""
    names = {question.name for question in known_questions}
    questions: list[TableQuestion] = []
    for asked in asked_questions:
        of_games = [known for known in known_questions if known.name.endswith(f"-{asked.name}")]
        questions += [asked] if asked.name in names or not of_games else of_games
    return questions


def show_time(selection: LogSelection, *, chart: bool, out: Path | None, every: bool) -> int:
    """Answer how long everybody took, from the logs and not from tables."""
    output = selection.session.output
    gaps: list[answers.ThinkingTime] = []
    codes = [0]
    broken_off = 0
    for times in selection.results(partial(times_of, every=every), codes):
        broken_off += times is None
        gaps += times or ()
    say_what_is_left_out(broken_off, output)
    answered = AnsweredQuestion(answers.TIME, answers.answer_time(gaps))
    if not answered.rows:
        output.remark(_("The records of these logs do not say when they were written."))
    elif out:
        draw([answered], out, output)
    else:
        show_answer(answered, output, chart=chart)
    return worst(codes)


def times_of(source: Source, *, every: bool) -> list[answers.ThinkingTime] | None:
    """Return the thinking times in one log; None for a game broken off, unless `every` game counts.

    Raises `RagamiError`.
    """
    log = source.read()
    return answers.gaps_in(log) if every or not broken_off(replay_log(log)) else None


def say_what_is_left_out(broken_off: int, output: Output) -> None:
    """Remark how many broken-off games do not count."""
    if broken_off:
        sentence = ngettext(
            "{n} game that was broken off is left out; --broken-off counts it.",
            "{n} games that were broken off are left out; --broken-off counts them.",
            broken_off,
        )
        output.remark(sentence.format(n=broken_off))


class AnsweredQuestion(NamedTuple):
    """A question with the rows of its answer."""

    question: TableQuestion
    rows: list[tuple[Any, ...]]

    def bars(self, output: Output) -> list[answers.ChartBar]:
        """Return a bar for each row: what it is about, and the measure."""
        keys, measured = self.question.keys, self.measured
        return [
            answers.ChartBar(" · ".join(cells(row[:keys], output)), float(row[measured] or 0))
            for row in self.rows
        ]

    def heading(self, output: Output) -> str:
        """Return the heading of a chart: the question, the keys of its rows, and the measure."""
        heads = [column.title(output.language) for column in self.question.answers]
        about = " · ".join(heads[: self.question.keys])
        return f"{self.question.title(output.language)} ({about}: {heads[self.measured]})"

    @property
    def measured(self) -> int:
        """Return the place of the column that a chart shows."""
        names = [column.name for column in self.question.answers]
        return names.index(self.question.drawn)


def questions_named(names: tuple[str, ...]) -> list[TableQuestion]:
    """Return the questions of these names; else raise wrong usage with similar ones."""

    by_name = {question.name: question for question in (*answers.questions(), answers.TIME)}
    return [by_name[one_of(name, list(by_name), "--question")] for name in names or by_name]


@contextmanager
def tables_of(
    selection: LogSelection, resume: Path | None
) -> Iterator[tuple[DuckDBPyConnection, int]]:
    """Yield the tables of the logs, and the exit code for what could not be read.

    The tables that are gathered from logs are left in the folder to `resume` with.
    """
    are_archives = (
        selection.logs and not selection.all_games and all(map(is_archive, selection.logs))
    )
    if are_archives and not resume:
        with answers.over(selection.logs) as connection:
            yield connection, 0
        return
    with gathering(resume) as tables:
        # Tables that are kept are like an export: without secrets.
        _games, code = gather(selection, tables, None if resume else REFEREE)
        if resume:
            tables.write(resume)
        else:
            tables.take_in()
        yield tables.connection, code


def show_answer(answered: AnsweredQuestion, output: Output, *, chart: bool) -> None:
    """Print an answer as a line of JSON, as a table, or as bars."""
    question, rows = answered
    names = [column.name for column in question.answers]
    if output.json:
        rows_by_name = [dict(zip(names, row, strict=True)) for row in rows]
        output.data(answers.QuestionAnswered(question.name, rows_by_name))
        return
    heading = answered.heading(output) if chart else question.title(output.language)
    output.answer(output.style(heading, bold=True))
    if chart:
        for line in bars(answered, output):
            output.answer(line)
    else:
        heads = [column.title(output.language) for column in question.answers]
        numbers = {n for n, _ in enumerate(names) if n >= question.keys or is_number(rows, n)}
        show_table(output, heads, [cells(row, output) for row in rows], numbers)
    output.answer()


def is_number(rows: Sequence[tuple[object, ...]], n: int) -> bool:
    return all(isinstance(row[n], int | float) for row in rows)


def cells(row: Sequence[object], output: Output) -> list[str]:
    """Return the cells of a row: codes as words, numbers without needless digits."""

    def told(cell: object) -> str:
        if isinstance(cell, str):
            return answers.word(cell, output.language)
        if isinstance(cell, float):
            return f"{cell:g}"
        return "" if cell is None else str(cell)

    return list(map(told, row))


def bars(answered: AnsweredQuestion, output: Output) -> Iterator[str]:
    from rich.cells import cell_len

    sign = "█" if output.shows("█") else "#"
    drawn = answered.bars(output)
    widest = max((cell_len(label) for label, _value in drawn), default=0)
    most = max((value for _label, value in drawn), default=0) or 1
    for label, value in drawn:
        pad = " " * (widest - cell_len(label))
        yield f"  {label}{pad}  {sign * round(BAR * value / most):<{BAR}}  {value:g}"


def draw(answered: Sequence[AnsweredQuestion], out: Path, output: Output) -> None:
    charts = [answers.AnswerChart(each.heading(output), each.bars(output)) for each in answered]
    write_whole(out, f"{answers.bar_chart(charts)}\n".encode())


# --- a table of many evenings --------------------------------------------------------------------


FORMATS: Final = ("csv", "html")


@command(
    "season",
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
    points: str,
    best: int | None,
    people: Path | None,
    format_: str | None,
    out: Path | None,
) -> int:
    rule = rule_of(points, best)
    names = {} if people is None else seasons.read_people(text_of(people))
    session, codes = selection.session, [0]
    season_table = seasons.season(list(selection.results(result_in, codes)), rule, names)
    suffix = out.suffix.removeprefix(".") if out else ""
    format_ = format_ or (suffix if suffix in FORMATS else None)
    if out and not format_:
        raise click.UsageError(_("Say --to csv or --to html, or name the file so."))
    if format_:
        page = seasons.page(season_table, session.language)
        content = seasons.table(season_table) if format_ == "csv" else page
        session.output.put(content, out)
    elif session.json:
        session.output.data(season_table)
    else:
        show_season(season_table, session.output)
    say_who_does_not_count(season_table, session.output)
    return worst(codes)


def rule_of(rule_text: str, best: int | None) -> PointsRule:
    """Read how points are given. Raise wrong usage."""
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
    """Read a text file. Raise `RagamiError` for one that is no UTF-8."""
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise RagamiError("people-misread", line=1, found=_("no UTF-8")) from None


def result_in(source: Source) -> Game | LeftOut:
    return result_of(source.name, source.read())


def show_season(season_table: Season, output: Output) -> None:
    """Print the table, and how often each seat won."""
    if not season_table.people:
        output.remark(_("Not one of these games is over."))
        return
    many = ngettext("{n} game.", "{n} games.", season_table.games).format(n=season_table.games)
    language = output.language
    output.answer(output.wrap(f"{many} {seasons.rule_in_words(season_table, language)}"))
    output.answer()
    people = list(map(seasons.cells, season_table.people))
    show_table(output, seasons.heads(language), people, {0, 2, 3, 4, 5, 6})
    output.answer()
    seats = [seasons.seat_cells(seat, language) for seat in season_table.seats]
    show_table(output, seasons.seat_heads(language), seats, {1, 2, 3, 4, 6})


def say_who_does_not_count(season_table: Season, output: Output) -> None:
    """Remark the logs that do not count, and why."""
    for excluded in season_table.left_out:
        why = output.translate(LEFT_OUT[excluded.why])
        output.remark(_("{log} does not count: {why}.").format(log=excluded.log, why=why))
