"""`ragami chests next|where|back|marks`: the app of Deal with the Devil; it tells colours only."""

from __future__ import annotations

import json
import os
import secrets
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ragami.errors import RagamiError
from ragami_cli.arguments import game_names
from ragami_cli.options import Command, Group, Session, pass_session
from ragami_cli.writing import with_stamp

if TYPE_CHECKING:
    from ragami.games.deal_with_the_devil.state import State
    from ragami.store import Store
    from ragami.table.drafts import Stamp

GAME: Final = "deal-with-the-devil"
FOLDER_VARIABLE: Final = "RAGAMI_CHESTS"
PHOTOS: Final = (".png", ".jpg", ".jpeg", ".webp", ".bmp")
game_argument = click.argument(
    "game", metavar=_("GAME"), help=_("Name of the game."), shell_complete=game_names
)


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
    """Hold the commands of the app together."""


@chests.command(
    "next",
    cls=Command,
    help=_(
        "Do what the app has to do now: seal a seed, deal the characters, send the chests of a"
        " pass, or open the seed after everybody has shown their role. Words that players add to"
        " the seed are recorded between the first two."
    ),
    examples=[("ragami chests next evening", _("Seals the seed of a game just opened."))],
)
@game_argument
@with_stamp
@pass_session
def next_(session: Session, game: str, stamp: Stamp) -> None:
    """Write the record that is due from the app."""
    from msgspec import json as encoder

    from ragami.games.deal_with_the_devil import app
    from ragami.table.recording import Draft, Recording

    with session.store(create=False) as store:
        state = keeper_state(store, game)
        recording = Recording(store, game)
        seed = fresh_seed() if state.at == "setup/seal" else seed_of(game, state)
        due = app.due(state, seed)
        if due is None:
            raise RagamiError("chests-not-due", game=game)
        type_, data = due
        recording.write([Draft(type_, encoder.encode(data), stamp.at, stamp.by)])
    if session.json:
        session.output.data({"game": game, "type": type_})
    else:
        session.output.answer(done()[type_])


def done() -> dict[str, str]:
    """What is said of what the app has done; nothing secret."""
    return {
        "distribution_sealed": _("The seed is sealed. Players may add a word to it now."),
        "characters_dealt": _("The characters are dealt: scan each chest, and hand it out."),
        "offers_sent": _("The chests are on their way: scan each one, and hand it on."),
        "seed_opened": _("The seed is open: 'ragami verify' proves every distribution."),
    }


@chests.command(
    "where",
    cls=Command,
    help=_(
        "Say to which colour a chest goes now, by its mark or by a photo of its QR code. Nothing"
        " else is shown."
    ),
    examples=[
        ("ragami chests where evening K7", _("By the mark on it.")),
        ("ragami chests where evening scan.jpg", _("By a photo.")),
    ],
)
@game_argument
@click.argument("mark", metavar=_("MARK|PHOTO"), help=_("What is on the chest, or a photo of it."))
@pass_session
def where(session: Session, game: str, mark: str) -> None:
    """Print a colour."""
    from ragami.game import game_named
    from ragami.games.deal_with_the_devil import app

    with session.store(create=False) as store:
        state = keeper_state(store, game)
    chest = marks().get(read_mark(mark))
    if chest is None:
        raise RagamiError("unknown-mark")
    colour = app.goes_to(state, seed_of(game, state), chest)
    if colour is None:
        raise RagamiError("chests-not-due", game=game)
    if session.json:
        session.output.data({"game": game, "to": colour})
        return
    named = game_named(GAME).words.word(colour, session.language)
    session.output.answer(_("This chest goes to {colour}.").format(colour=named))


