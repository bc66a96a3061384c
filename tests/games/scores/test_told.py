"""What was written is told with the names as they are written, and its points once."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragami.game import game_named
from ragami.judge.report import replay_log
from ragami.language import LANGUAGES, Language
from ragami.narration import tell_log
from ragami.table.due_lines import due_lines
from tests.games.scores.pad import Pad

EXAMPLES = Path(__file__).parents[3] / "examples" / "scores"
GAME = game_named("scores")


def told(name: str, language: Language) -> list[str]:
    log = (EXAMPLES / f"{name}.jsonl").read_bytes()
    return [line.text for line in tell_log(GAME, GAME.words.narrator(language), log)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_stand_beside_names_once(language: Language) -> None:
    assert told("wonders", language)[1] == "Military – Marta: 5 · Gala: 18 · Fran: -3"
    assert told("rummy", language)[1] == "Ana: 45 · Bea: 0 · Caro: 62 · Dani: 18"


def test_a_correction_and_who_leaves_are_told_by_name() -> None:
    lines = told("rummy", "en")
    assert "Round 1 is put right: Caro: 26" in lines
    assert "Dani leaves" in lines


@pytest.mark.parametrize(
    ("line", "en", "es"),
    [
        ("bonus ana 5", "Bonus for Ana: 5", "Bono de Ana: 5"),
        ("penalty ana 5 -- late", "Penalty for Ana: -5", "Penalización de Ana: -5"),
    ],
)
def test_a_bonus_and_a_penalty_are_told_as_what_they_are(line: str, en: str, es: str) -> None:
    log = Pad(line).log
    for language, text in zip(LANGUAGES, (en, es), strict=True):
        assert tell_log(GAME, GAME.words.narrator(language), log)[-1].text == text


def test_the_first_example_is_a_plain_number() -> None:
    assert due_lines(Pad().replay, "en")[0] == "ana 12"


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("wonders", "Fran wins (Fran 30, Gala 30, Marta 29)"),
        ("rummy", "Bea wins (Bea 203, Ana 209, Caro 307, Dani 158)"),
        ("winners", "Ana wins"),
    ],
)
def test_the_result_is_told_in_the_order_of_the_places(name: str, result: str) -> None:
    replay = replay_log((EXAMPLES / f"{name}.jsonl").read_bytes())
    assert replay.final
    assert GAME.result(replay.final, replay.state, "en") == result


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("join Cy", {"cy": "Cy"}),
        ("join dani", {"dani": "Dani"}),
        ('join "José Luis" start 20', {"jose-luis": "José Luis"}),
        ("llega José Luis tras ana", {"jose-luis": "José Luis"}),
        ('join "Ana" after ana', {"ana-2": "Ana"}),
        ('join dani "Dani el Rojo"', {"dani": "Dani el Rojo"}),
    ],
)
def test_a_late_comer_needs_no_id(line: str, who: dict[str, str]) -> None:
    players = Pad(line).replay.state.players
    assert {id_: player.name for id_, player in players.items() if id_ in who} == who


def test_who_is_there_does_not_come_again() -> None:
    assert Pad().refuses("join ana") == "R-S-PLAYER-01"
