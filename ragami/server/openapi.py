"""The table of routes as OpenAPI 3.1."""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import Any, Final

import msgspec
from msgspec import Struct

from ragami.server.bodies import Problem
from ragami.server.problems import MEDIA
from ragami.server.routes import API, EVERYWHERE, Route

REFERENCE: Final = "#/components/schemas/{name}"
_PARAMETER: Final = re.compile(r"\{(\w+)\}")
REQUIRED: Final = {"If-Match"}
LISTS: Final = ("events", "check")


def document() -> dict[str, Any]:
    """The whole of it."""
    structs = _structs()
    schemas, components = msgspec.json.schema_components(structs, ref_template=REFERENCE)
    of = dict(zip(structs, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in API:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "ragami",
            "version": version("ragami"),
            "description": "The table on everybody's phone. Streams and roles: docs/server-api.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _structs() -> list[type[Struct]]:
    """Every struct that is sent or answered, once."""
    found: list[type[Struct]] = [Problem]
    for route in API:
        found += _bodies(route)
        found += [one for one in route.answers.values() if not isinstance(one, str)]
    return list(dict.fromkeys(found))


def _bodies(route: Route) -> list[type[Struct]]:
    if route.body is None:
        return []
    return list(route.body) if isinstance(route.body, tuple) else [route.body]


def _operation(route: Route, of: dict[type[Struct], Any]) -> dict[str, Any]:
    """What can be asked under one method and path."""
    told: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.does,
        "x-who": route.who,
        "parameters": list(_parameters(route)),
        "responses": _responses(route, of),
    }
    if route.who == "anybody":
        told["security"] = [{}]
    else:
        told["security"] = [{"token": []}] + ([{}] if route.who == "audience" else [])
    if route.body is not None or route.media:
        told["requestBody"] = {"required": True, "content": _content(route, of)}
    return told


def _content(route: Route, of: dict[type[Struct], Any]) -> dict[str, Any]:
    kinds = [of[one] for one in _bodies(route)]
    others: dict[str, Any] = {media: {} for media in route.media}
    if not kinds:
        return others
    if route.name in LISTS:
        kinds.append({"type": "array", "items": kinds[0], "minItems": 1})
    schema = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    return {"application/json": {"schema": schema}} | others


def _parameters(route: Route) -> Any:
    for name in _PARAMETER.findall(route.path):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
    for name, means in route.query.items():
        yield {"name": name, "in": "query", "description": means, "schema": {"type": "string"}}
    for name, means in route.headers.items():
        yield {
            "name": name,
            "in": "header",
            "description": means,
            "required": name in REQUIRED,
            "schema": {"type": "string"},
        }


def _responses(route: Route, of: dict[type[Struct], Any]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for status, answer in route.answers.items():
        content: dict[str, Any] = {}
        if not isinstance(answer, str):
            content = {"application/json": {"schema": of[answer]}}
        elif answer:
            content = {answer: {}}
        told[str(status)] = {"description": route.does, **({"content": content} if content else {})}
    for status in sorted({*route.troubles, *EVERYWHERE}):
        one = told.setdefault(str(status), {"description": "a problem"})
        one.setdefault("content", {})[MEDIA] = {"schema": of[Problem]}
    return told
