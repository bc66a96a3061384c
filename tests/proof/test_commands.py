"""The commands about keys, seals and proofs, end to end."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Ragami
from tests.cli.played import FOUR_PLAYERS, lines, play, records, stored
from tests.proof.kit import BEA

FIRST_ROUNDS = 60


@pytest.fixture
def ana(ragami: Ragami) -> str:
    """Ana's verifier key, on this machine."""
    return ragami("key", "new", "ana").out.strip()


def moved(name: str, path: Path) -> str:
    """A file of the test's own."""
    return str(path / name)


def test_without_a_key_nothing_is_sealed(ragami: Ragami) -> None:
    play(ragami, FIRST_ROUNDS)
    assert {one["type"] for one in stored(ragami)} & {"sealed"} == set()
    assert ragami("seal", "final").code == 3


@pytest.mark.usefixtures("ana")
def test_a_game_is_sealed_at_each_end_of_a_round_and_at_its_end(ragami: Ragami) -> None:
    without_seq = [json.loads(line) for line in lines()]
    events = "\n".join(json.dumps({"type": e["type"], "data": e["data"]}) for e in without_seq)
    said = ragami("record", "final", "--json", stdin=events)
    assert said.code == 0, said.err
    sealed = [answer["sealed"] for answer in said.lines if "sealed" in answer]
    log = stored(ragami)
    assert [one["seq"] for one in log if one["type"] == "sealed"] == sealed
    assert log[-1]["type"] == "sealed"
    assert log[-1]["data"]["size"] == len(log) - 1
    assert len(sealed) == FOUR_PLAYERS.expected["final"]["rounds"] + 1
    assert ragami("verify", "final").code == 0


@pytest.mark.usefixtures("ana")
def test_records_that_say_their_numbers_are_sealed_at_the_end(ragami: Ragami) -> None:
    said = ragami("record", "final", stdin="\n".join(lines()))
    assert said.code == 0, said.err
    assert [one["type"] for one in stored(ragami)].count("sealed") == 1


@pytest.mark.usefixtures("ana")
def test_what_was_written_stands_when_it_cannot_be_sealed(ragami: Ragami, keys: Path) -> None:
    (keys / "ana.key").chmod(0o644)
    said = ragami("record", "final", "--atomic", stdin="\n".join(lines()[:FIRST_ROUNDS]))
    assert said.code == 0
    assert "not sealed" in said.err
    assert records(ragami) == FIRST_ROUNDS


@pytest.mark.usefixtures("ana")
def test_a_record_that_somebody_changed_in_the_database_is_named(
    ragami: Ragami, tmp_path: Path
) -> None:
    play(ragami, FIRST_ROUNDS)
    with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
        database.execute("DROP TRIGGER event_is_final")
        database.execute(
            'UPDATE event SET body = replace(body, \'"by":"clara"\', \'"by":"claro"\')'
            " WHERE seq IN (33, 41)"
        )
        changed = database.execute("SELECT count(*) FROM event WHERE body LIKE '%claro%'")
        assert changed.fetchone()[0]
        first = database.execute("SELECT min(seq) FROM event WHERE body LIKE '%claro%'")
        place = first.fetchone()[0]
    database.close()
    said = ragami("verify", "--json", "final")
    assert said.code == 6
    wrong = [one for one in said.lines[0]["findings"] if one["severity"] == "error"]
    assert [(one["code"], one["seq"]) for one in wrong] == [("broken-proof", place)]
    for command in ("seal", "cosign", "slip"):
        assert ragami(command, "final").code == 6
    assert records(ragami) == FIRST_ROUNDS + 1


@pytest.mark.usefixtures("ana")
def test_a_database_that_was_put_back_is_found_out(ragami: Ragami, tmp_path: Path) -> None:
    play(ragami, 30)
    ragami("seal", "final")
    database = tmp_path / "games.db"
    older = database.read_bytes(), (tmp_path / "games.db-wal").exists()
    assert not older[1]
    ragami("note", "final", "the last word")
    ragami("seal", "final")
    database.write_bytes(older[0])
    said = ragami("verify", "--json", "final")
    assert said.code == 6
    assert [one["code"] for one in said.lines[0]["findings"]][-1] == "rolled-back"
    assert ragami("seal", "final").code == 6


