"""`ragami board`: boards drawn, and component files checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ragami.filing import write_whole
from ragami.trouble import FOUND_WRONG, Trouble
from ragami_cli.options import Group, Session, pass_session
from ragami_cli.reading import read_log

if TYPE_CHECKING:
    from ragami.games.ragami.components import BoardFile
    from ragami.games.ragami.inspection import Inspection
    from ragami_cli.output import Output

DRAW: Final = "draw"
USUAL: Final = "city-1"
# How a log begins; a component does not.
LOG: Final = re.compile(rb'\s*\{\s*"seq"')


class Boards(Group):
    """A group whose first word is a board to draw, unless it is a command."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Take `ragami board NAME` for `ragami board draw NAME`."""
        if args and args[0] not in self.commands:
            args = [DRAW, *args]
        return super().resolve_command(ctx, args)


@click.group(
    "board",
    cls=Boards,
    invoke_without_command=True,
    help=_(
        "Draw a board ('ragami board NAME' is short for 'ragami board draw NAME'), enter a board,"
        " a deck or dice from your box, or check those that you made."
    ),
    examples=[
        ("ragami board", _("The board that ships.")),
        ("ragami board final", _("The board of the game 'final', as it stands now.")),
        ("ragami board check my-city.json", _("What is wrong with a board of your own?")),
        ("ragami board new my-city.json", _("Enter the board of your box, in ten minutes.")),
    ],
)
@click.pass_context
def board(ctx: click.Context) -> None:
    """Draw or check a board."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(draw, name=USUAL)


@board.command(
    DRAW,
    help=_(
        "Draw a board: one that ships, one in a file, or that of a game (or of a log in a file)"
        " with all that stands on it now."
    ),
    examples=[
        ("ragami board draw city-1", _("The board that ships.")),
        ("ragami board draw my-city.json", _("A board of your own.")),
        ("ragami board draw my-city.json -o my-city.svg", _("As a picture.")),
    ],
)
@click.argument(
    "name",
    default=USUAL,
    metavar=_("[NAME|FILE|GAME]"),
    help=_("What board; else city-1."),
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar=_("FILE"),
    help=_("Draw it as a picture (SVG) in this file."),
)
@pass_session
def draw(session: Session, name: str, out: Path | None) -> None:
    """Print a board, or write it as a picture."""
    from ragami.games.ragami import shipped

    ships = name in shipped.BOARDS
    content = shipped.read(f"{name}.json") if ships else read_log(session, name)
    file, state = board_in(content, name)
    if out:
        write_picture(file, state, out, session.output)
    elif session.json:
        session.output.data(file)
    else:
        session.output.answer(drawn(file, state, session.output))


def board_in(content: bytes, name: str) -> tuple[BoardFile, dict[str, Any] | None]:
    """The board in a file, or that of a log and what stands on it. Raises `Trouble` `no-board`."""
    from ragami.games.ragami.components import BoardFile
    from ragami.games.ragami.inspection import inspect
    from ragami.report import replay_log

    if LOG.match(content):
        replay = replay_log(content)
        if replay.state.opened:
            file: BoardFile = replay.state.board.file
            return file, replay.game.view(replay.state, replay.seq)
    found = inspect(content)
    if isinstance(found.component, BoardFile) and found.ok:
        return found.component, None
    raise Trouble("no-board", path=name)


def drawn(file: BoardFile, state: dict[str, Any] | None, output: Output) -> str:
    """The board in characters."""
    from msgspec import to_builtins

    from ragami.games.ragami.picture.layout import Plan
    from ragami.games.ragami.picture.text import board as drawing

    return drawing(
        state,
        Plan.from_board(to_builtins(file)),
        language=output.language,
        colour=output.colour,
        unicode=output.shows("╱✓▶"),
        width=output.width,
    ).rstrip("\n")


def write_picture(file: BoardFile, state: dict[str, Any] | None, out: Path, output: Output) -> None:
    """The board as SVG in a file. Raises `Trouble` `system-refused`."""
    from msgspec import to_builtins

    from ragami.games.ragami.picture.layout import Plan
    from ragami.games.ragami.picture.svg import bare, svg

    plan = Plan.from_board(to_builtins(file))
    if state:
        picture = svg(state, plan, language=output.language, title=file.name)
    else:
        picture = bare(plan, file.name, language=output.language)
    write_whole(out, f"{picture}\n".encode())


@board.command(
    "new",
    help=_(
        "Enter the board of your box by questions and answers: the streets, the blocks, and what"
        " faces what. It is checked as you go, drawn, and written to a file that 'ragami new"
        " --board' takes. The same for a deck (how many cards of each kind, and their icons) and"
        " for dice (their faces)."
    ),
    examples=[
        ("ragami board new my-city.json", _("The board.")),
        ("ragami board new my-deck.json --kind deck", _("The cards.")),
        ("ragami board new my-dice.json --kind dice", _("The dice.")),
    ],
)
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False), metavar=_("FILE"))
@click.option(
    "--kind",
    type=click.Choice(["board", "deck", "dice"]),
    default="board",
    help=_("What is entered; else the board."),
)
@pass_session
def new(session: Session, path: Path, kind: str) -> int:
    """Ask for a component and write it."""
    from ragami_cli.making import make

    if path.exists():
        raise Trouble("file-there-already", path=path)
    made = make(kind, path, session.output)
    write_whole(path, _as_a_file(made))
    if kind == "board" and not session.json:
        show_result(path, session.output)
    return check_one(str(path), session.output)


def show_result(path: Path, output: Output) -> None:
    """The board that was entered, in characters and as a picture to lay beside the printed one."""
    file, _state = board_in(path.read_bytes(), str(path))
    output.answer(drawn(file, None, output))
    picture = path.with_suffix(".svg")
    if not picture.exists():
        write_picture(file, None, picture, output)
        output.remark(_("It is drawn in {file}.").format(file=picture))


def _as_a_file(made: dict[str, Any]) -> bytes:
    """JSON with an entry a line, for people to look at."""
    from msgspec.json import encode

    parts = []
    for name, value in made.items():
        if isinstance(value, dict):
            entries = [f'    "{key}": {encode(inside).decode()}' for key, inside in value.items()]
            told = "{\n" + ",\n".join(entries) + "\n  }"
        else:
            told = encode(value).decode()
        parts.append(f'  "{name}": {told}')
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


@board.command(
    "check",
    help=_(
        "Say everything that is wrong with a component: a board, a deck or dice, whichever the"
        " file has. The exit code is 1 if it cannot be played with; what is only unlike the"
        " printed game is a warning."
    ),
    examples=[
        ("ragami board check my-city.json", _("With the place of everything, and what to do.")),
        ("ragami board check --json my-deck.json", _("The same for a program.")),
    ],
)
@click.argument(
    "files", nargs=-1, required=True, metavar=_("FILE..."), help=_("Boards, decks or dice.")
)
@pass_session
def check(session: Session, files: tuple[str, ...]) -> int:
    """Check some component files."""
    from ragami_cli.sources import worst

    return worst([check_one(file, session.output) for file in files])


def check_one(file: str, output: Output) -> int:
    """Say what is wrong with one file; gives the exit code that it deserves."""
    from ragami.games.ragami.inspection import inspect
    from ragami_cli.sources import read_component

    try:
        found = inspect(read_component(file))
    except Trouble as trouble:
        return output.fail_on(file, trouble)
    if output.json:
        output.data(as_report(file, found))
    else:
        output.answer("\n".join(in_words(file, found, output)))
    return 0 if found.ok else FOUND_WRONG


def as_report(file: str, found: Inspection) -> dict[str, Any]:
    """The findings in the form of the report on a log."""
    from ragami.game import game_named
    from ragami.games.ragami.inspection import say
    from ragami.language import LANGUAGES

    return {
        "file": file,
        "kind": found.kind,
        "name": found.component.name if found.component else None,
        "ok": found.ok,
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity,
                "rule": finding.rule,
                "ruling": finding.ruling,
                "facts": finding.facts,
                **{language: say(finding, language) for language in LANGUAGES},
                "sources": game_named("ragami").sources(finding),
            }
            for finding in found.findings
        ],
    }


def in_words(file: str, found: Inspection, output: Output) -> Iterator[str]:
    """A line on the file, and a paragraph on everything that was found in it."""
    from ragami.games.ragami.inspection import say
    from ragami.games.ragami.speech import speech
    from ragami_cli.findings import head, paragraph

    name = found.component.name if found.component else ""
    kind = speech(output.language).value(found.kind) if found.kind else ""
    yield head(file, f"{kind} {name}".strip(), found.ok, output)
    for finding in found.findings:
        yield paragraph(finding.severity, say(finding, output.language), output)
