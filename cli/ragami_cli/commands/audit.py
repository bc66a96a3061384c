"""`ragami audit|impact`: what a referee wants to know of logs, and of other options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import Final, NamedTuple, cast

import click
from msgspec import json
from msgspec.structs import replace

from ragami.errors import FOUND_WRONG, PROOF_BROKEN, RagamiError, worst
from ragami.findings import Finding
from ragami.game import GameDefinition, game_named
from ragami.game.capabilities import SETUP
from ragami.judge.report import replay_log
from ragami.referee.audit import Audit, Free, every_code
from ragami.referee.audit import audit as audit_log
from ragami.referee.audit import sarif as as_sarif
from ragami.referee.impact import Impact, OptionsVerdict, game_opened_in
from ragami.referee.impact import impact as impact_of
from ragami.referee.replies import IfItAllStood, Standing, finding_of
from ragami.referee.report import say_outcome
from ragami.referee.verdict import verdict_on
from ragami.sources.places import Source
from ragami_cli.arguments import one_of
from ragami_cli.commands.verify import held_together, summary
from ragami_cli.opening_arguments import read_option
from ragami_cli.options import command
from ragami_cli.output import SEVERITIES, Output, head, paragraph, show_table
from ragami_cli.workers import (
    LogSelection,
    ReportOutput,
    SealedLog,
    all_games_option,
    into_file,
    resume_option,
    with_logs,
)

WORST_FIRST: Final = tuple(SEVERITIES)
SORTS: Final = ("log", "severity", "code")
FREE: Final = ("own", "all", "nothing")


@command(
    "audit",
    help=_(
        "Look through logs as a referee does: everything that 'ragami verify' says, impossible"
        " hands, records out of time order, games that are over and not sealed, and undos that"
        " were more than taking back one's own decision: across what another player did (he has"
        " to be asked), or across a roll, a draw or a reveal (a referee has to decide).\n\n"
        "The exit code is 1 when a log has an error, and 6 when a seal is broken."
    ),
    examples=[
        ("ragami audit final", _("All that is to be said of one game.")),
        ("ragami audit league/ --severity warning --sort severity", _("The worst first.")),
        ("ragami audit final.jsonl --all", _("All that is illegal, not only the first.")),
        ("ragami audit league/ --table --code illegal-event", _("A row for each breach.")),
        ("ragami audit league/ --sarif audit.sarif", _("For an editor or a review tool.")),
    ],
)
@click.argument("logs", nargs=-1, metavar=_("FILE|FOLDER|GAME|-..."))
@all_games_option
@click.option(
    "--all", "everything", is_flag=True, help=_("Go on after an illegal event as if it stood.")
)
@click.option(
    "--undo",
    "free",
    type=click.Choice(FREE),
    default="own",
    help=_("What may be undone without asking: one's own decisions (usual), all, nothing."),
)
@click.option(
    "--severity",
    type=click.Choice(WORST_FIRST),
    default="notice",
    help=_("Only what is as bad as this, or worse."),
)
@click.option("--code", "codes", multiple=True, help=_("Only findings with this code."))
@click.option("--sort", type=click.Choice(SORTS), default="log", help=_("In which order."))
@click.option("--table", is_flag=True, help=_("All findings in one table, a row each."))
@click.option(
    "--sarif",
    metavar=_("FILE"),
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help=_("Write the findings as SARIF as well ('-': to standard output instead)."),
)
@resume_option
@with_logs
def audit(  # noqa: PLR0913 (as many as there are options)
    selection: LogSelection,
    *,
    everything: bool,
    free: str,
    severity: str,
    codes: tuple[str, ...],
    sort: str,
    table: bool,
    sarif: Path | None,
    resume: Path | None,
) -> int:
    """Audit the logs on all cores. Print results as they come, unless they are sorted."""
    output = selection.session.output
    codes = tuple(one_of(code, every_code(), "--code") for code in codes)
    task = partial(audit_source, free=cast("Free", free), everything=everything)
    if resume:
        if table or sarif or codes or severity != "notice" or sort != "log":
            raise click.UsageError(_("--resume writes everything that is found, as it comes."))
        return resumed(task, selection, resume)
    audits: list[Audit] = []
    ends: list[int] = []
    streams = sort == "log" and not table and str(sarif) != "-"
    for result in in_turn(task, selection, ends):
        ends.append(code_of(result))
        audited = _only(result, severity, codes)
        if streams:
            show([(audited, finding) for finding in audited.findings], output)
            show_as_if(audited, output)
        if not streams or sarif:
            audits.append(audited)
    if not streams and str(sarif) != "-":
        show(sort_findings(audits, sort), output, table=table)
    if sarif:
        document = json.format(json.encode(as_sarif(audits, output.language)), indent=1)
        output.put(document + b"\n", sarif)
    if not output.json:
        output.remark(summary(Counter(ends)))

    return worst(ends)


def in_turn(
    task: Callable[..., AuditedLog], selection: LogSelection, ends: list[int]
) -> Iterator[Audit]:
    """Yield the audit of each log, held against those before it; see `LogSelection.results`."""
    with held_together(task) as compare:
        for result in selection.results(task, ends):
            yield compare(result).audit


def resumed(task: Callable[..., AuditedLog], selection: LogSelection, path: Path) -> int:
    """Write what is found in the logs that the file has nothing on. Return the exit code of all."""
    output = selection.session.output
    line = partial(as_line, task, output.in_json())
    with held_together(line) as compare:
        codes = into_file(line, selection, path, compare)
    if not output.json:
        output.remark(summary(codes))
    return worst(codes)


def as_line(
    task: Callable[..., AuditedLog],
    output: Output,
    source: Source,
    forks: Sequence[Finding] = (),
) -> ReportOutput:
    """Return a worker's audit of a log, as a line of JSON."""
    audited, sealed = task(source, forks)
    return ReportOutput(output.as_json(audited), code_of(audited), sealed)


