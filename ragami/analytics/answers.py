"""Questions put to the tables of an archive; their answers as rows, and as bars (SVG)."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from html import escape
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from ragami.analytics.folder import SQL
from ragami.analytics.tables import own_statistics, tables
from ragami.errors import N_, RagamiError, needed
from ragami.game.registry import SHIPPED
from ragami.game.statistics import AnswerColumn, Row, TableQuestion
from ragami.judge.moments import legal_moments
from ragami.judge.report import replay_log
from ragami.language import Language, translator
from ragami.log.record import Bad, Read
from ragami.markup import element
from ragami.sources.parquet import engine

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

WIDTH: Final = 640
LABELS: Final = 200
NUMBERS: Final = 80
ROW: Final = 22
HEAD: Final = 48
INK: Final = "#2b2b2b"
BAR: Final = "#3a6ea5"
FONT: Final = "system-ui, sans-serif"


def questions(of: Collection[str] | None = None) -> list[TableQuestion]:
    """Return all that can be asked of these games; None: of every game that is installed."""
    return [
        question
        for name, own in own_statistics().items()
        if of is None or name in of
        for question in own.questions
    ]


def kinds(connection: DuckDBPyConnection) -> set[str]:
    """Return the games of which there are logs in the tables."""
    return {kind for (kind,) in connection.execute('SELECT DISTINCT kind FROM "games"').fetchall()}


def word(code: str, language: Language) -> str:
    """Return the words for a code in an answer; the code itself if no game has any."""
    if code == SEVERAL:
        return translator(language)(SEVERAL)
    plain = code.replace("_", " ")
    of_games = own_statistics().items()
    # Ours give back what they do not know: then another one may know it.
    for _name, own in sorted(of_games, key=lambda game: game[0] in SHIPPED):
        text = own.word(code, language)
        if text not in (None, code, plain):
            return text
    return plain


@contextmanager
def over(folders: Sequence[str]) -> Iterator[DuckDBPyConnection]:
    """Join all tables of some archives into one. Raises `RagamiError` `archive-failed`."""
    with needed("archive"):
        import duckdb  # noqa: PLC0415 (law 10)

    try:
        with (
            tempfile.TemporaryDirectory(prefix="ragami-") as temporary,
            engine(temporary) as connection,
        ):
            for table in tables():
                paths = [Path(folder, f"{table.name}.parquet") for folder in folders]
                files = [str(path).replace("'", "''") for path in paths if path.is_file()]
                columns = ", ".join(f'"{col.name}" {SQL[col.kind]}' for col in table.columns)
                if files:
                    listed = ", ".join(f"'{path}'" for path in files)
                    connection.execute(
                        f'CREATE VIEW "{table.name}" AS FROM read_parquet([{listed}])'
                    )
                else:  # of a game that came after the archive
                    connection.execute(f'CREATE TABLE "{table.name}" ({columns})')
            yield connection
    except duckdb.Error as error:
        problem = str(error).partition("\n")[0]
        raise RagamiError("archive-failed", problem=problem) from error


def leave_out_broken_off(connection: DuckDBPyConnection) -> int:
    """Hide the games that were broken off from all questions to come, and return how many they are.

    The tables themselves stay as they are: views of their names stand before them.
    """
    catalog = connection.execute("SELECT current_database()").fetchall()[0][0]
    off = f'FROM "{catalog}".main."games" WHERE NOT ended AND reason IS NOT NULL'
    many: int = connection.execute(f"SELECT count(*) {off}").fetchall()[0][0]
    for table in tables() if many else ():
        connection.execute(
            f'CREATE TEMP VIEW "{table.name}" AS FROM "{catalog}".main."{table.name}"'
            f" WHERE game NOT IN (SELECT game {off})"
        )
    return many


def none_is_over(connection: DuckDBPyConnection) -> bool:
    """Return whether there are games in the tables, and all of them go on."""
    any_over = connection.execute('SELECT bool_or(ended) FROM "games"').fetchall()[0][0]
    return any_over is False  # None: there are no games


def answer(connection: DuckDBPyConnection, question: TableQuestion) -> list[Row]:
    return connection.execute(question.sql).fetchall()


# --- the time between two records ----------------------------------------------------------------


PAUSE: Final = timedelta(minutes=10)
SEVERAL: Final = N_("several players")
"""Whose time it is where several were to act, as on a pad."""

TIME: Final = TableQuestion(
    "time",
    N_(
        "Time between records (thinking, talking and writing down), by who was to act;"
        " gaps of more than 10 minutes are left out as pauses"
    ),
    "",
    (
        AnswerColumn("player", N_("Player")),
        AnswerColumn("round", N_("Round")),
        AnswerColumn("records", N_("Records")),
        AnswerColumn("minutes", N_("Minutes")),
        AnswerColumn("median_seconds", N_("Median (s)")),
        AnswerColumn("longest_seconds", N_("Longest (s)")),
        AnswerColumn("pauses", N_("Pauses")),
    ),
    keys=2,
    drawn="minutes",
)
"""The answer has a row for each seat and round, before them one for the seat (`round` is null)."""


class ThinkingTime(NamedTuple):
    """The time before a record: the seat that was to act, the round, the seconds."""

    player: str
    round: int
    seconds: float


def gaps_in(log: bytes) -> list[ThinkingTime]:
    """List the time before each event that counts, where the log says when both were written.

    What lies between is thinking, talking, moving and writing together. A gap of more than `PAUSE`
    is a pause: it is counted and left out.

    Where several were to act, it is the time of the one whose event it is, or else of `SEVERAL`;
    where nobody was, of nobody.
    """
    replay = replay_log(log)
    times = [_time(read) for read in replay.codec.read_log(log)]
    gaps = []
    for now in legal_moments(replay):
        seq = now.coming.seq if now.coming else None
        if seq is None or seq < 2:  # before record 1 nobody plays
            continue
        before, at = times[seq - 2], times[seq - 1]
        player = _to_act(now.due, getattr(now.coming_event, "player", None))
        if before and at and player and at >= before:
            gaps.append(ThinkingTime(player, now.round, (at - before).total_seconds()))
    return gaps


def _time(read: Read) -> datetime | None:
    return None if isinstance(read, Bad) else read.at


def _to_act(due: Sequence[str], player: str | None) -> str | None:
    """Return the seat whose time it is."""
    if player in due or not due:
        return player
    return due[0] if len(due) == 1 else SEVERAL


def answer_time(gaps: Iterable[ThinkingTime]) -> list[Row]:
    """Answer the question `TIME`: whoever took longest first."""
    by_player: dict[str, list[ThinkingTime]] = {}
    for gap in gaps:
        by_player.setdefault(gap.player, []).append(gap)
    rows: list[tuple[float, list[Row]]] = []
    for player, some in by_player.items():
        total = _row(player, None, some)
        rounds = sorted({gap.round for gap in some})
        by_round = [_row(player, n, [gap for gap in some if gap.round == n]) for n in rounds]
        rows.append((total[3], [total, *by_round]))
    return [row for _minutes, some in sorted(rows, key=lambda entry: -entry[0]) for row in some]


def _row(player: str, round_: int | None, gaps: Sequence[ThinkingTime]) -> Row:
    seconds = [gap.seconds for gap in gaps if gap.seconds <= PAUSE.total_seconds()]
    minutes = round(sum(seconds) / 60, 1)
    usual, longest = (median(seconds), max(seconds)) if seconds else (None, None)
    return (player, round_, len(gaps), minutes, usual, longest, len(gaps) - len(seconds))


class ChartBar(NamedTuple):
    """A row of an answer: what it is about, and how much."""

    label: str
    value: float


class AnswerChart(NamedTuple):
    """An answer to be drawn: its heading, which says what is measured, and the bars."""

    heading: str
    bars: Sequence[ChartBar]


def bar_chart(charts: Sequence[AnswerChart]) -> str:
    """Return all charts in one picture, with a text for who does not see it."""
    drawn: list[str] = []
    top = 0
    for chart in charts:
        drawn.append(_drawn_bars(chart, top))
        top += HEAD + ROW * len(chart.bars)
    title = element("title", escape("; ".join(chart.heading for chart in charts)))
    return element(
        "svg",
        title,
        element("rect", width=WIDTH, height=top + ROW, fill="#ffffff"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {top + ROW}",
        width=WIDTH,
        height=top + ROW,
        role="img",
        font_family=FONT,
        font_size=13,
        fill=INK,
    )


def _drawn_bars(chart: AnswerChart, top: int) -> str:
    rows = [_text(chart.heading, 12, top + 30, font_weight="bold")]
    most = max((bar.value for bar in chart.bars), default=0) or 1
    room = WIDTH - LABELS - NUMBERS
    for n, bar in enumerate(chart.bars):
        y = top + HEAD + ROW * n
        length = max(0.0, room * bar.value / most)
        rows.append(_text(bar.label, LABELS - 8, y + 14, text_anchor="end"))
        rows.append(element("rect", x=LABELS, y=y + 3, width=length, height=ROW - 7, fill=BAR))
        rows.append(_text(f"{bar.value:g}", LABELS + length + 6, y + 14))
    return "".join(rows)


def _text(text: str, x: float, y: float, **how: str) -> str:
    return element("text", escape(text), x=x, y=y, **how)


class QuestionAnswered(Struct, frozen=True):
    """The answer to a question of `ragami stats`: its rows, by the names of its columns."""

    question: str
    rows: list[dict[str, str | int | float | None]]
