"""What is written: judged by what the sender may know, then by all that is kept, then stored."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Final, NoReturn

from starlette.responses import Response

from ragami.errors import RagamiError
from ragami.game.capabilities import APP
from ragami.game.visibility import REFEREE
from ragami.judge.replay import Replay
from ragami.judge.report import game_of
from ragami.language import translator
from ragami.photo import code_in
from ragami.server import bodies as b
from ragami.server import door
from ragami.server.consequences import Trouble, consequences
from ragami.server.drafting import correction, penalty, ruling
from ragami.server.joining import as_json, asking, seats_at, settle
from ragami.server.keeper import (
    Keeper,
    Verdict,
    Write,
    Written,
    expect_may_enter,
    judged,
    key_of,
    read_drafts,
    undo_target,
    undo_touches,
)
from ragami.server.problems import finding_as_json
from ragami.server.screens import Known, viewer_of
from ragami.server.service import Asked, read_as
from ragami.store import Store
from ragami.table.drafts import Stamp, draft_of, now
from ragami.table.recording import Draft, Recording, Refused

_IF_MATCH: Final = re.compile(r'(?:W/)?"?([0-9]{1,15})(?:\.[^"]*)?"?')
MOST_KEY: Final = 200
CLAIM_HEADER: Final = "X-Claim"


def expected(asked: Asked) -> int:
    """The record after which this is to be written. Raises `RagamiError` `no-if-match`."""
    match = _IF_MATCH.fullmatch(asked.request.headers.get("if-match", "").strip())
    if not match:
        raise RagamiError("no-if-match")
    return int(match[1])


def stamp(asked: Asked) -> Stamp:
    """When, and by whom: the server says, never who sends."""
    return Stamp(now(), asked.caller.code)


# --- events ---------------------------------------------------------------------------------


async def events(asked: Asked) -> Response:
    """Write events down. A refusal says no more than the sender's own fold knows."""
    after, body, mark = expected(asked), await asked.body(), stamp(asked)

    def drafts(recording: Recording) -> Sequence[Draft]:
        made = read_drafts(body, recording.replay, mark, asked.language)
        expect_may_enter(recording.replay, made, asked.caller, asked.state.policy)
        return made

    try:
        return await write(asked, after, body, drafts)
    except Refused as refused:
        viewer = viewer_of(asked.audience)
        if viewer == REFEREE or refused.finding.code == "malformed-record":
            raise
        known = (await asked.service.known(asked.table, viewer)).upto(after)
        own = (await asked.service.chooser.run(_verdict, asked, known, body)).findings
        if not own:
            raise RagamiError("hidden-refused") from refused
        raise Refused(own[0]) from refused


def _verdict(_store: Store, asked: Asked, known: Known, body: bytes) -> Verdict:
    """What the fold of what is known says of a body. Raises what reading it does."""
    replay = known.fold()
    drafts = read_drafts(body, known.fold(), stamp(asked), asked.language)
    expect_may_enter(replay, drafts, asked.caller, asked.state.policy)
    return judged(replay, drafts, known.viewer, asked.language)


async def check(asked: Asked) -> Response:
    """All verdicts, by what the asker may know; nothing is written."""
    body, viewer = await asked.body(), viewer_of(asked.audience)
    known = await asked.service.known(asked.table, viewer)
    game = game_of(known.lines[0])
    verdict = await asked.service.chooser.run(_verdict, asked, known, body)
    findings = [finding_as_json(one, game, asked.language) for one in verdict.findings]
    told = b.Checked(not findings, len(known.lines), findings, verdict.warning, verdict.says)
    return as_json(told)


async def write(
    asked: Asked, after: int, body: bytes, drafts: Callable[[Recording], Sequence[Draft]]
) -> Response:
    """Store what `drafts` makes, once for a key; 200 where it was there already."""
    service, table = asked.service, asked.table
    given = asked.request.headers.get("idempotency-key")
    key = digest = None
    if given is not None:
        if not 0 < len(given) <= MOST_KEY:
            raise RagamiError("wrong-request", problem=f"a key has 1 to {MOST_KEY} characters")
        key = key_of(table, asked.caller.device, given)
        digest = sha256(body).hexdigest()
    done = await service.writer.run(service.keeper.write, Write(table, after, key, drafts))
    if key is not None and digest is not None:
        _expect_same(asked, done, key, digest)
    service.hub.grown(table, done.appended.last)
    return receipt(asked, done)


def _expect_same(asked: Asked, done: Written, key: str, digest: str) -> None:
    """A key stands for what was sent with it first. Raises `RagamiError` `key-used`."""
    access, appended = asked.service.access, done.appended
    before = access.command(asked.table, key)
    if before is None:
        access.keep_command(asked.table, key, digest)
    elif appended.repeated and before != digest:
        given = asked.request.headers["idempotency-key"]
        facts = {"game": asked.table, "first": appended.first, "last": appended.last}
        raise RagamiError("key-used", key=given, **facts)


def receipt(asked: Asked, done: Written) -> Response:
    """What was written."""
    viewer = viewer_of(asked.audience)
    narrator = done.game.words.narrator(asked.language, viewer)
    findings = [
        finding_as_json(narrator.may_see(one), done.game, asked.language) for one in done.findings
    ]
    told = b.Receipt(done.appended.first, done.appended.last, done.appended.repeated, findings)
    status = 200 if done.appended.repeated else 201
    return as_json(told, status, ETag=f'"{done.appended.last}"')


