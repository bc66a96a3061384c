"""What is offered is what is accepted: nothing else, nothing less, in every phase of a game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from random import Random
from types import FrameType
from typing import Any

import msgspec
import pytest

from ragami.game.choices.choice import Choice, Several
from ragami.game.choices.narrowing import narrowing
from ragami.games.ragami.bot import play
from ragami.games.ragami.choices import choices as legal
from ragami.games.ragami.choices_due import accepts
from ragami.games.ragami.events import COLOURS, SPACES, Event
from ragami.games.ragami.game import GAME
from ragami.games.ragami.rules.judge import EVENTS, JUDGES
from ragami.games.ragami.state import Slot, State
from tests.scale import often, seeds
from tests.simulate.matching import among, covers

GAMES = seeds(2, 60)
EVERY = often(90, 10)  # one position in so many is looked at, and all of the setup
ALL_OF_THEM = often(200, 400)
DRAWN = often(5, 10)
SOME = often(8, 40)
COUNTED = often(20, 5)  # one position in so many where checks are counted


def positions(seed: int) -> Iterator[tuple[State, str, dict[str, Any]]]:
    """Positions of a game, with the event that comes next."""
    s = State()
    game = play(2 + seed % 3, seed, hidden=seed % 2 == 1)
    for seq, (type_, event) in enumerate(game, 1):
        assert isinstance(event, Event)
        if s.phase != "turns" or (seq + seed) % EVERY == 0:
            yield s, type_, plain(event)
        JUDGES[type(event)][1](s, event, seq)


def plain(event: Event) -> dict[str, Any]:
    """The data of an event as it stands in a record."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event))
    return data


def some_of(s: State, choice: Choice) -> Iterator[dict[str, Any]]:
    """All events of a choice when they are few, otherwise the first ones."""
    return islice(narrowing(GAME, s, choice).whole(), ALL_OF_THEM)


def drawn(s: State, choice: Choice, rng: Random) -> dict[str, Any]:
    data = narrowing(GAME, s, choice).draw(rng)
    assert data is not None, choice
    return data


@pytest.mark.parametrize("seed", GAMES)
def test_what_is_offered_is_accepted(seed: int) -> None:
    for s, _, _ in positions(seed):
        for choice in legal(s):
            assert not choice.joint or choice.open
            for data in () if choice.joint else some_of(s, choice):
                assert accepts(s, choice.type, data), (choice, data)


@pytest.mark.parametrize("seed", GAMES)
def test_what_was_done_had_been_offered(seed: int) -> None:
    for s, type_, data in positions(seed):
        if type_ == "game_opened":  # the names are free
            data |= {"title": None, "players": [p | {"name": p["colour"]} for p in data["players"]]}
        assert covers(legal(s), type_, data), (type_, data)


@pytest.mark.parametrize("seed", GAMES)
def test_what_is_accepted_is_offered(seed: int) -> None:
    """Events bent at random, most of them illegal: what the judge lets pass was offered."""
    rng = Random(seed)
    passed = 0
    for s, _, _ in positions(seed):
        offered = legal(s)
        some = [(choice.type, drawn(s, choice, rng)) for choice in rng.choices(offered, k=DRAWN)]
        for chosen, event in rng.choices(some, k=SOME):
            type_, data = bent(s, chosen, deepcopy(event), rng)
            if may_be_read(type_, data) and accepts(s, type_, data):
                passed += 1
                assert covers(offered, type_, data), (type_, data)
    assert passed > SOME


def bent(s: State, type_: str, data: dict[str, Any], rng: Random) -> tuple[str, dict[str, Any]]:
    """An event with one field that says something else; or the end of somebody's turn."""
    loose = [name for name in data if name != "player"]
    if not loose or type_ == "game_opened":
        return rng.choice(("passed", "turn_ended")), {"player": rng.choice(COLOURS)}
    name = rng.choice(loose)
    data[name] = other(s, data[name], rng)
    return type_, data


