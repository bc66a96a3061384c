"""The rest played again: luck keeps its slots, decisions stay while they are legal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ragami.game.chance import Spent
from ragami.games.ragami import events as ev
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.referee.luck import Again, ChanceSources, play_again, slots_of
from ragami.table.whatif import tried
from tests.referee.desk_kit import GAME, NOTHING, WHY, draft, log_of, played, recording
from tests.scale import seeds


def again_without(seed: int, kind: type[Any], number: int = 0) -> tuple[Replay, Again, int]:
    """A game played again without one of its events."""
    game = recording(played(seed))
    standing = game.replay.history.standing()
    seq = [at for at, event in standing if isinstance(event, kind)][number]
    attempt = tried(game, [draft("corrected", seq=seq, **NOTHING, **WHY)])
    return game.replay, play_again(game.replay, attempt.replay), seq


@pytest.mark.parametrize("seed", seeds(4, 60))
def test_with_nothing_changed_it_is_the_same_game(seed: int) -> None:
    lines = played(seed, hidden=seed % 4 == 0, log_records=seed % 3 == 0)
    replay = replay_log(log_of(lines))
    again = play_again(replay, replay)
    assert (again.notes, again.stop) == ((), None)
    counting = [
        (seq, event)
        for seq, event in replay.history.standing()
        if not isinstance(event, ev.Revealed)
    ]
    assert list(again.events) == counting
    assert again.final == replay.final
    assert GAME.view(again.state, 0) == GAME.view(replay.state, 0)


@pytest.mark.parametrize("seed", seeds(2, 40))
def test_each_source_gives_what_it_gave_in_the_same_order(seed: int) -> None:
    """Whatever is struck out: what comes of a source is the beginning of what came before."""
    rng = Random(seed)
    kinds = (ev.CardsDrawn, ev.ConflictTried, ev.RagamiMoved, ev.SaintAndDemonMoved)
    replay, again, struck = again_without(seed, rng.choice(kinds), rng.randrange(4))
    recorded = slots_of(GAME, (event for _seq, event in replay.history.standing()))
    now = slots_of(GAME, (event for _seq, event in again.events))
    for source, values in now.items():
        if source == "cards":
            # Within one draw, which cards are laid off and which are kept may differ.
            assert sorted(values, key=str) == sorted(recorded[source][: len(values)], key=str)
        else:
            assert values == recorded[source][: len(values)]
    assert struck not in {seq for seq, _event in again.events}


def test_a_draw_that_never_happened_leaves_its_cards_to_the_next() -> None:
    replay, again, seq = again_without(1, ev.CardsDrawn)
    recorded = dict(replay.history.standing())
    following = [(at, event) for at, event in again.events if isinstance(event, ev.CardsDrawn)]
    first = next(event for at, event in following if at > seq)
    old = recorded[seq]
    here, before = ([*event.rejected, *event.kept] for event in (first, old))
    assert sorted(here, key=str) == sorted(before, key=str)
    assert any(note.what == "other-luck" for note in again.notes)


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_what_is_played_again_is_a_legal_game(seed: int) -> None:
    """Every event of it is judged once more, from the first on, by the rules."""
    _replay, again, _seq = again_without(seed, ev.RagamiMoved, 2)
    state = GAME.new_state()
    for seq, event in again.events:
        check, apply = GAME.judges[type(event)]
        assert check(state, event) == []
        apply(state, event, seq)
    assert GAME.final(state) == again.final


def test_it_stops_where_somebody_would_have_to_decide() -> None:
    """Without the end of a turn the next player cannot begin."""
    _replay, again, seq = again_without(3, ev.TurnEnded)
    assert again.stop is not None
    assert again.stop.why == "illegal"
    assert again.stop.seq is not None
    assert again.stop.seq > seq
    assert again.final is None
    assert again.stop.finding is not None


@pytest.mark.parametrize("number", [5, -1])
def test_where_nothing_more_fits_it_stopped_at_the_first_that_did_not(number: int) -> None:
    """Without the dice of a round nobody acts in it: that is one end, and not twenty remarks."""
    replay, again, struck = again_without(0, ev.ActionDiceSet, number)
    following = next(seq for seq, _event in replay.history.standing() if seq > struck)
    assert again.stop is not None
    assert (again.stop.seq, again.stop.why) == (following, "illegal")
    assert again.notes == ()
    assert again.events[-1][0] < struck


def test_what_a_correction_says_fell_has_fallen() -> None:
    game = recording(played(2))
    standing = game.replay.history.standing()
    seq, event = next((s, e) for s, e in standing if isinstance(e, ev.FirstPlayerDrawn))
    other = next(seat for seat in game.replay.state.seats if seat != event.player)
    reads = {"type": "first_player_drawn", "v": 1, "data": {"player": other}}
    attempt = tried(game, [draft("corrected", seq=seq, **reads, **WHY)])
    again = play_again(game.replay, attempt.replay)
    assert again.state.first is not None
    assert (seq, ev.FirstPlayerDrawn(other)) in again.events


def test_a_log_that_broke_off_breaks_off_there_again() -> None:
    game = recording(played(5))
    seq = next(s for s, e in game.replay.history.standing() if isinstance(e, ev.TurnEnded))
    game.write([draft("corrected", seq=seq, **NOTHING, **WHY)])
    assert game.replay.error is not None
    again = play_again(game.replay, game.replay)
    assert again.stop is not None
    assert (again.stop.seq, again.stop.why) == (game.replay.error.seq, "illegal")
    assert not again.notes


def test_what_was_legal_keeps_its_luck_also_in_a_log_that_broke_off_later() -> None:
    game = recording(played(0))
    standing = game.replay.history.standing()
    draw = next(seq for seq, event in standing if isinstance(event, ev.CardsDrawn))
    seq, event = [(s, e) for s, e in standing if isinstance(e, ev.Passed)][-1]

    def without_the_draw() -> Again:
        attempt = tried(game, [draft("corrected", seq=draw, **NOTHING, **WHY)])
        return play_again(game.replay, attempt.replay)

    whole = without_the_draw()
    assert [note for note in whole.notes if note.what == "other-luck" and note.seq < seq]
    wrong = {"type": "turn_ended", "v": 1, "data": {"player": event.player}}
    game.write([draft("corrected", seq=seq, **wrong, **WHY)])
    assert game.replay.error is not None
    broken = without_the_draw()
    before = [[each for each in again.events if each[0] < seq] for again in (whole, broken)]
    assert before[0] == before[1]


def test_sources_give_each_slot_once_and_say_when_they_are_spent() -> None:
    sources = ChanceSources({"deck": [1, 2, 3, 4]})
    assert sources.deal("deck", 2) == [1, 2]
    mark = sources.mark()
    assert sources.deal("deck", 2) == [3, 4]
    with pytest.raises(Spent, match="deck"):
        sources.deal("deck", 1)
    sources.back_to(mark)
    sources.put({"deck": [9]})
    assert sources.deal("deck", 1) == [4]
    with pytest.raises(Spent):
        sources.deal("dice", 1)


def test_what_mends_a_log_lets_it_be_played_to_its_end() -> None:
    game = recording(played(5))
    over = game.replay.final
    seq, event = next((s, e) for s, e in game.replay.history.standing() if isinstance(e, ev.Passed))
    wrong = {"type": "turn_ended", "v": 1, "data": {"player": event.player}}
    game.write([draft("corrected", seq=seq, **wrong, **WHY)])
    assert game.replay.error is not None
    right = {"type": "passed", "v": 1, "data": {"player": event.player}}
    attempt = tried(game, [draft("corrected", seq=seq, **right, **WHY)])
    again = play_again(game.replay, attempt.replay)
    assert (again.stop, again.final) == (None, over)
