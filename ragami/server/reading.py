"""What is shown: the moment, the choices, the records, the tree, and every way out as a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import version
from io import BytesIO
from typing import Any, Final

import msgspec
from starlette.responses import Response, StreamingResponse

from ragami.errors import RagamiError
from ragami.export.excerpt import Excerpt
from ragami.game import GameDefinition, game_named, installed
from ragami.game.capabilities import CHOICES, GATHERING, SETUP
from ragami.judge.replay import Replay
from ragami.language import Language
from ragami.proof.checkpoint import Checkpoint
from ragami.proof.note import TIMED, BadNote, PublicKey, Signature, decoded
from ragami.server import bodies as b
from ragami.server.joining import as_json
from ragami.server.painter import Painter
from ragami.server.screens import Known, viewer_of
from ragami.server.service import KEPT_CHOICES, Asked
from ragami.server.stream import PROTOCOL, Client
from ragami.store import Store

FORMS: Final[Mapping[str, tuple[str, str]]] = {
    "jsonl": ("jsonl", "application/x-ndjson"),
    "sheet": ("sheet", "text/plain; charset=utf-8"),
    "page": ("page", "text/html; charset=utf-8"),
    "svg": ("drawing", "image/svg+xml"),
    "json": ("document", "application/json"),
}
"""What a game can be taken out as: the module of `ragami.export`, and the media type."""

# An exported page carries its script and its style in itself, with their hashes in its own policy.
PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; sandbox"
    " allow-scripts"
)
MOST_RECORDS: Final = 10_000
LONGEST_LINE: Final = 1000


def etag(*parts: object) -> str:
    """What names an answer: `"57.green.es"`."""
    return '"' + ".".join(map(str, parts)) + '"'


def is_known(asked: Asked, tag: str) -> bool:
    """Has the caller got just this?"""
    given = asked.request.headers.get("if-none-match", "")
    return tag in {one.strip().removeprefix("W/") for one in given.split(",")}


async def moment(asked: Asked) -> Response:
    """Everything that a screen shows."""
    key, at = asked.key, asked.number("at")
    whole = await asked.service.drawer.run(asked.service.hub.painter.whole, key, at)
    tag = etag(whole.seq, key.audience, key.language)
    if is_known(asked, tag):
        return Response(status_code=304, headers={"ETag": tag})
    return as_json(whole, ETag=tag)


async def choices(asked: Asked) -> Response:
    """The legal choices, of what the audience knows."""
    service, viewer, type_ = asked.service, viewer_of(asked.audience), asked.query.get("type", "")
    known = await service.known(asked.table, viewer)
    seq = len(known.lines)
    if (line := asked.query.get("line")) is not None:
        ways = await service.chooser.run(_ways, known, line[:LONGEST_LINE], asked.language)
        return as_json(b.Choices(seq, asked.audience, [], {}, ways))
    tag = etag(seq, asked.audience, asked.language)
    if is_known(asked, tag):
        return Response(status_code=304, headers={"ETag": tag})
    kept = (asked.table, seq, viewer, f"{asked.language}.{type_}")
    offered = service.choices.get(kept)
    if offered is None:
        offered = await service.chooser.run(_choices, known, asked.language, type_)
        service.choices[kept] = offered
        if len(service.choices) > KEPT_CHOICES:
            service.choices.popitem(last=False)
    audience = msgspec.json.encode(asked.audience)
    body = b'{"seq":%d,"audience":%s,%s' % (seq, audience, offered[1:])
    return Response(body, headers={"ETag": tag}, media_type="application/json")


def _ways(_store: Store, known: Known, line: str, language: Language) -> list[str]:
    """How a line may go on, each time the whole line."""
    from ragami.sheet import complete  # noqa: PLC0415 (few write lines of the sheet)

    return [line[: one.start] + one.text for one in complete(known.fold(), line, language)]


def _choices(_store: Store, known: Known, language: Language, type_: str) -> bytes:
    replay = known.fold()
    game = replay.game
    if replay.error:
        raise RagamiError("log-stopped", seq=replay.error.line or len(known.lines))
    legal = msgspec.to_builtins(list(game.need(CHOICES).legal(replay.state)))
    offered = [one for one in legal if type_ in ("", one["type"])]
    return with_words(replay, offered, language)


def with_words(replay: Replay, offered: list[Any], language: Language) -> bytes:
    """Choices as JSON, with what every code in them is called, and who sits where."""
    game = replay.game
    names, _title = game.seating(replay.state)
    said = dict.fromkeys(_texts(offered))
    words = {code: game.words.word(code, language) for code in said} | dict(names)
    return msgspec.json.encode({"choices": offered, "words": words})


def _texts(value: Any) -> Iterator[str]:
    """Every text in some JSON, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inside in value.items():
            yield str(key)
            yield from _texts(inside)
    elif isinstance(value, Iterable):
        for inside in value:
            yield from _texts(inside)


