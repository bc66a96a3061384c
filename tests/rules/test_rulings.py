"""What a ruling lets stand, how long it waits, and what no ruling can waive."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from typing import Any

import pytest

from ragami.games.ragami.words import RULEBOOK
from tests.rules.kit import CARD_11, Table, card_9, rolled
from tests.rules.logs import SETUP, Event, Log, Records, game, moved, setup

# Yellow stands on Q1: 30 is 6 movements away, 12 is near.
FAR = moved(30)
NEAR = moved(12)


def ruled(log: Log, *names: str) -> Log:
    for rule in names:
        log.rule(rule)
    return log


# --- what a ruling does --------------------------------------------------------------------


def test_a_ruled_breach_stands_and_is_reported() -> None:
    log = ruled(game(), "R-MOVE-01")
    here = log.extend(FAR)
    assert log.view()["players"]["yellow"]["ragami"] == 30
    assert log.codes() == [("ruled-breach", here)]
    finding = next(one for one in log.replay().findings() if one.code == "ruled-breach")
    assert (finding.rule, finding.severity, finding.facts["to"]) == ("R-MOVE-01", "notice", 30)


def test_a_ruling_for_an_event_that_breaks_nothing_says_nothing() -> None:
    log = ruled(game(), "R-MOVE-01")
    log.extend(NEAR)
    assert log.codes() == []


def test_it_is_for_the_next_game_event_only() -> None:
    log = ruled(game(), "R-MOVE-01")
    log.extend(NEAR)
    log.add("turn_ended", player="yellow")
    for colour in ("green", "blue", "purple"):
        log.add("passed", player=colour)
    here = log.add("ragami_moved", player="yellow", ragami="yellow", via="saint", to=30)
    log.accepted()  # 30 is near by now
    log.add("turn_ended", player="yellow")
    back = log.add("ragami_moved", player="yellow", ragami="yellow", via="saint", to=1)
    log.refused(back, rule="R-MOVE-01")
    assert here < back


def test_it_waits_while_other_records_come() -> None:
    log = ruled(game(), "R-MOVE-01")
    log.add("noted", text="he really wanted to")
    log.add("asserted", vp={"yellow": 0})
    log.add("weather_seen", sky="grey")
    log.undo(len(log.lines))
    log.extend(FAR)
    log.accepted()


def test_it_belongs_to_that_event_also_when_that_is_struck_out() -> None:
    log = ruled(game(), "R-MOVE-01")
    first = log.extend(FAR)
    log.undo(first - 1)
    second = log.extend(FAR)
    log.refused(second, rule="R-MOVE-01")
    log.undo(second - 1)
    assert log.codes() == []


def test_it_still_counts_when_that_event_is_redone_or_judged_again() -> None:
    log = ruled(game(), "R-MOVE-01")
    first = log.extend(FAR)
    log.undo(SETUP)
    log.redo()
    log.correct(1, "game_opened", setup()[0][1] | {"title": "Again"})
    assert log.codes() == [("ruled-breach", first)]


def test_a_ruling_after_an_illegal_event_is_for_the_one_that_comes_then() -> None:
    log = game()
    log.add("passed", player="green")
    ruled(log, "R-MOVE-01")
    log.undo(SETUP)
    log.extend(FAR)
    log.accepted()


def test_it_waives_no_other_rule() -> None:
    log = ruled(game(), "R-MOVE-04")
    log.refused(log.extend(FAR), rule="R-MOVE-01")


def two_broken() -> Log:
    """Yellow wants from Q1 to 30, where his Saint stands by a correction of the setup."""
    log = game()
    saint = [type_ for type_, _ in setup()].index("saint_set") + 1
    log.correct(saint, "saint_set", {"player": "yellow", "square": 30})
    return log


def test_several_rulings_add_up() -> None:
    log = ruled(two_broken(), "R-MOVE-01", "R-MOVE-04")
    here = log.extend(FAR)
    assert log.codes() == [("ruled-breach", here)] * 2


@pytest.mark.parametrize(
    ("waived", "left"), [("R-MOVE-01", "R-MOVE-04"), ("R-MOVE-04", "R-MOVE-01")]
)
def test_the_rule_that_is_left_refuses_and_nothing_has_been_let_stand(
    waived: str, left: str
) -> None:
    log = ruled(two_broken(), waived)
    here = log.extend(FAR)
    log.refused(here, rule=left)
    assert log.codes() == [("illegal-event", here)]


def test_what_stands_is_not_reported_again() -> None:
    log = game()
    for colour in ("yellow", "green"):
        log.add("ragami_moved", player=colour, ragami=colour, to=15)
        log.add("turn_ended", player=colour)
    ruled(log, "R-MOVE-06")
    third = log.add("ragami_moved", player="blue", ragami="blue", to=15)
    log.add("turn_ended", player="blue")
    for colour in ("purple", "yellow", "green", "blue"):
        log.add("passed", player=colour)
    assert log.codes() == [("ruled-breach", third)]
    assert log.view()["phase"] == "preparation"


# --- check says everything, so that one ruling does not let two breaches pass ---------------


def test_all_that_is_wrong_with_a_movement() -> None:
    table = Table().ragamis(yellow=1, green=30, blue=30).forbidden(30).saints(yellow=30)
    table.ragamis(green="Q1", blue="Q1")
    broken = table.breaches("ragami_moved", to=30)
    assert broken[0] == "R-MOVE-01"
    assert sorted(broken[1:]) == ["R-MOVE-04", "R-MOVE-05"]
    table = Table().ragamis(yellow="Q5").forbidden(19).do("ragami_moved", to=12)
    assert table.breaches("ragami_moved", to=19) == ["R-TURN-07", "R-MOVE-05"]


def test_a_ragami_that_is_not_in_play_is_moved_by_no_ruling() -> None:
    log = ruled(game(), "R-MOVE-11")
    neutral: dict[str, Any] = {"player": "yellow", "ragami": "neutral", "to": 12}
    assert log.refused(log.add("ragami_moved", **neutral), rule="R-LOG-01").code == "illegal-event"


def test_all_that_is_wrong_with_a_saint() -> None:
    table = Table().ragamis(yellow=20).saints(yellow=19)
    demon = {"from": None, "to": 1}
    broken = table.breaches("saint_and_demon_moved", saint="yellow", to=20, demon=demon)
    assert broken == ["R-SAINT-03", "R-SAINT-04"]
    table = Table().ragamis(yellow=20).saints(yellow=19).hand("yellow", 1)
    broken = table.breaches("saints_moved", saints=[{"saint": "yellow", "to": 20}])
    assert broken == ["R-C01-2", "R-SAINT-04"]


def test_all_that_is_wrong_with_two_demons() -> None:
    table = Table().ragamis(yellow=19).demons({19: 1, 3: 1}).hand("yellow", 2)
    moves = [{"from": 19, "to": 1}, {"from": 3, "to": 3}]
    assert table.breaches("demons_moved", demons=moves) == ["R-C02-2", "R-C02-1", "R-DEMON-03"]


def test_all_that_is_wrong_with_the_action_dice() -> None:
    table = Table().demons({1: 6}).step_5()
    broken = table.breaches("action_dice_set", player="green", **rolled([1, 6, 4], [1, 6, 3], 7))
    assert set(broken) == {"R-PREP-16", "R-PREP-17", "R-INV-02", "R-PREP-18", "R-PREP-19"}


def test_all_that_is_wrong_with_a_draw() -> None:
    table = Table().hand("yellow", 4, 5, 9)
    data: dict[str, Any] = {"via": card_9("saint", None), "rejected": [], "kept": []}
    assert set(table.breaches("cards_drawn", **data)) == {
        "R-DIE-07",
        "R-DRAW-02",
        "R-C09-4",
        "R-C09-3",
    }


# --- every rule that may be waived ---------------------------------------------------------


def hidden(seats: str = "YGBP", **changes: Any) -> Records:
    """A setup in which nobody's hand is known."""
    return [
        (type_, data | {"kept": None} if type_ == "starting_card_kept" else data)
        for type_, data in setup(seats, **changes)
    ]


