"""`ragami games|backup|copy|withdraw`: the database with all games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from gettext import gettext as _
from gettext import ngettext
from itertools import islice
from pathlib import Path
from typing import Final

import click

from ragami.errors import FOUND_WRONG, STORAGE, RagamiError, worst
from ragami.game import GameDoesNotLoad, GameFails
from ragami.store import Store, database_path, open_store
from ragami.store.copying import BackedUp, Copied, GameCopied, back_up, copy_game
from ragami.store.sqlite import SqliteStore
from ragami.table import withdrawing
from ragami.table.drafts import now
from ragami.table.listing import Listed, as_tree, listed, refresh
from ragami.table.replies import game_listed, withdrawn
from ragami.table.withdrawing import NameOccurrences
from ragami_cli.arguments import expect_yes
from ragami_cli.options import Session, command, pass_session
from ragami_cli.output import Output, ProgressLine, show_table
from ragami_cli.story import how_it_stands
from ragami_cli.writing import TextType

MOST_NAMES: Final = 8
"""The number of players that a list of games names; a tournament may have hundreds."""


@command(
    "games",
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
    output = session.output
    try:
        with session.store(create=False) as store:
            if refresh:
                fill_views(store)
            entries = list(read_games(store))
    except RagamiError as trouble:
        if trouble.code != "database-not-found" or session.db:
            raise
        entries = []
    if output.json:
        for entry in entries:
            output.data(game_listed(entry))
    elif entries:
        show_games(entries, output)
    else:
        output.remark(_("There is no game yet; 'ragami new' opens one."))
    troubles = (entry.wrong.say(output.language) for entry in entries if entry.wrong)
    for sentence in dict.fromkeys(troubles):
        output.remark(sentence)


def fill_views(store: Store) -> None:
    """Store in the database how its games read now."""
    if not isinstance(store, SqliteStore):
        raise click.UsageError(_("Only a database in a file has these views."))
    for game in store.games():
        with suppress(GameDoesNotLoad, GameFails):  # the list names them
            refresh(store, game.name)


def read_games(store: Store) -> Iterator[Listed]:
    """Yield every game of a store, with progress for many."""
    with ProgressLine(sum(1 for _name in store.names())) as progress:
        for entry in listed(store):
            yield entry
            progress.step()


def show_games(games: list[Listed], output: Output) -> None:
    heads = (_("Game"), _("Title"), _("Players"), _("Records"), _("Stands"), _("Last (UTC)"))
    rows = [
        (
            branch_of(game, depth),
            game.title or "",
            people(game.players.values()),
            str(game.replay.seq),
            how_it_stands(game.replay, output.language),
            (game.last_at or "")[:16].replace("T", " "),
        )
        for depth, game in as_tree(games)
    ]
    show_table(output, heads, rows, numbers={3, 5})


def people(names: Collection[str]) -> str:
    """Return who plays; of more than fit at a table the first, and how many there are."""
    first = ", ".join(islice(names, MOST_NAMES))
    return first if len(names) <= MOST_NAMES else f"{first} … ({len(names)})"


def branch_of(game: Listed, depth: int) -> str:
    """Return the name of a game; for a branch indented, with its origin."""
    if game.origin is None:
        return game.name
    beside = "" if depth else f"{game.origin.game} "
    return f"{'.. ' * depth}{game.name} ({beside}@{game.origin.seq})"


# --- copies --------------------------------------------------------------------------------------


@command(
    "backup",
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


@command(
    "copy",
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
    """Copy game after game. Where one is refused, copy the others all the same."""
    with open_store(source, create=False) as ours, open_store(target) as theirs:
        return worst(list(copied(ours, theirs, session.output)))


def copied(source: Store, target: Store, output: Output) -> Iterator[int]:
    """Copy, and yield the exit code of each game.

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
                yield output.fail(trouble, game.name)
            progress.step()
    tell_copied(copies, output)


