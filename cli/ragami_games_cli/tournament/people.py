"""`ragami tournament noshow|drop|return|penalty`: people, while the tournament goes on."""

from __future__ import annotations

from gettext import gettext as _
from typing import Final

import click

from ragami.table.drafts import Stamp
from ragami_cli.arguments import game_argument
from ragami_cli.options import Command, Session, pass_session
from ragami_cli.writing import (
    Conditions,
    DecisionReason,
    TextType,
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
    cls=Command,
    help=_(
        "Somebody does not appear at a table of the open round, or of the final. The others play"
        " on as a smaller table; one alone has a bye. Whoever comes later may return."
    ),
    examples=[("ragami tournament noshow open dani", _("Dani is not there."))],
)
@game_argument
@entrant_argument
@with_terms
@pass_session
def noshow(session: Session, /, game: str, *, entrant: str, stamp: Stamp, terms: Conditions) -> int:
    """Write a no-show."""
    from ragami.games.tournament.people import who_is

    with desk(session, game, terms) as (writing, state):
        return take(writing, "noshow", {"entrant": who_is(state, entrant)}, stamp)


@tournament.command(
    "drop",
    cls=Command,
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
@pass_session
def drop(
    session: Session,
    /,
    game: str,
    *,
    entrant: str,
    reason: str | None,
    stamp: Stamp,
    terms: Conditions,
) -> int:
    """Write that somebody leaves."""
    from ragami.games.tournament.people import who_is

    with desk(session, game, terms) as (writing, state):
        answers = {"entrant": who_is(state, entrant), "reason": reason}
        return take(writing, "drop", answers, stamp)


@tournament.command(
    "return",
    cls=Command,
    help=_("Somebody who has left is back, and is paired again from the next round on."),
    examples=[("ragami tournament return open ana", _("Ana is here again."))],
)
@game_argument
@entrant_argument
@with_terms
@pass_session
def return_(
    session: Session, /, game: str, *, entrant: str, stamp: Stamp, terms: Conditions
) -> int:
    """Write that somebody is back."""
    from ragami.games.tournament.people import who_is

    with desk(session, game, terms) as (writing, state):
        return take(writing, "return", {"entrant": who_is(state, entrant)}, stamp)


@tournament.command(
    "penalty",
    cls=Command,
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
@pass_session
def penalty(  # noqa: PLR0913 (as many as there are things to say)
    session: Session,
    /,
    game: str,
    *,
    entrant: str,
    kind: str,
    number: int | None,
    signed: DecisionReason,
    stamp: Stamp,
    terms: Conditions,
) -> int:
    """Write a penalty."""
    from ragami.games.tournament.people import who_is

    if (kind == "loss") != (number is not None):
        raise click.UsageError(_("A loss, and nothing else, is of a --round."))
    with desk(session, game, terms) as (writing, state):
        answers = {"entrant": who_is(state, entrant), "penalty": PENALTIES[kind], "round": number}
        return take(writing, "penalty", answers | signature(signed), stamp)
