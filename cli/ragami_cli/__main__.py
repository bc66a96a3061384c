"""The `ragami` process: choose the language, run the command, end with its exit code.

Nothing heavy is imported here or in `main`: `ragami --help` costs what a bare click program costs.
"""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Sequence
from typing import NoReturn

from ragami_cli.language import before_dashes, early_language, speak


def main() -> NoReturn:
    gc.disable()  # until a command runs: what is imported stays, and is no garbage
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command line. Return its exit code, whatever happens."""
    language = early_language(arguments)
    try:
        speak(language)
        escape_unknown_characters()
        # Only now: click and our commands translate their help when they are imported.
        from ragami_cli.main import invoke

        code = invoke(arguments, language)
        if sys.stdout:
            sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as problem:  # noqa: BLE001 (stop says what it is)
        from ragami_cli.output import stop

        return stop(problem, language, as_json="--json" in before_dashes(arguments))
    return code


def escape_unknown_characters() -> None:
    """Escape text that the terminal's encoding lacks instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
