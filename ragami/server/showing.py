"""The pages as HTML, and the files that they are made with.

How a page looks is said in `ragami.server.pages`; here it is given what it shows. A page is asked
for without a token, so what stands in it is what everybody may see.
"""

from __future__ import annotations

import gzip
import re
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.export.page.chart import CHART, public_chart
from ragami.language import Language
from ragami.server import bodies as b
from ragami.server import play_bodies as p
from ragami.server.admission import AdmittedRequest
from ragami.server.bodies import PUBLIC
from ragami.server.pages import FILES, OF_A_GATHERING, SCREENS, Context, page
from ragami.server.painter import Painter
from ragami.server.reading import export_of
from ragami.server.screens import KnownTable
from ragami.server.sitting import papers, round_of, round_with
from ragami.server.stream_bodies import Key
from ragami.server.tables import entry, visible_names, visible_tables
from ragami.templates import render

IMMUTABLE: Final = "public, max-age=31536000, immutable"
SCRIPT: Final = "text/javascript; charset=utf-8"
DIGITS: Final = 12
TELLS_BRANCHES: Final = ("board", "story")
_PLACE: Final = re.compile(r"[0-9]{1,3}\.[0-9]{1,4}")
_IMPORT: Final = re.compile(rb"""(["'])\./([A-Za-z0-9_-]+\.js)\1""")


async def join_page(request: AdmittedRequest) -> Response:
    """Join: the tables, a code to be typed."""
    return _page(request, "join", tables=await visible_tables(request))


async def join_by_code(request: AdmittedRequest) -> Response:
    """Join the table of a code; what the QR code leads to."""
    code = request.path_params["code"]
    return _page(request, "join", code=code.upper()[:20])


async def help_page(request: AdmittedRequest) -> Response:
    """Your phone does not get here?"""
    return _page(request, "help")


async def seat_page(request: AdmittedRequest) -> Response:
    """My seat."""
    return await _table_page(request, "seat")


async def table_page(request: AdmittedRequest) -> Response:
    """A screen of a table: board, projector, story …"""
    screen = request.path_params["screen"]
    if _PLACE.fullmatch(screen):
        return await _place_page(request, screen)
    if screen not in SCREENS:
        raise RagamiError("page-not-found")
    return await _table_page(request, screen)


async def _place_page(request: AdmittedRequest, place: str) -> Response:
    """Return the page of a table of the round. Raise `RagamiError` `page-not-found`."""
    await _expect_gathering(request)
    tables = (await request.drawn(round_of, request.language))["tables"]
    sitting = next((sitting for sitting in tables if sitting.place == place), None)
    return await _table_page(request, "place", place=place, sitting=sitting)


async def rounds_page(request: AdmittedRequest) -> Response:
    """The desk of a gathering: rounds, clock, calls."""
    await _expect_gathering(request)
    printed = await request.drawn(papers, request.language)
    return await _table_page(request, "rounds", papers=printed)


async def _expect_gathering(request: AdmittedRequest) -> None:
    """Raise `RagamiError` `page-not-found` if the game has no tables of its own."""
    if not await request.service.gathers(request.table):
        raise RagamiError("page-not-found")


async def desk_page(request: AdmittedRequest) -> Response:
    """The referee's desk."""
    return _page(request, "desk")


async def ruling_page(request: AdmittedRequest) -> Response:
    """A table on the referee's desk."""
    return await _table_page(request, "ruling")


async def _table_page(request: AdmittedRequest, name: str, **more: object) -> Response:
    """Return a page of a table as everybody may see it."""
    service, key = request.service, Key(request.table, PUBLIC, request.language)
    if await service.gathers(key.table):
        name = OF_A_GATHERING.get(name, name)
    moment, of, chart = await service.drawer.run(_drawn, key, name)
    if of is not None:
        more["clock"] = service.access.gatherings.clock(of)
    more |= {"table": key.table, "whole": moment, "chart": chart}
    if name in TELLS_BRANCHES:
        more |= await _branches(request)
    if name == "sheet":
        more["sheet"] = (await export_of(request, "sheet", PUBLIC)).decode()
    return _page(request, name, entry=await entry(request, key.table), **more)


async def _branches(request: AdmittedRequest) -> Data:
    """Return where a table goes on from, and what goes on from it; of tables that one may see."""
    seen = await visible_names(request)
    origin = await request.drawn(Painter.origin)
    branches = await request.drawn(Painter.branches, seen)
    return {"origin": origin if origin and origin.game in seen else None, "branches": branches}


def _drawn(painter: Painter, key: Key, name: str) -> tuple[p.Whole, str | None, str]:
    """Return a table as drawn, its gathering, and on the page of the result its chart."""
    chart = _chart(painter.known(key.table, PUBLIC), key.language) if name == "result" else ""
    return painter.whole(key), round_with(painter, key.table), chart


def _chart(known: KnownTable, language: Language) -> str:
    """Draw the points of everybody as the exported page does; empty before there is a board."""
    chart = public_chart(known.whole or known.lines, language)
    return render(CHART, language, chart) if chart else ""


def wrong_page(trouble: Response, language: Language) -> Response:
    """Return a problem as a page, with the same words and status."""
    details = msgspec.json.decode(bytes(trouble.body), type=b.ProblemDetails)
    html = page("problem", Context(language, address_of, problem=details))
    headers = {"Content-Language": language}
    return Response(html, trouble.status_code, headers, "text/html; charset=utf-8")


def _page(request: AdmittedRequest, name: str, **context: Any) -> Response:
    addresses = request.service.settings.addresses
    html = page(name, Context(request.language, address_of, addresses=addresses, **context))
    headers: dict[str, str] = {"Content-Language": request.language}
    return _packed(request, html.encode(errors="replace"), "text/html; charset=utf-8", headers)


# --- files ----------------------------------------------------------------------------------


async def static(request: AdmittedRequest) -> Response:
    """A file of the pages."""
    content = _named().get(request.path_params["name"])
    if content is None:
        raise RagamiError("page-not-found")
    return _packed(request, content, SCRIPT, {"Cache-Control": IMMUTABLE})


def _packed(request: Request, content: bytes, media: str, headers: dict[str, str]) -> Response:
    """Return a public answer, packed where the client takes that: a phone may be on a slow line."""
    headers["Vary"] = "Accept-Encoding, Accept-Language"
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        content = _zipped(content)
    return Response(content, headers=headers, media_type=media)


@lru_cache(maxsize=64)
def _zipped(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)


def address_of(name: str) -> str:
    """Return the address of a file. Raise `KeyError` for one that does not exist."""
    return f"/static/{_addresses()[name]}"


@cache
def _addresses() -> dict[str, str]:
    """Map the name of each file to the name under which it is served."""
    paths = [path for _name, path in sorted(FILES.items())]
    # Modules name each other: whichever of them changes, all have another name.
    scripts = b"".join(path.read_bytes() for path in paths)
    addresses: dict[str, str] = {}
    for path in paths:
        digest = sha256(path.name.encode() + b"\n" + scripts).hexdigest()[:DIGITS]
        addresses[path.name] = f"{path.stem}-{digest}{path.suffix}"
    return addresses


@cache
def _named() -> dict[str, bytes]:
    """Map the names under which files are served to their contents."""
    addresses = _addresses()

    def renamed(match: re.Match[bytes]) -> bytes:
        quote, name = match[1], match[2].decode()
        return quote + b"./" + addresses.get(name, name).encode() + quote

    return {
        served: _IMPORT.sub(renamed, FILES[name].read_bytes()) for name, served in addresses.items()
    }
