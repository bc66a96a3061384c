"""A forger who knows the formats, and a verifier who has nothing but the public key."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from ragami.errors import RagamiError
from ragami.findings import Finding
from ragami.game import game_named
from ragami.log.codec import encode_record
from ragami.log.record import Bad, Sealed
from ragami.log.unredacted import join
from ragami.proof.checking import SealCheck, check_log
from ragami.proof.files import Consistency, Inclusion, Leaves, read_proof
from ragami.proof.keys import KnownKey, Ring, trust
from ragami.proof.note import BadNote, Note, Signature, encoded, read_checkpoint
from ragami.proof.proving import (
    against,
    check,
    consistency_from,
    inclusion_of,
    statement,
)
from ragami.proof.proving import (
    leaves_of as list_of,
)
from ragami.proof.seen import recall_leaves, remember
from ragami.proof.tree import leaf_hash
from ragami.proof.withheld import WithheldShare, as_it_reads, share, withheld
from ragami.referee.verdict import verdict
from tests.proof.forging import every_type, forgeries, parts_changed
from tests.proof.kit import ANA, AT, BEA, RING, joined, note_of, played, seal_line
from tests.scale import SEED, often

EVERY = list(every_type())
OTHER = list(every_type(2))
TYPES = [json.loads(line)["type"] for line in EVERY]
PUBLIC = Ring([KnownKey(ANA.public)])
GAME = game_named("ragami")
CODEC = GAME.codec
OF_THE_GAME = ("game_opened", "passed", "cards_drawn", "conflict_tried", "demons_seeded")
"""Of the game's own types, one with and one without options, of nothing, hidden, and of many."""

TRIED = [
    at
    for at, type_ in enumerate(TYPES)
    if SEED or (TYPES.index(type_) == at and (type_ not in GAME.events or type_ in OF_THE_GAME))
]
"""In the suite the first record of each type of the house, and of some of the game's."""


@pytest.fixture(autouse=True)
def public_key() -> None:
    trust(ANA.public.text())


def read_as(line: bytes, seq: int) -> Any:
    """What a record says, as the codec reads it; None for what is no record."""
    read = CODEC.read_line(line, seq)
    return None if isinstance(read, Bad) else json.loads(as_it_reads(line))


def errors(findings: list[Finding]) -> list[Finding]:
    return [one for one in findings if one.severity == "error"]


def test_there_is_a_record_of_every_type_to_be_forged() -> None:
    there = {json.loads(line)["type"] for line in EVERY}
    assert there >= set(CODEC.types) - {"withheld"}
    assert not errors(check_log(EVERY, PUBLIC).findings)
    assert len(check_log(EVERY, PUBLIC).seals) == 2


@pytest.mark.parametrize("at", TRIED, ids=lambda at: f"{at}-{json.loads(EVERY[at])['type']}")
def test_no_record_can_be_another_one_unnoticed(at: int) -> None:
    """Under its seal every record says what it said, or there is an error, or a warning says how
    much of the log the seals do not vouch for.
    """
    sealed_to = len(EVERY) - 1
    said = [json.loads(line) for line in EVERY[:sealed_to]]
    for forged in forgeries(EVERY, at, OTHER):
        if forged.lines == EVERY:
            continue
        found = verdict(joined(forged.lines)).findings
        if errors(found):
            continue
        codes = {one.code for one in found}
        head = max((h.size for h in check_log(forged.lines, PUBLIC).heads), default=0)
        reads = [read_as(line, seq) for seq, line in enumerate(forged.lines[:head], 1)]
        warned = "withheld-record" in codes
        assert warned or None in reads or reads == said[:head], forged.how
        if warned:
            assert "withheld" in forged.how
            (told,) = [one for one in found if one.code == "withheld-record"]
            assert told.facts == {"records": 1, "of": len(EVERY), "first": at + 1}


