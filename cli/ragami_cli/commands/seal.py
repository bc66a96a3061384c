"""`ragami seal|cosign`: a checkpoint of a game, signed, and signed by others too."""

from __future__ import annotations

from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragami.errors import RagamiError
from ragami.proof.keys import known
from ragami.proof.keys import signer as signing
from ragami.proof.note import Note, read_checkpoint
from ragami.proof.sealing import cosign as cosigned
from ragami.proof.sealing import joined, to_sign, to_witness
from ragami.proof.signers import apart, say_signers, signers
from ragami.sources.places import game_or_file
from ragami.store import Appended
from ragami.table.drafts import Stamp
from ragami_cli.arguments import expect_yes, game_argument, has_game, out_or_stdout
from ragami_cli.options import Command, Session, pass_session
from ragami_cli.writing import NO_TERMS, Writing, open_writing, with_stamp

if TYPE_CHECKING:
    from datetime import datetime

    from ragami.proof.checking import Seal


signer_option = click.option(
    "--signer",
    metavar=_("NAME"),
    help=_("Which key signs; else RAGAMI_SIGNER, else the only one there is."),
)


@click.command(
    "seal",
    cls=Command,
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
    """Write a seal."""
    with open_writing(session, game, NO_TERMS) as writing:
        if note is None:
            signed_note = writing.recording.sign(signing(signer))
        else:
            checked = writing.recording.to_sign()
            signed_note = joined(checked, game, note.read_bytes())
            for earlier in checked.seals:
                if earlier.note == signed_note:
                    there = Appended(earlier.seq, earlier.seq, repeated=True)
                    return writing.done(there, lambda: told(signed_note))
        return _written(writing, signed_note, stamp)


def _written(writing: Writing, note: Note, stamp: Stamp) -> int:
    """Store a seal, and say what it covers."""
    appended = writing.recording.seal(note, stamp.at, stamp.by)
    return writing.done(appended, lambda: told(note))


def told(note: Note, when: datetime | None = None) -> str:
    """Return the size of a seal and its signers (at `when`, if the signature does not say it)."""
    size = read_checkpoint(note.text).size
    names = say_signers(*apart(signers(note, known(), when)), _)
    text = ngettext("{n} record sealed by {names}.", "{n} records sealed by {names}.", size)
    return text.format(n=size, names=names)


@click.command(
    "cosign",
    cls=Command,
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
    """Add a signature to the newest seal."""
    from ragami.log.unredacted import stored_lines
    from ragami.proof.files import Leaves
    from ragami.proof.seen import remember
    from ragami.sources.originals import copy_of

    key = signing(signer)
    if has_game(session, name) and out is None:
        with open_writing(session, name, NO_TERMS) as writing:
            seal = to_witness(writing.recording.to_sign(), name)
            expect_known(seal, name, yes=yes)
            return _written(writing, cosigned(seal, key), stamp)
    source = game_or_file(name, session.db)
    checked = to_sign(stored_lines(source.read()), name, copy_of(source.game))
    seal = to_witness(checked, name)
    session.output.remark(told(seal.note, seal.at))
    expect_known(seal, name, yes=yes)
    note = cosigned(seal, key)
    session.output.put(str(note), out)
    remember(Leaves(tuple(checked.leaves), note), source.game.name if source.game else "")
    return 0


def expect_known(seal: Seal, name: str, *, yes: bool) -> None:
    """Ask before somebody witnesses a seal that is nobody's who is known.

    Raises `RagamiError` `unknown-seal` where nobody can be asked.
    """
    names, unknown = apart(signers(seal.note, known(), seal.at))
    if names or yes:
        return
    whose = say_signers((), unknown, _)
    text = _(
        "Nobody whose key is known here has made this seal: {signers}. Witness it all the same?"
    )
    nobody_asked = RagamiError("unknown-seal", game=name, signers=whose)
    expect_yes(text.format(signers=whose), nobody_asked)
