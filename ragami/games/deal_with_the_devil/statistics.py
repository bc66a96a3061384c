"""Where points come from, and statistics over many games: roles, chests, the Inquisition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET

from ragami.errors import N_
from ragami.game.page_content import Gain
from ragami.game.statistics import (
    GAME,
    PLAYER,
    ROUND,
    SEQ,
    Answer,
    Column,
    CountedMoment,
    Row,
    Table,
    TableQuestion,
)
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.ending import final
from ragami.games.deal_with_the_devil.facing import faced, stand
from ragami.games.deal_with_the_devil.narration import WORDS, Moment
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.words import TABLES
from ragami.language import Language

LINES: Final = (
    "points", "buildings", "debt", "majors", "angel", "demon", "indulgences", "courtiers", "souls",
    "valuables", "route", "fives",
)  # fmt: skip
_ROLE: Final = Column("role", "text", "The role; null where nobody told.")

ROLES: Final = Table(
    "devil_roles",
    "a player at the end of a game, or where the log ends",
    (
        GAME, PLAYER, _ROLE,
        Column("won", "truth", "Did that player win? Null while the game goes on."),
        Column("total", "integer", "The final count; null before it."),
        *(Column(name, "integer", f"Its line '{name}'; null before it.") for name in LINES),
        Column("reputation", "integer", "Where the marker stands."),
        Column("owed", "integer", "The debt."),
        Column("minors", "integer", "Minor achievements gained."),
        Column("confessed", "truth", "Guilty in a witch hunt?"),
        Column("found", "truth", "Found out in the Inquisition?"),
    ),
)  # fmt: skip
CHESTS: Final = Table(
    "devil_chests",
    "a chest that came to a player, and what was done with it",
    (
        GAME, SEQ, ROUND, Column("pass", "integer", "The first or the second."),
        Column("owner", "text", "The role whose chest it is; null where it is not known."),
        Column("opener", "text", "The role of who opened it; null where it is not known."),
        Column("coins", "integer", "The price in coins; null for another one."),
        Column("souls", "integer", "The price in souls; null for another one."),
        Column("goods", "integer", "Pieces in it; null where it is not known."),
        Column("taken", "truth", "Was it taken? Null where it is not known."),
    ),
)  # fmt: skip
FACED: Final = Table(
    "devil_faced",
    "a player before the inquisitors",
    (
        GAME, SEQ, ROUND, PLAYER, _ROLE,
        Column("inquisitors", "integer", "How many there were."),
        Column("souls", "integer", "Souls that were shown."),
        Column("indulgences", "integer", "Indulgences that were given."),
        Column("points", "integer", "What it brought, mostly a loss."),
    ),
)  # fmt: skip

_TIMES: Final = Answer("times", N_("Times"))
_OF_ROLE: Final = Answer("role", N_("Role"))
_MEAN: Final = "round(avg({0}), 1)"
_WON: Final = "round(avg(won::INTEGER), 3)"
_BY_LINE: Final = ("points", "buildings", "debt", "majors", "angel", "souls", "valuables", "fives")
QUESTIONS: Final = (
    TableQuestion(
        "roles",
        N_("Roles, and how often they won"),
        f"SELECT role, count(*), {_WON}, {_MEAN.format('total')}, {_MEAN.format('reputation')},"  # noqa: S608
        f" {_MEAN.format('owed')}, {_MEAN.format('minors')},"
        " round(avg(found::INTEGER), 3) FROM devil_roles WHERE role IS NOT NULL"
        " GROUP BY role ORDER BY role",
        (
            _OF_ROLE, _TIMES, Answer("won", N_("Won")), Answer("total", N_("Points")),
            Answer("reputation", N_("Reputation")), Answer("debt", N_("Debt")),
            Answer("minors", N_("Minor achievements")), Answer("found", N_("Found out")),
        ),
        1,
        "won",
    ),
    TableQuestion(
        "winners",
        N_("What the points of the winners come from, by role"),
        f"SELECT role, count(*), {', '.join(map(_MEAN.format, _BY_LINE))} FROM devil_roles"  # noqa: S608
        " WHERE won AND role IS NOT NULL GROUP BY role ORDER BY role",
        (
            _OF_ROLE, _TIMES, Answer("points", N_("Track")), Answer("buildings", N_("Buildings")),
            Answer("debt", N_("Debt")), Answer("majors", N_("Major achievements")),
            Answer("angel", N_("Angel wings")), Answer("souls", N_("Marked souls")),
            Answer("valuables", N_("Valuables")), Answer("fives", N_("Fives")),
        ),
        1,
        "times",
    ),
    TableQuestion(
        "chests",
        N_("Whose chests were taken by whom"),
        "SELECT owner, opener, count(*), round(avg(taken::INTEGER), 3), round(avg(coins), 1),"
        " round(avg(souls), 1) FROM devil_chests WHERE owner IS NOT NULL AND opener IS NOT NULL"
        " GROUP BY owner, opener ORDER BY owner, opener",
        (
            Answer("owner", N_("Owner")), Answer("opener", N_("Opened by")), _TIMES,
            Answer("taken", N_("Taken")), Answer("coins", N_("Price in coins")),
            Answer("souls", N_("Price in souls")),
        ),
        2,
        "taken",
    ),
    TableQuestion(
        "inquisitions",
        N_("Before the inquisitors, by round and role"),
        "SELECT round, role, count(*), round(avg(inquisitors), 1), round(avg(souls), 1),"
        " round(avg(indulgences), 1), round(avg(points), 1) FROM devil_faced"
        " WHERE role IS NOT NULL GROUP BY round, role ORDER BY round, role",
        (
            Answer("round", N_("Round")), _OF_ROLE, _TIMES,
            Answer("inquisitors", N_("Inquisitors")), Answer("souls", N_("Souls shown")),
            Answer("indulgences", N_("Indulgences")), Answer("points", N_("Points")),
        ),
        2,
        "points",
    ),
)  # fmt: skip


class Statistics:
    """See `ragami.game.statistics.Statistics`."""

    tables = (ROLES, CHESTS, FACED)
    questions = QUESTIONS

    def rows(self, moments: Iterable[CountedMoment]) -> Iterator[tuple[str, Row]]:
        """Every row of a game; the roles may be known at the end."""
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
        roles: dict[Any, Any] = {
            colour: player_at_end.role for colour, player_at_end in s.players.items()
        }
        yield from (("devil_roles", row) for row in _players(s))
        for seq, round_, pass_, owner, opener, *columns in chests:
            yield "devil_chests", (seq, round_, pass_, owner, roles[opener], *columns)
        for seq, round_, player, *columns in faces:
            yield "devil_faced", (seq, round_, player, roles[player], *columns)

    def word(self, code: str, language: Language) -> str | None:
        """Roles."""
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
    """The chest that a player has, before the answer."""
    owner = s.deal.chests[-1].get(event.player)
    whose = s.who(owner)
    offer = s.deal.offers.get(whose.colour) if whose else None
    coins, souls = (offer.asks.coins, offer.asks.souls) if offer else (None, None)
    goods = sum(offer.goods.values()) if offer else None
    accepted = event.answer.accept if event.answer else None
    price = (None if coins is UNSET else coins, None if souls is UNSET else souls)
    return s.round, len(s.deal.chests), owner, event.player, *price, goods, accepted


def _faced(s: State, event: ev.InquisitionFaced) -> tuple[object, ...]:
    """A player before the inquisitors, with what comes of it."""
    player = s.players[event.player]
    there, tried = len(faced(s, player, event.convinced)), player.copy()
    stand(s, tried, event)
    brought = tried.points - player.points
    return s.round, event.player, there, event.souls, event.indulgences, brought


STATISTICS: Final = Statistics()


# --- sources of points: `capabilities.Gains` ---------------------------------------------


SOURCES: Final = TABLES["source"]
# The lines of the final count by what points come from; the first is the track, told before.
OF_THE_COUNT: Final = {
    "buildings": ("buildings",),
    "honours": ("majors", "angel", "demon", "indulgences", "courtiers"),
    "burdens": ("debt", "souls"),
    "goods": ("valuables", "route", "fives"),
}


def sources(language: Language) -> Mapping[str, str]:
    """Name what points come from."""
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
            yield Gain(
                colour, "inquisition" if before.phase == "inquisition" else "play", remainder
            )
