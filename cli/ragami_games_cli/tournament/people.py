"""`ragami tournament noshow|drop|return|penalty`: people, while the tournament goes on."""

from __future__ import annotations

from gettext import gettext as _
from typing import Final

import click

from ragami.decoded import Fields
from ragami_cli.arguments import game_argument
from ragami_cli.writing import (
    TextType,
    WriteRequest,
    reason_option,
    with_signature,
    with_terms,
)
from ragami_games_cli.tournament.group import desk, signature, take, tournament

PENALTIES: Final = {"warning": "warning", "loss": "game_loss", "dq": "disqualification"}


entrant_argument = click.argument(
    "entrant", type=TextType(), metavar=_("ENTRANT"), help=_("Who: an id, or a name.")
)


@tournament.command(
    "noshow",
    help=_(
        "Somebody does not appear at a table of the open round, or of the final. The others play"
        " on as a smaller table; one alone has a bye. Whoever comes later may return."
    ),
    examples=[("ragami tournament noshow open dani", _("Dani is not there."))],
)
@game_argument
@entrant_argument
@with_terms
def noshow(request: WriteRequest, *, entrant: str) -> int:
    """Write a no-show."""
    return take_of(request, "noshow", entrant)


@tournament.command(
    "drop",
    help=_(
        "Somebody leaves for good, or for now. Who sits at a table of the open round stays there"
        " until that has a result, a no-show or another pairing."
    ),
    examples=[("ragami tournament drop open 'Ana Ruiz' --reason ill", _("Ana goes home."))],
)
@game_argument
@entrant_argument
@reason_option
@with_terms
def drop(request: WriteRequest, *, entrant: str) -> int:
    """Write that somebody leaves."""
    return take_of(request, "drop", entrant, {"reason": request.signed.reason})


@tournament.command(
    "return",
    help=_("Somebody who has left is back, and is paired again from the next round on."),
    examples=[("ragami tournament return open ana", _("Ana is here again."))],
)
@game_argument
@entrant_argument
@with_terms
def return_(request: WriteRequest, *, entrant: str) -> int:
    """Write that somebody is back."""
    return take_of(request, "return", entrant)


@tournament.command(
    "penalty",
    help=_(
        "Penalize somebody: a 'warning', which is counted; the 'loss' of a game of some --round,"
        " which then gives nothing; or 'dq', after which there is no place and no return."
    ),
    examples=[
        (
            "ragami tournament penalty open hugo warning --reason late --authority Eva",
            _("A warning."),
        ),
        (
            "ragami tournament penalty open hugo loss --round 2 --reason slow --authority Eva",
            _("The game of round 2 is lost."),
        ),
    ],
)
@game_argument
@entrant_argument
@click.argument("kind", type=click.Choice(list(PENALTIES)), help=_("How hard."))
@click.option("--round", "number", type=click.IntRange(1), metavar=_("N"), help=_("Of a loss."))
@with_signature
def penalty(request: WriteRequest, *, entrant: str, kind: str, number: int | None) -> int:
    """Write a penalty."""
    if (kind == "loss") != (number is not None):
        raise click.UsageError(_("A loss, and nothing else, is of a --round."))
    answers = {"penalty": PENALTIES[kind], "round": number}
    return take_of(request, "penalty", entrant, answers, signs=True)


def take_of(
    request: WriteRequest,
    step: str,
    entrant: str,
    answers: Fields | None = None,
    *,
    signs: bool = False,
) -> int:
    """Take a step that is about one entrant, and write it. With `signs` it is signed."""
    from ragami.games.tournament.people import who_is

    with desk(request) as (writing, state):
        who = {"entrant": who_is(state, entrant)}
        signed = signature(request.signed) if signs else {}
        return take(writing, step, who | dict(answers or {}) | signed, request.stamp)
