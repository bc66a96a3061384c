"""The lines of a game that has no rows of its own, or few, follow from its structs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct, convert

from ragami.game import GameDefinition
from ragami.game import author as kit
from ragami.game.capabilities import NOTATION
from ragami.game.opening import Setting
from ragami.game.testing import conform
from ragami.language import LANGUAGES
from ragami.notation.line import Line
from ragami.notation.misread import Misread, Unread
from tests.games.packages import imported


class Player(kit.Event):
    seat: Literal["red", "deep-blue"]
    name: Annotated[str, kit.name_of("seat")]


class GameOpened(kit.Event):
    game: Literal["x"]
    rules: Literal[1]
    title: kit.Title
    players: Annotated[tuple[Player, ...], Meta(min_length=2)]
    quick: Annotated[bool, kit.option("Quick.", "Rápida.")] = False
    goal: Annotated[Literal["far", "near"], kit.option("How far.", "Hasta dónde.")] = "far"


class Step(Struct):
    at: Annotated[int, Meta(ge=0, le=9)]
    to: Annotated[int, Meta(ge=0, le=9)]


class Moved(kit.Event):
    player: Literal["red", "deep-blue"]
    steps: tuple[Step, ...]


class Drawn(kit.Event):
    player: Literal["red", "deep-blue"]
    card: Annotated[Literal["ace", "king"] | None, kit.seen_by("player")]
    kept: tuple[Annotated[Annotated[int, Meta(ge=1)] | None, kit.seen_by("player")], ...]


class Paid(kit.Event):
    player: Literal["red", "deep-blue"]
    coins: dict[Literal["gold", "silver"], Annotated[int, Meta(ge=0)]]
    fast: bool = False
    whole: list[list[int]] = []  # noqa: RUF012 (a struct copies it)


class Said(kit.Event):
    text: str


class State(kit.GameState):
    @property
    def due(self) -> tuple[str, ...]:
        return ("red",)


GAME = kit.GameDefinition(
    name="x",
    events=kit.event_types(GameOpened, Moved, Drawn, Paid, Said),
    new_state=State,
    texts=kit.Texts(
        kit.text("moved", "moves", "mueve", label=("Move", "Mover")),
        kit.text("gold", "gold", "oro"),
        kit.text("deep-blue", "Deep blue", "Azul oscuro"),
        kit.text("card", "which card", "carta"),
    ),
)
NAMED: Mapping[str, type[Any]] = {name: one.struct for name, one in GAME.events.items()}


def read(text: str, game: GameDefinition = GAME) -> tuple[str, Any]:
    type_, data = game.need(NOTATION).read(Line(text), State())
    return type_, convert(data, game.events[type_].struct)


@pytest.mark.parametrize(
    ("event", "en", "es"),
    [
        (Moved("red", (Step(1, 2), Step(0, 9))), "red move 1 2, 0 9", "red mover 1 2, 0 9"),
        (Moved("red", ()), "red move", "red mover"),
        (
            Drawn("deep-blue", None, (3, None)),
            "deep_blue drawn which_card ? kept 3 ?",
            "azul_oscuro drawn carta ? kept 3 ?",
        ),
        (
            Paid("red", {"gold": 3, "silver": 0}),
            "red paid coins gold:3 silver:0",
            "red paid coins oro:3 silver:0",
        ),
        (
            Paid("red", {}, fast=True, whole=[[1], []]),
            "red paid coins - fast yes whole [[1],[]]",
            "red paid coins - fast sí whole [[1],[]]",
        ),
        (Said("two words"), 'said "two words"', 'said "two words"'),
    ],
)
def test_a_line_says_the_whole_event(event: Any, en: str, es: str) -> None:
    type_ = next(name for name, struct in NAMED.items() if struct is type(event))
    for language, line in zip(LANGUAGES, (en, es), strict=True):
        assert GAME.need(NOTATION).write(type_, event, State(), language) == line
        assert read(line) == (type_, event)


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("move 1 2", Moved("red", (Step(1, 2),))),  # red alone is due
        ("drawn ace 1 2", Drawn("red", "ace", (1, 2))),  # fields in their order
        ("drawn player=red card=king kept=[null]", Drawn("red", "king", (None,))),
        ('said text="a = b"', Said("a = b")),
    ],
)
def test_shorter_and_older_lines_are_read(line: str, event: Any) -> None:
    assert read(line)[1] == event


@pytest.mark.parametrize("line", ["red move 1", "red drawn joker", "move 1 2 3", "paid coins"])
def test_what_is_no_value_is_no_line(line: str) -> None:
    with pytest.raises(Unread):
        read(line)


def test_a_number_that_is_none_here_is_told_its_bounds() -> None:
    """ "Found '12', expected a number" leaves open what is wrong with 12."""
    with pytest.raises(Unread) as fault:
        read("red move 1 12")
    text = {at: Misread(1, 12, "12", fault.value.expected).missing(at) for at in LANGUAGES}
    assert text == {"en": "a number from 0 to 9", "es": "un número del 0 al 9"}


def test_heads_are_title_players_and_options() -> None:
    opened = GameOpened("x", 1, "Cup", (Player("red", "Ana"), Player("deep-blue", "B C")), True)
    first, *heads = GAME.need(NOTATION).write_opening(opened, "es")
    assert [first, *heads] == [
        "1",
        "título: Cup",
        'jugadores: red Ana, azul_oscuro "B C"',
        "opciones: quick=sí goal=far",
    ]
    keyed = [(GAME.need(NOTATION).heads, line) for line in map(Line, heads)]
    given = [(line.one_of(dict(known)), line) for known, line in keyed]
    data = GAME.need(NOTATION).read_opening(Line("1"), given)
    assert convert(data, GameOpened) == opened


def test_three_rows_are_the_lines_of_kalah() -> None:
    with imported("kalah") as kalah:
        rows = (kit.Form("sown", "<{player}> {pit}"), kit.Form("resigned", "<{player}> give up"))
        game = replace(kalah.GAME, offers={kit.FORMS: rows})
        notation = game.need(NOTATION)
        event = kalah.Sown("north", 3)
        assert notation.write("sown", event, None, "es") == "norte 3"
        assert notation.read(Line("sur give up"), None) == ("resigned", {"player": "south"})
        assert conform(game, checks=["notation", "choices"], seeds=[0]) == []


def test_a_label_of_several_words_begins_a_line_as_it_is() -> None:
    """With lines between its words it is still read, as sheets had it."""
    label = ("Resign now", "Se va ya")
    entry = kit.text("resigned", "{player} goes", "{player} se va", label=label)
    with imported("kalah") as module:
        kalah = module.GAME
        game = replace(kalah, texts=kit.Texts(*kalah.texts._entries, entry))
        sheet, event = game.need(NOTATION), {"player": "south"}
        for language, line in (("en", "south resign now"), ("es", "sur se va ya")):
            assert sheet.write("resigned", event, None, language) == line
            assert sheet.read(Line(line), None) == ("resigned", event)
        assert sheet.read(Line("south resign_now"), None) == ("resigned", event)
        assert conform(game, checks=["notation"], seeds=[0]) == []


def test_a_truth_is_agreed_on_in_words() -> None:
    setting = Setting("quick", (False, True), False, {})
    assert [setting.other(text) for text in ("yes", "Sí", "no", "x")] == [True, True, False, None]
