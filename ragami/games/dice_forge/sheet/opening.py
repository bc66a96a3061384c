"""The heads of a sheet of Dice Forge: title, players, options and components make record 1."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec

from ragami.games.dice_forge.components import SHIPPED
from ragami.games.dice_forge.events import COLOURS, GameOpened
from ragami.games.dice_forge.sheet import words as w
from ragami.language import Language
from ragami.notation.line import (
    Line,
    bare_or_quoted,
    line_of_text,
    text_in,
    text_of_line,
)

RULES: Final = 1
COMPONENT_HEADS: Final = {"temple": w.TEMPLE, "feats": w.FEATS_USED, "dice": w.DICE_USED}
_BLANK: Final = "_" * 12


def read_opening(rules: Line, heads: Sequence[tuple[str, Line]]) -> dict[str, Any]:
    """The data of record 1. Raises `Unread`."""
    if rules.peek():
        rules.number(str(RULES), least=RULES, most=RULES)
        rules.end()
    said: dict[str, Any] = {}
    for key, line in heads:
        if key in said:
            line.at = 0
            raise line.stop(w.A_NEW_HEAD)
        said[key] = READERS[key](line)
        line.end()
    if "players" not in said:
        raise rules.stop(w.PLAYERS)
    return {
        "game": "dice-forge",
        "rules": RULES,
        "title": said.get("title"),
        "players": said["players"],
        "options": said.get("options", {}),
        "components": {kind: said.get(kind, SHIPPED[kind][0]) for kind in COMPONENT_HEADS},
    }


def _players(line: Line) -> list[dict[str, str]]:
    """`O Ana, G "Rui, the elder"`, clockwise from the first player."""
    players: list[dict[str, str]] = []
    while line.peek() or not players:
        if len(players) == len(COLOURS):
            line.end()
        colour = line.one_of(w.SEATS)
        text = line.peek()
        name = text_in(text.removesuffix(",") if text[:1] != '"' or text[-1:] == "," else text)
        if name is None:
            raise line.stop(w.A_NAME)
        line.take()
        if line.peek() == ",":
            line.take()
        players.append({"colour": colour, "name": name})
    return players


def _options(line: Line) -> dict[str, str]:
    """`mirror_sees=rolled place_hind=bear`: what is not the default. The rules judge them."""
    said: dict[str, str] = {}
    while token := line.peek():
        name, sign, value = token.partition("=")
        if not sign or not value or name in said:
            raise line.stop("mirror_sees=rolled", "place_hind=bear")
        said[text_in(name) or name] = text_in(value) or value
        line.take()
    return said


def _component(line: Line) -> Any:
    """The name of one that ships, or the whole object as JSON."""
    if line.peek()[:1] != "{":
        return line.quote(w.A_COMPONENT)
    wrong = line.stop(w.A_COMPONENT)
    try:
        return json.loads(line.rest())
    except (ValueError, RecursionError):
        raise wrong from None


READERS: Final[dict[str, Callable[[Line], Any]]] = {
    "title": text_of_line,
    "players": _players,
    "options": _options,
    **dict.fromkeys(COMPONENT_HEADS, _component),
}


def write_opening(event: GameOpened, language: Language) -> list[str]:
    """Record 1 in lines; the first one is the version of the rules."""
    return [str(event.rules), *_heads(event, language)]


def _heads(event: GameOpened, language: Language) -> Iterator[str]:
    if event.title is not None:
        yield f"{w.TITLE.say(language)} {line_of_text(event.title)}"
    players = ", ".join(
        f"{w.LETTERS[seat.colour].say(language)} {bare_or_quoted(seat.name)}"
        for seat in event.players
    )
    yield f"{w.PLAYERS.say(language)} {players}"
    if event.options:
        chosen = (f"{bare_or_quoted(k)}={bare_or_quoted(v)}" for k, v in event.options.items())
        yield f"{w.OPTIONS.say(language)} {' '.join(chosen)}"
    for kind, head in COMPONENT_HEADS.items():
        component = getattr(event.components, kind)
        if isinstance(component, str):
            yield f"{head.say(language)} {bare_or_quoted(component)}"
        else:
            yield f"{head.say(language)} {msgspec.json.encode(component).decode()}"


def empty_heads(language: Language) -> Iterator[str]:
    """The heads to be filled in by hand."""
    for head, key in w.HEADS.items():
        if key == "players":
            seats = ", ".join(f"{colour.say(language)} {_BLANK}" for colour in w.COLOURS)
            yield f"{head.say(language)} {seats}"
        else:
            yield head.say(language)
