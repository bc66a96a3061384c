"""The complete games: played by bots, told as if by the people at a table.

What went wrong at those tables (a slip that is undone, a Demon written down on the wrong square, a
conflict that costs more than was paid) is put in where the game allows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from ragami.games.ragami.bot import play
from ragami.games.ragami.bot_table import Chance
from ragami.games.ragami.components import BoardFile
from ragami.games.ragami.events import Components
from ragami.games.ragami.state import Player
from tests.examples.writing import Log

Told = tuple[str, dict[str, Any]]

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
BOARD: Final = EXAMPLES / "board-lisbon-east.json"


class Evening(NamedTuple):
    """A game that was played: at which table, by whom, from when on, and who wrote it down."""

    title: str
    names: tuple[str, ...]
    begins: str
    by: str
    seed: int

    def told(self, components: Components | None = None) -> list[Told]:
        """What happened, record by record."""
        played = play(len(self.names), self.seed, chosen={}, components=components)
        told = [(type_, msgspec.to_builtins(data, str_keys=True)) for type_, data in played]
        opened = told[0][1]
        opened["title"] = self.title
        for seat, name in zip(opened["players"], self.names, strict=True):
            seat["name"] = name
        return told

    def log(self, opened: Told) -> Log:
        """A log with its first record."""
        return Log(opened[1], at=self.clock(), by=self.by)

    def clock(self) -> Callable[[], str]:
        """The moments at which records are written down, some seconds apart."""
        chance = Chance(f"{self.title}/{self.seed}")
        now = datetime.fromisoformat(self.begins).replace(tzinfo=UTC)

        def tick() -> str:
            nonlocal now
            now += timedelta(seconds=4 + chance.upto(36))
            return f"{now:%Y-%m-%dT%H:%M:%SZ}"

        return tick


TWO: Final = Evening("A rainy Tuesday", ("Marta", "Duarte"), "2026-03-10T20:14:00", "Marta", 6)
THREE: Final = Evening(
    "Club night, table 2", ("Inês", "Tomás", "Carmen"), "2026-04-17T19:02:00", "Tomás", 50
)
FOUR: Final = Evening(
    "Spring cup, final",
    ("Ana", "Bruno", "Chloé", "Dinis"),
    "2026-05-30T15:30:00",
    "Helena",
    44,
)
HIDDEN: Final = Evening(
    "Only my own cards", ("Joana", "Rui", "Vasco"), "2026-06-05T21:10:00", "Joana", 58
)
REFEREE: Final = Evening(
    "Spring cup, semi-final",
    ("Bruno", "Elvira", "Nuno", "Ana"),
    "2026-05-30T11:05:00",
    "Helena",
    3,
)
ILLEGAL: Final = Evening(
    "Spring cup, first round", ("Dinis", "Gaspar"), "2026-05-23T10:20:00", "Gaspar", 15
)
LISBON_EAST: Final = Evening(
    "First game on our own map", ("Pilar", "Simão"), "2026-07-02T18:45:00", "Pilar", 2
)


def written(evening: Evening, components: Components | None = None) -> Log:
    """A game without anything special."""
    opened, *rest = evening.told(components)
    log = evening.log(opened)
    for type_, data in rest:
        log.do(type_, **data)
    return log


def two_players() -> Log:
    """With the neutral Ragami, two neutral Saints, and without card 15."""
    return written(TWO)


def three_players() -> Log:
    """With one neutral Saint."""
    return written(THREE)


def four_players() -> Log:
    """The whole table."""
    return written(FOUR)


def lisbon_east() -> Log:
    """A board of the table's own stands in record 1."""
    board = msgspec.json.decode(BOARD.read_bytes(), type=BoardFile)
    return written(LISBON_EAST, Components(board, "deck-1", "dice-1"))


# --- hidden cards --------------------------------------------------------------------------


def hidden_cards() -> Log:
    """Whoever writes sees only the own hand; at the end the others show what they have left."""
    opened, *rest = HIDDEN.told()
    known = HIDDEN.log(opened)
    log = HIDDEN.log(opened)
    keeper = _colour_of(HIDDEN.by, opened)
    for type_, data in rest:
        known.do(type_, **data)
        log.do(type_, **_as_seen_by(keeper, type_, data))
    for player in known.replay.state.players.values():
        if player.colour != keeper:
            _show_hand(log, player)
    return log


def _show_hand(log: Log, player: Player) -> None:
    """The cards that the log has not seen, each with a record that brought an unknown one."""
    left = Counter(slot.card for slot in player.hand)
    hand = log.replay.state.players[player.colour].hand
    left -= Counter(slot.card for slot in hand)
    unknown = [slot.seq for slot in hand if slot.card is None]
    for seq, card in zip(unknown, left.elements(), strict=True):
        log.do("revealed", player=player.colour, seq=seq, card=card)


def _colour_of(name: str, opened: Told) -> str:
    return next(str(s["colour"]) for s in opened[1]["players"] if s["name"] == name)


def _as_seen_by(keeper: str, type_: str, data: dict[str, Any]) -> dict[str, Any]:
    """What the others keep is not known."""
    if data.get("player") == keeper:
        return data
    if type_ == "starting_card_kept":
        return data | {"kept": None}
    if type_ == "cards_drawn":
        return data | {"kept": [None] * len(data["kept"])}
    return data


