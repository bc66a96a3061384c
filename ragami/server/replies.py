"""Replies to programs when a server starts."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class ServerStarted(Struct, frozen=True):
    """The addresses of the server, the key of the referee's desk, and the code of each table."""

    addresses: list[str]
    hall_key: str
    codes: dict[str, str]


class Reached(Struct, frozen=True):
    """At which addresses the server answers."""

    answers: dict[str, bool]


REPLIES: Final[dict[str, type[Struct]]] = {"serve": ServerStarted, "serve-check": Reached}
