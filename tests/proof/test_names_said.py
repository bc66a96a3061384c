"""A name is said only where a known key vouches for it; else what an unknown key calls itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragami.proof.files import Consistency
from ragami.proof.keys import trust
from ragami.proof.note import Checkpoint, Note, SecretKey, origin_of
from ragami.proof.signers import signers
from ragami.proof.tree import consistency, leaf_hash, root_of
from tests.cli.conftest import Ragami
from tests.proof.kit import ANA, BEA, RING, joined, note_of, played, seal_line

LINES = list(played(1))
MAL = SecretKey("ana", bytes([7]) * 32)
LOOKALIKE = SecretKey("an\N{CYRILLIC SMALL LETTER A}", bytes([8]) * 32)


def said_of(key: SecretKey) -> str:
    return f"unknown key {key.public.id().hex()}, which calls itself {key.name}"


def put(path: Path, lines: list[bytes]) -> str:
    path.write_bytes(joined(lines))
    return str(path)


def signed_by(*keys: SecretKey) -> list[bytes]:
    """A log with a seal that all of these keys have signed."""
    note = note_of(LINES[:40], keys[0])
    return [*LINES[:40], seal_line(LINES[:40], note.joined([key.sign(note.text) for key in keys]))]


def test_those_whom_a_known_key_vouches_for_come_first() -> None:
    note = note_of(LINES[:40], MAL).joined([ANA.sign(note_of(LINES[:40]).text)])
    assert [(one.name, one.known) for one in signers(note, RING)] == [("ana", True), ("ana", False)]
    twice = note.joined([ANA.cosign(note.text, 1)])  # the same key in both kinds
    assert signers(twice, RING) == signers(note, RING)
    false = Note("another text\n", note.signatures)
    assert [one.known for one in signers(false, RING)] == [False, False]


@pytest.mark.parametrize("stranger", [MAL, LOOKALIKE])
def test_a_false_name_beside_a_good_signature(
    ragami: Ragami, tmp_path: Path, stranger: SecretKey
) -> None:
    trust(BEA.public.text())
    log = put(tmp_path / "log.jsonl", signed_by(BEA, stranger))
    assert ragami("verify", log).code == 0
    for command, before in (("slip", "40 records sealed by"), ("report", "signed by")):
        text = " ".join(ragami(command, log).out.split())
        assert f"{before} bea, {said_of(stranger)}" in text
    (report,) = ragami("report", "--json", log).lines
    (seal,) = report["seals"]
    key = stranger.public.id().hex()
    assert seal["signers"] == ["bea"]
    assert seal["unknown_signers"] == [{"name": stranger.name, "key": key, "known": False}]
    page = tmp_path / "report.html"
    ragami("report", log, "-o", str(page))
    assert f"bea, {said_of(stranger)}" in page.read_text()
    slip = tmp_path / "slip.svg"
    ragami("slip", log, "-o", str(slip))
    assert f"bea, {said_of(stranger)}" in slip.read_text()


def test_without_any_known_key_no_name_is_said(ragami: Ragami, tmp_path: Path) -> None:
    log = put(tmp_path / "log.jsonl", signed_by(LOOKALIKE))
    text = " ".join(ragami("slip", log).out.split())
    assert f"sealed by {said_of(LOOKALIKE)}" in text
    found = ragami("verify", log).out
    assert f"an {said_of(LOOKALIKE)}" in " ".join(found.split())
    spanish = " ".join(ragami("--lang", "es", "slip", log).out.split())
    assert "clave desconocida" in spanish and "que se hace llamar" in spanish


def test_a_slip_says_which_log_it_is_by_record_1(ragami: Ragami, tmp_path: Path) -> None:
    note = note_of(LINES[:40], origin="friday.example/log")
    log = put(tmp_path / "log.jsonl", [*LINES[:40], seal_line(LINES[:40], note)])
    assert origin_of(leaf_hash(LINES[0])) in ragami("slip", log).out


def test_of_a_log_that_has_grown_both_notes_are_named(ragami: Ragami, tmp_path: Path) -> None:
    trust(BEA.public.text())
    trust(ANA.public.text())
    leaves = [leaf_hash(line) for line in LINES]
    origin = origin_of(leaves[0])

    def note(size: int, *keys: SecretKey) -> Note:
        text = Checkpoint(origin, size, root_of(leaves[:size])).text()
        return Note(text, tuple(key.sign(text) for key in keys))

    proof = Consistency(
        tuple(consistency(leaves[:80], 40)), note(40, BEA, LOOKALIKE), note(80, ANA)
    )
    file = tmp_path / "grown.proof"
    file.write_text(str(proof))
    said = ragami("check-proof", str(file))
    assert said.code == 0, said
    text = " ".join(said.out.split())
    assert f"The first 40 records are signed by bea, {said_of(LOOKALIKE)}." in text
    assert text.endswith("Signed by ana.")
    (told,) = ragami("check-proof", "--json", str(file)).lines
    assert (told["proven"]["signers"], told["proven"]["old_signers"]) == (["ana"], ["bea"])
    assert told["proven"]["unknown_signers"] == []
    assert [one["name"] for one in told["proven"]["old_unknown_signers"]] == [LOOKALIKE.name]
