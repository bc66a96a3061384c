"""`ragami penalty`: a warning, time or points, over the play and never in it."""

from __future__ import annotations

from gettext import gettext as _
from typing import get_args

import click
from msgspec.structs import asdict

from ragami.decoded import Data
from ragami.log.record import Offence, PenaltyLevel
from ragami.penalties import (
    CATALOGUE,
    OFFENCES,
    cost_of,
    count,
    count_offences,
    say_count,
    say_level,
    say_penalty,
)
from ragami.table.replies import OffenceListed, penalty_told
from ragami_cli.arguments import completing, game_names, one_of, rule_ids, seats_of
from ragami_cli.commands.amend import add
from ragami_cli.commands.rules import by_id
from ragami_cli.options import command
from ragami_cli.output import Output
from ragami_cli.writing import WriteRequest, Writing, with_signature


@command(
    "penalty",
    help=_(
        "Penalize a player: a warning, less time to think, or points off. What an offence costs"
        " stands in a fixed catalogue, and more each time that the same player does the same in"
        " the same game. The play and its result stay as they are; reports show beside them what"
        " counts.\n\n"
        "With a game alone, list its penalties; with nothing, the catalogue."
    ),
    examples=[
        ("ragami penalty", _("The catalogue: offences, and what they cost each time.")),
        (
            "ragami penalty final green slow-play --authority Carl --reason 'ten minutes'",
            _("A warning; the next time it is more."),
        ),
        (
            "ragami penalty final green conduct --level points --points 3 --authority Carl",
            _("What the referee decides instead."),
        ),
        ("ragami penalty final", _("The penalties of a game.")),
    ],
)
@click.argument(
    "game",
    required=False,
    metavar=_("[GAME]"),
    help=_("Name of a game."),
    shell_complete=game_names,
)
@click.argument(
    "seat",
    required=False,
    metavar=_("[PLAYER]"),
    help=_("Who is penalized."),
    shell_complete=seats_of,
)
@click.argument(
    "offence",
    required=False,
    metavar=_("[OFFENCE]"),
    help=_("What for."),
    shell_complete=completing(lambda: get_args(Offence)),
)
@click.option(
    "--level",
    type=click.Choice(get_args(PenaltyLevel)),
    help=_("Instead of what the catalogue has."),
)
@click.option(
    "--points", metavar=_("N"), type=click.IntRange(1, 1000), help=_("How many points off.")
)
@click.option(
    "--minutes", metavar=_("N"), type=click.IntRange(1, 1000), help=_("How many minutes less.")
)
@click.option(
    "--rule",
    "rule_id",
    metavar=_("RULE"),
    help=_("Id of the rule that was broken."),
    shell_complete=rule_ids,
)
@with_signature
def penalty(  # noqa: PLR0913 (as many as there are options)
    request: WriteRequest,
    *,
    seat: str | None,
    offence: str | None,
    level: PenaltyLevel | None,
    points: int | None,
    minutes: int | None,
    rule_id: str | None,
) -> int:
    if not request.game:
        return tell_catalogue(request.session.output)
    with request.opened() as writing:
        if seat is None:
            return tell_penalties(writing)
        if offence is None:
            raise click.UsageError(_("Say what for; 'ragami penalty' lists the offences."))

        def data() -> Data:
            names = writing.recording.replay.seating.names
            named = [player for player, name in names.items() if name == seat]
            player = named[0] if len(named) == 1 else one_of(seat.lower(), names, _("PLAYER"))
            kind = one_of(offence.lower(), get_args(Offence), _("OFFENCE"))
            about: Data = {"player": player, "offence": kind}
            penalties = writing.recording.replay.penalties
            cost = cost_of(penalties, **about, level=level, points=points, minutes=minutes)
            wrong = points is not None and cost.level != "points"
            if wrong or (minutes is not None and cost.level != "time"):
                text = _("--points go with the level points, --minutes with time.")
                raise click.UsageError(text)
            rule = by_id(rule_id, [writing.game]).id if rule_id else None
            return about | asdict(cost) | {"rule": rule} | dict(request.signed)

        return add(writing, "penalized", data, request.stamp)


def tell_catalogue(output: Output) -> int:
    """Print each offence and its cost the first time, the second …"""
    for offence, ladder in CATALOGUE.items():
        meaning = output.translate(OFFENCES[offence])
        steps = " → ".join(say_level(cost, output.translate) for cost in ladder)
        name = output.style(f"{offence:<20}", bold=True)
        output.reply(OffenceListed(offence, ladder), (f"{name} {meaning}", f"{'':<20} {steps}"))
    return 0


def tell_penalties(writing: Writing) -> int:
    """Print the penalties of a game, and the points with them."""
    replay, output = writing.recording.replay, writing.session.output
    for entry in count_offences(replay):
        sentence = say_penalty(entry.penalty, replay, output.language)
        output.reply(penalty_told(entry), f"{entry.seq:>4}  {sentence}")
    if not output.json:
        if not replay.penalties:
            output.remark(_("There are no penalties in this game."))
        elif table := count(replay):
            output.answer(say_count(table, replay, output.language))
    return 0
