"""A game opened by answers, without a command line: what is asked, what fits, what comes of it."""

from __future__ import annotations

import pytest

from ragami.errors import RagamiError
from ragami.game import game_named
from ragami.language import Language
from ragami.store import Store
from ragami.store.memory import MemoryStore
from ragami.table.opening import GivenOpening, OpeningDraft, OpeningQuestion, UnfitAnswer
from ragami.table.recording import Draft, Recording, Refused

RAGAMI = game_named("ragami")


@pytest.fixture
def store() -> Store:
    return MemoryStore()


def answered(opening: OpeningDraft, *answers: str) -> list[str]:
    """What was asked for each of the answers, and what is asked after the last one."""
    asked = []
    for answer in answers:
        asked.append(what(opening))
        opening.answer(answer)
    return [*asked, what(opening)]


def what(opening: OpeningDraft) -> str:
    asked = opening.asked()
    return asked.what if asked else "nothing"


@pytest.mark.parametrize(
    ("language", "players"),
    [("en", ("yellow Ana", "g Bo", "blue", "")), ("es", ("amarillo Ana", "v Bo", "azul", ""))],
)
def test_answers_lead_to_record_1(store: Store, language: Language, players: list[str]) -> None:
    opening = OpeningDraft(store, language, RAGAMI, by="Eva")
    asked = answered(opening, "Friday", *players, "", "", "")
    assert asked == ["title", *["player"] * 4, "options", *["component"] * 2, "nothing"]
    assert opening.name() == "friday"
    opening.write(opening.draft(), opening.name())
    there = Recording(store, "friday")
    names, title = there.replay.game.seating(there.replay.state)
    assert (list(names), title) == (["yellow", "green", "blue"], "Friday")


def test_a_name_alone_takes_the_next_seat_and_is_no_beginning_of_another(store: Store) -> None:
    """'Gre' is somebody; 'g' and 'green' are seats, and 'gre Ana' is Ana in one cut short."""
    opening = OpeningDraft(store, "en", RAGAMI)
    answered(opening, "Friday", "Gre", "p", "gre Ana")
    assert opening.players == [("yellow", "Gre"), ("purple", "Purple"), ("green", "Ana")]


def test_names_alone_take_the_next_seats_and_a_slip_of_a_colour_none(store: Store) -> None:
    opening = OpeningDraft(store, "en", RAGAMI)
    answered(opening, "Friday", "Ana")
    for wrong in ("gren", "Bea, purpel", "Bea, Cy, Dan, Eva", "pink Bea"):
        with pytest.raises(UnfitAnswer):
            opening.answer(wrong)
    assert opening.players == [("yellow", "Ana")]
    answered(opening, "Bea, blue Cy")
    assert opening.players == [("yellow", "Ana"), ("green", "Bea"), ("blue", "Cy")]
    assert opening.asked() != OpeningQuestion("player")


def test_every_word_that_is_offered_is_an_answer(store: Store) -> None:
    opening = OpeningDraft(store, "es", RAGAMI)
    answered(opening, "Viernes")
    for _player in range(2):
        [first, *_rest] = [offer.text for offer in opening.offers()]
        opening.answer(f"{first}Ana")
    opening.answer("")
    while asked := opening.asked():
        fit = [offer.text for offer in opening.offers() if offer.meaning != "new"]
        assert fit, asked
        opening.answer(fit[-1])
        if asked.what == "options":
            opening.answer("")


def test_an_answer_that_is_none_says_which_there_are(store: Store) -> None:
    opening = OpeningDraft(store, "en")
    with pytest.raises(UnfitAnswer) as unfit:
        opening.answer("ragmi")
    assert unfit.value.word == "ragmi"
    assert "ragami" in unfit.value.choices
    answered(opening, "ragami", "")
    with pytest.raises(UnfitAnswer) as unfit:
        opening.answer("pink Ana")
    assert (unfit.value.word, unfit.value.known[0]) == ("pink", "yellow")
    with pytest.raises(UnfitAnswer) as unfit:
        opening.answer("")
    assert unfit.value.word is None


