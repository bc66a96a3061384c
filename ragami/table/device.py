"""The part of a game that a device plays (`capabilities.DeviceApp`) on the machine of the table.

What it needs lies apart from the games, for its owner's eyes only: a seed under what was sealed of
it, and whose things have which marks. What it tells is a seat, and nothing else.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import structs

from ragami.decoded import State
from ragami.errors import RagamiError
from ragami.filing import write_whole
from ragami.game.capabilities import APP, SETUP, DeviceApp, Host
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.language import LANGUAGES, Language
from ragami.log.unredacted import log_of
from ragami.notation.misread import fold_word
from ragami.photo import code_in
from ragami.privacy.secrets import is_private, join_secrets
from ragami.store import Secret, Store
from ragami.table.drafts import Stamp, draft_of
from ragami.table.recording import Draft, Recording

PHOTOS: Final = (".png", ".jpg", ".jpeg", ".webp", ".bmp")
MARKS: Final = "marks.json"


class Apart:
    """The folder where a device keeps what no game may show. It need not be there."""

    def __init__(self, app: DeviceApp) -> None:
        self.variable = f"RAGAMI_{app.folder.upper()}"
        self._name = app.folder

    @property
    def path(self) -> Path:
        if folder_named := os.environ.get(self.variable):
            return Path(folder_named)
        from platformdirs import user_data_path  # noqa: PLC0415 (law 10)

        return user_data_path("ragami", appauthor=False) / self._name

    def _keep(self, name: str, content: bytes) -> None:
        """Write a file for its owner alone."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(self.path / name, content, private=True)

    def keep_seed(self, seed: str, sealed: str) -> None:
        """Store a seed under its digest, so that it is found again and never used twice."""
        self._keep(f"{sealed}.seed", seed.encode())

    def seed(self, sealed: str, game: str) -> str:
        """Return the seed for what is sealed. Raise `RagamiError` `no-seed-here`."""
        try:
            return (self.path / f"{sealed}.seed").read_text("ascii")
        except FileNotFoundError:
            raise RagamiError("no-seed-here", game=game, variable=self.variable) from None

    def keep_marks(self, marks: Mapping[str, str]) -> None:
        """Store which mark each thing has, in place of what was known.

        Raises `RagamiError` `same-mark`.
        """
        pieces = {mark: piece for piece, mark in marks.items()}
        if len(pieces) < len(marks):
            raise RagamiError("same-mark")
        self._keep(MARKS, json.dumps(pieces).encode())

    @property
    def has_marks(self) -> bool:
        """True if the marks of a box were entered on this machine."""
        return (self.path / MARKS).is_file()

    def thing(self, mark: str) -> str:
        """Return the thing with this mark; typed blind, in whatever case, if there is one such.

        Raises `RagamiError` `unknown-mark`.
        """
        try:
            by_mark: dict[str, str] = json.loads((self.path / MARKS).read_bytes())
        except FileNotFoundError:
            by_mark = {}
        alike = [mark_known for mark_known in by_mark if mark_known.casefold() == mark.casefold()]
        if mark not in by_mark and len(alike) != 1:
            raise RagamiError("unknown-mark", variable=self.variable)
        return by_mark.get(mark) or by_mark[alike[0]]


class SeedWord(NamedTuple):
    """A word that a player adds to the seed."""

    player: str
    word: str


