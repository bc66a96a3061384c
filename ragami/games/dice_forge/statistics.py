"""The sources of glory, and the tables of statistics over many games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ragami.game.derived_statistics import WithResults
from ragami.game.page_content import Gain
from ragami.game.statistics import CountedMoment, Row, ShippedStatistics
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.game import GAME
from ragami.games.dice_forge.narration import WORDS, Moment, face_name, look
from ragami.games.dice_forge.rules.reserves import BOTH_SIDES, SIDE, SIDE_GLORY
from ragami.games.dice_forge.state import State
from ragami.games.dice_forge.words import TABLES
from ragami.language import Language


class Statistics(ShippedStatistics):
    """See `ragami.game.statistics.Statistics`. The questions are in `data/statistics.toml`."""

    package = "ragami.games.dice_forge"

    def rows(self, moments: Iterable[CountedMoment]) -> Iterator[tuple[str, Row]]:
        """Yield the rows of a game; the winner is known at its end."""
        before = look(State())
        actions: list[tuple[str, Row]] = []
        coming: list[tuple[str, Row]] = []
        for now in moments:
            after = look(now.state)
            if now.event is not None:
                actions += [(table, (now.seq, *row)) for table, row in coming]
                for gain in gains(now.event, before, after):
                    row = (now.seq, before.round or 1, gain.player, gain.source, gain.points)
                    yield "glory", row
            before, coming = after, list(_actions(now.state, now.coming_event))
        winners = before.final["winners"] if before.final else None
        for table, row in actions:
            won = None if winners is None else row[2] in winners
            yield table, row if table == "throws" else (*row, won)

    def word(self, code: str, language: Language) -> str | None:
        if code in SOURCES:
            return SOURCES[code].text(language)
        return WORDS.word(code, language) if not code[:1].isdigit() else face_name(code, language)


def _actions(s: State, e: object) -> Iterator[tuple[str, Row]]:
    match e:
        case ev.DiceRolled():
            for ref, up in e.rolls.items():
                colour, at = ev.OWNER[ref]
                slot = up if isinstance(up, int) else None
                face = s.die(ref).slots[up - 1] if isinstance(up, int) else up
                yield "throws", (s.round, colour, at + 1, slot, face)
        case ev.FeatPerformed():
            portal = s.table.feats[e.feat].portal
            colours = (p.colour for p in s.players.values() if p.portal == portal)
            ousted = next((occupant for occupant in colours if occupant != e.player), None)
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
                    yield "forged", (s.round, e.player, entry.ship.face, "ship", None)


STATISTICS: Final = WithResults(GAME, Statistics())


# --- sources of glory: `capabilities.Gains` ----------------------------------------------


SOURCES: Final = TABLES["source"]
# The source of the glory of an event that is neither cards, hammers nor Typhon's.
OF_EVENT: Final[Mapping[type[Any], str]] = {
    ev.FeatPerformed: "feats",
    ev.Reinforced: "feats",
    ev.BoarPaid: "boars",
}


def sources(language: Language) -> Mapping[str, str]:
    return {code: text.text(language) for code, text in SOURCES.items()}


def gains(event: object, before: Moment, after: Moment) -> Iterator[Gain]:
    """Yield the glory by source. Printed glory counts when the card is taken."""
    for colour, points in after.scores.items():
        track = after.reserves[colour][3] - (before.reserves.get(colour) or (0, 0, 0, 0))[3]
        won = points - before.scores.get(colour, 0)
        hammers = _of_hammers(after.struck[colour]) - _of_hammers(before.struck.get(colour, 0))
        feats = _of_typhon(colour, before, after)
        parts = {"cards": won - track, "hammers": hammers, "feats": feats}
        remainder = track - hammers - feats
        source = OF_EVENT.get(type(event), "faces")
        parts[source] = parts.get(source, 0) + remainder
        yield from (Gain(colour, code, n) for code, n in parts.items() if n)


def _of_hammers(steps: int) -> int:
    """Return the glory of the sides of hammers that so many steps complete."""
    rounds, begun = divmod(steps, BOTH_SIDES)
    return rounds * sum(SIDE_GLORY) + (SIDE_GLORY[0] if begun >= SIDE else 0)


def _of_typhon(colour: str, before: Moment, after: Moment) -> int:
    """Return 1 glory for each face removed, for each Typhon that was taken."""
    cards, _ = before.typhon.get(colour, (0, 0))
    cards_taken, removed = after.typhon[colour]
    return (cards_taken - cards) * removed
