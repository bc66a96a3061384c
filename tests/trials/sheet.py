"""Simulated games go to a score sheet with stamps and back: the same bytes.

`python -m tests.trials sheet`: 10,000 games of 2 to 4 players in turn, with
open and hidden cards and with everything that may stand between the events, every second one in
Spanish and every third with check characters. A tenth is written without stamps too: read and
written again it gives the same lines.
"""

from __future__ import annotations

import time
from typing import Final

from ragami.archive.crowd import work
from ragami.games.ragami.bots.play import records
from ragami.language import Language
from ragami.sheet import logs_in
from ragami.sheet.writing import write_sheet
from ragami.spelling.misread import Misread

GAMES: Final = 10_000


def text_of(log: bytes, language: Language, *, stamps: bool, check: bool = False) -> bytes:
    """A log as a sheet."""
    lines = write_sheet(log, language, stamps=stamps, check=check)
    return "".join(line + "\n" for line in lines).encode()


def log_in(sheet: bytes) -> bytes | None:
    """The log of a sheet of one game; None where it is not one."""
    found = logs_in(sheet)
    if len(found) != 1 or isinstance(found[0], Misread):
        return None
    return found[0].log


def comes_back(seed: int) -> tuple[int, int, int]:
    """One game: its records, the lines that stand in JSON, and 1 if it does not come back."""
    language: Language = "es" if seed % 2 else "en"
    lines = records(2 + seed % 3, seed, hidden=seed % 5 < 2, log_records=True)
    log = b"".join(line + b"\n" for line in lines)
    sheet = text_of(log, language, stamps=True, check=seed % 3 == 0)
    as_json = sheet.count(b"\nrecord {") + sheet.count(b"\nanotacion {")
    good = log_in(sheet) == log
    if seed % 10 == 0:
        plain = text_of(log, language, stamps=False)
        again = log_in(plain)
        good = good and again is not None and text_of(again, language, stamps=False) == plain
    return log.count(b"\n"), as_json, not good


def main(games: int = GAMES) -> int:
    """Play, write, read, compare."""
    start = time.perf_counter()
    number = as_json = 0
    lost = []
    for seed, (size, raw, wrong) in enumerate(work(comes_back, range(games))):
        number += size
        as_json += raw
        if wrong:
            lost.append(seed)
    took = time.perf_counter() - start
    print(
        f"sheet: {games} games, {number} records, {as_json} of them as JSON, in {took:.0f} s;"
        f" {games - len(lost)} came back byte for byte, not these: {lost[:10]}"
    )
    return 1 if lost or as_json else 0
