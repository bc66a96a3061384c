"""Where points come from, and statistics over many games: roles, chests, the Inquisition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET

from ragami.game.derived_statistics import WithResults
from ragami.game.page_content import Gain
from ragami.game.statistics import CountedMoment, Row, ShippedStatistics
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.game import GAME
from ragami.games.deal_with_the_devil.narration import WORDS, Moment
from ragami.games.deal_with_the_devil.rules.ending import final
from ragami.games.deal_with_the_devil.rules.facing import faced, stand
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.words import TABLES
from ragami.language import Language

LINES: Final = (
    "points", "buildings", "debt", "majors", "angel", "demon", "indulgences", "courtiers", "souls",
    "valuables", "route", "fives",
)  # fmt: skip


class Statistics(ShippedStatistics):
    """See `ragami.game.statistics.Statistics`."""

    package = "ragami.games.deal_with_the_devil"

    def rows(self, moments: Iterable[CountedMoment]) -> Iterator[tuple[str, Row]]:
        """Yield the rows of a game; those with roles at the end, when they are known."""
        s = State()
        chests: list[tuple[Any, ...]] = []
        faces: list[tuple[Any, ...]] = []
        before: tuple[object, ...] = ()
        for now in moments:
            s = now.state
            if isinstance(now.event, ev.OfferAnswered):
                chests.append((now.seq, *before))
            elif isinstance(now.event, ev.InquisitionFaced):
                faces.append((now.seq, *before))
            coming = now.coming_event
            if isinstance(coming, ev.OfferAnswered):
                before = _chest(s, coming)
            elif isinstance(coming, ev.InquisitionFaced):
                before = _faced(s, coming)
        roles: dict[Any, Any] = {player.colour: player.role for player in s.in_order()}
        yield from (("devil_roles", row) for row in _players(s))
        for seq, round_, pass_, owner, opener, *columns in chests:
            yield "devil_chests", (seq, round_, pass_, owner, roles[opener], *columns)
        for seq, round_, player, *columns in faces:
            yield "devil_faced", (seq, round_, player, roles[player], *columns)

    def word(self, code: str, language: Language) -> str | None:
        return WORDS.word(code, language)


def _players(s: State) -> Iterator[Row]:
    count = final(s)
    for player in s.in_order():
        lines = count["players"][player.colour] if count else {}
        won = player.colour in count["winners"] if count else None
        minors = player.achievements - len(player.major)
        found_out = player.colour in s.inquisition.found.values()
        yield (
            player.colour, player.role, won, lines.get("total"), *map(lines.get, LINES),
            player.reputation, player.debt, minors, player.confessed, found_out,
        )  # fmt: skip


def _chest(s: State, event: ev.OfferAnswered) -> tuple[object, ...]:
    """Return the columns of a chest, as it stands before the answer."""
    owner = s.deal.chests[-1].get(event.player)
    whose = s.who(owner)
    offer = s.deal.offers.get(whose.colour) if whose else None
    coins, souls = (offer.asks.coins, offer.asks.souls) if offer else (None, None)
    goods = sum(offer.goods.values()) if offer else None
    accepted = event.answer.accept if event.answer else None
    price = (None if coins is UNSET else coins, None if souls is UNSET else souls)
    return s.round, len(s.deal.chests), owner, event.player, *price, goods, accepted


def _faced(s: State, event: ev.InquisitionFaced) -> tuple[object, ...]:
    """Return the columns of a player who faces the inquisitors, with the points that it costs."""
    player = s.players[event.player]
    there, tried = len(faced(s, player, event.convinced)), player.copy()
    stand(s, tried, event)
    brought = tried.points - player.points
    return s.round, event.player, there, event.souls, event.indulgences, brought


STATISTICS: Final = WithResults(GAME, Statistics())


# --- sources of points: `capabilities.Gains` ---------------------------------------------


SOURCES: Final = TABLES["source"]
# The lines of the final count by source; `points` is missing: it is the track, told before.
OF_THE_COUNT: Final = {
    "buildings": ("buildings",),
    "honours": ("majors", "angel", "demon", "indulgences", "courtiers"),
    "burdens": ("debt", "souls"),
    "goods": ("valuables", "route", "fives"),
}


def sources(language: Language) -> Mapping[str, str]:
    return {code: text.text(language) for code, text in SOURCES.items()}


def gains(_event: object, before: Moment, after: Moment) -> Iterator[Gain]:
    """Tell the points of the track apart from those of the final count."""
    for colour, points in after.scores.items():
        remainder = points - before.scores.get(colour, 0)
        if after.final and not before.final:
            lines = after.final["players"][colour]
            for source, names in OF_THE_COUNT.items():
                won = sum(lines[name] for name in names)
                remainder -= won
                if won:
                    yield Gain(colour, source, won)
        if remainder:
            source = "inquisition" if before.phase == "inquisition" else "play"
            yield Gain(colour, source, remainder)
