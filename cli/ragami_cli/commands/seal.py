"""`ragami seal|cosign|prove|check-proof|slip`: checkpoints signed, and what they prove."""

from __future__ import annotations

from datetime import datetime
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path

import click
from msgspec import UNSET
from msgspec.structs import asdict

from ragami.code import digits
from ragami.errors import PROOF_BROKEN, RagamiError
from ragami.export.code import code_of as code_of_excerpt
from ragami.export.excerpt import Excerpt
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.language import Language
from ragami.log.unredacted import stored_lines
from ragami.proof.checking import Seal, lines_of
from ragami.proof.files import Leaves
from ragami.proof.keys import known_ring
from ragami.proof.keys import signer as signing
from ragami.proof.note import Note, origin_of, read_checkpoint
from ragami.proof.proving import Proven, proof_of
from ragami.proof.sealing import cosign as cosigned
from ragami.proof.sealing import merge_signatures, newest, sound, to_sign, to_witness
from ragami.proof.seen import remember
from ragami.proof.signers import apart, say_signers, signers
from ragami.proof.slip import PAGE, Slip
from ragami.proof.withheld import share
from ragami.referee.proofs import checked_proof
from ragami.sources.files import read_file
from ragami.sources.originals import copy_of
from ragami.sources.places import game_or_file
from ragami.store import Appended
from ragami.table.drafts import Stamp
from ragami_cli.arguments import (
    expect_yes,
    game_argument,
    has_game,
    log_argument,
    out_or_stdout,
    read_log,
)
from ragami_cli.commands.export import tell_of_hidden
from ragami_cli.options import Session, command, pass_session
from ragami_cli.output import harmless, say_share
from ragami_cli.story import how_it_stands
from ragami_cli.writing import TextType, WriteRequest, Writing, with_stamp

signer_option = click.option(
    "--signer",
    metavar=_("NAME"),
    help=_("Which key signs; else RAGAMI_SIGNER, else the only one there is."),
)


@command(
    "seal",
    help=_(
        "Sign what is written of a game so far: from then on a record that is changed, dropped,"
        " swapped, doubled, inserted or cut off is found by 'ragami verify'. The seal becomes a"
        " record of the game. With --note, take in a checkpoint that others have signed.\n\n"
        "When there is a key, a game is also sealed by itself at each end of a round and at its"
        " end."
    ),
    examples=[
        ("ragami seal final", _("Everything so far is sealed.")),
        ("ragami seal final --note carl.note", _("Carl's signature is added.")),
    ],
)
@game_argument
@signer_option
@click.option(
    "--note",
    metavar=_("FILE"),
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help=_("A checkpoint of this game, signed by others."),
)
@with_stamp
@pass_session
def seal(
    session: Session, game: str, *, signer: str | None, note: Path | None, stamp: Stamp
) -> int:
    with WriteRequest(session, game, stamp).opened() as writing:
        if note is None:
            signed_note = writing.recording.sign(signing(signer))
        else:
            checked = writing.recording.to_sign()
            signed_note = merge_signatures(checked, game, note.read_bytes())
            for earlier in checked.seals:
                if earlier.note == signed_note:
                    there = Appended(earlier.seq, earlier.seq, repeated=True)
                    return writing.done(there, lambda: seal_in_words(signed_note))
        return _written(writing, signed_note, stamp)


def _written(writing: Writing, note: Note, stamp: Stamp) -> int:
    """Store a seal, and print its size."""
    appended = writing.recording.seal(note, stamp.at, stamp.by)
    return writing.done(appended, lambda: seal_in_words(note))


def seal_in_words(note: Note, when: datetime | None = None) -> str:
    """Return the size of a seal and its signers, at `when` if the signature does not say it."""
    size = read_checkpoint(note.text).size
    names = say_signers(*apart(signers(note, known_ring(), when)), _)
    text = ngettext("{n} record sealed by {names}.", "{n} records sealed by {names}.", size)
    return text.format(n=size, names=names)


