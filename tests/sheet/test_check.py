"""The check characters: what a hand that copies does wrong is found, and where."""

from __future__ import annotations

import string

import pytest

from ragami.sheet import Misread, logs_in
from ragami.sheet.check import SIGNS, check_of
from tests.sheet.test_round_trip import game
from tests.trials.sheet import log_in, text_of

LINES = ("Y move 14 d:draw", "G resolve c3 v2 k13 roll 1 out Q3", 'note: "a  b" *x')


@pytest.mark.parametrize("line", LINES)
def test_any_one_wrong_character_is_found(line: str) -> None:
    signs = string.printable.strip() + "ñáéíóúÑçß"
    for at, right in enumerate(line):
        for wrong in signs:
            if wrong != right and not right.isspace():
                assert check_of(line[:at] + wrong + line[at + 1 :]) != check_of(line)


@pytest.mark.parametrize("line", LINES)
def test_any_two_characters_that_change_places_are_found(line: str) -> None:
    right = " ".join(line.split())
    for first in range(len(right)):
        for second in range(first):
            swapped = list(right)
            swapped[first], swapped[second] = swapped[second], swapped[first]
            text = "".join(swapped)
            if " ".join(text.split()) == text != right:
                assert check_of(text) != check_of(right)


def test_blanks_count_as_one() -> None:
    assert check_of("  Y   pass ") == check_of("Y pass")


def test_the_signs_cannot_be_taken_for_each_other() -> None:
    assert len(set(SIGNS)) == 32
    assert not set(SIGNS) & set("ILOU")


def test_a_line_that_was_misread_is_named_and_told_what_it_was() -> None:
    text = text_of(game(5), "en", stamps=False, check=True).decode().splitlines()
    at = next(n for n, line in enumerate(text) if line.startswith(("Y end", "G end", "B end")))
    move = at - 1
    wrong = text[move].replace(" ", " 3", 1) if "3" not in text[move] else text[move]
    wrong = text[move][:3] + "x" + text[move][4:]
    text[move], right = wrong, text[move]
    (misread,) = logs_in("\n".join(text).encode())
    assert isinstance(misread, Misread)
    assert misread.line == move + 1
    assert misread.found == right.split()[-1]
    assert misread.nearest in ("", right.rsplit(" ", 1)[0])


def test_check_characters_are_read_as_they_are_written_by_hand() -> None:
    text = text_of(game(6), "es", stamps=False, check=True).decode()
    by_hand = "\n".join(
        line[:-2] + line[-2:].lower().replace("0", "o").replace("1", "l")
        for line in text.splitlines()
    )
    assert log_in(by_hand.encode()) == log_in(text.encode())
    assert log_in(by_hand.encode()) is not None
