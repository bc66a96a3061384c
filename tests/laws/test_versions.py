"""A made-up newer version on the whole way: read, judged, stored, taken out, reported.

Old bytes are upgraded as they are read and stay what they are; what is not known is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from ragami.export.excerpt import Excerpt
from ragami.export.formats import jsonl
from ragami.game import GameDefinition, game_named, installed, registry
from ragami.game.definition import types_by_name
from ragami.games.ragami.events import Passed
from ragami.games.ragami.game import GAME as RAGAMI
from ragami.games.ragami.rules.judge import JUDGES
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log, report
from ragami.log.codec import Codec, Gap, Versioned
from ragami.log.record import Bad, Record, Unknown
from ragami.sheet import Misread, logs_in
from ragami.sheet.files import SheetGame
from ragami.sheet.writing import write_sheet
from ragami.store import open_store
from ragami.table.recording import Draft, Recording, Refused, import_log
from tests.laws.newer import GAME as NEWER
from tests.laws.newer import Passed3, SaintSet2, passed_2, passed_3, saint_set_2
from tests.laws.random_game import whole_game, written

LOG = whole_game(7)
BEFORE = report("a", LOG)


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The table of games as it would be in that later program."""
    monkeypatch.setitem(registry.SHIPPED, "ragami", "tests.laws.newer:GAME")
    game_named.cache_clear()
    yield
    game_named.cache_clear()


def upgraded(line: bytes) -> bytes:
    """The line as that program would have written it."""
    record = json.loads(line)
    data = record["data"]
    if record["type"] == "saint_set":
        place = {"square": data.pop("square")}
        record |= {"v": 2, "data": data | {"place": place, "witness": "ana"}}
    elif record["type"] == "passed" and record["seq"] % 2:
        record |= {"v": 2, "data": data | {"aloud": True}}
    elif record["type"] == "passed":
        record |= {"v": 3, "data": data | {"said": None}}
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()


def renewed(log: bytes, start: int = 1) -> bytes:
    """The log with the lines from `start` on in the newer versions."""
    lines = log.splitlines()
    after = map(upgraded, lines[start - 1 :])
    return b"".join(line + b"\n" for line in [*lines[: start - 1], *after])


# --- reading and judging -------------------------------------------------------------------


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize("start", [1, 100, 10_000], ids=["newer", "older, then newer", "older"])
def test_old_and_new_records_mean_the_same(start: int) -> None:
    log = renewed(LOG, start)
    assert game_named("ragami") is NEWER
    assert report("a", log) == BEFORE
    reads = game_named("ragami").codec.read_log(log)
    assert reads == [
        game_named("ragami").codec.read_line(line, n) for n, line in enumerate(log.splitlines(), 1)
    ]
    kinds = {type(read.data) for read in reads if isinstance(read, Record)}
    assert {SaintSet2, Passed3} <= kinds


@pytest.mark.usefixtures("newer")
def test_every_step_of_the_way_up_is_taken() -> None:
    codec = game_named("ragami").codec
    old = written(1, "passed", {"player": "green"})
    middle = old.replace(b'"v":1', b'"v":2').replace(b'green"', b'green","aloud":true')
    new = old.replace(b'"v":1', b'"v":3').replace(b'green"', b'green","said":"nada"')
    said = []
    for version, line in enumerate((old, middle, new), 1):
        read = codec.read_line(line, 1)
        assert isinstance(read, Record) and read.v == version
        said.append(read.data.said)
    assert said == [None, "paso", "nada"]


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize(
    ("type_", "v", "data"),
    [
        ("saint_set", 1, {"player": "green"}),
        ("saint_set", 1, {"player": "green", "square": 31}),
        ("saint_set", 1, []),
        ("saint_set", 1, None),
        ("saint_set", 2, {"player": "green", "square": 3}),
        ("passed", 1, {"player": "red"}),
        ("passed", 2, {"player": "green"}),
        ("passed", 3, {"player": "green", "aloud": True}),
    ],
)
def test_what_does_not_fit_its_version_is_malformed(type_: str, v: int, data: Any) -> None:
    line = written(1, type_, data).replace(b'"v":1', b'"v":%d' % v)
    read = game_named("ragami").codec.read_line(line, 1)
    assert isinstance(read, Bad)
    assert (read.breach.rule, read.type, read.seq) == ("R-LOG-01", type_, 1)


