"""JSON Schemas (2020-12) of what is written in a log, and of what is said about one.

They are worked out from the msgspec types that read the bytes, so that they cannot say something
else. Each brings along those that it refers to, whole and under their own ids ("bundled", as the
standard calls it), so that any of them can be used alone and nothing has to be fetched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

from msgspec import NODEFAULT, UNSET, Struct, json, structs
from msgspec import inspect as types

from ragami.decoded import Data
from ragami.export.formats import Document
from ragami.game import GameDefinition
from ragami.game.definition import loaded
from ragami.judge.report import Report
from ragami.log.codec import Versioned
from ragami.log.record import LIMIT, Envelope

Schema = Data

BASE: Final = "https://ragami.example/schemas/"
"""What ids begin with, before the game. They are names: nobody has to look there."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
SUFFIX: Final = ".json"
# What `ragami.log.record` asks of a time beyond its form: it is UTC.
UTC: Final = r"([Zz]|[+-]00:?00)$"

ANYTHING: Final[Schema] = {
    "description": "Whatever JSON can say, with integers as its only numbers.",
    "anyOf": [
        {"type": ["string", "boolean", "null"]},
        {"type": "integer", "minimum": -LIMIT, "maximum": LIMIT},
        {"type": "array", "items": {"$ref": "#/$defs/Value"}},
        {"type": "object", "additionalProperties": {"$ref": "#/$defs/Value"}},
    ],
}

REPLIES: Final[Mapping[str, str]] = {
    "audit": "ragami.referee.replies:FindingOf",
    "audit-all": "ragami.referee.replies:IfItAllStood",
    "audit-resume": "ragami.referee.audit:Audit",
    "backup": "ragami.store.copying:BackedUp",
    "board-check": "ragami.sources.components:ComponentReport",
    "board-fill": "ragami.table.replies:BoxFilled",
    "check-proof": "ragami.referee.replies:ProofChecked",
    "copy": "ragami.store.copying:GameCopied",
    "dice": "ragami.referee.dice:Tested",
    "dice-by-player": "ragami.referee.dice:Served",
    "diff": "ragami.referee.replies:Compared",
    "error": "ragami.errors:Stopped",
    "export-parquet": "ragami.analytics.folder:TablesWritten",
    "game-new": "ragami.game.registry:PackageBegun",
    "games": "ragami.table.replies:GameListed",
    "impact": "ragami.referee.impact:Impact",
    "import": "ragami.table.replies:Imported",
    "key-new": "ragami.proof.keys:KeyMade",
    "key-show": "ragami.proof.keys:KeyKnown",
    "legal": "ragami.game.choices.choice:Choice",
    "log": "ragami.export.excerpt:RecordTold",
    "merge": "ragami.referee.divergences:MergeTold",
    "new-from": "ragami.table.replies:Branched",
    "new-list-options": "ragami.game.opening:Setting",
    "penalty": "ragami.table.replies:PenaltyTold",
    "penalty-catalogue": "ragami.table.replies:OffenceListed",
    "receipts": "ragami.receipts.overview:ReceiptsFile",
    "record": "ragami.table.replies:RecordsWritten",
    "refused": "ragami.findings:Finding",
    "rules": "ragami.game.rulebook:Rule",
    "rules-games": "ragami.game.registry:GameInstalled",
    "season": "ragami.analytics.season:Season",
    "serve": "ragami.server.serving:ServerStarted",
    "serve-check": "ragami.server.serving:Reached",
    "show-hands": "ragami.export.excerpt:HandsTold",
    "simulate": "ragami.game.choices.bots:GamePlayed",
    "slip": "ragami.proof.slip:Slip",
    "stats": "ragami.analytics.answers:QuestionAnswered",
    "table": "ragami.table.replies:LineReply",
    "whatif": "ragami.referee.replies:WouldChange",
    "withdraw": "ragami.table.replies:Withdrawn",
}
"""Where the struct is of what a command prints with `--json`, by the words of the command."""


def schemas(game: GameDefinition) -> dict[str, Schema]:
    """Return the schemas of a game by name: a record of each type, any record, a log, …

    What commands print of any game is in `replies`.
    """
    types_known = game.codec.types
    records = {"type": "array", "items": {"$ref": "record.json"}}
    alone = {
        **{name: record_schema(name, entry) for name, entry in types_known.items()},
        "record": any_record_schema(types_known),
        "log": log_schema(),
        "report": struct_schema("report", Report),
        "document": struct_schema("document", Document, records=records),
    }
    for name, schema in alone.items():
        schema["$id"] = f"{BASE}{game.name}/{name}{SUFFIX}"
    return {name: bundled(schema, alone) for name, schema in alone.items()}


