"""The logs as they lie in `examples/`, and what a replay says of them."""

from __future__ import annotations

import json
from typing import Any, Final

from ragami.judge.report import Report, replay_log, report
from tests.examples.files import EXAMPLES, ILLEGAL

# Those of Ragami: other games hold their own in their tests (`tests/games/`).
FOLDERS: Final = (".", "worked")
LOGS: Final = sorted(
    str(path.relative_to(EXAMPLES))
    for path in EXAMPLES.rglob("*.jsonl")
    if str(path.relative_to(EXAMPLES).parent) in FOLDERS and path.name != "tournament.jsonl"
)
GOOD: Final = [name for name in LOGS if name != ILLEGAL]
WORKED: Final = [name for name in LOGS if name.startswith("worked/")]
COMPLETE: Final = [name for name in GOOD if name not in WORKED]


def read(name: str) -> bytes:
    return (EXAMPLES / name).read_bytes()


def records(name: str) -> list[dict[str, Any]]:
    """The records of an example as plain JSON."""
    return [json.loads(line) for line in read(name).splitlines()]


def seqs_of(name: str, type_: str) -> list[int]:
    """Where records of a type stand."""
    return [record["seq"] for record in records(name) if record["type"] == type_]


def judged(name: str) -> Report:
    return report(name, read(name))


def position(name: str, seq: int | None = None) -> dict[str, Any]:
    """The state after a record, or after the last one."""
    lines = read(name).splitlines(keepends=True)[:seq]
    replay = replay_log(b"".join(lines))
    assert replay.error is None, replay.error
    return replay.game.view(replay.state, replay.seq)
