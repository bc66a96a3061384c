"""What the companion makes of a line that is none: what was meant, said in the right language."""

from __future__ import annotations

import pytest

from ragami.judge.report import replay_log
from ragami.log.unredacted import log_of
from ragami.sheet.due_lines import signed
from ragami_cli.companion.opening import DialogueContext, OpeningDialogue
from ragami_cli.companion.session import TableTalk
from ragami_cli.language import speak
from tests.companion.conftest import HEADS, SETUP


def at_step(desk: DialogueContext, lines: int) -> TableTalk:
    """A game of four after so many lines of its setup."""
    opening = OpeningDialogue(desk, "early")
    for line in HEADS.splitlines():
        opening.enter(line)
    opening.finish()
    session = desk.session("early")
    for line in SETUP.splitlines()[:lines]:
        assert session.enter(line).kind == "done"
    return session


def test_half_a_word_is_enough_where_it_is_clear_what_may_be_written_now(
    desk: DialogueContext,
) -> None:
    early = at_step(desk, 2)
    assert early.hint("Y f").text == "Yellow is first player"
    assert early.enter("Y f").kind == "done"


def test_a_word_that_may_be_several_is_ambiguous(begun: TableTalk) -> None:
    assert begun.hint("re").text == "ambiguous: resolve, reveal or redo"
    assert begun.enter("re").lines == ("ambiguous: resolve, reveal or redo",)


def test_a_card_that_only_pays_says_for_what(begun: TableTalk) -> None:
    answer = begun.enter("play 13")
    assert answer.lines[0] == "Card 13 is not played by itself, it pays: resolve … k13"
    assert answer.meant == ""
    assert "it pays: resolve … k13" in begun.hint("play 13").text


@pytest.mark.parametrize(
    "line", ["mvoe 14 d:d", "paas", "cubse 1", "res 3", "undo 4x", "step +l", "sanit B>29 4 d:draw"]
)
def test_what_is_meant_is_a_line_that_may_be_written(begun: TableTalk, line: str) -> None:
    meant = begun.enter(line).meant
    if meant:
        assert begun.hint(meant).ready
        assert not meant.startswith("note")


def test_what_is_due_is_offered_before_what_the_table_shows(desk: DialogueContext) -> None:
    words = [word.text for word in at_step(desk, 2).words("")]
    assert words[:5] == ["Y", "G", "B", "P", "assert"]


def test_a_line_that_is_not_legal_now_is_no_suggestion(
    desk: DialogueContext, begun: TableTalk
) -> None:
    [told] = begun.enter("dice 1 1 4").lines
    assert told.startswith("'dice' is not due now. Yellow: one Action die, any cards, ")
    assert at_step(desk, 3).enter("g strt -3 -3 +5").lines[0] == "Did you mean 'g start -3 -3 +5'?"


def test_in_spanish_lines_are_suggested_in_spanish(begun: TableTalk, desk: DialogueContext) -> None:
    before = desk.store.read("friday")
    spanish = desk._replace(language="es").session("friday")
    speak("es")
    told = spanish.enter("dice 1 1 4").lines
    assert told == ("Ahora no toca «dice». Amarillo: un dado de Acción, cartas, cambios o pasar.",)
    assert desk.store.read("friday") == before


@pytest.mark.parametrize(
    ("given", "seat"),
    [("amarillo Ana", "yellow"), ("yellow Ana", "yellow"), ("v Ana", "green"), ("Z Ana", "blue"),
     ("PUR Ana", "purple"), ("púrpura Ana", "purple"), ("A Ana", "yellow"), ("azul Ana", "blue")],
)  # fmt: skip
def test_colours_are_offered_and_read_in_spanish(
    desk: DialogueContext, given: str, seat: str
) -> None:
    speak("es")
    opening = OpeningDialogue(desk._replace(language="es"), "viernes")
    opening.enter("")
    assert "amarillo Ana" in opening.guide().due
    assert [word.text for word in opening.words("")] == [
        "amarillo ", "verde ", "azul ", "púrpura ",
    ]  # fmt: skip
    assert opening.enter(given).kind == "told"
    assert [told.text for told in opening.story()] == [f"{WORDS[seat]}: Ana"]


@pytest.mark.parametrize("word", ["undo", "deshace", "Undo"])
def test_the_opening_goes_back_by_a_word_too(desk: DialogueContext, word: str) -> None:
    """As Ctrl-Z does; and the question, which stands above the line, is not said twice."""
    opening = OpeningDialogue(desk, "friday")
    for line in ("", "yellow Ana"):
        opening.enter(line)
    assert opening.enter(word).lines == opening.undo().lines == ()
    assert opening.story() == []


WORDS = {"yellow": "amarillo", "green": "verde", "blue": "azul", "purple": "púrpura"}


def test_the_colour_of_the_neutral_piece_is_asked_for_in_spanish(desk: DialogueContext) -> None:
    speak("es")
    opening = OpeningDialogue(desk._replace(language="es"), "viernes")
    for line in ("", "A Ana", "V Bea", "", ""):
        opening.enter(line)
    assert [word.text for word in opening.words("")] == ["azul", "púrpura"]
    assert opening.enter("rojo").kind == "refused"
    assert opening.enter("púrpura").kind == "told"
    assert "El color del Ragami neutral: púrpura" in [line.text for line in opening.story()]
    assert opening.enter("").kind == "told"
    assert opening.enter("").kind == "done"
    assert b'"neutral_colour":"purple"' in desk.store.read("viernes")[0]


def test_who_mistypes_the_name_of_a_game_is_told_before_opening_another(
    desk: DialogueContext, begun: TableTalk
) -> None:
    assert begun.records
    opening = OpeningDialogue(desk, "firday")
    assert opening.guide().hints == ("There is no 'firday'. Did you mean 'friday'?",)
    opening.enter("")
    opening.enter("Y Ana")
    assert opening.guide().hints == ()
    assert OpeningDialogue(desk, "monday").guide().hints == ()


@pytest.mark.parametrize("line", ["yellow end", "Yellow END", "Ana end", "ana  end"])
def test_a_line_may_begin_with_a_colour_or_a_name(begun: TableTalk, line: str) -> None:
    assert begun.enter("Y mo 14 d:d").kind == "done"
    assert begun.hint(line).text == "Yellow ends the turn"
    assert begun.enter(line).lines == ("Yellow ends the turn",)


def test_a_player_who_is_called_like_a_colour_is_not_taken_for_it(desk: DialogueContext) -> None:
    opening = OpeningDialogue(desk, "colours")
    for line in ("game: ragami", "players: Y Green, G Bo, B Cy"):
        opening.enter(line)
    opening.finish()
    replay = replay_log(log_of(desk.store.read("colours")))
    assert signed(replay, "green first", "en") == "G first"
    assert signed(replay, "green first", "en", by_name=True) == "green first"
    assert signed(replay, "cy first", "en", by_name=True) == "B first"


def test_where_a_line_ends_too_early_is_said_in_both_languages(desk: DialogueContext) -> None:
    at_step(desk, 2)
    speak("es")
    answer = desk._replace(language="es").session("early").enter("A")
    speak("en")
    assert answer.lines[-1].startswith("Columna 3: la línea acaba ahí; se esperaba ")
