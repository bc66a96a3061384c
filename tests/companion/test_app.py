"""The screen of the companion, driven key by key; what it shows is read from its panes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from ragami.language import Language
from ragami_cli.companion.app import Companion
from ragami_cli.companion.opening import Choosing, DialogueContext, OpeningDialogue
from ragami_cli.companion.panes import Pane, PaneApp
from ragami_cli.companion.session import TableTalk
from ragami_cli.companion.talk import Talk
from ragami_cli.output import Output

Deed = Callable[[Companion, Pilot[int]], Awaitable[None]]


def drive(talk: Talk, deed: Deed, size: tuple[int, int] = (140, 44)) -> None:
    async def run() -> None:
        app = Companion(talk, Output("en"))
        app._unicode = True  # the tests' own output is no terminal
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await deed(app, pilot)
        assert app.problem is None

    asyncio.run(run())


def shown(app: PaneApp, pane: str) -> str:
    lines = app.query_one(f"#{pane}", Pane)._lines
    return "\n".join("".join(segment.text for segment in line) for line in lines)


async def typed(app: Companion, pilot: Pilot[int], text: str) -> None:
    await pilot.press(*("space" if key == " " else key for key in text))


def test_tab_takes_the_marked_word_and_arrows_mark_another(begun: TableTalk) -> None:
    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await typed(app, pilot, "mo")
        await pilot.press("tab")
        assert app.line.value == "move "
        first = shown(app, "ways").split()[0]
        await pilot.press("down")
        second = shown(app, "ways").split()[0]
        assert first != second
        await pilot.press("up", "tab")
        assert app.line.value.startswith(f"move {first}")

    drive(begun, deed)


def test_the_line_says_what_is_missing_and_then_what_it_means(begun: TableTalk) -> None:
    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await typed(app, pilot, "move 14")
        assert "missing: " in shown(app, "hint")
        await typed(app, pilot, " d:draw")
        assert shown(app, "hint") == "Yellow moves the Ragami to 14 (die on Draw: 5→4)"

    drive(begun, deed)


def test_what_the_end_shows_is_loaded_beside_the_keys(
    begun: TableTalk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last Enter of a game waited for it 60 ms."""
    loaded = threading.Event()
    monkeypatch.setattr("ragami_cli.companion.app.REST", 0.01)
    monkeypatch.setattr(begun, "load", loaded.set)

    async def deed(_app: Companion, _pilot: Pilot[int]) -> None:
        assert await asyncio.to_thread(loaded.wait, 10)

    drive(begun, deed)


def test_one_key_undoes_and_one_redoes(begun: TableTalk) -> None:
    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await typed(app, pilot, "mo 14 d:d")
        await pilot.press("enter")
        await typed(app, pilot, "e")
        await pilot.press("ctrl+z")
        assert "Draw: 5" in shown(app, "standing")
        assert app.line.value == "e"  # what is being typed stays
        await pilot.press("ctrl+y")
        assert "Draw: 4" in shown(app, "standing")
        await pilot.press("ctrl+u", *"mv", "enter")
        assert app.line.value == "mv"
        await pilot.press("ctrl+z")
        assert app.line.value == ""  # what was refused goes

    drive(begun, deed)


def test_a_refused_line_is_mended_taken_as_it_was_meant_or_typed_over(begun: TableTalk) -> None:
    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await typed(app, pilot, "mvoe 14 d:d")
        await pilot.press("enter")
        assert app.line.value == "mvoe 14 d:d"
        assert shown(app, "answer").startswith("Did you mean 'move 14 d:d'? Tab takes it.")
        await pilot.press("left", "x", "backspace")
        assert app.line.value == "mvoe 14 d:d"
        await pilot.press("enter", "tab")
        assert app.line.value == "move 14 d:d"
        await pilot.press("ctrl+u", *"mv", "enter")
        await typed(app, pilot, "mo 14 d:d")  # what is typed after a refused line is the next one
        assert app.line.value == "mo 14 d:d"
        await typed(app, pilot, "x")
        await pilot.press("enter", "backspace")
        assert app.line.value == "mo 14 d:d"
        await pilot.press("enter")
        assert "die on Draw: 5→4" in shown(app, "story").replace("\n", " ")
        await typed(app, pilot, "G pass")
        await pilot.press("enter")
        app.line.post_message(Paste("e"))
        await pilot.pause()
        assert app.line.value == "e"

    drive(begun, deed)


