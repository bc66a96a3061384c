"""What may be typed next: tokens, from the values that are legal and from what stands already."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from ragami.errors import N_
from ragami.games.ragami.components import KINDS
from ragami.games.ragami.sheet import words as w
from ragami.games.ragami.sheet.actions import (
    DICE,
    Committed,
    DemonMoved,
    Mover,
    PowerRolls,
    Rolled,
    Shown,
)
from ragami.games.ragami.sheet.fields import (
    Cards,
    Field,
    Maybe,
    Number,
    One,
    Pairs,
    Pays,
    Squares,
)
from ragami.games.ragami.sheet.narrow import Data, Open, is_full, spaces, values
from ragami.games.ragami.sheet.pieces import Pen
from ragami.games.ragami.state import State
from ragami.notation.line import Line, number_in
from ragami.notation.misread import Unread

Token = tuple[str, str]
Next = Callable[[Any, Open, "Typed", Pen], Iterator[Token]]


class Typed:
    """A field as far as it is typed: its tokens, and the data of those before it."""

    def __init__(self, tokens: list[str], data: Data, state: State) -> None:
        self.tokens = tokens
        self.data = data
        self.state = state


def next_tokens(field: Field, way: Open, typed: Typed, pen: Pen) -> Iterator[Token]:
    """The tokens with which a field goes on, each with its meaning."""
    go_on = NEXT.get(type(field))
    return go_on(field, way, typed, pen) if go_on else iter(())


def _one(field: One, way: Open, typed: Typed, pen: Pen) -> Iterator[Token]:
    if not typed.tokens:
        for value in values(way, field.name):
            yield _told(value, field.kind, pen), MEANING[field.kind]


def _told(value: Any, kind: str, pen: Pen) -> str:
    return pen.colour(value) if kind in ("colour", "ragami") else pen.place(value)


MEANING: Final = {
    "square": N_("square"),
    "block": N_("block"),
    "colour": N_("colour"),
    "card": N_("card"),
}


def _number(field: Number, way: Open, typed: Typed, _pen: Pen) -> Iterator[Token]:
    if not typed.tokens:
        for value in values(way, field.name):
            if value:
                yield f"{value:+}", N_("by so many")


def _maybe(field: Maybe, way: Open, typed: Typed, pen: Pen) -> Iterator[Token]:
    blocks = [value for value in values(way, field.name) if value is not None]
    if field.word and not typed.tokens:
        if blocks:
            yield pen.word(field.word), N_("not resolved: the Ragami leaves for a block")
    elif len(typed.tokens) == bool(field.word):
        for block in blocks:
            yield _told(block, field.kind, pen), MEANING[field.kind]


def _pairs(field: Pairs, way: Open, typed: Typed, pen: Pen) -> Iterator[Token]:
    (first, kind), (second, other) = field.parts
    taken = [token.partition(field.sign)[0] for token in typed.tokens]
    # The chip of a square comes up once.
    chips = other == "square" and typed.state.phase == "setup"
    drawn = [token.partition(field.sign)[2] for token in typed.tokens if chips]
    for pair in values(way, field.name):
        before = _told(pair[first], kind, pen)
        if taken.count(before) >= values(way, field.name).count(pair):
            continue
        inside = pair[second]
        for value in inside if isinstance(inside, list) else [inside]:
            if str(value) not in drawn:
                yield f"{before}{field.sign}{value}", MEANING.get(other, N_("die"))


def _squares(field: Squares, way: Open, typed: Typed, pen: Pen) -> Iterator[Token]:
    if field.word and not typed.tokens:
        if typed.data.get("rolls", []).count(1):
            yield pen.word(field.word), N_("the Demons for red 1s")
        return
    for square in values(way, field.name):
        if field.word or str(square) not in typed.tokens:
            yield str(square), MEANING["square"]


def _cards(field: Cards, way: Open, typed: Typed, pen: Pen) -> Iterator[Token]:
    if (field.one and typed.tokens) or is_full(way, field.name, len(typed.tokens)):
        return
    for card in values(way, field.name):
        if card is not None or not field.optional:
            yield field.sign + pen.card(card), CARD_MEANING[field.sign]


CARD_MEANING: Final = {
    "x": N_("from the hand, to make room"),
    "-": N_("a card that is discarded"),
    "+": N_("a card that is kept"),
}


def _pays(field: Pays, way: Open, typed: Typed, pen: Pen) -> Iterator[Token]:
    if not typed.tokens:
        for via in values(way, "via"):
            if isinstance(via, dict):
                lower = f"{pen.space(via['lower'])}" if via.get("lower") else "-"
                extra = f":{pen.space(via['space'])}:{lower}" if "space" in via else ""
                yield f"c:{via['card']}{extra}", N_("a card pays")
            elif via != field.own:
                yield f"d:{pen.space(via)}", N_("a die pays")


def _mover(field: Mover, way: Open, typed: Typed, pen: Pen) -> Iterator[Token]:
    if typed.tokens:
        return
    for who in values(way, field.name):
        own = who == typed.data.get("player") and field.name == "ragami"
        before = "" if own else f"{pen.colour(who)}>"
        for place in values(way, "to"):
            yield before + pen.place(place), N_("where to")


def _demon(_field: DemonMoved, way: Open, typed: Typed, pen: Pen) -> Iterator[Token]:
    ways = [demon for demon in values(way, "demon") if demon]
    if not typed.tokens:
        if ways:
            yield pen.word(w.DEMON), N_("and a Demon moves")
    elif len(typed.tokens) == 1:
        for demon in ways:
            start = demon["from"]
            yield f"+{demon['to']}" if start is None else f"{start}>{demon['to']}", N_("where to")


def _rolled(_field: Rolled, way: Open, typed: Typed, pen: Pen) -> Iterator[Token]:
    done = len(typed.tokens)
    if done < DICE:
        for face in values(way, "rolls"):
            yield str(face), N_("the die as it fell")
    elif done == DICE:
        yield "=", N_("what the dice are set to")
    elif done <= 2 * DICE:
        rolls = [int(token) for token in typed.tokens[:DICE]]
        placed = [int(token.rpartition(":")[2]) for token in typed.tokens[DICE + 1 :]]
        space = ("saint", "draw", "conflict")[len(placed)]
        for value in spaces(typed.state, rolls, placed):
            yield f"{pen.space(space)}:{value}", N_("the die on this space")


def _committed(_field: Committed, way: Open, typed: Typed, _pen: Pen) -> Iterator[Token]:
    kinds = {token[0].lower() for token in typed.tokens}
    for name, sign, meaning in (
        ("cubes", "c", N_("white cubes")),
        ("virtue", "v", N_("points of Virtue")),
        ("cards", "k", N_("a card")),
    ):
        if sign == "k" or sign not in kinds:
            for value in values(way, name):
                yield f"{sign}{value}", meaning


def _power(_field: PowerRolls, way: Open, typed: Typed, pen: Pen) -> Iterator[Token]:
    faces = values(way, "power_rolls")
    if not typed.tokens:
        if faces:
            yield pen.word(w.ROLL), N_("the Power die as it fell")
        return
    for face in faces:
        yield str(face), N_("the Power die as it fell")


def _shown(_field: Shown, way: Open, typed: Typed, pen: Pen) -> Iterator[Token]:
    match len(typed.tokens):
        case 0:
            for card in KINDS:
                yield str(card), MEANING["card"]
        case 1 if len(set(values(way, "seq"))) > 1:
            yield pen.word(w.FROM), N_("the record that brought it")
        case 2:
            for seq in values(way, "seq"):
                yield str(seq), N_("the record that brought it")


NEXT: Final[dict[type[Any], Next]] = {
    One: _one,
    Number: _number,
    Maybe: _maybe,
    Pairs: _pairs,
    Squares: _squares,
    Cards: _cards,
    Pays: _pays,
    Mover: _mover,
    DemonMoved: _demon,
    Rolled: _rolled,
    Committed: _committed,
    PowerRolls: _power,
    Shown: _shown,
}


def typed_so_far(
    fields: tuple[Field, ...], line: Line, state: State, data: Data
) -> list[tuple[Field, list[str]]]:
    """The fields that may go on after what is typed, each with its own tokens.

    The last field that has taken a token may take more; so may those after it, up to the first
    one that cannot be left out. Raises `Unread` where what is typed is wrong already.
    """
    open_: list[tuple[Field, list[str]]] = []
    for field in fields:
        start = line.at
        before = dict(data)
        try:
            field.read(line, state, data)
        except Unread:
            if line.at < len(line.tokens) and not _goes_on(line, start):
                raise
            data.clear()
            data |= before | _partly(field, line, start)
            tokens = [token.text for token in line.tokens[start:]]
            return [*([] if tokens else open_), (field, tokens)]
        tokens = [token.text for token in line.tokens[start : line.at]]
        if not tokens:  # nothing is said of it yet
            data.clear()
            data |= before
        open_ = [(field, tokens)] if tokens else [*open_, (field, [])]
    line.end()
    return open_


def _goes_on(line: Line, start: int) -> bool:
    """Did the field take tokens, and want more where the line ends?"""
    return line.at >= len(line.tokens) > start


def _partly(field: Field, line: Line, start: int) -> Data:
    """What a field that is not whole says already."""
    if isinstance(field, Rolled):
        rolls = [number_in(token.text) for token in line.tokens[start : start + DICE]]
        return {"rolls": [roll for roll in rolls if roll is not None]}
    return {}
