"""The check characters: what a hand that copies does wrong is found, and where."""

from __future__ import annotations

import string

import pytest

from ragami.sheet import Misread, logs_in
from ragami.sheet.check import SIGNS, check_of, meant_by
from tests.scale import often
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


@pytest.mark.parametrize("line", LINES[:2])
def test_the_right_line_is_among_those_that_one_slip_makes_a_wrong_one(line: str) -> None:
    for at in range(1, len(line)):
        if line[at] != " ":
            assert line in meant_by(line[:at] + "~" + line[at + 1 :], check_of(line))
        if " " not in line[at - 1 : at + 1] and line[at - 1] != line[at]:
            swapped = line[: at - 1] + line[at] + line[at - 1] + line[at + 1 :]
            assert line in meant_by(swapped, check_of(line))


def test_a_line_that_was_misread_is_named_and_told_what_it_was() -> None:
    text = text_of(game(5), "en", stamps=False, check=True).decode().splitlines()
    right = 0
    moves = [at for at, line in enumerate(text) if " d:" in line or ">" in line][:: often(6, 1)]
    for at in moves:
        slip = (
            text[at].replace(" d:", " b:") if " d:" in text[at] else text[at].replace(">", "<", 1)
        )
        (misread,) = logs_in("\n".join([*text[:at], slip, *text[at + 1 :]]).encode())
        assert isinstance(misread, Misread)
        assert (misread.line, misread.found) == (at + 1, text[at].split()[-1])
        assert misread.nearest in ("", text[at].rsplit(" ", 1)[0])
        right += bool(misread.nearest)
    assert right > 0.9 * len(moves) > 3


def test_a_slip_in_the_stamp_is_shown_with_it() -> None:
    lines = text_of(game(5), "en", stamps=True, check=True).decode().splitlines()
    at = next(n for n, line in enumerate(lines) if " end @" in line)
    slip = lines[at].replace(" @2026", " @2062")
    (wrong,) = logs_in("\n".join([*lines[:at], slip, *lines[at + 1 :]]).encode())
    assert isinstance(wrong, Misread)
    assert wrong.nearest in ("", lines[at].rsplit(" ", 1)[0])
    assert "does not fit its check characters" in wrong.say("en")


def test_check_characters_are_read_as_they_are_written_by_hand() -> None:
    text = text_of(game(6), "es", stamps=False, check=True).decode()
    by_hand = "\n".join(
        line[:-2] + line[-2:].lower().replace("0", "o").replace("1", "l")
        for line in text.splitlines()
    )
    assert log_in(by_hand.encode()) == log_in(text.encode())
    assert log_in(by_hand.encode()) is not None