async def records(asked: Asked) -> Response:
    """The records as the audience may have them."""
    lines = await asked.service.lines(asked.table, viewer_of(asked.audience))
    after = asked.number("after", 0) or 0
    limit = min(asked.number("limit", MOST_RECORDS) or 0, MOST_RECORDS)
    tag = etag(len(lines), asked.audience)
    if is_known(asked, tag):
        return Response(status_code=304, headers={"ETag": tag})
    body = b"".join(line + b"\n" for line in lines[after : after + limit])
    return Response(body, headers={"ETag": tag}, media_type="application/x-ndjson")


async def export(asked: Asked) -> Response:
    """The game as a file, made of the lines that the audience may have."""
    form = asked.request.path_params["form"]
    if form not in FORMS:
        raise RagamiError("page-not-found")
    made = await export_of(asked, form, viewer_of(asked.audience))
    media = FORMS[form][1]
    headers = {"Content-Security-Policy": PAGE_POLICY} if form == "page" else {}
    return Response(made, headers=headers, media_type=media)


async def export_of(asked: Asked, form: str, viewer: str) -> bytes:
    """The game in a form. Raises `RagamiError` `no-such-record`."""
    lines = await asked.service.lines(asked.table, viewer)
    at = asked.number("at", len(lines)) or 0
    if not 1 <= at <= len(lines):
        raise RagamiError("no-such-record", game=asked.table, seq=at, last=len(lines))
    given = (asked.table, lines[:at], viewer, asked.language, FORMS[form][0])
    return await asked.service.chooser.run(_export, *given)


def _export(
    _store: Store, name: str, lines: list[bytes], viewer: str, language: Language, module: str
) -> bytes:
    log = b"".join(line + b"\n" for line in lines)
    made: bytes = import_module(f"ragami.export.{module}").export(
        Excerpt(name, log, viewer, language)
    )
    return made


async def stream(asked: Asked) -> Response:
    """Every moment as it comes."""
    key, service = asked.key, asked.service
    given = asked.request.headers.get("last-event-id", "")
    last = int(given) if given.isdecimal() and len(given) < 16 else None
    hello = {
        "protocol": PROTOCOL,
        "table": key.table,
        "audience": key.audience,
        "lang": key.language,
        "version": version("ragami"),
    }
    client = Client(asked.caller.device, public=asked.caller.token is None)
    return event_stream(service.hub.stream(key, client, last, hello, service.announcer.begin))


def event_stream(events: Any) -> Response:
    """A stream that no proxy keeps to itself."""
    headers = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}
    return StreamingResponse(events, headers=headers, media_type="text/event-stream")


# --- what it is worth -----------------------------------------------------------------------


async def head(asked: Asked) -> Response:
    """The head of the tree, and who has seen which."""
    found = await asked.service.drawer.run(asked.service.hub.painter.head, asked.table)
    found.witnesses = asked.service.access.witnesses(asked.table)
    return as_json(found)


async def consistency(asked: Asked) -> Response:
    """That an earlier tree grew into a later one."""
    old, to = asked.number("from"), asked.number("to")
    if not old:
        raise RagamiError("wrong-request", problem="from: how many records")
    given = (asked.service.hub.painter, asked.table, old, to)
    return as_json(await asked.service.drawer.run(_consistency, *given))


def _consistency(
    store: Store, painter: Painter, table: str, old: int, to: int | None
) -> b.Consistency:
    source = painter.source(store, table)
    size = len(source.kept) if to is None else to
    if not 0 < old <= size <= len(source.kept):
        raise RagamiError("other-tree", size=max(old, size))
    return source.consistency(old, size)


