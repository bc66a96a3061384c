"""A log of a game with hidden hands: where no deal explains it, and what it takes to mend that."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

import pytest

from ragami.findings import Finding
from ragami.game.capabilities import DEDUCTION
from ragami.games.ragami.bot import play
from ragami.games.ragami.deduction import onlooker
from ragami.games.ragami.events import CardTraded
from ragami.games.ragami.state import State
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log, report
from tests.hands.games import (
    Standing,
    first_deck,
    hidden_game,
    legal_part,
    log_of,
    with_a_slip,
)
from tests.hands.searched import first_unexplained
from tests.scale import seeds

# In these games a card is written down wrong, which every rule allows and no deal explains.
SLIPS: Final = (22, 25, 37, 75, 104)
# Here it is a card that was turned in, and this is noticed later.
SEED: Final = 104


def slipped(seed: int) -> tuple[Standing, int]:
    """A game with a slip up to what is illegal by itself, and the number of the wrong record."""
    right, wrong = hidden_game(seed), with_a_slip(hidden_game(seed), Random(seed))
    slip = next(seq for (seq, one), (_, other) in zip(right, wrong, strict=True) if one != other)
    return legal_part(wrong)[0], slip


def impossible(log: bytes) -> list[Finding]:
    return [one for one in replay_log(log).findings() if one.code == "impossible-hand"]


def line(seq: int, type_: str, /, **data: Any) -> bytes:
    record = {"seq": seq, "type": type_, "v": 1, "at": None, "by": None, "data": data}
    return json.dumps(record).encode() + b"\n"


def noticed(seed: int) -> tuple[bytes, int, int]:
    """A log that ends with what no deal explains, the number of that, and of the slip."""
    game, slip = slipped(seed)
    (finding,) = impossible(log_of(game))
    assert finding.seq
    return log_of(game[: finding.seq]), finding.seq, slip


# --- where it is ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SLIPS)
def test_it_is_found_at_the_first_event_that_no_deal_explains(seed: int) -> None:
    game, slip = slipped(seed)
    found = impossible(log_of(game))
    assert [one.seq for one in found] == [first_unexplained(game, first_deck(legal_part(game)[1]))]
    assert found[0].line == found[0].seq
    assert (found[0].seq or 0) >= slip
    assert found[0].severity == "warning"


def test_it_is_a_warning_and_the_game_goes_on() -> None:
    game, _slip = slipped(SEED)
    said = report("game", log_of(game))
    assert said.ok
    assert said.records == len(game)
    (finding,) = (one for one in said.findings if one.code == "impossible-hand")
    assert finding.facts["player"] in finding.en.lower()
    assert str(finding.facts["card"]) in finding.en
    assert finding.en != finding.es


def test_there_is_none_in_games_that_were_played() -> None:
    for seed in seeds(8, 300):
        assert impossible(log_of(hidden_game(seed))) == []


def test_what_is_illegal_ends_it_before() -> None:
    """Nothing is judged after an error, and of what is wrong itself only the rule is said."""
    log, seq, _slip = noticed(SEED)
    lines = log.splitlines(keepends=True)
    lines.insert(seq - 1, line(seq, "passed", player="nobody"))
    lines[seq] = lines[seq].replace(b'"seq":%d' % seq, b'"seq":%d' % (seq + 1))
    assert [one.code for one in replay_log(b"".join(lines)).findings()][-1] == "malformed-record"
    assert impossible(b"".join(lines)) == []


# --- what counts ---------------------------------------------------------------------------


def test_an_undo_takes_it_away_and_a_redo_brings_it_back() -> None:
    log, seq, _slip = noticed(SEED)
    undone = log + line(seq + 1, "undone", to=seq - 1, reason=None)
    assert [one.seq for one in impossible(log)] == [seq]
    assert impossible(undone) == []
    assert [one.seq for one in impossible(undone + line(seq + 2, "redone"))] == [seq]


def test_a_correction_of_the_slip_takes_it_away() -> None:
    log, seq, slip = noticed(SEED)
    right = json.loads(log_of([hidden_game(SEED)[slip - 1]]))
    told = {"reason": "slip", "authority": "table"}
    data = {name: right[name] for name in ("seq", "type", "v", "data")} | told
    assert impossible(log + line(seq + 1, "corrected", **data)) == []


def test_a_correction_can_make_a_slip() -> None:
    log, seq, slip = noticed(SEED)
    wrong = json.loads(log.splitlines()[slip - 1])
    right = log_of(hidden_game(SEED)[:seq])
    told = {"reason": "no slip at all", "authority": "table"}
    data = {name: wrong[name] for name in ("seq", "type", "v", "data")} | told
    assert impossible(right) == []
    found = impossible(right + line(seq + 1, "corrected", **data))
    assert [one.seq for one in found] == [seq]


def test_what_somebody_asserts_is_no_evidence() -> None:
    game = hidden_game(3)[:120]
    players = replay_log(log_of(game)).state.players
    more = line(121, "asserted", hands=dict.fromkeys(players, 9))
    assert [one.code for one in replay_log(log_of(game) + more).findings()].count(
        "asserted-difference"
    )
    assert known(log_of(game) + more) == known(log_of(game))


def test_a_reveal_that_fits_no_slot_is_no_evidence() -> None:
    game = hidden_game(3)[:120]
    more = line(121, "revealed", player="blue", seq=1, card=5)
    assert "unfit-reveal" in [one.code for one in replay_log(log_of(game) + more).findings()]
    assert known(log_of(game) + more) == known(log_of(game))


def test_a_reveal_is_evidence() -> None:
    log = log_of(hidden_game(4)[:60])
    replay = replay_log(log)
    player, held = next(
        (player, card)
        for player, cards in replay.game.need(DEDUCTION).hands(replay.standing()).held.items()
        for card in cards
        if card.card is None
    )
    shown = line(61, "revealed", player=player, seq=held.seq, card=held.may_be[0])
    now = [(card.seq, card.card) for card in known(log + shown)[player]]
    assert (held.seq, held.may_be[0]) in now
    never = next(card for card in range(1, 16) if card not in held.may_be)
    wrong = line(61, "revealed", player=player, seq=held.seq, card=never)
    codes = {one.code for one in replay_log(log + wrong).findings()}
    assert codes & {"impossible-hand", "unfit-reveal"}


def known(log: bytes) -> dict[str, Any]:
    replay = replay_log(log)
    return dict(replay.game.need(DEDUCTION).hands(replay.standing()).held)


# --- what is not known ---------------------------------------------------------------------


def test_after_a_contradiction_nothing_is_concluded() -> None:
    log, seq, _slip = noticed(SEED)
    replay: Replay = replay_log(log + log_of(slipped(SEED)[0])[len(log) :])
    hands = replay.game.need(DEDUCTION).hands(replay.standing())
    assert hands.contradiction
    assert hands.contradiction.seq == seq
    in_game = [card for card in range(1, 16) if card not in replay.state.removed]
    unknown = [card for cards in hands.held.values() for card in cards if card.card is None]
    assert all(card.may_be == in_game for card in unknown)
    assert not any(hands.must_hold.values())


@pytest.mark.parametrize("seed", SLIPS)
def test_who_looks_on_all_the_time_finds_what_one_finds_who_looks_at_the_end(seed: int) -> None:
    """Where something is undone, redone, revealed or corrected, what was seen is seen anew."""
    log, seq, slip = noticed(seed)
    right = json.loads(log_of([hidden_game(seed)[slip - 1]]))
    data = {name: right[name] for name in ("seq", "type", "v", "data")}
    lines = [
        *log.splitlines(keepends=True),
        line(seq + 1, "undone", to=seq - 2, reason=None),
        line(seq + 2, "redone"),
        a_reveal(log, seq + 3),
        line(seq + 4, "corrected", **data, reason="slip", authority="table"),
    ]
    looking = Replay(replay_log(log).game)
    found = []
    for number, text in enumerate(lines, 1):
        looking.take(looking.codec.read_line(text.rstrip(), number))
        found.append(looking.findings())
    for end in (*range(1, seq, 25), *range(seq - 2, len(lines) + 1)):
        assert found[end - 1] == replay_log(b"".join(lines[:end])).findings(), end
    codes = [[one.code for one in some] for some in found[seq - 1 :]]
    assert ["impossible-hand" in some for some in codes[:4]] == [True, False, True, True]


def a_reveal(log: bytes, seq: int) -> bytes:
    """Somebody shows a card that nobody knew, as long as the log makes sense."""
    before = b"".join(log.splitlines(keepends=True)[:-1])
    player, held = next(
        (player, card)
        for player, cards in known(before).items()
        for card in cards
        if card.card is None
    )
    return line(seq, "revealed", player=player, seq=held.seq, card=held.may_be[0])


def test_where_no_card_is_unknown_nothing_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def struck(_self: object, _events: object) -> None:
        raise AssertionError("looked at")

    monkeypatch.setattr(onlooker.Onlooker, "look_on", struck)
    open_game = list(enumerate((data for _type, data in play(3, 5)), 1))
    assert any(isinstance(event, CardTraded) for _seq, event in open_game)
    replay_log(log_of(open_game)).findings()
    with pytest.raises(AssertionError, match="looked at"):
        replay_log(log_of(hidden_game(3))).findings()


def test_where_the_worlds_get_too_many_nothing_is_concluded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(onlooker, "MOST_WORLDS", 1)
    log = log_of(slipped(SEED)[0])
    assert impossible(log) == []
    cards = [card for held in known(log).values() for card in held if card.card is None]
    in_game = [card for card in range(1, 16) if card not in replay_log(log).state.removed]
    assert cards
    assert all(card.may_be == in_game for card in cards)


def test_a_draw_of_the_whole_deck_that_a_ruling_let_stand_is_not_taken_apart() -> None:
    """There are hundreds of millions of ways to split it by a shuffle."""
    books = onlooker.Places(replay_log(log_of(hidden_game(3)[:30])).state)
    s = State()
    s.turn, s.deck_left, s.used = 1, 14, [2] * 16
    books.draw(40, next(iter(books.rows)), [1 + n % 15 for n in range(28)], [None], s)
    assert books.lost
    assert books.finding is None
