"""`ragami serve` as a process: it starts, it ends in a second, and nothing kills what it said."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import httpx
import msgspec
import pytest

from ragami.server.connections import Corked
from ragami.store import open_store
from ragami_cli.commands.serve import welcome
from ragami_cli.output import Output
from tests.cli.conftest import Ragami
from tests.patience import patience
from tests.ports import free_port
from tests.scale import often
from tests.server.faults import until
from tests.server.kit import Club, Json, Made, Phone, alike, fill, opened, simulated

SOURCE = Path(__file__).parents[2]
RACE = SOURCE / "tests" / "games" / "race"


class Process:
    """A server of its own, that can be killed."""

    def __init__(self, database: Path, port: int) -> None:
        paths = os.pathsep.join(map(str, (RACE, SOURCE, SOURCE / "cli")))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ragami_cli", "--json", "--db", str(database), "serve",
             "--port", str(port)],
            env={**os.environ, "PYTHONPATH": paths},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.stderr and self.process.stderr.read()
        self.said: Json = json.loads(line)
        self.base: str = self.said["addresses"][0]

    def end(self, with_: int = signal.SIGTERM) -> tuple[int, float]:
        """End it: its exit code, and how long it took."""
        began = time.monotonic()
        self.process.send_signal(with_)
        code = self.process.wait(60)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()
        return code, time.monotonic() - began


@contextmanager
def running(database: Path, port: int = 0) -> Iterator[Process]:
    process = Process(database, port)
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.end(signal.SIGKILL)


def joined(process: Process, seat: str) -> Phone:
    phone = Phone(process.base)
    wanted = {"code": process.said["codes"]["friday"], "seat": seat}
    phone.token = phone.post("/v1/join", wanted).json()["token"]
    return phone


def test_it_says_how_to_get_in_and_many_tables_are_there_at_once(database: Path) -> None:
    opened(database)
    for number in range(50):
        opened(database, f"table {number}")
    with running(database) as process:
        began = time.monotonic()
        names = httpx.get(f"{process.base}/v1/tables", trust_env=False).json()["tables"]
        assert len(names) == 51
        assert time.monotonic() - began < 2 * patience()
        assert set(process.said) == {"addresses", "hall_key", "codes"}
        told = httpx.get(f"{process.base}/", trust_env=False, timeout=60)
        assert told.status_code == 200 and "<html" in told.text
        ends_in_a_second_with_streams_open(process, signal.SIGTERM)


def test_a_port_that_is_taken_is_told(ragami: Ragami, database: Path) -> None:
    opened(database)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = ragami("serve", "--db", str(database), "--port", port)
    assert said.code == 4 and port in said.err


def ends_in_a_second_with_streams_open(process: Process, with_: int) -> None:
    told: list[str] = []

    def watch(base: str) -> None:
        with Phone(base).stream() as events:
            while (event := events.next()).name != "gone":
                told.append(event.name)
            told.append(event.name)

    watchers = [threading.Thread(target=watch, args=(process.base,)) for _ in range(5)]
    for one in watchers:
        one.start()
    until(lambda: told.count("head") == 5)
    code, seconds = process.end(with_)
    for one in watchers:
        one.join(60)
    assert code == 0 and seconds < 1.5 * patience(), (code, seconds)
    assert told.count("gone") == 5


KILLS: Final = often(2, 20)


def test_what_was_said_to_be_written_survives_kill_9(database: Path) -> None:
    """The server is killed at random while taps come; each is sent again with its key."""
    opened(database)
    rng, port = Random(9), free_port()
    written: list[int] = []
    number = count(1)
    text = next(number)
    process = Process(database, port)
    phone = joined(process, "red")
    try:
        for _ in range(KILLS):
            taps = len(written) + rng.randint(4, 8)
            killer = threading.Timer(rng.uniform(0, 0.1), process.process.kill)
            while process.process.poll() is None:
                if tapped(phone, text, len(written) + 1):
                    written.append(text)
                    text = next(number)
                    if len(written) == taps:
                        killer.start()
            killer.join()
            process.end(signal.SIGKILL)
            process = Process(database, port)
            assert process.base == phone.base
    finally:
        process.end(signal.SIGKILL)
        phone.close()
    with open_store(database) as store:
        kept = [msgspec.json.decode(one)["data"].get("text") for one in store.read("friday")[1:]]
    assert kept[: len(written)] == [str(one) for one in written]
    assert len(kept) - len(written) <= 1  # the last one may be there and was not said to be
    assert len(written) > 3 * KILLS


@pytest.mark.parametrize(
    "with_", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.trial)]
)
def test_a_server_that_is_killed_leaves_no_process_behind(database: Path, with_: int) -> None:
    """It has judged an import in a process of its own, which is still there."""
    opened(database)
    with running(database) as process:
        referee = Phone(process.base)
        referee.token = referee.post("/v1/join", {"code": process.said["hall_key"]}).json()["token"]
        log = referee.get("records?as=referee").content
        headers = {"Content-Type": "application/x-ndjson"}
        brought = referee.post("/v1/import", log, headers=headers, params={"table": "copy"})
        assert brought.status_code == 201
        referee.close()
        of_it = descendants(process.process.pid)
        assert of_it
        process.end(with_)
    until(lambda: not any(Path(f"/proc/{pid}/cmdline").exists() for pid in of_it))


def descendants(pid: int) -> list[int]:
    """The processes that a process has begun, and those that they have."""
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [one for child in map(int, told) for one in (child, *descendants(child))]


def tapped(phone: Phone, text: int, after: int) -> bool:
    body = {"type": "noted", "data": {"text": str(text)}}
    try:
        answer = phone.write("events", body, after, key=f"tap-{text}")
    except httpx.HTTPError:
        return False
    if answer.status_code == 429:
        time.sleep(0.05)
        return False
    assert answer.status_code in (200, 201), answer.text
    return True


def test_what_starts_loads_nothing_that_judges_or_draws() -> None:
    """Whatever answers is loaded when the server is there (law 10)."""
    program = "import sys; from ragami.server import serving; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=True,
    )
    rooms = {".".join(name.split(".")[:2]) for name in done.stdout.split()}
    heavy = ("analytics", "export", "games", "judge", "referee", "sheet", "sources", "table")
    assert not rooms & {f"ragami.{room}" for room in heavy}
    assert "ragami.server.routes" not in done.stdout and "ragami.server" in rooms


def test_it_tries_its_own_addresses(ragami: Ragami, database: Path) -> None:
    opened(database)
    said = ragami("--json", "serve", "--lan", "--check", "--port", "0", "--db", str(database))
    assert said.code == 0
    assert all(said.lines[0]["answers"].values())
    spanish = ragami("serve", "--check", "--port", "0", "--db", str(database), "--lang", "es")
    assert "responde" in spanish.out
    assert not list(database.parent.glob("*.serve.db")), "nobody has joined"


@pytest.mark.parametrize("lan", [False, True])
def test_a_code_to_be_scanned_is_shown_only_where_a_phone_gets_in(
    database: Path, capsys: pytest.CaptureFixture[str], *, lan: bool
) -> None:
    with Club(database, lan=lan) as club:
        serving = club.serving
        asyncio.run(welcome(serving, Output("en")))
    said = capsys.readouterr()
    assert ("▄" in said.out) is lan
    assert ("Only this machine gets in" in said.err) is not lan
    assert "There is no table yet" in said.err
    assert f"{serving.addresses[0]}/desk" in said.out


def test_a_certificate_that_is_none_is_told(ragami: Ragami, database: Path, tmp_path: Path) -> None:
    opened(database)
    (tmp_path / "c.pem").write_text("no")
    said = ragami("serve", "--db", str(database), "--port", "0", "--tls",
                  str(tmp_path / "c.pem"), str(tmp_path / "c.pem"))  # fmt: skip
    assert said.code == 2 and "c.pem" in said.err


@pytest.mark.parametrize(
    ("game", "players", "most"),
    [
        ("race", 2, often(60, 200)),
        pytest.param("ragami", 3, 40, marks=pytest.mark.trial),
        pytest.param("dice-forge", 2, 40, marks=pytest.mark.trial),
        pytest.param("deal-with-the-devil", 4, 40, marks=pytest.mark.trial),
    ],
)
def test_every_installed_game_is_served(
    database: Path, served: Made, game: str, players: int, most: int
) -> None:
    """Every route that shows something answers, for everybody and for a seat."""
    walled: dict[str, Any] = (
        {"hands": "walled", "ledger": False} if game == "deal-with-the-devil" else {}
    )
    played = simulated(game, 2, players, **walled)[:most]
    fill(database, played)
    club = served()
    seat = next(iter(club.phone().get("/v1/tables/friday").json()["seats"]))
    for phone in (club.phone(), club.join(seat), club.referee()):
        for path in ("moment", "records", "export/jsonl", "export/sheet", "export/json",
                     "export/page", "head"):  # fmt: skip
            answer = phone.get(path)
            assert answer.status_code == 200, (path, answer.text[:300])
        assert phone.get("choices").status_code == 200
        assert phone.get("export/svg").status_code in (200, 404)
        shown: Json = phone.get("moment").json()
        assert shown["stopped"] is None, shown["stopped"]
        with phone.stream() as events:
            assert alike(events.until("whole").data, shown)
    pages: list[Any] = [club.phone().get(f"/t/friday/{one}") for one in ("board", "story", "sheet")]
    assert [page.status_code for page in pages] == [200, 200, 200]
    assert club.referee().get("/v1/hall").json()["tables"][0]["table"] == "friday"


SCREENS: Final = often(15, 50)


def test_many_screens_see_it(database: Path, served: Made) -> None:
    opened(database)
    club: Club = served(beat=5.0)
    red = club.join("red")
    seen: list[int] = []

    def watch() -> None:
        with club.phone().stream() as events:
            events.until("head")
            seen.append(0)
            number = events.until("moment").id
            seen.append(number or 0)

    watchers = [threading.Thread(target=watch) for _ in range(SCREENS)]
    for one in watchers:
        one.start()
    until = time.monotonic() + 60
    while seen.count(0) < SCREENS and time.monotonic() < until:
        time.sleep(0.02)
    note = {"type": "noted", "data": {"text": "x"}}
    assert red.write("events", note, 1).status_code == 201
    for one in watchers:
        one.join(60)
    assert seen.count(2) == SCREENS


def test_what_is_written_in_one_step_is_sent_at_once_unless_it_is_much() -> None:
    sent: list[bytes] = []

    async def write() -> None:
        plain = SimpleNamespace(write=sent.append, close=lambda: sent.append(b"closed"))
        corked = Corked(plain, asyncio.get_running_loop())
        for _ in range(3):
            corked.write(b"x" * 30_000)
        assert list(map(len, sent)) == [90_000]
        corked.write(b"head")
        corked.write(b"body")
        await asyncio.sleep(0)
        corked.write(b"end")
        corked.close()

    asyncio.run(write())
    assert sent[1:] == [b"headbody", b"end", b"closed"]
