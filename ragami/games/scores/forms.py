"""The written form of each event of the score keeper, and of record 1."""

from __future__ import annotations

import re
from typing import Any, Final

from ragami.decoded import Data
from ragami.game.labels import Labels
from ragami.game.opening import id_for
from ragami.games.scores.events import LIMIT
from ragami.games.scores.words import TABLES
from ragami.notation.forms import At, Form, Forms, Misfit, Part
from ragami.notation.heads import Chosen, RecordHeads
from ragami.notation.kinds import Known, Number, Or, Pattern, Text
from ragami.notation.line import quoted
from ragami.notation.lists import Entries, InOrder, Pairs, Sections, Several
from ragami.notation.misread import Word, fold_word, words_of
from ragami.notation.score_sheet import ScoreSheet

ID_SHAPE: Final = r"[a-z0-9][a-z0-9_-]{0,31}"
# What counts, the limits, and the word of a sum: `x0 0..26 sum 26`.
NO_NAME: Final = re.compile(r"x-?\d+|-?\d*\.\.-?\d*|sum|suma")

EXPECTED: Final = words_of(TABLES["expected"])
SHEET: Final = words_of(TABLES["sheet"])
VERBS: Final = {fold_word(spelt) for word in SHEET.values() for spelt in word}
JOINING: Final = "[team {team}] [after {after}] [start {start}]"


class Name(Text):
    """A name, written in quotes; without them it is none where something else is meant."""

    def text(self, text: str, at: At) -> str:
        if NO_NAME.fullmatch(text):
            raise Misfit(*self.expected)
        return super().text(text, at)

    def say(self, value: str, _at: At) -> str:
        return quoted(value)


def _known(of: str, **options: Any) -> Known:
    """Return the kind of what the pad has: its sides, players or categories."""

    def names(state: Any) -> dict[str, tuple[str]]:
        return {id_: (part.name,) for id_, part in getattr(state, of).items() if part}

    return Known(names, verbs=VERBS, **options)


SIDE: Final = _known("sides", expected=EXPECTED["side"], widget="seat")
PLAYER: Final = _known("players", expected=EXPECTED["player"], widget="seat")
CATEGORY: Final = _known("categories", expected=EXPECTED["category"], widget="word")
CELL: Final = Number(-LIMIT, LIMIT, expected=EXPECTED["points"])
PLACE: Final = Or(Number(1, 12), signs={"-": None}, expected=EXPECTED["place"])
NEW_ID: Final = Pattern(ID_SHAPE, fold=True, expected=EXPECTED["new-player"])

# --- record 1 ------------------------------------------------------------------------------


def _with_name(fields: Data, _at: At) -> Data:
    return {"id": fields["id"], "name": fields["id"].capitalize(), **fields}


def _parts(template: str, expected: Word = EXPECTED["new-player"], **options: Any) -> Several:
    """Return the kind of a list of people or categories."""
    bound = Or(CELL, signs={"": None})
    limits = {"times": Number(-9999, 9999), "min": bound, "max": bound, "sum": CELL}
    kinds = {"id": NEW_ID, "name": Name(expected=NEW_ID.expected), "players": Several(NEW_ID, 1)}
    part = Part(template, kinds | limits, gather=_with_name, expected=expected, **options)
    return Several(part, 1, divider=",", parted=True)


HEADS: Final = RecordHeads(
    "scores",
    words_of(TABLES["head"]),
    {
        "title": Text(rest=True),
        "plays": Text(rest=True),
        "players": _parts("{id} [{name}]"),
        "teams": _parts("{id} {name} {players}"),
        "categories": _parts(
            "{id} [{name}] [x{times}] [{min}..{max}] [sum {sum}]",
            EXPECTED["category-part"],
            usual={"times": 1, "min": None, "max": None, "sum": None},
            words={"sum": Word("sum", "suma")},
        ),
        "options": Chosen(EXPECTED["option"], listed=("ties",), words=TABLES["option-word"]),
    },
    usual={"title": None, "plays": None, "teams": [], "categories": [], "options": {}},
    needed="players",
)

# --- rows ----------------------------------------------------------------------------------


def _only_category(at: At) -> str | None:
    """Return the category that goes without saying; None where there are several, or none."""
    categories = list(CATEGORY.names(at.state))
    return categories[0] if len(categories) == 1 else None


