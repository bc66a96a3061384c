"""What is due always has a line: games that are driven by nothing but what is due says to type."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec import json

from ragami.game import game_named
from ragami.game.capabilities import NOTATION, SETUP
from ragami.games.deal_with_the_devil.rules.setup import distributed
from ragami.judge.report import replay_log
from ragami.language import Language
from ragami.sheet import read_line
from ragami.sheet.due_lines import due_lines
from ragami.store import open_store
from ragami.table.recording import Draft
from ragami_cli.companion.opening import DialogueContext, OpeningDialogue
from ragami_cli.companion.session import TableTalk

if TYPE_CHECKING:
    from ragami.store import Store
    from ragami_cli.companion.talk import Talk

EXAMPLES = Path(__file__).parents[2] / "examples/deal-with-the-devil"
MOST_LINES = 400
# Whose device sends the chests, in the words of each language.
HOSTS = [
    ("es", "aquí"),
    pytest.param("en", "other", marks=pytest.mark.trial),
    pytest.param("en", "phones", marks=pytest.mark.trial),
    pytest.param("es", "", marks=pytest.mark.trial),
]


@pytest.fixture(autouse=True)
def chests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a device keeps apart lies in a folder of the test."""
    monkeypatch.setenv("RAGAMI_CHESTS", str(tmp_path / "chests"))


def opened(
    store: Store, game: str, language: Language, host: str = "", **options: str
) -> TableTalk:
    """A game that is opened by its questions, with the usual answer to all others."""
    talk: Talk = OpeningDialogue(
        DialogueContext(store, language, "ana", game_named(game)), "evening"
    )
    while not isinstance(talk, TableTalk):
        assert isinstance(talk, OpeningDialogue)
        asked = talk.opening.asked()
        assert asked
        answer = ""
        if asked.what == "player" and talk.words(""):
            answer = f"{talk.words('')[0].text}Ana{len(talk.opening.players)}"
        elif asked.what == "host":
            answer = host
        elif asked.what == "options" and options:
            answer = "=".join(options.popitem())
        elif asked.what == "setting":
            answer = talk.words("")[0].text
        said = talk.enter(answer)
        assert not said.code, (asked, said)
        talk = said.then or talk
    return talk


def shown(session: TableTalk, line: str) -> str:
    """What stands on the table: the roles that the device dealt, where they are to be shown."""
    if not session._has_app or line.split(maxsplit=1)[0] not in ("shown", "descubiertos"):
        return line
    device = session.device()
    roles = distributed(device._state, device._seed).roles
    written = session.game.need(NOTATION).write(
        "roles_shown", {"roles": roles}, device._state, session.language
    )
    assert written
    return written


def driven(session: TableTalk) -> int:
    """Type the first line that is due, until none is; gives how many."""
    for number in range(MOST_LINES):
        guide = session.guide()
        if not guide.lines:
            return number
        said = session.enter(shown(session, guide.lines[0]), sure=True)
        assert said.kind == "done", (guide, said)
    return MOST_LINES


@pytest.mark.parametrize(("language", "host"), HOSTS)
def test_a_game_with_an_app_is_played_by_what_is_due_alone(
    tmp_path: Path, language: Language, host: str
) -> None:
    with open_store(tmp_path / "games.db") as store:
        session = opened(store, "deal-with-the-devil", language, host)
        assert driven(session) < 80
        assert session._recording.replay.final
        assert session._recording.private == (host == "aquí")


@pytest.mark.parametrize("game", [pytest.param("ragami", marks=pytest.mark.trial), "dice-forge"])
def test_a_game_is_played_by_what_is_due_alone(tmp_path: Path, game: str) -> None:
    with open_store(tmp_path / "games.db") as store:
        session = opened(store, game, "en")
        driven(session)
        assert session._recording.replay.final


