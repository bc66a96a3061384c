"""A log whose beginning is lost: any game's is told, and judged by the rule of the log alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragami.game.registry import SHIPPED
from tests.cli.conftest import Ragami
from tests.scale import often

EXAMPLES = Path(__file__).parents[2] / "examples"
FIRST = {
    "ragami": "four-players.jsonl",
    "dice-forge": "dice-forge/four-players.jsonl",
    "deal-with-the-devil": "deal-with-the-devil.jsonl",
    "tournament": "tournament.jsonl",
    "scores": "scores/rummy.jsonl",
}
TOLD = ["log", "show", "replay", "report", "audit", "legal", "export --to csv", "export --to json",
        "export --to sheet", "sheet", "stats", "whatif undo"]  # fmt: skip
LOOKED_AT = [(game, one) for one in TOLD for game in SHIPPED][:: often(4, 1)]
"""Each command on a game or two in the suite, each game with three commands."""


@pytest.fixture(params=SHIPPED)
def beheaded(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The records of a game from the second on, numbered anew."""
    _first, *rest = (EXAMPLES / FIRST[request.param]).read_text("utf-8").splitlines()[:40]
    lines = (json.dumps(json.loads(line) | {"seq": n}) for n, line in enumerate(rest, 1))
    path = tmp_path / "beheaded.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return str(path)


def test_it_is_judged_by_the_rule_of_the_log(ragami: Ragami, beheaded: str) -> None:
    judged = ragami("verify", beheaded, "--json")
    assert judged.code == 1
    (finding,) = json.loads(judged.out)["findings"]
    assert (finding["seq"], finding["rule"]) == (1, "R-LOG-01")


@pytest.mark.parametrize(("beheaded", "command"), LOOKED_AT, indirect=["beheaded"])
def test_it_can_be_looked_at(ragami: Ragami, beheaded: str, command: str) -> None:
    name, *options = command.split()
    assert ragami(name, beheaded, *options).code in (0, 1, 2, 3)
