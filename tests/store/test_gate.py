"""What the gate lets in, the database can query; and it comes out as it went in."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

from hypothesis import example, given
from hypothesis import strategies as st

from ragami.errors import RagamiError
from ragami.store.validation import game_name, line

NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
TEXTS = st.builds(json.dumps, VALUES, ensure_ascii=st.booleans())


def cut_and_mend(text: str, at: int, piece: bytes) -> bytes:
    whole = text.encode("utf-8", "surrogatepass")
    at %= len(whole) + 1
    return whole[:at] + piece + whole[at + len(piece) :]


@given(TEXTS, st.integers(0), st.binary(max_size=2) | st.sampled_from([b'"', b"\\", b",", b"\0"]))
@example('{"a": "\\ud800"}', 0, b"")
@example("[" * 900 + "]" * 900, 0, b"")
def test_what_enters_is_valid_for_sqlite_and_the_same_bytes(
    text: str, at: int, piece: bytes
) -> None:
    body = cut_and_mend(text, at, piece)
    try:
        entered = line("g", 1, body)
    except RagamiError as trouble:
        assert trouble.code == "bad-record-line"
        return
    assert entered.encode() == body
    with closing(sqlite3.connect(":memory:")) as database:
        (row,) = database.execute("SELECT json_valid(?1), CAST(?1 AS BLOB)", (entered,))
    assert row == (1, body)


@given(VALUES)
def test_json_on_one_line_enters(value: object) -> None:
    text = json.dumps(value)
    assert line("g", 1, text.encode()) == text


@given(st.text(max_size=70))
def test_a_name_is_a_file_name(name: str) -> None:
    try:
        game_name(name)
    except RagamiError as trouble:
        assert trouble.code == "bad-game-name"
        return
    file_name = f"{name}.jsonl.gz".encode()
    assert 0 < len(file_name) <= 255
    assert not set(file_name) & set(b"/\\\0\n\r\t")
