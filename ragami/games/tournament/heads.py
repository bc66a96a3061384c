"""The heads of a sheet of a tournament, which make record 1."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import to_builtins

from ragami.games.tournament.forms import EXPECTED, FORMS
from ragami.games.tournament.options import Options
from ragami.games.tournament.state import State
from ragami.games.tournament.words import NAMES, TABLES
from ragami.language import Language
from ragami.notation.heads import RULES, read_heads
from ragami.notation.line import Line, line_of_text, text_of_line
from ragami.notation.misread import Word, folded
from ragami.notation.protocol import Continuation, Notation
from ragami.notation.score_sheet import ScoreSheet

WORDS: Final = {key: Word(*both) for key, both in TABLES["head"].items()}
HEADS: Final = {word: key for key, word in WORDS.items()}


def read_opening(rules: Line, heads: Sequence[tuple[str, Line]]) -> dict[str, Any]:
    """Read the data of record 1. Raises `Unread`."""
    readers = {key: _options if key == "options" else text_of_line for key in WORDS}
    said = read_heads(rules, heads, readers, ("seed", WORDS["seed"]))
    usual: dict[str, Any] = {"title": None, "plays": None, "options": {}}
    return {"game": "tournament", "rules": RULES, **usual, **said}


def _options(line: Line) -> dict[str, Any]:
    """Read `rounds=3 cut=4`: what is not the default. Raises `Unread`."""
    said: dict[str, Any] = {}
    while token := line.peek():
        name, equals, value = token.partition("=")
        if not equals or name not in Options.__struct_fields__ or name in said:
            raise line.stop(EXPECTED["option"])
        try:
            said[name] = json.loads(value)
        except ValueError:
            said[name] = value
        line.take()
    return said


def write_opening(event: Any, language: Language) -> list[str]:
    """Write record 1 in lines; the first one is the version of the rules."""
    return ["1", *_heads(event, language)]


def _heads(event: Any, language: Language) -> Iterator[str]:
    for word, key in HEADS.items():
        if key == "options":
            told = " ".join(options_written(event.options))
        else:
            text = getattr(event, key)
            told = "" if text is None else line_of_text(text)
        if told:
            yield f"{word.say(language)} {told}"


def options_written(options: Options) -> Iterator[str]:
    """Write what is not the default, as the head `options:` has it."""
    for name, value in to_builtins(options).items():
        told = json.dumps(value, separators=(",", ":"))
        yield f"{name}={value if isinstance(value, str) else told}"


def empty_heads(language: Language) -> Iterable[str]:
    """Write the heads to be filled in by hand."""
    return [word.say(language) for word in HEADS]


class _Sheet(ScoreSheet):
    """The score sheet of a tournament."""

    def continuations(self, text: str, state: State, language: Language) -> Iterable[Continuation]:
        """The verbs that may come; then, one after the other, the values of the open fields."""
        from ragami.games.tournament.legal import legal  # noqa: PLC0415 (law 10)

        types = [one for one in legal(state) if one.type != "game_opened"]
        if not text.strip():
            for type_ in dict.fromkeys(one.type for one in types):
                for verb in _verbs(type_):
                    yield Continuation(verb.say(language), NAMES[type_].text(language))
            return
        words = [folded(word) for word in text.split()]
        for choice in types:
            if any(words[0] in map(folded, verb) for verb in _verbs(choice.type)):
                yield from _next_of(choice, words[1:], state)


def _verbs(type_: str) -> list[Word]:
    return list(dict.fromkeys(row.head[0].word for row in FORMS.of(type_)))


def _next_of(choice: Any, given: list[str], s: State) -> Iterator[Continuation]:
    """The round or table first, where the line names one, then who."""
    number, table = choice.data.get("round"), choice.data.get("table")
    lead = [] if number is None else [f"{number}.{table}" if table else str(number)]
    names = choice.open.get("entrant", ())
    if len(given) < len(lead):
        yield Continuation(lead[0], "")
    elif isinstance(names, list) and given[: len(lead)] == lead and len(given) == len(lead):
        for name in names:
            yield Continuation(name, s.entrants[name].name)


NOTATION: Final[Notation] = _Sheet(FORMS, sys.modules[__name__], {})
