"""The cards of a box as rows: buildings, events, inquisitors, requests. See `components.pieces`.

What a card does is written in a short form: `production: gain 1$`, effects apart
by `|`, operations by `;`, those inside of `per` and `choose` by `,` and `/`. Its words are read in
Spanish as well (`producción: gana 1$`); a file has them in English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, get_args

import msgspec
from msgspec import Struct

from ragami.catalogue import Both
from ragami.decoded import Data, Fields
from ragami.findings import N_
from ragami.game.components import pieces as p
from ragami.game.components.pieces import PieceColumn, PieceKind, UnfitCell
from ragami.games.deal_with_the_devil import components as c
from ragami.games.deal_with_the_devil.kinds import GOODS
from ragami.games.deal_with_the_devil.words import TABLES
from ragami.notation.misread import fold_word

PRICE: Final = re.compile(r"(\d+)R")
EFFECT: Final = re.compile(r"(\w+)(?:#(\d+))?(?: if ([^:]*))?:(.*)", re.DOTALL)
SIDE: Final = re.compile(r"(?:if ([^:]*):)?(.*)", re.DOTALL)
WORD: Final = re.compile(r"\b[^\W\d]\w*")
ENGLISH: Final = {fold_word(both.es): both.en for both in TABLES["cell"].values()}
SPANISH: Final = {both.en: both.es for both in TABLES["cell"].values()}
NO_NAME: Final = N_("a card needs a name, in one of the languages at least")


def _tagged(union: object) -> Mapping[str, type[Struct]]:
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


OPERATIONS: Final = _tagged(c.OnABuilding)
PENALTIES: Final = _tagged(c.AnyPenalty)


def _words(literal: object) -> Callable[[str], str | None]:
    return p.one_of(*get_args(literal))


WHEN: Final = _words(c.When)
COUNTED: Final = _words(c.Counted)
CONDITIONS: Final = _words(msgspec.structs.fields(c.Condition)[0].type)
SYMBOL: Final = _words(c.Symbol)


# --- reading -------------------------------------------------------------------------------


_COUNT: Final = re.compile(r"(\d+)(\D)", re.ASCII)
_GOOD: Final = {letter: good for word, good in GOODS.items() for letter in word}


def read_goods(text: str) -> dict[str, int]:
    """Read goods such as `2W 1$`."""
    counts: dict[str, int] = {}
    for word in text.split():
        match = _COUNT.fullmatch(word)
        good = _GOOD.get(match[2], "") if match else ""
        if not match or good not in c.GOODS or good in counts or not 1 <= int(match[1][:4]) <= 99:
            raise UnfitCell(N_("'{found}' is no goods as in 2W 1S 3$"), found=word[:40])
        counts[good] = int(match[1])
    return {good: counts[good] for good in c.GOODS if good in counts}


def _cost(text: str) -> dict[str, int]:
    words = text.split()
    reputation = words.pop() if words and PRICE.fullmatch(words[-1]) else ""
    cost = read_goods(" ".join(words))
    return cost | ({"reputation": p.number(1, 14)(reputation[:-1])} if reputation else {})


FIELDS: Final[Mapping[str, Callable[[str], Any]]] = {
    "goods": read_goods,
    "by": p.number(-99, 99),
    "at_most": p.number(0, 99),
    "courtier": p.one_of("rural", "urban", "religious"),
    "space": p.one_of("start"),
}


def _operation(text: str) -> Data:
    word, _, arguments = text.strip().partition(" ")
    struct = OPERATIONS.get(word)
    if struct is None:
        sentence = N_("'{found}' is no operation: {all}")
        raise UnfitCell(sentence, found=word[:40], all=", ".join(OPERATIONS))
    if struct is c.Per:
        of, _, do = arguments.partition(": ")
        return {"op": word, "of": COUNTED(of.strip()), "do": _all(_operation, do, ",")}
    if struct is c.Choose:
        return {"op": word, "of": [_all(_operation, part, ",") for part in arguments.split("/")]}
    fields = struct.__struct_fields__
    if bool(fields) != bool(arguments.strip()):
        raise UnfitCell(N_("'{found}' says too much or too little"), found=text.strip()[:40])
    return {"op": word, **{name: FIELDS[name](arguments.strip()) for name in fields}}


def _condition(text: str) -> Data:
    word, _, n = text.strip().partition(" ")
    return {"is": CONDITIONS(word), "n": p.number(0, 99)(n.strip() or "1")}


def _all(read: Callable[[str], Any], text: str, separator: str) -> list[Any]:
    return [read(part) for part in text.split(separator) if part.strip()]


def _effect(text: str) -> Data:
    match = EFFECT.fullmatch(text.strip())
    if not match:
        raise UnfitCell(N_("'{found}' is no effect as in production: gain 1$"), found=text[:40])
    when, order, conditions, do = match.groups()
    held_if = _all(_condition, conditions or "", ",")
    effect_fields = {"when": WHEN(when), "order": int((order or "0")[:4]), "if": held_if}
    return effect_fields | {"do": _all(_operation, do, ";")}


def _fit(value: object, kind: object, text: str) -> Any:
    """Return the value as JSON data if it fits its type; else raise `UnfitCell`."""
    try:
        fitting = msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as wrong:
        sentence = N_("'{found}' does not fit: {reason}")
        raise UnfitCell(sentence, found=text[:40], reason=str(wrong)) from wrong
    return msgspec.json.decode(msgspec.json.encode(fitting))


def _effects(text: str) -> object:
    return _fit(_all(_effect, text, "|"), tuple[c.Effect, ...], text)


def _side(text: str) -> object:
    match = SIDE.fullmatch(text)
    conditions, do = match.groups() if match else ("", "")
    side_fields = {"if": _all(_condition, conditions or "", ","), "do": _all(_operation, do, ";")}
    return _fit(side_fields, c.Side, text)


def _penalty(text: str) -> Any:
    """Read `kept of marble+glass by -2`: the code, then each field with its value."""
    code, *words = text.split()[:20] or [""]
    fields: Data = dict(zip(words[::2], words[1::2], strict=False))
    struct = PENALTIES.get(code)
    if struct is None or len(words) % 2 or set(fields) != set(struct.__struct_fields__):
        ways = (
            f"{penalty_code} {' '.join(PENALTIES[penalty_code].__struct_fields__)}"
            for penalty_code in PENALTIES
        )
        raise UnfitCell(N_("'{found}' is no penalty: {all}"), found=text[:40], all="; ".join(ways))
    if struct is not c.PerLost:
        fields |= {name: fields[name].split("+") for name in ("of", "instead") if name in fields}
    return _fit({"code": code, **fields}, c.AnyPenalty, text)


def _symbols(text: str) -> list[str]:
    symbols = [str(SYMBOL(word.strip())) for word in text.split("+")]
    if len(symbols) > 2:
        raise UnfitCell(N_("a building has one or two symbols"))
    return symbols


# --- writing -------------------------------------------------------------------------------


def goods(counts: Mapping[str, int]) -> str:
    """Write goods as `2W 1$`."""
    letters = {**{good: word.en for word, good in GOODS.items()}, "reputation": "R"}
    return " ".join(f"{n}{letters[good]}" for good, n in counts.items())


def operation(fields: Fields) -> str:
    """Write an operation as `_operation` reads it."""
    match fields:
        case {"op": "per", "of": of, "do": do}:
            return f"per {of}: {', '.join(map(operation, do))}"
        case {"op": "choose", "of": ways}:
            return "choose " + " / ".join(", ".join(map(operation, way)) for way in ways)
        case {"goods": held}:
            return f"{fields['op']} {goods(held)}"
        case {"by": by}:
            return f"{fields['op']} {by:+}"
    return " ".join(str(value) for value in fields.values())


def _conditions(conditions: Iterable[Fields]) -> str:
    return ", ".join(f"{condition['is']} {condition['n']}" for condition in conditions)


def side(fields: Fields) -> str:
    """Write a side of an event as `_side` reads it."""
    condition = f"if {_conditions(fields['if'])}: " if fields["if"] else ""
    return condition + "; ".join(map(operation, fields["do"]))


def effect(fields: Fields) -> str:
    """Write an effect as `_effect` reads it."""
    order = f"#{fields['order']}" if fields["order"] else ""
    condition = f" if {_conditions(fields['if'])}" if fields["if"] else ""
    return f"{fields['when']}{order}{condition}: {'; '.join(map(operation, fields['do']))}"


def _penalty_told(fields: Fields) -> str:
    arguments = (
        f"{name} {'+'.join(value) if isinstance(value, list) else value}"
        for name, value in fields.items()
        if name != "code"
    )
    return " ".join([fields["code"], *arguments])


# --- the kinds -----------------------------------------------------------------------------


def _known(*fields: str) -> Callable[[Data], Data]:
    """Return what completes a piece whose `fields` are those of the printed card.

    It needs a name in one language at least."""

    def whole(piece: Data) -> Data:
        name = piece["name"]
        if not (name["en"] or name["es"]):
            raise UnfitCell(NO_NAME, column="name_en")
        both = {"en": name["en"] or name["es"], "es": name["es"] or name["en"]}
        copies = {"copies": 4 if piece["back"] == "red" else 1} if "back" in piece else {}
        return {**piece, "name": both, **copies, "facts": ["name", *fields]}

    return whole


def _partly(piece: Data, facts: Collection[str]) -> dict[str, object]:
    """Return a card with the facts that count: its name, and those that were told."""
    return {**piece, "facts": [fact for fact in piece["facts"] if fact == "name" or fact in facts]}


ASKED: Final = N_("What lines of a score sheet call it.")
ID: Final = PieceColumn("id", "id", ASKED, "town_hall", p.identifier)
NAMES: Final = (
    PieceColumn("name_en", "name.en", N_("Its name in English, if you know it."), "", p.text),
    PieceColumn("name_es", "name.es", N_("Its name in Spanish, if you know it."), "", p.text),
)


def _in_words(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return what reads a cell whose words may be Spanish, and says what is wrong in them."""

    def in_either_language(text: str) -> Any:
        typed: dict[str, str] = {}

        def in_english(word: re.Match[str]) -> str:
            english = ENGLISH.get(fold_word(word[0]), word[0])
            typed.setdefault(english, word[0])
            return english

        try:
            return read(WORD.sub(in_english, text))
        except UnfitCell as wrong:
            facts = dict(wrong.facts)
            if "found" in facts:
                facts["found"] = WORD.sub(lambda word: typed.get(word[0], word[0]), facts["found"])
            if "all" in facts:
                facts["all"] = Both(facts["all"], _in_spanish(facts["all"]))
            raise UnfitCell(wrong.why, **facts) from wrong

    return in_either_language


