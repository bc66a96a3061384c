"""`choices` as forms and `choices/next`: what was played is reached by taps; nothing is written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Final

import pytest
from msgspec import UNSET

from ragami.game import game_named
from ragami.game.capabilities import BOT, LABELS
from ragami.game.choices.choice import Choice, Several
from ragami.game.choices.narrowing import narrowing
from ragami.game.choices.questions import Questions
from ragami.game.moment_labels import MomentLabels
from tests.narrowing.walking import Moment, moments_of
from tests.scale import often
from tests.server.kit import Club, Json, Made, Phone, fill, simulated
from tests.server.tapping import Asked, Entered, entered, labels

GAMES = {"ragami": 3, "dice-forge": 3, "deal-with-the-devil": 4}
EVENTS = 60
TAPS = 3


class OverHttp:
    """A table of a server."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def choices(self) -> Json:
        told: Json = self.phone.get("choices").json()
        return told

    def next_question(self, asked: Json) -> Json:
        answer = self.phone.post("choices/next", asked)
        assert answer.status_code == 200, answer.text
        told: Json = answer.json()
        return told


@cache
def played(name: str) -> list[tuple[list[Json], Entered]]:
    """The events of a game of the bots: what is offered, and each entered on its player's phone."""
    return list(enters(name))


def enters(name: str) -> Iterator[tuple[list[Json], Entered]]:
    game = game_named(name)
    events = moments_of(name, game.need(BOT).play(GAMES[name], 3))
    for moment in islice(events, 1, EVENTS):
        seats = game.seating(moment.state).names
        who = moment.data.get("player")
        seat = str(who) if who in seats else next(iter(seats))
        event = {"type": moment.type, "data": moment.data}
        asked = Asked(name, moment.state)
        yield asked.choices()["forms"], entered(asked, event, frozenset([seat]))


EACH: Final = [
    one if one == "dice-forge" else pytest.param(one, marks=pytest.mark.trial) for one in GAMES
]
"""To enter a game by taps takes a while; that all has labels is asked of every game elsewhere."""


@pytest.mark.parametrize("name", EACH)
def test_a_game_is_entered_in_three_taps_a_record(name: str) -> None:
    taps = [one.taps for _forms, one in played(name)]
    assert median(taps) <= TAPS, taps


@pytest.mark.parametrize("name", EACH)
def test_every_label_is_in_words_in_both_languages(name: str) -> None:
    """No id with a low line, and no name of a field where a label of its own is missing."""
    game = game_named(name)
    for forms, one in played(name):
        for label in labels([forms, one.whole]):
            assert label["en"].strip(), one
            assert label["es"].strip(), one
            assert "_" not in label["en"] + label["es"], label
    table = game.need(LABELS)
    missing = [type_ for type_ in game.events if type_ not in table.forms]
    assert set(missing) <= {"game_opened", "revealed", "asserted"}


def test_a_server_says_the_line_and_the_sentence_of_a_whole_event(
    database: Path, served: Made
) -> None:
    fill(database, simulated("dice-forge", 3, 3)[:3])
    phone = served().join("orange")
    told = phone.get("choices").json()
    (form,) = told["forms"]
    assert form["all"][0]["label"] == {"en": "Die 1", "es": "Dado 1"}
    assert form["all"][0]["group"]["label"]["es"] == "Naranja · Max"
    event = {"type": "dice_rolled", "data": {"rolls": {
        one["path"][1]: one["values"][0]["value"] for one in form["all"]}}}  # fmt: skip
    whole = entered(OverHttp(phone), event, frozenset(["orange"])).whole
    assert whole["line"].startswith("roll O 1.1g 2.1g G ")
    assert whole["says"].startswith("The dice fall: Black 1 gold, 1 gold; Orange 1 gold, 1 gold")
    assert whole["findings"] == []
    assert whole["warning"] is None
    assert phone.seq() == 3
    assert phone.write("events", {"type": whole["type"], "data": whole["data"]}, 3).is_success


