"""`ragami legal` lists what may be done now."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest

from ragami.game import game_named
from ragami.game.capabilities import CHOICES
from ragami.game.choices.choice import Choice, Written
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.language import Language
from ragami_cli.commands.legal import Shortly
from ragami_cli.output import Output
from tests.cli.conftest import Ragami
from tests.cli.played import FIRST_MOVE, FOUR_PLAYERS, HIDDEN_CARDS, event, lines, play

SAMPLES: Final = Path(__file__).parents[1] / "games"
KEYS = {"type", "data", "open", "joint", "unknown_cards", "facts"}


def test_every_choice_is_listed_with_its_open_fields(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    said = ragami("legal", "final")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Round 1, Green to act\n")
    assert "\nragami_moved  " in said.out
    assert "    paid with: die on Saint, die on Draw, die on Conflict\n" in said.out
    assert "\npassed  " in said.out


def test_json_has_what_the_game_offers(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    choices = ragami("legal", "final", "--json").lines
    game = game_named("ragami")
    offered = game.need(CHOICES).choices(replay_log(FOUR_PLAYERS.up_to(FIRST_MOVE - 1)).state)
    assert [choice["type"] for choice in choices] == [choice.type for choice in offered]
    assert all(set(choice) == KEYS for choice in choices)


def test_what_is_listed_can_be_recorded(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    choice = next(
        choice
        for choice in ragami("legal", "final", "--json", "--type", "ragami_moved").lines
        if not choice["joint"]
    )
    data = choice["data"] | {name: values[0] for name, values in choice["open"].items()}
    assert ragami("record", "final", event(choice["type"], **data)).code == 0


def test_one_type_may_be_asked_for(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    choices = ragami("legal", "final", "--json", "--type", "passed").lines
    assert [choice["type"] for choice in choices] == ["passed"]
    assert ragami("legal", "final", "--json", "--type", "turn_ended").lines == []
    said = ragami("legal", "final", "--type", "pased")
    assert said.code == 2
    assert "Did you mean 'passed'?" in said.err


@pytest.mark.parametrize("upto", [1, 2, 3, 4, 8, 12, 16, 20])
def test_each_step_of_the_setup_is_offered(ragami: Ragami, upto: int) -> None:
    play(ragami, upto)
    due = json.loads(lines()[upto])["type"]
    assert {choice["type"] for choice in ragami("legal", "final", "--json").lines} == {due}
    assert f"\n{due}  " in ragami("legal", "final").out


def test_a_choice_that_rests_on_a_hidden_card_says_so(ragami: Ragami) -> None:
    play(ragami, 30, sample=HIDDEN_CARDS)
    said = ragami("legal", "final")
    assert "hidden card" in said.out


def test_after_the_end_there_is_nothing_to_do(ragami: Ragami) -> None:
    play(ragami, len(lines()))
    said = ragami("legal", "final")
    assert said.code == 0
    assert said.out.count("\n") == 1
    assert "win" in said.out
    assert ragami("legal", "final", "--json").out == ""


def test_after_the_game_broke_off_the_reason_is_told(ragami: Ragami) -> None:
    play(ragami, 30)
    assert ragami("correct", "final", "22", "--strike").code == 1
    said = ragami("legal", "final")
    assert (said.code, said.out) == (1, "")
    assert "Record 23" in said.err


@pytest.mark.parametrize(
    ("place", "values", "told"),
    [
        ("block", [1, 2, 3, 5, 7, 8, "Q1"], "1–3, 5, 7, 8, Q1"),
        ("kept", [None, 1], "a hidden card, 1"),
        ("ready", [False, True, 1], "no, yes, 1"),
        ("via", ["saint", {"card": 5}], "die on Saint, card 5"),
        ("at", [{"square": n, "die": [1, 2, 3]} for n in (1, 2, 3)], "square [1–3], die [1–3]"),
        ("cards", [[], [6], [6, 13]], "[], 6, [6, 13]"),
        ("cards", [], ""),
    ],
)  # fmt: skip
def test_values_are_written_shortly(place: str, values: list[object], told: str) -> None:
    shortly = Shortly("cards_drawn", replay_log(FOUR_PLAYERS.up_to(40)), "en")
    assert shortly.ways(values, place) == told


def test_what_no_value_means_is_said_as_the_game_has_it() -> None:
    demons = [{"from": None, "to": [4]}, {"from": 5, "to": [4, 6]}]
    told = Shortly("ragami_moved", replay_log(FOUR_PLAYERS.up_to(40)), "en").ways(demons, "demon")
    assert told == "from where from the supply, to where 4; from where 5, to where [4, 6]"


def test_what_is_to_be_written_is_told_where_it_stands_in_the_facts_too() -> None:
    """What a penalty leaves open (Deal with the Devil, behind walls)."""
    facts = {"replies": {"ascetic": {"given": Written("goods")}}}
    choice = Choice("inquisition_faced", {}, {}, facts=facts)
    told = Shortly("inquisition_faced", replay_log(FOUR_PLAYERS.up_to(40)), "en").remarks(choice)
    assert list(told) == ["replies ascetic given goods, to be written"]


def test_a_game_that_is_not_there_is_not_found(ragami: Ragami) -> None:
    assert ragami("legal", "final").code == 3


def test_fields_and_values_are_called_as_the_game_calls_them(ragami: Ragami) -> None:
    ragami("new", "final", "--game", "dice-forge", "-p", "orange:Ana", "-p", "green:Bea")
    said = ragami("legal", "final", "--lang", "es")
    assert "orange" not in said.out
    assert "player" not in said.out


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", ["dice-forge", "deal-with-the-devil"])
def test_no_id_of_a_part_stands_for_it(game: str, language: Language) -> None:
    """Nor the name of a field in Spanish."""
    log = (SAMPLES / game.replace("-", "_") / "samples/legal-1.jsonl").read_bytes()
    replay = Replay(game_named(game))
    said = ""
    for seq, read in enumerate(replay.codec.read_log(log)):
        replay.take(read)
        if seq % 7:
            continue
        for choice in replay.game.need(CHOICES).choices(replay.state):
            shortly = Shortly(choice.type, replay, language)
            said += "\n".join(shortly.fields(choice, Output(language))) + "\n"
    ids = {"x102", "x203", "minor_1", "major_1", "bell_tower", "1g/1s/1m", "orange.1", "blue.2"}
    fields = {"pass", "chests", "done", "votes", "rolls", "faces", "feat", "to_glory", "accept"}
    codes = ids | fields if language == "es" else ids
    assert codes & set(re.findall(r"[\w./]+", said)) == set()
