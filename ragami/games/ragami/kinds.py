"""The values that stand on a line of Ragami: colours, places, cards, moves, and what pays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from ragami.catalogue import Table
from ragami.decoded import Data
from ragami.errors import N_
from ragami.games.ragami.events import SPACES
from ragami.games.ragami.speech import TABLES
from ragami.games.ragami.state import State
from ragami.log.record import LIMIT
from ragami.notation.forms import At, Kind, Misfit, Reader, Unsaid
from ragami.notation.kinds import Number, Or, Words
from ragami.notation.line import A_NUMBER, bare_or_quoted, quoted, text_in
from ragami.notation.lists import Pairs, Sections
from ragami.notation.misread import Term, Word, codes_of, fold_word

RAGAMIS: Final = codes_of(TABLES["letter"])
COLOURS: Final = {word: colour for word, colour in RAGAMIS.items() if colour != "neutral"}
IN_FULL: Final = codes_of(TABLES["colour"])
SEATS: Final = COLOURS | {word: colour for word, colour in IN_FULL.items() if colour != "neutral"}
SPACE_WORDS: Final = codes_of(TABLES["space"])
UNKNOWN: Final = {"?": None}
EXTRA_ACTION: Final = 9
NO_DIE: Final = "-"

A_BLOCK: Final = N_("a block of the board")
A_DIE: Final = N_("the value of a die")
A_SQUARE: Final = N_("a square, 1 to 30")
A_WAY: Final = N_("a way like 19>29, or +29 for one from the supply")
WHAT_PAYS: Final = N_("what pays: d:saint, d:draw, d:conflict, c:5 …")


def cut(text: str, sign: str) -> tuple[str, str | None]:
    """Split a text at a sign; a sign in quotes does not count."""
    before, there, behind = text.partition(sign)
    return (text, None) if before[:1] == '"' else (before, behind if there else None)


class Within(Kind):
    """A kind of which several stand in a token: what is wrong in one is told in its place."""

    def within(self, kind: Kind, text: str, start: int, at: At) -> Any:
        """Read a part of a token that begins at an offset. Raises `Misfit`."""
        try:
            return kind.text(text, at)
        except Misfit as wrong:
            unread = text[wrong.at :] if wrong.text is None else wrong.text
            raise Misfit(*wrong.expected, at=start + wrong.at, text=unread) from None


class Whole(Number):
    """A whole number with or without a sign; written with none if it is not negative."""

    def __init__(self, least: int = -LIMIT, most: int = LIMIT, **options: Any) -> None:
        super().__init__(least, most, signed=True, **options)

    def say(self, value: Any, _at: At) -> str:
        return str(value)


class Gain(Number):
    """A number behind its plus."""

    def text(self, text: str, at: At) -> int:
        if not text.startswith("+"):
            raise Misfit(*self.expected)
        return super().text(text, at)


class Key(Number):
    """A number that is a key of an object."""

    def text(self, text: str, at: At) -> Any:
        return str(super().text(text, at))


class Block(Kind):
    """A block of the board, however it is spelt; in quotes exactly as it stands."""

    widget = "space"
    expected: tuple[Term, ...] = (A_BLOCK,)

    def text(self, text: str, at: At) -> Any:
        name, state = text_in(text), at.state
        if not name:
            raise Misfit(*self.expected)
        if text[0] == '"' or not state.opened or name in state.board.bit:
            return name
        near = [block for block in state.board.blocks if fold_word(block) == fold_word(name)]
        if len(near) != 1:
            raise Misfit(*self.expected)
        return near[0]

    def say(self, value: Any, at: At) -> str:
        is_block = not at.state.opened or value in at.state.board.bit
        return bare_or_quoted(value) if is_block else quoted(value)


class Place(Block):
    """A square or a block."""

    expected = (A_SQUARE, A_BLOCK)

    def text(self, text: str, at: At) -> Any:
        return SQUARE.text(text, at) if text[:1].isdigit() else super().text(text, at)

    def say(self, value: Any, at: At) -> str:
        return str(value) if isinstance(value, int) else super().say(value, at)


SQUARE: Final = Number(1, 30, widget="square", expected=A_SQUARE)
BLOCK: Final = Block()
DIE: Final = Whole(expected=A_DIE)
CARD: Final = Number(1, 15, widget="card", expected=N_("a card, 1 to 15"))
HIDDEN_CARD: Final = Or(CARD, signs=UNKNOWN, expected=N_("a card, 1 to 15, or '?'"))
COLOUR: Final = Words(SEATS, whole=True, widget="seat", expected=COLOURS)
RAGAMI: Final = Words({**RAGAMIS, **IN_FULL}, whole=True, widget="seat", expected=RAGAMIS)
SPACE: Final = Words(SPACE_WORDS, widget="space")


class Behind(Within):
    """A value behind a sign: `-4` a card that goes, `+?` one that stays, `x5` one for room."""

    def __init__(self, sign: str, of: Kind, expected: Term = A_NUMBER) -> None:
        super().__init__(widget=of.widget, expected=expected)
        self.sign = sign
        self.of = of

    def text(self, text: str, at: At) -> Any:
        if not text.startswith(self.sign):
            raise Misfit(*self.expected)
        return self.within(self.of, text[len(self.sign) :], len(self.sign), at)

    def say(self, value: Any, at: At) -> str:
        return self.sign + self.of.say(value, at)


class Mover(Within):
    """The Ragami that moves, and its target: `N>14`; `14` is one's own."""

    def __init__(self, name: str, who: Kind, place: Kind, *, short: bool) -> None:
        super().__init__(widget="pairs", expected=place.expected)
        self.name, self.who, self.place, self.short = name, who, place, short
        self.covers = (name, "to")

    def text(self, text: str, at: At) -> Data:
        before, behind = cut(text, ">")
        if behind is None:
            return {self.name: at.data["player"], "to": self.place.text(text, at)}
        piece = self.within(self.who, before, 0, at)
        return {self.name: piece, "to": self.within(self.place, behind, len(before) + 1, at)}

    def say(self, value: Any, at: At) -> str:
        if self.name not in value or "to" not in value:
            raise Unsaid(value)
        place = self.place.say(value["to"], at)
        own = self.short and value[self.name] == at.data.get("player")
        return place if own else f"{self.who.say(value[self.name], at)}>{place}"


