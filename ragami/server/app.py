"""The application: every route of the table, behind the door."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Path
from starlette.routing import Router
from starlette.types import Receive, Scope, Send

from ragami.decoded import Data
from ragami.errors import RagamiError, error_of
from ragami.language import Language
from ragami.server.admission import AdmittedRequest, admit, expect_room, token_of
from ragami.server.answers import problem, refusal_of
from ragami.server.door import Door, language_of
from ragami.server.health import HEALTH
from ragami.server.route import Route
from ragami.server.service import Service, Settings
from ragami.server.stream_bodies import viewer_of

OVER: Final = ("too-many-connections", "too-many-of-one")
REST_SECONDS: Final = 0.1
HEED_SECONDS: Final = 2.0
NO_ROUTES: Final = Router()


class App:
    """The service as ASGI, behind its `door`. `service` is there while it runs."""

    service: Service

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._routes: tuple[Route, ...] = (HEALTH,)
        self._route()
        self.door = Door(
            self._inside,
            settings.hosts,
            overlay_from=settings.overlay_from,
            cors=settings.cors,
            accesses=settings.accesses,
            behind=settings.connections.behind,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the service as long as the context lasts."""
        self.service = Service(self.settings, _api)
        self._heard: set[str] = set()
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
        await self._load()

    async def _load(self) -> None:
        if len(self._routes) == 1:
            self._routes = await asyncio.to_thread(_all_routes)
            self._route()

    def _route(self) -> None:
        self._paths = [
            Path(route.path, _Endpoint(self, route), methods=[route.method])
            for route in self._routes
        ]
        # One router a method: a request is held against half of the paths.
        by_method: defaultdict[str, list[Path]] = defaultdict(list)
        for path in self._paths:
            for method in path.methods or ():
                by_method[method].append(path)
        self._routers = {
            method: Router(paths, redirect_slashes=False) for method, paths in by_method.items()
        }

    def _attend(self, table: str) -> None:
        """Take the results of a table that has grown, if it is one of a gathering."""
        from ragami.server.reports import take_agreed  # noqa: PLC0415 (law 10)
        from ragami.server.sitting import attend  # noqa: PLC0415 (law 10)

        attend(self.service, table)
        if table not in self._heard:  # the server has begun, or the game
            self._heard.add(table)
            self.service.soon(take_agreed(self.service, table))

    async def _heed(self) -> None:
        """Hear of what other servers do that stands in no log."""
        while True:
            await asyncio.sleep(HEED_SECONDS)
            if self.service.hub.clients:
                from ragami.server.sitting import heed  # noqa: PLC0415 (law 10)

                with suppress(RagamiError):  # the database is gone for now
                    self.service.announcer.publish_changes()
                    await heed(self.service)

    async def _inside(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find the route of a request, and have it answered."""
        path = scope["path"].rstrip("/") or "/"
        if path != HEALTH.path:
            await self._load()
        scope = {**scope, "path": path, "app": self}
        forwarded, connections = scope.get("forwarded"), self.settings.connections
        scope["over"] = forwarded is not None and not connections.more(forwarded)
        try:
            await self._routers.get(scope["method"], NO_ROUTES)(scope, receive, send)
        except HTTPException:
            language = _language(scope)
            response = problem(self._no_route(path, scope["method"]), language)
            if _is_read_by_people(Request(scope)):
                response = _as_page(response, language)
            await response(scope, receive, send)
        finally:
            if forwarded is not None:
                connections.less(forwarded)

    def _no_route(self, path: str, method: str) -> RagamiError:
        paths = [route for route in self._paths if route.path_regex.match(path)]
        allowed = sorted({verb for route in paths for verb in route.methods or ()})
        if not allowed:
            return RagamiError("page-not-found")
        return RagamiError("wrong-method", method=method, allowed=", ".join(allowed))


class _Endpoint:
    """Lets a request in by a route, and has it answered; or says what is wrong with it."""

    def __init__(self, app: App, route: Route) -> None:
        self._app, self._route = app, route

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = AdmittedRequest(scope, receive, self._app.service, self._route)
        try:
            response = await self._answer(request)
        except Exception as wrong:  # noqa: BLE001 (a fault of ours is said, too)
            response = problem(error_of(wrong), request.language)
        await response(scope, receive, send)

    async def _answer(self, request: AdmittedRequest) -> Response:
        try:
            with suppress(RagamiError) if self._route.always else nullcontext():
                expect_room(request, [token_of(request)])
            await admit(request)
            return await self._route.handler(request)
        except RagamiError as trouble:
            response = await _said(trouble, request)
            if trouble.code in OVER:
                response.headers["Connection"] = "close"
            if self._route.page or _is_read_by_people(request):
                return _as_page(response, request.language)
            return response


def _all_routes() -> tuple[Route, ...]:
    from ragami.server.routes import ROUTES  # noqa: PLC0415 (law 10)

    return ROUTES


def _api() -> Sequence[Route]:
    from ragami.server.routes import API  # noqa: PLC0415 (law 10)

    return API


async def _said(trouble: RagamiError, request: AdmittedRequest) -> Response:
    """Return an error as an answer; a refusal says what the asker may know."""
    more: Data = {"claim": trouble.facts["claim"]} if "claim" in trouble.facts else {}
    refused = refusal_of(trouble)
    if refused is None:
        return problem(trouble, request.language, **more)
    if not request.table:  # it is a record 1, and holds nothing but what was sent
        return problem(trouble, request.language, refused.game, refused.finding, **more)
    from ragami.game.capabilities import VISIBILITY  # noqa: PLC0415 (law 10)
    from ragami.judge.report import game_of  # noqa: PLC0415 (law 10)

    viewer = viewer_of(request.audience)
    lines = await request.service.lines(request.table, viewer)
    game = game_of(lines[0])
    seen = game.need(VISIBILITY).redact_finding(refused.finding, viewer)
    return problem(trouble, request.language, game, seen, **more)


def _is_read_by_people(request: Request) -> bool:
    """Tell whether a browser asks for a page: an address was typed, or a link opened."""
    return "text/html" in request.headers.get("accept", "")


def _as_page(problem_said: Response, language: Language) -> Response:
    from ragami.server.showing import wrong_page  # noqa: PLC0415 (law 10)

    return wrong_page(problem_said, language)


def _language(scope: Scope) -> Language:
    request = Request(scope)
    accepted = request.headers.get("accept-language", "")
    return language_of(accepted, request.query_params.get("lang"))