async def cosignatures(asked: Asked) -> Response:
    """Witness a head: the signature is checked, whose it is nobody knows but by its key."""
    wanted = await asked.sent(b.Cosignature)
    service = asked.service
    text = await service.drawer.run(_text_of, service.hub.painter, asked.table, wanted)
    if not _has_signed(wanted, text):
        raise RagamiError("false-cosignature")
    seen = (wanted.size, wanted.root, wanted.name, wanted.key, wanted.time, wanted.signature)
    service.access.witness(asked.table, *seen)
    service.announcer.announce()
    return as_json(b.Witness(wanted.name, wanted.size, wanted.key), 201)


def _text_of(store: Store, painter: Painter, table: str, wanted: b.Cosignature) -> str:
    """The checkpoint that was signed. Raises `RagamiError` `other-tree`."""
    source = painter.source(store, table)
    if wanted.size > len(source.kept):
        raise RagamiError("other-tree", size=wanted.size)
    there = source.consistency(wanted.size, wanted.size)
    if there.root != wanted.root:
        raise RagamiError("other-tree", size=wanted.size)
    now = source.head(None)
    return Checkpoint(now.origin, wanted.size, decoded(wanted.root)).text()


def _has_signed(wanted: b.Cosignature, text: str) -> bool:
    try:
        key = PublicKey("device", decoded(wanted.key, 32))
        body = wanted.time.to_bytes(8, "big") + decoded(wanted.signature, 64)
    except BadNote:
        return False
    return key.signed(text, Signature(key.name, key.id(TIMED), body))


# --- about the service ----------------------------------------------------------------------


async def openapi(_asked: Asked) -> Response:
    """The table of routes, for programs."""
    from ragami.server.openapi import document  # noqa: PLC0415 (seldom asked for)

    return as_json(document())


async def health(asked: Asked) -> Response:
    """Is the database there?"""
    told = b.Health(True, True, version("ragami"))
    try:
        await asked.service.drawer.run(lambda store: store.head("ragami"))
    except RagamiError:
        told.ready = False
    return as_json(told, 200 if told.ready else 503)


async def games(asked: Asked) -> Response:
    """The games that can be opened."""
    return as_json(b.Games(games_here(asked.language)))


def games_here(language: Language) -> list[b.GameEntry]:
    """The games that can be opened, each with what is to be said then."""
    return [told for name in installed() if (told := _game(game_named(name), language))]


def _game(game: GameDefinition, language: Language) -> b.GameEntry | None:
    setup, tables = game.get(SETUP), game.get(GATHERING)
    opens = tables or setup
    if opens is None:
        return None
    settings = [
        b.SettingEntry(one.name, list(one.values), one.usual, list(one.meaning.get(language, ())))
        for one in opens.settings()
    ]
    seats = {seat: game.words.word(seat, language) for seat in (setup.seats if setup else ())}
    least = setup.least if setup else 0
    title = game.words.word(game.name, language)
    return b.GameEntry(game.name, title, seats, least, settings, tables is not None)


async def qr(asked: Asked) -> Response:
    """The address of the table as a QR code: of its board, or for joining."""
    from ragami.extras import needed  # noqa: PLC0415 (only here)

    with needed("web"):
        import segno  # noqa: PLC0415 (law 10)

    if asked.query.get("to") == "slip":
        return _picture(segno, await asked.service.drawer.run(_slip, asked))
    joins = asked.query.get("to") == "join"
    if joins and asked.caller.token is None:
        raise RagamiError("token-needed")
    base = next(iter(asked.service.settings.addresses), str(asked.request.base_url)).rstrip("/")
    seat = asked.query.get("to") == "seat"
    address = f"{base}/t/{asked.table}" + ("" if seat else "/board")
    if joins:
        address = f"{base}/J/{asked.state.code}".upper()
    return _picture(segno, address)


def _slip(store: Store, asked: Asked) -> str:
    """What stands on a slip: the newest seal, else the head as it is."""
    head = asked.service.hub.painter.head(store, asked.table)
    return head.note or head.text


def _picture(segno: Any, text: str) -> Response:
    made = BytesIO()
    segno.make(text, error="m", micro=False).save(made, kind="svg", scale=4)
    return Response(made.getvalue(), media_type="image/svg+xml")
