"""The application: every route of the table with what answers it, behind the door."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cache
from importlib import import_module
from os import environ
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ragami.errors import RagamiError
from ragami.language import Language
from ragami.server.door import Door, language_of
from ragami.server.problems import problem, refusal_of
from ragami.server.routes import PAGES, ROUTES, Route
from ragami.server.service import Asked, Handler, Service, Settings, admitted

HANDLERS: Final[Mapping[str, str]] = {
    "join-page": "showing.join_page",
    "join-by-code": "showing.join_by_code",
    "help-page": "showing.help_page",
    "seat-page": "showing.seat_page",
    "table-page": "showing.table_page",
    "desk-page": "showing.desk_page",
    "ruling-page": "showing.ruling_page",
    "rounds-page": "showing.rounds_page",
    "static": "showing.static",
    "openapi": "reading.openapi",
    "health": "reading.health",
    "games": "reading.games",
    "join": "joining.join",
    "claims": "joining.claims",
    "tokens": "joining.tokens",
    "leave": "joining.leave",
    "tables": "joining.tables",
    "new-table": "joining.new_table",
    "import": "bringing.import_logs",
    "table": "joining.table",
    "policy": "joining.policy",
    "lock": "joining.lock",
    "code": "joining.code",
    "qr": "reading.qr",
    "devices": "joining.devices",
    "moment": "reading.moment",
    "choices": "reading.choices",
    "events": "writing.events",
    "check": "writing.check",
    "undo": "writing.undo",
    "redo": "writing.redo",
    "corrections": "writing.corrections",
    "rulings": "writing.rulings",
    "penalties": "writing.penalties",
    "whatif": "writing.whatif",
    "records": "reading.records",
    "export": "reading.export",
    "stream": "reading.stream",
    "head": "reading.head",
    "consistency": "reading.consistency",
    "cosignatures": "reading.cosignatures",
    "scan": "writing.scan",
    "app": "writing.app_turn",
    "call": "hall.call",
    "answer-call": "hall.answer_call",
    "enter": "rounds.enter",
    "me": "rounds.me",
    "admit": "rounds.admit",
    "presence": "rounds.presence",
    "round": "rounds.round_",
    "agree": "rounds.agree",
    "clock": "rounds.clock",
    "set-clock": "rounds.set_clock",
    "open-tables": "rounds.open_tables",
    "sit": "rounds.sit",
    "results": "rounds.results",
    "steps": "rounds.steps",
    "ways": "rounds.ways",
    "paper": "rounds.paper",
    "hall": "hall.hall",
    "hall-stream": "hall.hall_stream",
}
"""What answers each route, by its name: the module here and its function."""

TRACEBACK_VARIABLE: Final = "RAGAMI_TRACEBACK"
REST_SECONDS: Final = 0.1
HEED_SECONDS: Final = 2.0


@cache
def handler_of(name: str) -> Handler:
    """What answers a route: its module is imported when it is asked for, or when nobody waits."""
    module, _, function = HANDLERS[name].partition(".")
    found: Handler = getattr(import_module(f"ragami.server.{module}"), function)
    return found


class App:
    """The service as ASGI, behind its `door`. `service` is there while it runs."""

    service: Service

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._entries = [(route, route.path.split("/")) for route in ROUTES]
        self.door = Door(
            self._inside,
            settings.hosts,
            overlay_from=settings.overlay_from,
            cors=settings.cors,
            accesses=settings.accesses,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """As long as this, there is a service."""
        self.service = Service(self.settings)
        self.service.hub.listen(self._attend)
        self.service.start()
        heeding = asyncio.ensure_future(self._heed())
        try:
            yield
        finally:
            heeding.cancel()
            self.service.close()

    async def load(self) -> None:
        """Import whatever answers, once the server is there and nobody waits."""
        await asyncio.sleep(REST_SECONDS)
        await asyncio.to_thread(lambda: [handler_of(name) for name in HANDLERS])

    def _attend(self, table: str) -> None:
        """A table has grown: it may be one of a gathering."""
        import_module("ragami.server.rounds").attend(self.service, table)

    async def _heed(self) -> None:
        """Hear of what other servers do that stands in no log."""
        while True:
            await asyncio.sleep(HEED_SECONDS)
            if self.service.hub.clients:
                with suppress(RagamiError):  # the database is gone for now
                    self.service.announcer.announce()
                    await import_module("ragami.server.rounds").heed(self.service)

    async def _inside(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            response = await self._answer(request)
        except Exception as wrong:  # noqa: BLE001 (a fault of ours is said, too)
            response = _defect(request, wrong)
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        route = asked = None
        try:
            route, request.scope["path_params"] = self._asked_for(request)
            asked = await admitted(self.service, request, route)
            response: Response = await handler_of(route.name)(asked)
        except RagamiError as trouble:
            said = await _said(trouble, request, asked)
            if route in PAGES and route.name != "static":
                page = import_module("ragami.server.showing").wrong_page
                shown: Response = page(said, _language(request))
                return shown
            return said
        return response

    def _asked_for(self, request: Request) -> tuple[Route, dict[str, str]]:
        """The route of a request and what stands in its path.

        Raises `RagamiError` `page-not-found`, `wrong-method`.
        """
        method = "GET" if request.method == "HEAD" else request.method
        parts = (request.scope["path"].rstrip("/") or "/").split("/")
        allowed = []
        for route, named in self._entries:
            given = _in_path(named, parts)
            if given is not None and route.method == method:
                return route, given
            if given is not None:
                allowed.append(route.method)
        if allowed:
            facts = {"method": request.method, "allowed": ", ".join(allowed)}
            raise RagamiError("wrong-method", **facts)
        raise RagamiError("page-not-found")


def _in_path(named: list[str], parts: list[str]) -> dict[str, str] | None:
    """What stands in the places of a path that have a name; None for another path."""
    if len(named) != len(parts):
        return None
    given = {}
    for name, part in zip(named, parts, strict=True):
        if name.startswith("{") and part:
            given[name[1:-1]] = part
        elif name != part:
            return None
    return given


async def _said(trouble: RagamiError, request: Request, asked: Asked | None) -> Response:
    """A trouble as an answer: of a refusal, what the asker may know."""
    language = _language(request)
    more: dict[str, Any] = {"claim": trouble.facts["claim"]} if "claim" in trouble.facts else {}
    finding = refusal_of(trouble)
    if finding is None or asked is None or not asked.table:
        return problem(trouble, language, **more)
    from ragami.game.capabilities import VISIBILITY  # noqa: PLC0415 (law 10)
    from ragami.judge.report import game_of  # noqa: PLC0415 (law 10)
    from ragami.server.screens import viewer_of  # noqa: PLC0415 (law 10)

    viewer = viewer_of(asked.audience)
    lines = await asked.service.lines(asked.table, viewer)
    game = game_of(lines[0])
    seen = game.need(VISIBILITY).redact_finding(finding, viewer)
    return problem(trouble, language, game, seen, **more)


def _language(request: Request) -> Language:
    return language_of(request.headers.get("accept-language", ""), request.query_params.get("lang"))


def _defect(request: Request, wrong: Exception) -> Response:
    """A fault of ours."""
    if environ.get(TRACEBACK_VARIABLE):
        traceback.print_exception(wrong)
    language = _language(request)
    first_line = str(wrong).partition("\n")[0]
    trouble = RagamiError("defect", kind=type(wrong).__name__, problem=first_line)
    return problem(trouble, language)
