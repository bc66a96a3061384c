"""A database is moved byte for byte, over and back, and a copy that broke off goes on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from ragami.errors import CONFLICT, RagamiError
from ragami.store import Secret, Store, Withdrawal, open_store
from ragami.store.copying import Copied, copy_game
from ragami.store.memory import MemoryStore
from ragami.store.postgres import PostgresStore
from ragami.store.sqlite import SqliteStore
from tests.store.contract import EXACT, bodies, trouble_in

SECRET = Secret(3, "data.kept", "c2FsdA==", '"Ana"')
LATER = Secret(6, "data.kept", "c2FsdA==", "7")


def fill(store: Store) -> None:
    """Games with all that a store keeps."""
    store.append("exact", 0, EXACT)
    store.append("Final, mesa 3", 0, bodies(1, 2))
    store.append("Final, mesa 3", 2, bodies(3, 4), key="one", secrets=[SECRET])
    store.append("Final, mesa 3", 4, bodies(5, 5), key="a key")
    store.append("Final, mesa 3", 5, bodies(6, 7), secrets=[LATER])
    store.append("🎲", 0, bodies(1, 1), key="one")
    store.put_result("exact", len(EXACT), b'{"winners":["g\\u00fc"]}')
    store.put_result("Final, mesa 3", 5, b'{"late":true}')


def everything(store: Store) -> list[object]:
    return [
        (
            entry,
            store.read(entry.name),
            store.secrets(entry.name),
            [(key, store.earlier(entry.name, key)) for key in store.keys(entry.name)],
        )
        for entry in store.games()
    ]


def copy(source: Store, target: Store) -> list[Copied]:
    return [copy_game(source, target, game) for game in source.games()]


def test_there_and_back(path: Path, database: str) -> None:
    with SqliteStore(path) as ours:
        fill(ours)
        before = everything(ours)
        with PostgresStore(database) as server:
            assert [(one.records, one.there) for one in copy(ours, server)] == [
                (7, 0),
                (len(EXACT), 0),
                (1, 0),
            ]
            assert everything(server) == before
            with SqliteStore(path.with_name("back.db")) as back:
                copy(server, back)
                assert everything(back) == before == everything(ours)
            assert server.append("Final, mesa 3", 2, bodies(3, 4), key="one").repeated


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def target(request: pytest.FixtureRequest, path: Path) -> Iterator[Store]:
    if request.param == "memory":
        place = ":memory:"
    else:
        place = str(path) if request.param == "sqlite" else request.getfixturevalue("database")
    with open_store(place) as store:
        yield store


def test_again_is_harmless(target: Store) -> None:
    with MemoryStore() as source:
        fill(source)
        copy(source, target)
        assert [one.records - one.there for one in copy(source, target)] == [0, 0, 0]
        assert everything(target) == everything(source)
        source.append("🎲", 1, bodies(2, 3), key="two")
        assert [one.records - one.there for one in copy(source, target)] == [0, 0, 2]
        target.append("🎲", 3, bodies(4, 4))
        assert copy(source, target)[2] == Copied("🎲", 3, 3), "it has gone on there"


@pytest.mark.parametrize("at", range(1, 4))
def test_a_copy_that_broke_off_goes_on(
    target: Store, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with MemoryStore() as source:
        fill(source)
        real, left = target.append, islice(range(99), at)

        def append(*args: object, **kwargs: object) -> object:
            if next(left, None) is None:
                raise RagamiError("disk-full", path="", found="")
            return real(*args, **kwargs)  # type: ignore[arg-type]

        with monkeypatch.context() as patch:
            patch.setattr(target, "append", append)
            assert trouble_in(copy, source, target).code == "disk-full"
        copy(source, target)
        assert everything(target) == everything(source)


@pytest.mark.parametrize(
    "there",
    [
        lambda store: store.append("🎲", 0, [b"{}"]),
        lambda store: store.append("🎲", 0, bodies(1, 1)),
        lambda store: store.append("🎲", 0, bodies(1, 1), key="other"),
        lambda store: store.append(
            "🎲", 0, bodies(1, 1), key="one", secrets=[Secret(1, "", "", "1")]
        ),
    ],
    ids=["lines", "no key", "other key", "secrets"],
)
def test_another_game_of_the_name_is_left_as_it_is(target: Store, there: object) -> None:
    with MemoryStore() as source:
        source.append("🎲", 0, bodies(1, 1), key="one")
        assert callable(there)
        there(target)
        before = everything(target)
        trouble = trouble_in(copy, source, target)
        assert (trouble.code, trouble.exit_code) == ("other-game-of-this-name", CONFLICT)
        assert everything(target) == before


def test_half_of_a_command_is_no_place_to_go_on(target: Store) -> None:
    with MemoryStore() as source:
        source.append("g", 0, bodies(1, 3), key="one")
        target.append("g", 0, bodies(1, 2))
        assert trouble_in(copy, source, target).code == "other-game-of-this-name"
        assert target.read("g") == bodies(1, 2)


def test_words_that_were_withdrawn_stay_so(target: Store) -> None:
    with MemoryStore() as source:
        fill(source)
        wanted = Withdrawal("Final, mesa 3", forgotten=[SECRET], keys={"one": "k1"}, name="g")
        source.withdraw([wanted], "now")
        copy(source, target)
        assert everything(target) == everything(source)
        assert "Ana" not in repr(everything(target))
