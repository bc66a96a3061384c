"""Proofs on their own: what each of them says, and what it is refused for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ragami.errors import RagamiError
from ragami.findings import Finding
from ragami.game import game_named
from ragami.judge.report import say
from ragami.language import LANGUAGES
from ragami.proof.checking import check_log
from ragami.proof.files import Consistency, ProofFile, read_proof
from ragami.proof.note import BadNote
from ragami.proof.proving import (
    against,
    check,
    consistency_from,
    inclusion_of,
    leaves_of,
    malformed,
    statement,
)
from ragami.proof.withheld import withheld
from tests.proof.kit import RING, note_of, played, seal_line

LINES = list(played(1))
CHECKED = check_log(LINES, RING)
FIRST, NEWEST = CHECKED.seals[0].checkpoint.size, CHECKED.seals[-1].checkpoint.size

RECORD = inclusion_of(CHECKED, "final", 7, LINES[6])
GROWN = consistency_from(CHECKED, "final", FIRST)
LIST = leaves_of(CHECKED, "final")
PROOFS: list[ProofFile] = [RECORD, GROWN, LIST]


def said(findings: list[Finding]) -> list[tuple[Any, ...]]:
    return [(one.code, one.seq, one.facts.get("problem")) for one in findings]


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: type(proof).__name__)
def test_a_proof_holds_and_is_about_its_log(proof: ProofFile) -> None:
    assert check(proof, RING) == []
    assert against(proof, LINES, RING) == []
    told = statement(proof, RING)
    assert told.origin == CHECKED.seals[0].checkpoint.origin
    assert (told.size, told.signers) == (NEWEST, ["ana"])


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: type(proof).__name__)
def test_what_is_no_proof_says_why(proof: ProofFile) -> None:
    for text in ("", "x", str(proof)[: len(str(proof)) // 2], str(proof) + "x"):
        with pytest.raises(BadNote) as caught:
            read_proof(text.encode())
        finding = malformed(caught.value)
        assert finding.facts == {"problem": caught.value.problem, **caught.value.facts}
        for language in LANGUAGES:
            told = say(finding, game_named("ragami"), language)
            assert not {"{", "}"} & {*told} and finding.facts["problem"] not in told


def test_a_list_with_fewer_hashes_than_were_signed_is_cut_short() -> None:
    first, second, *rest = str(LIST).splitlines(keepends=True)
    with pytest.raises(BadNote) as caught:
        read_proof("".join([first, *rest]).encode())
    assert (caught.value.problem, caught.value.facts["expected"]) == ("cut-short", NEWEST)
    assert second not in rest


def test_proofs_of_a_log_that_another_program_names_hold_against_it() -> None:
    """As `verify` has it: whose root fits, may be called as somebody likes."""
    name = "club.example/final"
    lines = [*LINES[:20], seal_line(LINES[:20], note_of(LINES[:20], origin=name)), *LINES[20:30]]
    lines.append(seal_line(lines, note_of(lines, origin=name)))
    checked = check_log(lines, RING)
    other = [*lines[:5], lines[5].replace(b'"bo"', b'"bx"'), *lines[6:]]
    for proof in (
        inclusion_of(checked, "x", 7, lines[6]),
        consistency_from(checked, "x", 20),
        leaves_of(checked, "x"),
    ):
        assert check(proof, RING) == []
        assert against(proof, lines, RING) == []
        assert [one.severity for one in against(proof, other, RING)] == ["error"]
        assert [one.code for one in against(proof, list(played(2)), RING)] == ["foreign-checkpoint"]
    beside = check_log(lines, RING, beside=leaves_of(checked, "x")).findings
    assert {one.code for one in beside} == {"other-origin"}


def test_each_says_what_it_is_a_proof_of() -> None:
    told = statement(RECORD, RING)
    assert (told.kind, told.seq, told.record) == ("inclusion", 7, LINES[6].decode())
    told = statement(GROWN, RING)
    assert (told.kind, told.old) == ("consistency", FIRST)
    assert statement(LIST, RING).kind == "leaves"


def test_another_record_is_not_the_one_that_is_in_the_log() -> None:
    """Whoever gives a record means that one, and not the one in the file."""
    for proof in (RECORD, RECORD._replace(record=None)):
        assert check(proof, RING, LINES[6]) == []
        assert said(check(proof, RING, LINES[7])) == [("broken-proof", 7, "not-included")]
    assert said(check(RECORD._replace(record=None), RING)) == [("broken-proof", 7, "not-included")]
    assert said(check(RECORD._replace(place=7), RING)) == [("broken-proof", 8, "not-included")]
    assert check(LIST, RING, LINES[6]) == []
    assert said(check(LIST, RING, b"{}")) == [("broken-proof", None, "not-included")]


def test_a_proof_may_leave_the_record_to_others() -> None:
    bare = RECORD._replace(record=None)
    assert read_proof(str(bare).encode()) == bare
    assert "extra" not in str(bare)
    assert read_proof(str(RECORD).encode()) == RECORD
    assert statement(bare, RING).record is None


def test_a_withheld_record_is_proven_by_nothing_and_no_proof_is_made_of_one() -> None:
    line = withheld(LINES[6], json.loads(LINES[6]))
    assert said(check(RECORD, RING, line)) == [("broken-proof", 7, "withheld")]
    assert said(check(LIST, RING, line)) == [("broken-proof", None, "withheld")]
    with pytest.raises(RagamiError) as caught:
        inclusion_of(CHECKED, "final", 7, line)
    assert caught.value.code == "record-withheld"
    assert caught.value.facts == {"game": "final", "seq": 7}


def test_two_checkpoints_of_two_logs_are_no_growth() -> None:
    renamed = note_of(LINES[:FIRST], origin="club.example/final")
    for proof in (
        GROWN._replace(old=renamed),
        GROWN._replace(path=GROWN.path[:-1]),
        Consistency(GROWN.path, GROWN.new, GROWN.old),
    ):
        assert said(check(proof, RING)) == [("broken-proof", None, "not-consistent")]


def test_a_list_that_was_changed_is_not_the_one_that_was_signed() -> None:
    changed = LIST._replace(leaves=(LIST.leaves[1], *LIST.leaves[1:]))
    assert said(check(changed, RING)) == [("broken-proof", None, "leaves-changed")]


@pytest.mark.parametrize("proof", PROOFS[:2], ids=["inclusion", "consistency"])
def test_a_proof_is_told_from_one_about_another_log(proof: ProofFile) -> None:
    (short,) = against(proof, LINES[:30], RING)
    assert short.facts == {"problem": "too-short", "there": 30, "size": NEWEST}
    changed = [*LINES[:9], LINES[9] + b" ", *LINES[10:]]
    assert said(against(proof, changed, RING)) == [("broken-proof", None, "other-root")]
    assert said(against(proof, list(played(2)), RING)) == [("foreign-checkpoint", None, None)]
    assert said(against(proof, [], RING)) == [("foreign-checkpoint", None, None)]
