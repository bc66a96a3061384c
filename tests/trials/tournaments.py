"""A thousand tournaments by chance: what is conserved after each record, undo, planted differences.

The tables of the planted ones have real logs, games of the bots; a log is changed, cut, exchanged
or carried on, or a result is typed otherwise, and `verify` has to say which table it is and what.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, Final

import msgspec

from ragami.findings import Finding
from ragami.game import game_named
from ragami.game.capabilities import BOT
from ragami.games.tournament.bot import play
from ragami.games.tournament.state import SNAPSHOTS
from ragami.games.tournament.verifying import ranked
from ragami.judge.report import replay_log
from ragami.log.codec import encode_record
from ragami.referee.linked import link_findings, origins, read_linked
from tests.games.tournament.harness import Log, Shelf, seed_of
from tests.games.tournament.laws import conserved

TOURNAMENTS: Final = 1000
PLANTED: Final = 1000
GAMES: Final = 24
GAME: Final = "dice-forge"
Json = dict[str, Any]


# --- conserved, undone ---------------------------------------------------------------------


def simulated(seed: int) -> int:
    """One tournament: its laws after every record, an undo to anywhere and a redo; its records."""
    log, states = Log(), [b""]
    for type_, data in play(2 + seed % 17, seed):
        assert log.write(type_, data) is None, (seed, log.seq)
        conserved(log.state)
        states.append(SNAPSHOTS.pack(log.state))
    records, to = log.seq, Random(seed).randint(1, log.seq - 1)
    assert log.write("undone", {"to": to, "reason": None}) is None
    conserved(log.state)
    assert SNAPSHOTS.pack(log.state) == states[to], (seed, to)
    assert log.write("redone", {}) is None
    assert SNAPSHOTS.pack(log.state) == states[-1], (seed, to)
    return records


# --- planted differences -------------------------------------------------------------------


@cache
def table_log(number: int) -> bytes:
    """A game of the bots, its record 1 with a title of its own: so it has an origin of its own."""
    events = list(game_named(GAME).need(BOT).play(3 + number % 2, number))
    lines = []
    for seq, (type_, data) in enumerate(events, 1):
        plain = json.loads(data if isinstance(data, bytes) else msgspec.json.encode(data))
        if seq == 1:
            plain["title"] = f"table {number}"
        lines.append(encode_record(seq, type_, 1, None, None, plain))
    return b"".join(line + b"\n" for line in lines)


def tournament(log: bytes) -> Log:
    """Everybody of a game at one table, linked, with its result from the log."""
    read = read_linked(log)
    assert read.final is not None
    players = {seat: f"p-{seat}" for seat in read.seats}
    hall = Log()
    opened = {"game": "tournament", "rules": 1, "title": None, "plays": GAME, "seed": "2026-11-22"}
    hall.write("game_opened", {**opened, "options": {"rounds": 1}})
    for name in players.values():
        hall.write("entered", {"entrant": name, "name": name, "club": None})
    seats = list(players.values())
    pairing = {"round": 1, "seed": seed_of(1), "pairer": None, "byes": [], "cost": 0}
    hall.write("round_paired", {**pairing, "tables": [{"table": 1, "seats": seats}]})
    named = {"log": "t", **read.head._asdict(), "players": players}
    hall.write("table_linked", {"round": 1, "table": 1, **named})
    of = ranked(read.ranking, read.final)
    results = [{"entrant": players[s], "place": of[s][0], "score": of[s][1]} for s in players]
    hall.write("result_recorded", {"round": 1, "table": 1, "from": "log", "results": results})
    assert hall.fold.error is None
    return hall


def changed(rng: Random, log: bytes, hall: Log, other: bytes) -> tuple[list[bytes], str]:
    """A record of the log reads otherwise (its last figure is another one)."""
    lines = log.splitlines()
    numbers = [n for n, line in enumerate(lines) if n and any(chr(c).isdigit() for c in line)]
    at = rng.choice(numbers)
    where = max(n for n, sign in enumerate(lines[at]) if chr(sign).isdigit())
    figure = str((int(chr(lines[at][where])) + 1) % 10).encode()
    lines[at] = lines[at][:where] + figure + lines[at][where + 1 :]
    return [b"\n".join(lines) + b"\n"], "head-differs"


def cut(rng: Random, log: bytes, hall: Log, other: bytes) -> tuple[list[bytes], str]:
    lines = log.splitlines(keepends=True)
    return [b"".join(lines[: rng.randint(1, len(lines) - 1)])], "head-differs"


def gone(rng: Random, log: bytes, hall: Log, other: bytes) -> tuple[list[bytes], str]:
    return [other], "missing-log"


def carried_on(rng: Random, log: bytes, hall: Log, other: bytes) -> tuple[list[bytes], str]:
    seq = len(log.splitlines())
    data: Any = {"to": rng.randint(1, seq - 1), "reason": None}
    return [log + encode_record(seq + 1, "undone", 1, None, None, data) + b"\n"], "grown-log"


def mistyped(rng: Random, log: bytes, hall: Log, other: bytes) -> tuple[list[bytes], str]:
    """The result says a score that the log does not say."""
    result = json.loads(hall.lines[-1])["data"]
    rng.choice(result["results"])["score"] += rng.choice((-1, 1))
    _fixed(hall, result)
    return [log], "result-differs"


def misplaced(rng: Random, log: bytes, hall: Log, other: bytes) -> tuple[list[bytes], str]:
    """Somebody else is named the winner."""
    result = json.loads(hall.lines[-1])["data"]
    rows = result["results"]
    one, two = rng.sample(range(len(rows)), 2)
    if rows[one]["place"] == rows[two]["place"]:
        for row in rows:
            row["place"] = 1
        if all(before["place"] == 1 for before in json.loads(hall.lines[-1])["data"]["results"]):
            rows[0]["place"], rows[1]["place"] = 1, 2
            for n, row in enumerate(rows[2:], 3):
                row["place"] = n
    else:
        rows[one]["place"], rows[two]["place"] = rows[two]["place"], rows[one]["place"]
    _fixed(hall, result)
    return [log], "result-differs"


def _fixed(hall: Log, result: Json) -> None:
    signed = {"reason": "so it was", "authority": "Eva", "from": "log"}
    assert hall.write("result_corrected", {**result, **signed}) is None


KINDS: Final[tuple[Callable[..., tuple[list[bytes], str]], ...]] = (
    *(changed, cut, gone, carried_on, mistyped, misplaced),
)


def planted(number: int) -> tuple[str, bool]:
    """One difference: its kind, and whether a finding says it of this table and log."""
    rng = Random(number)
    log, other = table_log(number % GAMES), table_log((number + 2) % GAMES)
    hall = tournament(log)
    assert not _told(hall, [log]), "a log that fits is not found wrong"
    kind = KINDS[number % len(KINDS)]
    logs, code = kind(rng, log, hall, other)
    found = [one for one in _told(hall, logs) if one.code == code]
    names = {(one.facts.get("origin"), one.facts.get("table")) for one in found}
    return kind.__name__, names == {(origins(log)[0], 1)}


def _told(hall: Log, logs: list[bytes]) -> list[Finding]:
    """What verify says of the links; that there is no seal is known."""
    told = link_findings(replay_log(hall.bytes), Shelf(*logs), hall.bytes)
    return [one for one in told if one.code not in ("unsealed-log", "dearer-pairing")]


def _counted(number: int) -> Iterator[tuple[str, bool]]:
    return (planted(one) for one in range(number))


def main() -> int:
    begun = time.monotonic()
    records = sum(map(simulated, range(TOURNAMENTS)))
    print(f"{TOURNAMENTS} tournaments, {records:,} records: all conserved, undone and redone")
    print(f"{time.monotonic() - begun:.0f} s", flush=True)
    tried: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for kind, is_found in _counted(PLANTED):
        tried[kind] += 1
        found[kind] += is_found
    kinds = ", ".join(f"{kind} {found[kind]}/{tried[kind]}" for kind in sorted(tried))
    print(f"{found.total()} of {tried.total()} planted differences found ({kinds})")
    print(f"{time.monotonic() - begun:.0f} s")
    return int(found != tried)
