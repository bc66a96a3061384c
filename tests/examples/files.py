"""Every file of the examples that is made here, with what has to be in it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final

import msgspec

from ragami.games.deal_with_the_devil.bots.play import play
from ragami.judge.report import report
from tests.examples.annotated import NAMES, annotated
from tests.examples.games import EXAMPLES, GAMES
from tests.examples.worked import WORKED
from tests.games.deal_with_the_devil.logs import log_of

__all__ = ["EXAMPLES", "ILLEGAL", "REPORT", "files"]

ILLEGAL: Final = "illegal.jsonl"
REPORT: Final = "illegal.report.json"


@cache
def files() -> dict[str, bytes]:
    """The bytes of every file by its path below `examples/`."""
    made = {f"{name}.jsonl": make().bytes() for name, make in GAMES.items()}
    for language, name in NAMES.items():
        made[name] = annotated(made["hidden-cards.jsonl"], language)
    judged = report(f"examples/{ILLEGAL}", made[ILLEGAL])
    made[REPORT] = msgspec.json.format(msgspec.json.encode(judged), indent=2) + b"\n"
    made["deal-with-the-devil.jsonl"] = devil()
    return made | {f"worked/{name}.jsonl": make().bytes() for name, make in WORKED.items()}


def devil() -> bytes:
    """An evening of Deal with the Devil, played by bots, with everything told."""
    options = {"hands": "walled", "ledger": True, "distribution": "seed"}
    opened, *rest = play(4, 12, options)
    log = log_of([(opened[0], opened[1] | {"title": "A pact in November"}), *rest])
    start = datetime(2026, 11, 20, 18, tzinfo=UTC)
    told = [json.loads(line) for line in log.splitlines()]
    for record in told:
        at = start + timedelta(seconds=27 * record["seq"])
        record |= {"at": at.isoformat().replace("+00:00", "Z"), "by": "Ada"}
    return b"".join(msgspec.json.encode(record) + b"\n" for record in told)
