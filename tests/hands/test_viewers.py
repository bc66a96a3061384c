"""What a player can know of the hands: all that follows from what he sees, and nothing more."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from ragami.game.capabilities import DEDUCTION
from ragami.game.hidden_information import Hands
from ragami.games.ragami.bot import play
from ragami.games.ragami.deduction import onlooker
from ragami.games.ragami.events import ConflictTried
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from tests.cli.conftest import Ragami
from tests.hands.games import Standing, hidden_game, log_of
from tests.hands.test_log import SEED, noticed
from tests.laws.test_secrets import others, pair
from tests.scale import SEED as TRIALS
from tests.scale import often, seeds


def seen(replay: Replay, viewer: str | None) -> Hands:
    return replay.game.need(DEDUCTION).hands(replay.standing(), viewer)


def open_game(players: int, seed: int) -> Standing:
    """A game of which the log knows every card."""
    return list(enumerate((data for _type, data in play(players, seed)), 1))


def fits(cards: list[int], places: list[list[int]]) -> bool:
    """Can these cards lie in these places?"""
    if not cards:
        return not places
    return any(
        cards[0] in place and fits(cards[1:], places[:n] + places[n + 1 :])
        for n, place in enumerate(places)
    )


@pytest.mark.parametrize(
    ("players", "part"),
    [*product((2, 3, 4), (0.3, 0.6, 1))] if TRIALS else [(2, 1), (3, 0.6), (4, 0.3)],
)
def test_the_truth_is_always_among_what_may_be(players: int, part: float) -> None:
    for seed in range(often(2, 4)):
        game = open_game(players, seed)
        replay = replay_log(log_of(game[: int(len(game) * part)]))
        for viewer in ("public", *replay.state.players):
            hands = seen(replay, viewer)
            assert hands.contradiction is None
            for colour, player in replay.state.players.items():
                cards = [slot.card for slot in player.hand]
                assert fits(cards, [card.may_be for card in hands.held[colour]])
                assert Counter(hands.must_hold[colour]) <= Counter(cards)


def test_one_sees_ones_own_cards() -> None:
    game = open_game(4, 2)[:150]
    replay = replay_log(log_of(game))
    everything = seen(replay, None)
    for colour, player in replay.state.players.items():
        mine = [(slot.seq, slot.card) for slot in player.hand]
        assert [(card.seq, card.card) for card in seen(replay, colour).held[colour]] == mine
        assert [(card.seq, card.card) for card in everything.held[colour]] == mine
    assert seen(replay, "referee") == everything


def test_who_sees_more_knows_more() -> None:
    replay = replay_log(log_of(open_game(3, 1)[:140]))
    for colour in replay.state.players:
        public, own = seen(replay, "public"), seen(replay, colour)
        for other in replay.state.players:
            everybody = set().union(*(card.may_be for card in public.held[other]))
            assert everybody >= set().union(*(card.may_be for card in own.held[other]))


@pytest.mark.parametrize("seed", [0, 5, 8])
def test_what_is_forgotten_on_the_way_is_not_missed_in_the_answer(seed: int) -> None:
    """Whose cards will be asked for is known only at the end, and then nothing may be vague."""
    game = hidden_game(seed)[:150]
    vague = onlooker.look_on(game)
    exact = onlooker.look_on(game, None, range(1, len(game) + 1))
    assert vague
    assert exact
    held = onlooker.hands(game).held
    assert held == {player: exact.held(player) for player in exact.rows}
    assert held != {player: vague.held(player) for player in vague.rows}


@pytest.mark.parametrize("seed", seeds(2, 60))
def test_others_see_the_same_whatever_card_somebody_keeps(seed: int) -> None:
    log, other, owner = pair(seed)
    for outsider in others(log, owner):
        assert seen(replay_log(log), outsider) == seen(replay_log(other), outsider)
    assert seen(replay_log(log), owner) != seen(replay_log(other), owner)


def test_cards_of_a_failed_attempt_are_known_to_all() -> None:
    checked = 0
    for seed in seeds(15, 200):
        game = open_game(4, seed)
        for (seq, event), _next in pairwise(game):
            if not isinstance(event, ConflictTried) or event.withdraw_to is None:
                continue
            back = [card for card in event.cards if card != 6]
            hands = seen(replay_log(log_of(game[:seq])), "public")
            known = [card.card for card in hands.held[event.player]]
            assert Counter(back) <= Counter(known)
            checked += bool(back)
        if checked > 3:
            return
    raise AssertionError("no card came back")


# --- ragami show ---------------------------------------------------------------------------


@pytest.fixture
def hidden(tmp_path: Path) -> str:
    """A file with a game where nobody knows the kept cards."""
    file = tmp_path / "hidden.jsonl"
    file.write_bytes(log_of(hidden_game(22)))
    return str(file)


def test_the_hands_as_json(ragami: Ragami, hidden: str) -> None:
    (told,) = ragami("show", hidden, "--hands", "--json", "--at", "90").lines
    replay = replay_log(log_of(hidden_game(22)[:90]))
    hands = seen(replay, None)
    assert told["seq"] == 90
    assert {colour: [card["seq"] for card in cards] for colour, cards in told["hands"].items()} == {
        colour: [slot.seq for slot in player.hand]
        for colour, player in replay.state.players.items()
    }
    assert told["must_hold"] == hands.must_hold
    for colour, cards in told["hands"].items():
        assert cards == [asdict(card) for card in hands.held[colour]]


def test_the_hands_of_a_viewer(ragami: Ragami, tmp_path: Path) -> None:
    file = tmp_path / "open.jsonl"
    file.write_bytes(log_of(open_game(3, 1)[:100]))
    (mine,) = ragami("show", str(file), "--hands", "--json", "--as", "blue").lines
    (all_of_it,) = ragami("show", str(file), "--hands", "--json").lines
    for colour, cards in mine["hands"].items():
        known = [card["card"] for card in all_of_it["hands"][colour]]
        shown = [card["card"] for card in cards]
        assert shown == known if colour == "blue" else not any(shown)


def test_the_state_keeps_the_shape_of_the_contract(ragami: Ragami, hidden: str) -> None:
    (state,) = ragami("show", hidden, "--json").lines
    assert "may_be" not in json.dumps(state)
    assert all(isinstance(player["hand"], list) for player in state["players"].values())


def test_words_below_the_picture_only_where_a_card_is_unknown(
    ragami: Ragami, hidden: str, tmp_path: Path
) -> None:
    assert "\nHands\n" in ragami("show", hidden, "--at", "60").out
    known = tmp_path / "open.jsonl"
    known.write_bytes(log_of(open_game(3, 1)[:100]))
    assert "\nHands\n" not in ragami("show", str(known)).out
    assert "\nHands\n" in ragami("show", str(known), "--as", "public").out


def test_what_may_be_is_said_in_short(ragami: Ragami, hidden: str) -> None:
    phrases = set()
    for seq in range(40, 300, 20):
        said = ragami("show", hidden, "--hands", "--at", str(seq))
        phrases |= {p for p in ("one of", "must be", "anything but") if p in said.out}
    assert phrases == {"one of", "must be", "anything but"}


def test_a_contradiction_is_said(ragami: Ragami, tmp_path: Path) -> None:
    log, _seq, _slip = noticed(SEED)
    file = tmp_path / "slip.jsonl"
    file.write_bytes(log)
    said = ragami("show", str(file), "--hands")
    assert said.code == 0
    assert "no deal of the unknown cards" in said.err
    assert "may be anything" in said.err
    checked: list[Any] = ragami("verify", "--json", str(file)).lines
    assert [one["code"] for one in checked[0]["findings"]].count("impossible-hand") == 1