def by_yellow(type_: str, **data: Any) -> list[Event]:
    return [(type_, {"player": "yellow", **data})]


def after(*events: list[Event]) -> list[Event]:
    return [event for each in events for event in each]


def to(place: int | str, **data: Any) -> list[Event]:
    return by_yellow("ragami_moved", **{"ragami": "yellow", "to": place, "via": "draw", **data})


def on_20() -> list[Event]:
    """Yellow comes to the 3 on 20 in two turns; blue and the others pass."""
    others = [("passed", {"player": colour}) for colour in ("green", "blue", "purple")]
    turn = to("Q5"), by_yellow("turn_ended"), others, to(20), by_yellow("turn_ended")
    return after(*turn)


def tried(**data: Any) -> list[Event]:
    return by_yellow("conflict_tried", **data)


def saint(square: int, demon: dict[str, Any] | None = None, **data: Any) -> list[Event]:
    demon = demon or {"from": None, "to": 1}
    return by_yellow(
        "saint_and_demon_moved", **{"saint": "yellow", "to": square, "demon": demon, **data}
    )


# In a turn of yellow: the rule that is waived, and the events, the last of which breaks it.
WAIVED: list[tuple[str, list[Event]]] = [
    ("R-TURN-07", after(to(12), to("Q2", via="saint"))),
    (
        "R-TURN-11",
        after(
            to(12),
            by_yellow("turn_ended"),
            [("cubes_gathered", {"player": "green"}), ("turn_ended", {"player": "green"})],
            [("cubes_converted", {"player": "green", "vp": 1})],
        ),
    ),
    ("R-DIE-07", saint(4, via="draw")),
    ("R-MOVE-01", to(30)),
    ("R-MOVE-04", to(3)),
    ("R-MOVE-11", to("Q3", ragami="green")),
    (
        "R-SAINT-03",
        after(
            to(8),
            by_yellow("turn_ended"),
            [("passed", {"player": "green"})],
            [("passed", {"player": "blue"})],
            [("passed", {"player": "purple"})],
            saint(8, saint="green", demon={"from": None, "to": 1}),
        ),
    ),
    ("R-SAINT-06", saint(30)),
    ("R-SAINT-07", saint(3)),
    ("R-DEMON-02", saint(4, demon={"from": 19, "to": 1})),
    ("R-DEMON-03", saint(4, demon={"from": 19, "to": 19})),
    ("R-DRAW-02", by_yellow("cards_drawn", rejected=[7], kept=[4, 5])),
    ("R-DRAW-06", by_yellow("cards_drawn", discarded=4)),
    ("R-CONF-14", after(on_20(), tried(power_rolls=[6]))),
    ("R-C06-1", after(on_20(), tried(power_rolls=[2, 2]))),
    ("R-C01-1", by_yellow("saints_moved", saints=[{"saint": "yellow", "to": 30}])),
    ("R-C02-1", by_yellow("demons_moved", demons=[{"from": 19, "to": 18}, {"from": 18, "to": 12}])),
    ("R-C10-4", by_yellow("last_player_raised")),
    ("R-C11-1", by_yellow("cards_drawn", via=CARD_11, rejected=[14, 15], kept=[4])),
]


