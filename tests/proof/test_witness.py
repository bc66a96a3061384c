"""Whoever signs under the name of a log signs one log of it, and says whose seal that is."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragami.errors import RagamiError
from ragami.proof.checking import check_log
from ragami.proof.files import Leaves
from ragami.proof.keys import KnownKey, Ring, trust
from ragami.proof.note import SecretKey, origin_of
from ragami.proof.sealing import to_witness
from ragami.proof.seen import recall, recall_leaves, remember, rename
from ragami.proof.tree import leaf_hash
from tests.cli.conftest import Ragami
from tests.cli.played import play
from tests.proof.kit import ANA, BEA, RING, joined, note_of, played, seal_line, sealed

HONEST = list(played(1))
OTHER = list(played(2))
MAL = SecretKey("mal", bytes([7]) * 32)


def own_name(lines: list[bytes]) -> str:
    return origin_of(leaf_hash(lines[0]))


def list_of(lines: list[bytes], origin: str | None = None) -> Leaves:
    """The list of leaves of all records before the last one, which is a seal."""
    body = lines[:-1]
    return Leaves(tuple(map(leaf_hash, body)), note_of(body, origin=origin))


def under_the_name_of(name: str, lines: list[bytes], key: SecretKey = MAL) -> list[bytes]:
    """A log with a seal that calls it by the name of another one."""
    body = lines[:40]  # before the first seal
    return [*body, seal_line(body, note_of(body, key, name))]


# --- what is found -----------------------------------------------------------------------------


def test_a_seal_in_our_form_of_name_is_of_the_log_with_that_record_1() -> None:
    forged = under_the_name_of(own_name(HONEST), OTHER)
    codes = [(one.code, one.severity) for one in check_log(forged, RING).findings]
    assert ("foreign-checkpoint", "error") in codes


def test_what_was_seen_under_a_name_counts_whatever_record_1_is() -> None:
    name = "friday.example/log"
    known = {name: list_of(HONEST, name)}
    forged = under_the_name_of(name, OTHER)
    found = check_log(forged, RING, seen=known.get).findings
    assert [(one.code, one.seq) for one in found if one.severity == "error"] == [
        ("broken-proof", 1)
    ]
    both = Ring([KnownKey(ANA.public)])
    forged = under_the_name_of(name, OTHER, ANA)
    found = check_log(forged, both, seen=known.get).findings
    assert [(one.code, one.seq) for one in found if one.severity == "error"] == [("forked-log", 1)]


def test_nobody_witnesses_a_seal_under_another_name() -> None:
    for name in ("friday.example/log", own_name(OTHER)):
        lines = [*HONEST[:30], seal_line(HONEST[:30], note_of(HONEST[:30], origin=name))]
        with pytest.raises(RagamiError) as caught:
            to_witness(check_log(lines, RING), "x")
        assert caught.value.code == "sealed-as-another"
        assert caught.value.facts["origin"] == name
        assert caught.value.facts["expected"] == own_name(HONEST)
    assert to_witness(check_log(sealed(HONEST[:30]), RING), "x").seq == 31


# --- the memory --------------------------------------------------------------------------------


def test_each_name_of_a_log_has_a_memory_of_its_own(keys: Path) -> None:
    lists = [list_of(HONEST, name) for name in ("a/log", "b/log", None)] + [list_of(OTHER)]
    for one in lists:
        remember(one, "")
    for one in lists:
        assert recall_leaves(one.checkpoint.origin) == one
    assert len(list((keys / "seen").iterdir())) == 4
    assert recall_leaves("c/log") is None


def test_the_memory_of_one_name_damages_no_log_of_another(keys: Path) -> None:
    remember(list_of(HONEST, "friday.example/log"), "")
    (file,) = (keys / "seen").iterdir()
    file.rename(file.with_name("other.leaves"))  # where 0.2 kept all names of other forms
    assert recall_leaves("friday.example/log") == list_of(HONEST, "friday.example/log")
    assert recall_leaves("monday.example/log") is None


def test_what_0_2_remembered_is_read_and_replaced(keys: Path) -> None:
    older, newer = list_of(sealed(HONEST[:30])), list_of(HONEST)
    for name, path in (
        (own_name(HONEST), f"{own_name(HONEST).removeprefix('ragami/')}.leaves"),
        ("friday.example/log", "other.leaves"),
    ):
        before = Leaves(older.leaves, note_of(HONEST[:30], origin=name))
        after = Leaves(newer.leaves, note_of(HONEST[:-1], origin=name))
        (keys / "seen").mkdir(parents=True, exist_ok=True)
        (keys / "seen" / path).write_text(str(before))
        memory = recall(name)
        assert memory == (before, None)
        remember(after, "final")
        assert recall(name) == (after, "final")
        assert not (keys / "seen" / path).exists()


def test_no_memory_shrinks_and_none_forgets_its_game() -> None:
    older, newer = list_of(sealed(HONEST[:30])), list_of(HONEST)
    name = own_name(HONEST)
    remember(newer, "final")
    remember(older, "")
    assert recall(name) == (newer, "final")
    more = newer._replace(note=newer.note.joined([BEA.cosign(newer.note.text, 1)]))
    remember(more, "")
    assert recall(name) == (more, "final")
    rename(name, "another", "game-1")
    assert recall(name) == (more, "final")
    rename(name, "final", 'game\n\n"1"')
    assert recall(name) == (more, 'game\n\n"1"')
    rename("ragami/0", "final", "x")


# --- the command -------------------------------------------------------------------------------


@pytest.fixture
def carl(ragami: Ragami) -> str:
    """Carl's machine: he knows Ana."""
    trust(ANA.public.text())
    return ragami("key", "new", "carl").out.strip()