def test_a_copy_is_witnessed_on_another_machine(
    ragami: Ragami, ana: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(ragami, FIRST_ROUNDS)
    copy, note = moved("copy.jsonl", tmp_path), moved("carl.note", tmp_path)
    ragami("export", "final", "-o", copy)
    with monkeypatch.context() as there:
        there.setenv("RAGAMI_KEYS", str(tmp_path / "theirs"))
        there.setenv("RAGAMI_DB", str(tmp_path / "theirs.db"))
        carl = ragami("key", "new", "carl").out.strip()
        ragami("key", "trust", ana)
        said = ragami("cosign", copy, "-o", note)
        assert (said.code, said.out, said.err) == (0, "", "60 records sealed by ana.\n")
    assert ragami("key", "trust", carl).code == 0
    said = ragami("seal", "final", "--note", note)
    assert said.code == 0
    assert "ana, carl" in said.out
    assert ragami("verify", "final").code == 0
    assert ragami("seal", "final", "--note", copy).code == 6
    Path(copy).write_text(Path(note).read_text().replace("ragami/", "ragami/0"))
    assert ragami("seal", "final", "--note", copy).code == 6


@pytest.fixture
def carls_note(
    ragami: Ragami, ana: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, str]:
    """A note that Carl has signed on his machine, and his key."""
    play(ragami, FIRST_ROUNDS)
    copy, note = moved("copy.jsonl", tmp_path), moved("carl.note", tmp_path)
    ragami("export", "final", "-o", copy)
    with monkeypatch.context() as there:
        there.setenv("RAGAMI_KEYS", str(tmp_path / "theirs"))
        carl = ragami("key", "new", "carl").out.strip()
        ragami("key", "trust", ana)
        assert ragami("cosign", copy, "-o", note).code == 0
    return note, carl


@pytest.mark.usefixtures("ana")
def test_a_false_signature_is_not_taken_in(ragami: Ragami, carls_note: tuple[str, str]) -> None:
    """It would stand in the log for ever, and the log would be called broken for it."""
    note, carl = carls_note
    lines_of_it = Path(note).read_text().splitlines()
    signature = lines_of_it[-1]
    at = len(signature) // 2
    other = "A" if signature[at] != "A" else "B"
    forged = "\n".join([*lines_of_it[:-1], signature[:at] + other + signature[at + 1 :]]) + "\n"
    assert ragami("key", "trust", carl).code == 0
    Path(note).write_text(forged)
    before = stored(ragami)
    said = ragami("seal", "final", "--note", note)
    assert said.code == 6
    assert "The signature of carl" in said.err
    assert stored(ragami) == before
    assert ragami("verify", "final").code == 0


@pytest.mark.usefixtures("ana")
def test_the_signature_of_somebody_unknown_is_not_taken_in(
    ragami: Ragami, carls_note: tuple[str, str], tmp_path: Path
) -> None:
    note, _carl = carls_note
    alone = Path(moved("alone.note", tmp_path))
    kept = [line for line in Path(note).read_text().splitlines() if not line.startswith("— ana")]
    alone.write_text("\n".join(kept) + "\n")
    before = stored(ragami)
    said = ragami("seal", "final", "--note", str(alone))
    assert said.code == 6
    assert "ragami key trust" in said.err
    said = ragami("seal", "final", "--note", note)  # Ana's own is there already
    assert "carl" not in said.out
    assert stored(ragami) == before


@pytest.mark.usefixtures("ana")
def test_a_note_that_is_taken_in_twice_is_written_once(
    ragami: Ragami, carls_note: tuple[str, str]
) -> None:
    note, carl = carls_note
    ragami("key", "trust", carl)
    assert ragami("seal", "final", "--note", note).code == 0
    after = stored(ragami)
    (said,) = ragami("seal", "final", "--note", note, "--json").lines
    assert (said["repeated"], said["last"]) == (True, len(after))
    assert stored(ragami) == after


def test_what_was_never_sealed_has_no_seal_to_be_witnessed(ragami: Ragami) -> None:
    play(ragami, 30)
    ragami("key", "new", "bea")
    said = ragami("cosign", "final")
    assert said.code == 3
    assert "'final' is not sealed" in said.err


def test_a_proof_of_a_record_is_checked_with_nothing_but_a_key(
    ragami: Ragami, ana: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(ragami, FIRST_ROUNDS)
    proof = moved("57.tlog-proof", tmp_path)
    assert ragami("prove", "final", "--seq", "57", "-o", proof).code == 0
    assert ragami("prove", "final", "--seq", "61").code == 3  # the seal itself is not sealed yet
    assert ragami("prove", "final", "--seq", "99").code == 3
    record = lines()[56]
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "nobody"))
    stranger = ragami("check-proof", "--json", proof)
    assert stranger.code == 6
    assert [one["code"] for one in stranger.lines[0]["findings"]] == ["unknown-signer"]
    said = ragami("check-proof", "--json", proof, "--key", ana, "--record", record)
    assert said.code == 0, said
    assert said.lines[0]["proven"]["seq"] == 57
    assert said.lines[0]["proven"]["signers"] == ["ana"]
    assert ragami("check-proof", proof, "--key", ana, "--record", lines()[55]).code == 6
    whole = Path(proof).read_bytes()
    for cut in range(0, len(whole), 7):
        Path(proof).write_bytes(whole[:cut])
        assert ragami("check-proof", proof, "--key", ana).code == 6


