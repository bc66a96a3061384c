"""Lines as people mistype them, and an independent look at what a line says.

Nothing here is shared with the code that mends lines.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from ragami.game.capabilities import NOTATION
from ragami.judge.moments import moments
from ragami.judge.replay import Replay
from ragami.judge.report import game_of
from ragami.language import LANGUAGES, Language
from ragami.log.record import LOG_EVENTS, Record
from ragami.sheet.writing import write_line


def plain(text: str) -> str:
    """Small letters without accents."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(each for each in apart if not unicodedata.combining(each))


def numbers(line: str) -> list[str]:
    """All numbers with the letters that hang on them, sorted."""
    return sorted(re.findall(r"[a-z_]*\d+[a-z]*", plain(line)))


def names(line: str, known: frozenset[str]) -> list[str]:
    """All words of a line that are one of these, sorted."""
    return sorted(word for word in re.findall(r"[^\W\d]+", plain(line)) if word in known)


def lines(logs: list[bytes], number: int, rng: Random) -> Iterator[tuple[Replay, Language, str]]:
    """Lines of events out of logs, each with the game as it stood before it."""
    each = max(1, number // len(logs))
    for log in logs:
        replay = Replay(game_of(log), game_of(log).codec)
        reads = replay.codec.read_log(log)
        events = [n for n, read in enumerate(reads) if n and _is_event(read)]
        chosen = set(rng.sample(events, min(each, len(events))))
        for now in moments(replay, reads):
            if replay.error or now.coming is None:
                break
            if replay.seq in chosen:
                language = rng.choice(LANGUAGES)
                line = write_line(replay, now.coming, language)
                if not line.startswith(("record ", "anotación ")):
                    yield replay, language, line


def _is_event(read: object) -> bool:
    return isinstance(read, Record) and read.type not in LOG_EVENTS


class Typed:
    """A line that is about to be damaged."""

    def __init__(self, replay: Replay, language: Language, line: str, rng: Random) -> None:
        notation = replay.game.need(NOTATION)
        self.rng, self.language, self.line, self.tokens = rng, language, line, line.split(" ")
        self.words = {
            plain(spelt) for word in notation.vocabulary(replay.state).words for spelt in word
        }
        self.seats = {plain(spelt) for word in notation.seats for spelt in word}
        verbs = {plain(spelt) for word in notation.verbs for spelt in word}
        first = [n for n, token in enumerate(self.tokens[:2]) if plain(token) in verbs]
        self.verb = first[0] if first else -1

    def at_one_of(self, pattern: str, new: str, width: int = 1) -> str | None:
        """The line with so many characters replaced where the pattern fits somewhere."""
        places = [match.start() for match in re.finditer(pattern, self.line)]
        if not places:
            return None
        at = self.rng.choice(places)
        return self.line[:at] + new + self.line[at + width :]

    # --- the facts are still there ---------------------------------------------------------

    def sign(self) -> str | None:
        return self.at_one_of(r"(?<=\w)[.:>=](?=\w)", self.rng.choice(" -./,:"))

    def signs(self) -> str | None:
        signs = sorted(set(re.findall(r"(?<=\w)([.:>=])(?=\w)", self.line)))
        if not signs:
            return None
        sign = self.rng.choice(signs)
        other = self.rng.choice([each for each in " -/.:>" if each != sign])
        return re.sub(rf"(?<=\w){re.escape(sign)}(?=\w)", other, self.line)

    def verb_slip(self) -> str | None:
        slip = _slip(self.tokens[self.verb], self.rng)
        return self._with(self.verb, slip) if len(slip) > 2 else None

    def no_verb(self) -> str | None:
        return self._with(self.verb) if len(self.tokens) > self.verb + 1 else None

    def order(self) -> str | None:
        tokens = list(self.tokens)
        if self.verb and self.rng.random() < 0.5:
            tokens[:2] = tokens[1::-1]
        elif self.verb + 1 < len(tokens):
            tokens.insert(self.rng.randrange(self.verb + 1, len(tokens)), tokens.pop(self.verb))
        return " ".join(tokens)

    def noise(self) -> str | None:
        words = ("the", "of", "with") if self.language == "en" else ("con", "la", "el")
        noise = next(word for word in words if word not in self.words)
        at = self.rng.randrange(1, len(self.tokens) + 1)
        return " ".join((*self.tokens[:at], noise, *self.tokens[at:]))

    def commas(self) -> str | None:
        head, rest = self.tokens[: self.verb + 1], self.tokens[self.verb + 1 :]
        return " ".join((*head, ", ".join(rest))) if len(rest) > 1 else None

    def glued(self) -> str | None:
        return self.at_one_of(r" (?=[-+=>:])|(?<=[=,;:]) ", "")

    # --- a fact is gone, or cannot be ------------------------------------------------------

    def impossible(self) -> str | None:
        return re.sub(r"\d+(?=\D*$)", "97", self.line)

    def letter(self) -> str | None:
        return self.at_one_of(r"(?<=\d)(?!\d)", self.rng.choice("qxw"), 0)

    def token_lost(self) -> str | None:
        return self._with(self._some_token())

    def token_twice(self) -> str | None:
        at = self._some_token()
        return self._with(at, self.tokens[at], self.tokens[at])

    def unknown(self) -> str | None:
        words = [n for n, token in enumerate(self.tokens) if token.isalpha() and len(token) > 2]
        good = [n for n in words if n > self.verb and plain(self.tokens[n]) not in self.seats]
        return self._with(good[0], "dragon") if good else None

    def _some_token(self) -> int:
        return self.rng.randrange(min(self.verb + 1, len(self.tokens) - 1), len(self.tokens))

    def _with(self, at: int, *instead: str) -> str:
        return " ".join((*self.tokens[:at], *instead, *self.tokens[at + 1 :]))


WHOLE: Final = (
    *(Typed.sign, Typed.signs, Typed.verb_slip, Typed.no_verb),
    *(Typed.order, Typed.noise, Typed.commas, Typed.glued),
)
GONE: Final = (
    *(Typed.impossible, Typed.letter, Typed.token_lost, Typed.token_twice, Typed.unknown),
)


class Damage(NamedTuple):
    """A line that was damaged, with the game before it; `whole`: its facts are still there."""

    replay: Replay
    language: Language
    line: str
    typed: str
    whole: bool


def damages(logs: list[bytes], number: int, rng: Random) -> Iterator[Damage]:
    """Lines of these logs, damaged; about as many with whole facts as without."""
    for replay, language, line in lines(logs, number, rng):
        before = Typed(replay, language, line, rng)
        if before.verb < 0 or '"' in line:
            continue
        for whole, ways in ((True, WHOLE), (False, GONE)):
            typed = rng.choice(ways)(before)
            if typed and typed != line:
                yield Damage(replay, language, line, typed, whole)


def _slip(word: str, rng: Random) -> str:
    at = rng.randrange(len(word))
    match rng.randrange(4):
        case 0:
            return word[:at] + word[at + 1 :]
        case 1:
            return word[:at] + rng.choice("aeinrst") + word[at:]
        case 2:
            return word[:at] + rng.choice("aeinrst") + word[at + 1 :]
        case _:
            return word[:at] + word[at : at + 2][::-1] + word[at + 2 :]
