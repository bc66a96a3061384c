"""The score sheets of many logs, frozen: every line in both languages, and what wrong lines say.

`python -m tests.golden sheets` writes `sheets/GAME.txt.gz` (the lines) and `sheets/GAME.wrong.txt`
(damaged lines: the column at fault, or the event that is read) again. A change of either is a
change of the language in which people write: look at it before it is committed.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from ragami.judge.moments import moments
from ragami.judge.replay import Replay
from ragami.judge.report import game_of
from ragami.language import LANGUAGES, Language
from ragami.notation.misread import Unread
from ragami.sheet.reading import read_entry
from ragami.sheet.writing import write_line

TESTS: Final = Path(__file__).parents[1]
SHEETS: Final = Path(__file__).parent / "sheets"
WHERE: Final = (
    *("golden/games/*.jsonl.gz", "golden/sheets/logs/*.jsonl.gz", "samples/logs/*.jsonl"),
    *("games/*/samples/*.jsonl", "../examples/*.jsonl", "../examples/*/*.jsonl"),
)
GAMES: Final = ("ragami", "dice-forge", "deal-with-the-devil", "tournament")
# Logs that take seconds to fold, and have no line that others have not.
SLOW: Final = ("completed", "illegal-03", "legal-5")
# Records of a log: by then every kind of reveal has come, each of which has all judged again.
LONGEST: Final = 440
# One line in so many is damaged.
DAMAGED: Final = 12
SUFFIXES: Final = ("txt.gz", "wrong.txt")


def logs(game: str) -> Iterator[tuple[str, bytes]]:
    for path in chain.from_iterable(sorted(TESTS.glob(pattern)) for pattern in WHERE):
        if game == "deal-with-the-devil" and any(slow in path.name for slow in SLOW):
            continue
        log = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        if game_of(log).name == game:
            yield f"{path.parent.name}/{path.name.partition('.')[0]}", log


def sheets(game: str, every: int = 1) -> Iterator[tuple[str, list[str], list[str]]]:
    """The lines of each log in both languages, under its name, and those that were damaged.

    Each of these with the column at fault, or the event that is read. `every`: of so many logs one.
    """
    for name, log in islice(logs(game), None, None, every):
        rng = Random(name)
        damage: list[str] = []
        replay = Replay(game_of(log), game_of(log).codec)
        written: dict[Language, list[str]] = {each: [f"== {name} {each}"] for each in LANGUAGES}
        for now in moments(replay, replay.codec.read_log(log)[:LONGEST]):
            if now.coming is None:
                continue
            for language, lines in written.items():
                lines.append(write_line(replay, now.coming, language, record_at(log, now.seq)))
            if replay.seq and not rng.randrange(DAMAGED):
                line = damaged(written[rng.choice(LANGUAGES)][-1], rng)
                damage.append(f"{name} {replay.seq + 1}\t{line}\t{_meaning(replay, line)}")
        yield name, [line for lines in written.values() for line in lines], damage


def record_at(log: bytes, at: int) -> bytes:
    """The bytes of a record, from 0."""
    return log.split(b"\n", at + 1)[at]


def _meaning(replay: Replay, line: str) -> str:
    try:
        entry = read_entry(replay, line)
    except Unread as fault:
        return str(fault.column)
    return f"{entry.type} {msgspec.json.decode(entry.data)}" if entry else "-"


def damaged(line: str, rng: Random) -> str:
    """A line with one thing wrong in it."""
    tokens = line.split(" ")
    at = rng.randrange(len(tokens))
    token = tokens[at]
    match rng.randrange(6):
        case 0:
            del tokens[at]
        case 1:
            tokens.insert(at, token)
        case 2:
            tokens[at] = token[:-1] + rng.choice("0x9:>?")
        case 3:
            tokens[at] = rng.choice("ab19.-") + token
        case 4:
            tokens[at] = token[:-1] or "?"
        case _:
            tokens.append(rng.choice(["now", "1", "x", "-", "?"]))
    return " ".join(tokens)


def files(game: str) -> Iterator[tuple[Path, str]]:
    """The two files of a game, each with the text that belongs into it."""
    found = list(sheets(game))
    for at, suffix in enumerate(SUFFIXES, 1):
        yield SHEETS / f"{game}.{suffix}", "".join(f"{x}\n" for each in found for x in each[at])


def freeze(games: Iterable[str]) -> None:
    """Write the two files of each game."""
    for game in games:
        for path, text in files(game):
            data = text.encode()
            path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
