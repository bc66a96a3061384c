"""What somebody may see is the fold of what he may see, and section 5.8 says what that shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragami.export.excerpt import replay_as
from ragami.games.deal_with_the_devil.bots.play import play
from ragami.games.deal_with_the_devil.bots.veil import reveals, veiled
from ragami.games.deal_with_the_devil.view import view
from tests.cli.conftest import Ragami
from tests.games.deal_with_the_devil.logs import log_of, replayed

FORMS = ("jsonl", "json", "csv", "html", "svg")
OPTIONS = [
    {"hands": "walled", "ledger": True},
    {"hands": "walled", "trade_indulgences": True, "distribution": "recorded"},
    {"hands": "open_hands"},
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("viewer", ["red", "yellow", "public"])
def test_the_fold_of_what_is_seen_shows_what_the_rules_say(options: Any, viewer: str) -> None:
    log = list(play(4, 5, options))
    for n in range(1, len(log) + 1, 13):
        seen = replay_as(log_of(log[:n]), viewer)
        assert seen.error is None
        assert view(seen.state, n, viewer) == view(replayed(log[:n]).state, n, viewer)


@pytest.mark.parametrize("at", [60, 150, None])
def test_logs_that_differ_in_what_the_public_may_not_know_are_the_same(
    ragami: Ragami, tmp_path: Path, at: int | None
) -> None:
    full = list(play(4, 6, {"hands": "walled", "ledger": True}))[:at]
    for folder, log in (("full", full), ("veiled", veiled(full, "observer"))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "evening.jsonl").write_bytes(log_of(log))

    def said(folder: str, *command: str) -> str:
        file = str(tmp_path / folder / "evening.jsonl")
        out = ragami(command[0], file, *command[1:])
        assert out.code == 0, out
        return (out.out + out.err).replace(str(tmp_path / folder), "")

    for command in (
        ("show", "--as", "public"),
        ("show", "--json", "--as", "public"),
        ("log", "--as", "public"),
        ("log", "--json", "--as", "public"),
        ("sheet", "--as", "public"),
        *(
            ("export", "--as", "public", "--to", to)
            for to in ("jsonl", "json", "csv", "html", "svg")
        ),
    ):
        assert said("full", *command) == said("veiled", *command), command


def test_what_was_told_to_the_log_is_not_told_to_others(tmp_path: Path, ragami: Ragami) -> None:
    full = list(play(4, 7, {"hands": "walled", "ledger": True}))
    hidden = veiled(full, "observer")
    told = [*hidden, *reveals(full, "observer")]
    file = tmp_path / "told.jsonl"
    file.write_bytes(log_of(told))
    lines = ragami("export", str(file), "--as", "blue", "--to", "jsonl").out.splitlines()
    kept = [one for one in map(json.loads, lines) if one["type"] == "revealed"]
    assert kept
    assert {one["data"]["player"] for one in kept} == {"blue"}
    assert json.loads(ragami("verify", "--json", str(file)).out)["ok"]
