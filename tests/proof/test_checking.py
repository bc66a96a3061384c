"""A log held against its seals: whatever was done to it is found, and where it begins."""

from __future__ import annotations

import random
import sys
from datetime import date
from typing import Any

import pytest

from ragami.errors import RagamiError
from ragami.findings import Finding
from ragami.proof.checking import Mismatch, check_log, lines_of, locate, notes_in
from ragami.proof.files import Leaves
from ragami.proof.keys import KnownKey, Ring
from ragami.proof.note import Note, Signature, encoded, origin_of, verifies
from ragami.proof.tree import leaf_hash, root_of
from tests.proof.kit import (
    ANA,
    BEA,
    RING,
    TAMPERINGS,
    joined,
    leaves_of,
    note_of,
    played,
    seal_line,
    sealed,
)
from tests.scale import often

LINES = list(played(1))
KEY = ANA.public
ED25519 = "cryptography.hazmat.primitives.asymmetric.ed25519"


def found(lines: list[bytes], ring: Ring = RING, **lists: Any) -> list[Finding]:
    return check_log(lines, ring, **lists).findings


def codes(findings: list[Finding]) -> list[tuple[str, int | None]]:
    return [(one.code, one.seq) for one in findings]


def problem(finding: Finding) -> Any:
    return finding.facts["problem"]


def test_a_log_as_it_was_sealed_has_no_finding() -> None:
    checked = check_log(LINES, RING, leaves_of(LINES))
    assert checked.findings == []
    assert len(checked.seals) > 3
    assert notes_in(LINES) == [str(one.note) for one in checked.seals]
    newest = checked.covering()
    assert newest is not None
    assert newest.seq == len(LINES)


@pytest.mark.parametrize("tamper", TAMPERINGS)
def test_every_tampering_is_located_by_the_list_of_leaves(tamper: Any) -> None:
    chance = random.Random(tamper.__name__)
    leaves = leaves_of(LINES)
    for _each in range(often(12, 60)):
        done = tamper(LINES, chance)
        errors = [one for one in found(lines_of(done.log), beside=leaves) if one.seq]
        assert errors, done
        assert min(one.seq or 0 for one in errors) == done.first
        assert errors[0].severity == "error"


@pytest.mark.parametrize("tamper", TAMPERINGS)
def test_without_a_list_what_the_last_seal_covers_is_found_between_two_seals(tamper: Any) -> None:
    chance = random.Random(tamper.__name__)
    for _each in range(often(12, 60)):
        done = tamper(LINES, chance)
        if done.first >= len(LINES) or tamper.__name__ == "cut_off":
            continue
        errors = [one for one in found(lines_of(done.log)) if one.severity == "error"]
        assert errors, done
        first = errors[0]
        assert first.facts.get("first", first.seq) <= done.first
        assert done.first <= first.facts.get("last", first.seq) or first.seq == done.first


def test_a_record_alone_between_two_seals_is_named() -> None:
    lines = sealed(sealed(LINES[:5]))
    assert b'"by":"ana"' in lines[5]
    lines[5] = lines[5].replace(b'"by":"ana"', b'"by":"bea"')
    (finding,) = found(lines)
    assert (finding.code, finding.seq, problem(finding)) == ("broken-proof", 6, "changed")


@pytest.mark.parametrize(
    ("now", "place"),
    [
        ("abcde", None),
        ("abcdefg", None),
        ("abXde", Mismatch("changed", 3)),
        ("abXXe", Mismatch("changed", 3)),
        ("abde", Mismatch("dropped", 3)),
        ("abce", Mismatch("dropped", 4)),
        ("abXcde", Mismatch("inserted", 3)),
        ("abacde", Mismatch("doubled", 3)),
        ("abccde", Mismatch("doubled", 4)),
        ("aecdb", Mismatch("swapped", 2, {"other": 5})),
        ("aecdbf", Mismatch("swapped", 2, {"other": 5})),
        ("abc", Mismatch("cut-off", 4, {"size": 5})),
        ("abcdX", Mismatch("changed", 5)),
        ("bacX", Mismatch("changed", 1)),
        ("", Mismatch("cut-off", 1, {"size": 5})),
    ],
)
def test_what_has_happened_to_a_log_is_named(now: str, place: Mismatch | None) -> None:
    assert locate([*map(str.encode, now)], [*map(str.encode, "abcde")]) == place


# --- signers -----------------------------------------------------------------------------------


def test_what_reads_signatures_may_not_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    signed = ANA.sign("x")
    verifies.cache_clear()
    monkeypatch.setitem(sys.modules, ED25519, None)
    (finding,) = found(LINES)
    assert (finding.code, finding.facts["module"]) == ("unchecked-signature", ED25519)
    for work in (lambda: ANA.sign("x"), lambda: KEY.signed("x", signed)):
        with pytest.raises(RagamiError) as caught:
            work()
        assert (caught.value.code, caught.value.facts["extra"]) == ("extra-needed", "proof")


