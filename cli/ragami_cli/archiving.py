"""Many logs put into tables, for `ragami export --to parquet` and `ragami stats`."""

from __future__ import annotations

from functools import partial
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragami.errors import RagamiError
from ragami_cli.workers import LogSelection, named

if TYPE_CHECKING:
    from ragami.analytics.folder import FolderWriter


def write_tables(
    selection: LogSelection, out: Path | None, viewer: str | None, *, resume: bool
) -> int:
    """Write all tables into a folder, perhaps with the rows that it has; gives the exit code."""
    from ragami.analytics.folder import gathering
    from ragami.analytics.replies import TablesWritten

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
    """Put the rows of all logs into the tables; gives how many logs, and the exit code.

    Those that are there already are not read. What cannot be read is said, and left out.
    """
    from ragami.analytics.tables import game_name, rows_of
    from ragami.errors import worst

    codes: set[int] = set()
    games = len(tables.there)
    task = partial(rows_of, viewer)

    def has(name: str) -> bool:
        return game_name(name) in tables.there

    new_places = (place for place in selection.places() if not all(map(has, place.names)))
    how_many, workers = selection.how_many, selection.workers
    for name, result in named(task, new_places, how_many, workers, verbose=False):
        if has(name):
            continue
        if isinstance(result, RagamiError):
            codes.add(selection.session.output.fail_on(name, result))
        else:
            tables.add(result)
            games += 1
    return games, worst(sorted(codes, reverse=True))


def expect_viewer(viewer: str | None) -> None:
    """Some seat of some game, `public` or `referee`; else wrong usage."""
    from ragami_cli.arguments import every_viewer, one_of

    if viewer is not None:
        one_of(viewer.lower(), every_viewer(), "--as")
