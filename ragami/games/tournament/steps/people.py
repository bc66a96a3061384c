"""Steps of people: who enters, comes, leaves, is missing, and is penalized."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ragami.game.choices.choice import Choice, Several
from ragami.game.gathering import Way
from ragami.games.tournament import entry_list
from ragami.games.tournament.choices import REMARK, SIGNED, TEXT
from ragami.games.tournament.labels import expect_name
from ragami.games.tournament.narration import list_entrants, say
from ragami.games.tournament.people import by_name, namesakes
from ragami.games.tournament.state import State
from ragami.games.tournament.steps.step import Answers, entrant_of, listed, signature, text
from ragami.language import Language


def takes_entries(s: State) -> bool:
    """Tell whether somebody may enter now, in time or late (R-T-ENTR-03)."""
    late = s.phase in ("round", "between") and len(s.rounds) < s.options.late_until
    return s.opened is not None and (s.phase == "registration" or late)


def may_enter(s: State) -> Iterator[Choice]:
    if takes_entries(s):
        yield Choice("enter", {}, {"name": TEXT, "club": REMARK})


def ways_to_enter(s: State, fields: Answers, language: Language) -> list[Way]:
    name = text(fields, "name") or ""
    expect_name(name)
    row = entry_list.newcomer(s, name, text(fields, "club"))
    lines = [
        say("namesake", language, name=list_entrants(s, [entrant]))
        for entrant in namesakes(s, name)
    ]
    if s.phase != "registration":
        lines.append(say("late", language, round=len(s.rounds) + 1))
    return [Way(tuple(lines), (entry_list.entry(s, row),))]


def may_begin_check_in(s: State) -> Iterator[Choice]:
    if s.phase == "registration" and s.who_is_in() and not s.with_status("out"):
        yield Choice("check_in", {}, {})


def ways_to_begin_check_in(s: State, fields: Answers, language: Language) -> list[Way]:
    """Return the drop of everybody: only who then comes is paired."""
    missing, reason = s.who_is_in(), say("not-here", language)
    drops = [("dropped", {"entrant": entrant, "reason": reason}) for entrant in missing]
    return [Way((say("nobody-here", language, n=len(missing)),), tuple(drops))]


def may_come(s: State) -> Iterator[Choice]:
    if s.phase == "registration" and (missing := s.with_status("out")):
        yield Choice("here", {}, {"come": Several(1, len(missing), by_name(s, missing))})


def ways_to_come(s: State, fields: Answers, language: Language) -> list[Way]:
    """Return the return of all who have come before round 1."""
    come = listed(fields, "come")
    present, away = len(s.who_is_in()) + len(come), len(s.with_status("out")) - len(come)
    says = say("are-here", language, names=list_entrants(s, come), here=present, away=away)
    return [Way((says,), tuple(("returned", {"entrant": entrant}) for entrant in come))]


def may_drop(s: State) -> Iterator[Choice]:
    if s.phase != "final" and (entrants := s.with_status("in")):
        yield Choice("drop", {}, {"entrant": by_name(s, entrants), "reason": REMARK})


def ways_to_drop(s: State, fields: Answers, language: Language) -> list[Way]:
    entrant = entrant_of(s, fields)
    event = "dropped", {"entrant": entrant, "reason": text(fields, "reason")}
    lines = [
        say("gone", language, name=list_entrants(s, [entrant])),
        *_sits_still(s, entrant, language),
    ]
    return [Way(tuple(lines), (event,))]


def _sits_still(s: State, entrant: str, language: Language) -> Iterator[str]:
    """Yield a sentence if an entrant who leaves has a table in the open round."""
    table = s.present.table_of(entrant) if s.present and s.phase == "round" else None
    if table and not table.is_kept and entrant not in table.absent:
        yield say("sits-still", language, name=list_entrants(s, [entrant]), table=table.number)


def may_return(s: State) -> Iterator[Choice]:
    later = s.phase not in ("registration", "final")
    if later and (entrants := s.with_status("out")):
        yield Choice("return", {}, {"entrant": by_name(s, entrants)})


def ways_to_return(s: State, fields: Answers, language: Language) -> list[Way]:
    entrant = entrant_of(s, fields)
    line = say("back", language, name=list_entrants(s, [entrant]), round=len(s.rounds) + 1)
    return [Way((line,), (("returned", {"entrant": entrant}),))]


def may_miss(s: State) -> Iterator[Choice]:
    if s.present and s.phase in ("round", "final"):
        free = [table for table in s.present.tables if not table.is_kept]
        if waiting := [entrant for table in free for entrant in table.players]:
            missing = {"entrant": by_name(s, waiting)}
            yield Choice("noshow", {"round": s.present.number}, missing)


def ways_to_miss(s: State, fields: Answers, language: Language) -> list[Way]:
    """Return a no-show: the others play on, one alone has a bye (R-T-SHOW-02)."""
    entrant = entrant_of(s, fields)
    number = s.present.number if s.present else 0
    table = s.present.table_of(entrant) if s.present else None
    remaining = [mate for mate in table.players if mate != entrant] if table else []
    lines = []
    if table:
        lines = [say(f"left-{min(len(remaining), 2)}", language, who=list_entrants(s, remaining))]
    event = "no_show_recorded", {"round": number, "entrant": entrant}
    return [Way(tuple(lines), (event,))]


def may_penalize(s: State) -> Iterator[Choice]:
    if people := by_name(s, [*s.with_status("in"), *s.with_status("out")]):
        kinds: list[Any] = ["warning", "disqualification"]
        yield Choice("penalty", {}, {"entrant": people, "penalty": kinds, **SIGNED})


def ways_to_penalize(s: State, fields: Answers, language: Language) -> list[Way]:
    entrant, kind = entrant_of(s, fields), text(fields, "penalty")
    number = fields.get("round") if kind == "game_loss" else None
    data = {"entrant": entrant, "penalty": kind, "round": number, **signature(fields)}
    lines = []
    if kind == "warning":
        n = s.entrants[entrant].warnings + 1
        lines.append(say("now-warned", language, name=list_entrants(s, [entrant]), n=n))
    if kind == "disqualification":
        lines += _sits_still(s, entrant, language)
    return [Way(tuple(lines), (("penalty_given", data),))]


def may_lose(s: State) -> Iterator[Choice]:
    people = by_name(s, [*s.with_status("in"), *s.with_status("out")])
    if s.rounds and people:
        rounds: list[Any] = [played.number for played in reversed(s.rounds)]
        yield Choice("game_loss", {}, {"entrant": people, "round": rounds, **SIGNED})


def ways_to_lose(s: State, fields: Answers, language: Language) -> list[Way]:
    """Return the loss of a game, the penalty that names a round (R-T-PEN-02)."""
    return ways_to_penalize(s, {**fields, "penalty": "game_loss"}, language)
