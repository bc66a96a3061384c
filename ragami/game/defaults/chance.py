"""Chance in a game without dice: its events reveal what nobody can unlearn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ragami.game.unknowns import Roll


class NoDice:
    """See `unknowns.Chance`. `disclosing` names by the type of an event what it shows for good."""

    def __init__(self, disclosing: Mapping[type, str]) -> None:
        self.disclosing = disclosing

    def rolls(self, _event: object) -> Iterable[Roll]:
        return ()

    def faces(self, _state: object) -> Mapping[str, tuple[int, ...]]:
        return {}

    def disclosed(self, event: object) -> Sequence[str]:
        kind = self.disclosing.get(type(event))
        return (kind,) if kind else ()
