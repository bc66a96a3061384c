"""A game opened by questions and answers. Questions go to stderr: stdout has what came of them."""

from __future__ import annotations

from gettext import gettext as _
from typing import TYPE_CHECKING, Any

import click

from ragami.sources.components import (
    as_word,
    component,
    own_names,
    path_of,
    usual_component,
)
from ragami.table.opening import NEW, fit_for_a_name, not_taken
from ragami_cli.agreed import explained
from ragami_cli.own import own_hints
from ragami_cli.writing import Text
from ragami_cli.yes_or_no import said_yes

if TYPE_CHECKING:
    from ragami.game import GameDefinition
    from ragami.game.capabilities import Setting, Setup, Value
    from ragami_cli.output import Output

Chosen = dict[str, "Value"]


def ask_for_game(
    opening: Setup, title: str | None, chosen: Chosen, output: Output
) -> tuple[list[tuple[str, str]], str | None, Chosen]:
    """Who plays, what it is called, and what was agreed. What it is played with: see below."""
    seated = ask_players(opening)
    if title is None:
        asked = _("Title, if it has one")
        title = click.prompt(asked, "", type=Text(), show_default=False, err=True) or None
    if not chosen and not said_yes(_("Are all options as usual?"), default=True):
        chosen = ask_options(opening, output)
    return seated, title, chosen


def ask_components(game: GameDefinition, brought: dict[str, Any], output: Output) -> dict[str, Any]:
    """What the game is played with, as far as it is not said: one's own, or a stand-in."""
    from ragami.game.capabilities import BOX

    box = game.need(BOX)
    for kind in box.asked:
        if kind in brought:
            continue
        usual = usual_component(kind, brought, game)
        output.remark("\n" + output.wrap(box.question(kind, usual, output.language)))
        for hint in own_hints(game.name, kind):
            output.remark(f"  {hint}")
        name = click.prompt(_("Name"), usual, type=Text(), err=True)
        if name == NEW:
            name = enter_component(game, kind, output)
        brought = brought | {kind: component(kind, name, game)}
        if isinstance(brought[kind], str) and (told := box.stand_in(kind, name, output.language)):
            output.remark(output.wrap(told))
    return brought


def enter_component(game: GameDefinition, kind: str, output: Output) -> str:
    """A component entered now, and kept; gives its name."""
    from ragami.game.capabilities import COMPONENTS
    from ragami_cli.making import make
    from ragami_cli.pieces import fill, is_filled

    name = click.prompt(_("What is it to be called?"), f"my-{kind}", type=Text(), err=True)
    name = not_taken(fit_for_a_name(name), own_names(game.name, kind))
    path = path_of(game.name, kind, name)
    if is_filled(game, kind):
        fill(game, path, output)
    else:
        make(game.need(COMPONENTS), kind, path, output)
    return name


def ask_players(opening: Setup) -> list[tuple[str, str]]:
    """The players in clockwise order, each with a colour and a name."""
    most = len(opening.seats)
    number = click.prompt(
        _("How many players"), most, type=click.IntRange(opening.least, most), err=True
    )
    left = list(opening.seats)
    seated = []
    for n in range(number):
        who = _("Player {n}, clockwise").format(n=n + 1)
        seat = click.prompt(f"{who}: {_('colour')}", left[0], type=click.Choice(left), err=True)
        name = click.prompt(f"{who}: {_('name')}", seat.capitalize(), type=Text(), err=True)
        left.remove(seat)
        seated.append((seat, name))
    return seated


def ask_options(opening: Setup, output: Output) -> Chosen:
    """Every option that has a usual value, one after the other."""
    return {
        setting.name: ask_setting(setting, output)
        for setting in opening.settings()
        if setting.usual is not None
    }


def ask_setting(setting: Setting, output: Output) -> Value:
    """One setting, explained; the usual value, else the first, is offered."""
    output.remark("\n" + "\n".join(explained(setting, output)))
    values = {as_word(value): value for value in setting.values}
    usual = as_word(setting.values[0] if setting.usual is None else setting.usual)
    kind = click.Choice(list(values))
    answer: str = click.prompt(setting.name, usual, type=kind, show_choices=False, err=True)
    return values[answer]
