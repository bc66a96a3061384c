"""The pages as HTML, and the files that they are made with.

How a page looks is said in `ragami.server.pages`; here it is given what it shows. A page is asked
for without a token, so what stands in it is what everybody may see.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from functools import cache, lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from typing import Any, Final

import msgspec
from starlette.responses import Response

from ragami.errors import RagamiError
from ragami.export.excerpt import Excerpt
from ragami.export.page.chart import Chart
from ragami.export.page.points import Points
from ragami.game.capabilities import PAGE
from ragami.game.visibility import PUBLIC
from ragami.language import Language
from ragami.server.joining import entry, tables_seen
from ragami.server.pages import FILES
from ragami.server.reading import export_of
from ragami.server.service import Asked
from ragami.server.sitting import papers, round_of, round_with
from ragami.server.watched import Key
from ragami.store import Store

IMMUTABLE: Final = "public, max-age=31536000, immutable"
DIGITS: Final = 12
_PLACE: Final = re.compile(r"[0-9]{1,3}\.[0-9]{1,4}")
_IMPORT: Final = re.compile(rb"""(["'])\./([A-Za-z0-9_-]+\.js)\1""")


async def join_page(asked: Asked) -> Response:
    """The first page."""
    seen = await tables_seen(asked)
    return _page(asked, "join", tables=seen, code=None)


async def join_by_code(asked: Asked) -> Response:
    """What the QR code leads to; joining itself is a POST, for links are fetched by many."""
    code = asked.request.path_params["code"]
    return _page(asked, "join", tables=[], code=code.upper()[:20])


async def help_page(asked: Asked) -> Response:
    """How a phone gets here."""
    return _page(asked, "help")


async def seat_page(asked: Asked) -> Response:
    """My seat."""
    return await _table_page(asked, "seat")


async def table_page(asked: Asked) -> Response:
    """Another screen of a table."""
    screen = asked.request.path_params["screen"]
    if _PLACE.fullmatch(screen):
        return await _place_page(asked, screen)
    if screen not in import_module("ragami.server.pages").SCREENS:
        raise RagamiError("page-not-found")
    return await _table_page(asked, screen)


async def _place_page(asked: Asked, place: str) -> Response:
    """A table of a gathering's round. Raises `RagamiError` `page-not-found`."""
    if not await asked.service.gathers(asked.table):
        raise RagamiError("page-not-found")
    given = (asked.service.hub.painter, asked.table, asked.language)
    told = await asked.service.drawer.run(round_of, *given)
    found = [one for one in told["tables"] if one.place == place]
    return await _table_page(asked, "place", sitting=found[0] if found else {"place": place})


async def rounds_page(asked: Asked) -> Response:
    """The desk of a gathering. Raises `RagamiError` `page-not-found`."""
    if not await asked.service.gathers(asked.table):
        raise RagamiError("page-not-found")
    given = (asked.service.hub.painter, asked.table, asked.language)
    return await _table_page(asked, "rounds", papers=await asked.service.drawer.run(papers, *given))


async def desk_page(asked: Asked) -> Response:
    """The desk: empty until its script has a token."""
    return _page(asked, "desk")


async def ruling_page(asked: Asked) -> Response:
    """A table on the desk."""
    return await _table_page(asked, "ruling")


async def _table_page(asked: Asked, name: str, **more: Any) -> Response:
    """A page with how the table stands for everybody."""
    service = asked.service
    if await service.gathers(asked.table):
        name = import_module("ragami.server.pages").OF_A_GATHERING.get(name, name)
    given = (service.hub.painter, asked.table)
    if (of := await service.drawer.run(round_with, *given)) is not None:
        more["clock"] = service.access.gatherings.clock(of)
    key = Key(asked.table, PUBLIC, asked.language)
    whole = await service.drawer.run(service.hub.painter.whole, key, None)
    more |= {"table": asked.table, "whole": whole, "screen": name}
    if name == "sheet":
        more["sheet"] = (await export_of(asked, "sheet", PUBLIC)).decode()
    if name == "result":
        lines = await service.lines(asked.table, PUBLIC)
        more["chart"] = await service.drawer.run(_chart, lines, asked.language)
    return _page(asked, name, entry=await entry(asked, asked.table), **more)


def _chart(_store: Store, lines: list[bytes], language: Language) -> str:
    """The points of everybody, as the exported page has them; empty before there is a table."""
    taken = Excerpt("", b"".join(line + b"\n" for line in lines), PUBLIC, language)
    game, state = taken.replay.game, taken.replay.state
    stage = game.need(PAGE).stage(state, game.seating(state).names, language, str)
    return Chart(Points(taken, stage), stage, language).markup() if stage else ""


def wrong_page(trouble: Response, language: Language) -> Response:
    """A problem for who looks at a page: the same words and the same status."""
    told = msgspec.json.decode(bytes(trouble.body))
    pages = import_module("ragami.server.pages")
    html: str = pages.page("problem", {"lang": language, "static": address_of, "problem": told})
    headers = {"Content-Language": language}
    return Response(html, trouble.status_code, headers, "text/html; charset=utf-8")


def _page(asked: Asked, name: str, **context: Any) -> Response:
    pages = import_module("ragami.server.pages")
    common = {
        "lang": asked.language,
        "static": address_of,
        "addresses": list(asked.service.settings.addresses),
        "audience": PUBLIC,
        "version": version("ragami"),
    }
    html: str = pages.page(name, common | context)
    headers: dict[str, str] = {"Content-Language": asked.language}
    return _packed(asked, html.encode(errors="replace"), "text/html; charset=utf-8", headers)


# --- files ----------------------------------------------------------------------------------


async def static(asked: Asked) -> Response:
    """A file, for ever: its name is made of what is in it."""
    found = _named().get(asked.request.path_params["name"])
    if found is None:
        raise RagamiError("page-not-found")
    media, content = found
    return _packed(asked, content, media, {"Cache-Control": IMMUTABLE})


def _packed(asked: Asked, content: bytes, media: str, headers: dict[str, str]) -> Response:
    """What everybody may have, packed where that is understood: a phone may be on a slow line."""
    headers["Vary"] = "Accept-Encoding, Accept-Language"
    if "gzip" in asked.request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        content = _zipped(content)
    return Response(content, headers=headers, media_type=media)


@lru_cache(maxsize=64)
def _zipped(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)


def address_of(name: str) -> str:
    """Where a file is. Raises `KeyError` for one that is not there."""
    return f"/static/{_addresses()[name]}"


@cache
def _addresses() -> dict[str, str]:
    """By the name of each file, the name under which it is served."""
    paths = [path for _name, path in sorted(FILES.items())]
    # Modules name each other: whichever of them changes, all have another name.
    scripts = b"".join(path.read_bytes() for path in paths if path.suffix == ".js")
    named: dict[str, str] = {}
    for path in paths:
        content = scripts if path.suffix == ".js" else path.read_bytes()
        digest = sha256(path.name.encode() + b"\n" + content).hexdigest()[:DIGITS]
        named[path.name] = f"{path.stem}-{digest}{path.suffix}"
    return named


@cache
def _named() -> dict[str, tuple[str, bytes]]:
    """The files by the names under which they are served."""
    addresses = _addresses()

    def renamed(found: re.Match[bytes]) -> bytes:
        quote, name = found[1], found[2].decode()
        return quote + b"./" + addresses.get(name, name).encode() + quote

    files: dict[str, tuple[str, bytes]] = {}
    for name, served in addresses.items():
        content = FILES[name].read_bytes()
        media = mimetypes.guess_type(name)[0] or "application/octet-stream"
        if name.endswith(".js"):
            media, content = "text/javascript", _IMPORT.sub(renamed, content)
        if media.startswith("text/"):
            media += "; charset=utf-8"
        files[served] = media, content
    return files
