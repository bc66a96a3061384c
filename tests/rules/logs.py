"""Whole logs: the records of a setup, lines of JSON, and what a replay says of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from ragami.findings import Finding
from ragami.game import game_named
from ragami.judge.replay import Replay
from tests.rules.kit import ABSENT, SEATS, USUAL, Play, plain
from tests.rules.oracle import snapshot

Event = tuple[str, dict[str, Any]]
Records = list[Event]

CONFLICTS: Final = {12: 2, 18: 2, 20: 3, 28: 4, 23: 5, 29: 6}
DEMON_SQUARES: Final = (19, 21, 24, 26)
NEUTRAL_SAINT_SQUARES: Final = (1, 2)
SAINT_SQUARES: Final = {"yellow": 3, "green": 4, "blue": 5, "purple": 6}
VIRTUE_BLOCK: Final = "Q5"
RAGAMI_BLOCKS: Final = {
    "yellow": "Q1",
    "green": "Q3",
    "blue": "Q5",
    "purple": "Q9",
    "neutral": "Q7",
}
# What each player discards and keeps.
STARTING_CARDS: Final = {
    "yellow": ([1, 2], 5),
    "green": ([3, 4], 9),
    "blue": ([7, 12], 13),
    "purple": ([8, 10], 1),
}


def game_opened(seats: str = "YGBP", **changes: Any) -> dict[str, Any]:
    """The data of record 1; two players have the neutral Ragami in a colour that is left."""
    colours = [SEATS[initial] for initial in seats]
    with_neutral = len(colours) == 2 and changes.get("options", {}).get("neutral_ragami", True)
    left = [colour for colour in SEATS.values() if colour not in colours]
    return {
        "game": "ragami",
        "rules": 1,
        "title": None,
        "players": [{"colour": colour, "name": colour.title()} for colour in colours],
        "options": {},
        "components": {"board": "city-1", "deck": "deck-1", "dice": "dice-1"},
        "neutral_colour": left[0] if with_neutral else None,
    } | changes


def setup(seats: str = "YGBP", **changes: Any) -> Records:
    """All records of a setup; the first seat is the first player. `changes`: of record 1."""
    opened = game_opened(seats, **changes)
    colours = [SEATS[initial] for initial in seats]
    unused = [colour for colour in SEATS.values() if colour not in colours]
    conflicts = [{"square": square, "die": die} for square, die in CONFLICTS.items()]
    records: Records = [
        ("game_opened", opened),
        ("conflicts_seeded", {"conflicts": conflicts}),
        ("demons_seeded", {"squares": list(DEMON_SQUARES)}),
    ]
    if unused:
        saints = [
            {"saint": saint, "square": square}
            for saint, square in zip(unused, NEUTRAL_SAINT_SQUARES, strict=False)
        ]
        records.append(("neutral_saints_seeded", {"saints": saints}))
    records.append(("first_player_drawn", {"player": colours[0]}))
    for colour in colours:
        discarded, kept = STARTING_CARDS[colour]
        cards = {"player": colour, "discarded": discarded, "kept": kept}
        records.append(("starting_card_kept", cards))
    records += _placements(colours, opened["neutral_colour"])
    records.append(("action_dice_set", {"player": colours[-1], **USUAL["action_dice_set"]}))
    return records


def _placements(colours: Sequence[str], neutral: str | None) -> Records:
    """In the order of R-SETUP-11, -13 and -15, for two players in that of R-SET2-04."""
    if len(colours) == 2:
        first, second = colours
        helper = [_ragami("neutral")] if neutral else []
        begin = [_saint(first), _virtue(first), _saint(second), _virtue(second)]
        return [*begin, _ragami(second), *helper, _ragami(first)]
    return [
        *map(_saint, colours),
        *map(_virtue, [*colours[1:], colours[0]]),
        *map(_ragami, [*colours[2:], *colours[:2]]),
    ]


def _saint(colour: str) -> Event:
    return "saint_set", {"player": colour, "square": SAINT_SQUARES[colour]}


def _virtue(colour: str) -> Event:
    return "virtue_set", {"player": colour, "block": VIRTUE_BLOCK}


def _ragami(ragami: str) -> Event:
    return "ragami_set", {"ragami": ragami, "block": RAGAMI_BLOCKS[ragami]}


def setting_up(until: str, seats: str = "YGBP", **changes: Any) -> Play:
    """A game in its setup, the first event of type `until` not yet done."""
    return _played(setup(seats, **changes), until)


def set_up(seats: str = "YGBP", **changes: Any) -> Play:
    """A game before its first turn."""
    return _played(setup(seats, **changes), None)


def _played(records: Records, until: str | None) -> Play:
    play = Play()
    for type_, data in records:
        if type_ == until:
            break
        play.do(type_, **data)
    return play


class Log:
    """Lines of JSON as they stand in a file."""

    def __init__(self, records: Sequence[Event] = ()) -> None:
        self.lines: list[bytes] = []
        self.extend(*records)

    def extend(self, *events: Event) -> int:
        """Records one after the other; returns the `seq` of the last."""
        for type_, data in events:
            self.add(type_, **data)
        return len(self.lines)

    def add(self, type_: str, /, *, version: int = 1, **data: Any) -> int:
        """A record; returns its `seq`. What the test does not say stands in `USUAL`."""
        return self.add_exactly(type_, USUAL.get(type_, {}) | data, version=version)

    def add_exactly(self, type_: str, data: Any, *, version: int = 1, **envelope: Any) -> int:
        """A record with just this data; `envelope` changes its other fields."""
        seq = len(self.lines) + 1
        body = plain(data) if isinstance(data, dict) else data
        record = {"seq": seq, "type": type_, "v": version, "at": None, "by": None, "data": body}
        whole = {key: value for key, value in (record | envelope).items() if value is not ABSENT}
        self.lines.append(json.dumps(whole, separators=(",", ":")).encode())
        return seq

    def undo(self, to: int) -> int:
        return self.add("undone", to=to, reason=None)

    def redo(self) -> int:
        return self.add("redone")

    def strike(self, seq: int) -> int:
        """A correction that strikes out the event at `seq`."""
        return self.correct(seq, None, None)

    def correct(self, seq: int, type_: str | None, data: Any, version: int | None = 1) -> int:
        """A correction; with `type_` None it strikes the event out."""
        if isinstance(data, dict) and type_ is not None:
            data = plain(USUAL.get(type_, {}) | data)
        version = None if type_ is None else version
        return self.add_exactly(
            "corrected",
            {
                "seq": seq,
                "type": type_,
                "v": version,
                "data": data,
                "reason": None,
                "authority": None,
            },
        )

    def rule(self, rule: str) -> int:
        """A ruling: the next game event may break `rule`."""
        return self.add("ruled", rule=rule, reason=None, authority=None)

    def replay(self) -> Replay:
        """The log, read from its bytes."""
        codec = game_named("ragami").codec
        replay = Replay(game_named("ragami"), codec)
        replay.take_all(codec.read_log(b"".join(line + b"\n" for line in self.lines)))
        return replay

    def refused(self, seq: int, *, rule: str) -> Finding:
        """The log breaks off at the record `seq`, with this verdict."""
        error = self.replay().error
        assert error is not None, f"all is well; expected {rule} at {seq}"
        assert (error.seq, error.rule) == (seq, rule), error
        return error

    def accepted(self) -> Replay:
        """Nothing is wrong with the log."""
        replay = self.replay()
        assert replay.error is None, replay.error
        return replay

    def codes(self) -> list[tuple[str, int | None]]:
        """What is found, with its place; not what every log of this kind is told."""
        every_time = {"unverified-components", "unfinished"}
        findings = self.replay().findings()
        return [(one.code, one.seq) for one in findings if one.code not in every_time]

    def view(self) -> dict[str, Any]:
        """The position where the log ends, or where it breaks off."""
        replay = self.replay()
        return replay.game.view(replay.state, replay.seq)


SETUP: Final = len(setup())


def game(*more: Event) -> Log:
    """The log of a setup for four, and what comes then; `SETUP` records are before it."""
    return Log([*setup(), *more])


def moved(to: int | str, player: str = "yellow") -> Event:
    """A player moves his Ragami by the draw die."""
    return "ragami_moved", {"player": player, "ragami": player, "to": to}


def same_position(one: Log, other: Log) -> bool:
    """Both logs are in order, and lead to the same state."""
    return bool(snapshot(one.accepted().state) == snapshot(other.accepted().state))
