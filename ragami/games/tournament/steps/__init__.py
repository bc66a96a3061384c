"""The referee's steps: which are possible now, and their consequences.

The desk on a phone and the commands take the same steps. With the open fields of a step filled in,
`ways` returns how it can be taken: the consequences, and the events, which are judged later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import ValidationError

from ragami.game.choices.choice import Choice
from ragami.game.gathering import Way
from ragami.games.tournament.people import Unclear
from ragami.games.tournament.rules.judge import EVENTS, WAIVABLE, first_breach
from ragami.games.tournament.state import State
from ragami.games.tournament.steps import people, rounds
from ragami.games.tournament.steps.step import Answers, Step
from ragami.language import Language


def steps(s: State) -> list[Choice]:
    """Return the steps that are possible now, those that are due first."""
    if s.opened is None or s.phase == "over":
        return []
    due = [choice for step in STEPS.values() for choice in step.offered(s)]
    return [*due, *rounds.may_end_early(s)]


def ways(s: State, step: str, fields: Answers, language: Language) -> list[Way]:
    """Return how a step can be taken. Raises `Unclear`.

    A way that the rules refuse comes without consequences.
    """
    if step not in STEPS:
        raise Unclear("no-such-step", found=step)
    offered = STEPS[step].ways(s, fields, language)
    return [way._replace(says=()) if _is_refused(s, way) else way for way in offered]


def _is_refused(s: State, way: Way) -> bool:
    """Tell whether the rules refuse a way, as far as it is complete and no ruling can help."""
    events = [event for event in way.events if event[0] in EVENTS]
    try:
        breach = first_breach(s, events)
    except ValidationError:
        return False  # a reason or a signature is still to come
    return breach is not None and breach.rule not in WAIVABLE


STEPS: Final[Mapping[str, Step]] = {
    "pair": Step(rounds.may_pair, rounds.ways_to_pair),
    "close": Step(rounds.may_close, rounds.ways_to_close),
    "final": Step(rounds.may_cut, rounds.ways_to_close),
    "result": Step(rounds.may_result, rounds.ways_to_result),
    "noshow": Step(people.may_miss, people.ways_to_miss),
    "mend": Step(rounds.may_mend, rounds.ways_to_mend),
    "swap": Step(rounds.may_swap, rounds.ways_to_swap),
    "enter": Step(people.may_enter, people.ways_to_enter),
    "check_in": Step(people.may_begin_check_in, people.ways_to_begin_check_in),
    "here": Step(people.may_come, people.ways_to_come),
    "drop": Step(people.may_drop, people.ways_to_drop),
    "return": Step(people.may_return, people.ways_to_return),
    "penalty": Step(people.may_penalize, people.ways_to_penalize),
    "game_loss": Step(people.may_lose, people.ways_to_lose),
    "end": Step(rounds.may_end, rounds.ways_to_close),
    "correct": Step(rounds.may_correct, rounds.ways_to_result),
    "rule": Step(rounds.may_rule, rounds.ways_to_rule),
}
"""Every step, in the order of the desk."""