@command(
    "cosign",
    help=_(
        "Witness the newest seal of a game: check it against the records, say whose seal it is, and"
        " add a signature that says when. For a game of the database it becomes a record; for a"
        " file, the signed checkpoint is printed, to be taken in by 'ragami seal --note' where the"
        " game is kept.\n\n"
        "A seal that nobody has made whose key is known here is witnessed only after a question, or"
        " with --yes; one that calls the log by the name of another, or a log of which another copy"
        " was signed here, never."
    ),
    examples=[
        ("ragami cosign final --signer bea", _("Bea witnesses the game.")),
        ("ragami cosign final.jsonl -o carl.note", _("The same from a copy, on another machine.")),
    ],
)
@click.argument("name", metavar=_("GAME|FILE"), help=_("A game, or a file with a log."))
@signer_option
@click.option(
    "--yes", is_flag=True, help=_("Witness the seal of an unknown key without a question.")
)
@out_or_stdout
@with_stamp
@pass_session
def cosign(
    session: Session, name: str, *, signer: str | None, yes: bool, out: Path | None, stamp: Stamp
) -> int:

    key = signing(signer)
    if has_game(session, name) and out is None:
        with WriteRequest(session, name, stamp).opened() as writing:
            seal = to_witness(writing.recording.to_sign(), name)
            expect_known(seal, name, yes=yes)
            return _written(writing, cosigned(seal, key), stamp)
    source = game_or_file(name, session.db)
    checked = to_sign(stored_lines(source.read()), name, copy_of(source.game))
    seal = to_witness(checked, name)
    session.output.remark(seal_in_words(seal.note, seal.at))
    expect_known(seal, name, yes=yes)
    note = cosigned(seal, key)
    session.output.put(str(note), out)
    remember(Leaves(tuple(checked.leaves), note), source.game.name if source.game else "")
    return 0


def expect_known(seal: Seal, name: str, *, yes: bool) -> None:
    """Ask before somebody witnesses a seal of unknown signers.

    Raises `RagamiError` `unknown-seal` where nobody can be asked.
    """
    names, unknown = apart(signers(seal.note, known_ring(), seal.at))
    if names or yes:
        return
    whose = say_signers((), unknown, _)
    text = _(
        "Nobody whose key is known here has made this seal: {signers}. Witness it all the same?"
    )
    nobody_asked = RagamiError("unknown-seal", game=name, signers=whose)
    expect_yes(text.format(signers=whose), nobody_asked)


# --- proofs as small files -----------------------------------------------------------------------


@command(
    "prove",
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
    if [seq is not None, size is not None, leaves].count(True) != 1:
        raise click.UsageError(_("Say one of --seq, --from and --leaves."))
    source = game_or_file(name, session.db)
    lines = stored_lines(source.read())
    checked = sound(lines, name, copy_of(source.game))
    session.output.put(str(proof_of(checked, name, lines, seq, size)), out)


@command(
    "check-proof",
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
        output.answer(proof_in_words(checked.proven, session.language))
    return 0 if checked.ok else PROOF_BROKEN


def proof_in_words(proven: Proven, language: Language) -> str:
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


# --- the result on paper -------------------------------------------------------------------------


@command(
    "slip",
    help=_(
        "Print the result of a game with a QR code that holds its newest signed checkpoint: who"
        " keeps the slip can tell later whether a log is still the one that was played. What the"
        " file is called says what it becomes: .html, .svg, or text."
    ),
    examples=[
        ("ragami slip final", _("On the terminal, to be photographed.")),
        ("ragami slip final -o final.html", _("A page to print.")),
        (
            "ragami slip final --game-code -o final.html",
            _("With the whole game in a second QR code: 'ragami verify' reads its photo."),
        ),
    ],
)
@log_argument
@click.option(
    "--game-code",
    is_flag=True,
    help=_("Also print the game itself, as a second QR code."),
)
@out_or_stdout
@pass_session
def slip(session: Session, *, name: str, game_code: bool, out: Path | None) -> None:
    from ragami.templates import render

    source = game_or_file(name, session.db)
    log = source.read()
    checked = sound(lines_of(log), name, copy_of(source.game))
    seal = newest(checked, name)
    heading, *lines = slip_lines(session, name, replay_log(log), seal)
    lines.append(_("Log: {origin}").format(origin=origin_of(checked.leaves[0])))
    if part := share(lines_of(log)):
        lines.insert(0, say_share(part, session.language))
    code = code_of(session, name, log) if game_code else UNSET
    slip_made = Slip(heading, tuple(lines), str(seal.note), code)
    if session.json:
        session.output.data(slip_made)
        return
    match out.suffix if out else "":
        case ".html":
            text = render(PAGE, session.language, slip_made)
        case ".svg":
            text = slip_made.svg()
        case _:
            text = slip_made.text(blocks=out is not None or session.output.shows("█▀▄")) + "\n"
    session.output.put(text, out)


def code_of(session: Session, name: str, log: bytes) -> str:
    """Return the text of the QR code with the game itself."""
    excerpt = Excerpt(name, log, None, session.language)
    tell_of_hidden(excerpt, session.output)
    return digits(code_of_excerpt(excerpt))


def slip_lines(session: Session, name: str, replay: Replay, seal: Seal) -> list[str]:
    seats, title = replay.seating
    players = ", ".join(
        f"{player} ({replay.game.words.word(seat, session.language)})"
        for seat, player in seats.items()
    )
    stands = how_it_stands(replay, session.language)
    lines = [title or name, players, stands, seal_in_words(seal.note, seal.at)]
    if replay.seq > seal.seq:
        lines.append(_("{n} records came after the seal.").format(n=replay.seq - seal.seq))
    return [" ".join(harmless(line).split()) for line in lines]
