"""Bad input: whatever bytes a reader is given, it says what is wrong, and nothing else happens.

A failure names the seed and shows the bytes.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from ragami.errors import REFUSED, RagamiError
from ragami.export.excerpt import Excerpt
from ragami.export.formats import document, jsonl, table
from ragami.findings import CODES, Finding
from ragami.games.ragami import inspection
from ragami.games.ragami.shipped import read
from ragami.judge.report import Report, replay_log, report_on
from ragami.language import LANGUAGES
from ragami.log.codec import lines_in
from ragami.privacy.checking import check_bound
from ragami.store import open_store
from ragami.store.memory import MemoryStore
from ragami.table.recording import Draft, Recording
from tests.cli.conftest import Process, Ragami
from tests.fuzz.mutations import (
    EVENTS,
    TYPES,
    encoded,
    log_data,
    mutated,
    mutated_logs,
    mutated_text,
)
from tests.samples.samples import samples
from tests.scale import often, seeds

PARTS: Final = seeds(2, 5)
LOGS: Final = often(60, 10_000)
COMPONENTS: Final = often(80, 10_000)
DRAFTS: Final = often(40, 2_500)
EXPORTS: Final = often(5, 200)
COMMANDS: Final = often(4, 150)
PROCESSES: Final = often(1, 5)
SECONDS: Final = 5.0
"""So long may one input take. They take about a thousandth of that."""

VALID: Final = [sample.log for sample in samples("legal")]
SHIPPED: Final = [read(name) for name in ("city-1.json", "deck-1.json", "dice-1.json")]
CODES_OF_THE_CONTRACT: Final = {0, 1, 2, 3, 4, 5}

each_part = pytest.mark.parametrize("part", PARTS)


# --- logs ----------------------------------------------------------------------------------


@each_part
def test_a_log_is_reported_on_whatever_is_in_it(part: int) -> None:
    seen: Counter[str] = Counter()
    for number, log in enumerate(mutated_logs(part, LOGS, VALID)):
        began = time.monotonic()
        try:
            judged = judge(log)
            check_report(judged, log)
        except Exception as problem:
            raise AssertionError(f"seed {part}, log {number}: {log!r}") from problem
        assert time.monotonic() - began < SECONDS, log
        seen.update({finding.code for finding in judged.findings})
    # The changes reach what they are meant for: form, rules, and the records of any game.
    expected = {"malformed-record", "illegal-event", "unknown-record", "asserted-difference"}
    assert seen.keys() >= expected


def judge(log: bytes) -> Report:
    """A log on all the ways that it is read: judged, shown, told in both languages."""
    replay = replay_log(log)
    judged = report_on("x", replay)
    assert all(replay.game.words.say(finding, "es") for finding in broken_in(log))
    view = replay.game.view(replay.state, replay.seq)
    json.dumps(view, default=msgspec.to_builtins)
    for language in LANGUAGES:
        replay.game.words.moment(replay.state, language)
    return judged


def broken_in(log: bytes) -> list[Finding]:
    """The commitments that a log contradicts, most of them made up."""
    return check_bound(log.removesuffix(b"\n").split(b"\n"))


def check_report(judged: Report, log: bytes) -> None:
    """What every report has, as it comes out of the command."""
    assert json.loads(json.dumps(msgspec.to_builtins(judged)))["records"] == judged.records
    assert judged.records == max(1, lines_in(log))
    assert judged.ok == (not any(finding.severity == "error" for finding in judged.findings))
    assert judged.ok or judged.final is None
    for finding in judged.findings:
        assert CODES[finding.code].severity == finding.severity
        assert finding.en
        assert finding.es


@each_part
def test_a_log_is_exported_and_told_whatever_is_in_it(part: int) -> None:
    for log in mutated_logs(1000 + part, EXPORTS, VALID):
        for viewer in (None, "public", "green"):
            taken = Excerpt("x", log, viewer, "en")
            try:
                made = jsonl(taken)
                document(taken)
                table(taken)
            except Exception as problem:
                raise AssertionError(f"seed {part}, for {viewer}: {log!r}") from problem
            assert lines_in(made) == max(1, lines_in(log))


# --- components ----------------------------------------------------------------------------


@each_part
def test_a_component_is_looked_at_whatever_is_in_it(part: int) -> None:
    rng = Random(f"components {part}")
    for number in range(COMPONENTS):
        content = rng.choice(SHIPPED)
        for _ in range(rng.choice((1, 1, 2, 3))):
            try:
                content = mutated_text(content, rng)
            except (ValueError, RecursionError):
                break  # it is no JSON any more
        try:
            found = inspection.COMPONENTS.inspect(content)
            for finding in found.findings:
                assert all(inspection.say(finding, language) for language in LANGUAGES)
        except Exception as problem:
            raise AssertionError(f"seed {part}, component {number}: {content!r}") from problem
        assert found.ok or found.findings


@each_part
def test_a_log_may_bring_any_component(part: int) -> None:
    """The same, inside record 1: fit to play with, or refused with the component named."""
    rng = Random(f"inline {part}")
    lines = VALID[0].splitlines(keepends=True)
    for _ in range(COMPONENTS // 30):
        opening = json.loads(lines[0])
        kind, name = rng.choice((("board", "city-1"), ("deck", "deck-1"), ("dice", "dice-1")))
        component = mutated(json.loads(read(f"{name}.json")), rng)
        opening["data"]["components"][kind] = component
        log = encoded(opening) + b"\n" + b"".join(lines[1:40])
        try:
            check_report(judge(log), log)
        except Exception as problem:
            raise AssertionError(f"seed {part}: {log!r}") from problem


# --- one event -----------------------------------------------------------------------------


@each_part
def test_an_event_is_written_or_refused_whatever_is_in_it(part: int) -> None:
    rng = Random(f"drafts {part}")
    for number in range(DRAFTS):
        lines = rng.choice(VALID).splitlines()
        played = rng.randrange(1, len(lines))
        store = MemoryStore()
        store.append("game", 0, lines[:played])
        recording = Recording(store, "game")
        draft = a_draft(lines, played, rng)
        try:
            recording.write([draft])
        except RagamiError as trouble:
            assert trouble.exit_code == REFUSED
            assert store.read("game") == recording.lines == lines[:played]
        except Exception as problem:
            raise AssertionError(f"seed {part}, draft {number}: {draft}") from problem
        else:
            assert store.read("game") == recording.lines
            assert len(recording.lines) == played + 1
            replay = replay_log(b"\n".join(recording.lines))
            assert not replay.broken
            # A correction may lead to a log that needs another one; an event may not.
            assert replay.error is None or draft.type not in EVENTS


def a_draft(lines: list[bytes], played: int, rng: Random) -> Draft:
    """What somebody might want to write next, mostly wrong."""
    at = rng.choice((None, "2026-11-20T19:04:31Z", "yesterday", "2026-11-20T19:04:31+02:00"))
    by = rng.choice((None, "ana", "\ud800", "\x00"))
    if rng.random() < 0.5:
        record = json.loads(lines[played])
        data = encoded(record["data"])
        return Draft(record["type"], mutated_text(data, rng), at, by)
    type_ = rng.choice(TYPES)
    return Draft(type_, encoded(log_data(type_, lines[:played], rng)), at, by)


# --- the commands --------------------------------------------------------------------------


@pytest.fixture
def game(ragami: Ragami) -> str:
    """A game in the database, which nothing here may change."""
    assert ragami("import", "-", "--name", "game", stdin=samples("legal")[0].up_to(60)).code == 0
    return "game"


def everything(folder: Path) -> list[Any]:
    with open_store(folder / "games.db") as store:
        return [(entry, store.read(entry.name)) for entry in store.games()]


@each_part
def test_every_command_ends_as_it_should(
    ragami: Ragami, tmp_path: Path, game: str, part: int
) -> None:
    rng = Random(f"commands {part}")
    before = everything(tmp_path)
    for number, log in enumerate(mutated_logs(2000 + part, COMMANDS, VALID)):
        path = tmp_path / "log.jsonl"
        path.write_bytes(log)
        good = replay_log(log).error is None
        verified = ragami("verify", "--json", str(path))
        errors = {
            one["code"]
            for one in json.loads(verified.out)["findings"]
            if one["severity"] == "error"
        }
        by_rules = errors & {"malformed-record", "illegal-event"}
        assert good == (not by_rules), (part, number, verified)
        assert json.loads(verified.out)["ok"] == (not errors)
        expected = 6 if errors - by_rules else int(not good)  # made-up seals are no proof
        assert verified.code == expected, (part, number, verified)
        imported = ragami("import", "--json", str(path), "--name", f"log {number}")
        good = good and not broken_in(log)
        assert imported.code == (0 if good else 5), (part, number, imported)
        before = before if good is False else everything(tmp_path)
        expect_refusal(ragami, rng, path, game, log)
        assert everything(tmp_path) == before


def expect_refusal(ragami: Ragami, rng: Random, path: Path, game: str, log: bytes) -> None:
    """Commands for which the input makes no sense, or hardly any, and which write nothing."""
    commands = [
        ["show", "--json", str(path)],
        ["log", "--json", str(path)],
        ["replay", str(path)],
        ["export", str(path), "--as", "public"],
        ["board", "check", "--json", str(path)],
        ["board", str(path)],
        ["legal", "--json", game, str(path)],
        ["import", "--json", str(path), "--name", game],
    ]
    said = ragami(*rng.choice(commands))
    assert said.code in CODES_OF_THE_CONTRACT, said
    assert "defect of ragami" not in said.err
    wrong = rng.choice(log.splitlines() or [b""])[:-1]
    said = ragami("record", game, "-", "--json", stdin=wrong)
    assert said.code in CODES_OF_THE_CONTRACT - {0}, (wrong, said)


@pytest.mark.parametrize("part", PARTS[: often(1, 2)])
def test_a_process_ends_as_it_should(fork: Process, tmp_path: Path, part: int) -> None:
    """The same with the whole program, its streams and its exit."""
    for log in mutated_logs(3000 + part, PROCESSES, VALID):
        path = tmp_path / "log.jsonl"
        path.write_bytes(log)
        good = replay_log(log).error is None
        broken = bool(broken_in(log))
        for command, refused in (("verify", 6 if broken else 1), ("import", 5)):
            said = fork(command, "--json", str(path))
            assert said.code == (0 if good and not broken else refused), (log, said)
            assert "Traceback" not in said.err
