"""The bank: trades, loans, repaying; request cards (R-D-BANK, R-D-LOAN)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ragami.findings import Breach, breach
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.paying import bought, sold
from ragami.games.deal_with_the_devil.state import Player, State
from ragami.games.deal_with_the_devil.tracks import DEBT_LIMIT, angel


def owns(player: Player, goods: dict[Any, int], rule: str = "R-D-BANK-03") -> Iterator[Breach]:
    """Goods have to be there, where that is known; indulgences likewise."""
    if not player.has_goods(goods):
        yield breach(rule, player=player.colour, needs=goods, has=dict(player.goods or {}))
    elif player.indulgences is not None and player.indulgences < goods.get("indulgences", 0):
        yield breach(
            rule, player=player.colour, needs=goods, has={"indulgences": player.indulgences}
        )


def check_trade(s: State, event: ev.BankTraded) -> Iterator[Breach]:
    """R-D-BANK-03."""
    player = s.players[event.player]
    yield from owns(player, event.sells)
    if player.goods is not None:
        price, means = bought(event.buys), player.goods["coins"] + sold(event.sells)
        if price > means:
            yield breach("R-D-BANK-03", player=player.colour, needs=price, has=means)


def trade(s: State, event: ev.BankTraded, seq: int) -> None:
    """R-D-BANK-01, -02."""
    player = s.players[event.player]
    player.pay(event.sells)
    player.gain(event.buys)
    player.gain({"coins": sold(event.sells) - bought(event.buys)})


def check_loan(s: State, event: ev.LoanTaken) -> Iterator[Breach]:
    """R-D-LOAN-01."""
    debt = s.players[event.player].debt + event.coins
    if debt > DEBT_LIMIT:
        yield breach("R-D-LOAN-01", player=event.player, has=debt, needs=DEBT_LIMIT)


def borrow(s: State, event: ev.LoanTaken, seq: int) -> None:
    """R-D-LOAN-01."""
    player = s.players[event.player]
    player.debt += event.coins
    player.gain({"coins": event.coins})


def check_repaying(s: State, event: ev.DebtPaid) -> Iterator[Breach]:
    """R-D-LOAN-02."""
    player = s.players[event.player]
    if event.coins > player.debt:
        yield breach("R-D-LOAN-02", player=event.player, has=player.debt, needs=event.coins)
    yield from owns(player, {"coins": event.coins})


def repay(s: State, event: ev.DebtPaid, seq: int) -> None:
    """R-D-LOAN-02."""
    player = s.players[event.player]
    player.debt -= event.coins
    player.pay({"coins": event.coins})


def show_request(s: State, event: ev.RequestShown, seq: int) -> None:
    """R-D-DEAL-16."""
    s.players[event.player].request = event.card


def check_wings(s: State, event: ev.WingsBought) -> Iterator[Breach]:
    """R-D-INQ-02."""
    yield from owns(s.players[event.player], {"coins": 5 * event.count})


def buy_wings(s: State, event: ev.WingsBought, seq: int) -> None:
    """R-D-INQ-02."""
    player = s.players[event.player]
    player.pay({"coins": 5 * event.count})
    angel(player, event.count)
