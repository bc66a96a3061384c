"""`ragami board`: boards drawn, and component files checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import gettext as _
from pathlib import Path
from typing import Any, Final

import click
from msgspec import to_builtins

from ragami.draw.panels import Page
from ragami.errors import FOUND_WRONG, RagamiError, worst
from ragami.game import GameDefinition, game_named, loadable
from ragami.game.capabilities import COMPONENTS, DRAWING
from ragami.game.components.inspection import Inspection
from ragami.sources.components import component_report, folder, own_names, path_of
from ragami.sources.files import read_component
from ragami.table.piece_entry import brought
from ragami.table.recording import Draft
from ragami_cli.arguments import game_argument, one_of, out_option, read_log
from ragami_cli.commands import pieces
from ragami_cli.commands.amend import add_all, with_standing
from ragami_cli.component_dialogue import fill, is_filled, make
from ragami_cli.opening_arguments import chosen_game, game_option
from ragami_cli.options import Group, Session, pass_session
from ragami_cli.output import Output, head, paragraph
from ragami_cli.writing import TextType, WriteRequest, with_signature

DRAW: Final = "draw"
# A log begins so, and no component does.
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
        ("ragami board check my-board.json", _("What is wrong with a board of your own?")),
        ("ragami board new my-board.json", _("Enter the board of your box, in ten minutes.")),
    ],
)
@click.pass_context
def board(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        ctx.invoke(draw, name=None)


@board.command(
    DRAW,
    help=_(
        "Draw a board: one that ships, one in a file, or that of a game (or of a log in a file)"
        " with all that stands on it now."
    ),
    examples=[
        ("ragami board draw", _("The board that ships.")),
        ("ragami board draw my-board.json", _("A board of your own.")),
        ("ragami board draw my-board.json -o my-board.svg", _("As a picture.")),
    ],
)
@click.argument(
    "name",
    required=False,
    metavar=_("[NAME|FILE|GAME]"),
    help=_("What board; else the one that ships."),
)
@out_option(_("Draw it as a picture (SVG) in this file."))
@game_option
@pass_session
def draw(session: Session, name: str | None, kind: str | None, out: Path | None) -> None:
    output = session.output
    if name is None:
        shipped = chosen_game(session, kind).need(COMPONENTS).shipped
        name = next(iter(shipped.values()))[0]
    ships = shipping(name)
    game, content = ships or (None, read_log(session, name))
    if not ships and LOG.match(content):
        draw_game(content, name, out, output)
        return
    game, component = component_in(content, name, game)
    draw_component(game, component, name, out, output)


def shipping(name: str) -> tuple[GameDefinition, bytes] | None:
    """Return the component of this name that ships with some game."""
    for game in loadable(COMPONENTS):
        parts = game.need(COMPONENTS)
        for kind, names in parts.shipped.items():
            if name in names:
                return game, parts.read(kind, name)
    return None


def component_in(
    content: bytes, name: str, game: GameDefinition | None
) -> tuple[GameDefinition, Any]:
    """Return the component in a file and the game it is of. Raise `RagamiError` `no-board`."""
    for candidate in [game] if game else loadable(COMPONENTS):
        inspection = candidate.need(COMPONENTS).inspect(content)
        if inspection.component is not None and inspection.ok:
            return candidate, inspection.component
    raise RagamiError("no-board", path=name)


def draw_game(log: bytes, name: str, out: Path | None, output: Output) -> None:
    from ragami.export.excerpt import Excerpt
    from ragami.export.formats import svg

    excerpt = Excerpt(name, log, None, output.language)
    if not excerpt.replay.seating.names:
        raise RagamiError("no-board", path=name)
    if out:
        output.put(svg(excerpt).decode().rstrip("\n") + "\n", out)
        return
    replay = excerpt.replay
    names = replay.seating.names
    view = replay.game.view(replay.state, replay.seq)
    if output.json:
        output.data(view)
        return
    page = Page(output.language, output.width, output.colour, output.shows("╱✓▶"), "board")
    drawn = replay.game.need(DRAWING).picture(replay.state, view, names, page)
    output.answer(drawn.rstrip("\n"))


def draw_component(
    game: GameDefinition, component: object, name: str, out: Path | None, output: Output
) -> None:
    """Print a component in characters, or draw it as a picture in a file."""
    parts = game.need(COMPONENTS)
    if out:
        picture = parts.svg(component, output.language)
        if picture is None:
            raise RagamiError("no-board", path=name)
        output.put(picture.rstrip("\n") + "\n", out)
        return
    page = Page(output.language, output.width, output.colour, output.shows("╱✓▶"))
    drawn = parts.picture(component, page)
    if drawn is None:
        raise RagamiError("no-board", path=name)
    output.reply(component, drawn.rstrip("\n"))


board.add_command(pieces.fill)
board.add_command(pieces.template)


@board.command(
    "new",
    help=_(
        "Enter the board of your box by questions and answers. It is checked as you go, drawn, and"
        " written to a file that 'ragami new --board' takes. The same for a deck (how many cards of"
        " each kind, and their icons) and for dice (their faces)."
    ),
    examples=[
        ("ragami board new my-board.json", _("The board.")),
        ("ragami board new my-board", _("The same, kept by name for every new game.")),
        ("ragami board new my-deck.json --kind deck", _("The cards.")),
        ("ragami board new my-dice.json --kind dice", _("The dice.")),
    ],
)
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False), metavar=_("FILE"))
@click.option("--kind", "part", metavar=_("KIND"), help=_("What is entered; else the board."))
@game_option
@pass_session
def new(session: Session, path: Path, part: str | None, kind: str | None) -> int:
    game = chosen_game(session, kind)
    parts = game.need(COMPONENTS)
    component_kind = (
        next(iter(parts.shipped)) if part is None else one_of(part, parts.shipped, "--kind")
    )
    if path.name == str(path) and not path.suffix:
        path = path_of(game.name, component_kind, path.name)
    if path.exists():
        raise RagamiError("file-there-already", path=path)
    if is_filled(game, component_kind):
        fill(game, path, session.output)
    else:
        make(parts, component_kind, path, session.output)
    if not session.json:
        show_result(game, path, session.output)
    return check_one(str(path), session.output, game)


def show_result(game: GameDefinition, path: Path, output: Output) -> None:
    """Print the entered component, and draw it as a picture to compare with the printed one."""
    inspection = game.need(COMPONENTS).inspect(path.read_bytes())
    if (
        not inspection.ok
        or game.need(COMPONENTS).svg(inspection.component, output.language) is None
    ):
        return
    draw_component(game, inspection.component, str(path), None, output)
    picture = path.with_suffix(".svg")
    if not picture.exists():
        draw_component(game, inspection.component, str(path), picture, output)
        output.remark(_("It is drawn in {file}.").format(file=picture))


@board.command(
    "use",
    help=_(
        "Put the board, the deck or the dice of a game right: record 1 reads as if the game had"
        " been opened with the one in FILE, and the whole game is judged again. What that changes"
        " is said before it is written; with 'ragami whatif use' it is only said."
    ),
    examples=[
        ("ragami board use friday my-board.json", _("The printed map, entered at last.")),
        ("ragami board use friday my-board", _("One of your own, by its name.")),
    ],
)
@game_argument
@click.argument("file", metavar=_("FILE|NAME"), type=TextType(), help=_("A board, a deck or dice."))
@with_signature
def use(request: WriteRequest, *, file: str) -> int:
    with request.opened() as writing:
        kind, component = to_be_used(file, writing.game)

        def correction() -> list[Draft]:
            replay = writing.recording.replay
            if not hasattr(replay.history.reads(1), "components"):
                raise RagamiError("no-board", path=request.game)  # record 1 is malformed
            return [brought(replay, kind, component, request.stamp, **request.signed)]

        return add_all(writing, correction, tell=with_standing)


def to_be_used(name_or_path: str, game: GameDefinition) -> tuple[str, object]:
    """Return the kind of a component of this game, and its content.

    Raises `RagamiError` `no-board`, those of files, and `MissingCapability`.
    """
    kinds = game.need(COMPONENTS).shipped
    own = next((kind for kind in kinds if name_or_path in own_names(game.name, kind)), None)
    path = name_or_path if own is None else str(folder(game.name, own) / f"{name_or_path}.json")
    inspection = game.need(COMPONENTS).inspect(read_component(path))
    if not inspection.ok or inspection.component is None or inspection.kind is None:
        raise RagamiError("no-board", path=path)
    return inspection.kind, to_builtins(inspection.component)


@board.command(
    "check",
    help=_(
        "Say everything that is wrong with a component: a board, a deck or dice, whichever the"
        " file has. The exit code is 1 if it cannot be played with; what is only unlike the"
        " printed game is a warning."
    ),
    examples=[
        ("ragami board check my-board.json", _("With the place of everything, and what to do.")),
        ("ragami board check --json my-deck.json", _("The same for a program.")),
    ],
)
@click.argument(
    "files", nargs=-1, required=True, metavar=_("FILE..."), help=_("Boards, decks or dice.")
)
@game_option
@pass_session
def check(session: Session, files: tuple[str, ...], kind: str | None) -> int:
    game = game_named(kind) if kind else None
    return worst([check_one(file, session.output, game) for file in files])


def check_one(file: str, output: Output, game: GameDefinition | None) -> int:
    """Print what is wrong with one file. Return its exit code."""
    try:
        content = read_component(file)
    except RagamiError as trouble:
        return output.fail(trouble, file)
    game = game or whose(content)
    inspection = game.need(COMPONENTS).inspect(content)
    reply = component_report(file, inspection, game)
    output.reply(reply, in_words(file, inspection, game, output))
    return 0 if inspection.ok else FOUND_WRONG


def whose(content: bytes) -> GameDefinition:
    """Return the game whose component a file holds or seems to hold; else the first game."""
    games = loadable(COMPONENTS)
    inspections = [(game, game.need(COMPONENTS).inspect(content)) for game in games]
    good = [
        game
        for game, inspection in inspections
        if inspection.ok and inspection.component is not None
    ]
    return next(
        iter([*good, *(game for game, inspection in inspections if inspection.kind), *games])
    )


def in_words(
    file: str, inspection: Inspection, game: GameDefinition, output: Output
) -> Iterator[str]:
    """Yield a line on the file, and a paragraph for each finding."""
    name = inspection.component.name if inspection.component else ""
    kind = game.words.word(inspection.kind, output.language) if inspection.kind else ""
    yield head(file, f"{kind} {name}".strip(), inspection.ok, output)
    for finding in inspection.findings:
        sentence = game.need(COMPONENTS).say(finding, output.language)
        yield paragraph(finding.severity, sentence, output)
