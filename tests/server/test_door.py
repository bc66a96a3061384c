"""Whoever comes to the door with bad intent is told so, and the other tables do not notice."""

from __future__ import annotations

import json
import socket
import time
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from ragami.server.connections import MOST_WAITING
from tests.cli.conftest import Ragami
from tests.patience import patience
from tests.server.faults import until
from tests.server.kit import Club, Made, Phone, opened

TIMEOUT: Final = getattr(socket, "TCP_USER_TIMEOUT", None)
BET = {"type": "bet_placed", "data": {"player": "red", "on": None}}


def place_of(club: Club) -> tuple[str, int]:
    place = urlsplit(club.base)
    return place.hostname or "", place.port or 0


def certificate(folder: Path) -> tuple[str, str]:
    """A certificate that nobody vouches for, and its key, as PEM files."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    end = now + timedelta(days=1)
    serial = x509.random_serial_number()
    made = x509.CertificateBuilder(name, name, key.public_key(), serial, now, end)
    signed = made.sign(key, hashes.SHA256())
    (folder / "cert.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return str(folder / "cert.pem"), str(folder / "key.pem")


def raw(club: Club, request: bytes, seconds: float = 5) -> bytes:
    """What comes back for these bytes."""
    with socket.create_connection(place_of(club), timeout=seconds) as line:
        line.sendall(request)
        told = b""
        try:
            while got := line.recv(65536):
                told += got
        except (TimeoutError, ConnectionError):
            pass
        return told


FOREIGN = (
    "evil.example",
    "evil.example:80",
    "127.0.0.1.evil.example",
    "",
    "[",
    "localhost@evil",
    "127.0.0.1:80:80",
    "localhost:x",
    "[::1",
    "[::1]:80:80",
    "127.0.0.1:",
)


def test_a_foreign_host_is_misdirected(club: Club) -> None:
    for host in FOREIGN:
        asked = f"GET /v1/tables HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        told = raw(club, asked.encode())
        assert b" 421 " in told.splitlines()[0] and b"friday" not in told, host


def test_two_hosts_or_none_are_no_host(club: Club) -> None:
    for hosts in ("", "Host: localhost\r\nHost: evil.example\r\n"):
        told = raw(club, f"GET /v1/tables HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n".encode())
        assert told.splitlines()[0].split()[1] in (b"400", b"421")


def test_a_foreign_origin_is_refused(club: Club) -> None:
    red = club.join("red")
    for origin in ("http://evil.example", "null", "https://localhost:1"):
        refused = red.post("events", BET, headers={"Origin": origin, "If-Match": '"1"'})
        assert (refused.status_code, refused.json()["code"]) == (403, "foreign-origin"), origin
        assert red.get("moment", headers={"Origin": origin}).status_code == 403
    own = {"Origin": club.base, "If-Match": '"1"'}
    assert red.post("events", BET, headers=own).status_code == 201


def test_a_form_of_another_page_cannot_post(club: Club) -> None:
    red = club.join("red")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        headers = {"Content-Type": kind, "If-Match": '"1"'}
        refused = red.post("events", BET, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (415, "not-json-type")
    assert red.seq() == 1


def test_every_answer_says_what_a_browser_may_do(club: Club) -> None:
    for path in ("/v1/tables", "/v1/nothing", "moment", "/v1/openapi.json"):
        headers = club.phone().get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy
        assert "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"
        assert "set-cookie" not in headers and "server" not in headers
        assert "access-control-allow-origin" not in headers


def test_a_page_is_packed_for_who_takes_that(club: Club) -> None:
    for taken, packed in (("gzip, br", "gzip"), ("identity", None)):
        page = club.phone().get("/t/friday/board", headers={"Accept-Encoding": taken})
        assert page.headers.get("content-encoding") == packed and "<html" in page.text
        assert "Accept-Encoding" in page.headers["vary"]


def test_an_overlay_is_let_in_where_it_was_asked_for(database: Path, served: Made) -> None:
    opened(database)
    club = served(overlay_from="http://obs.example", cors=True)
    headers = club.phone().get("moment", headers={"Origin": "http://obs.example"}).headers
    assert "frame-ancestors http://obs.example" in headers["content-security-policy"]
    assert headers["access-control-allow-origin"] == "*"
    refused = club.phone().post("/v1/join", {"code": "X"}, headers={"Origin": "http://obs.example"})
    assert refused.status_code == 403


def test_a_log_of_accesses_tells_no_code_no_query_and_no_address(
    database: Path, served: Made
) -> None:
    opened(database)
    told: list[str] = []
    club = served(accesses=told.append)
    phone = club.join("red")
    for path in (f"/j/{club.code()}?lang=es", "moment?as=red", "/a%0Ab"):
        phone.get(path)
    assert [line.split(" ", 1)[1] for line in told[-3:]] == [
        "127.0.0.0 GET /J/ 404",
        "127.0.0.0 GET /v1/tables/friday/moment 200",
        "127.0.0.0 GET /a%0Ab 404",
    ]
    everything = "\n".join(told)
    assert club.code() not in everything and str(phone.token) not in everything


def test_a_body_that_is_too_large_is_not_read(club: Club) -> None:
    red = club.join("red")
    large = red.post("events", b'{"x":"' + b"a" * 70_000 + b'"}', headers={"If-Match": '"1"'})
    assert (large.status_code, large.json()["code"]) == (413, "too-large")
    chunks = (b"a" * 10_000 for _ in range(20))
    sent = httpx.post(
        f"{club.base}/v1/tables/friday/events",
        content=chunks,
        headers={**red.headers, "Content-Type": "application/json", "If-Match": '"1"'},
        trust_env=False,
    )
    assert sent.status_code == 413


def test_a_head_that_is_too_large_is_refused(club: Club) -> None:
    refused = club.phone().get("/v1/tables", headers={"X-Much": "a" * 16_400, "X-More": "b"})
    assert refused.status_code in (400, 431)


def test_who_sends_slowly_is_cut_off_and_nobody_notices(database: Path, served: Made) -> None:
    opened(database)
    club = served(slow_seconds=0.5)
    place = urlsplit(club.base)
    red = club.join("red")
    with ExitStack() as stack:
        lines = [
            stack.enter_context(socket.create_connection((place.hostname, place.port)))
            for _ in range(20)
        ]
        for line in lines[:10]:
            line.sendall(b"GET /v1/tables HTTP/1.1\r\nHost: localhost\r\nX: ")
        for line in lines[10:15]:
            line.sendall(b"POST /v1/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n"
                         b"Content-Type: application/json\r\n\r\n{")  # fmt: skip
        began = time.monotonic()
        assert red.write("events", BET, 1).status_code == 201
        assert time.monotonic() - began < 1 * patience()
        for line in lines:
            line.settimeout(30)
            with_end = b"."
            try:
                while with_end:
                    with_end = line.recv(65536)
            except ConnectionError:
                with_end = b""
            assert with_end == b""
        assert time.monotonic() - began < 3 * patience()


def test_an_answer_comes_in_one_piece(database: Path, served: Made) -> None:
    opened(database)
    club = served()
    with socket.create_connection(place_of(club), timeout=5) as line:
        line.sendall(b"GET /v1/tables/friday HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        head, _, body = line.recv(65536).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200") and json.loads(body)["table"] == "friday"


def held(club: Club, stack: ExitStack, number: int, come_from: str = "127.0.0.1") -> None:
    """So many connections that ask for nothing, from an address of this machine."""
    for _ in range(number):
        line = socket.create_connection(place_of(club), source_address=(come_from, 0))
        stack.enter_context(line)
    answers(club.phone())  # whoever came before has been counted when this one is answered


FULL = [((20, 10), "too-many-of-one", 10), ((8, 100), "too-many-connections", 8)]


@pytest.mark.parametrize(("limits", "code", "number"), FULL)
def test_who_is_over_a_limit_reads_why_and_the_referee_gets_in(
    database: Path, served: Made, limits: tuple[int, int], code: str, number: int
) -> None:
    opened(database)
    club = served(connections=limits)
    referee = club.referee()
    key, token = club.hall_key, referee.token
    referee.close()
    with ExitStack() as stack:
        held(club, stack, number)
        refused = club.phone().get("moment")
        assert (refused.status_code, refused.json()["code"]) == (503, code)
        assert str(number) in refused.json()["detail"] and refused.json()["remedy"]
        assert refused.headers["connection"] == "close" and "retry-after" in refused.headers
        page = httpx.get(f"{club.base}/t/friday/board?lang=es", trust_env=False)
        assert page.status_code == 503 and "conexiones" in page.text and "<html" in page.text
        assert httpx.get(f"{club.base}/desk", trust_env=False).status_code == 200
        desk = club.phone(token=token)
        with desk.stream(path="/v1/hall/stream") as hall:
            assert hall.until("hall").data["tables"][0]["table"] == "friday"
            note = {"type": "noted", "data": {"text": "rain"}}
            assert desk.write("events", note, 1).status_code == 201
            assert hall.until("table").data["seq"] == 2
        with club.phone().watch({"table": "friday"}, {"token": token}) as shared:
            assert shared.until("hall").data["tables"][0]["table"] == "friday"
        joined = club.phone().post("/v1/join", {"code": key})
        assert joined.status_code == 201
        with pytest.raises(AssertionError, match="503"), club.phone().stream():
            pass
        with pytest.raises(AssertionError, match=code), club.phone().watch({"table": "friday"}):
            pass
    until(lambda: answers(club.phone()))


def test_the_referee_gets_in_however_many_wait_at_the_door(database: Path, served: Made) -> None:
    """More than may wait, that say nothing: who comes last takes the place of the first."""
    opened(database)
    club = served(connections=(8, 100))
    token = club.referee().token
    with ExitStack() as stack:
        held(club, stack, 8 + 2 * MOST_WAITING)
        desk = club.phone(token=token)
        for _ in range(5):
            assert desk.get("/v1/hall").status_code == 200
            held(club, stack, MOST_WAITING)
        assert club.phone().get("moment").status_code == 503


def test_a_proxy_says_who_comes(database: Path, served: Made) -> None:
    """Its own address is not limited, those that it names are; nobody else may name one."""
    opened(database)
    told: list[str] = []
    club = served(
        connections=(40, 4),
        behind="127.0.0.1",
        hosts=("https://club.example",),
        accesses=told.append,
    )
    assert club.serving.addresses[0] == "https://club.example"

    def asks(address: str, **more: str) -> httpx.Response:
        headers = {"X-Forwarded-For": f"10.9.9.9, {address}", "X-Forwarded-Proto": "https"} | more
        return club.phone().get("moment", headers={"Host": "club.example"} | headers)

    with ExitStack() as stack:
        phones = [club.phone(forwarded="10.0.0.1") for _ in range(4)]
        streams = [stack.enter_context(phone.stream()) for phone in phones]
        assert all(events.until("head").data["size"] == 1 for events in streams)
        assert asks("10.0.0.2").status_code == 200
        for named in ("10.0.0.1", "10.0.0.1:5678"):  # some proxies say the port, too
            refused = asks(named)
            assert (refused.status_code, refused.json()["code"]) == (503, "too-many-of-one")
        assert asks("[2001:db8::1]:5678").status_code == 200
        assert asks("10.0.0.2", **{"X-Forwarded-Proto": "http, https"},
                    Origin="https://club.example").status_code == 200  # fmt: skip
    assert any(" 10.0.0.0 GET /v1/tables/friday/moment 503" in line for line in told)
    assert any(" 2001:0db8:0000:: GET /v1/tables/friday/moment 200" in line for line in told)
    assert asks("10.0.0.2", Origin="https://club.example").status_code == 200
    assert asks("10.0.0.2", Origin="http://club.example").status_code == 403
    wrong = [club.phone().post("/v1/join", {"code": "AAAAAA"},
             headers={"X-Forwarded-For": "10.0.0.7"}).status_code for _ in range(6)]  # fmt: skip
    assert wrong == [404] * 5 + [429]
    assert club.phone().post("/v1/join", {"code": club.code()}).status_code == 201


def test_what_a_proxy_says_and_nobody_can_read_is_one_address(database: Path, served: Made) -> None:
    opened(database)
    club = served(connections=(40, 3), behind=" 127.0.0.0/8 ")
    with ExitStack() as stack:
        garbage = [club.phone(forwarded=said) for said in ("unknown", "10.0.0.1, _hidden", "[")]
        streams = [stack.enter_context(phone.stream()) for phone in garbage]
        assert all(events.until("head").data["size"] == 1 for events in streams)
        refused = club.phone(forwarded="<b>").get("moment")
        assert (refused.status_code, refused.json()["code"]) == (503, "too-many-of-one")
        assert club.phone(forwarded="10.0.0.1").get("moment").status_code == 200


@pytest.mark.parametrize("behind", ["nginx", "", "10.0.0.0/33", "127.0.0.1:80", "\x1b[31m"])
def test_a_proxy_that_is_no_address_is_told(ragami: Ragami, database: Path, behind: str) -> None:
    said = ragami("serve", "--db", str(database), "--port", "0", "--behind", behind)
    assert said.code == 2 and "is no address of a proxy, and no network" in said.err
    assert "\x1b" not in said.err and "defect" not in said.err


@pytest.mark.trial
def test_a_handshake_that_does_not_end_is_counted_and_ended(
    database: Path, served: Made, tmp_path: Path
) -> None:
    opened(database)
    club = served(tls=certificate(tmp_path), connections=(100, 4), slow_seconds=2.0)
    with ExitStack() as stack:
        held(club, stack, 4)
        refused = club.phone().get("moment")
        assert (refused.status_code, refused.json()["code"]) == (503, "too-many-of-one")
        until(lambda: not club.serving.connections._in)
        garbage = stack.enter_context(socket.create_connection(place_of(club)))
        garbage.sendall(b"GET / HTTP/1.1\r\n\r\n")
        assert not garbage.recv(1)
        assert club.phone().get("moment").status_code == 200
        with club.phone().stream() as events:
            assert events.until("head").data["size"] == 1
    until(lambda: not club.serving.connections._of)


def test_who_takes_nothing_of_what_is_sent_is_cut_off(database: Path, served: Made) -> None:
    """Screens of a hundred kB, and a phone that never reads; another one reads slowly."""
    opened(database)
    club = served(stuck_seconds=0.5, beat=0.1)
    assert TIMEOUT is None or club.serving.socket.getsockopt(socket.IPPROTO_TCP, TIMEOUT) == 60_000
    club.serving.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(place_of(club))
        body = json.dumps({"screens": [{"table": "friday"}] * 64}).encode()
        line.sendall(
            b"POST /v1/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n" % len(body) + body
        )
        until(lambda: club.serving.connections._in)
        until(lambda: not club.serving.connections._in)
    with club.phone().stream() as events:
        assert events.until("head").data["size"] == 1


def test_nobody_but_the_proxy_says_who_comes(club: Club) -> None:
    for number in range(6):
        forged = {"X-Forwarded-For": f"10.0.0.{number}"}
        answer = club.phone().post("/v1/join", {"code": "AAAAAA"}, headers=forged)
    assert answer.status_code == 429


def answers(phone: Phone) -> bool:
    with suppress(httpx.HTTPError):
        return bool(phone.get("/v1/health").is_success)
    return False


def test_codes_are_not_guessed(club: Club) -> None:
    phone = club.phone()
    code = club.code()
    for _ in range(5):
        assert phone.post("/v1/join", {"code": "AAAAAA"}).status_code == 404
    refused = phone.post("/v1/join", {"code": code})
    assert refused.status_code == 429 and int(refused.headers["Retry-After"]) > 0


def test_who_writes_too_often_waits(database: Path, served: Made) -> None:
    opened(database)
    club = served(posts=10)
    red, blue = club.join("red"), club.join("blue")
    statuses = [red.post("check", BET).status_code for _ in range(30)]
    assert 429 in statuses and statuses[0] == 200
    assert blue.post("check", BET).status_code == 200


def test_a_token_that_nobody_has_is_none(club: Club) -> None:
    for token in ("x", "0" * 32, "Bearer", "' OR 1=1 --"):
        refused = club.phone().get("moment", headers={"Authorization": f"Bearer {token}"})
        assert (refused.status_code, refused.json()["code"]) == (401, "token-needed"), token
        assert refused.headers["WWW-Authenticate"] == "Bearer"


def test_no_such_table_and_not_yours_are_the_same_answer(database: Path, club: Club) -> None:
    opened(database, "secret")
    referee = club.referee("secret")
    policy = {"enters": "anybody", "watches": "code", "undoes": "own"}
    assert referee.post("policy", policy, method="PUT").status_code == 200
    red = club.join("red")
    for phone in (club.phone(), red):
        for path in ("", "moment", "records", "stream", "head", "choices", "export/jsonl", "qr"):
            not_yours = phone.get(f"/v1/tables/secret/{path}".rstrip("/"))
            not_there = phone.get(f"/v1/tables/nosuch/{path}".rstrip("/"))
            assert not_yours.status_code == not_there.status_code == 404
            assert not_yours.content == not_there.content
        headers = {"If-Match": '"1"'}
        one = phone.post("/v1/tables/secret/events", BET, headers=headers)
        other = phone.post("/v1/tables/nosuch/events", BET, headers=headers)
        assert (one.status_code, one.content) == (other.status_code, other.content)
    assert "secret" not in club.phone().get("/v1/tables").text
    assert club.join("blue", "secret").get("moment").status_code == 200


def test_a_token_is_kept_as_its_hash_and_taken_away_with_one_tap(
    club: Club, database: Path
) -> None:
    red = club.join("red")
    assert red.token is not None
    beside = database.with_name("games.serve.db")
    kept = b"".join(path.read_bytes() for path in database.parent.glob("games.*"))
    assert red.token.encode() not in kept
    assert beside.stat().st_mode & 0o077 == 0
    (device,) = [one for one in red.get("devices").json()["devices"] if one["seats"] == ["red"]]
    assert (
        club.join("blue").post(f"/v1/devices/{device['device']}", method="DELETE").status_code
        == 404
    )
    assert red.post(f"/v1/devices/{device['device']}", method="DELETE").status_code == 200
    assert red.get("moment").status_code == 401


def test_markup_in_names_stays_text(database: Path, served: Made) -> None:
    club = served()
    evil = "<img src=x onerror=alert(1)>"
    new = {"table": "friday", "game": "race", "title": f"{evil}\u202e", "players": [
        {"seat": "red", "name": evil}, {"seat": "blue", "name": "\u202eBea"}]}  # fmt: skip
    assert club.referee().post("/v1/tables", new).status_code == 201
    red = club.join("red")
    assert red.write("events", {"type": "noted", "data": {"text": evil}}, 1).status_code == 201
    shown = red.get("moment").json()
    drawn = [shown["board"], shown["beside"], *(entry[2] for entry in shown["story"])]
    drawn += [markup for _label, markup in shown["spots"].values()]
    assert any("&lt;img" in one for one in drawn)
    assert not any("<img" in one or "\u202e" in one for one in drawn)


def test_nothing_changes_by_get(club: Club) -> None:
    red = club.join("red")
    for path in ("events", "undo", "redo", "lock", "code", "calls", "scan"):
        refused = red.get(path)
        assert (refused.status_code, refused.json()["code"]) == (405, "wrong-method"), path
    assert red.seq() == 1


def test_what_is_not_there_is_not_there(club: Club) -> None:
    for path in (
        "/..%2f..%2fetc/passwd",
        "/static/..%2fapp.py",
        "/static/app.py",
        "/t/friday/nonsense",
        "/v1/tables/%00",
        "/v1/tables/a%2fb/moment",
    ):
        assert club.phone().get(path).status_code in (400, 404), path


def test_a_browser_gets_a_page_of_what_is_not_there(club: Club) -> None:
    accept = {"Accept": "text/html,*/*;q=0.8", "Accept-Language": "es"}
    page = club.phone().get("/wall/friday", headers=accept)
    assert (page.status_code, page.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "Todas las mesas" in page.text
    assert club.phone().get("/wall/friday").json()["code"] == "page-not-found"