def test_a_log_is_proven_to_have_only_grown(ragami: Ragami, ana: str, tmp_path: Path) -> None:
    play(ragami, 30)
    ragami("seal", "final")
    size = records(ragami) - 1
    ragami("note", "final", "more")
    ragami("seal", "final")
    proof = moved("grown", tmp_path)
    assert ragami("prove", "final", "--from", str(size), "-o", proof).code == 0
    assert ragami("prove", "final", "--from", "5").code == 3
    assert ragami("check-proof", proof, "--log", "final").code == 0
    text = Path(proof).read_text()
    head, *rest = text.split("\n\n")
    swapped = "\n\n".join([head, rest[2], rest[3].rstrip("\n"), rest[0], rest[1]]) + "\n"
    Path(proof).write_text(swapped)
    said = ragami("check-proof", "--json", proof, "--key", ana)
    assert said.code == 6
    assert said.lines[0]["findings"][0]["code"] == "broken-proof"


@pytest.mark.usefixtures("ana")
def test_a_list_of_leaves_beside_a_file_names_the_record(ragami: Ragami, tmp_path: Path) -> None:
    play(ragami, FIRST_ROUNDS)
    log = moved("final.jsonl", tmp_path)
    ragami("export", "final", "-o", log)
    assert ragami("prove", "final", "--leaves", "-o", f"{log}.leaves").code == 0
    assert ragami("verify", log).code == 0
    assert ragami("check-proof", f"{log}.leaves", "--log", log).code == 0
    whole = Path(log).read_bytes().splitlines(keepends=True)
    Path(log).write_bytes(b"".join([*whole[:19], *whole[20:]]))
    said = ragami("verify", "--json", log)
    assert said.code == 6
    assert {"broken-proof"} < {one["code"] for one in said.lines[0]["findings"]}
    assert ragami("check-proof", f"{log}.leaves", "--log", log).code == 6
    Path(f"{log}.leaves").write_bytes(Path(f"{log}.leaves").read_bytes()[:500])
    assert ragami("verify", log).code == 6


def test_what_somebody_else_sealed_is_a_warning_until_the_key_is_known(
    ragami: Ragami, ana: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(ragami, FIRST_ROUNDS)
    log = moved("final.jsonl", tmp_path)
    ragami("export", "final", "-o", log)
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "theirs"))
    said = ragami("verify", "--json", log)
    assert said.code == 0
    assert "unknown-signer" in {one["code"] for one in said.lines[0]["findings"]}
    key = BEA._replace(name="ana").public
    assert "an unknown key" in ragami("verify", log).out
    assert "which calls itself ana" in " ".join(ragami("verify", log).out.split())
    ragami("key", "trust", key.text())
    assert ragami("verify", log).code == 6
    ragami("key", "trust", ana)
    assert ragami("verify", log).code == 0
    ragami("key", "trust", ana, "--until", "2020-01-01")
    assert "expired-signer" in ragami("verify", "--json", log).out


def test_the_keys_are_listed(ragami: Ragami, ana: str) -> None:
    ragami("key", "trust", BEA.public.text(), "--until", "2027-05-01")
    assert ragami("key", "show").out.splitlines() == [
        f"* {ana}",
        f"  {BEA.public.text()} until 2027-05-01",
    ]
    shown = ragami("key", "show", "--json").lines
    assert [one["own"] for one in shown] == [True, False]
    assert shown[0]["cosigner"] != ana


