"""The JSON Schemas of a tournament are of one mind with the reader of its records."""

from __future__ import annotations

import json

import pytest

from ragami.games.tournament.bot import play
from ragami.games.tournament.game import GAME
from ragami.schema import schemas
from tests.games.tournament.harness import Log, log_of, sample_names
from tests.schemas.independent import validator

SCHEMAS = schemas(GAME)
RECORD = validator(SCHEMAS["record"])


def test_they_accept_what_the_reader_accepts() -> None:
    logs = [log_of(name) for name in sample_names() if not name.startswith("illegal")]
    for seed in range(8):
        log = Log()
        for type_, data in play(5 + seed, seed):
            log.write(type_, data)
        logs.append(log.bytes)
    for whole in logs:
        for line in whole.splitlines():
            RECORD.validate(json.loads(line))


@pytest.mark.parametrize(
    ("old", "new"),
    [('"ana"', '"Ana!"'), ('"table":1', '"table":0'), ('"cost":0', '"cost":-1')],
)
def test_they_refuse_what_the_reader_refuses(old: str, new: str) -> None:
    line = next(one for one in log_of("linked-1").decode().splitlines() if "round_paired" in one)
    assert RECORD.is_valid(json.loads(line))
    assert old in line
    assert not RECORD.is_valid(json.loads(line.replace(old, new, 1)))
