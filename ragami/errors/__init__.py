"""Errors that stop a command: a code, its exit code, the facts, and the text.

A `RagamiError` is a value that travels as an exception. `errors.jsonl` has a line for each code:
its exit code, what is said in both languages, and what to do about it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copyreg import __newobj__  # type: ignore[attr-defined]
from functools import cache
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.json import Decoder

from ragami.decoded import Data
from ragami.findings import N_ as N_
from ragami.language import LANGUAGES, Language

# The exit codes of the contract.
FOUND_WRONG: Final = 1
USAGE: Final = 2
NOT_FOUND: Final = 3
CONFLICT: Final = 4
REFUSED: Final = 5
PROOF_BROKEN: Final = 6
STORAGE: Final = 7
DEFECT: Final = 70  # not in the contract: none of its codes may stand for a fault of our own
INTERRUPTED: Final = 130

NOTHING_NEAR: Final = "–"
"""The fact `nearest` where no other name is like the one that was given."""

TRACEBACK_VARIABLE: Final = "RAGAMI_TRACEBACK"

CATALOGUE: Final = __file__.removesuffix("__init__.py") + "errors.jsonl"


class ErrorKind(Struct, frozen=True, forbid_unknown_fields=True):
    """One sort of trouble: its exit code, what is said, and what to do about it."""

    code: str
    exit: int
    en: str
    es: str
    remedy_en: str = ""
    remedy_es: str = ""

    def says(self, language: Language) -> str:
        return self.es if language == "es" else self.en

    def remedy(self, language: Language) -> str:
        return self.remedy_es if language == "es" else self.remedy_en


@cache
def kinds() -> Mapping[str, ErrorKind]:
    """Return every kind of error by its code, read when the first error comes up."""
    with open(CATALOGUE, "rb") as file:  # noqa: PTH123 (every command would pay for pathlib)
        return {kind.code: kind for kind in Decoder(ErrorKind).decode_lines(file.read())}


class RagamiError(Exception):
    """An error that stops a command.

    `code` is a key of `kinds`; `facts` fill the places in its text. Raises `KeyError` for a code
    that is not in the table, so that no trouble can be without its text.
    """

    def __init__(self, code: str, /, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.kind = kinds()[code]
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what is there, whatever arguments the class takes: errors come from workers."""
        return __newobj__, (type(self), *self.args), vars(self)

    @property
    def exit_code(self) -> int:
        return self.kind.exit

    def say(self, language: Language) -> str:
        """Return the whole message: what is wrong, and what to do."""
        texts = (self.kind.says(language), self.kind.remedy(language))
        sentences = [text for text in texts if text]
        if self.facts.get("nearest") == NOTHING_NEAR:  # named in the first sentence of a remedy
            sentences[1] = sentences[1].partition(". ")[2]
        return " ".join(text.format_map(self.facts) for text in sentences)

    def __str__(self) -> str:
        return self.say("en")


class WrongArgument(RagamiError, TypeError, ValueError):
    """An argument of the public interface is of another type, or names what does not exist."""


def expect(argument: str, value: object, *kinds: type) -> None:
    """Raise `WrongArgument` `wrong-argument` unless a value is of one of these types."""
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        expected = " | ".join(kind.__name__.replace("NoneType", "None") for kind in kinds)
        found = type(value).__name__
        raise WrongArgument("wrong-argument", argument=argument, expected=expected, found=found)


def expect_one_of(argument: str, value: object, there: Iterable[object]) -> None:
    """Raise `WrongArgument` `no-such-name` unless a value is one of these names."""
    if value not in (names := list(there)):
        facts = {"argument": argument, "found": value, "there": ", ".join(map(str, names)) or "–"}
        raise WrongArgument("no-such-name", **facts)


@contextmanager
def needed(extra: str) -> Iterator[None]:
    """Import in the block what an extra of the package brings in.

    Raises `RagamiError` `extra-needed` if it is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise RagamiError("extra-needed", extra=extra, module=error.name) from error


BLAMES: Final[dict[str, Callable[[str, str], RagamiError]]] = {}
"""By the package of a game that is not ours: the error that names what fails in it, and why."""


def error_of(problem: BaseException) -> RagamiError:
    """Return an exception as a `RagamiError`; an unforeseen one becomes `defect`.

    What a package of somebody else's raised is named as a fault of that package.

    With `RAGAMI_TRACEBACK` in the environment the traceback of a defect is printed to stderr.
    """
    match problem:
        case RagamiError():
            return problem
        case OSError():
            where = f"{problem.filename}: " if problem.filename else ""
            return RagamiError("system-refused", problem=f"{where}{problem.strerror or problem}")
        case _ if (blamed := _blamed(problem)) is not None:
            return blamed
        case _:
            if os.environ.get(TRACEBACK_VARIABLE):
                import traceback  # noqa: PLC0415 (law 10)

                traceback.print_exception(problem)
            kind, _colon, first_line = reason_of(problem).partition(": ")
            return RagamiError("defect", kind=kind, problem=first_line)


def _blamed(problem: BaseException) -> RagamiError | None:
    """Return the function by which the raising package was entered; None where it was ours."""
    names, frame = [], problem.__traceback__
    while frame:
        module = frame.tb_frame.f_globals.get("__name__", "").partition(".")[0]
        names.append((module, frame.tb_frame.f_code.co_name))
        frame = frame.tb_next
    while names and names[-1][0] not in BLAMES and not _is_ours(names[-1][0]):
        names.pop()
    package = names[-1][0] if names else ""
    if package not in BLAMES:
        return None
    entered = ""
    while names and not _is_ours(names[-1][0]):
        module, name = names.pop()
        entered = name if module == package else entered
    return BLAMES[package](entered, reason_of(problem))


def _is_ours(module: str) -> bool:
    """Return True for a package of this program: its name begins so, and it brings no game."""
    return module.partition("_")[0] == "ragami" and module not in BLAMES


def reason_of(problem: BaseException) -> str:
    """Return the kind of an exception and the first line of what it says, where it can say it."""
    try:
        first_line = str(problem).partition("\n")[0]
    except Exception:  # noqa: BLE001 (a stranger's, and it may do anything)
        first_line = ""
    return f"{type(problem).__name__}: {first_line}"


def worst(codes: Iterable[int]) -> int:
    """Return the exit code of several: the first that is not about what was found, else 1 or 0."""
    failures = [code for code in codes if code]
    return next((code for code in failures if code != FOUND_WRONG), failures[0] if failures else 0)


class ErrorSaid(Struct, frozen=True):
    """An error: its code, the facts, and its words in both languages."""

    code: str
    facts: Data
    en: str
    es: str


class Stopped(Struct, frozen=True, kw_only=True):
    """The error that stopped a command or, with `file`, the reading of one of several files."""

    file: str | UnsetType = UNSET
    error: ErrorSaid


def stopped(error: RagamiError, file: str | None = None) -> Stopped:
    """Return an error as programs are told of it."""
    en, es = (error.say(language) for language in LANGUAGES)
    name = UNSET if file is None else file
    return Stopped(file=name, error=ErrorSaid(error.code, error.facts, en, es))