def other(s: State, value: Any, rng: Random) -> Any:
    """Another value of the same shape."""
    match value:
        case list():
            longer = [*value, rng.randint(1, 15)] if rng.random() < 0.1 else value
            return [other(s, one, rng) if rng.random() < 0.5 else one for one in longer]
        case {"card": _} | "saint" | "draw" | "conflict":
            return via(rng)
        case dict():
            bent_key = rng.choice(list(value))
            return value | {bent_key: other(s, value[bent_key], rng)}
        case str() if value in COLOURS:
            return rng.choice((*COLOURS, "neutral"))
        case _:
            blocks = s.board.blocks if s.opened else ()
            return rng.choice((None, -1, 0, 1, 2, rng.randint(1, 15), rng.randint(1, 30), *blocks))


def via(rng: Random) -> Any:
    """Something that might pay for an action."""
    card = rng.choice((None, 5, 8, 9, 9, 9, 11))
    if card is None:
        return rng.choice(SPACES)
    if card == 9:
        return {"card": 9, "space": rng.choice(SPACES), "lower": rng.choice((None, *SPACES))}
    return {"card": card}


def may_be_read(type_: str, data: dict[str, Any]) -> bool:
    try:
        msgspec.convert(data, EVENTS[type_])
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("seed", GAMES[::3])
def test_every_value_of_a_joint_choice_is_part_of_a_legal_event(seed: int) -> None:
    rng = Random(seed)
    for s, _, _ in positions(seed):
        for choice in legal(s):
            if choice.joint and choice.type not in ("game_opened", "action_dice_set"):
                unproven = {name: _values(values) for name, values in choice.open.items()}
                for data in legal_ones(s, choice, rng):
                    for name, values in unproven.items():
                        values[:] = [one for one in values if not _is_in(one, data[name])]
                    if not any(unproven.values()):
                        break
                assert not any(unproven.values()), (choice, unproven)


def _values(values: Any) -> list[Any]:
    return list(values.of if isinstance(values, Several) else values)


def _is_in(value: Any, found: Any) -> bool:
    if isinstance(found, list) and not isinstance(value, list):
        return any(among([value], one) for one in found)
    return among([value], found)


def legal_ones(s: State, choice: Choice, rng: Random) -> Iterator[dict[str, Any]]:
    """Legal events of a joint choice: the first ones, many at random, then all of them."""
    narrowed = narrowing(GAME, s, choice)
    yield from (drawn(s, choice, rng) for _ in range(300))
    yield from narrowed.events()


def test_choices_are_json_and_always_the_same() -> None:
    for s, _, _ in positions(5):
        once, again = legal(s), legal(s)
        assert msgspec.json.encode(once) == msgspec.json.encode(again)
        assert msgspec.json.decode(msgspec.json.encode(once))


def all_events(s: State) -> Iterator[dict[str, Any]]:
    """Every legal event, made as they are taken."""
    for choice in legal(s):
        for data in narrowing(GAME, s, choice).events():
            yield {"type": choice.type, **data}


def test_events_are_all_there_is() -> None:
    """Where the events are few, all of them come, and none twice."""
    few = 0
    for s, _, _ in positions(3):
        found = list(islice(all_events(s), ALL_OF_THEM))
        if len(found) < ALL_OF_THEM:
            few += 1
            assert len(set(map(repr, found))) == len(found)
            assert all(accepts(s, one.pop("type"), one) for one in found)
    assert few


# --- cards that nobody has seen ------------------------------------------------------------


def turn_of(hand: list[int | None]) -> State:
    """A position in a turn in which the active player holds these cards."""
    s = next(s for s, _, _ in positions(2) if s.phase == "turns")
    assert s.active is not None
    s.die_used = False
    s.players[s.active].hand = [Slot(card, 1, 0) for card in hand]
    return s


