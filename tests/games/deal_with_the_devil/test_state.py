"""The state, key by key, and what of it is shared with whom."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ragami.games.deal_with_the_devil.accounts import ASSERTIONS
from ragami.games.deal_with_the_devil.events import Asserted
from ragami.games.deal_with_the_devil.rules.actions import claims
from ragami.games.deal_with_the_devil.rules.bank import sold
from ragami.games.deal_with_the_devil.rules.ending import final
from ragami.games.deal_with_the_devil.rules.judge import EVENTS
from ragami.games.deal_with_the_devil.rules.sets import cards
from ragami.games.deal_with_the_devil.state import Player, State, holder
from ragami.games.deal_with_the_devil.view import view
from ragami.games.deal_with_the_devil.visibility import VISIBILITY
from tests.games.deal_with_the_devil.table import NOBODY, SEATS, SEED, Table, opening, souls

STATE = [
    "seq",
    "phase",
    "step",
    "round",
    "due",
    "players",
    "deal",
    "plan",
    "questioned",
    "inquisition",
]
INQUISITION = ["bribes", "gone", "up", "turning", "accusing", "fixed", "found"]
LINES = [
    "role",
    "total",
    "points",
    "buildings",
    "debt",
    "majors",
    "angel",
    "demon",
    "indulgences",
    "courtiers",
    "souls",
    "valuables",
    "route",
    "fives",
    "fifths",
]
GOODS = {"marble": 0, "glass": 1, "wood": 2, "stone": 3, "wheat": 4, "coins": 5}
PUBLIC: dict[str, Any] = {
    "role": None,
    "points": 1,
    "reputation": 9,
    "angel": 1,
    "demon": 2,
    "indulgences": 3,
    "guests": 4,
    "debt": 6,
    "interest": 2,
    "goods": None,
    "souls": None,
    "hand": [None, None],
    "events": [None],
    "built": [{"building": "vineyard", "round": 1, "covered": False}],
    "courtiers": {"rural": "two", "urban": "hired", "religious": "two", "alchemist": "locked"},
    "minor": {"minor_1": 2, "minor_2": "open", "minor_3": "open", "minor_4": "dropped"},
    "major": ["major_2"],
    "production": [1, 2, 1, 1],
    "tokens": 3,
    "confessed": True,
    "request": "stone",
}
OWN = PUBLIC | {
    "role": "cultist",
    "goods": GOODS,
    "souls": souls(1, 2),
    "hand": ["fort", "bank"],
    "events": ["a4"],
}


def set_out(step: str, **options: Any) -> Table:
    """Red has something different of everything."""
    t = Table(**options).at(step, 2).stands("red", "vineyard").has("red", **GOODS)
    red = t["red"]
    red.points, red.reputation, red.angel, red.demon, red.indulgences = 1, 9, 1, 2, 3
    red.guests, red.debt, red.interest, red.souls = 4, 6, 2, souls(1, 2)
    red.hand, red.events, red.tokens, red.confessed = ["fort", "bank"], ["a4"], 3, True
    red.courtiers["urban"], red.major, red.levels = "hired", ["major_2"], [1, 2, 1, 1]
    red.minor |= {"minor_1": 2, "minor_4": "dropped"}
    red.request = "stone"
    return t


@pytest.mark.parametrize(
    ("viewer", "seen"),
    [(None, OWN), ("referee", OWN), ("red", OWN), ("blue", PUBLIC), ("public", PUBLIC)],
)
def test_R_D_KNOW_03_a_player_as_a_viewer_may_see_them(viewer: str | None, seen: Any) -> None:
    t = set_out("actions/act")
    found = view(t.s, 7, viewer)
    assert list(found) == STATE
    assert list(found["inquisition"]) == INQUISITION
    assert [found[key] for key in STATE[:4]] == [7, "actions", "act", 2]
    assert found["players"]["red"] == seen
    assert list(found["players"]["red"]) == list(seen)
    assert found["players"]["blue"]["role"] == (
        "mortal_1" if viewer not in ("red", "public") else None
    )
    t.s.shown = True
    assert view(t.s, 7, "public")["players"]["red"]["role"] == "cultist"


def test_R_D_DEAL_09_the_deals_as_a_viewer_may_see_them() -> None:
    t = Table().at("deals/offer")
    assert view(t.s, 9)["deal"] == {"offers": {}, "chests": [], "answers": []}
    for colour in SEATS:
        t.do("offer_made", **t.offers(colour, {}))
    t.do("offers_sent", **t.sent(1, "2DC1")).do("offer_answered", **t.answers("blue", False))
    offer: Any = {"goods": {}, "asks": {}}
    answer = {"accept": False, "souls": souls(0, 0)}
    sent = t.sent(1, "2DC1")["chests"]
    whole = {
        "offers": dict.fromkeys(SEATS, offer),
        "chests": [sent],
        "answers": [{"blue": answer}],
    }
    assert view(t.s, 9)["deal"] == whole
    assert view(t.s, 9, "blue")["deal"] == {
        "offers": NOBODY | {"blue": offer},
        "chests": [NOBODY | {"blue": "devil"}],
        "answers": [{"blue": answer}],
    }
    assert view(t.s, 9, "public")["deal"] == {
        "offers": NOBODY,
        "chests": [NOBODY],
        "answers": [{"blue": None}],
    }
    assert view(t.s, 9)["plan"] is None
    assert view(t.at("cards/draw").s, 9)["deal"] is None


def test_R_D_ACT_01_the_plans_of_those_who_have_shown_one() -> None:
    t = Table().planned("red", "left", "hire", event="forest")
    assert t["red"].plan
    t["red"].plan.tokens = 2
    running = {"red": {"steps": ["left", "hire"], "tokens": 2, "ended": False}}
    assert view(t.s, 9)["plan"] == view(t.s, 9, "public")["plan"] == running
    assert view(t.at("witch_hunt/vote").s, 9)["plan"] is None


def test_R_D_END_02_the_result_has_every_line() -> None:
    t = Table().at("walls/open", 5)
    assert final(t.s) is None
    t.at("over", 5)
    for colour in SEATS:
        t.has(colour)
        t[colour].souls = souls(0, 0)
    t["red"].major, t["yellow"].major = ["major_1"], ["major_2"]
    result = final(t.s)
    assert result is not None
    assert list(result) == ["ended", "reason", "rounds", "players", "winners"]
    assert (result["ended"], result["reason"], result["rounds"]) == (True, "rounds", 5)
    assert {colour: list(one) for colour, one in result["players"].items()} == dict.fromkeys(
        SEATS, LINES
    )
    assert [result["players"][colour]["majors"] for colour in SEATS] == [2, 0, 0, 0]


def test_R_D_BANK_02_what_the_bank_gives() -> None:
    assert [sold({good: 3}) for good in GOODS] == [6, 6, 3, 3, 3, 3]
    assert sold(GOODS) == 2 + 2 + 3 + 4 + 5


# --- what is told of secrets ----------------------------------------------------------------


def test_R_D_KNOW_02_what_a_private_game_leaves_out() -> None:
    def secrets(type_: str, **data: Any) -> list[tuple[str, tuple[str, ...], Any]]:
        event = msgspec.convert(data, type=EVENTS[type_])
        return [tuple(one) for one in VISIBILITY.secrets(event)]

    assert secrets("offers_sent", **Table().sent(1, "2D?1")) == [
        ("chests.red", ("red",), None),
        ("chests.blue", ("blue",), None),
        ("chests.yellow", ("yellow",), None),
    ]
    assert secrets("buildings_passed", player="red", cards=["fort", None]) == [
        ("cards[0]", ("red",), None)
    ]
    assert secrets("loan_taken", player="red", coins=1) == []
    assert secrets("seed_opened", seed=SEED) == []
    named = secrets("game_opened", **opening())
    assert [owners for _, owners, _ in named if owners] == [(colour,) for colour in SEATS]


def test_R_D_KNOW_04_before_the_game_is_open_nothing_is_left_out() -> None:
    t = Table.__new__(Table)
    t.s, t.seq = State(), 0
    t.do("game_opened", **opening())
    assert t.s.unjudged == 0


def test_who_has_an_unknown_role_or_chest_is_unknown() -> None:
    assert holder({"red": None, "blue": "devil"}, "devil") == "blue"
    assert holder({"red": None, "blue": "devil"}, None) is None


def test_R_D_KNOW_06_an_assertion_never_differs_from_an_unknown_account() -> None:
    player = Player("red", goods=None, reputation=3)
    state = State(cards=cards("devil-cards-1"), players={"red": player})
    asserted = Asserted(goods={"red": {"wood": 1}}, reputation={"red": 4})
    different = {"reputation": {"red": {"log": 3, "table": 4}}}
    assert ASSERTIONS.differences(state, asserted) == different


def test_R_D_ACH_08_what_was_gained_cannot_be_claimed_again() -> None:
    state = State(cards=cards("devil-cards-1"))
    player = Player("red", courtiers=dict.fromkeys(("rural", "urban", "religious"), "hired"))
    free = {id_ for id_, _courtiers in claims(state, player)}
    assert free
    for id_ in free:
        if state.table.file.achievements[id_].size == "minor":
            player.minor[id_] = 1
        else:
            player.major.append(id_)
    assert not list(claims(state, player))
