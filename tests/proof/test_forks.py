"""A key that signs two logs of one name, and one that has not signed a log to its end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ragami.findings import Finding
from ragami.proof.checking import check_log, not_signed_by
from ragami.proof.forks import Branches, branch_of
from ragami.proof.keys import KnownKey, Ring
from ragami.proof.note import Checkpoint, Note, Signature, origin_of
from ragami.proof.proving import (
    against,
    inclusion_of,
)
from ragami.proof.proving import (
    leaves_of as list_of,
)
from ragami.proof.tree import root_of
from ragami.proof.withheld import HEADED_LINE
from ragami.proof.withheld import leaves_of as hashes_of
from tests.proof.forging import every_type
from tests.proof.kit import ANA, AT, BEA, note_of, seal_line, sealed

EVERY = list(every_type())
OTHER = list(every_type(2))
PUBLIC = Ring([KnownKey(ANA.public)])


def fork(at: int, more: int = 0) -> list[bytes]:
    """Ana's log, played on otherwise from record `at`, and sealed by her all the same."""
    lines = EVERY[: at - 1]
    while len(lines) < 40 + more:
        data = {"text": f"otherwise {len(lines)}"}
        lines = [
            *lines,
            msgspec.json.encode(
                {"seq": len(lines) + 1, "type": "noted", "v": 1, "at": AT, "by": None, "data": data}
            ),
        ]
    return sealed(lines)


def held(*logs: list[bytes], ring: Ring = PUBLIC) -> list[list[Finding]]:
    """What is found in each log beside those before it."""
    found = []
    with Branches() as before:
        for number, lines in enumerate(logs):
            checked = check_log(lines, ring)
            branch = branch_of(checked.leaves, checked.heads)
            found.append(before.hold(f"log-{number}", branch) if branch else [])
    return found


@pytest.mark.parametrize("at", [2, 12, 13, 14, 30, 40])
@pytest.mark.parametrize("more", [0, 1, 20])
def test_a_key_that_has_sealed_two_logs_is_named(at: int, more: int) -> None:
    other = fork(at, more)
    none, (one,) = held(EVERY, other)
    assert none == []
    assert (one.code, one.severity, one.seq) == ("forked-log", "error", at)
    heads = [check_log(lines, PUBLIC).heads[0] for lines in (other, EVERY)]
    assert (one.facts["head"], one.facts["other_head"]) == (str(heads[0]), str(heads[1]))
    assert (one.facts["signer"], one.facts["key"], one.facts["other"]) == (
        "ana",
        ANA.public.id().hex(),
        "log-0",
    )
    assert str(heads[0]).startswith(f"{len(other) - 1}:")
    assert held(other, EVERY)[1][0].seq == at


def test_what_goes_on_from_what_was_sealed_is_no_fork() -> None:
    grown = sealed([*EVERY, *(fork(90)[:0])])
    assert held(EVERY, grown, EVERY[:13], EVERY, grown) == [[]] * 5
    assert held(EVERY[:13], EVERY, EVERY[:20]) == [[]] * 3
    assert held(EVERY, OTHER) == [[], []]
    # Who signs nothing after the parting has not signed two logs.
    open_end = [*EVERY[:20], *fork(21)[20:-1]]
    assert held(EVERY, open_end) == [[], []]
    assert held(EVERY, fork(20), ring=Ring()) == [[], []]
    by_bea = [*fork(20)[:-1], seal_line(fork(20)[:-1], note_of(fork(20)[:-1], BEA))]
    both = Ring([KnownKey(ANA.public), KnownKey(BEA.public)])
    assert held(EVERY, by_bea, ring=both) == [[], []]


def test_a_third_log_is_held_against_each_of_two() -> None:
    found = held(EVERY, fork(20), fork(30), fork(20))
    assert [[(one.seq, one.facts["other"]) for one in each] for each in found] == [
        [],
        [(20, "log-0")],
        [(30, "log-0"), (20, "log-1")],
        [(20, "log-0"), (20, "log-2")],
    ]


