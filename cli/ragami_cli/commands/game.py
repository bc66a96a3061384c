"""`ragami game new NAME`: the beginning of a package with a game of one's own."""

from __future__ import annotations

import keyword
import re
import sys
from gettext import gettext as _
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

import click

from ragami.errors import RagamiError
from ragami.filing import write_whole
from ragami.game import installed
from ragami.game.registry import PackageBegun
from ragami_cli.options import Group, Session, pass_session

NAME: Final = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")


class GameName(click.ParamType[str]):
    """The name of a game that is not there yet: that of its package and of record 1 of its logs."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return a name that no game and no module of Python has."""
        if not NAME.fullmatch(value):
            self.fail(_("use small letters, digits and hyphens, as in 'liars-dice'"), param, ctx)
        module = value.replace("-", "_")
        if value in installed():
            self.fail(_("a game of this name is installed"), param, ctx)
        if keyword.iskeyword(module) or module in sys.stdlib_module_names:
            self.fail(_("Python has this name for itself"), param, ctx)
        return value


@click.group(
    "game",
    cls=Group,
    help=_("Bring a game of your own."),
    examples=[("ragami game new hare", _("The beginning of a package, ready to be played."))],
)
def game() -> None:
    """Group the commands about games of one's own."""


@game.command(
    "new",
    help=_(
        "Write the beginning of a package with a game: a whole small one, with its rules in both"
        " languages and its tests, that passes the conformance kit ('python -m"
        " ragami.game.testing NAME'). Change it into your own, a rule at a time;"
        " docs/adding-a-game.md explains each part."
    ),
    examples=[
        ("ragami game new hare", _("Into the folder 'hare'; it says how that is installed.")),
        ("ragami game new hare --out games/hare", _("Into another folder.")),
    ],
)
@click.argument("name", metavar=_("NAME"), type=GameName(), help=_("What the game is called."))
@click.option(
    "--out",
    "-o",
    "folder",
    metavar=_("FOLDER"),
    type=click.Path(path_type=Path, file_okay=False),
    help=_("Where the package goes; else a folder of the game's name. It must not be there yet."),
)
@pass_session
def new(session: Session, name: str, folder: Path | None) -> None:
    folder = folder or Path(name)
    if folder.exists():
        raise RagamiError("folder-exists", path=str(folder))
    contents = package(name)
    for path, text in contents.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / path, text.encode())
    output = session.output
    if output.json:
        output.data(PackageBegun(name, str(folder), sorted(contents)))
        return
    for path in sorted(contents):
        output.answer(str(folder / path))
    output.remark(
        _("Install it with: pip install --editable '{path}'").format(path=f"./{folder}[tests]")
    )


def package(name: str) -> dict[str, str]:
    """Return the files of a package with a small whole game of this name, by their path."""
    module = name.replace("-", "_")
    words = {
        "name": name,
        "module": module,
        "title": name.replace("-", " ").capitalize(),
        "rules": name.replace("-", "").upper(),
        "test": name.replace("-", ""),
    }
    templates = files("ragami_cli") / "new_game"
    paths = {
        "pyproject.toml": "pyproject.toml.txt",
        f"{module}/__init__.py": "game.py.txt",
        f"tests/test_{module}.py": "test_game.py.txt",
    }
    return {
        path: Template((templates / template).read_text("utf-8")).substitute(words)
        for path, template in paths.items()
    }