# --- what counts ----------------------------------------------------------------------------


async def undo(asked: Asked) -> Response:
    """Strike out the last events: one's own, or with a yes of those whose they are."""
    after, body = expected(asked), await asked.body() or b"{}"
    wanted, mark = read_as(b.Undo, body), stamp(asked)
    secret = asked.request.headers.get(CLAIM_HEADER)
    free = _is_free(asked)
    if secret is not None:
        settle(asked, asked.service.access.claims.with_secret(secret, asked.table), None)
        free = True

    def drafts(recording: Recording) -> Sequence[Draft]:
        to = undo_target(recording, wanted)
        others = undo_touches(recording, to, asked.caller.seats)
        if others and not free:
            raise _Crosses(others)
        return [draft_of("undone", {"to": to, "reason": wanted.reason}, mark)]

    try:
        return await write(asked, after, body, drafts)
    except _Crosses as crosses:
        _ask_others(asked, crosses.others, wanted)


class _Crosses(Exception):
    """An undo takes something back from these seats."""

    def __init__(self, others: frozenset[str]) -> None:
        super().__init__(others)
        self.others = others


def _is_free(asked: Asked) -> bool:
    """May the caller take anything back? Raises `RagamiError` `not-allowed`."""
    role, undoes = asked.caller.role, asked.state.policy.undoes
    if role == REFEREE or undoes == "anybody":
        return True
    if undoes == REFEREE:
        raise RagamiError("not-allowed", role=role)
    return False


def _ask_others(asked: Asked, others: frozenset[str], wanted: b.Undo) -> NoReturn:
    """Those of them who have a device at the table are asked."""
    access = asked.service.access
    there = others & set(access.taken(asked.table))
    what = f"to {wanted.to}" if wanted.to else f"{wanted.steps}"
    caller = asked.caller
    secret = access.claims.ask(
        asked.table, "undo", device=caller.device, name=caller.name, what=what, wants=there
    )
    raise asking(asked, secret, "not-yours-to-undo")


async def redo(asked: Asked) -> Response:
    """Take back the last undo."""
    after, body, mark = expected(asked), await asked.body() or b"{}", stamp(asked)
    read_as(b.Redo, body)
    _is_free(asked)
    return await write(asked, after, body, lambda _now: [draft_of("redone", {}, mark)])


async def corrections(asked: Asked) -> Response:
    """Let a record read otherwise."""
    return await _by_referee(asked, b.Correction, correction)


async def rulings(asked: Asked) -> Response:
    """Let the next event break a rule."""
    return await _by_referee(asked, b.Ruling, ruling)


async def penalties(asked: Asked) -> Response:
    """Penalize a player."""
    return await _by_referee(asked, b.Penalty, penalty)


async def _by_referee(asked: Asked, kind: Any, make: Callable[..., list[Draft]]) -> Response:
    if asked.caller.role != REFEREE:
        raise RagamiError("not-allowed", role=asked.caller.role)
    after, body, mark = expected(asked), await asked.body(), stamp(asked)
    wanted = read_as(kind, body)
    return await write(
        asked, after, body, lambda recording: make(recording, wanted, mark, asked.language)
    )


# --- what would come of it ------------------------------------------------------------------


async def whatif(asked: Asked) -> Response:
    """What a record would change, in a process of its own."""
    wanted = await asked.sent(b.WhatIf)
    lines = await asked.service.lines(asked.table, REFEREE)
    given = (asked.table, lines, wanted.kind, bytes(wanted.body), stamp(asked), asked.language)
    told = await asked.service.apart(consequences, *given)
    if isinstance(told, Trouble):
        raise told.trouble
    return Response(told, media_type="application/json")


# --- the app --------------------------------------------------------------------------------


async def scan(asked: Asked) -> Response:
    """Whose a marked thing is now."""
    access = asked.service.access
    if asked.request.headers["content-type"].startswith("image/"):
        photo = await asked.body(door.PHOTO_BYTES)
        mark = await asked.service.apart(code_in, photo)
        mine = asked.query.get("mine") == "true"
    else:
        wanted = await asked.sent(b.Scan)
        mark, mine = wanted.mark.strip(), wanted.mine
    seats = await asked.service.drawer.run(seats_at, asked.service.hub.painter, asked.table)
    if mine:
        if not asked.caller.seats:
            raise RagamiError("not-allowed", role=asked.caller.role)
        access.set_mark(asked.table, mark, asked.caller.seats[0])
    owner = access.owner_of_mark(asked.table, mark)
    if owner is None or owner not in seats:
        raise RagamiError("mark-not-known", mark=mark)
    given = (asked.service.keeper, asked.table, owner, access.seed(asked.table))
    seat = await asked.service.writer.run(_goes_to, *given)
    _ = translator(asked.language)
    told = seats[seat] if seat else _("it stays where it is")
    return as_json(b.Scanned(mark, seat, told))


def _goes_to(store: Store, keeper: Keeper, table: str, owner: str, seed: str) -> str | None:
    replay: Replay = keeper.recording(store, table).replay
    return replay.game.need(APP).goes_to(replay.state, owner, seed)


async def app_turn(asked: Asked) -> Response:
    """Let the app write what it has to, though players might say something else before."""
    number = await asked.service.play_app(asked.table, asked=True)
    return as_json({"written": number})
