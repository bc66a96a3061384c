"""The moments before and after an event, and where the VP that it brought come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from ragami.decoded import Data
from ragami.game.page_content import Gain
from ragami.games.ragami import events as ev
from ragami.games.ragami.rules import conflict, ending
from ragami.games.ragami.speech import speech
from ragami.games.ragami.state import State
from ragami.games.ragami.view import view
from ragami.language import Language

SOURCES: Final = ("conflicts", "saints", "purifying", "conversions", "card_10", "bonus")
# What the whole gain of an event comes from; that of an attempt has two sources.
OF_EVENT: Final[Mapping[type[Any], str]] = {
    ev.RagamiMoved: "purifying",
    ev.LastPlayerRaised: "card_10",
}


class Attempt(NamedTuple):
    """An attempt at a conflict: the Power Points it needs, and their sources."""

    square: int
    needs: int
    sources: dict[str, int]


class Moment(NamedTuple):
    """The position that a viewer sees after a record; `turn` counts through the whole game."""

    view: Data
    turn: int
    final: Data | None = None
    attempt: Attempt | None = None

    @property
    def round(self) -> int:
        """Return the number of the round, 0 in the setup."""
        return int(self.view["round"])

    @property
    def scores(self) -> dict[str, int]:
        return {colour: player["vp"] for colour, player in self.view["players"].items()}


class Change(NamedTuple):
    """The moments before and after an event that was played."""

    before: Moment
    after: Moment

    def of(self, colour: str, figure: str) -> int:
        """Return by how much a number of a player went up."""
        before, after = self.before.view["players"], self.after.view["players"]
        return int(after[colour][figure] - before[colour][figure]) if colour in before else 0


def look(s: State, seq: int, viewer: str | None, coming: object = None) -> Moment:
    """Return the moment after record `seq`, as `viewer` may see it."""
    attempt = _attempt(s, coming) if isinstance(coming, ev.ConflictTried) else None
    return Moment(view(s, seq, viewer), s.turn, ending.final(s), attempt)


def _attempt(s: State, e: ev.ConflictTried) -> Attempt | None:
    """Return the Power Points of an attempt that is not judged yet; None without a conflict."""
    if not s.opened or e.player not in s.players:
        return None
    square = s.ragamis.get(e.player)
    if not isinstance(square, int) or square not in s.conflicts:
        return None
    return Attempt(
        square, conflict.needed(s, square), conflict.sources(s, e, s.players[e.player], square)
    )


def sources(language: Language) -> Mapping[str, str]:
    counted = speech(language).tables["counted"]
    return {code: counted[code] for code in SOURCES}


def gains(event: object, before: Moment, after: Moment) -> Iterator[Gain]:
    """Yield the VP of an event by source; of the last one also those of the final scoring."""
    final = after.final["players"] if after.final and not before.final else {}
    change, attempt = Change(before, after), before.attempt
    die = before.view["conflicts"][str(attempt.square)] if attempt else 0
    for colour in after.view["players"]:
        bonus = final[colour]["bonus"] if final else 0
        for source, won in by_source(event, colour, change.of(colour, "vp"), die, bonus):
            yield Gain(colour, source, won)


def by_source(
    event: object, colour: str, points: int, die: int, bonus: int
) -> Iterator[tuple[str, int]]:
    """Yield the VP of an event by source.

    `die` is that of the conflict where somebody tries one, `bonus` that of the end. VP without an
    event of their own come from conversions of cubes or Virtue points, also at the end.
    """
    parts = {"bonus": bonus}
    if isinstance(event, ev.ConflictTried) and event.withdraw_to is None:
        own = die if colour == event.player else 0
        parts |= {"conflicts": own, "saints": points - own}
    elif source := OF_EVENT.get(type(event)):
        parts[source] = points
    parts["conversions"] = points - sum(parts.values())
    return ((source, won) for source, won in parts.items() if won)
