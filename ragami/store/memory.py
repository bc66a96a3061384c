"""A store that lasts as long as the process: for tests, and for looking at what is not kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from ragami.errors import NOTHING_NEAR, RagamiError
from ragami.store.protocol import MEMORY, Appended, Conflict, GameEntry, Secret, Store, Withdrawal
from ragami.store.validation import command_key, game_name, line, lines, repeated
from ragami.store.watching import Bell, GameWatch


class MemoryStore(Store):
    """Logs in dictionaries."""

    def __init__(self) -> None:
        self._logs: dict[str, list[bytes]] = {}
        self._commands: dict[tuple[str, str], Appended] = {}
        self._results: dict[str, tuple[int, bytes]] = {}
        self._secrets: dict[str, list[Secret]] = {}
        self._bell = Bell()
        self._rewritten = 0

    def append(
        self,
        game: str,
        expected: int,
        bodies: Sequence[bytes],
        *,
        key: str | None = None,
        secrets: Sequence[Secret] = (),
    ) -> Appended:
        lines(game_name(game), expected, bodies)
        if key is not None and (earlier := self.earlier(game, key)):
            before = self._logs[game][earlier.first - 1 : earlier.last]
            return repeated(game, key, earlier, same=before == list(bodies))
        if expected != self.head(game):
            raise Conflict(game, expected, self.head(game))
        self._logs.setdefault(game, []).extend(bodies)
        self._secrets.setdefault(game, []).extend(secrets)
        appended = Appended(expected + 1, expected + len(bodies))
        if key is not None:
            self._commands[game, key] = replace(appended, repeated=True)
        self._bell.ring(game)
        return appended

    def read(self, game: str) -> list[bytes]:
        if log := self._logs.get(game_name(game)):
            return list(log)
        raise RagamiError("game-not-found", game=game, place=MEMORY, nearest=NOTHING_NEAR)

    def read_after(self, game: str, seq: int) -> list[bytes]:
        return self._logs.get(game_name(game), [])[max(seq, 0) :]

    def head(self, game: str) -> int:
        return len(self._logs.get(game_name(game), ()))

    def heads(self, games: Sequence[str]) -> Mapping[str, int]:
        return {game: self.head(game) for game in games}

    def watch(self) -> GameWatch:
        return self._bell.watch()

    def earlier(self, game: str, key: str) -> Appended | None:
        return self._commands.get((game_name(game), command_key(key)))

    def games(self) -> list[GameEntry]:
        return [self._entry(name, log) for name, log in sorted(self._logs.items())]

    def _entry(self, name: str, log: list[bytes]) -> GameEntry:
        seq, result = self._results.get(name, (0, b""))
        return GameEntry(name, len(log), log[0], log[-1], result if seq == len(log) else None)

    def names(self) -> Iterator[str]:
        return iter(sorted(self._logs))

    def put_result(self, game: str, seq: int, result: bytes) -> None:
        line(game_name(game), seq, result)
        if seq >= self._results.get(game, (seq,))[0]:
            self._results[game] = seq, result

    def secrets(self, game: str) -> list[Secret]:
        return sorted(self._secrets.get(game_name(game), ()))

    def keys(self, game: str) -> list[str]:
        return sorted(key for name, key in self._commands if name == game_name(game))

    def withdraw(self, withdrawals: Sequence[Withdrawal], at: str) -> None:
        for withdrawal in withdrawals:
            log = self._logs.get(game_name(withdrawal.game), [])
            for seq, (before, _after) in withdrawal.lines.items():
                if log[seq - 1 : seq] != [before]:
                    raise Conflict(withdrawal.game, seq, len(log))
        for withdrawal in withdrawals:
            self._withdraw(withdrawal)
        self._rewritten += 1

    def rewritten(self) -> int:
        return self._rewritten

    def _withdraw(self, withdrawal: Withdrawal) -> None:
        game, name = withdrawal.game, game_name(withdrawal.name or withdrawal.game)
        for seq, (_before, after) in withdrawal.lines.items():
            self._logs[game][seq - 1] = after
        self._results.pop(game, None)
        secrets = self._secrets.pop(game, ())
        self._secrets[name] = [secret for secret in secrets if secret not in withdrawal.forgotten]
        self._logs[name] = self._logs.pop(game)
        for key in [key for owner, key in self._commands if owner == game]:
            self._commands[name, withdrawal.keys.get(key, key)] = self._commands.pop((game, key))

    def close(self) -> None:
        """Close nothing: there is nothing to release."""