@chests.command(
    "back",
    cls=Command,
    help=_(
        "Send the chests of this pass once more, exactly as before, because a payment was wrong."
    ),
    examples=[("ragami chests back evening", _("What was answered since is struck out."))],
)
@game_argument
@with_stamp
@pass_session
def back(session: Session, game: str, stamp: Stamp) -> None:
    """Undo to just after the chests were sent."""
    from msgspec import json as encoder

    from ragami.games.deal_with_the_devil import app
    from ragami.games.deal_with_the_devil.events import OffersSent
    from ragami.table.recording import Draft, Recording

    with session.store(create=False) as store:
        state = keeper_state(store, game)
        recording = Recording(store, game)
        standing = recording.replay.history.standing()
        sent = [seq for seq, event in standing if isinstance(event, OffersSent)]
        to = app.back_to(sent, state)
        if to is None:
            raise RagamiError("chests-not-due", game=game)
        data = encoder.encode({"to": to, "reason": None})
        recording.write([Draft("undone", data, stamp.at, stamp.by)])
    if session.json:
        session.output.data({"game": game, "to": to})
    else:
        session.output.answer(done()["offers_sent"])


@chests.command(
    "marks",
    cls=Command,
    help=_(
        "Enter the marks of a box's chests, once for all games: what stands on the outside of each"
        " one, or photos of the QR codes. What is typed is not shown. Who enters them learns which"
        " chest is whose role's, as anybody does who looks into a chest."
    ),
    examples=[("ragami chests marks", _("Asks for the four marks."))],
)
@pass_session
def enter_marks(session: Session) -> None:
    """Ask for four marks, and keep them apart."""
    from ragami.game import game_named
    from ragami.games.deal_with_the_devil.events import ROLES

    words = game_named(GAME).words
    given: dict[str, str] = {}
    for role in ROLES:
        asked = _("Mark on the chest of the {role}").format(role=words.word(role, session.language))
        mark = read_mark(click.prompt(asked, hide_input=True, err=True).strip())
        if mark in given:
            raise click.UsageError(_("Two chests cannot have one mark; nothing was kept."))
        given[mark] = role
    keep("marks.json", json.dumps(given).encode())
    session.output.answer(_("The marks of the box are kept."))


# --- what lies apart -----------------------------------------------------------------------


def keeper_state(store: Store, game: str) -> State:
    """The state of a game as its app knows it. Raises `RagamiError` where it has none."""
    from ragami.judge.report import replay_log
    from ragami.privacy.secrets import is_private, joined

    lines = store.read(game)
    log = b"".join(line + b"\n" for line in joined(lines, store.secrets(game)))
    replay = replay_log(log)
    if replay.game.name != GAME or not is_private(lines) or not ours(replay.state):
        raise RagamiError("no-app-here", game=game)
    state: State = replay.state
    return state


def ours(state: State) -> bool:
    """Does a seed decide?"""
    from ragami.games.deal_with_the_devil.app import is_ours

    return is_ours(state)


def folder() -> Path:
    """Where seeds and marks lie; it need not be there."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("ragami", appauthor=False) / "chests"


def keep(name: str, content: bytes) -> None:
    """Write a file for its owner alone."""
    from ragami.filing import write_whole

    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(folder() / name, content, private=True)


def fresh_seed() -> str:
    """A seed, kept by what will be sealed of it: so it is found again, and never used twice."""
    from ragami.games.deal_with_the_devil.distribution import digest

    seed = secrets.token_hex(32)
    keep(f"{digest(seed)}.seed", seed.encode())
    return seed


def seed_of(game: str, state: State) -> str:
    """The seed that was sealed. Raises `RagamiError` where it is not on this machine."""
    try:
        return (folder() / f"{state.digest}.seed").read_text("ascii")
    except FileNotFoundError:
        raise RagamiError("no-seed-here", game=game) from None


def marks() -> dict[str, Any]:
    """Whose role's chest has which mark. Raises `RagamiError` while none were entered."""
    try:
        known: dict[str, Any] = json.loads((folder() / "marks.json").read_bytes())
    except FileNotFoundError:
        raise RagamiError("unknown-mark") from None
    return known


def read_mark(given: str) -> str:
    """A mark as it was typed, or what the QR code in a photo says."""
    if not given.lower().endswith(PHOTOS):
        return given
    from ragami.extras import needed

    with needed("scan"):
        import zxingcpp
        from PIL import Image
    try:
        with Image.open(given) as photo:
            found = zxingcpp.read_barcodes(photo.convert("L"))
    except OSError as error:
        raise RagamiError("system-refused", problem=f"{given}: {error}") from error
    if not found:
        raise click.UsageError(_("There is no QR code in this photo; type the mark instead."))
    return str(found[0].text)
