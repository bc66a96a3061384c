"""Guidance says what is due and tells no secret; statistics say which role won how."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import Any

import pytest

from ragami.game.capabilities import GUIDANCE, STATISTICS, Guide
from ragami.games.deal_with_the_devil.bot import play
from ragami.games.deal_with_the_devil.events import ROLES, ActionsEnded, SeedOpened
from ragami.games.deal_with_the_devil.game import GAME
from ragami.games.deal_with_the_devil.rules.due import DUE
from ragami.games.deal_with_the_devil.state import Built
from ragami.games.deal_with_the_devil.statistics import LINES
from ragami.games.deal_with_the_devil.words import TABLES
from ragami.judge.moments import legal_moments
from ragami.judge.replay import Replay
from ragami.language import LANGUAGES, Language
from tests.games.deal_with_the_devil.logs import log_of, replayed
from tests.games.deal_with_the_devil.veil import veiled

RURAL = ("vineyard", "x102", "x104")
WALLED = {"hands": "walled", "ledger": True}


@cache
def game(seed: int) -> tuple[tuple[str, Any], ...]:
    return tuple(play(4, seed, WALLED))


def guides(log: Any, language: Language) -> dict[str, list[Guide]]:
    """What is said before every record, by step."""
    said: dict[str, list[Guide]] = {}
    replay = Replay(GAME)
    for read in GAME.codec.read_log(log_of(log)):
        guide = GAME.need(GUIDANCE).guide(replay.state, language)
        said.setdefault(replay.state.at, []).append(guide)
        replay.take(read)
    assert replay.final
    end = GAME.need(GUIDANCE).guide(replay.state, language)
    assert end.due == GAME.words.result(replay.final, language)
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_guidance_says_what_is_due_at_every_moment(language: Language) -> None:
    said = guides(game(5), language)
    for guide in (one for some in said.values() for one in some):
        assert guide.step and guide.due
        assert not re.search(r"[{}_]", " ".join((guide.step, guide.due, *guide.hints)))
    assert set(said) >= {at for at in DUE if at[:11] not in ("over", "inquisition")}
    assert set(TABLES["guide"]) >= set(DUE)
    assert said["setup/open"][0].step == {"en": "setup", "es": "preparación"}[language]


def test_in_the_last_round_roles_are_shown_before_the_ritual() -> None:
    """What is typed next is who is who: it was not said that anybody shows it."""
    early, last = (
        {guide.due.partition(" Still")[0] for guide in some}
        for _round, some in groupby(
            guides(game(5), "en")["inquisition/prepare"], lambda guide: guide.step[:7]
        )
    )
    assert not any("show" in due for due in early)
    assert all(due.endswith("and all show their roles.") for due in last)


def test_who_still_owes_a_part_is_named() -> None:
    offers = [one.due for one in guides(game(5), "en")["deals/offer"]]
    assert any(re.search(r"Still to do: \w+, \w+ and \w+\.", one) for one in offers)
    alone = [one for one in guides(game(5), "en")["deals/answer_1"] if one.seat]
    assert alone


def test_what_follows_from_a_step_is_said_before_it_is_done() -> None:
    hints = [hint for one in guides(game(5), "en")["actions/act"] for hint in one.hints]
    assert any(re.match(r"\w+: build [\w' -]+: costs \d", one) for one in hints)
    assert any(re.match(r"\w+: a debt of \d+ moves the marker", one) for one in hints)
    faced = [hint for one in guides(game(5), "en")["inquisition/face"] for hint in one.hints]
    assert any(one.startswith("Ascetic: -2 points") for one in faced)


def test_no_wings_are_announced_where_none_come() -> None:
    """Interest that moves the marker over no border brings nothing else."""
    hints = [h for at in guides(game(5), "en").values() for one in at for h in one.hints]
    assert any(re.search(r"the debt is \d+ then$", hint) for hint in hints)
    assert not any("+0" in hint for hint in hints)


@pytest.mark.parametrize("seed", [5, 8])
def test_a_guide_is_the_same_whatever_its_state_knows(seed: int) -> None:
    """Nobody learns from the desk's guide, which is made of all that is known."""
    log = game(seed)
    assert guides(log, "en") == guides(veiled(list(log), "observer"), "en")


def test_what_cannot_be_taken_back_is_said_before() -> None:
    warning = GAME.need(GUIDANCE).warning
    replay, told = Replay(GAME), []
    for read in GAME.codec.read_log(log_of(game(5))):
        if isinstance(event := getattr(read, "data", None), ActionsEnded | SeedOpened):
            told.append(warning(replay.state, event, "en"))
        else:
            assert warning(replay.state, event, "es") is None
        replay.take(read)
    assert told[-1] == TABLES["guide"]["opens-seed"].en
    state = replayed(game(5)[:60]).state
    state.players["red"].built = state.players["red"].built[:0]
    assert warning(state, ActionsEnded("red"), "en") is None
    for id_ in RURAL:
        state.players["red"].built.append(Built(id_, 1))
    assert "could still claim" in (warning(state, ActionsEnded("red"), "en") or "")


# --- statistics ----------------------------------------------------------------------------


def rows(log: Any) -> dict[str, list[dict[str, Any]]]:
    statistics = GAME.need(STATISTICS)
    columns = {one.name: [column.name for column in one.columns[1:]] for one in statistics.tables}
    made: dict[str, list[dict[str, Any]]] = {name: [] for name in columns}
    for table, row in statistics.rows(legal_moments(replayed(log))):
        made[table].append(dict(zip(columns[table], row, strict=True)))
    return made


def test_the_tables_say_which_role_won_how() -> None:
    made, final = rows(game(5)), replayed(game(5)).final
    assert final
    roles = {one["role"]: one for one in made["devil_roles"]}
    assert roles.keys() == set(ROLES)
    for one in roles.values():
        assert one["total"] == sum(one[name] for name in LINES)
        assert one["won"] == (one["player"] in final["winners"])
    assert len(made["devil_chests"]) == 5 * 2 * 4
    assert all(one["owner"] != one["opener"] for one in made["devil_chests"])
    assert any(one["taken"] for one in made["devil_chests"])
    assert all((one["coins"] is None) or (one["souls"] is None) for one in made["devil_chests"])
    assert len(made["devil_faced"]) == 2 * 4
    assert {one["role"] for one in made["devil_faced"]} == set(ROLES)


def test_what_nobody_told_is_null_in_the_tables() -> None:
    log = veiled(list(game(5)), "observer")
    before = next(n for n, (type_, _) in enumerate(log) if type_ == "roles_shown")
    made = rows(log[:before])
    assert {one["role"] for some in made.values() for one in some if "role" in one} == {None}
    assert {(one["owner"], one["taken"]) for one in made["devil_chests"]} == {(None, None)}
    assert {one["won"] for one in made["devil_roles"]} == {None}


def test_a_step_to_be_tapped_is_said_with_its_building() -> None:
    said = GAME.words.word
    assert (said("act:fort", "en"), said("act:fort", "es")) == ("act with fort", "actuar con fort")
    assert said("hire", "es") == "contratar un cortesano"
