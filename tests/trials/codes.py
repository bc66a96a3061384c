"""Are the models of codes made anew as they ship? `codes --train FOLDER` makes them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ragami.code.model import write_model
from tests.trials.code_logs import FINE, GAMES, training
from tests.trials.code_models import trained

TESTS: Final = Path(__file__).parents[1]


def main(options: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials codes")
    parser.add_argument("--train", type=Path, metavar="FOLDER")
    given = parser.parse_args(options)
    with TemporaryDirectory() as folder:
        return train(given.train or Path(folder))


def train(folder: Path) -> int:
    """Make the models; 1 where one is not what ships."""
    folder.mkdir(parents=True, exist_ok=True)
    others = 0
    for number, game in GAMES.items():
        name = f"code-{number}.json.gz"
        shipped = TESTS.parent / "ragami/games" / game.replace("-", "_") / "data" / name
        content = write_model(trained(training(game), FINE[game]))
        (folder / name).write_bytes(content)
        same = content == shipped.read_bytes()
        others += not same
        digest = sha256(content).hexdigest()
        print(f"{name}: {len(content):,} bytes, {digest}, {'as' if same else 'NOT as'} shipped")
    return int(others > 0)
