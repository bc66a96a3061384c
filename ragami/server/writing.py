"""Writing: judged by what the sender may know, then by all that is kept, then stored."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple, NoReturn

from starlette.responses import Response

from ragami.errors import RagamiError
from ragami.game.capabilities import APP, PIECES
from ragami.game.components.pieces import NAME
from ragami.game.definition import GameDefinition
from ragami.game.labels import Label
from ragami.game.moment_labels import label_of
from ragami.judge.replay import Replay
from ragami.judge.report import game_of
from ragami.language import Language, translator
from ragami.notation.misread import Misspelled
from ragami.photo import code_in
from ragami.server import bodies as b
from ragami.server import door
from ragami.server import play_bodies as p
from ragami.server.access import Caller
from ragami.server.admission import AdmittedRequest
from ragami.server.answers import as_json, draft_finding_entry, finding_entry
from ragami.server.bodies import REFEREE
from ragami.server.drafting import Trouble, consequences, correction, penalty, ruling
from ragami.server.joining import asking, settle
from ragami.server.keeper import (
    AppRequest,
    DraftVerdict,
    Keeper,
    Write,
    WriteResult,
    expect_may_enter,
    judged,
    key_of,
    read_drafts,
    undo_target,
    undo_touches,
)
from ragami.server.screens import KnownTable
from ragami.server.stream_bodies import viewer_of
from ragami.server.tables import seats_at
from ragami.table.drafts import Stamp, draft_of
from ragami.table.piece_entry import brought, entered_piece
from ragami.table.recording import Draft, Recording, Refused

_IF_MATCH: Final = re.compile(r'(?:W/)?"?([0-9]{1,15})(?:\.[^"]*)?"?')
MOST_KEY: Final = 200
CLAIM_HEADER: Final = "X-Claim"


def expected(request: AdmittedRequest) -> int:
    """Return the record after which this is to be written. Raise `RagamiError` `no-if-match`."""
    match = _IF_MATCH.fullmatch(request.headers.get("if-match", "").strip())
    if not match:
        raise RagamiError("no-if-match")
    return int(match[1])


# --- events ---------------------------------------------------------------------------------


class Sent(NamedTuple):
    """Events as they were sent: by whom and when, and what their table has agreed on."""

    body: bytes
    stamp: Stamp
    caller: Caller
    policy: b.Policy
    language: Language

    def drafts(self, replay: Replay) -> list[Draft]:
        """Read them for a game as it stands. Raises `Refused`, `RagamiError`."""
        drafts = read_drafts(self.body, replay, self.stamp, self.language)
        expect_may_enter(replay, drafts, self.caller, self.policy)
        return drafts

    def verdict(self, known: KnownTable) -> DraftVerdict:
        """Return the verdict of the sender's fold. Raise what reading the drafts raises."""
        drafts = self.drafts(known.fold())
        return judged(known.fold(), drafts, known.viewer, self.language)


async def _sent(request: AdmittedRequest) -> Sent:
    body, stamp = await request.read(), request.stamp()
    return Sent(body, stamp, request.caller, request.agreed.policy, request.language)


async def events(request: AdmittedRequest) -> Response:
    """Write events down: a draft, a list of them, or a line of the sheet."""
    after, sent = expected(request), await _sent(request)
    try:
        return await write(request, after, sent.body, lambda now: sent.drafts(now.replay))
    except Misspelled as misspelled:
        viewer = viewer_of(request.audience)
        if viewer == REFEREE:
            raise
        # What is said of the line, and the example, follow from what its sender may know.
        known_table = (await request.service.known(request.table, viewer)).upto(after)
        await request.service.chooser.think(sent.verdict, known_table)
        raise RagamiError("hidden-refused") from misspelled
    except Refused as refused:
        viewer = viewer_of(request.audience)
        if viewer == REFEREE or refused.finding.code == "malformed-record":
            raise
        known_table = (await request.service.known(request.table, viewer)).upto(after)
        own = (await request.service.chooser.think(sent.verdict, known_table)).findings
        if not own:
            raise RagamiError("hidden-refused") from refused
        raise Refused(own[0]) from refused


async def check(request: AdmittedRequest) -> Response:
    """Verdicts on events; nothing is written."""
    sent, viewer = await _sent(request), viewer_of(request.audience)
    known_table = await request.service.known(request.table, viewer)
    game = game_of(known_table.lines[0])
    verdict = await request.service.chooser.think(sent.verdict, known_table)
    findings = [
        draft_finding_entry(finding, game, request.language) for finding in verdict.findings
    ]
    reply = p.Checked(not findings, len(known_table.lines), findings, verdict.warning, verdict.says)
    return as_json(reply)