def test_a_fork_from_what_was_sealed_here_is_named() -> None:
    theirs = list_of(check_log(EVERY, PUBLIC), "x")
    known = {theirs.checkpoint.origin: theirs}
    (one,) = check_log(fork(20), PUBLIC, seen=known.get).findings
    assert (one.code, one.seq, one.facts["problem"]) == ("forked-log", 20, "seen")
    (one,) = check_log(fork(20), PUBLIC, theirs).findings
    assert (one.code, one.seq, one.facts["problem"]) == ("forked-log", 20, "list")
    (one,) = against(theirs, fork(20), PUBLIC)
    assert (one.code, one.seq) == ("forked-log", 20)
    proof = inclusion_of(check_log(EVERY, PUBLIC), "x", 7, EVERY[6])
    (one,) = against(proof, fork(20, 20), PUBLIC)
    assert (one.code, one.seq, one.facts["problem"]) == ("forked-log", None, "proof")
    unsealed = fork(20)[:-1]
    found = check_log(unsealed, PUBLIC, seen=known.get).findings
    assert [(one.code, one.seq) for one in found] == [("broken-proof", 20)]


ANABEL = ANA._replace(name="anabel")


def private(lines: list[bytes]) -> list[bytes]:
    """Another log with the same record 1, whose record 2 makes it a private one; Ana seals it."""
    second = {"seq": 2, "type": "committed", "v": 1, "at": AT, "by": None}
    second["data"] = {"values": [], "leaves": 2}
    lines = [lines[0], msgspec.json.encode(second), *lines[2:12]]
    leaves = hashes_of(lines)
    text = Checkpoint(origin_of(leaves[0]), len(leaves), root_of(leaves), (HEADED_LINE,)).text()
    return [*lines, seal_line(lines, Note(text, (ANA.sign(text),)))]


def test_a_key_that_is_known_by_two_names_is_one_key() -> None:
    both = Ring([KnownKey(ANA.public), KnownKey(ANABEL.public)])
    other = sealed(fork(20)[:-1], ANABEL)
    for one, two in ((EVERY, other), (other, EVERY)):
        none, (found,) = held(one, two, ring=both)
        assert (none, found.code, found.seq) == ([], "forked-log", 20)


def test_what_makes_a_log_private_makes_no_other_log_of_it() -> None:
    """Its hashes and its name are others from record 1 on: it is record 2 that differs."""
    theirs = private(EVERY)
    assert check_log(theirs, PUBLIC).findings == []
    for one, two in ((EVERY, theirs), (theirs, EVERY)):
        none, (found,) = held(one, two)
        assert (none, found.code, found.seq) == ([], "forked-log", 2)
        memory = list_of(check_log(one, PUBLIC), "x")
        seen = {memory.checkpoint.origin: memory}.get
        (found,) = check_log(two, PUBLIC, seen=seen).findings
        assert (found.code, found.seq, found.facts["problem"]) == ("forked-log", 2, "seen")
        unsealed = [one for one in two if b'"sealed"' not in one]
        (found,) = check_log(unsealed, PUBLIC, seen=seen).findings
        assert (found.code, found.seq) == ("broken-proof", 2)
    assert held(private(EVERY), private(OTHER)) == [[], []]
    assert held(private(EVERY), OTHER) == [[], []]


# --- sealed to its end -------------------------------------------------------------------------


def test_a_log_is_signed_to_its_end_or_not() -> None:
    def missing(lines: list[bytes], *keys: Any, ring: Ring = PUBLIC) -> Any:
        found = not_signed_by(keys or (ANA.public,), check_log(lines, ring))
        return found and (found.code, found.severity, found.facts["sealed"], found.facts["records"])

    assert missing(EVERY) is None
    assert missing(sealed(EVERY, BEA)) is None  # nothing but a seal came after hers
    assert missing(sealed(EVERY, BEA), BEA.public, ANA.public) is None
    more = [*EVERY, EVERY[20]]
    assert missing(more) == ("not-signed-by", "error", len(EVERY) - 1, len(more))
    assert missing(sealed(more, BEA)) == ("not-signed-by", "error", len(EVERY) - 1, len(more) + 1)
    assert missing(EVERY[:-1]) == ("not-signed-by", "error", 12, len(EVERY) - 1)
    assert missing(EVERY[:5]) == ("not-signed-by", "error", 0, 5)
    assert missing([]) == ("not-signed-by", "error", 0, 0)
    assert missing(EVERY, BEA.public) == ("not-signed-by", "error", 0, len(EVERY))
    false = Note(note_of(EVERY[:20]).text, (Signature("ana", ANA.public.id(), bytes(64)),))
    assert missing([*EVERY[:20], seal_line(EVERY[:20], false)])[2] == 12
