"""Logs that rest on other logs: what a game with links says of them (`capabilities.LINKS`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ragami.decoded import AnyEvent, Fields, State
from ragami.findings import Finding

if TYPE_CHECKING:
    from datetime import datetime


class LogHead(NamedTuple):
    """A log by its origin (without `ragami/`), and the root of its first records in base 64."""

    origin: str
    size: int
    root: str


class LinkedLog(NamedTuple):
    """A log that another one links, or may link.

    `root` is that of as many records as the link names, None if the log has fewer; `sealed` the
    most records under a seal that fits the log and that a known key has signed; `grown` says that
    records come after the linked ones that are more than seals and notes. `head` is what the log
    would be linked by now: its newest good seal, or all of it where that does not cover all play.
    `names` are those of its seats, `opened` is the first time that a record says.
    `wrong` is the code of its first error, and `broken` says that it does not fit its own seals.
    """

    game: str
    records: int
    root: str | None
    sealed: int
    seats: tuple[str, ...]
    final: Fields | None
    grown: bool
    plays: str | None = None
    withheld: int = 0
    head: LogHead = LogHead("", 0, "")
    names: Mapping[str, str] = {}
    opened: datetime | None = None
    wrong: str | None = None
    broken: bool = False


class Links(Protocol):
    """A game whose log names others, whose results it takes."""

    def heads(self, state: State) -> Iterable[LogHead]:
        """The logs that are linked now."""

    def findings(
        self,
        state: State,
        standing: Iterable[tuple[int, AnyEvent]],
        logs: Mapping[str, LinkedLog],
        elsewhere: Mapping[str, str],
    ) -> list[Finding]:
        """Return the findings on the events that count and on the linked logs, by origin.

        `elsewhere` names, for an origin, another log at hand that links it as well.
        """

    def page_findings(
        self, state: State, log: bytes, logs: Mapping[str, Sequence[bytes]], page: str
    ) -> Iterable[Finding]:
        """Return the findings on a page made from this log and from those by origin."""
