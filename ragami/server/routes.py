"""The one table of what can be asked: router, OpenAPI, documentation and tests are made of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

from ragami.server import bodies as b
from ragami.server import round_bodies as r

Method = Literal["GET", "POST", "PUT", "DELETE"]
Who = Literal["anybody", "audience", "member", "writer", "referee"]
"""Anybody; whoever may see the table (with the code, where its policy wants one); whoever has a
token of it; seat, keeper or referee; the referee."""


class Route(NamedTuple):
    """One thing that can be asked. `body` is what is sent, `answers` the success by status.

    `troubles` are the other statuses; those of `EVERYWHERE` every route may say, too.
    `query` has by name what it means. An answer is a struct, or the media type of what comes.
    """

    name: str
    method: Method
    path: str
    who: Who
    does: str
    answers: dict[int, type[Struct] | str]
    body: type[Struct] | tuple[type[Struct], ...] | None = None
    troubles: tuple[int, ...] = ()
    query: Mapping[str, str] = {}
    headers: Mapping[str, str] = {}
    # What else may be sent than JSON, by media type.
    media: tuple[str, ...] = ()


HTML: Final = "text/html"
STREAM: Final = "text/event-stream"
NDJSON: Final = "application/x-ndjson"
PHOTOS: Final = ("image/jpeg", "image/png", "image/webp")
ANY: Final = "*/*"
SCHEMA: Final = "application/schema+json"
SEEN: Final = {
    "as": "the audience: public, keeper, referee or a seat; else that of the token",
    "lang": "en or es; else Accept-Language",
}
AT: Final = {"at": "after this record instead of the last one"}
WRITES: Final = {
    "If-Match": 'the last record that one has seen, as `"57"`; else 428',
    "Idempotency-Key": "makes a repetition harmless, for ever: 200 with `repeated`",
}
AGAIN: Final = {"If-None-Match": "the ETag that one has: 304 where nothing is new"}
TABLE: Final = "/v1/tables/{table}"
WRITE_TROUBLES: Final = (401, 403, 404, 409, 413, 415, 422, 428, 507)


def _page(name: str, path: str, does: str) -> Route:
    return Route(name, "GET", path, "anybody", does, {200: HTML}, None, (404,), SEEN)


def _write(name: str, does: str, body: Any, *more: int) -> Route:
    answers: dict[int, type[Struct] | str] = {201: b.Receipt, 200: b.Receipt}
    path = f"{TABLE}/{name}"
    troubles = (*WRITE_TROUBLES, *more)
    return Route(name, "POST", path, "writer", does, answers, body, troubles, SEEN, WRITES)


PAGES: Final = (
    _page("join-page", "/", "Join: the tables, a code to be typed."),
    _page("join-by-code", "/J/{code}", "Join the table of a code; what the QR code leads to."),
    _page("help-page", "/help", "Your phone does not get here?"),
    _page("seat-page", "/t/{table}", "My seat."),
    _page("table-page", "/t/{table}/{screen}", "A screen of a table: board, projector, story …"),
    _page("desk-page", "/desk", "The referee's desk."),
    _page("rounds-page", "/desk/{table}/rounds", "The desk of a gathering: rounds, clock, calls."),
    _page("ruling-page", "/desk/{table}", "A table on the referee's desk."),
    Route("static", "GET", "/static/{name}", "anybody", "A file of the pages.", {200: ANY}, None,
          (404,)),
)  # fmt: skip

API: Final = (
    Route("openapi", "GET", "/v1/openapi.json", "anybody", "This table as OpenAPI 3.1.",
          {200: "application/json"}),
    Route("health", "GET", "/v1/health", "anybody", "Is the service there, and its database?",
          {200: b.Health, 503: b.Health}),
    Route("games", "GET", "/v1/games", "anybody", "The games that can be opened.",
          {200: b.Games}, query={"lang": SEEN["lang"]}),
    Route("join", "POST", "/v1/join", "anybody", "Join a table, take a seat, or become referee.",
          {201: b.Joined}, b.Join, (403, 404, 409, 410, 415, 423, 507)),
    Route("claims", "POST", "/v1/claims/{claim}", "member", "Say yes or no to a claimed seat.",
          {200: b.Answered}, b.Answer, (401, 403, 404, 410, 415, 507)),
    Route("tokens", "POST", "/v1/tokens", "referee", "Make a token for a program.",
          {201: b.Joined}, b.NewToken, (401, 403, 404, 415, 507)),
    Route("leave", "DELETE", "/v1/devices/{device}", "member",
          "Take a token away: one's own, or as referee any.", {200: b.Device}, None,
          (401, 403, 404)),
    Route("tables", "GET", "/v1/tables", "anybody", "The tables that one may see.",
          {200: b.Tables}),
    Route("new-table", "POST", "/v1/tables", "referee", "Open a table.",
          {201: b.TableEntry}, b.NewTable, (400, 401, 403, 404, 409, 415, 422, 507)),
    Route("import", "POST", "/v1/import", "referee",
          "Bring logs in, to the byte: each is judged, and with an error nothing is stored.",
          {201: b.Imported, 200: b.Imported}, None, (401, 403, 409, 413, 415, 422, 507),
          {"table": "what the table of the one log is called; else each as its title"},
          media=(NDJSON,)),
    Route("table", "GET", TABLE, "audience", "A table: its seats, its policy.",
          {200: b.TableEntry}, None, (401, 404)),
    Route("policy", "PUT", f"{TABLE}/policy", "referee", "Say who may enter, watch, take back.",
          {200: b.TableEntry}, b.Policy, (401, 403, 404, 415, 507)),
    Route("lock", "POST", f"{TABLE}/lock", "writer", "Shut or open joining.",
          {200: b.TableEntry}, b.Lock, (401, 403, 404, 415, 507)),
    Route("code", "POST", f"{TABLE}/code", "writer", "Give the table another code.",
          {200: b.TableEntry}, None, (401, 403, 404)),
    Route("qr", "GET", f"{TABLE}/qr", "audience", "The address of the table as a QR code.",
          {200: "image/svg+xml"}, None, (401, 404),
          {"to": "watch (the board, for everybody), seat (a player's phone), slip (the newest"
                 " seal, else the head) or join (needs a token of the table)"}),
    Route("devices", "GET", f"{TABLE}/devices", "member", "Who has a token of the table.",
          {200: "application/json"}, None, (401, 403, 404)),
    Route("moment", "GET", f"{TABLE}/moment", "audience", "Everything that a screen shows.",
          {200: b.Whole, 304: ""}, None, (401, 404), SEEN | AT, AGAIN),
    Route("choices", "GET", f"{TABLE}/choices", "audience", "The legal choices.",
          {200: b.Choices, 304: ""}, None, (401, 404, 409),
          SEEN | {"type": "only those of this type",
                  "line": "how a line of the sheet that begins so may go on"}, AGAIN),
    _write("events", "Write events down: a draft, a list of them, or a line of the sheet.",
           (b.Draft, b.SheetLine)),
    Route("check", "POST", f"{TABLE}/check", "writer", "Verdicts on events; nothing is written.",
          {200: b.Checked}, (b.Draft, b.SheetLine), (401, 403, 404, 409, 413, 415, 422), SEEN),
    _write("undo", "Strike out the last events.", b.Undo, 410),
    _write("redo", "Take back the last undo.", b.Redo),
    _write("corrections", "Let a record read otherwise (referee).", b.Correction),
    _write("rulings", "Let the next event break a rule (referee).", b.Ruling),
    _write("penalties", "Penalize a player (referee).", b.Penalty),
    Route("whatif", "POST", f"{TABLE}/whatif", "referee", "What a record would change.",
          {200: "application/json"}, b.WhatIf, (401, 403, 404, 415, 422)),
    Route("records", "GET", f"{TABLE}/records", "audience",
          "The records as the audience may have them, a line each.", {200: NDJSON}, None,
          (401, 404), {"as": SEEN["as"], "after": "only those after this one", "limit": "how many"},
          AGAIN),
    Route("export", "GET", f"{TABLE}/export/{{form}}", "audience",
          "The game as jsonl, sheet, page, svg or json.", {200: ANY}, None, (401, 404), SEEN | AT),
    Route("stream", "GET", f"{TABLE}/stream", "audience", "Every moment as it comes.",
          {200: STREAM}, None, (401, 404), SEEN, {"Last-Event-ID": "the last `id` that one has"}),
    Route("head", "GET", f"{TABLE}/head", "audience", "The head of the tree over the records.",
          {200: b.Head}, None, (401, 404)),
    Route("consistency", "GET", f"{TABLE}/consistency", "audience",
          "That an earlier tree grew into the present one.", {200: b.Consistency}, None,
          (400, 401, 404, 409), {"from": "records of the earlier tree", "to": "of the later one"}),
    Route("cosignatures", "POST", f"{TABLE}/cosignatures", "audience", "Witness a head.",
          {201: b.Witness}, b.Cosignature, (401, 404, 409, 415, 422)),
    Route("scan", "POST", f"{TABLE}/scan", "writer",
          "Whose this is now: by its mark as JSON, or by a photo of its QR code.",
          {200: b.Scanned}, b.Scan, (401, 403, 404, 413, 415, 422), media=PHOTOS),
    Route("app", "POST", f"{TABLE}/app", "writer",
          "Let the app write what it has to (it does by itself, where nothing else may come).",
          {200: "application/json"}, None, (401, 403, 404)),
    Route("call", "POST", f"{TABLE}/calls", "writer", "Call the referee.",
          {201: b.HallEntry}, b.Call, (401, 403, 404, 415)),
    Route("answer-call", "DELETE", f"{TABLE}/calls", "referee", "The calls are answered.",
          {200: b.HallEntry}, None, (401, 403, 404)),
    Route("enter", "POST", f"{TABLE}/entries", "member", "Enter a gathering by a name.",
          {201: r.Entered, 202: r.Entered}, r.Entry, (401, 403, 404, 415, 422)),
    Route("me", "GET", f"{TABLE}/entries", "audience", "Who this device is in a gathering.",
          {200: r.Entered}, None, (401, 404)),
    Route("admit", "POST", f"{TABLE}/admissions", "referee", "Let somebody in who asks, or not.",
          {200: r.Entered}, r.Admission, (401, 403, 404, 415, 422)),
    Route("presence", "POST", f"{TABLE}/presence", "member", "Go home, or come back.",
          {200: r.Entered}, r.Presence, (401, 403, 404, 415, 422)),
    Route("round", "GET", f"{TABLE}/round", "audience",
          "The tables of the present round, each as it stands here.", {200: r.Round}, None,
          (401, 404), {"lang": SEEN["lang"]}),
    Route("agree", "PUT", f"{TABLE}/round", "referee",
          "Who lets somebody in, and what takes the results.", {200: r.Agreement}, r.Agreement,
          (401, 403, 404, 415)),
    Route("clock", "GET", f"{TABLE}/clock", "audience", "How long the round still goes.",
          {200: r.Clock}, None, (401, 404)),
    Route("set-clock", "POST", f"{TABLE}/clock", "referee", "Start, stop or add to the clock.",
          {200: r.Clock}, r.SetClock, (401, 403, 404, 415)),
    Route("open-tables", "POST", f"{TABLE}/tables", "referee",
          "Open a game for every table of the round that has none.", {201: "application/json"},
          r.OpenTables, (401, 403, 404, 409, 415, 422)),
    Route("sit", "POST", f"{TABLE}/sit", "member", "Take one's seat at the table of the round.",
          {201: b.Joined}, None, (401, 403, 404, 422)),
    Route("results", "POST", f"{TABLE}/results", "referee",
          "Take the result of a table from its log.", {200: "application/json"}, r.Place,
          (401, 403, 404, 409, 415, 422)),
    Route("steps", "GET", f"{TABLE}/steps", "referee", "What the desk can do next, as choices.",
          {200: b.Choices}, None, (401, 403, 404, 409), {"lang": SEEN["lang"]}),
    Route("ways", "POST", f"{TABLE}/steps", "referee",
          "What follows from a step, and the events that it takes; nothing is written.",
          {200: r.Ways}, r.Step, (401, 403, 404, 415, 422), {"lang": SEEN["lang"]}),
    Route("paper", "GET", f"{TABLE}/papers/{{what}}", "audience",
          "A page to be printed: who sits where, slips.", {200: HTML}, None, (401, 404, 422),
          {"lang": SEEN["lang"]}),
    Route("hall", "GET", "/v1/hall", "referee", "All tables, those in trouble first.",
          {200: b.Hall}, None, (401, 403), {"lang": SEEN["lang"]}),
    Route("hall-stream", "GET", "/v1/hall/stream", "referee", "The same, as it changes.",
          {200: STREAM}, None, (401, 403), {"lang": SEEN["lang"]}),
)  # fmt: skip

ROUTES: Final = PAGES + API
EVERYWHERE: Final = (400, 403, 421, 429, 431, 500, 501, 503)
"""What any route may answer besides."""
