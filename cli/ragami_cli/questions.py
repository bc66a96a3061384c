"""A game opened by questions and answers. Questions go to stderr: stdout has what came of them.

What is asked, and what comes of an answer, `ragami.table.opening` knows.
"""

from __future__ import annotations

from gettext import gettext as _
from typing import TYPE_CHECKING

import click

from ragami.game.capabilities import BOX, COMPONENTS
from ragami.sources.components import as_word, component, own_names, path_of
from ragami.table.opening import (
    NEW,
    OpeningQuestion,
    UnfitAnswer,
    fit_for_a_name,
    not_taken,
)
from ragami_cli.arguments import said_yes
from ragami_cli.component_dialogue import own_hints
from ragami_cli.opening_arguments import explained
from ragami_cli.writing import TextType

if TYPE_CHECKING:
    from ragami.game import GameDefinition
    from ragami.game.opening import Setting
    from ragami.table.opening import OpeningDraft
    from ragami_cli.output import Output


def ask(opening: OpeningDraft, output: Output) -> None:
    """Ask until all is said. Raises `click.Abort` where somebody goes away."""
    while open_question := opening.asked():
        match open_question:
            case OpeningQuestion("title"):
                question = _("Title, if it has one")
                opening.answer(
                    click.prompt(question, "", type=TextType(), show_default=False, err=True)
                )
            case OpeningQuestion("player"):
                ask_players(opening)
            case OpeningQuestion("host"):
                ask_host(opening, output)
            case OpeningQuestion("options"):
                ask_options(opening, output)
            case OpeningQuestion("component", _setting, kind):
                ask_component(opening, kind, output)
            case OpeningQuestion(setting=setting) if setting:
                opening.answer(ask_setting(setting, output))


def ask_players(opening: OpeningDraft) -> None:
    """The players in clockwise order, each with a colour and a name."""
    from ragami.game.opening import named

    least, most = opening.setup.least, len(opening.setup.seats)
    if named(opening.setup):
        question = _("Who plays? Up to {most} names, as they sit: Ana, Bea, Caro.").format(
            most=most
        )
        answer_names(opening, click.prompt(question, type=TextType(), prompt_suffix=" ", err=True))
        return
    number = click.prompt(_("How many players"), most, type=click.IntRange(least, most), err=True)
    for n in range(number):
        player, free_seats = _("Player {n}, clockwise").format(n=n + 1), opening.left()
        seat = click.prompt(
            f"{player}: {_('colour')}", free_seats[0], type=click.Choice(free_seats), err=True
        )
        name = click.prompt(f"{player}: {_('name')}", seat.capitalize(), type=TextType(), err=True)
        opening.seat(seat, name)
    if number < most:
        opening.answer("")


def answer_names(opening: OpeningDraft, names: str) -> None:
    """Seat everybody who is named. Raises wrong usage where they are too many, or nobody."""
    try:
        opening.answer(names)
    except UnfitAnswer:
        sentence = _("Say up to {most} names, with commas between them.")
        raise click.UsageError(sentence.format(most=len(opening.setup.seats))) from None
    if (question := opening.asked()) and question.what == "player":
        opening.answer("")


def ask_host(opening: OpeningDraft, output: Output) -> None:
    """Ask whose device plays the app's part."""
    hosting = opening.hosting
    assert hosting
    output.remark("")
    for host in hosting.hosts:
        output.remark(output.wrap(f"  {host.word}: {host.meaning}"))
    words = [host.word for host in hosting.hosts]
    opening.answer(click.prompt(hosting.question, words[0], type=click.Choice(words), err=True))


def ask_options(opening: OpeningDraft, output: Output) -> None:
    """Every option that has a usual value, one after the other, unless all are as usual."""
    if not said_yes(_("Are all options as usual?"), default=True):
        for setting in opening.settings():
            if setting.usual is not None:
                opening.answer(f"{setting.name}={ask_setting(setting, output)}")
    opening.answer("")


def ask_setting(setting: Setting, output: Output) -> str:
    """One setting, explained; the usual value, else the first, is offered."""
    output.remark("\n" + "\n".join(explained(setting, output)))
    usual = as_word(setting.values[0] if setting.usual is None else setting.usual)
    kind = click.Choice(list(map(as_word, setting.values)))
    answer: str = click.prompt(setting.name, usual, type=kind, show_choices=False, err=True)
    return answer


def ask_component(opening: OpeningDraft, kind: str, output: Output) -> None:
    """Ask for a component: one's own, one that is entered now, or a stand-in."""
    game = opening.game
    box, usual = game.need(BOX), opening.usual(kind)
    output.remark("\n" + output.wrap(box.question(kind, usual, output.language)))
    for hint in own_hints(game.name, kind):
        output.remark(f"  {hint}")
    name = click.prompt(_("Name"), usual, type=TextType(), err=True)
    if name == NEW:
        name = enter_component(game, kind, output)
    opening.bring(kind, name, component(kind, name, game))
    if isinstance(opening.brought[kind], str) and (
        sentence := box.stand_in(kind, name, output.language)
    ):
        output.remark(output.wrap(sentence))


def enter_component(game: GameDefinition, kind: str, output: Output) -> str:
    """A component entered now, and kept; gives its name."""
    from ragami_cli.component_dialogue import fill, is_filled, make

    name = click.prompt(_("What is it to be called?"), f"my-{kind}", type=TextType(), err=True)
    name = not_taken(fit_for_a_name(name), own_names(game.name, kind))
    path = path_of(game.name, kind, name)
    if is_filled(game, kind):
        fill(game, path, output)
    else:
        make(game.need(COMPONENTS), kind, path, output)
    return name
