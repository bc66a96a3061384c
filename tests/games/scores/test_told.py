"""What was written is told with the names as they are written, and its points once."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragami.draw.panels import Grid, Page
from ragami.game import game_named
from ragami.game.capabilities import DRAWING
from ragami.game.standing import standing
from ragami.judge.report import replay_log
from ragami.language import LANGUAGES, Language
from ragami.narration import tell_log
from ragami.sheet.due_lines import due_lines
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
    assert "Round 1 is put right: Caro: 26 (a card was counted twice)" in lines
    assert any(line.startswith("Dani leaves (") for line in lines)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "the fewest points win; who left is last: Dani."),
        ("es", "gana quien menos puntos tiene; quien se fue queda al final: Dani."),
    ],
)
def test_the_pad_says_why_the_best_of_all_has_not_won(language: Language, said: str) -> None:
    """Dani has the fewest points, and had left."""
    replay = replay_log((EXAMPLES / "rummy.jsonl").read_bytes())
    names = GAME.seating(replay.state).names
    view = GAME.view(replay.state, replay.seq, "public")
    picture = GAME.need(DRAWING).picture(replay.state, view, names, Page(language, width=120))
    assert picture.rstrip().endswith(said)


@pytest.mark.parametrize(
    ("line", "en", "es"),
    [
        ("bonus ana 5", "Bonus for Ana: 5", "Bono de Ana: 5"),
        ("bonus ana 5 -- neat", "Bonus for Ana: 5 (neat)", "Bono de Ana: 5 (neat)"),
        ("penalty ana 5", "Penalty for Ana: -5", "Penalización de Ana: -5"),
        ("penalty ana 5 -- late", "Penalty for Ana: -5 (late)", "Penalización de Ana: -5 (late)"),
        ("leave ana", "Ana leaves", "Sale Ana"),
        ("leave ana -- tired", "Ana leaves (tired)", "Sale Ana (tired)"),
        ("end", "The game is over", "Termina la partida"),
        ("end -- dark", "The game is over (dark)", "Termina la partida (dark)"),
    ],
)
def test_what_happens_beside_the_numbers_is_told_with_its_reason(
    line: str, en: str, es: str
) -> None:
    log = Pad(line).log
    for language, text in zip(LANGUAGES, (en, es), strict=True):
        assert tell_log(GAME, GAME.words.narrator(language), log)[-1].text == text


def test_a_correction_is_told_with_its_category_and_its_reason() -> None:
    log = Pad("bid ana 1; fix 1 bid ana 2 -- misheard", heads="categories: bid, points").log
    told = tell_log(GAME, GAME.words.narrator("en"), log)[-1].text
    assert told == "Round 1 is put right: Bid – Ana: 2 (misheard)"


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


@pytest.mark.parametrize(
    ("result", "lines", "en", "es"),
    [
        ("declared", "end - ana, - bea, - caro", "Nobody wins", "No gana nadie"),
        ("either", "row 1 2 3; end - ana, - bea, - caro", "Nobody wins (Caro 3, Bea 2, Ana 1)",
         "No gana nadie (Caro 3, Bea 2, Ana 1)"),
    ],
)  # fmt: skip
def test_all_may_lose(result: str, lines: str, en: str, es: str) -> None:
    replay = Pad(lines, result=result).replay
    assert replay.final
    told = [GAME.result(replay.final, replay.state, language) for language in LANGUAGES]
    assert told == [en, es]


def test_a_game_without_points_ends_without_a_column_of_them() -> None:
    replay = Pad("end 1 ana, 2 bea, 3 caro", result="declared").replay
    view = GAME.view(replay.state, replay.seq)
    panel = standing(GAME, replay.state, view, replay.state.names, "en")
    grid = panel.rows[1].widgets[0]
    assert isinstance(grid, Grid)
    assert grid.heads == ("", "place")
    assert grid.rows[0] == ("Ana (winner)", "1")


def test_who_is_there_does_not_come_again() -> None:
    assert Pad().refuses("join ana") == "R-S-PLAYER-01"
