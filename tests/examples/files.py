"""Every file of the examples that is made here, with what has to be in it."""

from __future__ import annotations

import msgspec

from ragami.report import report
from tests.examples.games import EXAMPLES, GAMES
from tests.examples.worked import WORKED

__all__ = ["EXAMPLES", "files"]

ILLEGAL = "illegal.jsonl"
REPORT = "illegal.report.json"


def files() -> dict[str, bytes]:
    """Paths below `examples/`, and the bytes."""
    made = {f"{name}.jsonl": make().bytes() for name, make in GAMES.items()}
    made[REPORT] = told_apart(report(f"examples/{ILLEGAL}", made[ILLEGAL]))
    made |= {f"worked/{name}.jsonl": make().bytes() for name, make in WORKED.items()}
    return made


def told_apart(value: object) -> bytes:
    """JSON for people to read: what `ragami verify --json` prints, on many lines."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"
