"""`ragami chests next|where|back|marks`: the app of Deal with the Devil; it tells colours only."""

from __future__ import annotations

import sys
from gettext import gettext as _
from typing import Final

import click

from ragami.game import game_named
from ragami.game.capabilities import APP
from ragami.games.deal_with_the_devil.replies import AppActed, ChestGoes, WentBack
from ragami.table.device import Apart, PrivateDevice, read_mark
from ragami.table.drafts import Stamp
from ragami_cli.arguments import game_argument
from ragami_cli.options import Group, Session, pass_session
from ragami_cli.output import is_terminal
from ragami_cli.writing import TextType, with_stamp

GAME: Final = "deal-with-the-devil"


@click.group(
    "chests",
    cls=Group,
    help=_(
        "The app of Deal with the Devil: it deals the characters and routes the chests from a"
        " sealed seed, and shows colours only, never who is who. Open the game with"
        " 'ragami new --private'. The seed and the marks of a box lie apart from the games, in"
        " your data folder (RAGAMI_CHESTS names another one), for your eyes only."
    ),
    examples=[
        ("ragami chests next evening", _("Whatever the app has to do now.")),
        ("ragami chests where evening K7", _("Where the chest with this mark goes.")),
    ],
)
def chests() -> None:
    """Group the commands of the app."""


@chests.command(
    "next",
    help=_(
        "Do what the app has to do now: seal a seed, deal the characters, send the chests of a"
        " pass, or open the seed after everybody has shown their role. Words that players add to"
        " the seed are recorded between the first two; that of whoever keeps the device comes"
        " with the seal, before the others say theirs."
    ),
    examples=[
        (
            "ragami chests next evening --word red:bread",
            _("Seals the seed of a game just opened, with the word of Red, who keeps the device."),
        ),
        ("ragami chests next evening", _("Whatever comes next.")),
    ],
)
@game_argument
@click.option(
    "--word",
    metavar=_("COLOUR:WORD"),
    type=TextType(),
    help=_("The word of the player who keeps this device; on a terminal you are asked for it."),
)
@with_stamp
@pass_session
def next_(session: Session, game: str, word: str | None, stamp: Stamp) -> None:
    with session.store(create=False) as store:
        device = PrivateDevice(store, game)
        if device.seals_now and word is None:
            word = word_of_the_keeper(session)
        type_ = device.go_on(stamp, device.word(word) if word else None)
    session.output.reply(AppActed(game, type_), action_texts()[type_])


def word_of_the_keeper(session: Session) -> str:
    """Ask for it on a terminal; else say how it is given. Empty where no player keeps the app."""
    if is_terminal(sys.stdin) and not session.json:
        question = _(
            "Colour and word of the player who keeps this device (empty: nobody who plays)"
        )
        typed: str = click.prompt(question, "", type=TextType(), show_default=False, err=True)
        return typed.strip()
    session.output.remark(
        _(
            "Who keeps this device can know the seed. If that is a player, undo this, and give"
            " their word with --word: whoever says a word last can choose."
        )
    )
    return ""


def action_texts() -> dict[str, str]:
    """Return the texts for each action of the app, by record type; nothing secret."""
    return {
        "distribution_sealed": _("The seed is sealed. Players may add a word to it now."),
        "characters_dealt": _("The characters are dealt: scan each chest, and hand it out."),
        "offers_sent": _("The chests are on their way: scan each one, and hand it on."),
        "seed_opened": _("The seed is open: 'ragami verify' proves every distribution."),
    }


@chests.command(
    "where",
    help=_(
        "Say to which colour a chest goes now, by its mark or by a photo of its QR code. Nothing"
        " else is shown. Without a mark it is asked for, and what is typed is not shown: whoever"
        " can read marks and colours together over some rounds can work out who is who."
    ),
    examples=[
        ("ragami chests where evening", _("Asks for the mark.")),
        ("ragami chests where evening scan.jpg", _("By a photo.")),
    ],
)
@game_argument
@click.argument(
    "mark",
    required=False,
    metavar=_("MARK|PHOTO"),
    help=_("What is on the chest, or a photo of it."),
)
@pass_session
def where(session: Session, game: str, mark: str | None) -> None:
    mark = mark or unseen(_("Mark or photo"))
    with session.store(create=False) as store:
        colour = PrivateDevice(store, game).where(read_mark(mark))
    colour_word = game_named(GAME).words.word(colour, session.language)
    sentence = _("This chest goes to {colour}.").format(colour=colour_word)
    session.output.reply(ChestGoes(game, colour), sentence)


@chests.command(
    "back",
    help=_(
        "Send the chests of this pass once more, exactly as before, because a payment was wrong;"
        " where nobody has answered since, those of the pass before."
    ),
    examples=[("ragami chests back evening", _("What was answered since is struck out."))],
)
@game_argument
@with_stamp
@pass_session
def back(session: Session, game: str, stamp: Stamp) -> None:
    with session.store(create=False) as store:
        to = PrivateDevice(store, game).back(stamp)
    session.output.reply(WentBack(game, to), action_texts()["offers_sent"])


@chests.command(
    "marks",
    help=_(
        "Enter the marks of a box's chests, once for all games: what stands on the outside of each"
        " one, or photos of the QR codes. What is typed is not shown. Who enters them learns which"
        " chest is whose role's, as anybody does who looks into a chest."
    ),
    examples=[("ragami chests marks", _("Asks for the four marks."))],
)
@pass_session
def enter_marks(session: Session) -> None:
    devil = game_named(GAME)
    app = devil.need(APP)
    marks = {}
    for role in app.things:
        role_word = devil.words.word(role, session.language)
        question = _("Mark on the chest of the {role}").format(role=role_word)
        marks[role] = read_mark(unseen(question))
    Apart(app).keep_marks(marks)
    session.output.answer(_("The marks of the box are kept."))


def unseen(question: str) -> str:
    """Return typed input that a terminal does not show; from a pipe it is only read."""
    typed: str = click.prompt(question, hide_input=is_terminal(sys.stdin), err=True)
    return typed.strip()
