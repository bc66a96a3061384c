"""A moment as panels: the board, a line for each player, the Action table, the supply."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import compress
from typing import Any, Final

from msgspec import json

from ragami.decoded import Fields
from ragami.draw.panels import Map, Panel, Row, Sign, Space, Text, Track
from ragami.games.ragami.events import NEUTRAL, SPACES
from ragami.games.ragami.picture import chart, shapes
from ragami.games.ragami.picture.board import BoardPicture
from ragami.games.ragami.picture.layout import plan_of
from ragami.games.ragami.picture.scene import Labels, labels
from ragami.games.ragami.speech import speech
from ragami.games.ragami.state import State
from ragami.language import Language, capital
from ragami.messages import plain

symbol: Final = shapes.symbol


def panels(
    state: State, view: Mapping[str, object], names: Mapping[str, str], language: Language
) -> Sequence[Panel]:
    """Describe the table; nothing before record 1."""
    if not state.opened:
        return []
    board = json.encode(state.board.file)
    due = {state.active, *(step.who for step in state.due[:1])}
    return list(Drawing(view, names, language, board, due).panels())


class Drawing:
    """One moment in one language: `board` is JSON, `due` are those who are asked now."""

    def __init__(
        self,
        view: Fields,
        names: Mapping[str, str],
        language: Language,
        board: bytes,
        due: Collection[str | None],
    ) -> None:
        self.view, self.names, self.language = view, names, language
        self.board, self.due = board, due
        self.says = labels(language)

    def panels(self) -> Iterator[Panel]:
        yield Panel("board", "", (Row("map", (self._map(),)),), size="whole")
        for colour, player in self.view["players"].items():
            name = self.names.get(colour) or capital(self.says.words[colour])
            marks = self.view["first"] == colour, colour in self.view["passed"]
            virtue = tuple(player["virtue"].values()) if player["virtue"] else ()
            holds = player["resolved"], player["cubes"], virtue, tuple(player["hand"])
            yield line(self.language, colour, name, colour in self.due, marks, holds)
        action = Row("dice", (self._action_table(),), self.says.texts["action_table"])
        yield Panel("action", "", (action,))
        supply = Row("supply", tuple(self._supply()), self.says.texts["supply_title"])
        yield Panel("supply", "", (supply,))

    def _map(self) -> Map:
        picture = board_picture(self.board, self.language)
        text, letters = (
            partial(draw, self.view, picture.plan) for draw in (chart.text, chart.letters)
        )
        return Map(picture.sketch(self.view), text, legend(self.language), letters)

    # --- beside the board ------------------------------------------------------------------

    def _action_table(self) -> Track:
        # Before the first roll no space has had a die that could be spent.
        dice = {} if self.view["phase"] == "setup" else self.view["dice"] or {}
        spaces = (self._space(space, dice.get(space)) for space in SPACES)
        return Track(self.says.texts["action_table"], tuple(spaces))

    def _space(self, space: str, value: int | None) -> Space:
        if value:
            note, die = "", Sign(f"action-{value}", str(value), str(value))
        else:
            note = self.says.texts["no_die" if value is None else "spent"]
            die = Sign("no-die" if value is None else "action-0", note, note)
        return Space(self.says.words[space], note, (die,))

    def _supply(self) -> Iterator[Sign]:
        left = self.view["supply"] | {
            "chips": self.view["chips"]["pool"],
            "deck": self.view["deck"],
            "used": self.view["used"],
        }
        for store, word in self.says.supply.items():
            amount = f"{word}: {left[store]}"
            yield Sign(f"supply-{store}", self.says.texts["supply_title"], "", amount)


@lru_cache(maxsize=8)
def board_picture(board: bytes, language: Language) -> BoardPicture:
    """Return what draws a board, given as JSON, from a cache."""
    return BoardPicture(plan_of(board), labels(language))


@cache
def legend(language: Language) -> Row:
    says = labels(language)
    letter = says.letters[NEUTRAL]
    signs = tuple(
        Sign(f"legend-{kind}-{letter}", says.kinds.get(kind, ""), "", says.legend[kind])
        for kind in shapes.LEGEND
    )
    return Row("legend", signs, says.texts["signs"])


# --- a player ------------------------------------------------------------------------------

Holds = tuple[int, int, tuple[Any, ...], tuple[int | None, ...]]
"""Resolved conflicts, cubes, block and value of the Virtue die, and the hand."""


@lru_cache(maxsize=4096)
def line(
    language: Language, colour: str, name: str, due: bool, marks: tuple[bool, bool], holds: Holds
) -> Panel:
    """Describe a player; most are as they were a moment before. `marks`: is first, has passed."""
    says = labels(language)
    resolved, cubes, virtue, hand = holds
    heads = says.columns
    rows = (
        Row("resolved", (Text(str(resolved)),), heads["resolved"]),
        Row("cubes", (Text(str(cubes)),), heads["cubes"]),
        Row("virtue", (_virtue(says, colour, *virtue),) if virtue else (), heads["virtue"]),
        Row("hand", tuple(_card(kind, language) for kind in hand), heads["hand"]),
    )
    passed = says.texts["passed"]
    signs = Sign("first-player", says.texts["first_player"], "1"), Sign("", passed, passed)
    letter = says.letters[colour]
    chip = Sign(f"chip-{colour}-{letter}", says.words[colour], letter)
    return Panel(
        f"seat-{colour}", name, rows, colour, due, "line", chip, tuple(compress(signs, marks))
    )


def _virtue(says: Labels, colour: str, block: str, value: int) -> Sign:
    picture = f"virtue-{colour}-{says.letters[colour]}{value}"
    return Sign(picture, says.virtue_die(value, block), f"{value} {plain(block)}")


def _card(kind: int | None, language: Language) -> Sign:
    label = speech(language).card(kind)
    if kind is None:
        return Sign("", label, "?", mark="closed")
    return Sign(f"card-{kind}", label, str(kind))
