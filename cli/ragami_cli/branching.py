"""A game opened after another one: once more, or going on from one of its records."""

from __future__ import annotations

from gettext import gettext as _
from typing import TYPE_CHECKING, NamedTuple

import click

from ragami.errors import RagamiError

if TYPE_CHECKING:
    from ragami.game import GameDefinition
    from ragami.table.drafts import Stamp
    from ragami.table.opening import GivenOpening
    from ragami_cli.options import Session


class Before(NamedTuple):
    """The game that is played once more, and what follows from it for the next one."""

    game: GameDefinition
    given: GivenOpening
    private: bool


def expect_nothing_else(option: str, *arguments: object) -> None:
    """Raise wrong usage where more is said than goes with an option."""
    if any(
        any(argument.values()) if isinstance(argument, dict) else argument for argument in arguments
    ):
        text = _("With {option}, that is said by the other game: leave it out.")
        raise click.UsageError(text.format(option=option))


def once_more(session: Session, like: str, name: str | None) -> Before:
    """Read who plays with what as in another game. Raises `RagamiError`."""
    from ragami.judge.report import replay_log
    from ragami.privacy.secrets import is_private
    from ragami.table.branching import same_again
    from ragami_cli.reading import read_log

    log = read_log(session, like)
    replay = replay_log(log)
    private = is_private(log.split(b"\n", 2)[:2])
    return Before(replay.game, same_again(replay, name, like), private)


def branch_off(session: Session, origin: str, name: str | None, stamp: Stamp) -> int:
    """Open a game that goes on from `GAME@SEQ`. Raises `RagamiError`."""
    from ragami.judge.report import replay_log
    from ragami.table.branching import branched, origin_at
    from ragami.table.importing import keep
    from ragami.table.opening import not_taken
    from ragami.table.replies import Branched
    from ragami_cli.reading import read_log

    game, seq = named_record(origin)
    log = read_log(session, game)
    there = origin_at(log, game, seq or log.count(b"\n"))
    new_log = branched(log, there, stamp)
    replay = replay_log(new_log)
    with session.store() as store:
        called = name or not_taken(game, set(store.names()))
        if store.head(called):
            raise RagamiError("game-exists", game=called)
        keep(store, called, new_log, replay.final)
    text = _("Opened {game}: it goes on from {origin} after record {seq}.")
    called_boldly = session.output.style(called, bold=True)
    words = text.format(game=called_boldly, origin=there.game, seq=there.seq)
    session.output.reply(Branched(called, replay.seq, there), words)
    return 0


def named_record(origin: str) -> tuple[str, int | None]:
    """Read `GAME@SEQ` or `GAME`; a name may have an @ of its own."""
    game, at, seq = origin.rpartition("@")
    if at and game and seq.isascii() and seq.isdigit() and int(seq):
        return game, int(seq)
    return origin, None
