"""The written form of each event of the score keeper (section 10)."""

from __future__ import annotations

import re
from typing import Any, Final

from ragami.catalogue import Table
from ragami.decoded import Data
from ragami.game.labels import Labels
from ragami.games.scores.state import State
from ragami.games.scores.words import TABLES
from ragami.notation.forms import At, Form, Forms, Kind, Misfit, Reader, Unsaid
from ragami.notation.kinds import Id, Number, Or, Text
from ragami.notation.line import bare_or_quoted, text_in
from ragami.notation.lists import Pairs, Sections
from ragami.notation.misread import Word, folded

LIMIT: Final = 1_000_000


def _words(table: Table) -> dict[str, Word]:
    return {code: Word(*both) for code, both in table.items()}


EXPECTED: Final = _words(TABLES["expected"])
VERBS: Final = {folded(spelt) for word in _words(TABLES["sheet"]).values() for spelt in word}


class Named(Kind):
    """A player, side or category, by id or by name; an id that is a word of the sheet as `=row`."""

    def __init__(self, of: str, expected: Word, widget: str) -> None:
        super().__init__(expected=expected, widget=widget)
        self.of = of

    def known(self, state: State) -> dict[str, str]:
        """Return the names by id."""
        if self.of == "categories":
            return {c.id: c.name for c in state.categories.values() if c}
        return {id_: each.name for id_, each in getattr(state, self.of).items()}

    def text(self, text: str, at: At) -> str:
        named = text.removeprefix("=") if text[:1] == "=" else text_in(text) or ""
        known = self.known(at.state)
        by_name = [id_ for id_, name in known.items() if folded(name) == folded(named)]
        if named in known:
            return named
        if len(by_name) == 1 and text[:1] != "=":
            return by_name[0]
        raise Misfit(*self.expected)

    def say(self, value: str, _at: At) -> str:
        plain = folded(value) not in VERBS and bare_or_quoted(value) == value
        return value if plain else f"={value}"

    def label(self, value: str, at: At) -> str:
        return self.known(at.state).get(value, value)


SIDE: Final = Named("sides", EXPECTED["side"], "seat")
PLAYER: Final = Named("players", EXPECTED["player"], "seat")
CATEGORY: Final = Named("categories", EXPECTED["category"], "word")


CELL: Final = Number(-LIMIT, LIMIT, expected=EXPECTED["points"])
NEW_ID: Final = Id(None, widget="text", expected=EXPECTED["id"])


class RoundBefore(Kind):
    """The round of a line, where it is not the open one: `4:`."""

    widget = "number"
    expected = (EXPECTED["round"],)
    _shape = re.compile(r"(\d{1,6}):", re.ASCII)

    def text(self, text: str, _at: At) -> int:
        match = self._shape.fullmatch(text)
        if not match:
            raise Misfit(*self.expected)
        return int(match[1])

    def say(self, value: Any, _at: At) -> str:
        return f"{value}:"


class Cells(Kind):
    """Cells of a row: `ana 12, bea 7`, with a category `ana bid 3` or `bid ana 2, bea 1`."""

    widget = "points"
    expected = (EXPECTED["side"],)

    def read(self, reader: Reader) -> Data:
        categories = CATEGORY.known(reader.at.state)
        category, points = self._category(reader, categories), dict[str, int]()
        while (reader.peek() and reader.peek() != "--") or not points:
            reader.divider = ","
            side = SIDE.read(reader)
            if side in points:
                reader.line.at -= 1
                raise reader.stop(EXPECTED["other-side"])
            if category is None and not points:
                category = self._category(reader, categories)
            points[side] = CELL.read(reader)
            reader.divider = ""
        if category is None and len(categories) == 1:
            (category,) = categories
        return {"category": category, "points": points}

    def _category(self, reader: Reader, categories: Data) -> str | None:
        """Read a category if one stands here and it cannot be a side."""
        try:
            named = CATEGORY.text(reader.peek(), reader.at) if categories else None
        except Misfit:
            return None
        if named is not None:
            reader.take()
        return named

    def write(self, value: Any, at: At) -> list[str]:
        cells = [f"{SIDE.say(side, at)} {CELL.say(n, at)}" for side, n in value["points"].items()]
        category = _category_said(value["category"], at)
        return [*category, *", ".join(cells).split(" ")]


class WholeRow(Kind):
    """A row in the order of the sides in play: `12 7 . 20`; `.` has none."""

    widget = "points"
    expected = (EXPECTED["points"],)

    def read(self, reader: Reader) -> Data:
        state: State = reader.at.state
        categories = CATEGORY.known(state)
        category = CELLS._category(reader, categories)
        if category is None and len(categories) == 1:
            (category,) = categories
        sides = [side for side in state.sides if state.in_play(side)]
        points: Data = {}
        for side in sides:
            if reader.peek() == ".":
                reader.take()
            elif reader.peek() or not points:
                points[side] = CELL.read(reader)
        return {"category": category, "points": points}

    def write(self, value: Any, at: At) -> list[str]:
        state: State = at.state
        sides = [side for side in state.sides if state.in_play(side)]
        points = value["points"]
        in_order = list(points) == [side for side in sides if side in points]
        if not in_order or len(points) == 1 < len(sides):
            raise Unsaid(value)
        shown = (CELL.say(points[side], at) if side in points else "." for side in sides)
        return [*_category_said(value["category"], at), *shown]


