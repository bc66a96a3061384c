"""What somebody may see is the fold of what he may see, in every phase, and tells nothing else."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, Final

import msgspec
import pytest

import ragami
from ragami.draw.panels import Page
from ragami.export import page
from ragami.export.excerpt import Excerpt
from ragami.export.formats import document, jsonl, sheet, table
from ragami.game.capabilities import CHOICES, DRAWING, GUIDANCE
from ragami.games.deal_with_the_devil.bot import play
from ragami.games.deal_with_the_devil.game import GAME
from ragami.games.deal_with_the_devil.view import view
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.log.record import Noted, Record
from ragami.narration import tell, tell_log
from ragami.privacy.seeing import replay_as, seen_lines, seen_log
from ragami.privacy.viewing import Viewing
from tests.games.deal_with_the_devil.logs import error_of, log_of, replayed
from tests.games.deal_with_the_devil.simulated import states
from tests.games.deal_with_the_devil.veil import reveals, veiled
from tests.scale import SEED

Log = list[tuple[str, Any]]
OPTIONS = [
    ({"hands": "walled", "ledger": True}, "red"),
    ({"hands": "walled", "trade_indulgences": True, "distribution": "recorded"}, "public"),
    ({"hands": "open_hands"}, "yellow"),
]
PLAYED = 5
COLOURS = ("red", "blue", "green", "yellow")
MORTALS = {"mortal_1": "mortal_2", "mortal_2": "mortal_1"}


def game(options: dict[str, Any]) -> Log:
    return list(_game(tuple(options.items())))


@cache
def _game(options: tuple[tuple[str, Any], ...]) -> Log:
    return list(play(4, PLAYED, dict(options)))


def seen_by_rule(log: Log, n: int, viewer: str) -> dict[str, Any]:
    """The view of all that the log has, without what 5.8 keeps: traded indulgences of others."""
    state = replayed(log[:n]).state
    shown = view(state, n, viewer)
    if not state.options.trade_indulgences or state.at == "over":
        return shown
    offered = {data["player"] for type_, data in log[:n] if type_ == "offer_made"}
    opened = {data["player"] for type_, data in log[:n] if type_ == "wall_opened"}
    for colour in offered - opened - {viewer}:
        shown["players"][colour]["indulgences"] = None
    return shown


@pytest.mark.parametrize(("options", "viewer"), OPTIONS)
def test_the_fold_of_what_is_seen_shows_what_the_rules_say(options: Any, viewer: str) -> None:
    log = game(options)
    for n in (*range(7, len(log), 61), len(log)):
        seen = replay_as(log_of(log[:n]), viewer)
        assert seen.error is None
        assert view(seen.state, n, viewer) == seen_by_rule(log, n, viewer)


@pytest.mark.parametrize(
    "type_", ["characters_dealt", "offer_made", "offers_sent", "offer_answered"]
)
def test_R_D_KNOW_05_whoever_told_it_the_owner_sees_it_too(type_: str) -> None:
    """`player` of a reveal says who told it, and is not judged."""
    n = next(n for n, (type_, _) in enumerate(world(), 1) if type_ == "chests_returned") - 1
    told = [
        (kind, data | {"player": None})
        for kind, data in reveals(world()[:n], "observer")
        if world()[data["seq"] - 1][0] == type_
    ]
    log = [*veiled(world()[:n], "observer"), *told]
    assert len(told) >= len(GAME.seating(replayed(log).state).names)
    for viewer in ("red", "public"):
        seen = replay_as(log_of(log), viewer)
        assert view(seen.state, n, viewer) == view(replayed(log).state, n, viewer)


@pytest.mark.parametrize(
    ("type_", "viewer"),
    [
        ("cards_drawn", "red"),
        ("offers_sent", "public"),
        ("step_resolved", "red"),
        ("votes_cast", "public"),
    ],
)
def test_R_D_LOG_01_behind_a_record_that_all_see_to_be_wrong_the_state_stands(
    type_: str, viewer: str
) -> None:
    log = game({"hands": "open_hands", "trade_indulgences": True})
    n = next(n for n, one in enumerate(log) if one[0] == type_) + 1
    wrong = [*log[:n], ("chests_returned", {}), *log[n:]]
    seen, whole = replay_as(log_of(wrong), viewer), replayed(wrong)
    assert error_of(seen) == error_of(whole) is not None
    assert view(seen.state, n, viewer) == seen_by_rule(log, n, viewer)


def test_R_D_LOG_01_a_correction_that_cannot_be_read_is_one_for_every_viewer() -> None:
    log = game({"hands": "open_hands"})
    n = next(n for n, one in enumerate(log, 1) if one[0] == "offer_made")
    event = {"type": "offer_made", "v": 1, "data": {"player": "red"}}
    wrong = [*log[:n], ("corrected", {"seq": n, **event, "reason": None, "authority": None})]
    whole, seen = error_of(replayed(wrong)), error_of(replay_as(log_of(wrong), "red"))
    assert whole
    assert seen
    assert (seen.code, seen.rule, seen.seq) == (whole.code, whole.rule, whole.seq)


@pytest.mark.parametrize("viewer", ["red", "public"])
@pytest.mark.parametrize("place", ["drawn[9]", "drawn[0]"])
def test_R_D_KNOW_05_the_view_after_a_bad_reveal_is_of_the_last_record(
    place: str, viewer: str
) -> None:
    """Nothing after it is judged; whoever does not see that it is bad has no other number."""
    log = veiled(game({"hands": "walled"})[:20], "observer")
    n = next(n for n, (type_, _) in enumerate(log, 1) if type_ == "cards_drawn")
    told = {"player": "red", "seq": n, "place": place, "value": "of no set"}
    wrong = log_of([*log, ("revealed", told), ("noted", {"text": "late"})])
    assert replay_log(wrong).seq == replay_as(wrong, viewer).seq == len(log) + 2


def test_who_told_it_does_not_know_it_and_whose_it_is_does() -> None:
    """5.8: a `revealed` of a place that is not the viewer's is left out, whoever told it."""
    n = next(n for n, (type_, _) in enumerate(world(), 1) if type_ == "cards_drawn")
    owner = world()[n - 1][1]["player"]
    teller = next(colour for colour in COLOURS if colour != owner)
    veiled_ = veiled(world()[:n], "observer")
    card = world()[n - 1][1]["drawn"][0]
    told = [
        *veiled_,
        ("revealed", {"player": teller, "seq": n, "place": "drawn[0]", "value": card}),
    ]
    for viewer in COLOURS:
        hand = replay_as(log_of(told), viewer).state.players[owner].hand
        assert hand == [card if viewer == owner else None, None, None, None]


