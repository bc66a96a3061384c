"""Dice Forge folded by the real `Replay`, until its definition stands in the table of games.

Three things the kernel does not ask a game for yet, and this harness does: whether a ruling
reaches this very breach (8.2), whether an assertion fits the table, and the id of the log's rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import msgspec

from ragami.findings import LOG_RULE, Breach, Finding, found
from ragami.game import Game
from ragami.games.dice_forge import ending, packing, said, view
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.components import LOG_RULE as OWN_LOG_RULE
from ragami.games.dice_forge.judge import JUDGES
from ragami.games.dice_forge.rulings import lets_stand, may_be_waived
from ragami.games.dice_forge.state import State
from ragami.judge.replay import Replay
from ragami.log.record import Bad, Codec, Record, Versioned

Data = dict[str, Any]


class DiceForge:
    """What `Replay` and `Codec` ask a game for."""

    name = "dice-forge"
    events: Mapping[str, Versioned] = {
        name: Versioned(struct) for name, struct in ev.EVENTS.items()
    }
    asserted = Versioned(ev.Asserted)
    revealed = Versioned(ev.Revealed)
    judges = JUDGES
    new_state = staticmethod(State)
    pack = staticmethod(packing.pack)
    unpack = staticmethod(packing.unpack)
    differences = staticmethod(said.differences)
    reveal = staticmethod(said.reveal)
    remarks = staticmethod(said.remarks)
    may_be_waived = staticmethod(may_be_waived)
    final = staticmethod(ending.final)

    def hidden(self, _state: State, _seat: str) -> list[int]:
        return []

    def contradiction(self, _state: State, _standing: object) -> Iterable[Finding]:
        return ()


GAME = cast("Game", DiceForge())
CODEC = Codec(
    {**GAME.events, "asserted": GAME.asserted, "revealed": GAME.revealed},
)


class Fold(Replay):
    """A replay of Dice Forge."""

    def __init__(self, *, continue_after_errors: bool = False) -> None:
        super().__init__(GAME, CODEC, continue_after_errors=continue_after_errors)

    def _judge(self, seq: int, data: Any) -> bool:
        if isinstance(data, Bad):
            return super()._judge(seq, data)
        check, apply = self.game.judges[type(data)]
        waived = self.history.waived.get(seq, ())
        wrong = check(self.state, data)
        stands = [one for one in wrong if one.rule in waived and lets_stand(one)]
        illegal = [one for one in wrong if one not in stands]
        if illegal and not self._stop("illegal-event", illegal, seq):
            return False
        self._let_stand += [found("ruled-breach", one, seq, seq) for one in stands]
        apply(self.state, data, seq)
        return True

    def _assert(self, record: Record) -> Breach | None:  # type: ignore[override]
        self._settle()
        wrong = None if self.error else said.unfit(self.state, record.data)
        if wrong is None:
            super()._assert(record)
        return wrong

    def findings(self) -> list[Finding]:
        """With the id that this game has for what the log itself forbids."""
        return [
            msgspec.structs.replace(one, rule=OWN_LOG_RULE) if one.rule == LOG_RULE else one
            for one in super().findings()
        ]

    @property
    def verdict(self) -> Finding | None:
        """The first error, None if all is well."""
        errors = [one for one in self.findings() if one.severity == "error"]
        return errors[0] if errors else None

    def view(self) -> Data:
        return view.view(self.state, self.seq)


def folded(log: bytes) -> Fold:
    """A whole log."""
    fold = Fold()
    fold.take_all(CODEC.read_log(log))
    return fold


def line(seq: int, type_: str, data: Any, v: int = 1) -> bytes:
    """A record's line."""
    record = {"seq": seq, "type": type_, "v": v, "at": None, "by": None, "data": data}
    return msgspec.json.encode(record)
