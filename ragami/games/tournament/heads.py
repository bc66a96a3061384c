"""The heads of a sheet of a tournament, which make record 1."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import to_builtins

from ragami.games.tournament.forms import EXPECTED, FORMS
from ragami.games.tournament.options import Options
from ragami.games.tournament.words import TABLES
from ragami.language import Language
from ragami.notation.heads import RULES, read_heads
from ragami.notation.line import Line, line_of_text, text_of_line
from ragami.notation.misread import Word
from ragami.notation.protocol import Notation
from ragami.notation.score_sheet import ScoreSheet

WORDS: Final = {key: Word(*both) for key, both in TABLES["head"].items()}
HEADS: Final = {word: key for key, word in WORDS.items()}


def read_opening(rules: Line, heads: Sequence[tuple[str, Line]]) -> dict[str, Any]:
    """Read the data of record 1. Raises `Unread`."""
    readers = {key: _options if key == "options" else text_of_line for key in WORDS}
    fields = read_heads(rules, heads, readers, ("seed", WORDS["seed"]))
    usual: dict[str, Any] = {"title": None, "plays": None, "options": {}}
    return {"game": "tournament", "rules": RULES, **usual, **fields}


def _options(line: Line) -> dict[str, Any]:
    """Read `rounds=3 cut=4`: what is not the default. Raises `Unread`."""
    options: dict[str, Any] = {}
    while token := line.peek():
        name, equals, value = token.partition("=")
        if not equals or name not in Options.__struct_fields__ or name in options:
            raise line.stop(EXPECTED["option"])
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
        line.take()
    return options


def write_opening(event: object, language: Language) -> list[str]:
    """Write record 1 in lines; the first one is the version of the rules."""
    return ["1", *_heads(event, language)]


def _heads(event: Any, language: Language) -> Iterator[str]:
    for word, key in HEADS.items():
        if key == "options":
            line = " ".join(options_written(event.options))
        else:
            text = getattr(event, key)
            line = "" if text is None else line_of_text(text)
        if line:
            yield f"{word.say(language)} {line}"


def options_written(options: Options) -> Iterator[str]:
    """Write what is not the default, as the head `options:` has it."""
    for name, value in to_builtins(options).items():
        text = json.dumps(value, separators=(",", ":"))
        yield f"{name}={value if isinstance(value, str) else text}"


def empty_heads(language: Language) -> Iterable[str]:
    """Write the heads to be filled in by hand."""
    return [word.say(language) for word in HEADS]


NOTATION: Final[Notation] = ScoreSheet(FORMS, sys.modules[__name__], {})
