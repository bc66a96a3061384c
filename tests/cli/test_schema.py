"""`ragami schema`: one schema, the list of them, or all of them as files."""

from __future__ import annotations

import json
from pathlib import Path

from ragami.game import game_named
from ragami.schema import schemas
from tests.cli.conftest import Ragami

SCHEMAS = schemas(game_named("ragami"))


def test_a_schema_is_printed_to_be_read_and_to_be_piped(ragami: Ragami) -> None:
    said = ragami("schema", "saint_set")
    assert said.code == 0
    assert json.loads(said.out) == SCHEMAS["saint_set"]
    assert said.out.startswith('{\n  "$schema"')
    assert ragami("schema", "saint_set", "--json").lines == [SCHEMAS["saint_set"]]


def test_without_a_type_there_is_a_line_for_each(ragami: Ragami) -> None:
    lines = ragami("schema").out.splitlines()
    assert [line.split()[0] for line in lines] == list(SCHEMAS)
    assert set(game_named("ragami").codec.types) < set(SCHEMAS)
    assert max(map(len, lines)) <= 100
    assert ragami("schema", "--json").lines == list(SCHEMAS.values())


def test_all_are_written_into_a_folder(ragami: Ragami, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "schemas"
    said = ragami("schema", "--write", str(folder))
    assert said.code == 0
    assert f"46 schemas in {folder}." in said.err
    written = {path.stem: json.loads(path.read_text()) for path in folder.iterdir()}
    assert written == SCHEMAS


def test_a_mistyped_name_is_answered_with_the_nearest(ragami: Ragami) -> None:
    said = ragami("schema", "saint_seat", "--json")
    assert said.code == 3
    assert said.lines[0]["error"]["code"] == "schema-not-found"
    assert "saint_set" in said.lines[0]["error"]["facts"]["nearest"]


def test_a_name_and_a_folder_are_wrong_usage(ragami: Ragami, tmp_path: Path) -> None:
    assert ragami("schema", "log", "--write", str(tmp_path)).code == 2


def test_a_folder_that_cannot_be_is_the_system_s_refusal(ragami: Ragami, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert ragami("schema", "--write", str(tmp_path / "file" / "inner")).code == 7