class PrivateDevice:
    """The device's part in one private game of a store, from what is kept apart."""

    def __init__(self, store: Store, game: str) -> None:
        """Raise `RagamiError` `no-app-here`, and what reading the game raises."""
        self._store = store
        self._game = game
        lines = store.read(game)
        replay = _as_far_as_legal(lines, store.secrets(game))
        app = replay.game.get(APP)
        if app is None or not is_private(lines) or not app.plays(replay.state):
            raise RagamiError("no-app-here", game=game)
        self._app: DeviceApp = app
        self._state: State = replay.state
        # The seats by all that they are called.
        self._seats = {
            fold_word(name): seat
            for seat in replay.seating.names
            for name in (seat, *(replay.game.words.word(seat, language) for language in LANGUAGES))
        }
        self.apart = Apart(app)

    @cached_property
    def _seed(self) -> str:
        """The one that was sealed, else a fresh one that nobody keeps yet."""
        sealed = self._app.sealed(self._state)
        return secrets.token_hex(32) if sealed is None else self.apart.seed(sealed, self._game)

    @property
    def seals_now(self) -> bool:
        """True if the seed is still to be sealed: the keeper of the device adds a word before."""
        return self._app.sealed(self._state) is None

    def word(self, text: str) -> SeedWord:
        """Return the word of the player who keeps the device, from `red:bread` or `red bread`.

        Raises `RagamiError` `no-word-of-a-player`.
        """
        seat, _colon, word = text.strip().replace(" ", ":", 1).partition(":")
        player = self._seats.get(fold_word(seat))
        if player is None or not word.strip():
            example = f"{next(iter(self._seats.values()))}:bread"
            raise RagamiError("no-word-of-a-player", given=text, example=example)
        return SeedWord(player, word.strip())

    def go_on(self, stamp: Stamp, word: SeedWord | None = None) -> str:
        """Write what the device has to write now, and return its type. Raises `RagamiError`.

        The `word` of the player who keeps the device is written with the seal: from then on
        whoever reads the folder of the seed knows what each further word would lead to.
        """
        if word and not self.seals_now:
            raise RagamiError("word-too-late", game=self._game)
        due = self._app.due(self._state, self._seed)
        if due is None:
            raise RagamiError("app-not-due", game=self._game)
        if self.seals_now:
            self.apart.keep_seed(self._seed, self._app.seal(self._seed))
        self._write(stamp, due, *([self._app.word(*word)] if word else []))
        return due[0]

    def where(self, mark: str) -> str:
        """Return the seat to which the thing goes that has this mark. Raises `RagamiError`."""
        piece = self.apart.thing(mark)
        seat = None
        if self._app.sealed(self._state) is not None:
            owner = self._app.owner_of(self._state, piece, self._seed)
            seat = self._app.goes_to(self._state, owner, self._seed)
        if seat is None:
            raise RagamiError("app-not-due", game=self._game)
        return seat

    def back(self, stamp: Stamp) -> int:
        """Undo to where the things were sent last, and return that record. Raises `RagamiError`."""
        to = self._app.back_to(self._state)
        if to is None:
            raise RagamiError("app-not-due", game=self._game)
        self._write(stamp, ("undone", {"to": to, "reason": None}))
        return to

    def _write(self, stamp: Stamp, *records: tuple[str, object]) -> None:
        Recording(self._store, self._game).write(stamp.drafts(records))


def _as_far_as_legal(lines: Sequence[bytes], secrets: Sequence[Secret]) -> Replay:
    """Replay a game with its secrets, without those that break a rule.

    Nobody can be told of such a breach before all is opened, and until then the device goes on.
    """
    replay = replay_log(log_of(join_secrets(lines, secrets)))
    while replay.error:
        broken = replay.error.seq or 0
        last = max((secret.seq for secret in secrets if secret.seq <= broken), default=None)
        if last is None:
            break
        secrets = [secret for secret in secrets if secret.seq != last]
        replay = replay_log(log_of(join_secrets(lines, secrets)))
    return replay


def read_mark(mark_or_photo: str) -> str:
    """Return a mark as it was typed, or what the QR code in a photo says. Raises `RagamiError`."""
    if not mark_or_photo.lower().endswith(PHOTOS):
        return mark_or_photo
    return code_in(Path(mark_or_photo).read_bytes())


def other_hosts(replay: Replay, language: Language) -> list[Host]:
    """Return whose device may play the app instead of the present one, before it has sealed."""
    app = replay.game.get(APP)
    if app is None or app.sealed(replay.state) is not None:
        return []
    agreed = structs.asdict(replay.history.reads(1).options)
    hosts = app.hosting(language).hosts
    return [host for host in hosts if not host.private and host.chosen.items() - agreed.items()]


def hosted(replay: Replay, host: Host, stamp: Stamp) -> Draft:
    """Return record 1 put right: the app's part is played by another device."""
    reads = replay.game.need(SETUP).under(replay.history.reads(1), host.chosen)
    type_, event = next(iter(replay.game.events.items()))
    data = {"seq": 1, "type": type_, "v": event.version, "data": reads}
    return draft_of("corrected", data | {"reason": None, "authority": None}, stamp)
