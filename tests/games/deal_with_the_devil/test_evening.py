"""A whole evening with the app: five rounds by commands, the end, and the proof for anybody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
from PIL import Image

from tests.cli.conftest import Ragami
from tests.games.deal_with_the_devil.evening import MARKS, Evening, game, photo

LOG = game(12)
COMMANDS = "ragami_games_cli.deal_with_the_devil"


@pytest.fixture
def evening(ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A private game just opened, on a machine that knows the marks of a box."""
    seed = next(data["seed"] for type_, data in LOG if type_ == "seed_opened")
    monkeypatch.setattr("ragami.table.device.secrets.token_hex", lambda _n: seed)
    monkeypatch.setenv("RAGAMI_CHESTS", str(tmp_path / "chests"))
    monkeypatch.chdir(tmp_path)
    answers = iter(MARKS)
    monkeypatch.setattr(click, "prompt", lambda *_args, **_more: next(answers))
    assert ragami("chests", "marks").code == 0
    return Evening(ragami, LOG)


def changed(log: bytes, type_: str, change: Any) -> bytes:
    """A log in which one record of a type says something else."""
    lines = [json.loads(line) for line in log.splitlines()]
    change(next(one["data"] for one in lines if one["type"] == type_))
    return b"".join(json.dumps(one, separators=(",", ":")).encode() + b"\n" for one in lines)


def test_five_rounds_with_the_app_are_proved_by_anybody(evening: Evening, tmp_path: Path) -> None:
    evening.until("offers_sent")
    evening.step()
    first = evening.where()
    assert first == evening.sent()
    evening.step()  # somebody answers, and a payment was wrong
    evening.ok("chests", "back", "evening")
    evening.at -= 1
    assert evening.where() == first
    evening.until("offers_sent")
    evening.step()
    assert evening.where() == evening.sent() != first
    evening.until("plan_shown")
    evening.ok("chests", "back", "evening")  # found out only when the own chest is opened
    answered = [i for i, (type_, _) in enumerate(LOG) if type_ == "offers_sent"]
    evening.at = answered[1] + 1
    assert evening.where() == evening.sent()
    evening.ok("chests", "back", "evening")  # nobody has answered since: the pass before
    evening.at = answered[0] + 1
    assert evening.where() == first
    evening.until("nothing")
    verdict = json.loads(evening.ok("verify", "evening", "--json"))
    assert verdict["ok"]
    assert not any(one["code"] == "seed-not-opened" for one in verdict["findings"])
    roles = next(data["roles"] for type_, data in LOG if type_ == "characters_dealt")
    said = json.loads(evening.ok("show", "evening", "--json"))
    assert {c: one["role"] for c, one in said["players"].items()} == roles

    # For anybody, from the log alone.
    evening.ok("export", "evening", "--to", "jsonl", "-o", "log.jsonl")
    log = (tmp_path / "log.jsonl").read_bytes()
    whole = evening.ok("export", "evening", "--to", "jsonl", "--as", "referee")
    for other, code in (
        (changed(log, "seed_opened", lambda data: data.update(seed="ab" * 32)), "R-D-DIST-11"),
        (changed(log, "word_given", lambda data: data.update(word="otra")), "R-D-DIST-12"),
        (sent_elsewhere(whole), "R-D-DIST-"),
    ):
        (tmp_path / "other.jsonl").write_bytes(other)
        found = evening.ragami("verify", "other.jsonl", "--json")
        assert found.code in (1, 6), found
        assert code in found.out, found
    assert evening.ragami("verify", str(tmp_path / "log.jsonl")).code == 0


def sent_elsewhere(log: str) -> bytes:
    """The whole log, openings and all, in which the chests of one pass went to others."""
    lines = [json.loads(line) for line in log.splitlines()]
    sent = next(one["data"] for one in lines if '"offers_sent"' in one["data"].get("line", ""))
    one, other = sent["openings"][:2]
    one["value"], other["value"] = other["value"], one["value"]
    return b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)


def test_a_mark_is_read_off_a_photo_and_else_it_is_said_why_not(
    evening: Evening, tmp_path: Path
) -> None:
    evening.until("offers_sent")
    evening.step()
    right = evening.where()
    for mark, how in (
        ("K1", {"angle": 17, "noise": 30}),
        ("K2", {"angle": 90, "light": 1.6}),
        ("K3", {"angle": -38, "noise": 60, "light": 0.5}),
        ("K4", {}),
    ):
        (tmp_path / "scan.jpg").write_bytes(photo(mark, **how))
        told = json.loads(evening.ok("chests", "where", "evening", "scan.jpg", "--json"))
        assert told["to"] == right[mark]
    Image.new("L", (300, 200), 200).save(tmp_path / "wall.png")
    both = Image.new("L", (1200, 700), 255)
    for i, mark in enumerate(("K1", "K2")):
        (tmp_path / "one.jpg").write_bytes(photo(mark))
        both.paste(Image.open(tmp_path / "one.jpg"), (600 * i, 0))
    both.save(tmp_path / "two.png")
    (tmp_path / "text.png").write_text("K1")
    # Torn: whether Pillow gives what is left is set for a whole process, also by others.
    (tmp_path / "torn.jpg").write_bytes(photo("K1")[:900])
    torn = evening.ragami("chests", "where", "evening", "torn.jpg")
    assert torn.code == 2 and ("no picture" in torn.err or "no code" in torn.err), torn
    Image.new("1", (12_000, 12_000)).save(tmp_path / "huge.png")
    for name, why in (
        ("wall.png", "no code"),
        ("two.png", "more than one code"),
        ("text.png", "no picture"),
        ("huge.png", "too large"),
    ):
        said = evening.ragami("chests", "where", "evening", name)
        assert said.code == 2, said
        assert why in said.err
        assert not said.out


def test_a_mark_that_is_typed_is_asked_for_and_not_shown(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.until("offers_sent")
    evening.step()
    asked: list[dict[str, Any]] = []

    def prompt(_text: str, **how: Any) -> str:
        asked.append(how)
        return "K4"

    monkeypatch.setattr(click, "prompt", prompt)
    colour = evening.where()["K4"]
    for terminal in (True, False):
        monkeypatch.setattr(f"{COMMANDS}.is_terminal", lambda _stream, at=terminal: at)
        assert evening.ok("chests", "where", "evening") == f"This chest goes to {colour.title()}.\n"
    # Out of a pipe nothing is shown anyway.
    assert [one["hide_input"] for one in asked] == [True, False]
