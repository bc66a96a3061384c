"""Laws, over whole games of bots in both ways of keeping a log."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragami.game.visibility import hidden_fields
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.accounts import remarks
from ragami.games.deal_with_the_devil.bot import play
from ragami.games.deal_with_the_devil.choices import choices as legal
from ragami.games.deal_with_the_devil.rules.ending import final, position, seating
from ragami.games.deal_with_the_devil.rules.judge import EVENTS, JUDGES, WAIVABLE
from ragami.games.deal_with_the_devil.state import SNAPSHOTS, State
from ragami.games.deal_with_the_devil.view import view
from ragami.games.deal_with_the_devil.visibility import SECRETS, VISIBILITY, owner, places
from ragami.log.record import Noted
from tests.games.deal_with_the_devil import happened, simulated
from tests.games.deal_with_the_devil.simulated import events, states
from tests.games.deal_with_the_devil.veil import Keeper, veiled
from tests.scale import often

Log = list[tuple[str, Any]]
GAMES = range(100, 140)
KEPT = {"hands": "walled", "ledger": True}


@cache
def game(seed: int, *options: tuple[str, Any]) -> Log:
    return list(play(4, seed, dict(options) or None))


# --- conservation --------------------------------------------------------------------------


def test_after_each_event_nothing_is_lost_and_everything_happens() -> None:
    """The 500 games of `tests/trials/devil.py` do also what is rare."""
    seen: Counter[str] = Counter()
    for seed in GAMES[: often(14, 40)]:
        seen += simulated.check_conserved(seed)
    rare = {"left False", "space", "cultist False", "use False", "act False"}
    rare |= {"found devil cultist", "0 up", "0 bribed"}
    never = set(happened.missing(seen)) - rare
    assert {one.partition(" ")[0] for one in never} <= {"use", "act", "build"}  # of a building


# --- going back ----------------------------------------------------------------------------


@settings(max_examples=often(4, 200))
@given(seed=st.sampled_from(GAMES), share=st.floats(0, 1))
def test_a_packed_state_plays_on_as_the_state_itself(seed: int, share: float) -> None:
    log = game(seed)
    n = int(share * (len(log) - 1)) + 1
    s = State()
    for seq, event in enumerate(events(log[:n]), 1):
        JUDGES[type(event)][1](s, event, seq)
    back = SNAPSHOTS.unpack(SNAPSHOTS.pack(s), s)
    assert back == s
    for seq, event in enumerate(events(log[n:]), n + 1):
        assert JUDGES[type(event)][0](back, event) == []
        for one in (s, back):
            JUDGES[type(event)][1](one, event, seq)
    assert back == s


@pytest.mark.parametrize("seed", range(140, 140 + often(1, 3)))
def test_undo_and_the_same_records_again_give_the_same_state(seed: int) -> None:
    simulated.check_undone(seed)


# --- both ways of keeping a log ------------------------------------------------------------


@pytest.mark.parametrize("seed", range(200, 200 + often(2, 4)))
def test_unknown_never_lies_and_the_log_filled_is_the_full_one(seed: int) -> None:
    """Law 8, as the app keeps it and as an observer does."""
    kept = game(seed, *KEPT.items(), ("trade_indulgences", seed % 2 == 0))
    hidden = veiled(kept, "observer" if seed % 2 else "app")
    *_, (known, _) = states(hidden)
    assert any(one.code == "not-judged" for one in remarks(known))
    simulated.check_filled(seed)


@pytest.mark.parametrize("seed", [22, pytest.param(25, marks=pytest.mark.trial)])
def test_an_early_breach_stands_at_its_own_record_once_the_log_is_completed(seed: int) -> None:
    """R-D-KNOW-03, with the record that brought it to light."""
    assert simulated.check_breach(seed, when=True)


# --- what may be done, and who is due ------------------------------------------------------


@pytest.mark.parametrize("keeper", ["full", "observer"])
@pytest.mark.parametrize("seed", range(230, 230 + often(1, 6)))
def test_what_bots_do_is_among_what_may_be_recorded(seed: int, keeper: Keeper) -> None:
    log = veiled(game(seed, *KEPT.items()), keeper)
    s = State()
    for seq, (event, (type_, data)) in enumerate(zip(events(log), log, strict=True), 1):
        if seq > 1:
            fits = [
                choice
                for choice in legal(s)
                if choice.type == type_
                and all(data[key] == value for key, value in choice.data.items())
            ]
            assert fits, (seq, type_, data, s.at)
            assert all({*one.data, *one.open} == set(data) for one in fits)
        JUDGES[type(event)][1](s, event, seq)
    assert legal(s) == []


def test_whose_part_is_owed() -> None:
    for s, event in states(game(240)):
        now = position(s)
        assert set(now.due) <= set(s.seats)
        assert now.phase == s.at
        if isinstance(event, ev.OfferMade) and now.phase == "deals/offer":
            assert event.player not in now.due
        if count := final(s):
            assert now.scores == {c: one["total"] for c, one in count["players"].items()}
        else:
            assert now.scores == {one.colour: one.points for one in s.in_order()}
    assert final(s)
    assert list(seating(s).names.values()) == ["Ada", "Berta", "Cleo", "Dora"]


# --- who may see what ----------------------------------------------------------------------


def test_every_null_of_the_rules_is_a_declared_secret() -> None:
    declared = {
        "CharactersDealt roles",
        "WishesGiven wishes",
        "OffersSent chests",
        "OfferMade offer",
        "OfferAnswered answer",
        "CardsDrawn kept",
        "CardsDrawn drawn",
        "CardsDrawn event",
        "BuildingsPassed cards",
        "PlanShown discarded",
    }
    found = {f"{kind.__name__} {field}" for kind, fields in SECRETS.items() for field in fields}
    assert found == declared
    kinds = [kind for kind in EVENTS.values() if kind is not ev.GameOpened]
    assert {kind: {*SECRETS.get(kind, ())} for kind in kinds} == {
        kind: hidden_fields(kind) for kind in kinds
    }


@pytest.mark.parametrize("seed", range(250, 250 + often(1, 4)))
def test_nobody_is_told_what_he_may_not_know(seed: int) -> None:
    log = game(seed, *KEPT.items())
    hidden = veiled(log, "observer")
    for event, unknown in zip(events(log), events(hidden), strict=True):
        assert VISIBILITY.redact(event, "public") == unknown
        assert VISIBILITY.redact(event, None) is event
        for viewer in ev.COLOURS:
            seen = VISIBILITY.redact(event, viewer)
            for (place, value), (_, whole) in zip(places(seen), places(event), strict=True):
                assert value == (whole if owner(event, place) == viewer else None)


def test_what_somebody_told_is_as_secret_as_it_was() -> None:
    told = ev.Revealed("red", 4, "offer", {"goods": {}})
    assert VISIBILITY.redact(told, "blue") == Noted("")
    assert VISIBILITY.redact(told, "red") == told


def test_a_view_shows_of_others_only_what_is_public() -> None:
    hidden = Counter[str]()
    viewers = (*ev.COLOURS, "public")
    for s, _ in states(game(260, *KEPT.items(), ("trade_indulgences", True))):
        everything = view(s, 0)["players"]
        for viewer in viewers:
            hidden[viewer] += shown_of_others(s, viewer, everything)
    assert all(hidden[viewer] for viewer in viewers)


def shown_of_others(s: State, viewer: str, everything: Any) -> int:
    """Hold a view against what may be seen; gives how many traded indulgences it keeps back."""
    hidden, seen = 0, view(s, 0, viewer)
    for colour, one in seen["players"].items():
        if colour == viewer:
            assert one == everything[colour]
            continue
        if colour not in s.walls and s.at != "over":
            assert one["goods"] is one["souls"] is None
            assert (one["indulgences"] is None) == s.players[colour].traded
            hidden += s.players[colour].traded
        assert not any(one["hand"] + one["events"])
        assert s.shown or one["role"] is None
    if seen["deal"]:
        tables = [seen["deal"]["offers"], *seen["deal"]["chests"], *seen["deal"]["answers"]]
        assert not any(x for table in tables for c, x in table.items() if c != viewer)
    return hidden


@pytest.mark.parametrize("viewer", [*ev.COLOURS, "public"])
def test_what_is_shown_of_others_follows_from_what_a_viewer_may_see(viewer: str) -> None:
    """The full log and one with only what the viewer may see are the same for that viewer."""
    for seed in range(270, 270 + often(1, 2)):
        log = game(seed, *KEPT.items())
        full, seen = State(), State()
        for seq, event in enumerate(events(log), 1):
            JUDGES[type(event)][1](full, event, seq)
            JUDGES[type(event)][1](seen, VISIBILITY.redact(event, viewer), seq)
            one, other = view(full, seq, viewer), view(seen, seq, viewer)
            if viewer in full.seats:
                # Of themself a player may know more than the log does without the others.
                for mine in (one, other):
                    del mine["players"][viewer]
            assert one == other, (seq, event)


def test_what_was_shown_cannot_be_forgotten() -> None:
    chance = {ev.CharactersDealt, ev.OffersSent, ev.CardsDrawn, ev.InquisitorTurned}
    assert chance < set(ev.DISCLOSING) < set(JUDGES)


def test_bots_are_the_same_for_the_same_seed() -> None:
    logs = [list(play(4, seed)) for seed in (7, 7, 8)]
    assert logs[0] == logs[1] != logs[2]
    assert any(a != b for a, b in pairwise(logs))
    with pytest.raises(ValueError, match="four"):
        list(play(3, 1))


# --- at any moment anything may be tried ----------------------------------------------------


def swapped(data: Any, rng: Random) -> Any:
    """The data of an event with some of its words, numbers and truths changed."""
    if isinstance(data, dict):
        return {key: swapped(value, rng) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [swapped(value, rng) for value in data]
    if rng.random() > 0.15:
        return data
    if isinstance(data, bool):
        return not data
    if isinstance(data, int):
        return rng.choice([0, 1, 2, 3, 4, 7, 12])
    return rng.choice([*WORDS, data])


WORDS = (
    *("red", "blue", "devil", "cultist", "fort", "x110", "forest", "b4", "vandal", "guest", None),
    *("minor_1", "major_1", "rural", "alchemist", "wheat", "left", "hire", "build:fort", "none"),
)


@pytest.mark.parametrize(
    ("seed", "keeper"),
    [
        (300, "full"),
        pytest.param(301, "app", marks=pytest.mark.trial),
        (302, "observer"),
    ],
)
def test_a_check_never_fails_and_changes_nothing(seed: int, keeper: Keeper) -> None:
    rng = Random(seed)
    log = veiled(game(seed, *KEPT.items(), ("trade_indulgences", True)), keeper)
    pool = [*log, *game(seed + 1), *game(seed + 2, *KEPT.items())]
    tried = 0
    for s, _ in states(log):
        before = SNAPSHOTS.pack(s)
        for type_, data in rng.sample(pool, 25):
            try:
                event = msgspec.convert(swapped(data, rng), type=EVENTS[type_])
            except msgspec.ValidationError:
                continue
            tried += 1
            check, apply = JUDGES[type(event)]
            if {one.rule for one in check(s, event)} <= WAIVABLE:
                # A ruling may let it stand: it is carried out.
                apply(SNAPSHOTS.unpack(before, s), event, 1)
        assert SNAPSHOTS.pack(s) == before
    assert tried > 1000