def _category_said(category: str | None, at: At) -> list[str]:
    several = len(CATEGORY.known(at.state)) > 1
    return [CATEGORY.say(category, at)] if several and category is not None else []


CELLS: Final = Cells()


class Placed(Kind):
    """Places: `1 ana, 2 bea, - caro`; `-` is no rank."""

    widget = "places"
    expected = (EXPECTED["place"],)
    _place = Or(Number(1, 12), signs={"-": None}, expected=EXPECTED["place"])

    def read(self, reader: Reader) -> Data:
        places: Data = {}
        while (reader.peek() and reader.peek() != "--") or not places:
            place = self._place.read(reader)
            reader.divider = ","
            side = SIDE.read(reader)
            reader.divider = ""
            if side in places:
                reader.line.at -= 1
                raise reader.stop(EXPECTED["other-side"])
            places[side] = place
        return places

    def write(self, value: Any, at: At) -> list[str]:
        told = (
            f"{self._place.say(place, at)} {SIDE.say(side, at)}" for side, place in value.items()
        )
        return [", ".join(told)]


NO_REASON: Final = {"reason": None}


# --- rows ----------------------------------------------------------------------------------


def _open_round(fields: Data, at: At) -> Data:
    """Fill in the open round, and take the cells out of their field."""
    state: State = at.state
    cells = fields.pop("cells", {})
    number = fields.pop("round", None)
    return {"round": state.open_round if number is None else number, **cells, **fields}


def _round_and_cells(data: Data, at: At) -> Data:
    state: State = at.state
    number = None if data["round"] == state.open_round else data["round"]
    cells = {key: data[key] for key in ("category", "points") if key in data}
    return {**data, "round": number, "cells": cells}


def _cells_out(fields: Data, _at: At) -> Data:
    return {**fields.pop("cells"), **fields}


def _penalty(data: Data, _at: At) -> Data | None:
    return {**data, "points": -data["points"]} if data["points"] < 0 else None


FORMS: Final = Forms(
    [
        Form(
            "scored",
            "[{round}] row {cells:row}",
            usual={"round": None},
            spread=_round_and_cells,
            gather=_open_round,
        ),
        Form(
            "scored",
            "[{round}] {cells}",
            usual={"round": None},
            spread=_round_and_cells,
            gather=_open_round,
        ),
        Form(
            "score_corrected",
            "fix {round:number} {cells} [-- {reason}]",
            usual=NO_REASON,
            spread=lambda data, at: {**_round_and_cells(data, at), "round": data["round"]},
            gather=_cells_out,
        ),
        Form(
            "adjusted",
            "penalty {side} {points} [-- {reason}]",
            usual=NO_REASON,
            spread=_penalty,
            gather=lambda fields, _at: {**fields, "points": -fields["points"]},
        ),
        Form("adjusted", "bonus {side} {points} [-- {reason}]", usual=NO_REASON),
        Form(
            "round_ended",
            "[{round}] round",
            usual={"round": None},
            spread=_round_and_cells,
            gather=_open_round,
        ),
        Form(
            "player_joined",
            "join {player:new} {name} [team {team}] [after {after}] [start {start}]",
            usual=dict.fromkeys(("team", "after", "start")),
        ),
        Form("player_left", "leave {player} [-- {reason}]", usual=NO_REASON),
        Form("player_returned", "return {player}"),
        Form("dealer_set", "deal {player}"),
        Form("game_ended", "end [{places}] [-- {reason}]", usual={"places": None, "reason": None}),
        Form("asserted", "assert {*:shown}"),
    ],
    tables=TABLES,
    kinds={
        "round": RoundBefore(),
        "number": Number(1, 100_000, expected=EXPECTED["round-number"]),
        "cells": CELLS,
        "row": WholeRow(),
        "side": SIDE,
        "player": PLAYER,
        "new": NEW_ID,
        "name": Text(expected=EXPECTED["name"]),
        "team": SIDE,
        "after": PLAYER,
        "points": CELL,
        "start": CELL,
        "places": Placed(),
        "reason": Text(rest=True),
        "shown": Sections(
            {
                Word(*TABLES["shown"]["totals"]): (
                    "totals",
                    Pairs(SIDE, Number(-(2**53))),
                ),
                Word(*TABLES["shown"]["places"]): (
                    "places",
                    Pairs(SIDE, Or(Number(1), signs={"-": None})),
                ),
            }
        ),
    },
)

LABELS: Final = Labels(
    TABLES,
    {"side": SIDE, "player": PLAYER, "category": CATEGORY},
    keys={"points": SIDE, "places": SIDE},
)
