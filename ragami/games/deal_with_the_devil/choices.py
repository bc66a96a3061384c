"""The choices: legal records, as far as is known, with fixed and open fields.

Where a secret is unknown nothing is left out for it: an offer may turn out illegal later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, to_builtins
from msgspec.structs import replace

from ragami.decoded import Data
from ragami.game.choices.choice import Choice, Several, Written
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.components import (
    GOODS,
    RESOURCES,
    Kept,
    Squanderer,
    Vandal,
)
from ragami.games.deal_with_the_devil.rules.actions import claims, step_of, usable, ways, wheat_due
from ragami.games.deal_with_the_devil.rules.bank import payable, raising
from ragami.games.deal_with_the_devil.rules.cards import event_elsewhere, missing
from ragami.games.deal_with_the_devil.rules.deals import acceptances, passes, prices
from ragami.games.deal_with_the_devil.rules.due import ROUNDS, due_types
from ragami.games.deal_with_the_devil.rules.facing import endangered, faced, replies, unseen_souls
from ragami.games.deal_with_the_devil.rules.judge import EVENTS
from ragami.games.deal_with_the_devil.rules.ritual import barred, offered_souls
from ragami.games.deal_with_the_devil.rules.tracks import DEBT_LIMIT
from ragami.games.deal_with_the_devil.state import NO_SOULS, Player, State

MANY: Final = 2**20


AT_ANY_TIME: Final = frozenset({"bank_traded", "loan_taken", "request_shown", "seed_opened"})
"""The records that are never due, but possible."""


def never_due(s: State) -> list[Choice]:
    """Return the records by which a secret is told: they are never due."""
    number = Written("number")
    fields = {"place": Written("place"), "seq": number, "value": Written("value")}
    viewers = [None, *s.players] if s.opened else []
    return [Choice("revealed", {"player": player}, fields) for player in viewers]


def choices(s: State) -> list[Choice]:
    """Return all that may come next; nothing before record 1 and after the end."""
    if not s.opened:
        return []
    choices = [
        choice
        for name, kind in EVENTS.items()
        if kind in due_types(s) and kind in OFFERED
        for choice in OFFERED[kind](s, name)
    ]
    if s.at in ROUNDS:
        for player in s.in_order():
            choices += _any_time(s, player)
    if s.shown and s.seed is None and s.options.distribution == "seed":
        choices.append(Choice("seed_opened", {}, {"seed": Written("seed")}))
    return choices


def _any_time(s: State, player: Player) -> Iterator[Choice]:
    of_player = {"player": player.colour}
    fields = {"sells": _some_of(player, RESOURCES), "buys": Written("goods", of=RESOURCES)}
    yield Choice("bank_traded", of_player, fields, joint=True)
    if player.debt < DEBT_LIMIT:
        most = list(range(1, DEBT_LIMIT - player.debt + 1))
        yield Choice("loan_taken", of_player, {"coins": most})
    yield Choice("request_shown", of_player, {"card": [*sorted(s.table.requests), "none"]})


def _some_of(player: Player | None, goods: Sequence[str]) -> Written:
    """Return the goods that a player can give, with how many of each are there (R-D-BANK-03).

    All without a limit of somebody whom nobody knows.
    """
    owned: dict[str, int] = {}
    if player:
        owned |= player.goods or {}
        owned |= {} if player.indulgences is None else {"indulgences": player.indulgences}
    available = tuple(good for good in goods if owned.get(good) != 0)
    most = {good: owned[good] for good in available if good in owned}
    return Written("goods", of=available, most=most or UNSET)


def _coins(player: Player) -> int:
    """Return a player's coins, very many where they are unknown."""
    return MANY if player.goods is None else player.goods["coins"]


def _waiting(s: State) -> Iterator[tuple[Player, Data]]:
    return ((s.players[colour], {"player": colour}) for colour in s.waiting())


# --- setting up, cards ---------------------------------------------------------------------


def _sealed(s: State, name: str) -> Iterator[Choice]:
    yield Choice(name, {}, {"digest": Written("digest")})


