"""Completion of a line, token by token, from what is legal now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ragami.game.choosing import Choice, Several
from ragami.game.narrowing import Help, Narrowing
from ragami.games.dice_forge.events import EVENTS
from ragami.games.dice_forge.forms import FORMS, LETTERS, SEATS
from ragami.games.dice_forge.judge import JUDGES
from ragami.games.dice_forge.legal import legal
from ragami.games.dice_forge.narration import WORDS, face_name
from ragami.games.dice_forge.state import RollDice, State
from ragami.language import Language
from ragami.notation.line import word_in
from ragami.notation.misread import Word
from ragami.notation.protocol import Continuation

MANY = 4000
"""So many events of a choice are looked at, and no more."""


VERBS = {row.head[0].word: row.form.type for row in FORMS.rows}


def _verb(type_: str) -> Word:
    return FORMS.of(type_)[0].head[0].word


def continuations(text: str, state: State, language: Language) -> Iterator[Continuation]:
    """See `ragami.notation.protocol.Notation`."""
    words = text.split()
    who: str | None = word_in(words[0], SEATS, whole=True) if words else None
    given = words[1:] if who else words
    choices = [one for one in legal(state) if who is None or one.data.get("player", who) == who]
    if not given:
        for each in dict.fromkeys(choice.type for choice in choices):
            yield Continuation(_verb(each).say(language), WORDS.word(each, language))
        return
    type_ = word_in(given[0], VERBS)
    if type_ == "dice_rolled":
        yield from _rolls(given[1:], who, state, language)
        return
    seen: dict[str, None] = {}
    for choice in choices:
        if choice.type == type_:
            seen |= dict.fromkeys(_next(choice, given[1:], state, language))
    yield from (Continuation(token, "") for token in seen)


def _next(choice: Choice, given: list[str], state: State, language: Language) -> Iterator[str]:
    """The tokens that follow those given in some legal event of a choice."""
    if choice.type == "offering_made":
        yield from _offers(choice, given)
        return
    struct = EVENTS[choice.type]
    check = JUDGES[struct][0]
    for number, data in enumerate(Narrowing(choice, lambda _data: [], Help()).whole()):
        if number == MANY:
            return
        event = msgspec.convert(data, type=struct)
        tokens = (FORMS.write(choice.type, event, state, language) or "").split()
        after = tokens[tokens.index(_verb(choice.type).say(language)) + 1 :]
        if after[: len(given)] == given and len(after) > len(given):
            if choice.joint and check(state, event):
                continue
            yield after[len(given)]


def _offers(choice: Choice, given: list[str]) -> Iterator[str]:
    """Every face that is left besides those given, on every slot."""
    faces: Any = choice.open["faces"]
    if not isinstance(faces, Several) or len(given) >= faces.most:
        return
    bought = {token.partition(">")[0] for token in given}
    for one in faces.of:
        if one["face"] not in bought:
            yield from (f"{one['face']}>{one['die']}.{slot}" for slot in one["slot"])


def _rolls(
    given: list[str], who: str | None, state: State, language: Language
) -> Iterator[Continuation]:
    """The next die that is due, with each of its slots; before it the colour, of several."""
    task = state.top
    if not isinstance(task, RollDice):
        return
    several = len(task.players) > 1
    colour = who or (None if several else task.players[0])
    rolled: set[str] = set()
    for token in given:
        if other := word_in(token, SEATS, whole=True):
            colour = other
        else:
            rolled.add(f"{colour}.{token.partition('.')[0]}")
    if task.why == "minor" and rolled:
        return
    waiting = [ref for ref in task.dice if ref not in rolled]
    own = [ref for ref in waiting if ref.partition(".")[0] == colour]
    if not own:
        for seat in dict.fromkeys(ref.partition(".")[0] for ref in waiting):
            yield Continuation(LETTERS[seat].say(language), WORDS.word(seat, language))
    for ref in own:
        for slot, face in enumerate(state.die(ref).slots, 1):
            yield Continuation(f"{ref[-1]}.{slot}", face_name(face, language))
