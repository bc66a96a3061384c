"""Facing the inquisitors on a phone, where the accounts do not tell which goods are left."""

from __future__ import annotations

from typing import Any

from ragami.game.choices.questions import Question, Questions
from ragami.games.deal_with_the_devil.choices import choices
from ragami.games.deal_with_the_devil.events import Asks, Offer
from ragami.games.deal_with_the_devil.game import GAME
from ragami.games.deal_with_the_devil.labels import LABELS
from ragami.games.deal_with_the_devil.words import Descriptions
from ragami.language import Language
from ragami.notation.reader import At
from tests.games.deal_with_the_devil.table import SEATS, Table


def facing(**filled: Any) -> Question | None:
    """The question to Red behind walls after some answers: Ascetic and Squanderer are there."""
    table = Table(open_=False).at("inquisition/face", 5)
    table["red"].indulgences = 2
    table.s.inquisition.up = {"1": "squanderer", "2": "ascetic"}
    table.s.inquisition.gone = ["A", "B", "C"]
    (form,) = (one for one in Questions(GAME, table.s).forms() if one.who == "red" and one.due)
    return Questions(GAME, table.s).step(form.id, {**form.data, **filled}, ()).question


def test_as_many_are_convinced_as_souls_are_paid() -> None:
    asked = facing(souls=1, indulgences=0)
    assert asked is not None and asked.path == ["convinced", 0] and not asked.stop
    after = facing(souls=1, indulgences=0, convinced=["ascetic"])
    assert after is not None and after.path == ["choices"]
    # Both inquisitors are paid for: no indulgence is left to ask for, nor more than are there.
    both, one_more = facing(souls=2), facing(souls=1)
    assert both is not None and both.path == ["convinced", 0]
    assert one_more is not None and [one.value for one in one_more.values] == [0, 1]


def test_what_a_penalty_leaves_open_is_asked_in_parts() -> None:
    asked = facing(souls=0, indulgences=0)
    assert asked is not None and asked.kind == "parts"
    told = {part.label.en: [one.kind for one in part.parts] for part in asked.parts}
    assert told == {"Ascetic": ["tally", "number"], "Squanderer": ["tally"]}
    convinced = facing(souls=1, indulgences=0, convinced=["squanderer"])
    assert convinced is not None
    assert [part.label.es for part in convinced.parts] == ["Asceta"]


def test_where_nothing_is_open_nothing_is_asked() -> None:
    assert facing(souls=2, indulgences=0, convinced=["squanderer", "ascetic"]) is None


def asked_first(table: Table, type_: str, who: str | None = None) -> Question:
    (form,) = (one for one in Questions(GAME, table.s).forms(type_) if one.who == who)
    first = Questions(GAME, table.s).step(form.id, form.data, ()).question
    assert first is not None
    return first


def part(question: Question, *path: str) -> Question:
    """A part of what is written, by the ends of the paths that lead to it."""
    for end in path:
        (question,) = (one for one in question.parts if one.path[-1] == end)
    return question


def values(question: Question) -> list[Any]:
    return [one.value for one in question.values]


def test_the_two_guesses_of_a_mortal_are_asked_as_distinct() -> None:
    """R-D-GUESS-01."""
    table = Table(None, open_=False).at("inquisition/ritual", 5)
    asked = asked_first(table, "ritual_opened")
    for role in ("mortal_1", "mortal_2"):
        guesses = part(asked, role, "guesses")
        assert guesses.distinct
        assert [one.path[-1] for one in guesses.parts] == ["devil", "cultist"]
    assert not asked.distinct and not part(asked, "devil", "souls").distinct


def test_the_devil_keeps_back_no_marked_soul_in_round_3() -> None:
    """R-D-RIT-02."""
    table = Table(open_=False).at("inquisition/ritual", 3)
    table["yellow"].souls = {"mortal": 3, "cultist": 1}
    asked = asked_first(table, "ritual_opened")
    assert values(part(asked, "devil", "souls", "mortal")) == [0, 1, 2, 3]
    assert values(part(asked, "devil", "souls", "cultist")) == [1]
    later = asked_first(table.at("inquisition/ritual", 5), "ritual_opened")
    assert values(part(later, "devil", "souls", "cultist")) == [0, 1]


