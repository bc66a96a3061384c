"""Payments with the goods at hand, with sales of surplus goods, and with a loan (5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ragami.games.deal_with_the_devil.components import VALUABLE
from ragami.games.deal_with_the_devil.state import Player
from ragami.games.deal_with_the_devil.tracks import DEBT_LIMIT


def buying_price(good: str) -> int:
    """R-D-BANK-01."""
    return 5 if good in VALUABLE else 3


def selling_price(good: str) -> int:
    """R-D-BANK-02; a coin is a coin."""
    return 2 if good in VALUABLE else 1


def bought(goods: Mapping[Any, int]) -> int:
    """Return the price of goods at the bank."""
    return sum(buying_price(good) * n for good, n in goods.items())


def sold(goods: Mapping[Any, int]) -> int:
    """Return the bank's payment for goods."""
    return sum(selling_price(good) * n for good, n in goods.items())


def add_up(several: Iterable[Mapping[Any, int]]) -> dict[str, int]:
    """Goods put together."""
    total: dict[str, int] = {}
    for goods in several:
        for good, n in goods.items():
            total[good] = total.get(good, 0) + n
    return total


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
