"""What stands where on the screen, in a terminal of 24 lines and in one of 44."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ragami.store import open_store
from ragami_cli.companion.opening import DialogueContext
from tests.companion.test_app import drive, shown
from tests.scale import often

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from ragami_cli.companion.app import Companion

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL, LARGE = (80, 24), (150, 44)
# A game, a record after which one player is due, and what counts of that player then.
DUE = [
    ("dice-forge/three-players.jsonl", 70, ["1g 1g [1g] 1g 1g 1s", "hammer 17/30"]),
    pytest.param("deal-with-the-devil/walled.jsonl", 40, [], marks=pytest.mark.trial),
    ("three-players.jsonl", 100, ["▶ Y Inês"]),
    pytest.param("tournament.jsonl", 18, [], marks=pytest.mark.trial),
]


def screens(tmp_path: Path, log: str, records: int, size: tuple[int, int]) -> dict[str, str]:
    """The panes of a game after some record."""
    lines = (EXAMPLES / log).read_bytes().splitlines()[:records]
    panes: dict[str, str] = {}

    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await pilot.pause()
        panes.update({pane: shown(app, pane) for pane in ("board", "standing", "due", "story")})

    with open_store(tmp_path / "games.db") as store:
        store.append("friday", 0, lines)
        drive(DialogueContext(store, "en", "ana").session("friday"), deed, size)
    return panes


@pytest.mark.parametrize(("log", "records", "counts"), DUE)
def test_in_a_small_terminal_the_player_in_turn_is_whole(
    tmp_path: Path, log: str, records: int, counts: list[str]
) -> None:
    panes = screens(tmp_path, log, records, SMALL)
    assert all(one in panes["standing"] for one in counts), panes["standing"]
    assert "Type, for example:" in panes["due"]


def test_in_a_small_terminal_one_line_to_be_typed_stands_below_a_long_sentence(
    tmp_path: Path,
) -> None:
    """Two of them did not fit, and none was shown."""
    panes = screens(tmp_path, "four-players.jsonl", 85, SMALL)
    assert "Type, for example: B step +1 Q5" in panes["due"], panes["due"]


@pytest.mark.parametrize(("log", "records", "_counts"), DUE)
def test_in_a_large_terminal_nothing_stands_twice(
    tmp_path: Path, log: str, records: int, _counts: list[str]
) -> None:
    panes = screens(tmp_path, log, records, LARGE)
    board = {line.strip(" ▶") for line in panes["board"].splitlines()} - {""}
    standing = {line.strip(" ▶") for line in panes["standing"].splitlines()} - {""}
    assert not board & standing
    assert "Round 6" not in panes["standing"]
    assert "gold" not in panes["standing"]


@pytest.mark.parametrize("log", ["dice-forge/three-players.jsonl", "three-players.jsonl"])
def test_at_the_end_the_result_stands_with_what_is_due_and_not_beside_it(
    tmp_path: Path, log: str
) -> None:
    panes = screens(tmp_path, log, 10_000, LARGE)
    assert len(re.findall(r"\bwins\b", panes["due"])) == 1
    assert "wins" not in panes["standing"] + panes["board"]
    assert panes["standing"].strip()


def test_a_hint_is_shown_whole_or_not_at_all(tmp_path: Path) -> None:
    """What there is no room for stands first in the help."""
    log = "deal-with-the-devil/walled.jsonl"
    [game, *_others] = (EXAMPLES / log).read_bytes().splitlines()
    hints: list[str] = []
    helped: list[str] = []

    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await pilot.pause()
        hints.extend(app.talk.guide().hints)
        helped.append(shown(app, "due"))
        await pilot.press("f1")
        await pilot.pause()
        helped.append(shown(app, "story"))

    with open_store(tmp_path / "games.db") as store:
        store.append("friday", 0, [game])
        drive(DialogueContext(store, "en", "ana").session("friday"), deed, (76, 24))
    due, story = (" ".join(text.split()) for text in helped)
    assert hints[-1] not in due
    assert due.endswith("· F1 says more")
    assert hints[-1] in story


def test_the_help_speaks_only_of_lines_that_the_game_has(tmp_path: Path) -> None:
    """There is nothing to reveal in Dice Forge."""
    [game, *_others] = (EXAMPLES / "dice-forge/alternates.jsonl").read_bytes().splitlines()
    helped: list[str] = []

    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await pilot.press("f1")
        await pilot.pause()
        helped.append(shown(app, "story"))

    with open_store(tmp_path / "games.db") as store:
        store.append("friday", 0, [game])
        drive(DialogueContext(store, "en", "ana").session("friday"), deed, SMALL)
    [story] = helped
    assert "reveal" not in story
    assert story.lstrip().startswith("What can be typed now")


def test_a_cut_board_says_by_how_many_lines_and_f1_helps_from_there(tmp_path: Path) -> None:
    lines = (EXAMPLES / "deal-with-the-devil/walled-completed.jsonl").read_bytes().splitlines()[:70]
    seen: list[str] = []

    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await pilot.press("f1", "f2")
        await pilot.pause()
        seen.append(shown(app, "board"))
        await pilot.press("pagedown")
        seen.append(shown(app, "board"))
        await pilot.press("f1")
        await pilot.pause()
        seen.append(shown(app, "story") if app.query_one("#story").display else "")

    with open_store(tmp_path / "games.db") as store:
        store.append("friday", 0, lines)
        drive(DialogueContext(store, "en", "ana").session("friday"), deed, SMALL)
    first, second, helped = (text.splitlines() for text in seen)
    signs = [re.fullmatch(r"· (\d+) more lines", page[-1]) for page in (first, second)]
    assert signs[0] and signs[1]
    assert int(signs[0][1]) - int(signs[1][1]) == len(first) - 1
    assert "What can be typed now, for example:" in helped


def test_what_is_due_stands_before_what_may_come_at_any_time(tmp_path: Path) -> None:
    """Tab takes the first word: of the Devil it is never that a secret becomes known."""
    lines = (EXAMPLES / "deal-with-the-devil/walled-completed.jsonl").read_bytes().splitlines()
    with open_store(tmp_path / "games.db") as store:
        for at in range(1, 90, often(4, 1)):
            store.append("friday", store.head("friday"), lines[store.head("friday") : at])
            session = DialogueContext(store, "en", "ana").session("friday")
            first, *others = [way.text for way in session.words("")]
            assert first != "reveal", (session.guide().due, others)
