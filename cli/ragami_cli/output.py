"""The one way out: data on stdout, words about it on stderr, and never a text that breaks it."""

from __future__ import annotations

import json as encoder
import os
import re
import sys
import time
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from copy import copy
from functools import lru_cache
from gettext import gettext as _
from textwrap import TextWrapper
from typing import IO, TYPE_CHECKING, Any, Final, Self

import click
from click import style as styled
from msgspec.json import encode
from msgspec.structs import asdict

from ragami.decoded import Data
from ragami.errors import N_, USAGE, RagamiError, error_of, stopped
from ragami.language import LANGUAGES, Language, translator
from ragami_cli.language import retold, speak

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from ragami.proof.withheld import WithheldShare


WIDEST = 100
"""Columns of running text: longer lines are hard to read, and a pipe has no width of its own."""

ENDLESS: Final = 100_000
"""Columns of a line of a table on a pipe."""

NARROWEST: Final = 20
"""Columns that text is given on whatever terminal; a narrower one wraps it by itself."""

# Everything that steers a terminal, but for line feeds, tabs and the colours that we set, and what
# turns the order of letters round or breaks a line without being seen. A name in a log that came
# from somebody must not be able to move the cursor, to retitle the window, or to look like another.
_STEERING = re.compile(
    r"(\x1b\[[0-9;]*m)"
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)
_ISOLATE = re.compile("\u2068([^\u2066-\u2069]*)\u2069")
_NOT_ASCII = re.compile("[^\0-~]+")


class Output:
    """The output of a command: JSON or words, in a language, coloured or plain."""

    def __init__(self, language: Language, *, json: bool = False) -> None:
        self.language = language
        self.json = json
        self.translate = translator(language)
        self.terminal = is_terminal(sys.stdout)
        self.colour = self.terminal and wants_colour()
        self.encoding = (sys.stdout and sys.stdout.encoding) or "ascii"
        self._width: int | None = None
        self._said: set[str] = set()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle how texts are formatted, for a process that has no terminal and formats for us."""
        about = (self.terminal, self.colour, self.width, self.encoding)
        return _output_like, (self.language, self.json, *about)

    def in_json(self) -> Output:
        """Return an output that formats lines of a file of JSON."""
        return _output_like(
            self.language,
            json=True,
            terminal=False,
            colour=False,
            width=self.width,
            encoding="utf-8",
        )

    @property
    def width(self) -> int:
        """Return the columns for running text."""
        if self._width is not None:
            return self._width
        if not self.terminal:
            return WIDEST
        from shutil import get_terminal_size

        return max(NARROWEST, min(get_terminal_size().columns, WIDEST))

    def answer(self, text: str = "") -> None:
        """Print a line of the answer on stdout."""
        _write(sys.stdout, text if self.colour else _plain(text))

    def remark(self, text: str) -> None:
        """Print a line about what is going on on stderr."""
        coloured = is_terminal(sys.stderr) and wants_colour()
        _write(sys.stderr, text if coloured else _plain(text))

    def data(self, value: object) -> None:
        """Write `value` as one line of JSON on stdout; msgspec's types are welcome in it."""
        self.line(self.as_json(value))

    def reply(self, value: object, words: str | Iterable[str]) -> None:
        """Print `value` as JSON if that is asked for, else its words: one line, or several."""
        if self.json:
            self.data(value)
        else:
            for line in (words,) if isinstance(words, str) else words:
                self.answer(line)

    def put(self, content: str | bytes, out: Path | None) -> None:
        """Write to a file; to stdout, byte for byte, where it is None or `-`."""
        from ragami.filing import write_whole

        content = content.encode() if isinstance(content, str) else content
        if out is None or str(out) == "-":
            self.raw(content)
        else:
            write_whole(out, content)

    def as_json(self, value: object) -> str:
        """Return `value` as one line of JSON that stdout can encode."""
        return _json(value, self.encoding)

    def line(self, text: str) -> None:
        if sys.stdout:
            sys.stdout.write(text + "\n")
            sys.stdout.flush()

    def raw(self, stored: bytes) -> None:
        if sys.stdout:
            sys.stdout.flush()
            sys.stdout.buffer.write(stored)
            sys.stdout.buffer.flush()

    def style(self, text: str, **style: Any) -> str:
        """Return `text` in a style of `click.style`, where colours are wanted."""
        return styled(text, **style) if self.colour else text

    def wrap(self, text: str, indent: str = "") -> str:
        """Wrap `text` to `width`, each line after `indent`; an id such as R-LOG-01 stays whole."""
        wrapper = TextWrapper(self.width, indent, indent, break_on_hyphens=False)
        return wrapper.fill(text)

    def console(self) -> Console:
        """Return a rich console with the same colours, for tables."""
        from rich.console import Console

        width = None if self.terminal else WIDEST
        return Console(no_color=not wants_colour(), width=width, highlight=False)

    def fail(self, trouble: RagamiError, file: str | None = None) -> int:
        """Print what stopped the command, or why one of several files is left out.

        What is wrong with many files alike is said once. With `--json` each has a line as well:
        `{"error": {"code", "facts", "en", "es"}}`, after the name that it was asked for by. Return
        the exit code.
        """
        sentence = trouble.say(self.language)
        if sentence not in self._said:
            self.remark(sentence)
            self._said.add(sentence)
        if self.json:
            self.data(stopped(trouble, file))
        return trouble.exit_code

    def has_screen(self) -> bool:
        """Return True if stdin and stdout are a terminal with a screen to draw on."""
        capable = os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")
        return self.terminal and is_terminal(sys.stdin) and capable

    def shows(self, signs: str) -> bool:
        """Return True if stdout's encoding has these signs, so that nothing plainer is needed."""
        try:
            signs.encode(self.encoding)
        except UnicodeEncodeError:
            return False
        return True


