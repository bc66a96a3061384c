"""What a gathering has beside its log: who asks to come in, what was agreed, the round's clock.

Operational data, as all in `access`: the log says nothing of a clock (law 1), and who asks to come
in has not entered yet.
"""

from __future__ import annotations

import secrets
import time
from typing import Any, Final, NamedTuple

from ragami.server import round_bodies as r
from ragami.server.rows import Rows

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS serve_asked (
  id text PRIMARY KEY, game text NOT NULL, device text NOT NULL, name text NOT NULL, club text,
  at bigint NOT NULL);
CREATE TABLE IF NOT EXISTS serve_gathering (
  game text PRIMARY KEY, entries text NOT NULL, results text NOT NULL, ends bigint, left_s bigint);
"""
BEGINS: Final = ("referee", "log", None, None)
ID_BYTES: Final = 4
MOST_ASKED: Final = 200
"""So many may ask to come in at once: a phone asks once, and whoever asks again takes its place."""


class AskedFor(NamedTuple):
    """Somebody who asks to come in, and the device they ask from."""

    id: str
    device: str
    name: str
    club: str | None


class Gatherings:
    """See the module. `game` is the name of the gathering."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._shown: dict[str, tuple[Any, ...]] = {}

    # --- what other servers do -------------------------------------------------------------

    def changed(self, game: str) -> bool:
        """Is something otherwise than all who watch here were told, or than it begins?"""
        return self._shown.get(game, BEGINS) != self._beside(game)

    def shown(self, game: str) -> None:
        """All who watch here have been told how it stands now."""
        self._shown[game] = self._beside(game)

    def _beside(self, game: str) -> tuple[Any, ...]:
        return *self._row(game), *self.asking(game)

    # --- what was agreed -------------------------------------------------------------------

    def agreed(self, game: str) -> r.Agreement:
        """Who lets somebody in, and what takes the results; made when it is first asked for."""
        entries, results, _ends, _left = self._row(game)
        return r.Agreement(entries, results)

    def agree(self, game: str, agreed: r.Agreement) -> None:
        self._row(game)
        self._rows.do(
            "UPDATE serve_gathering SET entries = ?, results = ? WHERE game = ?",
            agreed.entries,
            agreed.results,
            game,
        )

    def _row(self, game: str) -> tuple[Any, ...]:
        found = self._rows.all(
            "SELECT entries, results, ends, left_s FROM serve_gathering WHERE game = ?", game
        )
        if found:
            return tuple(found[0])
        self._rows.do(
            "INSERT INTO serve_gathering VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            game,
            *BEGINS,
        )
        return self._row(game)

    # --- the clock -------------------------------------------------------------------------

    def clock(self, game: str) -> r.Clock:
        """How long the round still goes; less than 0 when its time is over."""
        _entries, _results, ends, left = self._row(game)
        if ends is not None:
            return r.Clock(int(ends) - round(time.time()), True)
        return r.Clock(None if left is None else int(left), False)

    def set_clock(self, game: str, clock: r.Clock) -> None:
        """The clock as it is from now on."""
        self._row(game)
        ends = None
        if clock.running and clock.left_s is not None:
            ends = round(time.time()) + clock.left_s
        self._rows.do(
            "UPDATE serve_gathering SET ends = ?, left_s = ? WHERE game = ?",
            ends,
            clock.left_s,
            game,
        )

    # --- who asks to come in ---------------------------------------------------------------

    def ask(self, game: str, device: str, name: str, club: str | None) -> None:
        """Somebody asks from a device; only the last one of a device counts."""
        self._rows.do("DELETE FROM serve_asked WHERE game = ? AND device = ?", game, device)
        asked = secrets.token_hex(ID_BYTES), game, device, name, club, round(time.time())
        self._rows.do("INSERT INTO serve_asked VALUES (?, ?, ?, ?, ?, ?)", *asked)

    def asking(self, game: str) -> list[AskedFor]:
        """Who asks, the first one first."""
        found = self._rows.all(
            "SELECT id, device, name, club FROM serve_asked WHERE game = ? ORDER BY at, id", game
        )
        return [AskedFor(*one) for one in found]

    def answered(self, id_: str) -> None:
        """Somebody was let in, or was not."""
        self._rows.do("DELETE FROM serve_asked WHERE id = ?", id_)
