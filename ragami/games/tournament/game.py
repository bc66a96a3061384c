"""The definition of the game: a tournament, rules version 1."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from ragami.catalogue import Both
from ragami.findings import Breach, Code, breach
from ragami.game import GameDefinition, Position, Seating
from ragami.game import capabilities as can
from ragami.game.accounts import KeyedAssertions, Parts
from ragami.game.chance import NoDice
from ragami.game.definition import types_by_name
from ragami.games.tournament import events as ev
from ragami.games.tournament import view
from ragami.games.tournament.events import Asserted
from ragami.games.tournament.labels import labels_of
from ragami.games.tournament.people import with_names
from ragami.games.tournament.rules.closing import final
from ragami.games.tournament.rules.entrants import unknown
from ragami.games.tournament.rules.judge import JUDGES
from ragami.games.tournament.rules.standings import standings, tally
from ragami.games.tournament.state import State


def position(s: State) -> Position:
    """Return round, number of results, phase, and the points of each entrant in twelfths.

    No decision is ever due from anybody but the organizer.
    """
    tables = s.present.tables if s.present else []
    results = sum(table.result is not None for table in tables)
    scores = {name: totals.points12 for name, totals in (tally(s) if s.opened else {}).items()}
    return Position(len(s.rounds), results, s.phase, (), scores)


def seating(s: State) -> Seating:
    """Return the labels of the entrants, in order of entry."""
    return Seating(labels_of(s), s.opened.title if s.opened else None)


def unfit(s: State, asserted: Asserted) -> Breach | None:
    """Return a breach if an assertion names somebody who has not entered."""
    parts = [part for part in (asserted.points12, asserted.places) if part is not UNSET]
    breaches = unknown(s, (name for part in parts for name in part))
    if not breaches:
        return None
    return breach("R-T-LOG-01", problem="not-entered", entrants=breaches[0].facts["entrants"])


def parts(s: State) -> Parts:
    """Return the points and places that assertions are compared with."""
    lines = standings(s)
    return {
        "points12": {line.entrant: line.points12 for line in lines},
        "places": {line.entrant: line.place for line in lines},
    }


# An entry is of an id, and not of somebody who is there.
NAMING_JUDGES: Final = {
    event: (check if event in (ev.Entered, ev.EnteredLate) else with_names(check), apply)
    for event, (check, apply) in JUDGES.items()
}
ASSERTIONS: Final = KeyedAssertions(Asserted, parts, unfit)


GAME: Final[GameDefinition[State]] = GameDefinition(
    name="tournament",
    title=Both("Tournament", "Torneo"),
    chance=True,
    events=types_by_name(NAMING_JUDGES),
    new_state=State,
    position=position,
    final=final,
    seating=seating,
    view=view.view,
    words_at="ragami.games.tournament.narration:WORDS",
    rulebook_at="ragami.games.tournament.words:RULEBOOK",
    log_rule="R-T-LOG-01",
    codes={
        "missing-log": Code("warning"),
        "head-differs": Code("error"),
        "unsealed-log": Code("notice"),
        "foreign-game": Code("error"),
        "players-differ": Code("error"),
        "table-not-ended": Code("notice"),
        "result-differs": Code("warning"),
        "withheld-log": Code("warning"),
        "linked-elsewhere": Code("warning"),
        "linked-before": Code("warning"),
        "older-log": Code("warning"),
        "undated-log": Code("notice"),
        "several-logs": Code("warning"),
        "illegal-log": Code("error"),
        "broken-log": Code("error"),
        "page-differs": Code("error", whole=True),
        "page-unlike": Code("warning", whole=True),
        "grown-log": Code("notice"),
        "unlinked-table": Code("notice", whole=True),
        "unlike-pairer": Code("warning"),
        "dearer-pairing": Code("notice"),
        "overridden-pairing": Code("notice"),
    },
    offers={
        can.ASSERTIONS: ASSERTIONS,
        can.BOT: "ragami.games.tournament.bot",
        can.CHANCE: NoDice(ev.DISCLOSING),
        can.CHOICES: "ragami.games.tournament.choices",
        can.DRAWING: "ragami.games.tournament.drawing",
        can.GAINS: "ragami.games.tournament.drawing",
        can.GATHERING: "ragami.games.tournament.organizing",
        can.GUIDANCE: "ragami.games.tournament.guide",
        can.LINKS: "ragami.games.tournament.verifying",
        can.LABELS: "ragami.games.tournament.entered_results:LABELS",
        can.NOTATION: "ragami.games.tournament.forms:NOTATION",
        can.PAGE: "ragami.games.tournament.drawing",
        can.SNAPSHOTS: "ragami.games.tournament.state:SNAPSHOTS",
        can.STATISTICS: "ragami.games.tournament.statistics:STATISTICS",
    },
)