def test_a_pass_is_asked_for_twice_on_the_screen(desk: DialogueContext, begun: TableTalk) -> None:
    before = desk.store.head("friday")

    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await typed(app, pilot, "pass")
        await pilot.press("enter")
        assert "A pass is final" in shown(app, "answer")
        assert desk.store.head("friday") == before
        await pilot.press("enter")
        assert desk.store.head("friday") == before + 1
        assert shown(app, "who").strip() == "Green▸"

    drive(begun, deed)


def test_pasted_lines_are_written_only_if_that_is_meant(
    desk: DialogueContext, begun: TableTalk
) -> None:
    before = desk.store.head("friday")

    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        app.line.post_message(Paste("mo 14 d:d\r\ne\r\nnonsense\r\npass\r\n"))
        await pilot.pause()
        assert "4 lines are pasted" in shown(app, "answer")
        assert desk.store.head("friday") == before
        await pilot.press("ctrl+u", "enter")
        assert desk.store.head("friday") == before
        app.line.post_message(Paste("mo 14 d:d\r\ne\r\nnonsense\r\npass\r\n"))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert desk.store.head("friday") == before + 2
        assert "2 of 4 pasted lines are written" in shown(app, "answer")
        assert app.line.value == "nonsense"

    drive(begun, deed)


def test_what_another_companion_writes_appears_and_the_line_stays(
    desk: DialogueContext, begun: TableTalk
) -> None:
    other = desk.session("friday")

    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await typed(app, pilot, "sai")
        other.enter("mo 14 d:d")
        await pilot.pause(0.6)
        assert "die on Draw: 5→4" in shown(app, "answer")
        assert "the Action die is used" in shown(app, "due")
        assert app.line.value == "sai"

    drive(begun, deed)


def test_a_clash_is_told_and_the_line_stays(desk: DialogueContext, begun: TableTalk) -> None:
    other = desk.session("friday")

    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await typed(app, pilot, "mo 14 d:d")
        other.enter("note: tea")
        await app.action_enter()  # before the next look round
        await pilot.pause()
        assert "Somebody else wrote" in shown(app, "answer")
        assert app.line.value == "mo 14 d:d"
        await pilot.press("enter")
        assert app.line.value == ""

    drive(begun, deed)


def test_on_a_small_screen_there_is_less_and_one_can_still_write(
    desk: DialogueContext, begun: TableTalk
) -> None:
    before = desk.store.head("friday")

    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        assert not app.query_one("#table").display
        assert "Too small: 30×8" in shown(app, "small")
        await typed(app, pilot, "mo 14 d:d")
        await pilot.press("enter")
        assert desk.store.head("friday") == before + 1
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.query_one("#table").display
        await pilot.press("f2")
        await pilot.pause()
        assert "[14" in shown(app, "board")

    drive(begun, deed, (30, 8))


def test_pages_are_turned_back_and_on(played: Callable[[int, int], TableTalk]) -> None:
    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        end = shown(app, "story")
        await pilot.press("pageup")
        back = shown(app, "story")
        assert back != end
        await pilot.press("pagedown", "pagedown")
        assert shown(app, "story") == end

    drive(played(3, 150), deed)


@pytest.mark.parametrize(
    ("width", "language"),
    [
        (60, "es"),
        pytest.param(80, "en", marks=pytest.mark.trial),
        pytest.param(124, "es", marks=pytest.mark.trial),
    ],
)
def test_nothing_is_cut_that_is_always_there(
    desk: DialogueContext, begun: TableTalk, width: int, language: Language
) -> None:
    """The keys, what is due, how everybody stands, and the words on offer."""
    session = TableTalk(desk.store, "friday", language, "ana")

    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await typed(app, pilot, "Y move ")
        for pane in ("keys", "due", "standing", "ways"):
            assert "…" not in shown(app, pane).replace(" … ", "")
        for pane in ("due", "standing"):
            asked = app.query_one(f"#{pane}", Pane)
            assert asked.get_content_height(asked.size, asked.size, asked.size.width) <= (
                asked.size.height
            )

    drive(session, deed, (width, 40))


