"""Phases and steps: what may come next, and the rule that anything else breaks."""

from __future__ import annotations

from typing import Any, Final

from ragami.decoded import type_name
from ragami.findings import Breach, breach
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.state import State

Types = frozenset[type[ev.Event]]

REPAYING: Final = frozenset({ev.DebtPaid})
DUE: Final[dict[str, tuple[str, Types]]] = {
    "setup/open": ("R-D-SETUP-01", frozenset({ev.GameOpened})),
    "setup/seal": ("R-D-DIST-09", frozenset({ev.DistributionSealed})),
    "setup/deal": (
        "R-D-SETUP-01",
        frozenset({ev.WishesGiven, ev.WordGiven, ev.CharactersDealt}),
    ),
    "cards/draw": ("R-D-CARD-03", REPAYING | {ev.CardsDrawn}),
    "cards/pass": ("R-D-CARD-05", REPAYING | {ev.BuildingsPassed}),
    "cards/last": ("R-D-DEAL-01", REPAYING | {ev.OfferMade}),
    "deals/offer": ("R-D-DEAL-01", frozenset({ev.OfferMade})),
    "deals/send_1": ("R-D-DEAL-08", frozenset({ev.OffersSent})),
    "deals/answer_1": ("R-D-DEAL-09", frozenset({ev.OfferAnswered})),
    "deals/send_2": ("R-D-DEAL-11", frozenset({ev.OffersSent})),
    "deals/answer_2": ("R-D-DEAL-09", frozenset({ev.OfferAnswered})),
    "deals/return": ("R-D-DEAL-14", frozenset({ev.ChestsReturned})),
    "actions/plan": ("R-D-ACT-01", frozenset({ev.PlanShown})),
    "actions/act": (
        "R-D-ACT-09",
        frozenset({ev.StepResolved, ev.AchievementClaimed, ev.ActionsEnded}),
    ),
    "witch_hunt/vote": ("R-D-WITCH-01", frozenset({ev.VotesCast})),
    "witch_hunt/charge": ("R-D-WITCH-02", frozenset({ev.ChargeAnswered})),
    "inquisition/prepare": ("R-D-RIT-01", REPAYING | {ev.WingsBought}),
    "inquisition/ritual": ("R-D-RIT-01", REPAYING | {ev.RitualOpened}),
    "inquisition/turn": ("R-D-RIT-05", REPAYING | {ev.InquisitorTurned}),
    "inquisition/accuse": ("R-D-GUESS-04", REPAYING | {ev.AccusationAnswered}),
    "inquisition/face": ("R-D-FACE-01", REPAYING | {ev.InquisitionFaced}),
    "walls/open": ("R-D-END-01", frozenset({ev.WallOpened})),
    "over": ("R-D-END-01", frozenset()),
}
# Trades, loans and request cards have a place in all steps of the rounds.
ROUNDS: Final = frozenset(DUE) - {"setup/open", "setup/seal", "setup/deal", "walls/open", "over"}
BANK: Final = (ev.BankTraded, ev.LoanTaken)
TOO_LATE_FOR_WINGS: Final = frozenset(
    {"inquisition/ritual", "inquisition/turn", "inquisition/accuse", "inquisition/face"}
)


def due_types(s: State) -> Types:
    """Return the types of event that are due in this step."""
    at = s.at
    types = DUE[at][1]
    if at == "inquisition/prepare":
        return types | {ev.RitualOpened if s.round == 3 else ev.RolesShown}
    return types


def due_id(s: State) -> str:
    """Return the rule that an event breaks which is not due."""
    inquisition = s.inquisition
    if s.at == "inquisition/prepare" and s.round == 5:
        return "R-D-RIT-08"
    if s.at == "inquisition/turn" and inquisition.accused:
        return "R-D-GUESS-04"
    if s.at == "inquisition/turn" and s.round == 5:
        return "R-D-RIT-09"
    if s.at == "inquisition/accuse" and inquisition.accusing[0].of == "cultist":
        return "R-D-GUESS-05"
    return DUE[s.at][0]


def not_due(s: State, event: Any) -> Breach | None:
    """Return the breach of an event that has no place in the current step, else None."""
    kind = type(event)
    if kind in DUE[s.at][1] or kind in due_types(s) or (kind is ev.SeedOpened and s.opened):
        return None
    facts = {"found": type_name(kind), "step": s.at}
    if kind in BANK or kind is ev.RequestShown:
        if s.at in ROUNDS:
            return None
        return breach("R-D-ROUND-04" if kind in BANK else due_id(s), **facts)
    if kind is ev.DebtPaid:
        return breach("R-D-LOAN-02", **facts)
    late = kind is ev.WingsBought and s.at in TOO_LATE_FOR_WINGS
    return breach(due_id(s), "A-D-INQ-01" if late else None, **facts)


AGAIN: Final[dict[type[ev.Event], str]] = {
    ev.WishesGiven: "R-D-DIST-09",
    ev.WordGiven: "R-D-DIST-09",
    ev.CardsDrawn: "R-D-CARD-03",
    ev.BuildingsPassed: "R-D-CARD-05",
    ev.OfferMade: "R-D-DEAL-01",
    ev.OfferAnswered: "R-D-DEAL-09",
    ev.PlanShown: "R-D-ACT-01",
    ev.ActionsEnded: "R-D-ACT-10",
    ev.ChargeAnswered: "R-D-WITCH-02",
    ev.InquisitionFaced: "R-D-FACE-01",
    ev.WallOpened: "R-D-END-01",
}


def again(s: State, event: Any) -> Breach | None:
    """Return the breach of a player who has done this already, or does not have to."""
    rule = AGAIN.get(type(event))
    if rule is None:
        return None
    if isinstance(event, ev.WishesGiven):
        repeated = event.player in s.wishes
    elif isinstance(event, ev.WordGiven):
        repeated = event.player in s.words
    elif isinstance(event, ev.ChargeAnswered):
        repeated = event.player not in s.questioned
    else:
        repeated = event.player in s.done
    return breach(rule, problem="not-again", player=event.player) if repeated else None


def owing(s: State) -> list[ev.Colour]:
    """Return the players who still have to act in this step (`due` of the view)."""
    if s.at in EVERYBODY:
        return s.waiting()
    if s.at == "witch_hunt/charge":
        return list(s.questioned)
    if s.at == "inquisition/accuse":
        return [s.inquisition.accusing[0].player]
    return []


EVERYBODY: Final = frozenset(
    {
        *("cards/draw", "cards/pass", "cards/last", "deals/offer"),
        *("deals/answer_1", "deals/answer_2", "actions/plan", "actions/act"),
        *("inquisition/face", "walls/open"),
    }
)
