"""The fields of actions: what moves, what is rolled, what is committed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ragami.errors import N_
from ragami.games.ragami.events import SPACES
from ragami.games.ragami.sheet import words as w
from ragami.games.ragami.sheet.fields import Data
from ragami.games.ragami.sheet.pieces import Pen, Piece, next_piece
from ragami.games.ragami.state import State
from ragami.notation.line import A_NUMBER, Line, number_in

DICE: Final = 3
_COMMITTED: Final = re.compile(r"[cvk]\d+", re.IGNORECASE)
AN_EQUALS: Final = N_("'=' and what the dice are set to")
A_CUBE: Final = N_("what is committed: cubes like c3, Virtue like v2, a card like k13")


class Mover:
    """A Ragami or a Saint and where it goes: `14` one's own, `N>14`, `B>29`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self, line: Line, state: State, data: Data) -> None:
        before, behind = next_piece(line).cut(">")
        if self.name == "ragami":
            data[self.name] = before.ragami() if behind else data["player"]
            data["to"] = (behind or before).place(state)
        else:
            data[self.name] = before.colour() if behind else data["player"]
            data["to"] = (behind or before).square()
        line.take()

    def write(self, event: Any, pen: Pen) -> Iterator[str]:
        who = getattr(event, self.name)
        own = who == event.player and self.name == "ragami"
        yield pen.place(event.to) if own else f"{pen.colour(who)}>{pen.place(event.to)}"


class DemonMoved:
    """A Demon's way: `demon 19>29`, `demon +29` from the supply; left out where none moves."""

    def read(self, line: Line, _state: State, data: Data) -> None:
        data["demon"] = None
        if not line.accept(w.DEMON):
            return
        piece = next_piece(line)
        if piece.text[:1] in "+>" and piece.text:
            start, end = None, Piece(line, piece.text[1:], 1)
        else:
            before, after = piece.cut(">")
            if after is None:
                raise piece.stop(A_WAY)
            start, end = before.square(), after
        data["demon"] = {"from": start, "to": end.square()}
        line.take()

    def write(self, event: Any, pen: Pen) -> Iterator[str]:
        if event.demon:
            yield pen.word(w.DEMON)
            start = event.demon.from_
            yield f"+{event.demon.to}" if start is None else f"{start}>{event.demon.to}"


A_WAY: Final = N_("a way like 19>29, or +29 for one from the supply")


class Rolled:
    """The Action dice as they fell, and what they were set to: `1 5 4 = saint:3 draw:5 …`."""

    def read(self, line: Line, _state: State, data: Data) -> None:
        data["rolls"] = [line.number(w.A_DIE) for _ in range(DICE)]
        if line.peek() != "=":
            raise line.stop(AN_EQUALS)
        line.take()
        spaces: dict[str, int] = {}
        for next_one in SPACES:
            space: str = next_one
            if ":" in line.peek():  # named, and so in any order
                name, value = next_piece(line).cut(":")
                space = name.space()
                number = number_in(value.text) if value else None
                if number is None or space in spaces:
                    raise (value or name).stop(w.A_DIE)
                line.take()
            else:
                number = line.number(w.A_DIE)
            spaces[space] = number
        data["spaces"] = spaces

    def write(self, event: Any, pen: Pen) -> Iterator[str]:
        yield from map(str, event.rolls)
        yield "="
        for space in SPACES:
            yield f"{pen.space(space)}:{getattr(event.spaces, space)}"


class Committed:
    """What is put into an attempt: `c3` cubes, `v2` points of Virtue, `k13` a card."""

    def read(self, line: Line, _state: State, data: Data) -> None:
        data |= {"cubes": 0, "virtue": 0, "cards": []}
        while _COMMITTED.fullmatch(line.peek()):
            piece = next_piece(line)
            kind, value = piece.text[0].lower(), Piece(line, piece.text[1:], 1)
            if kind == "k":
                data["cards"].append(value.card())
            else:
                data["cubes" if kind == "c" else "virtue"] += value.number(0, 2**52, A_NUMBER)
            line.take()

    def write(self, event: Any, _pen: Pen) -> Iterator[str]:
        if event.cubes:
            yield f"c{event.cubes}"
        if event.virtue:
            yield f"v{event.virtue}"
        yield from (f"k{card}" for card in event.cards)


class PowerRolls:
    """How the Power die fell: `roll 1 2`; left out where it was not rolled."""

    def read(self, line: Line, _state: State, data: Data) -> None:
        rolls = data["power_rolls"] = []
        if line.accept(w.ROLL):
            rolls.append(line.number(w.A_DIE))
            while number_in(line.peek()) is not None:
                rolls.append(line.number(w.A_DIE))

    def write(self, event: Any, pen: Pen) -> Iterator[str]:
        if event.power_rolls:
            yield pen.word(w.ROLL)
            yield from map(str, event.power_rolls)


class Shown:
    """A card that is shown, and the record that brought it: `8 from 57`.

    The record may be left out where all unknown cards of the hand came with one.
    """

    def read(self, line: Line, state: State, data: Data) -> None:
        data["card"] = next_piece(line).card()
        line.take()
        if line.accept(w.FROM):
            data["seq"] = line.number(N_("the number of a record"), least=1)
            return
        player = state.players.get(data["player"]) if state.opened else None
        brought = {slot.seq for slot in (player.hand if player else ()) if slot.card is None}
        if len(brought) != 1:
            raise line.stop(w.FROM, lost=True)
        data["seq"] = brought.pop()

    def write(self, event: Any, pen: Pen) -> Iterator[str]:
        yield from (str(event.card), pen.word(w.FROM), str(event.seq))
