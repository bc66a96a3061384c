"""A small game to which everything happens that may happen to a log."""

from __future__ import annotations

from typing import Any

from tests.rules.logs import Log, setup

KEPT = 6  # the record of yellow's starting card


def transcript() -> bytes:
    """The log: a setup, some turns, undo and redo, corrections, a ruling, and what others say."""
    records = setup("YG", options={"pass_policy": "reenter"})
    assert records[KEPT - 1][0] == "starting_card_kept"
    records[KEPT - 1] = ("starting_card_kept", records[KEPT - 1][1] | {"kept": None})
    log = Log(records)
    for play in (_turns, _undoing, _correcting, _saying, _breaking_off):
        play(log)
    return b"".join(line + b"\n" for line in log.lines)


def _turn(log: Log, player: str, type_: str, **data: Any) -> int:
    """A turn with one event; gives that event's number."""
    seq = log.add(type_, player=player, **data)
    log.add("turn_ended", player=player)
    return seq


def _turns(log: Log) -> None:
    _turn(log, "yellow", "ragami_moved", via="draw", ragami="yellow", to=2)
    _turn(log, "green", "cards_drawn", rejected=[4, 10], kept=[None])


def _undoing(log: Log) -> None:
    last = len(log.lines)
    _turn(log, "yellow", "ragami_moved", via="draw", ragami="yellow", to=1)
    log.add("undone", to=last, reason="took the wrong die")
    log.redo()
    log.undo(last)
    log.undo(last)
    log.redo()


def _correcting(log: Log) -> None:
    """Yellow came to a Demon on 19 and not to 8; green's turn was not over."""
    wrong = _turn(log, "yellow", "ragami_moved", via="saint", ragami="yellow", to=8)
    _turn(log, "green", "ragami_moved", via="conflict", ragami="green", to="Q5")
    log.strike(len(log.lines))
    moved = {"player": "yellow", "via": "saint", "ragami": "yellow", "to": 19}
    data = {"seq": wrong, "type": "ragami_moved", "v": 1, "data": moved}
    log.add_exactly("corrected", data | {"reason": "misread", "authority": "Ana, referee"})
    log.add("turn_ended", player="green")


def _saying(log: Log) -> None:
    log.add("asserted", vp={"yellow": 1}, conflicts={}, dice={"saint": 1})
    log.add("revealed", player="yellow", seq=KEPT, card=8)
    log.add("revealed", player="yellow", seq=KEPT, card=8)
    log.add("weather_changed", version=2, sky="grey")
    log.add("sealed", size=9, root="x", note="y")
    log.add("noted", text="a break\nfor coffee")


def _breaking_off(log: Log) -> None:
    log.add("ruled", rule="R-SAINT-06", reason="nobody minded", authority=None)
    far = {"saint": "blue", "to": 29, "demon": {"from": None, "to": 7}}
    _turn(log, "yellow", "saint_and_demon_moved", via="saint", **far)
    log.add("passed", player="yellow")
    log.add_exactly("passed", {"player": "red"})
    log.add("passed", player="green")
