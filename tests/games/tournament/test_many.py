"""Very many people: what a command does grows as the list does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ragami
from tests.games.tournament.halls import well
from tests.guard.counting import count

FEW = 24
MORE_THAN_LINEAR = 2.6
"""Of twice as many, the increase is twice as large; where each looks at all, four times."""


def listed(n: int) -> str:
    return "name,club\n" + "".join(f"Ana {number} Ruiz,C{number % 9}\n" for number in range(n))


def entered(ragami: Ragami, game: str, _n: int) -> None:
    well(ragami("tournament", "enter", game, "--csv", f"{game}.csv"))


def entered_again(ragami: Ragami, game: str, n: int) -> None:
    Path(f"{game}.csv").write_text(listed(n).replace(",C", ",Club "), "utf-8")
    done = well(ragami("tournament", "enter", game, "--csv", f"{game}.csv"))
    assert "Club 1" in done.err


def checked_in(ragami: Ragami, game: str, n: int) -> None:
    everybody = [f"Ana {number} Ruiz" for number in range(n)]
    well(ragami("tournament", "check-in", game, "--begin", "--yes"))
    well(ragami("tournament", "check-in", game, *everybody))
    done = well(ragami("tournament", "check-in", game, *everybody))
    assert done.err.count("here already") == n


def told(ragami: Ragami, game: str, _n: int) -> None:
    done = well(ragami("tournament", "drop", game, "Ana 1 Ruiz"))
    assert "Ana 1 Ruiz" in done.out


@pytest.mark.parametrize(
    ("before", "act"),
    [((), entered), ((entered,), entered_again), ((entered,), checked_in), ((entered,), told)],
)
def test_a_command_grows_as_the_list_does(
    ragami: Ragami,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: tuple[Callable[[Ragami, str, int], None], ...],
    act: Callable[[Ragami, str, int], None],
) -> None:
    monkeypatch.chdir(tmp_path)

    def work(n: int, name: str) -> int:
        well(ragami("tournament", "new", name, "--seed", "x"))
        Path(f"{name}.csv").write_text(listed(n), "utf-8")
        for step in before:
            step(ragami, name, n)
        return count(lambda: act(ragami, name, n))

    work(FEW, "warm")  # what is loaded once
    once, twice, four = (work(times * FEW, f"t{times}") for times in (1, 2, 4))
    assert four - twice < MORE_THAN_LINEAR * (twice - once), (once, twice, four)


def test_a_list_of_games_names_a_few_of_many(ragami: Ragami, tmp_path: Path) -> None:
    (tmp_path / "e.csv").write_text(listed(129), "utf-8")
    well(ragami("tournament", "new", "open", "--seed", "x"))
    well(ragami("tournament", "enter", "open", "--csv", str(tmp_path / "e.csv")))
    listing = well(ragami("games")).out
    assert "Ana 7 Ruiz … (129)" in listing and "Ana 8 Ruiz" not in listing
