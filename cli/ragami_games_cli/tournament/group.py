"""The group of commands `ragami tournament`, and what they have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from gettext import gettext as _
from typing import Final

import click

from ragami.decoded import Fields
from ragami.game.gathering import Way
from ragami.games.tournament.guide import guide
from ragami.games.tournament.people import Unclear
from ragami.games.tournament.state import State
from ragami.games.tournament.steps import ways
from ragami.judge.report import replay_log
from ragami.table.drafts import Stamp
from ragami.table.recording import Draft, Refused
from ragami_cli.commands.amend import add_all
from ragami_cli.options import Group, Session
from ragami_cli.output import somebody_answers
from ragami_cli.writing import WriteRequest, Writing

NAME: Final = "tournament"
OUT_OF_PHASE: Final = "R-T-PHASE-01"
ALL: Final = slice(None)


@click.group(
    NAME,
    cls=Group,
    help=_(
        "Run a tournament: entrants, rounds, results, standings, the final table. People are named"
        " by id, by name, or by the beginning of a name where that is enough. What has no command"
        " here is a line of its score sheet ('ragami sheet --game tournament'); 'ragami undo' takes"
        " back, and 'ragami rule' lets a rule be broken."
    ),
    examples=[
        ("ragami tournament new open --seed 2026-11-22 --plays ragami", _("The evening before.")),
        ("ragami tournament pair open", _("Each round, until 'close' ends it.")),
    ],
)
def tournament() -> None:
    """Group the commands of the organizer's desk."""


@contextmanager
def desk(request: WriteRequest) -> Iterator[tuple[Writing, State]]:
    """Open a tournament of the database; what the desk cannot tell is wrong usage.

    What comes at the wrong time is refused by the rule, and then what is due is said.
    """
    with request.opened() as writing:
        if writing.game.name != NAME:
            sentence = _("'{game}' is no tournament, but a log of {kind}.")
            raise click.UsageError(sentence.format(game=request.game, kind=writing.game.name))
        try:
            yield writing, writing.recording.replay.state
        except Unclear as unclear:
            raise click.UsageError(unclear.say(request.session.language)) from unclear
        except Refused as refused:
            if refused.finding.rule == OUT_OF_PHASE:
                say_what_is_due(request.session, writing)
            raise


def say_what_is_due(session: Session, writing: Writing) -> None:
    """Remark what the tournament waits for."""
    if not session.json:
        session.output.remark(guide(writing.recording.replay.state, session.language).due)


def take(
    writing: Writing,
    step: str,
    answers: Fields,
    stamp: Stamp,
    *,
    choose: int = 1,
    says: slice = ALL,
) -> int:
    """Say what follows from a step, write it, and tell every record. Raises `Unclear`.

    `says` are the sentences that do not only say what the records will.
    """

    def drafts() -> list[Draft]:
        offered = worked_out(writing, step, answers)
        if choose > len(offered):
            raise Unclear("no-such-repair", n=len(offered))
        way = offered[choose - 1]
        for line in way.says[says]:
            writing.session.output.remark(line)
        return stamp.drafts(way.events)

    return add_all(writing, drafts, Writing.all_lines)


def worked_out(writing: Writing, step: str, answers: Fields) -> list[Way]:
    """Return the ways in which a step can be taken. Raises `Unclear`."""
    return ways(writing.recording.replay.state, step, answers, writing.session.language)


def signature(signed: Mapping[str, str | None]) -> dict[str, str]:
    """Return why and by whom something is decided; ask somebody at a terminal who has not said it.

    Raises wrong usage where nobody can be asked: before anything else is said.
    """
    prompts = {"reason": _("Why?"), "authority": _("Who decided it?")}
    fields = {name: answer for name, answer in signed.items() if answer}
    missing = [name for name in prompts if name not in fields]
    if missing and not somebody_answers():
        options = " ".join(f"--{name}" for name in missing)
        raise click.UsageError(
            _("Such a decision is signed: give {options}.").format(options=options)
        )
    return fields | {name: click.prompt(prompts[name], err=True) for name in missing}


def state_of(log: bytes) -> State:
    """Return the tournament of a log; wrong usage where it is of another game."""
    state = replay_log(log).state
    if not isinstance(state, State):
        raise click.UsageError(_("That is no tournament."))
    return state
