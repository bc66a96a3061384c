"""The heads of a sheet that make record 1, as far as they are the same in every game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from ragami.errors import N_
from ragami.language import Language
from ragami.notation.line import Line, bare_or_quoted, line_of_text, text_in
from ragami.notation.misread import Word

RULES: Final = 1
A_NEW_HEAD: Final = N_("a head that was not there yet")
A_NAME: Final = N_("a name, in quotes if it has blanks")
A_COMPONENT: Final = N_("a component as JSON")


def read_heads(
    rules: Line,
    heads: Sequence[tuple[str, Line]],
    readers: Mapping[str, Callable[[Line], Any]],
    needed: tuple[str, Word],
) -> dict[str, Any]:
    """Return the value of each head by its key. Raise `Unread`, also if the `needed` head is
    missing.

    `rules` is the rest of the line that names the game: the version of its rules, or nothing.
    """
    if rules.peek():
        rules.number(str(RULES), least=RULES, most=RULES)
        rules.end()
    values: dict[str, object] = {}
    for key, line in heads:
        if key in values:
            line.at = 0
            raise line.stop(A_NEW_HEAD)
        values[key] = readers[key](line)
        line.end()
    key, word = needed
    if key not in values:
        raise rules.stop(word)
    return values


def opening_data(
    game: str, values: Mapping[str, Any], components: Mapping[str, Sequence[str]], *more: str
) -> dict[str, object]:
    """The data of record 1 from what the heads say, with what `more` of them a game has.

    Of each kind of `components` the first one is the usual one.
    """
    return {
        "game": game,
        "rules": RULES,
        "title": values.get("title"),
        "players": values["players"],
        "options": values.get("options", {}),
        "components": {kind: values.get(kind, names[0]) for kind, names in components.items()},
        **{name: values.get(name) for name in more},
    }


def read_players(line: Line, seats: dict[Word, str], most: int) -> list[dict[str, str]]:
    """`O Ana, G "Rui, the elder"`, clockwise from the first player. Raises `Unread`."""
    players: list[dict[str, str]] = []
    while line.peek() or not players:
        if len(players) == most:
            line.end()
        colour = line.one_of(seats)
        text = line.peek()
        name = text_in(text.removesuffix(",") if text[:1] != '"' or text[-1:] == "," else text)
        if name is None:
            raise line.stop(A_NAME)
        line.take()
        if line.peek() == ",":
            line.take()
        players.append({"colour": colour, "name": name})
    return players


def read_component(line: Line) -> object:
    """The name of one that ships, or the whole object as JSON. Raises `Unread`."""
    if line.peek()[:1] != "{":
        return line.quote(A_COMPONENT)
    misread = line.stop(A_COMPONENT)
    try:
        return json.loads(line.rest())
    except (ValueError, RecursionError):
        raise misread from None


def title_head(title: str | None, head: Word, language: Language) -> Iterator[str]:
    """The line of the title; none where there is none."""
    if title is not None:
        yield f"{head.say(language)} {line_of_text(title)}"


def players_head(players: Iterable[tuple[Word, str]], head: Word, language: Language) -> str:
    """The line of the players: the letter and the name of each."""
    texts = (f"{letter.say(language)} {bare_or_quoted(name)}" for letter, name in players)
    return f"{head.say(language)} {', '.join(texts)}"


def component_heads(
    components: object, heads: Mapping[str, Word], language: Language
) -> Iterator[str]:
    """A line for each component: its name, or the whole object as JSON."""
    for kind, head in heads.items():
        component = getattr(components, kind)
        if isinstance(component, str):
            yield f"{head.say(language)} {bare_or_quoted(component)}"
        else:
            yield f"{head.say(language)} {msgspec.json.encode(component).decode()}"
