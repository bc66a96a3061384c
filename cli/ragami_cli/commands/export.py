"""`ragami export|sheet`: a game as something for somebody else, and on paper."""

from __future__ import annotations

from gettext import gettext as _
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import click

from ragami.decoded import Data, Fields
from ragami.errors import needed
from ragami.export import FORMATS, maker
from ragami.export.code import LARGE, QrPicture
from ragami.export.excerpt import Excerpt
from ragami.export.paper import Size
from ragami.export.paper import paper as on_paper
from ragami.game import GameDefinition
from ragami.game.visibility import PUBLIC
from ragami_cli.arguments import at_option, game_names, out_option, read_excerpt, viewer_option
from ragami_cli.opening_arguments import chosen_game, game_option
from ragami_cli.options import Session, command, pass_session
from ragami_cli.output import Output
from ragami_cli.workers import (
    LogSelection,
    Workers,
    all_games_option,
    workers_options,
    write_tables,
)

PARQUET: Final = "parquet"
"""The format for many games: see `ragami_cli.workers`."""

CODES: Final = ("link", "qr")

SUFFIXES: Final = {"ragami": "sheet"}
"""Formats by the ending of a file, where it is not their name."""


@command(
    "export",
    help=_(
        "Take a game out: as JSON lines (the log, byte for byte), as a score sheet in your language"
        " (a line an action; 'ragami import' reads it), as one JSON document with what is said"
        " about it, as a table (CSV) with a row for each record and the running score, as a"
        " picture (SVG, PNG) of how it stands, or as a page (HTML) that replays it. Its result is a"
        " line (result) or a link for the app BG Stats (bgstats). With --to parquet any number of"
        " games become tables: a folder of Parquet files.\n\n"
        "With --to link or qr the whole game is in a code, without its times: a text of some"
        " hundred characters, a link, or a QR code to print (SVG, PNG). Every command that takes a"
        " log takes the text, the link or a photo.\n\n"
        "With --as, what that player may not see is left out, in every format. Of a private game"
        " nothing secret goes out without it, and the whole with --as referee."
    ),
    examples=[
        ("ragami export final > final.jsonl", _("The log, to keep or to send.")),
        ("ragami export final --to sheet --stamps -o final.ragami", _("As a score sheet.")),
        ("ragami export final --to svg --at 57 -o board.svg", _("The board after record 57.")),
        ("ragami export final -o final.html", _("A page that replays it, in one file.")),
        (
            "ragami export final --spoiler-free -o watch.html",
            _("The same for somebody who does not know yet how it ended."),
        ),
        ("ragami export final --to csv -o final.csv", _("For a spreadsheet.")),
        (
            "ragami export final --as public -o public.jsonl",
            _("What may be published: without the cards in the hands."),
        ),
        ("ragami export final --to result", _("Who won, in a line for the club's page.")),
        ("ragami export final --to bgstats", _("A link that the app BG Stats imports.")),
        (
            "ragami export --all-games --to parquet -o tables/",
            _("All games as tables, for DuckDB and others."),
        ),
        ("ragami export final --as green -o green.jsonl", _("The game as Green saw it.")),
        ("ragami export final --to link", _("The whole game, to paste into a message.")),
        (
            "ragami export final --to link --at-address https://example.org/g",
            _("A link with the game behind its hash, where no server sees it."),
        ),
        ("ragami export final --to qr -o final.png", _("The whole game as a QR code.")),
    ],
)
@click.argument(
    "name",
    metavar=_("GAME|FILE"),
    required=False,
    help=_("Name of a game, or else a file with a log; a folder or an archive for parquet."),
    shell_complete=game_names,
)
@click.option(
    "--to",
    "format_",
    type=click.Choice([*FORMATS, PARQUET]),
    help=_("What it becomes; else what the name of the file says, else jsonl."),
)
@at_option(_("Only up to this record."))
@viewer_option
@click.option(
    "--width",
    metavar=_("PIXELS"),
    type=click.IntRange(100, 10_000),
    help=_("How wide a PNG becomes; else 1600 pixels."),
)
@click.option(
    "--spoiler-free",
    is_flag=True,
    help=_("Of a page: show neither how long the game is nor how it ends until one gets there."),
)
@click.option(
    "--stamps",
    is_flag=True,
    help=_("Of a sheet: say at the end of each line when it was recorded and by whom."),
)
@click.option(
    "--check",
    is_flag=True,
    help=_("Of a sheet: end each line with check characters, for copying by hand."),
)
@click.option(
    "--provable",
    is_flag=True,
    help=_(
        "Of a log with --as: leave the hash of each record that something is left out of, so that"
        " its seals can be checked. A hidden card can be guessed from it."
    ),
)
@click.option(
    "--at-address",
    "address",
    metavar="URL",
    help=_("Of a link or QR code: the page that it leads to."),
)
@click.option(
    "--exact",
    is_flag=True,
    help=_("Of a link or QR code: with times and authors, so that the log comes back to the byte."),
)
@click.option(
    "--signer",
    metavar=_("NAME"),
    help=_("Of a link or QR code: the key that signs it; else nobody does."),
)
@click.option(
    "-o",
    "--out",
    metavar=_("FILE|FOLDER"),
    type=click.Path(path_type=Path, allow_dash=True),
    help=_("Where to; else to standard output. Parquet needs a folder."),
)
@click.option(
    "--resume",
    is_flag=True,
    help=_("Of Parquet: go on with the tables in the folder, after an interruption or with more."),
)
@all_games_option
@workers_options
@pass_session
def export(  # noqa: PLR0913 (as many as there are things to say)
    session: Session,
    /,
    *,
    name: str | None,
    format_: str | None,
    seq: int | None,
    viewer: str | None,
    out: Path | None,
    resume: bool,
    all_games: bool,
    workers: Workers,
    **options: Any,
) -> int:
    format_ = format_ or format_of(out, session.output)
    if format_ == PARQUET:
        if seq or any(options.values()):
            raise click.UsageError(_("--to parquet takes whole games."))

        names = (name,) if name else ()
        selection = LogSelection.asked(names, session, workers, all_games=all_games)
        return write_tables(selection, out, viewer, resume=resume)
    if name is None or all_games or resume:
        raise click.UsageError(_("Name one game; only --to parquet takes many."))

    excerpt = read_excerpt(session, name, viewer, seq)
    how = ways(format_, options)
    if how.get("provable") and viewer is None:
        raise click.UsageError(OF_A_FORMAT[0].elsewhere)
    if format_ in CODES:
        how = ways_of_code(format_, out, how)
    exported = maker(format_)(excerpt, **how)
    if format_ == "jsonl":
        tell_of_seals(excerpt, exported, session.output, provable=how["provable"])
    if format_ in CODES:
        tell_of_code(excerpt, exported, session.output)
    session.output.put(exported, out)
    return 0