def test_a_signer_who_is_not_known_is_told_once_and_breaks_nothing() -> None:
    findings = found(LINES, Ring())
    assert [one.code for one in findings] == ["unknown-signer"]
    assert findings[0].severity == "warning"
    assert findings[0].facts == {"signer": "ana", "key": ANA.public.id().hex()}


def test_a_key_that_had_expired_is_told_by_the_time_of_the_record() -> None:
    lines = sealed(LINES[:20])
    day_before = Ring([KnownKey(ANA.public, date(2026, 11, 19))])
    assert codes(found(lines, day_before)) == [("expired-signer", 21)]
    assert found(lines, Ring([KnownKey(ANA.public, date(2026, 11, 20))])) == []


def test_a_cosignature_says_its_time_itself() -> None:
    ring = Ring([KnownKey(BEA.public, date(2026, 1, 1))])
    note = note_of(LINES[:20])
    for moment, expected in ((1767225600, []), (1767312000, ["expired-signer"])):
        witnessed = Note(note.text, (BEA.cosign(note.text, moment),))
        lines = [*LINES[:20], seal_line(LINES[:20], witnessed)]
        assert [one.code for one in found(lines, ring)] == expected


def test_a_key_of_the_same_name_that_is_another_one_is_an_error() -> None:
    lines = sealed(LINES[:20], BEA._replace(name="ana"))
    assert codes(found(lines)) == [("foreign-signer", 21)]
    assert found(lines)[0].severity == "error"


def test_a_false_signature_is_found_beside_a_good_one() -> None:
    note = note_of(LINES[:20])
    false = BEA.sign("another text\n")
    lines = [*LINES[:20], seal_line(LINES[:20], note.joined([false]))]
    ring = Ring([KnownKey(ANA.public), KnownKey(BEA.public)])
    assert codes(found(lines, ring)) == [("bad-signature", 21)]
    assert found(lines) == []  # of an unknown key nobody can say whether it is false


def test_a_false_signature_in_an_earlier_seal_is_found() -> None:
    false = Signature("ana", ANA.public.id(), bytes(64))
    text = note_of(LINES[:20]).text
    lines = [*LINES[:20], seal_line(LINES[:20], Note(text, (false,)))]
    lines = [*lines, seal_line(lines, note_of(lines, BEA))]
    ring = Ring([KnownKey(ANA.public), KnownKey(BEA.public)])
    assert codes(found(lines, ring)) == [("bad-signature", 21)]


# --- seals that are none -----------------------------------------------------------------------


def test_a_seal_with_lines_too_many_or_twice_is_no_seal() -> None:
    note = note_of(LINES[:20])
    line = note.signatures[0].line()
    for text, expected in (
        (f"{note}more\n", "extra-line"),
        (f"{note}{line}", "repeated-signature"),
    ):
        data = seal_line(LINES[:20], note).replace(
            str(note).replace("\n", "\\n").encode(), text.replace("\n", "\\n").encode()
        )
        findings = found([*LINES[:20], data])
        assert codes(findings) == [("malformed-note", 21)]
        assert problem(findings[0]) == expected


def test_a_seal_says_in_its_note_what_it_says_beside_it() -> None:
    line = seal_line(LINES[:20], note_of(LINES[:20])).replace(b'"size":20', b'"size":19')
    findings = found([*LINES[:20], line])
    assert codes(findings) == [("malformed-note", 21)]
    assert problem(findings[0]) == "another-note"


def test_a_seal_has_the_root_of_its_note_and_the_type_of_a_seal() -> None:
    line = seal_line(LINES[:20], note_of(LINES[:20]))
    root = encoded(root_of([leaf_hash(one) for one in LINES[:20]])).encode()
    other = line.replace(b'"root":"' + root, b'"root":"' + encoded(bytes(32)).encode())
    assert other != line
    assert [problem(one) for one in found([*LINES[:20], other])] == ["another-note"]
    for none in (
        line.replace(b'"type":"sealed"', b'"type":"club_seal"').replace(b'"ana"', b'"sealed"', 1),
        line.replace(b'"v":1', b'"v":2'),
    ):
        assert none != line
        checked = check_log([*LINES[:20], none], RING)
        assert (checked.seals, checked.findings) == ([], [])


def test_a_checkpoint_of_another_log_is_told_from_a_broken_one() -> None:
    other = note_of(list(played(2))[:20])
    lines = sealed(LINES[:30])
    lines = [*lines, seal_line(lines, other)]
    (foreign,) = found(lines)
    assert (foreign.code, foreign.seq) == ("foreign-checkpoint", 32)
    names = [origin_of(leaf_hash(log[0])) for log in (list(played(2)), LINES)]
    assert foreign.facts == dict(zip(("origin", "expected"), names, strict=True))


