"""Chance in events: what was rolled or drawn, and a game played again with the same luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from ragami.decoded import type_of
from ragami.game.chance import Deal, Roll, Spent
from ragami.games.ragami import events as ev
from ragami.games.ragami.rules.preparation import conflicts_to_draw
from ragami.games.ragami.speech import TABLES
from ragami.games.ragami.state import State
from ragami.language import Language

# The Conflict dice are ordinary ones; which of them lies where, nobody writes down.
CONFLICT_FACES: Final = (1, 2, 3, 4, 5, 6)


def rolls(event: object) -> Iterator[Roll]:
    """Yield the rolls of an event (R-SETUP-04, R-SETUP-17, R-PREP-10, R-PREP-16, R-CONF-14)."""
    match event:
        case ev.ActionDiceSet():
            for die, face in enumerate(event.rolls):
                yield Roll("action", die, face, event.player)
        case ev.ConflictTried():
            for face in event.power_rolls:  # a second roll is of the same die (R-C06-1)
                yield Roll("power", 0, face, event.player)
        case ev.ConflictsSeeded() | ev.ConflictsDrawn():
            for conflict in event.conflicts:
                yield Roll("conflict", None, conflict.die)


def disclosed(event: Any) -> list[str]:
    """Return the kinds of chance that an event reveals: `roll`, `chip`, `card`; none by choice."""
    drawn = LUCK.drawn(event)
    revealed = ["roll"] if any(True for _ in rolls(event)) else []
    return revealed + [kind for kind, source in DISCLOSED.items() if source in drawn]


def faces(state: State) -> Mapping[str, tuple[int, ...]]:
    """Return the faces of each kind of die at this table."""
    return {
        "action": state.dice.action,
        "power": state.dice.power,
        "conflict": CONFLICT_FACES,
    }


# --- the same luck again -----------------------------------------------------------------


CHIPS: Final = "chips"
CONFLICT_DICE: Final = "conflict dice"
CARDS: Final = "cards"
ACTION_DICE: Final = "action dice"
POWER_DIE: Final = "power die"
FIRST_PLAYER: Final = "first player"
DISCLOSED: Final = {"chip": CHIPS, "card": CARDS}

# A step of the setup or of a preparation that somebody has to take before it can go on.
OBLIGATORY: Final = (
    ev.FirstPlayerDrawn,
    ev.StartingCardKept,
    ev.SaintSet,
    ev.VirtueSet,
    ev.ActionDiceSet,
)
STEPS: Final = (ev.ConflictsDrawn, ev.RagamiDisplaced, ev.VirtueStep)


def _conflicts(e: Any) -> dict[str, list[int]]:
    squares, dice = ([getattr(c, field) for c in e.conflicts] for field in ("square", "die"))
    return {CHIPS: squares, CONFLICT_DICE: dice}


# By the struct of an event: what chance brought in it (R-SETUP-04..10, R-PREP-10, R-DRAW-02 …).
DRAWN: Final[Mapping[type[ev.Event], Callable[[Any], Mapping[str, Sequence[Any]]]]] = {
    ev.ConflictsSeeded: _conflicts,
    ev.ConflictsDrawn: _conflicts,
    ev.DemonsSeeded: lambda e: {CHIPS: e.squares},
    ev.NeutralSaintsSeeded: lambda e: {CHIPS: [saint.square for saint in e.saints]},
    ev.FirstPlayerDrawn: lambda e: {FIRST_PLAYER: [e.player]},
    ev.StartingCardKept: lambda e: {CARDS: [*e.discarded, e.kept]},
    ev.CardsDrawn: lambda e: {CARDS: [*e.rejected, *e.kept]},
    ev.ActionDiceSet: lambda e: {ACTION_DICE: [e.rolls]},
    ev.ConflictTried: lambda e: {POWER_DIE: e.power_rolls},
}


class Luck:
    """The chance in Ragami's events, for replays with the same luck."""

    def drawn(self, event: Any) -> Mapping[str, Sequence[Any]]:
        return DRAWN[type(event)](event) if type(event) in DRAWN else {}

    def dealt(self, state: State, event: object, deal: Deal) -> Any:
        match event:
            case ev.ConflictsSeeded():
                return _with_conflicts(event, len(event.conflicts), deal)
            case ev.ConflictsDrawn():
                preparing = state.phase == "preparation"
                number = conflicts_to_draw(state) if preparing else len(event.conflicts)
                return _with_conflicts(event, number, deal)
            case ev.NeutralSaintsSeeded():
                saints = zip(event.saints, deal(CHIPS, len(event.saints)), strict=True)
                return replace(event, saints=tuple(replace(s, square=to) for s, to in saints))
            case ev.StartingCardKept():
                out, kept_cards = _chosen(event.discarded, (event.kept,), deal)
                return replace(event, discarded=out, kept=kept_cards[0])
            case ev.CardsDrawn():
                rejected, kept_cards = _chosen(event.rejected, event.kept, deal)
                return replace(event, rejected=rejected, kept=kept_cards)
        return _with_plain_luck(event, deal)

    def otherwise(self, state: State, event: object) -> Iterator[Any]:
        match event:
            case ev.TurnEnded():
                yield ev.Passed(event.player)
            case ev.ConflictTried() if event.withdraw_to is not None:
                yield replace(event, withdraw_to=None)
            case ev.CardsDrawn() if event.discarded is not None:
                yield replace(event, discarded=None)
            case ev.ActionDiceSet() if state.opened:
                demons = event.demons[: min(event.rolls.count(1), state.supply_demons)]
                yield replace(event, demons=demons)

    def forced(self, state: State, deal: Deal) -> Any:
        if state.phase != "preparation" or state.due[0].type != "conflicts_drawn":
            return None
        return _with_conflicts(ev.ConflictsDrawn(()), conflicts_to_draw(state), deal)

    def may_be_left_out(self, state: State, event: Any) -> bool:
        if state.phase == "setup" or isinstance(event, OBLIGATORY):
            return False
        if isinstance(event, STEPS):
            if state.phase != "preparation":
                return False
            # A player need not use the Virtue die: also where that is due, it may be left out.
            return isinstance(event, ev.VirtueStep) or state.due[0].type != type_of(event)
        return state.phase != "turns" or event.player in (state.active, *state.passed)

    def name(self, source: str, language: Language) -> str:
        return TABLES["luck"][source].text(language)