@pytest.mark.parametrize(("rule", "events"), WAIVED, ids=[rule for rule, _ in WAIVED])
def test_a_rule_that_may_be_waived(rule: str, events: list[Event]) -> None:
    stands_by_ruling(Log([*hidden(), *events[:-1]]), rule, events[-1])


def stands_by_ruling(log: Log, rule: str, event: Event) -> None:
    """The event is refused with this verdict; with the ruling it stands."""
    log.accepted()
    log.refused(log.extend(event), rule=rule)
    log.lines.pop()
    log.rule(rule)
    here = log.extend(event)
    assert log.codes() == [("ruled-breach", here)]


# With two players: the rule, what record 1 says, and the events as above.
OF_TWO: list[tuple[str, dict[str, Any], list[Event]]] = [
    ("R-SET2-05", {}, by_yellow("card_traded", card=15)),
    ("R-OPT-01", {"options": {"power_die": False}}, by_yellow("card_traded", card=6)),
    ("R-MOVE-11", {}, to("Q2", ragami="neutral")),
    (
        "R-C03-1",
        {},
        after(
            by_yellow("cards_drawn", kept=[3]),
            by_yellow("turn_ended"),
            [("passed", {"player": "green"})],
            by_yellow("cubes_gathered"),
            by_yellow("ragamis_swapped", with_="blue"),
        ),
    ),
]


@pytest.mark.parametrize(("rule", "changes", "events"), OF_TWO, ids=[each[0] for each in OF_TWO])
def test_a_rule_of_two_players_that_may_be_waived(
    rule: str, changes: dict[str, Any], events: list[Event]
) -> None:
    stands_by_ruling(Log([*hidden("YG", **changes), *events[:-1]]), rule, events[-1])


# --- what no ruling waives -----------------------------------------------------------------

NOT_DUE = """
R-SETUP-04 R-SETUP-06 R-SETUP-09 R-SETUP-10 R-SETUP-11 R-SETUP-13 R-SETUP-15 R-SETUP-17
R-SET3-01 R-SET2-01 R-SET2-04 R-TURN-09 R-PREP-07 R-PREP-10 R-PREP-16 R-END-02 R-END-03
"""
BELOW_ZERO = """
R-INV-01 R-INV-02 R-INV-03 R-INV-04 R-INV-05 R-INV-06 R-INV-07 R-INV-08 R-INV-09
R-DIE-04 R-DEMON-04 R-CONF-01 R-CONF-05 R-CONF-09 R-CONF-10 R-C03-2 R-C07-1 R-C07-2 R-C08-2
R-C09-3 R-C09-4 R-C12-1 R-C13-2 R-C14-2 R-VP-01 R-VP-05 R-PREP-12
"""
NEVER = """
R-LOG-01 R-TURN-02 R-TURN-08 R-CARD-03 R-CONF-17 R-CONF-25
"""
NO_RULES = ["A-TURN-01", "R-MOVE-99", "R-MOVE-1", "r-move-01", "", "nonsense"]
FORBIDDEN = [*NOT_DUE.split(), *BELOW_ZERO.split(), *NEVER.split()]


@pytest.mark.parametrize("rule", [*FORBIDDEN, *NO_RULES])
def test_R_LOG_01_a_ruling_that_may_not_be(rule: str) -> None:
    log = game()
    here = log.rule(rule)
    log.refused(here, rule="R-LOG-01")
    log.undo(SETUP)
    log.refused(here, rule="R-LOG-01")


def test_every_other_rule_of_section_1_may_be_named() -> None:
    log = game()
    for rule in RULEBOOK.rules():
        if rule.startswith("R-") and rule not in FORBIDDEN:
            log.rule(rule)
    log.accepted()


def test_a_malformed_event_takes_the_ruling_with_it() -> None:
    log = ruled(game(), "R-MOVE-01")
    bad = log.add("ragami_moved", player="red", ragami="yellow", to=30)
    log.undo(bad - 1)
    log.refused(log.extend(FAR), rule="R-MOVE-01")
