"""The verdict of the rules on one event, of which rulings may let some breaches stand.

There is one judge: the fold, what-if, the merging of accounts and the replay with the same luck all
ask it.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any, Final

from ragami.findings import LOG_RULE, Breach, Breaches, Finding, breach, finding_of
from ragami.game import Apply, Check, GameDefinition, GameFails, State
from ragami.log.codec import Codec
from ragami.log.history import STRUCK
from ragami.log.record import OPENING, Bad, Corrected, Record, Unknown

# What rules raise that are asked about a table that cannot be, after something illegal stood.
NONSENSE: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    GameFails,
    LookupError,
    TypeError,
    ValueError,
)


class Judge:
    """The rules of a game. Knows no log, and keeps no state."""

    __slots__ = ("_lets_stand", "_log_rule", "_rules")

    def __init__(self, game: GameDefinition) -> None:
        self._rules = game.judges
        self._lets_stand = game.lets_stand
        self._log_rule = game.log_rule

    def judged(
        self, state: State, event: object, waived: Collection[str] = ()
    ) -> tuple[Breaches, Breaches]:
        """Return the breaches of an event, and those that rulings on `waived` rules let stand."""
        breaches = [
            breach._replace(rule=self._log_rule) if breach.rule == LOG_RULE else breach
            for breach in self._rules[type(event)][0](state, event)
        ]
        if not breaches or not waived:
            return breaches, []
        ruled = [b for b in breaches if b.rule in waived and self._lets_stand(b)]
        return [breach for breach in breaches if breach not in ruled], ruled

    def wrong(
        self, state: State, event: object, seq: int, waived: Collection[str] = ()
    ) -> Finding | None:
        """Return the first thing that is illegal with an event as record `seq`.

        None if it may stand.
        """
        illegal, _ruled = self.judged(state, event, waived)
        return finding_of("illegal-event", illegal[0], seq, seq) if illegal else None

    def apply(self, state: State, event: object, seq: int) -> None:
        """Carry an event out; nothing is judged."""
        self._rules[type(event)][1](state, event, seq)


@lru_cache(maxsize=8)
def judges_of_records(game: GameDefinition, codec: Codec) -> dict[type[Any], tuple[Check, Apply]]:
    """Return the check and the apply of every event, by the class of its records."""
    return {
        codec.record_class(name): game.judges[entry.struct] for name, entry in game.events.items()
    }


def read_correction(game: GameDefinition, codec: Codec, record: Record) -> object:
    """Return the corrected event; malformed data is judged at the seq that is named.

    `STRUCK` for a correction to nothing, and a breach for half a one.
    """
    correction: Corrected = record.data
    seq, log_rule = correction.seq, game.log_rule
    type_, v = correction.type, correction.v
    if type_ is None or v is None:
        nothing = type_ is None and v is None and bytes(correction.data) == b"null"
        if nothing and seq > 1:
            return STRUCK
        return breach(LOG_RULE, None, problem="half-a-correction", named=seq)
    if seq == 1 and type_ != OPENING:
        return Bad(1, breach(log_rule, None, problem="not-opened"), type_)
    registered = codec.types.get(type_)
    if registered is not None and type_ not in game.events:
        return Bad(seq, breach(log_rule, None, problem="not-a-game-event", type=type_), type_)
    unknown = registered is None or v > registered.version
    if unknown and bytes(correction.data).startswith(b"{"):
        return Unknown(seq, type_, v, record.at, record.by, b"")
    data = codec.read_event(type_, v, correction.data)
    return Bad(seq, data, type_) if isinstance(data, Breach) else data
