"""`ragami legal`: what may be done now."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from gettext import gettext as _
from gettext import ngettext
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import click

from ragami.trouble import FOUND_WRONG
from ragami_cli.options import Command, Session, pass_session
from ragami_cli.reading import log_argument, read_log

if TYPE_CHECKING:
    from ragami.fold import Replay
    from ragami.game import Choice
    from ragami_cli.output import Output

TO: Final = "–"


@click.command(
    "legal",
    cls=Command,
    help=_(
        "List what may be done now. Each entry is a type of event with what is fixed in its data;"
        " under it stand the fields that are open, and the values from which one is to be chosen."
    ),
    examples=[
        ("ragami legal final", _("What whoever is to act may do.")),
        ("ragami legal final --type ragami_moved", _("Only this type of event.")),
        ("ragami legal final --json", _("For programs: a choice a line.")),
    ],
)
@log_argument
@click.option("--type", "type_", metavar=_("TYPE"), help=_("Only choices of this type."))
@pass_session
def legal(session: Session, name: str, type_: str | None) -> int:
    """Print the choices."""
    from ragami.report import replay_log

    replay = replay_log(read_log(session, name))
    replay.settle()
    game, output = replay.game, session.output
    if type_ is not None:
        from ragami_cli.agreed import one_of

        type_ = one_of(type_, game.events, "--type")
    if replay.error:
        output.remark(output.wrap(game.say(replay.error, session.language)))
        output.remark(_("Nothing may be added before that is undone or corrected."))
        return FOUND_WRONG
    choices = [one for one in game.legal(replay.state) if type_ in (None, one.type)]
    if output.json:
        for choice in choices:
            output.data(choice)
    else:
        output.answer("\n".join(in_words(choices, replay, output)))
    return 0


def in_words(choices: Iterable[Choice], replay: Replay, output: Output) -> Iterator[str]:
    """How the game stands, and every choice below."""
    from ragami_cli.glance import how_it_stands

    stands = how_it_stands(replay, output.language)
    yield output.style(stands[:1].upper() + stands[1:], bold=True)
    for type_, alike in groupby(choices, key=lambda choice: choice.type):
        yield ""
        what = replay.game.word(type_, output.language)
        yield f"{output.style(type_, bold=True)}  {what}"
        for choice in alike:
            yield from fields(choice, output)


def fields(choice: Choice, output: Output) -> Iterator[str]:
    """What is fixed in a choice in a line, and its open fields below, each with its values."""
    yield "  " + output.style(shortly(choice.data), dim=True)
    for name, values in choice.open.items():
        yield output.wrap(f"{name}: {ways(values)}", "    ")
    for remark in remarks(choice):
        yield output.wrap(remark, "    ")


def remarks(choice: Choice) -> Iterator[str]:
    """What is to be known of a choice."""
    if choice.joint:
        yield _("Not every combination of these is legal.")
    if choice.unknown_cards:
        cards = ", ".join(map(str, choice.unknown_cards))
        yield _("Possible if a hidden card is one of these: {cards}.").format(cards=cards)
    if choice.facts:
        yield shortly(choice.facts)


def ways(values: Any) -> str:
    """The values of an open field."""
    if isinstance(values, list):
        return one_of_these(values)
    number = str(values.least) if values.least == values.most else f"{values.least}{TO}{values.most}"
    told = ngettext("{n} of", "{n} of", values.most).format(n=number)
    return f"{told} {one_of_these(values.of)}"


def one_of_these(values: Iterable[Any]) -> str:
    """Values beside each other; numbers that follow each other as a range."""
    values = list(values)
    if all(isinstance(value, Mapping) for value in values):
        return "; ".join(map(shortly, values))
    return ", ".join(runs(values))


def runs(values: Iterable[Any]) -> Iterator[str]:
    """`1–4`, `7`, `Q1`."""
    run: list[int] = []
    for value in values:
        if is_number(value) and run and value == run[-1] + 1:
            run.append(value)
            continue
        yield from as_run(run)
        run = [value] if is_number(value) else []
        if not run:
            yield shortly(value)
    yield from as_run(run)


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def as_run(run: list[int]) -> Iterator[str]:
    if len(run) > 2:
        yield f"{run[0]}{TO}{run[-1]}"
    else:
        yield from map(str, run)


def shortly(value: Any) -> str:
    """A value as it would be typed, with less around it."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {shortly(inside)}" for name, inside in value.items())
    if isinstance(value, list):
        return f"[{one_of_these(value)}]"
    return json.dumps(value, ensure_ascii=False).strip('"')
