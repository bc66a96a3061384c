"""The accounts of four people who know only their own, made one by `ragami merge`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import reduce
from typing import Any

import pytest
from msgspec import convert, to_builtins

from ragami.export.excerpt import Excerpt
from ragami.export.formats import jsonl
from ragami.game import game_named
from ragami.games.deal_with_the_devil.bot import play
from ragami.games.deal_with_the_devil.events import (
    BuildingsPassed,
    GameOpened,
    OffersSent,
    RolesShown,
)
from ragami.games.deal_with_the_devil.filling import REVEALS
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.referee.accounts import account
from ragami.referee.diff import state_differences
from ragami.referee.merge import Divergence, Merge, view_after
from ragami.referee.merged_log import merged_log
from tests.games.deal_with_the_devil.logs import log_of
from tests.games.deal_with_the_devil.table import SEATS
from tests.games.deal_with_the_devil.veil import reveals, veiled

GAME = game_named("deal-with-the-devil")
PUBLIC = "public"
# So that a game is long enough to hide everything, and short enough to be merged often.
RECORDS = 110


@pytest.fixture(scope="session")
def whole() -> bytes:
    """A game as somebody would record it who sees behind all walls."""
    return game_of("walled")


def game_of(hands: str, records: int | None = RECORDS) -> bytes:
    """The same with open hands, too, and to its end; every option is said."""
    first, *others = list(play(4, 3, {"hands": hands, "ledger": hands == "walled"}))[:records]
    said = to_builtins(convert(first[1], type=GameOpened))
    return log_of([(first[0], said), *others])


@pytest.fixture(scope="session")
def accounts(whole: bytes) -> Mapping[str, bytes]:
    """What everybody may know of it, and what each seat may."""
    return accounts_of(whole)


def accounts_of(whole: bytes) -> dict[str, bytes]:
    return {viewer: jsonl(Excerpt("friday", whole, viewer, "en")) for viewer in (PUBLIC, *SEATS)}


def merging(one: bytes, other: bytes) -> tuple[Merge, Divergence | None, bytes]:
    a, b = (
        account(name, Replay(GAME, GAME.codec), list(GAME.codec.read_log(log)))
        for name, log in (("a", one), ("b", other))
    )
    merge = Merge(GAME, a, b)
    divergence = merge.go_on()
    return merge, divergence, merged_log(merge, a, b)


def merged(one: bytes, other: bytes) -> bytes:
    _merge, divergence, log = merging(one, other)
    assert divergence is None
    return log


def data_of(log: bytes) -> list[Any]:
    return [json.loads(line)["data"] for line in log.splitlines()]


@pytest.mark.parametrize("order", [(PUBLIC, *SEATS), SEATS[::-1]])
def test_all_accounts_together_are_the_whole_log(
    whole: bytes, accounts: Mapping[str, bytes], order: tuple[str, ...]
) -> None:
    assert all(accounts[viewer] != whole for viewer in order)
    both = reduce(merged, (accounts[viewer] for viewer in order))
    found, expected = replay_log(both), replay_log(whole)
    assert list(found.standing()) == list(expected.standing())
    assert found.error is expected.error is None
    assert GAME.view(found.state, RECORDS) == GAME.view(expected.state, RECORDS)


@pytest.mark.parametrize(("hands", "records"), [("walled", RECORDS), ("open_hands", None)])
def test_all_accounts_are_the_whole_log_byte_for_byte(hands: str, records: int | None) -> None:
    whole = game_of(hands, records)
    both = reduce(merged, accounts_of(whole).values())
    assert both.splitlines()[1:] == whole.splitlines()[1:]
    # Who recorded it is another one for every merged log (`merged_log`).
    first, expected = (json.loads(log.splitlines()[0]) for log in (both, whole))
    assert first | {"by": None} == expected
    assert replay_log(both).final == replay_log(whole).final


def test_open_hands_are_walled_in_what_a_seat_may_know_and_open_beside_the_whole() -> None:
    whole = game_of("open_hands")
    accounts = accounts_of(whole)
    seats = reduce(merged, accounts.values())
    assert seats.splitlines()[1:] == whole.splitlines()[1:]
    # Nothing says yet that no walls are to be opened.
    assert options_of(seats) == options_of(whole) | {"hands": "walled", "ledger": True}
    for one, other in ((whole, seats), (accounts["blue"], whole)):
        both = merged(one, other)
        assert both.splitlines()[1:] == whole.splitlines()[1:]
        assert options_of(both) == options_of(whole)


def options_of(log: bytes) -> Any:
    return data_of(log)[0]["options"]


def test_who_is_silent_leaves_open_what_only_they_know(
    accounts: Mapping[str, bytes],
) -> None:
    *others, silent = SEATS
    both = reduce(merged, (accounts[seat] for seat in others))
    told = [json.loads(line) for line in both.splitlines()]
    own = [one["data"] for one in told if one["data"].get("player") == silent]
    assert {one["offer"] for one in own if "offer" in one} == {None}
    assert {one["answer"] for one in own if "answer" in one} == {None}
    dealt = [one["data"]["roles"] for one in told if one["type"] == "characters_dealt"]
    assert [role is None for roles in dealt for role in map(roles.get, SEATS)] == [
        False,
        False,
        False,
        True,
    ]
    # Of the others' merged account the silent one may see what everybody may, and the cards that
    # they passed to each other, which whoever gave or took them has told.
    seen, public, known = (
        list(replay_log(log).standing())
        for log in (
            jsonl(Excerpt("friday", both, silent, "en")),
            accounts[PUBLIC],
            accounts[silent],
        )
    )
    more = [
        at for at, (one, everybody) in enumerate(zip(seen, public, strict=True)) if one != everybody
    ]
    assert [seen[at] for at in more] == [known[at] for at in more]
    assert [(type(seen[at][1]), seen[at][1].player) for at in more] == [
        (BuildingsPassed, giver) for giver in ("blue", "yellow", "yellow", "green")
    ]


def test_a_lie_is_named_by_record_place_and_both_values(
    whole: bytes, accounts: Mapping[str, bytes]
) -> None:
    lines = [json.loads(line) for line in accounts["red"].splitlines()]
    lie = next(x for x in lines if x["type"] == "offer_made" and x["data"]["player"] == "red")
    truth = lie["data"]["offer"]["asks"]
    lie["data"]["offer"]["asks"] = {"coins": 1 + truth["coins"]}
    liar = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    merge, divergence, _log = merging(whole, liar)
    assert divergence is not None
    assert divergence.a is not None
    assert divergence.b is not None
    assert (divergence.a.seq, divergence.b.seq) == (lie["seq"], lie["seq"])
    one, other = (view_after(merge, divergence, side) for side in ("a", "b"))
    assert one is not None
    assert other is not None
    differing = state_differences(one, other)
    assert ("deal.offers.red.asks.coins", truth["coins"], truth["coins"] + 1) in [
        (each.path, each.a, each.b) for each in differing
    ]


def test_what_both_reveal_stands_once(whole: bytes) -> None:
    log = [(one["type"], one["data"]) for one in map(json.loads, whole.splitlines())]
    told = reveals(log, "observer")[:6]
    hidden = log_of([*veiled(log, "observer"), *told])
    assert data_of(merged(hidden, hidden))[1:] == data_of(hidden)[1:]


def test_what_no_record_can_have_told_is_revealed_without_a_fold(whole: bytes) -> None:
    log = [(one["type"], one["data"]) for one in map(json.loads, whole.splitlines())]
    hidden = replay_log(log_of(veiled(log, "observer")))
    standing = list(hidden.history.standing())
    assert not any(isinstance(event, RolesShown) for _seq, event in standing)
    sent = next(seq for seq, event in standing if isinstance(event, OffersSent))
    said = REVEALS.struct(player=None, seq=sent, place="chests.red", value="devil")

    def fold(_events: object) -> Any:
        pytest.fail("folded")

    shown = RolesShown(dict(zip(SEATS, ("mortal_1", "mortal_2", "cultist", "devil"), strict=True)))
    standing.append((RECORDS + 1, shown))
    assert REVEALS.misfit(standing, (), said, fold) is None
    # Nor is anything folded for what is wrong by itself (R-D-KNOW-05).
    for place, value in (("roles.red", "witch"), ("roles.pink", "devil")):
        said = REVEALS.struct(player=None, seq=3, place=place, value=value)
        wrong = REVEALS.misfit(standing, (), said, fold)
        assert wrong is not None
        assert wrong.rule == "R-D-KNOW-05"
