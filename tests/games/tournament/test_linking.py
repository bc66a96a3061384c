"""Results and links rest on whole, sealed logs: whatever speaks against one is said first."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from ragami.proof.tree import leaf_hash, root_of
from ragami.referee.linked import origins, read_linked
from tests.cli.conftest import Ragami
from tests.games.tournament.halls import GAME, changed, played, sealed, well

PEOPLE = ("Ana", "Bea", "Caro", "Dani")
LATER, EARLIER = "2031-01-01T10:00:00Z", "2001-01-01T10:00:00Z"
RESULTS = ("tournament", "results", "open")


@pytest.fixture
def hall(ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ragami:
    """A key, and a tournament of four with its first round paired."""
    monkeypatch.chdir(tmp_path)
    Path("t").mkdir()
    well(ragami("key", "new", "eva"))
    opened(ragami, "open")
    return ragami


def opened(ragami: Ragami, name: str, people: tuple[str, ...] = PEOPLE) -> None:
    of = ("--plays", GAME, "--option", "rounds=3", "--seed", name)
    well(ragami("tournament", "new", name, *of))
    for one in people:
        well(ragami("tournament", "enter", name, one.lower(), one))
    well(ragami("tournament", "pair", name))


def links(ragami: Ragami, name: str = "open") -> list[dict[str, Any]]:
    """The links that the present round has."""
    tables = ragami("show", name, "--json").lines[0]["pairing"]["tables"]
    return [one["link"] for one in tables if one["link"]]


def has_result(ragami: Ragami) -> bool:
    tables = ragami("show", "open", "--json").lines[0]["pairing"]["tables"]
    return any(one["result"] for one in tables)


def withheld(log: bytes, *seqs: int) -> bytes:
    """A log whose records keep the hashes of what they were, and say something else."""

    def change(lines: list[bytes]) -> list[bytes]:
        for seq in seqs:
            was = json.loads(lines[seq - 1])
            inner = {key: was[key] for key in ("type", "v", "data")}
            leaf = b64encode(leaf_hash(lines[seq - 1])).decode()
            outer = {key: was[key] for key in ("seq", "at", "by")}
            outer |= {"type": "withheld", "v": 1, "data": {"leaf": leaf, **inner}}
            lines[seq - 1] = json.dumps(outer).encode()
        return lines

    return changed(log, change)


def twice(lines: list[bytes]) -> list[bytes]:
    """A record once more, with its own number."""
    return [*lines[:30], lines[29].replace(b'"seq":30,', b'"seq":31,', 1)]


def test_the_link_takes_origin_size_and_root_of_the_seal_that_verifies(hall: Ragami) -> None:
    file = sealed(hall, "game", played(PEOPLE, at=LATER), Path("t"))
    log = file.read_bytes()
    assert b'"sealed"' in log.splitlines()[-1]
    done = well(hall(*RESULTS, "--logs", "t"))
    note = json.loads(log.splitlines()[-1])["data"]["note"].splitlines()
    (link,) = links(hall)
    assert [f"ragami/{link['origin']}", str(link["size"]), link["root"]] == note[:3]
    assert "linked to the log" in done.out and "Result of table 1.1" in done.out
    findings = hall("verify", "--json", "open", "t").lines[0]["findings"]
    assert {one["code"] for one in findings} <= {"unfinished", "unverified-components"}


def test_logs_that_are_not_there_are_an_error(hall: Ragami) -> None:
    Path("t/game.jsonl").write_bytes(played(PEOPLE, at=LATER))
    for names in (["nofolder"], ["nofolder/1.jsonl"], ["t", "nofolder"]):
        done = hall(*RESULTS, *(part for name in names for part in ("--logs", name)))
        assert (done.code, done.out) == (3, "")
        assert names[-1] in done.err and "Traceback" not in done.err
    assert not has_result(hall)


def test_an_unsealed_log_is_said_and_taken(hall: Ragami) -> None:
    Path("t/game.jsonl").write_bytes(played(PEOPLE, at=LATER))
    done = well(hall(*RESULTS, "--logs", "t"))
    assert "no seal by a known key" in done.err
    assert has_result(hall)


def test_a_seal_that_nobody_signed_is_none(hall: Ragami) -> None:
    log = played(PEOPLE, at=LATER)
    size = len(log.splitlines())
    root = b64encode(root_of(map(leaf_hash, log.splitlines()))).decode()
    seal = f'"size":{size},"root":"{root}","note":null'
    head = f'{{"seq":{size + 1},"type":"sealed","v":1,"at":null,"by":null'
    Path("t/game.jsonl").write_bytes(log + f'{head},"data":{{{seal}}}}}\n'.encode())
    done = hall(*RESULTS, "--logs", "t")
    assert "no seal by a known key" in done.err
    report = hall("verify", "--json", "open", "t").lines[0]
    assert "unsealed-log" in [one["code"] for one in report["findings"]]


def test_a_seal_does_not_vouch_for_play_that_came_after_it(hall: Ragami) -> None:
    whole = played(PEOPLE, at=LATER)
    lines = whole.splitlines(keepends=True)
    file = sealed(hall, "game", b"".join(lines[:20]), Path("t"))
    seal = file.read_bytes().splitlines(keepends=True)[-1]
    rest = [
        line.replace(b'"seq":%d,' % seq, b'"seq":%d,' % (seq + 1), 1)
        for seq, line in enumerate(lines, 1)
        if seq > 20
    ]
    file.write_bytes(b"".join([*lines[:20], seal, *rest]))
    done = well(hall(*RESULTS, "--logs", "t"))
    assert "no seal by a known key covers it" in done.err
    assert links(hall)[0]["size"] == len(lines) + 1


def test_an_odd_log_is_said_with_its_table_and_refused_without_yes(hall: Ragami) -> None:
    cases = {
        "withheld": (withheld(played(PEOPLE, at=LATER), 5, 6), "2 of its"),
        "illegal": (changed(played(PEOPLE, at=LATER), twice), "not legal"),
        "unfinished": (b"".join(played(PEOPLE, at=LATER).splitlines(True)[:60]), "has not ended"),
        "older": (played(PEOPLE, at=EARLIER), "before the round was paired"),
    }
    before = hall("export", "open", "--to", "jsonl").out
    for name, (log, said) in cases.items():
        file = Path("t") / f"{name}.jsonl"
        file.write_bytes(log)
        done = hall(*RESULTS, "--logs", "t")
        assert done.code == 5, (name, done)
        assert f"Table 1.1, log {name}" in done.err and said in done.err, done.err
        assert "--yes" in done.err
        assert hall("export", "open", "--to", "jsonl").out == before
        file.unlink()
    Path("t/older.jsonl").write_bytes(cases["older"][0])
    done = well(hall(*RESULTS, "--logs", "t", "--yes"))
    assert "before the round was paired" in done.err
    assert has_result(hall)


def test_an_unfinished_log_is_linked_with_yes_and_has_no_result(hall: Ragami) -> None:
    lines = played(PEOPLE, at=LATER).splitlines(keepends=True)
    Path("t/game.jsonl").write_bytes(b"".join(lines[:60]))
    well(hall(*RESULTS, "--logs", "t", "--yes"))
    assert links(hall) and not has_result(hall)


def test_a_log_that_does_not_fit_its_seal_is_never_taken(hall: Ragami) -> None:
    file = sealed(hall, "game", played(PEOPLE, at=LATER), Path("t"))
    file.write_bytes(file.read_bytes().replace(b'"title":"game 1"', b'"title":"game 2"', 1))
    done = hall(*RESULTS, "--logs", "t", "--yes")
    assert done.code == 5 and "its own seals" in done.err
    assert not links(hall)


def test_the_forged_content_of_a_sealed_log_is_not_taken(hall: Ragami) -> None:
    """Every leaf is that of the log that was sealed, and every record says something else."""
    file = sealed(hall, "game", played(PEOPLE, at=LATER), Path("t"))
    true = file.read_bytes().splitlines()
    forged = played(PEOPLE, 2, at=LATER, title="game 1").splitlines()[: len(true) - 1]
    lines = []
    for line, other in zip(true, forged, strict=False):
        leaf = b64encode(leaf_hash(line)).decode()
        data = {key: json.loads(other)[key] for key in ("type", "v", "data")}
        outer = {key: json.loads(other)[key] for key in ("seq", "at", "by")}
        outer |= {"type": "withheld", "v": 1, "data": {"leaf": leaf, **data}}
        lines.append(json.dumps(outer).encode())
    file.write_bytes(b"".join(line + b"\n" for line in (*lines, *true[len(lines) :])))
    done = hall(*RESULTS, "--logs", "t")
    assert done.code == 5 and "are withheld" in done.err
    assert not links(hall) and not has_result(hall)


def test_one_odd_log_does_not_stop_the_others(ragami: Ragami, tmp_path: Path) -> None:
    people = (*PEOPLE, "Eva", "Fran", "Gala", "Hugo")
    opened(ragami, "open", people)
    tables = ragami("show", "open", "--json").lines[0]["pairing"]["tables"]
    folder = tmp_path / "t"
    folder.mkdir()
    for one in tables:
        names = [name.title() for name in one["seats"]]
        at = EARLIER if one["table"] == 1 else LATER
        (folder / f"t{one['table']}.jsonl").write_bytes(played(names, one["table"], at))
    (folder / "broken.jsonl").write_bytes(b"\x00nonsense")
    done = ragami(*RESULTS, "--logs", str(folder))
    assert done.code == 5
    assert "Table 1.1, log t1" in done.err
    assert "no seal by a known key" in done.err  # said of t2 as well, which is taken
    assert "Left out: t1." in done.err
    assert "Result of table 1.2" in done.out and "linked to the log t2" in done.out
    assert len(links(ragami)) == 1


def test_of_several_copies_the_longest_that_fits_counts(hall: Ragami) -> None:
    file = sealed(hall, "game", played(PEOPLE, at=LATER), Path("t"))
    lines = file.read_bytes().splitlines(keepends=True)
    Path("t/cut.jsonl").write_bytes(b"".join(lines[:40]))
    Path("t/again.jsonl").write_bytes(b"".join(lines))
    well(hall(*RESULTS, "--logs", "t", "--logs", "game"))
    assert links(hall)[0]["size"] == len(lines) - 1
    assert has_result(hall)
    again = well(hall(*RESULTS, "--logs", "t"))
    assert "No log there is news" in again.err


def test_what_is_wrong_with_a_copy_that_does_not_count_is_said(hall: Ragami) -> None:
    file = sealed(hall, "game", played(PEOPLE, at=LATER), Path("t"))
    lines = file.read_bytes().splitlines(keepends=True)
    Path("t/hidden.jsonl").write_bytes(withheld(b"".join(lines), 5, 6))
    more = [lines[-2].replace(b'"seq":132,', b'"seq":%d,' % seq) for seq in (133, 134)]
    Path("t/longer.jsonl").write_bytes(b"".join([*lines[:-1], *more]))
    done = well(hall(*RESULTS, "--logs", "t"))
    assert "log hidden: 2 of its" in done.err
    assert "log longer: it is not legal" in done.err
    assert has_result(hall)
    assert links(hall)[0]["log"] == file.stem


def test_two_logs_of_one_table_are_not_chosen_between(hall: Ragami) -> None:
    for seed in (1, 2):
        Path(f"t/game{seed}.jsonl").write_bytes(played(PEOPLE, seed, at=LATER))
    done = hall(*RESULTS, "--logs", "t", "--yes")
    assert done.code == 5 and "more than one may be of this table" in done.err
    assert not links(hall)
    well(hall(*RESULTS, "--logs", "t/game2.jsonl"))


def test_R_T_LINK_02_the_log_of_an_earlier_round_is_not_this_rounds(hall: Ragami) -> None:
    Path("t/r1.jsonl").write_bytes(played(PEOPLE, 1, at=LATER))
    well(hall(*RESULTS, "--logs", "t"))
    well(hall("tournament", "close", "open"))
    well(hall("tournament", "pair", "open"))
    done = hall(*RESULTS, "--logs", "t", "--yes")
    assert done.code == 5 and "linked to table 1.1 already" in done.err
    assert "R-T-RES-05" not in done.err, "that its result has no link goes without saying"
    assert not links(hall)
    Path("t/r2.jsonl").write_bytes(played(PEOPLE, 2, at=LATER))
    done = hall(*RESULTS, "--logs", "t")
    assert links(hall)[0]["log"] == "r2"


def test_a_log_of_the_round_before_is_older_than_the_pairing(hall: Ragami) -> None:
    """It was typed by hand then, and the same people sit together again."""
    Path("t/r1.jsonl").write_bytes(played(PEOPLE, 1, at=EARLIER))
    well(hall(*RESULTS, "1", "ana=1", "bea=2", "caro=3", "dani=4"))
    well(hall("tournament", "close", "open"))
    well(hall("tournament", "pair", "open"))
    done = hall(*RESULTS, "--logs", "t")
    assert done.code == 5 and "Table 2.1, log r1" in done.err
    assert not has_result(hall)


def test_a_log_without_times_is_said_and_not_taken_where_they_have_met_before(
    hall: Ragami,
) -> None:
    """It may be that of the earlier round, whose result was typed by hand."""
    Path("t/r1.jsonl").write_bytes(played(PEOPLE, 1))
    done = well(hall("tournament", "results", "open", "--logs", "t", "--json"))
    codes = [one["code"] for one in done.lines if "code" in one]
    assert "undated-log" in codes and has_result(hall)
    opened(hall, "next")
    well(hall("tournament", "results", "next", "1", "ana=1", "bea=2", "caro=3", "dani=4"))
    well(hall("tournament", "close", "next"))
    well(hall("tournament", "pair", "next"))
    Path("t/r1.jsonl").write_bytes(played(PEOPLE, 3))
    done = hall("tournament", "results", "next", "--logs", "t")
    assert done.code == 5 and "no record of it says a time" in done.err
    assert not links(hall, "next")
    well(hall("tournament", "results", "next", "--logs", "t", "--yes"))
    assert links(hall, "next")


def test_a_log_that_another_tournament_links_is_said(hall: Ragami) -> None:
    Path("t/game.jsonl").write_bytes(played(PEOPLE, at=LATER))
    opened(hall, "other")
    well(hall("tournament", "results", "other", "--logs", "t"))
    done = hall(*RESULTS, "--logs", "t")
    assert done.code == 5 and "tournament other links it too" in done.err
    well(hall(*RESULTS, "--logs", "t", "--yes"))
    for name in ("open", "other"):
        well(hall("export", name, "--to", "jsonl", "-o", f"{name}.jsonl"))
    report = hall("verify", "--json", "open.jsonl", "other.jsonl", "t").lines
    assert [
        one["facts"]["tournament"]
        for each in report[:2]
        for one in each["findings"]
        if one["code"] == "linked-elsewhere"
    ] != []


def test_withdrawing_a_name_leaves_the_link_whole(hall: Ragami) -> None:
    sealed(hall, "game", played(PEOPLE, at=LATER), Path("t"))
    well(hall(*RESULTS, "--logs", "game"))
    assert "2 games" in hall("withdraw", "Bea", "--yes").out
    done = hall("verify", "--json", "open")
    codes = [one["code"] for one in done.lines[0]["findings"]]
    assert done.code == 0
    assert "missing-log" not in codes and "head-differs" not in codes
    assert "withheld-log" in codes


def test_a_private_table_is_linked_by_the_root_of_its_seal(ragami: Ragami) -> None:
    """Links of 0.2 took the lines as they stand, and still fit."""
    well(ragami("key", "new", "eva"))
    people = ("red:Ana", "blue:Bea", "green:Caro", "yellow:Dani")
    players = [word for one in people for word in ("-p", one)]
    well(ragami("new", "p", "--game", "deal-with-the-devil", "--private", *players))
    well(ragami("seal", "p"))
    log = ragami("export", "p", "--to", "jsonl").out.encode()
    read = read_linked(log)
    note = json.loads(log.splitlines()[-1])["data"]["note"].splitlines()
    assert [f"ragami/{read.head.origin}", str(read.head.size), read.head.root] == note[:3]
    lines = log.splitlines()
    assert len(origins(log)) == 2
    plain = b64encode(root_of(map(leaf_hash, lines[: read.head.size]))).decode()
    assert plain != read.head.root
    assert read_linked(log, read.head._replace(root=plain)).root == plain


def test_the_public_log_of_a_private_table_does_not_say_who_plays(hall: Ragami) -> None:
    seats = [
        f"{seat}:{who}"
        for seat, who in zip(("blue", "red", "green", "yellow"), PEOPLE, strict=True)
    ]
    players = [word for seat in seats for word in ("-p", seat)]
    well(hall("new", "table", "--private", "--game", "deal-with-the-devil", *players))
    for audience in ("public", "referee"):
        well(hall("export", "table", "--as", audience, "-o", f"{audience}.jsonl"))
    public = " ".join(hall(*RESULTS, "--logs", "public.jsonl").err.split())
    assert "public: it does not say who plays." in public, "and not that others play"
    referee = hall(*RESULTS, "--logs", "referee.jsonl").err
    assert "log referee" in referee and "does not say" not in referee
