"""Moving games from one store to another: the bytes, and all that a store keeps besides.

Each command is appended as it was, under its key; so a copy that was broken off goes on where it
stopped, and one that is complete is left as it is. In the end both are compared.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from stat import S_IMODE
from typing import NamedTuple

from msgspec import Struct

from ragami.errors import RagamiError
from ragami.filing import beside
from ragami.store.fault import Faults
from ragami.store.protocol import Appended, GameEntry, Secret, Store
from ragami.store.schema import connect


class Copied(NamedTuple):
    """A game that was copied: how long it is, and how much of it was there already."""

    name: str
    records: int
    there: int


class _Command(NamedTuple):
    """Records that were written together, and those that no key tells apart."""

    key: str | None
    span: Appended


def copy_game(source: Store, target: Store, game: GameEntry) -> Copied:
    """Copy a game of `source` as it is now to `target`, with what was worked out of it.

    Raises `RagamiError` `other-game-of-this-name` where `target` has anything else under its name,
    `Conflict` if somebody writes there at the same moment.
    """
    name = game.name
    lines = source.read(name)
    secrets = [secret for secret in source.secrets(name) if secret.seq <= len(lines)]
    commands = list(_commands(source, name, len(lines)))
    there = target.head(name)
    for command in commands:
        _append(target, name, command, lines, secrets, there)
    if not _has(target, name, lines, secrets, commands):
        raise _other(target, name)
    if game.result is not None and game.records == len(lines) == target.head(name):
        target.put_result(name, len(lines), game.result)
    return Copied(name, len(lines), min(there, len(lines)))


def _commands(source: Store, name: str, head: int) -> Iterator[_Command]:
    """Yield the commands that wrote records 1 to `head`, one after the other, without a gap."""
    keyed = [(source.earlier(name, key), key) for key in source.keys(name)]
    spans = sorted((span.first, key, span) for span, key in keyed if span and span.last <= head)
    copied = 0
    for first, key, span in spans:
        if first > copied + 1:
            yield _Command(None, Appended(copied + 1, first - 1))
        yield _Command(key, span)
        copied = span.last
    if copied < head:
        yield _Command(None, Appended(copied + 1, head))


def _append(
    target: Store,
    name: str,
    command: _Command,
    lines: Sequence[bytes],
    secrets: Sequence[Secret],
    there: int,
) -> None:
    """Append those records of a command that the target lacks; it has the first `there`."""
    key, (first, last) = command.key, (command.span.first, command.span.last)
    begin = max(first, there + 1)
    if last < begin:
        return
    if key is not None and begin > first:
        raise _other(target, name)
    hidden = [secret for secret in secrets if begin <= secret.seq <= last]
    target.append(name, begin - 1, lines[begin - 1 : last], key=key, secrets=hidden)


def _has(
    store: Store,
    name: str,
    lines: Sequence[bytes],
    secrets: Sequence[Secret],
    commands: Sequence[_Command],
) -> bool:
    """Return True if a store has just this, even if the game has gone on there since."""
    stored = [secret for secret in store.secrets(name) if secret.seq <= len(lines)]
    keyed = all(store.earlier(name, key) == span for key, span in commands if key is not None)
    return keyed and stored == secrets and store.read(name)[: len(lines)] == lines


def _other(target: Store, name: str) -> RagamiError:
    return RagamiError("other-game-of-this-name", game=name, found=target.head(name))


def back_up(source: Path, target: Path) -> int:
    """Copy the database at `source` to a new file, and return how many games are in it.

    The copy is one file, as it was at one moment, and no more open to others than the source. It is
    whole or not there. Raises `RagamiError`, `file-there-already` where there is something.
    """
    with closing(connect(source, create=False)) as database:
        try:
            with beside(target, S_IMODE(source.stat().st_mode), anew=True) as new, Faults(target):
                return _copied(database, new, target)
        except FileExistsError as error:
            raise RagamiError("file-there-already", path=str(target)) from error


def _copied(database: sqlite3.Connection, new: Path, target: Path) -> int:
    with closing(sqlite3.connect(new, isolation_level=None)) as copy:
        database.backup(copy)
        # Else its last pages would be in a file beside it, which nobody would take along.
        copy.execute("PRAGMA journal_mode = DELETE")
        ((problem,),) = copy.execute("PRAGMA integrity_check(1)").fetchall()
        if problem != "ok":
            raise RagamiError("database-damaged", path=str(target), found=problem)
        ((games,),) = copy.execute("SELECT count(*) FROM event WHERE seq = 1").fetchall()
    return int(games)


class BackedUp(Struct, frozen=True):
    """A copy of a database, and how many games are in it."""

    database: str
    backup: str
    games: int


class GameCopied(Struct, frozen=True):
    """A game that is in the other database now; `there_already` of its records were before."""

    game: str
    records: int
    there_already: int