def _with_category(data: Data, at: At) -> Data | None:
    """Say a category, unless it goes without saying."""
    return None if data["category"] == _only_category(at) else data


def _cells(fields: Data, at: At) -> Data:
    return {**fields, "category": _only_category(at)}


def _cell(fields: Data, _at: At) -> Data:
    """Make a row of the number of one side."""
    return {"points": {fields.pop("side"): fields.pop("points")}, **fields}


def _with_id(fields: Data, at: At) -> Data:
    """Give a late comer an id: the name itself where it may be one, else one made of it."""
    name = fields["name"]
    if re.fullmatch(ID_SHAPE, name):
        return {**fields, "player": name, "name": name.capitalize()}
    return {**fields, "player": id_for(name, {*at.state.players, *at.state.sides})}


def _penalty(data: Data, _at: At) -> Data | None:
    return {**data, "points": -data["points"]} if data["points"] < 0 else None


SHOWN: Final = {
    "totals": Pairs(SIDE, Number(-(2**53))),
    "places": Pairs(SIDE, Or(Number(1), signs={"-": None})),
}
FORMS: Final = Forms(
    [
        Form("scored", "[{round:before}] row [{category}] {points:row}"),
        Form("scored", "[{round:before}] {category} {points:cells}", spread=_with_category),
        Form("scored", "[{round:before}] {side} {category} {points}", gather=_cell, read_only=True),
        Form("scored", "[{round:before}] {points:cells}", gather=_cells),
        Form("score_corrected", "fix {round} [{category}] {points:cells} [-- {reason}]"),
        Form(
            "score_corrected",
            "fix {round} {side} {category} {points} [-- {reason}]",
            gather=_cell,
            read_only=True,
        ),
        Form(
            "adjusted",
            "penalty {side} {points} [-- {reason}]",
            spread=_penalty,
            gather=lambda fields, _at: {**fields, "points": -fields["points"]},
        ),
        Form("adjusted", "bonus {side} {points} [-- {reason}]"),
        Form("round_ended", "[{round:before}] round"),
        Form("player_joined", f"join {{player:new}} {{name}} {JOINING}"),
        Form(
            "player_joined", f"join {{name:late_comer}} {JOINING}", gather=_with_id, read_only=True
        ),
        Form("player_left", "leave {player} [-- {reason}]"),
        Form("player_returned", "return {player}"),
        Form("dealer_set", "deal {player}"),
        Form("game_ended", "end [{places}] [-- {reason}]"),
        Form("asserted", "assert {*:shown}"),
    ],
    tables=TABLES,
    kinds={
        "before": Number(0, 999_999, ending=":", expected=EXPECTED["round"]),
        "round": Number(1, 100_000, expected=EXPECTED["round-number"]),
        "category": CATEGORY,
        "cells": Entries(SIDE, CELL, widget="points", again=EXPECTED["other-side"]),
        "row": InOrder(lambda state: state.sides_in_play, CELL, widget="points"),
        "side": SIDE,
        "player": PLAYER,
        "new": Pattern(ID_SHAPE, expected=EXPECTED["id"]),
        "name": Text(expected=EXPECTED["name"]),
        "late_comer": Text(
            rest=True,
            until=[spelt for code in ("team", "after", "start") for spelt in SHEET[code]],
            expected=EXPECTED["name"],
        ),
        "team": SIDE,
        "after": PLAYER,
        "points": CELL,
        "start": CELL,
        "places": Entries(
            SIDE,
            PLACE,
            before=True,
            widget="places",
            expected=EXPECTED["place"],
            again=EXPECTED["other-side"],
        ),
        "reason": Text(rest=True),
        "shown": Sections(
            {Word(*TABLES["shown"][part]): (part, kind) for part, kind in SHOWN.items()}
        ),
    },
    usual=dict.fromkeys(("category", "team", "after", "start", "places", "reason")),
    left_out={"round": lambda at: at.state.open_round, "category": _only_category},
)
NOTATION: Final = ScoreSheet(FORMS, HEADS, {})
LABELS: Final = Labels(
    TABLES,
    {"side": SIDE, "player": PLAYER, "category": CATEGORY},
    keys={"points": SIDE, "places": SIDE},
)
