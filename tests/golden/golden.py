"""Games kept for ever, and what has to be read in them for ever.

A golden game is `games/NAME.jsonl.gz`, a log as it was once written; `NAME.expected.json` beside
it says what it means. Neither ever changes: whoever changes what an old game means has broken it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from ragami.judge.replay import Replay
from ragami.judge.report import game_of, report

GAMES: Final = Path(__file__).parent / "games"
SUFFIX: Final = ".jsonl.gz"
# As much of a state's sha256 as is written down, in hexadecimal digits.
DIGITS: Final = 16

Expected = dict[str, Any]


def games() -> list[Path]:
    return sorted(GAMES.glob(f"*{SUFFIX}"))


def expectation(game: Path) -> Path:
    """Where it stands what a golden game means."""
    return game.with_name(game.name.removesuffix(SUFFIX) + ".expected.json")


def read(game: Path) -> Expected:
    """What a golden game means to the program as it is now.

    `findings` are code, rule, ruling and seq of each; `states` the beginning of the sha256 of the
    state after each record, as canonical JSON (sorted keys, no blanks, ASCII).
    """
    log = gzip.decompress(game.read_bytes())
    said = report(game.name, log)
    return {
        "log": sha256(log).hexdigest(),
        "records": said.records,
        "ok": said.ok,
        "final": said.final,
        "findings": [[f.code, f.rule, f.ruling, f.seq] for f in said.findings],
        "states": [sha256(state).hexdigest()[:DIGITS] for state in states(log)],
    }


def states(log: bytes) -> Iterator[bytes]:
    """The state after each record, as canonical JSON."""
    game = game_of(log)
    replay = Replay(game, game.codec)
    for seq, record in enumerate(replay.codec.read_log(log), 1):
        replay.take(record)
        view = replay.game.view(replay.state, seq)
        yield json.dumps(view, sort_keys=True, separators=(",", ":")).encode()


def write(expected: Expected) -> str:
    """An expectation as it is kept: a key a line."""
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in expected.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
