"""Record 2 of a private log says what its seals vouch for, and is never withheld."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from ragami.proof.checking import check_log
from ragami.proof.keys import known_ring
from ragami.proof.note import encoded, read_note
from ragami.proof.withheld import HEADED_LINE, headed, withheld
from tests.cli.conftest import Ragami
from tests.cli.played import stored
from tests.privacy.kit import ok

PLAYERS = ("-p", "yellow:Ana", "-p", "green:Bea", "-p", "blue:Carl")


def private(ragami: Ragami, path: Path, *more: str) -> list[bytes]:
    """A private game that Ann has sealed; gives its lines."""
    ok(ragami, "key", "new", "ann")
    ok(ragami, "new", "p", "--game", "ragami", "--private", *PLAYERS, *more)
    ok(ragami, "note", "p", "to begin with", *more)
    ok(ragami, "seal", "p")
    ok(ragami, "export", "p", "-o", str(path / "p.jsonl"))
    return (path / "p.jsonl").read_bytes().splitlines()


def test_the_seals_of_a_private_log_say_that_it_is_one(ragami: Ragami, tmp_path: Path) -> None:
    lines = private(ragami, tmp_path)
    note = read_note(json.loads(lines[-1])["data"]["note"])
    assert note.text.splitlines()[3:] == [HEADED_LINE]
    ok(ragami, "new", "open", "--game", "ragami", *PLAYERS)
    ok(ragami, "seal", "open")
    note = read_note(stored(ragami, "open")[-1]["data"]["note"])
    assert len(note.text.splitlines()) == 3
    for name in ("p", "open", str(tmp_path / "p.jsonl")):
        ok(ragami, "verify", name)


def test_a_leaf_is_that_of_the_document(ragami: Ragami, tmp_path: Path) -> None:
    """Worked out by the formula of `privacy.md`, for every program that checks one."""
    for line in private(ragami, tmp_path):
        record = json.loads(line)
        head = [record["seq"], record["type"], record["v"], record["at"]]
        plain = sha256(b"\0" + line).digest()
        told = json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode()
        leaf = sha256(b"\0ragami/record@v2\n" + told + b"\n" + plain).digest()
        assert headed(line) == leaf
        assert headed(withheld(line, record)) == leaf
    assert headed(b"no record") == sha256(b"\0no record").digest()


def test_what_a_private_log_promises_does_not_go_with_record_2(
    ragami: Ragami, tmp_path: Path
) -> None:
    """All records withheld, with the hashes of the tree, and told otherwise."""
    lines = private(ragami, tmp_path)
    forged = []
    for line in lines[:-1]:
        reads = json.loads(line) | {"at": "2001-01-01T00:00:00Z", "by": None}
        if reads["seq"] > 1:
            reads |= {"type": "noted", "data": {"text": "nothing"}}
        told = json.loads(withheld(line, reads))
        told["data"]["leaf"] = _leaf(line)
        forged.append(json.dumps(told, separators=(",", ":")).encode())
    checked = check_log([*forged, lines[-1]], known_ring())
    assert [seal.seq for seal in checked.seals] == [len(lines)]  # it fits: the hashes are the same
    assert [(one.code, one.seq) for one in checked.findings] == [("broken-proof", 2)]
    file = tmp_path / "forged.jsonl"
    file.write_bytes(b"\n".join([*forged, lines[-1]]) + b"\n")
    said = ragami("verify", str(file))
    assert said.code == 6
    assert "by its seals this is a private log" in " ".join(said.out.split())


def _leaf(line: bytes) -> str:
    return encoded(headed(line))


def test_record_2_of_a_private_log_may_not_be_withheld(ragami: Ragami, tmp_path: Path) -> None:
    lines = private(ragami, tmp_path)
    second = withheld(lines[1], json.loads(lines[1]))
    findings = check_log([lines[0], second, *lines[2:]], known_ring()).findings
    assert [(one.code, one.seq, one.facts) for one in findings] == [
        ("broken-proof", 2, {"problem": "second-withheld"})
    ]


def test_record_2_names_nobody_so_that_no_name_is_withdrawn_from_it(
    ragami: Ragami, tmp_path: Path
) -> None:
    lines = private(ragami, tmp_path, "--by", "Zenobia")
    assert [json.loads(line)["by"] for line in lines[:3]] == ["Zenobia", None, "Zenobia"]
    ok(ragami, "withdraw", "Zenobia", "--yes")
    now = stored(ragami, "p")
    assert [one["type"] for one in now[:3]] == ["withheld", "committed", "withheld"]
    ok(ragami, "verify", "p")


def test_a_name_in_record_2_of_0_2_has_to_stay(ragami: Ragami, tmp_path: Path) -> None:
    lines = private(ragami, tmp_path)[:-1]
    lines[1] = lines[1].replace(b'"by":null', b'"by":"Zenobia"')
    file = tmp_path / "before.jsonl"
    file.write_bytes(b"\n".join(lines) + b"\n")
    ok(ragami, "import", str(file), "--copy")
    ok(ragami, "seal", "before")
    said = ragami("withdraw", "Zenobia", "--yes", "--json")
    assert said.code == 1
    assert said.lines[0]["left"] == [{"seq": 2, "place": "by"}]
    ok(ragami, "verify", "before")
    assert stored(ragami, "before")[1] == json.loads(lines[1])
