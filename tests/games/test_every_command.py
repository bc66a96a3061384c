"""Every command of `ragami` on every sort of game: it works, or says what the game has not.

Dice Forge and Deal with the Devil are ours; the others are strangers', which the house has never
seen: of them each command is tried on one in turn, and on all of them in a trial. Tournaments,
scores and Ragami go through the commands in tests of their own.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import copytree
from typing import Final, NamedTuple

import pytest

from ragami.game.registry import SHIPPED
from ragami.games.deal_with_the_devil.bot import play
from ragami_cli.main import topics
from tests.cli.conftest import Ragami, Said
from tests.games import packages
from tests.games.deal_with_the_devil.logs import log_of

# Words in capitals stand for what each game says in their place.
EVERY: Final[dict[str, Sequence[str]]] = {
    "new": ("new two --game GAME PLAYERS", "new --game GAME --list-options --lang es"),
    "record": ("record friday 'LINE'",),
    "undo": ("undo friday",),
    "redo": ("undo friday", "redo friday"),
    "correct": ("correct friday LAST --strike",),
    "rule": ("rule friday RULE --reason agreed",),
    "note": ("note friday rain",),
    "games": ("games", "games --json"),
    "show": ("show friday", "show friday --json --as SEAT", "show f.jsonl"),
    "log": ("log friday", "log friday --json", "log friday --lang es"),
    "legal": ("legal friday", "legal friday --json"),
    "replay": ("replay friday",),
    "sheet": ("sheet friday", "sheet --game GAME", "sheet f.jsonl --lang es"),
    "verify": ("verify friday", "verify --json f.jsonl"),
    "receipts": ("verify f.jsonl --receipts judged", "receipts judged"),
    "export": tuple(
        f"export friday --to {form}" for form in ("jsonl", "json", "csv", "sheet", "html", "svg")
    ),
    "import": ("import f.jsonl",),
    "simulate": ("simulate --game GAME --games 2 --players BOTS --out made",),
    "board": ("board friday",),
    "stats": ("stats f.jsonl", "stats f.jsonl --lang es"),
    "season": ("season f.jsonl --lang es", "season f.jsonl --json"),
    "whatif": ("whatif undo friday",),
    "penalty": ("penalty", "penalty friday SEAT conduct --authority Eva"),
    "report": ("report friday", "report friday --lang es"),
    "audit": ("audit friday", "audit friday --json"),
    "diff": ("diff friday@3 friday@4", "diff friday f.jsonl"),
    "backup": ("backup kept.db",),
    "copy": ("copy games.db copied.db",),
    "merge": ("merge f.jsonl g.jsonl",),
    "impact": ("impact friday --option OPTION",),
    "withdraw": ("withdraw NAME --yes",),
    "key": ("key new eva", "key show"),
    "seal": ("key new eva", "seal friday"),
    "cosign": ("key new eva", "seal friday", "key new lou", "cosign friday --signer lou"),
    "prove": ("key new eva", "seal friday", "prove friday --seq 2"),
    "slip": ("key new eva", "seal friday", "slip friday"),
    "rules": ("rules --game GAME", "rules RULE", "rules --games"),
    "schema": ("schema --game GAME", "schema --game GAME TYPE"),
}
# What a small game has not: the command, and the word for it.
NO_REVEALS: Final = {"reveal friday --seq 3 --place on --value x": "hidden"}
NO_DEDUCTION: Final = {"show friday --hands": "deduction"}
SMALL: Final = NO_DEDUCTION | {
    "assert friday field.red=4": "assertions",
    "dice friday": "dice",
    "whatif correct friday LAST --strike --same-luck": "luck",
}
# What says with exit code 1 that there is something to find.
FINDS: Final = {"diff", "assert", "record"}
# What is not run here: a terminal (tests/companion), a proof in a file (tests/proof), a server
# (tests/server), and what is for one game alone.
ELSEWHERE: Final = {"chests", "table", "check-proof", "serve", "tournament", "game"}


class Tried(NamedTuple):
    """A game: what stands for the words in capitals, how an evening begins, what is its own."""

    said: dict[str, str]
    players: Sequence[str]
    lines: str
    other: tuple[str, str]
    """What another account of the same evening has in the place of what."""
    lacks: dict[str, str]
    foreign: str
    """Words of other games, which nobody at this table hears."""
    more: dict[str, Sequence[str]] = {}  # noqa: RUF012 (nobody changes it)


STRANGE: Final = "Saints?|Demons?|Virtue|Ragami move|Conflict|cubes?|VP|feats?|chests?"
GAMES: Final = {
    "race": Tried(
        {"LINE": "rolled player=blue face=3", "RULE": "R-RACE-04", "OPTION": "goal=10",
         "TYPE": "rolled", "SEAT": "red", "LAST": "4", "BOTS": "2", "NAME": "Ana"},
        ("red:Ana", "blue:Bea"),
        "bet_placed player=red on=red\nbet_placed player=blue on=null\nrolled player=red face=4\n",
        ('"on":null', '"on":"blue"'),
        SMALL,
        STRANGE,
        {"reveal": ("reveal friday --seq 3 --place on --value blue",)},
    ),
    "kalah": Tried(
        {"LINE": "south sow 4", "RULE": "R-KAL-02", "OPTION": "seeds=5",
         "TYPE": "sown", "SEAT": "south", "LAST": "4", "BOTS": "2", "NAME": "Ana"},
        ("south:Ana", "north:Bea"),
        "sow 3\nsow 1\nnorth sow 2\n",
        ("", ""),
        SMALL | NO_REVEALS,
        STRANGE,
    ),
    "liars-dice": Tried(
        {"LINE": "green doubt", "RULE": "R-LIAR-04", "OPTION": "wild=false",
         "TYPE": "rolled", "SEAT": "red", "LAST": "4", "BOTS": "2", "NAME": "Ana"},
        ("red:Ana", "green:Bea"),
        "red roll 1 2 3 4 5\ngreen roll ? ? ? ? ?\nred bid 1 x 2\n",
        ('"dice":[null,null,null,null,null]', '"dice":[6,5,6,5,4]'),
        SMALL,
        STRANGE,
        {"reveal": ("reveal friday --seq 3 --place dice[0] --value 4",)},
    ),
    "dice-forge": Tried(
        {"LINE": "G end", "RULE": "R-F-OFFER-02", "OPTION": "mirror_sees=rolled",
         "TYPE": "dice_rolled", "SEAT": "green", "LAST": "6", "BOTS": "3", "NAME": "Ana"},
        ("orange:Ana", "green:Bea", "blue:Carl"),
        "roll O 1.1 2.1 G 1.6 2.5 B 1.2 2.6\nO offer 3g>1.1 1m>1.2\nO end\n"
        "roll O 1.1 2.2 G 1.1 2.1 B 1.6 2.5\nG feat chest\n",
        # The other account saw a face, and no slot.
        ('"blue.1":2', '"blue.1":"1g"'),
        NO_DEDUCTION | NO_REVEALS,
        "Saints?|Demons?|Virtue|Ragami move|Conflict|white cubes?|VP",
        {
            "new mine": ("new mine --game GAME --component temple=temple.json PLAYERS",),
            "assert": ("assert friday gold.orange=5 portals.green=1",),
            "board": ("board check temple.json",),
            "board new": ("board new dice.json --game GAME --kind dice",),
            "dice": ("dice friday", "dice friday --json"),
            "export as PNG": ("export friday -o moment.png",),
            "the same luck": ("whatif correct friday 6 --strike --same-luck",),
        },
    ),
    "deal-with-the-devil": Tried(
        {"LINE": '{"type":"request_shown","data":{"player":"red","card":"none"}}',
         "RULE": "R-D-ACT-12", "OPTION": "lenient=true", "TYPE": "offer_made", "SEAT": "red",
         "LAST": "60", "BOTS": "4", "NAME": "Ada"},
        ("red:RED", "blue:BLUE", "green:GREEN", "yellow:YELLOW"),
        "",
        ("", ""),
        NO_DEDUCTION,
        "Saints?|Ragami move|white cubes?|VP|feats?",
        {
            "assert": ("assert friday debt.red=0",),
            "dice": ("dice friday",),
            "reveal": ("reveal friday --seq 6 --place event --value a5",),
            "stats of roles": ("stats f.jsonl --question roles --lang es",),
            "rulings": ("rules A-D-ACT-02",),
        },
    ),
}  # fmt: skip
STRANGERS: Final = [game for game in GAMES if game not in SHIPPED]
LEFT_OUT: Final = {
    (game, command)
    for number, command in enumerate(EVERY)
    for game in STRANGERS
    if game != STRANGERS[number % len(STRANGERS)]
} | {
    ("kalah", "stats"), ("dice-forge", "stats"), ("deal-with-the-devil", "stats"),
    ("dice-forge", "receipts"), ("deal-with-the-devil", "receipts"),
    ("dice-forge", "sheet"), ("dice-forge", "export as PNG"),
}  # fmt: skip
"""Strangers' games whose turn it is not, and what another test has of the same game."""

