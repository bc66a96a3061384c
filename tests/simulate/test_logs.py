"""The logs of simulated games: legal, the same for a seed, and written as the contract says."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest

from ragami.game import game_named
from ragami.games.ragami import shipped
from ragami.games.ragami.bot import play
from ragami.games.ragami.components import DeckFile, DiceFile
from ragami.games.ragami.events import CardsDrawn, Components, GameOpened, Options, StartingCardKept
from ragami.judge.replay import Replay
from ragami.log.codec import encode_record
from ragami.log.record import Record
from tests.samples.samples import samples
from tests.scale import seeds
from tests.simulate.clerk import records

GAME, CODEC = game_named("ragami"), game_named("ragami").codec
FAULTS = {"asserted-difference", "unfit-reveal", "impossible-hand", "unknown-record"}
GAMES = seeds(6, 200)


def log(players: int, seed: int, **how: Any) -> bytes:
    return b"".join(line + b"\n" for line in records(players, seed, **how))


def judged(data: bytes) -> Replay:
    return Replay(GAME, CODEC).take_all(CODEC.read_log(data))


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("log_records", [False, True])
def test_every_game_is_legal_to_its_end(hidden: bool, log_records: bool) -> None:
    for seed in GAMES:
        replay = judged(log(2 + seed % 3, seed, hidden=hidden, log_records=log_records))
        assert replay.error is None, (seed, replay.error)
        assert replay.final is not None
        assert not FAULTS & {finding.code for finding in replay.findings()}


@pytest.mark.parametrize("how", [{}, {"hidden": True}, {"hidden": True, "log_records": True}])
def test_the_same_seed_gives_the_same_log(how: dict[str, Any]) -> None:
    assert log(3, 11, **how) == log(3, 11, **how)
    assert log(3, 11, **how) != log(3, 12, **how)
    assert log(3, 11, **how) != log(4, 11, **how)


def test_the_same_seed_gives_the_same_game_on_every_machine() -> None:
    """These numbers change when the bots change, and then so do all games named by a seed."""
    assert [len(list(play(players, 7))) for players in (2, 3, 4)] == [251, 211, 339]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_options_and_components_are_the_ones_that_were_asked_for(players: int) -> None:
    options = Options(power_die=False, pass_policy="reenter", neutral_ragami=False)
    for seed in range(6):
        data = log(players, seed, options=options, components=own_components())
        opened = CODEC.read_log(data)[0]
        assert isinstance(opened, Record)
        assert opened.data.options == options
        assert opened.data.components == own_components()
        assert judged(data).final is not None


@cache
def own_components() -> Components:
    """A table with its own board file, a deck of unknown kinds, and other dice."""
    board = msgspec.structs.replace(shipped.board("city-1").file, name="ours")
    deck = DeckFile("ours", False, None, (6, 13, 14, 15), (1, 2, 3, 6))
    return Components(board, deck, DiceFile("ours", False, (1, 2, 2, 3, 4, 6), (0, 1, 1, 1, 2, 3)))


# --- what else is written ------------------------------------------------------------------


def types_in(data: bytes) -> Counter[str]:
    return Counter(json.loads(line)["type"] for line in data.splitlines())


def test_whoever_keeps_the_score_uses_every_kind_of_record() -> None:
    seen: Counter[str] = Counter()
    ruled: set[str | None] = set()
    for seed in seeds(16, 200):
        data = log(2 + seed % 3, seed, hidden=True, log_records=True)
        seen += types_in(data)
        ruled |= {one.rule for one in judged(data).findings() if one.code == "ruled-breach"}
    kinds = {"undone", "redone", "corrected", "ruled", "revealed", "asserted", "noted"}
    assert not kinds - set(seen)
    assert {"R-MOVE-01", "R-SAINT-06", "R-TURN-07", "R-TURN-11"} <= ruled


def test_a_plain_game_has_none_of_them() -> None:
    assert set(types_in(log(4, 1))) <= set(GAME.events)


def test_hidden_cards_are_hidden_from_all_but_the_keeper() -> None:
    for seed in range(8):
        opened, *rest = play(3, seed, hidden=True)
        assert isinstance(opened[1], GameOpened)
        keeper = opened[1].players[seed % 3].colour if seed % 2 else None
        for _, data in rest:
            if isinstance(data, CardsDrawn | StartingCardKept):
                kept = data.kept if isinstance(data, CardsDrawn) else (data.kept,)
                assert {card is None for card in kept} == {data.player != keeper}


# --- the bytes -----------------------------------------------------------------------------


def shape(value: Any) -> Any:
    """The keys of an object in their order, inside and out."""
    return [(key, shape(inside)) for key, inside in value.items()] if isinstance(value, dict) else 0


def test_keys_stand_in_the_order_of_the_samples() -> None:
    of_samples: dict[str, list[str]] = {}
    for sample in samples("legal"):
        for line in sample.log.splitlines():
            record = json.loads(line)
            of_samples[record["type"]] = [*record["data"]]
    checked = set()
    for line in log(2, 4, hidden=True, log_records=True).splitlines():
        record = json.loads(line)
        assert [*record] == ["seq", "type", "v", "at", "by", "data"]
        if record["type"] in of_samples and record["type"] != "asserted":
            assert [*record["data"]] == of_samples[record["type"]]
            checked.add(record["type"])
    assert len(checked) > 20


def test_a_line_is_written_as_it_was_read() -> None:
    """But for options left out, which get their defaults, and for what is asserted in any order."""
    lines = 0
    for sample in samples("legal"):
        for number, line in enumerate(sample.log.splitlines(), 1):
            record, plain = CODEC.read_line(line, number), json.loads(line)
            assert isinstance(record, Record)
            again = encode_record(number, record.type, 1, plain["at"], plain["by"], record.data)
            if record.type == "game_opened":
                assert CODEC.read_line(again, 1) == record
            elif record.type == "asserted":
                assert json.loads(again) == plain
            else:
                assert again == line
            lines += 1
    assert lines > 1000