# --- what a verifier is told ---------------------------------------------------------------------


def exported(ragami: Ragami, path: Path, name: str = "final") -> Path:
    file = path / f"{name}.jsonl"
    assert ragami("export", name, "-o", str(file)).code == 0
    return file


def forked(ragami: Ragami, path: Path) -> tuple[Path, Path]:
    """Two logs that begin in the same way, and that Ana has sealed both."""
    play(ragami, 30)
    ragami("seal", "final")
    one = exported(ragami, path)
    shared = b"".join(one.read_bytes().splitlines(keepends=True)[:28])
    (path / "other.jsonl").write_bytes(shared)
    assert ragami("import", str(path / "other.jsonl")).code == 0
    ragami("note", "other", "it went otherwise")
    for file in (path / "keys" / "seen").iterdir():
        file.unlink()
    assert ragami("seal", "other").code == 0
    return one, exported(ragami, path, "other")


@pytest.mark.usefixtures("ana")
def test_two_logs_that_one_key_has_sealed_are_found_beside_each_other(
    ragami: Ragami, tmp_path: Path
) -> None:
    one, other = forked(ragami, tmp_path)
    for file in (tmp_path / "keys" / "seen").iterdir():
        file.unlink()
    assert ragami("verify", str(one)).code == 0
    assert ragami("verify", str(other)).code == 0
    reports = tmp_path / "reports.jsonl"
    for more in ((), ("--processes", "2"), ("--resume", str(reports))):
        said = ragami("verify", "--json", str(one), str(other), str(one), *more)
        assert said.code == 6
        lines = said.lines or [json.loads(line) for line in reports.read_text().splitlines()]
        found = [[f for f in line["findings"] if f["severity"] == "error"] for line in lines]
        assert [[(f["code"], f["seq"]) for f in each] for each in found][:2] == [
            [],
            [("forked-log", 29)],
        ]
        assert [line["ok"] for line in lines][:2] == [True, False]
        facts = found[1][0]["facts"]
        assert facts["signer"] == "ana"
        assert facts["other"] == str(one)
        assert facts["head"].startswith("29:") and facts["other_head"].startswith("31:")
        assert "{" not in found[1][0]["en"] + found[1][0]["es"]
    said = ragami("verify", str(one), str(other))
    assert said.code == 6
    assert "has sealed two versions of this log" in " ".join(said.out.split())
    archive = tmp_path / "both.jsonl"
    archive.write_bytes(one.read_bytes() + other.read_bytes())
    assert ragami("verify", str(archive)).code == 6
    assert ragami("verify", "-", stdin=archive.read_bytes()).code == 6
    assert ragami("verify", "--all-games").code == 6


@pytest.mark.usefixtures("ana")
def test_an_audit_of_two_forks_finds_that_they_fork(ragami: Ragami, tmp_path: Path) -> None:
    one, other = forked(ragami, tmp_path)
    for file in (tmp_path / "keys" / "seen").iterdir():
        file.unlink()
    assert ragami("audit", str(one)).code == ragami("audit", str(other)).code == 0
    for more in ((), ("--table",), ("--processes", "2")):
        assert ragami("audit", str(one), str(other), *more).code == 6
    said = ragami("audit", "--json", str(one), str(other))
    found = [(line["file"], line["seq"]) for line in said.lines if line["code"] == "forked-log"]
    assert found == [(str(other), 29)]
    into = tmp_path / "audits.jsonl"
    assert ragami("audit", "--resume", str(into), str(one), str(other)).code == 6
    assert into.read_bytes().count(b'"forked-log"') == 1


@pytest.mark.usefixtures("ana")
def test_a_log_that_was_sealed_otherwise_here_is_a_fork(ragami: Ragami, tmp_path: Path) -> None:
    one, other = forked(ragami, tmp_path)
    for command in (("verify", "--json"), ("report", "--json")):
        said = ragami(*command, str(one))
        assert said.code == 6
        found = {f["code"] for f in said.lines[0]["findings"]}
        assert "forked-log" in found
    assert ragami("slip", str(one)).code == 6
    assert ragami("verify", str(other)).code == 0


