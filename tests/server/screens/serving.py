"""Pages of example games, served as the service serves them: the same headers, files and names."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from msgspec import structs

from ragami.export.excerpt import Excerpt
from ragami.export.page.chart import CHART, Points, PointsChart
from ragami.export.page.moments import Stock
from ragami.game.capabilities import PAGE
from ragami.language import Language
from ragami.server.bodies import Policy, ProblemDetails, TableEntry
from ragami.server.door import POLICY
from ragami.server.pages import FILES, Context, page
from ragami.server.screens import GameSource, Screen
from ragami.store.memory import MemoryStore
from ragami.templates import render

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
TYPES: Final = {".js": "text/javascript", ".html": "text/html; charset=utf-8"}
TABLE: Final = "friday"
TROUBLE: Final = ProblemDetails(
    type="about:blank",
    title="No such table",
    status=404,
    detail="Nothing is here.",
    code="table-not-found",
    exit_code=3,
    rule=None,
    facts={},
    remedy="Join one.",
)


@cache
def static(name: str) -> str:
    path = FILES[name]
    return f"/static/{path.stem}-{sha256(path.read_bytes()).hexdigest()[:12]}{path.suffix}"


def source_of(log: bytes) -> GameSource:
    """A game at the table of the tests."""
    store = MemoryStore()
    store.append(TABLE, 0, log.splitlines())
    return GameSource(store, TABLE)


def context(log: bytes, lang: Language = "en", at: int | None = None) -> Context:
    """What the service hands to a page of this game."""
    source = source_of(log)
    screen = Screen(source, "public", lang)
    screen.read_to(at)
    names, title = source.game.seating(screen.narration.replay.state)
    entry = TableEntry(
        table=TABLE,
        game=source.game.name,
        title=title,
        seats=dict(names),
        taken=[],
        seq=screen.seq,
        over=False,
        locked=False,
        policy=Policy(),
        code=None,
        app=False,
    )
    return Context(
        lang,
        static,
        TABLE,
        entry,
        screen.whole("public"),
        tables=[entry, structs.replace(entry, table="saturday", over=True)],
        addresses=["http://192.168.178.23:8617"],
        sheet="ragami 1\n# a sheet\n",
        chart=chart(log, lang),
        problem=TROUBLE,
        place="1.1",
    )


def chart(log: bytes, lang: Language) -> str:
    """The chart of the exported page."""
    taken = Excerpt(TABLE, log, "public", lang)
    replay = taken.replay
    names, _title = replay.game.seating(replay.state)
    stage = replay.game.need(PAGE).stage(replay.state, names, lang, Stock().keep)
    return (
        render(CHART, lang, PointsChart(Points(taken, stage.players), stage.players, lang))
        if stage
        else ""
    )


@contextmanager
def served(pages: Mapping[str, str]) -> Iterator[str]:
    """Serves these pages by their paths; gives the address."""
    texts = {static(name): path for name, path in FILES.items()}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path in texts:
                named = texts[path].read_text("utf-8")
                body = re.sub(r'"\./([\w.-]+)"', lambda m: f'"{static(m[1])}"', named).encode()
                kind = TYPES[texts[path].suffix]
            elif path in pages:
                body, kind = pages[path].encode(), TYPES[".html"]
            else:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", POLICY.format(frame="'none'"))
            self.end_headers()
            with suppress(ConnectionError):  # the page has been left meanwhile
                self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (its own name)
            """Nothing is told."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def drawn(name: str, given: Context) -> str:
    """A page; those that are of no table are told of none."""
    none = replace(given, table=None, entry=None, whole=None, sheet="", chart="")
    return page(name, none if name in ("join", "help", "desk", "problem") else given)
