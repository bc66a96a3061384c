"""A sentence tells every field of its event, or the field is named here; none is unused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import structs

import ragami
from ragami.catalogue import texts
from ragami.conformance.material import Material
from ragami.game import game_named
from ragami.game.registry import SHIPPED
from ragami.game.texts import Narrator

SHOWN_ELSEWHERE: Final = {"game", "rules", "components", "options", "title"}
"""Of record 1: by what a log is read and what was agreed, which stand above its story."""

UNTOLD: Final[dict[str, set[str]]] = {
    "ragami": set(),
    "deal-with-the-devil": {
        # Of a choice the sentence tells what comes of it.
        *("step_resolved.choices", "inquisition_faced.choices"),
        *("achievement_claimed.space", "achievement_claimed.courtiers", "plan_shown.discarded"),
        # For who checks, and not for who reads.
        *("distribution_sealed.digest", "seed_opened.seed"),
    },
    "tournament": {
        "entered.entrant",  # an id; the name is told
        *("round_paired.seed", "table_linked.origin", "table_linked.root"),  # for who checks
    },
    "dice-forge": {"reinforced.gain", "reinforced.hammer"},  # what comes of them is told
    "scores": {
        "scored.round",  # stands above it
        *("game_opened.players", "game_opened.teams", "game_opened.categories"),  # are the pad
        *("game_opened.plays", "game_ended.places"),  # are the heading and the result
    },
}
"""By game: fields that no sentence tells. Whoever adds one says here why people do without it."""

PROBES: Final = ("\N{SECTION SIGN}", None, 97)
"""Values that hardly any field has: what reads the field says something else, or fails on them."""


def untold(game: str) -> Iterator[str]:
    """Yield the fields of played events whose value makes no difference to the sentence."""
    definition = game_named(game)
    material = Material(definition, (), (0, 1, 2), {}, None)
    narrator = definition.words.narrator("en")
    seen: dict[str, set[str]] = {}
    for log in material.logs:
        for step, _before in material.steps(log):
            unread = seen.setdefault(
                step.type, {field.name for field in structs.fields(step.event)}
            )
            told = narrator.tell(step.event)
            unread -= {
                name for name in unread if makes_a_difference(narrator, step.event, name, told)
            }
    for type_, names in seen.items():
        yield from (f"{type_}.{name}" for name in names)


def makes_a_difference(narrator: Narrator, event: Any, field: str, told: str) -> bool:
    for probe in PROBES:
        try:
            if narrator.tell(structs.replace(event, **{field: probe})) != told:
                return True
        except Exception:  # noqa: BLE001 (what fails on a value has read it)
            return True
    return False


@pytest.mark.parametrize("game", SHIPPED)
def test_a_sentence_tells_every_field_of_its_event(game: str) -> None:
    opening = {f"game_opened.{name}" for name in SHOWN_ELSEWHERE}
    found = set(untold(game)) - opening
    assert found <= UNTOLD[game], "the sentence of the event (table `event`) does not tell these"
    assert found >= UNTOLD[game], "these are told by now: UNTOLD names them in vain"


def unused(game: str) -> Iterator[str]:
    """Yield the sentences of events that nothing asks for: by no type, field, or text in Python."""
    package = f"ragami.games.{game.replace('-', '_')}"
    folder = Path(ragami.__file__).parent / "games" / game.replace("-", "_")
    source = "\n".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    events = game_named(game).events
    for code in texts(package)["event"]:
        type_, _slash, variant = code.partition("/")
        field = re.match(r"\w*", variant)
        names = (
            {field.name for field in structs.fields(events[type_].struct)}
            if type_ in events
            else ()
        )
        if variant and field and field[0] in names:
            continue
        if type_ in events and not variant:
            continue
        if (
            f'"{code}"' not in source
            and f'"{variant}"' not in source
            and f"/{variant}" not in source
        ):
            yield code


@pytest.mark.parametrize("game", SHIPPED)
def test_every_sentence_of_an_event_is_used(game: str) -> None:
    assert list(unused(game)) == []
