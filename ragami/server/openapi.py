"""The table of routes as OpenAPI 3.1."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from typing import Any, Final

import msgspec
from msgspec import Struct

from ragami import __version__
from ragami.decoded import Data
from ragami.game.choices.choice import Choice, Several, Written
from ragami.server.answers import MEDIA
from ragami.server.bodies import ProblemDetails
from ragami.server.route import Parameter, Route

IN_PATHS: Final = {
    "table": Parameter("the name of a table"),
    "claim": Parameter("the `id` of a `claim` event of the stream"),
    "device": Parameter("the `device` that joining answered"),
    "form": Parameter(
        "as what the game is taken out", values=("jsonl", "sheet", "page", "svg", "json")
    ),
    "game": Parameter("the `game` of an answer to `/v1/games`"),
    "what": Parameter("which of the papers of the game"),
}
EVERYWHERE: Final = (400, 403, 421, 429, 431, 500, 501, 503)
"""Statuses that any route may answer."""


Json = Data

REFERENCE: Final = "#/components/schemas/{name}"
_PARAMETER: Final = re.compile(r"\{(\w+)\}")


def _to(name: str) -> Json:
    return {"$ref": REFERENCE.format(name=name)}


VALUES: Final[Json] = {
    "Value": {
        "title": "Value",
        "description": "A value of a field of an event.",
        "anyOf": [
            {"type": "null"},
            {"type": "boolean"},
            {"type": "integer"},
            {"type": "string"},
            {"type": "array", "items": {}, "description": "a list that is taken whole"},
            _to("Template"),
        ],
    },
    "Template": {
        "title": "Template",
        "description": (
            "A value with fields of its own. What is a list in it is open in turn: one of its"
            ' values is taken in its place. `{"from": 5, "to": [4, 6]}` is `{"from": 5, "to": 4}`'
            ' or `{"from": 5, "to": 6}`. It stands in lists of values only, so that nothing in it'
            " is taken for `Several` or `Written`, whatever its fields are called."
        ),
        "type": "object",
        "additionalProperties": True,
    },
    "Open": {
        "title": "Open",
        "description": (
            "An open field: one value of a list, `Several` of them, or what somebody has `Written`."
            " An object here has `least` (then it is `Several`) or `kind` (then it is `Written`)."
        ),
        "anyOf": [{"type": "array", "items": _to("Value")}, _to("Several"), _to("Written")],
    },
}
"""What a choice may hold where it is typed as anything, because values hold values."""


def document(api: Sequence[Route]) -> Json:
    """Describe the routes that programs use."""
    structs = _structs(api)
    schemas, components = msgspec.json.schema_components(structs, ref_template=REFERENCE)
    of = dict(zip(structs, schemas, strict=True))
    components["ChoicesReply"]["properties"]["choices"]["items"] = _to("Choice")
    components["Choice"]["properties"]["open"]["additionalProperties"] = _to("Open")
    components["Several"]["properties"]["of"]["items"] = _to("Value")
    paths: dict[str, Json] = {}
    for route in api:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "ragami",
            "version": __version__,
            "description": "The table on everybody's phone. With examples: docs/server-api.md.",
        },
        "paths": paths,
        "components": {
            "schemas": _plain(components) | VALUES,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _plain(schema: object) -> Any:
    """Return a schema as generators of clients read it: each array says what its items are."""
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    plain_schema = {name: _plain(part) for name, part in schema.items()}
    if isinstance(plain_schema.get("description"), str):
        plain_schema["description"] = cleandoc(plain_schema["description"])
    if plain_schema.get("type") == "array":
        first = plain_schema.pop("prefixItems", [])
        if plain_schema.get("items", False) is False:
            plain_schema["items"] = (
                first[0] if first and all(part == first[0] for part in first) else {}
            )
    return plain_schema


def _structs(api: Sequence[Route]) -> list[type[Struct]]:
    """Return every struct that is sent, answered or streamed, once."""
    structs_used: list[type[Struct]] = [ProblemDetails, Choice, Several, Written]
    for route in api:
        structs_used += _bodies(route)
        structs_used += [answer for answer in route.answers.values() if not isinstance(answer, str)]
        structs_used += [answer for several in route.events.values() for answer in several]
    return list(dict.fromkeys(structs_used))


def _bodies(route: Route) -> list[type[Struct]]:
    if route.body is None:
        return []
    return list(route.body) if isinstance(route.body, tuple) else [route.body]


def _operation(route: Route, of: dict[type[Struct], Any]) -> Json:
    operation: Json = {
        "operationId": route.name,
        "summary": route.does,
        "x-who": route.who,
        "parameters": list(_parameters(route)),
        "responses": _responses(route, of),
    }
    if route.who == "anybody":
        operation["security"] = [{}]
    else:
        operation["security"] = [{"token": []}] + ([{}] if route.who == "audience" else [])
    if route.body is not None or route.media:
        operation["requestBody"] = {"required": not route.bare, "content": _content(route, of)}
    return operation


def _content(route: Route, of: dict[type[Struct], Any]) -> Json:
    kinds = [of[body] for body in _bodies(route)]
    media_content: Json = {media: {"schema": BYTES} for media in route.media}
    if not kinds:
        return media_content
    if route.lists:
        kinds.append({"type": "array", "items": kinds[0], "minItems": 1})
    return {"application/json": {"schema": _any_of(kinds)}} | media_content


def _any_of(schemas: list[Any]) -> Any:
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


BYTES: Final[Json] = {"type": "string", "format": "binary"}


def _parameters(route: Route) -> Iterator[Json]:
    for name in _PARAMETER.findall(route.path):
        yield _parameter(name, "path", IN_PATHS[name])
    for name, parameter in route.query.items():
        yield _parameter(name, "query", parameter)
    for name, parameter in route.headers.items():
        yield _parameter(name, "header", parameter)


def _parameter(name: str, place: str, parameter: Parameter) -> Json:
    schema: Json = {"type": parameter.type}
    if parameter.values:
        schema["enum"] = list(parameter.values)
    if parameter.pattern:
        schema["pattern"] = parameter.pattern
    if parameter.type == "integer":
        schema["minimum"] = 0
    needed = parameter.needed or place == "path"
    return {
        "name": name,
        "in": place,
        "description": parameter.means,
        "required": needed,
        "schema": schema,
    }


def _responses(route: Route, of: dict[type[Struct], Any]) -> Json:
    responses: Json = {}
    for status, answer in route.answers.items():
        content: Json = {}
        if not isinstance(answer, str):
            content = {"application/json": {"schema": of[answer]}}
        elif answer:
            content = {answer: _media(route, of, answer)}
        responses[str(status)] = {
            "description": route.does,
            **({"content": content} if content else {}),
        }
    for status in sorted({*route.troubles, *EVERYWHERE}):
        response = responses.setdefault(str(status), {"description": "a problem"})
        response.setdefault("content", {})[MEDIA] = {"schema": of[ProblemDetails]}
    return responses


def _media(route: Route, of: dict[type[Struct], Any], media: str) -> Json:
    """Describe an answer that is not one JSON: text, a picture, or a stream of events."""
    if route.events:
        events = {
            name: _any_of([of[kind] for kind in kinds]) for name, kinds in route.events.items()
        }
        return {"schema": {"type": "string"}, "x-events": events}
    if media == "application/json":
        return {"schema": {"type": "object", "additionalProperties": True}}
    return {"schema": {"type": "string"}}
