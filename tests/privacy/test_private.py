"""A private game: its log may be published as it is, and its keeper knows all the same."""

from __future__ import annotations

import json
import os
from pathlib import Path
from shutil import copytree
from typing import Any, Final

import pytest

from ragami.analytics.answers import over
from ragami.proof.withheld import as_it_reads
from ragami.store import open_store
from tests.cli.conftest import Ragami
from tests.privacy.kit import GAME, NAME, base, bytes_of, holds, ok
from tests.scale import often

RECORDS: Final = [json.loads(line) for line in GAME.log.splitlines()]
OPENED: Final = RECORDS[0]["data"]
EVENTS: Final = [{name: one[name] for name in ("type", "data")} for one in RECORDS[1:]]


def lines_of(events: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(event) + "\n" for event in events)


def cards(log: bytes) -> list[Any]:
    """What a log says of the cards that somebody kept."""
    reads = [json.loads(as_it_reads(line))["data"] for line in log.splitlines()]
    kept = [data["kept"] for data in reads if "kept" in data]
    return [card for each in kept for card in (each if isinstance(each, list) else [each])]


def begin(ragami: Ragami, events: list[dict[str, Any]]) -> None:
    """The sample, played as a private game by somebody with the name."""
    seats = [(one["colour"], one["name"]) for one in OPENED["players"]]
    seats[0] = (seats[0][0], NAME)
    players = [word for colour, name in seats for word in ("-p", f"{colour}:{name}")]
    options = [
        word
        for name, value in OPENED["options"].items()
        for word in ("-o", f"{name}={json.dumps(value).strip(chr(34))}")
    ]
    ok(ragami, "new", "final", "--private", *players, *options, "--by", NAME)
    ok(ragami, "record", "final", "--atomic", "--by", NAME.lower(), stdin=lines_of(events[:3]))
    ok(ragami, "record", "final", "--by", NAME, stdin=lines_of(events[3:]))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the whole game, as the first test has made it."""
    return tmp_path_factory.mktemp("played") / "kept"


@pytest.fixture
def played(ragami: Ragami, tmp_path: Path, kept: Path) -> bytes:
    """The whole game, sealed at every end of a round; gives what is stored."""
    if kept.exists():
        copytree(kept, tmp_path, dirs_exist_ok=True)
    else:
        ok(ragami, "key", "new", "referee")
        begin(ragami, EVENTS)
        copytree(tmp_path, kept)
    return stored()


def stored() -> bytes:
    with open_store() as store:
        return b"".join(line + b"\n" for line in store.read("final"))


def test_what_is_published_is_what_is_stored_and_its_seals_hold(
    ragami: Ragami, tmp_path: Path, played: bytes
) -> None:
    for viewer in ((), ("--as", "public")):
        log = tmp_path / "out.jsonl"
        said = ragami("export", "final", *viewer, "-o", str(log))
        assert (said.code, said.err) == (0, "")
        assert log.read_bytes() == played
    assert set(cards(played)) == {None}
    assert not holds(played)
    said = ragami("verify", str(log), "--json")
    assert said.code == 0
    assert said.lines[0]["final"] == GAME.expected["final"]
    assert b'"sealed"' in played
    proof = tmp_path / "60.tlog-proof"
    ok(ragami, "prove", "final", "--seq", "60", "-o", str(proof))
    ok(ragami, "check-proof", str(proof), "--log", str(log))
    assert not holds(proof.read_bytes())


def test_the_keeper_knows_everything(ragami: Ragami, played: bytes) -> None:
    said = ragami("verify", "final", "--json")
    assert (said.code, said.lines[0]["final"]) == (0, GAME.expected["final"])
    assert said.lines[0]["records"] == len(played.splitlines())
    told = ok(ragami, "log", "final")
    assert NAME in told
    assert NAME in ok(ragami, "games")
    hands = json.loads(ok(ragami, "show", "final", "--json"))["players"].values()
    assert all(card for player in hands for card in player["hand"])


def test_an_open_record_says_nothing_that_is_not_its_own(
    ragami: Ragami, tmp_path: Path, played: bytes
) -> None:
    known = [card for card in cards("\n".join(map(json.dumps, RECORDS)).encode()) if card]
    log = tmp_path / "all.jsonl"
    ok(ragami, "export", "final", "--as", "referee", "-o", str(log))
    assert [card for card in cards(log.read_bytes()) if card] == known
    own = tmp_path / "own.jsonl"
    second = OPENED["players"][1]
    ok(ragami, "export", "final", "--as", second["colour"], "-o", str(own))
    hers = [
        card
        for one in RECORDS
        if one["data"].get("player") == second["colour"]
        for card in cards(json.dumps(one).encode())
    ]
    assert [card for card in cards(own.read_bytes()) if card] == hers != []
    assert second["name"].encode() in own.read_bytes()
    assert not holds(own.read_bytes())
    for file in (log, own):
        assert ragami("verify", str(file)).code == 0
    public = ok(ragami, "export", str(log), "--as", "public")
    assert public.encode() == played


def test_what_the_referee_has_can_be_brought_in_again(
    ragami: Ragami, tmp_path: Path, played: bytes
) -> None:
    log = tmp_path / "again.jsonl"
    ok(ragami, "export", "final", "--as", "referee", "-o", str(log))
    ok(ragami, "import", str(log))
    with open_store() as store:
        assert store.read("again") == store.read("final") == played.splitlines()
        assert store.secrets("again") == store.secrets("final")
    assert "already" in ok(ragami, "import", str(log))
    assert ragami("verify", "again").code == 0


def test_what_was_opened_otherwise_is_found(ragami: Ragami, tmp_path: Path) -> None:
    begin(ragami, EVENTS[:30])
    log = tmp_path / "all.jsonl"
    ok(ragami, "export", "final", "--as", "referee", "-o", str(log))
    lines = log.read_bytes().splitlines()
    at = next(n for n, line in enumerate(lines) if b'"place":"kept' in line and b"joined" in line)
    record = json.loads(lines[at])
    left = record["data"]["openings"][0]
    tampered = {
        "other-value": {"value": left["value"] % 15 + 1},
        "malformed": {"salt": "AAAA"},
        "uncommitted": {"place": "discarded[0]"},
    }
    for problem, change in tampered.items():
        record["data"]["openings"][0] = left | change
        lines[at] = json.dumps(record).encode()
        log.write_bytes(b"\n".join(lines) + b"\n")
        said = ragami("verify", str(log), "--json")
        assert said.code == 6
        (found,) = [one for one in said.lines[0]["findings"] if one["code"] == "broken-commitment"]
        assert (found["facts"]["problem"], found["seq"]) == (problem, at + 1)
        assert "{" not in found["en"] + found["es"]
        assert ragami("import", str(log), "--name", "other").code == 5


def test_a_card_that_is_shown_is_opened_and_no_other_can_be(ragami: Ragami, tmp_path: Path) -> None:
    until = next(n for n, one in enumerate(EVENTS) if one["type"] == "starting_card_kept") + 1
    begin(ragami, EVENTS[:until])
    shown = EVENTS[until - 1]["data"]
    seq = next(n for n, line in enumerate(stored().splitlines(), 1) if b"card_kept" in line)
    data = {"player": shown["player"], "seq": seq, "card": shown["kept"]}
    wrong = {"type": "revealed", "data": data | {"card": shown["kept"] % 15 + 1}}
    before = stored()
    refused = ragami("record", "final", stdin=lines_of([wrong]))
    assert refused.code == 5
    assert "committed" in refused.err
    assert stored() == before
    ok(ragami, "record", "final", stdin=lines_of([{"type": "revealed", "data": data}]))
    *_rest, revealed, opened = [json.loads(line) for line in stored().splitlines()]
    assert (revealed["type"], revealed["data"]) == ("revealed", data)
    assert (opened["type"], opened["data"]["value"]) == ("opened", shown["kept"])
    log = tmp_path / "out.jsonl"
    ok(ragami, "export", "final", "-o", str(log))
    for name in ("final", str(log)):
        said = ragami("verify", name, "--json").lines[0]
        assert said["ok"]
        assert {one["code"] for one in said["findings"]} == {"unverified-components", "unfinished"}
    lines = log.read_bytes().splitlines()
    lines[-2] = json.dumps(revealed | {"data": wrong["data"]}).encode()
    log.write_bytes(b"\n".join(lines))
    said = ragami("verify", str(log), "--json")
    assert said.code == 6
    found = [
        one["facts"] for one in said.lines[0]["findings"] if one["code"] == "broken-commitment"
    ]
    assert [one["problem"] for one in found] == ["other-card"]


def test_a_commitment_that_comes_late_or_twice_is_found(ragami: Ragami, tmp_path: Path) -> None:
    begin(ragami, EVENTS[:12])
    lines = stored().splitlines()
    names = json.loads(lines[1])["data"]
    log = tmp_path / "late.jsonl"
    other = [one | {"place": "title"} for one in names["values"][:1]]
    for values, problem in ((names["values"][:1], "committed-twice"), (other, "committed-late")):
        seq = len(lines) + 1
        record = {"seq": seq, "type": "committed", "v": 1, "at": None, "by": None}
        more = json.dumps(record | {"data": {"values": values}}).encode()
        log.write_bytes(b"\n".join([*lines, more]) + b"\n")
        said = ragami("verify", str(log), "--json")
        assert said.code == 6
        last = [one for one in said.lines[0]["findings"] if one["code"] == "broken-commitment"]
        assert [(one["seq"], one["facts"]["problem"]) for one in last] == [(seq, problem)]


def test_a_correction_is_kept_apart_too(ragami: Ragami) -> None:
    at = next(n for n, one in enumerate(EVENTS) if one["type"] == "starting_card_kept")
    begin(ragami, EVENTS[: at + 1])
    seq = next(n for n, line in enumerate(stored().splitlines(), 1) if b"card_kept" in line)
    data = EVENTS[at]["data"]
    change = {"type": "starting_card_kept", "data": data | {"kept": 4}}
    ok(ragami, "correct", "final", str(seq), json.dumps(change), "--yes")
    assert json.loads(stored().splitlines()[-2])["data"]["data"]["kept"] is None
    hand = json.loads(ok(ragami, "show", "final", "--json"))["players"][data["player"]]["hand"]
    assert hand == [4]
    assert ragami("verify", "final").code == 0


def test_a_name_is_withdrawn_by_forgetting_it(
    ragami: Ragami, tmp_path: Path, played: bytes
) -> None:
    assert holds(bytes_of(tmp_path))
    said = ragami("withdraw", NAME, "--yes", "--json")
    assert said.code == 0
    assert (said.lines[0]["records"], said.lines[0]["secrets"]) == ([], 1)
    assert not holds(bytes_of(tmp_path))
    assert stored() == played
    assert NAME not in ok(ragami, "log", "final")
    assert OPENED["players"][1]["name"] in ok(ragami, "log", "final")
    assert ragami("verify", "final").code == 0
    assert base(tmp_path).exists()


def test_a_game_that_is_not_private_is_stored_as_ever(ragami: Ragami) -> None:
    ok(ragami, "record", "final", "--atomic", stdin=GAME.log.decode())
    log = stored()
    assert [card for card in cards(log) if card]
    assert not any(word in log for word in (b"committed", b'"opened"', b"joined"))
    with open_store() as store:
        assert store.secrets("final") == []


def test_words_are_withdrawn_from_a_record_that_leaves_something_out(
    ragami: Ragami, tmp_path: Path
) -> None:
    seats = ("-p", f"yellow:{NAME}", "-p", "green:Bea", "-p", "blue:Carl")
    ok(ragami, "key", "new", "referee")
    ok(ragami, "new", "final", "--private", *seats, "--title", f"In honour of {NAME}")
    ok(ragami, "seal", "final", "--by", "carl")
    ok(ragami, "withdraw", NAME, "--yes")
    assert not holds(bytes_of(tmp_path))
    assert json.loads(stored().splitlines()[0])["type"] == "withheld"
    assert "Bea" in ok(ragami, "show", "final")
    ok(ragami, "note", "final", "so be it", "--by", "Bea")
    assert json.loads(stored().splitlines()[-1])["by"] == "green"
    log = tmp_path / "all.jsonl"
    ok(ragami, "export", "final", "--as", "referee", "-o", str(log))
    for name in ("final", str(log)):
        said = ragami("verify", name, "--json")
        assert said.code == 0, said
    assert "Bea" in ok(ragami, "log", str(log))
    ok(ragami, "import", str(log), "--name", "again")
    with open_store() as store:
        assert store.read("again") == store.read("final")
        assert [one.place for one in store.secrets("again")] == [
            "players[1].name",
            "players[2].name",
        ]


# --- what goes out, and who may read what stays ------------------------------------------------

FORMATS: Final = ("jsonl", "sheet", "json", "csv", "svg", "html")


@pytest.mark.parametrize("more", [("--stamps",), ("--as", "referee")])
def test_without_as_every_format_is_that_of_the_published_log(
    ragami: Ragami, tmp_path: Path, played: bytes, more: tuple[str, ...]
) -> None:
    whole = more[:1] == ("--as",)
    (tmp_path / "published").mkdir()
    log = tmp_path / "published" / "final.jsonl"
    log.write_bytes(played)
    other = str(tmp_path / "published" / "games.db")
    ok(ragami, "import", str(log), "--db", other)
    for form in FORMATS[: often(4, 6)] if more != ("--stamps",) else ("sheet",):
        mine, theirs = tmp_path / "mine", tmp_path / "theirs"
        ok(ragami, "export", "final", "--to", form, *more, "-o", str(mine))
        published = more if not whole else ()
        ok(ragami, "export", "final", "--to", form, *published, "-o", str(theirs), "--db", other)
        assert (mine.read_bytes() == theirs.read_bytes()) is not whole, form
        assert not holds(theirs.read_bytes())


def test_tables_have_no_secret_unless_the_referee_asks(
    ragami: Ragami, tmp_path: Path, played: bytes
) -> None:
    tables = tmp_path / "tables"
    for viewer, secret in (((), False), (("--as", "referee"), True)):
        ok(ragami, "export", "final", "--to", "parquet", *viewer, "-o", str(tables))
        with over([str(tables)]) as here:
            told = here.execute("SELECT line::VARCHAR FROM records").fetchall()
            told += here.execute("SELECT data FROM events").fetchall()
            told += here.execute('SELECT "by" FROM events').fetchall()
        assert holds(repr(told).encode()) is secret
    kept = tmp_path / "kept"
    ok(ragami, "stats", "final", "--question", "dice", "--resume", str(kept))
    with over([str(kept)]) as here:
        assert not holds(repr(here.execute("SELECT data FROM events").fetchall()).encode())


def test_paper_has_no_secret_unless_the_referee_asks(
    ragami: Ragami, tmp_path: Path, played: bytes
) -> None:
    paper = tmp_path / "paper.html"
    for viewer, secret in (((), False), (("--as", "referee"), True)):
        ok(ragami, "sheet", "final", *viewer, "-o", str(paper))
        assert holds(paper.read_bytes()) is secret


def modes(folder: Path) -> set[int]:
    return {path.stat().st_mode & 0o777 for path in folder.glob("games.db*")}


def test_a_database_with_openings_is_for_its_owner_unless_that_is_changed(
    ragami: Ragami, tmp_path: Path
) -> None:
    before = os.umask(0o022)
    try:
        ok(ragami, "record", "clear", "--atomic", stdin=GAME.up_to(3))
        assert modes(tmp_path) == {0o644}
        opening = ["-p", "yellow:Ana", "-p", "green:Bea", "--option", "neutral_colour=blue"]
        with open_store() as held:  # its log ahead is there, and stays open
            assert held.head("clear") == 3
            assert len(list(tmp_path.glob("games.db*"))) == 3
            ok(ragami, "new", "secret", "--private", *opening)
            assert modes(tmp_path) == {0o600}
        base(tmp_path).chmod(0o640)
        ok(ragami, "new", "another", "--private", *opening)
        assert base(tmp_path).stat().st_mode & 0o777 == 0o640
    finally:
        os.umask(before)
