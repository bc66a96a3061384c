"""Game, seats, options and components of a table, read from the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from gettext import gettext as _
from typing import TYPE_CHECKING, Any

import click

from ragami.errors import RagamiError
from ragami.game import GameDefinition, game_named, installed, loadable
from ragami.game.capabilities import SETUP, Capability, Setup
from ragami.game.opening import Setting, Value, named
from ragami.game.registry import broken, left_out, name_as_installed
from ragami.language import Language
from ragami.sources.components import as_word
from ragami_cli.arguments import not_known, one_of, options_of
from ragami_cli.options import Session
from ragami_cli.output import Output, is_terminal
from ragami_cli.writing import TextType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragami.table.opening import OpeningDraft


agreed_option = click.option(
    "--option",
    "options",
    multiple=True,
    type=TextType(),
    metavar=_("OPTION=VALUE"),
    shell_complete=options_of,
    help=_("Something agreed; may be given several times."),
)


def read_players(
    texts: Sequence[str], game: GameDefinition, language: Language
) -> list[tuple[str, str]]:
    """Read `yellow:Ana`, or `yellow` for both; `Ana` has the next seat, of whatever colour."""
    from ragami.store.memory import MemoryStore
    from ragami.table.opening import OpeningDraft

    opening = OpeningDraft(MemoryStore(), language, game)
    if named(opening.setup):
        names = [text.partition(":")[2].strip() or text.strip() for text in texts]
        if len(names) > len(opening.setup.seats):
            raise _too_many(opening, len(opening.setup.seats))
        return list(zip(opening.setup.seats, names, strict=False))
    for text in texts:
        word, _colon, name = (part.strip() for part in text.partition(":"))
        opening.seat(*_seated(word, name, opening))
    return opening.players


def _too_many(opening: OpeningDraft, most: int) -> click.BadParameter:
    sentence = _("{game} is for {most} players at most.")
    game = opening.game.called(opening.language)
    return click.BadParameter(sentence.format(game=game, most=most), param_hint="--player")


def _seated(word: str, name: str, opening: OpeningDraft) -> tuple[str, str]:
    """Return the seat of a player, be it taken: that is for the rules to say; and the name."""
    from ragami.table.opening import UnfitAnswer

    for taken, _name in opening.players:
        if word.lower() in (taken, opening.called(taken)):
            return taken, name or word
    try:
        seat, called = opening.seated(word, name)
    except UnfitAnswer as unfit:
        if not unfit.known:
            raise _too_many(opening, len(opening.players)) from None
        sentence = not_known(word, unfit.known)
        sentence += " " + _("Choose from: {all}.").format(all=", ".join(unfit.known))
        raise click.BadParameter(sentence, param_hint="--player") from None
    return seat, called or word


def read_option(text: str, opening: Setup) -> tuple[str, Value]:
    """Read `OPTION=VALUE`: the name of a setting, and one of its values."""
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
    """Return the JSON value of a word, or the word itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def explain(opening: Setup, output: Output) -> None:
    """Print every option: its values, the usual one first, and what they mean."""
    for setting in opening.settings():
        output.reply(setting, (*explained(setting, output), ""))


def explained(setting: Setting, output: Output) -> Iterator[str]:
    values = [
        output.style(as_word(value), underline=True) + " " + _("(usual)")
        if value == setting.usual
        else as_word(value)
        for value in setting.values
    ]
    yield output.style(setting.name, bold=True) + " = " + " | ".join(values)
    for sentence in setting.meaning[output.language]:
        yield output.wrap(sentence, "  ")


# --- which game -----------------------------------------------------------------------------------


def _kinds(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Complete the installed games."""
    return [name for name in installed() if name.startswith(incomplete)]


game_option = click.option(
    "--game",
    "kind",
    metavar=_("GAME"),
    shell_complete=_kinds,
    help=_("Which game, such as ragami; 'ragami rules --games' lists those that are installed."),
)


def name_broken_games(output: Output, *further: RagamiError) -> None:
    """Remark what is installed and does not load as a game, and why."""
    for problem in (*broken().values(), *left_out(), *further):
        output.remark(problem.say(output.language))


def chosen_game(
    session: Session, kind: str | None, able: Capability[Any] | None = None
) -> GameDefinition:
    """Return the game of this name; without one the only one, or the answer to a question.

    With `able` only a game that has this comes into question where none is named. Where nobody can
    be asked it is the first one, and that is said. Raises `UnknownGame`.
    """
    if kind is not None:
        return game_named(name_as_installed(kind))
    names = [game.name for game in loadable(able)]
    name_broken_games(session.output)
    if len(names) == 1:
        return game_named(names[0])
    if is_terminal(sys.stdin) and not session.json:
        question = _("Which game? ({all})").format(all=", ".join(names))
        return game_named(
            click.prompt(question, type=click.Choice(names), show_choices=False, err=True)
        )
    session.output.remark(
        _("No game was named; this one is taken: {game}. --game says which one.").format(
            game=names[0]
        )
    )
    return game_named(names[0])


def game_to_open(session: Session, kind: str | None) -> tuple[GameDefinition, Mapping[str, Value]]:
    """Return the game to be opened, and the settings that its name implies.

    It is asked for where it is not named. Raises `UnknownGame`.
    """
    from ragami.table import opening

    if kind is None:
        return chosen_game(session, None, SETUP), {}
    game, chosen = opening.game_to_open(kind)
    if chosen:
        session.output.remark(points_alone(kind.strip()))
    return game, chosen


def points_alone(plays: str) -> str:
    """Return the remark that only the points of a game without rules are kept."""
    return _("No rules of '{game}' are installed: its points are kept on a pad.").format(game=plays)
