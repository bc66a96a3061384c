"""A card of a real box is entered where it is met, and never refused without the way on."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from ragami.errors import RagamiError
from ragami.game import game_named
from ragami.game.capabilities import BOX, PIECES, SETUP
from ragami.game.components.pieces import example_line, pieces_of
from ragami.games.deal_with_the_devil.bot import play
from ragami.language import LANGUAGES, Language
from ragami.sheet.reading import read_entry
from ragami.store.memory import MemoryStore
from ragami.table.drafts import Stamp, draft_of
from ragami.table.piece_entry import brought, entered_piece, kinds_of, met_now, piece_in
from ragami.table.recording import Recording
from ragami_cli.companion.session import TableTalk

NAME = "deal-with-the-devil"
NOW = Stamp("2026-11-23T20:00:00Z", "red")
SEATS = [("red", "Ana"), ("blue", "Bea"), ("green", "Cy"), ("yellow", "Dan")]


@pytest.fixture
def drawing() -> Recording:
    """Everybody draws in round 1, and all of it is told."""
    recording = Recording(MemoryStore(), "friday", new=NAME)
    options = {"distribution": "recorded", "hands": "open_hands"}
    data = game_named(NAME).need(SETUP).data(None, SEATS, options, {})
    roles = {"red": "cultist", "blue": "mortal_1", "green": "mortal_2", "yellow": "devil"}
    write(recording, "game_opened", data)
    write(recording, "characters_dealt", {"roles": roles})
    return recording


def write(recording: Recording, type_: str, data: Any) -> None:
    recording.write([draft_of(type_, data, NOW)])


def draws(recording: Recording, *cards: str) -> None:
    write(recording, "cards_drawn", {"player": "red", "kept": [], "drawn": cards, "event": "a4"})


def enters(recording: Recording, text: str, language: Language = "en") -> str:
    made = piece_in(recording.replay, text, language)
    assert made is not None
    recording.write([brought(recording.replay, made.kind, made.component, NOW, "met")])
    assert recording.replay.error is None
    return made.id


def test_a_card_is_met_by_its_name_alone(drawing: Recording) -> None:
    assert enters(drawing, "card Old Mill") == "old_mill"
    draws(drawing, "old_mill", "x102", "rectory", "x104")
    card = drawing.replay.state.table.buildings["old_mill"]
    assert (card.name.en, card.name.es, card.round, card.facts) == (
        *("Old Mill", "Old Mill", 1),
        ("name", "round", "pile"),
    )


def test_what_is_told_of_it_counts(drawing: Recording) -> None:
    enters(drawing, "carta Molino; cost 2W 1$; points ?; effects action: pay 1W; gain 1$", "es")
    card = drawing.replay.state.table.buildings["molino"]
    assert card.price == {"wood": 2, "coins": 1}
    assert set(card.facts) == {"name", "round", "pile", "cost", "effects"}


def test_it_lies_where_one_lies_that_may_come_now(drawing: Recording) -> None:
    assert met_now(drawing.replay)[0] == "buildings"
    assert enters(drawing, "card Feast; of events; letter A") == "feast"
    assert "feast" in drawing.replay.state.table.events
    assert enters(drawing, "card Feast; of events; letter A") == "feast_2"


def test_no_stand_in_makes_room_that_somebody_has(drawing: Recording) -> None:
    draws(drawing, "vineyard", "x102", "rectory", "x104")
    for number in range(3):
        enters(drawing, f"card Mill {number}; pile B")
    held = drawing.replay.state.players["red"].hand
    assert held == ["vineyard", "x102", "rectory", "x104"]
    with pytest.raises(RagamiError, match="in the game already"):
        piece_in(drawing.replay, "card One Mill Too Many; pile B", "en")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("card", "A card needs a name"),
        ("card ?; cost 1W", "A card needs a name"),
        ("card Mill; cost 1Q", "no goods"),
        ("card Mill; round 9", "no number from 1 to 5"),
    ],
)
def test_what_does_not_fit_is_said(drawing: Recording, line: str, says: str) -> None:
    with pytest.raises(RagamiError) as wrong:
        piece_in(drawing.replay, line, "en")
    assert says in str(wrong.value)


def test_what_is_no_such_line_is_none(drawing: Recording) -> None:
    assert piece_in(drawing.replay, "R draw ?", "en") is None
    assert kinds_of(drawing.replay).keys() == {"buildings", "events", "inquisitors", "requests"}


def test_a_name_without_letters_gets_an_id(drawing: Recording) -> None:
    assert entered_piece(drawing.replay, "buildings", {"name": "42"}, "en").id == "c_42"


def test_the_companion_says_the_way_on_and_takes_it(drawing: Recording) -> None:
    talk = TableTalk(drawing.store, "friday", "en", "ana")
    refused = talk.enter("R draw + mill x102 rectory x104 ev a4")
    assert refused.kind == "refused" and any("card Name;" in line for line in refused.lines)
    done = talk.enter("card Mill; cost 2W; effects production: gain 1H")
    assert done.kind == "done" and done.lines[-1] == "It is written 'mill' in a line."
    assert talk.enter("R draw + mill x102 rectory x104 ev a4").kind == "done"
    assert "no goods" in talk.enter("card Well; cost 1Q").lines[0]


@pytest.mark.parametrize("card", ["popular_work", "Popular_work", "obra_popular", "Obra_Popular"])
def test_a_line_has_a_card_by_its_name_in_either_language(drawing: Recording, card: str) -> None:
    entry = read_entry(drawing.replay, f"R draw + x101 x102 rectory x104 ev {card}")
    assert entry is not None
    assert json.loads(entry.data)["event"] == "popular_work"


def test_a_refusal_that_no_set_would_change_does_not_rest_on_it(drawing: Recording) -> None:
    """What comes too early is refused with every set; a card that is not there is not."""
    talk = TableTalk(drawing.store, "friday", "en", "red")
    early = talk.enter("R offer 2S for 4$").lines
    assert len(early) == 1
    assert "is not due" in early[0]
    unknown = talk.enter("R draw + mill x102 rectory x104 ev a4").lines
    assert unknown[1].startswith("This rests on the cards devil-cards-1")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["buildings", "events", "inquisitors"])
def test_the_example_of_a_line_can_be_entered(
    drawing: Recording, kind: str, language: Language
) -> None:
    """It follows from the columns of the kind: of a building its cost, of an event its sides."""
    pieces = game_named(NAME).need(PIECES)
    line = example_line(pieces, language, kind)
    made = piece_in(drawing.replay, f"{line}; of {kind}", language)
    assert made is not None
    (piece,) = (one for one in pieces_of(made.component[kind], "id") if one["id"] == made.id)
    given = {column.at for column in pieces.kinds[kind].asked()} - set(pieces.kinds[kind].alike)
    assert set(piece["facts"]) >= given
    assert piece["name"][language] == ("Nombre" if language == "es" else "Name")


def test_a_card_is_entered_in_spanish_as_in_english(drawing: Recording) -> None:
    shown = example_line(game_named(NAME).need(PIECES), "es", "buildings")
    assert re.findall(r"; (\w+)", shown) == ["símbolos", "coste", "puntos", "efectos"]
    spanish = "carta Molino; simbolos rural; coste 2D; efectos production: gain 1$; reputation +1"
    english = "card Molino; symbols rural; cost 2W; effects production: gain 1$; reputation +1"
    assert piece_in(drawing.replay, spanish, "es") == piece_in(drawing.replay, english, "es")


@pytest.mark.parametrize(
    ("line", "names_a_card"),
    [("R draw Mill", True), ("done", False), ("R buy 1Q", False), ("nobody leaves", False)],
)
def test_how_a_card_is_entered_is_said_where_one_was_named(
    drawing: Recording, line: str, *, names_a_card: bool
) -> None:
    talk = TableTalk(drawing.store, "friday", "en", "red")
    assert any("card Name;" in said for said in talk.enter(line).lines) is names_a_card


def test_opening_says_that_the_set_is_invented_and_how_ones_own_comes_in(
    drawing: Recording,
) -> None:
    question = game_named(NAME).need(BOX).question("cards", "devil-cards-1", "en")
    assert "devil-cards-1 is invented" in question
    assert example_line(game_named(NAME).need(PIECES), "en") in question
    assert drawing.replay.game.need(BOX).stand_in("cards", "my_box", "en") == ""


def test_at_the_end_the_winner_stands_once_and_what_the_points_came_from() -> None:
    store = MemoryStore()
    recording = Recording(store, "evening", new=NAME)
    recording.write([draft_of(type_, data, NOW) for type_, data in play(4, 12, {})])
    guide = TableTalk(store, "evening", "en", "red").guide()
    assert " wins (" in guide.due
    assert not any("wins" in hint for hint in guide.hints)
    points = [hint for hint in guide.hints if " = " in hint]
    assert len(points) == len(SEATS)
    # A small screen has room for the first of them.
    names = [hint.partition(":")[0] for hint in points]
    assert names[0] == guide.due.partition(" wins")[0]
    assert "buildings" in points[0]
