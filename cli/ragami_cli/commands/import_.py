"""`ragami import`: logs from files into the database, byte for byte."""

from __future__ import annotations

from collections import Counter
from functools import partial
from gettext import gettext as _
from gettext import ngettext
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import click
from msgspec import UNSET

from ragami.decoded import Fields
from ragami.errors import FOUND_WRONG, PROOF_BROKEN, STORAGE, RagamiError, worst
from ragami.findings import Finding
from ragami.judge.report import game_of, is_good, on_line_of, replay_log
from ragami.receipts.shelf import ReceiptPolicy
from ragami.sheet import Misread
from ragami.sources.codes import is_code
from ragami.sources.files import STDIN
from ragami.sources.places import LogPlace, Source, how_many, places, sources
from ragami.store import Store, database_path
from ragami.table.importing import (
    as_own_log,
    contradiction,
    good_parts,
    has_all,
    keep,
    lines_to_store,
    title_of,
)
from ragami.table.replies import Imported
from ragami_cli.commands.receipts import ReceiptOptions, judged_log, receipts_options
from ragami_cli.options import Session, command, pass_session
from ragami_cli.output import Output
from ragami_cli.workers import ReceiptOutput, Workers, results_by_name, workers_options

SUFFIXES: Final = (".gz", ".zst", ".jsonl", ".ragami", ".png", ".jpg", ".jpeg", ".webp")


@command(
    "import",
    help=_(
        "Bring logs into the database, byte for byte: files (also packed with gzip or zstd), the"
        " .jsonl, .jsonl.gz and .jsonl.zst files of a folder, or '-' for what comes on standard"
        " input; other databases and tables of records (Parquet) too. Each log is judged first;"
        " one with an error is refused, and nothing of it is written; with --as-is it is kept whole"
        " (exit code 1), for whatif, correct, rule and report. A score sheet (.ragami) is"
        " read as a log, or as several.\n\n"
        "A log that is sealed here, and the same log brought in under another name, are two copies"
        " of one, of which only the first can be sealed: with --copy the other is made a log of its"
        " own.\n\n"
        "A game is called as its file is, what comes on standard input or as the text of a code as"
        " its title says. To"
        " import a log again does no harm."
    ),
    examples=[
        ("ragami import final.jsonl", _("The game 'final'.")),
        ("ragami import final.jsonl --name 'final 2026'", _("Under another name.")),
        ("ragami import final.ragami --salvage", _("A score sheet, as far as it is good.")),
        ("ragami import theirs.jsonl --as-is", _("A log with an error, to look into it.")),
        ("ragami import games/", _("Every log of a folder, a game each.")),
        (
            "ragami import final.jsonl --name try --copy",
            _("A copy to work on, which can be sealed beside the original."),
        ),
    ],
)
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar=_("FILE|FOLDER|-..."),
    help=_("Logs to import."),
)
@click.option("--name", metavar=_("NAME"), help=_("What the game is to be called, if it is one."))
@click.option(
    "--salvage",
    is_flag=True,
    help=_("Of a log or sheet with an error, write what is good up to the first one."),
)
@click.option(
    "--as-is",
    is_flag=True,
    help=_("Keep a log with an error whole, and say what is wrong with it."),
)
@click.option(
    "--copy",
    is_flag=True,
    help=_("Make it a log of its own: another record 1, and notes in the place of its seals."),
)
@receipts_options
@workers_options
@pass_session
def import_(  # noqa: PLR0913 (as many as there are options)
    session: Session,
    files: tuple[str, ...],
    name: str | None,
    *,
    salvage: bool,
    as_is: bool,
    copy: bool,
    workers: Workers,
    about_receipts: ReceiptOptions,
) -> int:
    """Import the logs one after the other, each whole or not at all."""
    if salvage and as_is:
        raise click.UsageError(_("Say --salvage or --as-is, not both."))
    log_places = places(files, games=False) if name is None else only_one(files)
    if salvage:
        log_places = (place._replace(sources=partial(good_parts, place)) for place in log_places)
    codes: Counter[int] = Counter()
    with session.store() as store, about_receipts.opened(session.output) as receipts:
        begun = next(store.names(), None) is not None
        database = str(database_path(session.db)) if begun else None
        task = partial(checked, name, database, copy=copy, receipts=receipts.policy)
        for file, result in results_by_name(task, log_places, partial(how_many, files), workers):
            code = bring_in(file, result, store, session.output, as_is=as_is)
            receipt = None if isinstance(result, RagamiError) else result.receipt
            receipts.keep(receipt)
            codes[PROOF_BROKEN if receipt and receipt.false else code] += 1
    return worst(codes)


