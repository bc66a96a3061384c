"""Cache of the questions that were worked out, kept while tables stand."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

from ragami.errors import RagamiError

if TYPE_CHECKING:
    from ragami.game.asking import Asking
    from ragami.judge.replay import Replay
    from ragami.server.screens import KnownTable

KEPT: Final = 32


class AskedPosition(NamedTuple):
    """A table after a record, as a viewer knows it."""

    table: str
    seq: int
    viewer: str


class AskedTable(NamedTuple):
    """The game as a viewer sees it, and the questions about it."""

    replay: Replay
    asking: Asking


class Askings:
    """The tables that were asked about last. Of the thread that thinks of choices."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[AskedPosition, bytes], AskedTable] = OrderedDict()

    def at(self, place: AskedPosition, known_table: KnownTable) -> AskedTable:
        """Return what may be recorded at a place. Raises `RagamiError` `log-stopped`."""
        key = (place, known_table.lines[0])
        asked_table = self._kept.pop(key, None)
        if asked_table is None:
            replay = known_table.fold()
            if replay.error:
                raise RagamiError("log-stopped", seq=replay.error.line or place.seq)
            from ragami.game.asking import Asking  # noqa: PLC0415 (law 10)

            asked_table = AskedTable(replay, Asking(replay.game, replay.state))
        self._kept[key] = asked_table
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return asked_table

    def clear(self) -> None:
        self._kept.clear()
