"""Ragami as some later program may know it: two of its events have come to newer versions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from ragami.findings import Breaches
from ragami.game import EventType
from ragami.game.capabilities import NOTATION
from ragami.games.ragami import events as ev
from ragami.games.ragami.components import Square
from ragami.games.ragami.forms import HEADS
from ragami.games.ragami.game import GAME as RAGAMI
from ragami.games.ragami.kinds import SEATS, whose
from ragami.games.ragami.rules.judge import JUDGES
from ragami.games.ragami.state import State
from ragami.notation.forms import Form, Forms
from ragami.notation.kinds import Text, Words
from ragami.notation.score_sheet import ScoreSheet

Data = dict[str, Any]


class SaintSet2(ev.PlayerEvent, frozen=True, gc=False):
    """Version 2 of `saint_set`: the square stands in an object, and somebody may have seen it."""

    place: dict[str, Square]
    witness: str | None


class Passed3(ev.PlayerEvent, frozen=True, gc=False):
    """Version 3 of `passed`: what was said. Version 2 had `aloud`, true or false."""

    said: str | None


def saint_set_2(data: Data) -> Data:
    return {"player": data["player"], "place": {"square": data["square"]}, "witness": None}


def passed_2(data: Data) -> Data:
    return data | {"aloud": False}


def passed_3(data: Data) -> Data:
    aloud = data.pop("aloud")
    return data | {"said": "paso" if aloud else None}


def _saint(e: SaintSet2) -> ev.SaintSet:
    return ev.SaintSet(e.player, e.place["square"])


def check_saint_set(s: State, e: SaintSet2) -> Breaches:
    return JUDGES[ev.SaintSet][0](s, _saint(e))


def apply_saint_set(s: State, e: SaintSet2, seq: int) -> None:
    JUDGES[ev.SaintSet][1](s, _saint(e), seq)


def check_passed(s: State, e: Passed3) -> Breaches:
    return JUDGES[ev.Passed][0](s, ev.Passed(e.player))


def apply_passed(s: State, e: Passed3, seq: int) -> None:
    JUDGES[ev.Passed][1](s, ev.Passed(e.player), seq)


FORMS: Final = Forms(
    [Form("passed", "<{player}> pass [saying {said}]", usual={"said": None})],
    kinds={"player": Words(SEATS, whole=True), "said": Text()},
    left_out={"player": whose},
)

GAME: Final = replace(
    RAGAMI,
    events={
        **RAGAMI.events,
        "saint_set": EventType(SaintSet2, check_saint_set, apply_saint_set, 2, {1: saint_set_2}),
        "passed": EventType(Passed3, check_passed, apply_passed, 3, {1: passed_2, 2: passed_3}),
    },
    offers={**RAGAMI.offers, NOTATION: ScoreSheet(FORMS, HEADS, SEATS)},
)
