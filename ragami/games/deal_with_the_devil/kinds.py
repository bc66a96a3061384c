"""The kinds of values in the lines of Deal with the Devil. See `ragami.notation.kinds`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import ValidationError, convert

from ragami.decoded import Data
from ragami.games.deal_with_the_devil.filling import KINDS as STORED
from ragami.games.deal_with_the_devil.filling import field_of
from ragami.games.deal_with_the_devil.state import NO_SOULS, State
from ragami.games.deal_with_the_devil.words import OF_A_BUILDING, TABLES
from ragami.notation.forms import At, Kind, Misfit, Part, Reader, Unsaid
from ragami.notation.kinds import Number, Or, Tally, Words
from ragami.notation.lists import Pairs, Several
from ragami.notation.misread import Word, codes_of, fold_word, words_of

EXPECTED: Final = words_of(TABLES["expected"])
SHEET: Final = words_of(TABLES["sheet"])
SEATS: Final = codes_of(TABLES["letter"])
LETTERS: Final = {colour: word for word, colour in SEATS.items()}
GOODS: Final = codes_of(TABLES["good"])
NOTHING_PLANNED: Final[Data] = {
    "event": [], "discarded": [], "uses": [], "builds": [], "hire": False,
}  # fmt: skip
PLANNED: Final = tuple(SHEET[word] for word in ("use", "build", "hire", "drop"))
UNKNOWN: Final = {"?": None}
DRAWN: Final = 4


# --- kinds of one token --------------------------------------------------------------------


class Piece(Kind):
    """A card or an achievement by its id; a card by its name in either language (`obra_popular`).

    `but` are words that stand for something else there.
    """

    widget = "card"
    expected = (EXPECTED["piece"],)

    def __init__(self, *but: Word) -> None:
        super().__init__()
        self.but = {spelt for word in but for spelt in word}

    def text(self, text: str, at: At) -> str:
        if not text or text in self.but:
            raise Misfit(*self.expected)
        cards = at.state.cards if at.state else None
        if cards is None or cards.card(text):
            return text
        name = fold_word(text)
        ids = (id_ for id_, names in cards.names().items() if name in map(_as_token, names))
        return next(ids, text)

    def say(self, value: Any, _at: At) -> str:
        if not isinstance(value, str):
            raise Unsaid(value)
        return value


def _as_token(name: str) -> str:
    return fold_word(name.replace(" ", "_"))


class Request(Piece):
    """A request card by its id, or by what it asks for: `wood`."""

    def text(self, text: str, at: At) -> str:
        cards = at.state.cards if at.state else None
        called = requests_called(cards.file.requests) if cards else {}
        ids = (id_ for id_, words in called.items() if text.casefold() in words)
        return next(ids, super().text(text, at))


def requests_called(requests: Iterable[Any]) -> dict[str, list[str]]:
    """Return the ids of request cards with the words for what each asks for."""
    words = TABLES["value"]
    return {card.id: [*words[card.shows]] if card.shows in words else [] for card in requests}


class Build(Kind):
    """A building of a plan; with a mark its action is used right after."""

    widget = "card"
    expected = (EXPECTED["piece"],)

    def text(self, text: str, at: At) -> Data:
        return {"building": PLANNED_PIECE.text(text.rstrip("!"), at), "act": text[-1:] == "!"}

    def say(self, value: Data, at: At) -> str:
        return f"{CARD.say(value['building'], at)}{'!' if value['act'] else ''}"


class Goods(Tally):
    """Goods as in `2M1S`; a minus before them says that they are given away."""

    def text(self, text: str, at: At) -> dict[str, int]:
        bare = text.removeprefix("-")
        return super().text(bare or text, at)


class Step(Kind):
    """A step of a plan: `left`, or `use` and a building (`use:harbour` in the record)."""

    widget = "step"
    _kind = Words(codes_of(TABLES["step-word"]))
    expected = _kind.expected

    def read(self, reader: Reader) -> str:
        kind = self._kind.read(reader)
        return f"{kind}:{CARD.read(reader)}" if kind in OF_A_BUILDING else kind

    def write(self, value: str, at: At) -> list[str]:
        kind, colon, building = value.partition(":")
        return [self._kind.say(kind, at), *([building] if colon else [])]


class Picked(Kind):
    """A choice within a step: `urban`, `minor_1>2`, `>2`, `fort!`, `fort-`, `=1`, `3`."""

    widget = "either"
    expected = (EXPECTED["piece"],)
    _shape = re.compile(
        r"(?P<paid>\d+)|=(?P<option>\d+)|(?P<building>[^>]*)(?P<done>[!-])"
        r"|(?P<achievement>[^>]+)?(?:>(?P<space>\d+))?.*",
        re.ASCII,
    )
    _courtier = Words(codes_of(TABLES["courtier"]), whole=True)

    def text(self, text: str, at: At) -> Data:
        try:
            return {"courtier": self._courtier.text(text, at)}
        except Misfit:
            match = self._shape.fullmatch(text)
        if not match or not text:
            raise Misfit(*self.expected)
        fields = {name: value for name, value in match.groupdict().items() if value is not None}
        if "done" in fields:
            return {"building": fields["building"], "done": fields["done"] == "!"}
        return {name: v if name == "achievement" else int(v) for name, v in fields.items()}

    def say(self, value: Data, at: At) -> str:
        match value:
            case {"courtier": courtier}:
                text = self._courtier.say(courtier, at)
            case {"building": building, "done": done}:
                text = f"{building}{'!' if done else '-'}"
            case {"option": option}:
                text = f"={option}"
            case {"paid": paid}:
                text = str(paid)
            case _:
                space = f">{value['space']}" if "space" in value else ""
                text = f"{value.get('achievement', '')}{space}"
        return text


class Price(Kind):
    """The price of a chest: `4$`, `1soul`."""

    widget = "price"
    expected = (EXPECTED["price"],)
    _shape = re.compile(r"(\d+)(\$|soul|alma)s?", re.ASCII)

    def text(self, text: str, _at: At) -> Data:
        match = self._shape.fullmatch(text)
        if not match:
            raise Misfit(*self.expected)
        return {"coins" if match[2] == "$" else "souls": int(match[1])}

    def say(self, value: Data, at: At) -> str:
        soul = SHEET["soul"].say(at.language)
        return f"{value['coins']}$" if "coins" in value else f"{value['souls']}{soul}"


SEAT: Final = Words(SEATS, whole=True, widget="seat")
ROLE: Final = Words(codes_of(TABLES["role"]), whole=True, widget="role")
SOUGHT: Final = Words(codes_of(TABLES["sought"]), widget="role")
COURTIER: Final = Words(codes_of(TABLES["courtier"]), whole=True, widget="courtier")
SIDE: Final = Words(codes_of(TABLES["side"]), whole=True)
CARD: Final = Piece()
REQUEST: Final = Request()
PLANNED_PIECE: Final = Piece(*PLANNED)
MAYBE_CARD: Final = Or(CARD, signs=UNKNOWN, expected=EXPECTED["piece"])
GOODS_OF: Final = Goods(GOODS, expected=EXPECTED["goods"])
SOULS: Final = Tally(codes_of(TABLES["soul"]), every=True, expected=EXPECTED["souls"])


# --- kinds of several tokens ---------------------------------------------------------------


class Roles(Pairs):
    """Roles by player: `R:cu B:m1 G:? Y:?`; `?` where unknown."""

    def read(self, reader: Reader) -> Data:
        if reader.peek() == "?":
            reader.take()
            return dict.fromkeys(SEATS.values())
        return super().read(reader)

    def write(self, value: Any, at: At) -> list[str]:
        return super().write(value, at) if any(value.values()) else ["?"]


class Votes(Pairs):
    """Votes by player: `R>Y G>-`."""

    SIGN = ">"


class Wishes(Kind):
    """Wishes for characters: `mortal+ devil-`; `-` is no preference, `?` is unknown."""

    widget = "wishes"
    expected = (EXPECTED["wish"],)
    SIGNS: Final = {"+": 1, "-": -1}

    def read(self, reader: Reader) -> Data | None:
        if reader.peek() == "?":
            reader.take()
            return None
        wishes = dict.fromkeys(TABLES["sought"], 0)
        while token := reader.peek():
            if token == "-":
                reader.take()
                break
            try:
                wishes[SOUGHT.text(token[:-1], reader.at)] = self.SIGNS.get(token[-1:], 0)
            except Misfit as wrong:
                raise reader.stop(*wrong.expected) from None
            reader.take()
        return wishes

    def write(self, value: Data | None, at: At) -> list[str]:
        if value is None:
            return ["?"]
        signs = {n: sign for sign, n in self.SIGNS.items()}
        return [f"{SOUGHT.say(kind, at)}{signs[n]}" for kind, n in value.items() if n] or ["-"]

    def words(self) -> Iterable[Word]:
        return SOUGHT.words()


class Drawn(Kind):
    """Four cards behind a plus, which may stand right before the first one."""

    widget = "card"
    expected = ("+", SHEET["k"])

    def read(self, reader: Reader) -> list[str | None]:
        token = reader.peek()
        if token[:1] != "+":
            raise reader.stop(*self.expected)
        reader.take()
        first = [MAYBE_CARD.text(token[1:], reader.at)] if token[1:] else []
        return [*first, *(MAYBE_CARD.read(reader) for _ in range(DRAWN - len(first)))]

    def write(self, value: Any, at: At) -> list[str]:
        return ["+", *(MAYBE_CARD.say(card, at) for card in value)]

    def begin(self, value: object, at: At) -> list[str]:
        return self.write(value, at)


class ByKey(Kind):
    """A table whose parts are divided by semicolons, each behind its key."""

    def __init__(self, key: Kind, value: Kind) -> None:
        super().__init__(expected=key.expected)
        self._each = Several(Part("{key} {value}", {"key": key, "value": value}), divider=";")

    def read(self, reader: Reader) -> Data:
        return {pair["key"]: pair["value"] for pair in self._each.read(reader)}

    def write(self, value: Any, at: At) -> list[str]:
        groups = [self._each.of.write({"key": k, "value": v}, at) for k, v in value.items()]
        for group in groups[:-1]:
            group[-1] += ";"
        return [token for group in groups for token in group]

    def words(self) -> Iterable[Word]:
        return self._each.words()


class Chest(Kind):
    """A chest of the ritual: `3$ souls 2m1c devil>Y`, in any order; `-` is an empty one."""

    widget = "chest"
    expected = GOODS_OF.expected
    _souls = SHEET["souls"]

    def read(self, reader: Reader) -> Data:
        chest: Data = {"goods": {}, "souls": NO_SOULS, "guesses": {}}
        while reader.peek():
            token = reader.peek()
            ends = reader.line.peek() != token
            if token in self._souls:
                reader.take()
                ends = reader.line.peek() != reader.peek()
                chest["souls"] = SOULS.read(reader)
            elif ">" in token:
                sought, _sign, colour = token.partition(">")
                try:
                    chest["guesses"][SOUGHT.text(sought, reader.at)] = SEAT.text(colour, reader.at)
                except Misfit as wrong:
                    raise reader.stop(*wrong.expected) from None
                reader.take()
            else:
                chest["goods"] = GOODS_OF.read(reader)
            if ends:
                break
        return chest

    def write(self, value: Data, at: At) -> list[str]:
        guesses = [
            f"{SOUGHT.say(sought, at)}>{SEAT.say(colour, at)}"
            for sought, colour in value["guesses"].items()
        ]
        souls = [self._souls.say(at.language), SOULS.say(value["souls"], at)]
        souls = souls if any(value["souls"].values()) else []
        bare = not guesses and not souls
        goods = [GOODS_OF.say(value["goods"], at)] if value["goods"] or bare else []
        return [*goods, *souls, *guesses]


class Reply(Kind):
    """The answer that a penalty demands: goods, what is left of them, or a building."""

    widget = "either"
    expected = EXPECTED["goods"], EXPECTED["piece"]
    _kept = SHEET["kept"]

    def read(self, reader: Reader) -> Data:
        ends = reader.line.peek() != reader.peek()
        try:
            goods = GOODS_OF.text(reader.peek(), reader.at)
        except Misfit:
            return {"building": CARD.read(reader)}
        reader.take()
        if not ends and reader.peek() in self._kept:
            reader.take()
            return {"given": goods, "kept": Number().read(reader)}
        return {"given": goods}

    def write(self, value: Data, at: At) -> list[str]:
        if "building" in value:
            return [value["building"]]
        goods = GOODS_OF.say(value["given"], at)
        if "kept" not in value:
            return [goods]
        away = f"-{goods}" if value["given"] else goods
        return [away, self._kept.say(at.language), str(value["kept"])]


class Faced(Kind):
    """Convinced inquisitors, and the others' penalties: `ok orator; squanderer 1M; vandal x203`."""

    expected = (SHEET["ok"],)
    covers = ("convinced", "choices")
    _replies = ByKey(CARD, Reply())

    def read(self, reader: Reader) -> Data:
        outer, reader.divider = reader.divider, ";"
        try:
            if reader.peek() not in SHEET["ok"]:
                raise reader.stop(*self.expected)
            convinced: list[str] = []
            while not self._take_last(reader, convinced) and reader.peek():
                pass
            choices = self._replies.read(reader) if reader.peek() else {}
        finally:
            reader.divider = outer
        return {"convinced": convinced, "choices": choices}

    @staticmethod
    def _take_last(reader: Reader, convinced: list[str]) -> bool:
        """Take a token; say whether a semicolon ends the part with it."""
        ends = reader.line.peek() != reader.peek()
        token = reader.take()
        if token not in SHEET["ok"]:
            convinced.append(token)
        return ends

    def write(self, value: Data, at: At) -> list[str]:
        head = [SHEET["ok"].say(at.language), *value["convinced"]]
        if value["choices"]:
            head[-1] += ";"
        return [*head, *self._replies.write(value["choices"], at)]

    def begin(self, value: Data, at: At) -> list[str]:
        return [SHEET["ok"].say(at.language), *value.get("convinced", ())]

    def words(self) -> Iterable[Word]:
        return self._replies.words()


