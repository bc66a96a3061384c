"""`ragami verify`: logs judged against every rule of their game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from time import monotonic_ns
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

import click

from ragami.errors import FOUND_WRONG, PROOF_BROKEN, worst
from ragami.findings import Finding
from ragami.game.capabilities import LINKS
from ragami.judge.replay import Replay
from ragami.judge.report import (
    Judgement,
    Report,
    all_findings,
    is_good,
    replay_log,
    say,
    with_texts,
)
from ragami.language import plural_translator
from ragami.referee.verdict import SealDemands, verdict_on
from ragami.sources.places import Source, is_folder
from ragami_cli.commands.receipts import (
    ReceiptOptions,
    is_known,
    judged_log,
    receipts_options,
)
from ragami_cli.options import command
from ragami_cli.output import SEVERITIES, Output, head, paragraph
from ragami_cli.workers import (
    CommandLibrary,
    LogSelection,
    ReportOutput,
    SealedLog,
    all_games_option,
    into_file,
    resume_option,
    with_logs,
)

if TYPE_CHECKING:
    from ragami.proof.forks import Branches
    from ragami.receipts.shelf import ReceiptPolicy


@command(
    "verify",
    help=_(
        "Judge logs against every rule: files (also packed with gzip or zstd), all .jsonl,"
        " .jsonl.gz and .jsonl.zst files of a folder and those below it, games of the database, or"
        " '-' for what comes on standard input. Where a file and a game have the same name, the"
        " file is meant. A file may hold many logs, one after the other, or be a database or a"
        " table of records (Parquet); its logs are called FILE#1 or FILE#GAME.\n\n"
        "A log that rests on others is held against them: they are looked for among those that are"
        " named and in the database.\n\n"
        "A sealed log is held against its seals too, against the list of leaves beside it"
        " (FILE.leaves), against the last seal that was made here, and against the other logs"
        " that are judged with it: a key that has sealed two of one name is named.\n\n"
        "The exit code is 0 when no log has an error, also if there are warnings and notices; 1"
        " when one has, and 6 when a seal is broken."
    ),
    examples=[
        ("ragami verify final.jsonl", _("Is everything in this log as it may be?")),
        ("ragami verify --json games/ > reports.jsonl", _("A report a line, for each log.")),
        (
            "ragami verify open.jsonl tables/",
            _("A log with those that it rests on: does it say what they say?"),
        ),
        (
            "ragami verify --resume reports.jsonl archive.jsonl.zst",
            _("Of very many: after an interruption, the same command goes on."),
        ),
        (
            "ragami verify --receipts judged archive.jsonl.zst",
            _("Judge once: what the file 'judged' knows by its bytes is known again."),
        ),
        ("ragami verify --signed-by ana final.jsonl", _("And is all of it sealed by Ana?")),
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
@click.option(
    "--signed-by",
    "signer",
    metavar=_("KEY"),
    help=_("A verifier key, or the name of a known one: fail where it has not sealed a log whole."),
)
@click.option(
    "--withheld",
    is_flag=True,
    help=_("With --signed-by: let records pass of which the seals vouch for the places alone."),
)
@all_games_option
@resume_option
@receipts_options
@with_logs
def verify(
    selection: LogSelection,
    *,
    severity: str | None,
    signer: str | None,
    withheld: bool,
    resume: Path | None,
    about_receipts: ReceiptOptions,
) -> int:
    """Judge the logs, and print what is found as it comes."""
    from ragami.proof.folder import remembers

    session, logs = selection.session, selection.logs
    if withheld and not signer:
        raise click.UsageError(_("--withheld goes with --signed-by."))
    output = session.output.in_json() if resume else session.output
    many = len(logs) > 1 or selection.all_games or any(map(is_folder, logs))
    least = severity or (SHORT if many and not resume else WHOLE)
    library = CommandLibrary(logs, session.db, monotonic_ns())
    seals = SealDemands(verifier_keys(signer), withheld, remembers())
    with ExitStack() as opened:
        receipts = opened.enter_context(about_receipts.opened(session.output))
        if receipts.policy:
            selection = selection._replace(is_one=partial(is_known, receipts.policy))
        demands = Demands(least, seals, receipts.policy)
        task = partial(judge, output, demands, library)
        compare = opened.enter_context(held_together(task))

        def then(report: ReportOutput) -> ReportOutput:
            receipts.keep(report.receipt)
            return compare(report)

        if resume:
            codes = into_file(task, selection, resume, then)
        else:
            codes = as_told(task, selection, then)
        if codes.total() > 1 and not session.json:
            session.output.answer(summary(codes, receipts.known))
    return worst(codes)


def verifier_keys(signer: str | None) -> tuple[str, ...]:
    """Return the verifier keys of a signer as text. Raise `RagamiError`."""
    if signer is None:
        return ()
    from ragami.proof.keys import meant

    return tuple(key.text() for key in meant(signer))


class JudgedReport(Protocol):
    """The report on a log, and the log where it is to be held against others."""

    @property
    def sealed(self) -> SealedLog | None: ...


Found = TypeVar("Found", bound=JudgedReport)


@contextmanager
def held_together(task: Callable[..., Found]) -> Iterator[Callable[[Found], Found]]:
    """Yield a function that holds each judged log against the sealed ones before it.

    A log of which another branch was sealed is judged again with what was found of both.
    """
    with ExitStack() as opened:

        @cache
        def sealed_logs() -> Branches:
            from ragami.proof.forks import Branches

            return opened.enter_context(Branches())

        def compare(report: Found) -> Found:
            if report.sealed is None:
                return report
            source, branch = report.sealed
            forks = sealed_logs().hold(source.name, branch)
            return task(source, forks) if forks else report

        yield compare


def as_told(
    task: Callable[[Source], ReportOutput],
    selection: LogSelection,
    then: Callable[[ReportOutput], ReportOutput],
) -> Counter[int]:
    """Print what is found in each log. Return the exit codes, counted."""
    output = selection.session.output
    codes: list[int] = []
    for result in selection.results(task, codes):
        report = then(result)
        (output.line if output.json else output.answer)(report.text)
        codes.append(report.code)
    return Counter(codes)


def summary(codes: Counter[int], by_receipt: int = 0) -> str:
    """Return the number of logs, of those without an error, and of those known by receipts."""
    sentence = ngettext(
        "{n} log, {good} of them without an error.",
        "{n} logs, {good} of them without an error.",
        codes.total(),
    ).format(n=codes.total(), good=codes[0])
    by = ngettext("{n} by a receipt.", "{n} by receipts.", by_receipt).format(n=by_receipt)
    return f"{sentence} {by}" if by_receipt else sentence


# --- judging one log -----------------------------------------------------------------------------


WHOLE: Final = "notice"
"""The severity with which everything is printed."""

SHORT: Final = "short"
"""Print everything of wrong logs, and a line for a good one."""

BREAK_A_PROOF: Final = frozenset({"head-differs"})
"""Findings on linked logs that are as bad as a broken seal."""


class Demands(NamedTuple):
    """The demands on each log: least severity, on its seals, and whose receipts count."""

    severity: str
    seals: SealDemands
    receipts: ReceiptPolicy | None = None


def judge(
    output: Output,
    demands: Demands,
    library: CommandLibrary,
    source: Source,
    forks: Sequence[Finding] = (),
) -> ReportOutput:
    """Report on one log what is at least so bad. Raise `RagamiError` if it cannot be read.

    `forks` is what was found beside other logs; `library` has the logs that it may rest on.
    What is known by a receipt is not judged.
    """
    log = source.read()
    verdict, replay, proofs, receipt = judged_log(log, source.name, demands.receipts)
    sealed = verdict_on(source, log, demands.seals, proofs=proofs)
    seals = [*sealed.findings, *forks]
    links = on_links(replay, library, log) if replay else []
    findings = all_findings(verdict, [*seals, *links], getattr(log, "lines", ()))
    good = is_good(findings)
    if output.json:
        least = WHOLE if demands.severity == SHORT else demands.severity
        texts = [
            with_texts(noted, verdict.game) for noted in bad_enough(findings, least, good=good)
        ]
        text = output.as_json(Report(source.name, verdict.records, good, texts, verdict.final))
    else:
        # The first record of a log that a receipt knows has the names.
        names = (replay or replay_log(log.partition(b"\n")[0])).seating.names
        first = head_line(source.name, verdict, names, findings, output, good=good)
        listed = bad_enough(findings, demands.severity, good=good)
        # Findings on other logs are what the log was compared with them for.
        if links and not listed and demands.severity == SHORT:
            listed = [noted for noted in findings if noted in links]
        text = "\n".join((first, *findings_in_words(verdict, listed, output)))
    broken = (receipt is not None and receipt.false) or (
        any(noted.severity == "error" for noted in seals)
        or any(noted.code in BREAK_A_PROOF for noted in links)
    )
    code = PROOF_BROKEN if broken else 0 if good else FOUND_WRONG
    branch = sealed.branch and SealedLog(source, sealed.branch)
    return ReportOutput(text, code, branch, receipt)


def bad_enough(findings: list[Finding], severity: str, *, good: bool) -> list[Finding]:
    """Return the findings of at least this severity; fewest for a good log in short."""
    if severity == WHOLE or (severity == SHORT and not good):
        return findings
    worst_first = list(SEVERITIES)
    most = 0 if severity == SHORT else worst_first.index(severity)
    return [finding for finding in findings if worst_first.index(finding.severity) <= most]


def on_links(replay: Replay, library: CommandLibrary, log: bytes) -> list[Finding]:
    """Return findings on the logs that this one links; most games have no links."""
    if not replay.game.has(LINKS):
        return []
    from ragami.referee.linked import link_findings

    return link_findings(replay, library, log)


def in_short(finding: Finding) -> str | None:
    """Return a few words for the first line about what the seals of a log do not cover."""
    match finding.code:
        case "withheld-record":
            return _("{records} of {of} withheld").format_map(finding.facts)
        case "earlier-state":
            text = _("an earlier state of '{other}'")
        case "other-continuation":
            text = _("another continuation of '{other}'")
        case _other:
            return None
    return text.format_map(finding.facts) if "other" in finding.facts else None


def head_line(
    file: str,
    judged: Judgement,
    names: Mapping[str, str],
    findings: Iterable[Finding],
    output: Output,
    *,
    good: bool,
) -> str:
    """Return a line on the log: its length, its result, and what limits that.

    `names` says who sits where.
    """
    ngettext = plural_translator(output.language)
    n = judged.records
    about = [ngettext("{n} record", "{n} records", n).format(n=n)]
    if judged.final:
        about.append(judged.game.named_result(judged.final, names, output.language))
    about += [output.style(text, fg="yellow") for text in map(in_short, findings) if text]
    return head(file, " · ".join(about), good, output)


def findings_in_words(
    judged: Judgement, findings: Iterable[Finding], output: Output
) -> Iterable[str]:
    """Yield a paragraph for each finding in a log.

    It is said in the language that is asked for alone: to load the other one takes longer than to
    judge a game.
    """
    for finding in findings:
        text = say(finding, judged.game, output.language)
        yield paragraph(finding.severity, text, output)