@lru_cache(maxsize=1)
def _output_like(
    language: Language, json: bool, terminal: bool, colour: bool, width: int, encoding: str
) -> Output:
    """Return an output that formats texts as that of another process does: one for all texts."""
    speak(language)
    output = Output(language, json=json)
    output.terminal, output.colour, output._width, output.encoding = (
        terminal,
        colour,
        width,
        encoding,
    )
    return output


def is_terminal(stream: IO[str] | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def somebody_answers() -> bool:
    """Return True if somebody at a terminal can be asked a question."""
    return is_terminal(sys.stdin) and is_terminal(sys.stderr)


def wants_colour() -> bool:
    """Return True unless the environment says no (`NO_COLOR`, or a dumb terminal)."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _write(stream: IO[str] | None, text: str) -> None:
    if stream is not None:  # None: the caller closed it
        stream.write(harmless(text) + "\n")
        stream.flush()


def harmless(text: str) -> str:
    """Escape what steers a terminal or hides the order of a text, but for colours.

    What keeps a name apart that is read leftwards (`messages.isolated`) is left out: few terminals
    know it.
    """
    return _STEERING.sub(_harmless, _ISOLATE.sub(_without_isolate, text))


def _without_isolate(match: re.Match[str]) -> str:
    from ragami.messages import isolated  # (law 10)

    return match[1] if isolated(match[1]) == match[0] else match[0]


def _harmless(match: re.Match[str]) -> str:
    return match[1] or match[0].encode("unicode_escape").decode("ascii")


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def _json(value: object, encoding: str) -> str:
    """Return one line of JSON; in ASCII where the encoding lacks a character."""
    try:
        text = encode(value, enc_hook=str).decode()
        if encoding == "utf-8":  # has all signs, and msgspec writes no half of one
            return text
    except (UnicodeEncodeError, OverflowError):  # half a character, a number of over 64 bits
        from msgspec import to_builtins

        plain = to_builtins(value, str_keys=True, enc_hook=str)
        text = encoder.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return _NOT_ASCII.sub(lambda match: encoder.dumps(match[0])[1:-1], text)
    return text


BROKEN_PIPE: Final = 141
"""The exit code that a shell gives a program whose reader has gone (128 + SIGPIPE)."""


def stop(problem: BaseException, language: Language, *, as_json: bool) -> int:
    """Print what `problem` is. Return the exit code. A broken stream is left alone."""
    if isinstance(problem, OSError):
        let_go_of_stdout()
    if isinstance(problem, BrokenPipeError):
        return BROKEN_PIPE
    output = Output(language, json=as_json)
    with suppress(OSError):
        if isinstance(problem, KeyboardInterrupt) and is_terminal(sys.stderr):
            output.remark("")  # end the line in which the terminal shows ^C
        if isinstance(problem, click.ClickException):
            return wrong_usage(problem, output)
        return output.fail(trouble_of(problem))
    return trouble_of(problem).exit_code


def wrong_usage(problem: click.ClickException, output: Output) -> int:
    """Let click print what it did not understand, in its own form."""
    problem.show()
    if output.json:
        output.data(stopped(WrongUsage(problem, output.language)))
    return USAGE


class WrongUsage(RagamiError):
    """The command line was not understood: by click, or by a command of ours that raised it."""

    def __init__(self, problem: click.ClickException, spoken: Language) -> None:
        super().__init__("wrong-usage", problem=problem.format_message())
        self._texts = dict.fromkeys(LANGUAGES, problem.format_message())
        (other,) = {*LANGUAGES} - {spoken}
        known: dict[str, str] = {}
        say = getattr(problem.__cause__, "say", None)
        if isinstance(problem, click.BadParameter) and problem.param is not None:
            problem.param = copy(problem.param)
            problem.param.metavar = retold(problem.param.metavar or "", other, {}) or None
            known["number_type"] = problem.param.type.name
        text = say(other) if say else retold(problem.message, other, known)
        vars(problem)["message"] = text  # `Final` in click
        speak(other)  # click says the rest of the sentence when it is asked for it
        self._texts[other] = problem.format_message()
        speak(spoken)

    def say(self, language: Language) -> str:
        return self.kind.says(language).format(problem=self._texts[language])


def trouble_of(problem: BaseException) -> RagamiError:
    if isinstance(problem, KeyboardInterrupt | click.Abort):
        return RagamiError("interrupted")
    return error_of(problem)


def let_go_of_stdout() -> None:
    """Redirect stdout to nowhere, or the interpreter would complain at its exit."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def show_table(
    output: Output,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    numbers: Collection[int] = (),
) -> None:
    """Print rows under their heads; the columns of `numbers` are aligned right, and kept whole.

    A pipe gets one line a row, however long.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, header_style="bold", pad_edge=False)
    if not output.terminal:
        table.box, table.padding = None, (0, 2, 0, 0)
    for n, head in enumerate(heads):
        if n in numbers:
            table.add_column(head, justify="right", no_wrap=True)
        else:
            table.add_column(head, overflow="fold")
    for row in rows:
        # Text, not markup: what stands in a log may have brackets of its own.
        table.add_row(*map(Text, row))
    console = output.console()
    if not output.terminal:
        console.width = ENDLESS
    with console.capture() as drawn:
        console.print(table)
    for line in drawn.get().strip("\n").split("\n"):
        output.answer(line.rstrip())


# --- progress of a long command: a line on a terminal's stderr -------------------------------


PATIENCE: Final = 1.0
"""Seconds that a command may take before anybody wants to know how far it is."""

INTERVAL: Final = 0.1
"""Seconds between two drawings of the line."""

WIDEST_BAR: Final = 40
_START_OF_LINE: Final = "\r\x1b[K"


class ProgressLine:
    """A line `[####------] 41/100  12/s  0:05` while the block runs; `step` after each piece.

    `total` is how much there is in all; with 0 nobody knows, and only what is done is shown.
    `hide` makes room for something that is said meanwhile, which may be on the same terminal.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.weight = 0.0
        self._terminal = shows_progress()
        self._begun = time.monotonic()
        self._next = self._begun + PATIENCE
        self._shown = False
        self._hidden = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.hide()

    def step(self, pieces: int = 1, weight: float | None = None) -> None:
        """Count some pieces, and their weight in the total."""
        self.done += pieces
        self.weight += pieces if weight is None else weight
        if not self._terminal:
            return
        now = time.monotonic()
        if now < self._next and not self._hidden:
            return
        self._next = now + INTERVAL
        self._shown, self._hidden = True, False
        sys.stderr.write(_START_OF_LINE + self._line())
        sys.stderr.flush()

    def hide(self) -> None:
        """Take the line away until the next step."""
        if self._shown:
            self._shown, self._hidden = False, True
            sys.stderr.write(_START_OF_LINE)
            sys.stderr.flush()

    def _line(self) -> str:
        from shutil import get_terminal_size

        spent = max(time.monotonic() - self._begun, 1e-3)
        rate = f"{self.done / spent:.3g}/s"
        if not self.total:
            return f"{self.done}  {rate}"
        share = min(1.0, self.weight / self.total)
        # An archive is one place with many logs: their number is unknown.
        count = f"{self.done}/{self.total}" if self.weight == self.done else f"{self.done}"
        figures = f"{count}  {rate}  {_clock(spent * (1 - share) / share) if share else '?'}"
        room = min(WIDEST_BAR, get_terminal_size().columns - len(figures) - 4)
        if room < 1:
            return count
        filled = int(room * share)
        return f"[{'#' * filled}{'-' * (room - filled)}] {figures}"


