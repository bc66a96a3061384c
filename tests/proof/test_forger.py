"""A forger who knows the formats, and a verifier who has nothing but the public key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from ragami.finding import Finding
from ragami.game import codec_of
from ragami.joined import Left, join
from ragami.privacy.bound import check_bound
from ragami.privacy.commitment import commitment, secret
from ragami.privacy.withheld import as_it_reads, leaves_of, share, withheld
from ragami.proof.checking import Checked, check_log, not_signed_by
from ragami.proof.checkpoint import Checkpoint, origin_of, read_checkpoint
from ragami.proof.files import Consistency, Inclusion, Leaves, read_proof
from ragami.proof.forks import Branches, branch_of
from ragami.proof.keys import Known, Ring, trust
from ragami.proof.note import BadNote, Note, Signature, encoded
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
from ragami.proof.seen import remember, seen
from ragami.proof.tree import leaf_hash, root_of
from ragami.proof.verdict import verdict
from ragami.record import Bad, Committed, Opened, Sealed, encode_record
from ragami.trouble import Trouble
from tests.proof.forging import every_type, forgeries, parts_changed
from tests.proof.kit import ANA, AT, BEA, RING, joined, note_of, played, seal_line, sealed

EVERY = list(every_type())
OTHER = list(every_type(2))
PUBLIC = Ring([Known(ANA.public)])
CODEC = codec_of("ragami")


@pytest.fixture(autouse=True)
def public_key() -> None:
    """All that the verifier has."""
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


@pytest.mark.parametrize(
    "at", range(len(EVERY)), ids=lambda at: f"{at}-{json.loads(EVERY[at])['type']}"
)
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


def true_of(log: Checked, lines: list[bytes]) -> set[tuple[Any, ...]]:
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
            return (told["origin"], told["size"], told["seq"], told["record"])
        case Consistency():
            return (told["origin"], told["size"], "grown", told["old"])
        case Leaves():
            return (told["origin"], told["size"], "leaves")


def test_no_part_of_a_proof_can_be_another_one() -> None:
    log, other = check_log(EVERY, PUBLIC), check_log(OTHER, PUBLIC)
    true = true_of(log, EVERY) | true_of(other, OTHER)
    small = log.seals[0].checkpoint.size
    made = [
        (inclusion_of(log, "x", 7, EVERY[6]), inclusion_of(other, "x", 7, OTHER[6])),
        (inclusion_of(log, "x", 1, EVERY[0]), inclusion_of(log, "x", 2, EVERY[1])),
        (inclusion_of(log, "x", 40, EVERY[39]), inclusion_of(log, "x", 40, EVERY[39])),
        (consistency_from(log, "x", small), consistency_from(other, "x", small)),
        (list_of(log, "x"), list_of(other, "x")),
    ]
    for proof, foreign in made:
        assert said_by(str(proof)) in true
        refused = 0
        for how, text in parts_changed(str(proof), str(foreign)):
            said = said_by(text)
            assert said is None or said in true, how
            refused += said is None
        assert refused > 100


def test_what_a_record_is_said_to_be_counts_only_by_its_bytes() -> None:
    """Every record type, in every spelling, against the proof of the true one."""
    log = check_log(EVERY, PUBLIC)
    leaves = list_of(log, "x")
    for at in range(len(EVERY) - 1):
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


# --- two logs, one key -------------------------------------------------------------------------


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
    both = Ring([Known(ANA.public), Known(BEA.public)])
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


# --- private games -------------------------------------------------------------------------------


SECRETS = [secret(1, "players[0].name", '"Ana"'), secret(3, "kept", "7"), secret(5, "kept", "8")]


def private(leaves: Any = 2) -> list[bytes]:
    """A log that leaves three things out, and opens one of them."""
    some = iter(range(1, 99))

    def line(type_: str, data: Any) -> bytes:
        return encode_record(next(some), type_, 1, AT, "yellow", data)

    first, second, third = map(commitment, SECRETS)
    body = [
        line("game_opened", {"game": "ragami", "players": [{"name": "yellow"}]}),
        line("committed", Committed((first,), leaves)),
        line("starting_card_kept", {"player": "yellow", "discarded": [], "kept": None}),
        line("committed", Committed((second,))),
        line("starting_card_kept", {"player": "green", "discarded": [], "kept": None}),
        line("committed", Committed((third,))),
        line("revealed", {"player": "yellow", "seq": 3, "card": 7}),
        line("opened", Opened(3, "kept", SECRETS[1].salt, Raw(b"7"))),
        line("noted", {"text": "Zenobia was here"}),
    ]  # fmt: skip
    hashes = leaves_of(body)
    text = Checkpoint(origin_of(hashes[0]), len(hashes), root_of(hashes)).text()
    return [*body, seal_line(body, Note(text, (ANA.sign(text),)))]


def test_the_hashes_of_a_new_private_game_bind_the_head_of_a_withheld_record() -> None:
    for leaves, bound in ((2, True), (msgspec.UNSET, False)):
        lines = private(leaves)
        assert not verdict(joined(lines)).findings
        for at, line in enumerate(lines[:-1]):
            record = json.loads(line)
            honest = [*lines[:at], withheld(line, record | {"by": None}), *lines[at + 1 :]]
            assert [one.code for one in verdict(joined(honest)).findings] == ["withheld-record"]
            for name, value in {"type": "dice_named", "v": 2, "at": None, "seq": 77}.items():
                forged = withheld(line, record | {name: value})
                codes = {
                    one.code
                    for one in verdict(joined([*lines[:at], forged, *lines[at + 1 :]])).findings
                }
                assert ("broken-proof" in codes) is bound, (
                    at,
                    name,
                )


def test_records_of_a_private_game_are_proven_by_their_bytes() -> None:
    for leaves in (2, msgspec.UNSET):
        lines = private(leaves)
        log = check_log(lines, PUBLIC)
        for at, line in enumerate(lines[:-1]):
            proof = inclusion_of(log, "x", at + 1, line)
            assert check(proof, PUBLIC) == []
            assert check(list_of(log, "x"), PUBLIC, line) == []
            for forged in forgeries(lines, at, EVERY):
                record = forged.lines[at] if at < len(forged.lines) else b""
                if record != line:
                    assert check(proof, PUBLIC, record), forged.how


def test_no_part_of_an_opening_can_be_another_one() -> None:
    lines = private()
    assert check_bound(lines) == []
    at = 7
    true = json.loads(lines[at])
    other = SECRETS[2]
    changes: dict[str, list[Any]] = {
        "seq": [1, 5, 4, 9, 3.0, "3", None],
        "place": ["players[0].name", "kept[0]", "discarded", "", None],
        "salt": [
            other.salt,
            SECRETS[1].salt.rstrip("="),
            SECRETS[1].salt + "=",
            "",
            "AAAA",
            SECRETS[1].salt.swapcase(),
            None,
        ],
        "value": [8, "7", [7], None, 70, True],
    }
    for name, values in changes.items():
        for value in values:
            data = {**true["data"], name: value}
            line = json.dumps(true | {"data": data}, separators=(",", ":")).encode()
            forged = [*lines[:at], line, *lines[at + 1 :]]
            told = check_bound(forged)
            unread = (value is None and name != "value") or (
                isinstance(value, float | str) and name == "seq"
            )
            assert told or unread, (name, value)
            assert errors(verdict(joined(forged)).findings)  # it is under a seal besides
    shown = lines[6].replace(b'"card":7', b'"card":8')
    for spelled in (shown, shown.replace(b'"revealed"', b'"reve\\u0061led"')):
        (one,) = check_bound([*lines[:6], spelled, *lines[7:]])
        assert (one.facts["problem"], one.seq) == ("other-card", 7)
    opened = lines[7].replace(b'"value":7', b'"value":8')
    for spelled in (opened, opened.replace(b'"opened"', b'"open\\u0065d"')):
        (one,) = check_bound([*lines[:7], spelled])
        assert (one.facts["problem"], one.seq) == ("other-value", 8)


def test_no_part_of_what_a_keeper_joins_can_be_another_one() -> None:
    lines = private()
    left = Left("kept", SECRETS[2].salt, Raw(b"8"))
    assert check_bound([*lines[:4], join(5, lines[4], [left]), *lines[5:]]) == []
    assert check_log([*lines[:4], join(5, lines[4], [left]), *lines[5:]], PUBLIC).findings == []
    for problem, seq, lies in (
        ("other-value", 5, [Left("kept", SECRETS[2].salt, Raw(b"9"))]),
        ("other-value", 5, [Left("kept", SECRETS[1].salt, Raw(b"8"))]),
        ("malformed", 5, [Left("kept", "AAAA", Raw(b"8"))]),
        ("uncommitted", 5, [Left("player", SECRETS[2].salt, Raw(b'"yellow"'))]),
        ("uncommitted", 5, [left, Left("discarded", SECRETS[2].salt, Raw(b"[1]"))]),
        ("other-value", 3, [left]),
        ("uncommitted", 7, [left]),
    ):
        forged = [*lines[: seq - 1], join(seq, lines[seq - 1], lies), *lines[seq:]]
        for spelled in (forged, [one.replace(b'"joined"', b'"join\\u0065d"') for one in forged]):
            assert [(one.facts["problem"], one.seq) for one in check_bound(spelled)] == [
                (problem, seq)
            ]
            assert errors(verdict(joined(spelled)).findings)


def test_how_much_is_withheld_is_counted() -> None:
    assert share(EVERY) is None
    lines = [
        withheld(line, json.loads(line)) if n in (4, 7) else line for n, line in enumerate(EVERY)
    ]
    assert share(lines) == (2, len(EVERY), 5)


def test_the_memory_of_this_machine_has_to_fit_its_own_note(keys: Path) -> None:
    leaves = list_of(check_log(EVERY, PUBLIC), "x")
    remember(leaves)
    assert seen(leaves.checkpoint.origin) == leaves
    remember(leaves._replace(leaves=(bytes(32), *leaves.leaves[1:])))
    with pytest.raises(Trouble) as caught:
        seen(leaves.checkpoint.origin)
    assert caught.value.code == "bad-memory"
    assert keys.is_dir()
