"""`ragami export`: a game in four formats, whole or in part, for everybody's eyes or somebody's."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.cli.conftest import Process, Ragami
from tests.samples.samples import Sample, samples

LEGAL = samples("legal")[0]
REFEREED = next(one for one in samples("legal") if "corrected" in one.expected["other_records"])
each_legal = pytest.mark.parametrize("sample", samples("legal"), ids=lambda sample: sample.name)


def exported(ragami: Ragami, *arguments: str) -> str:
    said = ragami("export", *arguments)
    assert said.code == 0, said.err
    return said.out


def kept_cards(log: str) -> dict[str, list[Any]]:
    """What stands in the log about the cards that each player kept."""
    kept: dict[str, list[Any]] = {}
    for line in log.splitlines():
        record = json.loads(line)
        data = record["data"]
        events = [data, data["data"]] if record["type"] == "corrected" else [data]
        for event in events:
            if event and "kept" in event:
                kept.setdefault(event["player"], []).append(event["kept"])
    return kept


@each_legal
def test_jsonl_is_the_log_byte_for_byte(ragami: Ragami, sample: Sample) -> None:
    assert ragami("import", str(sample.path), "--name", "game").code == 0
    assert exported(ragami, "game").encode() == sample.log
    assert exported(ragami, "game", "--at", "40").encode() == sample.up_to(40)


@each_legal
def test_what_somebody_may_not_see_is_left_out(ragami: Ragami, sample: Sample) -> None:
    log = sample.log.decode()
    for viewer in ("public", *kept_cards(log)):
        seen = exported(ragami, str(sample.path), "--as", viewer)
        before, after = kept_cards(log), kept_cards(seen)
        assert before.keys() == after.keys()
        for player, cards in after.items():
            flat = [card for kept in cards for card in (kept if isinstance(kept, list) else [kept])]
            if player == viewer:
                assert cards == before[player]
            else:
                assert set(flat) == {None}


@each_legal
def test_a_log_for_everybody_is_still_a_legal_log(ragami: Ragami, sample: Sample) -> None:
    for_all = exported(ragami, str(sample.path), "--as", "public")
    said = ragami("verify", "--json", "-", stdin=for_all)
    assert said.code == 0
    assert said.lines[0]["final"] == sample.expected["final"]
    shown = ragami("show", "--json", "--as", "public", str(sample.path)).out
    assert ragami("show", "--json", "--as", "public", "-", stdin=for_all).out == shown


def test_a_referee_sees_everything(ragami: Ragami) -> None:
    assert exported(ragami, str(LEGAL.path), "--as", "referee").encode() == LEGAL.log


def test_the_document_has_all_of_it(ragami: Ragami) -> None:
    document = json.loads(exported(ragami, str(LEGAL.path), "--to", "json"))
    assert (document["game"], document["name"], document["viewer"]) == (
        "ragami",
        str(LEGAL.path),
        None,
    )
    assert document["records"] == [json.loads(line) for line in LEGAL.log.splitlines()]
    assert document["standing"] == list(range(1, 136))
    assert document["final"] == LEGAL.expected["final"]
    shown = ragami("show", "--json", str(LEGAL.path)).lines[0]
    assert document["state"] == shown
    report = ragami("verify", "--json", str(LEGAL.path)).lines[0]
    assert document["findings"] == report["findings"]


def test_the_document_counts_only_what_stands(ragami: Ragami) -> None:
    document = json.loads(exported(ragami, str(REFEREED.path), "--to", "json"))
    log = ragami("log", "--json", str(REFEREED.path)).lines
    stands = [line["seq"] for line in log if line["kind"] == "event" and not line["struck_by"]]
    assert document["standing"] == stands
    assert len(stands) < len(document["records"])


def test_the_document_for_somebody_hides_what_the_log_for_him_hides(ragami: Ragami) -> None:
    document = json.loads(exported(ragami, str(LEGAL.path), "--to", "json", "--as", "green"))
    log = exported(ragami, str(LEGAL.path), "--as", "green")
    assert document["records"] == [json.loads(line) for line in log.splitlines()]
    assert set(document["state"]["players"]["yellow"]["hand"]) <= {None}


def test_a_table_has_a_row_for_each_record_and_the_score(ragami: Ragami) -> None:
    table = list(csv.DictReader(io.StringIO(exported(ragami, str(LEGAL.path), "--to", "csv"))))
    assert [int(row["seq"]) for row in table] == list(range(1, 136))
    for row, line in zip(table, LEGAL.log.splitlines(), strict=True):
        record = json.loads(line)
        assert (row["type"], row["at"]) == (record["type"], record["at"] or "")
        assert json.loads(row["data"]) == record["data"]
        assert (row["counts"], row["struck_by"]) == ("1", "")
    final = LEGAL.expected["final"]["players"]
    assert {who: int(table[-1][f"score_{who}"]) for who in final} == {
        who: player["vp"] for who, player in final.items()
    }


def test_in_a_table_what_was_undone_does_not_count(ragami: Ragami) -> None:
    table = list(csv.DictReader(io.StringIO(exported(ragami, str(REFEREED.path), "--to", "csv"))))
    assert {row["counts"] for row in table if row["struck_by"]} == {"0"}
    assert {row["counts"] for row in table if row["type"] in ("undone", "noted")} == {"0"}


def test_a_picture_is_xml_and_shows_the_moment(ragami: Ragami) -> None:
    def drawn(*arguments: str) -> str:
        svg = exported(ragami, str(LEGAL.path), "--to", "svg", *arguments)
        assert ET.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
        return svg

    assert drawn("--at", "40") != drawn("--at", "60")
    assert "Preparación de la ronda 2" in drawn("--at", "40", "--lang", "es")


@pytest.mark.parametrize(
    ("name", "begins"), [("x.svg", "<svg"), ("x.csv", "seq,"), ("x.json", "{"), ("x", '{"seq":1')]
)
def test_the_name_of_the_file_says_what_it_becomes(
    ragami: Ragami, tmp_path: Path, name: str, begins: str
) -> None:
    path = tmp_path / name
    assert exported(ragami, str(LEGAL.path), "-o", str(path)) == ""
    assert path.read_text().startswith(begins)


def test_what_is_not_there_is_not_found(ragami: Ragami, tmp_path: Path) -> None:
    assert ragami("export", "none").code == 3
    said = ragami("export", "--json", str(LEGAL.path), "--at", "136")
    assert (said.code, said.lines[-1]["error"]["code"]) == (3, "no-such-record")
    assert ragami("export", str(LEGAL.path), "--as", "red").code == 2
    odd = tmp_path / "odd.jsonl"
    odd.write_bytes(b"hello\n")
    said = ragami("export", "--json", str(odd), "--to", "svg")
    assert (said.code, said.lines[-1]["error"]["code"]) == (3, "nothing-to-draw")


def test_a_place_that_cannot_be_written_is_the_system_s_refusal(ragami: Ragami) -> None:
    said = ragami("export", "--json", str(LEGAL.path), "-o", "/nowhere/x.jsonl")
    assert (said.code, said.lines[-1]["error"]["code"]) == (7, "system-refused")
    assert ragami("export", str(LEGAL.path), "-o", "/dev/full").code == 7


def test_the_bytes_do_not_depend_on_the_encoding_of_the_terminal(process: Process) -> None:
    said = process("export", str(LEGAL.path), "--to", "csv", PYTHONIOENCODING="ascii")
    assert said.code == 0
    assert "→" in said.out
