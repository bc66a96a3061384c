"""Errors that stop the process, as one line and an exit code. Never a traceback."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final

import click

from ragami.errors import USAGE, RagamiError, error_of
from ragami.language import Language
from ragami_cli.output import Output, is_terminal

BROKEN_PIPE: Final = 141
"""The exit code that a shell gives a program whose reader has gone (128 + SIGPIPE)."""


def stop(problem: BaseException, language: Language, *, as_json: bool) -> int:
    """Say what `problem` is; gives the exit code. A stream that is gone is left alone."""
    if isinstance(problem, OSError):
        let_go_of_stdout()
    if isinstance(problem, BrokenPipeError):
        return BROKEN_PIPE
    output = Output(language, json=as_json)
    with suppress(OSError):
        if isinstance(problem, KeyboardInterrupt) and is_terminal(sys.stderr):
            output.remark("")  # ends the line in which the terminal shows ^C
        if isinstance(problem, click.ClickException):
            return wrong_usage(problem, output)
        return output.fail(trouble_of(problem))
    return trouble_of(problem).exit_code


def wrong_usage(problem: click.ClickException, output: Output) -> int:
    """Let click say what it did not understand, in its own form."""
    problem.show()
    if output.json:
        output.error(RagamiError("wrong-usage", problem=problem.format_message()))
    return USAGE


def trouble_of(problem: BaseException) -> RagamiError:
    """Return the error that stopped the command as a `RagamiError`."""
    if isinstance(problem, KeyboardInterrupt | click.Abort):
        return RagamiError("interrupted")
    return error_of(problem)


def let_go_of_stdout() -> None:
    """Send what is still buffered nowhere, or the interpreter would complain at its exit."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