@pytest.mark.parametrize("viewer", ["public", "red"])
def test_the_log_of_a_viewer_has_only_what_he_may_see(viewer: str) -> None:
    log = log_of(game({"hands": "open_hands"})[:60])
    seen = seen_log(log, viewer)
    assert seen != log
    assert seen.splitlines() == seen_lines(log, viewer, GAME)


def test_a_reveal_reads_as_an_empty_remark_to_whom_it_is_not() -> None:
    n = next(n for n, (type_, _) in enumerate(world(), 1) if type_ == "cards_drawn")
    owner, card = world()[n - 1][1]["player"], world()[n - 1][1]["drawn"][0]
    told = {"player": owner, "seq": n, "place": "drawn[0]", "value": card}
    log = log_of([*veiled(world()[:n], "observer"), ("revealed", told)])
    for viewer in ("public", *COLOURS):
        read = GAME.codec.read_line(seen_lines(log, viewer, GAME)[-1], n + 1)
        assert isinstance(read, Record)
        assert (read.type == "revealed") if viewer == owner else (read.data == Noted(""))


def test_who_gets_cards_passed_on_knows_them() -> None:
    log = game({"hands": "walled"})
    n = next(n for n, (type_, _) in enumerate(log, 1) if type_ == "offer_made" and n > 120) - 1
    assert "buildings_passed" in {type_ for type_, _ in log[:n]}
    for viewer in COLOURS:
        hand = replay_as(log_of(log[:n]), viewer).state.players[viewer].hand
        assert hand == replayed(log[:n]).state.players[viewer].hand
        assert None not in hand


