"""Every file of the examples that is made here, with what has to be in it."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from ragami.judge.report import report
from tests.examples.annotated import NAMES, annotated
from tests.examples.games import EXAMPLES, GAMES
from tests.examples.worked import WORKED
from tests.games.deal_with_the_devil.examples import evening

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
    made["deal-with-the-devil.jsonl"] = evening()
    return made | {f"worked/{name}.jsonl": make().bytes() for name, make in WORKED.items()}
