"""One table of routes: the router, OpenAPI, the documentation and the statuses agree with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ragami.errors import RagamiError, kinds
from ragami.server.answers import OWN_STATUSES, STATUSES, problem, status_of
from ragami.server.openapi import document
from ragami.server.routes import API, ROUTES
from tests.server.kit import Club

DOCS = Path(__file__).parents[2] / "docs" / "server-api.md"
STATUSES_OF_HTTP = {400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 423, 428, 429, 431,
                    500, 501, 503, 507}  # fmt: skip


def test_every_route_has_what_answers_it() -> None:
    assert all(route.does for route in ROUTES)
    assert len({route.name for route in ROUTES}) == len(ROUTES)
    assert len({(route.method, route.path) for route in ROUTES}) == len(ROUTES)


def test_openapi_has_every_route(club: Club) -> None:
    told = club.phone().get("/v1/openapi.json").json()
    assert told["openapi"].startswith("3.1")
    there = {(method.upper(), path) for path, some in told["paths"].items() for method in some}
    assert there == {(route.method, route.path) for route in API}
    references = set(re.findall(r'"#/components/schemas/(\w+)"', str(told).replace("'", '"')))
    assert references <= told["components"]["schemas"].keys()
    events = document(API)["paths"]["/v1/tables/{table}/events"]["post"]
    assert {"201", "200", "409", "422", "428"} <= events["responses"].keys()


def schemas_in(value: object) -> Iterator[dict[str, Any]]:
    """Every part of a document that may be a schema."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from schemas_in(one)


def test_openapi_is_what_generators_of_clients_read() -> None:
    """Arrays say what is in them, and every answer in JSON has a type of its own.

    openapi-python-client makes nothing of a document with `items: false`, and drops the type of an
    answer in which an array has no `items` (`python -m tests.trials client` runs it).
    """
    told = document(API)
    for schema in schemas_in(told):
        if schema.get("type") == "array":
            assert isinstance(schema.get("items"), dict), schema
            assert "prefixItems" not in schema
    answers = [
        (operation["operationId"], content.get("schema"))
        for path in told["paths"].values()
        for operation in path.values()
        for status, answer in operation["responses"].items()
        for media, content in answer.get("content", {}).items()
        if media == "application/json" and operation["operationId"] != "openapi"
    ]
    assert answers and all(schema and set(schema) == {"$ref"} for _name, schema in answers), answers


def test_openapi_tells_what_stands_in_no_struct() -> None:
    """The templates of choices, the header of a claim, what the streams send, which are numbers."""
    told = document(API)
    schemas, paths = told["components"]["schemas"], told["paths"]
    open_field = schemas["Choice"]["properties"]["open"]["additionalProperties"]
    assert open_field == {"$ref": "#/components/schemas/Open"}
    assert "open in turn" in schemas["Template"]["description"]
    undo = paths["/v1/tables/{table}/undo"]["post"]["parameters"]
    assert "X-Claim" in {one["name"] for one in undo}
    numbers = {
        one["name"]
        for path in paths.values()
        for operation in path.values()
        for one in operation["parameters"]
        if one["schema"]["type"] == "integer"
    }
    assert numbers == {"at", "after", "limit", "from", "to"}
    for path, events in (("/v1/tables/{table}/stream", 13), ("/v1/hall/stream", 5)):
        stream = paths[path]["get"]["responses"]["200"]["content"]["text/event-stream"]
        assert len(stream["x-events"]) == events
        assert all(one["$ref"].rpartition("/")[2] in schemas for one in stream["x-events"].values())
    shared = paths["/v1/stream"]["post"]["responses"]["200"]["content"]["text/event-stream"]
    assert {"moment", "hall", "refused"} <= shared["x-events"].keys()


def test_the_documentation_has_every_route() -> None:
    text = DOCS.read_text("utf-8")
    for route in API:
        assert f"`{route.method} {route.path}`" in text, route.name
    named = set(re.findall(r"`(?:GET|POST|PUT|DELETE) (/v1/[^`]*)`", text))
    assert named == {route.path for route in API}


def test_every_trouble_has_a_status_and_both_languages() -> None:
    for code, kind in kinds().items():
        trouble = RagamiError(code)
        assert status_of(trouble) in STATUSES_OF_HTTP, code
        assert kind.exit in STATUSES
        if code in OWN_STATUSES and kind.en:
            assert kind.es != kind.en, code
    assert OWN_STATUSES.keys() <= kinds().keys()


def test_an_exit_code_means_its_status() -> None:
    expected = {1: 422, 2: 400, 3: 404, 4: 409, 5: 422, 6: 409, 7: 500, 70: 500, 130: 503}
    assert expected == STATUSES
    busy = problem(RagamiError("database-busy", path="x", found="y"), "en")
    assert busy.status_code == 503 and "retry-after" in busy.headers
    assert problem(RagamiError("disk-full", path="x", found="y"), "en").status_code == 507
    assert problem(RagamiError("database-damaged", path="x", found="y"), "en").status_code == 500
    assert problem(RagamiError("extra-needed", extra="x", module="y"), "en").status_code == 501


def test_whoever_may_not_is_told_before_anything_else(club: Club) -> None:
    """Every route of a table, asked by somebody without a token and by a mere spectator."""
    nobody, spectator = club.phone(), club.join()
    for route in API:
        if "{table}" not in route.path or route.method == "GET":
            continue
        path = route.path.format(table="friday")
        answer = nobody.post(path, method=route.method)
        if route.who in ("member", "writer", "referee"):
            assert answer.status_code == 401, route.name
        if route.who in ("writer", "referee"):
            answer = spectator.post(path, method=route.method)
            assert answer.status_code == 403, (route.name, answer.text)
        assert answer.headers["content-type"].startswith("application/"), route.name


def test_the_service_says_that_it_is_well(club: Club) -> None:
    told = club.phone().get("/v1/health").json()
    assert told["live"] and told["ready"]
    games = {one["name"] for one in club.phone().get("/v1/games").json()["games"]}
    assert {"race", "ragami"} <= games
