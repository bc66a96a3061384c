"""`ragami backup`: a copy of the database, taken while it is used."""

from __future__ import annotations

from gettext import gettext as _
from gettext import ngettext
from pathlib import Path

import click

from ragami_cli.options import Command, Session, pass_session


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
    from ragami.store import database_path
    from ragami.store.copying import back_up
    from ragami.store.replies import BackedUp

    source = database_path(session.db)
    if isinstance(source, str):
        raise click.UsageError(
            _("A server has backups of its own (pg_dump); 'ragami copy' takes games off it.")
        )
    games = back_up(source, path)
    sentence = ngettext("{n} game in {file}.", "{n} games in {file}.", games)
    reply = BackedUp(str(source), str(path), games)
    session.output.reply(reply, sentence.format(n=games, file=path))
