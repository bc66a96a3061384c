"""Coming in: join, take a seat, say yes to who takes one, leave; and what a table agrees on."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.responses import Response

from ragami.errors import RagamiError
from ragami.game import game_named
from ragami.game.capabilities import APP, GATHERING
from ragami.game.visibility import PUBLIC, REFEREE
from ragami.judge.replay import Replay
from ragami.server import bodies as b
from ragami.server.access import SEATED, Caller
from ragami.server.claims import Claim
from ragami.server.drafting import open_table
from ragami.server.service import Asked
from ragami.store import Store

KEEPER: Final = "keeper"


def as_json(data: Any, status: int = 200, **headers: str) -> Response:
    """An answer in JSON."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(msgspec.json.encode(data), status, headers, "application/json")


async def join(asked: Asked) -> Response:
    """A token, for who knows the code. Five wrong ones a minute, and no more."""
    service, access = asked.service, asked.service.access
    service.wrong_codes.expect(asked.address)
    wanted = await asked.sent(b.Join)
    if access.is_hall_key(wanted.code):
        return joined(access.add_device(None, REFEREE, wanted.name))
    table = access.table_of(wanted.code)
    if table is None or not await service.is_table(table):
        service.wrong_codes.count(asked.address)
        raise RagamiError("code-not-known")
    if access.table(table).locked:
        raise RagamiError("table-locked")
    seat = wanted.seat or (KEEPER if wanted.role == KEEPER else None)
    if seat is None:
        return joined(access.add_device(table, PUBLIC, wanted.name))
    await _expect_seat(asked, table, seat)
    if seat == KEEPER and await service.gathers(table):
        raise RagamiError("not-allowed", role=KEEPER)
    own = asked.caller if asked.caller.table == table else None
    if seat in access.taken(table) and not (own and seat in own.seats):
        _expect_claimed(asked, table, seat, wanted)
    device = own or access.add_device(table, KEEPER if seat == KEEPER else "seat", wanted.name)
    assert device.device is not None
    access.add_seat(table, seat, device.device)
    asked.service.announcer.announce()
    token = device.token or ""
    seats = sorted({*device.seats, seat} - {*SEATED})
    role: b.Role = device.role if device.role != PUBLIC else "seat"
    return joined(Caller(role, table, device.device, tuple(seats), device.name, token))


def joined(caller: Caller) -> Response:
    """Who one is from now on; the only time that the token can be read."""
    assert caller.token
    assert caller.device
    told = b.Joined(
        caller.token, caller.table, caller.device, caller.role, list(caller.seats), caller.name
    )
    return as_json(told, 201)


async def _expect_seat(asked: Asked, table: str, seat: str) -> None:
    """Raises `RagamiError` `seat-not-there`."""
    seats = await asked.service.drawer.run(seats_at, asked.service.hub.painter, table)
    if seat != KEEPER and seat not in seats:
        raise RagamiError("seat-not-there", seat=seat, seats=", ".join(seats))


def seats_at(store: Store, painter: Any, table: str) -> dict[str, str]:
    """The seats with their names."""
    replay: Replay = painter.standing(store, table)
    return dict(replay.game.seating(replay.state).names)


def _expect_claimed(asked: Asked, table: str, seat: str, wanted: b.Join) -> None:
    """A taken seat wants a yes of another device. Raises `RagamiError` with the claim."""
    access = asked.service.access
    if wanted.claim is None:
        secret = access.claims.ask(table, "seat", seat=seat, name=wanted.name)
        raise asking(asked, secret, "seat-taken")
    settle(asked, access.claims.with_secret(wanted.claim, table), seat)


def asking(asked: Asked, secret: str, code: str) -> RagamiError:
    """Tell the table what is asked of it; gives what to raise."""
    asked.service.announcer.announce()
    trouble = RagamiError(code)
    trouble.facts = {"claim": secret}
    return trouble


def settle(asked: Asked, claim: Claim, seat: str | None) -> None:
    """Use a yes up. Raises `RagamiError`: `claim-open` while there is none, `claim-gone`."""
    if claim.seat != seat:
        raise RagamiError("claim-gone")
    if claim.answer is None:
        raise RagamiError("claim-open")
    asked.service.access.claims.use(claim)
    if claim.answer == "no":
        raise RagamiError("claim-gone")


