"""The examples are what the scripts make of them: games of bots are what they always were."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.dice_forge.examples import EXAMPLES, files
from tests.games.dice_forge.harness import folded
from tests.games.dice_forge.kit import B, G, O


def test_the_examples_are_current() -> None:
    written = {path.name: path.read_bytes() for path in EXAMPLES.iterdir()}
    assert files() == written, "if this is wanted: make examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.stem)
def test_the_examples_are_legal(path: Path) -> None:
    fold = folded(path.read_bytes())
    assert fold.verdict is None, fold.in_words()
    assert (fold.final is None) == (path.stem == "sheet-turn")


def test_the_turn_on_the_sheet_ends_as_the_sheet_says() -> None:
    view = folded((EXAMPLES / "sheet-turn.jsonl").read_bytes()).view()
    maxs, alex = view["players"][O], view["players"][G]
    assert (maxs["gold"], maxs["sun"], maxs["moon"]) == (1, 1, 1)
    assert maxs["piles"] == {"1": ["ferryman"], "2": [], "3": ["hind", "owl", "owl"]}
    assert [die["slots"][:2] for die in maxs["dice"]] == [["4g", "1g"], ["1s", "1m"]]
    assert maxs["removed"] == ["1g", "1g", "1g"]
    assert (maxs["portal"], alex["portal"]) == (3, None)
    assert (view["active"], view["round"]) == (B, 4)


def test_an_alternate_game_has_every_alternate_feat() -> None:
    view = folded((EXAMPLES / "alternates.jsonl").read_bytes()).view()
    assert {
        "bear",
        "boar",
        "cerberus",
        "sentinel",
        "typhon",
        "cyclops",
        "triton",
        "shield",
        "ship",
    } <= (view["feats"].keys())
