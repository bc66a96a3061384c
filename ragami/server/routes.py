"""The one table of what can be asked: router, OpenAPI, documentation and tests are made of it."""

from __future__ import annotations

from typing import Any, Final

from ragami.decoded import Data
from ragami.server import (
    asking,
    hall,
    joining,
    reading,
    reports,
    rounds,
    showing,
    tables,
    watching,
    writing,
)
from ragami.server import bodies as b
from ragami.server import play_bodies as p
from ragami.server import round_bodies as r
from ragami.server.health import HEALTH
from ragami.server.route import Answers, Handler, Parameter, Route, Who

HTML: Final = "text/html"
STREAM: Final = "text/event-stream"
NDJSON: Final = "application/x-ndjson"
PHOTOS: Final = ("image/jpeg", "image/png", "image/webp")
ANY: Final = "*/*"
JSON: Final = "application/json"
SVG: Final = "image/svg+xml"
LANG: Final = {"lang": Parameter("en or es; else Accept-Language")}
AS: Final = {
    "as": Parameter("the audience: public, keeper, referee or a seat; else that of the token")
}
SEEN: Final = AS | LANG
QUESTION: Final = {"question": Parameter("last, who, mine, or at and a place or a record")}
AT: Final = {"at": Parameter("after this record instead of the last one", "integer")}
WRITES: Final = {
    "If-Match": Parameter(
        'the last record that one has seen, as `"57"`; else 428',
        pattern=r'^"[0-9]{1,15}"$',
        needed=True,
    ),
    "Idempotency-Key": Parameter("makes a repetition harmless, for ever: 200 with `repeated`"),
}
CLAIM: Final = {
    "X-Claim": Parameter(
        "the `claim` of the 403 that came before: repeat the same with it until it is 201 (the"
        " others said yes) or 410 (they said no); 409 while nobody has answered"
    )
}
LAST: Final = {"Last-Event-ID": Parameter("the last `id` that one has")}
AGAIN: Final = {"If-None-Match": Parameter("the ETag that one has: 304 where nothing is new")}
TABLE: Final = "/v1/tables/{table}"
WRITE_TROUBLES: Final = (409, 413, 422, 428, 507)


def _page(path: str, handler: Handler, *, always: bool = False) -> Route:
    answers = {200: HTML}
    return Route(
        f"GET {path}",
        handler,
        "anybody",
        answers,
        more=(404,),
        query=SEEN,
        always=always,
        page=True,
    )


def _write(handler: Handler, body: Any, **how: Any) -> Route:
    usual: Data = {"more": WRITE_TROUBLES, "query": SEEN, "headers": WRITES}
    answers = {201: p.Receipt, 200: p.Receipt}
    return Route(
        f"POST {TABLE}/{handler.__name__}", handler, "writer", answers, body, **usual | how
    )


def _table(
    at: str, handler: Handler, who: Who, answers: Answers, body: Any = None, **how: Any
) -> Route:
    """Return a route below a table: `at` is the method, and the path behind the table's name."""
    method, path = at.split(" ")
    return Route(f"{method} {TABLE}/{path}", handler, who, answers, body, **how)


PAGES: Final = (
    _page("/", showing.join_page),
    _page("/J/{code}", showing.join_by_code),
    _page("/help", showing.help_page),
    _page("/t/{table}", showing.seat_page),
    _page("/t/{table}/{screen}", showing.table_page),
    _page("/desk", showing.desk_page, always=True),
    _page("/desk/{table}/rounds", showing.rounds_page, always=True),
    _page("/desk/{table}", showing.ruling_page, always=True),
    Route("GET /static/{name}", showing.static, "anybody", {200: ANY}, more=(404,), always=True),
)

