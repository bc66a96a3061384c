"""The score sheet of Dice Forge: what its lines mean, what is told of wrong ones and offered."""

from __future__ import annotations

from typing import Any

import pytest

from ragami.game.capabilities import NOTATION
from ragami.games.dice_forge.game import GAME
from ragami.language import Language
from ragami.notation.line import Line
from ragami.notation.misread import Unread
from ragami.sheet.completing import ways_on
from tests.games.dice_forge.kit import B, O, Table, entry

SHEET = GAME.need(NOTATION)
LANGUAGES: tuple[Language, ...] = ("en", "es")


def said(text: str, table: Table) -> tuple[str, Any]:
    return SHEET.read(Line(text), table.state)


def test_the_examples_of_the_rules_file_are_read_as_they_are_meant() -> None:
    table = Table()
    assert said("roll O 1.3 2.6 G 1.1 2.1m", table) == (
        "dice_rolled",
        {"rolls": {"orange.1": 3, "orange.2": 6, "green.1": 1, "green.2": "1m"}},
    )
    assert said("B roll 2.5", table)[1] == {"rolls": {"blue.2": 5}}
    assert said("K apply 1 h1 2 h1", table)[1]["faces"] == [
        entry("black.1", hammer=1),
        entry("black.2", hammer=1),
    ]
    assert said("K apply 1:s 2^1s>2.1 again 1:m 2=B.2", table)[1] == {
        "player": "black",
        "faces": [entry("black.1", choice="sun"), entry("black.2", ship="1s>2.1")],
        "again": [entry("black.1", choice="moon"), entry("black.2", copy="blue.2")],
    }
    assert said("O apply B.1 v2s v1m G.2:m", table)[1]["faces"] == [
        entry("blue.1", sun=2, moon=1),
        entry("green.2", choice="moon"),
    ]
    assert said("J jabalí s p", table) == ("boar_paid", {"player": O, "gains": ["sun", "glory"]})
    assert said("J llama búho g h1", table)[1] == {
        "player": O, "feat": "owl", "gain": "gold", "hammer": 1,
    }  # fmt: skip
    assert said("O offer 4g>1.3 1s>1.1g", table)[1]["faces"] == [
        {"face": "4g", "die": 1, "slot": 3},
        {"face": "1s", "die": 1, "slot": "1g"},
    ]
    assert said("O send red>B", table)[1] == {"player": O, "colour": "red", "bearer": B}
    assert said("assert gold O:5 up O.1:4g feats hind:2 portals O:3 B:-", table) == (
        "asserted",
        {
            "gold": {O: 5},
            "up": {"orange.1": "4g"},
            "feats": {"hind": 2},
            "portals": {O: 3, B: None},
        },
    )


def test_what_is_left_out_is_filled_in() -> None:
    table = Table()
    assert said("end", table)[1] == {"player": O}
    assert said("call hind", table)[1] == {
        "player": O, "feat": "hind", "gain": None, "hammer": 0,
    }  # fmt: skip
    table.own(O, sun=6)
    table.feat(O, "sphinx")
    assert said("roll 2.5", table)[1] == {"rolls": {"orange.2": 5}}
    table.minor("orange.2", "1g")
    assert said("roll 1", table)[1] == {"rolls": {"orange.2": 1}}
    assert said("roll 1m", table)[1] == {"rolls": {"orange.2": "1m"}}
    table.minor("orange.2", "1g/1s/1m")
    assert said("apply :s", table)[1] == {
        "player": O, "faces": [entry("orange.2", choice="sun")], "again": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("O offer 4g>3.1", 9),
        ("O offer 4x>1.1", 9),
        ("O offer", 9),
        ("roll O 1.7", 8),
        ("roll O 3.1", 8),
        ("O feat nobody", 8),
        ("O apply x", 9),
        ("O apply 1:q", 9),
        ("O boar g", 8),
        ("O send pink>B", 8),
        ("O triton p", 10),
        ("remove 4", 8),
        ("assert gold X:1", 13),
        ("assert gold O:much", 13),
        ("O fly", 3),
        ("O end now", 7),
    ],
)
def test_what_cannot_be_read_is_told_in_its_place(line: str, column: int) -> None:
    with pytest.raises(Unread) as wrong:
        said(line, Table())
    assert wrong.value.column == column
    assert wrong.value.expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_of_the_reference_can_be_read(language: Language) -> None:
    verbs = set()
    for example, _meaning in SHEET.reference(language):
        verbs.add(said(example, Table(4))[0])
    assert verbs == {*GAME.events, "asserted"} - {"game_opened"}


def test_dice_are_offered_by_face_and_by_side() -> None:
    table = Table()
    table.step()

    def offered(before: str, language: Language = "en") -> dict[str, str]:
        return dict(ways_on(table.fold, before, language))

    assert list(offered("roll ")) == ["O", "G", "B"]
    # Of each die the faces, the one that it has most often first; then its sides.
    assert list(offered("roll O "))[:3] == ["1.1g", "1.1s", "1.1"]
    assert offered("roll O ", "es")["1.6"] == "1 sol"
    assert len(offered("roll O ")) == 12 + 2 + 3
    assert list(offered("roll O 1.1 2.2 ")) == ["G", "B"]


def test_a_face_that_is_forged_over_may_be_told_by_its_side() -> None:
    table = Table()
    table.own(O, gold=12)
    assert table.state.players[O].dice[0].slots[1] == "1g"

    def offered(before: str) -> list[str]:
        return [token for token, _meaning in ways_on(table.fold, before, "en")]

    after = offered("offer 3g>1.1g ")
    assert after
    assert "3g>1.1s" not in after
    assert offered("offer 3g>1.2 ") == after
