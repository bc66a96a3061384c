"""`ragami receipts`: what files of receipts know, by whom, and what still holds."""

from __future__ import annotations

from gettext import gettext as _
from gettext import ngettext
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragami.errors import RagamiError, worst
from ragami_cli.arguments import rule_ids
from ragami_cli.options import Command, Session, pass_session
from ragami_cli.receipts import ids_of

if TYPE_CHECKING:
    from ragami.receipts.replies import ReceiptsFile


@click.command(
    "receipts",
    cls=Command,
    help=_(
        "Say of files of receipts how many there are, by whom, which of them hold by the rules of"
        " now, and what has made the others stale. 'ragami verify --receipts FILE' writes such a"
        " file.\n\n"
        "A receipt has the digest of a log and what was found in it: words of the log may stand in"
        " that. --without leaves out those of the logs that are named, after a name was withdrawn."
    ),
    examples=[
        ("ragami receipts judged", _("What does this file know, and does it hold?")),
        ("ragami receipts judged --rule {rule}", _("In how many could a rule have had a say?")),
        ("ragami receipts judged --without old.jsonl -o new", _("All but what it has of a log.")),
    ],
)
@click.argument("files", nargs=-1, required=True, metavar=_("FILE..."), help=_("Receipts."))
@click.option(
    "--rule",
    metavar=_("RULE"),
    shell_complete=rule_ids,
    help=_(
        "Count the receipts of logs that this rule could have had a say in: those that"
        " 'ragami verify --again RULE' judges again."
    ),
)
@click.option(
    "--without",
    multiple=True,
    metavar=_("LOG"),
    help=_("Write a new file, of your own receipts, without those of this log."),
)
@click.option(
    "-o",
    "--out",
    "new",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar=_("FILE"),
    help=_("The new file."),
)
@pass_session
def receipts(
    session: Session,
    files: tuple[str, ...],
    rule: str | None,
    without: tuple[str, ...],
    new: Path | None,
) -> int:
    """Look into the files, or write one without some logs."""
    from ragami.receipts.overview import overview

    if bool(without) != bool(new) or (new and len(files) > 1):
        raise click.UsageError(_("--without and -o go together, with one file of receipts."))
    if new:
        return rewritten(session, files[0], new, without)
    output, codes = session.output, [0]
    (rule_id,) = ids_of([rule]) if rule else (None,)
    for path in files:
        try:
            file = overview(path, rule_id)
        except RagamiError as trouble:
            codes.append(output.fail_on(path, trouble))
            continue
        output.reply(file, in_words(file, rule_id))
    return worst(codes)


def rewritten(session: Session, path: str, new: Path, logs: tuple[str, ...]) -> int:
    """Write the new file, and say how many receipts are in it."""
    from ragami.receipts.overview import without
    from ragami.sources.places import sources

    digests = {sha256(source.read()).digest() for source in sources(logs, session.db)}
    kept_count, dropped_count = without(path, new, digests)
    sentence = _("{kept} receipts are in {path}, and {left} are not.")
    session.output.answer(sentence.format(kept=kept_count, left=dropped_count, path=new))
    return 0


def in_words(file: ReceiptsFile, rule: str | None) -> list[str]:
    """Return what is in a file, a line for each thing to know."""
    n = file.receipts
    counted = ngettext(
        "{n} receipt, {holding} of them hold", "{n} receipts, {holding} of them hold", n
    )
    lines = [f"{file.file}  {counted.format(n=n, holding=file.holding)}"]
    lines += [_("  {n} of this machine").format(n=file.ours)] if file.ours else []
    for name, number in file.signers.items():
        lines.append(_("  {n} signed by {name}").format(n=number, name=name))
    if file.changed:
        lines.append(_("  {n} are not those that were signed").format(n=file.changed))
    for unit, number in file.stale.items():
        lines.append(_("  {n} are stale: {unit} has changed").format(n=number, unit=unit))
    if rule:
        text = _("  in {n} of them {rule} could have had a say")
        lines.append(text.format(n=file.touched, rule=rule))
    return lines
