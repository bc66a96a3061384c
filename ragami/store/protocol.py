"""The interface of all stores, and their input and output."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, Self

from msgspec import Struct

from ragami.errors import RagamiError

if TYPE_CHECKING:
    from ragami.store.watching import GameWatch


MEMORY: Final = ":memory:"
"""The place of a store that is not kept."""

SERVERS: Final = ("postgresql://", "postgres://")
"""How the address of a database on a server begins; every other name of one is a path."""


def is_address(named: Path | str) -> bool:
    """Return True if this names a database on a server."""
    return isinstance(named, str) and named.startswith(SERVERS)


def without_password(address: str) -> str:
    """Return the address as it may be shown."""
    scheme, slashes, rest = address.partition("://")
    place, question, settings = rest.partition("?")
    user, at, host = place.rpartition("@")
    kept = [
        setting for setting in settings.split("&") if not setting.lower().startswith("password=")
    ]
    if not any(kept):
        question = ""
    return f"{scheme}{slashes}{user.partition(':')[0]}{at}{host}{question}{'&'.join(kept)}"


class Appended(Struct, frozen=True, gc=False):
    """The result of an append: records `first` to `last`; `repeated` if they were there before."""

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
    """A value that record `seq` leaves out at `place` (`kept[0]`), kept apart from the log.

    `value` is JSON; with `salt`, in base 64, it opens the commitment that stands in the log.
    """

    seq: int
    place: str
    salt: str
    value: str


class Withdrawal(NamedTuple):
    """A withdrawal from one game: the only way in which a store changes what it has.

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
        """Return all records of a game from the first one on, as they were given.

        Raises `RagamiError` `game-not-found`.
        """

    @abstractmethod
    def read_after(self, game: str, seq: int) -> list[bytes]:
        """Return the records that came after record `seq`.

        None when there are none, or no such game.
        """

    @abstractmethod
    def head(self, game: str) -> int:
        """Return the seq of the last record; 0 when there is no such game."""

    @abstractmethod
    def heads(self, games: Sequence[str]) -> Mapping[str, int]:
        """Return `head` of each of these games."""

    @abstractmethod
    def watch(self) -> GameWatch:
        """Watch for games that grow from now on, whoever writes. Is to be closed by itself."""

    @abstractmethod
    def earlier(self, game: str, key: str) -> Appended | None:
        """Return the result of the earlier command with this key; None if there was none."""

    @abstractmethod
    def games(self) -> list[GameEntry]:
        """Return every game, by name in code point order."""

    @abstractmethod
    def names(self) -> Iterator[str]:
        """Return the name of every game, in code point order.

        Never more than a few of them in memory.
        """

    @abstractmethod
    def put_result(self, game: str, seq: int, result: bytes) -> None:
        """Store what was worked out from records 1 to `seq`, a cache: a line of JSON.

        A result from fewer records than the one that is kept changes nothing.
        Raises `RagamiError` `bad-record-line`.
        """

    @abstractmethod
    def secrets(self, game: str) -> list[Secret]:
        """Return the secrets left out of a game's records and not forgotten, by seq and place."""

    @abstractmethod
    def keys(self, game: str) -> list[str]:
        """Return the keys of the commands that wrote a game."""

    @abstractmethod
    def withdraw(self, withdrawals: Sequence[Withdrawal], at: str) -> None:
        """Take words out of some games, all or none, so that nothing of them stays in the file.

        What was worked out from these games is forgotten too. Raises `Conflict` where a line is
        another one by now, `RagamiError` `old-bytes-left` where they are taken out, but another
        program has hindered the file from being cleared; with no withdrawals it only is cleared.
        """

    @abstractmethod
    def rewritten(self) -> Hashable:
        """Return a value that changes with every `withdraw`, whoever withdrew."""

    @abstractmethod
    def close(self) -> None:
        """Close the file. A store is used no more after that."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
