"""Where logs live: what every store offers, and which one is opened.

A store keeps the lines of logs, each under its game and `seq`, and gives the same bytes back. It
knows the form of a line (one line of JSON) and nothing of what it says: no game, no legality.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, Self

from msgspec import Struct

from ragami.address import is_address
from ragami.errors import RagamiError

if TYPE_CHECKING:
    from ragami.store.watching import Watch

MEMORY: Final = ":memory:"


class Appended(Struct, frozen=True, gc=False):
    """What an append wrote: records `first` to `last`; `repeated` if they were there before."""

    first: int
    last: int
    repeated: bool = False


class GameEntry(NamedTuple):
    """One game of a store: its name, its length, its outermost records as they stand.

    `result` is what `put_result` kept, if it was worked out from just these records, else None.
    """

    name: str
    records: int
    first: bytes
    last: bytes
    result: bytes | None


class Secret(NamedTuple):
    """What the record `seq` leaves out at `place` (`kept[0]`), kept apart from the log.

    `value` is JSON; with `salt`, in base 64, it opens the commitment that stands in the log.
    """

    seq: int
    place: str
    salt: str
    value: str


class Withdrawal(NamedTuple):
    """What is taken out of one game: the only way in which a store changes what it has.

    `lines` has by seq the line as it stands, and the withheld one for its place. `forgotten` are
    secrets, `keys` the keys of commands with their new ones, `name` a new name for the game.
    """

    game: str
    lines: Mapping[int, tuple[bytes, bytes]] = {}
    forgotten: Sequence[Secret] = ()
    keys: Mapping[str, str] = {}
    name: str | None = None


class Conflict(RagamiError):
    """The game has `found` records, not the `expected` ones: read it again and decide again."""

    def __init__(self, game: str, expected: int, found: int) -> None:
        super().__init__("somebody-was-first", game=game, expected=expected, found=found)
        self.expected = expected
        self.found = found


class Store(Protocol):
    """Logs by name. What is appended stays as it is; only `withdraw` takes words out of it.

    Every method raises `RagamiError` with exit code 7 when the storage fails, and `bad-game-name`
    for a name that no game can have. What was returned from `append` is on the disk.
    """

    @abstractmethod
    def append(
        self,
        game: str,
        expected: int,
        bodies: Sequence[bytes],
        *,
        key: str | None = None,
        secrets: Sequence[Secret] = (),
    ) -> Appended:
        """Write `bodies` as the records after record `expected`: all of them or none.

        `secrets` are what they leave out. `expected` 0 makes the game. `key` makes a repetition
        harmless, for ever: the same key with the same bodies writes nothing and gives the first
        answer again.

        Raises `Conflict` when `expected` is not the last record, `RagamiError` `key-used` when the
        key came with other bodies before, `bad-record-line`, `bad-key` or `nothing-to-append`.
        """

    @abstractmethod
    def read(self, game: str) -> list[bytes]:
        """All records of a game from the first one on, as they were given.

        Raises `RagamiError` `game-not-found`.
        """

    @abstractmethod
    def read_after(self, game: str, seq: int) -> list[bytes]:
        """The records that came after record `seq`; none when there are none, or no such game."""

    @abstractmethod
    def head(self, game: str) -> int:
        """The seq of the last record; 0 when there is no such game."""

    @abstractmethod
    def heads(self, games: Sequence[str]) -> Mapping[str, int]:
        """`head` of each of these games."""

    @abstractmethod
    def watch(self) -> Watch:
        """Tells of games that grow from now on, whoever writes; is to be closed by itself."""

    @abstractmethod
    def earlier(self, game: str, key: str) -> Appended | None:
        """What the command with this key wrote when it came before; None if it never did."""

    @abstractmethod
    def games(self) -> list[GameEntry]:
        """Every game, by name in code point order."""

    @abstractmethod
    def names(self) -> Iterator[str]:
        """The name of every game, in code point order; never more than a few of them in memory."""

    @abstractmethod
    def put_result(self, game: str, seq: int, result: bytes) -> None:
        """Keep what was worked out from records 1 to `seq`, a cache: a line of JSON.

        A result from fewer records than the one that is kept changes nothing.
        Raises `RagamiError` `bad-record-line`.
        """

    @abstractmethod
    def secrets(self, game: str) -> list[Secret]:
        """What the records of a game leave out, as far as it is not forgotten, by seq and place."""

    @abstractmethod
    def keys(self, game: str) -> list[str]:
        """The keys of the commands that wrote a game."""

    @abstractmethod
    def withdraw(self, withdrawals: Sequence[Withdrawal], at: str) -> None:
        """Take words out of some games, all or none, so that nothing of them stays in the file.

        What was worked out from these games is forgotten too. Raises `Conflict` where a line is
        another one by now, `RagamiError` `old-bytes-left` where they are taken out, but another
        program has hindered the file from being cleared; with no withdrawals it only is cleared.
        """

    @abstractmethod
    def rewritten(self) -> Hashable:
        """Something that is another one after every `withdraw`, whoever withdrew."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the file. A store is used no more after that."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def database_path(given: Path | str | None = None) -> Path | str:
    """The database that is meant: `given`, else RAGAMI_DB, else one in the user's data folder.

    A path, or the address of a database on a server.
    """
    if named := given or os.environ.get("RAGAMI_DB"):
        return named if is_address(named) else Path(named)
    return _data_folder() / "ragami.db"


def open_store(path: Path | str | None = None, *, create: bool = True) -> Store:
    """The store at `path` (as `database_path` reads it); `:memory:` is one that is not kept.

    A database that is not there is made, unless `create` is false (`database-not-found`). The
    user's data folder is made as well; a folder that somebody named is not (`database-not-opened`),
    nor a database on a server, but our tables in it.
    """
    place = database_path(path)
    if isinstance(place, str):
        from ragami.extras import needed  # noqa: PLC0415 (law 10)

        with needed("pg"):
            from ragami.store.postgres import PostgresStore  # noqa: PLC0415 (law 10)
        return PostgresStore(place, create=create)
    if str(place) == MEMORY:
        from ragami.store.memory import MemoryStore  # noqa: PLC0415 (law 10)

        return MemoryStore()
    from ragami.store.sqlite import SqliteStore  # noqa: PLC0415 (law 10)

    if create and not (path or os.environ.get("RAGAMI_DB")):
        _make_folder(place.parent)
    return SqliteStore(place, create=create)


def _data_folder() -> Path:
    from platformdirs import user_data_path  # noqa: PLC0415 (law 10)

    return user_data_path("ragami", appauthor=False)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RagamiError("database-not-opened", path=str(folder), found=error.strerror) from error
