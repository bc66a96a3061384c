"""Dice Forge folded by the real `Replay`, and records as they stand in a log."""

from __future__ import annotations

from typing import Any

import msgspec

from ragami.findings import Finding
from ragami.games.dice_forge.game import GAME
from ragami.judge.replay import Replay
from tests.games.versions import version_of

Data = dict[str, Any]
CODEC = GAME.codec


class Fold(Replay):
    """A replay of Dice Forge."""

    def __init__(self, *, continue_after_errors: bool = False) -> None:
        super().__init__(GAME, continue_after_errors=continue_after_errors)

    @property
    def verdict(self) -> Finding | None:
        """The first error, None if all is well."""
        errors = [one for one in self.findings() if one.severity == "error"]
        return errors[0] if errors else None

    def in_words(self) -> str:
        """What is wrong, for a test that fails."""
        return GAME.words.say(self.verdict, "en") if self.verdict else "nothing is wrong"

    def view(self) -> Data:
        return GAME.view(self.state, self.seq)


def folded(log: bytes) -> Fold:
    fold = Fold()
    fold.take_all(CODEC.read_log(log))
    return fold


def line(seq: int, type_: str, data: Any, v: int | None = None) -> bytes:
    """A record's line, of the version of today if no other is asked for."""
    v = version_of(CODEC, type_) if v is None else v
    record = {"seq": seq, "type": type_, "v": v, "at": None, "by": None, "data": data}
    return msgspec.json.encode(record)