def test_back_takes_one_answer_after_the_other_back(store: Store) -> None:
    opening = OpeningDraft(store, "en", RAGAMI)
    answered(opening, "Friday", "y", "g", "", "")
    before = [what(opening)]
    while opening.players or opening.title:
        opening.back()
        before.append(what(opening))
    assert before == ["setting", "options", "player", "player", "title"]


def test_what_is_refused_is_asked_for_once_more(store: Store) -> None:
    opening = OpeningDraft(store, "en", RAGAMI, GivenOpening("friday", "Friday"))
    answered(opening, "y Ana", "g Bo", "", "", "", "")
    wrong = Draft("game_opened", opening.draft().data.replace(b"green", b"yellow"))
    with pytest.raises(Refused):
        opening.write(wrong, "friday")
    assert (what(opening), opening.named, store.head("friday")) == ("options", {}, 0)
    with pytest.raises(RagamiError) as named:
        opening.write(opening.draft(), "no/name")
    assert (named.value.code, what(opening)) == ("bad-game-name", "options")


def test_the_heads_of_a_sheet_say_it_all_at_once(store: Store) -> None:
    opening = OpeningDraft(store, "en")
    heads = ("game: ragami", "title: Friday", "players: Y Ana, G Bo, B Cy")
    assert [opening.take_head(line) for line in heads] == [None] * 3
    assert not opening.is_head("seed") or opening.heads
    record_1 = opening.take_head("seed conflicts 4:3 9:1 12:6 17:2 23:5 30:4")
    assert isinstance(record_1, Draft)
    opening.write(record_1, "friday")
    assert store.head("friday") == 1


@pytest.mark.parametrize(
    ("language", "text", "chosen"),
    [
        ("en", "Who wins: the fewest points", {"best": "low"}),
        ("es", "quién gana: quien tiene menos puntos", {"best": "low"}),
        ("en", "who wins", {"best": "low"}),
        ("en", "Rounds (0: open): 7", {"rounds": 7}),
        ("es", "Rondas (0: abierto): 33", {"rounds": 33}),
        ("en", "best=low", {"best": "low"}),
        ("es", "a que se juega: Wizard", {"plays": "Wizard"}),
        ("es", "rounds=33", {"rounds": 33}),
    ],
)
def test_what_is_agreed_is_said_in_words_or_as_an_option(
    language: Language, text: str, chosen: dict[str, object]
) -> None:
    opening = OpeningDraft(MemoryStore(), language, game_named("scores"))
    for answer in ("", "Ana, Bea"):
        opening.answer(answer)
    question = opening.asked()
    assert question
    assert question.what == "options"
    offered = [offer.text for offer in opening.offers()]
    assert {"en": "Who wins: the fewest points", "es": "Quién gana: quien tiene menos puntos"}[
        language
    ].casefold() in map(str.casefold, offered)
    assert not any("_" in offer or "=" in offer for offer in offered)
    opening.answer(text)
    assert opening.chosen == chosen


@pytest.mark.parametrize("game", ["dice-forge", "ragami"])
def test_what_counts_for_two_is_offered_to_two_alone(game: str) -> None:
    offered = []
    for names in ("Ana, Bea", "Ana, Bea, Cy"):
        opening = OpeningDraft(MemoryStore(), "en", game_named(game))
        opening.answer("Sunday")
        opening.answer(names)
        assert opening.asked() == OpeningQuestion("options")
        offered.append({offer.setting.name for offer in opening.offers() if offer.setting})
    two, three = offered
    assert (
        two > three
        and two - three
        == {
            "dice-forge": {"two_player_blessings"},
            "ragami": {"neutral_ragami", "neutral_mover", "neutral_helper_cubes"},
        }[game]
    )