def replies() -> dict[str, Schema]:
    """Return the schema of what each command prints with `--json`, by the words of the command.

    The commands of a game of ours have theirs in its module `replies`.
    """
    kinds: dict[str, type[Struct]] = {name: loaded(where) for name, where in REPLIES.items()}
    for path in (Path(__file__).parent / "games").glob("*/replies.py"):
        kinds |= loaded(f"ragami.games.{path.parent.name}.replies:REPLIES")
    schemas_by_name = {name: struct_schema(name, kind) for name, kind in sorted(kinds.items())}
    for name, schema in schemas_by_name.items():
        schema["$id"] = f"{BASE}replies/{name}{SUFFIX}"
    return schemas_by_name


def bundled(schema: Schema, schemas_by_name: Mapping[str, Schema]) -> Schema:
    """Return a schema with all others that it refers to, directly or not, among its definitions."""
    definitions: dict[str, Schema] = {}
    ahead = [schema]
    while ahead:
        for reference in references(ahead.pop()):
            if reference.endswith(SUFFIX) and reference not in definitions:
                definitions[reference] = schemas_by_name[reference.removesuffix(SUFFIX)]
                ahead.append(definitions[reference])
    return schema | {"$defs": {**schema.get("$defs", {}), **definitions}} if definitions else schema


def references(plain: object) -> Iterator[str]:
    if isinstance(plain, dict):
        if isinstance(plain.get("$ref"), str):
            yield plain["$ref"]
        for inside in plain.values():
            yield from references(inside)
    elif isinstance(plain, list):
        for inside in plain:
            yield from references(inside)


def record_schema(type_: str, entry: Versioned) -> Schema:
    shapes = Shapes()
    data = shapes.of(types.type_info(entry.struct))
    envelope = Shapes().properties(Envelope)
    fixed = {"type": {"const": type_}, "v": {"const": entry.version}, "data": data}
    return {
        **_head(type_, f"{type_}, version {entry.version}", _told(entry.struct)),
        **_object(envelope | fixed, envelope),
        "$defs": shapes.definitions,
    }


def any_record_schema(versioned: Mapping[str, Versioned]) -> Schema:
    """Return the schema of any record; of an unknown type or version the envelope alone."""
    envelope = Shapes().properties(Envelope)
    return {
        **_head("record", "A record", _told(Envelope)),
        **_object(envelope | {"data": {"type": "object"}}, envelope),
        "allOf": [
            {
                "if": {"properties": {"type": {"const": name}, "v": {"const": entry.version}}},
                "then": {"$ref": f"{name}.json"},
            }
            for name, entry in versioned.items()
        ],
    }


def log_schema() -> Schema:
    """Return the lines of a log, read into one array; the first of them names the game."""
    names_its_game = {"properties": {"data": {"required": ["game"]}}}
    return {
        **_head("log", "A log", "The records of one game, as an array instead of a line each."),
        "type": "array",
        "prefixItems": [{"allOf": [names_its_game, {"$ref": "record.json"}]}],
        "items": {"$ref": "record.json"},
        "minItems": 1,
    }


def struct_schema(name: str, kind: type[Struct], **known_better: Schema) -> Schema:
    """Return the schema of a struct that is no record; of some fields more is known."""
    shapes = Shapes(written=True)
    properties = shapes.properties(kind) | known_better
    unset = {field.encode_name for field in structs.fields(kind) if field.default is UNSET}
    return {
        **_head(name, kind.__name__, _told(kind)),
        **_object(properties, [field for field in properties if field not in unset]),
        "$defs": shapes.definitions,
    }


def _head(name: str, title: str, description: str) -> Schema:
    head = {"$schema": DIALECT, "$id": f"{BASE}{name}{SUFFIX}", "title": title}
    return head | ({"description": description} if description else {})


def _object(properties: Schema, required: Iterable[str]) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _told(kind: type[object]) -> str:
    """Return a class's own docstring (not that of its base) in one line."""
    return " ".join(cleandoc(kind.__dict__.get("__doc__") or "").split())


