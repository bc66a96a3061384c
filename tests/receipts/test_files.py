"""Files of receipts: torn, merged, written by two; and what is known from them."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

import ragami as library
from ragami.errors import RagamiError
from ragami.findings import Finding
from ragami.game import game_named
from ragami.receipts import Receipts
from ragami.receipts.lines import LONGEST, SEGMENT, FoundLine, segments
from ragami.receipts.manifest import EVERYTHING, manifest_of
from ragami.receipts.shelf import line_of, shelf
from ragami.receipts.writing import segment
from ragami.store import open_store
from tests.archive.games import illegal, logs
from tests.cli.conftest import Ragami
from tests.receipts.kit import changed, elsewhere, lines_of, sign_anew, unsigned
from tests.scale import often

SAMPLES = Path(__file__).parents[1] / "samples" / "logs"
DEVIL = Path(__file__).parents[1] / "games" / "deal_with_the_devil" / "samples"


def filled(path: Path, number: int = 3) -> Path:
    """Receipts of some games."""
    with Receipts(path) as receipts:
        for log in logs(number):
            library.verify(log, receipts=receipts)
    return path


def knows(path: Path, number: int = 3) -> int:
    with Receipts(path) as receipts:
        return sum(receipts.of(log) is not None for log in logs(number))


@pytest.mark.parametrize(
    ("how", "folder"),
    [
        (["--json"], SAMPLES),
        (["--lang", "es", "--severity", "notice"], SAMPLES),
        pytest.param([], DEVIL, marks=pytest.mark.trial),
    ],
)
def test_of_every_sample_the_same_is_said(
    ragami: Ragami, tmp_path: Path, how: list[str], folder: Path
) -> None:
    told = [str(path) for path in sorted(folder.glob("*.jsonl"))[:: often(9, 1)]]
    told.append(str(tmp_path / "spoiled.jsonl"))
    Path(told[-1]).write_bytes(spoiled())
    true = ragami("verify", "--processes", "1", *how, *told)
    for _again in range(2):
        said = ragami(
            "verify", "--processes", "1", "--receipts", str(tmp_path / "judged"), *how, *told
        )
        assert said.code == true.code
        assert said.err == true.err
        assert said.out.startswith(true.out.rstrip("\n"))
        assert "--json" not in how or said.out == true.out
    assert "--json" in how or said.out != true.out


@pytest.mark.parametrize("later", ['join late "Cy"', "1"], ids=["joined", "renamed"])
def test_whoever_came_or_was_renamed_later_has_a_name(
    ragami: Ragami, tmp_path: Path, later: str
) -> None:
    db, log = f"--db={tmp_path / 'games.db'}", str(tmp_path / "pad.jsonl")
    assert ragami("new", "pad", db, "--game", "scores", "-p", "Ana", "-p", "Bea").code == 0
    if later == "1":
        with open_store(tmp_path / "games.db") as store:
            (opened,) = map(msgspec.json.decode, store.read("pad"))
        opened["data"]["players"][0]["name"] = "Anna"
        event = {"type": "game_opened", "data": opened["data"]}
        assert ragami("correct", "pad", "1", json.dumps(event), db).code == 0
    else:
        assert ragami("record", "pad", later, db).code == 0
    assert ragami("record", "pad", "row 9 8" + " 7" * (later != "1"), db).code == 0
    assert ragami("record", "pad", "end", db).code == 0
    assert ragami("export", "pad", "-o", log, db).code == 0
    true = ragami("verify", log)
    assert "Anna" in true.out or "Cy" in true.out
    for _again in range(2):
        assert ragami("verify", log, "--receipts", str(tmp_path / "judged")).out == true.out


def spoiled() -> bytes:
    """Games of bots, changed as somebody changes them who wants to see what is said."""
    told = []
    for number, log in enumerate(logs(8)):
        lines = log.splitlines(keepends=True)
        at = 20 + 7 * number
        told += [illegal(log), b"".join(lines[:at]), b"".join(lines[:at] + lines[at + 1 :])]
        told.append(log.replace(b'"vp":1', b'"vp":"x"').replace(b'"turn_ended"', b'"unheard_of"'))
    return b"".join(told)


def test_the_library_gives_the_same_report(tmp_path: Path) -> None:
    with Receipts(tmp_path / "judged") as receipts:
        for log in (*logs(3), illegal(logs(1)[0])):
            assert library.verify(log, receipts=receipts) == library.verify(log)
            assert receipts.of(log) is None
    with Receipts(tmp_path / "judged") as receipts:
        for log in (*logs(3), illegal(logs(1)[0])):
            assert receipts.of(log) == library.verify(log)
            assert library.verify(log, receipts=receipts) == library.verify(log)
    assert len(lines_of(tmp_path / "judged")) == 6


def test_two_files_may_be_open_at_once(tmp_path: Path) -> None:
    """The inner one is read and closed; the outer one is read no second time."""
    filled(tmp_path / "outer", 1)
    with Receipts(tmp_path / "outer") as outer:
        before = outer.shelf
        with Receipts(tmp_path / "inner") as inner:
            assert inner.of(logs(1)[0]) is None
            assert library.verify(logs(1)[0], receipts=inner).ok
        assert outer.of(logs(1)[0]) is not None
        assert shelf(outer.policy) is before


def test_two_processes_say_and_write_the_same(ragami: Ragami, tmp_path: Path) -> None:
    for n, log in enumerate(logs(6)):
        (tmp_path / f"{n}.jsonl").write_bytes(log)
    names = [str(tmp_path / f"{n}.jsonl") for n in range(6)]
    said = {
        number: ragami(
            "verify", "--processes", number, "--receipts", str(tmp_path / number), *names
        )
        for number in "12"
    }
    assert said["1"] == said["2"]
    assert lines_of(tmp_path / "1") == lines_of(tmp_path / "2")
    again = ragami("verify", "--processes", "2", "--receipts", str(tmp_path / "2"), *names)
    assert again.out.endswith("6 by receipts.\n")


def test_cut_off_anywhere_whole_segments_count_and_it_goes_on(tmp_path: Path) -> None:
    path = filled(tmp_path / "judged", 2)
    first = path.read_bytes()
    with Receipts(path) as receipts:
        library.verify(logs(3)[2], receipts=receipts)
    both = path.read_bytes()
    for end in {*range(0, len(both), 211), len(first) - 1, len(first), len(both) - 1, len(both)}:
        path.write_bytes(both[:end])
        assert knows(path) == (3 if end == len(both) else 2 if end >= len(first) else 0)
    path.write_bytes(both[:-5])
    filled(path)
    assert knows(path) == 3
    assert len(path.read_bytes()) == len(both)


def test_merging_is_writing_one_after_the_other(tmp_path: Path) -> None:
    one, other = filled(tmp_path / "one", 2), filled(tmp_path / "other", 3)
    both = tmp_path / "both"
    both.write_bytes(one.read_bytes() + other.read_bytes())
    assert knows(both) == 3


def test_receipts_that_contradict_each_other_count_for_nothing(tmp_path: Path) -> None:
    path = filled(tmp_path / "judged", 1)
    lines = lines_of(path)[:-1]
    lie = segment([lines[0], changed(lines[1], records=7)])
    path.write_bytes(path.read_bytes() + lie)
    with Receipts(path) as receipts:
        assert receipts.of(logs(1)[0]) is None
        assert [one.code for one in receipts.remarks] == ["contradicting-receipts"]
        assert library.verify(logs(1)[0], receipts=receipts) == library.verify(logs(1)[0])


@pytest.mark.parametrize(
    "content", [b"hello\n", b"{}\n", b'{"judge":"x"}\n', logs(1)[0], b"x" * (LONGEST + 9)]
)
def test_what_is_none_is_refused_and_stays_as_it_is(
    ragami: Ragami, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "judged"
    path.write_bytes(content)
    log = tmp_path / "log.jsonl"
    log.write_bytes(logs(1)[0])
    said = ragami("verify", "--receipts", str(path), str(log))
    assert said.code == 3
    assert "Line 1 of" in said.err
    assert path.read_bytes() == content
    assert ragami("receipts", str(path)).code == 3


def test_the_second_writer_is_told(ragami: Ragami, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(logs(1)[0])
    with Receipts(tmp_path / "judged"):
        said = ragami("verify", "--receipts", str(tmp_path / "judged"), str(log))
        assert said.code == 7
        assert "Another command" in said.err
    other = ragami("verify", "--receipts", str(tmp_path / "no"), "--receipts", "none", str(log))
    assert other.code == 3


def test_a_segment_is_closed_after_a_thousand(tmp_path: Path) -> None:
    path = tmp_path / "judged"
    with Receipts(path) as receipts:
        answer = receipts.ask(logs(1)[0])
        assert answer.line
        for number in range(SEGMENT):
            digest = sha256(str(number).encode()).hexdigest()
            receipts.put("ragami", changed(answer.line, log=digest))
        with path.open("rb") as file:
            assert [len(one.receipts) for one in segments(file, "")] == [SEGMENT]
    with path.open("rb") as file:
        assert [len(one.receipts) for one in segments(file, "")] == [SEGMENT, 1]


def test_of_what_rests_on_more_than_its_bytes_there_is_none(tmp_path: Path) -> None:
    foreign = logs(1)[0].replace(b'"game":"ragami"', b'"game":"chess"')
    with Receipts(tmp_path / "judged") as receipts:
        assert receipts.ask(foreign).line is None
    tournament = game_named("tournament")
    with Receipts(tmp_path / "judged") as receipts:
        judged = receipts.ask(logs(1)[0]).judged
        assert line_of(logs(1)[0], b"", judged._replace(game=tournament), 1, proofs=False) is None
        long = judged._replace(final={"text": "x" * LONGEST})
        assert line_of(logs(1)[0], b"", long, 1, proofs=False) is None


@pytest.mark.parametrize(
    "log", [b"", b'{"seq":1,"type":"noted","v":1,"at":null,"by":null,"data":{"text":"x"}}\n']
)
def test_of_what_names_no_game_there_is_none(tmp_path: Path, ragami: Ragami, log: bytes) -> None:
    """It is judged by the rules of all games; its receipt once made the file unreadable."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(log)
    receipts = ("--receipts", str(filled(tmp_path / "judged", 1)))
    true = ragami("verify", str(path))
    assert [ragami("verify", *receipts, str(path)) for _again in range(2)] == [true, true]
    assert knows(tmp_path / "judged", 1) == 1


