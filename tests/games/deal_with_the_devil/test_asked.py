"""Facing the inquisitors on a phone, where the accounts do not tell which goods are left."""

from __future__ import annotations

from typing import Any

from ragami.game.asking import Asking, Question
from ragami.games.deal_with_the_devil.game import GAME
from tests.games.deal_with_the_devil.table import Table


def facing(**filled: Any) -> Question | None:
    """The question to Red behind walls after some answers: Ascetic and Squanderer are there."""
    table = Table(open_=False).at("inquisition/face", 5)
    table.s.inquisition.up = {"1": "squanderer", "2": "ascetic"}
    table.s.inquisition.gone = ["A", "B", "C"]
    (form,) = (one for one in Asking(GAME, table.s).forms() if one.who == "red" and one.due)
    return Asking(GAME, table.s).step(form.id, {**form.data, **filled}, ()).question


def test_as_many_are_convinced_as_souls_are_paid() -> None:
    asked = facing(souls=1, indulgences=0)
    assert asked is not None and asked.path == ["convinced", 0] and not asked.stop
    after = facing(souls=1, indulgences=0, convinced=["ascetic"])
    assert after is not None and after.path == ["choices"]


def test_what_a_penalty_leaves_open_is_asked_in_parts() -> None:
    asked = facing(souls=0, indulgences=0)
    assert asked is not None and asked.kind == "parts"
    told = {part.label.en: [one.kind for one in part.parts] for part in asked.parts}
    assert told == {"Ascetic": ["tally", "number"], "Squanderer": ["tally"]}
    convinced = facing(souls=1, indulgences=0, convinced=["squanderer"])
    assert convinced is not None
    assert [part.label.es for part in convinced.parts] == ["Asceta"]


def test_where_nothing_is_open_nothing_is_asked() -> None:
    assert facing(souls=2, indulgences=0, convinced=["squanderer", "ascetic"]) is None