def test_a_whole_other_game_under_a_seal_is_said_to_be_withheld_from_end_to_end() -> None:
    """The root still fits: only who counts what is withheld can tell."""
    lines = list(played(1))
    other = [json.loads(line) for line in played(2)]
    forged = [
        withheld(line, {**json.loads(line), **{k: new[k] for k in ("type", "v", "data")}})
        if b'"sealed"' not in line
        else line
        for line, new in zip(lines, other, strict=False)
    ]
    forged += lines[len(forged) :]
    (told,) = [one for one in verdict(joined(forged)).findings if one.code == "withheld-record"]
    assert told.severity == "warning"
    assert told.facts["records"] > len(forged) - 20
    assert told.facts["of"] == len(forged)
    checked = check_log(forged, PUBLIC)
    proof = inclusion_of(check_log(lines, PUBLIC), "final", 7, lines[6])
    assert [one.facts["problem"] for one in check(proof, RING, forged[6])] == ["withheld"]
    carried = proof._replace(record=forged[6])
    assert [one.facts["problem"] for one in check(carried, RING)] == ["withheld"]
    assert [one.facts["problem"] for one in check(list_of(checked, "x"), RING, forged[6])] == [
        "withheld"
    ]


# --- what hides from a look at the bytes -----------------------------------------------------


@pytest.mark.parametrize(
    "type_", ["sealed", "opened", "committed", "revealed", "withheld", "noted"]
)
def test_a_type_with_an_escape_is_malformed_and_hides_nothing(type_: str) -> None:
    plain = next(
        line for line in [*EVERY, b""] if json.loads(line or b"{}").get("type", type_) == type_
    )
    plain = plain or withheld(EVERY[1], json.loads(EVERY[1]))
    seq = json.loads(plain)["seq"]
    assert not isinstance(CODEC.read_line(plain, seq), Bad) or type_ == "sealed"
    for index in range(len(type_)):
        escaped = f'"{type_[:index]}\\u{ord(type_[index]):04x}{type_[index + 1 :]}"'
        line = plain.replace(f'"type":"{type_}"'.encode(), f'"type":{escaped}'.encode(), 1)
        assert line != plain
        read = CODEC.read_line(line, seq)
        assert isinstance(read, Bad)
        assert read.breach.facts["problem"] == "type-not-plain"
        (quick,) = CODEC.read_log(line)[:1]
        assert isinstance(quick, Bad)


def test_an_escaped_type_is_found_in_the_middle_of_a_log_that_is_read_in_one_go() -> None:
    at = next(n for n, line in enumerate(EVERY) if b'"type":"noted"' in line)
    lines = [*EVERY[:at], EVERY[at].replace(b'"noted"', b'"not\\u0065d"'), *EVERY[at + 1 :]]
    reads = CODEC.read_log(joined(lines))
    assert isinstance(reads[at], Bad)
    assert sum(isinstance(read, Bad) for read in reads) == 1
    accented = EVERY[at].replace(b'"by":"Ana 1"', b'"by":"Jos\\u00e9"')
    assert accented != EVERY[at]
    lines[at] = accented
    assert not any(isinstance(read, Bad) for read in CODEC.read_log(joined(lines)))


def test_a_seal_that_is_spelled_otherwise_is_checked_as_the_codec_reads_it() -> None:
    bad = Note(note_of(EVERY[:20]).text, (Signature("ana", ANA.public.id(), bytes(64)),))
    line = seal_line(EVERY[:20], bad)
    for spelled in (
        line.replace(b'"sealed"', b'"se\\u0061led"'),
        line.replace(b'"type":"sealed"', b'"type" : "sealed"'),
        withheld(line, json.loads(line)),
        withheld(line, json.loads(line)).replace(b'"sealed"', b'"se\\u0061led"'),
    ):
        lines = [*EVERY[:20], spelled]
        found = {one.code for one in errors(verdict(joined(lines)).findings)}
        malformed = isinstance(CODEC.read_line(spelled, 21), Bad)
        assert "bad-signature" in found or malformed, spelled
        if b"\\u" not in spelled:
            assert "bad-signature" in found


def test_what_is_withheld_or_joined_is_so_once() -> None:
    line = EVERY[3]
    once = withheld(line, json.loads(line))
    for type_, data in (
        ("withheld", json.loads(once)["data"]),
        ("joined", {"line": line.decode(), "openings": []}),
    ):
        twice = json.loads(once)
        twice["data"] |= {"type": type_, "data": data}
        assert isinstance(CODEC.read_line(json.dumps(twice).encode(), 4), Bad)
    for inner in (join(4, line, ()), line + b"\n", line.replace(b'"type":', b'"v":1,"type":')):
        assert isinstance(CODEC.read_line(join(4, inner, ()), 4), Bad)
    assert not isinstance(CODEC.read_line(join(4, line, ()), 4), Bad)


