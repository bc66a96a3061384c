"""Texts of codes, events and verdicts, in both languages.

`codes` are the texts that findings and errors are made of, `ragami.played` and `ragami.transcript`
those of `tests.words.tellers`. `GAME.events` are records of the sample logs as they are narrated;
`GAME.verdicts` are breaches that the tests of the game meet, kept as data in
`texts/GAME.breaches.jsonl`. Of both, few of each wording are kept: a line of `events` names the log
and the record that it tells, and what is named in the file is told again. A file that is deleted is
chosen anew.
"""

from __future__ import annotations

import gzip
import json
import pkgutil
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Final

import ragami
from ragami.errors import kinds
from ragami.findings import Breach
from ragami.findings import finding_of as finding
from ragami.game import game_named
from ragami.game.registry import SHIPPED
from ragami.judge.report import game_of
from ragami.language import LANGUAGES, Language
from ragami.messages import words
from ragami.narration import tell_log
from ragami.referee.audit import described, every_code
from tests.golden.golden import GAMES
from tests.golden.sample_sheets import EXAMPLES, samples
from tests.words.tellers import events_told, transcript_told

FOLDER: Final = Path(__file__).parent / "texts"
HOUSE: Final = EXAMPLES.parent
SEQ: Final = 57
SLOW: Final = "*-completed.jsonl"  # each of many reveals has all judged again
TOLD: Final = {"deal-with-the-devil": "devil-walled-told.jsonl.gz"}
MOST: Final = 12  # of one type of record
DIFFERENT: Final = re.compile(r"\d+|\([^)]*\)|'[^']*'|\b[A-Z]\w*")


def files() -> Iterator[tuple[str, Callable[[], str]]]:
    for language in LANGUAGES:
        yield f"texts/codes.{language}.txt", partial(codes, language)
        yield f"texts/ragami.played.{language}.txt", partial(events_told, language)
        yield f"texts/ragami.transcript.{language}.txt", partial(transcript_told, language)
        for game in SHIPPED:
            yield f"texts/{game}.events.{language}.txt", partial(events, game, language)
            if breaches(game).exists():
                yield f"texts/{game}.verdicts.{language}.txt", partial(verdicts, game, language)


def codes(language: Language) -> str:
    """Return the texts of findings and errors, a line each."""
    for module in pkgutil.walk_packages(ragami.__path__, "ragami."):
        import_module(module.name)  # any of them may register texts
    lines = [
        f"code {name}: {code.severity}, {described(name, language)}"
        for name, code in every_code().items()
    ]
    for table, called in (("problem", "problem"), ("reason", "reason"), ("finding", "text")):
        texts = words()[table].items()
        lines += [f"{called} {code}: {both.text(language)}" for code, both in texts]
    for name, kind in kinds().items():
        remedy = kind.remedy(language)
        lines += [f"error {name} ({kind.exit}): {kind.says(language)}"]
        lines += [f"remedy {name}: {remedy}"] if remedy else []
    return "".join(f"{line}\n" for line in sorted(lines))


def logs(game: str) -> Iterator[str]:
    """Yield the logs whose records are narrated: examples and legal samples."""
    paths = [*EXAMPLES.glob("*.jsonl"), *EXAMPLES.glob("*/*.jsonl")]
    paths = [path for path in sorted(paths) if not path.match(SLOW)]
    paths = [path for path in paths if game_of(path.read_bytes()).name == game]
    for path in (*paths, *samples(game), *GAMES.glob(TOLD.get(game, "none"))):
        yield path.relative_to(HOUSE).as_posix()


@cache
def narrated(log: str, language: Language) -> dict[str, tuple[str, str]]:
    """Return type and text of every record of a log, by log and seq."""
    whole = (HOUSE / log).read_bytes()
    whole = gzip.decompress(whole) if log.endswith(".gz") else whole
    game = game_of(whole)
    lines = tell_log(game, game.words.narrator(language), whole, game.codec)
    return {f"{log}:{line.seq}": (line.type, " ".join(line.text.split())) for line in lines}


def events(game: str, language: Language) -> str:
    """Return the chosen records of a game as they are told."""
    keys = chosen(game)
    texts = [narrated(key.partition(":")[0], language)[key][1] for key in keys]
    return "".join(f"{key}  {text}\n" for key, text in zip(keys, texts, strict=True))


def chosen(game: str) -> list[str]:
    """Return the records to be told: those of the file, else the first of each wording."""
    path = FOLDER / f"{game}.events.en.txt"
    if path.exists():
        return [line.partition("  ")[0] for line in path.read_text("utf-8").splitlines()]
    keys, wordings, of_type = [], set(), Counter[str]()
    for log in logs(game):
        for key, (type_, text) in narrated(log, "en").items():
            wording = DIFFERENT.sub("_", text)
            if wording not in wordings and of_type[type_] < MOST:
                keys.append(key)
                wordings.add(wording)
                of_type[type_] += 1
    return keys


def breaches(game: str) -> Path:
    return FOLDER / f"{game}.breaches.jsonl"


def verdicts(game: str, language: Language) -> str:
    """Return what is said of each kept breach of a game."""
    return "".join(f"{text}\n" for text in said(game, language))


def said(game: str, language: Language) -> Iterator[str]:
    """Yield the verdict of each kept breach, as of record 57."""
    words = game_named(game).words
    for line in breaches(game).read_text("utf-8").splitlines():
        rule, ruling, facts = json.loads(line)
        yield words.say(finding("illegal-event", Breach(rule, ruling, facts), SEQ, SEQ), language)