def _wishes(s: State, name: str) -> Iterator[Choice]:
    if s.options.wishes:
        degrees = [-1, 0, 1]
        for colour in s.seats:
            if colour not in s.wishes:
                wishes = {"mortal": degrees, "cultist": degrees, "devil": degrees}
                yield Choice(name, {"player": colour}, {"wishes": [wishes]})


def _words(s: State, name: str) -> Iterator[Choice]:
    if s.options.distribution == "seed":
        for colour in s.seats:
            if colour not in s.words:
                yield Choice(name, {"player": colour}, {"word": Written("word")})


def _roles(s: State, name: str) -> Iterator[Choice]:
    dealt = {player.role for player in s.in_order() if player.role}
    table = {
        player.colour: [player.role] if player.role else [r for r in ev.ROLES if r not in dealt]
        for player in s.in_order()
    }
    yield Choice(name, {}, {"roles": [table]}, joint=True)


def _drawn(s: State, name: str) -> Iterator[Choice]:
    deck = [b.id for b in s.table.file.buildings if b.round == s.round and b.id not in s.drawn]
    letter = "A" if s.round < 3 else "B"
    away = s.drawn | s.gone
    cards = [e.id for e in s.table.file.events if e.letter == letter and e.id not in away]
    for player, of_player in _waiting(s):
        old = Several(1, 1, _slots(player.hand)) if player.hand else Several(0, 0, [])
        fields = {"kept": old, "drawn": Several(4, 4, deck, ordered=s.round == 1), "event": cards}
        yield Choice(name, of_player, fields, joint=True)


def _slots(slots: list[str | None]) -> list[object]:
    """Return the cards that can leave a hand: those known, and null if any is unknown."""
    return [card for card in slots if card] + [None] * (None in slots)


def _passed(s: State, name: str) -> Iterator[Choice]:
    for player, of_player in _waiting(s):
        yield Choice(name, of_player, {"cards": Several(2, 2, player.hand[player.kept :])})


def _repaid(s: State, name: str) -> Iterator[Choice]:
    for player in s.in_order():
        most = min(player.debt, _coins(player))
        if most:
            yield Choice(name, {"player": player.colour}, {"coins": list(range(1, most + 1))})


# --- deals ---------------------------------------------------------------------------------


def _offers(s: State, name: str) -> Iterator[Choice]:
    for player, of_player in _waiting(s):
        goods = _some_of(player, (*GOODS, *["indulgences"] * s.options.trade_indulgences))
        facts = {"asks": prices(player.role)}
        yield Choice(name, of_player, {"offer": replace(goods, kind="offer")}, facts=facts)


def _sent(s: State, name: str) -> Iterator[Choice]:
    due = len(s.deal.chests) + 1
    yield Choice(name, {"pass": due}, {"chests": passes(s)})


def _answers(s: State, name: str) -> Iterator[Choice]:
    for player, of_player in _waiting(s):
        refusal: Data = {"accept": False, "souls": NO_SOULS}
        # Where it cannot be taken, the rules say why.
        payments = acceptances(s, player)
        answers = [refusal, *(payments or [{"accept": True, "souls": NO_SOULS}])]
        yield Choice(name, of_player, {"answer": answers}, joint=not payments)


def _plain(s: State, name: str) -> Iterator[Choice]:
    yield Choice(name, {})


# --- actions -------------------------------------------------------------------------------


def _plans(s: State, name: str) -> Iterator[Choice]:
    for player, of_player in _waiting(s):
        cards = _slots(player.events)
        hand = [card for card in player.hand if card]
        unknown = tuple(
            b.id
            for b in s.table.file.buildings
            if None in player.hand
            and b.id not in s.drawn
            and not missing(s, player, list(player.hand), [b.id])
        )
        useful = usable(s, player)
        builds = [{"building": b, "act": [False, True]} for b in (*hand, *unknown)]
        event_cards = [card for card in cards if card] + _untold_events(s, player)
        played = [{"card": card, "side": ["left", "right"]} for card in event_cards]
        fields = {
            "event": Several(0, min(1, len(played)), played),
            "discarded": Several(len(player.events) - 1, len(player.events) - 1, cards),
            "uses": Several(0, min(ev.MOST_USED, len(useful)), useful),
            "builds": Several(0, min(ev.MOST_BUILT, len(builds)), builds),
            "hire": [False, True],
        }
        facts = {"unknown": list(unknown)} if unknown else {}
        yield Choice(name, of_player, fields, joint=True, facts=facts)


