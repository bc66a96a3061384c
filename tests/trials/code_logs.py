"""Logs for models of codes: games of the bots, and such as other programs write.

In the latter is planted what bots do not do: other orders of keys and lists, options that are left
out, values that stand in another way, notes, assertions, undo, corrections, rulings, penalties,
things hidden and told later. Names, titles and texts are drawn anew for each log, and only what two
logs have is kept: so none of them is in a model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pkgutil import get_data
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, inspect, structs

import ragami
from ragami.code.coding import CodedRecord
from ragami.errors import RagamiError
from ragami.game import GameDefinition
from ragami.game.capabilities import ASSERTIONS, VISIBILITY

GAMES: Final = {4: "ragami", 5: "dice-forge", 3: "deal-with-the-devil"}
"""By the numbers of their newest models; those before stay, for the codes that name them."""

FIRST_SEED: Final = 50_000
"""The seeds of what is trained on; trials and tests take lower ones."""


class Training(NamedTuple):
    """The logs that a model is made of: games of the bots, and such as other programs write."""

    bots: int
    planted: int
    fine: int
    """How often a context has to have come to be kept, where it is not the coarsest of a place.

    The files have to stay below 60 kB: a game with few things to say can have more contexts.
    """


TRAINING: Final = {
    "ragami": Training(600, 90, 144),
    "dice-forge": Training(900, 360, 160),
    "deal-with-the-devil": Training(300, 60, 192),
}

TEXTS: Final = frozenset({"name", "title", "word", "text", "reason", "authority"})
SYLLABLES: Final = (  # noqa: SIM905 (a list would be as long as the page)
    "an ar be ca co da de di do e el en es fi ga go ha i is ja jo ka la le li lo lu ma me mi mo na"
    " ne ni no nu o or pa pe po ra re ri ro ru sa se so ta te ti to tu u va vi xa ya zo á é í ó ñ"
).split()

Line = dict[str, Any]
Lines = list[Line]


def training(game: str) -> Iterator[list[CodedRecord]]:
    """Yield the logs that a model is made of."""
    bots, planted_logs, _fine = TRAINING[game]
    for seed in range(FIRST_SEED, FIRST_SEED + bots):
        yield as_coded(retold(lines_of(played(game, seed)), Random(seed)))
    for seed in range(FIRST_SEED + bots, FIRST_SEED + bots + planted_logs):
        yield as_coded(planted(game, seed))


def played(game: str, seed: int) -> ragami.Log:
    """A game of the bots, of a size and with or without hidden things by its seed."""
    least, most = ragami.games()[game].players
    players = least + seed % (most - least + 1)
    hidden = seed % 5 == 4
    try:
        return ragami.simulate(game, players, seed=seed, hidden=hidden)
    except RagamiError:
        return ragami.simulate(game, players, seed=seed)


def as_coded(lines: Lines) -> list[CodedRecord]:
    return [CodedRecord(one["type"], one["v"], None, None, one["data"]) for one in lines]


def lines_of(log: ragami.Log) -> Lines:
    """The records of a log, decoded."""
    return [msgspec.json.decode(line) for line in log.content.splitlines()]


def words(luck: Random, most: int = 3) -> str:
    """Some text that nobody else has."""
    count = luck.randint(1, most)
    made = " ".join("".join(luck.choices(SYLLABLES, k=luck.randint(2, 4))) for _ in range(count))
    return luck.choice((made, made.title(), made.capitalize()))


def retold(lines: Lines, luck: Random) -> Lines:
    """The lines with other names and texts."""
    known: dict[str, str] = {}

    def told(value: Any, key: str = "") -> Any:
        match value:
            case dict():
                return {name: told(inner, name) for name, inner in value.items()}
            case list():
                return [told(inner) for inner in value]
            case str() if key in TEXTS:
                return known.setdefault(value, words(luck))
        return value

    return [{**line, "data": told(line["data"])} for line in lines]


# --- what other programs do ------------------------------------------------------------------


def planted(game: str, seed: int) -> Lines:
    """A game as another program may have written it."""
    luck = Random(seed)
    definition = ragami.games()[game]
    lines = lines_of(played(game, seed - seed % 5 + luck.randrange(4)))
    if luck.random() < 0.5:
        lines = told_later(lines, definition, luck)
    if game == "dice-forge" and luck.random() < 0.5:
        lines = by_name(lines, definition, luck)
    lines = retold(lines, luck)
    opened = lines[0]["data"]
    opened["options"] = some_options(opened.get("options", {}), luck)
    if luck.random() < 0.5:
        opened["components"] = own_parts(definition, opened["components"], luck)
    if luck.random() < 0.5:
        lines = sparse(lines, definition)
    lines = reordered(lines, luck)
    if luck.random() < 0.7:
        lines = interrupted(lines, definition, luck)
    return lines


def some_options(options: Line, luck: Random) -> Line:
    """None of the options, a few, or all."""
    match luck.randrange(3):
        case 0:
            return {}
        case 1:
            kept = set(luck.sample(list(options), luck.randint(0, min(5, len(options)))))
            return {name: value for name, value in options.items() if name in kept}
    return options


def own_parts(game: GameDefinition, components: Line, luck: Random) -> Line:
    """Some of the components that ship, written into the log under another name."""
    told = {}
    for kind, name in components.items():
        told[kind] = name
        if isinstance(name, str) and luck.random() < 0.6:
            package = game.new_state.__module__.rpartition(".")[0]
            content = get_data(package, f"data/{name}.json")
            assert content is not None, "it ships with the game"
            part = msgspec.json.decode(content)
            told[kind] = altered(part, faces_of(game), luck)
    return told


def altered(part: Line, faces: list[str], luck: Random) -> Line:
    """A component with some of its lists in another order, and with other faces."""
    share = luck.choice((0.0, 0.2))

    def other(value: Any) -> Any:
        match value:
            case dict():
                return {name: other(inner) for name, inner in value.items()}
            case list():
                inner = [other(one) for one in value]
                return luck.sample(inner, len(inner)) if luck.random() < share else inner
            case str() if value in faces and luck.random() < share:
                return luck.choice(faces)
            case bool():
                return value
            case int() if luck.random() < share / 2:
                return max(0, value + luck.choice((-1, 1)))
        return value

    told: Line = other(part)
    return told | {"name": words(luck, 2), "verified": False}


def by_name(lines: Lines, game: GameDefinition, luck: Random) -> Lines:
    """Faces of dice by what they show, as Dice Forge allows it, instead of by their slot."""
    faces = faces_of(game)
    share = luck.choice((0.1, 0.3, 1.0))

    def named(value: Any, key: str = "") -> Any:
        match value:
            case dict():
                return {name: named(inner, name) for name, inner in value.items()}
            case list():
                return [named(inner) for inner in value]
            case int() if key == "slot" or _DIE.fullmatch(key):
                return luck.choice(faces) if luck.random() < share else value
        return value

    return [lines[0], *({**line, "data": named(line["data"])} for line in lines[1:])]


def faces_of(game: GameDefinition) -> list[str]:
    """The faces of the dice that ship; none where a game has no such dice."""
    package = game.new_state.__module__.rpartition(".")[0]
    found: set[str] = set()
    for name in ("temple-1", "feats-1", "forge-dice-1"):
        with suppress(FileNotFoundError):
            content = get_data(package, f"data/{name}.json") or b""
            found.update(_FACE.findall(content.decode()))
    return sorted(found)


_DIE: Final = re.compile(r"[a-z]+\.[12]")
_FACE: Final = re.compile(r'"([0-9]+[gsmp][^" ]*|(?:shield|boar)-[a-z]+|ship|mirror|triple|x3)"')


def sparse(lines: Lines, game: GameDefinition) -> Lines:
    """Without the fields that are as they would be if they were missing."""
    usual = {
        type_: {
            field.encode_name: field.default
            for field in structs.fields(entry.struct)
            if field.default is not msgspec.NODEFAULT and field.default is not UNSET
        }
        for type_, entry in game.codec.types.items()
    }

    def kept(line: Line) -> Line:
        least = usual[line["type"]]
        data = {
            name: value
            for name, value in line["data"].items()
            if name not in least or least[name] != value
        }
        return {**line, "data": data}

    return [lines[0], *map(kept, lines[1:])]


def reordered(lines: Lines, luck: Random) -> Lines:
    """With the keys of objects or the elements of lists in another order.

    Programs have the fields of a record in an order of their own; the keys of a table, as of rolls
    by dice, come as they come.
    """
    keys = luck.choice(("as they are", "as they are", "as they are", "sorted", "mine"))
    tables = luck.random() < 0.6
    lists = luck.random() < 0.3
    mine: dict[str, float] = {}

    def turned(value: Any) -> Any:
        if isinstance(value, list):
            inner = [turned(one) for one in value]
            return luck.sample(inner, len(inner)) if lists else inner
        if not isinstance(value, dict):
            return value
        names = list(value)
        if len({type(inner) for inner in value.values()}) == 1 and "player" not in value:
            luck.shuffle(names) if tables else None
        elif keys == "sorted":
            names.sort()
        elif keys == "mine":
            names.sort(key=lambda name: mine.setdefault(name, luck.random()))
        return {name: turned(value[name]) for name in names}

    return [lines[0], *({**line, "data": turned(line["data"])} for line in lines[1:])]


def told_later(lines: Lines, game: GameDefinition, luck: Random) -> Lines:
    """With the hidden things left out where they happened, and some of them told later."""
    visibility = game.need(VISIBILITY)
    out: Lines = []
    owed: list[Line] = []
    share = luck.choice((0.2, 1.0, 1.0))
    often = luck.choice((0.0, 0.0, 0.15))
    for line in lines:
        type_, data = line["type"], line["data"]
        event = msgspec.convert(data, type=game.codec.types[type_].struct)
        seen = visibility.redact(event, "public")
        out.append({**line, "data": msgspec.to_builtins(seen)} if seen != event else line)
        now = visibility.places(seen)
        for place, value in visibility.places(event).items():
            if value is not None and now.get(place) is None and luck.random() < share:
                owed.append(
                    {
                        "player": data.get("player"),
                        "seq": len(out),
                        "place": place,
                        "value": msgspec.to_builtins(value),
                    }
                )
        while owed and luck.random() < often:
            out.append(record("revealed", revealed(owed.pop(0), game)))
    return [*out, *(record("revealed", revealed(each, game)) for each in owed)]


def revealed(told: Line, game: GameDefinition) -> Line:
    """What is told later, in the form of the game."""
    struct = game.codec.types["revealed"].struct
    fields = {field.encode_name for field in structs.fields(struct)}
    if "card" in fields:
        return {"player": told["player"], "seq": told["seq"], "card": told["value"]}
    return told


def record(type_: str, data: Line) -> Line:
    """A record of the core, or of a game in its first version."""
    return {"type": type_, "v": 1, "data": data}


def interrupted(lines: Lines, game: GameDefinition, luck: Random) -> Lines:
    """With notes, assertions, undo, corrections, rulings and the like among the moves."""
    out = lines[:1]
    often = luck.choice((0.01, 0.03, 0.06))
    for line in lines[1:]:
        out.append(line)
        if luck.random() < often:
            makers: tuple[Callable[[Lines, GameDefinition, Random], Lines], ...]
            makers = (note, assertion, assertion, undo, undo, correction, ruling, penalty, dice)
            out += luck.choice(makers)(out, game, luck)
    return out


def note(_lines: Lines, _game: GameDefinition, luck: Random) -> Lines:
    return [record("noted", {"text": luck.choice(("sealed", words(luck, 6), words(luck, 2)))})]


def undo(lines: Lines, _game: GameDefinition, luck: Random) -> Lines:
    back = len(lines) - luck.randint(1, 4)
    struck = [record("undone", {"to": max(1, back), "reason": reason(luck)})]
    match luck.randrange(3):
        case 0:
            return [*struck, record("redone", {})]
        case 1:
            return [*struck, *lines[max(1, back) :]]
    return struck


def reason(luck: Random) -> str | None:
    return luck.choice((None, words(luck, 3)))


def correction(lines: Lines, _game: GameDefinition, luck: Random) -> Lines:
    at = luck.randrange(max(1, len(lines) - 12), len(lines))
    whose = {"reason": reason(luck), "authority": reason(luck)}
    if luck.random() < 0.3 or at == len(lines):
        return [record("corrected", {"seq": at, "type": None, "v": None, "data": None, **whose})]
    old = lines[at]
    data = dict(old["data"])
    others = [one["data"] for one in lines if one["type"] == old["type"]]
    if data and luck.random() < 0.8:
        data = dict(luck.choice(others))
    inner = {"seq": at + 1, "type": old["type"], "v": old["v"], "data": data}
    return [record("corrected", {**inner, **whose})]


def ruling(_lines: Lines, game: GameDefinition, luck: Random) -> Lines:
    rules = luck.sample(list(game.rulebook.rules()), 4)
    return [
        record("ruled", {"rule": rule, "reason": reason(luck), "authority": reason(luck)})
        for rule in rules[: luck.choice((1, 1, 4))]
    ]


def seats(lines: Lines) -> list[str]:
    return [one["colour"] for one in lines[0]["data"]["players"]]


def penalty(lines: Lines, _game: GameDefinition, luck: Random) -> Lines:
    offences = ("late", "slow-play", "procedure", "hidden-information", "outside-help", "conduct")
    told = {
        "player": luck.choice(seats(lines)),
        "offence": luck.choice(offences),
        "level": luck.choice(("warning", "time", "points")),
        "points": luck.choice((0, 0, 1, 2, 5)),
        "minutes": luck.choice((None, 2, 5)),
        "rule": None,
        "reason": reason(luck),
        "authority": reason(luck),
    }
    return [record("penalized", told)]


def dice(_lines: Lines, _game: GameDefinition, luck: Random) -> Lines:
    return [record("dice_named", {"kind": words(luck, 1), "names": [words(luck, 1)] * 2})]


def assertion(lines: Lines, game: GameDefinition, luck: Random) -> Lines:
    struct = game.need(ASSERTIONS).struct
    told = {field.encode_name: field.type for field in structs.fields(struct)}
    said = luck.sample(list(told), luck.randint(1, min(4, len(told))))
    some = Sayings(lines, faces_of(game), luck)
    return [record("asserted", {name: some.of(inspect.type_info(told[name])) for name in said})]


class Sayings:
    """Values of a type, with the words of a log."""

    def __init__(self, lines: Lines, faces: list[str], luck: Random) -> None:
        self.luck = luck
        self.seats = seats(lines)
        self.words = sorted(set(_WORDS.findall(str(lines[1:]))).union(faces))

    def of(self, kind: inspect.Type) -> Any:
        luck = self.luck
        told: Any = None
        match kind:
            case inspect.Metadata():
                told = self.of(kind.type)
            case inspect.UnionType():
                kinds = [one for one in kind.types if not isinstance(one, inspect.CustomType)]
                told = self.of(luck.choice(kinds))
            case inspect.LiteralType():
                told = luck.choice([one for one in kind.values if one in self.seats] or kind.values)
            case inspect.IntType():
                told = luck.choice((luck.randint(0, 5), luck.randint(0, 40)))
            case inspect.BoolType():
                told = luck.random() < 0.5
            case inspect.StrType():
                fits = re.compile(kind.pattern or "").search
                told = luck.choice([one for one in self.words if fits(one)] or self.words)
            case inspect.DictType():
                keys = dict.fromkeys(
                    str(self.of(kind.key_type)) for _ in range(luck.randint(1, 12))
                )
                order = sorted(keys) if luck.random() < 0.7 else list(keys)
                told = {key: self.of(kind.value_type) for key in order}
            case inspect.TupleType():
                told = [self.of(one) for one in kind.item_types]
            case inspect.StructType():
                fields = [one for one in kind.fields if one.required or luck.random() < 0.7]
                told = {one.encode_name: self.of(one.type) for one in fields}
        return told


_WORDS: Final = re.compile(r"'([^' ]+)'")
