"""Reading a table: the moment, the choices, the records, the tree, and the exports as files."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, Final
from urllib.parse import quote

from msgspec import UNSET
from starlette.responses import Response

from ragami.errors import RagamiError, needed
from ragami.export import maker
from ragami.export.excerpt import Excerpt
from ragami.game import GameDefinition, loadable
from ragami.game.capabilities import GATHERING, SETUP
from ragami.game.moment_labels import setting_words
from ragami.game.opening import Setting, named
from ragami.language import Language
from ragami.log.unredacted import log_of
from ragami.proof.note import TIMED, BadNote, Checkpoint, PublicKey, Signature, decoded
from ragami.server import bodies as b
from ragami.server.admission import AdmittedRequest
from ragami.server.answers import as_json, etag, event_stream, is_known, unchanged
from ragami.server.painter import Painter
from ragami.server.stream import Client
from ragami.server.stream_bodies import viewer_of

MEDIA: Final[Mapping[str, str]] = {
    "jsonl": "application/x-ndjson",
    "sheet": "text/plain; charset=utf-8",
    "page": "text/html; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
}
"""What a game can be taken out as."""

# An exported page carries its script and its style in itself, with their hashes in its own policy.
PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; sandbox"
    " allow-scripts"
)
MOST_RECORDS: Final = 10_000
LONGEST_QUESTION: Final = 80


async def moment(request: AdmittedRequest) -> Response:
    """Everything that a screen shows."""
    key, at = request.key, request.number("at")
    moment_drawn = await request.service.drawer.run(Painter.whole, key, at)
    tag = etag(moment_drawn.seq, key.audience, key.language)
    if is_known(request, tag):
        return unchanged(tag)
    return as_json(moment_drawn, ETag=tag)


async def spoken(request: AdmittedRequest) -> Response:
    """Answer a question in a sentence: last, who, mine, or at and a place."""
    key, question = request.key, request.query_params.get("question", "")[:LONGEST_QUESTION]
    seat = next(iter(request.caller.seats), None)
    says = await request.service.drawer.run(Painter.spoken, key, question, seat)
    return as_json(b.SpokenAnswer(list(says)))


async def records(request: AdmittedRequest) -> Response:
    """The records as the audience may have them, a line each."""
    audience = request.audience
    lines = await request.service.lines(request.table, viewer_of(audience))
    after, number_asked = request.number("after") or 0, request.number("limit")
    limit = MOST_RECORDS if number_asked is None else min(number_asked, MOST_RECORDS)
    tag = etag(len(lines), audience)
    if is_known(request, tag):
        return unchanged(tag)
    body = log_of(lines[after : after + limit])
    return Response(body, headers={"ETag": tag}, media_type="application/x-ndjson")


async def export(request: AdmittedRequest) -> Response:
    """The game as jsonl, sheet, page, svg or json."""
    form = request.path_params["form"]
    if form not in MEDIA:
        raise RagamiError("page-not-found")
    content = await export_of(request, form, viewer_of(request.audience))
    headers = {"Content-Security-Policy": PAGE_POLICY} if form == "page" else {}
    return Response(content, headers=headers, media_type=MEDIA[form])


async def export_of(request: AdmittedRequest, form: str, viewer: str) -> bytes:
    """Return the game in a form of `MEDIA`. Raise `RagamiError` `no-such-record`."""
    table, language, asked_at = request.table, request.language, request.number("at")
    known_table = await request.service.known(table, viewer)
    lines = known_table.whole or known_table.lines
    at = len(lines) if asked_at is None else asked_at
    if not 1 <= at <= len(lines):
        raise RagamiError("no-such-record", game=table, seq=at, last=len(lines))
    log = log_of(lines[:at])
    make = maker("html" if form == "page" else form)
    return await request.service.chooser.think(lambda: make(Excerpt(table, log, viewer, language)))


async def stream(request: AdmittedRequest) -> Response:
    """Every moment as it comes."""
    service = request.service
    last_id = request.headers.get("last-event-id", "")
    last = int(last_id) if last_id.isdecimal() and len(last_id) < 16 else None
    client = Client(request.caller.device, public=request.caller.token is None)
    return event_stream(service.stream(request.key, client, last))


# --- what it is worth -----------------------------------------------------------------------


async def head(request: AdmittedRequest) -> Response:
    """The head of the tree over the records."""
    tree_head = await request.drawn(Painter.head)
    tree_head.witnesses = request.service.access.witnesses(request.table)
    return as_json(tree_head)


async def consistency(request: AdmittedRequest) -> Response:
    """Return the proof that an earlier tree grew into the present one."""
    old, to = request.number("from"), request.number("to")
    if not old:
        raise RagamiError("wrong-request", problem="size-before")
    return as_json(await request.drawn(_consistency, old, to))


def _consistency(painter: Painter, table: str, old: int, to: int | None) -> b.ConsistencyReply:
    source = painter.source(table)
    size = len(source.kept) if to is None else to
    if not 0 < old <= size <= len(source.kept):
        raise RagamiError("other-tree", size=max(old, size))
    return source.consistency(old, size)


async def cosignatures(request: AdmittedRequest) -> Response:
    """Witness a head."""
    cosignature = await request.read_as(b.Cosignature)
    text = await request.drawn(_text_of, cosignature)
    if not _has_signed(cosignature, text):
        raise RagamiError("false-cosignature")
    witness = request.service.access.witness(request.table, cosignature, request.caller)
    request.service.announcer.publish_changes()
    return as_json(witness, 201)


def _text_of(painter: Painter, table: str, cosignature: b.Cosignature) -> str:
    """Return the checkpoint that was signed. Raise `RagamiError` `other-tree`."""
    source = painter.source(table)
    if cosignature.size > len(source.kept):
        raise RagamiError("other-tree", size=cosignature.size)
    proof = source.consistency(cosignature.size, cosignature.size)
    if proof.root != cosignature.root:
        raise RagamiError("other-tree", size=cosignature.size)
    now = source.head(None)
    return Checkpoint(now.origin, cosignature.size, decoded(cosignature.root)).text()


def _has_signed(cosignature: b.Cosignature, text: str) -> bool:
    try:
        key = PublicKey("device", decoded(cosignature.key, 32))
        body = cosignature.time.to_bytes(8, "big") + decoded(cosignature.signature, 64)
    except BadNote:
        return False
    return key.signed(text, Signature(key.name, key.id(TIMED), body))


# --- about the service ----------------------------------------------------------------------


async def openapi(request: AdmittedRequest) -> Response:
    """Answer the routes for programs as OpenAPI 3.1."""
    from ragami.server.openapi import document  # noqa: PLC0415 (seldom asked for)

    return as_json(document(request.service.api()))


async def games(request: AdmittedRequest) -> Response:
    """The games that can be opened."""
    described = (_game(game, request.language) for game in loadable())
    return as_json(b.Games([description for description in described if description]))


def _game(game: GameDefinition, language: Language) -> b.GameDescription | None:
    setup, tables = game.get(SETUP), game.get(GATHERING)
    opens = tables or setup
    if opens is None:
        return None
    settings = [_setting(game, setting, language) for setting in opens.settings()]
    seats = {seat: game.words.word(seat, language) for seat in (setup.seats if setup else ())}
    return b.GameDescription(
        game.name,
        game.called(language),
        seats,
        *game.players,
        game.hidden,
        bool(game.chance),
        game.simultaneous,
        settings,
        tables is not None,
        setup is not None and named(setup),
        game.plays is not None,
    )


def _setting(game: GameDefinition, setting: Setting, language: Language) -> b.SettingEntry:
    """Return a setting with the words for it and its values."""
    return b.SettingEntry(
        setting.name,
        list(setting.values),
        setting.usual,
        list(setting.meaning.get(language, ())),
        *setting_words(game, setting, language),
        None if setting.free is UNSET else setting.free,
    )


async def qr(request: AdmittedRequest) -> Response:
    """The address of the table as a QR code."""

    with needed("web"):
        import segno  # noqa: PLC0415 (law 10)

    table, to = request.table, request.query_params.get("to")
    if to == "slip":  # the newest seal, else the head as it is
        newest = await request.drawn(Painter.head)
        return _picture(segno, newest.note or newest.text)
    base = base_address(request)
    if to == "join":
        if request.caller.token is None:
            raise RagamiError("token-needed")
        return _picture(segno, f"{base}/J/{request.agreed.code}".upper())
    return _picture(segno, f"{base}/t/{quote(table, safe='')}" + ("" if to == "seat" else "/board"))


def base_address(request: AdmittedRequest) -> str:
    """Return the address at which phones find this server."""
    addresses = request.service.settings.addresses
    return next(iter(addresses), str(request.base_url)).rstrip("/")


def _picture(segno: Any, text: str) -> Response:
    picture = BytesIO()
    segno.make(text, error="m", micro=False).save(picture, kind="svg", scale=4)
    return Response(picture.getvalue(), media_type="image/svg+xml")
