"""Work on many logs: on all cores or a cluster, in the order in which they were named."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache, partial, wraps
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

import click

from ragami.errors import PROOF_BROKEN, RagamiError, stopped, worst
from ragami.sources.files import STDIN
from ragami.sources.places import in_database, places, read_log, sources
from ragami.store import open_store
from ragami_cli.options import Session, option_group, pass_session

if TYPE_CHECKING:
    from collections import Counter

    from ragami.analytics.folder import FolderWriter
    from ragami.proof.forks import Branch
    from ragami.sources.places import LogPlace, Source

Result = TypeVar("Result")


class Workers(NamedTuple):
    """The workers: a number of processes (None: one for each core), or a cluster."""

    processes: int | None = None
    on: str | None = None


class LogSelection(NamedTuple):
    """The logs of a command: those named, and perhaps all of the database; and who works on them.

    `is_one` may know of the bytes of a file that they are one log, without searching them.
    """

    logs: tuple[str, ...]
    session: Session
    all_games: bool
    workers: Workers
    is_one: Callable[[bytes], bool] | None = None

    @classmethod
    def asked(
        cls, logs: tuple[str, ...], session: Session, workers: Workers, *, all_games: bool
    ) -> Self:
        """Return the logs a command was given. Raise wrong usage if there are none."""
        if not logs and not all_games:
            raise click.UsageError(_("Name some logs, or give --all-games."))
        return cls(logs, session, all_games, workers)

    def results(self, task: Callable[[Source], Result], codes: list[int]) -> Iterator[Result]:
        """Yield the result of each log; report an unreadable one, and add its exit code."""
        for name, result in results_by_name(task, self.places(), self.how_many, self.workers):
            if isinstance(result, RagamiError):
                codes.append(self.session.output.fail(result, name))
            else:
                yield result

    def missing(
        self, has: Callable[[str], bool], task: Callable[[Source], Result]
    ) -> Iterator[tuple[str, Result | RagamiError]]:
        """Yield name and result of the logs that somebody does not have yet; no other is read."""
        new_places = (place for place in self.places() if not all(map(has, place.names)))
        for name, result in results_by_name(
            task, new_places, self.how_many, self.workers, verbose=False
        ):
            if not has(name):
                yield name, result

    def places(self) -> Iterator[LogPlace]:
        yield from places(self.logs, self.session.db, is_one=self.is_one)
        if self.all_games:
            yield from in_database(self.session.db)

    def how_many(self) -> int:
        """Return about how many places there are."""
        from ragami.sources.places import games_in, how_many

        return how_many(self.logs) + (games_in(self.session.db) if self.all_games else 0)


class ReportOutput(NamedTuple):
    """A report in words or as a line of JSON, and the exit code that its log deserves."""

    text: str
    code: int
    sealed: SealedLog | None = None
    receipt: ReceiptOutput | None = None


class ReceiptOutput(NamedTuple):
    """Was a log known by a receipt? Else the line of a new one, and what was wrong with an old."""

    game: str
    known: bool
    line: bytes | None
    remark: RagamiError | None

    @property
    def false(self) -> bool:
        """True if there was a receipt that the judging contradicts."""
        return self.remark is not None and self.remark.exit_code == PROOF_BROKEN


class SealedLog(NamedTuple):
    """A log that known keys have sealed: to be held against the others of its name."""

    source: Source
    branch: Branch


all_games_option = click.option(
    "--all-games", is_flag=True, help=_("Every game of the database as well.")
)
resume_option = click.option(
    "--resume",
    metavar=_("FILE"),
    type=click.Path(path_type=Path, dir_okay=False),
    help=_("Write the reports into this file (JSON), after those that it has already."),
)
workers_options = option_group(
    "workers",
    Workers,
    click.option(
        "--processes",
        type=click.IntRange(1),
        metavar=_("NUMBER"),
        help=_("How many processes work; else one for each core, when it takes a while."),
    ),
    click.option(
        "--on",
        metavar=_("ADDRESS"),
        help=_("Hand the work to the Dask cluster whose scheduler is there."),
    ),
)


def with_logs(decorated: Callable[..., object]) -> Callable[..., Any]:
    """Give a command `workers_options`, and its logs as its first argument: a `LogSelection`."""

    @workers_options
    @pass_session
    @wraps(decorated)
    def command(
        session: Session,
        /,
        logs: tuple[str, ...],
        *,
        all_games: bool,
        workers: Workers,
        **options: object,
    ) -> Any:
        selection = LogSelection.asked(logs, session, workers, all_games=all_games)
        return decorated(selection, **options)

    return command


def into_file(
    task: Callable[[Source], ReportOutput],
    selection: LogSelection,
    path: Path,
    then: Callable[[ReportOutput], ReportOutput] | None = None,
) -> Counter[int]:
    """Write the reports that a file does not have yet after those that it has (JSON).

    `then` may say more of a log, after those before it. Gives the exit codes that all logs
    deserve, counted. Raises `RagamiError`.
    """
    from ragami.analytics.reports import Reports

    output = selection.session.output
    with Reports(path) as reports:
        for name, result in selection.missing(reports.has, task):
            if isinstance(result, RagamiError):
                output.remark(result.say(output.language))
                line = output.as_json(stopped(result, name))
                reports.add(line.encode(), result.exit_code)
            else:
                report = then(result) if then else result
                reports.add(report.text.encode(), report.code)
        return reports.codes


def results_by_name(
    task: Callable[[Source], Result],
    log_places: Iterable[LogPlace],
    how_many: Callable[[], int],
    workers: Workers,
    *,
    verbose: bool = True,
) -> Iterator[tuple[str, Result | RagamiError]]:
    """Yield each log's name with its result or its error, behind a progress bar.

    `how_many` places there are is only asked where the bar is seen. With `verbose` something is
    said of every log, and not only what is wrong: the bar makes room for it.
    """
    from ragami.analytics.worker_pool import over_logs
    from ragami_cli.output import ProgressLine, is_terminal, shows_progress

    verbose = verbose and is_terminal(sys.stdout)
    with ProgressLine(how_many() if shows_progress() else 0) as progress:
        for batch in over_logs(task, log_places, *workers):
            if verbose or any(isinstance(result, RagamiError) for _name, result in batch.results):
                progress.hide()
            yield from batch.results
            progress.step(len(batch.results), batch.weight)


# --- many logs put into tables ---------------------------------------------------------------


def write_tables(
    selection: LogSelection, out: Path | None, viewer: str | None, *, resume: bool
) -> int:
    """Write all tables into a folder, to resume with the rows it has. Return the exit code."""
    from ragami.analytics.folder import TablesWritten, gathering

    if out is None or str(out) == "-":
        raise click.UsageError(_("Several tables need a folder: -o FOLDER."))
    expect_viewer(viewer)
    if resume and viewer is not None:
        raise click.UsageError(_("--resume and --as: who may see the rows that are there?"))
    with gathering(out if resume else None) as tables:
        games, code = gather(selection, tables, viewer)
        out.mkdir(parents=True, exist_ok=True)
        tables.write(out)
    sentence = ngettext("{n} game in {folder}.", "{n} games in {folder}.", games)
    reply = TablesWritten(str(out), games)
    selection.session.output.reply(reply, sentence.format(n=games, folder=out))
    return code


def gather(selection: LogSelection, tables: FolderWriter, viewer: str | None) -> tuple[int, int]:
    """Put the rows of all logs into the tables. Return how many logs, and the exit code.

    Those that are there already are not read. What cannot be read is said, and left out.
    """
    from ragami.analytics.tables import game_name, rows_of

    codes: set[int] = set()
    games = len(tables.there)

    def has(name: str) -> bool:
        return game_name(name) in tables.there

    for name, result in selection.missing(has, partial(rows_of, viewer)):
        if isinstance(result, RagamiError):
            codes.add(selection.session.output.fail(result, name))
        else:
            tables.add(result)
            games += 1
    return games, worst(sorted(codes, reverse=True))


def expect_viewer(viewer: str | None) -> None:
    """Raise wrong usage for what is no seat of any game, `public` or `referee`."""
    from ragami_cli.arguments import every_viewer, one_of

    if viewer is not None:
        one_of(viewer.lower(), every_viewer(), "--as")


# --- the logs that another one may rest on -------------------------------------------------------


class CommandLibrary(NamedTuple):
    """The logs named to a command, and its database; can be sent to a worker."""

    asked: tuple[str, ...]
    database: str | None
    # The number of the run: logs are read once in a run.
    run: int

    def of(self, origins: Collection[str]) -> Mapping[str, list[bytes]]:
        """Return the logs of these origins: files before the database, which is then read whole."""
        logs: dict[str, list[bytes]] = {}
        for origin, copies in _named(self.asked, self.run).items():
            if origin in origins:
                logs[origin] = [copy.read() for copy in copies]
        if len(logs) < len(origins):
            for origin, copies in _stored(self.database, self.run).items():
                if origin in origins and origin not in logs:
                    logs[origin] = [copy.read() for copy in copies]
        return logs

    def linking(self) -> Iterator[tuple[str, bytes]]:
        """Yield the logs of games that link others, those of the database included."""
        from ragami.game.capabilities import LINKS
        from ragami.judge.report import game_of

        seen: set[str] = set()
        for copies in _named(self.asked, self.run).values():
            for source, log in _read(copies):
                if source.name not in seen and game_of(log).has(LINKS):
                    seen.add(source.name)
                    yield source.name, log
        for name in _linking(self.database, self.run):
            yield name, read_log(name, self.database)


@lru_cache(maxsize=1)
def _named(names: tuple[str, ...], _run: int) -> Mapping[str, list[Source]]:
    return _by_origin(sources([name for name in names if name != STDIN], games=False))


@lru_cache(maxsize=1)
def _stored(database: str | None, _run: int) -> Mapping[str, list[Source]]:
    return _by_origin(source for place in in_database(database) for source in place.sources())


@lru_cache(maxsize=1)
def _linking(database: str | None, _run: int) -> list[str]:
    """Return the names of the games that link others, by their first records."""
    from ragami.game.capabilities import LINKS
    from ragami.judge.report import game_of

    try:
        with open_store(database, create=False) as store:
            return [game.name for game in store.games() if game_of(game.first).has(LINKS)]
    except RagamiError:
        return []


def _by_origin(log_sources: Iterable[Source]) -> dict[str, list[Source]]:
    from ragami.referee.linked import origins

    by_origin: dict[str, list[Source]] = {}
    for source, log in _read(log_sources):
        for origin in origins(log):
            by_origin.setdefault(origin, []).append(source)
    return by_origin


def _read(log_sources: Iterable[Source]) -> Iterator[tuple[Source, bytes]]:
    """Yield the readable logs; the others are reported where they are judged."""
    for source in log_sources:
        try:
            yield source, source.read()
        except RagamiError:
            continue
