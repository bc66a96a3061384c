"""Refusals that no scenario comes to: what they found is remembered like all others'."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ragami.games.deal_with_the_devil.events import COLOURS, ROLES
from ragami.games.deal_with_the_devil.rules import tracks
from ragami.games.deal_with_the_devil.rules.judge import EVENTS
from ragami.games.deal_with_the_devil.state import Player
from ragami.judge.report import replay_log
from tests.cli.conftest import Ragami
from tests.games.deal_with_the_devil.logs import error_of, log_of, replayed
from tests.games.deal_with_the_devil.simulated import game
from tests.games.deal_with_the_devil.table import (
    E1,
    NOBODY,
    SEATS,
    Table,
    builds,
    opening,
    souls,
)
from tests.games.deal_with_the_devil.test_rules import at
from tests.games.deal_with_the_devil.veil import veiled
from tests.server.kit import fill, simulated

EMPTY = {"goods": {}, "souls": {"mortal": 0, "cultist": 0}}
NONE = "nothing"
# Step, type and data of an event that names what the set does not have.
UNKNOWN: dict[str, tuple[str, str, Any]] = {
    "kept": ("cards/draw", "cards_drawn", Table().draws("red", "? ? ? ?", None, NONE)),
    "drawn": ("cards/draw", "cards_drawn", Table().draws("red", f"? ? ? {NONE}", None)),
    "event drawn": ("cards/draw", "cards_drawn", Table().draws("red", "? ? ? ?", NONE)),
    "passed": ("cards/pass", "buildings_passed", {"player": "red", "cards": ["fort", NONE]}),
    "event": (
        "actions/plan",
        "plan_shown",
        Table().plan("red", event=[{"card": NONE, "side": "left"}]),
    ),
    "discarded": ("actions/plan", "plan_shown", Table().plan("red", discarded=[NONE])),
    "used": ("actions/plan", "plan_shown", Table().plan("red", uses=[NONE])),
    "built": ("actions/plan", "plan_shown", Table().plan("red", builds=builds(NONE))),
    "building": (
        "actions/act",
        "step_resolved",
        Table().step("red", "left", {"building": NONE, "done": True}),
    ),
    "achievement": (
        "actions/act",
        "step_resolved",
        Table().step("red", "left", {"achievement": NONE}),
    ),
    "claimed": (
        "actions/act",
        "achievement_claimed",
        {"player": "red", "achievement": NONE, "space": 1, "courtiers": []},
    ),
    "turned": ("inquisition/turn", "inquisitor_turned", {"slot": 1, "inquisitor": NONE}),
    "convinced": ("inquisition/face", "inquisition_faced", Table().faces("red", convinced=[NONE])),
    "faced": (
        "inquisition/face",
        "inquisition_faced",
        Table().faces("red", choices={NONE: {"building": "fort"}}),
    ),
    "destroyed": (
        "inquisition/face",
        "inquisition_faced",
        Table().faces("red", choices={"vandal": {"building": NONE}}),
    ),
    "request": ("cards/draw", "request_shown", {"player": "red", "card": NONE}),
}


@pytest.mark.parametrize("named", UNKNOWN)
def test_R_D_LOG_01_what_the_set_does_not_have(named: str) -> None:
    step, type_, data = UNKNOWN[named]
    found = at(step, 3).breaches(type_, **data)
    assert [(one.rule, one.facts["found"]) for one in found] == [("R-D-LOG-01", NONE)]


@pytest.mark.parametrize("type_", ["distribution_sealed", "seed_opened"])
def test_R_D_LOG_01_sixty_four_digits_and_no_line_feed(type_: str) -> None:
    (field,) = EVENTS[type_].__struct_fields__
    event = msgspec.convert({field: "0" * 64}, type=EVENTS[type_])
    assert msgspec.to_builtins(event) == {field: "0" * 64}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({field: "0" * 64 + "\n"}, type=EVENTS[type_])


def test_R_D_LOG_01_half_a_character_leaves_record_1_its_game() -> None:
    opened = opening()
    opened["players"][0]["name"] = "HALF"
    log = log_of([("game_opened", opened)]).replace(b"HALF", b"\\ud800")
    found = error_of(replay_log(log))
    assert found
    assert (found.rule, found.seq) == ("R-D-LOG-01", 1)


@pytest.mark.parametrize("way", ["event", "discarded"])
def test_R_D_ACT_02_an_event_that_was_played_or_discarded_before(way: str) -> None:
    """Also where somebody drew it again, for nobody had told that it was drawn before."""
    t = Table(NOBODY, open_=False).at("actions/plan", 2)
    t["red"].events, t["blue"].events = [None, None], ["forest", None]
    played = [{"card": "forest", "side": "left"}] if way == "event" else []
    t.force("plan_shown", **t.plan("red", event=played, discarded=[None if played else "forest"]))
    plan = t.plan("blue", event=played, discarded=[None if played else "forest"])
    assert t.rule("plan_shown", **plan) == "R-D-ACT-02"


@pytest.mark.parametrize("choice", [{"option": 3}, {"paid": 1}, {"courtier": "rural"}])
def test_R_D_ACT_08_an_option_of_those_that_there_are(choice: Any) -> None:
    t = at("actions/act").stands("red", "x112").planned("red", "use:x112")
    assert t.rule("step_resolved", **t.step("red", "use:x112", choice)) == "R-D-ACT-08"
    assert t.rule("step_resolved", **t.step("red", "use:x112")) == "R-D-ACT-08"
    before = t["red"].goods["stone"]  # type: ignore[index]
    t.steps("red", "use:x112", {"option": 1})
    assert t["red"].goods["stone"] == before + 1  # type: ignore[index]


def test_R_D_INQ_02_any_number_of_wings_at_once() -> None:
    """Where nobody reckons coins nothing bounds the number but what JSON can write."""
    t = Table(NOBODY, open_=False).at("inquisition/prepare", 3)
    t.do("wings_bought", player="red", count=2**53)
    assert (t["red"].indulgences, t["red"].angel) == divmod(2**53, 3)


@pytest.mark.parametrize("before", range(11))
def test_R_D_INT_04_rises_are_as_if_taken_one_by_one(before: int) -> None:
    for by in range(12):
        one, other = Player("red", debt=before), Player("red", debt=before)
        for _ in range(by):
            tracks.debt(one, 1)
        tracks.debt(other, by)
        assert one == other


# --- the walls -------------------------------------------------------------------------------


def wall(t: Table, souls_: Any, **goods: int) -> list[Any]:
    return t.breaches("wall_opened", player="red", goods=goods, souls=souls_)


def walled(**options: Any) -> Table:
    return Table(NOBODY, open_=False, **options).at("walls/open", 5)


def test_R_D_END_01_a_wall_says_what_is_known_of_each_account() -> None:
    t = walled()
    t["red"].souls = souls(1, 1)
    assert [one.rule for one in wall(t, souls(1, 0))] == ["R-D-END-01"]
    assert wall(t, souls(1, 1), coins=9) == []
    t.has("red", wood=1)
    assert [one.rule for one in wall(t, souls(0, 1))] == ["R-D-END-01", "R-D-END-01"]
    assert wall(t, souls(1, 1), wood=1) == []


def test_R_D_END_01_indulgences_stand_on_a_wall_where_they_are_traded() -> None:
    t = walled(trade_indulgences=True)
    t["red"].indulgences = 2
    for told in ({}, {"indulgences": 1}):
        assert [one.rule for one in wall(t, souls(0, 0), **told)] == ["R-D-END-01"]
    assert wall(t, souls(0, 0), indulgences=2) == []
    t.s.players["red"].indulgences = None
    t.do("wall_opened", player="red", goods={"wood": 1}, souls=souls(0, 0))
    assert t["red"].indulgences == 0
    assert t["red"].goods
    assert t["red"].goods["wood"] == 1
    untraded = walled()
    untraded["red"].indulgences = 2
    untraded.do("wall_opened", player="red", **EMPTY)
    assert untraded["red"].indulgences == 2


@pytest.mark.parametrize("last", [souls(0, 1), souls(1, 0), souls(1, 2), souls(2, 1)])
def test_R_D_COMP_05_all_walls_together(last: Any) -> None:
    t = walled()
    for colour, one in zip(SEATS, (souls(3, 0), souls(2, 0), souls(0, 1)), strict=False):
        t.do("wall_opened", player=colour, goods={}, souls=one)
    data: Any = {"player": "yellow", "goods": {}}
    assert t.rule("wall_opened", **data, souls=last) == "R-D-COMP-05"
    t.do("wall_opened", **data, souls=souls(1, 1))
    assert t.s.at == "over"


# --- facing the inquisitors ------------------------------------------------------------------


@pytest.mark.parametrize("id_", ["commoner", "ascetic", "guest"])
def test_R_D_FACE_04_a_penalty_without_a_choice(id_: str) -> None:
    t = at("inquisition/face", 3)
    t.s.inquisition.gone, t.s.inquisition.up["1"] = ["A"], id_
    faces = t.faces("red", choices={id_: {"building": "fort"}})
    assert t.rule("inquisition_faced", **faces) == "R-D-FACE-04"


# --- what was told later ---------------------------------------------------------------------


@pytest.mark.parametrize("place", ["roles", "chests"])
def test_R_D_KNOW_08_what_the_roles_and_the_seed_told_is_known(place: str) -> None:
    """Who tells it once more tells the same, or is wrong (R-D-KNOW-05)."""
    full = game(7, hands="walled", distribution="seed", wishes=False)
    hidden = veiled(full, "observer")
    seq, data = next((n, data) for n, (_, data) in enumerate(full, 1) if place in data)
    truth = data[place]["red"]
    for value in ROLES:
        said = {"player": "red", "seq": seq, "place": f"{place}.red", "value": value}
        wrong = error_of(replayed([*hidden, ("revealed", said)]))
        if value == truth:
            assert wrong is None
        else:
            assert wrong
            assert (wrong.seq, wrong.rule) == (len(full) + 1, "R-D-KNOW-05")
            facts = {"problem": "known-otherwise", "seq": seq, "place": f"{place}.red"}
            assert wrong.facts == {**facts, "found": value}


def test_what_a_reveal_brought_to_light_may_stand_by_a_ruling(
    ragami: Ragami, tmp_path: Path
) -> None:
    """What is written once more behind the ruling is told once more, too."""
    t = Table()
    offers = {"blue": {"goods": {}, "asks": {"coins": 8}}, "red": {"goods": {}, "asks": {}}}
    log: list[Any] = [("game_opened", opening(distribution="recorded"))]
    log.append(("characters_dealt", {"roles": E1}))
    log += [("cards_drawn", t.draws(colour, "? ? ? ?", None)) for colour in SEATS]
    log += [("offer_made", {"player": colour, "offer": None}) for colour in offers]
    log += [
        ("revealed", {"player": colour, "seq": seq, "place": "offer", "value": offer})
        for seq, (colour, offer) in enumerate(offers.items(), 7)
    ]
    (tmp_path / "friday.jsonl").write_bytes(log_of(log))
    assert ragami("import", "--as-is", str(tmp_path / "friday.jsonl")).code == 1
    assert ragami("rule", "friday", "R-D-DEAL-03", "--for", "7", "--yes").code == 5
    assert ragami("rule", "friday", "R-D-DEAL-02", "--for", "7", "--yes").code == 0
    found = json.loads(ragami("verify", "--json", "friday").out)
    assert found["ok"]
    stands = [one["rule"] for one in found["findings"] if one["code"] == "ruled-breach"]
    assert stands == ["R-D-DEAL-02"]
    state = json.loads(ragami("show", "--json", "friday").out)
    assert state["deal"]["offers"] == {"red": offers["red"], "blue": offers["blue"]}


def test_what_a_reveal_brings_to_light_is_refused_with_a_way_on(
    ragami: Ragami, tmp_path: Path
) -> None:
    """Roles that nobody knew show that an offer was none: the truth can still be told."""
    options = {"distribution": "recorded", "hands": "walled"}
    played = simulated("deal-with-the-devil", 7, 4, hidden=True, **options)
    end = next(at for at, one in enumerate(played) if one["type"] == "roles_shown")
    roles = played[end]["data"]["roles"]
    devil = next(seat for seat, role in roles.items() if role == "devil")
    made = next(
        at
        for at, one in enumerate(played)
        if one["type"] == "offer_made" and one["data"]["player"] == devil
    )
    played[made]["data"]["offer"] = {"goods": {"stone": 1}, "asks": {"coins": 4}}
    fill(tmp_path / "games.db", played[:end], "friday")
    shown = json.dumps(played[end])
    refused = ragami("record", "friday", shown)
    assert refused.code == 5
    way = f"Record {made + 1} was written before: put it right first ('correct {made + 1} = …')"
    assert way in refused.err.replace("\n", " ")
    letter = devil[0].upper()
    assert ragami("correct", "friday", str(made + 1), f"{letter} offer ?").code == 0
    assert ragami("record", "friday", shown).code == 0


def test_a_private_game_leaves_something_unknown(ragami: Ragami) -> None:
    """The device that deals keeps the roles sealed: with open hands the game would break off."""
    seats = [part for seat in COLOURS for part in ("-p", f"{seat}:{seat.title()}")]
    opening = ("new", "friday", "--game", "deal-with-the-devil", "--private", *seats)
    refused = ragami(*opening, "--option", "hands=open_hands")
    assert (refused.code, "nothing may stay unknown" in refused.err) == (5, True)
    assert ragami(*opening).code == 0
