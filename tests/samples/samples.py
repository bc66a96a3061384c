"""The sample logs and what is expected of them: those beside the contract, or our copies."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

COPIES: Final = Path(__file__).parent / "logs"
# Where the contract lies beside the project, its samples count and not our copies of them.
ORIGINALS: Final = Path(__file__).parents[3] / "shared" / "samples"
FOLDER: Final = ORIGINALS if ORIGINALS.is_dir() else COPIES


class Sample(NamedTuple):
    """One log, and what is expected of it (its README says what each key means)."""

    name: str
    path: Path
    log: bytes
    expected: dict[str, Any]

    def up_to(self, seq: int) -> bytes:
        """The records 1 to `seq`."""
        return b"".join(self.log.splitlines(keepends=True)[:seq])


@cache
def samples(kind: str) -> tuple[Sample, ...]:
    """All samples whose name begins like this (`legal`, `illegal`), by name."""
    paths = sorted(FOLDER.glob(f"{kind}-*.jsonl"))
    assert paths, f"no {kind} samples in {FOLDER}"
    return tuple(
        Sample(
            path.stem,
            path,
            path.read_bytes(),
            json.loads(path.with_suffix(".expected.json").read_bytes()),
        )
        for path in paths
    )


def states_of(sample: Sample) -> list[tuple[int, dict[str, Any]]]:
    """The positions that are expected, with their seqs."""
    return [(state["seq"], with_hands_sorted(state)) for state in sample.expected["states"]]


def with_hands_sorted(state: dict[str, Any]) -> dict[str, Any]:
    """A state as JSON gives it, to be compared: the order of a hand means nothing."""
    plain: dict[str, Any] = json.loads(json.dumps(state))
    for player in plain["players"].values():
        player["hand"].sort(key=lambda card: (card is None, card))
    return plain
