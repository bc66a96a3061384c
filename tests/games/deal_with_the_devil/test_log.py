"""What a log of Deal with the Devil may say, beyond the events of the game."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

import pytest

from ragami.judge.report import replay_log
from tests.games.deal_with_the_devil.logs import log_of
from tests.games.deal_with_the_devil.table import NOBODY, opening

BEGUN = [
    ("game_opened", opening(distribution="recorded")),
    ("characters_dealt", {"roles": NOBODY}),
    ("cards_drawn", {"player": "red", "kept": [], "drawn": [None] * 4, "event": None}),
    ("bank_traded", {"player": "red", "sells": {}, "buys": {"wood": 1}}),
]


@pytest.mark.parametrize("number", ["1.0", "9007199254740993", "1e3", "-9007199254740993"])
def test_R_D_LOG_01_a_number_in_what_was_revealed_is_one_that_a_record_may_have(
    number: str,
) -> None:
    """Found also where the whole log is read in one pass."""
    offer = {"goods": {}, "asks": {"coins": 777}}
    said = {"player": "red", "seq": 3, "place": "event", "value": offer}
    log = log_of([*BEGUN, ("revealed", said), *BEGUN[2:]])
    error = replay_log(log.replace(b"777", number.encode())).error
    assert error is not None
    assert (error.code, error.rule, error.seq) == ("malformed-record", "R-D-LOG-01", 5)


def test_R_D_LOG_01_what_the_table_shows_before_a_game_is_open_differs_from_nothing() -> None:
    """A `game_opened` of a version that is not known opens no game."""
    said = {"points": {"red": 3}, "goods": {"red": {"wood": 1}}, "bribes": 2}
    log = log_of([BEGUN[0], ("asserted", said), ("characters_dealt", {"roles": NOBODY})])
    replay = replay_log(log.replace(b'"v":1', b'"v":2', 1))
    assert [(one.code, one.seq) for one in replay.findings()] == [
        ("unknown-record", 1),
        ("illegal-event", 3),
    ]
    assert replay.error is not None
    assert replay.error.rule == "R-D-LOG-01"


def test_R_D_LOG_01_a_set_that_does_not_ship_opens_no_game() -> None:
    """Found also where the whole log is read in one pass."""
    opened = opening(distribution="recorded") | {"components": {"cards": "zeus"}}
    error = replay_log(log_of([("game_opened", opened), *BEGUN[1:]])).error
    assert error is not None
    assert (error.rule, error.seq) == ("R-D-LOG-01", 1)
