"""What may stand next on a line: what came next in real games, and soon enough for a key."""

from __future__ import annotations

from itertools import islice
from random import Random
from time import process_time

import pytest
from msgspec import json

from ragami.judge.replay import Replay
from ragami.judge.report import game_of
from ragami.notation.misread import Misread
from ragami.sheet import read_line
from ragami.sheet.completing import ways_on
from tests.golden.sheets import GAMES, logs
from tests.narrowing.walking import quantiles
from tests.scale import often
from tests.sheet.typing_on import places

OFFERED = 0.99
PLACES = often(80, 250)
# In milliseconds of the processor; `python -m tests.trials completion` asks for 50 and 250.
OFTEN, LONGEST = 150, 2000


@pytest.mark.parametrize("game", [*GAMES, "scores"])
def test_what_came_next_is_offered_while_a_key_is_pressed(game: str) -> None:
    rng = Random(5)
    good = [log for name, log in logs(game) if "illegal" not in name]
    every = 3 if game in ("scores", "tournament") else 30
    known = lost = 0
    seconds = []
    for place in islice(places(rng.sample(good, min(6, len(good))), rng, every=every), PLACES):
        start = process_time()
        ways = {token for token, _meaning in ways_on(place.replay, place.before, place.language)}
        seconds.append(process_time() - start)
        known += not place.free
        lost += not place.free and not place.following & {*ways, *(f"{way};" for way in ways)}
    assert known > 10
    assert lost / known <= 1 - OFFERED
    _, usual, _ = quantiles(seconds)
    assert usual <= OFTEN
    assert max(seconds) * 1000 <= LONGEST


def replay_at(game: str, name: str, seq: int) -> Replay:
    """A log of the tests as it stood after a record."""
    log = dict(logs(game))[name]
    replay = Replay(game_of(log), game_of(log).codec)
    replay.take_all(list(replay.codec.read_log(log))[:seq])
    return replay


def tokens(replay: Replay, before: str) -> list[str]:
    return [token for token, _meaning in ways_on(replay, before, "en")]


def test_a_row_of_points_is_offered() -> None:
    """Its round is a number that stands before the verb."""
    assert {"row", "end"} <= set(tokens(replay_at("scores", "samples/legal-1", 4), ""))


def test_no_text_is_made_up() -> None:
    replay = replay_at("tournament", "games/tournament-23", 40)
    assert tokens(replay, "loss 1 e20 ") == ["--"]
    assert tokens(replay, "loss 1 e20 -- ") == []
    assert tokens(replay, "loss 1 e20 -- so it was ") == ["@"]
    assert "None" not in tokens(replay, "loss ")


def test_cards_that_nobody_has_seen_may_be_drawn() -> None:
    replay = replay_at("deal-with-the-devil", "games/devil-app-with-openings", 8)
    assert "?" in tokens(replay, "G draw + ? ")
    assert tokens(replay, "G draw + ? ? ? ? ") == ["ev"]


@pytest.mark.parametrize("line", ["R sell g", "R vende b", "R sell bi"])
def test_what_describes_a_value_is_no_word_to_be_cut_short(line: str) -> None:
    """'goods as in 2M1S' stood for g again and again, without an end."""
    read = read_line(replay_at("deal-with-the-devil", "games/devil-app-with-openings", 40), line)
    assert isinstance(read, Misread)
    assert read.short_for == ()


@pytest.mark.parametrize("game", GAMES)
def test_a_correction_is_offered_with_the_line_as_it_reads(game: str) -> None:
    """The latest events by their numbers; the line that is offered says what is there already."""
    name, log = next((name, log) for name, log in logs(game) if "illegal" not in name)
    replay = replay_at(game, name, log.count(b"\n"))
    standing = dict(replay.as_it_reads())
    latest = tokens(replay, "correct ")
    assert latest == list(map(str, reversed(standing)))[: len(latest)] and latest
    offered = 0
    for seq in latest[:3]:
        for line in tokens(replay, f"correct {seq} ")[:-1]:
            draft = read_line(replay, f"correct {seq} {line}", 1, "en")
            assert draft is not None and not isinstance(draft, Misread), line
            said = json.decode(draft.data)["data"]
            assert said == json.decode(json.encode(standing[int(seq)]))
            assert tokens(replay, f"correct {seq} = ") != tokens(replay, "")
            offered += 1
    assert offered
    assert tokens(replay, "correct 999999 ") == []