@pytest.mark.usefixtures("newer")
def test_a_correction_may_be_of_an_older_version() -> None:
    lines = LOG.splitlines()
    at = next(n for n, line in enumerate(lines, 1) if b'"saint_set"' in line)
    player = json.loads(lines[at - 1])["data"]["player"]
    squares = []
    for v, data in ((1, {"square": 9}), (2, {"place": {"square": 9}, "witness": None})):
        correction = {"seq": at, "type": "saint_set", "v": v, "data": {"player": player} | data}
        whole = correction | {"reason": None, "authority": None}
        log = [*lines[:at], written(at + 1, "corrected", whole)]
        replay = replay_log(b"".join(line + b"\n" for line in log))
        assert replay.error is None
        squares.append(replay.state.saints[player])
    assert squares == [9, 9]


@pytest.mark.usefixtures("newer")
def test_a_record_of_an_older_version_is_written_in_words() -> None:
    """With stamps it is written as before the field existed, and gives its bytes back."""

    def passed(log: bytes, **options: bool) -> list[str]:
        return [line for line in write_sheet(log, "en", **options) if "pass" in line]

    assert '"v":1' in LOG.decode()
    assert {line.partition(" ")[2] for line in passed(LOG)} == {"pass"}
    assert {line.partition(" @")[0][2:] for line in passed(LOG, stamps=True)} == {"pass"}
    assert not any("/v" in line for line in passed(LOG, stamps=True))
    newest = passed(renewed(LOG), stamps=True)
    assert {line.partition(" ")[2].partition(" @")[0] for line in newest if "/v3" in line} == {
        "pass"
    }
    assert all(line.startswith("record ") for line in newest if '"aloud"' in line)


OF_OLD: Final = [line for line in write_sheet(LOG, "en", stamps=True) if " pass @" in line]
"""Lines that the program of before has written."""


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize("start", [1, 60, 10_000], ids=["newer", "older, then newer", "older"])
def test_a_sheet_with_stamps_gives_every_version_back_byte_for_byte(start: int) -> None:
    log = renewed(LOG, start)
    lines = list(write_sheet(log, "en", stamps=True))
    (game,) = logs_in("\n".join(lines).encode())
    assert isinstance(game, SheetGame), game
    assert game.log == log
    if start > len(LOG.splitlines()):  # all of it is of old
        assert [line for line in lines if " pass @" in line] == OF_OLD != []


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize("version", ["v0", "v2", "v4", "vx", "v", "v1x"])
def test_a_version_that_a_line_cannot_have_is_misread(version: str) -> None:
    lines = list(write_sheet(LOG, "en", stamps=True))
    number = next(n for n, line in enumerate(lines) if " pass" in line)
    line, _, _stamp = lines[number].partition(" @")
    for right in ("@-", "@-/v1", "@-/v3", "@2026-11-20T19:04:31Z/v3"):
        lines[number] = f"{line} {right}"
        (game,) = logs_in("\n".join(lines).encode())
        assert isinstance(game, SheetGame), game
    lines[number] = f"{line} @2026-11-20T19:04:31Z/{version}"
    (misread, *_more) = logs_in("\n".join(lines).encode())
    assert isinstance(misread, Misread)
    assert misread.line == number + 1


# --- stored and taken out ------------------------------------------------------------------


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize("place", [":memory:", "games.db"])
def test_stored_bytes_are_never_rewritten(tmp_path: Path, place: str) -> None:
    log = renewed(LOG, 60)
    with open_store(place if place == ":memory:" else tmp_path / place) as store:
        import_log(store, "a", log, BEFORE.final)
        recording = Recording(store, "a")
        assert recording.replay.final == BEFORE.final
        recording.write([Draft("noted", b'{"text":"afterwards"}')])
        lines = store.read("a")
        assert b"".join(line + b"\n" for line in lines[:-1]) == log
        whole = b"".join(line + b"\n" for line in lines)
        assert jsonl(Excerpt("a", whole, None, "en")) == whole


@pytest.mark.usefixtures("newer")
def test_what_is_written_now_is_of_the_newest_version() -> None:
    with open_store(":memory:") as store:
        lines = LOG.splitlines()
        at = next(n for n, line in enumerate(lines, 1) if b'"saint_set"' in line)
        import_log(store, "a", b"".join(line + b"\n" for line in lines[: at - 1]), None)
        recording = Recording(store, "a")
        old, new = json.loads(lines[at - 1])["data"], json.loads(upgraded(lines[at - 1]))["data"]
        with pytest.raises(Refused) as refused:
            recording.write([Draft("saint_set", json.dumps(old).encode())])
        assert refused.value.finding.rule == "R-LOG-01"
        recording.write([Draft("saint_set", json.dumps(new).encode())])
        record = json.loads(store.read("a")[-1])
        assert (record["v"], record["data"]) == (2, new)