def _with_conflicts(event: Any, number: int, deal: Deal) -> object:
    pairs = zip(deal(CHIPS, number), deal(CONFLICT_DICE, number), strict=True)
    return replace(event, conflicts=tuple(ev.Conflict(square, die) for square, die in pairs))


def _with_plain_luck(event: object, deal: Deal) -> object:
    match event:
        case ev.DemonsSeeded():
            return replace(event, squares=tuple(deal(CHIPS, len(event.squares))))
        case ev.FirstPlayerDrawn():
            return replace(event, player=deal(FIRST_PLAYER, 1)[0])
        case ev.ActionDiceSet():
            return replace(event, rolls=deal(ACTION_DICE, 1)[0])
        case ev.ConflictTried():
            return replace(event, power_rolls=tuple(deal(POWER_DIE, len(event.power_rolls))))
    return event


def _chosen(
    laid: Sequence[int], kept_cards: Sequence[int | None], deal: Deal
) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    """Return the cards laid off and kept of those dealt now, following the earlier choice.

    The kinds that were laid off and kept are so again, where they come; the others in the order in
    which they come. A card that nobody knows is kept: it cannot be laid off face up.
    """
    coming = deal(CARDS, len(laid) + len(kept_cards))
    remaining: list[int | None] = list(coming)
    again = [_taken(card, remaining) for card in (*laid, *kept_cards)]
    known_first = sorted(remaining, key=lambda card: card is None)
    filled = [known_first.pop(0) if card is MISSING else card for card in again]
    laid_off = filled[: len(laid)]
    if None in laid_off:
        raise Spent(CARDS)
    return tuple(card for card in laid_off if card), tuple(filled[len(laid) :])


MISSING: Final[Any] = object()


def _taken(card: int | None, remaining: list[int | None]) -> Any:
    if card not in remaining:
        return MISSING
    remaining.remove(card)
    return card


LUCK: Final = Luck()
