"""Default visibility and reveals: an earlier record, a place in it and its value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ragami.decoded import AnyEvent
from ragami.findings import Breach, Finding, breach
from ragami.game.capabilities import VISIBILITY
from ragami.game.definition import GameDefinition
from ragami.game.hidden_information import Happened
from ragami.game.visibility import Declared, Fold, Standing, plain
from ragami.log.places import get, put


def declared(game: GameDefinition) -> Declared:
    """Return the visibility that the structs of the game's events declare."""
    return Declared({name: entry.struct for name, entry in game.events.items()})


class Revealed(Struct, frozen=True, forbid_unknown_fields=True):
    """A revealed value: in record `seq`, `value` stands at `place`. `player` is who told it."""

    player: str | None
    seq: Annotated[int, Meta(ge=1)]
    place: str
    value: Any


def reveals(game: GameDefinition) -> DefaultReveals | None:
    """Return the reveals of a game whose events hide something; None for another."""
    hides = getattr(game.need(VISIBILITY), "hides", False)
    return DefaultReveals(game) if hides else None


class DefaultReveals:
    """See `hidden_information.Filling`: the log reads as if it had been known all along."""

    struct = Revealed
    fills = True

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    def reveal(self, _state: object, _data: Revealed) -> Breach | None:
        return None

    def hidden(self, _state: object, _seat: str) -> list[int]:
        return []

    def misfit(
        self, standing: Standing, reveals: Sequence[object], data: Revealed, fold: Fold
    ) -> Breach | None:
        """Return the breach of a reveal whose place is no secret or known otherwise, else None."""
        facts = {"seq": data.seq, "place": data.place}
        events = dict(self.fill(standing, reveals, fold))
        if data.seq not in events:
            return breach(self._game.log_rule, None, problem="no-such-event", named=data.seq)
        secret = self._game.need(VISIBILITY).places(events[data.seq])
        if data.place not in secret:
            return breach(self._game.log_rule, None, problem="no-such-secret", **facts)
        before = secret[data.place]
        if before is not None and before != data.value:
            return breach(self._game.log_rule, None, problem="known-otherwise", **facts)
        try:
            _filled(events[data.seq], data)
        except (msgspec.ValidationError, LookupError):
            return breach(self._game.log_rule, None, problem="unfit-value", **facts)
        return None

    def fill(
        self, standing: Standing, reveals: Sequence[AnyEvent], _fold: Fold
    ) -> Iterable[tuple[int, AnyEvent]]:
        """Return the events with all that was told of them, each value in its place."""
        return self.put(standing, reveals)

    def known(
        self, _standing: Standing, reveals: Sequence[Revealed], _state: object
    ) -> Sequence[Revealed]:
        """Return the reveals so far: no fold tells more."""
        return list(reveals)

    def foretold(self, _standing: Standing, _reveals: Sequence[tuple[int, Revealed]]) -> None:
        """Return None: whether they fit is found out record by record."""

    def put(
        self, standing: Standing, reveals: Sequence[Revealed]
    ) -> Iterable[tuple[int, AnyEvent]]:
        by_seq: dict[int, list[Revealed]] = {}
        for reveal in reveals:
            by_seq.setdefault(reveal.seq, []).append(reveal)
        for seq, event in standing:
            filled = event
            for reveal in by_seq.get(seq, ()):
                filled = _filled(filled, reveal)
            yield seq, filled

    def tells(self, _event: object) -> bool:
        """Return False: no event of the game itself fills what others leave open."""
        return False

    def repeated(
        self, _events: Iterable[Happened], _before: Callable[[int], object]
    ) -> Iterable[Finding]:
        """Return nothing: chance has nothing to repeat here."""
        return ()


def _filled(event: object, reveal: Revealed) -> object:
    """Put a revealed value in its place. Raise `ValidationError` or `LookupError` if unfit."""
    data = plain(event)
    if get(data, reveal.place) is None:
        put(data, reveal.place, reveal.value)
        return msgspec.convert(data, type(event), str_keys=True)
    return event
