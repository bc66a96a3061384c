"""Every command on Kalah and Liar's Dice, which are written as docs/adding-a-game.md says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.cli.conftest import Ragami, process, ragami
from tests.games import packages
from tests.games.race import test_every_command as race
from tests.games.race.test_every_command import well

__all__ = ["process", "ragami"]


class Stranger(NamedTuple):
    """A game: its seats, the lines of an evening's beginning, and what stands for the race's."""

    game: str
    players: Sequence[str]
    lines: str
    instead: Mapping[str, str]
    hidden: bool


STRANGERS: Final = {
    "kalah": Stranger(
        "kalah",
        ("--player", "south:Ana", "--player", "north:Bea"),
        "sow 3\nsow 1\nnorth sow 2\n",
        {
            "rolled player=blue face=3": "south sow 4",
            "R-RACE-04": "R-KAL-02",
            "goal=10": "seeds=5",
            "rolled": "sown",
            "red": "south",
            "race": "kalah",
        },
        hidden=False,
    ),
    "liars-dice": Stranger(
        "liars-dice",
        ("--player", "red:Ana", "--player", "green:Bea"),
        "red roll 1 2 3 4 5\ngreen roll ? ? ? ? ?\nred bid 1 x 2\n",
        {
            "rolled player=blue face=3": "green doubt",
            "R-RACE-04": "R-LIAR-04",
            "goal=10": "wild=false",
            "on": "dice[0]",
            "blue": "4",
            "race": "liars-dice",
        },
        hidden=True,
    ),
}


@pytest.fixture(params=STRANGERS)
def stranger(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stranger]:
    one = STRANGERS[request.param]
    with packages.installed(monkeypatch, one.game):
        yield one


@pytest.fixture
def friday(
    ragami: Ragami, stranger: Stranger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Ragami:
    """An evening that goes on in the database, and two accounts of it in files."""
    monkeypatch.chdir(tmp_path)
    assert ragami("new", "friday", "--game", stranger.game, *stranger.players).code == 0
    done = ragami("record", "friday", stdin=stranger.lines)
    assert done.code == 0, done
    log = ragami("export", "friday", "--to", "jsonl").out
    Path("f.jsonl").write_text(log, "utf-8")
    nulls = '"dice":[null,null,null,null,null]'
    Path("g.jsonl").write_text(log.replace(nulls, '"dice":[6,5,6,5,4]'), "utf-8")
    return ragami


def arguments_of(stranger: Stranger, arguments: Sequence[str]) -> list[str]:
    """The arguments of a command on the race, said of another game."""
    if "--player" in arguments:
        at = arguments.index("--player")
        return [*arguments_of(stranger, arguments[:at]), *stranger.players]
    return [stranger.instead.get(each, each) for each in arguments]


@pytest.mark.parametrize("command", [name for name in race.WORKS if name != "reveal"])
def test_it_works(friday: Ragami, stranger: Stranger, command: str) -> None:
    for arguments in race.WORKS[command]:
        said = arguments_of(stranger, arguments)
        well(friday(*said), *((0, 1) if command in race.FINDS else ()))


def test_reveal_fills_a_place_or_says_that_nothing_is_hidden(
    friday: Ragami, stranger: Stranger
) -> None:
    for arguments in race.WORKS["reveal"]:
        done = friday(*arguments_of(stranger, arguments))
        well(done, 0 if stranger.hidden else 2)
        assert "of record 3 is 4" in done.out or stranger.game in done.err


def test_a_story_says_what_is_not_known_and_nothing_before_the_first_move(
    friday: Ragami, stranger: Stranger
) -> None:
    """Points that one begins with are not won; a house's words need none of the game."""
    log = friday("log", "friday").out
    assert "+" not in log.splitlines()[1] and "not known" not in log, log
    assert ("Green rolls ?, ?, ?, ? and ?" in log) == stranger.hidden, log
    assert "player " not in friday("show", "friday", "--lang", "es").out


