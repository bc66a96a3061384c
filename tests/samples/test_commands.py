"""The samples through the command: what `verify` and `show` print is what is expected."""

from __future__ import annotations

from typing import Any

import pytest

from ragami.game.registry import SHIPPED
from tests.cli.conftest import Ragami
from tests.samples.samples import Sample, compared, samples, states_of
from tests.scale import often

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
    asked = [one for kind, game in kinds for one in reversed(samples(kind, game))][:: often(3, 1)]
    said = ragami("verify", "--json", *(str(sample.path) for sample in asked))
    assert said.code == 1
    assert [report["file"] for report in said.lines] == [str(sample.path) for sample in asked]
    for report, sample in zip(said.lines, asked, strict=True):
        check_report(report, sample)


@each_legal
def test_show_prints_the_positions(ragami: Ragami, sample: Sample) -> None:
    assert ragami("import", str(sample.path)).code == 0
    for seq, expected in states_of(sample):
        said = ragami("show", sample.name, "--json", "--at", str(seq))
        assert said.code == 0, said.err
        (shown,) = said.lines
        assert compared(sample, shown) == expected
