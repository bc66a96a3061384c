"""What record 1 may bring: components of one's own, options, players (R-F-LOG-01)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from ragami.games.dice_forge.components import SHIPPED, read, shipped
from ragami.games.dice_forge.events import values
from ragami.games.dice_forge.words import PROBLEMS
from tests.games.dice_forge.harness import Data
from tests.games.dice_forge.kit import Table, opened


def opened_with(kind: str, change: Callable[[Data], Any]) -> str:
    """What is wrong with record 1 whose component was changed."""
    data = opened()
    component = msgspec.json.decode(read(f"{SHIPPED[kind][0]}.json"))
    change(component)
    data["components"][kind] = component
    table = Table()
    table.state.opened = False
    wrong = table.wrong("game_opened", **data)
    for template in PROBLEMS.get(wrong[0].facts["problem"], ()) if wrong else ():
        assert template.format(**wrong[0].facts)
    assert all(one.rule in ("R-F-LOG-01", "R-LOG-01") for one in wrong)
    return wrong[0].facts["problem"] if wrong else "fits"


COMPONENTS: list[tuple[str, str, Callable[[Data], Any]]] = [
    ("fits", "temple", lambda c: c.update(name="ours", verified=True)),
    ("fits", "temple", lambda c: c["garden"].clear()),
    ("fits", "temple", lambda c: c.update(sanctuary=[])),
    ("pool-twice", "temple", lambda c: c["sanctuary"][1].update(pool="2a")),
    ("pool-without-faces", "temple", lambda c: c["sanctuary"][1].update(faces={})),
    ("face-in-two-places", "temple", lambda c: c["sanctuary"][1]["faces"].update({"3g": 1})),
    ("face-in-two-places", "temple", lambda c: c["garden"].update({"3g": 1})),
    (
        "special-face",
        "temple",
        lambda c: (c["garden"].clear(), c["sanctuary"][1].update(faces={"x3": 1})),
    ),
    ("does-not-fit", "temple", lambda c: c["sanctuary"][1].update(faces={"1m+1g": 1})),
    ("does-not-fit", "temple", lambda c: c["sanctuary"][1].update(faces={"1g+1m/1p": 1})),
    ("does-not-fit", "temple", lambda c: c["sanctuary"][1].update(faces={"0g": 1})),
    ("does-not-fit", "temple", lambda c: c["sanctuary"][1].update(faces={"100g": 1})),
    ("does-not-fit", "temple", lambda c: c["sanctuary"][1].update(faces={"3g\n": 1})),
    ("does-not-fit", "temple", lambda c: c["sanctuary"][1].update(faces={"3x": 1})),
    ("does-not-fit", "temple", lambda c: c["sanctuary"][1].update(cost=100)),
    ("does-not-fit", "temple", lambda c: c["sanctuary"][1].update(pool="")),
    ("does-not-fit", "temple", lambda c: c["garden"].update(x3=0)),
    ("does-not-fit", "temple", lambda c: c.update(layout={})),
    ("fits", "feats", lambda c: c["feats"].pop(3)),
    ("feat-twice", "feats", lambda c: c["feats"].append(dict(c["feats"][3]))),
    ("wrong-places", "feats", lambda c: c["feats"].pop(0)),
    ("unfit-alternate", "feats", lambda c: c["feats"][3].update(portal=1)),
    ("unfit-alternate", "feats", lambda c: c["feats"][3].update(cost={"sun": 1, "moon": 2})),
    ("unfit-alternate", "feats", lambda c: c["feats"][3].update(instead_of="zeus")),
    ("two-alternates", "feats", lambda c: c["feats"].append(c["feats"][3] | {"feat": "b"})),
    ("does-not-fit", "feats", lambda c: c["feats"][3].update(copies=3)),
    ("does-not-fit", "feats", lambda c: c["feats"][3].update(effect="zeus")),
    ("does-not-fit", "feats", lambda c: c.update(portals=8)),
    ("fits", "dice", lambda c: c["dice"][0].__setitem__(0, "3g/2p")),
    ("special-face", "dice", lambda c: c["dice"][0].__setitem__(0, "x3")),
    ("does-not-fit", "dice", lambda c: c["dice"][0].pop()),
    ("does-not-fit", "dice", lambda c: c["dice"].append(c["dice"][0])),
]


@pytest.mark.parametrize(("problem", "kind", "change"), COMPONENTS)
def test_a_component_of_ones_own(problem: str, kind: str, change: Callable[[Data], Any]) -> None:
    found = opened_with(kind, change)
    assert found in PROBLEMS or found == "fits" or problem == "does-not-fit"
    if problem != "does-not-fit":
        assert found == problem
    else:
        assert found not in (*PROBLEMS, "fits")


@pytest.mark.parametrize(
    "options",
    [{"pass_policy": "final"}, {"mirror_sees": "down"}, {"place_bear": "hind"},
     {"place_hind": "owl"}, {"conversion": 1}],
)  # fmt: skip
def test_an_option_that_there_is_not(options: Data) -> None:
    table = Table()
    table.state.opened = False
    assert table.rule("game_opened", **opened() | {"options": options}) == "R-F-LOG-01"


def test_a_place_is_named_by_the_feats_in_use() -> None:
    known = values(shipped("feats", "feats-1"))
    assert known["place_hind"] == ("hind", "bear")
    assert len([name for name in known if name.startswith("place_")]) == 9


@pytest.mark.parametrize("kind", ["temple", "feats", "dice"])
def test_a_component_that_does_not_ship(kind: str) -> None:
    data = opened()
    data["components"][kind] = "city-1"
    table = Table()
    table.state.opened = False
    (wrong,) = table.wrong("game_opened", **data)
    assert (wrong.rule, wrong.facts["problem"]) == ("R-F-LOG-01", "unknown-component")


@pytest.mark.parametrize("players", [1, 5])
def test_fewer_than_two_or_more_than_four_is_malformed(players: int) -> None:
    data = opened(4)
    data["players"] = (data["players"] * 2)[:players]
    table = Table()
    table.state.opened = False
    assert table.rule("game_opened", **data) == "R-F-LOG-01"
