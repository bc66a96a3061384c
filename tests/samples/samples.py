"""The sample logs of every game, and what another implementation expects of them.

Those of Ragami are read where they lie beside the contract; elsewhere our copies of them are.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

COPIES: Final = Path(__file__).parent / "logs"
GAMES: Final = Path(__file__).parents[1] / "games"
# Where the contract lies beside the project, its samples count and not our copies of them.
ORIGINALS: Final = Path(__file__).parents[3] / "shared" / "samples"
FOLDER: Final = ORIGINALS if ORIGINALS.is_dir() else COPIES


class Sample(NamedTuple):
    """One log, and what is expected of it (its README says what each key means)."""

    name: str
    game: str
    path: Path
    log: bytes
    expected: dict[str, Any]

    def up_to(self, seq: int) -> bytes:
        """The records 1 to `seq`."""
        return b"".join(self.log.splitlines(keepends=True)[:seq])


@cache
def samples(kind: str, game: str = "ragami") -> tuple[Sample, ...]:
    """All samples of a game whose name begins like this (`legal`, `illegal`), by name."""
    folder = FOLDER if game == "ragami" else GAMES / game.replace("-", "_") / "samples"
    paths = sorted(folder.glob(f"{kind}-*.jsonl"))
    assert paths, f"no {kind} samples in {folder}"
    return tuple(
        Sample(
            path.stem,
            game,
            path,
            path.read_bytes(),
            json.loads(path.with_suffix(".expected.json").read_bytes()),
        )
        for path in paths
    )


def states_of(sample: Sample) -> list[tuple[int, dict[str, Any]]]:
    """The positions that are expected, with their seqs."""
    return [(state["seq"], compared(sample, state)) for state in sample.expected.get("states", ())]


def compared(sample: Sample, state: dict[str, Any]) -> dict[str, Any]:
    """A state as JSON gives it, to be compared: the order of a hand of Ragami means nothing."""
    plain: dict[str, Any] = json.loads(json.dumps(state))
    if sample.game == "ragami":
        for player in plain["players"].values():
            player["hand"].sort(key=lambda card: (card is None, card))
    return plain