async def write(
    request: AdmittedRequest,
    after: int,
    body: bytes,
    drafts: Callable[[Recording], Sequence[Draft]],
) -> Response:
    """Store what `drafts` makes, once for a key; 200 where it was there already."""
    service, table = request.service, request.table
    key_sent = request.headers.get("idempotency-key")
    key = digest = None
    if key_sent is not None:
        if not 0 < len(key_sent) <= MOST_KEY:
            facts = {"most": MOST_KEY, "found": len(key_sent)}
            raise RagamiError("wrong-request", problem="key-length", **facts)
        key = key_of(table, request.caller.device, key_sent)
        digest = sha256(body).hexdigest()
    written = await service.writer.run(Keeper.write, Write(table, after, key, drafts))
    if key is not None and digest is not None:
        _expect_same(request, written, key, digest)
    # Whoever has written is answered first.
    asyncio.get_running_loop().call_soon(service.hub.grown, table, written.appended.last)
    return receipt(request, written)


def _expect_same(request: AdmittedRequest, written: WriteResult, key: str, digest: str) -> None:
    """Raise `RagamiError` `key-used` if something else was sent with this key before."""
    access, appended = request.service.access, written.appended
    before = access.command(request.table, key)
    if before is None:
        access.keep_command(request.table, key, digest)
    elif appended.repeated and before != digest:
        key_sent = request.headers["idempotency-key"]
        facts = {"game": request.table, "first": appended.first, "last": appended.last}
        raise RagamiError("key-used", key=key_sent, **facts)


def receipt(request: AdmittedRequest, written: WriteResult) -> Response:
    """Return the answer with the records that were written."""
    narrator = written.game.words.narrator(request.language, viewer_of(request.audience))
    findings = [
        finding_entry(narrator.may_see(finding), written.game, request.language)
        for finding in written.findings
    ]
    appended = written.appended
    reply = p.Receipt(appended.first, appended.last, appended.repeated, findings)
    return as_json(reply, 200 if appended.repeated else 201, ETag=f'"{appended.last}"')


# --- what counts ----------------------------------------------------------------------------


async def undo(request: AdmittedRequest) -> Response:
    """Strike out the last events."""
    after, body, mark = expected(request), await request.read() or b"{}", request.stamp()
    body_sent = b.read_as(p.Undo, body)
    secret = request.headers.get(CLAIM_HEADER)
    access, seats, free = request.service.access, request.caller.seats, _is_free(request)
    there = set() if free else set(access.taken(request.table))
    agreed = None
    if secret is not None:
        claim = access.claims.with_secret(secret, request.table)
        settle(request, claim, None)
        agreed = int(claim.what)

    def drafts(recording: Recording) -> Sequence[Draft]:
        to = undo_target(recording, body_sent)
        if agreed is not None and to < agreed:
            raise RagamiError("claim-gone")  # they said yes to less
        others = undo_touches(recording, to, seats) & there
        if others and agreed is None:
            names = recording.replay.seating.names
            raise _Crosses(others, to, [names[seat] for seat in sorted(seats) if seat in names])
        return [draft_of("undone", {"to": to, "reason": body_sent.reason}, mark)]

    try:
        return await write(request, after, body, drafts)
    except _Crosses as crosses:
        _ask_others(request, crosses)


class _Crosses(Exception):
    """An undo to after a record, by people of these names, takes something from seats of others."""

    def __init__(self, others: frozenset[str], to: int, names: Sequence[str]) -> None:
        super().__init__(others, to)
        self.others, self.to, self.names = others, to, names


def _is_free(request: AdmittedRequest) -> bool:
    """Return True if the caller may take anything back. Raise `RagamiError` `not-allowed`."""
    role, undoes = request.caller.role, request.agreed.policy.undoes
    if role == REFEREE or undoes == "anybody":
        return True
    if undoes == REFEREE:
        raise RagamiError("not-allowed", role=role)
    return False


def _ask_others(request: AdmittedRequest, crosses: _Crosses) -> NoReturn:
    """Raise the question to the others."""
    claims, caller, table = request.service.access.claims, request.caller, request.table
    name = caller.name or ", ".join(crosses.names) or None
    claimant = {"device": caller.device, "name": name}
    secret = claims.ask(table, "undo", what=str(crosses.to), wants=crosses.others, **claimant)
    raise asking(request, secret, "not-yours-to-undo")


async def redo(request: AdmittedRequest) -> Response:
    """Take back the last undo."""
    after, body, mark = expected(request), await request.read() or b"{}", request.stamp()
    b.read_as(p.Redo, body)
    _is_free(request)
    return await write(request, after, body, lambda _now: [draft_of("redone", {}, mark)])


async def corrections(request: AdmittedRequest) -> Response:
    """Let a record read otherwise (referee)."""
    return await _by_referee(request, p.Correction, correction)


async def rulings(request: AdmittedRequest) -> Response:
    """Let the next event break a rule (referee)."""
    return await _by_referee(request, p.RulingBody, ruling)


async def penalties(request: AdmittedRequest) -> Response:
    """Penalize a player (referee)."""
    return await _by_referee(request, p.Penalty, penalty)


