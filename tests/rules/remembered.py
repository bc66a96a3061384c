"""What every refusal found, word for word: rules, rulings and facts are promises of the report.

A verdict that is new or has changed on purpose is written down by

    RAGAMI_REMEMBER=1 pytest -n 0 tests/rules tests/scenarios

which keeps the others (of another game with its folder of tests); to be rid of old ones, delete
`remembered.jsonl` first.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from ragami.findings import Breach

FILE: Final = Path(__file__).with_name("remembered.jsonl")
WRITING: Final = bool(os.environ.get("RAGAMI_REMEMBER"))

_asked: dict[str, int] = {}
_written: dict[str, Any] = {}


@cache
def remembered(file: Path = FILE) -> dict[str, Any]:
    """By the test and the number of the refusal in it: [rule, ruling, facts] of each breach."""
    entries = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    return {entry["refusal"]: entry["found"] for entry in entries}


@pytest.fixture(autouse=True)
def each_test_anew() -> None:
    """A test that runs twice in a process counts its refusals twice from one."""
    _asked.clear()


def hold(wrong: list[Breach], file: Path = FILE) -> None:
    """All that was found now is what was found before; `file` remembers it."""
    test = os.environ["PYTEST_CURRENT_TEST"].removesuffix(" (call)")
    _asked[test] = _asked.get(test, 0) + 1
    refusal = f"{test} {_asked[test]}"
    found = json.loads(msgspec.json.encode([list(one[:3]) for one in wrong]))
    if WRITING:
        if not _written and file.exists():
            _written.update(remembered(file))
        _written[refusal] = found
        lines = (json.dumps({"refusal": key, "found": _written[key]}) for key in sorted(_written))
        file.write_text("\n".join(lines) + "\n", "utf-8")
        return
    known = remembered(file)
    assert refusal in known, "a new refusal: write it down as tests/rules/remembered.py says"
    assert found == known[refusal]
