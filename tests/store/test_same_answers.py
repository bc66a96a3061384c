"""Whatever is done to them, in whatever order: all stores give the same answers and troubles."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from ragami.errors import RagamiError
from ragami.store import Store
from ragami.store.memory import MemoryStore
from ragami.store.postgres import PostgresStore
from ragami.store.sqlite import SqliteStore
from tests.postgres import Server
from tests.scale import often

Command = tuple[str, list[bytes], str | None]
COMMANDS: Bundle[Command] = Bundle("commands")

GOOD_NAMES = st.sampled_from(["a", "ñ"])
GOOD_LINES = st.sampled_from([b"{}", b"[1]", b' "\xc3\xb1" '])
GOOD_KEYS = st.none() | st.sampled_from(["k", "l"])
NAMES = st.sampled_from(["a", "ñ", "nobody", "", "x/y", "\udcff"])
KEYS = st.none() | st.sampled_from(["k", "l", "", "\n"])
LINES = st.sampled_from([b"{}", b"[1]", b' "\xc3\xb1" ', b'{"a":1}', b"\xff", b"{", b"1\n2"])
PLACES = st.integers(-2, 2)


class BothStores(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.memory: Store = MemoryStore()
        self.kept: Store = self.open()

    def open(self) -> Store:
        return SqliteStore(self.folder / "logs.db")

    def teardown(self) -> None:
        self.kept.close()
        shutil.rmtree(self.folder)

    def same(self, use: Callable[[Store], object]) -> None:
        assert outcome(lambda: use(self.memory)) == outcome(lambda: use(self.kept))

    @rule(name=NAMES, off=PLACES, lines=st.lists(LINES, max_size=3), key=KEYS)
    def append_anyhow(self, name: str, off: int, lines: list[bytes], key: str | None) -> None:
        self.append(name, off, lines, key)

    def append(self, name: str, off: int, lines: list[bytes], key: str | None) -> None:
        expected = self.head(name) + off
        self.same(lambda store: store.append(name, expected, lines, key=key))

    @rule(target=COMMANDS, name=GOOD_NAMES, lines=st.lists(GOOD_LINES, min_size=1), key=GOOD_KEYS)
    def append_well(self, name: str, lines: list[bytes], key: str | None) -> Command:
        head = self.head(name)
        self.same(lambda store: store.append(name, head, lines, key=key))
        return name, lines, key

    @rule(
        command=COMMANDS, off=PLACES, cut=st.integers(0, 1), more=st.lists(GOOD_LINES, max_size=1)
    )
    def append_again(self, command: Command, off: int, cut: int, more: list[bytes]) -> None:
        name, lines, key = command
        self.append(name, off, [*lines[cut:], *more], key)

    @rule(name=NAMES, off=PLACES, line=LINES)
    def put_result(self, name: str, off: int, line: bytes) -> None:
        seq = self.head(name) + off
        self.same(lambda store: store.put_result(name, seq, line))

    @rule(name=NAMES, key=st.sampled_from(["k", "l", ""]))
    def ask(self, name: str, key: str) -> None:
        self.same(lambda store: store.read(name))
        self.same(lambda store: store.head(name))
        self.same(lambda store: store.heads([name, "a"]))
        self.same(lambda store: store.read_after(name, 1))
        self.same(lambda store: store.earlier(name, key))

    @precondition(lambda self: self.memory.games())
    @rule()
    def open_again(self) -> None:
        self.kept.close()
        self.kept = self.open()

    @invariant()
    def same_games(self) -> None:
        self.same(lambda store: store.games())

    def head(self, name: str) -> int:
        try:
            return self.memory.head(name)
        except RagamiError:
            return 0


def outcome(use: Callable[[], object]) -> object:
    """What came back, or the trouble: its code and the facts that do not name the store."""
    try:
        return use()
    except RagamiError as trouble:
        facts = {name: fact for name, fact in trouble.facts.items() if name != "place"}
        return trouble.code, facts


TestBothStores = BothStores.TestCase
TestBothStores.settings = settings(max_examples=often(6, 500), stateful_step_count=25)


def test_so_does_a_server(server: Server) -> None:
    class OnServer(BothStores):
        def __init__(self) -> None:
            self.address = server.schema()
            super().__init__()

        def open(self) -> Store:
            return PostgresStore(self.address)

    few = settings(max_examples=often(4, 100), stateful_step_count=25)
    run_state_machine_as_test(OnServer, settings=few)