def test_a_log_is_to_be_signed_by_a_key(
    ragami: Ragami, ana: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(ragami, 30)
    ragami("seal", "final")
    log = exported(ragami, tmp_path)
    bea = BEA.public.text()
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "theirs"))
    assert ragami("verify", str(log), "--signed-by", ana).code == 0
    assert ragami("verify", str(log), "--signed-by", bea).code == 6
    assert ragami("verify", str(log), "--signed-by", "ana").code == 2
    ragami("key", "trust", ana)
    assert ragami("verify", str(log), "--signed-by", "ana").code == 0
    longer = log.read_bytes() + b'{"seq":33,"type":"noted","v":1,"at":null,"by":null,"data":'
    log.write_bytes(longer + b'{"text":"x"}}\n')
    assert ragami("verify", str(log)).code == 0
    said = ragami("verify", "--json", str(log), "--signed-by", "ana")
    assert said.code == 6
    (found,) = [f for f in said.lines[0]["findings"] if f["severity"] == "error"]
    assert (found["code"], found["facts"]["sealed"], found["facts"]["records"]) == (
        "not-signed-by",
        31,
        33,
    )
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:20]))
    assert ragami("verify", str(log), "--signed-by", "ana").code == 6
    (tmp_path / "none.jsonl").write_bytes(b"\n".join(line.encode() for line in lines()) + b"\n")
    assert ragami("verify", str(tmp_path / "none.jsonl")).code == 0
    assert ragami("verify", str(tmp_path / "none.jsonl"), "--signed-by", "ana").code == 6


@pytest.mark.usefixtures("ana")
def test_how_much_is_withheld_stands_in_every_headline(ragami: Ragami, tmp_path: Path) -> None:
    play(ragami, 30)
    ragami("seal", "final")
    proof = moved("5.tlog-proof", tmp_path)
    assert ragami("prove", "final", "--seq", "5", "-o", proof).code == 0
    log = tmp_path / "public.jsonl"
    ragami("export", "final", "--as", "public", "--provable", "-o", str(log))
    share = sum(b'"withheld"' in line for line in log.read_bytes().splitlines())
    assert share > 1
    told = f"{share} of 32 records are withheld: their seals vouch for their places"
    said = ragami("verify", str(log))
    assert said.code == 0
    assert f"{share} of 32 withheld" in said.out.splitlines()[0]
    assert told in " ".join(said.out.split())
    (found,) = [
        one
        for one in ragami("verify", "--json", str(log)).lines[0]["findings"]
        if one["code"] == "withheld-record"
    ]
    assert found["severity"] == "warning"
    report = ragami("report", str(log)).out
    assert told in " ".join(report.partition("Result")[0].split())
    page = tmp_path / "report.html"
    ragami("report", str(log), "-o", str(page))
    assert page.read_text().count(told) == 2  # at the top, and among the findings
    assert told in ragami("slip", str(log)).out
    assert told in ragami("check-proof", proof, "--log", str(log)).out
    for command in (("verify", "final"), ("report", "final"), ("slip", "final")):
        assert "withheld" not in ragami(*command).out


@pytest.mark.parametrize("type_", ["withheld", "committed", "opened", "joined"])
def test_nobody_but_a_program_writes_what_is_left_out(ragami: Ragami, type_: str) -> None:
    play(ragami, 30)
    line = json.loads(lines()[3])
    data = {
        "withheld": {"leaf": "A" * 43 + "=", "type": "noted", "v": 1, "data": {"text": "x"}},
        "committed": {"values": []},
        "opened": {"seq": 2, "place": "kept", "salt": "AAAA", "value": 7},
        "joined": {"line": json.dumps(line), "openings": []},
    }[type_]
    event = {"type": type_, "data": data}
    whole = {"seq": 31, "type": type_, "v": 1, "at": None, "by": None, "data": data}
    before = stored(ragami)
    for given in (event, whole):
        text = json.dumps(given)
        escaped = text.replace(f'"{type_}"', f'"\\u{ord(type_[0]):04x}{type_[1:]}"')
        for each in (text, escaped):
            for said in (
                ragami("record", "final", each),
                ragami("record", "final", stdin=each),
                ragami("record", "final", "--atomic", stdin=each),
            ):
                assert said.code == 5
                assert f"of type {type_} are written by the program" in " ".join(said.err.split())
    assert stored(ragami) == before