WORKS: Final = [
    pytest.param(game, command, marks=pytest.mark.trial if (game, command) in LEFT_OUT else ())
    for game, tried in GAMES.items()
    for command in EVERY | tried.more
]
LACKS: Final = [(game, command) for game, tried in GAMES.items() for command in tried.lacks]


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where each game lies as it was begun once, in a folder of its name."""
    return tmp_path_factory.mktemp("begun")


@pytest.fixture
def friday(
    ragami: Ragami, game: str, begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Ragami]:
    """A game that goes on in the database, and two accounts of it in files."""
    monkeypatch.chdir(tmp_path)
    with packages.installed(monkeypatch, *({game} - SHIPPED.keys())):
        if not (begun / game).exists():
            begin(ragami, game)
            copytree(tmp_path, begun / game)
        copytree(begun / game, tmp_path, dirs_exist_ok=True)
        yield ragami


def begin(ragami: Ragami, game: str) -> None:
    tried = GAMES[game]
    if not tried.lines:
        records = list(play(4, 3, {"hands": "walled"}))
        Path("f.jsonl").write_bytes(log_of(records))
        Path("g.jsonl").write_bytes(log_of(play(4, 3, {"hands": "walled"}, hidden=True)))
        Path("friday.jsonl").write_bytes(log_of(records[:60]))
        assert ragami("import", "friday.jsonl").code == 0
        return
    Path("temple.json").write_text('{"name":"mine","verified":true,"sanctuary":[],"garden":{}}')
    assert ragami(*words(game, "new friday --game GAME PLAYERS")).code == 0
    done = ragami("record", "friday", stdin=tried.lines)
    assert done.code == 0, done.err
    log = ragami("export", "friday", "--to", "jsonl").out
    Path("f.jsonl").write_text(log, "utf-8")
    account = log.replace(*tried.other)
    assert (account != log) == any(tried.other)
    Path("g.jsonl").write_text(account, "utf-8")


def words(game: str, line: str) -> list[str]:
    tried = GAMES[game]
    said = tried.said | {
        "GAME": game,
        "PLAYERS": " ".join(f"--player {player}" for player in tried.players),
    }
    return shlex.split(re.sub(r"\b[A-Z]{4,}\b", lambda found: said[found[0]], line))


def well(game: str, done: Said, *exits: int) -> None:
    assert done.code in (exits or (0,)), done
    assert "Traceback" not in done.err and "defect" not in done.err
    foreign = re.search(rf"\b({GAMES[game].foreign})\b", done.out + done.err)
    assert not foreign, foreign


@pytest.mark.parametrize("game", GAMES)
def test_every_command_is_here(game: str) -> None:
    known = {command.name for group in topics().values() for command in group}
    tried = GAMES[game]
    lines = [*tried.lacks, *(line for lines in tried.more.values() for line in lines)]
    assert known <= EVERY.keys() | {line.partition(" ")[0] for line in lines} | ELSEWHERE


@pytest.mark.parametrize(("game", "command"), WORKS)
def test_it_works(friday: Ragami, game: str, command: str) -> None:
    for line in (EVERY | GAMES[game].more)[command]:
        stdin = "\n" * 3 if line.startswith("board new") else ""
        done = friday(*words(game, line), stdin=stdin)
        well(game, done, *((0, 1) if command in FINDS else ()))


@pytest.mark.parametrize(("game", "line"), LACKS)
def test_it_says_what_the_game_has_not(friday: Ragami, game: str, line: str) -> None:
    done = friday(*words(game, line))
    well(game, done, 2)
    assert GAMES[game].lacks[line] in done.err, done.err
    assert game in done.err or game in SHIPPED, done.err
