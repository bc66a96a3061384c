"""No type of record can be forgotten: each comes back from a sheet, and most are said in words."""

from __future__ import annotations

import pytest

from ragami.game import game_named
from ragami.games.ragami.forms import FORMS
from ragami.language import LANGUAGES, Language
from ragami.log.record import LOG_EVENTS
from tests.sheet.every_record import AS_IT_IS, IN_WORDS, line_of, records
from tests.sheet.test_round_trip import game, without_stamps
from tests.trials.sheet import WITHOUT_WORDS, as_they_are, log_in, text_of

BOTH = pytest.mark.parametrize("language", LANGUAGES)
BEGUN = game(3).splitlines()[:20]
LOG = b"".join(line + b"\n" for line in [*BEGUN, *records(21)])


def test_there_is_one_of_every_type() -> None:
    assert set(IN_WORDS) | set(AS_IT_IS) >= set(LOG_EVENTS)
    of_the_game = set(game_named("ragami").codec.types) - set(LOG_EVENTS) - {"game_opened"}
    assert {row.form.type for row in FORMS.rows} == of_the_game
    assert set(game_named("ragami").events) <= of_the_game | {"game_opened"}


@BOTH
def test_every_type_comes_back_byte_for_byte(language: Language) -> None:
    for check in (False, True):
        assert log_in(text_of(LOG, language, stamps=True, check=check)) == LOG


@BOTH
def test_every_type_comes_back_without_its_stamp(language: Language) -> None:
    again = log_in(text_of(LOG, language, stamps=False))
    assert again is not None
    assert without_stamps(again) == without_stamps(LOG)
    assert text_of(again, language, stamps=False) == text_of(LOG, language, stamps=False)


@BOTH
def test_what_people_say_is_a_line_and_only_the_rest_stands_as_it_is(language: Language) -> None:
    for stamps in (False, True):
        sheet = text_of(LOG, language, stamps=stamps)
        assert as_they_are(sheet) == WITHOUT_WORDS
    # What reads like something that is not known here has no line behind its '='.
    assert sheet.count(b'= {"type":"passed","v":7') == 1


@BOTH
@pytest.mark.parametrize("type_", IN_WORDS)
def test_each_in_words_alone(type_: str, language: Language) -> None:
    for data in IN_WORDS[type_]:
        log = b"".join(line + b"\n" for line in [*BEGUN, line_of(21, type_, data)])
        assert log_in(text_of(log, language, stamps=True)) == log
        again = log_in(text_of(log, language, stamps=False))
        assert again is not None
        assert without_stamps(again) == without_stamps(log)