class Value(Kind):
    """A revealed value of a secret place, written as the place demands."""

    widget = "text"
    expected = (EXPECTED["piece"],)

    def read(self, reader: Reader) -> Any:
        place = reader.at.data["place"]
        if field_of(place) not in BY_PLACE:
            raise Unsaid(place)
        return BY_PLACE[field_of(place)].read(reader)

    def write(self, value: object, at: At) -> list[str]:
        """Write only what an event of the game can have there."""
        field = field_of(at.data["place"])
        try:
            convert(value, type=STORED[field])
        except (KeyError, ValidationError):
            raise Unsaid(value) from None
        if value is None:
            raise Unsaid(value)
        return BY_PLACE[field].write(value, at)


class Place(Kind):
    """A secret place of an event, as `offer`, `roles.red` or `drawn[2]`."""

    expected = (EXPECTED["place"],)

    def text(self, text: str, _at: At) -> str:
        if field_of(text) not in BY_PLACE:
            raise Misfit(*self.expected)
        return text

    def say(self, value: str, _at: At) -> str:
        if len(value.split()) != 1:
            raise Unsaid(value)
        return value


OFFER: Final = Or(
    Part(
        "{goods} [for {asks}]",
        {"goods": GOODS_OF, "asks": Price()},
        words=SHEET,
        usual={"asks": {}},
    ),
    signs=UNKNOWN,
    expected=(*GOODS_OF.expected, "?"),
)


