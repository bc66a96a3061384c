"""Addresses of databases on servers; every other name of a database is a path."""

from __future__ import annotations

from pathlib import Path
from typing import Final

SERVERS: Final = ("postgresql://", "postgres://")


def is_address(named: Path | str) -> bool:
    """Return True if this names a database on a server."""
    return isinstance(named, str) and named.startswith(SERVERS)


def shown(address: str) -> str:
    """Return the address as it may be shown: without a password."""
    scheme, slashes, rest = address.partition("://")
    place, question, settings = rest.partition("?")
    user, at, host = place.rpartition("@")
    kept = [
        setting for setting in settings.split("&") if not setting.lower().startswith("password=")
    ]
    if not any(kept):
        question = ""
    return f"{scheme}{slashes}{user.partition(':')[0]}{at}{host}{question}{'&'.join(kept)}"
