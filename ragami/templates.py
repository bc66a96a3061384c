"""HTML from templates (law 15): each lies beside the module whose page it is.

A template is named by its path from the folder in which its package lies, such as
`ragami/export/paper.html`. All that is put in is escaped, unless the template says `|safe`; `_`
translates, and `lang` is the language. A line break between two tags is none in the page, so that a
template may be laid out to be read.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pkgutil import get_data
from typing import TYPE_CHECKING, Final, NamedTuple

from ragami.language import Language, translator

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_BREAK: Final = re.compile(r"(?<=[>}])(\n\s*)(?=[<{])")


class Inlined(NamedTuple):
    """A style or script that stands in the page, and the digest by which its policy allows it."""

    text: str
    digest: str


def inlined(text: str) -> Inlined:
    """Return a style or script as it stands in a page."""
    return Inlined(text, "sha256-" + b64encode(sha256(text.encode()).digest()).decode())


def render(name: str, language: Language, page: object) -> str:
    """Return a page; the template has what it shows as `page`."""
    return _environment(language).get_template(name).render(page=page)


def fragment(name: str, macro: str, language: Language) -> Callable[..., str]:
    """Return a macro of a template as a function that gives markup."""
    written: Callable[..., Markup] = getattr(
        _environment(language).get_template(name).module, macro
    )
    return lambda *values: str(written(*values))


@cache
def _environment(language: Language) -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # noqa: PLC0415 (law 10)

    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        loader=FunctionLoader(_source),
    )
    environment.globals |= {"_": translator(language), "lang": language}
    environment.filters["json"] = _json
    return environment


def _source(name: str) -> str | None:
    package, _, path = name.partition("/")
    text = get_data(package, path)
    # The break stays as a comment, so that errors name the right line.
    return None if text is None else _BREAK.sub(r"{#\1#}", text.decode())


def _json(value: object) -> Markup:
    """Return JSON that cannot end the element it stands in, nor begin another."""
    from markupsafe import Markup  # noqa: PLC0415 (law 10)

    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704 (nothing in it is markup any more)