class Answer(Kind):
    """The answer to a chest: `take 1c`, `leave`."""

    expected = SHEET["take"], SHEET["leave"]

    def read(self, reader: Reader) -> Data:
        accept = Words({SHEET["take"]: True, SHEET["leave"]: False}).read(reader)
        souls = SOULS.read(reader) if accept and reader.peek() else NO_SOULS
        return {"accept": accept, "souls": souls}

    def write(self, value: Data, at: At) -> list[str]:
        word = SHEET["take" if value["accept"] else "leave"]
        paid = [SOULS.say(value["souls"], at)] if any(value["souls"].values()) else []
        return [word.say(at.language), *paid]


BY_PLACE: Final[Mapping[str, Kind]] = {
    "offer": OFFER,
    "answer": Answer(),
    "wishes": Wishes(),
    **dict.fromkeys(("roles", "chests"), ROLE),
    **dict.fromkeys(("kept", "drawn", "event", "cards", "discarded"), MAYBE_CARD),
}


class Pass(Number):
    """A pass of this round, as the record with which it was sent."""

    def read(self, reader: Reader) -> int:
        state: State | None = reader.at.state
        number = super().read(reader)
        dealt = state.dealt if state is not None else []
        sent = [d.seq for d in dealt if state and (d.round, d.pass_) == (state.round, number)]
        if not sent:
            reader.line.at -= 1
            raise reader.stop(EXPECTED["pass"], lost=True)
        return sent[-1]
