"""A stranger's package that does not load takes nothing down with it, and is named."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ragami as interface
from ragami.code.model import model_at
from ragami.errors import NOT_FOUND, error_of
from ragami.game import GameDoesNotLoad, game_named, installed, registry
from ragami.store import open_store
from ragami.table.opening import openable
from tests.cli.conftest import Ragami
from tests.games.packages import write_package

PLAYERS = ("-p", "yellow:Ana", "-p", "green:Bea", "-p", "blue:Carl")
LOG = (
    b'{"seq":1,"type":"game_opened","v":1,"at":null,"by":null,'
    b'"data":{"game":"badgame","rules":1,"title":null,"players":[]}}\n'
)
DEFINED = (
    "from ragami.game import GameDefinition\n"
    "from ragami.game.capabilities import BOT, SETUP\n"
    "from ragami.game.state import GameState\n"
    "GAME = GameDefinition(name='badgame', new_state=GameState"
)
EVENTS = (
    "from ragami.game.event import Event, event_types\n"
    "class GameOpened(Event):\n"
    "    game: str\n"
    "    rules: int\n"
    "    title: str | None\n"
    "    players: tuple[str, ...]\n"
)
TYPES = "events=event_types(GameOpened)"
BREAKS = {
    "import nothing_of_this_name\n": "ModuleNotFoundError: No module named 'nothing_of_this_name'",
    "": "AttributeError: module 'badmod' has no attribute 'GAME'",
    "GAME = 5\n": "badmod:GAME is no GameDefinition",
    "from ragami.games.ragami.game import GAME\n": "badmod:GAME is the game 'ragami'",
    "raise SystemExit('no terminal')\n": "SystemExit: no terminal",
    "raise BaseException('no more')\n": "BaseException: no more",
    "class Mute(Exception):\n    __str__ = None\nraise Mute\n": "Mute: ",
    f"{DEFINED}, events={{'game_opened': 5}})": (
        "AttributeError: 'int' object has no attribute 'struct'"
    ),
    f"{DEFINED}, events={{}}).__class__(name='badgame', events={{}}, new_state=lambda: 1 / 0)": (
        "ZeroDivisionError: division by zero"
    ),
}
PARTS = (
    "words_at='nowhere:WORDS'",
    "rulebook_at='nowhere:RULES'",
    "offers={BOT: 'nowhere:BOT'}",
    "offers={SETUP: 'badmod:NO_SETUP'}",
)
TABLES = {
    "no place": b"[ragami.games]\nbadgame\n",
    "no UTF-8": b"[ragami.games]\nbadgame\xff = badmod:GAME\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    packages = tmp_path / "packages"
    packages.mkdir()
    monkeypatch.syspath_prepend(str(packages))
    for module in ("badmod", "goodmod"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    registry.forget()
    yield packages
    registry.forget()


@pytest.fixture
def badgame(folder: Path) -> Path:
    """A package that cannot be imported, installed beside the others."""
    write_package(folder, "badmod", next(iter(BREAKS)), badgame="badmod:GAME")
    return folder


@pytest.mark.parametrize(("source", "reason"), BREAKS.items())
def test_what_is_wrong_with_a_package_is_said(folder: Path, source: str, reason: str) -> None:
    write_package(folder, "badmod", source, badgame="badmod:GAME")
    with pytest.raises(GameDoesNotLoad) as wrong:
        game_named("badgame")
    assert wrong.value.exit_code == NOT_FOUND
    assert {**wrong.value.facts, "module": "badmod"} == {
        "game": "badgame",
        "distribution": "badmod",
        "module": "badmod",
        "reason": reason,
    }
    assert "badgame" in installed() and "badgame" not in openable()
    assert list(interface.games()) == [name for name in installed() if name != "badgame"]
    assert [*interface.games().broken] == ["badgame"]


@pytest.mark.parametrize(
    "command",
    [
        ("new", "friday", *PLAYERS),
        ("rules", "R-MOVE-04"),
        ("legal", "friday"),
        ("export", "friday", "--to", "parquet", "-o", "tables"),
        ("board", "check", "standard"),
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("badgame")
def test_other_games_go_on(
    ragami: Ragami, command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if "new" not in command:
        assert ragami("new", "friday", "--game", "ragami", *PLAYERS).code == 0
    done = ragami(*command)
    assert "defect" not in done.err
    assert done.code in (0, 3 if "board" in command else 0), done.err


@pytest.mark.usefixtures("badgame")
def test_it_is_named_where_games_are_listed(ragami: Ragami) -> None:
    done = ragami("rules", "--games")
    assert done.code == 0 and "dice-forge" in done.out
    assert "The game 'badgame', which the package badmod brings, does not load" in done.err
    assert "badgame" in ragami("new", "friday", *PLAYERS).err  # no game was named


@pytest.mark.usefixtures("badgame")
def test_its_own_games_are_refused_with_a_sentence(ragami: Ragami, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_bytes(LOG)
    for command in (
        ("new", "friday", "--game", "badgame"),
        ("verify", str(tmp_path / "bad.jsonl")),
        ("show", str(tmp_path / "bad.jsonl")),
        ("rules", "--game", "badgame"),
    ):
        done = ragami(*command)
        assert (done.code, done.err.count("does not load")) == (NOT_FOUND, 1), command
    told = ragami("verify", "--json", str(tmp_path / "bad.jsonl")).lines
    assert told[0]["error"]["code"] == "game-does-not-load"


@pytest.mark.usefixtures("badgame")
def test_its_game_is_there_and_no_new_one_is_opened_in_its_place(
    ragami: Ragami, tmp_path: Path
) -> None:
    with open_store(tmp_path / "games.db") as store:
        store.append("friday", 0, LOG.splitlines())
    done = ragami("table", "friday", "--db", str(tmp_path / "games.db"), stdin="ragami\n")
    assert (done.code, done.out, done.err.count("does not load")) == (NOT_FOUND, "", 1)


@pytest.mark.usefixtures("badgame")
def test_a_log_that_opens_no_game_has_its_verdict(ragami: Ragami) -> None:
    log = b'{"seq":1,"type":"rolled","v":1,"at":null,"by":null,"data":{}}\n'
    done = ragami("verify", "--json", "-", stdin=log)
    assert done.code == 1
    assert json.loads(done.out)["findings"][0]["code"] == "illegal-event"


def test_a_place_that_is_none_is_said(folder: Path) -> None:
    write_package(folder, "badmod", "", badgame="no module!")
    with pytest.raises(GameDoesNotLoad) as wrong:
        game_named("badgame")
    assert (wrong.value.facts["distribution"], wrong.value.facts["module"]) == (
        "badmod",
        "no module!",
    )


@pytest.mark.parametrize("part", PARTS)
def test_a_game_of_which_a_part_does_not_load_is_named_beside_the_others(
    ragami: Ragami, folder: Path, part: str, tmp_path: Path
) -> None:
    write_package(folder, "badmod", f"{DEFINED}, events={{}}, {part})\n", badgame="badmod:GAME")
    assert [*interface.games().broken] == ["badgame"]
    listed = ragami("rules", "--games")
    assert listed.code == 0 and "dice-forge" in listed.out
    assert "The game 'badgame'" in listed.err and "does not load" in listed.err
    assert ragami("new", "friday", "--game", "ragami", *PLAYERS).code == 0
    (tmp_path / "bad.jsonl").write_bytes(LOG)
    for command in ("log", "legal", "report"):
        assert ragami(command, str(tmp_path / "bad.jsonl")).code != 70


@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_a_package_that_cannot_be_read_stops_nobody(
    ragami: Ragami, folder: Path, table: str, tmp_path: Path
) -> None:
    write_package(folder, "badmod", "", badgame="badmod:GAME")
    (folder / "badmod-1.0.dist-info" / "entry_points.txt").write_bytes(TABLES[table])
    write_package(folder, "goodmod", f"{DEFINED}, events={{}})\n".replace("badgame", "goodgame"),
                  goodgame="goodmod:GAME")  # fmt: skip
    assert "goodgame" in installed() and "badgame" not in installed()
    listed = ragami("rules", "--games")
    assert listed.code == 0 and "goodgame" in listed.out
    assert listed.err.count("What the package badmod brings cannot be read") == 1
    (tmp_path / "bad.jsonl").write_bytes(LOG)
    assert "unknown-game" in ragami("verify", "--json", str(tmp_path / "bad.jsonl")).out
    assert ragami("no-such-command").code == 2


NAMES = {
    "ours": ({"ragami": "latermod:GAME"}, "ragami"),
    "ours in capitals": ({"Ragami": "latermod:GAME"}, "ragami"),
    "another's": ({"goodgame": "latermod:GAME"}, "goodmod"),
}


@pytest.mark.parametrize("case", NAMES)
def test_a_game_whose_name_is_taken_is_left_out_and_named(
    ragami: Ragami, folder: Path, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, holder = NAMES[case]
    good = f"{DEFINED}, events={{}})\n".replace("badgame", "goodgame")
    write_package(folder, "goodmod", good, goodgame="goodmod:GAME")
    later = folder / "later"
    later.mkdir()
    write_package(later, "latermod", "raise SystemExit\n", **names)
    monkeypatch.setattr(sys, "path", [*sys.path, str(later)])
    listed = ragami("rules", "--games")
    assert game_named("goodgame").name == "goodgame"
    (name,) = names
    said = f"'{name}' of the package latermod is left out: the package {holder} has what is called"
    assert (listed.code, listed.err.count(said)) == (0, 1), listed.err
    assert listed.out.count("ragami ") == 1 and "Ragami  " not in listed.out
    assert "latermod" not in ragami("new", "friday", "--game", "ragami", *PLAYERS).err


def test_a_command_whose_name_is_taken_is_left_out_and_named(ragami: Ragami, folder: Path) -> None:
    write_package(folder, "badmod", "raise SystemExit\n")
    entries = folder / "badmod-1.0.dist-info" / "entry_points.txt"
    entries.write_text("[ragami.commands]\nverify = badmod:lap\nlap = badmod:lap\n", "utf-8")
    listed = ragami("rules", "--games")
    assert "With commands of their own: lap.\n" in listed.out
    assert (
        listed.err.count("'verify' of the package badmod is left out: the package ragami has") == 1
    )


def test_what_fails_in_a_library_is_the_fault_of_the_package_that_called_it(folder: Path) -> None:
    reads = "import json\n\ndef reads():\n    return json.loads('{')\n"
    good = f"{DEFINED}, events={{}})\n".replace("badgame", "goodgame")
    write_package(folder, "goodmod", good + reads, goodgame="goodmod:GAME")
    game_named("goodgame")
    with pytest.raises(ValueError, match="property name") as wrong:
        sys.modules["goodmod"].reads()
    said = error_of(wrong.value)
    assert (said.code, said.facts["event"]) == ("game-fails", "reads")


def test_a_game_is_named_in_capitals_or_not(ragami: Ragami, folder: Path) -> None:
    good = f"{DEFINED}, events={{}})\n".replace("badgame", "Chess")
    write_package(folder, "goodmod", good, Chess="goodmod:GAME")
    for typed in ("Chess", "chess", " CHESS "):
        assert "is not installed" not in ragami("rules", "--game", typed).err, typed


@pytest.mark.usefixtures("badgame")
def test_a_code_of_an_unknown_model_is_not_blamed_on_a_package() -> None:
    assert model_at(b"\xfe") is None


@pytest.mark.parametrize("judging", ["check", "apply"])
@pytest.mark.parametrize(
    "raises",
    ["1 / 0", "{}['no such key']", "__import__('sys').exit('away')"],
    ids=("0", "key", "exit"),
)
def test_a_game_that_fails_at_an_event_is_named(
    ragami: Ragami, folder: Path, judging: str, raises: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.jsonl").write_bytes(LOG)
    assert ragami("import", str(tmp_path / "bad.jsonl")).code == 0  # as one that is not installed
    source = f"{EVENTS}    def {judging}(self, s):\n        {raises}\n{DEFINED}, {TYPES})\n"
    write_package(folder, "badmod", source, badgame="badmod:GAME")
    registry.forget()
    for command in ("verify", "show"):
        done = ragami(command, str(tmp_path / "bad.jsonl"))
        assert done.code == NOT_FOUND, done.err
        said = "The game 'badgame', which the package badmod brings, fails at 'game_opened'"
        assert said in done.err and "defect" not in done.err
    listed = ragami("games")
    assert listed.code == 0 and "bad" in listed.out and said in listed.err
    told = ragami("verify", "--json", str(tmp_path / "bad.jsonl")).lines[0]["error"]
    assert (told["code"], told["facts"]["event"]) == ("game-fails", "game_opened")


STATE = f"""{EVENTS}
    def apply(self, s):
        s.open(["red", "blue"])