class Way(Within):
    """The way of a Demon: `19>29`, `+29` from the supply."""

    widget = "pairs"
    expected = (A_WAY,)

    def text(self, text: str, at: At) -> Data:
        if text[:1] in ("+", ">"):
            return {"from": None, "to": self.within(SQUARE, text[1:], 1, at)}
        before, behind = cut(text, ">")
        if behind is None:
            raise Misfit(A_WAY)
        start = self.within(SQUARE, before, 0, at)
        return {"from": start, "to": self.within(SQUARE, behind, len(before) + 1, at)}

    def say(self, value: Any, _at: At) -> str:
        start, end = value["from"], value["to"]
        return f"+{end}" if start is None else f"{start}>{end}"


class Via(Within):
    """The payment of an action: `d:draw`, `c:5`, `c:9:draw:saint`."""

    widget = "either"
    expected = (WHAT_PAYS,)

    def text(self, text: str, at: At) -> Any:
        kind, means = cut(text, ":")
        if means is None or fold_word(kind) not in ("d", "c"):
            raise Misfit(WHAT_PAYS)
        if fold_word(kind) == "d":
            return self.within(SPACE, means, 2, at)
        card, more = cut(means, ":")
        number = self.within(CARD, card, 2, at)
        space, lower = cut(more or "", ":")
        if (number == EXTRA_ACTION) != (more is not None) or (more and lower is None):
            raise Misfit(WHAT_PAYS)
        if more is None or lower is None:
            return {"card": number}
        start = len(f"c:{card}:")
        lowered = None
        if lower != NO_DIE:
            lowered = self.within(SPACE, lower, start + len(space) + 1, at)
        return {"card": number, "space": self.within(SPACE, space, start, at), "lower": lowered}

    def say(self, value: Any, at: At) -> str:
        if isinstance(value, str):
            return f"d:{SPACE.say(value, at)}"
        if value["card"] != EXTRA_ACTION:
            return f"c:{value['card']}"
        lower = SPACE.say(value["lower"], at) if value["lower"] else NO_DIE
        return f"c:{EXTRA_ACTION}:{SPACE.say(value['space'], at)}:{lower}"


