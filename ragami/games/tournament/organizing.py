"""Answers to the organizer's desk. See `ragami.game.gathering.Gathering`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import to_builtins

from ragami.decoded import Data, Fields
from ragami.game.gathering import Event, Sitting, TableLog, Way
from ragami.game.opening import Setting, Value
from ragami.games.tournament import entry_list, linking
from ragami.games.tournament.entered_results import in_words, reported_result
from ragami.games.tournament.labels import labels_of
from ragami.games.tournament.paper import PAPERS, paper
from ragami.games.tournament.people import fold_name, namesakes
from ragami.games.tournament.state import Round, State, Table
from ragami.games.tournament.steps import steps, ways
from ragami.games.tournament.steps.people import takes_entries
from ragami.language import Language

__all__ = [
    "leaves",
    "minutes",
    "newcomer",
    "opening",
    "paper",
    "papers",
    "plays",
    "reported",
    "returns",
    "same_name",
    "settings",
    "sittings",
    "steps",
    "taken",
    "ways",
]
papers: Final = PAPERS
ASKED: Final = ("seed", "plays")


def settings() -> list[Setting]:
    """Return the options that the desk asks for; `ragami tournament new` takes all of them."""
    seats, rounds, cut = (2, 3, 4), tuple(range(10)), (0, 2, 3, 4)
    settings: tuple[tuple[str, tuple[Value, ...], Value | None], ...] = (
        *(("seed", (), None), ("plays", (), "")),
        *(("table_size", seats, 4), ("rounds", rounds, 0), ("cut", cut, 0)),
    )
    return [Setting(name, values, usual, {}) for name, values, usual in settings]


def opening(title: str | None, chosen: Mapping[str, object]) -> Data:
    """Return the data of record 1 from the chosen settings."""
    agreed = {"title": title, "plays": chosen.get("plays") or None, "seed": chosen.get("seed", "")}
    options = {name: option for name, option in chosen.items() if name not in ASKED}
    return {"game": "tournament", "rules": 1, **agreed, "options": options}


def plays(s: State) -> str | None:
    return s.opened.plays if s.opened else None


def minutes(s: State) -> int | None:
    """Return the time limit of a round."""
    return s.options.time_limit if s.opened else None


def sittings(s: State) -> list[Sitting]:
    """Return the tables of the open round, or of the final."""
    if s.present is None or s.phase not in ("round", "final"):
        return []
    return [_sitting(s, s.present, table) for table in s.present.tables if len(table.players) > 1]


def _sitting(s: State, played: Round, table: Table) -> Sitting:
    """Return a table with its people by name, labels where two at it have one name."""
    called = labels_of(s)
    alike = Counter(fold_name(s.entrants[entrant].name) for entrant in table.players)
    names = {
        id_: s.entrants[id_].name if alike[fold_name(s.entrants[id_].name)] == 1 else called[id_]
        for id_ in table.players
    }
    origin = table.link.named.origin if table.link else None
    result = in_words(s, to_builtins(list(table.result.results))) if table.result else ""
    final = played is s.final
    return Sitting(played.number, table.number, names, origin, bool(table.result), result, final)


def newcomer(s: State, name: str, club: str | None) -> tuple[str, Event] | None:
    """Return the id and the entry of somebody new, in time or late; None if too late."""
    if not takes_entries(s):
        return None
    row = entry_list.newcomer(s, name, club)
    return row.entrant, entry_list.entry(s, row)


def same_name(s: State, name: str) -> list[str]:
    """Return those who have entered with this name, under their labels."""
    called = labels_of(s)
    return [called[entrant] for entrant in namesakes(s, name)]


def leaves(s: State, entrant: str) -> Event | None:
    """Return the drop of an entrant; None where it is not possible (R-T-ENTR-04)."""
    return _comes_or_goes(s, entrant, "in", ("dropped", {"entrant": entrant, "reason": None}))


def returns(s: State, entrant: str) -> Event | None:
    """Return the return of an entrant; None where it is not possible (R-T-ENTR-05)."""
    return _comes_or_goes(s, entrant, "out", ("returned", {"entrant": entrant}))


def _comes_or_goes(s: State, entrant: str, status: str, event: Event) -> Event | None:
    entered = s.entrants.get(entrant)
    over = s.phase in ("final", "over")
    return event if entered and entered.status == status and not over else None


def taken(s: State, sitting: Sitting, source: TableLog) -> list[Event]:
    """Return the link, and the result where the table has none."""
    table = s.present.table(sitting.table) if s.present else None
    assert table is not None
    return list(linking.taken(s, table, source))


def reported(s: State, sitting: Sitting, rows: Sequence[Fields], _language: Language) -> Way:
    """Return the result that the players of a table report."""
    return reported_result(s, sitting.place, rows)
