"""The laws of section 5.9, over whole games of bots in both ways of keeping a log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.bots.play import play
from ragami.games.deal_with_the_devil.bots.veil import Keeper, reveals, veiled
from ragami.games.deal_with_the_devil.chance import DISCLOSED
from ragami.games.deal_with_the_devil.ending import final
from ragami.games.deal_with_the_devil.judge import JUDGES, WAIVABLE
from ragami.games.deal_with_the_devil.legal import legal
from ragami.games.deal_with_the_devil.packing import pack, unpack
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.table import position, remarks, seating
from ragami.games.deal_with_the_devil.view import view
from ragami.games.deal_with_the_devil.visibility import SECRETS, VISIBILITY, owner, places
from ragami.log.record import Noted
from tests.games.deal_with_the_devil.logs import error_of, replayed

Log = list[tuple[str, Any]]
GAMES = range(100, 140)
KEPT = {"hands": "walled", "ledger": True}


@cache
def game(seed: int, *options: tuple[str, Any]) -> Log:
    return list(play(4, seed, dict(options) or None))


def events(log: Log) -> Iterator[Any]:
    return (msgspec.convert(data, type=ev.EVENTS[type_]) for type_, data in log)


def states(log: Log) -> Iterator[tuple[State, Any]]:
    """After each record the state, which is changed in place, and the event."""
    s = State()
    for seq, event in enumerate(events(log), 1):
        check, apply = JUDGES[type(event)]
        wrong = check(s, event)
        assert wrong == [], (seq, event)
        apply(s, event, seq)
        yield s, event


# --- conservation --------------------------------------------------------------------------


def in_chests(s: State) -> list[Any]:
    return [o for o in s.deal.offers.values() if o] if s.phase == "deals" else []


def check_players(s: State) -> None:
    """Laws 2 to 4."""
    top = s.table.file.track.angel
    for one in s.in_order():
        assert 0 <= one.debt <= 10
        assert 0 <= one.angel <= 2
        assert 0 <= one.demon <= 2
        assert 0 <= one.reputation <= top
        assert 0 <= one.interest <= 3
        assert one.indulgences is None or one.indulgences >= 0
        assert one.goods is None or min(one.goods.values()) >= 0
        on_spaces = [place for place in one.minor.values() if isinstance(place, int)]
        assert len(set(on_spaces)) == len(on_spaces)
        assert {i for i, level in enumerate(one.levels, 1) if level == 2} == set(on_spaces)


def check_cards(s: State) -> None:
    """Law 5: every building in one place at most; the sizes of hands."""
    where: list[str | None] = []
    for one in s.in_order():
        where += one.hand
        where += [built.building for built in one.built]
        where += one.plan.builds if one.plan else []
        if s.at in ("cards/last", "deals/offer", "deals/return"):
            assert len(one.hand) == (4 if s.round == 1 else 5)
            assert len(one.events) in (1, 2)
    where += [card for pair in s.passing.values() for card in pair]
    where += [card for card in s.gone if card in s.table.buildings]
    assert all(n == 1 for card, n in Counter(where).items() if card)


def check_souls(s: State) -> None:
    """Law 1, outside the deals, where the chests are empty."""
    souls = [one.souls for one in s.in_order()]
    if s.phase != "deals" and all(souls):
        assert [sum(one[kind] for one in souls if one) for kind in ("mortal", "cultist")] == [6, 2]


@pytest.mark.parametrize("seed", GAMES)
def test_after_each_event_nothing_is_lost(seed: int) -> None:
    before: Counter[str] | None = None
    turned: set[str] = set()
    for s, event in states(game(seed)):
        if s.round == 0:
            continue
        check_players(s)
        check_cards(s)
        check_souls(s)
        inquisition = s.inquisition
        assert inquisition.bribes <= 4 or len(inquisition.gone) == 3
        up = {slot for slot, one in inquisition.up.items() if one}
        assert turned <= up
        turned = up
        if all(one.goods for one in s.in_order()):
            now = Counter[str]()
            for one in s.in_order():
                now.update(one.goods or {})
                now["debt"] += one.debt
            if isinstance(event, ev.ChestsReturned):
                assert before is not None
                assert now == before
            elif s.phase == "cards":
                before = now
            elif before is not None and isinstance(event, ev.BankTraded | ev.LoanTaken):
                before = moved(before, event)
    assert s.at == "over"
    assert final(s)


def moved(goods: Counter[str], event: Any) -> Counter[str]:
    """What the bank adds and takes away."""
    price = {"marble": (5, 2), "glass": (5, 2)}
    now = goods.copy()
    if isinstance(event, ev.LoanTaken):
        now.update({"coins": event.coins, "debt": event.coins})
        return now
    for good, n in event.sells.items():
        now.update({good: -n, "coins": price.get(good, (3, 1))[1] * n})
    for good, n in event.buys.items():
        now.update({good: n, "coins": -price.get(good, (3, 1))[0] * n})
    return now


def test_everything_in_the_rules_happens() -> None:
    seen: Counter[str] = Counter()
    for seed in GAMES:
        for s, event in states(game(seed)):  # noqa: B007 (the last one is looked at below)
            seen[type(event).__name__] += 1
            if isinstance(event, ev.StepResolved):
                seen[f"{event.step.split(':')[0]} {event.done}"] += 1
                seen.update(" ".join(sorted(one.keys)) for one in event.choices)
            if isinstance(event, ev.AccusationAnswered):
                seen[f"{event.of} {event.true}"] += 1
            if isinstance(event, ev.ChargeAnswered):
                seen[event.answer] += 1
        built = [one for p in s.in_order() for one in p.built]
        seen["covered"] += sum(one.covered for one in built)
        seen["destroyed"] += sum(card in s.table.buildings for card in s.gone)
        seen["indulgence"] += sum(p.indulgences or 0 for p in s.in_order())
        seen["guest"] += sum(p.guests for p in s.in_order())
        seen["dropped"] += sum("dropped" in p.minor.values() for p in s.in_order())
        seen["alchemist"] += sum(p.courtiers["alchemist"] != "locked" for p in s.in_order())
        seen["bribed"] += len(s.inquisition.gone)
    wanted = {type_.__name__ for type_ in ev.EVENTS.values()}
    wanted |= {f"{kind} {done}" for kind in STEPS for done in (True, False)}
    wanted |= {" ".join(sorted(keys)) for keys in ev.SHAPES}
    wanted |= {"devil True", "devil False", "cultist True", "cultist False"}
    wanted |= {"innocent", "guilty", "covered", "destroyed", "indulgence", "guest"}
    wanted |= {"dropped", "alchemist", "bribed"}
    # No left side of the set that ships has a price; and only a Dam with no minor left open asks
    # for a space, which is a scenario (TD38).
    assert wanted - {what for what, n in seen.items() if n} <= {"left False", "space"}


STEPS = ("left", "use", "build", "act", "hire", "right", "wheat")


# --- going back ----------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.sampled_from(GAMES), share=st.floats(0, 1))
def test_a_packed_state_plays_on_as_the_state_itself(seed: int, share: float) -> None:
    log = game(seed)
    n = int(share * (len(log) - 1)) + 1
    s = State()
    for seq, event in enumerate(events(log[:n]), 1):
        JUDGES[type(event)][1](s, event, seq)
    back = unpack(pack(s), s)
    assert back == s
    for seq, event in enumerate(events(log[n:]), n + 1):
        assert JUDGES[type(event)][0](back, event) == []
        for one in (s, back):
            JUDGES[type(event)][1](one, event, seq)
    assert back == s


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.sampled_from(GAMES), share=st.floats(0, 1))
def test_undo_and_the_same_records_again_give_the_same_state(seed: int, share: float) -> None:
    """Law 9."""
    log = game(seed)
    n = int(share * (len(log) - 1)) + 1
    undone = ("undone", {"to": n, "reason": None})
    again = replayed([*log, undone, *log[n:]])
    assert error_of(again) is None
    once = replayed(log).state
    assert view(again.state, 0) == view(once, 0)
    assert final(again.state) == final(once)


# --- both ways of keeping a log ------------------------------------------------------------


def no_other(full: Any, known: Any, where: str = "") -> None:
    """Law 8: every value that is shown is the full log's, or null."""
    if known is None:
        return
    if isinstance(full, dict):
        assert set(full) == set(known), where
        for key, value in full.items():
            no_other(value, known[key], f"{where}.{key}")
    elif where.rsplit(".", 1)[-1] in ("hand", "events"):
        assert len(full) == len(known), where
        assert not Counter(x for x in known if x) - Counter(full), where
    elif isinstance(full, list):
        assert len(full) == len(known), where
        for i, value in enumerate(full):
            no_other(value, known[i], f"{where}[{i}]")
    else:
        assert full == known, where


