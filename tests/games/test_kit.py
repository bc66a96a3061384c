"""The conformance kit notices: each check is shown a race in which that very thing is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from types import ModuleType
from typing import Any

import pytest
from msgspec import Struct

from ragami.conformance.material import Material, installed
from ragami.export.excerpt import Excerpt
from ragami.export.formats import sheet
from ragami.game import EventType, GameDefinition
from ragami.game import capabilities as can
from ragami.game.choices.choice import Choice
from ragami.game.derived_notation import DerivedSheet
from ragami.game.testing import CHECKS, conform
from ragami.game.visibility import Declared
from ragami.game.words import Templates
from ragami.language import LANGUAGES
from ragami.notation.forms import Form
from ragami.sheet.files import is_sheet, read_sheet
from tests.games.packages import imported

Break = Callable[[ModuleType, GameDefinition], GameDefinition]


@pytest.fixture(scope="module")
def race() -> Iterator[ModuleType]:
    with imported("race") as module:
        yield module


def offering(game: GameDefinition, capability: Any, offered: Any) -> GameDefinition:
    return replace(game, offers={**game.offers, capability: offered})


def judging(game: GameDefinition, name: str, **changes: Any) -> GameDefinition:
    return replace(game, events={**game.events, name: game.events[name]._replace(**changes)})


class Loose(Struct):
    """Neither frozen nor strict."""

    player: str
    face: int


class Forgetful:
    """A state comes back without its bets."""

    def pack(self, state: Any) -> bytes:
        return repr(state.field).encode()

    def unpack(self, packed: bytes, like: Any) -> Any:
        state = type(like)()
        state.names, state.goal, state.field = like.names, like.goal, eval(packed)
        return state


class Short(DerivedSheet):
    """Every roll is written as a 1."""

    def write(self, type_: str, event: Any, state: Any, language: Any) -> str | None:
        text = super().write(type_, event, state, language) or ""
        return text[:-1] + "1" if type_ == "rolled" else text


class Moody:
    """A bot that never plays the same game."""

    def __init__(self, game: GameDefinition) -> None:
        self.bot, self.calls = game.need(can.BOT), count()

    def play(self, players: int, _seed: int, chosen: Any = None, *, hidden: bool = False) -> Any:
        return self.bot.play(players, next(self.calls), chosen, hidden=hidden)


class Open(Declared):
    """Nothing is left out for anybody."""

    def redact(self, event: Any, viewer: str | None) -> Any:
        return event


def structs(game: GameDefinition) -> dict[str, type[Any]]:
    return {name: one.struct for name, one in game.events.items()}


def shared_state(race: ModuleType, game: GameDefinition) -> GameDefinition:
    """Something is remembered that is not in the state."""
    rolls: list[int] = []

    def apply(state: Any, event: Any, seq: int) -> None:
        race.apply_rolled(state, event, seq)
        rolls.append(event.face)

    return replace(
        judging(game, "rolled", apply=apply),
        view=lambda s, seq, viewer=None: {**game.view(s, seq, viewer), "rolls": len(rolls)},
    )


def checks_change_it(race: ModuleType, game: GameDefinition) -> GameDefinition:
    def check(state: Any, event: Any) -> Any:
        wrong = race.check_bet(state, event)
        if wrong and state.bet:
            state.field[next(iter(state.field))] += 1
        return wrong

    return judging(game, "bet_placed", check=check)


def seven(race: ModuleType, game: GameDefinition) -> GameDefinition:
    class Choices(race.Choices):  # type: ignore[name-defined,misc]
        def choices(self, state: Any) -> list[Choice]:
            legal: list[Choice] = super().choices(state)
            return [Choice("rolled", {"player": "black", "face": 1}), *legal]

    return offering(game, can.CHOICES, Choices())


def wordless(race: ModuleType, game: GameDefinition) -> GameDefinition:
    texts = {**race.WORDS.texts, "es": {**race.WORDS.texts["es"]}}
    del texts["es"]["R-RACE-04"]
    return replace(game, words_at=Templates(lambda: game, texts))


def unlabelled(race: ModuleType, _game: GameDefinition) -> GameDefinition:
    """What is rolled is called by the name of its field."""
    texts = {language: {**table} for language, table in race.WORDS.texts.items()}
    for table in texts.values():
        del table["face"]
    game: GameDefinition = replace(_game, words_at=Templates(lambda: game, texts))
    return game


def numbered_view(race: ModuleType, game: GameDefinition) -> GameDefinition:
    return replace(
        game, view=lambda s, seq, viewer=None: {**game.view(s, seq, viewer), "laps": {1: 2}}
    )


def nobody_is_due(race: ModuleType, game: GameDefinition) -> GameDefinition:
    return replace(game, position=lambda s: race.position(s)._replace(due=("green",)))


def bets_are_seen(race: ModuleType, game: GameDefinition) -> GameDefinition:
    return replace(game, view=lambda s, seq, viewer=None: game.view(s, seq, None))


def nameless(_race: ModuleType, game: GameDefinition) -> GameDefinition:
    class Careless(Declared):
        def secrets(self, event: Any) -> Iterator[Any]:
            return iter([one for one in super().secrets(event) if "name" not in one.place])

    return offering(game, can.VISIBILITY, Careless(structs(game)))


def loose(_race: ModuleType, game: GameDefinition) -> GameDefinition:
    entry = game.events["rolled"]
    return replace(
        game, events={**game.events, "rolled": EventType(Loose, entry.check, entry.apply)}
    )


def forgets_options(race: ModuleType, game: GameDefinition) -> GameDefinition:
    class Setup(race.Setup):  # type: ignore[name-defined,misc]
        def under(self, opened: Any, _chosen: Any) -> Any:
            return opened

    return offering(game, can.SETUP, Setup())


BREAKS: dict[str, Break] = {
    "setup": forgets_options,
    "events": loose,
    "fold": lambda _race, game: offering(game, can.SNAPSHOTS, Forgetful()),
    "undo": shared_state,
    "check": checks_change_it,
    "choices": seven,
    "words": wordless,
    "labels": unlabelled,
    "view": numbered_view,
    "position": nobody_is_due,
    "notation": lambda _race, game: offering(game, can.NOTATION, Short(game)),
    "bots": lambda _race, game: offering(game, can.BOT, Moody(game)),
    "taint": lambda _race, game: offering(game, can.VISIBILITY, Open(structs(game))),
    "worlds": bets_are_seen,
    "private": nameless,
}


def test_every_check_has_something_to_notice() -> None:
    assert set(BREAKS) | {"conserved"} == set(CHECKS)


def test_a_second_record_1_is_noticed(race: ModuleType) -> None:
    broken = judging(race.GAME, "game_opened", check=lambda _state, _event: [])
    problems = conform(broken, checks=["check"], seeds=[0])
    assert {problem.found for problem in problems} == {"the game may be opened again"}


def test_two_players_in_one_seat_are_noticed(race: ModuleType) -> None:
    broken = judging(race.GAME, "game_opened", check=lambda _state, _event: [])
    problems = conform(broken, checks=["setup"], seeds=[0])
    assert {problem.found for problem in problems} == {"two players may have one seat"}


def test_a_game_that_ends_with_usual_options_alone_is_noticed(race: ModuleType) -> None:
    over = replace(race.GAME, final=lambda s: race.outcome(s) if s.goal == 20 else None)
    problems = conform(over, checks=["bots"], seeds=[0])
    ways = {f"{players} players, goal={goal}" for players in (2, 4) for goal in (10, 30)}
    assert {problem.where for problem in problems} == ways


@pytest.mark.parametrize("check", BREAKS)
def test_it_is_noticed(race: ModuleType, check: str) -> None:
    broken = BREAKS[check](race, race.GAME)
    found = conform(broken, checks=[check])
    assert found, check
    assert {one.check for one in found} == {check}


def test_a_field_that_is_shown_without_a_name_is_noticed(race: ModuleType) -> None:
    """Also where a type of event has its name: the sentence of that is no name of a field."""

    def view(s: Any, seq: int, viewer: str | None = None) -> dict[str, Any]:
        return {**race.GAME.view(s, seq, viewer), "rolled": 1}

    found = conform(replace(race.GAME, view=view), checks=["words"], seeds=[0])
    assert [str(problem) for problem in found] == [
        f"words: rolled ({language}): the field has no name; a text 'field/rolled' gives it one"
        for language in LANGUAGES
    ]


def test_a_row_without_a_place_for_a_field_is_noticed(race: ModuleType) -> None:
    game = offering(race.GAME, can.FORMS, (Form("bet_placed", "<{player}> bet"),))
    found = conform(game, checks=["notation"], seeds=[0])
    assert "notation: bet_placed: no line has a place for the field 'on'" in map(str, found)


def test_what_is_not_conserved_is_noticed(race: ModuleType) -> None:
    laws = {"players": lambda s: len(s.names), "steps": lambda s: sum(s.field.values())}
    found = conform(race.GAME, checks=["conserved"], conserved=laws)
    assert found and all(one.found.startswith("steps: ") for one in found)


def test_a_log_that_is_not_legal_is_no_material(race: ModuleType) -> None:
    log = b'{"seq":1,"type":"rolled","v":1,"at":null,"by":null,"data":{"player":"red","face":1}}\n'
    (problem, *_more) = conform(race.GAME, [log])
    assert str(problem).startswith("logs: log 0, record 1: ")
    assert conform(replace(race.GAME, offers={}))[0].found.startswith("there is no log")


def test_a_check_that_there_is_not(race: ModuleType) -> None:
    with pytest.raises(KeyError):
        conform(race.GAME, checks=["weather"])


def test_a_sheet_that_begins_with_a_record_as_it_is_says_its_game(race: ModuleType) -> None:
    """Record 1 has no line of its own where the log writes it otherwise than we would."""
    material = Material(race.GAME, (), (0,), {})
    log = material.logs[0].replace(b'"title":null,', b'"title": null,', 1)
    with installed(race.GAME):
        written = sheet(Excerpt("x", log, None, "en"), stamps=True, check=True)
        assert written.startswith(b"record {") and is_sheet(written)
        (game,) = read_sheet(written)
    assert game.misread == () and game.log == log
