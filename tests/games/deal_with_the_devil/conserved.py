"""What is never lost and never made, looked at after each event of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.components import GOODS
from ragami.games.deal_with_the_devil.state import Player, State

Goods = Counter[str]
VALUABLE = ("marble", "glass")


class Books:
    """The books of one game in which everything is known; `look` compares two moments."""

    def __init__(self) -> None:
        self.before: Moment | None = None

    def look(self, s: State, event: Any) -> None:
        """After `event`, which led to `s`."""
        if s.round == 0:
            return
        check_players(s)
        check_cards(s)
        assert s.inquisition.bribes <= 4 or len(s.inquisition.gone) == 3
        now = Moment(s)
        assert now.souls == {"mortal": 6, "cultist": 2}
        if self.before is not None:
            now.follows(self.before, s, event)
        self.before = now


class Moment:
    """Where everything is; what is in the chests of the deals is in `chests`."""

    def __init__(self, s: State) -> None:
        self.round = s.round
        self.goods = {one.colour: _has(one) for one in s.in_order()}
        self.chests = _in_chests(s) if s.phase == "deals" else Counter[str]()
        self.souls = Counter(mortal=0, cultist=0)
        for one in s.in_order():
            self.souls.update(one.souls or {})
        self.souls.update({kind: self.chests.pop(kind, 0) for kind in ("mortal", "cultist")})
        self.debts = {one.colour: one.debt for one in s.in_order()}
        self.angels = {one.colour: one.angel for one in s.in_order()}
        self.demons = {one.colour: one.demon + 3 * one.guests for one in s.in_order()}
        self.cards = set(_buildings(s))
        self.up = {slot for slot, one in s.inquisition.up.items() if one}

    @property
    def all_goods(self) -> Goods:
        found = Counter(self.chests)
        for goods in self.goods.values():
            found.update(goods)
        return found

    def follows(self, before: Moment, s: State, event: Any) -> None:
        """Only what the event says has come or gone."""
        assert before.up <= self.up
        self._cards_follow(before, event)
        self._wings_follow(before, event)
        came = self.all_goods
        came.subtract(before.all_goods)
        came["debt"] = sum(self.debts.values()) - sum(before.debts.values())
        if self.round > before.round or (
            isinstance(event, ev.ActionsEnded) and s.phase != "actions"
        ):
            # Production or the end of a round: only what is given to inquisitors goes.
            given = _given(event) if isinstance(event, ev.InquisitionFaced) else Counter[str]()
            assert all(n >= -given[good] for good, n in came.items() if good in GOODS)
            return
        if isinstance(event, ev.StepResolved | ev.AchievementClaimed):
            for colour, goods in self.goods.items():
                assert goods == before.goods[colour] or colour == event.player
            return
        expected = EXPECTED[type(event)](s, event) if type(event) in EXPECTED else Counter[str]()
        if isinstance(event, ev.InquisitionFaced):
            del came["debt"]  # the Collector's
        if s.phase != "deals":
            del came["indulgences"]  # of three wings
        assert {good: n for good, n in came.items() if n} == {
            good: n for good, n in expected.items() if n
        }, event

    def _cards_follow(self, before: Moment, event: Any) -> None:
        drawn = set(event.drawn) if isinstance(event, ev.CardsDrawn) else set()
        assert self.cards - before.cards == drawn
        if not isinstance(event, ev.CardsDrawn):
            assert self.cards == before.cards

    def _wings_follow(self, before: Moment, event: Any) -> None:
        """Three angel wings are an indulgence, three demon wings a guest, and none is lost."""
        if isinstance(event, ev.StepResolved):
            return
        for colour in self.angels:
            more = 3 * (self.goods[colour]["indulgences"] - before.goods[colour]["indulgences"])
            more += self.angels[colour] - before.angels[colour]
            if isinstance(event, ev.InquisitionFaced) and colour == event.player:
                more += 3 * event.indulgences
            if not isinstance(event, ev.OfferMade | ev.OfferAnswered | ev.ChestsReturned):
                assert more >= 0, event
            if isinstance(event, ev.WingsBought):
                assert more == (event.count if colour == event.player else 0)
        for colour, wings in self.demons.items():
            if not isinstance(event, ev.InquisitionFaced):  # guests go back after round 3
                assert wings >= before.demons[colour], event


def _has(player: Player) -> Goods:
    assert player.goods is not None and player.indulgences is not None
    return Counter({**player.goods, "indulgences": player.indulgences})


def _in_chests(s: State) -> Goods:
    """Offers that nobody has accepted, and what was paid for those that somebody has."""
    found: Goods = Counter()
    sold = set()
    for chests, answers in zip(s.deal.chests, s.deal.answers, strict=False):
        for colour, answer in answers.items():
            if answer and answer.accept:
                owner = s.who(chests[colour])
                assert owner
                sold.add(owner.colour)
                offer = s.deal.offers[owner.colour]
                assert offer
                found["coins"] += offer.asks.coins if isinstance(offer.asks.coins, int) else 0
                found.update(mortal=answer.souls.mortal, cultist=answer.souls.cultist)
    for colour, offer in s.deal.offers.items():
        if offer and colour not in sold:
            found.update(offer.goods)
    return found


def _buildings(s: State) -> Iterator[str]:
    """Every building that has been drawn and not been put away, wherever it is."""
    hands = [card for one in s.in_order() for card in one.hand]
    hands += [card for pair in s.passing.values() for card in pair]
    yield from (card for card in hands if card)
    for one in s.in_order():
        yield from (built.building for built in one.built)
        yield from one.plan.builds if one.plan else []
    yield from (card for card in s.gone if card in s.table.buildings)


def check_players(s: State) -> None:
    """Laws 2 to 4."""
    top = s.table.file.track.angel
    for one in s.in_order():
        assert 0 <= one.debt <= 10
        assert 0 <= one.angel <= 2
        assert 0 <= one.demon <= 2
        assert 0 <= one.reputation <= top
        assert 0 <= one.interest <= 3
        assert one.indulgences is None or one.indulgences >= 0
        assert one.goods is None or min(one.goods.values()) >= 0
        assert one.souls is None or min(one.souls.values()) >= 0
        on_spaces = [place for place in one.minor.values() if isinstance(place, int)]
        assert len(set(on_spaces)) == len(on_spaces)
        assert {i for i, level in enumerate(one.levels, 1) if level == 2} == set(on_spaces)


def check_cards(s: State) -> None:
    """Law 5: every building in one place at most; the sizes of hands."""
    assert all(n == 1 for n in Counter(_buildings(s)).values())
    if s.at in ("cards/last", "deals/offer", "deals/return"):
        for one in s.in_order():
            assert len(one.hand) == (4 if s.round == 1 else 5)
            assert len(one.events) in (1, 2)


# --- what comes and goes with an event, over all players and chests -------------------------


def _traded(_s: State, event: ev.BankTraded) -> Goods:
    came: Goods = Counter(event.buys)
    came.subtract(event.sells)
    came["coins"] += sum((2 if good in VALUABLE else 1) * n for good, n in event.sells.items())
    came["coins"] -= sum((5 if good in VALUABLE else 3) * n for good, n in event.buys.items())
    return came


def _ritual(s: State, event: ev.RitualOpened) -> Goods:
    """Bribes go; the devil and the cultist are rewarded by what is in the devil's chest."""
    came: Goods = Counter()
    for chest in event.chests.values():
        came.subtract(chest.goods)
    souls, ritual = event.chests["devil"].souls, s.table.file.ritual
    for line in ritual.tables["3" if s.round == 3 else "5"]:
        came.update(line.goods if line.souls <= souls.mortal + souls.cultist else {})
    for marked in ritual.cultist if s.round == 3 else ():
        came.update(marked.goods if marked.souls <= souls.cultist else {})
    return came


def _accused(s: State, event: ev.AccusationAnswered) -> Goods:
    """Two coins to each that guessed it."""
    guesses = [
        one for one in s.inquisition.fixed if (one.player, one.of) == (event.player, event.of)
    ]
    return Counter(coins=2 * len(guesses) if event.true else 0)


def _given(event: ev.InquisitionFaced) -> Goods:
    given: Goods = Counter()
    for reply in event.choices.values():
        given.update(reply.given if isinstance(reply.given, dict) else {})
    return given


def _faced(_s: State, event: ev.InquisitionFaced) -> Goods:
    came = _given(event)
    return Counter({good: -n for good, n in came.items()})


EXPECTED: dict[type[Any], Callable[[State, Any], Goods]] = {
    ev.BankTraded: _traded,
    ev.LoanTaken: lambda _s, event: Counter(coins=event.coins, debt=event.coins),
    ev.DebtPaid: lambda _s, event: Counter(coins=-event.coins, debt=-event.coins),
    ev.WingsBought: lambda _s, event: Counter(coins=-5 * event.count),
    ev.RitualOpened: _ritual,
    ev.AccusationAnswered: _accused,
    ev.InquisitionFaced: _faced,
}
