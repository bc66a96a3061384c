"""The `ragami` process: choose the language, run the command, end with its exit code.

Nothing heavy is imported here or in `main`: `ragami --help` costs what a bare click program costs.
"""

from __future__ import annotations

import gettext
import io
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NoReturn

from ragami.language import DOMAIN, LANGUAGES, LOCALE, Language, language_of_locale


def main() -> NoReturn:
    """Run the command line and leave the process with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command line; gives its exit code, whatever happens."""
    language = early_language(arguments)
    try:
        speak(language)
        bear_any_text()
        # Only now: click and our commands translate their help when they are imported.
        from ragami_cli.main import invoke

        code = invoke(arguments, language)
        if sys.stdout:
            sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as problem:  # noqa: BLE001 (stop says what it is)
        from ragami_cli.failures import stop

        return stop(problem, language, as_json="--json" in before_dashes(arguments))
    return code


def early_language(arguments: Sequence[str]) -> Language:
    """The language of the last `--lang`, wherever it stands, else of the locale.

    Looked for before click reads the line, since help texts are translated when they are imported.
    A language that there is not is left for click to refuse.
    """
    asked = ""
    words = before_dashes(arguments)
    for word in words:
        if word == "--lang":
            asked = next(words, "")
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
    return next((known for known in LANGUAGES if known == asked), language_of_locale())


def before_dashes(arguments: Sequence[str]) -> Iterator[str]:
    """The words before a lone `--`: what comes after it is no option."""
    for word in arguments:
        if word == "--":
            return
        yield word


def speak(language: Language) -> None:
    """Let every `gettext` of this process, click's own too, speak `language`."""
    # "C" is gettext's name for the message ids, our English: no catalogue is looked for.
    os.environ["LANGUAGE"] = "C" if language == "en" else language
    gettext.bindtextdomain(DOMAIN, LOCALE)
    gettext.textdomain(DOMAIN)


def bear_any_text() -> None:
    """Let text that the terminal's encoding lacks come out escaped instead of as an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