class Shapes:
    """Turns msgspec's types into schemas; what is met inside them is put into `definitions`.

    What is `written` here has every field, whatever may be left out by others.
    """

    def __init__(self, *, written: bool = False) -> None:
        self.definitions: dict[str, Schema] = {}
        self._written = written

    def of(self, kind: types.Type) -> Schema:
        """Return the schema of one type. Raise `KeyError` for one that no record has had so far."""
        if type(kind) in _PLAIN:
            return _PLAIN[type(kind)](kind)
        return _COMPOSED[type(kind)](self, kind)

    def _union(self, kind: types.UnionType) -> Schema:
        return _either([self.of(member) for member in kind.types])

    def _dictionary(self, kind: types.DictType) -> Schema:
        return _keys(kind.key_type) | {"additionalProperties": self.of(kind.value_type)}

    def _tuple(self, kind: types.TupleType) -> Schema:
        first, *further = (self.of(item) for item in kind.item_types)
        assert all(next_item == first for next_item in further)
        number = len(kind.item_types)
        return {"type": "array", "items": first, "minItems": number, "maxItems": number}

    def _row(self, kind: types.NamedTupleType) -> Schema:
        items = [self.of(field.type) | {"title": field.encode_name} for field in kind.fields]
        number = len(items)
        return {"type": "array", "prefixItems": items, "minItems": number, "maxItems": number}

    def _list(self, kind: types.VarTupleType | types.ListType) -> Schema:
        limits = _limits(minItems=kind.min_length, maxItems=kind.max_length)
        return {"type": "array", "items": self.of(kind.item_type)} | limits

    def _anything(self, _kind: types.Type) -> Schema:
        self.definitions.setdefault("Value", ANYTHING)
        return {"$ref": "#/$defs/Value"}

    def properties(self, kind: type[Struct]) -> dict[str, Schema]:
        """Return the fields of a struct, by the names that they have in JSON."""
        struct = types.type_info(kind)
        assert isinstance(struct, types.StructType)
        tag = {} if struct.tag_field is None else {struct.tag_field: {"const": struct.tag}}
        return tag | {field.encode_name: self._field(field, kind) for field in struct.fields}

    def _field(self, field: types.Field, struct: type[Struct]) -> Schema:
        schema = self.of(field.type)
        if field.default in (NODEFAULT, UNSET) or not self._may_lack(field, struct):
            return schema
        return schema | {"default": json.decode(json.encode(field.default))}

    def _may_lack(self, field: types.Field, struct: type[Struct]) -> bool:
        if self._written and not struct.__struct_config__.omit_defaults:
            return field.default is UNSET
        return not field.required

    def _struct(self, kind: types.StructType) -> Schema:
        name = kind.cls.__name__
        if name not in self.definitions:
            self.definitions[name] = {}  # holds its place while its own fields are looked at
            properties = self.properties(kind.cls)
            fields = (field for field in kind.fields if self._may_lack(field, kind.cls))
            optional = {field.encode_name for field in fields}
            required = [field for field in properties if field not in optional]
            description = _told(kind.cls)
            head = {"title": name} | ({"description": description} if description else {})
            self.definitions[name] = head | _object(properties, required)
        return {"$ref": f"#/$defs/{name}"}


def _literal(kind: types.LiteralType) -> Schema:
    return {"const": kind.values[0]} if len(kind.values) == 1 else {"enum": list(kind.values)}


# The types that have no others inside.
_PLAIN: Final[dict[type[types.Type], Callable[[Any], Schema]]] = {
    types.NoneType: lambda _kind: {"type": "null"},
    types.BoolType: lambda _kind: {"type": "boolean"},
    types.FloatType: lambda _kind: {"type": "number"},
    types.IntType: lambda kind: {"type": "integer", **_limits(minimum=kind.ge, maximum=kind.le)},
    types.StrType: lambda kind: {"type": "string", **_text(kind)},
    types.DateTimeType: lambda _kind: {"type": "string", "format": "date-time", "pattern": UTC},
    types.LiteralType: _literal,
}


def _text(kind: types.StrType) -> Schema:
    """Return the schema of a text: its length and pattern."""
    pattern = {"pattern": kind.pattern} if kind.pattern else {}
    return _limits(minLength=kind.min_length, maxLength=kind.max_length) | pattern


def _either(schemas_: list[Schema]) -> Schema:
    """Return one of several schemas; short where it is a plain type or null."""
    match schemas_:
        case [{"type": str(name), **limits}, {"type": "null"}]:
            return {"type": [name, "null"], **limits}
        case [{"enum": values}, {"type": "null"}]:
            return {"enum": [*values, None]}
        case _:
            return {"anyOf": schemas_}


def _keys(key: types.Type) -> Schema:
    """Return an object whose keys are of one kind; the keys of JSON are strings."""
    if isinstance(key, types.IntType):
        assert key.ge is not None
        assert key.le is not None
        names: Schema = {"enum": [str(number) for number in range(key.ge, key.le + 1)]}
    else:
        names = Shapes().of(key)
    return {"type": "object"} | ({} if names == {"type": "string"} else {"propertyNames": names})


def _limits(**limits: int | None) -> Schema:
    return {name: limit for name, limit in limits.items() if limit is not None}


_COMPOSED: Final[dict[type[types.Type], Callable[[Shapes, Any], Schema]]] = {
    types.StructType: Shapes._struct,
    types.UnionType: Shapes._union,
    types.DictType: Shapes._dictionary,
    types.TupleType: Shapes._tuple,
    types.NamedTupleType: Shapes._row,
    types.VarTupleType: Shapes._list,
    types.ListType: Shapes._list,
    types.Metadata: lambda shapes, kind: shapes.of(kind.type),
    types.RawType: Shapes._anything,
    types.AnyType: Shapes._anything,
}
