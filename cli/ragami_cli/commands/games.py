"""`ragami games`: what is in the database."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from gettext import gettext as _
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ragami.errors import RagamiError
from ragami_cli.options import Command, Session, pass_session

if TYPE_CHECKING:
    from ragami.judge.replay import Replay
    from ragami.store import GameEntry, Store
    from ragami_cli.output import Output


class Entry(NamedTuple):
    """One game of the list."""

    name: str
    title: str | None
    players: dict[str, str]
    replay: Replay
    last_at: str | None


@click.command(
    "games",
    cls=Command,
    help=_(
        "List the games in the database: who plays, how many records there are, and how each"
        " game stands. Games are in the order of their names."
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
        for each in entries:
            output.data(as_json(each))
    elif entries:
        show(entries, output)
    else:
        output.remark(_("There is no game yet; 'ragami new' opens one."))


def fill_views(store: Store) -> None:
    """Leave in a database how its games read now."""
    from ragami.store.sqlite import SqliteStore
    from ragami.table.refreshing import refresh

    if not isinstance(store, SqliteStore):
        raise click.UsageError(_("Only a database in a file has these views."))
    for game in store.games():
        refresh(store, game.name)


def read(store: Store) -> Iterator[Entry]:
    """Every game of a store; of many, how far it is."""
    from ragami_cli.progress import Progress

    games = sorted(store.games(), key=lambda game: as_counted(game.name))
    with Progress(len(games)) as progress:
        for game in games:
            yield entry(store, game)
            progress.step()


def as_counted(name: str) -> list[tuple[int, str]]:
    """A name to sort by, its numbers as numbers: 4-7 comes before 4-10."""
    parts = enumerate(re.split(r"([0-9]{1,18})", name))
    return [(int(part) if at % 2 else -1, part) for at, part in parts]


def entry(store: Store, game: GameEntry) -> Entry:
    """A game folded from its first record, so that what is listed is what `show` says."""
    from ragami.judge.report import replay_log
    from ragami.privacy.secrets import read_kept

    replay = replay_log(b"".join(line + b"\n" for line in read_kept(store, game.name)))
    players, title = replay.game.seating(replay.state)
    return Entry(game.name, title, dict(players), replay, recorded_at(game.last))


def recorded_at(record: bytes) -> str | None:
    """When a record was written, as it says itself; a damaged one says nothing."""
    import msgspec

    at = None
    with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        at = msgspec.json.decode(record)
    at = at.get("at") if isinstance(at, dict) else None
    return at if isinstance(at, str) else None


def as_json(game: Entry) -> dict[str, Any]:
    """A game as one object."""
    replay = game.replay
    # What a game shows is its own affair: where it is not said there, the position says it.
    at = replay.game.position(replay.state)
    view = {"phase": at.phase, "round": at.round}
    view |= replay.game.view(replay.state, replay.seq, "public")
    return {
        "name": game.name,
        "title": game.title,
        "players": game.players,
        "records": replay.seq,
        "phase": view["phase"],
        "round": view["round"],
        "active": view.get("active"),
        "broken_at": replay.error.line if replay.error else None,
        "final": replay.final,
        "last_at": game.last_at,
    }


def show(games: list[Entry], output: Output) -> None:
    """The table for people."""
    from ragami_cli.glance import how_it_stands
    from ragami_cli.table import show_table

    heads = (_("Game"), _("Title"), _("Players"), _("Records"), _("Stands"), _("Last (UTC)"))
    rows = [
        (
            game.name,
            game.title or "",
            ", ".join(game.players.values()),
            str(game.replay.seq),
            how_it_stands(game.replay, output.language),
            (game.last_at or "")[:16].replace("T", " "),
        )
        for game in games
    ]
    show_table(output, heads, rows, numbers={3, 5})
