"""`ragami sheet`: a score sheet on paper."""

from __future__ import annotations

from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import click

from ragami_cli.arguments import game_names, out_option, read_excerpt, viewer_option
from ragami_cli.opening_arguments import chosen_game, game_option
from ragami_cli.options import Command, Session, pass_session

if TYPE_CHECKING:
    from ragami.export.excerpt import Excerpt
    from ragami.export.paper import Size
    from ragami.game import GameDefinition

SUFFIXES: Final = (".html", ".pdf")


@click.command(
    "sheet",
    cls=Command,
    help=_(
        "Print a score sheet: without a game an empty one, with a game its heads and the table as"
        " it stands, so that play can go on on paper when the battery is empty. The lines are"
        " numbered as their records will be; type them in later with 'ragami record'. The last"
        " page tells how each event is written.\n\n"
        "It is a page to be printed from a browser (HTML), or a PDF where the file is called so."
    ),
    examples=[
        ("ragami sheet -o empty.html", _("An empty sheet, to have in the box.")),
        ("ragami sheet friday -o friday.pdf", _("The game as it stands, to go on on paper.")),
        ("ragami sheet friday --paper letter --lang es > hoja.html", _("In Spanish, on Letter.")),
    ],
)
@click.argument(
    "name",
    required=False,
    metavar=_("[GAME|FILE]"),
    help=_("Name of a game, or else a file with a log."),
    shell_complete=game_names,
)
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", help=_("The size of the paper.")
)
@game_option
@viewer_option
@out_option(_("Where to; else to standard output."))
@pass_session
def sheet(
    session: Session,
    *,
    name: str | None,
    kind: str | None,
    paper: str,
    viewer: str | None,
    out: Path | None,
) -> None:
    """Write the sheets of one game."""
    from ragami.export.paper import paper as on_paper

    if out is not None and out.suffix not in SUFFIXES:
        raise click.UsageError(_("The name of the file has to end in .html or .pdf."))
    if name is None:
        about: Excerpt | GameDefinition = chosen_game(session, kind)
    else:
        about = read_excerpt(session, name, viewer)
    content = on_paper(about, cast("Size", paper), session.language)
    if out and out.suffix == ".pdf":
        content = as_pdf(content)
    session.output.put(content, out)


def as_pdf(page: bytes) -> bytes:
    """The page as PDF. Raises `RagamiError` `extra-needed`."""
    from ragami.extras import needed

    with needed("paper"):
        from weasyprint import HTML

    pdf: bytes = HTML(string=page.decode()).write_pdf()
    return pdf