def put(path: Path, lines: list[bytes]) -> str:
    path.write_bytes(joined(lines))
    return str(path)


@pytest.mark.usefixtures("carl")
def test_a_witness_keeps_to_the_first_log_of_a_name(
    ragami: Ragami, tmp_path: Path, keys: Path
) -> None:
    honest = put(tmp_path / "honest.jsonl", HONEST)
    said = ragami("cosign", honest)
    assert (said.code, said.err) == (0, f"{len(HONEST) - 1} records sealed by ana.\n")
    before = {file.name: file.read_bytes() for file in (keys / "seen").iterdir()}
    for name, code in ((own_name(HONEST), 6), ("friday.example/log", 6)):
        forged = put(tmp_path / "forged.jsonl", under_the_name_of(name, OTHER))
        for more in ((), ("--yes",)):
            said = ragami("cosign", forged, *more)
            assert (said.code, said.out) == (code, ""), said
    assert before == {file.name: file.read_bytes() for file in (keys / "seen").iterdir()}
    assert ragami("verify", honest).code == 0
    assert (
        ragami("verify", put(tmp_path / "f.jsonl", under_the_name_of(own_name(HONEST), OTHER))).code
        == 6
    )


@pytest.mark.usefixtures("carl")
def test_the_seal_of_an_unknown_key_is_witnessed_only_when_that_was_asked(
    ragami: Ragami, tmp_path: Path, keys: Path
) -> None:
    theirs = put(tmp_path / "theirs.jsonl", sealed(HONEST[:30], MAL))
    said = ragami("cosign", theirs)
    assert (said.code, said.out) == (6, "")
    whose = f"unknown key {MAL.public.id().hex()}, which calls itself mal"
    assert f"seal of '{theirs}': {whose}. Nothing was signed" in said.err
    assert not (keys / "seen").exists()
    said = ragami("cosign", theirs, "--yes")
    assert said.code == 0
    assert f"30 records sealed by {whose}." in said.err
    assert "— carl " in said.out
    imposter = put(tmp_path / "imposter.jsonl", sealed(OTHER[:30], MAL._replace(name="ana")))
    assert ragami("cosign", imposter).code == 6


@pytest.mark.usefixtures("carl")
def test_no_second_copy_of_a_log_is_witnessed(ragami: Ragami, tmp_path: Path) -> None:
    whole = put(tmp_path / "whole.jsonl", HONEST)
    assert ragami("cosign", whole).code == 0
    said = ragami("cosign", put(tmp_path / "earlier.jsonl", HONEST[:41]))
    assert (said.code, said.out) == (5, "")
    assert "a second signature would be a fork" in said.err
    by_bea = [*HONEST[:30], *sealed(HONEST[:30], BEA)[30:]]
    trust(BEA.public.text())
    assert ragami("cosign", put(tmp_path / "other.jsonl", by_bea)).code == 5
    by_ana = sealed(sealed(HONEST[:30]))
    assert ragami("cosign", put(tmp_path / "fork.jsonl", by_ana)).code == 6  # she has sealed both


@pytest.mark.usefixtures("carl")
def test_a_game_of_the_database_is_witnessed_like_a_file(ragami: Ragami) -> None:
    play(ragami, 30)
    ragami("seal", "final")
    said = ragami("cosign", "final")
    assert said.code == 0
    assert "sealed by carl" in said.out  # in both kinds of signature: one name


def test_a_note_taken_in_for_fewer_records_leaves_the_memory_as_it_was(
    ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = ragami("key", "new", "ana").out.strip()
    play(ragami, 30)
    ragami("seal", "final")
    copy, note = str(tmp_path / "copy.jsonl"), str(tmp_path / "carl.note")
    ragami("export", "final", "-o", copy)
    with monkeypatch.context() as there:
        there.setenv("RAGAMI_KEYS", str(tmp_path / "theirs"))
        carl = ragami("key", "new", "carl").out.strip()
        ragami("key", "trust", ana)
        assert ragami("cosign", copy, "-o", note).code == 0
    ragami("key", "trust", carl)
    database = tmp_path / "games.db"
    older = database.read_bytes()
    ragami("note", "final", "more")
    ragami("seal", "final")
    assert ragami("seal", "final", "--note", note).code == 0
    database.write_bytes(older)
    assert ragami("verify", "final").code == 6  # the seal of more records was made here