def test_a_game_for_phones_says_where_it_is_dealt_and_whose_device_else(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        session = opened(store, "deal-with-the-devil", "en", "phones")
        said = session.enter("app")
        assert "'ragami serve'" in said.lines[0]
        assert said.lines[1].startswith("app other: the publisher's app")
        assert session.lines()[0].startswith("app other  – the publisher's app")
        offered = [way.text for way in session.words("")]
        assert "sealed" not in offered
        assert {"R", "correct", "note:"} <= {*offered}
        assert [way.text for way in session.words("sea")] == []
        assert session.enter("app oth").kind == "done"
        assert session._recording.replay.state.options.distribution == "recorded"
        assert "roles" in [way.text for way in session.words("")]  # the table says it now


def test_marks_are_entered_where_they_are_needed(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        session = opened(store, "deal-with-the-devil", "en", "here")
        driven_to(session, "cards/draw")
        app = session.enter("app K1").then  # a mark is not taken where it is seen
        assert app and app.secret
        assert "'marks' enters" in app.guide().hints[0]
        app.enter("marks")
        for mark, role in (("K1", "first mortal"), ("K2", "second mortal"), ("K3", "cultist")):
            assert role in app.guide().due.lower()
            assert app.enter(mark).kind == "told"
        assert app.enter("K4").lines == ("The marks of the box are kept.",)
        assert app.enter("K1").lines[0].startswith("This goes to ")
        assert "'marks' enters" not in app.guide().hints[0]


def driven_to(session: TableTalk, at: str) -> None:
    while session._recording.replay.state.at != at:
        assert session.enter(session.guide().lines[0], sure=True).kind == "done"


def test_a_line_for_all_is_written_for_all_or_for_nobody(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        session = opened(store, "deal-with-the-devil", "es")
        driven_to(session, "cards/draw")
        there = session.records
        assert session.enter("todos roba x").code == 2
        assert session.enter("todos fin").code == 5
        assert session.records == there
        assert session.enter("Z roba ?").kind == "done"
        assert session.enter("todos roba ?").kind == "done"
        assert session.records == there + 4
        for _again in range(2):
            undone = session.undo().lines  # the line of three, not one of its records
            assert undone[0] == "The whole line is taken back: 3 records."
            assert session.redo().kind == "done"
            assert len([*session._recording.replay.history.standing(there)]) == 4
        assert session.enter("nota: hola").kind == "done"
        assert session.undo().lines[0] == "The whole line is taken back: 3 records."
        assert session.enter("Z roba ?").kind == "refused"
        assert len(session.undo().lines) == 1


@pytest.mark.parametrize("result", ["points", "declared"])
def test_on_a_pad_numbers_and_the_winner_come_before_who_leaves(result: str) -> None:
    setup = game_named("scores").need(SETUP)
    players = [("p1", "Ana"), ("p2", "Bea")]
    data = setup.data(None, players, {"plays": "Whist", "result": result}, {})
    record = {"seq": 1, "type": "game_opened", "v": 1, "at": None, "by": None, "data": data}
    lines = due_lines(replay_log(json.encode(record)), "en")
    assert [line.split()[0] for line in lines] == ["ana", "end", "leave", "penalty"]


def test_what_must_stand_behind_a_wall_is_offered(tmp_path: Path) -> None:
    """Where every trade was recorded, the accounts say it."""
    log = b"\n".join(open_hands_to_the_walls())
    replay = replay_log(log)
    assert replay.state.at == "walls/open"
    assert due_lines(replay, "en")[0].split()[1] == "wall"


def open_hands_to_the_walls() -> list[bytes]:
    lines = (EXAMPLES / "walled-completed.jsonl").read_bytes().splitlines()
    last = next(n for n, line in enumerate(lines) if b'"wall_opened"' in line)
    return lines[:last]


@pytest.mark.parametrize(
    ("language", "at", "least", "more"),
    [
        ("en", "cards/draw", "all draw ?", "R draw + vineyard x102 rectory x104 ev a4"),
        ("en", "cards/last", "all offer ?", ""),
        ("es", "actions/plan", "todos plan -", "R plan construye vineyard contrata"),
    ],
)
def test_a_line_for_all_says_the_least_and_what_more_can_be_said_follows(
    tmp_path: Path, language: Language, at: str, least: str, more: str
) -> None:
    with open_store(tmp_path / "games.db") as store:
        session = opened(store, "deal-with-the-devil", language)
        driven_to(session, at)
        first, second, *_others = session.lines()
        assert first.startswith(f"{least}  – {'Red' if language == 'en' else 'Rojo'} ")
        assert second.split("  – ")[0] == more or not more
        assert session.guide().lines[0] == least


@pytest.mark.parametrize(("language", "asks"), [("en", "asks wood"), ("es", "pide madera")])
def test_an_example_has_words_for_cards_and_squares_that_differ(
    language: Language, asks: str
) -> None:
    """`4:3` leaves no doubt which is the die, and a request has no id; every seat gets its own."""
    first, *_others = (EXAMPLES.parent / "two-players.jsonl").read_bytes().splitlines()
    [line] = due_lines(replay_log(first + b"\n"), language)
    assert line.endswith("4:3 9:1 12:6 17:2 22:5 19:4")
    lines = (EXAMPLES / "walled.jsonl").read_bytes().splitlines(keepends=True)
    drawn = next(n for n, line in enumerate(lines) if b'"cards_drawn"' in line)
    for upto in range(drawn, drawn + 3):
        replay = replay_log(b"".join(lines[:upto]))
        line = next(line for line in due_lines(replay, language) if asks in line)
        draft = read_line(replay, line, language=language)
        assert isinstance(draft, Draft)
        assert json.decode(draft.data)["card"] == "ask_wood"


def test_a_plan_is_shown_with_something_in_it() -> None:
    """The least line, `all plan -`, would not tell how a plan is written."""
    log = (EXAMPLES.parent / "deal-with-the-devil.jsonl").read_bytes().splitlines(keepends=True)
    replay = replay_log(b"".join(log[: first(log, b'"plan_shown"')]))
    least, fuller = due_lines(replay, "en")[:2]
    assert least == "all plan -"
    assert " build " in fuller
    assert read_line(replay, fuller, 1, "en")


def first(log: list[bytes], type_: bytes) -> int:
    return next(at for at, line in enumerate(log) if type_ in line)
