"""Seats, options and components of a table, read from the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from gettext import gettext as _
from typing import TYPE_CHECKING, Any

import click

from ragami.sources.components import as_word
from ragami_cli.arguments import one_of, options_of
from ragami_cli.writing import TextType

if TYPE_CHECKING:
    from ragami.game.capabilities import Setup
    from ragami.game.setting import Setting, Value
    from ragami_cli.output import Output


agreed_option = click.option(
    "--option",
    "options",
    multiple=True,
    type=TextType(),
    metavar=_("OPTION=VALUE"),
    shell_complete=options_of,
    help=_("Something agreed; may be given several times."),
)


def read_players(texts: Sequence[str], opening: Setup) -> list[tuple[str, str]]:
    """`yellow:Ana`; a seat without a name is called by its colour. `Ana` where seats have none."""
    from ragami.game.opening import named

    if named(opening):
        names = (text.partition(":")[2].strip() or text.strip() for text in texts)
        return list(zip(opening.seats, names, strict=False))
    return [_read_player(text, opening) for text in texts]


def _read_player(text: str, opening: Setup) -> tuple[str, str]:
    seat, _colon, name = text.partition(":")
    return one_of(seat.strip().lower(), opening.seats, "--player"), name.strip() or seat


def read_option(text: str, opening: Setup) -> tuple[str, Value]:
    """`OPTION=VALUE`: the name of a setting, and one of its values."""
    name, equals, value = text.partition("=")
    settings = {setting.name: setting for setting in opening.settings()}
    setting = settings[one_of(name.strip(), settings, "--option")]
    values = {as_word(usual_value): usual_value for usual_value in setting.values}
    if not equals:
        ways = " · ".join(f"{setting.name}={word}" for word in values)
        raise click.BadParameter(_("Say {ways}.").format(ways=ways), param_hint="--option")
    number = setting.other(value)
    if number is not None:
        return setting.name, number
    return setting.name, values[one_of(value.strip().lower(), values, f"--option {setting.name}")]


def as_json(text: str) -> Any:
    """Return the value of a word of the command line: its JSON, or the word itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def explain(opening: Setup, output: Output) -> None:
    """Every option: its values, the usual one first, and what they mean."""
    for setting in opening.settings():
        output.reply(setting, (*explained(setting, output), ""))


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
