"""`ragami report`: what a referee signs for."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import gettext as _
from pathlib import Path
from typing import Final

import click

from ragami.decoded import Data
from ragami.errors import FOUND_WRONG, PROOF_BROKEN
from ragami.referee.report import ReportEntry, ReportFacts, as_json, desk, heading, page, sections
from ragami.referee.verdict import verdict_on
from ragami.sources.places import game_or_file
from ragami_cli.arguments import log_argument, out_or_stdout
from ragami_cli.options import Session, command, pass_session
from ragami_cli.output import Output

FORMATS: Final = ("text", "json", "html")
INDENT: Final = "  "
LOOKS: Final[dict[str, Data]] = {
    "plain": {},
    "good": {"bold": True},
    "error": {"fg": "red"},
    "warning": {"fg": "yellow"},
    "notice": {"dim": True},
    "struck": {"strikethrough": True, "dim": True},
}


@command(
    "report",
    help=_(
        "The referee's report on a game: the result and what counts of it, seals, findings,"
        " rulings, penalties, corrections, what was undone, when and by whom, components that"
        " nobody has verified, and what was agreed. It shows everything that the log knows.\n\n"
        "The exit code is 1 when the log has an error, and 6 when a seal is broken."
    ),
    examples=[
        ("ragami report final", _("To read.")),
        ("ragami report final --to html -o final.html", _("To print and sign.")),
        ("ragami report final --json", _("For programs; -o final.json for a file.")),
    ],
)
@log_argument
@click.option("--to", "format_", type=click.Choice(FORMATS), help=_("What it becomes; else text."))
@out_or_stdout
@pass_session
def report(session: Session, name: str, format_: str | None, out: Path | None) -> int:
    source = game_or_file(name, session.db)
    log = source.read()
    about = desk(source.name, log, verdict_on(source, log).findings)
    output = session.output
    suffix = out.suffix.lower().removeprefix(".") if out else ""
    chosen_format = format_ or ("json" if output.json and suffix != "html" else suffix)
    if chosen_format == "json":
        text = output.as_json(as_json(about))
    elif chosen_format == "html":
        text = page(about, output.language)
    else:
        text = "\n".join(in_words(about, output))
    text = text.removesuffix("\n")
    if out is None or str(out) == "-":
        output.answer(text)
    else:
        output.put(f"{text}\n", out)
    if any(finding.severity == "error" for finding in about.of_seals):
        return PROOF_BROKEN
    return FOUND_WRONG if any(finding.severity == "error" for finding in about.findings) else 0


def in_words(about: ReportFacts, output: Output) -> Iterator[str]:
    """Yield the report for a terminal or a pipe."""
    title, players, warning = heading(about, output.language)
    yield output.style(title, bold=True)
    yield players
    if warning:
        yield output.style(output.wrap(warning), fg="yellow")
    for section in sections(about, output.language):
        yield ""
        yield output.style(section.title, bold=True)
        for entry in section.entries:
            yield line(entry, output)


def line(entry: ReportEntry, output: Output) -> str:
    """Return an entry, with time and author behind it."""
    indent = INDENT * (3 if entry.tone == "struck" else 1)
    text = f"{entry.text} [{entry.about}]" if entry.about else entry.text
    look = LOOKS[entry.tone]
    wrapped = output.wrap(text, indent)
    return output.style(wrapped, **look) if look else wrapped
