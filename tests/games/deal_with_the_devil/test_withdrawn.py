"""What a name is taken out of, and what not: the deal rests on the words that were given."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Ragami
from tests.cli.played import stored

SAMPLE = Path(__file__).parent / "samples" / "legal-2.jsonl"


def test_no_word_that_was_given_is_withdrawn(ragami: Ragami) -> None:
    """R-D-DIST-12: without the word the deal would be another one."""
    assert ragami("import", str(SAMPLE), "--name", "g").code == 0
    given = {r["seq"]: r["data"]["word"] for r in stored(ragami, "g") if r["type"] == "word_given"}
    (seq,) = (seq for seq, word in given.items() if word == "luz")
    before = ragami("verify", "--json", "g").lines[0]
    said = ragami("withdraw", "luz", "--yes", "--json")
    assert said.code == 1
    assert said.lines[0]["left"] == [{"seq": seq, "place": "data.word"}]
    assert stored(ragami, "g")[seq - 1]["data"]["word"] == "luz"
    after = ragami("verify", "--json", "g").lines[0]
    assert (after["ok"], after["final"]) == (True, before["final"])
    again = ragami("withdraw", "luz", "--yes")
    assert f"it has to stay in record {seq} (data.word)" in again.err
