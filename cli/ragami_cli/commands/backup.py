"""`ragami backup|copy`: a copy of the database while it is used, or of its games elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path

import click

from ragami.errors import STORAGE, RagamiError, worst
from ragami.store import Store, database_path, open_store
from ragami.store.copying import Copied, back_up, copy_game
from ragami.store.replies import BackedUp, GameCopied
from ragami_cli.options import Command, Session, pass_session
from ragami_cli.output import Output, ProgressLine


@click.command(
    "backup",
    cls=Command,
    help=_(
        "Copy the database with all games into a new file, also while a game is written down: every"
        " record that is acknowledged by then is in it. Copying the file itself is no backup, since"
        " the last records may stand in a file beside it. The copy is used like any database: with"
        " --db, or put back in the place of the old one while nobody uses that."
    ),
    examples=[
        ("ragami backup friday.backup.db", _("The database that is in use.")),
        ("ragami backup /media/stick/club.db --db club.db", _("Another one.")),
    ],
)
@click.argument(
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar=_("FILE"),
    help=_("Where to; a file that is there already is left as it is."),
)
@pass_session
def backup(session: Session, path: Path) -> None:
    """Copy the database."""
    source = database_path(session.db)
    if isinstance(source, str):
        raise click.UsageError(
            _("A server has backups of its own (pg_dump); 'ragami copy' takes games off it.")
        )
    games = back_up(source, path)
    sentence = ngettext("{n} game in {file}.", "{n} games in {file}.", games)
    reply = BackedUp(str(source), str(path), games)
    session.output.reply(reply, sentence.format(n=games, file=path))


# --- all games into another database ---------------------------------------------------------


@click.command(
    "copy",
    cls=Command,
    help=_(
        "Copy all games of one database into another, byte for byte, with all that is kept beside"
        " their records: from a file to a server, back again, or from a file to a file. A database"
        " is named by its file, or by its address (postgresql://…).\n\n"
        "The first one stays as it is. What is there already stays too, and a copy that was broken"
        " off goes on where it stopped; a game of the same name that is another one is refused."
    ),
    examples=[
        ("ragami copy club.db postgresql://club@server/ragami", _("To a server.")),
        ("ragami copy postgresql://club@server/ragami backup.db", _("Back into a file.")),
    ],
)
@click.argument("source", metavar=_("FROM"), help=_("The database that is copied."))
@click.argument("target", metavar=_("TO"), help=_("The database that gets the games."))
@pass_session
def copy(session: Session, source: str, target: str) -> int:
    """Copy game after game; of one that is refused, the others are copied all the same."""
    with open_store(source, create=False) as ours, open_store(target) as theirs:
        return worst(list(copied(ours, theirs, session.output)))


def copied(source: Store, target: Store, output: Output) -> Iterator[int]:
    """Copy, say what came of it, and give the exit code of each game.

    Raises `RagamiError` when the storage fails: it would for the next one.
    """
    games = source.games()
    copies: list[Copied] = []
    with ProgressLine(len(games)) as progress:
        for game in games:
            try:
                copies.append(copy_game(source, target, game))
                yield 0
            except RagamiError as trouble:
                if trouble.exit_code == STORAGE:
                    raise
                progress.hide()
                yield output.fail_on(game.name, trouble)
            progress.step()
    tell(copies, output)


def tell(games: list[Copied], output: Output) -> None:
    """Print the games and records that were copied."""
    if output.json:
        for copied_game in games:
            output.data(GameCopied(copied_game.name, copied_game.records, copied_game.there))
        return
    records = sum(copied_game.records - copied_game.there for copied_game in games)
    n = sum(copied_game.records > copied_game.there for copied_game in games)
    output.answer(ngettext("{n} game copied.", "{n} games copied.", n).format(n=n))
    sentence = ngettext("{n} record was written.", "{n} records were written.", records)
    output.answer(sentence.format(n=records))
    if there := len(games) - n:
        sentence = ngettext("{n} game was there already.", "{n} games were there already.", there)
        output.answer(sentence.format(n=there))
