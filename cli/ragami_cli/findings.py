"""Findings on logs and components, printed in the same form."""

from __future__ import annotations

from gettext import gettext as _
from typing import TYPE_CHECKING, Final

from msgspec.structs import asdict

from ragami.decoded import Data
from ragami.errors import N_
from ragami.language import Language
from ragami.messages import template
from ragami.sources.files import STDIN
from ragami_cli.output import Output

if TYPE_CHECKING:
    from ragami.proof.withheld import WithheldShare

SEVERITIES: Final[dict[str, tuple[str, Data]]] = {
    "error": (N_("error"), {"fg": "red", "bold": True}),
    "warning": (N_("warning"), {"fg": "yellow"}),
    "notice": (N_("notice"), {"dim": True}),
}
LABEL: Final = 9
"""Columns of the label and the blank after it, at least: some languages need more."""


def say_share(part: WithheldShare, language: Language) -> str:
    """Return the share of withheld records as text: it belongs beside a log's result."""
    return template("withheld-record", language).format_map(asdict(part))


def head(name: str, about: str, ok: bool, output: Output) -> str:
    """Return the first line of a report: the name, good or bad, and a few words on it."""
    good, bad = ("✓", "✗") if output.shows("✓✗") else ("+", "-")
    mark = output.style(good, fg="green") if ok else output.style(bad, fg="red")
    called = _("standard input") if name == STDIN else name
    return f"{mark} {output.style(called, bold=True)}  {about}".rstrip()


def paragraph(severity: str, text: str, output: Output) -> str:
    """One finding, its lines beside the label."""
    label, style = SEVERITIES[severity]
    width = max(LABEL, *(len(_(word)) + 1 for word, _style in SEVERITIES.values()))
    indent = " " * (width + 2)
    beside = output.wrap(text, indent)[len(indent) :]
    return f"  {output.style(f'{_(label):<{width}}', **style)}{beside}"