class DiceSet(Within):
    """Values of the Action dice: `saint:3 draw:5 conflict:4`, or only numbers in order."""

    widget = "group"
    expected = (A_DIE,)

    def read(self, reader: Reader) -> Data:
        spaces: Data = {}
        for nth in SPACES:
            space: str = nth
            token = reader.peek()
            name, behind = cut(token, ":")
            try:
                if behind is None:
                    value = DIE.text(token, reader.at)
                else:  # named, and so in any order
                    space = self.within(SPACE, name, 0, reader.at)
                    value = self.within(DIE, behind, len(name) + 1, reader.at)
            except Misfit as wrong:
                raise reader.misfit(wrong) from None
            if space in spaces:
                raise reader.stop(A_DIE, within=len(name) + 1)
            spaces[space] = value
            reader.take()
        return spaces

    def write(self, value: Any, at: At) -> list[str]:
        if len(value) < len(SPACES):
            raise Unsaid(value)
        return self.begin(value, at)

    def begin(self, value: Any, at: At) -> list[str]:
        return [f"{SPACE.say(name, at)}:{value[name]}" for name in SPACES if name in value]


class Put(Behind):
    """A contribution to an attempt: `c3` cubes, `v2` points of Virtue, `k13` a card."""

    def __init__(self, sign: str, of: Kind) -> None:
        super().__init__(sign, of, A_CUBE)
        self._shape = re.compile(rf"{sign}\d+", re.IGNORECASE | re.ASCII)

    def text(self, text: str, at: At) -> Any:
        if not self._shape.fullmatch(text):
            raise Misfit(A_CUBE)
        return super().text(text.lower(), at)


A_CUBE: Final = N_("what is committed: cubes like c3, Virtue like v2, a card like k13")
PUT: Final = {
    "cubes": Put("c", Number(0, 2**52)),
    "virtue": Put("v", Number(0, 2**52)),
    "cards": Put("k", CARD),
}


class Committed(Kind):
    """The contributions to an attempt, in any order; equal kinds are added."""

    def read(self, reader: Reader) -> Data:
        data: Data = {"cubes": 0, "virtue": 0, "cards": []}
        names = {put.sign: name for name, put in PUT.items()}
        while name := names.get(reader.peek()[:1].lower()):
            try:
                value = PUT[name].text(reader.peek(), reader.at)
            except Misfit as wrong:
                reader.misfit(wrong)
                break
            data[name] += [value] if name == "cards" else value
            reader.take()
        return data


class Counted(Pairs):
    """So many of each: `Y:6 12:4`, `-` for none. The first colon of a token parts the two."""

    cut = staticmethod(str.partition)


def shown_sections() -> Sections:
    """Return the sections of what the table shows, by the word for each."""
    keys: dict[str, Kind] = {
        **dict.fromkeys(("vp", "cubes", "resolved", "hands"), COLOUR),
        "dice": SPACE,
        **dict.fromkeys(("conflicts", "demons"), Key(1, 30, expected=A_SQUARE)),
    }
    hint = N_("what it is and how many, like Y:6 or 12:4, or '-' for none")
    return Sections(
        {
            Word(*TABLES["sheet"][name]): (
                name,
                Counted(key, Whole(expected=A_NUMBER), least=1, empty="-", expected=hint),
            )
            for name, key in keys.items()
        }
    )


# --- what the state says -------------------------------------------------------------------

# Of these, the first who has to do it comes next; of the others, whoever wants to.
IN_ORDER: Final = frozenset(
    {"saint_set", "virtue_set", "ragami_set", "ragami_displaced", "virtue_step"}
)


def whose(at: At) -> str | None:
    """Return the player who has to act now, if it is one player."""
    state: State = at.state
    players: list[Any] = [due.who for due in state.due if due.type == at.type]
    if at.type in IN_ORDER:
        players = players[:1]
    elif at.type == "starting_card_kept" and state.opened:
        # In any order: only the last one is clear.
        players = [colour for colour, player in state.players.items() if not player.hand]
    if state.phase == "turns" and not players:
        players = [state.active]
    return players[0] if len(players) == 1 else None


def only_die(at: At) -> str | None:
    """Return the die that is left, if it is one, and no die has been used in this turn."""
    state: State = at.state
    usable = [space for space in SPACES if state.space_dice[space]] if state.opened else []
    return usable[0] if len(usable) == 1 and not state.die_used else None


def only_record(at: At) -> int | None:
    """Return the record that brought all unknown cards of the hand, if it is one."""
    state: State = at.state
    player = state.players.get(at.data["player"]) if state.opened else None
    brought = {slot.seq for slot in (player.hand if player else ()) if slot.card is None}
    return brought.pop() if len(brought) == 1 else None


def instead(table: Table) -> Iterable[tuple[tuple[str, ...], Word]]:
    """Return the right spelling of a common wrong one, by the words of the line."""
    return ((tuple(code.split()), Word(*both)) for code, both in table.items())
