"""The samples through the command: what `verify` and `show` print is what is expected."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ragami.game.registry import SHIPPED
from tests.cli.conftest import Ragami
from tests.samples.samples import FOLDER, Sample, compared, samples, states_of

each_legal = pytest.mark.parametrize("sample", samples("legal"), ids=lambda sample: sample.name)


def errors(said: dict[str, Any]) -> list[tuple[str, int, int]]:
    """The verdicts of a report: rule, seq, line."""
    return [
        (finding["rule"], finding["seq"], finding["line"])
        for finding in said["findings"]
        if finding["severity"] == "error"
    ]


def check_report(said: dict[str, Any], sample: Sample) -> None:
    assert said["records"] == len(sample.log.splitlines())
    assert said["ok"] == (sample.expected["verdict"] == "legal")
    assert said["final"] == sample.expected.get("final")
    if said["ok"]:
        assert not errors(said)
        return
    ((rule, seq, line),) = errors(said)
    assert (seq, line) == (sample.expected["seq"], sample.expected["line"])
    assert rule in {sample.expected["rule"], *sample.expected["alternatives"]}


def test_verify_says_one_report_a_log_in_the_order_asked(ragami: Ragami) -> None:
    kinds = [(kind, game) for game in SHIPPED for kind in ("illegal", "legal")]
    asked = [sample for kind, game in kinds for sample in reversed(samples(kind, game))]
    said = ragami("verify", "--json", *(str(sample.path) for sample in asked))
    assert said.code == 1
    assert [report["file"] for report in said.lines] == [str(sample.path) for sample in asked]
    for report, sample in zip(said.lines, asked, strict=True):
        check_report(report, sample)


def test_verify_ends_with_0_where_nothing_is_wrong(ragami: Ragami) -> None:
    said = ragami("verify", "--json", *(str(sample.path) for sample in samples("legal")))
    assert said.code == 0
    assert [line["ok"] for line in said.lines] == [True] * len(samples("legal"))


def test_verify_reads_a_folder_and_packed_logs(ragami: Ragami, tmp_path: Path) -> None:
    for sample in samples("illegal")[:3]:
        (tmp_path / f"{sample.name}.jsonl.gz").write_bytes(gzip.compress(sample.log))
    said = ragami("verify", "--json", str(tmp_path))
    assert said.code == 1
    for report, sample in zip(said.lines, samples("illegal"), strict=False):
        check_report(report, sample)


@each_legal
def test_show_prints_the_positions(ragami: Ragami, sample: Sample) -> None:
    assert ragami("import", str(sample.path)).code == 0
    for seq, expected in states_of(sample):
        said = ragami("show", sample.name, "--json", "--at", str(seq))
        assert said.code == 0, said.err
        (shown,) = said.lines
        assert compared(sample, shown) == expected


def test_show_reads_a_file_too(ragami: Ragami) -> None:
    path = FOLDER / "legal-1.jsonl"
    sample = samples("legal")[0]
    seq, expected = states_of(sample)[0]
    said = ragami("show", str(path), "--json", "--at", str(seq))
    assert said.code == 0, said.err
    assert compared(sample, json.loads(said.out)) == expected


@each_legal
def test_what_was_imported_is_exported_byte_for_byte(
    ragami: Ragami, sample: Sample, tmp_path: Path
) -> None:
    assert ragami("import", str(sample.path)).code == 0
    out = tmp_path / "out.jsonl"
    said = ragami("export", sample.name, "--to", "jsonl", "--out", str(out))
    assert said.code == 0, said.err
    assert out.read_bytes() == sample.log


def test_an_illegal_log_is_not_imported(ragami: Ragami) -> None:
    sample = samples("illegal")[0]
    assert ragami("import", str(sample.path)).code == 5
    assert ragami("games", "--json").lines == []
