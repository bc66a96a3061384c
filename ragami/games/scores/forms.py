"""The written form of each event of the score keeper (section 10)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from ragami.decoded import Data
from ragami.game.labels import Labels
from ragami.game.opening import id_for
from ragami.games.scores.state import State
from ragami.games.scores.words import TABLES
from ragami.notation.forms import At, Form, Forms, Kind, Misfit, Reader, Unsaid
from ragami.notation.kinds import Number, Or, Pattern, Text
from ragami.notation.line import bare_or_quoted, text_in
from ragami.notation.lists import Pairs, Sections
from ragami.notation.misread import Word, folded, words_of

LIMIT: Final = 1_000_000
ID_SHAPE: Final = r"[a-z0-9][a-z0-9_-]{0,31}"


EXPECTED: Final = words_of(TABLES["expected"])
JOINING_WORDS: Final = [
    spelt for code in ("team", "after", "start") for spelt in TABLES["sheet"][code]
]
VERBS: Final = {folded(spelt) for word in words_of(TABLES["sheet"]).values() for spelt in word}


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
        called = [id_ for id_, name in known.items() if folded(named) in (folded(name), id_)]
        if named in known:
            return named
        if len(called) == 1 and text[:1] != "=":
            return called[0]
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


def _category(reader: Reader) -> str | None:
    """Read a category if one stands here."""
    try:
        named = CATEGORY.text(reader.peek(), reader.at) if CATEGORY.known(reader.at.state) else None
    except Misfit:
        return None
    if named is not None:
        reader.take()
    return named


def _of_row(category: str | None, points: Data, at: At) -> Data:
    """Fill in the category that is the only one."""
    known = list(CATEGORY.known(at.state))
    return {"category": known[0] if len(known) == 1 else category, "points": points}


def _category_said(category: str | None, at: At) -> list[str]:
    several = len(CATEGORY.known(at.state)) > 1
    return [CATEGORY.say(category, at)] if several and category is not None else []


class Entries(Kind):
    """Sides, each with a number behind it (`ana 12, bea 7`) or before it (`1 ana, - caro`)."""

    def __init__(self, number: Kind, widget: str, expected: Word, *, before: bool = False) -> None:
        super().__init__(expected=expected, widget=widget)
        self.number, self.before = number, before

    def read(self, reader: Reader) -> Data:
        return self.table(reader, lambda: None)

    def table(self, reader: Reader, between: Callable[[], None]) -> Data:
        """Read the numbers; `between` reads what may stand behind the first side."""
        numbers: Data = {}
        while (reader.peek() and reader.peek() != "--") or not numbers:
            number = self.number.read(reader) if self.before else None
            reader.divider = ","
            side = SIDE.read(reader)
            if side in numbers:
                reader.line.at -= 1
                raise reader.stop(EXPECTED["other-side"])
            if not numbers:
                between()
            numbers[side] = number if self.before else self.number.read(reader)
            reader.divider = ""
        return numbers

    def write(self, value: Any, at: At) -> list[str]:
        pairs = [(SIDE.say(side, at), self.number.say(n, at)) for side, n in value.items()]
        return ", ".join(" ".join(pair[:: -1 if self.before else 1]) for pair in pairs).split(" ")


class Cells(Entries):
    """Cells of a row: `ana 12, bea 7`, with a category `ana bid 3` or `bid ana 2, bea 1`."""

    def read(self, reader: Reader) -> Data:
        category = _category(reader)

        def between() -> None:
            nonlocal category
            category = category or _category(reader)

        points = self.table(reader, between)
        return _of_row(category, points, reader.at)

    def write(self, value: Any, at: At) -> list[str]:
        return [*_category_said(value["category"], at), *super().write(value["points"], at)]


class WholeRow(Kind):
    """A row in the order of the sides in play: `12 7 . 20`; `.` has none."""

    widget = "points"
    expected = (EXPECTED["points"],)

    def read(self, reader: Reader) -> Data:
        category, points = _category(reader), dict[str, int]()
        for side in reader.at.state.sides_in_play:
            if reader.peek() == ".":
                reader.take()
            elif reader.peek() or not points:
                points[side] = CELL.read(reader)
        return _of_row(category, points, reader.at)

    def write(self, value: Any, at: At) -> list[str]:
        sides, points = at.state.sides_in_play, value["points"]
        in_order = list(points) == [side for side in sides if side in points]
        if not in_order or len(points) == 1 < len(sides):
            raise Unsaid(value)
        shown = (CELL.say(points[side], at) if side in points else "." for side in sides)
        return [*_category_said(value["category"], at), *shown]


# --- rows ----------------------------------------------------------------------------------


def _open_round(fields: Data, at: At) -> Data:
    """Fill in the open round, and take the cells out of their field."""
    cells, number = fields.pop("cells", {}), fields.pop("round", None)
    return {"round": at.state.open_round if number is None else number, **cells, **fields}


def _round_and_cells(data: Data, at: At) -> Data:
    number = None if data["round"] == at.state.open_round else data["round"]
    return {**data, "round": number, "cells": data}


def _with_id(fields: Data, at: At) -> Data:
    """Give a late comer an id: the name itself where it may be one, else one made of it."""
    name = fields["name"]
    if re.fullmatch(ID_SHAPE, name):
        return {**fields, "player": name, "name": name.capitalize()}
    return {**fields, "player": id_for(name, {*at.state.players, *at.state.sides})}


def _penalty(data: Data, _at: At) -> Data | None:
    return {**data, "points": -data["points"]} if data["points"] < 0 else None


def _in_round(type_: str, template: str) -> Form:
    """Return a row that may leave out the open round."""
    usual = {"round": None}
    return Form(type_, template, usual=usual, spread=_round_and_cells, gather=_open_round)


REASON: Final = {"reason": None}
JOINING: Final = dict.fromkeys(("team", "after", "start"))
PLACE: Final = Or(Number(1, 12), signs={"-": None}, expected=EXPECTED["place"])
SHOWN: Final = {
    "totals": Pairs(SIDE, Number(-(2**53))),
    "places": Pairs(SIDE, Or(Number(1), signs={"-": None})),
}
FORMS: Final = Forms(
    [
        _in_round("scored", "[{round}] row {cells:row}"),
        _in_round("scored", "[{round}] {cells}"),
        Form(
            "score_corrected",
            "fix {round:number} {cells} [-- {reason}]",
            usual=REASON,
            spread=lambda data, _at: {**data, "cells": data},
            gather=_open_round,
        ),
        Form(
            "adjusted",
            "penalty {side} {points} [-- {reason}]",
            usual=REASON,
            spread=_penalty,
            gather=lambda fields, _at: {**fields, "points": -fields["points"]},
        ),
        Form("adjusted", "bonus {side} {points} [-- {reason}]", usual=REASON),
        _in_round("round_ended", "[{round}] round"),
        Form(
            "player_joined",
            "join {player:new} {name} [team {team}] [after {after}] [start {start}]",
            usual=JOINING,
        ),
        Form(
            "player_joined",
            "join {name:late_comer} [team {team}] [after {after}] [start {start}]",
            usual=JOINING,
            gather=_with_id,
            read_only=True,
        ),
        Form("player_left", "leave {player} [-- {reason}]", usual=REASON),
        Form("player_returned", "return {player}"),
        Form("dealer_set", "deal {player}"),
        Form("game_ended", "end [{places}] [-- {reason}]", usual={"places": None, **REASON}),
        Form("asserted", "assert {*:shown}"),
    ],
    tables=TABLES,
    kinds={
        "round": RoundBefore(),
        "number": Number(1, 100_000, expected=EXPECTED["round-number"]),
        "cells": Cells(CELL, "points", EXPECTED["side"]),
        "row": WholeRow(),
        "side": SIDE,
        "player": PLAYER,
        "new": Pattern(ID_SHAPE, widget="text", expected=EXPECTED["id"]),
        "name": Text(expected=EXPECTED["name"]),
        "late_comer": Text(rest=True, until=JOINING_WORDS, expected=EXPECTED["name"]),
        "team": SIDE,
        "after": PLAYER,
        "points": CELL,
        "start": CELL,
        "places": Entries(PLACE, "places", EXPECTED["place"], before=True),
        "reason": Text(rest=True),
        "shown": Sections(
            {Word(*TABLES["shown"][part]): (part, kind) for part, kind in SHOWN.items()}
        ),
    },
)

LABELS: Final = Labels(
    TABLES,
    {"side": SIDE, "player": PLAYER, "category": CATEGORY},
    keys={"points": SIDE, "places": SIDE},
)
