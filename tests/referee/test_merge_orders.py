"""What two people write down in another order, and what a merged log takes over besides events."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ragami.game.capabilities import BOT, RECONCILIATION
from ragami.games.ragami import events as ev
from ragami.log.codec import encode_record
from ragami.log.record import Penalized, Ruled
from ragami.referee.merge import FURTHER, Merge, outcome
from ragami.referee.merged_log import merged_log
from tests.referee.test_merge import (
    CODEC,
    GAME,
    Events,
    first,
    merged,
    plays_of,
    run,
    sheet,
)
from tests.scale import often
from tests.trials.merge import read


@pytest.fixture(scope="module")
def game() -> Events:
    return list(GAME.need(BOT).play(3, 11))


def kept_first(game: Events) -> int:
    return first(game, ev.StartingCardKept)


ORDERS = [(2, 1, 0), (1, 2, 0), (1, 0, 2), (2, 0, 1), (0, 2, 1)]


@pytest.mark.parametrize("order", ORDERS[: often(2, 5)])
def test_starting_cards_are_kept_in_any_order(game: Events, order: tuple[int, ...]) -> None:
    n = kept_first(game)
    turned = [*game[:n], *(game[n + k] for k in order), *game[n + 3 :]]
    merge, both = merged(sheet(game), sheet(turned))
    assert plays_of(both) == plays_of(sheet(game))
    assert {event.origin for event in merge.merged} == {"both"}


def test_a_card_is_known_from_the_other_order_too(game: Events) -> None:
    n = kept_first(game)
    hidden = msgspec.structs.replace(game[n][1], kept=None)
    one = [*game[:n], (game[n][0], hidden), *game[n + 1 :]]
    turned = [*game[:n], game[n + 1], game[n], *game[n + 2 :]]
    _merge, both = merged(sheet(one), sheet(turned))
    assert plays_of(both) == plays_of(sheet(game))


def test_an_order_that_makes_a_difference_is_a_contradiction(game: Events) -> None:
    """Two players set Saints by turns: who was first is not for both of them to say."""
    n = first(game, ev.SaintSet)
    turned = [*game[:n], game[n + 1], game[n], *game[n + 2 :]]
    merge = Merge(GAME, read("a", sheet(game)), read("b", sheet(turned)))
    divergence = merge.go_on()
    assert divergence is not None
    assert divergence.at == n


def test_a_reveal_between_two_turned_events_is_not_lost(game: Events) -> None:
    n = kept_first(game)
    keeper = game[n + 1][1]
    hidden = (game[n + 1][0], msgspec.structs.replace(keeper, kept=None))
    one = sheet([*game[:n], game[n], hidden, game[n + 2]])
    lines = sheet([*game[:n], hidden, game[n], game[n + 2]]).splitlines(keepends=True)
    reveal = ev.Revealed(keeper.player, n + 1, keeper.kept)
    lines.insert(n + 1, encode_record(0, "revealed", 1, None, None, reveal) + b"\n")
    _merge, both = merged(one, b"".join(renumbered(lines)))
    last = [json.loads(line) for line in both.splitlines()][-2:]
    reveals = [each["data"] for each in last if each["type"] == "revealed"]
    assert reveals == [{"player": keeper.player, "seq": n + 2, "card": keeper.kept}]


def renumbered(lines: list[bytes]) -> list[bytes]:
    records = [json.loads(line) | {"seq": seq} for seq, line in enumerate(lines, 1)]
    return [json.dumps(record).encode() + b"\n" for record in records]


def test_whose_seat_is_named_first_is_no_contradiction(game: Events) -> None:
    opening = game[0][1]
    seats = opening.players
    turned = msgspec.structs.replace(opening, players=(*seats[1:], seats[0]))
    _merge, both = merged(sheet(game), sheet([(game[0][0], turned), *game[1:]]))
    assert plays_of(both) == plays_of(sheet(game))
    backwards = msgspec.structs.replace(opening, players=seats[::-1])
    assert GAME.need(RECONCILIATION).join(opening, backwards) is None


@pytest.mark.parametrize("titles", [("Final", None), (None, "Final"), ("Final", "The last one")])
def test_the_title_is_that_of_the_first_who_gave_one(
    game: Events, titles: tuple[str | None, ...]
) -> None:
    opening = game[0][1]
    one, other = (msgspec.structs.replace(opening, title=title) for title in titles)
    joined = GAME.need(RECONCILIATION).join(one, other)
    assert joined is not None
    assert joined.title == "Final"


def test_the_time_of_an_event_stays_with_whoever_wrote_it(game: Events) -> None:
    """Of two who wrote an event down, the first account's, if it says when."""
    type_, data = game[1]
    opening, *_ = sheet(game[:1]).splitlines(keepends=True)

    def noted(at: str | None, by: str | None) -> bytes:
        return opening + encode_record(2, type_, 1, at, by, data) + b"\n"

    early, late = "2026-11-20T19:00:01Z", "2026-11-20T19:00:09Z"
    for one, other, expected in (
        ((early, "ana"), (late, "bea"), (early, "ana")),
        ((None, None), (late, "bea"), (late, "bea")),
        ((None, None), (None, "bea"), (None, "bea")),
    ):
        _merge, both = merged(noted(*one), noted(*other))
        record = json.loads(both.splitlines()[1])
        assert (record["at"], record["by"]) == expected


