"""One table is attacked in every way at once, while another one writes.

Codes are guessed, requests come letter by letter, hundreds of connections stand idle, bodies are
huge, names are markup, Host and Origin are a stranger's. Measured is one append at the other table,
by turns without and with the attack. The claims: each attack is refused as it should be, no append
fails, and its p99 is at most twice what it is in peace.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from tests.server.kit import opened
from tests.trials.schema import RACE, serving

APPENDS: Final = 120  # in each of the four turns
TURNS: Final = ("peace", "attack", "peace", "attack")
IDLE: Final = 1500
ADDRESSES: Final = 23
"""With 64 lines each they would hold more than there may be."""
TIMES: Final = 2.0
PAUSE: Final = 0.11  # a device may write ten times a second
REST: Final = 0.02
FROM: Final = "127.0.0.9"
"""Whence the attack comes: another address, for the limits are those of an address."""
JSON: Final = {"Content-Type": "application/json"}
MARKUP: Final = "<script>window.bad=1</script><img src=x onerror=alert(1)>"
REFUSED: Final = {
    "guess": {404, 429},
    "token": {401},
    "huge": {413, 429},
    "host": {421},
    "origin": {403},
    "form": {415, 429},
    "markup": {404, 429},
}


def main() -> int:
    """Prints the two p99, their ratio, and how the attacks were answered."""
    sys.path.insert(0, str(RACE))
    with tempfile.TemporaryDirectory() as name:
        database = Path(name) / "hall.db"
        for table in ("mine", "theirs"):
            opened(database, table)
        process, said = serving(database)
        try:
            return turns(urlsplit(said["addresses"][0]).netloc, said["hall_key"])
        finally:
            process.terminate()
            process.communicate(timeout=10)


def turns(place: str, key: str) -> int:
    """Peace and attack by turns; the same table writes all the while."""
    table = Writing(place, key)
    taken: dict[str, list[float]] = {"peace": [], "attack": []}
    met = Counter[tuple[str, int]]()
    for turn in TURNS:
        with ExitStack() as stack:
            if turn == "attack":
                stack.enter_context(Attack(place, met))
            taken[turn] += [table.append() for _ in range(APPENDS)]
    p99 = {turn: sorted(some)[int(len(some) * 0.99) - 1] for turn, some in taken.items()}
    ratio = p99["attack"] / p99["peace"]
    wrong = {how: n for how, n in met.items() if how[1] not in REFUSED.get(how[0], {how[1]})}
    print(f"{table.after - 1} appends, load {os.getloadavg()[0]:.1f}; answers: {dict(met)}")
    for turn, some in taken.items():
        middle = sorted(some)[len(some) // 2]
        print(f"{turn}: median {middle * 1e3:.1f} ms, p99 {p99[turn] * 1e3:.1f} ms")
    print(f"p99 under attack: {ratio:.2f} times that in peace; wanted {TIMES:g} at most")
    print(f"let in, or refused with another status: {wrong or 'none'}")
    missing = [kind for kind in REFUSED if not any(how[0] == kind for how in met)]
    print(f"attacks that never got an answer: {missing or 'none'}")
    return 0 if ratio <= TIMES and not wrong and not missing else 1


class Writing:
    """The referee at the table that is left alone, on one connection."""

    def __init__(self, place: str, key: str) -> None:
        self.line = http.client.HTTPConnection(place, timeout=30)
        self.after = 1
        self.token = self._sent("/v1/join", {"code": key}, {})["token"]

    def append(self) -> float:
        """One more note; how long its answer took. Not faster than a device may write."""
        time.sleep(PAUSE)
        headers = {"Authorization": f"Bearer {self.token}", "If-Match": f'"{self.after}"'}
        begun = time.perf_counter()
        body = {"type": "noted", "data": {"text": "a tap"}}
        self.after = self._sent("/v1/tables/mine/events", body, headers)["last"]
        return time.perf_counter() - begun

    def _sent(self, path: str, body: Any, headers: dict[str, str]) -> dict[str, Any]:
        self.line.request("POST", path, json.dumps(body), JSON | headers)
        answer = self.line.getresponse()
        read = answer.read()
        assert answer.status == 201, read
        told: dict[str, Any] = json.loads(read)
        return told


class Attack:
    """All attacks at once, as long as the block lasts; `met` counts the answers."""

    def __init__(self, place: str, met: Counter[tuple[str, int]]) -> None:
        host, _, port = place.partition(":")
        self.place, self.to, self.met = place, (host, int(port)), met
        self._over = threading.Event()
        kinds: list[Callable[[], None]] = [self._ask, self._drip, self._stand]
        self._threads = [threading.Thread(target=one, daemon=True) for one in kinds]

    def __enter__(self) -> None:
        for one in self._threads:
            one.start()
        time.sleep(1)

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        for one in self._threads:
            one.join()

    def _ask(self) -> None:
        """One forbidden request after the other."""
        table = "/v1/tables/theirs"
        wanted: dict[str, tuple[str, dict[str, str], bytes]] = {
            "guess": ("/v1/join", JSON, b'{"code":"AAAAAA"}'),
            "token": (f"{table}/events", {**JSON, "Authorization": "Bearer AAAA"}, b"{}"),
            "huge": ("/v1/join", JSON, b'"' + b"x" * 2**20 + b'"'),
            "host": ("/v1/join", {**JSON, "Host": "evil.example"}, b"{}"),
            "origin": ("/v1/join", {**JSON, "Origin": "http://evil.example"}, b"{}"),
            "form": ("/v1/join", {"Content-Type": "text/plain"}, b"code=AAAAAA"),
            "markup": ("/v1/join", JSON, json.dumps({"code": MARKUP, "name": MARKUP}).encode()),
        }
        while not self._over.is_set():
            for kind, (path, headers, body) in wanted.items():
                status = self._answer(path, headers, body)
                if status:
                    self.met[kind, status] += 1
                self._over.wait(REST)

    def _answer(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """The status; 0 where there was none."""
        line = http.client.HTTPConnection(self.place, timeout=5, source_address=(FROM, 0))
        try:
            with suppress(BrokenPipeError, ConnectionResetError):
                line.request("POST", path, body, headers)
            return line.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            line.close()

    def _drip(self) -> None:
        """Heads that come letter by letter and never end (slow loris)."""
        lines = [self._line(f"127.0.1.{n}") for n in range(1, 9)]
        while not self._over.is_set():
            for number, line in enumerate(lines):
                try:
                    line.send(b"G")
                except OSError:
                    self.met["loris ended", 0] += 1
                    line.close()
                    lines[number] = self._line(f"127.0.1.{number + 1}")
            self._over.wait(0.5)
        for line in lines:
            line.close()

    def _stand(self) -> None:
        """Streams that nobody reads: far more than an address may have, and than there may be."""
        head = f"GET /v1/tables/theirs/stream HTTP/1.1\r\nHost: {self.place}\r\n\r\n".encode()
        lines = []
        for number in range(IDLE):
            line = self._line(f"127.0.2.{1 + number % ADDRESSES}")
            with suppress(OSError):
                line.send(head)
            lines.append(line)
        self._over.wait()
        self.met["idle streams", 0] += len(lines)
        for line in lines:
            line.close()

    def _line(self, address: str) -> socket.socket:
        line = socket.socket()
        line.settimeout(5)
        with suppress(OSError):
            line.bind((address, 0))
            line.connect(self.to)
        return line
