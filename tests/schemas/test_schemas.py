"""The JSON Schemas: current, valid, and of one mind with the reader of the records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from jsonschema import Draft202012Validator

from ragami.export.excerpt import Excerpt
from ragami.export.formats import document
from ragami.game import game_named
from ragami.game.registry import SHIPPED
from ragami.judge.report import report
from ragami.log.record import Bad
from ragami.schema import BASE, references, replies, schemas
from tests.fuzz.mutations import encoded, mutated
from tests.samples.samples import Sample, samples
from tests.scale import SEED, often
from tests.schemas.independent import validator

ROOT = Path(__file__).parents[2]
SCHEMAS = schemas(game_named("ragami"))
VALIDATORS = {name: validator(each) for name, each in SCHEMAS.items()}
CODEC = game_named("ragami").codec
MALFORMED = often(100, 30_000)
each_sample = pytest.mark.parametrize(
    "sample",
    [*samples("legal"), *samples("illegal")][:: often(9, 1)],
    ids=lambda sample: sample.name,
)


def written(game: str) -> dict[str, Any]:
    """The schemas of a game as they stand in the folder of the project."""
    folder = ROOT / "schemas" / game
    return {path.stem: json.loads(path.read_text()) for path in folder.iterdir()}


def wrong_with(plain: Any, name: str) -> list[str]:
    """What an independent validator has against a value, given one schema and nothing else."""
    return [error.message for error in VALIDATORS[name].iter_errors(plain)]


def records(sample: Sample) -> list[Any]:
    return [json.loads(line) for line in sample.log.splitlines()]


# --- what is there -------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHIPPED)
def test_what_is_written_is_what_the_types_say(game: str) -> None:
    before, now = written(game), schemas(game_named(game))
    changed = [type_ for type_ in before.keys() & now.keys() if other_data(before, now, type_)]
    new_version = "a type with other fields is a new version of it: docs/adding-a-rule.md"
    assert not changed, new_version
    assert before == now, "run `make schemas`"


def other_data(before: dict[str, Any], now: dict[str, Any], type_: str) -> bool:
    """True if the data of a type of event has other fields under the same version."""

    def version_and_fields(schema: dict[str, Any]) -> tuple[object, list[str]]:
        parts = schema.get("properties", {})
        data = schema.get("$defs", {}).get(parts.get("data", {}).get("$ref", "").split("/")[-1], {})
        return parts.get("v"), sorted(data.get("properties", ()))

    old, new = version_and_fields(before[type_]), version_and_fields(now[type_])
    return old[0] == new[0] and old[1] != new[1]


def test_there_is_a_folder_for_every_game_and_nothing_else() -> None:
    assert {path.name for path in (ROOT / "schemas").iterdir()} == {*SHIPPED, "replies"}


def test_what_commands_print_is_written_too() -> None:
    assert written("replies") == replies(), "run `make schemas`"
    for name, schema in replies().items():
        Draft202012Validator.check_schema(schema)
        assert schema["description"], name


@pytest.mark.parametrize("game", SHIPPED)
def test_the_schemas_of_every_game_are_schemas(game: str) -> None:
    """That of a log brings along those of all its records. In the suite one game is looked into."""
    made = schemas(game_named(game))
    others = ("log", "report", "document")
    assert made["log"]["$defs"].keys() == {f"{name}.json" for name in made.keys() - {*others}}
    for name in others if SEED or game == "scores" else ():
        Draft202012Validator.check_schema(made[name])


def test_there_is_one_for_every_type_of_record() -> None:
    others = {"record", "log", "report", "document"}
    assert set(SCHEMAS) == set(CODEC.types) | others


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_each_is_a_schema_and_says_what_it_is(name: str) -> None:
    schema = SCHEMAS[name]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"{BASE}ragami/{name}.json"
    assert urlsplit(schema["$id"]).scheme
    assert schema["title"]
    assert schema["description"]


def test_each_brings_along_whatever_it_refers_to() -> None:
    for schema in SCHEMAS.values():
        for reference in references(schema):
            inside, _hash, definition = reference.partition("#/$defs/")
            if inside:
                assert schema["$defs"][inside]["$id"] == f"{BASE}ragami/{inside}"
            else:
                homes = [schema, *schema["$defs"].values()]
                assert any(definition in home.get("$defs", {}) for home in homes)


# --- what they let through -----------------------------------------------------------------


@each_sample
def test_a_log_fits_unless_a_record_of_it_is_malformed(sample: Sample) -> None:
    judged = report("", sample.log)
    malformed = any(finding.code == "malformed-record" for finding in judged.findings)
    assert bool(wrong_with(records(sample), "log")) == malformed


@each_sample
def test_a_report_and_a_document_fit(sample: Sample) -> None:
    judged = json.loads(msgspec.json.encode(report("x", sample.log)))
    assert wrong_with(judged, "report") == []
    if sample.expected["verdict"] == "legal":
        made = json.loads(document(Excerpt("x", sample.log, "public", "en")))
        assert wrong_with(made, "document") == []


def test_an_unknown_type_or_version_fits_as_long_as_its_frame_is_right() -> None:
    record = {"seq": 1, "type": "weather", "v": 1, "at": None, "by": None, "data": {"x": 1}}
    assert wrong_with(record, "record") == []
    assert wrong_with(record | {"type": "passed", "v": 2}, "record") == []
    assert wrong_with(record | {"type": "passed"}, "record")
    assert wrong_with(record | {"data": 5}, "record")
    assert wrong_with(record | {"mood": "fine"}, "record")


def test_a_log_begins_with_the_record_that_names_its_game() -> None:
    log = records(samples("legal")[0])
    assert wrong_with(log[1:], "log")
    assert wrong_with([], "log")


# --- of one mind ---------------------------------------------------------------------------


def malformed_records() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Records of the samples, each with a copy in which something is changed."""
    rng = Random("schemas")
    everything = [record for sample in samples("legal") for record in records(sample)]
    by_type: dict[str, list[dict[str, Any]]] = {}
    for record in everything:
        by_type.setdefault(record["type"], []).append(record)
    for _ in range(MALFORMED):
        record = rng.choice(by_type[rng.choice(sorted(by_type))])
        changed = dict(record)
        if rng.random() < 0.8:
            changed["data"] = mutated(record["data"], rng)
        else:
            changed = mutated(record, rng)
        yield record, changed


def can_differ(changed: Any) -> bool:
    """What JSON Schema cannot say: 1.0 is an integer to it, a lone surrogate a text, and a step of
    nothing a step. Of a type or version that is not known, only the frame is looked at.
    """
    text = json.dumps(changed)
    known = isinstance(changed, dict) and changed.get("type") in list(CODEC.types)
    if not known or changed.get("v") != 1 or any(odd in text for odd in ("1.0", "NaN", "\\ud800")):
        return True
    nothing = {"vp": 0, "block": None}
    data = changed.get("data")
    return isinstance(data, dict) and nothing.items() <= data.items()


def test_the_schemas_and_the_reader_agree() -> None:
    bad = 0
    for record, changed in malformed_records():
        if can_differ(changed):
            continue
        read = CODEC.read_line(encoded(changed), record["seq"])
        if isinstance(read, Bad) and read.breach.facts["problem"] == "seq-out-of-order":
            continue
        fits = VALIDATORS[changed["type"]].is_valid(changed)
        assert fits == (not isinstance(read, Bad)), (changed, read)
        bad += not fits
    assert bad > MALFORMED / 3
