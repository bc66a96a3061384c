"""The line that somebody meant by one that cannot be read: with the same facts, or none.

The facts of a line are its numbers with the letters that hang on them, and every word that is no
keyword (faces, ids), in their order. A line may be offered, and taken by a key, if its facts are
those that were typed: words may be respelt, signs between facts may change, a verb or a colour may
move to the front, a verb that is missing may be put in. It has to be read, the rules have to take
it, and of all lines within `MOST` such changes exactly one event may come out at the fewest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from time import thread_time
from typing import Any, Final, NamedTuple

from ragami.game.capabilities import NOTATION, REVEALS
from ragami.judge.replay import Replay
from ragami.language import Language
from ragami.log.record import LOG_EVENTS
from ragami.notation.line import word_in
from ragami.notation.misread import Unread, fold_word
from ragami.sheet.log_lines import READERS, TEXTS
from ragami.sheet.reading import SheetEntry, read_entry
from ragami.sheet.words import BYTES, GAME, RECORD

MOST: Final = 3
# The processor time that a line is worth, in seconds.
BUDGET: Final = 0.25
# From so many letters on a word may have two slips.
LONG: Final = 6
SHORT: Final = 3
LONGEST: Final = 200
# Changes that are made only once.
MOVED: Final = "verb moved"
PUT_IN: Final = "verb put in"
# Words that say nothing, in lines as people speak them.
EMPTY: Final = frozenset(
    (
        *("the", "a", "an", "of", "with", "and", "on", "in", "at", "to", "for", "his", "her", "my"),
        *("el", "la", "los", "las", "un", "una", "de", "del", "al", "con", "y", "en", "su", "por"),
    )
)
LOG_WORDS: Final = dict.fromkeys((*READERS, *TEXTS, RECORD, BYTES, GAME), True)

# The signs within a face or an id, and how many of them are looked for.
WITHIN: Final = ("/", "+", "-")
KEPT: Final = 2
# What stands for something unknown, or done, hangs on a fact.
MARKS: Final = ("?", "!")

_PIECE: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\w+(?:[\'’]\w+)*\$?|[?!]')
_SAYING: Final = re.compile(r"--|@|-(?!\w|$)")
_SIGNED: Final = re.compile(r"\s([+-])$")
_LISTS: Final = (re.compile(r"(?:\s*,)+\s*"), re.compile(r"(?:\s*[,;])+\s*"))


class Piece(NamedTuple):
    """A fact or a word, and the blanks and signs between it and the one before."""

    before: str
    text: str


class Attempt(NamedTuple):
    """A line that is tried: its pieces, what stands behind them, and the changes so far.

    From piece `beyond` on it may still be wrong; before that it has to be read.
    """

    pieces: tuple[Piece, ...]
    tail: str
    changes: frozenset[Any]
    beyond: int = 0

    @property
    def text(self) -> str:
        return "".join(part for piece in self.pieces for part in piece) + self.tail

    def piece_at(self, column: int) -> int:
        """Return the piece in which a column (from 1) lies, or the first one after it."""
        end = 0
        for at, piece in enumerate(self.pieces):
            end += len(piece.before) + len(piece.text)
            if column <= end:
                return at
        return len(self.pieces)


def mend(replay: Replay, text: str, language: Language, budget: float = BUDGET) -> str:
    """Return the only line with the facts of this one that may be written there; else empty.

    After `budget` seconds of processor time none is looked for any more.
    """
    if len(text) > LONGEST or replay.error or not replay.seq or "\n" in text:
        return ""
    first = "".join(text.split(maxsplit=1)[:1])
    verbs = dict.fromkeys(replay.game.need(NOTATION).verbs, True)
    if word_in(first, LOG_WORDS, whole=True) and not word_in(first, verbs, whole=True):
        return ""
    return _Mender(replay, language).line(text, budget)


class _Mender:
    """Looks for the line, those with the fewest changes first."""

    def __init__(self, replay: Replay, language: Language) -> None:
        self.replay = replay
        self.language = language
        self.notation = replay.game.need(NOTATION)
        self.vocabulary = self.notation.vocabulary(replay.state)
        self.seats = {fold_word(spelt) for word in self.notation.seats for spelt in word}
        self.verbs = {fold_word(spelt): word for word in self.notation.verbs for spelt in word}
        words = (*self.vocabulary.words, *LOG_WORDS)
        self.known = {fold_word(spelt).strip(":") for word in words for spelt in word}
        self.known |= self.seats | {fold_word(id_) for id_ in self.vocabulary.ids}
        self._meant: dict[str, str] = {}

    def line(self, text: str, budget: float) -> str:
        """Return the line that was meant."""
        level, seen, end = [_attempt(text)], set(), thread_time() + budget
        for _cost in range(MOST + 1):
            legal: dict[tuple[str, bytes], str] = {}
            further: list[Attempt] = []
            for attempt in level:
                if attempt.text in seen:
                    continue
                seen.add(attempt.text)
                if thread_time() > end:
                    return ""
                read = self._read(attempt)
                if isinstance(read, SheetEntry):
                    if self._is_legal(read):
                        legal.setdefault((read.type, read.data), attempt.text.strip())
                elif (at := attempt.piece_at(read.column)) >= attempt.beyond:
                    for change, changed in self._changed(attempt, at):
                        same = change in attempt.changes
                        after = changed._replace(changes=attempt.changes | {change})
                        (level if same else further).append(after)
            if legal:
                (line, *further_lines) = legal.values()
                return "" if further_lines or _values(line) != _values(text) else line
            level = further
        return ""

    def _read(self, attempt: Attempt) -> SheetEntry | Unread:
        try:
            entry = read_entry(self.replay, attempt.text)
        except Unread as wrong:
            return wrong
        return entry or Unread(1, "")

    def _is_legal(self, entry: SheetEntry) -> bool:
        """Return True if the rules would take the entry next, as they always do an assertion."""
        if entry.type in LOG_EVENTS:
            return False
        event = entry.event
        assert event is not None
        if self.replay.game.get(REVEALS) and self.replay.game.is_reveal(event):
            return self.replay.would_not_fit(event) is None
        if entry.type not in self.replay.game.events:
            return True
        return not self.replay.would_be_wrong(event)

    # --- changes ---------------------------------------------------------------------------

    def _changed(self, attempt: Attempt, at: int) -> Iterator[tuple[Any, Attempt]]:
        """Yield the lines with one change more near the piece at fault; each with its change."""
        yield from self._respelt(attempt, at)
        yield from self._named(attempt, at)
        yield from self._without_empty(attempt)
        yield from self._without_signs(attempt)
        yield from self._in_order(attempt)
        yield from self._with_verb(attempt)
        yield from self._reshaped(attempt, at)

    def _respelt(self, attempt: Attempt, at: int) -> Iterator[tuple[Any, Attempt]]:
        for n, piece in enumerate(attempt.pieces[: at + 2]):
            word = fold_word(piece.text)
            if not _is_word(word) or word in self.known:
                continue
            if word not in self._meant:
                self._meant[word] = self._spelling(word)
            if meant := self._meant[word]:
                yield ("word", n), _with(attempt, n, [Piece(piece.before, meant)])

    def _spelling(self, word: str) -> str:
        """Return the only keyword or id of the game that is so like a word; empty where none is."""
        for slips in (1, 2) if len(word) >= LONG else (1,):
            near = {
                meaning: spelt
                for spelt, meaning in self._spellings.items()
                if abs(len(spelt) - len(word)) <= slips and distance(spelt, word) <= slips
            }
            if near:
                return next(iter(near.values())) if len(near) == 1 else ""
        return ""

    @cached_property
    def _spellings(self) -> Mapping[str, object]:
        """Return keywords and ids as they are spelt, each with its kind."""
        spellings: dict[str, object] = {}
        for word in self.vocabulary.words:
            for spelt in word:
                if fold_word(spelt) not in self.seats and len(spelt) >= SHORT:
                    spellings[fold_word(spelt).strip(":")] = word
        for id_ in self.vocabulary.ids:
            if len(id_) >= SHORT and fold_word(id_) not in spellings:
                spellings[fold_word(id_)] = id_
        return spellings

    def _named(self, attempt: Attempt, at: int) -> Iterator[tuple[Any, Attempt]]:
        """Yield the line with names that people use replaced by those of the sheet."""
        texts = [_plain(piece.text) for piece in attempt.pieces]
        for words, id_ in self._names:
            for n in range(min(at + 2, len(texts) - len(words) + 1)):
                if texts[n : n + len(words)] == words:
                    piece = Piece(attempt.pieces[n].before, id_)
                    yield ("name", n), _with(attempt, n, [piece], len(words))

    @cached_property
    def _names(self) -> Sequence[tuple[list[str], str]]:
        """Return the words of each name that is another than its id."""
        names = (
            ([_plain(word) for word in re.findall(r"\w+(?:['’]\w+)*", name)], id_)
            for name, id_ in self.vocabulary.names.items()
        )
        return [
            (words, id_) for words, id_ in names if fold_word(id_) != fold_word(" ".join(words))
        ]

    def _without_empty(self, attempt: Attempt) -> Iterator[tuple[Any, Attempt]]:
        empty = [
            n
            for n, piece in enumerate(attempt.pieces)
            if fold_word(piece.text) in EMPTY and fold_word(piece.text) not in self.seats
        ]
        facts = [n for n in empty if fold_word(attempt.pieces[n].text) not in self.known]
        for gone in (facts, *([n] for n in empty if n not in facts)):
            pieces = list(attempt.pieces)
            for n in reversed(gone):
                _take_out(pieces, n)
            if gone and pieces:
                pieces[0] = pieces[0]._replace(before="")
                yield ("empty", *gone), attempt._replace(pieces=tuple(pieces))

    def _without_signs(self, attempt: Attempt) -> Iterator[tuple[Any, Attempt]]:
        """Yield the line without the commas, or without the signs at the ends."""
        for commas in _LISTS:
            without = tuple(
                piece._replace(before=commas.sub(" ", piece.before)) for piece in attempt.pieces
            )
            if without != attempt.pieces:
                tail = commas.sub(" ", attempt.tail).rstrip()
                yield "commas", attempt._replace(pieces=without, tail=tail)
        if not attempt.pieces:
            return
        bare = attempt.pieces[0]._replace(before="")
        if attempt.tail.strip() or bare != attempt.pieces[0]:
            yield "ends", attempt._replace(pieces=(bare, *attempt.pieces[1:]), tail="")

    def _in_order(self, attempt: Attempt) -> Iterator[tuple[Any, Attempt]]:
        """Yield the line with the verb, or the colour, in its place."""
        led = bool(attempt.pieces) and fold_word(attempt.pieces[0].text) in self.seats
        if MOVED in attempt.changes:
            return
        for n, piece in enumerate(attempt.pieces):
            if n > led and fold_word(piece.text) in self.verbs:
                yield MOVED, _moved(attempt, n, int(led))
                if n > 1 and not led:
                    yield MOVED, _moved(attempt, n, 1)
            if n and not led and fold_word(piece.text) in self.seats:
                yield "colour", _moved(attempt, n, 0)

    def _with_verb(self, attempt: Attempt) -> Iterator[tuple[Any, Attempt]]:
        if not attempt.pieces or PUT_IN in attempt.changes:
            return
        led = fold_word(attempt.pieces[0].text) in self.seats
        if len(attempt.pieces) == led or fold_word(attempt.pieces[led].text) in self.verbs:
            return
        if any(map(self._is_like_verb, attempt.pieces)):
            return
        for verb in self.notation.verbs:
            pieces = list(attempt.pieces)
            pieces.insert(led, Piece(" " if led else "", verb.say(self.language)))
            pieces[led + 1] = _after_blank(pieces[led + 1])
            yield PUT_IN, attempt._replace(pieces=tuple(pieces))

    def _is_like_verb(self, piece: Piece) -> bool:
        """Return True if the piece may be the verb, misspelled."""
        word = fold_word(piece.text)
        return (
            word not in self.known
            and _is_word(word)
            and any(distance(word, verb) <= 1 + (len(word) >= LONG) for verb in self.verbs)
        )

    # --- signs -----------------------------------------------------------------------------

    def _reshaped(self, attempt: Attempt, at: int) -> Iterator[tuple[Any, Attempt]]:
        """Yield the line with the signs of the token at fault, or before it, as the game has."""
        if not attempt.pieces:
            return
        here = _start(attempt.pieces, min(at, len(attempt.pieces) - 1))
        before = _start(attempt.pieces, here - 1) if here else here
        for start in dict.fromkeys((here, before, min(at, len(attempt.pieces) - 1))):
            for shape in self._shapes:
                yield from _shaped(attempt, start, shape)

    @cached_property
    def _shapes(self) -> Iterable[tuple[str, ...]]:
        """The signs before and within the tokens of all lines that the game has."""
        lines = (line for line, _ in self.notation.reference("en"))
        shapes = (shape for line in lines for shape in _shapes_in(_attempt(line).pieces))
        return tuple(dict.fromkeys(shapes))


def _attempt(text: str) -> Attempt:
    pieces, end = [], 0
    for match in _PIECE.finditer(text):
        pieces.append(Piece(text[end : match.start()], match.group()))
        end = match.end()
    return Attempt(tuple(pieces), text[end:], frozenset())


def _with(attempt: Attempt, at: int, pieces: Iterable[Piece], number: int = 1) -> Attempt:
    return attempt._replace(pieces=(*attempt.pieces[:at], *pieces, *attempt.pieces[at + number :]))


def _take_out(pieces: list[Piece], at: int) -> Piece:
    """Take a piece out; the signs before it stay."""
    piece = pieces.pop(at)
    if at < len(pieces):
        signs = piece.before if piece.before.strip() else pieces[at].before
        pieces[at] = _after_blank(pieces[at]._replace(before=signs))
    return piece


def _moved(attempt: Attempt, at: int, to: int) -> Attempt:
    """Move a piece to another place, further to the front."""
    pieces = list(attempt.pieces)
    pieces.insert(to, Piece(" " if to else "", _take_out(pieces, at).text))
    pieces[to + 1] = _after_blank(pieces[to + 1])
    return attempt._replace(pieces=tuple(pieces))


def _after_blank(piece: Piece) -> Piece:
    return piece if piece.before[:1].isspace() else piece._replace(before=" " + piece.before)


def _start(pieces: tuple[Piece, ...], at: int) -> int:
    """Return the first piece of the token that a piece is part of."""
    while at and not re.search(r"\s", pieces[at].before):
        at -= 1
    return at


def _shapes_in(pieces: tuple[Piece, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the signs of each token: those before it with their blanks, then those within."""
    start = 0
    for at in range(1, len(pieces) + 1):
        if at == len(pieces) or re.search(r"\s", pieces[at].before):
            yield tuple(piece.before for piece in pieces[start:at])
            start = at