def test_an_unknown_card_may_be_any_that_is_left_and_says_so() -> None:
    s = turn_of([None])
    s.certain[7] = 2
    traded = next(choice for choice in legal(s) if choice.type == "card_traded")
    possible = [kind for kind in range(1, 16) if s.certain[kind] < (3 if kind > 12 else 2)]
    assert traded.open["card"] == possible
    assert list(traded.unknown_cards) == possible
    assert 7 not in possible


def test_a_known_card_is_no_guess() -> None:
    s = turn_of([4])
    choices = {choice.type: choice for choice in legal(s)}
    assert choices["card_traded"].open["card"] == [4]
    assert choices["card_traded"].unknown_cards == ()
    assert choices["cubes_gathered"].unknown_cards == ()


def test_a_card_drawn_in_this_turn_is_not_offered() -> None:
    s = turn_of([4])
    assert s.active is not None
    s.players[s.active].hand[0].turn = s.turn
    assert "cubes_gathered" not in {choice.type for choice in legal(s)}


def test_an_attempt_tells_what_it_needs() -> None:
    """4 on the die and a Demon, with a Saint there: two cubes and a roll may do."""
    s = turn_of([])
    assert s.active is not None
    player = s.players[s.active]
    square = min(s.conflicts)
    s.ragamis[s.active] = square
    s.conflicts[square], s.demons[square] = 4, 1
    s.saints = dict.fromkeys(s.saints, square % 30 + 1) | {s.active: square}
    for other_ragami in set(s.ragamis) - {s.active}:
        s.ragamis[other_ragami] = s.board.blocks[0]
    player.cubes, player.virtue, player.virtue_block = 2, 0, None
    s.space_dice["conflict"] = 1
    tried = [choice for choice in legal(s) if choice.type == "conflict_tried"]
    assert [choice.data["via"] for choice in tried] == ["conflict"]
    facts = {"square": square, "needs": 5, "given": {"saints": 1}, "without_roll": False}
    assert tried[0].facts == facts
    assert tried[0].open["cubes"] == [0, 1, 2]
    assert tried[0].open["power_rolls"] == Several(1, 1, [0, 1, 2], repeat=True)
    near = sorted(s.board.blocks_at[square])
    assert tried[0].open["withdraw_to"] == [None, *near]


def test_an_attempt_from_a_hand_that_nobody_has_seen_takes_few_checks() -> None:
    """What is wrong by itself is not tried with everything else: a key waited half a second."""
    most, s = 0, State()
    for seq, (_type, event) in enumerate(play(4, 1, hidden=True), 1):
        if (
            seq % COUNTED == 0
            and s.phase == "turns"
            and s.active
            and s.ragamis[s.active] in s.conflicts
        ):
            most = max(most, checks_of(s, "conflict_tried"))
        assert isinstance(event, Event)
        JUDGES[type(event)][1](s, event, seq)
    assert 100 < most < 1500


def test_a_draw_from_a_deck_that_is_nearly_seen_takes_few_checks() -> None:
    """A kind that is used up is not tried beside every other: it was, and an undo took 100 ms."""
    most, s = 0, State()
    for seq, (_type, event) in enumerate(play(4, 3), 1):
        if seq % COUNTED == 0 and s.phase == "turns" and s.round > 3:
            most = max(most, checks_of(s, "cards_drawn"))
        assert isinstance(event, Event)
        JUDGES[type(event)][1](s, event, seq)
    assert 50 < most < 500


def checks_of(s: State, type_: str) -> int:
    """How often an event of a type is judged until it is known what may be done."""
    judging, checks = JUDGES[EVENTS[type_]][0], 0

    def count(frame: FrameType, event: str, _about: object) -> None:
        nonlocal checks
        checks += event == "call" and frame.f_code is getattr(judging, "__code__", None)

    sys.setprofile(count)
    try:
        list(legal(s))
    finally:
        sys.setprofile(None)
    return checks