def test_a_name_that_was_corrected_is_told_as_it_reads_now(tmp_path: Path, ragami: Ragami) -> None:
    """The first record has the old one: what would be told by it has no receipt."""
    first, *rest = logs(1)[0].splitlines()
    opened = msgspec.json.decode(first)
    old = opened["data"]["players"][0]["name"]
    opened["data"]["players"][0]["name"] = "Zoe"
    data = {
        "seq": 1, "type": opened["type"], "v": opened["v"], "data": opened["data"],
        "reason": "misheard", "authority": "Eva",
    }  # fmt: skip
    record = {"seq": len(rest) + 2, "type": "corrected", "v": 1, "at": None, "by": None}
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"\n".join((first, *rest, msgspec.json.encode(record | {"data": data}), b"")))
    receipts = ("--receipts", str(filled(tmp_path / "judged", 1)))
    true = ragami("verify", str(path))
    assert (true.code, "Zoe" in true.out, old in true.out) == (0, True, False)
    assert [ragami("verify", *receipts, str(path)) for _again in range(2)] == [true, true]


def test_a_receipt_by_other_rules_than_are_told_is_not_written(tmp_path: Path) -> None:
    """A worker that was started after the source was changed has other rules."""
    with Receipts(tmp_path / "judged") as receipts:
        line = receipts.ask(logs(1)[0]).line
        assert line
        receipts.put("ragami", changed(line, judge="0" * 32))
    assert knows(tmp_path / "judged", 1) == 1


