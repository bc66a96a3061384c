"""`ragami board`: boards drawn, and everything said that is wrong with a component."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ragami.errors import RagamiError
from ragami.findings import finding_of as placed
from ragami.games.ragami.components import BoardFile, DeckFile, DiceFile, faults
from ragami.games.ragami.shipped import read
from ragami.games.ragami.speech import TABLES
from ragami.games.ragami.words import WORDS
from ragami.sources.components import whole_json
from tests.cli.conftest import Ragami, Said
from tests.rules.kit import Table
from tests.samples.samples import samples

ROOT = Path(__file__).parents[2]
Change = Callable[[dict[str, Any]], object]
LEGAL = samples("legal")[0]
CITY: dict[str, Any] = json.loads(read("city-1.json"))
DECK: dict[str, Any] = json.loads(read("deck-1.json"))
DICE: dict[str, Any] = json.loads(read("dice-1.json"))


def changed(component: dict[str, Any], *changes: Change) -> dict[str, Any]:
    plain = copy.deepcopy(component)
    for change in changes:
        change(plain)
    return plain


@pytest.fixture
def check(ragami: Ragami, tmp_path: Path) -> Callable[[Any], Said]:
    """Check a component, given as what JSON says or as bytes."""

    def check_it(component: Any, *options: str) -> Said:
        path = tmp_path / "component.json"
        path.write_bytes(
            component if isinstance(component, bytes) else json.dumps(component).encode()
        )
        return ragami("board", "check", str(path), *(options or ("--json",)))

    return check_it


def found(said: Said) -> list[tuple[str, dict[str, Any]]]:
    """The problems of the errors, with their facts."""
    return [
        (finding["facts"]["problem"], finding["facts"])
        for finding in said.lines[0]["findings"]
        if finding["severity"] == "error"
    ]


# --- drawing -------------------------------------------------------------------------------


def test_the_board_that_ships_is_drawn(ragami: Ragami) -> None:
    drawn = ragami("board").out
    assert [f"[{square}]" in drawn for square in range(1, 31)] == [True] * 30
    assert [f"Q{block}" in drawn for block in range(1, 10)] == [True] * 9
    assert ragami("board", "city-1").out == drawn
    assert ragami("board", "draw", "city-1").out == drawn


def test_a_board_is_drawn_as_a_picture(ragami: Ragami, tmp_path: Path) -> None:
    own = ROOT / "examples" / "board-lisbon-east.json"
    picture = tmp_path / "own.svg"
    assert ragami("board", str(own), "-o", str(picture)) == (0, "", "")
    assert picture.read_bytes() == (ROOT / "docs" / "pictures" / "board-own.svg").read_bytes()
    assert ragami("board", "draw", str(LEGAL.path), "--out", str(picture)).code == 0
    assert "Saint" in picture.read_text("utf-8")  # with what stands on it
    assert ragami("board", "city-1", "-o", str(tmp_path / "nowhere" / "own.svg")).code == 7


def test_options_may_stand_anywhere(ragami: Ragami) -> None:
    board = ragami("board", "--json").lines[0]
    assert board == CITY
    assert ragami("board", "--json", "city-1").lines == [board]
    assert ragami("board", "city-1", "--json").lines == [board]


def test_the_board_of_a_game_has_its_pieces_on_it(ragami: Ragami) -> None:
    assert ragami("import", str(LEGAL.path), "--name", "final").code == 0
    drawn = ragami("board", "final").out
    assert drawn != ragami("board").out
    assert ragami("board", str(LEGAL.path)).out == drawn
    conflicts = ragami("show", "--json", "final").lines[0]["conflicts"]
    assert all(f"C{die}" in drawn for die in conflicts.values())


def test_a_board_of_ones_own_is_drawn(ragami: Ragami, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(changed(CITY, lambda city: city.update(name="mine"))))
    assert ragami("board", str(path)).out == ragami("board").out
    own = next(one for one in samples("legal") if one.expected["inline_components"])
    assert ragami("board", str(own.path)).code == 0


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b'{"seq":1}', json.dumps(DECK).encode()])
def test_what_has_no_board_is_not_drawn(ragami: Ragami, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    said = ragami("board", str(path), "--json")
    assert (said.code, said.lines[-1]["error"]["code"]) == (1, "no-board")


def test_what_is_not_there_is_not_found(ragami: Ragami) -> None:
    assert ragami("board", "nowhere").code == 3
    assert ragami("board", "check", "nowhere").code == 3


@pytest.mark.parametrize("option", ["full", "endpoints_only", "off"])
def test_movement_that_nobody_checks_is_told_in_every_report(ragami: Ragami, option: str) -> None:
    """A-LOG-07; also where the board itself was compared."""
    players = ["-p", "yellow:Ana", "-p", "green:Bea", "-p", "blue:Carl"]
    assert ragami("new", "final", *players, "--option", f"movement_check={option}").code == 0
    notices = [f for f in ragami("verify", "final", "--json").lines[0]["findings"] if f["ruling"]]
    assert notices[0]["facts"].get("movement") == (None if option == "full" else option)
    assert (f"how pieces move (movement_check={option})" in notices[0]["en"]) == (option != "full")


# --- checking ------------------------------------------------------------------------------


@pytest.mark.parametrize(("component", "kind"), [(CITY, "board"), (DECK, "deck"), (DICE, "dice")])
def test_what_ships_is_fit_to_play_with(
    check: Callable[..., Said], component: dict[str, Any], kind: str
) -> None:
    said = check(component)
    assert said.code == 0
    (report,) = said.lines
    assert (report["kind"], report["name"], report["ok"]) == (kind, component["name"], True)
    assert [finding["code"] for finding in report["findings"]] == ["unverified-components"]


def test_a_verified_component_needs_no_remark(check: Callable[..., Said]) -> None:
    assert check(changed(DICE, lambda dice: dice.update(verified=True))).lines[0]["findings"] == []


FORMS: list[tuple[dict[str, Any], Change, str, str]] = [
    (CITY, lambda c: c.pop("verified"), "missing-field", "$"),
    (CITY, lambda c: c.update(nme="x"), "unknown-field", "$"),
    (CITY, lambda c: c["street"].update({"1": [2, 99]}), "out-of-range", "$.street.1[1]"),
    (CITY, lambda c: c["street"].update({"31": [1]}), "wrong-key", "$.street"),
    (CITY, lambda c: c["street"].update({"01": [1]}), "wrong-key", "$.street"),
    (CITY, lambda c: c["block_blocks"].update({"Q1": "Q2"}), "wrong-type", "$.block_blocks.Q1"),
    (CITY, lambda c: c.update(street=[1]), "wrong-type", "$.street"),
    (CITY, lambda c: c.update(name=None), "wrong-type", "$.name"),
    (DECK, lambda c: c["copies"].update({"1": -1}), "out-of-range", "$.copies.1"),
    (DECK, lambda c: c.update(white_cube=[16]), "out-of-range", "$.white_cube[0]"),
    (DICE, lambda c: c.update(power=[1, 2]), "wrong-length", "$.power"),
]


@pytest.mark.parametrize(("component", "change", "problem", "where"), FORMS)
def test_what_is_wrong_in_its_form_is_said_with_its_place(
    check: Callable[..., Said], component: dict[str, Any], change: Change, problem: str, where: str
) -> None:
    said = check(changed(component, change))
    assert said.code == 1
    assert [(code, facts["where"]) for code, facts in found(said)] == [(problem, where)]
    assert said.lines[0]["findings"][0]["code"] == "malformed-component"


UNFIT: list[tuple[dict[str, Any], list[Change], set[str]]] = [
    (CITY, [lambda c: c["street"].pop("1")], {"square-missing", "one-way"}),
    (CITY, [lambda c: c["street"]["1"].append(1)], {"own-neighbour"}),
    (CITY, [lambda c: c["block_squares"]["Q1"].append(1)], {"place-twice"}),
    (CITY, [lambda c: c["street"]["1"].remove(2)], {"one-way"}),
    (CITY, [lambda c: c["block_blocks"]["Q1"].remove("Q2")], {"one-way"}),
    (CITY, [lambda c: c["block_squares"].update(X=[1])], {"block-half-told"}),
    (
        CITY,
        [
            lambda c: c["block_squares"].update({"": [1]}),
            lambda c: c["block_blocks"].update({"": []}),
        ],
        {"block-without-name"},
    ),
    (CITY, [lambda c: c["block_squares"]["Q1"].remove(1)], {"square-without-block"}),
    (
        CITY,
        [lambda c: c["street"].update({"1": [8], "2": [3]}), lambda c: c["street"]["8"].remove(9)],
        {"one-way", "street-in-pieces"},
    ),
    (DECK, [lambda c: c["copies"].pop("3")], {"kind-missing", "wrong-total"}),
    (DECK, [lambda c: c["copies"].update({"3": 5})], {"wrong-total"}),
    (DICE, [lambda c: c.update(action=[1] * 6)], {"no-face-above-one"}),
    (DICE, [lambda c: c.update(action=[0, 1, 2, 3, 4, 5])], {"action-face-zero"}),
]


def test_a_block_that_touches_no_square_is_played_with(
    check: Callable[..., Said], ragami: Ragami, tmp_path: Path
) -> None:
    """There is a block at every square, and not a square at every block."""
    park = changed(
        CITY,
        lambda c: c["block_squares"].update(Park=[], Isle=[]),
        lambda c: c["block_blocks"].update(Park=["Q1"], Isle=[]),
        lambda c: c["block_blocks"]["Q1"].append("Park"),
    )
    said = check(park)
    assert (said.code, found(said)) == (0, [])
    drawn = ragami("board", str(tmp_path / "component.json"))
    assert drawn.code == 0
    assert "Isle" in drawn.out
    board = msgspec.convert(park, BoardFile, str_keys=True)
    table = Table(board=board).do("ragami_moved", to="Park").do("turn_ended")
    event = table.read("ragami_moved", {"to": "Isle"})
    (wrong,) = table.judge(event)
    assert wrong.rule == "R-MOVE-01"
    assert "no way leads the Ragami from Q1 to Isle" in WORDS.say(
        placed("illegal-event", wrong, 1, 1), "en"
    )


@pytest.mark.parametrize(("component", "changes", "expected"), UNFIT)
def test_what_cannot_be_played_with_is_said_with_a_remedy(
    check: Callable[..., Said],
    component: dict[str, Any],
    changes: list[Change],
    expected: set[str],
) -> None:
    broken = changed(component, *changes)
    said = check(broken)
    assert said.code == 1
    assert {problem for problem, _facts in found(said)} >= expected
    for finding in said.lines[0]["findings"]:
        assert finding["code"] == "unfit-component"
        assert finding["rule"] == "R-LOG-01"
        assert TABLES["mend"][finding["facts"]["problem"]].en in finding["en"]


@pytest.mark.parametrize(
    ("content", "place"), [(b'{\n"name": "\xff"}', (2, 10)), (b"[" * 100_000, (1, 1))]
)
def test_what_is_no_json_is_told_in_its_place(content: bytes, place: tuple[int, int]) -> None:
    with pytest.raises(RagamiError) as wrong:
        whole_json(content, "board.json")
    assert (wrong.value.facts["line"], wrong.value.facts["column"]) == place


def test_every_problem_of_the_rules_has_a_text_and_a_remedy() -> None:
    """Each of `UNFIT` is one; together they are all that `faults` can say."""
    kinds = {"street": BoardFile, "copies": DeckFile, "action": DiceFile}
    seen = set()
    for component, changes, _expected in UNFIT:
        kind = next(kinds[field] for field in kinds if field in component)
        broken = msgspec.convert(changed(component, *changes), kind, str_keys=True)
        seen |= {fault["problem"] for fault in faults(broken)}
    assert seen == TABLES["problem"].keys()
    assert seen <= TABLES["mend"].keys()
    assert TABLES["file"].keys() == {
        "not-json", "half-a-character", "empty-line", "no-component", "missing-field",
        "unknown-field", "wrong-key", "unfit-layout",
    }  # fmt: skip


def test_everything_is_said_at_once(check: Callable[..., Said]) -> None:
    def spoil(city: dict[str, Any]) -> None:
        city["street"]["1"] = [99]
        city["street"]["x"] = []
        city["block_squares"]["Q1"] = [1, "a"]
        city["verified"] = "yes"
        city["colour"] = "red"

    assert sorted(problem for problem, _ in found(check(changed(CITY, spoil)))) == [
        "out-of-range",
        "unknown-field",
        "wrong-key",
        "wrong-type",
        "wrong-type",
    ]


def test_unlike_the_printed_board_is_a_warning(check: Callable[..., Said]) -> None:
    def longer(city: dict[str, Any]) -> None:
        city["block_squares"]["Q5"].remove(15)

    said = check(changed(CITY, longer))
    assert said.code == 0
    codes = {finding["code"]: finding["severity"] for finding in said.lines[0]["findings"]}
    assert codes["unlike-printed-board"] == "warning"


@pytest.mark.parametrize("layout", [{}, {"1": [1, 2]}, [], 5])
def test_a_layout_that_cannot_be_drawn_by_is_a_warning(
    check: Callable[..., Said], layout: object
) -> None:
    said = check(changed(CITY, lambda city: city.update(layout=layout)))
    assert said.code == 0
    assert said.lines[0]["findings"][0]["code"] == "unfit-layout"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "empty-line"),
        (b'{\n "street": {\n  ,\n', "not-json"),
        (b"\xff", "not-utf8"),
        (b"\xef\xbb\xbf{}", "byte-order-mark"),
        (b"[]", "not-an-object"),
        (b'{"name":"x"}', "no-component"),
        (b'{"action":1,"action":2}', "duplicate-key"),
        (b'{"action":1.5}', "not-an-integer"),
        (b'{"street":{"\\ud800":[]}}', "half-a-character"),
        (b"[" * 100_000, "too-deep"),
    ],
)
def test_what_is_no_component_is_said_to_be_none(
    check: Callable[..., Said], content: bytes, problem: str
) -> None:
    said = check(content)
    assert said.code == 1
    ((code, facts),) = found(said)
    assert code == problem
    if problem == "not-json":
        assert (facts["line"], facts["column"]) == (3, 3)


def test_in_words_every_problem_is_a_paragraph(
    check: Callable[..., Said], ragami: Ragami, tmp_path: Path
) -> None:
    said = check(changed(CITY, lambda c: c["street"]["1"].remove(2)), "--lang", "en")
    assert said.code == 1
    first, second = said.out.splitlines()[:2]
    assert first == f"✗ {tmp_path / 'component.json'}  board city-1"
    assert second.startswith("  error    2 touches 1, but 1 does not touch 2. Give each in")
