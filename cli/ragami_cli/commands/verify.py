"""`ragami verify`: logs judged against every rule of their game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from msgspec.structs import replace

from ragami.trouble import FOUND_WRONG, PROOF_BROKEN, Trouble
from ragami_cli.findings import SEVERITIES
from ragami_cli.many import (
    Found,
    Hands,
    Told,
    all_games_option,
    hands_options,
    into_file,
    named,
    resume_option,
)
from ragami_cli.options import Command, Session, pass_session

if TYPE_CHECKING:
    from ragami.finding import Finding
    from ragami.game import GameDefinition
    from ragami.report import Report
    from ragami_cli.output import Manner, Output
    from ragami_cli.sources import Source

WHOLE: Final = "notice"
"""Severities: with this one everything is said."""

SHORT: Final = "short"
"""Everything of logs that are wrong; of a good one, that it is."""

SUFFIX: Final = ".leaves"
"""After the name of a log: the list of its leaves."""


@click.command(
    "verify",
    cls=Command,
    help=_(
        "Judge logs against every rule: files (also packed with gzip or zstd), all .jsonl,"
        " .jsonl.gz and .jsonl.zst files of a folder and those below it, games of the database, or"
        " '-' for what comes on standard input. Where a file and a game have the same name, the"
        " file is meant. A file may hold many logs, one after the other, or be a database or a"
        " table of records (Parquet); its logs are called FILE#1 or FILE#GAME.\n\n"
        "A sealed log is held against its seals too, against the list of leaves beside it"
        " (FILE.leaves) and against the last seal that was made here.\n\n"
        "The exit code is 0 when no log has an error, also if there are warnings and notices; 1"
        " when one has, and 6 when a seal is broken."
    ),
    examples=[
        ("ragami verify final.jsonl", _("Is everything in this log as it may be?")),
        ("ragami verify --json games/ > reports.jsonl", _("A report a line, for each log.")),
        (
            "ragami verify --resume reports.jsonl archive.jsonl.zst",
            _("Of very many: after an interruption, the same command goes on."),
        ),
        ("zcat final.jsonl.gz | ragami verify -", _("What another program gives.")),
    ],
)
@click.argument(
    "logs",
    nargs=-1,
    metavar=_("FILE|FOLDER|GAME|-..."),
    help=_("Logs to judge."),
)
@click.option(
    "--severity",
    type=click.Choice(list(SEVERITIES)),
    help=_(
        "Say only what is at least so bad; else everything, but of many logs only a line for each"
        " that is good."
    ),
)
@all_games_option
@resume_option
@hands_options
@pass_session
def verify(
    session: Session,
    logs: tuple[str, ...],
    *,
    severity: str | None,
    all_games: bool,
    resume: Path | None,
    hands: Hands,
) -> int:
    """Judge the logs, and say what is found as soon as it is."""
    from ragami_cli.sources import worst

    found = Found.asked(logs, session, all_games=all_games)
    if resume:
        manner = session.output.manner._replace(json=True, encoding="utf-8")
        codes = into_file(partial(judge, manner, severity or WHOLE), found, resume, hands)
    else:
        many = len(logs) > 1 or all_games or any(Path(name).is_dir() for name in logs)
        codes = as_told(found, severity or (SHORT if many else WHOLE), hands)
    if codes.total() > 1 and not session.json:
        session.output.answer(summary(codes))
    return worst(codes)


def as_told(found: Found, severity: str, hands: Hands) -> Counter[int]:
    """Say of each log what is found; gives the exit codes that they deserve, counted."""
    output = found.session.output
    codes: Counter[int] = Counter()
    task = partial(judge, output.manner, severity)
    for name, result in named(task, found.places(), found.how_many, hands):
        if isinstance(result, Trouble):
            codes[output.fail_on(name, result)] += 1
        else:
            (output.line if output.json else output.answer)(result.text)
            codes[result.code] += 1
    return codes


def judge(manner: Manner, severity: str, source: Source) -> Told:
    """Report on one log, on what is at least so bad. Raises `Trouble` if it cannot be read."""
    from ragami.report import replay_log, report_on
    from ragami_cli.output import Output

    log = source.read()
    seals = on_seals(log, source)
    replay = replay_log(log)
    judged = report_on(source.name, replay, seals, getattr(log, "lines", ()))
    output = Output.in_manner(manner)
    if output.json:
        text = output.as_json(bad_enough(judged, WHOLE if severity == SHORT else severity))
    else:
        text = "\n".join(in_words(bad_enough(judged, severity), replay.game, output))
    if any(finding.severity == "error" for finding in seals):
        return Told(text, PROOF_BROKEN)
    return Told(text, 0 if judged.ok else FOUND_WRONG)


def bad_enough(judged: Report, severity: str) -> Report:
    """The report with what is at least so bad; the short one of a good log is its first line."""
    if severity == WHOLE or (severity == SHORT and not judged.ok):
        return judged
    worst_first = list(SEVERITIES)
    most = 0 if severity == SHORT else worst_first.index(severity)
    findings = [one for one in judged.findings if worst_first.index(one.severity) <= most]
    return replace(judged, findings=findings)


def on_seals(log: bytes, source: Source) -> list[Finding]:
    """What is to be said about the seals of a log. Raises `Trouble`."""
    from ragami.proof.verdict import verdict
    from ragami_cli.sources import read_file

    leaves = Path(source.name + SUFFIX)
    return verdict(log, read_file(str(leaves)) if leaves.is_file() else None)


def summary(codes: Counter[int]) -> str:
    """How many logs there were, and how many of them are good."""
    return ngettext(
        "{n} log, {good} of them without an error.",
        "{n} logs, {good} of them without an error.",
        codes.total(),
    ).format(n=codes.total(), good=codes[0])


def in_words(judged: Report, game: GameDefinition, output: Output) -> Iterable[str]:
    """A line on the log, and a paragraph on everything that was found in it."""
    from ragami_cli.findings import head, paragraph

    about = [ngettext("{n} record", "{n} records", judged.records).format(n=judged.records)]
    if judged.final:
        about.append(game.words.result(judged.final, output.language))
    yield head(judged.file, " · ".join(about), judged.ok, output)
    for finding in judged.findings:
        text = finding.es if output.language == "es" else finding.en
        yield paragraph(finding.severity, text, output)
