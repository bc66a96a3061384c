"""Whole sheets: a file with the lines of one game, or of several, one after the other.

A game begins with the line that names it (`game: …`). All lines that cannot be read are listed,
not only the first one, but no more than `MOST_MISREAD`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ragami.errors import N_
from ragami.game import game_named, installed, is_installed
from ragami.game.capabilities import NOTATION
from ragami.judge.replay import Replay
from ragami.language import Language
from ragami.log.naming import game_named_in
from ragami.log.unredacted import log_of
from ragami.notation.line import Ends, ends_of, text_in, tokens_of, word_in
from ragami.notation.misread import Misread, Unread, fold_word
from ragami.sheet import words as w
from ragami.sheet.mend import BUDGET
from ragami.sheet.nearest import Near, nearest
from ragami.sheet.reading import SheetEntry, checked_ends, read_entry, read_opening

UTF_8: Final = N_("text in UTF-8")
_NO_UTF_8: Final = re.compile("[\udc80-\udcff]")
_MARK: Final = "\ufeff"

MOST_MISREAD: Final = 100
"""Lines that are listed of a sheet that cannot be read: nobody puts more right at once."""

LOOKED_THROUGH: Final = 2000
"""Lines of a game that are looked through after one that cannot be read."""

Numbered = tuple[int, str]


class SheetGame(NamedTuple):
    """One game of a sheet: its title, its log, and from which line of the sheet each record is.

    Of a game in which a line cannot be read, the log goes up to the first such line.
    """

    title: str | None
    log: bytes
    lines: tuple[int, ...]
    misread: tuple[Misread, ...]


def logs_in(text: bytes) -> list[SheetGame] | list[Misread]:
    """Return the games of a sheet; or, where any line cannot be read, all such lines."""
    games = read_sheet(text)
    return [misread for game in games for misread in game.misread] or games


def is_sheet(text: bytes) -> bool:
    """Return True if this is the text of a sheet, and not a log. A log begins with `{`."""
    for line in text.removeprefix(_MARK.encode()).split(b"\n", 200)[:200]:
        stripped = line.strip()
        if stripped and not stripped.startswith(b"#"):
            first = stripped.decode(errors="replace")
            return _names_a_game(first) or _game_of_record(first) is not None
    return False


def read_sheet(text: bytes) -> list[SheetGame]:
    """Return the games of a sheet, each as far as it can be read. Never raises.

    When so many lines cannot be read that nobody would look at more, it ends there.
    """
    games: list[SheetGame] = []
    misread = 0
    for lines in _apart(text):
        games.append(_Reader(lines).read())
        misread += len(games[-1].misread)
        if misread >= MOST_MISREAD:
            break
    return games


def _apart(text: bytes) -> Iterator[list[tuple[int, bytes]]]:
    """Yield the lines of each game, numbered through the file."""
    game: list[tuple[int, bytes]] = []
    lines = text.removeprefix(_MARK.encode()).split(b"\n")
    for number, line in enumerate(lines, 1):
        if _names_a_game(line.decode(errors="replace")) and any(
            _says_something(line_) for _, line_ in game
        ):
            yield game
            game = []
        game.append((number, line.removesuffix(b"\r")))
    yield game


def _names_a_game(line: str) -> bool:
    first = line.split(None, 1)[:1]
    return bool(first) and word_in(first[0], _GAME, whole=True) is not None


_GAME: Final = {w.GAME: True}
_RECORD: Final = {w.RECORD: True}
NOTED_HEADS: Final = dict.fromkeys(w.HEADS.values(), True)


def _game_of_record(line: str) -> str | None:
    """Return the game of a record 1 that stands in a sheet as it is; None for another line."""
    first, _, after = line.strip().partition(" ")
    if not word_in(first, _RECORD, whole=True):
        return None
    record, brace, _check = after.rpartition("}")
    return game_named_in((record + brace).encode(errors="replace"))


def _says_something(line: bytes) -> bool:
    return line.strip()[:1] not in (b"", b"#")


class _Reader:
    """Reads the lines of one game; after one that cannot be read, it only looks for more such."""

    def __init__(self, lines: Sequence[tuple[int, bytes]]) -> None:
        self.misread: list[Misread] = []
        # What is no UTF-8 stands in halves of characters, which no such text has.
        self.lines = [(number, line.decode(errors="surrogateescape")) for number, line in lines]
        self.language: Language = "es" if _begins_in_spanish(self.lines) else "en"
        self.records: list[bytes] = []
        self.numbers: list[int] = []
        name = game_of_sheet([text for _number, text in self.lines])
        game = game_named(name) if name and is_installed(name) else game_named(installed()[0])
        self.codec = game.codec
        self.replay = Replay(game, self.codec)
        self.heads = dict(self.replay.game.need(NOTATION).heads)

    def read(self) -> SheetGame:
        lines_left = LOOKED_THROUGH
        for number, text in self._after_heads():
            lines_left -= bool(self.misread)
            if not lines_left or len(self.misread) >= MOST_MISREAD:
                break
            try:
                entry = read_entry(self.replay, in_utf_8(text))
            except Unread as wrong:
                self._miss(number, text, wrong)
            else:
                if entry:
                    self._keep(entry, number)
        title = self.replay.seating.title
        log = log_of(self.records)
        misread = tuple(sorted(self.misread, key=lambda misread: misread.line))
        return SheetGame(title, log, tuple(self.numbers), misread)

    def _keep(self, entry: SheetEntry, number: int) -> None:
        """Take a record, as long as all before it could be read."""
        if self.misread:
            return
        seq = len(self.records) + 1
        record = entry.as_record(seq)
        self.records.append(record)
        self.numbers.append(number)
        self.replay.take(entry.read(seq, self.codec))

    def _miss(self, number: int, text: str, error: Unread) -> None:
        """Note a line that cannot be read, unless only for want of one before it."""
        if error.lost and self.misread:
            return
        near = Near()
        if error.expected != (UTF_8,):
            budget = 0 if self.misread else BUDGET
            near = nearest(self.replay, text, error, self.language, budget=budget)
        at = (number, error.column, error.found, error.expected)
        legal, example, not_due = near
        self.misread.append(Misread(*at, legal, example, error.instead, not_due=not_due))

    # --- record 1 --------------------------------------------------------------------------

    def _after_heads(self) -> list[Numbered]:
        """Read the heads that make record 1, and return the lines that follow.

        Among these are the heads that become notes, wherever they stand between the others.
        """
        lines = [numbered for numbered in self.lines if _is_line(numbered[1])]
        if not lines or not _names_a_game(lines[0][1]):
            return lines
        heads, notes, after = [lines[0]], [], 1
        for numbered in lines[1:]:
            first = numbered[1].split()[0]
            if word_in(first, self.heads, whole=True):
                heads.append(numbered)
            elif word_in(first, NOTED_HEADS, whole=True):
                notes.append(numbered)
            else:
                break
            after += 1
        self._open(heads)
        return notes + lines[after:]

    def _open(self, heads: list[Numbered]) -> None:
        """Record 1, from the heads that can be read; all others are noted."""
        while heads:
            ends: list[Ends] = []
            try:
                ends += (checked_ends(in_utf_8(text)) for _number, text in heads)
                entry = read_opening(self.replay, ends)
            except Unread as wrong:
                row = wrong.row if len(ends) == len(heads) else len(ends)
                if row or not self.misread:
                    self._miss(*heads[row], wrong)
                if not row:
                    break
                del heads[row]
            else:
                self._keep(entry, heads[0][0])
                break
        # What comes after heads that say nothing good is still looked through.
        self.replay.seq = 1


def in_utf_8(text: str) -> str:
    """Return the text unchanged. Raise `Unread` at the first byte in it that is no UTF-8."""
    match = None if text.isascii() else _NO_UTF_8.search(text)
    if match:
        byte = ord(match.group()) - 0xDC00
        raise Unread(match.start() + 1, f"\\x{byte:02x}", UTF_8)
    return text


def _is_line(text: str) -> bool:
    return text.strip()[:1] not in ("", "#")


def _begins_in_spanish(lines: Sequence[Numbered]) -> bool:
    first = next((text.split()[0] for _number, text in lines if _is_line(text)), "")
    return fold_word(first) == fold_word(w.GAME.es)


def game_of_sheet(lines: Sequence[str]) -> str | None:
    """Return the game that a sheet names in its first head, or in record 1 as it is, or None."""
    for text in lines:
        if _names_a_game(text):
            try:
                tokens = tokens_of(ends_of(text).proper)
            except Unread:
                return None
            return fold_word(text_in(tokens[1].text) or "") if len(tokens) > 1 else None
        if text.strip() and (game := _game_of_record(text)):
            return game
    return None
