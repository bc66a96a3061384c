"""Setting up the board (rulebook p. 2) for four players, and for three and two (p. 7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from ragami.findings import Breaches, breach
from ragami.games.ragami import events as ev
from ragami.games.ragami import shipped
from ragami.games.ragami.events import COLOURS, NEUTRAL
from ragami.games.ragami.rules.due import check_due, neutral_saints_rule, on_board, seated
from ragami.games.ragami.rules.hand import acquire, check_copies, check_in_game, lay_face_up
from ragami.games.ragami.state import CONFLICT_DICE, Due, State

SEEDED_DEMONS: Final = 4
STARTING_DISCARDS: Final = 2
TWO: Final = 2


# --- record 1 ------------------------------------------------------------------------------


def check_game_opened(s: State, e: ev.GameOpened) -> Breaches:
    """Check R-SETUP-08 and what the contract says of record 1 (R-LOG-01)."""
    if s.opened:
        return check_due(s, "game_opened")
    breaches = shipped.check_components(e.components)
    colours = [seat.colour for seat in e.players]
    if (e.neutral_colour is not None) != _has_neutral(e) or e.neutral_colour in colours:
        facts = {"neutral_colour": e.neutral_colour, "players": len(colours)}
        agreed = e.options.neutral_ragami
        breaches.append(breach("R-LOG-01", "A-NEU-06", **facts, neutral_ragami=agreed))
    if len(set(colours)) < len(colours):
        twice = next(colour for colour in colours if colours.count(colour) > 1)
        breaches.append(breach("R-SETUP-08", twice=twice, colours=colours))
    return breaches


def _has_neutral(e: ev.GameOpened) -> bool:
    """Return True for two players who agreed on the neutral Ragami (R-SET2-02, A-NEU-09)."""
    return len(e.players) == TWO and e.options.neutral_ragami


def apply_game_opened(s: State, e: ev.GameOpened, seq: int) -> None:
    """Lay out the table; the steps up to the first player are due."""
    board, deck, dice = shipped.load(e.components)
    seats = tuple(seat.colour for seat in e.players)
    s.lay_out(seats, e.neutral_colour, e.options, board, deck, dice)
    s.names, s.title = {seat.colour: seat.name for seat in e.players}, e.title
    s.due = [Due("conflicts_seeded"), Due("demons_seeded")]
    if len(seats) < len(COLOURS):
        s.due.append(Due("neutral_saints_seeded"))
    s.due.append(Due("first_player_drawn"))


# --- pieces placed by chips ----------------------------------------------------------------


def check_chips(s: State, squares: Sequence[int]) -> Breaches:
    """Check that every chip names its square once in a game (R-INV-04, A-PREP-08)."""
    if s.chips_seen.isdisjoint(squares) and len(set(squares)) == len(squares):
        return []
    breaches: Breaches = []
    fresh: set[int] = set()
    for square in squares:
        if square in s.chips_seen or square in fresh:
            facts = {"square": square, "seen": sorted(s.chips_seen)}
            breaches.append(breach("R-INV-04", "A-PREP-08", **facts))
        fresh.add(square)
    return breaches


def draw_chip(s: State, square: int) -> None:
    """Take a chip from the pool for good (A-CHIP-03)."""
    s.chips_seen.add(square)
    s.pool -= 1


def place_conflicts(s: State, conflicts: Sequence[ev.Conflict]) -> None:
    """Put each die with its chip on the square of the chip (R-SETUP-04, R-PREP-10)."""
    for conflict in conflicts:
        s.chips_seen.add(conflict.square)
        s.conflicts[conflict.square] = conflict.die
    s.pool -= len(conflicts)
    s.supply_dice -= len(conflicts)


def check_conflicts_seeded(s: State, e: ev.ConflictsSeeded) -> Breaches:
    """Check R-SETUP-04."""
    if not s.opened:
        return check_due(s, "conflicts_seeded")
    breaches: Breaches = []
    if len(e.conflicts) != CONFLICT_DICE:
        breaches.append(breach("R-SETUP-04", found=len(e.conflicts), expected=CONFLICT_DICE))
    breaches += check_due(s, "conflicts_seeded")
    return breaches + check_chips(s, [conflict.square for conflict in e.conflicts])


def apply_conflicts_seeded(s: State, e: ev.ConflictsSeeded, seq: int) -> None:
    """Place six dice with six chips on six squares (R-SETUP-05)."""
    s.due.pop(0)
    place_conflicts(s, e.conflicts)


def check_demons_seeded(s: State, e: ev.DemonsSeeded) -> Breaches:
    """Check R-SETUP-06."""
    if not s.opened:
        return check_due(s, "demons_seeded")
    breaches: Breaches = []
    if len(e.squares) != SEEDED_DEMONS:
        breaches.append(breach("R-SETUP-06", found=len(e.squares), expected=SEEDED_DEMONS))
    return breaches + check_due(s, "demons_seeded") + check_chips(s, e.squares)


def apply_demons_seeded(s: State, e: ev.DemonsSeeded, seq: int) -> None:
    """Place Demons, each with its chip (R-SETUP-07), which stays out (A-CHIP-04)."""
    s.due.pop(0)
    for square in e.squares:
        draw_chip(s, square)
        s.chips_demon.append(square)
        s.demons[square] = 1
        s.supply_demons -= 1


def check_neutral_saints_seeded(s: State, e: ev.NeutralSaintsSeeded) -> Breaches:
    """Check R-SET3-01, R-SET2-01: every ownerless Saint once, each by a chip."""
    if not s.opened:
        return check_due(s, "neutral_saints_seeded")
    breaches: Breaches = []
    saints = sorted(place.saint for place in e.saints)
    expected = sorted(colour for colour in COLOURS if colour not in s.players)
    if saints != expected and len(s.seats) < len(COLOURS):
        breaches.append(breach(neutral_saints_rule(s), None, found=saints, expected=expected))
    breaches += check_due(s, "neutral_saints_seeded")
    return breaches + check_chips(s, [place.square for place in e.saints])


def apply_neutral_saints_seeded(s: State, e: ev.NeutralSaintsSeeded, seq: int) -> None:
    """Place the Saints; the chips stay out, or go back if so agreed (A-CHIP-05)."""
    s.due.pop(0)
    for place in e.saints:
        s.saints[place.saint] = place.square
        s.neutral_saints.append(place.saint)
        if s.options.neutral_saint_chip == "out":
            draw_chip(s, place.square)
            s.chips_neutral.append(place.square)


# --- first player and starting cards -------------------------------------------------------


def check_first_player_drawn(s: State, e: ev.FirstPlayerDrawn) -> Breaches:
    """Check R-SETUP-09."""
    return seated(s, e.player) or check_due(s, "first_player_drawn")


def apply_first_player_drawn(s: State, e: ev.FirstPlayerDrawn, seq: int) -> None:
    """Set the first player; the rest of the setup is due in turn order."""
    s.first = e.player
    s.due = [*_steps_of_setup(s.order(), neutral=s.neutral_colour is not None)]


@cache
def _steps_of_setup(order: tuple[ev.Colour, ...], *, neutral: bool) -> tuple[Due, ...]:
    """Return cards, pieces, and the dice, which the last player rolls (R-SETUP-10 to -17)."""
    return (
        *(Due("starting_card_kept") for _ in order),
        *(_placements_of_two(*order, neutral=neutral) if len(order) == TWO else _placements(order)),
        Due("action_dice_set", order[-1]),
    )


def _placements(order: tuple[ev.Colour, ...]) -> list[Due]:
    """Return Saints from the first player, Virtue dice from the second, Ragamis from the third."""
    return [
        *(Due("saint_set", order[n]) for n in range(len(order))),
        *(Due("virtue_set", order[(n + 1) % len(order)]) for n in range(len(order))),
        *(Due("ragami_set", order[(n + 2) % len(order)]) for n in range(len(order))),
    ]


def _placements_of_two(first: ev.Colour, second: ev.Colour, *, neutral: bool) -> list[Due]:
    """Return R-SET2-04; without the neutral Ragami the same list without it (A-NEU-10)."""
    return [
        Due("saint_set", first),
        Due("virtue_set", first),
        Due("saint_set", second),
        Due("virtue_set", second),
        Due("ragami_set", second),
        *([Due("ragami_set", NEUTRAL)] if neutral else []),
        Due("ragami_set", first),
    ]


def check_starting_card_kept(s: State, e: ev.StartingCardKept) -> Breaches:
    """Check R-SETUP-10: three cards each, one kept; players in any order."""
    if not s.opened or e.player not in s.players:
        return seated(s, e.player) or check_due(s, "starting_card_kept", e.player)
    breaches: Breaches = []
    if len(e.discarded) != STARTING_DISCARDS:
        breaches.append(breach("R-SETUP-10", found=len(e.discarded), expected=STARTING_DISCARDS))
    check_in_game(s, (*e.discarded, e.kept), breaches)
    not_now = check_due(s, "starting_card_kept", e.player)
    if not_now:
        return breaches + not_now
    if s.players[e.player].hand:
        breaches.append(breach("R-SETUP-10", player=e.player, has_kept=True))
    check_copies(s, [card for card in (*e.discarded, e.kept) if card], breaches)
    return breaches


def apply_starting_card_kept(s: State, e: ev.StartingCardKept, seq: int) -> None:
    """Lay two cards face up (A-SETUP-11), and keep one."""
    s.due.pop(0)
    s.deck_left -= len(e.discarded) + 1
    lay_face_up(s, e.discarded)
    acquire(s, s.players[e.player], e.kept, seq)


# --- pieces placed by the players ----------------------------------------------------------


def check_saint_set(s: State, e: ev.SaintSet) -> Breaches:
    """Check R-SETUP-11; any street square will do (A-SETUP-02)."""
    return seated(s, e.player) or check_due(s, "saint_set", e.player)


def apply_saint_set(s: State, e: ev.SaintSet, seq: int) -> None:
    """Place the Saint; there is no cube for it in the setup (R-SETUP-12)."""
    s.due.pop(0)
    s.saints[e.player] = e.square


def check_virtue_set(s: State, e: ev.VirtueSet) -> Breaches:
    """Check R-SETUP-13; dice may share a block (R-SETUP-14)."""
    return seated(s, e.player) or on_board(s, e.block) or check_due(s, "virtue_set", e.player)


def apply_virtue_set(s: State, e: ev.VirtueSet, seq: int) -> None:
    """Place the Virtue die, which begins at 1."""
    s.due.pop(0)
    player = s.players[e.player]
    player.virtue, player.virtue_block = 1, e.block


def check_ragami_set(s: State, e: ev.RagamiSet) -> Breaches:
    """Check that Ragamis are set in turn, one a block; the neutral one counts.

    R-SETUP-15, R-SETUP-16 and A-NEU-08.
    """
    breaches = on_board(s, e.block) or check_due(s, "ragami_set", e.ragami)
    if not breaches and e.block in s.ragamis.values():
        there = next(ragami for ragami, place in s.ragamis.items() if place == e.block)
        free = [block for block in s.board.blocks if block not in s.ragamis.values()]
        breaches.append(breach("R-SETUP-16", block=e.block, there=there, instead=free))
    return breaches


def apply_ragami_set(s: State, e: ev.RagamiSet, seq: int) -> None:
    s.due.pop(0)
    s.ragamis[e.ragami] = e.block
