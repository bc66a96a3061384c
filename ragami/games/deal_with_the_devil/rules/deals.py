"""Offers, the two passes and the return: R-D-DEAL, and R-D-DIST-01 … -06 on each pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from ragami.decoded import Data
from ragami.findings import Breach, breach
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.rules.bank import owns
from ragami.games.deal_with_the_devil.state import ALL_SOULS, Known, Player, State, holder

RANGES = {
    "mortal_1": ("R-D-DEAL-02", (2, 7), None),
    "mortal_2": ("R-D-DEAL-02", (2, 7), None),
    "devil": ("R-D-DEAL-03", None, (1, 2)),
    "cultist": ("R-D-DEAL-04", (2, 6), (1, 1)),
}


def lose_track(player: Player, s: State, *, souls: bool = False) -> None:
    """Forget the accounts of a player after an unrecorded exchange (R-D-KNOW-06)."""
    player.goods = None
    if s.options.trade_indulgences:
        player.indulgences = None
    if souls:
        player.souls = None


# --- offers --------------------------------------------------------------------------------


def check_offer(s: State, event: ev.OfferMade) -> Iterator[Breach]:
    """Check the goods and the price of an offer (R-D-DEAL-01 … R-D-DEAL-06)."""
    if event.offer is None:
        return
    goods, asks = event.offer.goods, event.offer.asks
    player = s.players[event.player]
    if "indulgences" in goods and not s.options.trade_indulgences:
        yield breach("R-D-OPT-02", option="trade_indulgences")
    if asks.nothing and goods:
        yield breach("R-D-DEAL-01", "A-D-DEAL-03", found=goods)
    yield from _check_price(player.role, asks)
    yield from owns(player, goods, "R-D-DEAL-06")


def _check_price(role: ev.Role | None, asks: ev.Asks) -> Iterator[Breach]:
    """Check a price by the role of who asks; where that is unknown, that somebody may ask it.

    R-D-DEAL-02, R-D-DEAL-03 and R-D-DEAL-04.
    """
    if isinstance(asks.coins, int):
        rule, allowed, _ = RANGES[role or "mortal_1"]
        price = {"coins": asks.coins}
        n = asks.coins
    elif isinstance(asks.souls, int):
        rule, _, allowed = RANGES[role or "devil"]
        price = {"souls": asks.souls}
        n = asks.souls
    else:
        return
    if allowed is None or not allowed[0] <= n <= allowed[1]:
        yield breach(rule, role=role, found=price, needs=allowed)


def prices(role: ev.Role | None) -> list[Data]:
    """Return the prices that a role may ask for; without a role, those that anybody may."""
    ranges = [RANGES[role]] if role else [("", (2, 7), (1, 2))]
    return [
        {currency: n}
        for _, coins, souls in ranges
        for currency, pair in (("coins", coins), ("souls", souls))
        if pair
        for n in range(pair[0], pair[1] + 1)
    ]


def offer(s: State, event: ev.OfferMade, seq: int) -> None:
    """Put the goods into the chest, until the chests return (A-D-DEAL-09)."""
    player = s.players[event.player]
    if s.at == "cards/last":
        s.set_step("deals/offer")
    s.deal.offers[event.player] = event.offer
    player.traded = s.options.trade_indulgences
    if event.offer is None:
        lose_track(player, s)
    else:
        player.pay(event.offer.goods)
    if s.was_last(event.player):
        s.set_step("deals/send_1")


# --- sending -------------------------------------------------------------------------------


def check_sent(s: State, event: ev.OffersSent) -> Iterator[Breach]:
    """Check that each chest went to a player who may have it in this pass.

    R-D-DIST-01 … R-D-DIST-06, each over all seats before the next.
    """
    due = len(s.deal.chests) + 1
    if event.pass_ != due:
        yield breach("R-D-DEAL-08" if due == 1 else "R-D-DEAL-11", found=event.pass_, needs=due)
    got = [(s.players[c], event.chests[c]) for c in s.seats if event.chests[c] is not None]
    known_chests = [chest for _, chest in got]
    if len(set(known_chests)) < len(known_chests):
        yield breach("R-D-DIST-01", found=event.chests)
    for player, chest in got:
        if player.role == chest:
            yield breach("R-D-DIST-02", player=player.colour, found=chest)
    first = s.deal.chests[0] if due == 2 else {}
    for player, chest in got:
        if first.get(player.colour) == chest:
            yield breach("R-D-DIST-03", player=player.colour, found=chest)
    of_the_game = [
        _check_of_the_game(s, player, chest, due) for player, chest in got if player.role
    ]
    for rule in ("R-D-DIST-04", "R-D-DIST-05", "R-D-DIST-06"):
        yield from (shortfall for shortfall in of_the_game if shortfall and shortfall.rule == rule)


def _check_of_the_game(s: State, player: Player, chest: ev.Role | None, due: int) -> Breach | None:
    """Check what has to be so over the rounds (R-D-DIST-04, R-D-DIST-05, R-D-DIST-06)."""
    if player.role == "cultist":
        first = s.round == 3
        if (chest == "devil") != (due == (1 if first else 2)) and not (first and due == 2):
            return breach("R-D-DIST-04", player=player.colour, found=chest, round=s.round)
    elif player.role == "devil":
        if _is_wrong_for_devil(s, chest, due):
            facts = {"player": player.colour, "found": chest, "round": s.round}
            return breach("R-D-DIST-06", "A-D-DIST-03", **facts)
    elif chest == "devil" and due == 1 and player.devil_first == 2:
        return breach("R-D-DIST-05", player=player.colour, has=3, needs=2)
    return None


def _is_wrong_for_devil(s: State, chest: ev.Role | None, due: int) -> bool:
    last = due == 2 and s.round == 4
    if chest == "cultist":
        return not (due == 2 and (s.round == 2 or (last and s.special is not True)))
    return last and s.special is False


def passes(s: State) -> list[dict[str, ev.Role]]:
    """Return the passes that may be sent now, each leaving a second one.

    R-D-DIST-03 and R-D-DIST-06.
    """
    if s.deal.chests:
        return [sent for sent in _passes(s, 2) if _differ(sent, s.deal.chests[0])]
    second = list(_passes(s, 2))
    return [sent for sent in _passes(s, 1) if any(_differ(sent, other) for other in second)]


def _passes(s: State, number: int) -> Iterator[dict[str, ev.Role]]:
    """Yield the passes with this number of a round, whatever the other one is."""
    for way in permutations(ev.ROLES):
        if not any(
            player.role and (player.role == chest or _check_of_the_game(s, player, chest, number))
            for player, chest in zip(s.in_order(), way, strict=True)
        ):
            yield {player.colour: chest for player, chest in zip(s.in_order(), way, strict=True)}


def _differ(sent: Mapping[str, ev.Role], other: Mapping[Any, ev.Role | None]) -> bool:
    """Return True if nobody gets the same chest in both passes (R-D-DIST-03)."""
    return all(other[colour] != chest for colour, chest in sent.items())


def send(s: State, event: ev.OffersSent, seq: int) -> None:
    """Put the chests in front of the players who receive them."""
    s.deal.chests.append(dict(event.chests))
    s.dealt.append(Known(seq, s.round, event.pass_, dict(event.chests)))
    first = len(s.deal.chests) == 1
    for player in s.in_order():
        chest = event.chests[player.colour]
        if first and player.is_mortal and chest == "devil":
            player.devil_first += 1
        if not first and s.round == 2 and player.role == "devil" and chest is not None:
            s.special = chest == "cultist"
    s.set_step("deals/answer_1" if first else "deals/answer_2")


# --- answers -------------------------------------------------------------------------------


def in_front_of(s: State, colour: ev.Colour) -> tuple[ev.Role | None, ev.Offer | None]:
    """Return the chest in front of a player and the offer in it; None where unknown."""
    chest = s.deal.chests[-1][colour]
    if s.insight and s.insight.is_of(colour):
        return chest, s.insight.seen.get((s.round, len(s.deal.chests)))
    owner = s.who(chest)
    return chest, s.deal.offers.get(owner.colour) if owner else None


def taken(s: State, chest: ev.Role | None, pass_: int) -> ev.Answer | None:
    """Return the answer to a chest in a pass; None where it is unknown."""
    if chest is None or len(s.deal.answers) < pass_:
        return None
    had = holder(s.deal.chests[pass_ - 1], chest)
    return s.deal.answers[pass_ - 1].get(had) if had else None


def check_answer(s: State, event: ev.OfferAnswered) -> Iterator[Breach]:
    """Check that the answer is free, and paid for (R-D-DEAL-09, R-D-DEAL-12, R-D-DEAL-13)."""
    answer = event.answer
    if answer is None:
        return
    player, paid = s.players[event.player], answer.souls
    chest, chest_offer = in_front_of(s, event.player)
    before = taken(s, chest, 1) if s.at == "deals/answer_2" else None
    if answer.accept and before and before.accept:
        yield breach("R-D-DEAL-12", player=event.player, found=chest)
    if not answer.accept:
        if paid.all:
            yield breach("R-D-DEAL-09", player=event.player, has=paid.all, needs=0)
        return
    yield from _check_payment(player, chest_offer, paid)


def _check_payment(
    player: Player, chest_offer: ev.Offer | None, paid: ev.Souls
) -> Iterator[Breach]:
    asks = chest_offer.asks if chest_offer else None
    if asks and asks.nothing:
        yield breach("R-D-DEAL-09", "A-D-DEAL-01", player=player.colour)
    elif asks:
        needs = asks.souls if isinstance(asks.souls, int) else 0
        if paid.all != needs:
            yield breach(
                "R-D-DEAL-09", "A-D-DEAL-04", player=player.colour, needs=needs, has=paid.all
            )
    yield from owns_souls(player, paid, "R-D-DEAL-13")
    if asks and isinstance(asks.coins, int):
        yield from owns(player, {"coins": asks.coins})


def acceptances(s: State, player: Player) -> list[Data]:
    """Return the answers that accept the chest in front of a player, unless it was taken before."""
    chest, chest_offer = in_front_of(s, player.colour)
    before = taken(s, chest, 1) if s.at == "deals/answer_2" else None
    return [] if before and before.accept else _payments(player, chest_offer)


def _payments(player: Player, chest_offer: ev.Offer | None) -> list[Data]:
    """Return the answers that accept an offer, as far as it and the accounts are known."""
    if chest_offer and chest_offer.asks.nothing:
        return []
    coins = chest_offer.asks.coins if chest_offer and isinstance(chest_offer.asks.coins, int) else 0
    if player.goods is not None and player.goods["coins"] < coins:
        return []
    numbers = range(3)
    if chest_offer:
        n = chest_offer.asks.souls if isinstance(chest_offer.asks.souls, int) else 0
        numbers = range(n, n + 1)
    souls_owned = player.souls or ALL_SOULS
    return [
        {"accept": True, "souls": {"mortal": n - marked, "cultist": marked}}
        for n in numbers
        for marked in range(n + 1)
        if n - marked <= souls_owned["mortal"] and marked <= souls_owned["cultist"]
    ]


def owns_souls(player: Player, souls: ev.Souls, rule: str) -> Iterator[Breach]:
    """Yield a breach of `rule` unless the player has these souls, as far as is known."""
    owned = player.souls
    if owned and (souls.mortal > owned["mortal"] or souls.cultist > owned["cultist"]):
        yield breach(rule, player=player.colour, needs=souls, has=dict(owned))


def answer(s: State, event: ev.OfferAnswered, seq: int) -> None:
    """Take all of the offer for exactly its price, or nothing (R-D-DEAL-09)."""
    player, reply = s.players[event.player], event.answer
    _, chest_offer = in_front_of(s, event.player)
    pass_ = len(s.deal.chests)
    if len(s.deal.answers) < pass_:
        s.deal.answers.append({})
    s.deal.answers[-1][event.player] = reply
    if reply is None:
        lose_track(player, s, souls=True)
    elif reply.accept:
        player.gain_souls(-reply.souls.mortal, -reply.souls.cultist)
        if chest_offer is None:
            lose_track(player, s)
        else:
            player.gain(chest_offer.goods)
            if isinstance(chest_offer.asks.coins, int):
                player.pay({"coins": chest_offer.asks.coins})
    if s.was_last(event.player):
        s.set_step("deals/send_2" if pass_ == 1 else "deals/return")


def _on_the_chest(s: State, player: Player) -> list[ev.Answer | None]:
    """Return the two answers to a player's own chest; None where unknown."""
    if s.insight and s.insight.is_of(player.colour):
        return list(s.insight.seen.get(s.round, (None, None)))
    return [taken(s, player.role, pass_) for pass_ in (1, 2)]


def return_chests(s: State, event: ev.ChestsReturned, seq: int) -> None:
    """Give every chest back with its payment or its offer (R-D-DEAL-14)."""
    for player in s.in_order():
        offered = s.deal.offers[player.colour]
        answers = _on_the_chest(s, player)
        if offered is None or None in answers:
            lose_track(player, s, souls=not player.is_mortal)
            continue
        accepted = next((answer for answer in answers if answer and answer.accept), None)
        if accepted is None:
            player.gain(offered.goods)
            continue
        player.gain_souls(accepted.souls.mortal, accepted.souls.cultist)
        if isinstance(offered.asks.coins, int):
            player.gain({"coins": offered.asks.coins})
    s.set_step("actions/plan")
