"""Five hundred games that bots played: verdict, result and states of each.

The logs themselves are kept, so that they stay the same when bots play otherwise: one archive a
game, the logs one after another with an empty line between them. `GAME.txt` beside it has a line
for each log: name, records, hashes of the log and of its states, findings, result.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final

from ragami.judge.replay import Replay
from ragami.judge.report import game_of, report_on

FOLDER: Final = Path(__file__).parent / "simulated"
EVERY: Final = 10  # records between two states that are hashed; the last one is as well
DIGITS: Final = 16  # of a sha256, as much as is written down


def logs(game: str) -> list[bytes]:
    archive = lzma.decompress((FOLDER / f"{game}.jsonl.xz").read_bytes())
    return [log + b"\n" for log in archive.removesuffix(b"\n").split(b"\n\n")]


def line(number: int, log: bytes) -> str:
    game = game_of(log)
    replay, states = Replay(game, game.codec), sha256()
    reads = list(game.codec.read_log(log))
    for seq, read in enumerate(reads, 1):
        replay.take(read)
        if seq % EVERY == 0 or seq == len(reads):
            view = game.view(replay.state, seq)
            states.update(json.dumps(view, sort_keys=True, separators=(",", ":")).encode())
    verdict = report_on("log", replay)
    findings = " ".join(
        f"{one.code}@{one.seq}" if one.seq else one.code for one in verdict.findings
    )
    hashes = f"{sha256(log).hexdigest()[:DIGITS]} {states.hexdigest()[:DIGITS]}"
    final = json.dumps(verdict.final, ensure_ascii=False, separators=(",", ":"))
    return f"{number} {verdict.records} {hashes} [{findings}] {final}"


def files() -> Iterator[tuple[str, Callable[[], str]]]:
    for archive in sorted(FOLDER.glob("*.jsonl.xz")):
        game = archive.name.partition(".")[0]
        yield f"simulated/{game}.txt", partial(text, game)


def text(game: str) -> str:
    """Return a line for each kept log of a game."""
    return "".join(f"{each}\n" for each in lines(game))


def lines(game: str, every: int = 1) -> Iterator[str]:
    """Yield the lines of the kept logs of a game; `every`: of so many logs one."""
    for number, log in islice(enumerate(logs(game), 1), None, None, every):
        yield line(number, log)