def with_asides(events: Events, at: int, *asides: Any) -> bytes:
    """A sheet with records that are no events in it."""
    lines = sheet(events).splitlines(keepends=True)
    names = {entry.struct: name for name, entry in CODEC.types.items()}
    made = [
        encode_record(0, names[type(each)], 1, "2026-11-20T20:00:00Z", "carl", each) + b"\n"
        for each in asides
    ]
    return b"".join(renumbered([*lines[:at], *made, *lines[at:]]))


def records(log: bytes, type_: str) -> list[dict[str, Any]]:
    return [r for r in map(json.loads, log.splitlines()) if r["type"] == type_]


def test_a_ruling_keeps_its_reason_and_its_authority(game: Events) -> None:
    ruling = Ruled("R-MOVE-01", "agreed by all", "Carl")
    _merge, both = merged(with_asides(game, 40, ruling), sheet(game))
    [ruled] = records(both, "ruled")
    assert ruled["data"] == msgspec.to_builtins(ruling)
    assert (ruled["seq"], ruled["by"]) == (41, "carl")


def test_a_ruling_in_both_sheets_stands_once(game: Events) -> None:
    one, other = Ruled("R-MOVE-01", "agreed", "Carl"), Ruled("R-MOVE-01", None, None)
    _merge, both = merged(with_asides(game, 40, one), with_asides(game, 40, other))
    assert [each["data"]["authority"] for each in records(both, "ruled")] == ["Carl"]


def test_the_same_penalty_twice_in_one_sheet_counts_twice(game: Events) -> None:
    player = game[0][1].players[0].colour
    penalty = Penalized(player, "late", "points", 1, None, None, None, "Carl")
    once = with_asides(game, 40, penalty)
    lines = once.splitlines(keepends=True)
    twice = b"".join(renumbered([*lines[:60], lines[40], *lines[60:]]))
    for one, other, times in ((twice, once, 2), (once, twice, 2), (once, once, 1)):
        _merge, both = merged(one, other)
        assert len(records(both, "penalized")) == times


def test_a_record_of_a_type_that_is_not_known_is_kept(game: Events) -> None:
    lines = sheet(game).splitlines(keepends=True)
    odd = b'{"seq":0,"type":"drummed","v":3,"at":null,"by":"bea","data":{"times":4,"on":[1]}}\n'
    _merge, both = merged(b"".join(renumbered([*lines[:30], odd, *lines[30:]])), sheet(game))
    [drummed] = records(both, "drummed")
    assert drummed == json.loads(odd) | {"seq": 31}