def told_to(log: Log, viewer: str) -> list[str]:
    """The story of a log as `ragami log --as` tells it."""
    taken = Excerpt("evening", log_of(log), viewer, "en")
    [story] = tell(*taken.reading(), GAME.words.narrator("en", viewer))
    return [line.text for line in story.lines()]


def test_R_D_KNOW_06_the_story_tells_a_viewer_what_his_own_log_has() -> None:
    """5.8: cards that come to him, and what anybody told of his own places; nothing of others'."""
    log = game({"hands": "walled"})
    n = next(n for n, (type_, _) in enumerate(log, 1) if type_ == "buildings_passed")
    giver, cards = log[n - 1][1]["player"], log[n - 1][1]["cards"]
    seats = [player["colour"] for player in log[0][1]["players"]]
    receiver = seats[(seats.index(giver) + 1) % 4]
    third = next(colour for colour in seats if colour not in (giver, receiver))
    for who, seen in ((receiver, cards), (giver, cards), (third, [None, None])):
        taken = Excerpt("x", log_of(log[:n]), who, "en")
        assert json.loads(jsonl(taken).splitlines()[n - 1])["data"]["cards"] == seen
    assert told_to(log[:n], receiver)[-1] == told_to(log[:n], "referee")[-1]
    assert told_to(log[:n], third)[-1] != told_to(log[:n], "referee")[-1]


def test_who_told_a_secret_of_another_is_not_told_it_back() -> None:
    n = next(n for n, (type_, _) in enumerate(world(), 1) if type_ == "cards_drawn")
    owner, card = world()[n - 1][1]["player"], world()[n - 1][1]["drawn"][0]
    teller = next(colour for colour in COLOURS if colour != owner)
    said = {"player": teller, "seq": n, "place": "drawn[0]", "value": card}
    log: Log = [*veiled(world()[:n], "observer"), ("revealed", said)]
    for viewer in COLOURS:
        line = json.loads(jsonl(Excerpt("x", log_of(log), viewer, "en")).splitlines()[-1])
        assert line["type"] == ("revealed" if viewer == owner else "noted")
        assert ("building 1 of those drawn" in told_to(log, viewer)[-1]) == (viewer == owner)


@pytest.mark.parametrize("viewer", COLOURS if SEED else COLOURS[:1])
def test_what_another_tells_of_a_viewers_chest_counts_at_once(viewer: str) -> None:
    """Read record by record, where the reveal is an empty remark to the viewer."""
    n = next(n for n, (type_, _) in enumerate(world(), 1) if type_ == "chests_returned")
    log = log_of([*veiled(world()[:n], "observer"), *reveals(world()[:n], "observer")])
    viewing = Viewing(GAME, viewer)
    for read in GAME.codec.read_log(log):
        viewing.seen.take(viewing.read_one(read, read))
    at_once = replay_as(log, viewer)
    assert viewing.seen.findings() == at_once.findings()
    assert view(viewing.seen.state, n, viewer) == view(at_once.state, n, viewer)


def test_at_the_end_of_open_hands_all_is_seen() -> None:
    log = game({"hands": "open_hands"})
    assert replay_as(log_of(log), "public").final == replayed(log).final is not None