class FormatOptions(NamedTuple):
    """Options of some formats alone; `elsewhere` is said where one is given for another."""

    names: tuple[str, ...]
    formats: tuple[str, ...]
    elsewhere: str
    hint: str = ""


OF_A_FORMAT: Final = (
    FormatOptions(("provable",), ("jsonl",), _("--provable is for --to jsonl with --as.")),
    FormatOptions(("width",), ("png",), _("Only a PNG has a width in pixels."), "--width"),
    FormatOptions(("spoiler_free",), ("html",), _("--spoiler-free is for --to html.")),
    FormatOptions(("stamps", "check"), ("sheet",), _("--stamps and --check are for --to sheet.")),
    FormatOptions(
        ("address", "exact", "signer"),
        CODES,
        _("--at-address, --exact and --signer are for --to link and qr."),
    ),
)


def ways(format_: str, options: Fields) -> Data:
    """Return the settings of a format from its options. Raise wrong usage if they do not fit it."""
    how: Data = {}
    for own in OF_A_FORMAT:
        values = {name: options[name] for name in own.names}
        if format_ in own.formats:
            how |= values
        elif any(values.values()) and own.hint:
            raise click.BadParameter(own.elsewhere, param_hint=own.hint)
        elif any(values.values()):
            raise click.UsageError(own.elsewhere)
    return how


def ways_of_code(format_: str, out: Path | None, options: Fields) -> Data:
    """Return the settings of a code. Raise wrong usage, and `RagamiError` where no key signs."""
    address, signer = options["address"] or "", options["signer"]
    if "#" in address or not address.isprintable() or " " in address:
        sentence = _("An address has no '#' and no blanks: the code comes behind a '#'.")
        raise click.BadParameter(sentence, param_hint="--at-address")
    how: Data = {"address": address, "exact": options["exact"]}
    if signer:
        from ragami.proof.keys import signer as key_of

        how["signer"] = key_of(signer)
    if format_ == "qr" and out and out.suffix == ".png":
        how["kind"] = "png"
    return how


def tell_of_hidden(excerpt: Excerpt, output: Output) -> None:
    """Remark that this code contains what is hidden from players."""
    if excerpt.viewer is None:
        public = Excerpt(excerpt.name, excerpt.whole, PUBLIC, excerpt.language)
        if public.lines != excerpt.lines:
            sentence = _("What is hidden from players is in the code; --as public leaves it out.")
            output.remark(output.wrap(sentence))


def tell_of_code(excerpt: Excerpt, exported: bytes, output: Output) -> None:
    """Remark what a code reveals, and that it is too large for some phones."""
    tell_of_hidden(excerpt, output)
    if isinstance(exported, QrPicture) and exported.version >= LARGE:
        sentence = _(
            "This QR code is large (version {version} of 40): print it large, on smooth paper;"
            " older phones may not read it."
        )
        output.remark(output.wrap(sentence.format(version=exported.version)))


def tell_of_seals(excerpt: Excerpt, exported: bytes, output: Output, *, provable: bool) -> None:
    """Remark what an incomplete excerpt proves, and at which price."""
    if provable and b'"withheld"' in exported:
        sentence = _(
            "The hashes in it let the seals be checked; whoever tries all cards can also find out"
            " by them what was kept. A game that is opened with 'ragami new --private' lets"
            " nobody."
        )
    elif excerpt.viewer and exported != excerpt.log and b'"sealed"' in exported:
        sentence = _(
            "Something is left out of it, so its seals do not fit it; --provable mends that."
        )
    else:
        return
    output.remark(output.wrap(sentence))


def format_of(out: Path | None, output: Output) -> str:
    """Return the format that the name of a file means."""
    suffix = out.suffix.removeprefix(".") if out else ""
    suffix = SUFFIXES.get(suffix, suffix)
    if suffix and suffix not in (*FORMATS, PARQUET):
        sentence = _(
            "No format is called '{suffix}': it gets the log (jsonl), unless --to says otherwise."
        )
        output.remark(sentence.format(suffix=suffix))
    return suffix if suffix in (*FORMATS, PARQUET) else "jsonl"


# --- on paper ------------------------------------------------------------------------------------


PAPER_SUFFIXES: Final = (".html", ".pdf")


@command(
    "sheet",
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
    if out is not None and out.suffix not in PAPER_SUFFIXES:
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
    with needed("paper"):
        from weasyprint import HTML

    pdf: bytes = HTML(string=page.decode()).write_pdf()
    return pdf
