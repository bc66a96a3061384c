"""A name is withdrawn on request: from every game of a store, and every export after that."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from typing import NamedTuple

from ragami.errors import RagamiError
from ragami.judge.report import game_of, replay_log
from ragami.privacy.names import GONE, Name, cleared
from ragami.proof.note import origin_of
from ragami.proof.seen import rename
from ragami.proof.withheld import leaves_of
from ragami.store import Secret, Store, Withdrawal
from ragami.table.recording import Recording, keep_result


class NameOccurrences(NamedTuple):
    """The places of a name in one game: what would be taken out, and what cannot be.

    `left` are (record, place in it) where something else depends on the name.
    """

    withdrawal: Withdrawal
    left: tuple[tuple[int, str], ...] = ()

    @property
    def changes(self) -> bool:
        """True if there is anything to take out."""
        return any(self.withdrawal[1:])


def checked_name(name: str) -> Name:
    """Return the name to look for. Raises `RagamiError` `no-name`."""
    try:
        return Name(name)
    except ValueError:
        raise RagamiError("no-name", name=name) from None


def search(
    store: Store, name: Name, on: Callable[[Iterable[str]], Iterable[str]] = iter
) -> list[NameOccurrences]:
    """Return every game in which a name stands. `on` may watch the names of the games go by."""
    games = list(store.names())
    names = set(games)
    games_with_it = []
    for game in on(games):
        occurrences = _search_in(store, game, name, names)
        if occurrences.changes or occurrences.left:
            games_with_it.append(occurrences)
    return games_with_it


def withdraw(store: Store, games_with_it: Iterable[NameOccurrences], at: str) -> None:
    """Take out what was found, for good. Raises what `Store.withdraw` does."""
    withdrawals = [occurrences.withdrawal for occurrences in games_with_it if occurrences.changes]
    store.withdraw(withdrawals, at)
    for occurrences in withdrawals:
        recording = Recording(store, occurrences.name or occurrences.game)
        if occurrences.name:
            rename(origin_of(leaves_of(recording.lines)[0]), occurrences.game, occurrences.name)
        keep_result(store, recording.name, len(recording.lines), recording.replay.final)


def nearest(store: Store, name: str) -> str:
    """Return the names of players that are most like one that nobody has; a seat is no name."""
    names: set[str] = set()
    for game in store.names():
        replay = replay_log(store.read(game)[0])
        seating = replay.seating[0]
        names.update(player for seat, player in seating.items() if player != seat)
        names.update(text for text in _texts(store.secrets(game)))
    return ", ".join(get_close_matches(name, sorted(names))) or GONE


def _search_in(store: Store, game: str, name: Name, names: set[str]) -> NameOccurrences:
    rules = game_of((stored := store.read(game))[0])
    lines: dict[int, tuple[bytes, bytes]] = {}
    remaining: list[tuple[int, str]] = []
    for seq, line in enumerate(stored, 1):
        now = cleared(line, name, rules)
        if now.line is not None:
            lines[seq] = line, now.line
        remaining += [(seq, place) for place in now.left]
    forgotten = [
        secret for secret in store.secrets(game) if any(map(name.is_all_of, _texts([secret])))
    ]
    keys_with_it = (key for key in store.keys(game) if name.is_in(key))
    keys = {key: f"withdrawn-{number}" for number, key in enumerate(keys_with_it, 1)}
    new_name = _another_name(names) if name.is_in(game) else None
    return NameOccurrences(Withdrawal(game, lines, forgotten, keys, new_name), tuple(remaining))


def _texts(secrets: Iterable[Secret]) -> Iterator[str]:
    for secret in secrets:
        value = json.loads(secret.value)
        if isinstance(value, str):
            yield value


def _another_name(names: set[str]) -> str:
    """Return a name for a game that has been called after somebody."""
    number = 1
    while (name := f"game-{number}") in names:
        number += 1
    names.add(name)
    return name
