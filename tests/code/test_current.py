"""Are the models of today's games: does a code say no more of a game than when they were trained?

A change of what may be chosen, of its order or of the records that it is written in makes codes
longer, and nothing else notices. Then a new model is due, with the next number: how it is made
stands in `docs/codes.md`, "Models".
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
import pytest

import ragami
from ragami.code import encode
from tests.scale import often


class Usual(NamedTuple):
    """The players of a game, and the bytes of a code for a record as the models were trained."""

    players: tuple[int, ...]
    bytes_a_record: float


USUAL: Final = {
    "ragami": Usual((2, 3, 4), 1.13),
    "dice-forge": Usual((2, 3, 4), 2.22),
    "deal-with-the-devil": Usual((4,), 1.64),
}
GAMES: Final = often(6, 120)

LONGER: Final = 1.10


def bytes_a_record(game: str, games: int, *, turned: bool = False) -> float:
    """Return the bytes of codes by the records in them; `turned`: their data from its end."""
    size = records = 0
    for seed in range(1, games + 1):
        players = USUAL[game].players[seed % len(USUAL[game].players)]
        log = ragami.simulate(game, players, seed=seed).content
        if turned:
            log = b"".join(map(from_its_end, log.splitlines()))
        size += len(encode(log))
        records += log.count(b"\n")
    return size / records


def from_its_end(line: bytes) -> bytes:
    """A record whose data are written in the other order."""
    record: dict[str, Any] = msgspec.json.decode(line)
    record["data"] = dict(reversed(record["data"].items()))
    return msgspec.json.encode(record) + b"\n"


@pytest.mark.parametrize("game", USUAL)
def test_codes_are_as_short_as_when_their_models_were_trained(game: str) -> None:
    assert bytes_a_record(game, GAMES) <= LONGER * USUAL[game].bytes_a_record, (
        "a new field or version, other choices or another order make codes longer: a new model is"
        ' due (docs/codes.md, "Models")'
    )


@pytest.mark.parametrize("game", USUAL)
def test_other_records_are_noticed(game: str) -> None:
    assert bytes_a_record(game, often(1, 3), turned=True) > LONGER * USUAL[game].bytes_a_record