def _untold_events(s: State, player: Player) -> list[str]:
    """Return the events that an unknown event card may turn out to be."""
    if None not in player.events:
        return []
    return [card.id for card in s.table.file.events if not event_elsewhere(s, player, card.id)]


def _steps(s: State, name: str) -> Iterator[Choice]:
    for player, of_player in _waiting(s):
        if not (player.plan and player.plan.steps):
            continue
        step = player.plan.steps[0]
        fixed = {**of_player, "step": step}
        if step == "wheat":
            yield from _wheat(player, name, fixed)
            continue
        doing = step_of(s, player, step)
        if not doing.lacking and player.has_goods(doing.need):
            lists = [[to_builtins(pick) for pick in way] for way in ways(s, player, step)]
            yield Choice(name, {**fixed, "done": True}, {"choices": lists})
        elif not doing.lacking and payable(player, doing.need):
            yield from _raised(player, doing.need)
        if doing.lacking or not payable(player, doing.need):
            yield Choice(name, {**fixed, "done": False, "choices": []})


def _raised(player: Player, need: Mapping[Any, int]) -> Iterator[Choice]:
    """Yield the loan and the trades that make a step payable that is not payable yet."""
    of_player = {"player": player.colour}
    loan, trades = raising(player, need)
    if loan:
        yield Choice("loan_taken", {**of_player, "coins": loan})
    for sells, buys in trades:
        yield Choice("bank_traded", {**of_player, "sells": sells, "buys": buys})


def _wheat(player: Player, name: str, fixed: Data) -> Iterator[Choice]:
    due = wheat_due(player)
    most = max(n for n in range(due + 1) if payable(player, {"wheat": n}) is not False)
    for n in range(due + 1):
        if player.has_goods({"wheat": n}) and (player.goods is None or n == most):
            yield Choice(name, {**fixed, "done": n == due, "choices": [{"paid": n}]})
        elif n == most:
            yield from _raised(player, {"wheat": n})


def _claims(s: State, name: str) -> Iterator[Choice]:
    for player, of_player in _waiting(s):
        if player.plan and player.plan.steps:
            continue
        for id_, courtiers in claims(s, player):
            minor = s.table.file.achievements[id_].size == "minor"
            fixed = {**of_player, "achievement": id_, "courtiers": courtiers}
            yield Choice(name, fixed, {"space": player.free_spaces if minor else [None]})


def _ends(s: State, name: str) -> Iterator[Choice]:
    for player, of_player in _waiting(s):
        if not (player.plan and player.plan.steps):
            yield Choice(name, of_player)


# --- witch hunt, Inquisition ---------------------------------------------------------------


def _votes(s: State, name: str) -> Iterator[Choice]:
    free = [player.colour for player in s.in_order() if not player.confessed]
    table = {voter: [*(c for c in free if c != voter), "none"] for voter in s.seats}
    yield Choice(name, {}, {"votes": [table]})


def _charges(s: State, name: str) -> Iterator[Choice]:
    for colour in s.questioned:
        souls = s.players[colour].souls
        able = souls is None or sum(souls.values()) >= 3
        yield Choice(name, {"player": colour}, {"answer": ["innocent", "guilty"]}, joint=not able)


