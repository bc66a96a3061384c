"""The application: every route of the table with what answers it, behind the door."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cached_property, partial
from os import environ
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.routing import Route as Path
from starlette.types import Receive, Scope, Send

from ragami.errors import RagamiError
from ragami.game.capabilities import VISIBILITY
from ragami.judge.report import game_of
from ragami.language import Language
from ragami.server import bringing, hall, joining, reading, rounds, showing, writing
from ragami.server.door import Door, language_of
from ragami.server.problems import problem, refusal_of
from ragami.server.routes import PAGES, ROUTES, Route
from ragami.server.screens import viewer_of
from ragami.server.service import Asked, Handler, Service, Settings, admitted

HANDLERS: Final[Mapping[str, Handler]] = {
    "join-page": showing.join_page,
    "join-by-code": showing.join_by_code,
    "help-page": showing.help_page,
    "seat-page": showing.seat_page,
    "table-page": showing.table_page,
    "desk-page": showing.desk_page,
    "ruling-page": showing.ruling_page,
    "rounds-page": showing.rounds_page,
    "static": showing.static,
    "openapi": reading.openapi,
    "health": reading.health,
    "games": reading.games,
    "join": joining.join,
    "claims": joining.claims,
    "tokens": joining.tokens,
    "leave": joining.leave,
    "tables": joining.tables,
    "new-table": joining.new_table,
    "import": bringing.import_logs,
    "table": joining.table,
    "policy": joining.policy,
    "lock": joining.lock,
    "code": joining.code,
    "qr": reading.qr,
    "devices": joining.devices,
    "moment": reading.moment,
    "choices": reading.choices,
    "events": writing.events,
    "check": writing.check,
    "undo": writing.undo,
    "redo": writing.redo,
    "corrections": writing.corrections,
    "rulings": writing.rulings,
    "penalties": writing.penalties,
    "whatif": writing.whatif,
    "records": reading.records,
    "export": reading.export,
    "stream": reading.stream,
    "head": reading.head,
    "consistency": reading.consistency,
    "cosignatures": reading.cosignatures,
    "scan": writing.scan,
    "app": writing.app_turn,
    "call": hall.call,
    "answer-call": hall.answer_call,
    "enter": rounds.enter,
    "me": rounds.me,
    "admit": rounds.admit,
    "presence": rounds.presence,
    "round": rounds.round_,
    "agree": rounds.agree,
    "clock": rounds.clock,
    "set-clock": rounds.set_clock,
    "open-tables": rounds.open_tables,
    "sit": rounds.sit,
    "results": rounds.results,
    "steps": rounds.steps,
    "ways": rounds.ways,
    "paper": rounds.paper,
    "hall": hall.hall,
    "hall-stream": hall.hall_stream,
}
"""What answers each route, by its name."""

TRACEBACK_VARIABLE: Final = "RAGAMI_TRACEBACK"


class Entry(BaseRoute):
    """A route in the router: its pattern is made when something that looks like it is asked for.

    Most starts of a server would else go by making patterns.
    """

    def __init__(self, route: Route, answering: Callable[[Request], Awaitable[Response]]) -> None:
        self._route, self._answering = route, answering
        self._begin = route.path.partition("{")[0]

    @cached_property
    def _path(self) -> Path:
        route = self._route
        return Path(route.path, self._answering, methods=[route.method], name=route.name)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        path = scope["path"]
        alike = path.startswith(self._begin) and path.count("/") == self._route.path.count("/")
        return self._path.matches(scope) if alike else (Match.NONE, {})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._path.handle(scope, receive, send)


class App:
    """The service as ASGI. `service` is there while it runs (the lifespan)."""

    service: Service

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        paths = [Entry(route, self._answering(route)) for route in ROUTES]
        handlers = {HTTPException: _not_there}
        self.inside = Starlette(routes=paths, lifespan=self._lifespan, exception_handlers=handlers)
        self.outside = Door(
            self.inside, settings.hosts, overlay_from=settings.overlay_from, cors=settings.cors
        )

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        async with self.running():
            yield

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """As long as this, there is a service."""
        self.service = Service(self.settings)
        self.service.start()
        self.service.hub.listen(partial(rounds.attend, self.service))
        heeding = asyncio.ensure_future(rounds.heed(self.service))
        try:
            yield
        finally:
            heeding.cancel()
            self.service.close()

    def _answering(self, route: Route) -> Callable[[Request], Awaitable[Response]]:
        handler = HANDLERS[route.name]

        async def answering(request: Request) -> Response:
            try:
                return await self._answer(handler, request, route)
            except Exception as wrong:  # noqa: BLE001 (a fault of ours is said, too)
                return await _defect(request, wrong)

        return answering

    async def _answer(self, handler: Handler, request: Request, route: Route) -> Response:
        asked: Asked | None = None
        try:
            asked = await admitted(self.service, request, route)
            response: Response = await handler(asked)
        except RagamiError as trouble:
            said = await _said(trouble, request, asked)
            if route in PAGES and route.name != "static":
                return showing.wrong_page(said, _language(request))
            return said
        return response


async def _said(trouble: RagamiError, request: Request, asked: Asked | None) -> Response:
    """A trouble as an answer: of a refusal, what the asker may know."""
    language = _language(request)
    more: dict[str, Any] = {"claim": trouble.facts["claim"]} if "claim" in trouble.facts else {}
    finding = refusal_of(trouble)
    if finding is None or asked is None or not asked.table:
        return problem(trouble, language, **more)
    viewer = viewer_of(asked.audience)
    lines = await asked.service.lines(asked.table, viewer)
    game = game_of(lines[0])
    seen = game.need(VISIBILITY).redact_finding(finding, viewer)
    return problem(trouble, language, game, seen, **more)


def _language(request: Request) -> Language:
    return language_of(request.headers.get("accept-language", ""), request.query_params.get("lang"))


async def _not_there(request: Request, wrong: Exception) -> Response:
    """What the router itself says."""
    language = _language(request)
    if isinstance(wrong, HTTPException) and wrong.status_code == 405:
        allowed = (wrong.headers or {}).get("Allow", "")
        trouble = RagamiError("wrong-method", method=request.method, allowed=allowed)
        response = problem(trouble, language)
        response.headers["Allow"] = allowed
        return response
    return problem(RagamiError("page-not-found"), language)


async def _defect(request: Request, wrong: Exception) -> Response:
    """A fault of ours."""
    if environ.get(TRACEBACK_VARIABLE):
        traceback.print_exception(wrong)
    language = _language(request)
    first_line = str(wrong).partition("\n")[0]
    trouble = RagamiError("defect", kind=type(wrong).__name__, problem=first_line)
    return problem(trouble, language)
