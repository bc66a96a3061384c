"""The bytes written are the bytes stored and taken out: store, lines, another store, lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragami.export.excerpt import Excerpt
from ragami.export.formats import jsonl
from ragami.judge.report import report
from ragami.log.record import Record
from ragami.store import Store
from ragami.store.memory import MemoryStore
from ragami.store.sqlite import SqliteStore
from ragami.table.recording import Draft, Recording, import_log
from tests.laws.random_game import CODEC, LAW, whole_game
from tests.scale import seeds


def game(seed: int) -> bytes:
    return whole_game(seed, hidden=seed % 2 > 0, log_records=seed > 3)


def carried(log: bytes, store: Store, name: str) -> bytes:
    import_log(store, name, log, report(name, log).final)
    stored = b"".join(line + b"\n" for line in store.read(name))
    return jsonl(Excerpt(name, stored, None, "en"))


@pytest.mark.parametrize("seed", seeds(2, 40))
def test_from_store_to_store(seed: int, tmp_path: Path) -> None:
    log = game(seed)
    with MemoryStore() as memory, SqliteStore(tmp_path / "games.db") as sqlite:
        once = carried(log, memory, "a")
        again = carried(once, sqlite, "b")
        back = carried(again, memory, "c")
    assert log == once == again == back
    with SqliteStore(tmp_path / "games.db") as opened:
        assert b"".join(line + b"\n" for line in opened.read("b")) == log


text = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
blank = st.sampled_from(["", " ", "\t", "  "])


@LAW
@given(words=st.lists(text, max_size=5), blanks=st.tuples(blank, blank, blank))
def test_however_a_line_is_written(words: list[str], blanks: tuple[str, str, str]) -> None:
    """Blanks, escapes, an order of keys that nobody else has, a type of a later program."""
    before, after, inside = blanks
    lines = game(0).splitlines()
    for word in words:
        said = json.dumps(word, ensure_ascii=len(word) % 2 == 0)
        record = f'{before}{{"by":{inside}null,"data":{{"said"{inside}:{said}}},"v"{inside}:1,'
        record += f'"at":null,"type":"of_later",{inside}"seq":{len(lines) + 1}}}{after}'
        lines.append(record.encode())
    log = b"".join(line + b"\n" for line in lines)
    assert report("a", log).ok
    with MemoryStore() as memory:
        assert carried(log, memory, "a") == log


@pytest.mark.parametrize("seed", range(2))
def test_what_is_recorded_is_what_was_recorded(seed: int, tmp_path: Path) -> None:
    """A log that is written down event by event again comes out as it was."""
    log = game(seed)
    with SqliteStore(tmp_path / "games.db") as store:
        recording = Recording(store, "a", new="ragami")
        for read, line in zip(CODEC.read_log(log), log.splitlines(), strict=True):
            assert isinstance(read, Record)
            at = read.at.strftime("%Y-%m-%dT%H:%M:%SZ") if read.at else None
            data = line[line.index(b'"data":') + len(b'"data":') : -1]
            recording.write([Draft(read.type, data, at, read.by)])
        assert b"".join(line + b"\n" for line in store.read("a")) == log