# --- seals and notes -------------------------------------------------------------------------


def test_an_old_good_note_behind_a_bogus_seal_does_not_make_it_good() -> None:
    lines = EVERY[:40]
    bogus = Note(note_of(lines).text, (Signature("ana", ANA.public.id(), bytes(64)),))
    lines = [*lines, seal_line(lines, bogus)]
    lines = [*lines, seal_line(lines, note_of(EVERY[:12]))]
    assert [(one.code, one.seq) for one in errors(check_log(lines, PUBLIC).findings)] == [
        ("bad-signature", 41)
    ]
    stranger = [*EVERY[:40], seal_line(EVERY[:40], note_of(EVERY[:40], BEA))]
    stranger = [*stranger, seal_line(stranger, note_of(EVERY[:12]))]
    checked = check_log(stranger, PUBLIC)
    assert [(one.code, one.seq) for one in checked.findings] == [("unknown-signer", 41)]
    assert [head.size for head in checked.heads] == [12]


def signed() -> set[tuple[str, int, bytes]]:
    """Every checkpoint that Ana has ever signed here."""
    notes = [seal.note for log in (EVERY, OTHER) for seal in check_log(log, PUBLIC).seals]
    return {read_checkpoint(note.text)[:3] for note in notes}


def test_no_part_of_a_note_can_be_another_one() -> None:
    log, other = check_log(EVERY, PUBLIC), check_log(OTHER, PUBLIC)
    genuine, seal = signed(), log.seals[-1]
    others = [log.seals[0].note, other.seals[-1].note]
    body = EVERY[: seal.seq - 1]
    tried = 0
    for foreign in others:
        for how, text in parts_changed(str(seal.note), str(foreign)):
            for size, root in _as_the_forger_says(text, seal):
                data = Sealed(size, root, text)
                line = encode_record(seal.seq, "sealed", 1, AT, "ana", data)
                checked = check_log([*body, line], PUBLIC)
                tried += 1
                for head in checked.heads:
                    assert (head.origin, head.size, head.root) in genuine, how
                newest = max((head.size for head in checked.heads), default=0)
                assert checked.findings or newest == seal.checkpoint.size, how
    assert tried > 200


def _as_the_forger_says(text: str, seal: Any) -> set[tuple[int, str]]:
    """Size and root of the record: those of before, and those of the note that he has made."""
    ways = {(seal.checkpoint.size, encoded(seal.checkpoint.root))}
    try:
        made = read_checkpoint(text.partition("\n\n")[0] + "\n")
        ways.add((max(made.size, 1), encoded(made.root)))
    except BadNote:
        pass
    return ways


def test_a_seal_of_another_log_of_the_same_key_is_no_seal_of_this_one() -> None:
    for seal in check_log(OTHER, PUBLIC).seals:
        lines = [*EVERY, seal_line(EVERY, seal.note)]
        assert [one.code for one in errors(check_log(lines, PUBLIC).findings)] == [
            "foreign-checkpoint"
        ]


# --- proofs ----------------------------------------------------------------------------------


def true_of(log: SealCheck, lines: list[bytes]) -> set[tuple[Any, ...]]:
    """Everything that a proof may say of a log."""
    origin = log.seals[0].checkpoint.origin
    sizes = [seal.checkpoint.size for seal in log.seals]
    facts: set[tuple[Any, ...]] = {(origin, size, "leaves") for size in sizes}
    facts |= {
        (origin, size, seq, line.decode())
        for size in sizes
        for seq, line in enumerate(lines[:size], 1)
    }
    return facts | {(origin, new, "grown", old) for old in sizes for new in sizes if old <= new}


def said_by(text: str) -> tuple[Any, ...] | None:
    """What a file proves to who has the public key; None for what does not hold."""
    try:
        proof = read_proof(text.encode())
    except BadNote:
        return None
    if check(proof, PUBLIC):
        return None
    told = statement(proof, PUBLIC)
    match proof:
        case Inclusion():
            return (told.origin, told.size, told.seq, told.record)
        case Consistency():
            return (told.origin, told.size, "grown", told.old)
        case Leaves():
            return (told.origin, told.size, "leaves")


