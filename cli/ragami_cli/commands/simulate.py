"""`ragami simulate`: complete legal games, played by bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from gettext import gettext as _
from pathlib import Path
from typing import Final, NamedTuple

import click

from ragami.errors import RagamiError
from ragami.filing import write_whole
from ragami.game import GameDefinition
from ragami.game.capabilities import SETUP
from ragami.game.choices.bots import GamePlayed, simulated
from ragami.game.opening import Value
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.store import Store
from ragami_cli.opening_arguments import agreed_option, chosen_game, game_option, read_option
from ragami_cli.options import Session, command, pass_session
from ragami_cli.output import ProgressLine

STDOUT: Final = "-"
LOG: Final = ".jsonl"


@command(
    "simulate",
    help=_(
        "Let bots play complete legal games. They are written into the database, or with -o into"
        " a folder, a file each. The same seed gives the same game, byte for byte; the games have"
        " the seeds from --seed on.\n\n"
        "The bots agree on options of their own in every other game, unless --option says what"
        " they play by; then all others are as usual."
    ),
    examples=[
        ("ragami simulate", _("One game in the database.")),
        ("ragami simulate --games 1000 --players 4 -o games/", _("A thousand files.")),
        ("ragami simulate --seed 7 --hidden -o - | ragami verify -", _("Others' cards unknown.")),
        ("ragami simulate --option {option}", _("By an option of your own.")),
    ],
)
@game_option
@click.option(
    "--games", type=click.IntRange(1), default=1, metavar=_("NUMBER"), help=_("How many games.")
)
@click.option(
    "--players",
    type=click.IntRange(2),
    metavar=_("NUMBER"),
    help=_("How many play; else 2, 3 and 4 in turn, if the game is for so many."),
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    metavar=_("NUMBER"),
    help=_("The seed of the first game; else 1."),
)
@click.option(
    "--hidden",
    is_flag=True,
    help=_("Leave unknown which cards are kept, but for those of a player who writes the log."),
)
@agreed_option
@click.option(
    "-o",
    "--out",
    metavar=_("FOLDER|FILE|-"),
    help=_("A folder; a .jsonl file or '-' for one game. Else the database."),
)
@pass_session
def simulate(  # noqa: PLR0913 (as many as there are things to say)
    session: Session,
    *,
    games: int,
    kind: str | None,
    players: int | None,
    seed: int,
    hidden: bool,
    options: tuple[str, ...],
    out: str | None,
) -> None:
    game = chosen_game(session, kind)
    chosen = dict(read_option(option, game.need(SETUP)) for option in options) if options else None
    if chosen:
        expect_open_to_choice(chosen, game)
    least, most = game.players
    tables = [n for n in (2, 3, 4) if least <= n <= (most or n)] or [least]
    plans = [
        Plan(number, players or tables[number % len(tables)], chosen, hidden)
        for number in range(seed, seed + games)
    ]
    if out is None:
        with session.store() as store:
            play_all(session, game, plans, partial(into_database, store))
    elif out == STDOUT or out.endswith(LOG):
        if games > 1:
            raise click.UsageError(_("Several games need a folder: -o FOLDER."))
        log = plans[0].log(game)
        if out == STDOUT:
            session.output.raw(log)
        else:
            into_file(Path(out), log)
    else:
        Path(out).mkdir(parents=True, exist_ok=True)
        play_all(session, game, plans, partial(into_folder, Path(out)))


class Plan(NamedTuple):
    """One game that is to be played."""

    seed: int
    players: int
    chosen: dict[str, Value] | None
    hidden: bool

    @property
    def name(self) -> str:
        return f"bots-{self.players}-{self.seed}" + ("-hidden" if self.hidden else "")

    def log(self, game: GameDefinition) -> bytes:
        """Play it. Return the log, its records without time and author."""
        return simulated(game, self.players, self.seed, self.chosen, hidden=self.hidden)


def expect_open_to_choice(chosen: Iterable[str], game: GameDefinition) -> None:
    """Raise wrong usage for settings that the bots choose, as they follow from who plays."""
    for setting in game.need(SETUP).settings():
        if setting.usual is None and setting.name in chosen:
            sentence = _("The bots choose {name} themselves.").format(name=setting.name)
            raise click.BadParameter(sentence, param_hint="--option")


def play_all(
    session: Session,
    game: GameDefinition,
    plans: list[Plan],
    put: Callable[[Plan, Replay, bytes], str],
) -> None:
    """Play the games one after the other, and print for each its place and result."""
    output = session.output
    with ProgressLine(len(plans)) as progress:
        for plan in plans:
            log = plan.log(game)
            replay = replay_log(log)
            assert replay.final is not None, plan
            place = put(plan, replay, log)
            progress.hide()
            reply = GamePlayed(place, plan.players, plan.seed, replay.seq, replay.final)
            result = game.result(replay.final, replay.state, output.language)
            output.reply(reply, f"{output.style(place, bold=True)}  {result}")
            progress.step()


def into_database(store: Store, plan: Plan, replay: Replay, log: bytes) -> str:
    """Store a game under its name. Raise `RagamiError` `other-game-of-this-name`."""
    from ragami.table.importing import keep

    keep(store, plan.name, log, replay.final)
    return plan.name


def into_folder(folder: Path, plan: Plan, _replay: Replay, log: bytes) -> str:
    """Write a game into a file of its name. Raise `RagamiError` `other-file-of-this-name`."""
    path = folder / f"{plan.name}{LOG}"
    into_file(path, log)
    return str(path)


def into_file(path: Path, log: bytes) -> None:
    """Write a file that is new or has this content already. Raise `RagamiError`."""
    if path.exists() and path.read_bytes() != log:
        raise RagamiError("other-file-of-this-name", path=str(path))
    write_whole(path, log)
