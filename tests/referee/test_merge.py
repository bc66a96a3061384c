"""Two score sheets of one game: what they say together, and where they contradict each other."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from ragami.game import game_named
from ragami.game.capabilities import BOT
from ragami.games.ragami import events as ev
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.log.codec import encode_record
from ragami.referee.merge import Merge, outcome
from ragami.referee.merged_log import Decision, merged_log
from ragami_cli.main import invoke
from tests.scale import seeds
from tests.trials.merge import forgetful, log, pair, read, verdict

GAME = game_named("ragami")
CODEC = game_named("ragami").codec
Events = list[tuple[str, Any]]


@pytest.fixture(scope="module")
def game() -> Events:
    return list(GAME.need(BOT).play(3, 11))


def sheet(events: Events) -> bytes:
    return log(events, Random(1))


def plays_of(log: bytes) -> list[Any]:
    records = map(json.loads, log.splitlines())
    return [(r["type"], r["data"]) for r in records if r["type"] in GAME.events]


def merged(one: bytes, other: bytes) -> tuple[Merge, bytes]:
    a, b = read("a", one), read("b", other)
    merge = Merge(GAME, a, b)
    assert merge.go_on() is None
    return merge, merged_log(merge, a, b)


def first(game: Events, struct: type[Any], **fields: Any) -> int:
    return next(
        n
        for n, (_type, data) in enumerate(game)
        if isinstance(data, struct) and all(getattr(data, k) == v for k, v in fields.items())
    )


@pytest.mark.parametrize("seed", seeds(6, 200))
def test_pairs_are_judged_right(seed: int) -> None:
    assert verdict(pair(seed, plant=bool(seed % 2))) == "right"


def test_a_log_with_itself_is_itself(game: Events) -> None:
    merge, both = merged(sheet(game), sheet(game))
    assert both.splitlines()[1:] == sheet(game).splitlines()[1:]
    assert plays_of(both) == plays_of(sheet(game))
    assert {event.origin for event in merge.merged} == {"both"}


def test_each_has_what_the_other_left_out(game: Events) -> None:
    ends = [n for n, (type_, _data) in enumerate(game) if type_ == "turn_ended"]
    one = [event for n, event in enumerate(game) if n not in ends[2:4]]
    other = [event for n, event in enumerate(game) if n not in ends[10:13]]
    merge, both = merged(sheet(one), sheet(other))
    assert plays_of(both) == plays_of(sheet(game))
    assert [event.origin for event in merge.merged].count("b") == 2
    assert [event.origin for event in merge.merged].count("a") == 3
    assert replay_log(both).error is None


def test_a_whole_page_may_be_missing(game: Events) -> None:
    one = game[:60] + game[100:]
    _merge, both = merged(sheet(one), sheet(game))
    assert plays_of(both) == plays_of(sheet(game))


def test_a_sheet_that_ends_early_is_completed(game: Events) -> None:
    _merge, both = merged(sheet(game[:50]), sheet(game))
    assert plays_of(both) == plays_of(sheet(game))


def test_a_card_is_known_if_one_of_them_knows_it(game: Events) -> None:
    forgets = Random(0)
    one = [forgetful(event, forgets) for event in game]
    assert one != game
    _merge, both = merged(sheet(one), sheet(game))
    assert plays_of(both) == plays_of(sheet(game))


def test_the_order_in_which_chips_are_written_is_no_contradiction(game: Events) -> None:
    n = first(game, ev.ConflictsSeeded)
    turned = ev.ConflictsSeeded(tuple(reversed(game[n][1].conflicts)))
    other = [*game[:n], (game[n][0], turned), *game[n + 1 :]]
    _merge, both = merged(sheet(game), sheet(other))
    assert plays_of(both) == plays_of(sheet(game))


def test_what_was_undone_counts_in_neither(game: Events) -> None:
    lines = sheet(game[:20]).splitlines()
    lines.append(
        b'{"seq":21,"type":"undone","v":1,"at":null,"by":null,"data":{"to":18,"reason":null}}'
    )
    undone = b"".join(line + b"\n" for line in lines)
    _merge, both = merged(undone, sheet(game[:18]))
    assert plays_of(both) == plays_of(sheet(game[:18]))


def test_notes_of_both_are_kept_and_the_same_one_once(game: Events) -> None:
    def noted(*texts: str) -> bytes:
        lines = sheet(game[:10]).splitlines(keepends=True)
        for text in texts:
            data = CODEC.types["noted"].struct(text)
            lines.append(encode_record(len(lines) + 1, "noted", 1, None, None, data) + b"\n")
        return b"".join(lines)

    _merge, both = merged(noted("the lamp fell", "mine"), noted("the lamp fell", "hers"))
    notes = [json.loads(line)["data"].get("text") for line in both.splitlines()[10:]]
    assert notes == ["the lamp fell", "mine", "hers"]


def test_a_reveal_names_the_record_of_the_merged_log() -> None:
    game = list(GAME.need(BOT).play(3, 5))
    forgets = Random(0)
    hidden = [forgetful(event, forgets) for event in game[:40]]
    n = next(
        n
        for n, (a, b) in enumerate(zip(hidden, game, strict=False))
        if a != b and isinstance(a[1], ev.StartingCardKept)
    )
    keeper = game[n][1]
    reveal = ev.Revealed(keeper.player, n, keeper.kept)  # n: record n + 1 of the whole game
    one = hidden[: n - 1] + hidden[n:]  # this sheet lacks an event, so its seqs are lower
    lines = sheet(one)
    lines += encode_record(len(one) + 1, "revealed", 1, None, None, reveal) + b"\n"
    _merge, both = merged(lines, sheet(hidden))
    last = json.loads(both.splitlines()[-1])
    assert last["type"] == "revealed"
    assert last["data"] == {"player": keeper.player, "seq": n + 1, "card": keeper.kept}


def contradicted(game: Events) -> tuple[int, bytes, bytes]:
    n = first(game, ev.RagamiSet)
    event = game[n][1]
    elsewhere = msgspec.structs.replace(event, block="Q2" if event.block != "Q2" else "Q3")
    return n, sheet(game), sheet([*game[:n], (game[n][0], elsewhere), *game[n + 1 :]])


def test_a_contradiction_is_shown_with_where_each_version_leads(game: Events) -> None:
    n, one, other = contradicted(game)
    merge = Merge(GAME, read("a", one), read("b", other))
    divergence = merge.go_on()
    assert divergence is not None
    assert divergence.at == n
    assert divergence.a is not None
    assert divergence.a.data == game[n][1]
    before = list(merge.merged)
    ways = {side: outcome(merge, divergence, side) for side in ("a", "b")}
    assert merge.merged == before
    assert ways["a"].final == replay_log(one).final
    assert ways["a"].contradictions == 0


def test_the_referee_picks_and_it_goes_on(game: Events) -> None:
    n, one, other = contradicted(game)
    a, b = read("ana", one), read("bea", other)
    merge = Merge(GAME, a, b)
    divergence = merge.go_on()
    assert divergence is not None
    assert merge.pick(divergence, "a") is None
    assert merge.go_on() is None
    both = merged_log(merge, a, b, [Decision(n, "a", "Bea agrees")])
    assert plays_of(both) == plays_of(one)
    note = json.loads(both.splitlines()[n])
    assert note["type"] == "noted"
    assert note["data"]["text"] == "merged: ana; Bea agrees"


def test_an_event_that_both_left_out_is_not_made_up(game: Events) -> None:
    n = first(game, ev.ActionDiceSet)
    holed = sheet(game[:n] + game[n + 1 :])
    merge = Merge(GAME, read("a", holed), read("b", holed))
    divergence = merge.go_on()
    assert divergence is not None
    assert divergence.at == n
    assert divergence.unexplained is not None


def test_two_games_are_told_apart_at_once(game: Events) -> None:
    merge = Merge(GAME, read("a", sheet(game)), read("b", sheet(list(GAME.need(BOT).play(4, 3)))))
    divergence = merge.go_on()
    assert divergence is not None
    assert divergence.at == 0


def run(*arguments: object) -> tuple[int, str, str]:
    runner = CliRunner()
    with runner.isolation() as (out, err, _output):
        code = invoke([str(argument) for argument in arguments], "en")
        return code, out.getvalue().decode(), err.getvalue().decode()


def test_the_command_stops_at_a_contradiction_and_writes_nothing(
    game: Events, tmp_path: Path
) -> None:
    n, one, other = contradicted(game)
    (tmp_path / "a.jsonl").write_bytes(one)
    (tmp_path / "b.jsonl").write_bytes(other)
    target = tmp_path / "merged.jsonl"
    code, out, _err = run(
        "merge", tmp_path / "a.jsonl", tmp_path / "b.jsonl", "-o", target, "--json"
    )
    said = json.loads(out)
    assert code == 1
    assert not target.exists()
    assert said["complete"] is False
    [place] = said["divergences"]
    assert place["event"] == n + 1
    assert place["a"]["event"]["block"] == game[n][1].block
    assert any("block" in json.dumps(each) or each["a"] for each in place["differences"])


def test_the_command_merges_with_prefer(game: Events, tmp_path: Path) -> None:
    _n, one, other = contradicted(game)
    (tmp_path / "a.jsonl").write_bytes(one)
    (tmp_path / "b.jsonl").write_bytes(other)
    target = tmp_path / "merged.jsonl"
    code, out, err = run(
        "merge", tmp_path / "a.jsonl", tmp_path / "b.jsonl", "-o", target, "--prefer", "a"
    )
    assert code == 0
    assert out == ""
    assert "1 decision." in err
    assert plays_of(target.read_bytes()) == plays_of(one)
    replay = Replay(GAME, CODEC).take_all(CODEC.read_log(target.read_bytes()))
    assert replay.error is None
