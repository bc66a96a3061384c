"""The data of a page: what the server knows of a table, as everybody may see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from msgspec import to_builtins

from ragami.language import Language, Translate, translator


@dataclass(frozen=True)
class Context:
    """A page's language, its table, and `whole`: all that the public sees of the game there.

    `entry` is the table as everybody may know it; `static` says where a file is fetched, `chart` is
    that of the exported page.
    """

    lang: Language
    static: Callable[[str], str]
    table: str | None = None
    entry: Mapping[str, Any] = field(default_factory=dict)
    whole: Mapping[str, Any] = field(default_factory=dict)
    tables: Sequence[Mapping[str, Any]] = ()
    addresses: Sequence[str] = ()
    code: str | None = None
    sheet: str = ""
    chart: str = ""
    problem: Mapping[str, Any] = field(default_factory=dict)
    clock: Mapping[str, Any] = field(default_factory=dict)
    papers: Mapping[str, str] = field(default_factory=dict)
    sitting: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Context:
        """From what the server hands over: structs or mappings, more or less of them."""
        known = {key: given[key] for key in cls.__dataclass_fields__ if given.get(key) is not None}
        plain = {
            key: value if key in ("static", "lang") else to_builtins(value)
            for key, value in known.items()
        }
        return cls(**plain)

    @property
    def say(self) -> Translate:
        """The translation into the language of the page."""
        return translator(self.lang)

    @property
    def path(self) -> str:
        """The path of the table's pages."""
        return f"/t/{quote(self.table or '', safe='')}"

    def to(self, room: str = "") -> str:
        """The way to another page, in the same language: of the table, or from the root."""
        path = room if room.startswith("/") else f"{self.path}/{room}".rstrip("/")
        return f"{path}?lang={self.lang}"
