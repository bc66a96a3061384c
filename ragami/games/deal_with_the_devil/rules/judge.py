"""Judging the events: one check and one effect for every type.

The order of checks is a promise: well-formed, due, not again, nothing unknown that has
to be told, and then what the row of the type says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET, Struct

from ragami.decoded import type_name
from ragami.findings import Breach, breach
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.components import SHIPPED, Cards
from ragami.games.deal_with_the_devil.rules import (
    actions,
    bank,
    cards,
    deals,
    facing,
    hunt,
    ritual,
    setup,
)
from ragami.games.deal_with_the_devil.rules.due import AGAIN, again, not_due
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.visibility import SECRETS, nulls, owner

LOG: Final = "R-D-LOG-01"

Checks = Callable[[State, Any], Iterable[Breach]]
Effect = Callable[[State, Any, int], None]
Check = Callable[[State, Any], list[Breach]]


def _nothing(s: State, event: object) -> Iterable[Breach]:
    return ()


ROWS: Final[Mapping[type[Struct], tuple[Checks, Effect]]] = {
    ev.GameOpened: (setup.check_opened, setup.open_game),
    ev.DistributionSealed: (_nothing, setup.seal),
    ev.WishesGiven: (setup.check_wishes, setup.wish),
    ev.WordGiven: (setup.check_word, setup.give_word),
    ev.CharactersDealt: (setup.check_roles, setup.deal_characters),
    ev.CardsDrawn: (cards.check_drawn, cards.draw),
    ev.BuildingsPassed: (cards.check_passed, cards.pass_on),
    ev.OfferMade: (deals.check_offer, deals.offer),
    ev.OffersSent: (deals.check_sent, deals.send),
    ev.OfferAnswered: (deals.check_answer, deals.answer),
    ev.ChestsReturned: (_nothing, deals.return_chests),
    ev.PlanShown: (actions.check_plan, actions.plan),
    ev.StepResolved: (actions.check_step, actions.resolve),
    ev.AchievementClaimed: (actions.check_claim, actions.claim),
    ev.ActionsEnded: (actions.check_end, actions.end),
    ev.VotesCast: (hunt.check_votes, hunt.vote),
    ev.ChargeAnswered: (hunt.check_charge, hunt.answer),
    ev.WingsBought: (bank.check_wings, bank.buy_wings),
    ev.RolesShown: (setup.check_shown, setup.show_roles),
    ev.RitualOpened: (ritual.check_ritual, ritual.open_ritual),
    ev.InquisitorTurned: (ritual.check_turned, ritual.turn),
    ev.AccusationAnswered: (ritual.check_accused, ritual.answer),
    ev.InquisitionFaced: (facing.check_faced, facing.face),
    ev.WallOpened: (facing.check_wall, facing.open_wall),
    ev.SeedOpened: (setup.check_seed, setup.open_seed),
    ev.BankTraded: (bank.check_trade, bank.trade),
    ev.LoanTaken: (bank.check_loan, bank.borrow),
    ev.DebtPaid: (bank.check_repaying, bank.repay),
    ev.RequestShown: (_nothing, bank.show_request),
}

# The rules that a ruling may waive.
WAIVABLE: Final = frozenset(
    {
        *("R-D-CARD-01", "R-D-CARD-04", "R-D-DEAL-02", "R-D-DEAL-03", "R-D-DEAL-04"),
        *("R-D-ACT-04", "R-D-ACT-12", "R-D-ACH-01", "R-D-ACH-04", "R-D-WITCH-03"),
        *("R-D-WITCH-05", "R-D-COMP-03", "R-D-RIT-02", "R-D-GUESS-06"),
    }
)


# --- ids that the set does not have --------------------------------------------------------


def _malformed(s: State, event: Any) -> Iterator[Breach]:
    """Yield breaches of R-D-LOG-01 that only the set or an option shows."""
    if isinstance(event, ev.GameOpened):
        card_set = event.components.cards
        if isinstance(card_set, str) and card_set not in SHIPPED:
            yield breach(LOG, component="cards", found=card_set, instead=list(SHIPPED))
        return
    if not s.opened:
        yield breach(LOG, problem="not-opened")
        return
    ids_of = IDS.get(type(event))
    for kind, known_ids, ids in ids_of(s.table, event) if ids_of else ():
        for id_ in ids:
            if id_ is not None and id_ is not UNSET and id_ not in known_ids:
                yield breach(LOG, problem="unknown-id", kind=kind, found=id_)
    walled = isinstance(event, ev.WallOpened) and "indulgences" in event.goods
    if walled and not s.options.trade_indulgences:
        yield breach(LOG, problem="indulgences-for-sale", option="trade_indulgences")


Ids = Iterable[tuple[str, Iterable[str], Iterable[Any]]]


def _in_draw(table: Cards, event: ev.CardsDrawn) -> Ids:
    yield "building", table.buildings, (*event.kept, *event.drawn)
    yield "event", table.events, (event.event,)


def _in_plan(table: Cards, event: ev.PlanShown) -> Ids:
    played = [event_card.card for event_card in event.event]
    yield "event", table.events, (*played, *event.discarded)
    builds = [build.building for build in event.builds]
    yield "building", table.buildings, (*event.uses, *builds)


def _in_step(table: Cards, event: ev.StepResolved) -> Ids:
    if picked := event.choices:
        yield "building", table.buildings, [x.building for x in picked]
        yield "achievement", table.file.achievements, [x.achievement for x in picked]


def _in_facing(table: Cards, event: ev.InquisitionFaced) -> Ids:
    yield "inquisitor", table.file.inquisitors, (*event.convinced, *event.choices)
    yield "building", table.buildings, [x.building for x in event.choices.values()]


IDS: Final[Mapping[type[Struct], Callable[[Cards, Any], Ids]]] = {
    ev.CardsDrawn: _in_draw,
    ev.BuildingsPassed: lambda table, event: (("building", table.buildings, event.cards),),
    ev.PlanShown: _in_plan,
    ev.StepResolved: _in_step,
    ev.AchievementClaimed: lambda table, event: (
        ("achievement", table.file.achievements, (event.achievement,)),
    ),
    ev.InquisitorTurned: lambda table, event: (
        ("inquisitor", table.file.inquisitors, (event.inquisitor,)),
    ),
    ev.InquisitionFaced: _in_facing,
    ev.RequestShown: lambda table, event: (("request", table.requests | {"none"}, (event.card,)),),
}
"""The ids that an event names, each with their kind and the ids that exist."""

NAMING: Final = frozenset({*IDS, ev.GameOpened, ev.WallOpened})
"""The events of which the set or an option decides whether they are well-formed."""


# --- the judges ----------------------------------------------------------------------------


def _judge(type_: type[Struct], checks: Checks, effect: Effect) -> tuple[Check, Effect]:
    # Found once for each type, not for each event: most types have none of these checks.
    names, once = type_ in NAMING, type_ in AGAIN
    secret = type_ in SECRETS
    judged_by_secrets = secret or type_ in PAYING or type_ in SOULS

    def check(s: State, event: Any) -> list[Breach]:
        if (names or s.cards is None) and (malformed := list(_malformed(s, event))):
            return malformed
        early = not_due(s, event) or (again(s, event) if once else None)
        if early:
            return [early]
        if secret and (unknown := _left_unsaid(s, event)):
            return [breach("R-D-KNOW-01", places=unknown)]
        return list(checks(s, event))

    def apply(s: State, event: Any, seq: int) -> None:
        if judged_by_secrets and not s.options.open:
            s.unjudged += left_out(s, event)
        effect(s, event, seq)

    return check, apply


def _left_unsaid(s: State, event: object) -> list[str]:
    """Return the places that may not be null (R-D-KNOW-01).

    Who has a seat at a table with open hands sees the log with walls, and leaves none of their own.
    """
    if s.options.open:
        return nulls(event)
    if not s.insight or not s.insight.hands_are_open:
        return []
    return [place for place in nulls(event) if s.insight.is_of(owner(event, place))]


def left_out(s: State, event: object) -> int:
    """Return the number of unknown values that checks of this event needed (R-D-KNOW-04)."""
    if s.options.open or not s.opened:
        return 0
    n = len(nulls(event))
    player = s.players.get(getattr(event, "player", None))  # type: ignore[arg-type]
    if player and type(event) in PAYING:
        n += (player.goods is None) + (player.role is None)
    if player and type(event) in SOULS:
        n += player.souls is None
    return n


PAYING: Final = frozenset(
    {
        *(ev.OfferMade, ev.OfferAnswered, ev.StepResolved, ev.BankTraded),
        *(ev.DebtPaid, ev.WingsBought, ev.InquisitionFaced, ev.WallOpened),
    }
)
SOULS: Final = frozenset({ev.OfferAnswered, ev.ChargeAnswered, ev.InquisitionFaced, ev.WallOpened})

JUDGES: Final[Mapping[type[Struct], tuple[Check, Effect]]] = {
    type_: _judge(type_, checks, effect) for type_, (checks, effect) in ROWS.items()
}

EVENTS: Final = {type_name(struct): struct for struct in JUDGES}