def test_where_open_hands_stood_still_others_come_to_the_end_and_see_no_goods() -> None:
    log = copy.deepcopy(game({"hands": "open_hands"}))
    offer = next(data for type_, data in log if type_ == "offer_made" and data["offer"]["goods"])
    offer["offer"]["goods"] = {"glass": 90}
    owner = offer["player"]
    assert replayed(log).error.rule == replay_as(log_of(log), owner).error.rule == "R-D-DEAL-06"  # type: ignore[union-attr]
    seen = replay_as(log_of(log), "public")
    assert (seen.error, seen.final, seen.state.at) == (None, None, "over")
    assert [one.goods for one in seen.state.players.values()] == [None] * 4
    for now in ragami.replay(log_of(log)):
        if now.seq % 40 == 0 or now.seq == len(log):
            for viewer in (owner, "public"):
                state = replay_as(log_of(log[: now.seq]), viewer).state
                assert now.view(viewer) == GAME.view(state, now.seq, viewer)


def behind_the_walls(log: Log, n: int, viewer: str) -> list[str]:
    """The colours whose goods, souls and indulgences a viewer is shown after record n."""
    shown = GAME.view(replay_as(log_of(log[:n]), viewer).state, n, viewer)["players"]
    parts = ("goods", "souls", "indulgences")
    return [colour for colour in COLOURS if all(shown[colour][part] is not None for part in parts)]


@pytest.mark.parametrize("viewer", [pytest.param("public", marks=pytest.mark.trial), "red"])
def test_what_is_behind_a_wall_is_seen_from_its_opening_on(viewer: str) -> None:
    """5.8: goods, souls and traded indulgences of the others are null until their `wall_opened`."""
    options = {"hands": "walled", "ledger": True, "trade_indulgences": True}
    log = game(options | {"distribution": "recorded"})
    walls = {n: data for n, (type_, data) in enumerate(log, 1) if type_ == "wall_opened"}
    own, opened = {viewer} & {*COLOURS}, set[str]()
    assert set(behind_the_walls(log, min(walls) - 1, viewer)) == own
    for n, told in walls.items():
        opened.add(told["player"])
        assert set(behind_the_walls(log, n, viewer)) == own | opened
        seen = GAME.view(replay_as(log_of(log[:n]), viewer).state, n, viewer)
        assert seen["players"][told["player"]]["souls"] == told["souls"]


def test_what_is_behind_the_walls_of_open_hands_is_seen_at_the_end() -> None:
    log = game({"hands": "open_hands", "trade_indulgences": True})
    end = next(n for n in range(len(log), 0, -1) if log[n - 1][0] == "inquisition_faced")
    assert behind_the_walls(log, end - 1, "public") == []
    assert behind_the_walls(log, end, "public") == [*COLOURS]


# --- worlds that differ in secrets -----------------------------------------------------------


@cache
def world() -> Log:
    """A game in which everything is told; no account of goods is reckoned, so much may differ."""
    return game({"hands": "walled", "distribution": "recorded"})


def phases() -> Iterator[int]:
    """The records with which a step begins that was not there before, and the last one."""
    met: set[str] = set()
    for n, (s, _event) in enumerate(states(world()), 1):
        if s.at not in met or n == len(world()):
            yield n
        met.add(s.at)


def roles_otherwise(log: Log) -> Log:
    """The two mortals are each other, until all roles are shown."""
    until = next(n for n, (type_, _) in enumerate(log) if type_ == "roles_shown")
    log = copy.deepcopy(log[:until])
    for _type, data in log:
        for field in ("roles", "chests"):
            for colour, role in data.get(field, {}).items():
                if isinstance(role, str):
                    data[field][colour] = MORTALS.get(role, role)
    return log


def secrets_otherwise(log: Log, viewer: str) -> Log:
    """Others' offers hold and ask for something else, and who drew what nobody used is another."""
    log, rng = copy.deepcopy(log), Random(PLAYED)
    others = [(type_, data) for type_, data in log if data.get("player", viewer) != viewer]
    for type_, data in others:
        if type_ == "offer_made" and data["offer"]["goods"]:
            data["offer"]["goods"] = {"glass": rng.randint(1, 9), "wood": rng.randint(1, 9)}
            if "coins" in data["offer"]["asks"]:
                data["offer"]["asks"]["coins"] = 2 + data["offer"]["asks"]["coins"] % 5
    used = str([{**data, "drawn": None} for _type, data in log])
    draws = [data["drawn"] for type_, data in others if type_ == "cards_drawn"]
    for i in range(4):
        idle = [hand for hand in draws[:3] if f"'{hand[i]}'" not in used]
        if len(idle) > 1:
            idle[0][i], idle[1][i] = idle[1][i], idle[0][i]
    return log


