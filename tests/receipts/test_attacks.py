"""Receipts attacked by somebody who has the source: the report stays true, whatever is done."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

import msgspec
import pytest

from ragami.proof import keys as proof_keys
from ragami.proof.note import Checkpoint, Note
from ragami.receipts import Receipts
from ragami.receipts.lines import ORIGIN, checkpoint
from tests.archive.games import illegal, logs
from tests.cli.conftest import Ragami, Said
from tests.receipts.kit import by_key, changed, elsewhere, games, lines_of, sign_anew, unsigned

VERIFY = ("verify", "--json", "--processes", "1")


class Archive:
    """A folder of games that was judged once, with its receipts."""

    def __init__(self, ragami: Ragami, tmp_path: Path) -> None:
        self.ragami, self.tmp_path = ragami, tmp_path
        self.folder = games(tmp_path, 3)
        self.path = tmp_path / "judged"
        self.true = ragami(*VERIFY, str(self.folder))
        assert self.again() == self.true

    def again(self, *more: str) -> Said:
        return self.ragami(*VERIFY, "--receipts", str(self.path), *more, str(self.folder))

    def known(self) -> int:
        said = self.ragami("verify", "--receipts", str(self.path), str(self.folder))
        last = said.out.splitlines()[-1].split()
        return int(last[-3]) if last[-1] in {"receipt.", "receipts."} else 0

    def of(self, log: bytes) -> int:
        """The line of the receipt for a log, from 0."""
        wanted = sha256(log).hexdigest().encode()
        return next(n for n, line in enumerate(lines_of(self.path)) if wanted in line)


@pytest.fixture
def judged(ragami: Ragami, tmp_path: Path) -> Archive:
    return Archive(ragami, tmp_path)


def test_what_was_judged_is_known_and_said_to_the_byte(judged: Archive) -> None:
    assert judged.true.code == 1
    assert judged.again() == judged.true
    assert judged.known() == 4


def acquitted(lines: list[bytes], wrong: int) -> list[bytes]:
    lines[wrong] = changed(lines[wrong], ok=True, findings=[])
    return lines


def moved(lines: list[bytes], wrong: int) -> list[bytes]:
    lines[1], lines[2] = lines[2], lines[1]
    return lines


def doubled(lines: list[bytes], wrong: int) -> list[bytes]:
    return [*lines[:2], lines[1], *lines[2:]]


def dropped(lines: list[bytes], wrong: int) -> list[bytes]:
    return lines[:1] + lines[2:]


def exchanged(lines: list[bytes], wrong: int) -> list[bytes]:
    legal = 1 if wrong != 1 else 2
    there = b'"log":"' + lines[wrong].split(b'"')[3]
    lines[legal] = lines[legal].replace(b'"log":"' + lines[legal].split(b'"')[3], there)
    return lines


@pytest.mark.parametrize("attack", [acquitted, moved, doubled, dropped, exchanged])
def test_lines_that_were_not_signed_count_for_nothing(
    judged: Archive, attack: Callable[[list[bytes], int], list[bytes]]
) -> None:
    wrong = judged.of((judged.folder / "wrong.jsonl").read_bytes())
    lines = attack(lines_of(judged.path), wrong)
    judged.path.write_bytes(b"".join(line + b"\n" for line in lines))
    said = judged.again()
    assert (said.code, said.out) == (judged.true.code, judged.true.out)
    assert "are not those that were signed" in said.err


def lying(judged: Archive) -> list[bytes]:
    """The lines of a segment that acquits the illegal game."""
    wrong = judged.of((judged.folder / "wrong.jsonl").read_bytes())
    return acquitted(lines_of(judged.path)[:-1], wrong)


def test_receipts_of_another_machine_count_for_nothing(judged: Archive) -> None:
    with elsewhere(judged.tmp_path):
        sign_anew(judged.path, lying(judged), unsigned)
    said = judged.again()
    assert (said.code, said.out) == (judged.true.code, judged.true.out)
    assert "4 receipts" in said.err
    assert "count for nothing" in said.err


@pytest.mark.parametrize(
    ("believed", "option"),
    [
        ("unknown", None),
        ("known", None),
        ("expired", "--receipts-from"),
        ("unknown, but named", "--receipts-only-from"),
    ],
)
def test_to_know_a_signature_is_not_to_believe_a_verdict(
    judged: Archive, believed: str, option: str | None
) -> None:
    with elsewhere(judged.tmp_path):
        text = proof_keys.make("mallory").public.text()
        sign_anew(judged.path, lying(judged), by_key("mallory"))
    if believed == "known":
        proof_keys.trust(text)
    if believed == "expired":
        proof_keys.trust(text, date.today() - timedelta(days=2))  # noqa: DTZ011
    name = "mallory" if believed == "expired" else text
    said = judged.again(*([option, name] if option else []))
    assert (said.code, said.out) == (judged.true.code, judged.true.out)
    assert "signed by mallory" in said.err
    assert "name a known key that has not expired" in " ".join(said.err.split())


@pytest.fixture
def misled(judged: Archive) -> Archive:
    """Somebody whose key is known lies: the digests are those of today, the verdict is not."""
    with elsewhere(judged.tmp_path):
        text = proof_keys.make("mallory").public.text()
        sign_anew(judged.path, lying(judged), by_key("mallory"))
    proof_keys.trust(text)
    return judged


@pytest.mark.parametrize("option", ["--receipts-from", "--receipts-only-from"])
def test_a_lying_key_is_found_by_a_recheck(misled: Archive, option: str) -> None:
    said = misled.again(option, "mallory", "--recheck", "100%")
    assert said.code == 6
    assert said.out == misled.true.out
    assert "is false (signed by mallory)" in said.err
    assert said.err.count("is false") == 1


def test_whom_one_believes_one_is_misled_by(misled: Archive) -> None:
    said = misled.again("--receipts-from", "mallory", "--recheck", "0")
    assert said.code == 0
    assert said.out != misled.true.out


def test_after_a_false_receipt_none_of_its_signer_counts(misled: Archive) -> None:
    said = misled.ragami(
        "verify", "--processes", "1", "--receipts", str(misled.path),
        "--receipts-from", "mallory", "--recheck", "100%",
        str(misled.folder / "wrong.jsonl"), str(misled.folder),
    )  # fmt: skip
    assert said.code == 6
    assert "by receipts" not in said.out


def test_one_at_least_is_judged_all_the_same(misled: Archive) -> None:
    wrong = str(misled.folder / "wrong.jsonl")
    more = ["--receipts", str(misled.path), "--receipts-from", "mallory"]
    said = misled.ragami(*VERIFY, *more, wrong)
    assert said.code == 6
    assert said.lines[0]["ok"] is False


def test_two_logs_in_a_file_are_two_whatever_is_known_of_the_whole(judged: Archive) -> None:
    """Their bytes were judged as one log: wrong by ourselves, good by a key that lies."""
    both = judged.folder / "both.jsonl"
    both.write_bytes(logs(2)[0] + logs(2)[1])
    true = judged.ragami(*VERIFY, str(both))
    assert [report["file"] for report in true.lines] == [f"{both}#1", f"{both}#2"]
    with Receipts(judged.path) as receipts:
        assert receipts.ask(both.read_bytes()).line
    options = [*VERIFY, "--receipts", str(judged.path), str(both)]
    assert judged.ragami(*options) == true
    with elsewhere(judged.tmp_path):
        text = proof_keys.make("mallory").public.text()
        wrong = judged.of(both.read_bytes())
        judge = next(line for line in lines_of(judged.path) if line.startswith(b'{"judge"'))
        lie = changed(lines_of(judged.path)[wrong], ok=True, findings=[])
        sign_anew(judged.path, [judge, lie], by_key("mallory"))
    proof_keys.trust(text)
    assert judged.ragami(*options, "--receipts-from", "mallory") == true


@pytest.mark.parametrize(
    "made_up",
    [
        {"findings": [{"code": "forked-log", "severity": "error", "facts": {}}]},
        {"findings": [{"code": "unverified-components", "severity": "notice", "facts": {"x": 7}}]},
        {"final": {"ended": True, "players": 7, "winners": 3}},
        {"final": {"reason": "points"}},
    ],
)
def test_what_cannot_be_said_was_found_by_nobody(
    misled: Archive, made_up: dict[str, object]
) -> None:
    """It once ended in a defect of our own (exit code 70)."""
    rest = {"rule": None, "ruling": None, "seq": 1, "line": 1}
    for name, value in made_up.items():
        if isinstance(value, list):
            made_up = {name: [{**one, **rest} for one in value]}
    lines = lines_of(misled.path)[:-1]
    with elsewhere(misled.tmp_path):
        forged = [changed(line, **made_up) for line in lines[1:]]
        sign_anew(misled.path, [lines[0], *forged], by_key("mallory"))
    said = misled.again("--receipts-from", "mallory", "--recheck", "0")
    assert said == misled.true


def test_nobody_else_says_that_there_are_no_seals(misled: Archive) -> None:
    """A key that is believed calls a log one without seals, whose seal is broken."""
    run, path = misled.ragami, misled.tmp_path / "sealed.jsonl"
    db = ("--db", str(misled.tmp_path / "games.db"))
    path.write_bytes(logs(1)[0])
    assert run("key", "new", "ana").code == run("import", *db, str(path)).code == 0
    assert run("seal", *db, "sealed").code == 0
    sealed = run("export", *db, "sealed").out
    path.write_text(sealed.replace('"at":null', '"at":"2020-01-01T00:00:00Z"', 1))
    judging = misled.tmp_path / "new"
    assert run(*VERIFY, "--receipts", str(judging), str(path)).code == 6
    lines = lines_of(judging)[:-1]
    with elsewhere(misled.tmp_path):
        forged = [lines[0], changed(lines[1], proofs=False)]
        sign_anew(judging, forged, by_key("mallory"))
    rmtree(misled.tmp_path / "keys" / "seen")
    options = ("--receipts", str(judging), "--receipts-from", "mallory", "--recheck", "0")
    assert run(*VERIFY, *options, str(path)).code == 6


def test_own_receipts_do_not_count_where_only_others_do(judged: Archive) -> None:
    with elsewhere(judged.tmp_path):
        text = proof_keys.make("bea").public.text()
    proof_keys.trust(text)
    said = judged.again("--receipts-only-from", "bea")
    assert said.out == judged.true.out
    assert "4 receipts" in said.err


def test_an_old_file_costs_time_and_nothing_else(judged: Archive) -> None:
    old = judged.path.read_bytes()
    (judged.folder / "new.jsonl").write_bytes(logs(8)[7])
    judged.again()
    assert judged.known() == 5
    judged.path.write_bytes(old)
    assert judged.known() == 4
    assert judged.known() == 5


def test_yesterdays_rules_are_not_those_of_today(judged: Archive) -> None:
    lines = lines_of(judged.path)[:-1]
    old = lines[0].replace(b'"base":"', b'"base":"00')[: len(lines[0]) + 2]
    sign_anew(judged.path, [old, *lines[1:]], unsigned)
    said = judged.again()
    assert said.code == 3
    assert "Line 1 of" in said.err


def test_a_name_in_a_file_of_receipts_says_nothing_else(judged: Archive) -> None:
    """A game that nobody has installed could once write lines of its own."""
    judge, *receipts, _signed = lines_of(judged.path)
    told = msgspec.json.decode(judge)
    told["game"] = "x has changed\n  99 of this machine\x1b[2J" + "y" * 999
    rules = {"game": told["game"], "base": told["base"], "units": told["units"]}
    told["judge"] = sha256(msgspec.json.encode(rules)).hexdigest()[:32]
    named = [changed(line, judge=told["judge"]) for line in receipts]
    with elsewhere(judged.tmp_path):
        sign_anew(judged.path, [msgspec.json.encode(told), *named], unsigned)
    said = judged.ragami("receipts", str(judged.path))
    assert said.code == 0
    assert said.out.count("\n") == 3
    assert len(said.out) < 300
    assert judged.again().out == judged.true.out


@pytest.mark.parametrize("signed", [False, True])
def test_yesterdays_verdicts_under_todays_digests(judged: Archive, *, signed: bool) -> None:
    """A rule has come since: what it forbids was found good, and is called judged by it."""
    wrong = judged.of((judged.folder / "wrong.jsonl").read_bytes())
    today = lines_of(judged.path)[0]
    told = msgspec.json.decode(today)
    told["units"]["cards_drawn"] = "0" * 32
    rules = {"game": told["game"], "base": told["base"], "units": told["units"]}
    told["judge"] = sha256(msgspec.json.encode(rules)).hexdigest()[:32]
    acquitting = acquitted(lines_of(judged.path)[:-1], wrong)[1:]
    yesterday = [changed(line, judge=told["judge"]) for line in acquitting]
    sign_anew(judged.path, [msgspec.json.encode(told), *yesterday], unsigned)
    assert judged.again() == judged.true
    with elsewhere(judged.tmp_path):
        text = proof_keys.make("mallory").public.text()
        sign_anew(judged.path, [today, *acquitting], by_key("mallory") if signed else unsigned)
    proof_keys.trust(text)
    said = judged.again("--receipts-from", "mallory", "--recheck", "100%")
    assert said.out == judged.true.out
    assert said.code == (6 if signed else 1)
    assert said.err.count("is false (signed by mallory)") == signed
    assert ("count for nothing" in said.err) != signed


def test_a_checkpoint_of_a_log_closes_no_segment(misled: Archive) -> None:
    lines = lying(misled)[:-1]
    with elsewhere(misled.tmp_path):
        key = proof_keys.signer("mallory")

        def as_of_a_log(text: str) -> str:
            _origin, size, _root = text.splitlines()
            of_a_log = Checkpoint("ragami/" + "0" * 32, int(size), bytes(32)).text()
            return str(Note(of_a_log, (key.sign(of_a_log),)))

        sign_anew(misled.path, lines, as_of_a_log)
    said = misled.again("--receipts-from", "mallory")
    assert (said.code, said.out) == (misled.true.code, misled.true.out)


def test_a_checkpoint_of_receipts_seals_no_log(judged: Archive) -> None:
    key = proof_keys.make("ana")
    log = logs(1)[0]
    text = checkpoint(log.count(b"\n"), "A" * 43 + "=")
    assert text.startswith(ORIGIN)
    note = str(Note(text, (key.sign(text),)))
    size = log.count(b"\n")
    sealed = {"size": size, "root": "A" * 43 + "=", "note": note}
    record = {"seq": size + 1, "type": "sealed", "v": 1, "at": None, "by": None, "data": sealed}
    path = judged.tmp_path / "sealed.jsonl"
    path.write_bytes(log + msgspec.json.encode(record) + b"\n")
    assert judged.ragami("verify", str(path)).code == 6
    witnessed = judged.tmp_path / "witnessed.note"
    said = judged.ragami("cosign", str(path), "--signer", "ana", "-o", str(witnessed))
    assert said.code == 6
    assert not witnessed.exists()
    for _again in range(2):
        assert judged.ragami("verify", "--receipts", str(judged.path), str(path)).code == 6


def test_seals_forks_and_memory_are_looked_at_under_a_receipt(judged: Archive) -> None:
    run = judged.ragami
    db = ("--db", str(judged.tmp_path / "games.db"))
    assert run("key", "new", "ana").code == 0
    game = judged.tmp_path / "final.jsonl"
    game.write_bytes(logs(1)[0])
    assert run("import", *db, str(game)).code == 0
    before = run("export", *db, "final").out
    assert run("seal", *db, "final").code == 0
    sealed = run("export", *db, "final").out
    receipts = ("--receipts", str(judged.path))
    for name, text in (("sealed", sealed), ("older", before.rsplit("\n", 2)[0] + "\n")):
        (judged.tmp_path / f"{name}.jsonl").write_text(text)
    broken = sealed.splitlines(keepends=True)
    first = broken[0].replace('"at":null', '"at":"2020-01-01T00:00:00Z"')
    (judged.tmp_path / "broken.jsonl").write_text("".join([first, *broken[1:]]))
    for name in ("sealed", "older", "broken"):
        path = str(judged.tmp_path / f"{name}.jsonl")
        true = run(*VERIFY, path)
        for _again in range(2):
            assert run(*VERIFY, *receipts, path) == true
        assert true.code == (6 if name == "broken" else 0), name
        assert ("earlier-state" in true.out) == (name == "older")


def test_a_fork_under_a_receipt_is_found_as_ever(judged: Archive) -> None:
    run, legal = judged.ragami, logs(1)[0].splitlines(keepends=True)
    db = ("--db", str(judged.tmp_path / "games.db"))
    assert run("key", "new", "ana").code == 0
    forks = []
    for name in ("one", "other"):
        path = judged.tmp_path / f"{name}.jsonl"
        path.write_bytes(b"".join(legal[:30]))
        assert run("import", *db, str(path)).code == 0
        assert run("note", *db, name, f"it went as {name} says").code == 0
        assert run("seal", *db, name).code == 0
        path.write_text(run("export", *db, name).out)
        rmtree(judged.tmp_path / "keys" / "seen")
        forks.append(str(path))
    receipts = ("--receipts", str(judged.path))
    true = run(*VERIFY, *forks)
    assert true.code == 6
    assert "forked-log" in true.out.splitlines()[1]
    for processes in "112":
        assert run("verify", "--json", "--processes", processes, *receipts, *forks) == true
    assert run(*VERIFY, *receipts, forks[1]).code == 0
    said = run("verify", *receipts, *forks)
    assert said.code == 6
    assert "2 by receipts." in said.out


def test_one_byte_of_the_log_is_another_log(judged: Archive) -> None:
    legal = judged.folder / "game-000.jsonl"
    legal.write_bytes(illegal(legal.read_bytes()))
    said = judged.again()
    assert said.out != judged.true.out
    assert said == judged.ragami(*VERIFY, str(judged.folder))


def test_what_is_known_is_brought_in_and_judged_no_more(misled: Archive) -> None:
    """`import` believes what `verify` does: whom one trusts for verdicts, one imports by."""
    run, wrong = misled.ragami, str(misled.folder / "wrong.jsonl")

    def bring_in(name: str, *more: str) -> int:
        path = misled.tmp_path / f"for-{name}"
        path.write_bytes(misled.path.read_bytes())
        return run("import", "--name", name, "--receipts", str(path), *more, wrong).code

    assert bring_in("not-believed") == 5
    assert bring_in("found-out", "--receipts-from", "mallory") == 6
    assert run("show", "found-out").code == 3
    assert bring_in("misled", "--receipts-from", "mallory", "--recheck", "0") == 0
    ours, legal = misled.tmp_path / "ours", str(misled.folder / "game-000.jsonl")
    for name in ("first", "again"):
        told = ("import", "--receipts", str(ours), "--name", name)
        assert run(*told, legal).code == 0
        assert run(*told, wrong).code == 5
    assert [line[:6] for line in lines_of(ours)].count(b'{"log"') == 2
    assert run("export", "first").out == run("export", "again").out
