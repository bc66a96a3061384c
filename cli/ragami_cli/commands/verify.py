"""`ragami verify`: logs judged against every rule of their game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from gettext import gettext as _
from gettext import ngettext
from typing import TYPE_CHECKING

import click

from ragami.trouble import FOUND_WRONG, Trouble
from ragami_cli.options import Command, Session, pass_session

if TYPE_CHECKING:
    from ragami.game import Game
    from ragami.report import Report
    from ragami_cli.output import Output
    from ragami_cli.sources import Source


@click.command(
    "verify",
    cls=Command,
    help=_(
        "Judge logs against every rule: files (also packed with gzip), all .jsonl and .jsonl.gz"
        " files of a folder and those below it, games of the database, or '-' for what comes on"
        " standard input. Where a file and a game have the same name, the file is meant.\n\n"
        "The exit code is 0 when no log has an error, also if there are warnings and notices; 1"
        " when one has."
    ),
    examples=[
        ("ragami verify final.jsonl", _("Is everything in this log as it may be?")),
        ("ragami verify --json games/ > reports.jsonl", _("A report a line, for each log.")),
        ("zcat final.jsonl.gz | ragami verify -", _("What another program gives.")),
    ],
)
@click.argument(
    "logs",
    nargs=-1,
    required=True,
    metavar=_("FILE|FOLDER|GAME|-..."),
    help=_("Logs to judge."),
)
@pass_session
def verify(session: Session, logs: tuple[str, ...]) -> int:
    """Judge the logs one after the other, and say what is found as soon as it is."""
    from ragami_cli.progress import Progress
    from ragami_cli.sources import sources, worst

    found = list(sources(logs, session))
    with Progress(len(found)) as progress:
        codes = []
        for source in found:
            codes.append(judge(source, session.output, progress.hide))
            progress.step()
    if len(codes) > 1 and not session.json:
        session.output.answer(summary(codes))
    return worst(codes)


def judge(source: Source, output: Output, make_room: Callable[[], None]) -> int:
    """Report on one log; gives the exit code that it deserves."""
    from ragami.report import replay_log, report_on

    try:
        replay = replay_log(source.read())
    except Trouble as trouble:
        make_room()
        return output.fail_on(source.name, trouble)
    judged = report_on(source.name, replay)
    make_room()
    if output.json:
        output.data(judged)
    else:
        output.answer("\n".join(in_words(judged, replay.game, output)))
    return 0 if judged.ok else FOUND_WRONG


def summary(codes: list[int]) -> str:
    """How many logs there were, and how many of them are good."""
    good = codes.count(0)
    return ngettext(
        "{n} log, {good} of them without an error.",
        "{n} logs, {good} of them without an error.",
        len(codes),
    ).format(n=len(codes), good=good)


def in_words(judged: Report, game: Game, output: Output) -> Iterable[str]:
    """A line on the log, and a paragraph on everything that was found in it."""
    from ragami_cli.findings import head, paragraph

    about = [ngettext("{n} record", "{n} records", judged.records).format(n=judged.records)]
    if judged.final:
        about.append(game.tell_result(judged.final, output.language))
    yield head(judged.file, " · ".join(about), judged.ok, output)
    for finding in judged.findings:
        text = finding.es if output.language == "es" else finding.en
        yield paragraph(finding.severity, text, output)