# --- a referee -----------------------------------------------------------------------------


def referee() -> Log:
    """Dice with names, a slip that is undone, a Demon on the wrong square, a penalty, a ruling."""
    opened, *rest = REFEREE.told()
    log = REFEREE.log(opened)
    log.do("dice_named", kind="action", names=["A1", "A2", "A3"])
    rest = _with_slip(log, rest)
    rest = _with_wrong_demon(log, rest)
    _penalize(log)
    rest = _with_ruling(log, rest)
    _write(log, rest)
    log.do("noted", text="The score sheet has been read aloud, and all four have signed it.")
    return log


def _write(log: Log, events: Sequence[Told]) -> None:
    for type_, data in events:
        log.do(type_, **data)


def _with_slip(log: Log, events: list[Told]) -> list[Told]:
    """A Ragami is put on the wrong square; the record is undone. Returns what is still to come."""
    at = _place_of(events, "ragami_moved", after=30)
    _write(log, events[:at])
    data = events[at][1]
    wrong = next(to for to in range(1, 31) if to != data["to"] and _may(log, data | {"to": to}))
    before = log.do("ragami_moved", **data | {"to": wrong}) - 1
    log.do("undone", to=before, reason="The piece was let go on the wrong square.")
    log.do("ragami_moved", **data)
    return events[at + 1 :]


def _may(log: Log, data: dict[str, Any]) -> bool:
    event = log.read("ragami_moved", data)
    return not log.replay.would_be_wrong(event)


def _place_of(events: Sequence[Told], type_: str, after: int) -> int:
    return next(n for n, event in enumerate(events) if n > after and event[0] == type_)


def _with_wrong_demon(log: Log, events: list[Told]) -> list[Told]:
    """A Demon is written down on the wrong square; a look at the table shows it."""
    at = _place_of(events, "saint_and_demon_moved", after=20)
    _write(log, events[:at])
    type_, data = events[at]
    wrong = data["demon"] | {"to": data["demon"]["to"] % 30 + 1}
    seq = log.do(type_, **data | {"demon": wrong})
    _write(log, events[at + 1 : at + 4])
    seen = dict(log.replay.state.demons)
    seen = _moved(seen, wrong["to"], data["demon"]["to"])
    log.write_anyway("asserted", demons=seen)
    log.do(
        "corrected",
        seq=seq,
        type=type_,
        v=1,
        data=data,
        reason=f"The Demon went to {data['demon']['to']}, not to {wrong['to']}; all agree.",
        authority="Helena, referee",
    )
    log.table(demons=seen)
    return events[at + 4 :]


def _moved(demons: dict[int, int], start: int, to: int) -> dict[str, int]:
    """The Demons when one of them stands elsewhere."""
    counts = {**demons, start: demons[start] - 1}
    counts[to] = counts.get(to, 0) + 1
    return {str(square): count for square, count in sorted(counts.items()) if count}


def _penalize(log: Log) -> None:
    """Somebody takes too long, for the first time."""
    log.do(
        "penalized",
        player=next(iter(log.replay.state.players)),
        offence="slow-play",
        level="warning",
        points=0,
        minutes=None,
        rule=None,
        reason="Five minutes for one turn.",
        authority="Helena, referee",
    )


def _with_ruling(log: Log, events: list[Told]) -> list[Told]:
    """Somebody has passed in the last round and forgot to exchange cubes; it is let stand."""
    last = max(n for n, event in enumerate(events) if event[0] == "action_dice_set")
    _write(log, events[: last + 1])
    for n, (type_, data) in enumerate(events[last + 1 :], last + 1):
        log.do(type_, **data)
        player = data.get("player")
        if type_ == "passed" and log.replay.state.players[player].cubes >= 2:
            log.do(
                "ruled",
                rule="R-TURN-11",
                reason="The cubes were on the way to the supply when the pass was announced.",
                authority="Helena, referee",
            )
            log.write_anyway("cubes_converted", player=player, vp=1)
            return events[n + 1 :]
    raise AssertionError("nobody passed with cubes in hand")


# --- an illegal game -----------------------------------------------------------------------


def illegal() -> Log:
    """A conflict is resolved with one cube too few; the table did not notice, and played on."""
    opened, *rest = ILLEGAL.told()
    log = ILLEGAL.log(opened)
    at = next(n for n, event in enumerate(rest) if n > 80 and _is_paid_with_cubes(event))
    _write(log, rest[:at])
    type_, data = rest[at]
    log.write_anyway(type_, **data | {"cubes": data["cubes"] - 1})
    for type_, data in rest[at + 1 :]:
        log.write_anyway(type_, **data)
    return log


def _is_paid_with_cubes(event: Told) -> bool:
    type_, data = event
    return type_ == "conflict_tried" and data["cubes"] >= 3 and not data["power_rolls"]


GAMES: Final[dict[str, Callable[[], Log]]] = {
    "two-players": two_players,
    "three-players": three_players,
    "four-players": four_players,
    "hidden-cards": hidden_cards,
    "referee": referee,
    "illegal": illegal,
    "lisbon-east": lisbon_east,
}
