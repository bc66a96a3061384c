"""Kalah and Liar's Dice, which are written as docs/adding-a-game.md says, at the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Ragami
from tests.games.test_every_command import GAMES, begun, friday, well

__all__ = ["begun", "friday"]

both = pytest.mark.parametrize("game", ["kalah", "liars-dice"])
one = pytest.mark.parametrize(
    "game", ["kalah", pytest.param("liars-dice", marks=pytest.mark.trial)]
)
"""What the tables of statistics are made of is the house's: the trial tries the other one."""


@both
def test_a_story_says_what_is_not_known_and_nothing_before_the_first_move(
    friday: Ragami, game: str
) -> None:
    """Points that one begins with are not won; a house's words need none of the game."""
    log = friday("log", "friday").out
    assert "+" not in log.splitlines()[1] and "not known" not in log, log
    assert ("Green rolls ?, ?, ?, ? and ?" in log) == (game == "liars-dice"), log
    shown = friday("show", "friday", "--lang", "es").out
    assert "player " not in shown
    # What is hidden is no dash, which says that there is none.
    assert ("en el cubilete: oculto ×5" in shown) == (game == "liars-dice"), shown
    if game == "liars-dice":
        place = ("--seq", "3", "--place", "dice[0]", "--value", "4")
        assert "of record 3 is 4" in friday("reveal", "friday", *place).out


@both
def test_no_field_name_stands_where_people_read(friday: Ragami, game: str) -> None:
    for language, word in (("en", "resign|bid|doubt"), ("es", "abandonar|puja|dudar")):
        told = friday("--lang", language, "legal", "friday").out
        assert re.search(word, told, re.IGNORECASE), told
        assert not re.search(r"(\w+)  \1$", told, re.MULTILINE), told
        assert "=" not in told.partition("\n\n")[0], told


@both
def test_legal_shows_a_seat_what_it_may_know(friday: Ragami, game: str) -> None:
    seats = [player.partition(":")[0] for player in GAMES[game].players]
    if game == "liars-dice":  # what Red shows is known to Red, and to whom everything is
        well(game, friday("record", "friday", "green doubt"))
    whole = friday("legal", "friday").out
    told = {seat: friday("legal", "friday", "--as", seat).out == whole for seat in seats}
    assert told == {seat: seat != "green" for seat in seats}


@both
def test_the_house_plays_a_seat(friday: Ragami, game: str) -> None:
    seats = [player.partition(":")[0] for player in GAMES[game].players]
    well(game, friday("record", "friday", *(part for seat in seats for part in ("--house", seat))))
    seen = json.loads(friday("verify", "friday", "--json").out)
    assert seen["ok"] and seen["final"]["winners"]
    assert friday("record", "friday", "--house", "pink").code == 2


@one
def test_many_evenings_are_counted(friday: Ragami, game: str) -> None:
    """Wins and points by seat, length, time, a season: of any game, without a line of it."""
    made = ("simulate", "--game", game, "--games", "2", "--players", "2", "--seed", "3")
    well(game, friday(*made, "--out", "evenings"))
    seat = GAMES[game].players[0].partition(":")[0].capitalize()
    told = friday("stats", "evenings")
    well(game, told)
    assert seat in told.out and "VP" not in told.out, told
    season = friday("season", "evenings")
    well(game, season)
    assert season.out.strip()
    well(game, friday("export", "evenings", "--to", "parquet", "--out", "tables"), 0)
    tables = {path.stem for path in Path("tables").glob("*.parquet")}
    prefix = game.replace("-", "_")
    assert {"games", f"{prefix}_players"} <= tables, tables
    assert {"kalah_sown", "liars_dice_rolled"} & tables, tables
    for question in (game, f"{game}-length", "time"):
        well(game, friday("stats", "tables", "--question", question))
    # Nothing of a game that nobody played, also where an older export had it.
    Path("tables", "forged.parquet").write_bytes(b"")
    well(game, friday("export", "evenings", "--to", "parquet", "--out", "tables"), 0)
    of_others = {path.stem for path in Path("tables").glob("*.parquet")} - tables
    assert not of_others and not {"points", "glory", "forged"} & tables, tables


@one
def test_an_archive_is_read_when_a_game_comes_after_it(friday: Ragami, game: str) -> None:
    assert friday("export", "friday", "--to", "parquet", "--out", "tables").code == 0
    for path in Path("tables").glob("[kl]*_*.parquet"):
        path.unlink()
    well(game, friday("stats", "tables"))


@both
def test_its_sheet_says_no_word_of_another_game(friday: Ragami, game: str) -> None:
    """How lines are written is said without cards and dice, which it may not have."""
    for language, others in (("en", "card that|die that"), ("es", "carta que|dado que")):
        page = friday("--lang", language, "sheet", "friday").out
        assert "<h1>How it is written" in page or "<h1>Cómo se escribe" in page
        assert not re.search(others, page), language
