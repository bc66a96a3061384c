"""A game from a box: the board and the cards of one's own, and what a stand-in is worth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragami.games.ragami import shipped
from ragami.table.opening import GivenOpening
from ragami_cli.companion.opening import DialogueContext, Entering, OpeningDialogue
from ragami_cli.companion.session import TableTalk
from ragami_cli.companion.talk import LineAnswer, Talk
from tests.making.test_making import answers_for

CITY: dict[str, Any] = json.loads(shipped.read("city-1.json"))


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("RAGAMI_COMPONENTS", str(tmp_path / "own"))
    return tmp_path / "own"


def keep_board(kept: Path, name: str = "my-city") -> None:
    (kept / "ragami" / "board").mkdir(parents=True)
    board = CITY | {"name": name, "verified": True}
    (kept / "ragami" / "board" / f"{name}.json").write_text(json.dumps(board))


def told(talk: Talk, *lines: str) -> LineAnswer:
    answer = LineAnswer("told")
    for line in lines:
        answer = talk.enter(line)
        assert answer.kind in ("told", "done"), answer
    return answer


def opened(desk: DialogueContext, name: str = "box") -> Any:
    return json.loads(desk.store.read(name)[0])["data"]


SEATED = ("", "Y Ana", "G Bo", "B Cy", "")


def test_opening_asks_which_board_and_says_what_the_practice_board_is(
    desk: DialogueContext,
) -> None:
    opening = OpeningDialogue(desk, "box")
    told(opening, *SEATED, "")
    due = opening.guide().due
    assert "practice board that is invented and not the printed map" in due
    assert {word.text for word in opening.words("")} == {"new", "city-1"}
    answer = told(opening, "")
    assert answer.lines == (
        "city-1 is a stand-in: moves that the printed map allows may be refused.",
    )
    assert "a real box" in opening.guide().due
    answer = told(opening, "")
    assert answer.kind == "done"
    assert opened(desk)["components"] == {"board": "city-1", "deck": "deck-1", "dice": "dice-1"}


def test_a_board_of_ones_own_is_listed_and_its_cards_are_not_counted(
    desk: DialogueContext, kept: Path
) -> None:
    keep_board(kept)
    opening = OpeningDialogue(desk, "box")
    told(opening, *SEATED, "")
    assert opening.guide().hints == ("your own: my-city",)
    assert "my-city" in {word.text for word in opening.words("")}
    assert opening.enter("my-cty").kind == "refused"
    told(opening, "my-city")
    assert told(opening, "").kind == "done"
    parts = opened(desk)["components"]
    assert (parts["board"]["name"], parts["board"]["verified"]) == ("my-city", True)
    assert parts["deck"]["copies"] is None
    assert parts["deck"]["name"] == "box"


def test_undo_goes_back_over_the_board_and_a_file_is_no_name(
    desk: DialogueContext, kept: Path
) -> None:
    keep_board(kept)
    opening = OpeningDialogue(desk, "box")
    told(opening, *SEATED, "", "my-city")
    opening.undo()
    assert "Which board?" in opening.guide().due
    assert opening.enter("../board/my-city").kind == "refused"


def test_answers_about_a_board_outlive_an_interruption(desk: DialogueContext) -> None:
    answers = answers_for(CITY)
    guides = []
    for typed in (["Our City", *answers[:3]], ["Our City"]):
        opening = OpeningDialogue(desk, "box")
        told(opening, *SEATED, "")
        entering = told(opening, "new").then
        assert entering
        told(entering, *typed)
        guides.append(entering.guide())
    assert guides[0] == guides[1]


def test_a_board_is_entered_while_a_game_is_opened_and_kept(
    desk: DialogueContext, kept: Path
) -> None:
    opening = OpeningDialogue(desk, "box")
    told(opening, *SEATED, "")
    entering = told(opening, "new").then
    assert isinstance(entering, Entering)
    told(entering, "Our City")
    answers = answers_for(CITY)
    told(entering, *answers[:3])
    assert entering.enter("77").kind == "refused"  # there is no such square
    before = entering.guide()
    told(entering, answers[3], "back")
    assert entering.guide().due == before.due
    last = told(entering, *answers[3:])
    assert last.then is opening
    assert (kept / "ragami" / "board" / "our-city.json").is_file()
    assert told(opening, "").kind == "done"
    assert opened(desk)["components"]["board"]["name"] == "our-city"
    again = OpeningDialogue(desk, "other")
    told(again, *SEATED, "")
    assert again.guide().hints == ("your own: our-city",)


def test_what_the_command_line_says_is_not_asked(desk: DialogueContext, kept: Path) -> None:
    keep_board(kept)
    opening = OpeningDialogue(
        desk, "box", GivenOpening(None, "Friday", {"board": "my-city", "deck": "box"})
    )
    assert told(opening, *SEATED[1:], "").kind == "done"
    assert opened(desk)["title"] == "Friday"
    assert opened(desk)["components"]["board"]["name"] == "my-city"


def test_the_title_is_asked_for_where_the_name_is_given(desk: DialogueContext) -> None:
    opening = OpeningDialogue(desk, "box")
    assert "What is the game called?" in opening.guide().due
    told(opening, "Friday", *SEATED[1:], "", "", "")
    assert opened(desk)["title"] == "Friday"


def test_a_refusal_that_rests_on_a_stand_in_says_so_and_gives_the_way_on(begun: TableTalk) -> None:
    answer = begun.enter("Y saint Y>1 demon 1>2")
    assert answer.kind == "refused"
    assert "R-SAINT-06" in answer.lines[0]
    assert answer.lines[1:] == (
        "This rests on the board city-1, which nobody has compared with the printed one.",
        "If the table is right: 'ragami board use friday FILE' puts it right for the whole game;"
        " 'rule R-SAINT-06' lets only the next event stand.",
    )
    assert len(begun.enter("Y end").lines) == 1  # this has nothing to do with the map
    begun.enter("rule R-SAINT-06")
    assert begun.enter("Y saint Y>1 demon 1>2").kind == "done"


@pytest.mark.parametrize(
    ("typed", "name"),
    [("devil", "deal-with-the-devil"), ("Forge", "dice-forge"), ("deal", "deal-with-the-devil")],
)
def test_a_game_may_be_called_by_a_word_of_its_name(
    desk: DialogueContext, typed: str, name: str
) -> None:
    """Else a stranger who types `devil` keeps its points on a pad, and does not notice."""
    dialogue = OpeningDialogue(desk._replace(game=None), "new")
    dialogue.enter(typed)
    assert (dialogue.opening.game.name, dialogue.opening.plays) == (name, None)


def test_a_question_about_an_option_has_no_field_name_in_it(desk: DialogueContext) -> None:
    dialogue = OpeningDialogue(desk, "new")
    for answer in ("", "yellow Ana", "blue Bea", "", ""):
        dialogue.enter(answer)
    assert "neutral Ragami" in dialogue.guide().due
    assert "neutral_" not in dialogue.guide().due
