"""Components entered from a box: what comes of the answers, and that no answer is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ragami.game.capabilities import Prompt
from ragami.games.ragami import shipped
from ragami.games.ragami.inspection import COMPONENTS, dialogue
from tests.cli.conftest import Ragami

CITY: dict[str, Any] = json.loads(shipped.read("city-1.json"))


def answers_for(board: dict[str, Any]) -> list[str]:
    """What somebody types who reads this board off the table."""
    typed = []
    for square, near in board["street"].items():
        typed.append(" ".join(str(n) for n in near if n > int(square)))
    for name, squares in board["block_squares"].items():
        typed.append(f"{name}: {' '.join(map(str, squares))}")
    proposed = {
        tuple(sorted((a, b)))
        for a in board["block_squares"]
        for b in board["block_squares"]
        if a != b and len(set(board["block_squares"][a]) & set(board["block_squares"][b])) >= 2
    }
    printed = {tuple(sorted((a, b))) for a, near in board["block_blocks"].items() for b in near}
    changes = [f"-{a}-{b}" for a, b in sorted(proposed - printed)]
    changes += [f"{a}-{b}" for a, b in sorted(printed - proposed)]
    return [*typed, "", *([" ".join(changes)] if changes else []), "", "yes"]


def talk(kind: str, answers: Iterable[str]) -> tuple[dict[str, Any], list[Prompt]]:
    """The component that comes of the answers, and what was asked."""
    asking = dialogue(kind, "mine", "en")
    asked = [next(asking)]
    for answer in answers:
        try:
            asked.append(asking.send(answer))
        except StopIteration as end:
            made: dict[str, Any] = end.value
            return made, asked
    raise AssertionError(f"still asking: {asked[-1]}")


def without_order(board: dict[str, Any]) -> dict[str, Any]:
    return {
        part: {key: sorted(near) for key, near in board[part].items()}
        for part in ("street", "block_squares", "block_blocks")
    }


def test_the_board_that_ships_can_be_entered() -> None:
    made, _asked = talk("board", answers_for(CITY))
    assert without_order(made) == without_order(CITY)
    assert made["verified"] is True
    assert COMPONENTS.inspect(json.dumps(made).encode()).findings == []


def test_a_street_of_one_way_is_one_of_both() -> None:
    made, _asked = talk("board", answers_for(CITY))
    for square, near in made["street"].items():
        for other in near:
            assert int(square) in made["street"][str(other)]


def test_a_slip_is_named_and_asked_again() -> None:
    answers = answers_for(CITY)
    _made, asked = talk("board", ["2 31", "two", *answers])
    assert "31" in asked[1].words[0]
    assert "two" in asked[2].words[0]
    assert asked[1].prompt == asked[0].prompt


def test_a_number_with_a_minus_is_taken_back() -> None:
    answers = answers_for(CITY)
    wrong = answers[0] + " 30"
    made, _asked = talk(
        "board", [wrong, answers[1], *answers[2:29], "-1 " + answers[29], *answers[30:]]
    )
    assert without_order(made) == without_order(CITY)


def test_squares_that_no_street_reaches_are_asked_for() -> None:
    alone = [str(n + 1) for n in range(1, 30, 2) for _ in range(1)]
    answers = [alone[n // 2] if n % 2 == 0 else "" for n in range(30)]
    asking = dialogue("board", "mine", "en")
    question = next(asking)
    for answer in answers:
        question = asking.send(answer)
    assert "3" in question.words[0].split()
    question = asking.send("3")
    question = asking.send("1")
    assert "3" not in question.words[0].split()


def test_a_block_with_a_square_from_elsewhere_is_pointed_at() -> None:
    answers = answers_for(CITY)
    far = next(n for n in range(30, 0, -1) if n not in CITY["block_squares"]["Q1"])
    slip = answers[30] + f" {far}"
    asking = dialogue("board", "mine", "en")
    question = next(asking)
    for answer in [*answers[:30], slip]:
        question = asking.send(answer)
    assert str(far) in " ".join(question.words)


def test_a_square_without_a_block_is_asked_for() -> None:
    answers = answers_for(CITY)
    asking = dialogue("board", "mine", "en")
    question = next(asking)
    for answer in [*answers[:31], ""]:
        question = asking.send(answer)
    assert "30" in question.words[0]
    assert "Q2" in question.prompt


def test_nothing_is_pointed_at_where_streets_join_the_squares() -> None:
    answers = answers_for(CITY)
    asking = dialogue("board", "mine", "en")
    next(asking)
    blocks = len(CITY["block_squares"])
    asked = [asking.send(answer) for answer in answers[: 30 + blocks]]
    assert all(not question.words for question in asked[30:])


def test_pairs_are_shown_in_order_and_a_block_that_there_is_not_is_named() -> None:
    answers = answers_for(CITY)
    asking = dialogue("board", "mine", "en")
    question = next(asking)
    for answer in answers[: 31 + len(CITY["block_squares"])]:
        question = asking.send(answer)
    shown = question.words[-1].split(", ")
    assert len(shown) > 8
    assert shown == sorted(shown)
    wrong = asking.send(f"Q1-Q77 -{shown[0]}")
    assert any("Q1-Q77" in line for line in wrong.words[:-1])
    assert wrong.words[-1].split(", ") == shown[1:]
    right = asking.send(shown[0])
    assert right.words == [question.words[-1]]


def test_the_numbers_of_the_kinds_have_to_make_a_deck() -> None:
    one_too_many = ["2"] * 11 + ["3"] * 4
    _made, asked = talk("deck", [" ".join(one_too_many), "?", "13 14", "?", "no"])
    assert "34" in asked[1].words[0]
    assert asked[1].prompt == asked[0].prompt


def test_the_deck_is_counted() -> None:
    counts = ["2"] * 12 + ["3"] * 3
    made, asked = talk("deck", [" ".join(counts[:-1]), " ".join(counts), "13 14", "?", "no"])
    assert "14" in asked[1].words[0]
    assert made["copies"] == {str(kind): int(n) for kind, n in enumerate(counts, 1)}
    assert made["red_triangle"] == [13, 14]
    assert made["white_cube"] is None
    assert made["verified"] is False
    assert COMPONENTS.inspect(json.dumps(made).encode()).ok


def test_nobody_has_to_count_the_deck() -> None:
    made, _asked = talk("deck", ["", "", "3 5", ""])
    assert made["copies"] is None
    assert made["red_triangle"] == [13, 14, 15]
    assert made["white_cube"] == [3, 5]


def test_dice_have_six_faces_and_an_action_die_more_than_ones() -> None:
    made, asked = talk("dice", ["1 2 3", "1 1 1 1 1 1", "1 1 2 3 4 6", "", "yes"])
    assert asked[1].prompt == asked[2].prompt == asked[0].prompt
    assert made == {
        "name": "mine",
        "verified": True,
        "action": [1, 1, 2, 3, 4, 6],
        "power": [0, 0, 1, 1, 2, 2],
    }
    assert COMPONENTS.inspect(json.dumps(made).encode()).findings == []


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_what_was_answered_outlives_the_end_of_the_answers(ragami: Ragami, tmp_path: Path) -> None:
    answers = answers_for(CITY)
    first = ragami("board", "new", "mine.json", stdin="\n".join(answers[:20]) + "\n")
    assert first.code == 130
    assert not (tmp_path / "mine.json").exists()
    assert (tmp_path / "mine.json.answers").read_text("utf-8").splitlines() == answers[:20]
    second = ragami("board", "new", "mine.json", stdin="\n".join(answers[20:]) + "\n")
    assert second.code == 0, second.err
    made = json.loads((tmp_path / "mine.json").read_text("utf-8"))
    assert without_order(made) == without_order(CITY)
    assert not (tmp_path / "mine.json.answers").exists()


def test_a_kill_loses_no_answer(tmp_path: Path) -> None:
    answers = answers_for(CITY)
    process = subprocess.Popen(
        [sys.executable, "-m", "ragami_cli", "board", "new", "mine.json"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stderr
    process.stdin.write("\n".join(answers[:5]) + "\n")
    process.stdin.flush()
    told = ""
    while "Square 6" not in told:
        told += process.stderr.read(1)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    process.stdin.close()
    process.stderr.close()
    assert (tmp_path / "mine.json.answers").read_text("utf-8").splitlines() == answers[:5]


def test_back_takes_the_last_answer_back(ragami: Ragami, tmp_path: Path) -> None:
    typed = "1 2 3 4 5 5\nback\n1 1 2 3 4 5\n\nyes\n"
    done = ragami("board", "new", "mine.json", "--kind", "dice", stdin=typed)
    assert done.code == 0, done.err
    made = json.loads((tmp_path / "mine.json").read_text("utf-8"))
    assert made["action"] == [1, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("back", ["back", "BACK", "atrás", "atras"])
def test_what_could_not_be_taken_need_not_be_taken_back(
    ragami: Ragami, tmp_path: Path, back: str
) -> None:
    """The last answer is the last one that counted; what was refused is not kept either."""
    typed = f"1 2 3 4 5 5\n1 2\nfoo\n{back}\n"
    first = ragami("board", "new", "mine.json", "--kind", "dice", stdin=typed)
    assert first.code == 130
    assert (tmp_path / "mine.json.answers").read_text("utf-8") == ""
    typed = "1 1 2 3 4 5\n1 2\nfoo\n"
    ragami("board", "new", "mine.json", "--kind", "dice", stdin=typed)
    assert (tmp_path / "mine.json.answers").read_text("utf-8") == "1 1 2 3 4 5\n"


def test_the_board_is_drawn_as_a_picture_too(ragami: Ragami, tmp_path: Path) -> None:
    typed = "\n".join(answers_for(CITY)) + "\n"
    done = ragami("board", "new", "mine.json", stdin=typed)
    assert "mine.svg" in done.err
    picture = ET.fromstring((tmp_path / "mine.svg").read_text("utf-8"))
    said = {text.strip() for text in picture.itertext()}
    assert {"mine", "Q9", *map(str, range(1, 31))} <= said


def test_what_was_entered_is_read_back_in_words(tmp_path: Path) -> None:
    _made, asked = talk("board", answers_for(CITY))
    assert "Streets of square 1: 2 8" in asked[-1].words
    assert any(line.startswith("Squares of block Q1: ") for line in asked[-1].words)
    assert not any("_" in line for line in asked[-1].words)


def test_only_where_nobody_need_know_a_question_mark_is_offered() -> None:
    asking = dialogue("deck", "mine", "en")
    asked = [next(asking)]
    asked += [asking.send(answer) for answer in ("?", "13 14 15", "?")]
    red, cube = asked[1:3]
    assert "?" not in red.words[0]
    assert "?" in cube.words[0]


def test_no_file_is_written_over(ragami: Ragami, tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text("mine", "utf-8")
    done = ragami("board", "new", "mine.json")
    assert done.code == 4
    assert "Traceback" not in done.err
    assert (tmp_path / "mine.json").read_text("utf-8") == "mine"


@pytest.mark.parametrize("kind", ["board", "deck", "dice"])
def test_the_questions_are_asked_in_spanish_too(kind: str) -> None:
    assert next(dialogue(kind, "mine", "es")) != next(dialogue(kind, "mine", "en"))
