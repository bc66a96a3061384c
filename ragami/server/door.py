"""The door: which host, which origin, how much and how often; and what every answer says of itself.

There are no cookies, and nothing changes by GET: a page from elsewhere has nothing to borrow.
"""

from __future__ import annotations

import re
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path
from typing import Any, Final

from ragami.errors import RagamiError
from ragami.language import LANGUAGES, Language
from ragami.server.answers import problem
from ragami.templates import inlined

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Network = IPv4Network | IPv6Network
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_BYTES: Final = 64 * 1024
PHOTO_BYTES: Final = 8 * 1024 * 1024
IMPORT_BYTES: Final = 16 * 1024 * 1024
HEAD_BYTES: Final = 16 * 1024
SEND_SECONDS: Final = 10.0
WRONG_CODES: Final = 5
MINUTE: Final = 60.0
POSTS_A_SECOND: Final = 10
MOST_KNOWN: Final = 10_000
CODES: Final = "/J/"
UNREADABLE: Final = "?"
_HOST: Final = re.compile(
    r"(?:\[(?P<number>[0-9A-Fa-f:.]+)\]|(?P<name>[^\[\]:@/\s]+))(?::[0-9]{1,5})?"
)

_ROOM: Final = Path(__file__).parent
_STYLES: Final = (_ROOM.parent / "export/page/page.css", _ROOM / "static/screens.css")
STYLE: Final = inlined("".join(path.read_text("utf-8") for path in _STYLES))
"""The style of all screens, which stands in each: nothing is fetched before the first paint."""

POLICY: Final = (
    f"default-src 'none'; script-src 'self'; style-src '{STYLE.digest}'; img-src 'self' data:;"
    f" connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors {{frame}}"
)


class Door:
    """Lets in what asks for this server by a name of it, from a page of it or from none."""

    def __init__(
        self,
        app: App,
        hosts: Iterable[str],
        *,
        overlay_from: str | None = None,
        cors: bool = False,
        accesses: Callable[[str], object] | None = None,
        behind: Network | None = None,
    ) -> None:
        self.app, self.cors, self.accesses, self.behind = app, cors, accesses, behind
        self.hosts = {host.lower() for host in hosts}
        self._policy = POLICY.format(frame=overlay_from or "'none'")
        self._headers = [
            (b"content-security-policy", self._policy.encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
            (b"cross-origin-opener-policy", b"same-origin"),
        ]
        if overlay_from is None:
            self._headers.append((b"x-frame-options", b"DENY"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at the head of a request, and pass it on or say what is wrong."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}
        if scope["client"] and is_in(scope["client"][0], self.behind):
            scope = passed_on(scope, headers)
        saying = self._saying(scope, send)
        try:
            self._expect_harmless(scope, headers)
        except RagamiError as trouble:
            language = language_of(headers.get(b"accept-language", b"").decode("latin-1"))
            await problem(trouble, language)(scope, receive, saying)
            return
        await self.app(scope, receive, saying)

    def _expect_harmless(self, scope: Scope, headers: MutableMapping[bytes, bytes]) -> None:
        """Raise `RagamiError` `headers-too-large`, `foreign-host`, `foreign-origin`."""
        size = sum(len(name) + len(value) + 4 for name, value in scope["headers"])
        if size + len(scope["path"]) + len(scope["query_string"]) > HEAD_BYTES:
            raise RagamiError("headers-too-large", limit=HEAD_BYTES)
        hosts = [value for name, value in scope["headers"] if name.lower() == b"host"]
        if len(hosts) != 1 or host_in(hosts[0].decode("latin-1")) not in self.hosts:
            raise RagamiError("foreign-host")
        origin = headers.get(b"origin")
        if origin is None or (self.cors and scope["method"] == "GET"):
            return
        ours = f"{scope['scheme']}://{hosts[0].decode('latin-1')}".lower()
        if origin.decode("latin-1").lower() != ours:
            raise RagamiError("foreign-origin")

    def _saying(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that adds the headers of every answer."""
        public = self.cors and scope["method"] == "GET"

        async def saying(message: Any) -> None:
            if message["type"] == "http.response.start":
                names = {name.lower() for name, _value in message["headers"]}
                more = [header for header in self._headers if header[0] not in names]
                if b"cache-control" not in names:
                    more.append((b"cache-control", b"no-store"))
                if public:
                    more.append((b"access-control-allow-origin", b"*"))
                message["headers"] = [*message["headers"], *more]
                if self.accesses:
                    self.accesses(access(scope, message["status"]))
            await send(message)

        return saying


def is_in(address: str, network: Network | None) -> bool:
    """Say whether an address is of a network; none is where there is no network."""
    try:
        return network is not None and ip_address(address) in network
    except ValueError:
        return False


def passed_on(scope: Scope, headers: MutableMapping[bytes, bytes]) -> Scope:
    """Return a request that a proxy has passed on as its client has sent it.

    Of `X-Forwarded-For` and `-Proto` the last of a list is what our proxy has seen; what stands
    before it anybody may have written. All whose address cannot be read count as one.
    """
    if b"x-forwarded-for" not in headers:
        return scope
    last, protocol = (
        headers.get(name, b"").decode("latin-1").rpartition(",")[2].strip()
        for name in (b"x-forwarded-for", b"x-forwarded-proto")
    )
    try:
        address = str(ip_address(host_in(last) or last))
    except ValueError:
        address = UNREADABLE
    scheme = protocol.lower() if protocol.lower() in ("http", "https") else scope["scheme"]
    return {**scope, "client": (address, 0), "scheme": scheme, "forwarded": address}


def host_in(header: str) -> str:
    """Return the name or the number in a Host header, without its port; empty if it is none."""
    host = _HOST.fullmatch(header)
    return (host["number"] or host["name"]).lower() if host else ""


def shortened(address: str) -> str:
    """Return the network of an address, as it may stand in a log."""
    try:
        number = ip_address(address)
    except ValueError:
        return UNREADABLE
    if number.version == 4:
        return str(number).rpartition(".")[0] + ".0"
    return ":".join(number.exploded.split(":")[:3]) + "::"


def access(scope: Scope, status: int) -> str:
    """Return a line of the access log: without query, token and code, and with the network only."""
    path = scope["raw_path"].decode("latin-1")
    place = CODES if path.upper().startswith(CODES) else path
    network = shortened(scope["client"][0]) if scope["client"] else "?"
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {network} {scope['method']} {place} {status}"


def language_of(accepted: str, requested: str | None = None) -> Language:
    """Return the language that is asked for, or else accepted first."""
    codes = [requested or "", *accepted.split(",")]
    for code in codes:
        for language in LANGUAGES:
            if code.strip().lower().startswith(language):
                return language
    return "en"


class Rates:
    """A limit on how often somebody may do something: so many times in so many seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self._times: defaultdict[str, deque[float]] = defaultdict(deque)

    def expect(self, sender: str) -> None:
        """Raise `RagamiError` `too-many-requests` if the limit is reached."""
        times = self._recent(sender)
        if len(times) >= self.most:
            wait = max(1, round(self.seconds - (time.monotonic() - times[0])))
            raise RagamiError("too-many-requests", seconds=wait)

    def count(self, sender: str) -> None:
        if len(self._times) > MOST_KNOWN:
            self._times.clear()
        self._recent(sender).append(time.monotonic())

    def _recent(self, sender: str) -> deque[float]:
        times = self._times[sender]
        since = time.monotonic() - self.seconds
        while times and times[0] < since:
            times.popleft()
        return times