def test_a_value_that_does_not_fit_is_grey_and_says_its_rule(database: Path, served: Made) -> None:
    """Of the Action dice only those that were rolled can be set, red ones apart."""
    events = simulated("ragami", 3, 3)
    at = next(n for n, one in enumerate(events) if one["type"] == "action_dice_set")
    fill(database, events[:at])
    phone = served().join(events[at]["data"]["player"])
    form = next(one for one in phone.get("choices").json()["forms"] if one["joint"])
    asked = {"seq": at, "form": form["id"], "filled": {"rolls": [2, 3, 4]}, "ended": ["rolls"]}
    step = phone.post("choices/next", asked).json()
    question = step["question"]
    assert question["path"] == ["spaces", "saint"]
    assert [one["value"] for one in question["values"]] == [2, 3, 4]
    assert [one["value"] for one in question["off"]] == [5]
    assert question["off"][0]["why"]["rule"].startswith("R-SETUP-20")
    assert set(question["off"][0]["why"]) == {"rule", "en", "es"}
    answered = [one["value"]["value"] for one in step["answered"]]
    assert answered == [2, 3, 4]


def test_a_question_with_one_answer_is_not_asked(database: Path, served: Made) -> None:
    events = simulated("ragami", 3, 3)
    at = next(n for n, one in enumerate(events) if one["type"] == "action_dice_set")
    fill(database, events[:at])
    phone = served().join(events[at]["data"]["player"])
    form = next(one for one in phone.get("choices").json()["forms"] if one["joint"])
    filled = {"rolls": [2, 3, 4], "spaces": {"saint": 2, "draw": 3}}
    asked = {"seq": at, "form": form["id"], "filled": filled, "ended": ["rolls"]}
    step = phone.post("choices/next", asked).json()
    assert step["whole"]
    assert step["data"]["spaces"] == {"saint": 2, "draw": 3, "conflict": 4}
    assert step["answered"][-1]["label"] == {"en": "Die on Conflict", "es": "Dado en Conflicto"}


def test_what_does_not_belong_here_is_refused_and_nothing_is_written(
    database: Path, served: Made
) -> None:
    fill(database, simulated("dice-forge", 3, 3)[:3])
    phone = served().join("orange")
    good = {"seq": 3, "form": "dice_rolled.0"}
    late = phone.post("choices/next", good | {"seq": 2})
    assert late.status_code == 409
    assert (late.json()["expected"], late.json()["found"]) == (2, 3)
    for wrong in (
        {"form": "dice_rolled.9"},
        {"form": "nothing"},
        {"filled": {"rolls": {"orange.1": "6g"}}},
        {"filled": {"colour": "red"}},
        {"filled": {"rolls": [1]}},
        {"filled": {"rolls": 7}},
        {"ended": ["rolls"]},
        {"ended": ["nothing"]},
        {"more": 1},
    ):
        assert phone.post("choices/next", good | wrong).status_code == 400, wrong
    assert phone.seq() == 3


def test_a_whole_event_that_is_refused_says_why(database: Path, served: Made) -> None:
    """What somebody writes is judged when it is whole."""
    events = simulated("deal-with-the-devil", 3, 4, distribution="recorded")
    at = next(n for n, one in enumerate(events) if one["type"] == "offer_made")
    fill(database, events[:at])
    seat = events[at]["data"]["player"]
    phone = served().join(seat)
    form = next(one for one in phone.get("choices").json()["forms"]
                if one["type"] == "offer_made" and one["who"] == seat)  # fmt: skip
    assert [one["kind"] for one in form["first"]["parts"]] == ["tally", "word"]
    for offer in ({"goods": {"coins": 999}, "asks": {"coins": 2}}, {"goods": 5}):
        asked = {"seq": at, "form": form["id"], "filled": {"player": seat, "offer": offer}}
        step = phone.post("choices/next", asked).json()
        assert step["whole"]
        assert step["findings"][0]["text"]
        assert step["says"] is None


