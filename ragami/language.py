"""English and Spanish: which one is wanted, and how a message is said in it.

English texts are the message ids; `locale/es` has the Spanish ones (`make words` compiles them).
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable
from functools import cache
from typing import Final, Literal, get_args

Language = Literal["en", "es"]
Translate = Callable[[str], str]

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
# Not a Path: every command would pay for pathlib, `ragami --help` too.
LOCALE: Final = __file__.removesuffix("language.py") + "locale"
DOMAIN: Final = "ragami"


@cache
def translator(language: Language) -> Translate:
    """Return the function that says an English message in `language`."""
    return gettext.translation(DOMAIN, LOCALE, [language], fallback=language == "en").gettext


@cache
def plural_translator(language: Language) -> Callable[[str, str, int], str]:
    """Return the function that says an English message about a number in `language`.

    `gettext.ngettext` looks for its catalogue each time, which is much for a line on each log.
    """
    return gettext.translation(DOMAIN, LOCALE, [language], fallback=language == "en").ngettext


def language_of_locale() -> Language:
    """The language that the environment asks for: Spanish if it says so first, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "es" if value.lower().startswith("es") else "en"
    return "en"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    """Return a text with a small first letter, as inside a sentence; `VP` stays as it is."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
