"""What a table agreed on, from the words of the command line: seats, options, components."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from gettext import gettext as _
from typing import TYPE_CHECKING, Any

import click

from ragami.errors import RagamiError

if TYPE_CHECKING:
    from msgspec import Raw

    from ragami.game import GameDefinition
    from ragami.game.capabilities import Setting, Setup, Value
    from ragami_cli.output import Output


def read_player(given: str, opening: Setup) -> tuple[str, str]:
    """`yellow:Ana`; a seat without a name is called by its colour."""
    seat, _colon, name = given.partition(":")
    return one_of(seat.strip().lower(), opening.seats, "--player"), name.strip() or seat


def read_option(given: str, opening: Setup) -> tuple[str, Value]:
    """`pass_policy=reenter`: the name of a setting, and one of its values."""
    name, equals, value = given.partition("=")
    settings = {setting.name: setting for setting in opening.settings()}
    setting = settings[one_of(name.strip(), settings, "--option")]
    values = {as_word(each): each for each in setting.values}
    if not equals:
        ways = " · ".join(f"{setting.name}={word}" for word in values)
        raise click.BadParameter(_("Say {ways}.").format(ways=ways), param_hint="--option")
    return setting.name, values[one_of(value.strip().lower(), values, f"--option {setting.name}")]


def as_word(value: Value) -> str:
    """A value as it is typed, and as JSON has it."""
    return json.dumps(value).strip('"')


def as_json(given: str) -> Any:
    """What a word of the command line means: JSON, or the plain word itself."""
    try:
        return json.loads(given)
    except ValueError:
        return given


def one_of(word: str, known: Iterable[str], where: str) -> str:
    """The word, if it is known; else wrong usage, with what comes near or all that there is."""
    if word in known:
        return word
    from difflib import get_close_matches

    known = list(known)
    near = get_close_matches(word, known)
    told = _("There is no '{word}'.").format(word=word) + " "
    if near:
        told += _("Did you mean {near}?").format(near=" / ".join(f"'{each}'" for each in near))
    else:
        told += _("Choose from: {all}.").format(all=", ".join(known))
    raise click.BadParameter(told, param_hint=where)


def component(kind: str, given: str, game: GameDefinition) -> str | Raw:
    """The name of a component that ships, or what stands in one's own or in a file.

    Raises `RagamiError` `component-not-found`, `not-json`, or those of reading a file, and
    `MissingCapability` where the game has none of this kind.
    """
    from ragami.game.capabilities import BOX, COMPONENTS, SETUP
    from ragami.game.definition import MissingCapability

    known = game.need(SETUP).components.get(kind)
    if known is None:
        raise MissingCapability(game.name, COMPONENTS)
    if given in known:
        return given
    from ragami.sources.files import read_component
    from ragami_cli.own import folder, own_names

    left_open = game.need(BOX).left_open.get(kind)
    if given in own_names(game.name, kind):
        given = str(folder(game.name, kind) / f"{given}.json")
    elif left_open and given == left_open["name"]:
        from msgspec import Raw
        from msgspec import json as as_json

        return Raw(as_json.encode(left_open))

    try:
        return whole_json(read_component(given), given)
    except RagamiError as trouble:
        if trouble.code != "file-not-found":
            raise
        ships = ", ".join(known)
        raise RagamiError("component-not-found", kind=kind, name=given, known=ships) from trouble


def usual_component(kind: str, brought: Mapping[str, Any], game: GameDefinition) -> str:
    """What an empty answer means: whoever brings something of a box has the rest of it, too."""
    from ragami.game.capabilities import BOX, SETUP

    left_open = game.need(BOX).left_open
    if kind in left_open and any(not isinstance(given, str) for given in brought.values()):
        return str(left_open[kind]["name"])
    return game.need(SETUP).components[kind][0]


def whole_json(content: bytes, path: str) -> Raw:
    """The JSON in a file as it stands. Raises `RagamiError` `not-json` with the place."""
    from msgspec import Raw

    try:
        # Only whether it is JSON: its numbers, keys and shape are judged with the record.
        json.loads(content.decode(), parse_int=len, parse_float=len)
    except UnicodeDecodeError as wrong:
        before = content[: wrong.start]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        raise RagamiError("not-json", path=path, line=line, column=column) from wrong
    except json.JSONDecodeError as wrong:
        raise RagamiError("not-json", path=path, line=wrong.lineno, column=wrong.colno) from wrong
    except RecursionError as wrong:
        raise RagamiError("not-json", path=path, line=1, column=1) from wrong
    return Raw(content.strip())


def explain(opening: Setup, output: Output) -> None:
    """Every option: its values, the usual one first, and what they mean."""
    for setting in opening.settings():
        if output.json:
            output.data(setting._asdict())
        else:
            output.answer("\n".join(explained(setting, output)) + "\n")


def explained(setting: Setting, output: Output) -> Iterator[str]:
    """One option for people."""
    values = [
        output.style(as_word(value), underline=True) + " " + _("(usual)")
        if value == setting.usual
        else as_word(value)
        for value in setting.values
    ]
    yield output.style(setting.name, bold=True) + " = " + " | ".join(values)
    for sentence in setting.meaning[output.language]:
        yield output.wrap(sentence, "  ")


def fit_for_a_name(text: str) -> str:
    """A title as the name of a game and word of a command line: `fridays-final`."""
    import re

    letters = re.sub(r"['’]", "", text.lower())
    return re.sub(r"[\W_]+", "-", letters).strip("-")[:40]


def not_taken(wanted: str, taken: Any) -> str:
    """The name, with a number behind it where it is taken."""
    if wanted and wanted not in taken:
        return wanted
    number = 2 if wanted else 1
    while f"{wanted or 'game'}-{number}" in taken:
        number += 1
    return f"{wanted or 'game'}-{number}"