def shown(replay: Replay, n: int, viewer: str) -> Iterator[tuple[str, Any]]:
    """What comes out at a moment."""
    state, seen = replay.state, GAME.view(replay.state, n, viewer)
    names = GAME.seating(state).names
    yield "view", msgspec.json.encode(seen)
    yield "picture", GAME.need(DRAWING).picture(state, seen, names, Page("es"))
    yield "svg", GAME.need(DRAWING).svg(seen, state, names, None, "en")
    yield "guide", GAME.need(GUIDANCE).guide(state, "en")
    yield "findings", replay.findings()
    if viewer == "public":
        yield (
            "choices",
            [(one.type, one.data, one.open) for one in GAME.need(CHOICES).choices(state)],
        )


def taken(log: Log, viewer: str) -> Iterator[tuple[str, Any]]:
    """What comes out of a whole log."""
    excerpt = Excerpt("evening", log_of(log), viewer, "es")
    for export in (jsonl, document, table, sheet):
        yield f"{export.__module__}.{export.__name__}", export(excerpt)
    if SEED or viewer == "red":  # all moments of a page are those of above
        yield "page", page.export(excerpt)
    narrator = GAME.words.narrator("en", viewer)
    yield "story", [repr(line) for line in tell_log(GAME, narrator, excerpt.log)]


WORLDS: dict[str, tuple[Callable[[], Log], str]] = {
    "roles": (lambda: roles_otherwise(world()), "public"),
    "of others": (lambda: secrets_otherwise(world(), "red"), "red"),
    "nothing told": (lambda: veiled(world(), "observer"), "public"),
}


SHARE: Final = {"roles": 0, "nothing told": 1}
"""Both are as the public sees them: each is looked at in every second phase, the trial in all."""


@pytest.mark.parametrize(
    "other",
    [pytest.param(one, marks=pytest.mark.trial) if one not in SHARE else one for one in WORLDS],
)
def test_worlds_that_differ_in_secrets_look_the_same_in_every_phase(other: str) -> None:
    make, viewer = WORLDS[other]
    theirs = make()
    ours = world()[: len(theirs)]
    assert sum(one != another for one, another in zip(ours, theirs, strict=True)) > 9
    assert error_of(replayed(theirs)) is None
    moments = [n for n in phases() if n <= len(theirs)]
    for n in moments if SEED else moments[SHARE[other] :: 2]:
        one, another = (replay_as(log_of(log[:n]), viewer) for log in (ours, theirs))
        for (way, left), (_way, right) in zip(
            shown(one, n, viewer), shown(another, n, viewer), strict=True
        ):
            assert left == right, (n, way)
    for (way, left), (_way, right) in zip(taken(ours, viewer), taken(theirs, viewer), strict=True):
        assert left == right, way


def test_what_was_told_to_the_log_is_not_told_to_others() -> None:
    told = log_of([*veiled(world(), "observer"), *reveals(world(), "observer")])
    lines = jsonl(Excerpt("evening", told, "blue", "en")).splitlines()
    kept = [one["data"] for one in map(json.loads, lines) if one["type"] == "revealed"]
    assert kept
    passed = [seq for seq, (type_, _) in enumerate(world(), 1) if type_ == "buildings_passed"]
    for said in kept:  # what is his, or comes to him, whoever told it
        assert (
            world()[said["seq"] - 1][1].get("player") == "blue"
            or said["place"] in ("roles.blue", "chests.blue")
            or said["seq"] in passed
        )
    assert error_of(replay_as(told, "blue")) is None
