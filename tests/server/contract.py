"""Does an answer keep to what OpenAPI says of it? Asked of every answer that the tests get."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
from jsonschema import Draft202012Validator

from ragami.server.openapi import document
from ragami.server.routes import API
from tests.scale import often

STREAMED: Final = "text/event-stream"
JSON: Final = ("application/json", "application/problem+json")


# Of one kind, so many answers or events of a client are read whole: the next are like them.
ENOUGH: Final = often(1, 3)


class Conforming:
    """A hook of a client: the status, the type and the body are among those that are promised."""

    def __init__(self) -> None:
        self._seen: Counter[tuple[str, object]] = Counter()

    def _enough(self, name: str, kind: object) -> bool:
        self._seen[name, kind] += 1
        return self._seen[name, kind] > ENOUGH

    def __call__(self, answer: httpx.Response) -> None:
        method, path = answer.request.method, urlsplit(str(answer.request.url)).path
        operation = _operation(method, path)
        if operation is None or answer.status_code == 405:
            return
        name = operation["operationId"]
        promised = operation["responses"].get(str(answer.status_code))
        assert promised is not None, f"{name} answers {answer.status_code}"
        kind = answer.headers.get("content-type", "").partition(";")[0]
        content = promised.get("content", {})
        assert kind in content or "*/*" in content or (not content and not kind), (name, kind)
        schema = content.get(kind, {}).get("schema")
        if schema is not None and kind in JSON and not self._enough(name, answer.status_code):
            answer.read()
            wrong = next(_validator(json.dumps(schema)).iter_errors(answer.json()), None)
            assert wrong is None, (name, answer.status_code, wrong.json_path, wrong.message)

    def event(self, path: str, name: str, data: Any) -> None:
        """An event of a stream is among those that are promised, and so is what it holds."""
        if self._enough(path, name):
            return
        operation = _operation("POST" if path == "/v1/stream" else "GET", path)
        assert operation is not None
        events = operation["responses"]["200"]["content"][STREAMED]["x-events"]
        wrong = next(_validator(json.dumps(events[name])).iter_errors(data), None)
        assert wrong is None, (path, name, wrong.json_path, wrong.message)


@cache
def _promised() -> Any:
    return document(API)


@cache
def _paths() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    told = _promised()["paths"]
    as_patterns = {path: re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)) for path in told}
    return [(re.compile(as_patterns[path]), some) for path, some in told.items()]


@cache
def _operation(method: str, path: str) -> dict[str, Any] | None:
    for pattern, some in _paths():
        if pattern.fullmatch(path) and method.lower() in some:
            found: dict[str, Any] = some[method.lower()]
            return found
    return None


@cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(schema) | {"components": _promised()["components"]})
