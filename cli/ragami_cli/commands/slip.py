"""`ragami slip`: the result of a game on a slip of paper, with its seal as a QR code."""

from __future__ import annotations

from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import UNSET

from ragami.judge.report import replay_log
from ragami.proof.checking import Seal, lines_of
from ragami.proof.note import origin_of
from ragami.proof.sealing import newest, sound
from ragami.proof.slip import PAGE, Slip
from ragami.proof.withheld import share
from ragami.sources.originals import copy_of
from ragami.sources.places import game_or_file
from ragami_cli.arguments import log_argument, out_or_stdout
from ragami_cli.commands.export import tell_of_hidden
from ragami_cli.commands.seal import told as sealed
from ragami_cli.options import Command, Session, pass_session
from ragami_cli.output import harmless, say_share
from ragami_cli.story import how_it_stands

if TYPE_CHECKING:
    from ragami.judge.replay import Replay


@click.command(
    "slip",
    cls=Command,
    help=_(
        "Print the result of a game with a QR code that holds its newest signed checkpoint: who"
        " keeps the slip can tell later whether a log is still the one that was played. What the"
        " file is called says what it becomes: .html, .svg, or text."
    ),
    examples=[
        ("ragami slip final", _("On the terminal, to be photographed.")),
        ("ragami slip final -o final.html", _("A page to print.")),
        (
            "ragami slip final --game-code -o final.html",
            _("With the whole game in a second QR code: 'ragami verify' reads its photo."),
        ),
    ],
)
@log_argument
@click.option(
    "--game-code",
    is_flag=True,
    help=_("Also print the game itself, as a second QR code."),
)
@out_or_stdout
@pass_session
def slip(session: Session, *, name: str, game_code: bool, out: Path | None) -> None:
    """Print the slip of one game."""
    from ragami.templates import render

    source = game_or_file(name, session.db)
    log = source.read()
    checked = sound(lines_of(log), name, copy_of(source.game))
    seal = newest(checked, name)
    heading, *lines = told(session, name, replay_log(log), seal)
    lines.append(_("Log: {origin}").format(origin=origin_of(checked.leaves[0])))
    if part := share(lines_of(log)):
        lines.insert(0, say_share(part, session.language))
    code = code_of(session, name, log) if game_code else UNSET
    slip_made = Slip(heading, tuple(lines), str(seal.note), code)
    if session.json:
        session.output.data(slip_made)
        return
    match out.suffix if out else "":
        case ".html":
            text = render(PAGE, session.language, slip_made)
        case ".svg":
            text = slip_made.svg()
        case _:
            text = slip_made.text(blocks=out is not None or session.output.shows("█▀▄")) + "\n"
    session.output.put(text, out)


def code_of(session: Session, name: str, log: bytes) -> str:
    """Return the text of the QR code with the game itself."""
    from ragami.code import digits
    from ragami.export import link
    from ragami.export.excerpt import Excerpt

    excerpt = Excerpt(name, log, None, session.language)
    tell_of_hidden(excerpt, session.output)
    return digits(link.code_of(excerpt))


def told(session: Session, name: str, replay: Replay, seal: Seal) -> list[str]:
    """Return the lines of the slip."""
    seats, title = replay.seating
    players = ", ".join(
        f"{player} ({replay.game.words.word(seat, session.language)})"
        for seat, player in seats.items()
    )
    stands = how_it_stands(replay, session.language)
    lines = [title or name, players, stands, sealed(seal.note, seal.at)]
    if replay.seq > seal.seq:
        lines.append(_("{n} records came after the seal.").format(n=replay.seq - seal.seq))
    return [" ".join(harmless(line).split()) for line in lines]
