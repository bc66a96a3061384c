"""A right line at the wrong moment is told what is due; an example is a line that is taken now."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from ragami.game import game_named
from ragami.game.capabilities import NOTATION
from ragami.judge.choices import offered
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.language import LANGUAGES, Language
from ragami.log.codec import encode_record
from ragami.log.record import Draft
from ragami.notation.misread import NotDue, Word
from ragami.sheet import Misread, read_line
from tests.games.dice_forge.kit import Table
from tests.golden.sheets import GAMES, logs
from tests.scale import often

MOMENTS = often(4, 120)
OF_ANY_GAME = ("undo", "undo x", "redo x", "correct x", "correct 4", "penalty", "rule", "name dice")


@pytest.fixture(scope="module")
def acting() -> Replay:
    """Dice Forge, orange may make an offering, perform a feat or end the turn."""
    return Table().fold


def misread(replay: Replay, text: str, language: Language = "en") -> Misread:
    read = read_line(replay, text, 1, language)
    assert isinstance(read, Misread), read
    return read


def is_taken(replay: Replay, line: str) -> bool:
    """Return True if the line is read, and the rules let it be written next."""
    first, _blank, rest = line.partition(" ")
    if first in ("all", "todos"):
        seats = {seat: word.en for word, seat in replay.game.need(NOTATION).seats.items()}
        return all(is_taken(replay, f"{seats[seat]} {rest}") for seat in replay.position.due)
    draft = read_line(replay, line)
    if not isinstance(draft, Draft):
        return False
    seq = replay.seq + 1
    raw: Any = msgspec.Raw(draft.data)
    version = replay.codec.types[draft.type].version
    record = encode_record(seq, draft.type, version, None, None, raw)
    branch = replay.branch()
    branch.take(replay.codec.read_line(record, seq))
    return branch.error is None


# --- what is said ---------------------------------------------------------------------------


def test_a_right_line_that_is_not_due_is_told_who_has_to_do_what(acting: Replay) -> None:
    read = misread(acting, "roll 1g 1g")
    said = read.say("en", numbered=False)
    assert said.startswith("'roll' is not due now. Orange: an offering, a heroic feat")
    assert "column" not in said.casefold()
    assert is_taken(acting, read.example)
    assert read.example in said


def test_in_spanish_too(acting: Replay) -> None:
    said = misread(acting, "tira 1g 1g", "es").say("es", numbered=False)
    assert said.startswith("Ahora no toca «tira». Naranja: una ofrenda, una hazaña heroica")


def test_what_is_due_for_somebody_else_is_not_due(acting: Replay) -> None:
    read = misread(acting, "G offer 3g")
    assert read.say("en", numbered=False).startswith("'G offer' is not due now. Orange: ")
    assert read.example.startswith("O ")
    assert not misread(acting, "O offer 3g").not_due
    assert not misread(acting, "offer 3g").not_due


@pytest.mark.parametrize("line", ["J compra 3g", "O assert", "assert gold x", "oz 3"])
def test_what_is_no_verb_or_may_always_be_written_is_not_said_to_be_due(
    acting: Replay, line: str
) -> None:
    read = misread(acting, line)
    assert read.not_due is None
    assert not read.example or is_taken(acting, read.example)


def test_a_sanction_may_come_at_any_time() -> None:
    replay = replay_log(next(log for name, log in logs("tournament") if "legal-3" in name))
    assert misread(replay, "warn nobody-here").not_due is None


def test_nothing_is_an_example_after_an_error(acting: Replay) -> None:
    stopped = replay_log(next(log for name, log in logs("dice-forge") if "illegal" in name))
    assert stopped.error
    read = misread(stopped, "roll")
    assert (read.example, read.not_due) == ("", None)


def test_an_example_has_what_is_unknown_where_that_was_typed() -> None:
    log = next(log for name, log in logs("deal-with-the-devil") if "walled" in name)
    found = []
    replay = game_of_log("deal-with-the-devil")
    for seq, line in enumerate(log.splitlines(), 1):
        if replay.seq and any(choice.type == "cards_drawn" for choice in offered(replay)):
            read = read_line(replay, "R draw ? ? ? ? ev ?")
            if isinstance(read, Misread) and not read.not_due:
                found.append(read.nearest or read.example)
        replay.take(replay.codec.read_line(line, seq))
    assert found
    assert all("?" in example for example in found), found


# --- of every game --------------------------------------------------------------------------


def game_of_log(name: str) -> Replay:
    game = game_named(name)
    return Replay(game, game.codec)


@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_a_line_that_would_be_taken(game: str) -> None:
    """Examples of the grammar, cut off, at moments of many games."""
    rng = Random(18)
    good = [log for name, log in logs(game) if "illegal" not in name]
    told = examples = 0
    for log in rng.choices(good, k=MOMENTS):
        lines = log.splitlines()
        replay = replay_log(b"\n".join(lines[: rng.randint(2, len(lines))]) + b"\n")
        notation, language = replay.game.need(NOTATION), rng.choice(LANGUAGES)
        whole = [line for _type, line in notation.examples(language)]
        for line in (*OF_ANY_GAME, *(line.rpartition(" ")[0] + " %" for line in whole)):
            read = read_line(replay, line, 1, language, budget=0.0001)
            if not isinstance(read, Misread):
                continue
            if read.example:
                examples += 1
                assert is_taken(replay, read.example), (replay.seq, line, read.example)
            if read.not_due:
                told += 1
                assert all(read.not_due.due), line
    assert told
    assert examples > told


@pytest.mark.parametrize("due", ["Blue: take", "Blue: take."])
def test_what_is_due_ends_as_a_sentence(due: str) -> None:
    assert NotDue("take", Word(due, due)).say("en") == "'take' is not due now. Blue: take."