def _shaped(attempt: Attempt, start: int, shape: tuple[str, ...]) -> Iterator[tuple[Any, Attempt]]:
    """Yield the pieces from one on as a token of that shape, if they are none.

    Beside its signs a token may have those within a face or an id, as they were typed.
    """
    for more in range(KEPT + 1):
        end = start + len(shape) + more
        if end > len(attempt.pieces):
            return
        old = tuple(piece.before for piece in attempt.pieces[start:end])
        inner = [n for n in range(1, len(old)) if old[n] in WITHIN]
        for unchanged in combinations(inner, more):
            signs = iter(shape)
            new = [old[n] if n in unchanged else next(signs) for n in range(len(old))]
            new[0] = (" " + new[0].lstrip()) if start else new[0].lstrip()
            if all(map(_keeps_sign, old, new)) and not _glues(attempt.pieces[start:end], new):
                pieces = list(attempt.pieces)
                pieces[start:end] = map(Piece, new, (piece.text for piece in pieces[start:end]))
                if end < len(pieces):
                    pieces[end] = _after_blank(pieces[end])
                if tuple(pieces) != attempt.pieces:
                    change = (
                        "signs",
                        *(
                            pair
                            for pair in zip(old, new, strict=True)
                            if pair[0].strip() != pair[1].strip() or "" in pair
                        ),
                    )
                    beyond = max(attempt.beyond, end)
                    yield change, attempt._replace(pieces=tuple(pieces), beyond=beyond)


