"""`ragami impact`: what other rules would have made of games that were played."""

from __future__ import annotations

from functools import partial
from gettext import gettext as _
from gettext import ngettext
from typing import TYPE_CHECKING, NamedTuple

import click

from ragami.errors import RagamiError, worst
from ragami.game import GameDefinition, game_named
from ragami.game.capabilities import SETUP
from ragami.judge.report import replay_log
from ragami.referee.impact import Impact, OptionsVerdict, game_opened_in
from ragami.referee.impact import impact as impact_of
from ragami_cli.opening_arguments import read_option
from ragami_cli.options import Command
from ragami_cli.workers import LogSelection, all_games_option, with_logs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
# Scripts of before may have it: it said whose options these are, which now each log does.
@click.option("--game", expose_value=False, hidden=True, help=_("Not needed any more."))
@with_logs
def impact(selection: LogSelection, *, changed: tuple[str, ...], against: tuple[str, ...]) -> int:
    """Judge each log twice, on all cores, and say which differ."""
    task = partial(impact_of_source, before=against, after=changed)
    ends: list[int] = []
    output = selection.session.output
    judged = differing = 0
    for result in selection.results(task, ends):
        judged += 1
        if output.json:
            output.data(result.impact)
        elif result.impact.differs:
            output.answer("\n".join(in_words(result, output)))
        differing += bool(result.impact.differs)
    if judged and not output.json:
        sentence = ngettext(
            "{n} game, {differing} differ.", "{n} games, {differing} differ.", judged
        )
        output.remark(sentence.format(n=judged, differing=differing))
    return worst(ends)


class JudgedTwice(NamedTuple):
    """A log that was judged twice, who sits where if that matters, and the name of the game."""

    impact: Impact
    names: Mapping[str, str]
    game: str


def impact_of_source(
    source: Source, before: tuple[str, ...], after: tuple[str, ...]
) -> JudgedTwice:
    """Judge one log twice, under options of its game. Raises `RagamiError`."""
    log = source.read()
    game = game_opened_in(source.name, log)
    opening = game.need(SETUP)
    try:
        agreed_before, agreed_after = (
            dict(read_option(each, opening) for each in way) for way in (before, after)
        )
    except click.BadParameter as wrong:
        facts = {"game": game.name, "problem": wrong.message}
        raise RagamiError("other-options", **facts) from None
    impact = impact_of(source.name, log, agreed_before, agreed_after)
    names = replay_log(log).seating.names if impact.differs else {}
    return JudgedTwice(impact, names, game.name)


def in_words(judged: JudgedTwice, output: Output) -> Iterator[str]:
    """A game that differs: in what, from where on, and both results."""
    result, game = judged.impact, game_named(judged.game)
    words = {"legality": _("legality"), "score": _("score"), "winner": _("winner")}
    differs = ", ".join(words[difference] for difference in result.differs)
    where = _("from record {seq} on").format(seq=result.first)
    yield f"{output.style(result.file, bold=True)}  {differs}; {where}"
    before, after = (
        outcome(verdict, game, judged.names, output) for verdict in (result.before, result.after)
    )
    yield output.wrap(_("before: {what}").format(what=before), "    ")
    yield output.wrap(_("after: {what}").format(what=after), "    ")


def outcome(
    verdict: OptionsVerdict, game: GameDefinition, names: Mapping[str, str], output: Output
) -> str:
    """A verdict in a line."""
    final: dict[str, object] | None = verdict.final
    if verdict.error:
        return verdict.error.text(output.language)
    if final is None:
        return _("the game is not over")
    return game.named_result(final, names, output.language)
