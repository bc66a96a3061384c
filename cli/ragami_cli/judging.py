"""The judging of a log for `ragami verify`, and how it is said: in words, or as a line of JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from gettext import gettext as _
from typing import TYPE_CHECKING, Final, NamedTuple

from ragami.errors import FOUND_WRONG, PROOF_BROKEN
from ragami.game.capabilities import LINKS
from ragami.judge.report import Report, all_findings, is_good, replay_log, said, say
from ragami.language import plural_translator
from ragami.referee.verdict import SealDemands, verdict_on
from ragami_cli.commands.receipts import judged_log
from ragami_cli.output import SEVERITIES, Output, head, paragraph
from ragami_cli.workers import ReportOutput, SealedLog

if TYPE_CHECKING:
    from ragami.findings import Finding
    from ragami.judge.replay import Replay
    from ragami.judge.report import Judgement
    from ragami.receipts.shelf import Question
    from ragami.sources.places import Source
    from ragami_cli.library import CommandLibrary
    from ragami_cli.output import OutputManner

WHOLE: Final = "notice"
"""Severities: with this one everything is said."""

SHORT: Final = "short"
"""Everything of logs that are wrong; of a good one, that it is."""

BREAK_A_PROOF: Final = frozenset({"head-differs"})
"""What is found of linked logs that is as bad as a broken seal."""


class Demands(NamedTuple):
    """The demands on each log: least severity, on its seals, and whose receipts count."""

    severity: str
    seals: SealDemands
    receipts: Question | None = None


def judge(
    manner: OutputManner,
    demands: Demands,
    library: CommandLibrary,
    source: Source,
    forks: Sequence[Finding] = (),
) -> ReportOutput:
    """Report on one log, on what is at least so bad. Raises `RagamiError` if it cannot be read.

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
    output = Output.in_manner(manner)
    if output.json:
        least = WHOLE if demands.severity == SHORT else demands.severity
        texts = [said(noted, verdict.game) for noted in bad_enough(findings, least, good=good)]
        text = output.as_json(Report(source.name, verdict.records, good, texts, verdict.final))
    else:
        # Of a log known by a receipt the names stand in its first record, or nowhere.
        names = (replay or replay_log(log.partition(b"\n")[0])).seating.names
        first = head_line(source.name, verdict, names, findings, output, good=good)
        listed = bad_enough(findings, demands.severity, good=good)
        # What a log says of others is what it was held against them for.
        if links and not listed and demands.severity == SHORT:
            listed = [noted for noted in findings if noted in links]
        text = "\n".join((first, *in_words(verdict, listed, output)))
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
    """A few words for the first line on a log, on what its seals do not vouch for."""
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
    """A line on the log: how long it is, how it ended, and what has to be known beside that.

    `names` says who sits where.
    """
    ngettext = plural_translator(output.language)
    n = judged.records
    about = [ngettext("{n} record", "{n} records", n).format(n=n)]
    if judged.final:
        about.append(judged.game.named_result(judged.final, names, output.language))
    about += [output.style(text, fg="yellow") for text in map(in_short, findings) if text]
    return head(file, " · ".join(about), good, output)


def in_words(judged: Judgement, findings: Iterable[Finding], output: Output) -> Iterable[str]:
    """A paragraph on everything that was found in a log.

    It is said in the language that is asked for alone: to load the other one takes longer than to
    judge a game.
    """
    for finding in findings:
        text = say(finding, judged.game, output.language)
        yield paragraph(finding.severity, text, output)