def _keeps_sign(old: str, new: str) -> bool:
    """Return True if the values and the sign of a number are the same in both texts."""
    sign = _SIGNED.search(old)
    return _values(old) == _values(new) and (sign is None or new.endswith(sign[1]))


def _values(text: str) -> list[str]:
    """Return the signs that are no mere signs: `-` for nothing, `--` and `@` before a text."""
    return _SAYING.findall(text)


def _glues(pieces: Sequence[Piece], signs: Sequence[str]) -> bool:
    """Return True if two facts would become one."""
    texts = (piece.text for piece in pieces)
    return any(
        not sign and before not in MARKS and after not in MARKS
        for (before, after), sign in zip(pairwise(texts), signs[1:], strict=True)
    )


def _is_word(text: str) -> bool:
    """Return True if a piece may be a misspelled keyword; plain ones have underscores."""
    return len(text) >= SHORT and text.replace("_", "").isalpha()


def _plain(word: str) -> str:
    """Return a word of a name, without the genitive."""
    return re.sub(r"['’]s$", "", fold_word(word))


def distance(word: str, intended: str) -> int:
    """Count the slips between two words: a letter more, less, other, or two swapped."""
    before: list[int] = []
    row = list(range(len(intended) + 1))
    for i, letter in enumerate(word, 1):
        last, before, row = before, row, [i]
        for j, against in enumerate(intended, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == intended[j - 2] and word[i - 2] == against:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