def test_a_contradiction_says_the_types_and_what_differs_even_if_one_is_illegal(
    game: Events,
    tmp_path: Path,
) -> None:
    n = first(game, ev.RagamiMoved)
    player = game[n][1].player
    saint = next(e.square for _t, e in game if isinstance(e, ev.SaintSet) and e.player == player)
    event = msgspec.structs.replace(game[n][1], to=saint)
    other = sheet([*game[:n], (game[n][0], event), *game[n + 1 :]])
    (tmp_path / "a.jsonl").write_bytes(sheet(game))
    (tmp_path / "b.jsonl").write_bytes(other)
    code, out, err = run("merge", tmp_path / "a.jsonl", tmp_path / "b.jsonl", "--json")
    place = json.loads(out)["divergences"][0]
    assert code == 1
    assert err == ""
    assert place["a"]["type"] == place["b"]["type"] == "ragami_moved"
    assert place["b"]["wrong"]["code"] == "illegal-event"
    assert place["b"]["stopped"]["code"] == "illegal-event"
    assert place["a"]["events"] == len(game)
    assert [each["b"] for each in place["differences"]] == [saint]
    code, _out, err = run("merge", tmp_path / "a.jsonl", tmp_path / "b.jsonl", "--prefer", "b")
    assert code == 1
    assert "The rules refuse the event that was to be believed." in err


def test_what_a_correction_mended_is_merged_as_it_reads_now(game: Events) -> None:
    """Also where it was no record of the contract before."""
    lines = sheet(game).splitlines(keepends=True)
    n = first(game, ev.RagamiSet)
    right = json.loads(lines[n])
    lines[n] = json.dumps(right | {"data": {"ragami": 7}}).encode() + b"\n"
    mended = {name: right[name] for name in ("type", "v", "data")} | {"seq": n + 1}
    mended |= {"reason": "illegible", "authority": "Carl"}
    envelope = {"seq": 0, "type": "corrected", "v": 1, "at": None, "by": None, "data": mended}
    one = b"".join(renumbered([*lines, json.dumps(envelope).encode() + b"\n"]))
    for accounts in ((one, sheet(game)), (sheet(game), one)):
        merge, both = merged(*accounts)
        assert plays_of(both) == plays_of(sheet(game))
        assert {event.origin for event in merge.merged} == {"both"}


def test_what_is_bound_to_its_own_log_is_not_carried_over(game: Events) -> None:
    lines = sheet(game).splitlines(keepends=True)
    bound = (
        b'{"seq":0,"type":"committed","v":1,"at":null,"by":null,"data":{"values":'
        b'[{"seq":7,"place":"kept","digest":"AAAA"}]}}\n'
    )
    one = b"".join(renumbered([*lines[:30], bound, *lines[30:]]))
    a, b = read("a", one), read("b", sheet(game))
    merge = Merge(GAME, a, b)
    assert merge.go_on() is None
    assert records(merged_log(merge, a, b), "committed") == []


def test_a_merged_log_is_not_taken_for_one_of_the_two(game: Events) -> None:
    """A proof knows a log by its first record: with that of a sealed log it would seem changed."""
    one, other = sheet(game), sheet(game[:50])
    _merge, both = merged(one, other)
    first_records = {log.splitlines()[0] for log in (one, other, both)}
    assert len(first_records) == 2  # those of the two are the same here
    assert json.loads(both.splitlines()[0])["by"] == "a + b"
    again = one.replace(b'"by":"ana"', b'"by":"carl"').replace(b'"by":null', b'"by":"carl"')
    _merge, both = merged(one.replace(b'"by":null', b'"by":"ana"'), again)
    assert json.loads(both.splitlines()[0])["by"] == "ana + carl"


def test_two_unrelated_games_are_not_compared_to_their_ends(game: Events) -> None:
    a, b = read("a", sheet(game)), read("b", sheet(list(GAME.need(BOT).play(3, 12))))
    merge = Merge(GAME, a, b)
    divergence = merge.go_on()
    assert divergence is not None
    leads = outcome(merge, divergence, "a")
    assert (leads.contradictions, leads.cut_short, leads.final) == (FURTHER, True, None)


def test_where_one_of_the_two_may_stand_somebody_may_pick(game: Events) -> None:
    """Nobody is told that the rules refuse both where they refuse only one."""
    a, b = read("a", sheet(game)), read("b", sheet(list(GAME.need(BOT).play(3, 12))))
    merge = Merge(GAME, a, b)
    for _ in range(6):
        divergence = merge.go_on()
        assert divergence is not None
        allowed = [
            side
            for side, entry, wrong in (
                ("a", divergence.a, divergence.wrong_a),
                ("b", divergence.b, divergence.wrong_b),
            )
            if entry and not wrong
        ]
        assert (divergence.unexplained is None) == bool(allowed)
        if not allowed:
            break
        assert merge.pick(divergence, "a" if "a" in allowed else "b") is None
