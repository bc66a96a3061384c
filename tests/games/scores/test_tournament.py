"""Results of a tournament from sealed logs of scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ragami
from tests.games.scores.pad import Pad
from tests.games.tournament.halls import changed, sealed, well

PEOPLE = ("Ana", "Bea", "Caro", "Dani")
FOUR = ", ".join(f'{name.lower()} "{name}"' for name in PEOPLE)
RESULTS = ("tournament", "results", "open")
AT = b'"at":"2031-01-01T10:00:00Z"'


@pytest.fixture
def hall(ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ragami:
    """A key, and a tournament of Rummy with its first round of one table paired."""
    monkeypatch.chdir(tmp_path)
    Path("t").mkdir()
    well(ragami("key", "new", "eva"))
    of = ("--plays", "Rummy", "--option", "rounds=3", "--seed", "open")
    well(ragami("tournament", "new", "open", *of))
    for name in PEOPLE:
        well(ragami("tournament", "enter", "open", name.lower(), name))
    well(ragami("tournament", "pair", "open"))
    return ragami


def log_of(lines: str, *heads: str, **options: Any) -> bytes:
    pad = Pad(lines, players=FOUR, heads="\n".join(heads), **options)
    return pad.log.replace(b'"at":null', AT)


def result(ragami: Ragami) -> dict[str, tuple[int, int | None]]:
    """Who has which place and score at the table."""
    (table,) = ragami("show", "open", "--json").lines[0]["pairing"]["tables"]
    return {one["entrant"]: (one["place"], one["score"]) for one in table["result"]["results"]}


def codes(ragami: Ragami) -> set[str]:
    report = ragami("verify", "--json", "open", "t").lines[0]
    return {one["code"] for one in report["findings"]} - {"unfinished"}


ROWS = "row 45 0 62 18; round; row 30 0 0 18; round; end"


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        (
            log_of(ROWS, "plays: Rummy", best="low"),
            {"ana": (4, 75), "bea": (1, 0), "caro": (3, 62), "dani": (2, 36)},
        ),
        (
            log_of(
                "row 40 50; round; end",
                "plays: Rummy",
                'teams: us "Us" ana caro, them "Them" bea dani',
            ),
            # Places of a tournament are counted among players (R-T-RES-04).
            {"ana": (3, 40), "bea": (1, 50), "caro": (3, 40), "dani": (1, 50)},
        ),
        (
            log_of("end 1 caro, - ana, - bea, - dani", "plays: Rummy", result="declared"),
            {"ana": (2, 0), "bea": (2, 0), "caro": (1, 0), "dani": (2, 0)},
        ),
    ],
    ids=["the lowest wins", "teams", "winners alone"],
)
def test_a_sealed_pad_is_the_result(
    hall: Ragami, log: bytes, expected: dict[str, tuple[int, int | None]]
) -> None:
    sealed(hall, "game", log, Path("t"))
    done = well(hall(*RESULTS, "--logs", "t"))
    assert "seal" not in done.err
    assert result(hall) == expected
    assert codes(hall) == set()


def test_a_number_changed_after_the_seal_is_found(hall: Ragami) -> None:
    file = sealed(hall, "game", log_of(ROWS, "plays: Rummy", best="low"), Path("t"))
    well(hall(*RESULTS, "--logs", "t"))
    forged = changed(
        file.read_bytes(), lambda lines: [line.replace(b'"ana":45', b'"ana":1') for line in lines]
    )
    file.write_bytes(forged)
    assert "head-differs" in codes(hall)


def test_an_unsealed_pad_and_one_of_another_game_are_told(hall: Ragami) -> None:
    Path("t/game.jsonl").write_bytes(log_of(ROWS, "plays: Chess", best="low"))
    refused = hall(*RESULTS, "--logs", "t")
    assert refused.code == 5
    assert "Chess" in refused.err or "Rummy" in refused.err
    Path("t/game.jsonl").write_bytes(log_of(ROWS, "plays: Rummy", best="low"))
    done = well(hall(*RESULTS, "--logs", "t"))
    assert "no seal by a known key" in done.err
