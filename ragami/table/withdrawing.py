"""A name is withdrawn on request: from every game of a store, and every export after that."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from typing import NamedTuple

from ragami.errors import RagamiError
from ragami.judge.report import game_of, replay_log
from ragami.privacy.names import GONE, Name, cleared
from ragami.proof.checkpoint import origin_of
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


def named(name: str) -> Name:
    """The name to look for. Raises `RagamiError` `no-name`."""
    try:
        return Name(name)
    except ValueError:
        raise RagamiError("no-name", name=name) from None


def search(
    store: Store, name: Name, on: Callable[[Iterable[str]], Iterable[str]] = iter
) -> list[NameOccurrences]:
    """Every game in which a name stands. `on` may watch the names of the games go by."""
    games = list(store.names())
    taken = set(games)
    found = []
    for game in on(games):
        one = _search_in(store, game, name, taken)
        if one.changes or one.left:
            found.append(one)
    return found


def withdraw(store: Store, found: Iterable[NameOccurrences], at: str) -> None:
    """Take out what was found, for good. Raises what `Store.withdraw` does."""
    withdrawals = [each.withdrawal for each in found if each.changes]
    store.withdraw(withdrawals, at)
    for each in withdrawals:
        recording = Recording(store, each.name or each.game)
        if each.name:
            rename(origin_of(leaves_of(recording.lines)[0]), each.game, each.name)
        keep_result(store, recording.name, len(recording.lines), recording.replay.final)


def nearest(store: Store, wanted: str) -> str:
    """The names of players that are most like one that nobody has."""
    names: set[str] = set()
    for game in store.names():
        replay = replay_log(store.read(game)[0])
        names.update(replay.game.seating(replay.state)[0].values())
        names.update(text for text in _texts(store.secrets(game)))
    return ", ".join(get_close_matches(wanted, sorted(names))) or GONE


def _search_in(store: Store, game: str, name: Name, taken: set[str]) -> NameOccurrences:
    rules = game_of((stored := store.read(game))[0])
    lines: dict[int, tuple[bytes, bytes]] = {}
    left: list[tuple[int, str]] = []
    for seq, line in enumerate(stored, 1):
        now = cleared(line, name, rules)
        if now.line is not None:
            lines[seq] = line, now.line
        left += [(seq, place) for place in now.left]
    forgotten = [each for each in store.secrets(game) if any(map(name.is_all_of, _texts([each])))]
    held = (key for key in store.keys(game) if name.is_in(key))
    keys = {key: f"withdrawn-{number}" for number, key in enumerate(held, 1)}
    new_name = _another_name(taken) if name.is_in(game) else None
    return NameOccurrences(Withdrawal(game, lines, forgotten, keys, new_name), tuple(left))


def _texts(secrets: Iterable[Secret]) -> Iterator[str]:
    for each in secrets:
        value = json.loads(each.value)
        if isinstance(value, str):
            yield value


def _another_name(taken: set[str]) -> str:
    """A name for a game that has been called after somebody."""
    number = 1
    while (name := f"game-{number}") in taken:
        number += 1
    taken.add(name)
    return name
