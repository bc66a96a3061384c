"""Questions at the table: a sentence comes back, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragami.game import game_named
from ragami.game.registry import SHIPPED
from ragami.judge.replay import Replay
from ragami.language import LANGUAGES, Language
from ragami.narration import tell_log
from ragami.table.spoken import answer, questions
from ragami_cli.companion.opening import DialogueContext
from ragami_cli.companion.session import TableTalk
from tests.page.browser import EXAMPLES

BEGUN = 150


def asked(
    log: Path,
    text: str,
    language: Language = "en",
    records: int | None = None,
    seat: str | None = None,
) -> tuple[str, ...]:
    """The answer to a question about the first records of a log."""
    lines = log.read_bytes().splitlines(keepends=True)[:records]
    name = lines[0].split(b'"game":"')[1].split(b'"')[0].decode()
    game = game_named(name)
    replay = Replay(game).take_all(game.codec.read_log(b"".join(lines)))
    story = tell_log(game, game.words.narrator(language, None), b"".join(lines))
    return answer(replay, story, text, language, seat)


FOUR = EXAMPLES / "four-players.jsonl"
FORGE = EXAMPLES / "dice-forge" / "four-players.jsonl"


@pytest.mark.parametrize(
    ("question", "language", "answers"),
    [
        ("last", "en", ["Record 150: Green ends the turn"]),
        ("ultimo", "es", ["Anotación 150: Verde termina su turno"]),
        ("último", "es", ["Anotación 150: Verde termina su turno"]),
        (
            "who",
            "en",
            [
                "Round 4, turn of Yellow",
                "Yellow: one Action die, any cards, exchanges, or pass.",
            ],
        ),
        (
            "at 14",
            "en",
            [
                "Square 14: 1 Demon, forbidden to Ragamis",
                "Record 14: Blue sets the Virtue die on Q1",
            ],
        ),
        ("at q5", "en", ["Block Q5: empty"]),
        (
            "mine nobody",
            "en",
            ["Say whose: Blue · Ana, Purple · Bruno, Green · Chloé, Yellow · Dinis."],
        ),
    ],
)
def test_it_is_answered_in_a_sentence(
    question: str, language: Language, answers: list[str]
) -> None:
    assert list(asked(FOUR, question, language, BEGUN)) == answers


def test_mine_is_who_asks_else_who_is_named_else_who_is_in_turn() -> None:
    (yellow,) = asked(FOUR, "mine", records=BEGUN)
    assert yellow.startswith("Yellow · Dinis; points 11; ")
    (named,) = asked(FOUR, "mine ana", records=BEGUN)
    assert asked(FOUR, "mine Blue", records=BEGUN) == (named,)
    assert named.startswith("Blue · Ana; points 13; ")
    assert asked(FOUR, "mine", records=BEGUN, seat="blue") == (named,)


def test_a_place_may_be_a_panel() -> None:
    island, record = asked(FORGE, "at 2", records=60)
    assert island.startswith("Island 2; ")
    assert record.startswith("Record 2: The dice fall: ")


def test_at_the_end_who_is_the_winner() -> None:
    (result,) = asked(FOUR, "who")
    assert "wins" in result


@pytest.mark.parametrize(
    "text", ["", "at", "last 3", "who am I", "at 9999", "move 14", "note: last"]
)
def test_what_is_no_question_is_not_answered(text: str) -> None:
    assert asked(FOUR, text, records=BEGUN) == ()


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("question", ["last", "who", "mine"])
def test_every_game_answers_before_its_first_record(name: str, question: str) -> None:
    game = game_named(name)
    told = answer(Replay(game), [], question, "en")
    assert all(told)


def test_there_are_four_questions() -> None:
    asked = {language: [line for line, _says in questions(language)] for language in LANGUAGES}
    assert asked == {
        "en": ["last", "who", "mine …", "at 14"],
        "es": ["ultimo", "quien", "mio …", "en 14"],
    }


def test_nothing_is_written_and_f1_names_the_questions(
    desk: DialogueContext, begun: TableTalk
) -> None:
    before = desk.store.read("friday")
    answered = begun.enter("who")
    assert (answered.kind, answered.kept) == ("told", "")
    assert "Yellow" in answered.lines[-1]
    assert desk.store.read("friday") == before
    reference = "\n".join(begun.reference())
    assert all(f"{line}  – {says}" in reference for line, says in questions("en"))
