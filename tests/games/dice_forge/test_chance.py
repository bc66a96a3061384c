"""What is chance, and what is disclosed."""

from __future__ import annotations

from ragami.game.chance import Roll
from ragami.games.dice_forge.chance import disclosed, faces, rolls
from ragami.games.dice_forge.events import BoarSent, DiceRolled, FacesRemoved, TurnEnded
from tests.games.dice_forge.kit import Table


def test_a_roll_is_one_of_its_die_and_a_face_alone_says_no_side() -> None:
    event = DiceRolled({"orange.1": 3, "green.2": "1m"})
    assert list(rolls(event)) == [
        Roll("orange.1", 0, 3, "orange", numbered=False),
        Roll("green.2", 0, None, "green", numbered=False),
    ]
    assert list(rolls(TurnEnded("orange"))) == []


def test_only_chance_discloses() -> None:
    assert disclosed(DiceRolled({})) == ["roll"]
    assert disclosed(FacesRemoved({})) == ["face"]
    assert disclosed(BoarSent("orange", "red", "blue")) == ["card"]
    assert disclosed(TurnEnded("orange")) == []


def test_every_die_that_plays_has_six_sides() -> None:
    found = faces(Table(2).state)
    assert set(found) == {"orange.1", "orange.2", "green.1", "green.2"}
    assert set(found.values()) == {(1, 2, 3, 4, 5, 6)}
