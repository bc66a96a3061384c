"""`ragami withdraw`: a player's name is taken out of every game, and stays out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from gettext import gettext as _
from gettext import ngettext
from typing import TYPE_CHECKING

import click

from ragami.errors import FOUND_WRONG, RagamiError
from ragami.table import withdrawing
from ragami.table.drafts import now
from ragami_cli.arguments import expect_yes
from ragami_cli.options import Command, Session, pass_session
from ragami_cli.output import ProgressLine
from ragami_cli.writing import TextType

if TYPE_CHECKING:
    from ragami.store import Store
    from ragami.table.withdrawing import NameOccurrences


@click.command(
    "withdraw",
    cls=Command,
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
    """Search, ask, and take out."""
    output = session.output
    with session.store(create=False) as store:
        games = search(store, name)
        if not games:
            store.withdraw((), now())  # what an earlier withdrawal may have left in the file
            raise RagamiError("name-not-found", name=name, nearest=withdrawing.nearest(store, name))
        if not output.json:
            for line in in_words(games):
                output.remark(line)
        if not yes:
            sentence = _("Nothing was changed; with --yes it is taken out, for good.")
            expect_yes(_("Take it out, for good?"), click.UsageError(sentence))
        withdrawing.withdraw(store, games, now())
    if output.json:
        from ragami.table.replies import withdrawn

        for occurrences in games:
            output.data(withdrawn(occurrences))
    else:
        output.answer(done(games))
    return FOUND_WRONG if any(occurrences.left for occurrences in games) else 0


def search(store: Store, name: str) -> list[NameOccurrences]:
    """Return the places of the name in all games, with progress for many."""

    def on(games: Iterable[str]) -> Iterator[str]:
        names = list(games)
        with ProgressLine(len(names)) as progress:
            for game in names:
                yield game
                progress.step()

    return withdrawing.search(store, withdrawing.named(name), on)


def in_words(games: Iterable[NameOccurrences]) -> Iterator[str]:
    """A line a game, and one for each place where the name has to stay."""
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


def done(withdrawn_from: Iterable[NameOccurrences]) -> str:
    """Return the number of games changed, and a reminder of copies out of reach."""
    games = sum(occurrences.changes for occurrences in withdrawn_from)
    return (
        ngettext("Taken out of {n} game.", "Taken out of {n} games.", games).format(n=games)
        + " "
        + _("Files that were exported before, copies and backups still have it.")
        + " "
        + _("From receipts it can be guessed: 'ragami receipts --without' leaves a log out.")
    )