class AuditedLog(NamedTuple):
    """The audit of a log; `sealed` is to be held against others of its name."""

    audit: Audit
    sealed: SealedLog | None


def audit_source(
    source: Source, forks: Sequence[Finding] = (), *, free: Free, everything: bool
) -> AuditedLog:
    """Audit one log, its seals, and the `forks` found beside others. Raises `RagamiError`."""
    log = source.read()
    sealed = verdict_on(source, log)
    seals = [*sealed.findings, *forks]
    audited = audit_log(source.name, log, free, seals, everything=everything)
    return AuditedLog(audited, SealedLog(source, sealed.branch) if sealed.branch else None)


def code_of(audited: Audit) -> int:
    if audited.proof_broken:
        return PROOF_BROKEN
    return 0 if audited.ok else FOUND_WRONG


def _only(audited: Audit, severity: str, codes: tuple[str, ...]) -> Audit:
    """Keep the findings that are as bad as this, with one of the codes if there are any."""
    least = WORST_FIRST.index(severity)
    findings = [
        finding
        for finding in audited.findings
        if WORST_FIRST.index(finding.severity) <= least and (not codes or finding.code in codes)
    ]
    return replace(audited, findings=findings)


def sort_findings(audits: list[Audit], sort: str) -> list[tuple[Audit, Finding]]:
    """Sort all findings by severity (the worst first) or by code, or leave them as logged."""
    rows = [(audited, finding) for audited in audits for finding in audited.findings]
    if sort == "log":
        return rows
    if sort == "severity":
        return sorted(rows, key=lambda row: WORST_FIRST.index(row[1].severity))
    return sorted(rows, key=lambda row: row[1].code)


def show(rows: list[tuple[Audit, Finding]], output: Output, *, table: bool = False) -> None:
    """Print each finding as JSON with its log, as a row, or as a paragraph under its log."""
    if output.json:
        for audited, finding in rows:
            output.data(finding_of(audited.file, finding))
    elif table:
        show_rows(rows, output)
    else:
        for line in paragraphs(rows, output):
            output.answer(line)


def show_as_if(audited: Audit, output: Output) -> None:
    """Print the outcome of a log if all that is illegal in it stood."""
    stands = audited.if_it_all_stood
    if stands is None:
        return
    reply = IfItAllStood(audited.file, Standing(stands.final, stands.scores))
    result = say_outcome(stands, game_named(stands.game), output.language)
    output.reply(reply, "  " + _("If all of it stood: {stands}").format(stands=result))


def show_rows(listed: list[tuple[Audit, Finding]], output: Output) -> None:
    heads = (_("Log"), _("Record"), _("Severity"), _("Code"), _("Finding"))
    rows = [
        (
            audited.file,
            str(finding.line or "–"),
            _(SEVERITIES[finding.severity][0]),
            finding.code,
            finding.text(output.language),
        )
        for audited, finding in listed
    ]
    show_table(output, heads, rows, numbers={1})


