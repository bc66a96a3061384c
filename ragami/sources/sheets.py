"""Score sheets where logs are read: what a sheet says is a log, or several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import to_builtins

from ragami.errors import RagamiError
from ragami.language import Language

if TYPE_CHECKING:
    from ragami.sheet import Misread, SheetGame


SUFFIX: Final = ".ragami"


class SheetLog(bytes):
    """A log that was read from a sheet; `lines` are those of the sheet where its records stand."""

    lines: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: SheetGame) -> SheetLog:
        log = cls(game.log)
        log.lines = game.lines
        return log

    def __bytes__(self) -> bytes:
        return self


class UnreadableSheet(RagamiError):
    """A sheet with lines that cannot be read. `games` go as far as each could be read."""

    def __init__(self, path: str, games: Sequence[SheetGame]) -> None:
        self.path = path
        self.games = games
        self.misread: list[Misread] = [line for game in games for line in game.misread]
        lines = [{**to_builtins(line), "text": line.say("en")} for line in self.misread]
        super().__init__("sheet-misread", path=path, number=len(lines), lines=lines)

    def say(self, language: Language) -> str:
        """Return every line that cannot be read, and that nothing was written."""
        return "\n".join([*(line.say(language) for line in self.misread), super().say(language)])


def begins_a_sheet(piece: bytes, name: str = "") -> bool:
    """Return True if a sheet begins here; a file named as one is, unless it is plainly a log."""
    if piece.startswith((b"{", b"\x1f\x8b")):
        return False
    from ragami.sheet.files import is_sheet  # noqa: PLC0415 (law 10)

    return is_sheet(piece) or (name.endswith(SUFFIX) and piece != b"")


def logs_of_sheet(name: str, text: bytes) -> Iterator[tuple[str, SheetLog]]:
    """Yield the logs of a sheet with their names. Raises `UnreadableSheet`."""
    from ragami.sheet.files import read_sheet  # noqa: PLC0415 (law 10)

    games = read_sheet(text)
    if any(game.misread for game in games):
        raise UnreadableSheet(name, games)
    for number, game in enumerate(games, 1):
        yield f"{name}#{number}" if len(games) > 1 else name, SheetLog.of(game)