APP: Final = _table(
    "POST app", writing.app, "writer", {200: p.AppTurn}, p.AppAsked, more=(409, 422), bare=True
)
API: Final = (
    Route("GET /v1/openapi.json", reading.openapi, "anybody", {200: JSON}),
    HEALTH,
    Route("GET /v1/games", reading.games, "anybody", {200: b.Games}, query=LANG),
    Route(
        "GET /v1/games/{game}/symbols.svg",
        asking.symbols,
        "anybody",
        {200: SVG, 304: ""},
        more=(404,),
        headers=AGAIN,
    ),
    Route(
        "POST /v1/join",
        joining.join,
        "anybody",
        {201: b.Joined},
        b.Join,
        more=(403, 404, 409, 410, 423, 507),
        always=True,
    ),
    Route(
        "POST /v1/claims/{claim}",
        joining.claims,
        "member",
        {200: b.Answered},
        b.ClaimAnswer,
        more=(410, 507),
    ),
    Route(
        "POST /v1/tokens", joining.tokens, "referee", {201: b.Joined}, b.NewToken, more=(404, 507)
    ),
    Route("DELETE /v1/devices/{device}", joining.leave, "member", {200: b.Device}),
    Route("GET /v1/tables", tables.tables, "anybody", {200: b.Tables}),
    Route(
        "POST /v1/tables",
        tables.new_table,
        "referee",
        {201: b.TableEntry},
        b.NewTable,
        more=(400, 404, 409, 422, 507),
    ),
    Route(
        "POST /v1/import",
        tables.import_,
        "referee",
        {201: tables.ImportedLogs, 200: tables.ImportedLogs},
        more=(409, 413, 422, 507),
        query={
            "table": Parameter("what the table of the one log is called; else each as its title")
        },
        media=(NDJSON, "application/octet-stream"),
    ),
    Route(f"GET {TABLE}", tables.table, "audience", {200: b.TableEntry}),
    _table("PUT policy", tables.policy, "referee", {200: b.TableEntry}, b.Policy, more=(507,)),
    _table("POST lock", tables.lock, "writer", {200: b.TableEntry}, b.Lock, more=(507,)),
    _table("POST code", tables.code, "writer", {200: b.TableEntry}),
    _table("PUT house", tables.house, "writer", {200: b.TableEntry}, b.HouseSeats, more=(409, 507)),
    _table(
        "GET qr",
        reading.qr,
        "audience",
        {200: SVG},
        query={
            "to": Parameter(
                "watch (the board, for everybody), seat (a player's phone), slip (the newest seal,"
                " else the head) or join (needs a token of the table)",
                values=("watch", "seat", "slip", "join"),
            )
        },
    ),
    _table("GET devices", joining.devices, "member", {200: b.Devices}),
    _table(
        "GET moment",
        reading.moment,
        "audience",
        {200: p.Whole, 304: ""},
        query=SEEN | AT,
        headers=AGAIN,
    ),
    _table("GET spoken", reading.spoken, "audience", {200: b.SpokenAnswer}, query=SEEN | QUESTION),
    _table(
        "GET choices",
        asking.choices,
        "audience",
        {200: p.ChoicesReply, 304: ""},
        more=(409,),
        query=SEEN
        | {
            "type": Parameter("only those of this type"),
            "line": Parameter("how a line of the sheet that begins so may go on"),
        },
        headers=AGAIN,
    ),
    _table(
        "POST choices/next",
        asking.next_question,
        "audience",
        {200: p.FormAnswer},
        p.NextQuestion,
        more=(409, 413),
        query=SEEN,
        free=True,
    ),
    _write(writing.events, (b.EventDraft, p.SheetLine), lists=True),
    _table(
        "POST check",
        writing.check,
        "writer",
        {200: p.Checked},
        (b.EventDraft, p.SheetLine),
        more=(409, 413, 422),
        query=SEEN,
        lists=True,
        asks=True,
    ),
    _write(writing.undo, p.Undo, more=(*WRITE_TROUBLES, 410), headers=WRITES | CLAIM),
    _write(writing.redo, p.Redo),
    _table(
        "GET pieces",
        writing.piece_form,
        "audience",
        {200: p.PieceForm},
        query=SEEN | {"kind": Parameter("the kind of pieces, as a question names it")},
    ),
    _write(writing.pieces, p.NewPiece),
    _write(writing.corrections, p.Correction),
    _write(writing.rulings, p.RulingBody),
    _write(writing.penalties, p.Penalty),
    _table("POST whatif", writing.whatif, "referee", {200: p.Consequences}, p.WhatIf, more=(422,)),
    _table(
        "GET records",
        reading.records,
        "audience",
        {200: NDJSON},
        query=AS
        | {
            "after": Parameter("only those after this one", "integer"),
            "limit": Parameter("how many", "integer"),
        },
        headers=AGAIN,
    ),
    _table("GET export/{form}", reading.export, "audience", {200: ANY}, query=SEEN | AT),
    _table(
        "GET stream",
        reading.stream,
        "audience",
        {200: STREAM},
        query=SEEN,
        headers=LAST,
        events=watching.TABLE_EVENTS,
    ),
    Route(
        "POST /v1/stream",
        watching.watch,
        "anybody",
        {200: STREAM},
        b.Watch,
        more=(413,),
        free=True,
        always=True,
        events=watching.SHARED_EVENTS,
    ),
    _table("GET head", reading.head, "audience", {200: b.Head}),
    _table(
        "GET consistency",
        reading.consistency,
        "audience",
        {200: b.ConsistencyReply},
        more=(400, 409),
        query={
            "from": Parameter("records of the earlier tree", "integer"),
            "to": Parameter("of the later one", "integer"),
        },
    ),
    _table(
        "POST cosignatures",
        reading.cosignatures,
        "audience",
        {201: b.Witness},
        b.Cosignature,
        more=(409, 422),
    ),
    _table(
        "POST scan",
        writing.scan,
        "writer",
        {200: p.Scanned},
        p.Scan,
        more=(413, 422),
        query={
            "mine": Parameter("with a photo: from now on it is the mark of one's own", "boolean")
        },
        media=PHOTOS,
    ),
    APP,
    _table("POST calls", hall.call, "writer", {201: b.HallEntry}, body=b.Call, asks=True),
    _table("DELETE calls", hall.answer_call, "referee", {200: b.HallEntry}),
    _table(
        "POST entries",
        rounds.enter,
        "member",
        {201: r.EntrantReply, 202: r.EntrantReply},
        r.Entry,
        more=(422,),
    ),
    _table("GET entries", rounds.me, "audience", {200: r.EntrantReply}),
    _table(
        "POST admissions", rounds.admit, "referee", {200: r.EntrantReply}, r.Admission, more=(422,)
    ),
    _table(
        "POST presence", rounds.presence, "member", {200: r.EntrantReply}, r.Presence, more=(422,)
    ),
    _table("GET round", rounds.round_, "audience", {200: r.Round}, query=LANG),
    _table("PUT round", rounds.agree, "referee", {200: r.Agreement}, body=r.Agreement),
    _table("GET clock", rounds.clock, "audience", {200: r.Clock}),
    _table("POST clock", rounds.set_clock, "referee", {200: r.Clock}, body=r.SetClock),
    _table(
        "POST tables",
        rounds.open_tables,
        "referee",
        {201: r.OpenedTables},
        r.OpenTables,
        more=(409, 422),
    ),
    _table("POST sit", rounds.sit, "member", {201: b.Joined}, more=(422,)),
    _table(
        "POST reports",
        reports.report,
        "member",
        {201: r.ReportsOf},
        r.ResultReport,
        more=(409, 422),
        query=LANG,
    ),
    _table(
        "POST results", rounds.results, "referee", {200: r.Taken}, r.RoundTable, more=(409, 422)
    ),
    _table("GET steps", rounds.steps, "referee", {200: p.ChoicesReply}, query=LANG, more=(409,)),
    _table(
        "POST steps/next",
        rounds.next_of_step,
        "referee",
        {200: p.FormAnswer},
        p.NextQuestion,
        query=LANG,
        more=(409,),
    ),
    _table(
        "POST steps", rounds.ways, "referee", {200: r.Ways}, r.DeskStep, query=LANG, more=(422,)
    ),
    _table(
        "GET papers/{what}",
        rounds.paper,
        "audience",
        {200: HTML},
        more=(422,),
        query=LANG | {"code": Parameter("of the table: goes into the QR codes of what is printed")},
    ),
    Route("GET /v1/hall", hall.hall, "referee", {200: b.Hall}, query=LANG),
    Route(
        "GET /v1/hall/stream",
        hall.hall_stream,
        "referee",
        {200: STREAM},
        query=LANG,
        events=watching.HALL_EVENTS,
    ),
)

ROUTES: Final = PAGES + API