@pytest.mark.parametrize("command", [("verify", "--receipts"), ("receipts",)], ids=" ".join)
def test_a_pipe_is_not_waited_for(tmp_path: Path, ragami: Ragami, command: tuple[str, ...]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (str(pipe), "/dev/zero"):
        logs_ = [str(tmp_path / "log.jsonl")] * (command[0] == "verify")
        said = ragami(*command, path, *logs_)
        assert said.code == 2
        assert "no file but a pipe or a device" in said.err


# --- what they rest on ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ragami", "dice-forge", "deal-with-the-devil", "scores"])
def test_every_name_in_a_game_of_ours_leads_somewhere(name: str) -> None:
    game = game_named(name)
    manifest = manifest_of(game)
    assert {*game.events, "asserted", "revealed", "undone", "hidden", EVERYTHING} == set(
        manifest.units
    )


def test_rules_that_have_changed_revoke_a_receipt(ragami: Ragami, tmp_path: Path) -> None:
    path = filled(tmp_path / "judged")
    lines = lines_of(path)[:-1]
    judge = msgspec.json.decode(lines[0])
    judge["units"]["cards_drawn"] = "0" * 32
    units = {"game": judge["game"], "base": judge["base"], "units": judge["units"]}
    judge["judge"] = sha256(msgspec.json.encode(units)).hexdigest()[:32]
    anew = [changed(line, judge=judge["judge"]) for line in lines[1:]]
    sign_anew(path, [msgspec.json.encode(judge), *anew], unsigned)
    assert knows(path) == 0
    (said,) = ragami("receipts", "--json", str(path)).lines
    assert (said["receipts"], said["holding"], said["ours"]) == (3, 0, 3)
    assert said["stale"] == {"ragami:cards_drawn": 3}
    assert "3 are stale: ragami:cards_drawn has changed" in ragami("receipts", str(path)).out


def test_those_of_a_log_are_left_out(ragami: Ragami, tmp_path: Path) -> None:
    path, log, new = filled(tmp_path / "judged"), tmp_path / "log.jsonl", tmp_path / "new"
    log.write_bytes(logs(3)[1])
    assert ragami("receipts", str(path), "--without", str(log), "-o", str(new)).code == 0
    assert knows(new) == 2
    with elsewhere(tmp_path):
        assert knows(new) == 0
        assert ragami("receipts", str(path), "--without", str(log), "-o", str(new)).code == 0
    assert new.read_bytes() == b""
    assert ragami("receipts", str(path), "--without", str(log)).code == 2


def test_the_secret_is_its_owners(tmp_path: Path, ragami: Ragami) -> None:
    filled(tmp_path / "judged", 1)
    secret = tmp_path / "keys" / "receipts.secret"
    assert secret.stat().st_mode & 0o777 == 0o600
    os.chmod(secret, 0o644)  # noqa: PTH101 (what somebody does)
    with pytest.raises(RagamiError, match="read by others"):
        knows(tmp_path / "judged")
    assert ragami("verify", "--recheck", "1%", "x.jsonl").code == 2
    assert ragami("verify", "--receipts", "x", "--recheck", "2", "x.jsonl").code == 2


def test_a_finding_is_as_bad_as_it_was() -> None:
    usual = Finding("unfinished", seq=7, line=7)
    other = Finding("unfinished", seq=7, line=7, severity="error")
    assert other.severity != usual.severity
    assert [FoundLine.of(one).finding() for one in (usual, other)] == [usual, other]
