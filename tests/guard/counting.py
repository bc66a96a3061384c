"""What the fold, the start and a tap cost, counted in bytecodes.

Bytecodes and not seconds, because their number is the same on a busy machine; and not the
processor's instructions, because counting those takes a tool that is not everywhere. What is done
in C (decoding, above all) is not counted: `make bench` measures that.

    python -m tests.guard.counting

prints the counts as JSON. It is a process of its own, so that nothing else has been imported.
"""

from __future__ import annotations

import gc
import io
import json
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
NOTE: Final = b'{"seq":%d,"type":"noted","v":1,"at":null,"by":null,"data":{"text":"a tap"}}'
LOGS: Final = ("two-players", "three-players", "four-players", "hidden-cards")


def count(work: Callable[[], object]) -> int:
    """Count the bytecodes of `work` and of all that it calls.

    Without the garbage collector: others hang code on it, which runs whenever it does.
    """
    counted = 0

    def enter(frame: FrameType, _event: str, _argument: Any) -> Callable[..., Any]:
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return step

    def step(_frame: FrameType, event: str, _argument: Any) -> Callable[..., Any]:
        nonlocal counted
        counted += event == "opcode"
        return step

    before = sys.gettrace()
    gc.disable()
    sys.settrace(enter)
    try:
        work()
    finally:
        sys.settrace(before)
        gc.enable()
    return counted


def yardstick() -> int:
    """Fixed work; where one Python takes more bytecodes than another, it does so here too."""
    found: dict[int, list[int]] = {}

    def put(number: int) -> bool:
        place = found.setdefault(number % 7, [])
        place.append(number)
        return number > 3 and number in place

    return sum(put(number) for number in range(1000))


def start() -> None:
    """`ragami --help`, with all that it imports."""
    from ragami_cli.__main__ import run

    with redirect_stdout(io.StringIO()):
        run(["--help"])


def tap(log: bytes) -> Callable[[], object]:
    """A record that comes to a screen which shows a whole game already."""
    from ragami.server.painter import Painter
    from ragami.server.stream_bodies import Key
    from ragami.store.memory import MemoryStore

    store, seen = MemoryStore(), [Key("friday", "public", "en")]
    store.append("friday", 0, log.splitlines())
    painter = Painter(store)
    painter.first(seen[0], None)

    def tap() -> None:
        seq = store.head("friday")
        store.append("friday", seq, [NOTE % (seq + 1)])
        assert painter.advance(seen)

    return tap


def counts() -> dict[str, int]:
    """The bytecodes of a start, of folding and verifying some games, and of a tap."""
    import click  # noqa: F401 (a bare click program pays for it too)

    found = {"yardstick": count(yardstick), "start": count(start)}
    from ragami.game import game_named
    from ragami.judge.replay import Replay
    from ragami.judge.report import report

    game, codec = game_named("ragami"), game_named("ragami").codec
    logs = [(ROOT / "examples" / f"{name}.jsonl").read_bytes() for name in LOGS]
    read = [codec.read_log(log) for log in logs]

    def fold() -> None:
        for reads in read:
            assert Replay(game, codec).take_all(reads).final

    def verify() -> None:
        for log in logs:
            assert report("log", log).ok

    for work in (fold, verify, tap(logs[2])):
        work()  # what is worked out once, and kept, is not counted
        found[work.__name__] = count(work)
    return found


if __name__ == "__main__":
    json.dump(counts(), sys.stdout)
