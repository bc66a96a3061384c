"""The bank: prices, payments, trades, loans; request cards: R-D-BANK, R-D-LOAN."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ragami.findings import Breach, breach
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.components import VALUABLE
from ragami.games.deal_with_the_devil.rules.tracks import DEBT_LIMIT, angel
from ragami.games.deal_with_the_devil.state import Player, State


def buying_price(good: str) -> int:
    """Return the price of a good at the bank (R-D-BANK-01)."""
    return 5 if good in VALUABLE else 3


def selling_price(good: str) -> int:
    """Return what the bank gives for a good; a coin is a coin (R-D-BANK-02)."""
    return 2 if good in VALUABLE else 1


def bought(goods: Mapping[Any, int]) -> int:
    """Return the price of goods at the bank."""
    return sum(buying_price(good) * n for good, n in goods.items())


def sold(goods: Mapping[Any, int]) -> int:
    """Return the bank's payment for goods."""
    return sum(selling_price(good) * n for good, n in goods.items())


def payable(player: Player, need: Mapping[Any, int]) -> bool | None:
    """Return True if the need can be raised in some way (A-D-ACT-02); None if that is unknown.

    An empty need is always payable.
    """
    if not any(need.values()):
        return True
    owned = player.goods
    if owned is None:
        return None
    price = need.get("coins", 0)
    means = owned["coins"] + DEBT_LIMIT - player.debt
    for good, n in owned.items():
        if good == "coins":
            continue
        over = n - need.get(good, 0)
        if over < 0:
            price += buying_price(good) * -over
        else:
            means += selling_price(good) * over
    return means >= price


def raising(
    player: Player, need: Mapping[Any, int]
) -> tuple[int, list[tuple[dict[str, int], dict[str, int]]]]:
    """Return how somebody who knows their goods goes on towards a need: a loan, and trades.

    The loan is what is short, 0 where it is nothing or too much; a trade is what is sold and
    bought. Where one does not do, something is short again after it.
    """
    owned = dict(player.goods or {})
    coins = owned.pop("coins", 0)
    buys = {good: n - owned[good] for good, n in need.items() if n > owned.get(good, n)}
    short = bought(buys) + need.get("coins", 0) - coins
    if short <= 0:
        return 0, [({}, buys)]
    sells: dict[str, int] = {}
    for good in sorted(owned, key=selling_price):
        for _ in range(owned[good] - need.get(good, 0)):
            if sold(sells) < short:
                sells[good] = sells.get(good, 0) + 1
    loan = short if short <= DEBT_LIMIT - player.debt else 0
    if sold(sells) >= short:
        return loan, [(sells, buys)]
    return loan, [] if loan else [(sells, {})]


def owns(player: Player, goods: dict[Any, int], rule: str = "R-D-BANK-03") -> Iterator[Breach]:
    """Yield a breach of `rule` unless the player has these goods, as far as is known."""
    if not player.has_goods(goods):
        yield breach(rule, player=player.colour, needs=goods, has=dict(player.goods or {}))
    elif player.indulgences is not None and player.indulgences < goods.get("indulgences", 0):
        yield breach(
            rule, player=player.colour, needs=goods, has={"indulgences": player.indulgences}
        )


def check_trade(s: State, event: ev.BankTraded) -> Iterator[Breach]:
    """Check that goods and sales pay for the purchases (R-D-BANK-03)."""
    player = s.players[event.player]
    yield from owns(player, event.sells)
    if player.goods is not None:
        price, means = bought(event.buys), player.goods["coins"] + sold(event.sells)
        if price > means:
            yield breach("R-D-BANK-03", player=player.colour, needs=price, has=means)


def trade(s: State, event: ev.BankTraded, seq: int) -> None:
    """Sell, then buy (R-D-BANK-01, R-D-BANK-02)."""
    player = s.players[event.player]
    player.pay(event.sells)
    player.gain(event.buys)
    player.gain({"coins": sold(event.sells) - bought(event.buys)})


def check_loan(s: State, event: ev.LoanTaken) -> Iterator[Breach]:
    """Check that the debt stays within its limit (R-D-LOAN-01)."""
    debt = s.players[event.player].debt + event.coins
    if debt > DEBT_LIMIT:
        yield breach("R-D-LOAN-01", player=event.player, has=debt, needs=DEBT_LIMIT)


def borrow(s: State, event: ev.LoanTaken, seq: int) -> None:
    """Add the coins, and the debt (R-D-LOAN-01)."""
    player = s.players[event.player]
    player.debt += event.coins
    player.gain({"coins": event.coins})


def check_repaying(s: State, event: ev.DebtPaid) -> Iterator[Breach]:
    """Check that there is so much debt, and so many coins (R-D-LOAN-02)."""
    player = s.players[event.player]
    if event.coins > player.debt:
        yield breach("R-D-LOAN-02", player=event.player, has=player.debt, needs=event.coins)
    yield from owns(player, {"coins": event.coins})


def repay(s: State, event: ev.DebtPaid, seq: int) -> None:
    """Take the coins off the debt (R-D-LOAN-02)."""
    player = s.players[event.player]
    player.debt -= event.coins
    player.pay({"coins": event.coins})


def show_request(s: State, event: ev.RequestShown, seq: int) -> None:
    """Put the request card where all see it (R-D-DEAL-16)."""
    s.players[event.player].request = event.card


def check_wings(s: State, event: ev.WingsBought) -> Iterator[Breach]:
    """Check that the wings can be paid (R-D-INQ-02)."""
    yield from owns(s.players[event.player], {"coins": 5 * event.count})


def buy_wings(s: State, event: ev.WingsBought, seq: int) -> None:
    """Pay for the wings, and add them (R-D-INQ-02)."""
    player = s.players[event.player]
    player.pay({"coins": 5 * event.count})
    angel(player, event.count)
