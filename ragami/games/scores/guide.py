"""The next step on a pad. See `ragami.game.capabilities.Guidance`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ragami.decoded import AnyEvent
from ragami.game.capabilities import Guide
from ragami.games.scores.game import GAME
from ragami.games.scores.rules.ending import outcome
from ragami.games.scores.state import State
from ragami.games.scores.words import TABLES, word
from ragami.language import Language, capital
from ragami.messages import listed, plain

TEXTS: Final = TABLES["guide"]


def guide(s: State, language: Language) -> Guide:
    """Return the round, whose numbers are missing, and who deals."""
    if final := outcome(s):
        return Guide(TEXTS["over"].text(language), GAME.result(final, s, language))
    due = s.due
    hints = tuple(_dealer(s, language))
    return Guide(_step(s, language), _due(s, language), hints, due[0] if len(due) == 1 else None)


def warning(_s: State, _event: AnyEvent, _language: Language) -> None:
    """Return nothing: every number can be put right."""


def _step(s: State, language: Language) -> str:
    options = s.options
    if s.phase != "play" or options.result == "declared":
        return capital(word(s.phase, language))
    code = "round" if options.rounds is None else "round-of"
    step = TEXTS[code].text(language).format(round=s.round, rounds=options.rounds)
    if options.target is None:
        return step
    return f"{step}, {TEXTS['target'].text(language).format(target=options.target)}"


def _due(s: State, language: Language) -> str:
    def say(code: str, **facts: Any) -> str:
        return TEXTS[code].text(language).format(**facts)

    if s.phase == "setup":
        return say("open")
    if s.phase == "decided":
        why = TABLES["why"]["target" if s.reached() else "rounds"]
        return say("decided", why=why.text(language).format(target=s.options.target))
    if s.options.result == "declared":
        return say("places")
    due = s.sides_due()
    for name, category in s.categories.items():
        lacking = [side for side in due if side not in s.row(s.open_round, name)]
        if lacking:
            sides = listed([plain(s.sides[side].name) for side in lacking], language)
            code = "numbers" if category else "points"
            return say(code, sides=sides, category=category and plain(category.name))
    if s.options.complete == "any":
        return say("any")
    return say("full")


def _dealer(s: State, language: Language) -> Iterator[str]:
    if s.phase == "play" and s.dealer:
        name = plain(s.players[s.dealer].name)
        yield TEXTS["dealer"].text(language).format(player=name)
