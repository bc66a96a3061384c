"""The language of this process: looked for in the words of the command, before click reads them."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Sequence

from ragami.language import DOMAIN, LANGUAGES, LOCALE, Language, language_of_locale


def early_language(arguments: Sequence[str]) -> Language:
    """Return the language of the last `--lang`, wherever it stands, else of the locale.

    Looked for before click reads the line, since help texts are translated when they are imported.
    A language that there is not is left for click to refuse.
    """
    code = ""
    words = before_dashes(arguments)
    for word in words:
        if word == "--lang":
            code = next(words, "")
        elif word.startswith("--lang="):
            code = word.removeprefix("--lang=")
    return next((language for language in LANGUAGES if language == code), language_of_locale())


def before_dashes(arguments: Sequence[str]) -> Iterator[str]:
    """Yield the words before a lone `--`: what comes after it is no option."""
    for word in arguments:
        if word == "--":
            return
        yield word


def speak(language: Language) -> None:
    """Set the language of every `gettext` in this process, click's own too."""
    # "C" is gettext's name for the message ids, our English: no catalogue is looked for.
    os.environ["LANGUAGE"] = "C" if language == "en" else language
    gettext.bindtextdomain(DOMAIN, LOCALE)
    gettext.textdomain(DOMAIN)
