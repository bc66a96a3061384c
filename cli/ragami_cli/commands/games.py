"""`ragami games`: what is in the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from gettext import gettext as _
from typing import TYPE_CHECKING

import click

from ragami.errors import RagamiError
from ragami.game import GameDoesNotLoad, GameFails
from ragami.table.listing import Listed, as_tree, listed
from ragami_cli.options import Command, Session, pass_session
from ragami_cli.output import Output, ProgressLine, show_table
from ragami_cli.story import how_it_stands

if TYPE_CHECKING:
    from ragami.store import Store


@click.command(
    "games",
    cls=Command,
    help=_(
        "List the games in the database: who plays, how many records there are, and how each"
        " game stands. Games are in the order of their names; what goes on from another one"
        " ('ragami new --from') stands below it, with the record after which it does."
    ),
    examples=[
        ("ragami games", _("What there is.")),
        ("ragami games --db club.db --json", _("A line of JSON for each game of another file.")),
    ],
)
@click.option(
    "--refresh",
    is_flag=True,
    help=_("Fill the views counting_events and points of the database (SQLite) first."),
)
@pass_session
def games(session: Session, *, refresh: bool) -> None:
    """Print the table of games."""
    output = session.output
    try:
        with session.store(create=False) as store:
            if refresh:
                fill_views(store)
            entries = list(read(store))
    except RagamiError as trouble:
        if trouble.code != "database-not-found" or session.db:
            raise
        entries = []
    if output.json:
        from ragami.table.replies import game_listed

        for each in entries:
            output.data(game_listed(each))
    elif entries:
        show(entries, output)
    else:
        output.remark(_("There is no game yet; 'ragami new' opens one."))
    for said in dict.fromkeys(each.wrong.say(output.language) for each in entries if each.wrong):
        output.remark(said)


def fill_views(store: Store) -> None:
    """Leave in a database how its games read now."""
    from ragami.store.sqlite import SqliteStore
    from ragami.table.listing import refresh

    if not isinstance(store, SqliteStore):
        raise click.UsageError(_("Only a database in a file has these views."))
    for game in store.games():
        with suppress(GameDoesNotLoad, GameFails):  # which the list names
            refresh(store, game.name)


def read(store: Store) -> Iterator[Listed]:
    """Every game of a store; of many, how far it is."""
    with ProgressLine(sum(1 for _name in store.names())) as progress:
        for entry in listed(store):
            yield entry
            progress.step()


def show(games: list[Listed], output: Output) -> None:
    """The table for people."""
    heads = (_("Game"), _("Title"), _("Players"), _("Records"), _("Stands"), _("Last (UTC)"))
    rows = [
        (
            branch_of(game, depth),
            game.title or "",
            ", ".join(game.players.values()),
            str(game.replay.seq),
            how_it_stands(game.replay, output.language),
            (game.last_at or "")[:16].replace("T", " "),
        )
        for depth, game in as_tree(games)
    ]
    show_table(output, heads, rows, numbers={3, 5})


def branch_of(game: Listed, depth: int) -> str:
    """The name of a game; of a branch behind dots, with the record after which it goes on."""
    if game.origin is None:
        return game.name
    beside = "" if depth else f"{game.origin.game} "
    return f"{'.. ' * depth}{game.name} ({beside}@{game.origin.seq})"
