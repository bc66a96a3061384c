"""The data of a gathering beside its log: requests to enter, agreement, the round's clock.

Operational data, as all in `access`: the log says nothing of a clock (law 1), and a request to
enter is no entry yet.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from ragami.server import round_bodies as r
from ragami.server.rows import Rows

SCHEMA: Final = {
    "serve_asked": "id text PRIMARY KEY, game text NOT NULL, device text NOT NULL,"
    " name text NOT NULL, club text, at bigint NOT NULL",
    "serve_said": "game text NOT NULL, place text NOT NULL, seat text NOT NULL,"
    " players text NOT NULL, device text NOT NULL, results text NOT NULL, at bigint NOT NULL,"
    " PRIMARY KEY (game, place, seat)",
    "serve_gathering": "game text PRIMARY KEY, entries text NOT NULL, results text NOT NULL,"
    " ends bigint, left_s bigint",
}
BEGINS: Final = ("referee", "log", None, None)
ID_BYTES: Final = 4
MOST_ASKED: Final = 200
"""How many may ask to come in at once: a phone asks once, and asking again replaces that."""


class AskedFor(NamedTuple):
    """A request to come in, and the device it came from."""

    id: str
    device: str
    name: str
    club: str | None


class ReportedResult(NamedTuple):
    """A report on a table: `results` as JSON, from which device."""

    seat: str
    device: str
    results: str


class Gatherings:
    """Reads and writes that data. `game` is the name of the gathering."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._shown: dict[str, tuple[Any, ...]] = {}

    # --- what other servers do -------------------------------------------------------------

    def changed(self, game: str) -> bool:
        """Return True if something changed since watchers here were told, or since it began."""
        return self._shown.get(game, BEGINS) != self._beside(game)

    def shown(self, game: str) -> None:
        """Remember that the watchers here were told how the gathering stands now."""
        self._shown[game] = self._beside(game)

    def _beside(self, game: str) -> tuple[Any, ...]:
        reports = self._rows.select("place, seat, results", "serve_said", "place, seat", game=game)
        return *self._row(game), *self.asking(game), *map(tuple, reports)

    # --- what was agreed -------------------------------------------------------------------

    def agreed(self, game: str) -> r.Agreement:
        """Return the agreement on entries and results; it is made on first use."""
        entries, results, _ends, _left = self._row(game)
        return r.Agreement(entries, results)

    def agree(self, game: str, agreed: r.Agreement) -> None:
        """Say who lets somebody in, and what takes the results."""
        self._row(game)
        self._rows.update("serve_gathering", msgspec.structs.asdict(agreed), game=game)

    def _row(self, game: str) -> tuple[Any, ...]:
        columns = "entries, results, ends, left_s"
        while not (rows := self._rows.select(columns, "serve_gathering", game=game)):
            begins = dict(zip(columns.split(", "), BEGINS, strict=True))
            self._rows.insert("serve_gathering", game=game, **begins)
        return tuple(rows[0])

    # --- the clock -------------------------------------------------------------------------

    def clock(self, game: str) -> r.Clock:
        """Return the time left in the round; less than 0 when it is over."""
        _entries, _results, ends, seconds_left = self._row(game)
        if ends is not None:
            return r.Clock(int(ends) - round(time.time()), True)
        return r.Clock(None if seconds_left is None else int(seconds_left), False)

    def set_clock(self, game: str, clock: r.Clock) -> None:
        self._row(game)
        ends = None
        if clock.running and clock.left_s is not None:
            ends = round(time.time()) + clock.left_s
        changes = {"ends": ends, "left_s": clock.left_s}
        self._rows.update("serve_gathering", changes, game=game)

    # --- who asks to come in ---------------------------------------------------------------

    def ask(self, game: str, device: str, name: str, club: str | None) -> None:
        """Store a request to come in; only the last one of a device counts."""
        self._rows.delete("serve_asked", game=game, device=device)
        row = {"game": game, "device": device, "name": name, "club": club}
        # Of those who ask within a second, too, the first one stays the first.
        id_ = f"{time.time_ns():x}{secrets.token_hex(ID_BYTES)}"
        self._rows.insert("serve_asked", id=id_, at=round(time.time()), **row)

    def asking(self, game: str) -> list[AskedFor]:
        """Return the requests to enter, the first one first."""
        rows = self._rows.select("id, device, name, club", "serve_asked", "at, id", game=game)
        return [AskedFor(*row) for row in rows]

    def answered(self, id_: str) -> None:
        self._rows.delete("serve_asked", id=id_)

    # --- how tables ended, as their players say ----------------------------------------------

    def say(self, game: str, place: str, players: Sequence[str], report: ReportedResult) -> None:
        """Keep what somebody says of a table; what they said before counts no longer."""
        self._rows.delete("serve_said", game=game, place=place, seat=report.seat)
        about = {"players": " ".join(players), "at": round(time.time())}
        self._rows.insert("serve_said", game=game, place=place, **about, **report._asdict())

    def said(self, game: str, place: str, players: Sequence[str]) -> list[ReportedResult]:
        """Return the reports of those who sit at a table now, the first one first."""
        rows = self._rows.select(
            "seat, device, results",
            "serve_said",
            "at, seat",
            game=game,
            place=place,
            players=" ".join(players),
        )
        return [ReportedResult(*row) for row in rows]