def test_the_symbols_of_a_game_are_one_sheet(database: Path, served: Made) -> None:
    fill(database, simulated("dice-forge", 3, 3)[:3])
    phone = served().join("orange")
    told = phone.get("choices").json()
    sheet = phone.get(told["pictures"])
    assert sheet.headers["content-type"] == "image/svg+xml"
    named = {one["picture"] for form in told["forms"] for question in form["all"]
             for one in question["values"]}  # fmt: skip
    assert all(f'<symbol id="{one}"' in sheet.text for one in named)
    assert phone.get(told["pictures"], headers={"If-None-Match": sheet.headers["etag"]}
                     ).status_code == 304  # fmt: skip
    assert phone.get("/v1/games/nothing/symbols.svg").status_code == 404


def test_a_table_whose_game_has_no_labels_asks_by_its_words(club: Club) -> None:
    phone = club.join("red")
    told = phone.get("choices").json()
    assert told["pictures"] is None
    texts = [one["en"] for one in labels(told["forms"])]
    assert texts
    assert not any("_" in one for one in texts)


def test_all_at_once_is_only_what_has_nothing_to_do_with_each_other() -> None:
    """A form with a list, or with answers that have to fit together, is asked step by step."""
    for forms, _one in played("dice-forge"):
        for form in forms:
            if form["joint"] or form["type"] in ("offering_made", "faces_applied"):
                assert not form.get("all")
            else:
                assert "all" in form


def test_what_is_fixed_is_part_of_the_name_of_a_form() -> None:
    choice = Choice("face_forged", {"player": "blue", "die": 2}, {"face": ["x3"], "slot": ["1g"]})
    game = game_named("dice-forge")
    state = game.new_state()
    told = MomentLabels(game.need(LABELS), game, state).form(choice.type, choice.data)
    assert (told.en, told.es) == ("Forge on die 2", "Forjar en el dado 2")


def test_what_pays_for_an_action_is_told_in_words() -> None:
    game = game_named("ragami")
    labels = MomentLabels(game.need(LABELS), game, game.new_state())
    for value, en in (
        ("saint", "die on Saint"),
        ({"card": 5}, "card 5"),
        ({"card": 9, "space": "saint", "lower": None}, "card 9 as the die on Saint"),
        (
            {"card": 9, "space": "saint", "lower": "draw"},
            "card 9 as the die on Saint; the die on Draw goes down",
        ),
    ):
        assert labels.value("ragami_moved", ("via",), value, {}).en == en


def test_the_trail_has_what_was_said_and_what_was_filled_in() -> None:
    game = game_named("dice-forge")
    choice = Choice("boar_paid", {"player": "blue"}, {"gains": Several(1, 2, ["sun", "moon"])})
    narrowed = narrowing(game, game.new_state(), choice)
    trail = narrowed.trail({"gains": ("sun",)})
    assert json.dumps(trail) == json.dumps([[["gains", 0], "sun"]])


def offered_first(name: str, moments: Iterable[Moment]) -> list[Json]:
    """The forms that are offered where an event of each type came first."""
    forms: dict[str, list[Json]] = {}
    for moment in moments:
        if moment.type not in forms:
            forms[moment.type] = Asked(name, moment.state).choices()["forms"]
    return [form for some in forms.values() for form in some]


def test_what_may_stay_secret_is_said_with_one_tap() -> None:
    """Behind walls nobody has to say what was drawn, put in a chest, or answered."""
    game = game_named("deal-with-the-devil")
    for hands in ("walled", "open_hands"):
        found: dict[str, Json] = {}
        chosen = {"hands": hands, "distribution": "recorded"}
        moments = moments_of(game.name, game.need(BOT).play(4, 3, chosen))
        for form in offered_first(game.name, islice(moments, 1, 90)):
            if "untold" in form:
                found[form["type"]] = form["untold"]
        if hands == "open_hands":
            assert found == {}
            continue
        assert found.keys() == {
            *("characters_dealt", "cards_drawn", "buildings_passed"),
            *("offer_made", "offers_sent", "offer_answered"),
        }
        assert {*found["cards_drawn"]["drawn"], found["offer_made"]["offer"]} == {None}


