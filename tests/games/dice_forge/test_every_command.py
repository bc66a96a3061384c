"""Every command of `ragami` on Dice Forge: it works, or says what there is not."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from ragami_cli.main import topics
from tests.cli.conftest import Ragami, Said

PLAYERS = ("--player", "orange:Ana", "--player", "green:Bea", "--player", "blue:Carl")
LINES = (
    "roll O 1.1 2.1 G 1.6 2.5 B 1.2 2.6\nO offer 3g>1.1 1m>1.2\nO end\n"
    "roll O 1.1 2.2 G 1.1 2.1 B 1.6 2.5\nG feat chest\n"
)
# Words of another game: nobody at this table hears them.
FOREIGN = re.compile(r"\b(Saints?|Demons?|Virtue|Ragami move|Conflict|white cubes?|VP)\b")

WORKS: dict[str, Sequence[Sequence[str]]] = {
    "new": [
        ("new", "two", "--game", "dice-forge", *PLAYERS[:4], "--option", "place_hind=bear"),
        ("new", "mine", "--game", "dice-forge", "--component", "temple=temple.json", *PLAYERS),
        ("new", "--game", "dice-forge", "--list-options"),
    ],
    "record": [("record", "friday", "G end")],
    "undo": [("undo", "friday")],
    "redo": [("undo", "friday"), ("redo", "friday")],
    "correct": [("correct", "friday", "6", "--strike")],
    "rule": [("rule", "friday", "R-F-OFFER-02", "--reason", "agreed")],
    "assert": [("assert", "friday", "gold.orange=5", "portals.green=1")],
    "note": [("note", "friday", "rain")],
    "games": [("games",), ("games", "--json")],
    "show": [
        ("show", "friday"),
        ("show", "friday", "--json", "--as", "green"),
        ("show", "f.jsonl"),
    ],
    "log": [("log", "friday"), ("log", "friday", "--json"), ("log", "friday", "--lang", "es")],
    "legal": [("legal", "friday"), ("legal", "friday", "--json")],
    "replay": [("replay", "friday")],
    "sheet": [("sheet", "friday"), ("sheet", "--game", "dice-forge", "--lang", "es")],
    "board": [
        ("board", "check", "temple.json"),
        ("board", "new", "dice.json", "--game", "dice-forge", "--kind", "dice"),
    ],
    "dice": [("dice", "friday"), ("dice", "friday", "--json")],
    "verify": [("verify", "friday"), ("verify", "--json", "f.jsonl")],
    "receipts": [("verify", "f.jsonl", "--receipts", "judged"), ("receipts", "judged")],
    "export": [
        ("export", "friday", "--to", form)
        for form in ("jsonl", "json", "csv", "sheet", "html", "svg")
    ]
    + [("export", "friday", "-o", "moment.png")],
    "import": [("import", "f.jsonl")],
    "simulate": [("simulate", "--game", "dice-forge", "--games", "3", "-o", "forges")],
    "stats": [("stats", "f.jsonl"), ("stats", "f.jsonl", "--lang", "es")],
    "season": [("season", "f.jsonl", "--lang", "es"), ("season", "f.jsonl", "--json")],
    "whatif": [
        ("whatif", "undo", "friday"),
        ("whatif", "correct", "friday", "6", "--strike", "--same-luck"),
    ],
    "penalty": [("penalty",), ("penalty", "friday", "blue", "conduct", "--authority", "Eva")],
    "report": [("report", "friday"), ("report", "friday", "--lang", "es")],
    "audit": [("audit", "friday"), ("audit", "friday", "--json")],
    "backup": [("backup", "kept.db")],
    "copy": [("copy", "games.db", "copied.db")],
    "diff": [("diff", "friday@3", "friday@4"), ("diff", "friday", "f.jsonl")],
    "merge": [("merge", "f.jsonl", "g.jsonl")],
    "impact": [("impact", "friday", "--option", "mirror_sees=rolled")],
    "withdraw": [("withdraw", "Ana", "--yes")],
    "key": [("key", "new", "eva"), ("key", "show")],
    "seal": [("key", "new", "eva"), ("seal", "friday")],
    "cosign": [
        ("key", "new", "eva"),
        ("seal", "friday"),
        ("key", "new", "lou"),
        ("cosign", "friday", "--signer", "lou"),
    ],
    "prove": [("key", "new", "eva"), ("seal", "friday"), ("prove", "friday", "--seq", "2")],
    "slip": [("key", "new", "eva"), ("seal", "friday"), ("slip", "friday")],
    "rules": [("rules", "--game", "dice-forge"), ("rules", "R-F-SHIP-01"), ("rules", "--games")],
    "schema": [
        ("schema", "--game", "dice-forge"),
        ("schema", "--game", "dice-forge", "dice_rolled"),
    ],
}
LACKS: dict[str, tuple[Sequence[str], str]] = {
    "reveal": (("reveal", "friday", "--seq", "3", "--place", "on", "--value", "blue"), "hidden"),
    "show": (("show", "friday", "--hands"), "deduction"),
}
# What says with exit code 1 that there is something to find.
FINDS = {"diff"}
# What is not run here: a terminal (tests/companion), a proof in a file (tests/proof).
ELSEWHERE = {"chests", "table", "check-proof", "serve", "tournament", "game"}


@pytest.fixture
def friday(ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ragami:
    """A game that goes on in the database, and two accounts of it in files."""
    monkeypatch.chdir(tmp_path)
    assert ragami("new", "friday", "--game", "dice-forge", *PLAYERS).code == 0
    done = ragami("record", "friday", stdin=LINES)
    assert done.code == 0, done.err
    log = ragami("export", "friday", "--to", "jsonl").out
    Path("f.jsonl").write_text(log, "utf-8")
    # The other account saw faces, and no slots.
    told = log.replace('"blue.1":2', '"blue.1":"1g"').replace('"blue.2":6', '"blue.2":"2p"')
    assert told != log
    Path("g.jsonl").write_text(told, "utf-8")
    Path("temple.json").write_text('{"name":"mine","verified":true,"sanctuary":[],"garden":{}}')
    return ragami


def test_every_command_is_here() -> None:
    known = {command.name for group in topics().values() for command in group}
    assert known <= set(WORKS) | set(LACKS) | ELSEWHERE


def well(done: Said, *exits: int) -> None:
    assert done.code in (exits or (0,)), done
    assert "Traceback" not in done.err
    assert not FOREIGN.search(done.out + done.err), FOREIGN.search(done.out + done.err)


@pytest.mark.parametrize("command", WORKS)
def test_it_works(friday: Ragami, command: str) -> None:
    for arguments in WORKS[command]:
        stdin = "\n" * 3 if arguments[:2] == ("board", "new") else ""
        well(friday(*arguments, stdin=stdin), *((0, 1) if command in FINDS else ()))


@pytest.mark.parametrize("command", LACKS)
def test_it_says_what_the_game_has_not(friday: Ragami, command: str) -> None:
    arguments, what = LACKS[command]
    done = friday(*arguments)
    well(done, 2)
    assert "dice-forge" in done.err and what in done.err, done.err


def test_two_accounts_of_a_roll_are_one_and_the_slots_are_kept(friday: Ragami) -> None:
    merged = friday("merge", "g.jsonl", "f.jsonl")
    assert merged.code == 0
    assert '"blue.1":2' in merged.out


def test_the_dice_test_is_about_sides_and_says_when_none_was_told(friday: Ragami) -> None:
    said = friday("dice", "friday", "--json")
    assert [json.loads(line)["kind"] for line in said.out.splitlines()] == [
        f"{colour}.{die}" for colour in ("blue", "green", "orange") for die in (1, 2)
    ]
    well(friday("new", "faces", "--game", "dice-forge", *PLAYERS))
    well(friday("record", "faces", "roll O 1.1g 2.1g G 1.1g 2.1g B 1.1g 2.1g"))
    done = friday("dice", "faces")
    well(done)
    assert "Of 6 rolls only the face was told" in done.out + done.err


def test_statistics_count_feats_faces_glory_and_throws(friday: Ragami) -> None:
    well(friday("simulate", "--game", "dice-forge", "--games", "4", "-o", "forges"))
    asked = friday("stats", "forges", "--json")
    well(asked)
    for name in ("feats", "forged", "glory", "throws"):
        assert f'"{name}"' in asked.out, name
