"""A log that is written record by record and judged on the way: what is not legal is not written.

log = Log(opening("A title", {"yellow": "Ana", "green": "Rui"}))
log.do("ragami_moved", player="yellow", via="draw", ragami="yellow", to=28)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from ragami.findings import Breach
from ragami.game import game_named
from ragami.game.capabilities import ASSERTIONS, SETUP
from ragami.judge.replay import Replay
from ragami.log.codec import encode_record

GAME: Final = "ragami"

Stamp = Callable[[], str | None]


def opening(
    title: str | None,
    names: Mapping[str, str],
    *,
    chosen: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The data of record 1: seats with their names, in clockwise order, and what was agreed."""
    made = game_named(GAME).need(SETUP)
    return made.data(title, list(names.items()), chosen or {}, components or {})


def nothing() -> None:
    """Nobody looked at the clock."""


class Log:
    """Lines of a log, and the game as it stands after them.

    `at` says when a record was written down, `by` who did it.
    """

    def __init__(
        self, opened: Mapping[str, Any], *, at: Stamp = nothing, by: str | None = None
    ) -> None:
        self.codec = game_named(GAME).codec
        self.replay = Replay(game_named(GAME), self.codec)
        self.lines: list[bytes] = []
        self.at = at
        self.by = by
        self.do("game_opened", **opened)

    def do(self, type_: str, /, **data: Any) -> int:
        """Write an event that is legal; returns its `seq`. A key may end in `_` (`from_`)."""
        event = self.read(type_, data)
        wrong = self._wrong_with(event)
        assert not wrong, f"{type_} at {len(self.lines) + 1} is refused: {wrong}"
        return self._write(type_, event)

    def refuses(self, type_: str, /, *, rule: str, **data: Any) -> None:
        """Try an event that has to break `rule`; nothing is written."""
        wrong = self._wrong_with(self.read(type_, data))
        assert wrong, f"{type_} is legal; expected {rule}"
        assert wrong[0].rule == rule, wrong

    def write_anyway(self, type_: str, /, **data: Any) -> int:
        """Write an event whatever the rules say of it: for the log of an illegal game."""
        return self._write(type_, self.read(type_, data))

    def table(self, **shown: Any) -> int:
        """What the table shows now; it has to be what the log says."""
        event = self.read("asserted", shown)
        differing = self.replay.game.need(ASSERTIONS).differences(self.replay.state, event)
        assert not differing, f"the table at {len(self.lines) + 1} differs: {differing}"
        return self._write("asserted", event)

    def bytes(self) -> bytes:
        return b"".join(line + b"\n" for line in self.lines)

    def read(self, type_: str, data: Mapping[str, Any]) -> Any:
        plain = {key.rstrip("_"): value for key, value in data.items()}
        body = msgspec.Raw(json.dumps(plain).encode())
        event = self.codec.read_event(type_, self.codec.types[type_].version, body)
        assert not isinstance(event, Breach), f"{type_} is malformed: {event.facts}"
        return event

    def _wrong_with(self, event: Any) -> list[Breach]:
        judged = type(event) in self.replay.game.judges
        return self.replay.would_be_wrong(event) if judged else []

    def _write(self, type_: str, event: Any) -> int:
        seq = len(self.lines) + 1
        version = self.codec.types[type_].version
        line = encode_record(seq, type_, version, self.at(), self.by, event)
        self.lines.append(line)
        self.replay.take(self.codec.read_line(line, seq))
        return seq
