"""`ragami dice`: are the dice true?"""

from __future__ import annotations

from collections.abc import Iterator
from gettext import gettext as _
from gettext import ngettext
from typing import Final

import click

from ragami.errors import FOUND_WRONG, worst
from ragami.judge.replay import Replay
from ragami.judge.report import game_of
from ragami.referee.dice import DieTally, Fallen, Served, Tested, count, fallen, served, verdict_on
from ragami.sources.places import Source
from ragami_cli.options import command
from ragami_cli.output import Output
from ragami_cli.workers import LogSelection, all_games_option, with_logs

BAR: Final = 30
"""Columns of the longest bar."""


@command(
    "dice",
    help=_(
        "Test the dice of any number of games for being true: files, folders, games of the"
        " database. The games count in the order in which they are named.\n\n"
        "The evidence is an e-value: how many times likelier the rolls are if the die is loaded."
        " It may be looked at after every roll; a true die has a chance of 1 in 20 at most that"
        " it ever gets to 20. Beside it stands the usual chi-square, whose p-value only holds"
        " for a number of rolls that was fixed before anybody looked.\n\n"
        "Dice have names of their own where a record 'dice_named' gives them; else all dice of a"
        " kind count as one. The exit code is 1 if a die has reached 20."
    ),
    examples=[
        ("ragami dice league/", _("All the dice of a league.")),
        ("ragami dice league/ --by player", _("Whom the dice served, with how sure that is.")),
        ("ragami dice friday --json", _("A line of JSON a die.")),
        (
            "ragami record friday '{dice}'",
            _("Say which dice are rolled, in the order in which rolls are written."),
        ),
    ],
)
@click.argument("logs", nargs=-1, metavar=_("FILE|FOLDER|GAME|-..."))
@click.option(
    "--by",
    type=click.Choice(("player",)),
    help=_("Count what each player rolled, by name, in place of each die."),
)
@all_games_option
@with_logs
def dice(selection: LogSelection, *, by: str | None) -> int:
    """Count the rolls of all logs, then print the verdict on each die, or each player."""
    output = selection.session.output
    codes: list[int] = []
    rolls = (roll for rolls in selection.results(rolls_in, codes) for roll in rolls)
    if by:
        entries, left_out = served(rolls)
        tested = [entry.tested for entry in entries]
        for entry in entries:
            output.reply(entry, in_words(entry.tested, output, entry))
        sentence = ngettext(
            "Of {n} roll nobody knows who rolled it: it is left out.",
            "Of {n} rolls nobody knows who rolled them: they are left out.",
            left_out,
        )
    else:
        counted: dict[tuple[str, str], DieTally] = {}
        left_out = count(rolls, counted)
        tested = [verdict_on(die) for _key, die in sorted(counted.items())]
        for die in tested:
            output.reply(die, in_words(die, output))
        sentence = _(
            "Of {n} rolls only the face was told, and not the side: nothing can be said of them."
        )
    if left_out:
        output.remark(sentence.format(n=left_out))
    elif not tested:
        output.remark(_("Not one roll was found."))
    suspicious = any(die.verdict == "suspicious" for die in tested)
    return worst([*codes, FOUND_WRONG if suspicious else 0])


def rolls_in(source: Source) -> list[Fallen]:
    log = source.read()
    game = game_of(log)
    return list(fallen(Replay(game, game.codec), game.codec.read_log(log)))


def in_words(die: Tested, output: Output, by: Served | None = None) -> Iterator[str]:
    """Yield how a die fell, the two tests, and what they mean; with `by` as it served a player."""
    rolled = ngettext("{n} roll", "{n} rolls", die.rolls).format(n=die.rolls)
    name = f"{by.player}, {die.die}" if by else die.die
    yield output.style(name, bold=True) + f"  ({rolled})"
    if by and by.mean is not None:
        text = _("{mean:.2f} on average, where {expected:.2f} is expected")
        yield text.format(mean=by.mean, expected=by.expected_mean)
    else:
        yield from histogram(die, output)
    yield _("evidence of a load: {now:g} (at most {most:g}; 20 is an alarm)").format(
        now=die.evidence, most=die.most
    )
    if die.chi_square is None:
        yield _("chi-square: too few rolls of some face for it")
    else:
        yield _("chi-square: {value:.2f}, p = {p:.3g}").format(value=die.chi_square, p=die.p_value)
    yield output.wrap(meaning_for_player(die) if by else meaning(die))
    yield ""


def histogram(die: Tested, output: Output) -> Iterator[str]:
    """Yield a bar for each face, with a mark where a true die's would end."""
    full, mark = ("█", "│") if output.shows("█│") else ("#", "|")
    most = max(*die.faces.values(), *die.expected.values(), 1)
    for face, n in die.faces.items():
        bar = (full * round(BAR * n / most)).ljust(BAR + 1)
        end = round(BAR * die.expected[face] / most)
        yield f"{face:>3} {bar[:end]}{mark}{bar[end + 1 :]} {n:>5}  ({die.expected[face]:.1f})"


def meaning(die: Tested) -> str:
    if die.verdict == "suspicious":
        return _(
            "Suspicious: after {roll} rolls the evidence had reached 20. Have this die looked at."
        ).format(roll=die.alarm_at_roll)
    if die.verdict == "too-few":
        return _(
            "Far too few rolls to say anything: a die with one side at 0.25 instead of 0.167 takes"
            " some 600 to be found, one at 0.20 several thousand."
        )
    return _("Nothing found: these rolls are what a true die does.")


def meaning_for_player(die: Tested) -> str:
    """Return the verdict on a player's rolls as a sentence."""
    if die.verdict == "suspicious":
        return _(
            "Further from what true dice do than chance explains: after {roll} rolls the evidence"
            " had reached 20. Of twenty players one may get there by chance alone."
        ).format(roll=die.alarm_at_roll)
    if die.verdict == "too-few":
        return _("Too few rolls to say that this is more than chance.")
    return _("Nothing found: chance alone does as much.")
