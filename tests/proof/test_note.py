"""Signed notes against the published vectors of the format, and another program that reads them."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ragami.proof.note import (
    TIMED,
    BadNote,
    Checkpoint,
    Note,
    PublicKey,
    Signature,
    read_checkpoint,
    read_note,
    read_public,
    read_secret,
    verifies,
)
from tests.proof.kit import ANA, BEA

# The key, text and signatures that the format's first program is tested with.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETER_SECRET = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
ENOCH = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
PETER_LINE = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpR"
    "Zb6KE6RyyBwJnAM=\n"
)
ENOCH_LINE = (
    "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33"
    "WWd1RvMc+QQ=\n"
)
CHECKPOINT = Checkpoint("example.com/log", 12, bytes(range(32)))


def test_a_published_note_is_read_and_its_signatures_hold() -> None:
    note = read_note(TEXT + "\n" + PETER_LINE + ENOCH_LINE)
    assert note.text == TEXT
    assert [one.name for one in note.signatures] == ["PeterNeumann", "EnochRoot"]
    peter, enoch = (read_public(key) for key in (PETER, ENOCH))
    assert peter.signed(note.text, note.signatures[0])
    assert enoch.signed(note.text, note.signatures[1])
    assert not peter.signed(note.text, note.signatures[1])
    assert not peter.signed(note.text + "x\n", note.signatures[0])
    assert str(note) == TEXT + "\n" + PETER_LINE + ENOCH_LINE


def test_the_published_key_signs_the_published_bytes() -> None:
    key = read_secret(PETER_SECRET)
    assert key.sign(TEXT).line() == PETER_LINE
    assert key.text() == PETER_SECRET
    assert key.public.text() == PETER


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (TEXT, "no-signatures"),
        (TEXT + "\n", "no-signatures"),
        (TEXT + "\n" + PETER_LINE[:-1], "no-signatures"),
        ("", "no-signatures"),
        ("\n\n" + PETER_LINE, "no-signatures"),
        ("\x01" + TEXT + "\n" + PETER_LINE, "control-character"),
        (TEXT + "\n" + PETER_LINE.replace("PeterNeumann", "Peter Neumann"), "extra-line"),
        (TEXT + "\n" + PETER_LINE.replace("PeterNeumann", "Peter+Neumann"), "extra-line"),
        (TEXT + "\n" + PETER_LINE + "Unexpected line.\n", "extra-line"),
        (TEXT + "\n" + PETER_LINE.replace("—", "-"), "extra-line"),
        (TEXT + "\n" + PETER_LINE.replace("AM=", "AN="), "not-base64"),
        (TEXT + "\n" + PETER_LINE.replace("AM=", "AM"), "not-base64"),
        (TEXT + "\n— PeterNeumann x08gow==\n", "short-signature"),
        (TEXT + "\n" + PETER_LINE + PETER_LINE, "repeated-signature"),
        (TEXT + "\n" + PETER_LINE * 101, "too-many-signatures"),
    ],
)
def test_what_is_not_the_form_exactly_is_no_note(given: str, problem: str) -> None:
    with pytest.raises(BadNote) as wrong:
        read_note(given)
    assert wrong.value.problem == problem


@pytest.mark.parametrize("key", [PETER, PETER_SECRET])
def test_a_key_that_was_mangled_is_no_key(key: str) -> None:
    read: Any = read_secret if key == PETER_SECRET else read_public
    mangled = [key[:end] for end in range(len(key))] + [key[start:] for start in range(1, len(key))]
    mangled += [key[:at] + chr(ord(key[at]) + 1) + key[at + 1 :] for at in range(len(key))]
    for text in mangled:
        with pytest.raises(BadNote) as wrong:
            read(text)
        assert wrong.value.problem in {"no-key", "not-base64", "wrong-key-id"}


def test_a_cosignature_is_over_the_time_and_the_text() -> None:
    text = CHECKPOINT.text()
    signature = ANA.cosign(text, 1679315147)
    assert signature.time == 1679315147
    assert signature.key_id == ANA.public.id(TIMED)
    message = b"cosignature/v1\ntime 1679315147\n" + text.encode()
    key = Ed25519PublicKey.from_public_bytes(ANA.public.raw)
    key.verify(signature.body[8:], message)
    assert ANA.public.signed(text, signature)
    later = Signature("ana", signature.key_id, (1).to_bytes(8, "big") + signature.body[8:])
    assert not ANA.public.signed(text, later)
    assert not ANA.public.signed(text, signature._replace(body=signature.body[8:]))
    assert read_public(ANA.public.text(TIMED)) == ANA.public


def test_what_was_verified_counts_for_its_key_alone() -> None:
    """The id of a key has four bytes: another with the same id is found in minutes."""
    signature = ANA.sign("x\n").body
    assert verifies(ANA.public.raw, "x\n", signature)
    assert not verifies(BEA.public.raw, "x\n", signature)


def test_another_program_reads_our_notes_and_believes_them() -> None:
    from sigstore._internal.rekor.checkpoint import (  # noqa: PLC0415 (every worker reads this file)
        SignedCheckpoint,
        SignedNote,
    )

    text = CHECKPOINT.text()
    note = Note(text, (ANA.sign(text), BEA.cosign(text, 1679315147)))
    theirs = SignedNote.from_text(str(note))
    for key in (ANA, BEA):
        assert key.name in {signature.name for signature in theirs.signatures}
    theirs.verify(Keyring(ANA.public), ANA.public.id())  # type: ignore[arg-type]
    checkpoint = SignedCheckpoint.from_text(str(note)).checkpoint
    assert (checkpoint.origin, checkpoint.log_size) == (CHECKPOINT.origin, CHECKPOINT.size)
    assert checkpoint.log_hash == CHECKPOINT.root.hex()


class Keyring:
    """Their way to ask whether a signature is good."""

    def __init__(self, key: PublicKey) -> None:
        self.key = key

    def verify(self, *, key_id: bytes, signature: bytes, data: bytes) -> None:
        assert key_id == self.key.id()
        Ed25519PublicKey.from_public_bytes(self.key.raw).verify(signature, data)


def test_a_checkpoint_is_read_as_it_was_written() -> None:
    assert read_checkpoint(CHECKPOINT.text()) == CHECKPOINT
    more = CHECKPOINT._replace(extensions=("one more line",))
    assert read_checkpoint(more.text()) == more


@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.com/log\n12\n",
        f"example.com/log\n012\n{base64.b64encode(bytes(32)).decode()}\n",
        f"example.com/log\n-1\n{base64.b64encode(bytes(32)).decode()}\n",
        f"example.com/log\n1e3\n{base64.b64encode(bytes(32)).decode()}\n",
        f"example.com/log\n{'9' * 30}\n{base64.b64encode(bytes(32)).decode()}\n",
        f"example.com/log\n12\n{base64.b64encode(bytes(31)).decode()}\n",
        f"\n12\n{base64.b64encode(bytes(32)).decode()}\n",
    ],
)
def test_a_text_that_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        read_checkpoint(text)
