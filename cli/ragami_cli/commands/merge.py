"""`ragami merge`: two score sheets of one game, and where they contradict each other."""

from __future__ import annotations

from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragami.errors import FOUND_WRONG
from ragami.game.capabilities import LABELS
from ragami.game.moment_labels import MomentLabels
from ragami.judge.replay import Replay
from ragami.judge.report import game_of, replay_log
from ragami.referee.accounts import Account, account
from ragami.referee.divergences import Shown, Version, look_at, merge_told
from ragami.referee.merge import Merge, MergeOutcome, Side
from ragami.referee.merged_log import Decision, merged_log
from ragami.table.recording import import_log
from ragami_cli.arguments import out_option, read_log
from ragami_cli.commands.diff import of_state
from ragami_cli.options import Command, Session, pass_session
from ragami_cli.output import Output, ProgressLine, somebody_answers
from ragami_cli.writing import TextType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragami.game import GameDefinition


@click.command(
    "merge",
    cls=Command,
    help=_(
        "Lay two independent records of one game side by side, complete each from the other, and"
        " stop at the first place where they really contradict each other: it shows both events,"
        " what differs on the table after them, and where each version leads to. On a terminal"
        " you pick one and say why, and it goes on; elsewhere --prefer picks.\n\n"
        "An event that only one of them has was left out by the other, if the rules let the game"
        " go on so; a card that one of them does not know is the other's. Times, names of"
        " recorders and notes may differ. The merged log goes to standard output or --out, or"
        " with --game into the database, when the whole of it is merged; what was undone stays in"
        " the two logs.\n\n"
        "The exit code is 1 where a contradiction is left."
    ),
    examples=[
        ("ragami merge ana.jsonl bea.jsonl -o final.jsonl", _("One log of two.")),
        ("ragami merge ana bea --json", _("Where do they contradict each other?")),
        ("ragami merge ana bea --prefer a --game final", _("Ana is right wherever they differ.")),
    ],
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option(
    "--prefer", type=click.Choice(["a", "b"]), help=_("Whom to believe where they differ.")
)
@click.option("--reason", type=TextType(), help=_("Why; it is noted in the merged log."))
@out_option(_("Where the merged log goes to; else to standard output."))
@click.option("--game", metavar=_("NAME"), help=_("A new game of the database for it."))
@pass_session
def merge(  # noqa: PLR0913 (two logs, two ways to decide, two places to go)
    session: Session,
    *,
    a: str,
    b: str,
    prefer: Side | None,
    reason: str | None,
    out: Path | None,
    game: str | None,
) -> int:
    """Merge two logs as far as they can be."""
    the_game, account_a, account_b = accounts(session, a, b)
    merging = Merge(the_game, account_a, account_b)
    decisions: list[Decision] = []
    places: list[Shown] = []
    with ProgressLine(len(account_a.entries)) as progress:
        while divergence := merging.go_on():
            progress.step(merging.i - progress.done)
            places.append(look_at(merging, divergence, (account_a, account_b)))
            progress.hide()
            if not session.json:
                lines = in_words(places[-1], merging, session.output)
                session.output.remark("\n".join(lines))
            side, why = choose(places[-1], prefer, reason, session)
            if side is None:
                break
            if merging.pick(divergence, side):
                session.output.remark(_("The rules refuse the event that was to be believed."))
                break
            decisions.append(Decision(divergence.at, side, why))
    log = merged_log(merging, account_a, account_b, decisions) if merging.done else None
    if log is not None:
        keep(session, log, out, game)
    if session.json:
        session.output.data(merge_told(merging, (account_a, account_b), places, decisions))
    else:
        session.output.remark(summary(merging, decisions))
    return 0 if log is not None else FOUND_WRONG


def accounts(session: Session, a: str, b: str) -> tuple[GameDefinition, Account, Account]:
    """The two logs, read. Raises `RagamiError`."""
    first, second = read_log(session, a), read_log(session, b)
    game = game_of(first)
    codec = game.codec
    read = [
        account(label, Replay(game, codec), list(codec.read_log(log)))
        for label, log in ((a, first), (b, second))
    ]
    return game, read[0], read[1]


def choose(
    place: Shown, prefer: Side | None, reason: str | None, session: Session
) -> tuple[Side | None, str | None]:
    """Return the side to believe and the reason; None for no side. Ask only at a terminal."""
    if place.divergence.unexplained:
        return None, None
    if prefer:
        return prefer, reason
    if session.json or not somebody_answers():
        return None, None
    may = [side for side, version in zip("ab", place.versions, strict=True) if version.may_stand]
    answer = click.prompt(
        _("Whom do you believe: {sides} or stop").format(sides=", ".join(may)),
        type=click.Choice([*may, "stop"]),
        show_choices=False,
        err=True,
    )
    if answer == "stop":
        return None, None
    side: Side = "a" if answer == "a" else "b"
    if reason is None:
        reason_given = click.prompt(_("Why"), "", type=TextType(), show_default=False, err=True)
        reason = reason_given or None
    return side, reason


def keep(session: Session, log: bytes, out: Path | None, game: str | None) -> None:
    """Bring the merged log to where it is wanted. Raises `RagamiError`."""
    if game:
        with session.store() as store:
            import_log(store, game, log, replay_log(log).final)
    if out or not (game or session.json):
        session.output.put(log, out)


# --- in words ------------------------------------------------------------------------------


def in_words(place: Shown, merging: Merge, output: Output) -> Iterator[str]:
    """A divergence, for the referee."""
    game, state = merging.game, merging.fold(merging.merged)
    at = place.divergence.at + 1
    yield ""
    if place.divergence.unexplained:
        yield output.style(
            _("Event {n}: the rules refuse what comes next, whoever is believed.").format(n=at),
            bold=True,
        )
    else:
        yield output.style(_("Event {n}: the two contradict each other.").format(n=at), bold=True)
    for side, version in zip("ab", place.versions, strict=True):
        yield from version_in_words(side, version, game, state, output)
    if place.differences:
        labels = MomentLabels(game.need(LABELS), game, state)
        yield _("On the table, then:")
        for line in of_state(place.differences, labels, output):
            yield f"  {line}"


def version_in_words(
    side: str, version: Version, game: GameDefinition, state: object, output: Output
) -> Iterator[str]:
    """Yield one account's version of a divergence, and the outcome of it."""
    if version.entry is None:
        yield f"  {side}  {version.account.name}: " + _("says nothing more")
        return
    teller = game.words.narrator(output.language)
    teller.look(state, version.entry.seq - 1)
    sentence = teller.tell(version.entry.data)
    where = _("record {seq}").format(seq=version.entry.seq)
    line = output.wrap(f"{version.account.name}, {where}: {sentence}", "     ")
    yield f"  {side}  {line[5:]}"
    if version.wrong:
        yield output.wrap(game.words.say(version.wrong, output.language), "     ")
    elif version.outcome:
        yield output.wrap(leads_to(version.outcome, game, state, output), "     ")


def leads_to(outcome: MergeOutcome, game: GameDefinition, state: object, output: Output) -> str:
    """Return the outcome if one side is believed from here on, as text."""
    n = outcome.contradictions
    if outcome.cut_short:
        return _("leads to: {n} further contradictions and more; hardly the same game").format(n=n)
    further = ngettext("{n} further contradiction", "{n} further contradictions", n).format(n=n)
    if outcome.stopped:
        end = _("breaks off after event {n}").format(n=outcome.events)
    elif outcome.final:
        end = game.result(outcome.final, state, output.language)
    else:
        end = _("the game is not over after event {n}").format(n=outcome.events)
    return _("leads to: {further}; {end}").format(further=further, end=end)


def summary(merging: Merge, decisions: list[Decision]) -> str:
    """Return the numbers of merged events and decisions as text."""
    origins = [event.origin for event in merging.merged]
    sentence = ngettext(
        "{n} event merged: {both} in both, {a} only in A, {b} only in B.",
        "{n} events merged: {both} in both, {a} only in A, {b} only in B.",
        len(origins),
    ).format(n=len(origins), both=origins.count("both"), a=origins.count("a"), b=origins.count("b"))
    if decisions:
        decided = ngettext("{n} decision.", "{n} decisions.", len(decisions))
        sentence += " " + decided.format(n=len(decisions))
    if not merging.done:
        sentence += " " + _("Nothing was written.")
    return sentence
