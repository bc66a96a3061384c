"""A log for somebody else: lines, JSON, CSV, pictures, a page, a sheet, paper, code.

A package cannot have a function of its own name beside it: so the package is what is called, as
`ragami.export(log, "csv")`.

- `excerpt` is what is taken out of a log; `formats` makes lines, JSON, CSV and pictures of it.
- `page`, `paper`, `result` and `code` make the other forms.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ragami.judge.moments import Log
    from ragami.language import Language
    from ragami.sources.reading import Place

FORMATS: Final = {
    "jsonl": "formats.jsonl",
    "sheet": "formats.sheet",
    "json": "formats.document",
    "csv": "formats.table",
    "svg": "formats.svg",
    "png": "formats.png",
    "html": "page.export",
    "result": "result.line",
    "bgstats": "result.bgstats",
    "link": "code.link",
    "qr": "code.qr",
}
"""What can be made of a game, and the function here that makes it."""


def export(
    log: Log | Place | bytes,
    to: str = "jsonl",
    *,
    viewer: str | None = None,
    language: Language = "en",
    **how: object,
) -> bytes:
    """Make something of a log for somebody else, in one of `FORMATS`.

    For a `viewer` (a seat, `public`, `referee`) what he may not see is left out. `how` is what the
    format takes: `provable` of jsonl, `spoiler_free` of html, `stamps` and `check` of sheet,
    `width` of png, `address`, `exact` and `signer` of link and qr, and `kind` (svg, png) of qr.
    Raises `RagamiError` `no-such-name` for another format, `no-such-viewer`, `nothing-to-draw`,
    `no-result`, and as `ragami.sources.reading.read`.
    """
    from inspect import signature  # noqa: PLC0415 (law 10)

    from ragami.errors import expect, expect_one_of  # noqa: PLC0415 (law 10)
    from ragami.export.excerpt import Excerpt  # noqa: PLC0415 (law 10)
    from ragami.judge.moments import expect_viewer  # noqa: PLC0415 (law 10)
    from ragami.judge.report import replay_log  # noqa: PLC0415 (law 10)
    from ragami.language import LANGUAGES  # noqa: PLC0415 (law 10)
    from ragami.sources.reading import as_log  # noqa: PLC0415 (law 10)

    expect_one_of("to", to, FORMATS)
    expect_one_of("language", language, LANGUAGES)
    make = maker(to)
    for name in how:
        expect_one_of(f"**how of {to}", name, list(signature(make).parameters)[1:])
    if how.get("width") is not None:
        expect("width", how["width"], int)
    log = as_log(log)
    if viewer is not None:
        expect_viewer(viewer, replay_log(log.content))
    excerpt = Excerpt(log.name or log.game.name, log.content, viewer, language)
    return make(excerpt, **how)


def maker(to: str) -> Callable[..., bytes]:
    """Return what makes one of `FORMATS` of an excerpt."""
    module, function = FORMATS[to].split(".")
    make: Callable[..., bytes] = getattr(import_module(f"ragami.export.{module}"), function)
    return make


class _Export(ModuleType):
    """See `export`."""

    __call__ = staticmethod(export)


sys.modules[__name__].__class__ = _Export
