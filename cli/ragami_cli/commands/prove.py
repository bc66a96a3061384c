"""`ragami prove|check-proof`: proofs as small files, and checking them with nothing else."""

from __future__ import annotations

from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import asdict

from ragami.errors import PROOF_BROKEN
from ragami.log.unredacted import stored_lines
from ragami.proof.proving import Proven, proof_of
from ragami.proof.sealing import sound
from ragami.proof.signers import say_signers
from ragami.sources.files import read_file
from ragami.sources.originals import copy_of
from ragami.sources.places import game_or_file
from ragami_cli.arguments import log_argument, out_or_stdout, read_log
from ragami_cli.options import Command, Session, pass_session
from ragami_cli.output import say_share
from ragami_cli.writing import TextType

if TYPE_CHECKING:
    from ragami.language import Language


@click.command(
    "prove",
    cls=Command,
    help=_(
        "Write a proof that somebody else can check with no more than the file and your verifier"
        " key: that a record is in the sealed log (--seq), that the log has only grown since it"
        " was sealed with SIZE records (--from), or what every record was (--leaves). With a list"
        " of leaves beside it as FILE.leaves, 'ragami verify FILE' names the first record that is"
        " not as it was."
    ),
    examples=[
        ("ragami prove final --seq 57 -o 57.tlog-proof", _("Record 57 was written so.")),
        ("ragami prove final --from 80 -o grown.proof", _("The seal of 80 records still holds.")),
        ("ragami prove final --leaves -o final.jsonl.leaves", _("For the exported log.")),
    ],
)
@log_argument
@click.option("--seq", metavar=_("SEQ"), type=click.IntRange(1), help=_("A record."))
@click.option(
    "--from", "size", metavar=_("SIZE"), type=click.IntRange(1), help=_("The size of a seal.")
)
@click.option("--leaves", is_flag=True, help=_("The hashes of all records."))
@out_or_stdout
@pass_session
def prove(
    session: Session,
    *,
    name: str,
    seq: int | None,
    size: int | None,
    leaves: bool,
    out: Path | None,
) -> None:
    """Write one proof."""
    if [seq is not None, size is not None, leaves].count(True) != 1:
        raise click.UsageError(_("Say one of --seq, --from and --leaves."))
    source = game_or_file(name, session.db)
    lines = stored_lines(source.read())
    checked = sound(lines, name, copy_of(source.game))
    session.output.put(str(proof_of(checked, name, lines, seq, size)), out)


@click.command(
    "check-proof",
    cls=Command,
    help=_(
        "Check a proof, offline: the file, and the keys that are known here or given with --key."
        " With --record or --log, check too that it is about that record or that log. The exit"
        " code is 6 when it does not hold, also when nobody whose key is known has signed it."
    ),
    examples=[
        ("ragami check-proof 57.tlog-proof", _("Does it hold? Prints the record.")),
        ("ragami check-proof grown.proof --log final.jsonl", _("And is it about this log?")),
    ],
)
@click.argument(
    "proof",
    metavar=_("FILE"),
    type=click.Path(path_type=Path, dir_okay=False),
    help=_("A proof, as 'ragami prove' writes it."),
)
@click.option("--record", metavar=_("LINE"), type=TextType(), help=_("The record, byte for byte."))
@click.option("--log", "log", metavar=_("GAME|FILE"), help=_("The log, or a copy of it."))
@click.option(
    "--key", "keys", metavar=_("KEY"), multiple=True, help=_("A verifier key to believe.")
)
@pass_session
def check_proof(
    session: Session, proof: Path, *, record: str | None, log: str | None, keys: tuple[str, ...]
) -> int:
    """Check one proof."""
    from ragami.referee.proofs import checked_proof

    content = read_file(str(proof))
    lines = None if log is None else stored_lines(read_log(session, log))
    line = None if record is None else record.encode()
    checked = checked_proof(str(proof), content, keys=keys, record=line, lines=lines)
    output = session.output
    if session.json:
        output.data(checked)
    elif checked.proven is None:
        for finding in checked.findings:
            output.answer(output.wrap(finding.text(session.language)))
    else:
        output.answer(in_words(checked.proven, session.language))
    return 0 if checked.ok else PROOF_BROKEN


def in_words(proven: Proven, language: Language) -> str:
    """Return the statement of a proof as text."""
    match proven.kind:
        case "inclusion":
            text = _("Record {seq} of {origin} was in the log when {size} records were sealed.")
        case "consistency":
            text = _("{origin}: the log of {old} records grew into that of {size}.")
        case _other:
            text = _("{origin}: these are the hashes of the {size} records that were sealed.")

    lines = [text.format_map(asdict(proven))]
    if proven.withheld:
        lines.append(say_share(proven.withheld, language))
    if proven.kind == "consistency":
        names = say_signers(proven.old_signers or (), proven.old_unknown_signers or (), _)
        beginning = _("The first {old} records are signed by {names}.")
        lines.append(beginning.format(old=proven.old, names=names))
    names = say_signers(proven.signers, proven.unknown_signers, _)
    lines.append(_("Signed by {names}.").format(names=names))
    return "\n".join(line for line in (*lines, proven.record) if line)