@pytest.mark.parametrize("keeper", ["app", "observer"])
@pytest.mark.parametrize("seed", range(200, 208))
def test_unknown_never_lies(seed: int, keeper: Keeper) -> None:
    log = game(seed, *KEPT.items(), ("trade_indulgences", seed % 2 == 0))
    hidden = veiled(log, keeper)
    for (full, _), (known, _) in zip(states(log), states(hidden), strict=True):
        no_other(view(full, 0), view(known, 0))
    assert any(one.code == "not-judged" for one in remarks(known))


@pytest.mark.parametrize("keeper", ["app", "observer"])
@pytest.mark.parametrize("seed", range(200, 204))
def test_a_log_that_was_completed_is_the_full_one(seed: int, keeper: Keeper) -> None:
    log = game(seed, *KEPT.items(), ("distribution", ("seed", "recorded")[seed % 2]))
    hidden = veiled(log, keeper)
    level = replayed([*hidden, *reveals(log, keeper)])
    assert error_of(level) is None
    assert [event for _seq, event in level.standing()] == list(events(log))
    assert level.final == final(list(states(log))[-1][0])
    assert not [one for one in level.findings() if one.code == "not-judged"]


def test_the_seed_alone_fills_roles_and_chests() -> None:
    """Law 7, as an observer: `roles_shown` and `seed_opened` tell them all."""
    log = game(210, *KEPT.items(), ("distribution", "seed"))
    level = replayed(veiled(log, "observer"))
    assert error_of(level) is None
    known = dict(level.standing())
    for seq, event in enumerate(events(log), 1):
        if isinstance(event, ev.OffersSent | ev.CharactersDealt):
            assert known[seq] == event


