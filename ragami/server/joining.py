"""Coming in: join, take a seat, say yes to who takes one, leave."""

from __future__ import annotations

from starlette.responses import Response

from ragami.errors import RagamiError
from ragami.server import bodies as b
from ragami.server.access import SEATED, Caller, Claim
from ragami.server.admission import AdmittedRequest
from ragami.server.answers import as_json
from ragami.server.bodies import KEEPER, PUBLIC, REFEREE
from ragami.server.tables import expect_seat


async def join(request: AdmittedRequest) -> Response:
    """Join a table, take a seat, or become referee."""
    service, access = request.service, request.service.access
    service.wrong_codes.expect(request.address)
    body = await request.read_as(b.Join)
    if access.is_hall_key(body.code):
        return joined(access.add_device(None, REFEREE, body.name))
    table = access.table_of(body.code)
    if table is None or not await service.is_table(table):
        service.wrong_codes.count(request.address)
        raise RagamiError("code-not-known")
    if access.table(table).locked:
        raise RagamiError("table-locked")
    seat = body.seat or (KEEPER if body.role == KEEPER else None)
    if seat is None:
        return joined(access.add_device(table, PUBLIC, body.name))
    await expect_seat(request, table, seat)
    if seat == KEEPER and await service.gathers(table):
        raise RagamiError("not-allowed", role=KEEPER)
    own = request.caller if request.caller.table == table else None
    if seat in access.taken(table) and not (own and seat in own.seats):
        _expect_claimed(request, table, seat, body)
    device = own or access.add_device(table, KEEPER if seat == KEEPER else "seat", body.name)
    assert device.device is not None
    access.add_seat(table, seat, device.device)
    request.service.announcer.publish_changes()
    token = device.token or ""
    seats = sorted({*device.seats, seat} - {*SEATED})
    role: b.Role = device.role if device.role != PUBLIC else "seat"
    return joined(Caller(role, table, device.device, tuple(seats), device.name, token))


def joined(caller: Caller) -> Response:
    """Return the answer to a new member; it is the only one with the token."""
    assert caller.token
    assert caller.device
    reply = b.Joined(
        caller.token, caller.table, caller.device, caller.role, list(caller.seats), caller.name
    )
    return as_json(reply, 201)


def _expect_claimed(request: AdmittedRequest, table: str, seat: str, body: b.Join) -> None:
    """Raise `RagamiError` with a claim, until another device at the table agrees."""
    access = request.service.access
    if body.claim is None:
        secret = access.claims.ask(table, "seat", seat=seat, name=body.name)
        raise asking(request, secret, "seat-taken")
    settle(request, access.claims.with_secret(body.claim, table), seat)


def asking(request: AdmittedRequest, secret: str, code: str) -> RagamiError:
    """Tell the table what is asked of it, and return what to raise."""
    request.service.announcer.publish_changes()
    trouble = RagamiError(code)
    trouble.facts = {"claim": secret}
    return trouble


def settle(request: AdmittedRequest, claim: Claim, seat: str | None) -> None:
    """Use a yes up. Raises `RagamiError`: `claim-open` while there is none, `claim-gone`."""
    if claim.seat != seat:
        raise RagamiError("claim-gone")
    if claim.answer is None:
        raise RagamiError("claim-open")
    request.service.access.claims.use(claim)
    if claim.answer == "no":
        raise RagamiError("claim-gone")


async def claims(request: AdmittedRequest) -> Response:
    """Say yes or no to a claimed seat."""
    claims, caller = request.service.access.claims, request.caller
    claim = claims.named(request.path_params["claim"])
    if caller.role != REFEREE and caller.table != claim.table:
        raise RagamiError("claim-not-found")
    if caller.role == PUBLIC or caller.device == claim.device:
        raise RagamiError("not-allowed", role=caller.role)
    body = await request.read_as(b.ClaimAnswer)
    agreed = body.answer == "yes" and claims.say_yes(claim, caller.seats)
    if body.answer == "no" or agreed or caller.role == REFEREE:
        claims.answer(claim, body.answer)
        request.service.announcer.publish_changes()
    return as_json(b.Answered(claim.id, body.answer))


async def tokens(request: AdmittedRequest) -> Response:
    """Make a token for a program."""
    body = await request.read_as(b.NewToken)
    if body.table is not None and not await request.service.is_table(body.table):
        raise RagamiError("table-not-found")
    if body.table is None and body.role not in (PUBLIC, REFEREE):
        raise RagamiError("wrong-request", problem="role-without-table", found=body.role)
    device = request.service.access.add_device(body.table, body.role, body.name, body.seats)
    return joined(device)


async def leave(request: AdmittedRequest) -> Response:
    """Take a token away: one's own, or as referee any."""
    access, caller = request.service.access, request.caller
    member = access.device(request.path_params["device"])
    if member is None or (caller.role != REFEREE and member.device != caller.device):
        raise RagamiError("claim-not-found")
    assert member.device is not None
    access.remove(member.device)
    request.service.announcer.publish_changes()
    reply = b.Device(member.device, member.name, member.role, list(member.seats), False)
    return as_json(reply)


async def devices(request: AdmittedRequest) -> Response:
    """List the devices that have a token of the table."""
    online = {client.device for _key, client in request.service.hub.watching(request.table)}
    devices = [
        b.Device(
            device.device or "",
            device.name,
            device.role,
            list(device.seats),
            device.device in online,
        )
        for device in request.service.access.devices(request.table)
    ]
    return as_json(b.Devices(devices))