async def _by_referee(
    request: AdmittedRequest, kind: Any, make: Callable[..., list[Draft]]
) -> Response:
    if request.caller.role != REFEREE:
        raise RagamiError("not-allowed", role=request.caller.role)
    after, body, mark = expected(request), await request.read(), request.stamp()
    sent, language = b.read_as(kind, body), request.language
    return await write(
        request, after, body, lambda recording: make(recording, sent, mark, language)
    )


# --- what would come of it ------------------------------------------------------------------


async def whatif(request: AdmittedRequest) -> Response:
    """Return the effect of a record."""
    sent = await request.read_as(p.WhatIf)
    lines = await request.service.lines(request.table, REFEREE)
    arguments = sent.kind, bytes(sent.body), request.stamp(), request.language
    effect = await request.service.apart(consequences, request.table, lines, *arguments)
    if isinstance(effect, Trouble):
        raise effect.trouble
    return Response(effect, media_type="application/json")


# --- the app --------------------------------------------------------------------------------


async def scan(request: AdmittedRequest) -> Response:
    """Return the owner of a thing: by its mark as JSON, or by a photo of its QR code."""
    service, table = request.service, request.table
    if request.headers["content-type"].startswith("image/"):
        mark = await service.apart(code_in, await request.read(door.PHOTO_BYTES))
        mine = request.query_params.get("mine") == "true"
    else:
        sent = await request.read_as(p.Scan)
        mark, mine = sent.mark.strip(), sent.mine
    seats = await request.drawn(seats_at)
    if mine:
        if not request.caller.seats:
            raise RagamiError("not-allowed", role=request.caller.role)
        service.access.set_mark(table, mark, request.caller.seats[0])
    owner = service.access.owner_of_mark(table, mark)
    if owner is None or owner not in seats:
        raise RagamiError("mark-not-known", mark=mark)
    seed = service.access.seed(table)
    seat = await service.writer.run(_goes_to, table, owner, seed)
    _ = translator(request.language)
    says = seats[seat] if seat else _("it stays where it is")
    return as_json(p.Scanned(mark, seat, says))


def _goes_to(keeper: Keeper, table: str, owner: str, seed: str) -> str | None:
    replay = keeper.recording(table).replay
    return replay.game.need(APP).goes_to(replay.state, owner, seed)


async def app(request: AdmittedRequest) -> Response:
    """Let the app write what it has to: it seals when asked, and waits while others may write."""
    sent, caller = await request.read_as(p.AppAsked), request.caller
    request_to_app = AppRequest(
        sent.keeper, caller.code, caller.seats if caller.role == "seat" else None
    )
    return as_json(p.AppTurn(await request.service.play_app(request.table, request_to_app)))


# --- a card of the box that the table meets for the first time -------------------------------


def both(text: str) -> Label:
    """Return a message of the catalogue in both languages."""
    return label_of(lambda language: translator(language)(text))


async def piece_form(request: AdmittedRequest) -> Response:
    """Return what is asked about a piece of a kind."""
    known_table = await request.service.known(request.table, viewer_of(request.audience))
    game, kind = game_of(known_table.lines[0]), request.query_params.get("kind", "")
    _expect_kind(game, kind)
    pieces = game.need(PIECES)
    columns = [
        p.AskedCell(column.name, both(column.asks), column.example(request.language))
        for column in pieces.kinds[kind].asked()
    ]
    called = label_of(lambda language: game.words.word(f"{pieces.component}/{kind}", language))
    return as_json(p.PieceForm(kind, called, columns))


async def pieces(request: AdmittedRequest) -> Response:
    """Give the game a piece: it is judged as if it had been opened with it."""
    caller, policy = request.caller, request.agreed.policy
    if caller.role == "seat" and policy.enters == "keeper":
        raise RagamiError("not-allowed", role=caller.role)
    after, body, stamp = expected(request), await request.read(), request.stamp()
    new_piece, language = b.read_as(p.NewPiece, body), request.language
    _ = translator(language)
    reason = _("Entered at the table: {name}")

    def drafts(recording: Recording) -> Sequence[Draft]:
        replay = recording.replay
        _expect_kind(replay.game, new_piece.kind)
        piece = entered_piece(replay, new_piece.kind, new_piece.cells, language, new_piece.like)
        why = reason.format(name=new_piece.cells[NAME].strip())
        return [brought(replay, piece.kind, piece.component, stamp, why)]

    return await write(request, after, body, drafts)


def _expect_kind(game: GameDefinition, kind: str) -> None:
    """Raise `RagamiError` `wrong-request` unless pieces of this kind can be entered."""
    pieces = game.get(PIECES)
    if pieces is None or kind not in pieces.kinds:
        there = ", ".join(pieces.kinds) if pieces else "–"
        raise RagamiError("wrong-request", problem="no-such-pieces", found=kind, there=there)