def test_no_part_of_a_proof_can_be_another_one() -> None:
    log, other = check_log(EVERY, PUBLIC), check_log(OTHER, PUBLIC)
    true = true_of(log, EVERY) | true_of(other, OTHER)
    small = log.seals[0].checkpoint.size
    # Of a list any line is put in the place of any other: the suite takes the list of a short log.
    listed, others = (
        (log, other)
        if SEED
        else (check_log(lines[: small + 1], PUBLIC) for lines in (EVERY, OTHER))
    )
    made = [
        (inclusion_of(log, "x", 7, EVERY[6]), inclusion_of(other, "x", 7, OTHER[6])),
        (inclusion_of(log, "x", 1, EVERY[0]), inclusion_of(log, "x", 2, EVERY[1])),
        (inclusion_of(log, "x", 40, EVERY[39]), inclusion_of(log, "x", 40, EVERY[39])),
        (consistency_from(log, "x", small), consistency_from(other, "x", small)),
        (list_of(listed, "x"), list_of(others, "x")),
    ]
    for proof, foreign in made:
        assert said_by(str(proof)) in true
        refused = 0
        for how, text in islice(parts_changed(str(proof), str(foreign)), 0, None, often(2, 1)):
            said = said_by(text)
            assert said is None or said in true, how
            refused += said is None
        assert refused > often(50, 100)


def test_what_a_record_is_said_to_be_counts_only_by_its_bytes() -> None:
    """Every record type, in every spelling, against the proof of the true one."""
    log = check_log(EVERY, PUBLIC)
    leaves = list_of(log, "x")
    for at in TRIED:
        if at == len(EVERY) - 1:
            continue  # the seal
        proof = inclusion_of(log, "x", at + 1, EVERY[at])
        assert not check(proof, PUBLIC)
        for forged in forgeries(EVERY, at, OTHER):
            record = forged.lines[at] if at < len(forged.lines) else b""
            if record == EVERY[at]:
                continue
            assert check(proof, PUBLIC, record), forged.how
            assert check(proof._replace(record=record), PUBLIC), forged.how
            if record not in EVERY:
                assert check(leaves, PUBLIC, record), forged.how


def test_leaves_after_the_sealed_ones_count_for_nothing() -> None:
    log = check_log(EVERY, PUBLIC)
    leaves = list_of(log, "x")
    size = leaves.checkpoint.size
    record = b'{"seq":99,"type":"noted","v":1,"at":null,"by":null,"data":{"text":"forged"}}'
    longer = leaves._replace(leaves=(*leaves.leaves, leaf_hash(record), leaf_hash(b"x")))
    assert leaves.leaves == longer.sealed == tuple(log.leaves[:size])
    assert check(longer, PUBLIC) == []
    assert [one.facts["problem"] for one in check(longer, PUBLIC, record)] == ["not-included"]
    assert against(longer, EVERY, PUBLIC) == []
    known = {leaves.checkpoint.origin: longer}
    assert check_log(EVERY, PUBLIC, longer, known.get).findings == []
    assert check_log(EVERY[:size], PUBLIC, seen=known.get).findings == []
    (short,) = check_log(EVERY[: size - 1], PUBLIC, seen=known.get).findings
    assert (short.code, short.facts["seen"]) == ("rolled-back", size)


def test_how_much_is_withheld_is_counted() -> None:
    assert share(EVERY) is None
    lines = [
        withheld(line, json.loads(line)) if n in (4, 7) else line for n, line in enumerate(EVERY)
    ]
    assert share(lines) == WithheldShare(2, len(EVERY), 5)


def test_the_memory_of_this_machine_has_to_fit_its_own_note(keys: Path) -> None:
    leaves = list_of(check_log(EVERY, PUBLIC), "x")
    remember(leaves, "x")
    assert recall_leaves(leaves.checkpoint.origin) == leaves
    remember(leaves._replace(leaves=(bytes(32), *leaves.leaves[1:])), "x")
    with pytest.raises(RagamiError) as caught:
        recall_leaves(leaves.checkpoint.origin)
    assert caught.value.code == "bad-memory"
    (file,) = (keys / "seen").iterdir()
    file.write_bytes(file.read_bytes()[:90])
    with pytest.raises(RagamiError) as caught:
        recall_leaves(leaves.checkpoint.origin)
    assert (caught.value.code, caught.value.facts) == ("bad-memory", {"path": str(file)})