def shows_progress() -> bool:
    return is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"


def _clock(seconds: float) -> str:
    """Return seconds as `0:05`, `59:59`, `1:00:00`."""
    minutes, seconds_left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"


# --- findings on logs and components, in one form --------------------------------------------


SEVERITIES: Final[dict[str, tuple[str, Data]]] = {
    "error": (N_("error"), {"fg": "red", "bold": True}),
    "warning": (N_("warning"), {"fg": "yellow"}),
    "notice": (N_("notice"), {"dim": True}),
}
LABEL: Final = 9
"""Columns of the label and the blank after it, at least: some languages need more."""


def say_share(part: WithheldShare, language: Language) -> str:
    """Return the share of withheld records in words."""
    from ragami.messages import template

    return template("withheld-record", language).format_map(asdict(part))


def head(name: str, about: str, ok: bool, output: Output) -> str:
    """Return the first line of a report: the name, good or bad, and a few words."""
    from ragami.sources.files import STDIN

    good, bad = ("✓", "✗") if output.shows("✓✗") else ("+", "-")
    mark = output.style(good, fg="green") if ok else output.style(bad, fg="red")
    called = _("standard input") if name == STDIN else name
    return f"{mark} {output.style(called, bold=True)}  {about}".rstrip()


def paragraph(severity: str, text: str, output: Output) -> str:
    """Return a finding, its lines beside the label."""
    label, style = SEVERITIES[severity]
    say = output.translate  # `gettext` looks for its catalogue each time, on the disk
    width = max(LABEL, *(len(say(word)) + 1 for word, _style in SEVERITIES.values()))
    indent = " " * (width + 2)
    beside = output.wrap(text, indent)[len(indent) :]
    return f"  {output.style(f'{say(label):<{width}}', **style)}{beside}"
