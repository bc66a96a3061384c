"""Chests in the companion: a mark in, a colour out, and nothing of it is kept anywhere."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from ragami.game import game_named
from ragami.game.capabilities import APP
from ragami.store import open_store
from ragami.table.device import Apart
from ragami_cli.companion.session import TableTalk
from tests.cli.conftest import Ragami
from tests.companion.terminal import CONTROL, ENTER, LEAVE, at_the_table
from tests.games.deal_with_the_devil.evening import Evening, files, game

LOG = game(12)
MARKS = {"zebra7": "mortal_1", "yacht5": "mortal_2", "xenon3": "cultist", "willow1": "devil"}


@pytest.fixture
def evening(ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A private game just opened; the marks are words that stand nowhere else."""
    monkeypatch.setenv("RAGAMI_CHESTS", str(tmp_path / "chests"))
    monkeypatch.setattr(click, "prompt", lambda *_args, **_more: pytest.fail("nothing is asked"))
    Apart(game_named("deal-with-the-devil").need(APP)).keep_marks(
        {thing: mark for mark, thing in MARKS.items()}
    )
    return Evening(ragami, LOG)


def test_what_is_typed_of_an_offer_is_known_no_longer(evening: Evening, tmp_path: Path) -> None:
    """The device keeps it: a table that knew it would say in the end what nobody may be told."""
    evening.until("offer_made")
    with open_store(tmp_path / "games.db") as store:
        talk = TableTalk(store, "evening", "en", "ana")
        seat = talk.guide().seat or "red"
        answer = talk.enter(f"{seat[0]} offer 1S for 4$")
        assert answer.kind == "done", answer
        assert "both in secret" in answer.lines[0]
        fresh = TableTalk(store, "evening", "en", "ana")
        assert [line.text for line in talk.story()] == [line.text for line in fresh.story()]


def test_a_mark_is_told_a_colour_and_is_kept_nowhere(evening: Evening, tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        session = TableTalk(store, "evening", "en", "ana")
        assert "app" in session.guide().hints[-1]
        talk = session.enter("app").then
        assert talk
        assert talk.secret
        asked = talk.enter("next")
        assert asked.kind == "told"
        assert not asked.kept
        assert talk.enter("next nobody says this").code == 2
        for word in ("next rojo limon", "sigue"):
            answer = talk.enter(word)
            assert answer.kind == "done", answer
        said = [b'"word_given"' in line and b'"limon"' in line for line in store.read("evening")]
        assert said == [False, False, False, True, False, False]
        told = [talk.enter(mark) for mark in MARKS]
        assert all(one.kind == "told" and not one.kept for one in told)
        assert all(one.lines[0].startswith("This goes to ") for one in told)
        assert len({one.lines for one in told}) == len(MARKS)
        assert talk.enter("nothing").code == 3
        assert talk.enter("back").code == 5
        assert not talk.words("zeb")
        assert not talk.hint("zebra7").text
        story = "\n".join(one.text for one in talk.story())
        assert not any(word in story for word in (*MARKS, *MARKS.values()))
        assert talk.enter("").then is session
        assert not session.secret
    assert not any(
        mark.encode() in one.read_bytes() for mark in MARKS for one in apart_from(tmp_path)
    )


def apart_from(folder: Path) -> list[Path]:
    return [one for one in files(folder) if one.parent.name != "chests"]


@pytest.mark.parametrize("plain", [(), pytest.param(("--plain",), marks=pytest.mark.trial)])
def test_what_is_typed_is_not_on_the_screen(
    evening: Evening, tmp_path: Path, plain: tuple[str, ...]
) -> None:
    evening.until("offers_sent")
    evening.step()
    marks = str(tmp_path / "chests")
    table = ("evening", "--game", "deal-with-the-devil", *plain)
    with at_the_table(tmp_path / "games.db", *table, RAGAMI_CHESTS=marks) as terminal:
        terminal.wait_for("'app' scans")
        terminal.press("app" + ENTER)
        terminal.wait_for("what you type is not shown")
        terminal.press("willow1")
        if not plain:
            terminal.wait_for("•••")
        terminal.press(ENTER)
        terminal.wait_for("This goes to")
        terminal.press(ENTER)
        terminal.wait_for("'app' scans")
        terminal.press("quit" + ENTER if plain else LEAVE)
        assert terminal.end() == 0
        assert "illow" not in CONTROL.sub("", terminal.shown)
    assert not any(b"willow1" in one.read_bytes() for one in apart_from(tmp_path))
