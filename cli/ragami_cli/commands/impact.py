"""`ragami impact`: what other rules would have made of games that were played."""

from __future__ import annotations

from functools import partial
from gettext import gettext as _
from gettext import ngettext
from typing import TYPE_CHECKING, Any

import click

from ragami_cli.options import Command, Session, pass_session
from ragami_cli.which_game import chosen_game, game_option
from ragami_cli.workers import Found, Workers, all_games_option, each, workers_options

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ragami.game import GameDefinition
    from ragami.game.capabilities import Value
    from ragami.referee.impact import Impact, Verdict
    from ragami.sources.places import Source
    from ragami_cli.output import Output


@click.command(
    "impact",
    cls=Command,
    help=_(
        "Judge games that were played under two sets of options, and list those whose legality,"
        " score or winner differs, each with the first record at which the two part. Without"
        " --against, the first set is what each game itself names.\n\n"
        "A game stays judged under the options that it names; nothing is written."
    ),
    examples=[
        ("ragami impact league/ --option {option}", _("If something else had been agreed?")),
        ("ragami impact final --option {option}", _("Would it have another winner?")),
        (
            "ragami impact league/ --against {usual} --option {option}",
            _("Two sets, whatever the games name."),
        ),
    ],
)
@click.argument("logs", nargs=-1, metavar=_("FILE|FOLDER|GAME|-..."))
@all_games_option
@click.option(
    "--option",
    "changed",
    multiple=True,
    required=True,
    metavar=_("NAME=VALUE"),
    help=_("An option of the second set; 'ragami new --list-options' explains them."),
)
@click.option(
    "--against",
    multiple=True,
    metavar=_("NAME=VALUE"),
    help=_("An option of the first set; else what each game names."),
)
@game_option
@workers_options
@pass_session
def impact(  # noqa: PLR0913 (as many as there are options)
    session: Session,
    *,
    logs: tuple[str, ...],
    all_games: bool,
    changed: tuple[str, ...],
    against: tuple[str, ...],
    kind: str | None,
    workers: Workers,
) -> int:
    """Judge each log twice, on all cores, and say which differ."""
    from ragami.errors import worst

    game = chosen_game(session, kind)
    before, after = options(against, game), options(changed, game)
    task = partial(impact_of_source, before=before, after=after)
    ends = []
    differing = 0
    for result in each(task, Found.asked(logs, session, all_games=all_games), workers):
        if isinstance(result, int):
            ends.append(result)
            continue
        ends.append(0)
        if session.json:
            session.output.data(result)
        elif result.differs:
            session.output.answer("\n".join(in_words(result, game, session.output)))
        differing += bool(result.differs)
    if not session.json:
        said = ngettext(
            "{n} game, {differing} differ.", "{n} games, {differing} differ.", len(ends)
        )
        session.output.remark(said.format(n=len(ends), differing=differing))
    return worst(ends)


def options(given: tuple[str, ...], game: GameDefinition) -> Mapping[str, Value]:
    """The options that are named. Wrong usage for one that is not known."""
    from ragami.game.capabilities import SETUP
    from ragami_cli.agreed import read_option

    opening = game.need(SETUP)
    return dict(read_option(each, opening) for each in given)


def impact_of_source(
    source: Source, before: Mapping[str, Value], after: Mapping[str, Value]
) -> Impact:
    """Judge one log twice. Raises `RagamiError`."""
    from ragami.referee.impact import impact as impact_of

    return impact_of(source.name, source.read(), before, after)


def in_words(result: Impact, game: GameDefinition, output: Output) -> Iterator[str]:
    """A game that differs: in what, from where on, and both results."""
    words = {"legality": _("legality"), "score": _("score"), "winner": _("winner")}
    differs = ", ".join(words[what] for what in result.differs)
    where = _("from record {seq} on").format(seq=result.first)
    yield f"{output.style(result.file, bold=True)}  {differs}; {where}"
    yield output.wrap(_("before: {what}").format(what=outcome(result.before, game, output)), "    ")
    yield output.wrap(_("after: {what}").format(what=outcome(result.after, game, output)), "    ")


def outcome(verdict: Verdict, game: GameDefinition, output: Output) -> str:
    """A verdict in a line."""
    final: dict[str, Any] | None = verdict.final
    if verdict.error:
        return verdict.error.es if output.language == "es" else verdict.error.en
    return game.words.result(final, output.language) if final else _("the game is not over")
