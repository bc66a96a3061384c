"""What `make compiled` made, beside the same source in pure Python and beside others.

The compiled one works in the environment that `make compiled` left, and says itself what the
processor spent. Without it, or when it was made of other source than is here, it is missing.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from filecmp import cmp
from pathlib import Path
from typing import Final

from tests.bench.folding import CHESS, chess_side, our_sides
from tests.bench.measuring import (
    PROCESSOR,
    Effort,
    Goal,
    Missing,
    Result,
    Side,
    compared,
    in_turns,
    present,
    seconds,
)
from tests.bench.verifying import ENVELOPES, Envelope, decoding

FOLD: Final = "validated fold, compiled"
VERIFY: Final = "verify, JSON lines to verdict, compiled"
PURE: Final = "the same in pure Python"
GOALS: Final = {PURE: Goal(None, 4), ENVELOPES: Goal(None, 0.35)}
ROOT: Final = Path(__file__).parents[2]
PYTHON: Final = ROOT / "build" / "compiled" / "bin" / "python"

# What is installed comes first, so that `ragami` is the compiled one; the benchmark is from here.
WORK: Final = """
import sys
sys.path.append(sys.argv[1])
from tests.bench.compiled import serve
serve(int(sys.argv[2]))
"""


def measure(effort: Effort) -> Iterator[Result]:
    if why := absent():
        yield Missing(FOLD, PURE, why)
        yield Missing(VERIFY, PURE, why)
        return
    pure_fold, pure_verify = our_sides(effort.games)
    pure = [side._replace(name=PURE) for side in (pure_fold, pure_verify)]
    chess, missing = present(FOLD, {CHESS: lambda: chess_side(effort.games)})
    with working(effort.games) as worker:
        fold = Side(FOLD, "events", pure_fold.things, lambda: ask(worker, "fold"))
        verify = Side(VERIFY, "records", pure_verify.things, lambda: ask(worker, "verify"))
        for ours, others in (
            (fold, [pure[0], *chess]),
            (verify, [pure[1], decoding(ENVELOPES, Envelope, effort.games)]),
        ):
            rates = in_turns([ours, *others], effort.passes, PROCESSOR)
            goals = GOALS if ours is fold else {ENVELOPES: GOALS[ENVELOPES]}
            yield from compared(ours.name, ours, others, rates, goals)
    yield from missing


def absent() -> str | None:
    """What stands in the way."""
    if not PYTHON.exists():
        return "not compiled: `make compiled` does it"
    (installed,) = PYTHON.parents[1].glob("lib/python*/site-packages")
    for source in (ROOT / "ragami").rglob("*.py"):
        made_of = installed / source.relative_to(ROOT)
        if not made_of.exists() or not cmp(source, made_of, shallow=False):
            return f"compiled of another {source.relative_to(ROOT)}: `make compiled` does it anew"
    return None


@contextmanager
def working(games: int) -> Iterator[subprocess.Popen[str]]:
    """The compiled one, with the same games in its memory."""
    command = [str(PYTHON), "-P", "-c", WORK, str(ROOT), str(games)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as worker:
        yield worker
        assert worker.stdin is not None
        worker.stdin.close()


def ask(worker: subprocess.Popen[str], name: str) -> float:
    """Let it work once; its seconds."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(name + "\n")
    worker.stdin.flush()
    return float(worker.stdout.readline())


def serve(games: int) -> None:
    """In the compiled environment: every line of the input names what is to be done."""
    from ragami.judge import replay as fold  # noqa: PLC0415 (which one it is, is the question)

    assert not fold.__file__.endswith(".py")
    sides = dict(zip(("fold", "verify"), our_sides(games), strict=True))
    for line in sys.stdin:
        print(seconds(sides[line.strip()].work, clock=PROCESSOR), flush=True)
