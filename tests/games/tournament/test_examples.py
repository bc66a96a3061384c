"""The example of a tournament, and tournaments kept for ever."""

from __future__ import annotations

from pathlib import Path

from ragami.games.tournament.verifying import findings
from ragami.log.record import Record
from ragami.sheet import logs_in
from ragami.sheet.files import SheetGame
from ragami.sheet.writing import write_sheet
from tests.games.tournament.harness import read_log

EXAMPLES = Path(__file__).parents[3] / "examples"
SHEET = (EXAMPLES / "tournament.ragami").read_bytes()
LOG = (EXAMPLES / "tournament.jsonl").read_bytes()


def test_the_log_is_what_the_sheet_says() -> None:
    (game,) = logs_in(SHEET)
    assert isinstance(game, SheetGame)
    assert game.log == LOG
    lines = [line for line in SHEET.decode().splitlines() if line and line[0] != "#"]
    assert list(write_sheet(LOG, "en", stamps=True)) == lines


def test_the_day_shows_the_troubles_of_one() -> None:
    fold = read_log(LOG)
    assert fold.error is None
    assert fold.final is not None
    assert fold.final["reason"] == "final"
    types = {type(event).__name__ for _, event in fold.standing()}
    assert types >= {"EnteredLate", "PairingOverridden", "NoShowRecorded", "ResultCorrected"}
    told = {one.code for one in findings(fold.state, fold.standing(), {})}
    assert told == {"overridden-pairing", "unlinked-table"}
    assert all(isinstance(read, Record) for read in fold.codec.read_log(LOG))