def _wings(s: State, name: str) -> Iterator[Choice]:
    for player in s.in_order():
        most = min(_coins(player) // 5, 6)
        if most:
            yield Choice(name, {"player": player.colour}, {"count": list(range(1, most + 1))})


def _ritual(s: State, name: str) -> Iterator[Choice]:
    guesses = {
        role: {
            sought: [c for c in s.seats if c not in barred(s, role, sought)] for sought in ev.SOUGHT
        }
        for role in ev.ROLES
    }
    chests = Written("ritual", of=ev.ROLES)
    bribes = ("coins", *RESOURCES) if s.options.bribe_resources else ("coins",)
    goods = {role: _some_of(s.who(role), bribes) for role in ev.ROLES}
    facts = {"guesses": guesses, "goods": goods, "souls": offered_souls(s)}
    yield Choice(name, {}, {"chests": chests}, joint=True, facts=facts)


def _turned(s: State, name: str) -> Iterator[Choice]:
    up = s.inquisition.up.values()
    kinds = s.table.file.inquisitors.items()
    normal = [id_ for id_, inquisitor in kinds if inquisitor.back == "normal" and id_ not in up]
    yield Choice(name, {"slot": s.inquisition.turning[0]}, {"inquisitor": normal})


def _accused(s: State, name: str) -> Iterator[Choice]:
    due = s.inquisition.accusing[0]
    role = s.players[due.player].role
    answers = [role == due.of] if role else [True, False]
    yield Choice(name, {"player": due.player, "of": due.of}, {"true": answers})


def _faced(s: State, name: str) -> Iterator[Choice]:
    for player, of_player in _waiting(s):
        those = faced(s, player)
        souls = sum(player.souls.values()) if player.souls else len(those)
        indulgences = len(those) if player.indulgences is None else player.indulgences
        fields = {
            "souls": list(range(min(souls, len(those)) + 1)),
            "indulgences": list(range(min(indulgences, len(those)) + 1)),
            "convinced": Several(0, len(those), those),
            "choices": replies(s, player, those) or Written("replies", of=tuple(those)),
        }
        facts = {"vandal": endangered(s, player), "replies": _open_replies(s, player, those)}
        yield Choice(name, of_player, fields, joint=True, facts=facts)


def _open_replies(s: State, player: Player, those: Sequence[str]) -> dict[str, Data]:
    """Return the fields of a reply to each of these inquisitors where the goods are unknown."""
    replies: dict[str, Data] = {}
    for id_ in those:
        match s.table.file.inquisitors[id_].penalty:
            case Kept(kinds):
                replies[id_] = {"given": Written("goods", of=kinds), "kept": Written("number")}
            case Squanderer(_, kinds, _count):
                replies[id_] = {"given": Written("goods", of=kinds)}
            case Vandal() if may_be := endangered(s, player):
                replies[id_] = {"building": may_be}
    return replies


def _walls(s: State, name: str) -> Iterator[Choice]:
    for player, of_player in _waiting(s):
        goods = _behind(s, player) or Written("goods", of=GOODS)
        souls = player.souls or unseen_souls(s)
        yield Choice(name, of_player, {"goods": goods, "souls": [souls]}, joint=True)


def _behind(s: State, player: Player) -> list[Data]:
    """Return the goods that must stand behind a wall; empty where the accounts do not tell."""
    traded = s.options.trade_indulgences
    if player.goods is None or (traded and player.indulgences is None):
        return []
    goods: Data = {good: n for good, n in player.goods.items() if n}
    return [goods | ({"indulgences": player.indulgences} if traded and player.indulgences else {})]


OFFERED: Final[Mapping[type[ev.Event], Callable[[State, str], Iterator[Choice]]]] = {
    ev.DistributionSealed: _sealed,
    ev.WishesGiven: _wishes,
    ev.WordGiven: _words,
    ev.CharactersDealt: _roles,
    ev.CardsDrawn: _drawn,
    ev.BuildingsPassed: _passed,
    ev.DebtPaid: _repaid,
    ev.OfferMade: _offers,
    ev.OffersSent: _sent,
    ev.OfferAnswered: _answers,
    ev.ChestsReturned: _plain,
    ev.PlanShown: _plans,
    ev.StepResolved: _steps,
    ev.AchievementClaimed: _claims,
    ev.ActionsEnded: _ends,
    ev.VotesCast: _votes,
    ev.ChargeAnswered: _charges,
    ev.WingsBought: _wings,
    ev.RolesShown: _roles,
    ev.RitualOpened: _ritual,
    ev.InquisitorTurned: _turned,
    ev.AccusationAnswered: _accused,
    ev.InquisitionFaced: _faced,
    ev.WallOpened: _walls,
}
