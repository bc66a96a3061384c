"""`ragami import`: logs from files into the database, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Mapping
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ragami.trouble import STORAGE, Trouble
from ragami_cli.options import Command, Session, pass_session

if TYPE_CHECKING:
    from ragami.fold import Replay
    from ragami.store import Store
    from ragami_cli.output import Output
    from ragami_cli.sources import Source

SUFFIXES: Final = (".gz", ".jsonl")


@click.command(
    "import",
    cls=Command,
    help=_(
        "Bring logs into the database, byte for byte: files (also packed with gzip), the .jsonl"
        " and .jsonl.gz files of a folder, or '-' for what comes on standard input. Each log is"
        " judged first; one with an error is refused, and nothing of it is written.\n\n"
        "A game is called as its file is, what comes on standard input as its title says. To"
        " import a log again does no harm."
    ),
    examples=[
        ("ragami import final.jsonl", _("The game 'final'.")),
        ("ragami import final.jsonl --name 'final 2026'", _("Under another name.")),
        ("ragami import games/", _("Every log of a folder, a game each.")),
    ],
)
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar=_("FILE|FOLDER|-..."),
    help=_("Logs to import."),
)
@click.option("--name", metavar=_("NAME"), help=_("What the game is to be called, if it is one."))
@pass_session
def import_(session: Session, files: tuple[str, ...], name: str | None) -> int:
    """Import the logs one after the other: all of a log or nothing."""
    from ragami_cli.progress import Progress
    from ragami_cli.sources import sources, worst

    found = list(sources(files, None))
    if name is not None and len(found) > 1:
        raise click.UsageError(_("--name is for one log."))
    codes = []
    with session.store() as store, Progress(len(found)) as progress:
        for source in found:
            progress.hide()
            codes.append(bring_in(source, name, store, session.output))
            progress.step()
    return worst(codes)


def bring_in(source: Source, name: str | None, store: Store, output: Output) -> int:
    """Import one log and say what came of it; gives the exit code.

    Raises `Trouble` when the storage fails: it would for the next one.
    """
    try:
        log, replay = legal_log(source, output)
        game = name or name_of(source.name, log)
    except Trouble as trouble:
        return output.fail_on(source.name, trouble)
    try:
        there_already = keep(store, game, log, replay.final)
    except Trouble as trouble:
        if trouble.exit_code == STORAGE:
            raise
        return output.fail_on(source.name, trouble)
    if output.json:
        said = {"file": source.name, "game": game, "records": replay.seq}
        output.data(said | {"there_already": there_already})
    else:
        output.answer(told(game, replay.seq, there_already))
    return 0


def legal_log(source: Source, output: Output) -> tuple[bytes, Replay]:
    """A log that may be imported. Raises `Trouble`, `log-refused` if an error is found in it."""
    from ragami.report import replay_log

    log = source.read()
    replay = replay_log(log)
    wrong = replay.error
    if wrong is None:
        return log, replay
    output.remark(output.wrap(replay.game.say(wrong, output.language)))
    raise Trouble("log-refused", path=source.name, line=wrong.line, rule=wrong.rule)


def name_of(file: str, log: bytes) -> str:
    """What a game is called that nobody gives a name. Raises `Trouble` `name-needed`."""
    from ragami_cli.sources import STDIN

    if file != STDIN:
        name = Path(file).name
        for suffix in SUFFIXES:
            name = name.removesuffix(suffix)
        return name
    data: Any = json.loads(log.partition(b"\n")[0])["data"]
    title = data.get("title") if isinstance(data, dict) else None
    if not isinstance(title, str):
        raise Trouble("name-needed")
    return title


def keep(store: Store, game: str, log: bytes, final: Mapping[str, Any] | None) -> bool:
    """Write a log as a new game; was it there already (and has it perhaps gone on since)?

    Raises `Trouble` `other-game-of-this-name`.
    """
    from ragami.recording import import_log
    from ragami.store import Conflict

    try:
        import_log(store, game, log, final)
    except Conflict as conflict:
        lines = log.removesuffix(b"\n").split(b"\n")
        if store.read(game)[: len(lines)] == lines:
            return True
        found = conflict.found
        raise Trouble("other-game-of-this-name", game=game, found=found) from conflict
    return False


def told(game: str, records: int, there_already: bool) -> str:
    """What came of an import, in words."""
    if there_already:
        return _("'{game}' is there already.").format(game=game)
    said = ngettext("'{game}' has {n} record.", "'{game}' has {n} records.", records)
    return said.format(game=game, n=records)