async def claims(asked: Asked) -> Response:
    """Yes or no, by another device of the table or the referee."""
    kept, caller = asked.service.access.claims, asked.caller
    claim = kept.named(asked.request.path_params["claim"])
    if caller.role != REFEREE and caller.table != claim.table:
        raise RagamiError("claim-not-found")
    if caller.role == PUBLIC or caller.device == claim.device:
        raise RagamiError("not-allowed", role=caller.role)
    given = await asked.sent(b.Answer)
    agreed = given.answer == "yes" and kept.say_yes(claim, caller.seats)
    if given.answer == "no" or agreed or caller.role == REFEREE:
        kept.answer(claim, given.answer)
        asked.service.announcer.announce()
    return as_json(b.Answered(claim.id, given.answer))


async def tokens(asked: Asked) -> Response:
    """A token for a program."""
    wanted = await asked.sent(b.NewToken)
    if wanted.table is not None and not await asked.service.is_table(wanted.table):
        raise RagamiError("table-not-found")
    if wanted.table is None and wanted.role not in (PUBLIC, REFEREE):
        raise RagamiError("wrong-request", problem="a seat is one of a table")
    made = asked.service.access.add_device(wanted.table, wanted.role, wanted.name, wanted.seats)
    return joined(made)


async def leave(asked: Asked) -> Response:
    """Take a token away."""
    access, caller = asked.service.access, asked.caller
    named = access.device(asked.request.path_params["device"])
    if named is None or (caller.role != REFEREE and named.device != caller.device):
        raise RagamiError("claim-not-found")
    assert named.device is not None
    access.remove(named.device)
    asked.service.announcer.announce()
    told = b.Device(named.device, named.name, named.role, list(named.seats), False)
    return as_json(told)


async def devices(asked: Asked) -> Response:
    """Who has a token of the table."""
    online = {client.device for _key, client in asked.service.hub.watching(asked.table)}
    told = [
        b.Device(one.device or "", one.name, one.role, list(one.seats), one.device in online)
        for one in asked.service.access.devices(asked.table)
    ]
    return as_json({"devices": told})


# --- tables ---------------------------------------------------------------------------------


async def tables(asked: Asked) -> Response:
    """Those that one may see."""
    return as_json(b.Tables(await tables_seen(asked)))


async def tables_seen(asked: Asked) -> list[b.TableEntry]:
    """The tables that one may see."""
    names = [name for name in await asked.service.names() if _may_see(asked, name)]
    return [await entry(asked, name) for name in names]


def _may_see(asked: Asked, name: str) -> bool:
    caller = asked.caller
    if caller.table is not None:
        return caller.table == name
    return caller.role == REFEREE or asked.service.access.table(name).policy.watches == "anybody"


async def table(asked: Asked) -> Response:
    """One table."""
    return as_json(await entry(asked, asked.table))


async def entry(asked: Asked, name: str) -> b.TableEntry:
    """A table as the caller may know it; the code only for who has joined."""
    service, caller = asked.service, asked.caller
    state = service.access.table(name)
    told = await service.drawer.run(_told, service.hub.painter, name)
    is_in = caller.table == name or caller.role == REFEREE
    return b.TableEntry(
        table=name,
        taken=service.access.taken(name),
        locked=state.locked,
        policy=state.policy,
        code=state.code if is_in else None,
        **told,
    )


def _told(store: Store, painter: Any, name: str) -> dict[str, Any]:
    """What the log says of a table to everybody."""
    lines = painter.lines(store, name, PUBLIC)
    replay: Replay = painter.standing(store, name)
    names, title = replay.game.seating(replay.state)
    return {
        "game": replay.game.name,
        "title": title,
        "seats": dict(names),
        "seq": len(lines),
        "over": replay.final is not None,
        "app": replay.game.has(APP),
        "gathers": replay.game.has(GATHERING),
    }


async def new_table(asked: Asked) -> Response:
    """Record 1 of a game."""
    wanted = await asked.sent(b.NewTable)
    game = game_named(wanted.game)
    await asked.service.writer.run(open_table, wanted, game, asked.caller.code)
    return as_json(await entry(asked, wanted.table), 201)


async def policy(asked: Asked) -> Response:
    """What a table agrees on."""
    asked.service.access.agree(asked.table, await asked.sent(b.Policy))
    return as_json(await entry(asked, asked.table))


async def lock(asked: Asked) -> Response:
    """Shut or open joining."""
    wanted = await asked.sent(b.Lock)
    asked.service.access.lock(asked.table, locked=wanted.locked)
    asked.service.announcer.announce()
    return as_json(await entry(asked, asked.table))


async def code(asked: Asked) -> Response:
    """Another code."""
    asked.service.access.renew_code(asked.table)
    return as_json(await entry(asked, asked.table))
