"""A component entered piece by piece over several evenings: its file grows, and is always whole."""

from __future__ import annotations

from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.filing import write_whole
from ragami.game.capabilities import COMPONENTS, PIECES
from ragami.sources.components import as_a_file
from ragami_cli.component_dialogue import KEPT, led

if TYPE_CHECKING:
    from ragami.game import GameDefinition
    from ragami.game.capabilities import Dialogue
    from ragami_cli.output import Output


def is_filled(game: GameDefinition, kind: str) -> bool:
    """Return True if a component of this kind is entered piece by piece."""
    pieces = game.get(PIECES)
    return pieces is not None and pieces.component == kind


def path_named(game: GameDefinition, name: str) -> Path:
    """The file that is meant: a name without folder and ending is kept among one's own."""
    path = Path(name)
    if path.name != name or path.suffix:
        return path
    from ragami.sources.components import path_of

    return path_of(game.name, game.need(PIECES).component, name)


def component_at(game: GameDefinition, path: Path) -> dict[str, object]:
    """Return the component entered so far; without a file a new one. Raise `RagamiError`."""
    from msgspec import json

    from ragami.game.entering import begun
    from ragami.sources.files import read_component

    try:
        content = read_component(str(path))
    except RagamiError as trouble:
        if trouble.code != "file-not-found":
            raise
        return begun(game, path.stem)
    inspection = game.need(COMPONENTS).inspect(content)
    if not inspection.ok or inspection.kind != game.need(PIECES).component:
        raise RagamiError("no-component-to-fill", path=path)
    component: dict[str, object] = json.decode(content)
    return component


def keep(path: Path, component: Data) -> None:
    """Put what was entered into its file, all of it or nothing."""
    write_whole(path, as_a_file(component))


def fill(game: GameDefinition, path: Path, output: Output, first_kind: str | None = None) -> None:
    """Ask for pieces of `first_kind`, else of each kind in turn, until one has enough.

    Each is in the file before the next is asked for. Raises `click.Abort` on Ctrl-C.
    """
    from ragami.game.rows import progress

    keep(path, component_at(game, path))
    first = True
    while True:
        component = component_at(game, path)
        kind = first_kind or _begun(game, path)
        if kind is None:
            owed = [name for name, (n, of) in progress(game, component).items() if n < of]
            kind = owed[0] if owed else None
        if kind is None or not _one(game, path, kind, output, first=first):
            return
        first = False


def _kept(path: Path, kind: str) -> Path:
    return path.with_name(f"{path.name}.{kind}{KEPT}")


def _begun(game: GameDefinition, path: Path) -> str | None:
    """The kind of a piece that somebody was in the middle of."""
    return next((kind for kind in game.need(PIECES).kinds if _kept(path, kind).exists()), None)


def _one(game: GameDefinition, path: Path, kind: str, output: Output, *, first: bool) -> bool:
    """Ask for one piece; False where somebody has enough."""
    from ragami.game.entering import asking

    def write(filled: Data) -> None:
        if filled:
            keep(path, filled)

    component = component_at(game, path)

    def begin() -> Dialogue:
        return asking(game, component, kind, output.language)

    return bool(led(begin, _kept(path, kind), write, output, first=first))


def told(path: Path, component: Data, game: GameDefinition, output: Output) -> None:
    """Print the progress of a component: `34 of 80 buildings`."""
    from ragami.game.rows import progress
    from ragami.game.rows import told as in_words

    counts = progress(game, component)
    if output.json:
        from ragami.table.replies import BoxFilled, PiecesEntered

        entered = {kind: PiecesEntered(*count) for kind, count in counts.items()}
        output.data(BoxFilled(str(path), component["name"], entered))
        return
    words = "\n".join(f"  {line}" for line in in_words(counts, game, output.language))
    output.answer(f"{_('Entered in {file}:').format(file=path)}\n{words}")