def test_open_hands_are_judged_as_walled_ones_with_a_ledger() -> None:
    for seed in range(220, 224):
        opened = game(seed, ("hands", "open_hands"))
        walled = game(seed, *KEPT.items())
        ends = [list(states(log))[-1][0] for log in (opened, walled)]
        assert final(ends[0]) == final(ends[1])


# --- what may be done, and who is due ------------------------------------------------------


@pytest.mark.parametrize("keeper", ["full", "observer"])
@pytest.mark.parametrize("seed", range(230, 236))
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
    assert now.scores == {one.colour: one.points for one in s.in_order()}
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
    found = {f"{kind.__name__} {secret.field}" for kind, all_ in SECRETS.items() for secret in all_}
    assert found == declared


@pytest.mark.parametrize("seed", range(250, 254))
def test_nobody_is_told_what_he_may_not_know(seed: int) -> None:
    log = game(seed, *KEPT.items())
    hidden = veiled(log, "observer")
    for event, unknown in zip(events(log), events(hidden), strict=True):
        assert VISIBILITY.redact(event, "public") == unknown
        assert VISIBILITY.redact(event, None) is event
        for viewer in ev.COLOURS:
            seen = VISIBILITY.redact(event, viewer)
            for place, whole in zip(places(seen), places(event), strict=True):
                assert place.value == (whole.value if owner(event, place) == viewer else None)


def test_what_somebody_told_is_as_secret_as_it_was() -> None:
    told = ev.Revealed("red", 4, "offer", {"goods": {}})
    assert VISIBILITY.redact(told, "blue") == Noted("")
    assert VISIBILITY.redact(told, "red") == told


@pytest.mark.parametrize("viewer", [*ev.COLOURS, "public"])
def test_a_view_shows_of_others_only_what_is_public(viewer: str) -> None:
    for s, _ in states(game(260, *KEPT.items())):
        seen = view(s, 0, viewer)
        for colour, one in seen["players"].items():
            if colour == viewer:
                assert one == view(s, 0)["players"][colour]
                continue
            assert one["goods"] is one["souls"] is None
            assert not any(one["hand"] + one["events"])
            assert s.shown or one["role"] is None
        if seen["deal"]:
            tables = [seen["deal"]["offers"], *seen["deal"]["chests"], *seen["deal"]["answers"]]
            assert not any(x for table in tables for c, x in table.items() if c != viewer)


@pytest.mark.parametrize("viewer", [*ev.COLOURS, "public"])
def test_what_is_shown_of_others_follows_from_what_a_viewer_may_see(viewer: str) -> None:
    """The full log and one with only what the viewer may see are the same for that viewer."""
    for seed in (270, 271):
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
    assert chance < set(DISCLOSED) < set(JUDGES)


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


@pytest.mark.parametrize("keeper", ["full", "app", "observer"])
@pytest.mark.parametrize("seed", range(300, 303))
def test_a_check_never_fails_and_changes_nothing(seed: int, keeper: Keeper) -> None:
    rng = Random(seed)
    log = veiled(game(seed, *KEPT.items(), ("trade_indulgences", True)), keeper)
    pool = [*log, *game(seed + 1), *game(seed + 2, *KEPT.items())]
    tried = 0
    for s, _ in states(log):
        before = pack(s)
        for type_, data in rng.sample(pool, 25):
            try:
                event = msgspec.convert(swapped(data, rng), type=ev.EVENTS[type_])
            except msgspec.ValidationError:
                continue
            tried += 1
            check, apply = JUDGES[type(event)]
            if {one.rule for one in check(s, event)} <= WAIVABLE:
                apply(unpack(before, s), event, 1)  # a ruling may let it stand: it is carried out
        assert pack(s) == before
    assert tried > 1000
