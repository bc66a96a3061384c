"""Simulated games go to a score sheet with stamps and back: the same bytes.

`python -m tests.trials sheet`: 10,000 games of 2 to 4 players in turn, with open and hidden cards,
with everything that may stand between the events and, at the end, a record of every type that there
is; every second one in Spanish and every third with check characters. A tenth is written without
stamps too: read and written again it gives the same lines.

And: 300 lines of a sheet of each game are read and judged within 40 ms of the processor (the median
of some games, each the best of three readings).
"""

from __future__ import annotations

import time
from statistics import median
from typing import Final

from ragami.analytics.worker_pool import work
from ragami.language import LANGUAGES, Language
from ragami.notation.misread import Misread
from ragami.sheet import logs_in
from ragami.sheet import words as w
from ragami.sheet.writing import write_sheet
from tests.golden import simulated
from tests.sheet import every_record
from tests.simulate.clerk import records

GAMES: Final = 10_000
QUICK: Final = ("ragami", "dice-forge", "deal-with-the-devil")
SHEETS: Final = 6
LINES: Final = 300
MILLISECONDS: Final = 40
WITHOUT_WORDS: Final = sum(map(len, every_record.AS_IT_IS.values()))


def text_of(log: bytes, language: Language, *, stamps: bool, check: bool = False) -> bytes:
    lines = write_sheet(log, language, stamps=stamps, check=check)
    return "".join(line + "\n" for line in lines).encode()


def log_in(sheet: bytes) -> bytes | None:
    """The log of a sheet of one game; None where it is not one."""
    found = logs_in(sheet)
    if len(found) != 1 or isinstance(found[0], Misread):
        return None
    return found[0].log


def as_they_are(sheet: bytes) -> int:
    """How many lines of a sheet are records that have no words."""
    words = [word.say(language).encode() for word in (w.RECORD, w.BYTES) for language in LANGUAGES]
    return sum(line.split(b" ", 1)[0] in words for line in sheet.splitlines())


def comes_back(seed: int) -> tuple[int, int, int]:
    """One game: its records, the lines without words, and 1 if it does not come back."""
    language: Language = "es" if seed % 2 else "en"
    lines = list(records(2 + seed % 3, seed, hidden=seed % 5 < 2, log_records=True))
    lines += every_record.records(len(lines) + 1)
    log = b"".join(line + b"\n" for line in lines)
    sheet = text_of(log, language, stamps=True, check=seed % 3 == 0)
    as_json = as_they_are(sheet) - WITHOUT_WORDS
    good = log_in(sheet) == log
    if seed % 10 == 0:
        plain = text_of(log, language, stamps=False)
        again = log_in(plain)
        good = good and again is not None and text_of(again, language, stamps=False) == plain
    return log.count(b"\n"), as_json, not good


def reading(game: str) -> float:
    """The milliseconds that 300 lines take: the median of some games, in both languages."""
    took = []
    for log in simulated.logs(game)[:SHEETS]:
        for language in LANGUAGES:
            sheet = text_of(log, language, stamps=False)
            readings = []
            for _ in range(3):
                start = time.process_time()
                found = logs_in(sheet)
                readings.append(time.process_time() - start)
            assert not any(isinstance(one, Misread) for one in found)
            took.append(min(readings) * LINES / sheet.count(b"\n"))
    return median(took) * 1000


def reads_quickly() -> bool:
    """Print what a sheet of each game takes; True where none takes too long."""
    took = {game: reading(game) for game in QUICK}
    told = ", ".join(f"{game} {n:.0f} ms" for game, n in took.items())
    print(f"sheet: {LINES} lines are read in: {told}")
    return max(took.values()) <= MILLISECONDS


def main(games: int = GAMES) -> int:
    """Play, write, read, compare."""
    quick = reads_quickly()
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
        f"sheet: {games} games, {number} records, {as_json} that should have words without them,"
        f" in {took:.0f} s; {games - len(lost)} came back byte for byte, not these: {lost[:10]}"
    )
    return 1 if lost or as_json or not quick else 0
