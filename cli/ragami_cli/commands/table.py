"""`ragami table`: the companion of whoever writes a game down at the table."""

from __future__ import annotations

import os
import sys
from gettext import gettext as _

import click

from ragami.errors import RagamiError, needed
from ragami.game.capabilities import SETUP
from ragami.language import Language
from ragami.proof.folder import own_names
from ragami.proof.keys import SIGNER_VARIABLE
from ragami.table.opening import GivenOpening
from ragami_cli.companion.opening import (
    Choosing,
    DialogueContext,
    OpeningDialogue,
    Signing,
    sign_with,
)
from ragami_cli.companion.talk import Talk
from ragami_cli.opening_arguments import agreed_option, game_option, game_to_open, read_option
from ragami_cli.options import Session, command, pass_session
from ragami_cli.output import is_terminal
from ragami_cli.writing import TextType, recorder

SEVERAL = 2


@command(
    "table",
    help=_(
        "Write a game down while it is played. The screen shows the board, how everybody stands,"
        " what is due and what has happened; you type a line for each event, and Tab completes"
        " it with what is legal now. F1 explains the keys.\n\n"
        "Every event is on the disk before you see it: after a crash the same command goes on"
        " where it stopped. Without GAME you choose one or open a new one. With --plain, or where"
        " there is no terminal, it is a dialogue line by line, and a sheet can be piped in."
    ),
    examples=[
        ("ragami table", _("Choose a game, or open a new one.")),
        ("ragami table friday", _("Go on with this one.")),
        (
            "ragami table friday --game Catan",
            _("A new one; of a game whose rules are not installed the points are kept."),
        ),
        (
            "ragami table friday --game Rummy --option best=low --option target=500",
            _("The same, and what is agreed: the fewest points win."),
        ),
        ("ragami table friday --plain < game.ragami", _("Write down what a sheet says.")),
    ],
)
@click.argument("game", required=False, metavar=_("[GAME]"), help=_("Its name."))
@click.option("--plain", is_flag=True, help=_("Line by line, without control of the screen."))
@click.option(
    "--by", metavar=_("WHO"), help=_("Who records it; else RAGAMI_BY, else your login name.")
)
@game_option
@agreed_option
@click.option("--title", metavar=_("TITLE"), type=TextType(), help=_("That of a new game."))
@click.option(
    "--board", metavar=_("FILE|NAME"), type=TextType(), help=_("The board of a new game.")
)
@click.option("--deck", metavar=_("FILE|NAME"), type=TextType(), help=_("The cards of a new game."))
@click.option("--signer", metavar=_("KEY"), type=TextType(), help=_("Which of your keys seals."))
@pass_session
def table(  # noqa: PLR0913 (as many as there are things to say)
    session: Session,
    /,
    game: str | None,
    *,
    kind: str | None,
    options: tuple[str, ...],
    plain: bool,
    by: str | None,
    title: str | None,
    board: str | None,
    deck: str | None,
    signer: str | None,
) -> int:
    with session.store() as store:
        definition, chosen = game_to_open(session, kind) if kind or options else (None, {})
        if definition and options:
            setup = definition.need(SETUP)
            chosen = {**chosen, **dict(read_option(option, setup) for option in options)}
        desk = DialogueContext(store, session.language, recorder(by), definition)
        components = {kind: name for kind, name in (("board", board), ("deck", deck)) if name}
        talk = begun(desk, game, GivenOpening(None, title, components, chosen=chosen))
        if signer or (is_terminal(sys.stdin) and not session.json):
            talk = with_signer(talk, signer, session.language)
        if plain or session.json or not session.output.has_screen():
            from ragami_cli.companion.plain import Dialogue

            return Dialogue(talk, session.output).run(sys.stdin)

        # Textual paints so often a second; the usual 60 would delay each key.
        os.environ.setdefault("TEXTUAL_FPS", "120")
        with needed("tui"):
            from ragami_cli.companion.app import Companion
        return Companion(talk, session.output).run_on()


def with_signer(talk: Talk, signer: str | None, language: Language) -> Talk:
    """Return the talk, after the choice of a signing key if there is one to make."""
    names = own_names()
    if signer is None and len(names) < SEVERAL:
        return talk

    if signer is None and SIGNER_VARIABLE not in os.environ:
        return Signing(talk, names, language)
    if signer is not None:
        sign_with(signer)
    return talk


def begun(desk: DialogueContext, game: str | None, answers: GivenOpening) -> Talk:
    """Begin the talk about a game, or about a new one where there is none of this name."""
    if game is None:
        return OpeningDialogue(desk, None, answers) if any(answers) else Choosing(desk)
    try:
        return desk.session(game)
    except RagamiError as trouble:
        if trouble.code != "game-not-found":
            raise
        return OpeningDialogue(desk, game, answers)
