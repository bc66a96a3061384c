"""Remedies for a refusal that rests on an unverified component."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import gettext as _
from shlex import quote
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragami.findings import Finding
    from ragami.language import Language
    from ragami.table.recording import Recording


def way_on(recording: Recording, finding: Finding, language: Language) -> Iterator[str]:
    """Yield the remedies for a refusal that rests on an unverified component; else nothing."""
    from ragami.game.capabilities import BOX, PIECES

    replay = recording.replay
    component = replay.game.need(BOX).rests_on(replay.state, finding)
    if component is None:
        return
    kind, name = component
    yield _(
        "This rests on the {kind} {name}, which nobody has compared with the printed one."
    ).format(kind=replay.game.words.word(kind, language), name=name)
    ways = _("If the table is right: '{use}' puts it right for the whole game")
    pieces = replay.game.get(PIECES)
    if pieces and pieces.component == kind:
        met = _("A card of your box that is not there is entered in '{table}': '{line}'.")
        table = f"ragami table {quote(recording.name)}"
        yield met.format(table=table, line=_("card Name; cost 1W 2S; effects …"))
    use = f"ragami board use {quote(recording.name)} FILE"
    if replay.game.rulebook.may_be_waived(finding.rule or ""):
        ways += _("; '{rule}' lets only the next event stand").format(rule=f"rule {finding.rule}")
    yield ways.format(use=use) + "."
