"""Rows of the table of routes: method and path, permitted callers, handler, parameters, bodies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from starlette.responses import Response

Who = Literal["anybody", "audience", "member", "writer", "referee"]
"""Anybody; whoever may see the table (with the code, where its policy wants one); whoever has a
token of it; seat, keeper or referee; the referee."""
Handler = Callable[[Any], Awaitable[Response]]
Answers = Mapping[int, type[Struct] | str]
"""What comes where all is well, by status: a struct, or the media type."""


class Parameter(NamedTuple):
    """A parameter of a query, path or header: its meaning, and its permitted values."""

    means: str
    type: Literal["string", "integer", "boolean"] = "string"
    values: tuple[str, ...] = ()
    pattern: str | None = None
    needed: bool = False


class Route(NamedTuple):
    """One thing that can be asked `at` a method and a path, such as `POST /v1/join`.

    `handler` answers it: the route has its name, and its docstring says what that is.

    `answers` are the successes by status, each a struct or the media type of what comes; `more` the
    troubles that do not follow from who may ask and what is sent. `body` is what is sent.
    """

    at: str
    handler: Handler
    who: Who
    answers: Answers
    body: type[Struct] | tuple[type[Struct], ...] | None = None
    more: tuple[int, ...] = ()
    query: Mapping[str, Parameter] = {}
    headers: Mapping[str, Parameter] = {}
    # What else may be sent than JSON, by media type.
    media: tuple[str, ...] = ()
    # A list of what is sent may be sent, too.
    lists: bool = False
    # The body may be left out.
    bare: bool = False
    # Writes nothing into a log, so that a player of a gathering may do it, too.
    asks: bool = False
    # Changes nothing, though it is a POST: asked as often as one likes.
    free: bool = False
    # Answered however many there are: by these ways the referee comes in.
    always: bool = False
    # For people: what is wrong is said on a page.
    page: bool = False
    # What a stream brings, by name.
    events: Mapping[str, tuple[type[Struct], ...]] = {}

    @property
    def name(self) -> str:
        return self.handler.__name__.rstrip("_").replace("_", "-")

    @property
    def method(self) -> str:
        return self.at.partition(" ")[0]

    @property
    def path(self) -> str:
        return self.at.partition(" ")[2]

    @property
    def does(self) -> str:
        """Return the sentence that describes the route."""
        return (self.handler.__doc__ or "").partition("\n")[0]

    @property
    def troubles(self) -> set[int]:
        """Return the statuses of its errors, besides those that every route may answer."""
        statuses = set(self.more)
        if self.who == "audience":
            statuses |= {401, 404}
        elif self.who != "anybody":
            statuses |= {401, 403} | ({404} if "{" in self.path else set())
        return statuses | ({415} if self.body is not None or self.media else set())