@pytest.mark.parametrize("command", race.LACKS)
def test_it_says_what_the_game_has_not(friday: Ragami, stranger: Stranger, command: str) -> None:
    arguments, what = race.LACKS[command]
    done = friday(*arguments_of(stranger, arguments))
    well(done, 2)
    assert stranger.game in done.err and what in done.err, done.err


def test_no_field_name_stands_where_people_read(friday: Ragami, stranger: Stranger) -> None:
    for language, word in (("en", "resign|bid|doubt"), ("es", "abandonar|puja|dudar")):
        told = friday("--lang", language, "legal", "friday").out
        assert re.search(word, told, re.IGNORECASE), told
        assert not re.search(r"(\w+)  \1$", told, re.MULTILINE), told
        assert "=" not in told.partition("\n\n")[0], told


def test_legal_shows_a_seat_what_it_may_know(friday: Ragami, stranger: Stranger) -> None:
    seats = [each.partition(":")[0] for each in stranger.players if ":" in each]
    if stranger.hidden:  # what Red shows is known to Red, and to whom everything is
        well(friday("record", "friday", "green doubt"))
    whole = friday("legal", "friday").out
    told = {seat: friday("legal", "friday", "--as", seat).out == whole for seat in seats}
    assert told == {seat: seat != "green" for seat in seats}


def test_the_house_plays_a_seat(friday: Ragami, stranger: Stranger) -> None:
    seats = [each.partition(":")[0] for each in stranger.players if ":" in each]
    well(friday("record", "friday", *(part for seat in seats for part in ("--house", seat))))
    seen = json.loads(friday("verify", "friday", "--json").out)
    assert seen["ok"] and seen["final"]["winners"]
    assert friday("record", "friday", "--house", "pink").code == 2


def test_many_evenings_are_counted(friday: Ragami, stranger: Stranger) -> None:
    """Wins and points by seat, length, time, a season: of any game, without a line of it."""
    made = ("simulate", "--game", stranger.game, "--games", "4", "--players", "2", "--seed", "3")
    well(friday(*made, "--out", "evenings"))
    seat = stranger.players[1].partition(":")[0].capitalize()
    told = friday("stats", "evenings")
    well(told)
    assert seat in told.out and "VP" not in told.out, told
    for question in (stranger.game, f"{stranger.game}-length", "time"):
        well(friday("stats", "evenings", "--question", question))
    season = friday("season", "evenings")
    well(season)
    assert season.out.strip()
    well(friday("export", "evenings", "--to", "parquet", "--out", "tables"), 0)
    tables = {path.stem for path in Path("tables").glob("*.parquet")}
    prefix = stranger.game.replace("-", "_")
    assert {"games", f"{prefix}_players"} <= tables, tables
    assert {"kalah_sown", "liars_dice_rolled"} & tables, tables
    # Nothing of a game that nobody played, also where an older export had it.
    Path("tables", "forged.parquet").write_bytes(b"")
    well(friday("export", "evenings", "--to", "parquet", "--out", "tables"), 0)
    of_others = {path.stem for path in Path("tables").glob("*.parquet")} - tables
    assert not of_others and not {"points", "glory", "forged"} & tables, tables


def test_an_archive_is_read_when_a_game_comes_after_it(friday: Ragami, stranger: Stranger) -> None:
    assert friday("export", "friday", "--to", "parquet", "--out", "tables").code == 0
    for path in Path("tables").glob("[kl]*_*.parquet"):
        path.unlink()
    well(friday("stats", "tables"))


def test_its_sheet_says_no_word_of_another_game(friday: Ragami) -> None:
    """How lines are written is said without cards and dice, which it may not have."""
    for language, others in (("en", "card that|die that"), ("es", "carta que|dado que")):
        page = friday("--lang", language, "sheet", "friday").out
        assert "<h1>How it is written" in page or "<h1>Cómo se escribe" in page
        assert not re.search(others, page), language
