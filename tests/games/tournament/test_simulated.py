"""Tournaments by chance: laws after every record, undo, choices, planted differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec import convert

from ragami.game.choices.choice import Written
from ragami.game.gathering import LinkedLog
from ragami.games.tournament.bot import play
from ragami.games.tournament.choices import choices as legal
from ragami.games.tournament.events import PairingOverridden
from ragami.games.tournament.game import GAME
from ragami.games.tournament.rules.judge import EVENTS, JUDGES
from ragami.games.tournament.state import SNAPSHOTS, State, Table
from ragami.games.tournament.verifying import link_findings, pairing_findings
from ragami.games.tournament.view import view
from tests.games.tournament.harness import Log
from tests.games.tournament.laws import all_tables, conserved
from tests.scale import SEED, often, seeds

MANY = seeds(10, 3000)
SOME = seeds(4, 1000)
FEW = seeds(3, 400)


@cache
def tournament(seed: int) -> list[tuple[str, dict[str, Any]]]:
    return list(play(2 + seed % 17, seed))


def moments(seed: int) -> Iterator[tuple[State, Any]]:
    """The state after each record, and the event that led to it."""
    state = State()
    for seq, (type_, data) in enumerate(tournament(seed), 1):
        event = convert(data, EVENTS[type_])
        check, apply = JUDGES[type(event)]
        assert check(state, event) == []
        apply(state, event, seq)
        yield state, event


def ended(seed: int) -> State:
    return [state for state, _ in moments(seed)][-1]


@pytest.mark.parametrize("batch", range(often(2, 4)))
def test_what_is_conserved_after_every_record(batch: int) -> None:
    for seed in MANY[batch::4]:
        kept: dict[int, Table] = {}
        for state, event in moments(seed):
            conserved(state)
            if isinstance(event, PairingOverridden):
                now = {table.number: table for table in state.rounds[-1].tables}
                assert all(now[number] == table for number, table in kept.items())
            last = state.present.tables if state.present else []
            kept = {table.number: unpacked(table) for table in last if table.is_kept}
        assert state.phase == "over"


def unpacked(table: Table) -> Table:
    return convert(table, Table, from_attributes=True)


def test_everything_happens() -> None:
    types = Counter(type_ for seed in MANY for type_, _ in tournament(seed))
    assert set(types) == set(EVENTS)
    reasons = {ended(seed).ended for seed in MANY}
    assert reasons == {"final", "rounds", "early"}


def test_the_same_seed_plays_the_same() -> None:
    assert list(play(9, 7)) == list(play(9, 7))
    assert list(play(9, 7)) != list(play(9, 8))
    chosen = {"table_size": 3, "rounds": 2}
    assert dict(play(9, 7, chosen))["game_opened"]["options"] == chosen


def test_an_undo_restores_and_a_redo_brings_back() -> None:
    for seed in FEW:
        rng = Random(seed)
        log, states = Log(), [b""]
        for type_, data in tournament(seed):
            assert log.write(type_, data) is None
            states.append(SNAPSHOTS.pack(log.state))
        to = rng.randint(1, log.seq - 1)
        log.write("undone", {"to": to, "reason": None})
        assert SNAPSHOTS.pack(log.state) == states[to]
        log.write("redone", {})
        assert SNAPSHOTS.pack(log.state) == states[-1]
        again = SNAPSHOTS.unpack(states[to], log.state)
        assert view(again, to) == view(SNAPSHOTS.unpack(SNAPSHOTS.pack(again), again), to)


def test_every_event_is_one_of_the_choices() -> None:
    for seed in SOME:
        before = State()
        for seq, (type_, data) in enumerate(tournament(seed), 1):
            offered = [one for one in legal(before) if one.type == type_]
            assert any(_is_of(one.data, one.open, data) for one in offered), (
                f"seed {seed}, record {seq}: no choice has the fields that bot.py writes, {type_}"
                f" {data}, but {[sorted({*one.data, *one.open}) for one in offered]}"
            )
            event = convert(data, EVENTS[type_])
            JUDGES[type(event)][1](before, event, seq)
        assert legal(before) == []


def _is_of(fixed: dict[str, Any], wanted: dict[str, Any], data: dict[str, Any]) -> bool:
    if {*fixed, *wanted} != set(data) or any(data[name] != fixed[name] for name in fixed):
        return False
    return all(isinstance(of, Written) or data[name] in of for name, of in wanted.items())


def test_every_choice_without_writing_is_legal() -> None:
    tried: Counter[str] = Counter()
    for seed in FEW:
        for state, _ in moments(seed):
            for choice in legal(state):
                data = dict(choice.data)
                for name, of in choice.open.items():
                    if isinstance(of, Written):
                        if of.kind == "text":
                            data[name] = "so it was"
                    else:
                        data[name] = Random(seed).choice(of)
                if set(data) == {*choice.data, *choice.open}:
                    event = convert(data, EVENTS[choice.type])
                    assert JUDGES[type(event)][0](state, event) == []
                    tried[choice.type] += 1
    assert set(tried) == {
        *("dropped", "returned", "penalty_given", "no_show_recorded", "round_closed"),
        *("final_cut", "tournament_closed"),
    }


def test_where_a_tournament_stands() -> None:
    for state, _ in moments(3):
        at = GAME.position(state)
        assert at.due == ()
        assert at.phase == state.phase
        assert set(at.scores) == set(GAME.seating(state).names) == set(state.entrants)


# --- differences between logs and results --------------------------------------------------


def fitting(table: Table) -> LinkedLog | None:
    """A log that says what the tournament says; None where its scores give no places."""
    assert table.link is not None
    named = table.link.named
    final = None
    if table.result:
        of = {one.entrant: one for one in table.result.results}
        by_score = sorted(table.result.results, key=lambda one: -(one.score or 0))
        if [one.place for one in by_score] != sorted(one.place for one in by_score):
            return None
        if any(one.score is None for one in of.values()):
            return None
        players = {seat: {"score": of[name].score} for seat, name in named.players.items()}
        winners = [seat for seat, name in named.players.items() if of[name].place == 1]
        final = {"players": players, "winners": winners}
    return LinkedLog("go", named.size, named.root, named.size, tuple(named.players), final, False)


def planted(rng: Random, log: LinkedLog, table: Table) -> tuple[LinkedLog | None, str]:
    """A log with one difference, and what is to be found."""
    assert table.link is not None
    kinds = ["missing-log", "head-differs", "shorter", "unsealed-log", "players-differ"]
    kinds += ["grown-log", *(["table-not-ended", "score", "place"] if log.final else [])]
    kind = rng.choice(kinds)
    other: dict[str, LinkedLog | None] = {
        "missing-log": None,
        "head-differs": log._replace(root="A" * 43 + "="),
        "shorter": log._replace(root=None, records=log.records - 1),
        "unsealed-log": log._replace(sealed=log.sealed - 1),
        "players-differ": log._replace(seats=log.seats[1:]),
        "grown-log": log._replace(grown=True),
        "table-not-ended": log._replace(final=None),
    }
    if kind in other:
        return other[kind], {"shorter": "head-differs"}.get(kind, kind)
    assert log.final is not None
    players = {seat: dict(one) for seat, one in log.final["players"].items()}
    winners = list(log.final["winners"])
    if kind == "score":
        players[rng.choice(list(players))]["score"] += rng.choice((-1, 1))
    else:
        winners = [seat for seat in players if seat not in winners] or winners[1:]
    return log._replace(final={"players": players, "winners": winners}), "result-differs"


def test_planted_differences_are_found() -> None:
    rng = Random(SEED)
    found: Counter[str] = Counter()
    seed = SEED
    while found.total() < often(150, 3000):
        state = ended(seed)
        seed += 1
        linked = [(table, fitting(table)) for _, table in all_tables(state) if table.link]
        logs = {table.link.named.origin: log for table, log in linked if table.link and log}
        clean = {table.link.named.origin: table for table, log in linked if table.link and log}
        quiet = [one for one in link_findings(state, logs) if one.facts.get("origin") in clean]
        open_ = {one.facts["origin"] for one in quiet if one.code == "table-not-ended"}
        assert [one.code for one in quiet] == ["table-not-ended"] * len(open_)
        for origin, table in clean.items():
            log, code = planted(rng, logs[origin], table)
            others = {name: one for name, one in logs.items() if name != origin}
            told = link_findings(state, others | ({origin: log} if log else {}))
            codes = {one.code for one in told if one.facts.get("origin") == origin}
            assert code in codes, (seed, origin)
            found[code] += 1
    assert len(found) == 7


def test_what_swiss_1_paired_is_like_it() -> None:
    """Undone, corrected: the pairings are looked at as the log reads now."""
    for seed in FEW:
        log = Log()
        for type_, data in tournament(seed):
            log.write(type_, data)
        told = pairing_findings(log.fold.standing())
        by_hand = {
            seq
            for seq, (type_, data) in enumerate(tournament(seed), 1)
            if type_ == "round_paired" and data["pairer"] is None
        }
        assert not [one for one in told if one.code == "unlike-pairer"]
        assert {one.seq for one in told if one.code == "dearer-pairing"} <= by_hand
