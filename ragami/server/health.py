"""The health of the service, answered before anything else is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from ragami import __version__
from ragami.errors import RagamiError
from ragami.server import bodies as b
from ragami.server.answers import as_json
from ragami.server.route import Route

if TYPE_CHECKING:
    from ragami.server.admission import AdmittedRequest


async def health(request: AdmittedRequest) -> Response:
    """Return the health of the service and of its database."""
    reply = b.Health(True, True, __version__)
    try:
        await request.service.ask()
    except RagamiError:
        reply.ready = False
    return as_json(reply, 200 if reply.ready else 503)


HEALTH: Final = Route(
    "GET /v1/health",
    health,
    "anybody",
    {200: b.Health, 503: b.Health},
    always=True,
)
