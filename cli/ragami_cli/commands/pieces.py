"""`ragami board fill` and `ragami board template`: the pieces of a box, one by one or in sheets."""

from __future__ import annotations

from collections.abc import Iterable
from gettext import gettext as _
from pathlib import Path

import click

from ragami.errors import RagamiError
from ragami.filing import write_whole
from ragami.game import GameDefinition, loadable
from ragami.game.capabilities import PIECES
from ragami.game.components.entry import begun, without
from ragami.language import LANGUAGES
from ragami.sources.components import own_names
from ragami.sources.files import read_component
from ragami.sources.pieces import Wrong, fill_component
from ragami.sources.pieces import template as sheet_of
from ragami_cli import component_dialogue as dialogue
from ragami_cli.arguments import completing, one_of, out_option
from ragami_cli.component_dialogue import component_at, keep, path_named
from ragami_cli.opening_arguments import chosen_game, game_option
from ragami_cli.options import Session, command, pass_session
from ragami_cli.output import Output
from ragami_cli.writing import TextType

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Without it some spreadsheets misread accents."""


def able(session: Session, kind: str | None) -> GameDefinition:
    """Return the game that is meant, which has pieces. Raise `MissingCapability`."""
    game = chosen_game(session, kind, PIECES)
    game.need(PIECES)
    return game


def _filled() -> Iterable[GameDefinition]:
    return loadable(PIECES)


def _kinds() -> Iterable[str]:
    return [kind for game in _filled() for kind in game.need(PIECES).kinds]


def _own() -> Iterable[str]:
    return [
        name for game in _filled() for name in own_names(game.name, game.need(PIECES).component)
    ]


def kind_of(word: str | None, game: GameDefinition) -> str | None:
    """Return the kind of pieces of this name. Raise `click.BadParameter`."""
    return word and one_of(word, game.need(PIECES).kinds, "--pieces")


@command(
    "fill",
    help=_(
        "Enter the pieces of your box (buildings, events …) into a file of your own, by questions"
        " or from a spreadsheet, over as many evenings as you like. The file is whole after every"
        " piece and can be played with: what nobody has entered is a stand-in, and every report"
        " says so. A piece that is entered again is corrected.\n\n"
        "A spreadsheet is taken whole or not at all; all that is wrong in it is said by row and"
        " column. 'ragami board template' makes one to fill in."
    ),
    examples=[
        ("ragami board fill my-box", _("By questions; the same command goes on another evening.")),
        ("ragami board fill my-box buildings.csv", _("What a spreadsheet says.")),
        ("ragami board fill my-box --pieces events", _("The events now.")),
        ("ragami board fill my-box --remove towm_hall", _("Entered by mistake.")),
    ],
)
@click.argument(
    "name",
    metavar=_("FILE|NAME"),
    type=TextType(),
    shell_complete=completing(_own),
    help=_("The file that grows; a name without an ending is kept among your own."),
)
@click.argument(
    "sheet", required=False, metavar=_("[SHEET]"), type=TextType(), help=_("A spreadsheet (CSV).")
)
@click.option(
    "--pieces",
    metavar=_("PIECES"),
    shell_complete=completing(_kinds),
    help=_("Which pieces, such as buildings; else those that are still owed."),
)
@click.option("--remove", "removed", metavar=_("ID"), help=_("Take this piece out again."))
@game_option
@pass_session
def fill(
    session: Session,
    name: str,
    sheet: str | None,
    *,
    pieces: str | None,
    removed: str | None,
    kind: str | None,
) -> int:
    game, output = able(session, kind), session.output
    pieces = kind_of(pieces, game)
    path = dialogue.path_named(game, name)
    if removed:
        take_out(game, path, removed)
    elif sheet:
        take_in(game, path, sheet, pieces, output)
    else:
        dialogue.fill(game, path, output, pieces)
    dialogue.tell_progress(path, dialogue.component_at(game, path), game, output)
    return 0


def take_out(game: GameDefinition, path: Path, id_: str) -> None:
    """Remove a piece. Raise `RagamiError` `no-such-piece`."""
    component = without(game, component_at(game, path), id_)
    if component is None:
        raise RagamiError("no-such-piece", path=path, piece=id_)
    keep(path, component)


def take_in(
    game: GameDefinition, path: Path, sheet: str, pieces: str | None, output: Output
) -> None:
    """Enter the pieces of a spreadsheet. Raise `RagamiError` `pieces-misread`."""
    component, unread = fill_component(
        game, component_at(game, path), read_component(sheet), pieces
    )
    if unread:
        raise UnreadableCells(sheet, unread, output)
    keep(path, dict(component))


class UnreadableCells(RagamiError):
    """A spreadsheet with cells that cannot be taken; each was said."""

    def __init__(self, path: str, unread: list[Wrong], output: Output) -> None:
        for cell in unread:
            output.remark(output.wrap(in_words(cell, output)))
        cells: list[dict[str, object]] = [
            {
                "row": cell.row,
                "column": cell.column,
                **{language: cell.say(language) for language in LANGUAGES},
            }
            for cell in unread
        ]
        super().__init__("pieces-misread", path=path, number=len(unread), cells=cells)


def in_words(cell: Wrong, output: Output) -> str:
    """Return the fault of a cell: `row 3, column cost: '9Q' is no goods`."""
    where = _("The sheet") if cell.row is None else _("Row {row}").format(row=cell.row)
    if cell.column:
        where = _("{row}, column {column}").format(row=where, column=cell.column)
    return f"{where}: {cell.say(output.language).rstrip('.')}."


@command(
    "template",
    help=_(
        "Write a spreadsheet (CSV) to fill in: a column for each field of a piece, and a row for"
        " each piece that is still owed. With --of, those that were entered stand in it too, to be"
        " corrected. 'ragami board fill' reads it. What each column wants is said beside it."
    ),
    examples=[
        ("ragami board template buildings -o buildings.csv", _("For 80 buildings.")),
        ("ragami board template events --of my-box -o events.csv", _("With what is there.")),
    ],
)
@click.argument(
    "pieces", metavar=_("PIECES"), shell_complete=completing(_kinds), help=_("Such as buildings.")
)
@click.option(
    "--of",
    "name",
    metavar=_("FILE|NAME"),
    type=TextType(),
    shell_complete=completing(_own),
    help=_("What was entered so far."),
)
@out_option(_("Write it to this file."))
@game_option
@pass_session
def template(
    session: Session, pieces: str, name: str | None, out: Path | None, kind: str | None
) -> None:
    game, output = able(session, kind), session.output
    pieces = kind_of(pieces, game) or pieces
    component = component_at(game, path_named(game, name)) if name else begun(game, "")
    sheet = sheet_of(game, component, pieces, output.language).encode()
    if out:
        write_whole(out, BYTE_ORDER_MARK + sheet)
    else:
        output.raw(sheet)
    explain(game, pieces, output)


def explain(game: GameDefinition, kind: str, output: Output) -> None:
    for column in game.need(PIECES).kinds[kind].columns:
        asks = output.translate(column.asks)
        example = column.example(output.language)
        such = _("such as {example}").format(example=example) if example else ""
        line = f"{column.name:<12} {asks} {f'({such})' if such else ''}"
        output.remark(output.wrap(line, "  "))