def paragraphs(rows: list[tuple[Audit, Finding]], output: Output) -> Iterator[str]:
    """Yield the findings in words, under the name of the log wherever that changes."""
    before = None
    for audited, finding in rows:
        if audited is not before:
            count = ngettext("{n} record", "{n} records", audited.records)
            yield head(audited.file, count.format(n=audited.records), audited.ok, output)
            before = audited
        text = finding.text(output.language)
        yield paragraph(finding.severity, f"[{finding.code}] {text}", output)


# --- other options -------------------------------------------------------------------------------


@command(
    "impact",
    help=_(
        "Judge games that were played under two sets of options, and list those whose legality,"
        " score or winner differs, each with the first record at which the two part. Without"
        " --against, the first set is what each game itself names.\n\n"
        "A game stays judged under the options that it names; nothing is written."
    ),
    examples=[
        ("ragami impact league/ --option {option}", _("If something else had been agreed?")),
        ("ragami impact final --option {option}", _("Would it have another winner?")),
        (
            "ragami impact league/ --against {usual} --option {option}",
            _("Two sets, whatever the games name."),
        ),
    ],
)
@click.argument("logs", nargs=-1, metavar=_("FILE|FOLDER|GAME|-..."))
@all_games_option
@click.option(
    "--option",
    "changed",
    multiple=True,
    required=True,
    metavar=_("NAME=VALUE"),
    help=_("An option of the second set; 'ragami new --list-options' explains them."),
)
@click.option(
    "--against",
    multiple=True,
    metavar=_("NAME=VALUE"),
    help=_("An option of the first set; else what each game names."),
)
# Old scripts may have it: it named the game of the options, which each log says now.
@click.option("--game", expose_value=False, hidden=True, help=_("Not needed any more."))
@with_logs
def impact(selection: LogSelection, *, changed: tuple[str, ...], against: tuple[str, ...]) -> int:
    task = partial(impact_of_source, before=against, after=changed)
    ends: list[int] = []
    output = selection.session.output
    judged = differing = 0
    for result in selection.results(task, ends):
        judged += 1
        if output.json:
            output.data(result.impact)
        elif result.impact.differs:
            output.answer("\n".join(impact_in_words(result, output)))
        differing += bool(result.impact.differs)
    if judged and not output.json:
        sentence = ngettext(
            "{n} game, {differing} differ.", "{n} games, {differing} differ.", judged
        )
        output.remark(sentence.format(n=judged, differing=differing))
    return worst(ends)


class JudgedTwice(NamedTuple):
    """A log that was judged twice, who sits where if that matters, and the name of the game."""

    impact: Impact
    names: Mapping[str, str]
    game: str


def impact_of_source(
    source: Source, before: tuple[str, ...], after: tuple[str, ...]
) -> JudgedTwice:
    """Judge one log twice, under options of its game. Raises `RagamiError`."""
    log = source.read()
    game = game_opened_in(source.name, log)
    opening = game.need(SETUP)
    try:
        agreed_before, agreed_after = (
            dict(read_option(option, opening) for option in way) for way in (before, after)
        )
    except click.BadParameter as wrong:
        facts = {"game": game.name, "problem": wrong.message}
        raise RagamiError("other-options", **facts) from None
    impact = impact_of(source.name, log, agreed_before, agreed_after)
    names = replay_log(log).seating.names if impact.differs else {}
    return JudgedTwice(impact, names, game.name)


def impact_in_words(judged: JudgedTwice, output: Output) -> Iterator[str]:
    """Yield a game that differs: in what, from where on, and both results."""
    result, game = judged.impact, game_named(judged.game)
    words = {"legality": _("legality"), "score": _("score"), "winner": _("winner")}
    differs = ", ".join(words[difference] for difference in result.differs)
    where = _("from record {seq} on").format(seq=result.first)
    yield f"{output.style(result.file, bold=True)}  {differs}; {where}"
    before, after = (
        outcome(verdict, game, judged.names, output) for verdict in (result.before, result.after)
    )
    yield output.wrap(_("before: {what}").format(what=before), "    ")
    yield output.wrap(_("after: {what}").format(what=after), "    ")


def outcome(
    verdict: OptionsVerdict, game: GameDefinition, names: Mapping[str, str], output: Output
) -> str:
    final: dict[str, object] | None = verdict.final
    if verdict.error:
        return verdict.error.text(output.language)
    if final is None:
        return _("the game is not over")
    return game.named_result(final, names, output.language)
