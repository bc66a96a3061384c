"""Preparing the next round (rulebook p. 3): steps 1 to 5; step 6 is in `action_dice`."""

from __future__ import annotations

from functools import cache
from typing import Final

from ragami.findings import Breaches, breach
from ragami.games.ragami import events as ev
from ragami.games.ragami.events import NEUTRAL
from ragami.games.ragami.rules.due import check_due, not_due, on_board, seated
from ragami.games.ragami.rules.ending import finish
from ragami.games.ragami.rules.points import VIRTUE_PER_VP, grow_virtue, spend_virtue
from ragami.games.ragami.rules.setup import check_chips, place_conflicts
from ragami.games.ragami.state import Due, State

DIE_MAX: Final = 6


# --- steps 1 to 3 --------------------------------------------------------------------------


def prepare(s: State) -> None:
    """Change the first player and raise the dice; who must leave a square is due next."""
    s.phase = "preparation"
    s.round += 1
    assert s.first is not None, "a round was played"
    s.first = s.left_of[s.first]  # R-PREP-01
    blown_up = raise_conflicts(s)
    if not blown_up.isdisjoint(s.ragamis.values()):
        in_order: list[ev.Ragami] = [*s.order(), NEUTRAL]
        leaving = [ragami for ragami in in_order if s.ragamis.get(ragami) in blown_up]
        s.due = [Due("ragami_displaced", ragami) for ragami in leaving]
    if not s.due:
        go_on_after_displacing(s)


def raise_conflicts(s: State) -> set[int]:
    """Raise every die by 1; at 7 it leaves and its square is forbidden (R-PREP-03..06)."""
    blown_up = []
    for square, die in s.conflicts.items():
        if die < DIE_MAX:
            s.conflicts[square] = die + 1
        else:
            blown_up.append(square)
    for square in blown_up:
        del s.conflicts[square]
        s.supply_dice += 1
        s.chips_forbidden.append(square)
        s.forbidden.add(square)
    if blown_up:
        s.reach = {}
    return set(blown_up)


def check_ragami_displaced(s: State, e: ev.RagamiDisplaced) -> Breaches:
    """Check R-PREP-07: to a block at the square, in turn order, the neutral one last."""
    breaches = on_board(s, e.block) or check_due(s, "ragami_displaced", e.ragami)
    if breaches:
        return breaches
    square = s.ragamis[e.ragami]
    assert isinstance(square, int)
    near = s.board.blocks_at[square]
    if e.block not in near:
        breaches.append(breach("R-PREP-07", square=square, block=e.block, instead=sorted(near)))
    return breaches


def apply_ragami_displaced(s: State, e: ev.RagamiDisplaced, seq: int) -> None:
    """Move the displaced Ragami to the chosen block, and continue if it was the last."""
    s.due.pop(0)
    s.ragamis[e.ragami] = e.block
    if not s.due:
        go_on_after_displacing(s)


def go_on_after_displacing(s: State) -> None:
    """Grow the Virtue dice once everybody has left (A-PREP-03); the next step is due."""
    grow_virtue(s)
    if conflicts_to_draw(s):
        s.due = [Due("conflicts_drawn")]
    else:
        s.due = [*_steps_five_and_six(s.order())]


# --- step 4 --------------------------------------------------------------------------------


def conflicts_to_draw(s: State) -> int:
    """Return a chip a die, as long as there are chips (R-PREP-10, A-PREP-06)."""
    return s.supply_dice if s.supply_dice < s.pool else s.pool


def check_conflicts_drawn(s: State, e: ev.ConflictsDrawn) -> Breaches:
    """Check R-PREP-10; not more than there are (R-INV-03, R-INV-04)."""
    breaches = check_due(s, "conflicts_drawn")
    if breaches:
        return breaches
    number = len(e.conflicts)
    if number < conflicts_to_draw(s):
        facts = {"supply": s.supply_dice, "pool": s.pool, "expected": conflicts_to_draw(s)}
        breaches.append(breach("R-PREP-10", "A-PREP-06", found=number, **facts))
    if number > s.supply_dice:
        breaches.append(breach("R-INV-03", None, found=number, supply=s.supply_dice))
    if number > s.pool:
        breaches.append(breach("R-INV-04", "A-PREP-06", found=number, pool=s.pool))
    return breaches + check_chips(s, [conflict.square for conflict in e.conflicts])


def apply_conflicts_drawn(s: State, e: ev.ConflictsDrawn, seq: int) -> None:
    """Place the conflicts; if so agreed, chips that run out end the game at once (A-CHIP-02)."""
    place_conflicts(s, e.conflicts)
    if not s.pool and s.options.chips_out_in_preparation == "end_now":
        finish(s, "chips", grow=False)
    else:
        s.due = [*_steps_five_and_six(s.order())]


# --- step 5 --------------------------------------------------------------------------------


@cache
def _steps_five_and_six(order: tuple[ev.Colour, ...]) -> tuple[Due, ...]:
    """Return a Virtue step for each, clockwise (A-PREP-09); then the last player rolls."""
    return (*(Due("virtue_step", player) for player in order), Due("action_dice_set", order[-1]))


def check_virtue_step(s: State, e: ev.VirtueStep) -> Breaches:
    """Check that points are converted, then a die placed or moved, in turn order.

    R-PREP-12, R-PREP-13 and A-PREP-09.
    """
    breaches = seated(s, e.player) or on_board(s, e.block)
    if breaches:
        return breaches
    if s.phase != "preparation" or s.due[0].type not in ("virtue_step", "action_dice_set"):
        return [not_due(s, "virtue_step", e.player)]
    if not _waits_for(s, e.player):
        waiting = [due.who for due in s.due if due.type == "virtue_step"]
        breaches.append(breach("R-PREP-12", "A-PREP-09", player=e.player, instead=waiting))
    player = s.players[e.player]
    needs = VIRTUE_PER_VP * e.vp
    if player.virtue < needs:
        breaches.append(breach("R-PREP-12", "A-PREP-11", needs=needs, has=player.virtue, vp=e.vp))
    elif e.block and e.block == player.virtue_block and player.virtue > needs:
        blocks = [block for block in s.board.blocks if block != e.block]
        breaches.append(breach("R-PREP-13", "A-PREP-12", block=e.block, instead=blocks))
    return breaches


def _waits_for(s: State, player: ev.Colour) -> bool:
    """Return True if the player's turn in step 5 has not gone by."""
    for due in s.due:
        if due.who == player:
            return due.type == "virtue_step"
    return False


def apply_virtue_step(s: State, e: ev.VirtueStep, seq: int) -> None:
    """Convert points; a die that is moved or placed shows 1 (R-PREP-13, R-PREP-14)."""
    while s.due[0].who != e.player:
        s.due.pop(0)
    s.due.pop(0)
    player = s.players[e.player]
    if e.vp:
        spend_virtue(player, VIRTUE_PER_VP * e.vp)
        player.vp += e.vp
    if e.block is not None:
        player.virtue, player.virtue_block = 1, e.block
