"""Where glory comes from, and statistics over many games: the tables, and questions on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ragami.errors import N_
from ragami.game import statistics
from ragami.game.page_content import Gain
from ragami.game.statistics import (
    GAME,
    PLAYER,
    ROUND,
    SEQ,
    Answer,
    Column,
    Row,
    Table,
    TableQuestion,
)
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.narration import WORDS, Moment, face_name, look
from ragami.games.dice_forge.reserves import BOTH_SIDES, SIDE, SIDE_GLORY
from ragami.games.dice_forge.state import State
from ragami.games.dice_forge.words import TABLES
from ragami.language import Language

_WON: Final = Column("won", "truth", "Did that player win? Null while the game goes on.")

GLORY: Final = Table(
    "glory",
    "glory that an event brought to a player, or took",
    (
        GAME, SEQ, ROUND, PLAYER,
        Column("source", "text", "faces, cards, hammers, feats or boars."),
        Column("glory", "integer", "How much; it adds up to the score."),
    ),
)  # fmt: skip
FEATS: Final = Table(
    "feats",
    "a feat that was performed",
    (
        GAME, SEQ, ROUND, PLAYER, Column("feat", "text", "Its id."),
        Column("ousted", "text", "Who was ousted; null for nobody."), _WON,
    ),
)  # fmt: skip
FORGED: Final = Table(
    "forged",
    "a face that was forged",
    (
        GAME, SEQ, ROUND, PLAYER, Column("face", "text", "The face."),
        Column("how", "text", "offering, ship or garden."),
        Column("gold", "integer", "What was paid for it."), _WON,
    ),
)  # fmt: skip
THROWS: Final = Table(
    "throws",
    "a die that was rolled",
    (
        GAME, SEQ, ROUND, PLAYER, Column("die", "integer", "1 or 2."),
        Column("slot", "integer", "Which side; null where only the face was told."),
        Column("face", "text", "What it showed."),
    ),
)  # fmt: skip

_RATE: Final = "round(avg(won::INTEGER), 3)"
# Two faces share their id with a feat.
_FACE: Final = "CASE WHEN face IN ('mirror', 'ship') THEN face || '-face' ELSE face END"
_TIMES: Final = Answer("times", N_("Times"))
_WINS: Final = Answer("won", N_("Won"))
QUESTIONS: Final = (
    TableQuestion(
        "feats",
        N_("Feats, and how often their players won"),
        f"SELECT feat, count(*), {_RATE} FROM feats GROUP BY feat ORDER BY count(*) DESC, feat",  # noqa: S608
        (Answer("feat", N_("Feat")), _TIMES, _WINS),
        1,
        "times",
    ),
    TableQuestion(
        "forged",
        N_("Faces forged, what they cost, and how often their players won"),
        f"SELECT {_FACE}, count(*), round(avg(gold), 1), {_RATE} FROM forged"  # noqa: S608
        " GROUP BY face ORDER BY count(*) DESC, face",
        (Answer("face", N_("Face")), _TIMES, Answer("gold", N_("Gold")), _WINS),
        1,
        "times",
    ),
    TableQuestion(
        "glory",
        N_("Where glory comes from"),
        "SELECT source, sum(glory), round(sum(glory) / (SELECT sum(glory) FROM glory), 3)"
        " FROM glory GROUP BY source ORDER BY sum(glory) DESC, source",
        (
            Answer("source", N_("Source")),
            Answer("glory", N_("Glory")),
            Answer("share", N_("Share")),
        ),
        1,
        "share",
    ),
    TableQuestion(
        "throws",
        N_("The sides of the dice"),
        "SELECT slot, count(*), round(count(*) / sum(count(*)) OVER (), 3) FROM throws"
        " WHERE slot IS NOT NULL GROUP BY slot ORDER BY slot",
        (Answer("slot", N_("Side")), _TIMES, Answer("share", N_("Share"))),
        1,
        "share",
    ),
)


class Statistics:
    """See `ragami.game.statistics.Statistics`."""

    tables = (GLORY, FEATS, FORGED, THROWS)
    questions = QUESTIONS

    def rows(self, moments: Iterable[statistics.CountedMoment]) -> Iterator[tuple[str, Row]]:
        """Every row of a game; who has won is known at the end."""
        before = look(State())
        doings: list[tuple[str, Row]] = []
        coming: list[tuple[str, Row]] = []
        for now in moments:
            after = look(now.state)
            if now.event is not None:
                doings += [(table, (now.seq, *row)) for table, row in coming]
                yield from _glory(now.seq, now.event, before, after)
            before, coming = after, list(_doings(now.state, now.coming_event))
        winners = before.final["winners"] if before.final else None
        for table, row in doings:
            won = None if winners is None else row[2] in winners
            yield table, row if table == "throws" else (*row, won)

    def word(self, code: str, language: Language) -> str | None:
        """Feats, sources and faces."""
        if code in SOURCES:
            return SOURCES[code].text(language)
        return WORDS.word(code, language) if not code[:1].isdigit() else face_name(code, language)


def _glory(seq: int, event: object, before: Moment, after: Moment) -> Iterator[tuple[str, Row]]:
    for gain in gains(event, before, after):
        yield "glory", (seq, before.round or 1, gain.player, gain.source, gain.points)


def _doings(s: State, e: object) -> Iterator[tuple[str, Row]]:
    match e:
        case ev.DiceRolled():
            for ref, up in e.rolls.items():
                colour, at = ev.OWNER[ref]
                slot = up if isinstance(up, int) else None
                face = s.die(ref).slots[up - 1] if isinstance(up, int) else up
                yield "throws", (s.round, colour, at + 1, slot, face)
        case ev.FeatPerformed():
            portal = s.table.feats[e.feat].portal
            there = (p.colour for p in s.players.values() if p.portal == portal)
            ousted = next((occupant for occupant in there if occupant != e.player), None)
            yield "feats", (s.round, e.player, e.feat, ousted)
        case ev.OfferingMade():
            for forged in e.faces:
                cost = s.table.prices.cost[forged.face]
                yield "forged", (s.round, e.player, forged.face, "offering", cost)
        case ev.FaceForged():
            yield "forged", (s.round, e.player, e.face, "garden", 0)
        case ev.FacesApplied():
            for entry in (*e.faces, *(e.again or ())):
                if entry.ship:
                    row = (s.round, e.player, entry.ship.face, "ship", None)
                    yield "forged", row


STATISTICS: Final = Statistics()


# --- sources of glory: `capabilities.Gains` ----------------------------------------------


SOURCES: Final = TABLES["source"]
# What the rest of an event's glory comes from.
OF_EVENT: Final[Mapping[type[Any], str]] = {
    ev.FeatPerformed: "feats",
    ev.Reinforced: "feats",
    ev.BoarPaid: "boars",
}


def sources(language: Language) -> Mapping[str, str]:
    """Name what glory comes from."""
    return {code: text.text(language) for code, text in SOURCES.items()}


def gains(event: object, before: Moment, after: Moment) -> Iterator[Gain]:
    """Yield the glory of each source; printed glory counts when the card is taken."""
    for colour, points in after.scores.items():
        track = after.reserves[colour][3] - (before.reserves.get(colour) or (0, 0, 0, 0))[3]
        won = points - before.scores.get(colour, 0)
        parts = {"cards": won - track, "hammers": _hammer(colour, before, after)}
        parts["feats"] = _typhon(colour, before, after)
        remainder = track - parts["hammers"] - parts["feats"]
        source = OF_EVENT.get(type(event), "faces")
        parts[source] = parts.get(source, 0) + remainder
        yield from (Gain(colour, code, n) for code, n in parts.items() if n)


def _hammer(colour: str, before: Moment, after: Moment) -> int:
    """The glory of the sides that were completed."""
    return _struck(after.struck[colour]) - _struck(before.struck.get(colour, 0))


def _struck(steps: int) -> int:
    rounds, begun = divmod(steps, BOTH_SIDES)
    return rounds * sum(SIDE_GLORY) + (SIDE_GLORY[0] if begun >= SIDE else 0)


def _typhon(colour: str, before: Moment, after: Moment) -> int:
    """1 glory for each face removed, for each card that was taken."""
    cards, _ = before.typhon.get(colour, (0, 0))
    cards_taken, removed = after.typhon[colour]
    return (cards_taken - cards) * removed
