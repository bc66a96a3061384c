"""Answers: JSON, a stream, and what is no news to who asks."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse


def as_json(data: object, status: int = 200, **headers: str) -> Response:
    """An answer in JSON."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(msgspec.json.encode(data), status, headers, "application/json")


def event_stream(events: Any) -> Response:
    """A stream that no proxy keeps to itself."""
    headers = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}
    return StreamingResponse(events, headers=headers, media_type="text/event-stream")


def etag(*parts: object) -> str:
    """Return the tag of an answer: `"57.green.es"`."""
    return '"' + ".".join(map(str, parts)) + '"'


def is_known(request: Request, tag: str) -> bool:
    """Return True if the caller has this version already."""
    tags = request.headers.get("if-none-match", "")
    return tag in {tag_text.strip().removeprefix("W/") for tag_text in tags.split(",")}


def unchanged(tag: str) -> Response:
    """Return the answer that nothing is new."""
    return Response(status_code=304, headers={"ETag": tag})