# --- what is not known ---------------------------------------------------------------------


def with_unknown_records(log: bytes) -> tuple[bytes, list[int]]:
    """The log with records in between that nobody knows, and their numbers."""
    strange = [
        written(20, "fanfare_played", {"by": ["ana", None], "pitch": {"hz": 440}}),
        written(40, "noted", {"text": "a later note", "mood": "good"}).replace(b'"v":1', b'"v":2'),
        written(60, "saint_set", {"anything": 1}).replace(b'"v":1', b'"v":9'),
        written(61, "Passed", {}),
    ]
    lines = log.splitlines()
    numbers = [json.loads(line)["seq"] for line in strange]
    for number, line in zip(numbers, strange, strict=True):
        lines.insert(number - 1, line)
    renumbered = [b'{"seq":%d,' % n + line.split(b",", 1)[1] for n, line in enumerate(lines, 1)]
    return b"".join(line + b"\n" for line in renumbered), numbers


@pytest.mark.parametrize("place", [":memory:", "games.db"])
def test_what_is_not_known_is_kept_and_reported(tmp_path: Path, place: str) -> None:
    """The log goes on as if it were not there, and it comes out byte for byte."""
    log, numbers = with_unknown_records(LOG)
    said = report("a", log)
    assert said.ok and said.final == BEFORE.final
    unknown = [finding for finding in said.findings if finding.code == "unknown-record"]
    assert [(finding.seq, finding.line) for finding in unknown] == [(n, n) for n in numbers]
    assert {finding.severity for finding in unknown} == {"warning"}
    with open_store(place if place == ":memory:" else tmp_path / place) as store:
        import_log(store, "a", log, BEFORE.final)
        assert b"".join(line + b"\n" for line in store.read("a")) == log


def test_an_unknown_record_keeps_its_line() -> None:
    log, numbers = with_unknown_records(LOG)
    lines = log.splitlines()
    reads = game_named("ragami").codec.read_log(log)
    kept = {read.seq: read.line for read in reads if isinstance(read, Unknown)}
    assert kept == {number: lines[number - 1] for number in numbers}


def test_a_correction_to_something_unknown_takes_the_event_away() -> None:
    lines = LOG.splitlines()[:60]
    whole = {"seq": 60, "type": "fanfare_played", "v": 1, "data": {"hz": 440}}
    correction = written(61, "corrected", whole | {"reason": None, "authority": None})
    replay = replay_log(b"".join(line + b"\n" for line in [*lines, correction]))
    without = replay_log(b"".join(line + b"\n" for line in lines[:-1]))
    assert replay.error is None
    assert replay.game.view(replay.state, 0) == without.game.view(without.state, 0)
    assert [finding.code for finding in replay.findings()].count("unknown-record") == 1


# --- the registry --------------------------------------------------------------------------


def with_saint_set(entry: Versioned) -> GameDefinition:
    known = RAGAMI.events["saint_set"]
    newer = known._replace(struct=entry.struct, version=entry.version, upcasters=entry.upcasters)
    return replace(RAGAMI, events={**RAGAMI.events, "saint_set": newer})


@pytest.mark.parametrize(
    ("version", "upcasters"),
    [
        (2, {}),
        (3, {2: saint_set_2}),
        (3, {1: saint_set_2}),
        (2, {1: saint_set_2, 2: saint_set_2}),
        (1, {1: saint_set_2}),
        (2, {0: passed_2, 1: passed_2}),
    ],
)
def test_a_gap_is_refused_before_anything_is_read(version: int, upcasters: dict[int, Any]) -> None:
    entry = Versioned(SaintSet2, version, upcasters)
    with pytest.raises(Gap, match="saint_set"):
        _ = with_saint_set(entry).codec
    with pytest.raises(Gap, match="saint_set"):
        Codec({"saint_set": entry})
    with pytest.raises(Gap, match="saint_set"):
        Replay(with_saint_set(entry))


def test_a_type_is_of_the_version_after_its_upcasters() -> None:
    lifted = {1: passed_2, 2: passed_3}
    types = types_by_name(JUDGES, {Passed: lifted})
    assert types["passed"] == RAGAMI.events["passed"]._replace(version=3, upcasters=lifted)
    assert {**types, "passed": RAGAMI.events["passed"]} == RAGAMI.events


def test_the_games_of_the_table_have_no_gap() -> None:
    for name in installed():
        assert game_named(name).codec.types.keys() > game_named(name).events.keys()