def only_one(files: tuple[str, ...]) -> list[LogPlace]:
    """Return the place of the one log that is given a name. Raise wrong usage for several."""
    logs = list(islice(sources(files, games=False), 2))
    if len(logs) > 1:
        raise click.UsageError(_("--name is for one log."))
    return [LogPlace((source.name,), partial(tuple, [source])) for source in logs]


class JudgedFile(NamedTuple):
    """A log that was judged: its name (empty: nobody says it), the error in it, how it ended."""

    game: str
    log: bytes
    records: int
    wrong: Finding | None
    final: Fields | None
    there_already: bool = False
    # The lines left out of a salvaged log, the error that cut it, and the line of each record.
    misread: tuple[Misread, ...] = ()
    cut: Finding | None = None
    lines: tuple[int, ...] = ()
    receipt: ReceiptOutput | None = None

    @property
    def salvaged(self) -> bool:
        return bool(self.misread or self.cut)


def checked(
    name: str | None,
    db: str | None,
    source: Source,
    *,
    copy: bool = False,
    receipts: ReceiptPolicy | None = None,
) -> JudgedFile:
    """Judge a log, unless the database has all of it or a receipt finds it good.

    A `copy` is made a log of its own. Raises `RagamiError` if it cannot be read.
    """
    content = source.read()
    log = as_own_log(content) if copy else content
    lines = lines_to_store(log)
    game = name or name_of(source.name, log)
    undamaged = not (getattr(content, "misread", ()) or getattr(content, "wrong", None))
    if undamaged and game and db is not None and has_all(db, game, lines):
        return JudgedFile(game, b"", len(lines), None, None, there_already=True)
    verdict, replay, receipt = None, None, None
    if receipts:
        verdict, replay, _proofs, receipt = judged_log(log, source.name, receipts)
    if verdict and is_good(verdict.findings):
        records, error, final = verdict.records, None, verdict.final
    else:
        replay = replay or replay_log(log)
        records, error, final = replay.seq, replay.error, replay.final
    return JudgedFile(
        game,
        log,
        records,
        error or contradiction(log),
        final,
        misread=getattr(content, "misread", ()),
        cut=getattr(content, "wrong", None),
        lines=getattr(content, "lines", ()),
        receipt=receipt,
    )


def bring_in(
    file: str,
    judged: JudgedFile | RagamiError,
    store: Store,
    output: Output,
    *,
    as_is: bool = False,
) -> int:
    """Store a judged log and print the result. Return the exit code.

    Raises `RagamiError` when the storage fails: it would for the next one.
    """
    if isinstance(judged, RagamiError):
        return output.fail(judged, file)
    tell_what_is_left_out(judged, output)
    try:
        expect_fit(file, judged, output, as_is=as_is)
        there = judged.there_already or keep(store, judged.game, judged.log, judged.final)
    except RagamiError as trouble:
        if trouble.exit_code == STORAGE:
            raise
        return output.fail(trouble, file)
    if output.json:
        salvaged = judged.salvaged or UNSET
        misread = judged.misread if judged.salvaged else UNSET
        output.data(Imported(file, judged.game, judged.records, salvaged, misread, there))
    else:
        n = judged.records
        sentence = ngettext("'{game}' has {n} record.", "'{game}' has {n} records.", n)
        sentence = _("'{game}' is there already.") if there else sentence
        output.answer(sentence.format(game=judged.game, n=n))
        if judged.salvaged:
            output.answer(_("That is what is good of it, up to the first error."))
    return FOUND_WRONG if judged.salvaged or judged.wrong else 0


def tell_what_is_left_out(judged: JudgedFile, output: Output) -> None:
    """Remark why the end of a log is not written."""
    for misread in judged.misread:
        output.remark(output.wrap(misread.say(output.language)))
    if judged.cut:
        game = game_of(judged.log)
        output.remark(output.wrap(game.words.say(judged.cut, output.language)))


def expect_fit(file: str, judged: JudgedFile, output: Output, *, as_is: bool) -> None:
    """Remark the error found in a log.

    Raises `RagamiError` `log-refused` unless it is kept as is, and `name-needed`.
    """
    if judged.wrong:
        game = game_of(judged.log)
        output.remark(output.wrap(game.words.say(judged.wrong, output.language)))
        if not as_is:
            line = on_line_of(judged.lines, judged.wrong).line
            raise RagamiError("log-refused", path=file, line=line, rule=judged.wrong.rule)
    if not judged.game:
        raise RagamiError("name-needed")


def name_of(file: str, log: bytes) -> str:
    """Return the default name of an imported game; empty if neither file nor record 1 has one."""
    if file != STDIN and not is_code(file):
        path, _hash, part = Path(file).name.rpartition("#")
        if part and path and not part.isdigit():
            return part  # a game of a database, or of a table of records
        name = path or part
        for suffix in SUFFIXES:
            name = name.removesuffix(suffix)
        return f"{name}-{part}" if path else name
    return title_of(log) or ""
