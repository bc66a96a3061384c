"""Admission of requests: each with its sender, language and table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar

from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive, Scope

from ragami.errors import RagamiError
from ragami.server import door
from ragami.server.access import Access, Caller, TableState
from ragami.server.bodies import PUBLIC, REFEREE, Policy, read_as
from ragami.server.connections import LINE
from ragami.server.route import Route
from ragami.server.service import Service
from ragami.server.stream_bodies import Key

if TYPE_CHECKING:
    from ragami.server.painter import Painter
    from ragami.table.drafts import Stamp

Sent = TypeVar("Sent", bound=Struct)
T = TypeVar("T")
Given = ParamSpec("Given")
BEARER: Final = "bearer "
NO_TABLE: Final = TableState("", False, Policy())
LONGEST_NUMBER: Final = 15


class AdmittedRequest(Request):
    """A request that was let in. `table` is empty where it is about none."""

    def __init__(self, scope: Scope, receive: Receive, service: Service, route: Route) -> None:
        super().__init__(scope, receive)
        self.service, self.route = service, route
        self.caller = Caller()
        self.language = door.language_of(
            self.headers.get("accept-language", ""), self.query_params.get("lang")
        )
        self.table: str = self.path_params.get("table", "")
        self.agreed = NO_TABLE

    @property
    def address(self) -> str:
        """Return the address that the request comes from."""
        return self.client.host if self.client else "local"

    @property
    def audience(self) -> str:
        """Return the audience that is asked for. Raise `RagamiError` `not-allowed`."""
        return audience_of(self.caller, self.query_params.get("as"))

    @property
    def key(self) -> Key:
        """Return the screen that is asked for. Raise `RagamiError` `not-allowed`."""
        return Key(self.table, self.audience, self.language)

    def stamp(self) -> Stamp:
        """Return the time and the writer of the records: the server decides, never the sender."""
        from ragami.table.drafts import Stamp, now  # noqa: PLC0415 (law 10)

        return Stamp(now(), self.caller.code)

    async def drawn(
        self,
        job: Callable[Concatenate[Painter, str, Given], T],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> T:
        """Run a job about the table of the request in the thread that draws."""
        return await self.service.drawer.run(job, self.table, *given, **named)

    def number(self, name: str) -> int | None:
        """Return a number of the query. Raise `RagamiError` `wrong-request`."""
        text = self.query_params.get(name)
        if text is None:
            return None
        if not text.isdecimal() or len(text) > LONGEST_NUMBER:
            raise RagamiError("wrong-request", problem="not-a-number", where=name, found=text)
        return int(text)

    async def read(self, limit: int = door.BODY_BYTES) -> bytes:
        """Return the body of the request. Raise `RagamiError` `too-large`, `wrong-request`."""
        length = self.headers.get("content-length", "0")
        if not length.isdecimal():
            header = {"where": "Content-Length", "found": length}
            raise RagamiError("wrong-request", problem="not-a-number", **header)
        if int(length) > limit:
            raise RagamiError("too-large", limit=limit)
        parts: list[bytes] = []
        size = 0
        try:
            async for part in self.stream():
                size += len(part)
                if size > limit:
                    raise RagamiError("too-large", limit=limit)
                parts.append(part)
        except ClientDisconnect:  # or too slow: `Counted`
            raise RagamiError("wrong-request", problem="not-in-time") from None
        return b"".join(parts)

    async def read_as(self, kind: type[Sent]) -> Sent:
        """Return the body of the request as a struct. Raise `RagamiError`."""
        return read_as(kind, await self.read() or b"{}")


def expect_room(request: AdmittedRequest, tokens: Iterable[str | None]) -> None:
    """Raise `RagamiError` `too-many-connections`, `too-many-of-one`: but for a referee's token."""
    connections, line = request.service.settings.connections, request.scope["state"].get(LINE)
    over = "too-many-of-one" if request.scope["over"] else connections.over(line)
    if over is None:
        return
    callers = (request.service.access.caller(token) for token in tokens if token is not None)
    if not any(caller is not None and caller.role == REFEREE for caller in callers):
        raise RagamiError(over, most=connections.most, most_of_one=connections.most_of_one)
    connections.let_in(line)


async def admit(request: AdmittedRequest) -> None:
    """Find out who asks; raises `RagamiError` where that may not be.

    A table that is not there and one that is not for the caller give the same answer.
    """
    service, route, table = request.service, request.route, request.table
    caller = request.caller = caller_of(service.access, request)
    if request.method != "GET" and not route.free:
        sender = caller.token or request.address
        service.posts.expect(sender)
        service.posts.count(sender)
    if route.who in ("member", "writer", REFEREE) and caller.token is None:
        raise RagamiError("token-needed")
    of_the_hall = caller.role == REFEREE and (table or caller.table is None)
    if route.who == REFEREE and not of_the_hall:
        raise RagamiError("not-allowed", role=caller.role)
    if table:
        request.agreed = await agreed_at(service, caller, table)
    if route.who == "writer":
        await _expect_writer(request)
    _expect_type(request)


async def _expect_writer(request: AdmittedRequest) -> None:
    """Raise `RagamiError` `not-allowed` unless the sender may write here.

    Everybody at a table may write; at a gathering the referee may, and all others may ask.
    """
    role = request.caller.role
    asks = role == REFEREE or (role != PUBLIC and request.route.asks)
    sits = role != PUBLIC and not asks and not await request.service.gathers(request.table)
    if not asks and not sits:
        raise RagamiError("not-allowed", role=role)


def _expect_type(request: AdmittedRequest) -> None:
    """Raise `RagamiError` `not-json-type` if the body is of a type that the route does not take."""
    route = request.route
    takes = [*(["application/json"] if route.body is not None else []), *route.media]
    if not takes:
        return
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type not in takes and not (route.bare and not media_type):
        raise RagamiError("not-json-type", expected=takes[0], found=media_type or "nothing")


async def agreed_at(service: Service, caller: Caller, table: str) -> TableState:
    """Return the policy of a table that the caller may know of. Raise `table-not-found`."""
    belongs = caller.table == table or (caller.role == REFEREE and caller.table is None)
    if caller.token is not None and not belongs:
        raise RagamiError("table-not-found")
    if not await service.is_table(table):
        raise RagamiError("table-not-found")
    agreed = service.access.table(table)
    if agreed.policy.watches == "code" and not belongs:
        raise RagamiError("table-not-found")
    return agreed


def audience_of(caller: Caller, audience: str | None) -> str:
    """Return the audience for which a caller asks. Raise `RagamiError` `not-allowed`."""
    if audience is None:
        if caller.role == "seat" and caller.seats:
            return caller.seats[0]
        return caller.role if caller.role in ("keeper", REFEREE) else PUBLIC
    if caller.role in (REFEREE, audience) or audience in (PUBLIC, *caller.seats):
        return audience
    raise RagamiError("not-allowed", role=caller.role)


def caller_of(access: Access, request: Request) -> Caller:
    """Return the sender. Raise `RagamiError` `token-needed` for an unknown token."""
    token = token_of(request)
    return Caller() if token is None else holder_of(access, token)


def token_of(request: Request) -> str | None:
    """Return the token that a request is sent with; empty if it is none."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    return header[len(BEARER) :].strip() if header.lower().startswith(BEARER) else ""


def holder_of(access: Access, token: str) -> Caller:
    """Return the holder of a token. Raise `RagamiError` `token-needed` if there is none."""
    caller = access.caller(token.strip())
    if caller is None:
        raise RagamiError("token-needed")
    return caller