def test_a_long_line_of_the_story_goes_on_below_its_text(begun: TableTalk) -> None:
    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        app.line.value = "note: " + "tea " * 20
        await pilot.press("enter")
        first, second = shown(app, "story").splitlines()[-2:]
        assert first.startswith(" 22 ")
        assert second.startswith("    tea")

    drive(begun, deed)


def test_who_types_for_help_gets_it(desk: DialogueContext, begun: TableTalk) -> None:
    before = desk.store.head("friday")

    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await typed(app, pilot, "ayuda")
        await pilot.press("enter")
        await pilot.pause()
        assert "Ctrl-Z strikes out" in shown(app, "story")
        assert app.line.value == ""

    drive(begun, deed)
    assert desk.store.head("friday") == before


def test_what_nobody_foresaw_ends_it_and_is_handed_on(begun: TableTalk) -> None:
    async def run() -> None:
        app = Companion(begun, Output("en"))
        async with app.run_test() as pilot:
            app.talk = cast("Talk", None)
            await pilot.press("enter")
            await pilot.pause()
        assert isinstance(app.problem, AttributeError)

    asyncio.run(run())


def test_the_list_of_games_leads_to_one(desk: DialogueContext, begun: TableTalk) -> None:
    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        assert "1 friday: round 1, Yellow to act" in shown(app, "story")
        await typed(app, pilot, "frida")
        await pilot.press("tab", "enter")
        assert "Friday" in shown(app, "title")
        assert "Round 1, turn of Yellow" in shown(app, "due")

    drive(Choosing(desk), deed)


def test_while_a_game_is_opened_f1_shows_the_answers_first(desk: DialogueContext) -> None:
    opening = OpeningDialogue(desk)

    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await pilot.press("enter", "f1")
        await pilot.pause()
        first, *answers = shown(app, "story").splitlines()
        assert first.startswith("What can be typed now")
        assert [line.partition("  – ")[0] for line in answers[:2]] == ["yellow", "green"]

    drive(opening, deed)


def test_a_new_game_is_asked_for_in_either_language(desk: DialogueContext) -> None:
    in_spanish = DialogueContext(desk.store, "es", "ana", desk.game)
    assert [word.text for word in Choosing(in_spanish).words("")] == ["nuevo"]
    for word in ("nuevo", "new"):
        assert isinstance(Choosing(in_spanish).enter(word).then, OpeningDialogue)


def test_what_steers_a_terminal_is_shown_as_letters(desk: DialogueContext) -> None:
    opening = OpeningDialogue(desk)
    opening.enter("tea\u202e\x1b]0;x\x07!")

    async def deed(app: Companion, _pilot: Pilot[int]) -> None:
        assert "tea\\u202e\\x1b]0;x\\x07!" in shown(app, "story")
        assert not set("\u202e\x1b\x07") & set(shown(app, "story"))

    drive(opening, deed)


def test_before_there_is_a_table_the_questions_have_all_the_place(desk: DialogueContext) -> None:
    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        await pilot.pause()
        assert app.query_one("#side").size.width > 130
        await typed(app, pilot, "new")
        await pilot.press("enter", "enter", *"y", "enter", *"g", "enter", *"b", "enter", "enter")
        await pilot.press("enter", "enter", "enter")
        await pilot.pause()
        assert app.query_one("#side").size.width < 60
        assert "14" in shown(app, "board")

    drive(Choosing(desk), deed)


def test_f1_shows_how_lines_are_written_and_once_more_the_story(begun: TableTalk) -> None:
    async def deed(app: Companion, pilot: Pilot[int]) -> None:
        story = shown(app, "story")
        await pilot.press("f1")
        await pilot.pause()
        assert "Ctrl-Z strikes out the last event" in shown(app, "story")
        assert "Tab takes the marked word" in shown(app, "story")
        pages = shown(app, "story")
        for _ in range(4):
            await pilot.press("pagedown")
            pages += shown(app, "story")
        assert "Y move 14 d:draw" in pages
        await typed(app, pilot, "mo 14 d:d")  # one can read and write
        await pilot.press("f1")
        await pilot.pause()
        assert shown(app, "story") == story

    drive(begun, deed, (100, 30))