def test_with_open_hands_no_phone_keeps_its_own_secret(database: Path, served: Made) -> None:
    """A phone sees the others' cards as behind walls; what it would keep would be refused."""
    whole = simulated("deal-with-the-devil", 7, 4, hands="open_hands", distribution="recorded")
    fill(database, whole[:2])
    seats = [player["colour"] for player in whole[0]["data"]["players"]]
    phone = served().join(seats[0])
    forms = phone.get("choices").json()["forms"]
    drawn = [form for form in forms if (form["type"], form["who"]) == ("cards_drawn", seats[0])]
    assert ["untold" in form for form in drawn] == [False]


def test_only_what_is_hidden_is_said_in_secret() -> None:
    """That a Virtue die stays where it is lies open, though it is null, too."""
    game = game_named("ragami")
    moments = moments_of(game.name, game.need(BOT).play(3, 1, None, hidden=True))
    offered = offered_first(game.name, moments)
    assert "virtue_step" in {form["type"] for form in offered}
    assert {form["type"] for form in offered if "untold" in form} <= {"starting_card_kept"}


def test_two_buttons_never_say_the_same() -> None:
    """Of cards that nobody knows there is nothing to keep secret when they are passed."""
    game = game_named("deal-with-the-devil")
    chosen = {"hands": "walled", "distribution": "recorded"}
    played = moments_of(game.name, game.need(BOT).play(4, 3, chosen, hidden=True))
    passing = next(moment for moment in played if moment.state.at == "cards/pass")
    [form, *_others] = Questions(game, passing.state).forms("buildings_passed")
    assert (form.all, form.untold) == ([], UNSET)


def test_the_server_offers_what_it_does_itself_as_one_button(database: Path, served: Made) -> None:
    """Whoever likes says a word; nobody says who is who, and whoever asks for it has it dealt."""
    opening = simulated("deal-with-the-devil", 3, 4, distribution="seed")[0]
    fill(database, [opening])
    club = served()
    red = club.join("red")
    assert red.get("choices").json()["app"] == "seal"
    red.post("app", {"keeper": {"player": "red", "word": "bread"}})
    offered = red.get("choices").json()
    assert {form["type"] for form in offered["forms"]} == {"word_given"}
    assert offered["app"] == "next"
    assert offered["app_does"] == {"en": "Deal the characters", "es": "Repartir los papeles"}
    assert red.post("app").json() == {"written": 1}
    dealt = red.get("choices").json()
    assert "app" not in dealt
    assert "characters_dealt" not in {form["type"] for form in dealt["forms"]}
    # What tells this seat more than the others is named, to be covered.
    assert red.get("moment").json()["covered"] == [4]


def test_what_is_bought_has_its_price_and_a_die_its_face() -> None:
    """Dice Forge: faces, feats, and the dice whose faces are applied; two rolls are told apart."""
    game = game_named("dice-forge")
    tells: dict[str, set[str]] = {}
    moments = moments_of(game.name, game.need(BOT).play(4, 1))
    for moment in islice(moments, often(1, 0), None, often(2, 1)):
        forms = Questions(game, moment.state).forms()
        called = [(form.who, form.label) for form in forms]
        assert len(set(called)) == len(called), called
        for form in forms:
            asked = form.first if form.all is UNSET else next(iter(form.all), UNSET)
            values = [] if asked is UNSET else asked.values
            tells.setdefault(form.type, set()).update(
                value.tells.en for value in values if value.tells
            )
    assert "3 gold" in tells["offering_made"]
    assert any(
        told.startswith("Costs 1 moon, worth 2 glory. The limits")
        for told in tells["feat_performed"]
    )
    assert "2 glory" in tells["faces_applied"]


def test_a_card_says_what_it_does_in_both_languages() -> None:
    """Where a building is chosen, its cost and its effects stand beside its name."""
    game = game_named("deal-with-the-devil")
    chosen = {"distribution": "recorded"}
    moments = moments_of(game.name, game.need(BOT).play(4, 3, chosen))
    moment = next(one for one in moments if one.type == "cards_drawn")
    forms = Asked(game.name, moment.state).choices()["forms"]
    [first, *_others] = next(one for one in forms if one["type"] == "cards_drawn")["first"][
        "values"
    ]
    assert "costs" in first["tells"]["en"]
    assert "cuesta" in first["tells"]["es"]
    assert first["label"]["en"] not in first["tells"]["en"]
