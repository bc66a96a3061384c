"""What must hold of every position, worked out apart from the code."""

from __future__ import annotations

from collections import Counter
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any

from ragami.games.ragami.rules.board import Board
from ragami.games.ragami.state import State

# Worked out from the forbidden squares and the board, and kept for a round: no part of the game.
CACHES = frozenset({"reach"})


def snapshot(value: Any) -> Any:
    """Everything that a state says, as plain data that can be compared."""
    if value is None or isinstance(value, int | str):  # nearly all of them
        return value
    if isinstance(value, Board):
        return id(value)  # never changes
    if type(value).__module__ == State.__module__:
        names = [name for name in parts_of(type(value)) if hasattr(value, name)]
        return {name: snapshot(getattr(value, name)) for name in names if name not in CACHES}
    if isinstance(value, dict):
        return [(snapshot(key), snapshot(inside)) for key, inside in value.items()]
    if isinstance(value, list):
        return [snapshot(inside) for inside in value]
    return sorted(value) if isinstance(value, set) else value


def parts_of(kind: type) -> list[str]:
    """The attributes that are kept, also of a compiled class, which has no `__slots__`."""
    kept = (GetSetDescriptorType, MemberDescriptorType)
    return sorted(name for name, part in vars(kind).items() if isinstance(part, kept))


def check_invariants(s: State) -> None:
    """R-INV-01 to R-INV-07, and the range of R-INV-08."""
    if not s.opened:
        return
    _check_cubes_and_demons(s)
    _check_conflicts_and_chips(s)
    _check_cards(s)
    _check_virtue_and_action_dice(s)
    if s.options.movement_check != "off":
        _check_places(s)


def _check_cubes_and_demons(s: State) -> None:
    cubes = [s.cubes, *(player.cubes for player in s.players.values())]
    assert sum(cubes) == 30, "R-INV-01"
    assert min(cubes) >= 0, "R-INV-01"
    assert s.supply_demons + sum(s.demons.values()) == 6, "R-INV-02"
    assert min([s.supply_demons, *s.demons.values()]) >= 0, "R-INV-02"
    assert 0 not in s.demons.values(), "a square without Demons is not listed"


def _check_conflicts_and_chips(s: State) -> None:
    assert s.supply_dice + len(s.conflicts) == 6, "R-INV-03"
    assert s.supply_dice >= 0, "R-INV-03"
    assert set(s.conflicts.values()) <= set(range(1, 7)), "R-INV-03"
    out = Counter(
        [*s.conflicts, *s.chips_resolved, *s.chips_forbidden, *s.chips_demon, *s.chips_neutral]
    )
    assert s.pool + len(out) == 30, "R-INV-04"
    assert s.pool >= 0, "R-INV-04"
    assert set(out.values()) <= {1}, "R-INV-04"
    assert set(out) == s.chips_seen, "R-INV-04"


def _check_cards(s: State) -> None:
    hands = [slot for player in s.players.values() for slot in player.hand]
    copies = s.deck.copies
    removed = sum(copies[kind] for kind in s.removed) if copies else 0
    assert s.deck_left + s.used_count + len(hands) + removed == 33, "R-INV-05"
    assert min(s.deck_left, s.used_count) >= 0, "R-INV-05"
    assert all(len(player.hand) <= 3 for player in s.players.values()), "R-DRAW-05"
    assert s.used_count == sum(s.used)
    known = Counter(slot.card for slot in hands if slot.card is not None)
    for kind in range(1, 16):
        assert s.certain[kind] == s.used[kind] + known[kind]
        assert copies is None or s.certain[kind] <= copies[kind], "A-LOG-03"


def _check_virtue_and_action_dice(s: State) -> None:
    for player in s.players.values():
        on_board = player.virtue_block is not None
        assert player.virtue in (range(1, 7) if on_board else [0]), "R-INV-06"
        assert not on_board or player.virtue_block in s.board.blocks, "R-INV-06"
    assert all(0 <= die <= max(s.dice.action) for die in s.space_dice.values()), "R-INV-08"


def _check_places(s: State) -> None:
    crowd = Counter(place for place in s.ragamis.values() if isinstance(place, int))
    assert all(there <= 2 for there in crowd.values()), "R-INV-07"
    leaving = {due.who for due in s.due if due.type == "ragami_displaced"}
    staying = {place for ragami, place in s.ragamis.items() if ragami not in leaving}
    assert not staying & set(s.chips_forbidden), "R-INV-07"
    for ragami, place in s.ragamis.items():
        colour = s.neutral_colour if ragami == "neutral" else ragami
        assert s.saints.get(colour) != place, "R-INV-07"  # type: ignore[arg-type]
