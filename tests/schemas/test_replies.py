"""What commands print with `--json` fits the schema of its name."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from ragami.schema import replies
from tests.cli.conftest import Ragami

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "examples" / "four-players.jsonl")
BOARD = str(ROOT / "examples" / "board-lisbon-east.json")
ILLEGAL = str(ROOT / "tests" / "samples" / "logs" / "illegal-01.jsonl")
KNOWN = {name: Draft202012Validator(schema) for name, schema in replies().items()}
PRINTED = (
    ("games", ("games",)),
    ("record", ("note", "friday", "a remark")),
    ("record", ("undo", "friday")),
    ("whatif", ("whatif", "undo", "friday")),
    ("whatif", ("whatif", "correct", "friday", "60", "--strike", "--same-luck")),
    ("new-list-options", ("new", "--game", "ragami", "--list-options")),
    ("import", ("import", EXAMPLE, "--name", "again")),
    ("penalty-catalogue", ("penalty",)),
    ("record", ("penalty", "friday", "yellow", "slow-play", "--authority", "Eva")),
    ("penalty", ("penalty", "friday")),
    ("board-check", ("board", "check", BOARD)),
    ("audit", ("audit", "friday")),
    ("dice", ("dice", "friday")),
    ("dice-by-player", ("dice", "friday", "--by", "player")),
    ("diff", ("diff", "friday@50", "friday@60")),
    ("diff", ("diff", "friday", EXAMPLE)),
    ("legal", ("legal", "friday")),
    ("log", ("log", "friday")),
    ("show-hands", ("show", "friday", "--hands", "--as", "green")),
    ("rules", ("rules", "--game", "ragami")),
    ("rules-games", ("rules", "--games")),
    ("season", ("season", EXAMPLE)),
    ("stats", ("stats", EXAMPLE, "--question", "time")),
    ("new-from", ("new", "rescue", "--from", "friday@20")),
    ("simulate", ("simulate", "--game", "ragami", "-o", "played")),
    ("impact", ("impact", EXAMPLE, "--option", "pass_policy=reenter")),
    ("merge", ("merge", EXAMPLE, "friday")),
    ("backup", ("backup", "copy.db")),
    ("error", ("show", "nothing")),
    ("error", ("log", "nothing.jsonl")),
    ("tournament-results", ("tournament", "results", "open")),
    ("tournament-override", ("tournament", "override", "open", "--gone", "ana")),
    ("tournament-standings", ("tournament", "standings", "open")),
)


@pytest.fixture
def friday(ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ragami:
    """A game, and a tournament whose first round is paired."""
    monkeypatch.chdir(tmp_path)
    assert ragami("import", EXAMPLE, "--name", "friday").code == 0
    assert ragami("tournament", "new", "open", "--seed", "x").code == 0
    for name in ("ana", "bea", "caro", "dani", "eva", "fran", "gala"):
        assert ragami("tournament", "enter", "open", name).code == 0
    assert ragami("tournament", "pair", "open").code == 0
    return ragami


def test_what_is_printed_fits_its_schema(friday: Ragami) -> None:
    """In one test: the table goes on from command to command."""
    for name, words in PRINTED:
        said = friday(*words, "--json").lines
        assert said, words
        for line in said:
            assert [wrong.message for wrong in KNOWN[name].iter_errors(line)] == [], words


def test_of_what_is_illegal_too(friday: Ragami) -> None:
    *found, all_of_it = friday("audit", ILLEGAL, "--all", "--json").lines
    assert found
    for line in found:
        assert KNOWN["audit"].is_valid(line)
    assert KNOWN["audit-all"].is_valid(all_of_it)