def _in_spanish(text: str) -> str:
    return WORD.sub(lambda word: SPANISH.get(word[0], word[0]), text)


def _column(name: str, asks: str, such_as: str, read: Any, tell: Any = str) -> PieceColumn:
    return PieceColumn(name, name, asks, such_as, _in_words(read), tell, TABLES["column"][name].es)


BUILDINGS: Final = (
    ID,
    *NAMES,
    _column("round", N_("The round on its back."), "1", p.number(1, 5)),
    _column("pile", N_("In round 1 its pile; else nothing."), "A", p.one_of(*"ABCD", empty=True)),
    _column("symbols", N_("Its one or two symbols."), N_("rural+urban"), _symbols, "+".join),
    _column(
        "cost",
        N_("Its cost: marble M, glass G, wood W, stone S, wheat H, coins $, reputation R."),
        N_("1W 2S 4R"),
        _cost,
        goods,
    ),
    _column("points", N_("Its points."), "3", p.number(-99, 99)),
    _column(
        "effects",
        N_("What it does and when: build, action, production, interest, reputation, final …"),
        N_("production: gain 1$"),
        _effects,
        lambda effects: " | ".join(map(effect, effects)),
    ),
)
EVENTS: Final = (
    ID,
    *NAMES,
    _column("letter", N_("The letter on its back."), "A", p.one_of("A", "B")),
    _column(
        "left",
        N_("What its left side gives."),
        N_("gain 3$; reputation -1"),
        _side,
        side,
    ),
    _column(
        "right",
        N_("What its right side costs."),
        N_("pay 1H; reputation +2"),
        _side,
        side,
    ),
)
INQUISITORS: Final = (
    ID,
    *NAMES,
    _column("back", N_("Its back."), "normal", p.one_of("yellow", "normal", "red")),
    _column("slot", N_("The letter of a yellow one."), "A", p.one_of(*"ABC", empty=True)),
    _column(
        "penalty",
        N_("What whoever does not convince him loses."),
        N_("points by -4"),
        _penalty,
        _penalty_told,
    ),
)
REQUESTS: Final = (
    PieceColumn("id", "id", ASKED, "request_1", p.identifier),
    _column("shows", N_("What it shows: ready, or what is asked for."), N_("marble"), p.text),
)


BARE: Final = {"en": "Stand-in", "es": "Suplente"}


class Pieces:
    """See `ragami.game.components.pieces.Pieces`."""

    component = "cards"
    kinds: Mapping[str, PieceKind] = {
        "buildings": PieceKind(
            BUILDINGS,
            ("round", "pile"),
            whole=_known("round", "pile", "symbols", "cost", "points", "effects"),
            bare=lambda piece: {**piece, "name": BARE, "effects": [], "facts": []},
            partly=_partly,
        ),
        "events": PieceKind(
            EVENTS, ("letter",), whole=_known("letter", "left", "right"), partly=_partly
        ),
        "inquisitors": PieceKind(
            INQUISITORS,
            ("back", "slot"),
            whole=_known("back", "slot", "copies", "penalty"),
            copies=lambda piece: int(piece["copies"]),
            partly=_partly,
        ),
        "requests": PieceKind(REQUESTS, ("shows",), place=lambda piece: piece["shows"] == "ready"),
    }


PIECES: Final = Pieces()
