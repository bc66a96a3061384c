"""Nobody sees a hidden card: what others are shown is the same whatever card somebody keeps.

Two logs differ only in a card in one hand. Whoever is not its owner must not be able to tell
them apart, by no way out.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragami.games.ragami.state import Slot
from tests.cli.conftest import Ragami
from tests.laws.hands import hidden_at_random, views, with_another_card
from tests.laws.random_game import LAW, RandomGame, replayed, whole_game, written
from tests.scale import often, seeds


@lru_cache
def pair(seed: int) -> tuple[bytes, bytes, str]:
    """Two logs of a game that is still going on; they differ in a card of him whose turn it is."""
    lines = whole_game(seed).splitlines(keepends=True)
    for length in range(40 + seed % 60, len(lines)):
        log = b"".join(lines[:length])
        owner: str | None = replayed(log).state.active
        other = with_another_card(log, owner, Random(seed)) if owner else None
        if owner and other:
            return log, other, owner
    raise AssertionError("no hand holds a card that could be another")


def hand_of(log: bytes, owner: str) -> list[Slot]:
    hand: list[Slot] = replayed(log).state.players[owner].hand
    return hand


def others(log: bytes, owner: str) -> list[str]:
    """Everybody who must not see what the owner keeps."""
    return ["public", *(colour for colour in replayed(log).state.seats if colour != owner)]


SEEDS: Final = seeds(6, 100)


# --- the state -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_the_state_of_a_viewer(seed: int) -> None:
    log, other, owner = pair(seed)
    for outsider in others(log, owner):
        assert views(log, outsider) == views(other, outsider)
    everything: list[str | None] = [owner, "referee", None]
    for viewer in everything:
        assert views(log, viewer) != views(other, viewer)


@LAW
@given(seed=st.integers(0, 2**32))
def test_a_viewer_sees_his_own_hand_and_the_size_of_the_others(seed: int) -> None:
    game = RandomGame(seed, hidden=0.1).play(70)
    players = game.state.players
    view = game.replay.game.view
    for viewer in ("public", *players):
        shown = view(game.state, 70, viewer)["players"]
        for colour, player in players.items():
            cards = [slot.card for slot in player.hand]
            assert shown[colour]["hand"] == (cards if colour == viewer else [None] * len(cards))
        everything = view(game.state, 70)
        for colour in players:
            everything["players"][colour]["hand"] = shown[colour]["hand"]
        assert view(game.state, 70, viewer) == everything


# --- the commands --------------------------------------------------------------------------

WAYS_OUT: Final = {
    "show": ["show"],
    "show as JSON": ["show", "--json"],
    "log": ["log"],
    "log as JSON": ["log", "--json"],
    "log in Spanish": ["log", "--lang", "es"],
    "export as JSON lines": ["export", "--to", "jsonl"],
    "export as JSON": ["export", "--to", "json"],
    "export as CSV": ["export", "--to", "csv"],
    "export as SVG": ["export", "--to", "svg"],
}


def meddled(log: bytes, owner: str, card: int) -> bytes:
    """The log with records after it that speak of the owner's hand, the last of them wrong.

    An undo of the last keeping of a card and its redo, a correction of it to itself, and a `card`
    that the owner does not hold: the verdict compares it with his hand.
    """
    lines = log.splitlines()
    kept = [json.loads(line) for line in lines if b'"kept"' in line]
    last = [record for record in kept if record["data"]["player"] == owner][-1]
    same = {name: last[name] for name in ("seq", "type", "v", "data")}
    why = {"reason": "?", "authority": "ana"}
    for type_, data in (
        ("undone", {"to": last["seq"] - 1, "reason": None}),
        ("redone", {}),
        ("corrected", same | why),
    ):
        lines.append(written(len(lines) + 1, type_, data))
    lines.append(written(len(lines) + 1, "card_traded", {"player": owner, "card": card}))
    whole = b"".join(line + b"\n" for line in lines)
    error = replayed(whole).error
    assert error and error.rule in ("R-CARD-03", "R-INV-05"), error
    return whole


@pytest.mark.parametrize("way", WAYS_OUT)
@pytest.mark.parametrize("seed", SEEDS[: often(1, 3)])
def test_what_a_command_prints_for_others(
    ragami: Ragami, tmp_path: Path, seed: int, way: str
) -> None:
    log, other, owner = pair(seed)
    for viewer in others(log, owner):
        said = [printed(ragami, tmp_path, each, way, viewer) for each in (log, other)]
        assert said[0] == said[1]
    said = [printed(ragami, tmp_path, each, way, owner) for each in (log, other)]
    assert said[0] != said[1] or way == "export as SVG"


@pytest.mark.parametrize("way", WAYS_OUT)
@pytest.mark.parametrize("seed", SEEDS[3 : often(4, 5)])
def test_undo_and_correction_and_verdict_tell_nothing(
    ragami: Ragami, tmp_path: Path, seed: int, way: str
) -> None:
    log, other, owner = pair(seed)
    held = {slot.card for each in (log, other) for slot in hand_of(each, owner)}
    card = next(card for card in range(1, 16) if card not in held)
    logs = [meddled(each, owner, card) for each in (log, other)]
    for viewer in others(log, owner):
        said = [printed(ragami, tmp_path, each, way, viewer) for each in logs]
        assert said[0] == said[1]


def printed(
    ragami: Ragami, folder: Path, log: bytes, way: str, viewer: str
) -> tuple[int, str, str]:
    """All that a command says of a log to a viewer."""
    path = folder / "game.jsonl"
    path.write_bytes(log)
    command, *options = WAYS_OUT[way]
    said = ragami(command, str(path), *options, "--as", viewer)
    assert said.code in (0, 1), said.err
    return said.code, said.out, said.err


@pytest.mark.parametrize("seed", SEEDS[:6])
def test_a_log_that_was_taken_out_for_somebody_is_a_log(
    ragami: Ragami, tmp_path: Path, seed: int
) -> None:
    """What a player exports verifies, and he sees in it what he saw."""
    log, _, owner = pair(seed)
    (tmp_path / "game.jsonl").write_bytes(log)
    out = tmp_path / "out.jsonl"
    command = ("export", str(tmp_path / "game.jsonl"), "--as", owner, "-o", str(out))
    assert ragami(*command).code == 0
    taken = out.read_bytes()
    assert replayed(taken).error is None
    assert views(taken, owner)[-1] == views(log, owner)[-1]


# --- unknown cards -------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.2, 0.6, 1.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_legal_log_stays_legal_when_cards_are_not_known(seed: int, share: float) -> None:
    """Only what is provably illegal is refused, and every number stays the same."""
    log = whole_game(seed)
    hidden = hidden_at_random(log, Random(seed), share)
    assert hidden.count(b"null") > log.count(b"null") or share < 0.5
    replay = replayed(hidden)
    assert replay.error is None
    assert replay.final == replayed(log).final is not None
    assert views(hidden, "public") == views(log, "public")


@LAW
@given(seed=st.integers(0, 2**32))
def test_so_does_one_that_is_played_without_sense(seed: int) -> None:
    log = RandomGame(seed).play(100).log
    hidden = hidden_at_random(log, Random(seed), 0.5)
    assert replayed(hidden).error is None
    assert views(hidden, "public") == views(log, "public")
