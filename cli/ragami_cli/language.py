"""The language of this process: looked for in the words of the command, before click reads them."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterator, Mapping, Sequence

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


def retold(text: str, language: Language, known: Mapping[str, str]) -> str:
    """Return a text of the catalogue, its places filled in, in a language; any other as it is.

    click and our commands format what is wrong when they raise it. `known` are facts that one of
    the languages leaves out.
    """
    from string import Formatter

    fitting: tuple[int, str] = (0, text)
    for english, spanish in _catalogue():
        there, wanted = (english, spanish) if language == "es" else (spanish, english)
        parts = list(Formatter().parse(there))
        weight = sum(len(literal) for literal, *_ in parts)
        if weight <= fitting[0] or not text.startswith(parts[0][0]):
            continue
        pattern = "".join(
            re.escape(literal) + (f"(?P<{name}>.+)" if name else "") for literal, name, *_ in parts
        )
        if match := re.fullmatch(pattern, text, re.DOTALL):
            facts = {**known, **match.groupdict()}
            filled = (
                literal + (facts[name] if name else "")
                for literal, name, *_ in Formatter().parse(wanted)
            )
            fitting = (weight, "".join(filled))
    return fitting[1]


def _catalogue() -> Iterator[tuple[str, str]]:
    """Yield every text in English and in Spanish: `gettext` reads the file, but lists nothing."""
    from pathlib import Path
    from struct import unpack_from

    content = Path(LOCALE, "es/LC_MESSAGES", f"{DOMAIN}.mo").read_bytes()
    number, *tables = unpack_from("<3I", content, 8)
    for place in range(8, 8 * number, 8):  # the first is the header
        spans = [unpack_from("<2I", content, table + place) for table in tables]
        english, spanish = (
            content[start : start + size].decode().split("\0") for size, start in spans
        )
        yield from zip(english, spanish, strict=True)  # singular and plural
