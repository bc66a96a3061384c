"""The companion on a game that it has never seen: from its title to a correction that is undone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ragami.game import game_named
from ragami.game.definition import MissingCapability
from ragami.store.memory import MemoryStore
from ragami.table.opening import GivenOpening
from ragami_cli.companion.opening import DialogueContext, OpeningDialogue
from ragami_cli.companion.session import TableTalk
from ragami_cli.companion.talk import LineAnswer, Talk
from tests.cli.conftest import Ragami


@pytest.fixture
def desk() -> DialogueContext:
    return DialogueContext(MemoryStore(), "en", "ana", game_named("race"))


def told(talk: Talk, *lines: str) -> LineAnswer:
    answer = LineAnswer("told")
    for line in lines:
        answer = talk.enter(line)
        assert answer.kind in ("told", "done"), answer
    return answer


@pytest.fixture
def begun(desk: DialogueContext) -> TableTalk:
    """Opened by questions: nothing is asked of a board that the race has not."""
    opened = told(OpeningDialogue(desk, "friday"), "Sprint", "red Ana", "blue Bea", "", "")
    assert isinstance(opened.then, TableTalk), opened
    return opened.then


def stored(desk: DialogueContext) -> list[dict[str, Any]]:
    return [json.loads(line) for line in desk.store.read("friday")]


def test_a_word_may_be_cut_short_and_the_nearest_line_is_legal(
    begun: TableTalk, desk: DialogueContext
) -> None:
    assert told(begun, "bet player=red on=blue").kind == "done"
    answer = begun.enter("bte player=blue on=red")
    assert (answer.kind, answer.meant) == ("refused", "bet player=blue on=red")
    assert told(begun, answer.meant).kind == "done"
    assert [one["type"] for one in stored(desk)][1:] == ["bet_placed", "bet_placed"]
    assert any(line.startswith("red roll 1 ") for line in begun.reference())


def test_lines_follow_from_the_structs(begun: TableTalk, desk: DialogueContext) -> None:
    told(begun, "red bet ?", "blue be red", "roll 4")
    assert [one["data"] for one in stored(desk)][1:] == [
        {"player": "red", "on": None},
        {"player": "blue", "on": "red"},
        {"player": "red", "face": 4},
    ]
    answer = begun.enter("rolled 7")
    assert (answer.kind, answer.meant) == ("refused", "")
    assert begun.enter("red rolled 4").kind == "refused"  # blue is due


def test_undo_takes_a_correction_back_and_says_so(begun: TableTalk, desk: DialogueContext) -> None:
    told(begun, "bet_placed player=red on=red", "bet_placed player=blue on=red")
    told(begun, "correct 2 = bet_placed player=red on=blue")
    told(begun, "undo")
    last = stored(desk)[-1]
    assert (last["type"], last["data"]["data"]["on"]) == ("corrected", "red")


def test_a_correction_that_breaks_the_game_is_asked_about_first(begun: TableTalk) -> None:
    told(begun, "bet_placed player=red on=red", "bet_placed player=blue on=red")
    told(begun, "rolled player=red face=4")
    answer = begun.enter("correct 2 strike")
    assert answer.kind == "warned", answer
    assert "R-RACE-04" in answer.lines[0]


def test_a_reveal_that_does_not_fit_is_refused(begun: TableTalk) -> None:
    told(begun, "bet_placed player=red on=null", "bet_placed player=blue on=red")
    wrong = 'record {"type":"revealed","data":{"player":"red","seq":2,"place":"on","value":"pink"}}'
    answer = begun.enter(wrong)
    assert answer.kind == "refused", answer


def test_a_sheet_says_which_game_it_is(desk: DialogueContext) -> None:
    opening = OpeningDialogue(desk._replace(game=None), "friday")
    head = 'game: race rules=1 title=null goal=20 players=[{"colour":"red","name":"Ana"}'
    told(opening, head + ',{"colour":"blue","name":"Bea"}]')
    assert told(opening, "bet_placed player=red on=red").kind == "done"
    assert stored(desk)[0]["data"]["game"] == "race"


def test_the_race_has_no_board(desk: DialogueContext, friday: Ragami) -> None:
    with pytest.raises(MissingCapability):
        OpeningDialogue(desk, "friday", GivenOpening(components={"board": "city-1"}))
    for line in (("board", "use", "friday", "x.json"), ("new", "--game", "race", "--board", "x")):
        done = friday(*line, *(("-p", "red", "-p", "blue") if line[0] == "new" else ()))
        assert done.code == 2 and "race" in done.err, done