def test_no_wall_hides_more_souls_than_there_are() -> None:
    """R-D-COMP-05."""
    table = Table(None, open_=False).at("walls/open", 5)
    hidden = {"goods": {}, "player": "red", "souls": {"mortal": 4, "cultist": 2}}
    table.do("wall_opened", **hidden)
    (blue,) = (one for one in choices(table.s) if one.data.get("player") == "blue")
    assert blue.open["souls"] == [{"mortal": [0, 1, 2], "cultist": [0]}]
    for colour in ("blue", "green"):
        table.do("wall_opened", goods={}, player=colour, souls={"mortal": 0, "cultist": 0})
    (last,) = choices(table.s)
    assert last.open["souls"] == [{"mortal": [2], "cultist": [0]}]


def most(question: Question) -> dict[str, int | None]:
    return {part.key: part.most for part in question.of}


def test_the_courtiers_of_an_achievement_are_named() -> None:
    courtiers = LABELS.kind("achievement_claimed", LABELS.names(["courtiers"]))
    at = At(Table().s, {}, "en")
    assert courtiers
    assert courtiers.label(["rural", "urban"], at) == "courtier: rural and urban"
    assert courtiers.label([], at) == ""


def test_what_cannot_be_given_is_not_offered() -> None:
    """R-D-BANK-03: no chest and no sale has more than is there; of the unknown all may be."""
    table = Table().at("inquisition/ritual", 5)
    table["yellow"].goods = {"coins": 3, "wood": 0, "stone": 2, "wheat": 0, "marble": 0, "glass": 1}
    asked = asked_first(table, "ritual_opened")
    assert most(part(asked, "devil", "goods")) == {"coins": 3}
    (trade,) = (
        one
        for one in choices(table.s)
        if one.type == "bank_traded" and one.data["player"] == "yellow"
    )
    assert trade.open["sells"].most == {"stone": 2, "glass": 1}
    offering = asked_first(table.at("deals/offer", 2), "offer_made", "yellow")
    assert most(part(offering, "goods")) == {"coins": 3, "stone": 2, "glass": 1}
    unknown = asked_first(Table(None, open_=False).at("inquisition/ritual", 5), "ritual_opened")
    assert most(part(unknown, "devil", "goods")) == {"coins": None}


def left_out(table: Table, type_: str) -> dict[str, str]:
    """The values that Red is not asked for, each with the rule that says why."""
    asking = Questions(GAME, table.s)
    (form,) = (one for one in asking.forms(type_) if one.who == "red")
    step = asking.step(form.id, form.data, ())
    return {one.label.en: one.why.rule for one in step.off if one.why}


def test_what_cannot_be_answered_otherwise_says_why() -> None:
    """Who has two souls is not innocent; who has two coins takes no chest for three."""
    table = Table().at("witch_hunt/charge", 2)
    table.s.questioned = ["red"]
    table["red"].souls = {"mortal": 2, "cultist": 0}
    assert left_out(table, "charge_answered") == {"innocent": "R-D-WITCH-03"}
    table = Table().at("deals/answer_1").has("red", coins=2)
    table.s.deal.offers = dict.fromkeys(SEATS, Offer({}, Asks(coins=3)))
    table.s.deal.chests.append(
        dict(zip(SEATS, ("devil", "cultist", "mortal_1", "mortal_2"), strict=True))
    )
    assert left_out(table, "offer_answered") == {"Take it": "R-D-BANK-03"}


def label(type_: str, name: str, value: Any, language: Language = "en") -> str:
    kind = LABELS.kind(type_, LABELS.names([name]))
    assert kind is not None
    return kind.label(value, At(Table().s, {}, language))


def test_what_is_given_and_what_a_penalty_counts_is_told_in_words() -> None:
    replies = {"ascetic": {"given": {}, "kept": 2}}
    assert label("inquisition_faced", "choices", replies) == "Ascetic: gives nothing, keeps 2"
    replies = {"ascetic": {"given": {"marble": 1}, "kept": 0}}
    told = label("inquisition_faced", "choices", replies, "es")
    assert told == "Asceta: entrega 1 mármol, conserva 0"
    assert label("wall_opened", "goods", {}, "es") == "nada"
    offer = {"goods": {"coins": 1}, "asks": {"souls": 2}}
    assert label("offer_made", "offer", offer, "es") == "1 moneda por 2 almas"
    texts = Descriptions("en", Table().s.table)
    assert texts.penalty("fundamentalist") == "-1 point for every achievement"
    assert texts.penalty("commoner") == "-1 point for every 2 buildings"
    assert Descriptions("es", Table().s.table).achievement("minor_1") == "3 rurales"
