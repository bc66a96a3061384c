"""The JSON Schemas: current, valid, and of one mind with the reader of the records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from ragami.export import document
from ragami.export.taken import Taken
from ragami.game import game_named
from ragami.record import Bad
from ragami.report import report
from ragami.schema import schemas
from tests.fuzz.mutations import encoded, mutated
from tests.samples.samples import Sample, samples

ROOT = Path(__file__).parents[2]
SCHEMAS = schemas(game_named("ragami"))
CODEC = game_named("ragami").codec
MALFORMED = 3000
each_sample = pytest.mark.parametrize(
    "sample", samples("legal") + samples("illegal"), ids=lambda sample: sample.name
)


@pytest.fixture(scope="module")
def written() -> dict[str, Any]:
    """The schemas as they stand in the folder of the project."""
    return {path.stem: json.loads(path.read_text()) for path in (ROOT / "schemas").iterdir()}


@pytest.fixture(scope="module")
def registry(written: dict[str, Any]) -> Registry[Any]:
    """The schemas find each other by their file names, and nothing is fetched."""
    return Registry().with_resources(
        (f"{name}.json", Resource.from_contents(schema)) for name, schema in written.items()
    )


def wrong_with(plain: Any, name: str, registry: Registry[Any]) -> list[str]:
    """What an independent validator has against a value."""
    validator = Draft202012Validator({"$ref": f"{name}.json"}, registry=registry)
    return [error.message for error in validator.iter_errors(plain)]


def records(sample: Sample) -> list[Any]:
    return [json.loads(line) for line in sample.log.splitlines()]


# --- what is there -------------------------------------------------------------------------


def test_what_is_written_is_what_the_types_say(written: dict[str, Any]) -> None:
    assert written == SCHEMAS, "run `make schemas`"


def test_there_is_one_for_every_type_of_record() -> None:
    others = {"record", "log", "report", "document"}
    assert set(SCHEMAS) == set(CODEC.types) | others


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_each_is_a_schema_and_says_what_it_is(name: str) -> None:
    schema = SCHEMAS[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"{name}.json"
    assert schema["title"]
    assert schema["description"]


def test_each_says_of_every_reference_where_it_leads() -> None:
    for schema in SCHEMAS.values():
        for reference in references(schema):
            inside, _hash, definition = reference.partition("#/$defs/")
            assert definition in schema["$defs"] if definition else inside[:-5] in SCHEMAS


def references(plain: Any) -> Iterator[str]:
    """Every `$ref` in a schema."""
    if isinstance(plain, dict):
        if isinstance(plain.get("$ref"), str):
            yield plain["$ref"]
        for inside in plain.values():
            yield from references(inside)
    elif isinstance(plain, list):
        for inside in plain:
            yield from references(inside)


# --- what they let through -----------------------------------------------------------------


@each_sample
def test_a_log_fits_unless_a_record_of_it_is_malformed(
    sample: Sample, registry: Registry[Any]
) -> None:
    judged = report("", sample.log)
    malformed = any(finding.code == "malformed-record" for finding in judged.findings)
    assert bool(wrong_with(records(sample), "log", registry)) == malformed


@each_sample
def test_a_report_and_a_document_fit(sample: Sample, registry: Registry[Any]) -> None:
    judged = json.loads(msgspec.json.encode(report("x", sample.log)))
    assert wrong_with(judged, "report", registry) == []
    if sample.expected["verdict"] == "legal":
        made = json.loads(document.export(Taken("x", sample.log, "public", "en")))
        assert wrong_with(made, "document", registry) == []


def test_an_unknown_type_or_version_fits_as_long_as_its_frame_is_right(
    registry: Registry[Any],
) -> None:
    record = {"seq": 1, "type": "weather", "v": 1, "at": None, "by": None, "data": {"x": 1}}
    assert wrong_with(record, "record", registry) == []
    assert wrong_with(record | {"type": "passed", "v": 2}, "record", registry) == []
    assert wrong_with(record | {"type": "passed"}, "record", registry)
    assert wrong_with(record | {"data": 5}, "record", registry)
    assert wrong_with(record | {"mood": "fine"}, "record", registry)


def test_a_log_begins_with_the_record_that_names_its_game(registry: Registry[Any]) -> None:
    log = records(samples("legal")[0])
    assert wrong_with(log[1:], "log", registry)
    assert wrong_with([], "log", registry)


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


def test_the_schemas_and_the_reader_agree(registry: Registry[Any]) -> None:
    bad = 0
    validators = {
        name: Draft202012Validator({"$ref": f"{name}.json"}, registry=registry) for name in SCHEMAS
    }
    for record, changed in malformed_records():
        if can_differ(changed):
            continue
        read = CODEC.read_line(encoded(changed), record["seq"])
        if isinstance(read, Bad) and read.breach.facts["problem"] == "seq-out-of-order":
            continue
        fits = validators[changed["type"]].is_valid(changed)
        assert fits == (not isinstance(read, Bad)), (changed, read)
        bad += not fits
    assert bad > MALFORMED / 3