def test_another_program_may_name_the_log_as_it_likes_and_write_the_root_in_hex() -> None:
    note = note_of(LINES[:20], origin="club.example/final")
    line = seal_line(LINES[:20], note)
    root = root_of([leaf_hash(one) for one in LINES[:20]])
    in_hex = line.replace(encoded(root).encode(), root.hex().encode(), 1)
    assert in_hex != line
    for one in (line, in_hex):
        (named,) = found([*LINES[:20], one])
        assert (named.code, named.severity, named.seq) == ("other-origin", "notice", 21)
        own = origin_of(leaf_hash(LINES[0]))
        assert named.facts == {"origin": "club.example/final", "expected": own}
    changed = [LINES[0], LINES[1].replace(b'"bo"', b'"bx"'), *LINES[2:20], in_hex]
    assert codes(found(changed)) == [("broken-proof", 1)]


def test_a_seal_of_one_record_covers_it() -> None:
    newest = check_log(sealed(LINES[:1]), RING).covering()
    assert newest is not None
    assert newest.checkpoint.size == 1


def test_a_seal_of_more_records_than_stand_before_it_does_not_fit() -> None:
    ahead = note_of(LINES[:30])
    lines = [*LINES[:20], seal_line(LINES[:20], ahead)]
    findings = found(lines)
    assert codes(findings) == [("broken-proof", 21)]
    assert problem(findings[0]) == "size-ahead"


def test_a_first_seal_that_does_not_fit_speaks_of_all_records_from_the_first_on() -> None:
    other = [LINES[0], LINES[1], LINES[2].replace(b'"bo"', b'"bx"'), *LINES[3:40]]
    (first,) = found([*other, seal_line(other, note_of(LINES[:40]))])
    assert (first.code, problem(first)) == ("broken-proof", "between")
    assert (first.facts["first"], first.facts["last"], first.line) == (1, 40, 41)


def test_a_record_whose_number_is_off_is_named_without_a_list() -> None:
    other = [*LINES[:20], LINES[20].replace(b'"seq":21,', b'"seq":91,'), *LINES[21:40]]
    (first,) = found([*other, seal_line(other, note_of(LINES[:40]))])
    assert (first.code, first.seq, problem(first)) == ("broken-proof", 21, "out-of-place")


def test_another_first_record_is_found_by_the_name_of_the_log() -> None:
    first = LINES[0].replace(b'"bo"', b'"bx"')
    findings = found([first, *LINES[1:]])
    assert codes(findings) == [("broken-proof", 1)]
    assert problem(findings[0]) == "first-record"


# --- lists of leaves -----------------------------------------------------------------------------


def test_a_list_of_leaves_that_was_changed_names_no_record() -> None:
    leaves = leaves_of(LINES)
    changed = leaves._replace(leaves=(*leaves.leaves[:9], bytes(32), *leaves.leaves[10:]))
    findings = found(LINES, beside=changed)
    assert codes(findings) == [("broken-proof", None)]
    assert problem(findings[0]) == "leaves-changed"


def test_a_list_of_leaves_of_another_log_is_none_of_this_one() -> None:
    findings = found(LINES, beside=leaves_of(list(played(2))))
    assert codes(findings) == [("foreign-checkpoint", None)]


def test_a_list_of_leaves_under_the_name_of_another_log_is_refused() -> None:
    """It would be remembered as that one's."""
    other = leaves_of(list(played(2))).checkpoint.origin
    renamed = leaves_of(LINES)._replace(note=note_of(LINES, origin=other))
    assert codes(found(LINES, beside=renamed)) == [("foreign-checkpoint", None)]


def test_a_log_that_is_older_than_its_last_seal_here_was_rolled_back() -> None:
    known: dict[str, Leaves] = {}
    leaves = leaves_of(LINES)
    known[leaves.checkpoint.origin] = leaves
    for keep in (1, 19, len(LINES) - 1):
        findings = found(LINES[:keep], seen=known.get)
        assert codes(findings) == [("rolled-back", keep + 1)]
        assert findings[0].facts == {"there": keep, "seen": len(LINES)}
    grown = [*LINES, *LINES[-1:]]
    assert found(grown[: len(LINES)], seen=known.get) == []
    other = [*LINES[:30], *sealed(LINES[:30])[30:]]
    assert ("broken-proof", 31) in codes(found(other, seen=known.get))


def test_what_was_seen_of_another_log_is_not_held_against_this_one() -> None:
    """One of whose seals got in here: that is said of the seal, and of no record."""
    other = leaves_of(list(played(2))[:20])
    known = {other.checkpoint.origin: other}
    lines = sealed(LINES[:30])
    lines = [*lines, seal_line(lines, other.note)]
    assert codes(found(lines, seen=known.get)) == [("foreign-checkpoint", 32)]


def test_seals_without_a_time_of_their_own_are_judged_as_of_today() -> None:
    lines = [*LINES[:20], seal_line(LINES[:20], note_of(LINES[:20]), at=None)]
    assert found(lines) == []
    assert codes(found(lines, Ring([KnownKey(ANA.public, date(2020, 1, 1))]))) == [
        ("expired-signer", 21)
    ]


def test_garbage_is_no_seal_and_stops_nothing() -> None:
    garbage = [b"", b'"sealed"', b'{"type":"sealed"}', b"\xff\xfe", b"[" * 5000 + b'"sealed"']
    assert found(garbage) == []
    assert found([]) == []
    assert lines_of(joined(LINES)) == LINES