def tell_copied(games: list[Copied], output: Output) -> None:
    if output.json:
        for game in games:
            output.data(GameCopied(game.name, game.records, game.there))
        return
    records = sum(game.records - game.there for game in games)
    n = sum(game.records > game.there for game in games)
    output.answer(ngettext("{n} game copied.", "{n} games copied.", n).format(n=n))
    sentence = ngettext("{n} record was written.", "{n} records were written.", records)
    output.answer(sentence.format(n=records))
    if there := len(games) - n:
        sentence = ngettext("{n} game was there already.", "{n} games were there already.", there)
        output.answer(sentence.format(n=there))


# --- a name taken out ----------------------------------------------------------------------------


@command(
    "withdraw",
    help=_(
        "Take a name out of every game of the database for good: of the players, of those who"
        " recorded, of notes, reasons and titles. A player is then called by the seat. Nothing else"
        " of a game changes, all its seals still hold, and what is exported from now on is without"
        " the name.\n\n"
        "Capitals do not count, and whole words do: 'Ana' is not taken out of 'Anabel'. What was"
        " exported or copied before is not reached, nor receipts of it in files elsewhere"
        " ('ragami receipts --without'). The exit code is 1 where the name had to stay somewhere,"
        " as in the signature of a seal."
    ),
    examples=[
        ("ragami withdraw 'Ana Ruiz'", _("Show where the name stands, ask, and take it out.")),
        ("ragami withdraw 'Ana Ruiz' --yes --json", _("Without a question.")),
    ],
)
@click.argument("name", type=TextType(), help=_("The name, as it is written in the games."))
@click.option("--yes", is_flag=True, help=_("Do not ask; needed where nobody can be asked."))
@pass_session
def withdraw(session: Session, name: str, *, yes: bool) -> int:
    output = session.output
    with session.store(create=False) as store:
        games = search(store, name)
        if not games:
            store.withdraw((), now())  # remove what an earlier withdrawal may have left in the file
            raise RagamiError("name-not-found", name=name, nearest=withdrawing.nearest(store, name))
        if not output.json:
            for line in occurrences_in_words(games):
                output.remark(line)
        if not yes:
            sentence = _("Nothing was changed; with --yes it is taken out, for good.")
            expect_yes(_("Take it out, for good?"), click.UsageError(sentence))
        withdrawing.withdraw(store, games, now())
    if output.json:
        for occurrences in games:
            output.data(withdrawn(occurrences))
    else:
        output.answer(withdrawn_in_words(games))
    return FOUND_WRONG if any(occurrences.left for occurrences in games) else 0


def search(store: Store, name: str) -> list[NameOccurrences]:
    """Find the name in all games, with progress for many."""

    def on(games: Iterable[str]) -> Iterator[str]:
        names = list(games)
        with ProgressLine(len(names)) as progress:
            for game in names:
                yield game
                progress.step()

    return withdrawing.search(store, withdrawing.checked_name(name), on)


def occurrences_in_words(games: Iterable[NameOccurrences]) -> Iterator[str]:
    """Yield a line a game, and one for each place where the name has to stay."""
    for occurrences in games:
        withdrawal = occurrences.withdrawal
        records = len(withdrawal.lines.keys() | {secret.seq for secret in withdrawal.forgotten})
        parts = [ngettext("{n} record", "{n} records", records).format(n=records)]
        if withdrawal.keys:
            keys = len(withdrawal.keys)
            parts.append(ngettext("{n} key of a command", "{n} keys of commands", keys))
            parts[-1] = parts[-1].format(n=keys)
        if withdrawal.name:
            parts.append(_("the game is called {name} from now on").format(name=withdrawal.name))
        yield f"{withdrawal.game}: {', '.join(parts)}"
        for seq, place in occurrences.left:
            stays = _("  it has to stay in record {seq} ({place})")
            yield stays.format(seq=seq, place=place)


def withdrawn_in_words(withdrawn_from: Iterable[NameOccurrences]) -> str:
    """Return the number of games changed in words, and a reminder of copies out of reach."""
    games = sum(occurrences.changes for occurrences in withdrawn_from)
    return (
        ngettext("Taken out of {n} game.", "Taken out of {n} games.", games).format(n=games)
        + " "
        + _("Files that were exported before, copies and backups still have it.")
        + " "
        + _("From receipts it can be guessed: 'ragami receipts --without' leaves a log out.")
    )