def fails(*_anything):
    return 1 / 0

class Choices:
    def choices(self, state):
        yield from fails(state)
"""
FAILS = {
    "position": ("position=fails", "show", "games"),
    "final": ("final=fails", "verify", "report"),
    "outcome": ("outcome=fails", "verify", "stats"),
    "view": ("view=fails", "show", "export --to json"),
    "seating": ("seating=fails", "show", "verify"),
    "remarks": ("remarks=fails", "verify", "report"),
    "legal": ("offers={CHOICES: Choices()}", "legal", "legal --json"),
}


@pytest.mark.parametrize("part", FAILS)
def test_a_game_that_fails_in_one_of_its_functions_is_named(
    ragami: Ragami, folder: Path, part: str, tmp_path: Path
) -> None:
    log = tmp_path / "bad.jsonl"
    log.write_bytes(LOG)
    assert ragami("import", str(log)).code == 0  # as one that is not installed
    given, *commands = FAILS[part]
    write_package(folder, "badmod", f"{STATE}{DEFINED}, {TYPES}, {given})\n".replace(
        "BOT, SETUP", "BOT, CHOICES, SETUP"), badgame="badmod:GAME")  # fmt: skip
    registry.forget()
    for command in commands:
        name, *options = command.split()
        done = ragami(name, *([] if name == "games" else [str(log)]), *options)
        said = "The game 'badgame', which the package badmod brings, fails at '"
        assert said in done.err and "defect" not in done.err, done
        assert done.code == (0 if name == "games" else NOT_FOUND), done.err


@pytest.mark.parametrize("source", ["import nowhere\n", "", "lap = 5\n", "raise SystemExit\n"])
def test_a_command_that_does_not_load_is_refused_with_a_sentence(
    ragami: Ragami, folder: Path, source: str
) -> None:
    write_package(folder, "badmod", source, lap="badmod:lap")
    entries = folder / "badmod-1.0.dist-info" / "entry_points.txt"
    entries.write_text("[ragami.commands]\nlap = badmod:lap\n", "utf-8")
    done = ragami("lap")
    assert done.code == NOT_FOUND
    assert "The command 'lap', which the package badmod brings, does not load" in done.err
