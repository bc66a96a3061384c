"""What comes next on a pad is said to people: whose numbers are missing, and how it goes on."""

from __future__ import annotations

import pytest

from ragami.draw.panels import pad_of
from ragami.game import game_named
from ragami.game.capabilities import GUIDANCE, Guide
from ragami.game.choices.questions import OpenForm, Questions
from ragami.games.scores.drawing import panels
from ragami.language import Language
from tests.games.scores.pad import Pad

GAME = game_named("scores")
WIZARD = 'categories: bid "Bid" x0, points "Points"'


def guide(pad: Pad, language: Language = "en") -> Guide:
    return GAME.need(GUIDANCE).guide(pad.replay.state, language)


@pytest.mark.parametrize(
    ("pad", "step", "due"),
    [
        (Pad(), "Round 1", "The points of Ana, Bea and Caro are still missing."),
        (Pad("ana 5", rounds=3), "Round 1 of 3", "The points of Bea and Caro are still missing."),
        (Pad("row 1 2 3", target=9), "Round 1, up to 9 points",
         "All numbers are there: end the round."),
        (Pad("bid ana 1", heads=WIZARD, complete="all"), "Round 1",
         "Bid: the numbers of Bea and Caro are still missing."),
        (Pad("bid ana 1, bea 0, caro 0", heads=WIZARD, complete="all"), "Round 1",
         "Points: the numbers of Ana, Bea and Caro are still missing."),
        (Pad(complete="any"), "Round 1", "Write down what there is, and then end the round."),
        (Pad(result="declared"), "In play", "When the game is over, write down the place of each."),
        (Pad("row 9 2 3; round", target=9), "Decided",
         "The target of 9 is reached. End the game, or put a number right first."),
        (Pad("row 9 2 3; round", rounds=1), "Decided",
         "All rounds are played. End the game, or put a number right first."),
        (Pad("row 9 2 3; end"), "Game over", "Ana wins (Ana 9, Caro 3, Bea 2)"),
    ],
)  # fmt: skip
def test_what_is_due_is_a_sentence(pad: Pad, step: str, due: str) -> None:
    assert guide(pad)[:2] == (step, due)


def test_who_deals_is_a_hint_and_spanish_is_spoken() -> None:
    spoken = guide(Pad(dealer="deals", rounds=5), "es")
    assert spoken.step == "Ronda 1 de 5"
    assert spoken.due == "Faltan los puntos de Bea, Caro y Ana."
    assert spoken.hints == ("Reparte Ana.",)


# --- what may be done, on phones ---------------------------------------------------------------


def forms(pad: Pad, type_: str) -> list[OpenForm]:
    return Questions(GAME, pad.replay.state).forms(type_)


def test_twelve_bonuses_are_one_form_that_asks_for_whom_and_why() -> None:
    labels = [form.label.en for form in forms(Pad(), "adjusted")]
    assert labels == ["Bonus or penalty of 5 or 10", "Bonus or penalty"]
    questions = Questions(GAME, Pad().replay.state)
    asked = questions.step("adjusted.1", {"side": "bea", "points": -7}, ()).question
    assert asked
    assert (asked.path, asked.optional, asked.label.en) == (["reason"], True, "Why?")


def test_who_leaves_is_asked_and_stands_under_nobody() -> None:
    (form,) = forms(Pad(), "player_left")
    assert form.who is None
    assert isinstance(form.all, list)
    assert [value.label.en for value in form.all[0].values] == ["Ana", "Bea", "Caro"]


def test_an_end_before_its_time_asks_why_in_words() -> None:
    (early,) = forms(Pad(rounds=3), "game_ended")
    assert early.first
    assert early.first.path == ["reason"]
    (decided,) = forms(Pad("row 1 2 3; round", rounds=1), "game_ended")
    assert decided.data["reason"] is None


def test_a_game_without_points_asks_for_places_and_has_room_for_numbers() -> None:
    """On phones the pad takes what its cells are; what they are not would be a button each."""
    state = Pad(result="declared").replay.state
    pad = pad_of(panels(state, {}, {}, "en"))
    assert pad
    assert [row.heading for row in pad.rows] == ["1", "place"]
    assert {row for row, _column in pad.due} == {1}
    assert '"scored"' in pad.rows[0].cells[0].event
