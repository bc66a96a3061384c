"""Hints while a line is typed, for any screen: nothing is written by them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ragami.decoded import State
from ragami.game import game_named
from ragami.game.capabilities import CHOICES, SETUP
from ragami.game.choices.choice import Choice
from ragami.sheet import Misread
from ragami.store.memory import MemoryStore
from ragami.table.drafts import Stamp, draft_of
from ragami.table.hints import Hints
from ragami.table.recording import Recording

SEEDS = "seed conflicts 3:2 8:5 12:1 18:4 21:6 29:3"
STAMP = Stamp("2026-05-30T15:30:20Z", None)


@pytest.fixture
def hints() -> Hints:
    """For a game of which nothing but record 1 is there."""
    game = game_named("ragami")
    recording = Recording(MemoryStore(), "friday", new=game.name)
    players = [("yellow", "Ana"), ("green", "Bo"), ("blue", "Cy")]
    data = game.need(SETUP).data("Friday", players, {}, {})
    recording.write([draft_of("game_opened", data, STAMP)])
    return Hints(recording, "en")


def misread(hints: Hints, line: str) -> Misread:
    read = hints.look(line).misread
    assert read is not None
    return read


def test_a_whole_line_says_an_event_that_may_stand(hints: Hints) -> None:
    look = hints.look(SEEDS)
    assert (look.draft and look.draft.type, look.wrong) == ("conflicts_seeded", None)
    assert len(hints.recording.lines) == 1


def test_a_value_is_expected_beside_the_words_that_are_legal_now() -> None:
    game = game_named("scores")
    recording = Recording(MemoryStore(), "friday", new=game.name)
    data = game.need(SETUP).data("Friday", [("p1", "Ana"), ("p2", "Bo")], {}, {})
    recording.write([draft_of("game_opened", data, STAMP)])
    hints = Hints(recording, "en")
    now = hints.of_now("zzz", misread(hints, "zzz"))
    expected = {term if isinstance(term, str) else term.en for term in now.expected}
    assert "somebody on the pad" in expected
    assert "row" in expected and "redo" not in expected


def test_what_is_legal_is_worked_out_once(hints: Hints, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a screen shows of it rests on the same choices, until the game goes on."""
    choices, asked = hints.recording.replay.game.need(CHOICES), []

    def count(state: State) -> Sequence[Choice]:
        asked.append(state)
        return due(state)

    due = choices.choices
    monkeypatch.setattr(choices, "choices", count)
    assert hints.lines()
    assert hints.ways("")
    assert hints.ways("seed ")
    assert len(asked) == 1


def test_one_that_the_rules_refuse_says_why(hints: Hints) -> None:
    look = hints.look("seed conflicts 3:2 3:5 12:1 18:4 21:6 29:3")
    assert look.wrong is not None
    assert look.wrong.rule == "R-INV-04"


def test_half_a_line_lacks_something(hints: Hints) -> None:
    half = misread(hints, "seed")
    assert hints.is_begun("seed", half)
    assert not hints.is_begun("sede conflicts", misread(hints, "sede conflicts"))


def test_the_ways_on_are_those_of_now(hints: Hints) -> None:
    assert [way.text for way in hints.ways("see")] == ["seed"]
    assert [way.text for way in hints.ways("seed ")] == ["conflicts"]
    draft = hints.read(SEEDS)
    assert draft is not None and not isinstance(draft, Misread)
    hints.recording.write([draft])
    hints.forget()
    assert [way.text for way in hints.ways("seed ")] == ["demons"]


def test_a_correction_that_breaks_the_game_off_is_known_before(hints: Hints) -> None:
    for line in (SEEDS, "seed demons 1 2 6 7"):
        draft = hints.read(line)
        assert draft is not None and not isinstance(draft, Misread)
        hints.recording.write([draft])
    wrong = hints.read("correct 2 = seed conflicts 1:2 8:5 12:1 18:4 21:6 29:3")
    assert wrong is not None and not isinstance(wrong, Misread)
    there = hints.breaks_off(wrong)
    assert there is not None and (there.finding.seq, there.cut_off) == (3, 0)
    assert hints.warning(wrong) is None
    assert hints.recording.replay.error is None


def test_when_a_game_is_over_who_won_is_told() -> None:
    """A pad told its numbers and nobody's name."""
    game = game_named("scores")
    recording = Recording(MemoryStore(), "friday", new=game.name)
    data = game.need(SETUP).data(None, [("p1", "Ana"), ("p2", "Bo")], {"plays": "Whist"}, {})
    recording.write([draft_of("game_opened", data, STAMP)])
    hints = Hints(recording, "en")
    for line in ("row 3 8", "end"):
        assert hints.guide().hints == ()
        draft = hints.look(line).draft
        assert draft is not None
        recording.write([draft])
    assert hints.guide()[:3] == ("Game over", "Bo wins (Bo 8, Ana 3)", ())
