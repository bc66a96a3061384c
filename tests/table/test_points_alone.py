"""A game whose rules are not installed: its points are kept, and only who plays is asked."""

from __future__ import annotations

import pytest

from ragami.draw.panels import Page
from ragami.game.registry import UnknownGame
from ragami.store.memory import MemoryStore
from ragami.table.opening import GivenOpening, OpeningDraft, UnfitAnswer, game_to_open
from ragami_cli.companion.opening import DialogueContext, OpeningDialogue
from tests.table.test_opening import answered


def test_another_name_is_a_pad_for_that_game() -> None:
    opening = OpeningDraft(MemoryStore(), "en")
    assert answered(opening, "Catan", "Ana, Bea, Caro") == ["game", "player", "nothing"]
    opening.write(opening.draft(), "friday")
    recorded = opening.draft().data
    assert b'"game":"scores"' in recorded
    assert b'"plays":"Catan"' in recorded


@pytest.mark.parametrize("answer", ["scoress", "ragmi", "dice-frge"])
def test_a_misspelt_game_is_no_other_one(answer: str) -> None:
    opening = OpeningDraft(MemoryStore(), "en")
    with pytest.raises(UnfitAnswer):
        opening.answer(answer)
    with pytest.raises(UnknownGame):
        game_to_open(answer)


@pytest.mark.parametrize("word", ["deal", "Devil", "forge"])
def test_a_word_of_a_game_is_that_game_or_none(word: str) -> None:
    """Typed it opens that game: then it is no pad where it is given with the command."""
    opening = OpeningDraft(MemoryStore(), "en")
    opening.answer(word)
    assert word.lower() in opening.game.name
    with pytest.raises(UnknownGame) as fault:
        game_to_open(word)
    assert opening.game.name in str(fault.value.facts["nearest"])


def test_the_dialogue_says_which_game_a_word_was_taken_for() -> None:
    talk = OpeningDialogue(DialogueContext(MemoryStore(), "en", None))
    assert not talk.story()
    talk.enter("deal")
    assert [line.text for line in talk.story()] == ["Deal with the Devil"]


def test_a_game_is_found_by_its_title() -> None:
    game, chosen = game_to_open("Dice Forge")
    assert (game.name, chosen) == ("dice-forge", {})


def test_names_come_one_by_one_or_with_commas_and_not_too_many() -> None:
    opening = OpeningDraft(MemoryStore(), "en")
    answered(opening, "Mus")
    with pytest.raises(UnfitAnswer):
        opening.answer(", ".join(f"P{n}" for n in range(13)))
    with pytest.raises(UnfitAnswer):
        opening.answer(" , ")
    assert opening.players == []
    assert answered(opening, "Ana", "Bea", "") == ["player", "player", "player", "nothing"]


def test_one_step_back_asks_for_the_game_again() -> None:
    opening = OpeningDraft(MemoryStore(), "en")
    answered(opening, "Catan")
    opening.back()
    assert answered(opening, "ragami") == ["game", "title"]
    assert opening.plays is None


def test_the_first_question_at_a_table_is_who_plays_and_the_second_a_number() -> None:
    game, chosen = game_to_open("Catan")
    desk = DialogueContext(MemoryStore(), "en", None, game)
    talk = OpeningDialogue(desk, "friday", GivenOpening(chosen=chosen))
    assert talk.guide().due == "Who plays? Up to 12 names, as they sit: Ana, Bea, Caro."
    assert talk.words("") == []
    session = talk.enter("Ana, Bea").then
    assert session is not None
    assert session.guide().due == "Ana, round 1: how many points?"
    assert "Ana" in "\n".join(session.standing(Page("en", part="due")))
