"""A pad in the companion: a number and Enter, arrows, corrections by going there."""

from __future__ import annotations

import json

import pytest

from ragami.draw.panels import Page
from ragami.game import game_named
from ragami.store import Store
from ragami.store.memory import MemoryStore
from ragami_cli.companion.opening import DialogueContext, OpeningDialogue
from ragami_cli.companion.session import TableTalk

PAGE = Page("en", 60, part="due")


@pytest.fixture
def store() -> Store:
    return MemoryStore()


def opened(store: Store, *heads: str) -> TableTalk:
    desk = DialogueContext(store, "en", None, game_named("scores"))
    opening = OpeningDialogue(desk, "friday")
    for head in ("game: scores 1", 'players: ana "Ana", bea "Bea"', *heads):
        opening.enter(head)
    assert opening.finish().kind == "done"
    return desk.session("friday")


def typed(session: TableTalk, *lines: str) -> None:
    for line in lines:
        answer = session.enter(line or session.empty)
        assert answer.kind == "done", (line, answer)


def records(store: Store) -> list[tuple[str, object]]:
    lines = map(json.loads, store.read("friday")[1:])
    return [(line["type"], line["data"].get("points", line["data"].get("round"))) for line in lines]


def test_numbers_alone_fill_round_after_round(store: Store) -> None:
    session = opened(store)
    assert session.guide().due == "Ana, round 1: how many points?"
    typed(session, "5", "-7", "", "0")
    assert records(store) == [
        ("scored", {"ana": 5}),
        ("scored", {"bea": -7}),
        ("round_ended", 1),
        ("scored", {"ana": 0}),
    ]
    assert session.guide().due == "Bea, round 2: how many points?"


def test_a_past_number_is_put_right_by_going_there(store: Store) -> None:
    session = opened(store)
    typed(session, "5", "7", "")
    assert session.move(0, -1)
    assert session.guide().due == "Ana, round 1: how many points? There it says 5."
    assert session.move(1, 0)
    assert session.hint("8").ready
    typed(session, "8")
    assert records(store)[-1] == ("score_corrected", {"bea": 8})
    assert "[" in "\n".join(session.standing(PAGE))
    assert session.guide().due == "Ana, round 2: how many points?"


def test_nobody_leaves_the_pad_by_arrows(store: Store) -> None:
    session = opened(store)
    for across, down in ((-1, 0), (0, -1), (0, 1)):
        assert session.move(across, down)
        assert session.guide().due == "Ana, round 1: how many points?"


def test_what_the_rules_refuse_stays_in_the_line(store: Store) -> None:
    session = opened(store, 'categories: tricks "Tricks" 0..13')
    assert not session.hint("14").ready
    answer = session.enter("14")
    assert (answer.kind, answer.kept) == ("refused", "14")
    assert records(store) == []


def test_several_numbers_fill_a_row_from_the_marked_cell_on(store: Store) -> None:
    session = opened(store)
    typed(session, "5 -7")
    assert records(store) == [("scored", {"ana": 5, "bea": -7})]
    assert session.enter("5 7 3").kind != "done"


def test_a_game_without_points_takes_the_places_of_all(store: Store) -> None:
    session = opened(store, "options: result=declared")
    assert "Ana Bea" in session.guide().due
    typed(session, "2 1")
    ended = json.loads(store.read("friday")[-1])
    assert ended["data"]["places"] == {"ana": 2, "bea": 1}


def test_categories_are_filled_row_by_row(store: Store) -> None:
    heads = ('categories: bid "Bid" x0, won "Won"', "options: complete=all rounds=1")
    session = opened(store, *heads)
    asked = []
    for number in ("1", "2", "3", "4"):
        asked.append(session.guide().due)
        typed(session, number)
    assert asked[1:3] == ["Bea, Bid: how many points?", "Ana, Won: how many points?"]
    typed(session, "", "")
    assert records(store)[-1][0] == "game_ended"
    assert session.empty == ""
    assert session.enter("5").kind != "done"


def test_numbers_on_a_full_pad_end_the_round_and_begin_the_next(store: Store) -> None:
    session = opened(store)
    typed(session, "10 20")
    there = len(store.read("friday"))
    assert session.hint("5 7").ready
    typed(session, "5 7")
    assert [type_ for type_, _data in records(store)[there - 1 :]] == ["round_ended", "scored"]
    assert session.undo().lines[0] == "The whole line is taken back: 2 records."
    assert session.empty  # the first round is full, and not ended


def test_a_game_without_a_pad_has_no_cells(begun: TableTalk) -> None:
    assert (begun.empty, begun.move(1, 0)) == ("", False)
    assert begun.enter("14").kind == "refused"


def test_twelve_columns_are_all_there_at_any_width(store: Store) -> None:
    desk = DialogueContext(store, "en", None, game_named("scores"))
    opening = OpeningDialogue(desk, "friday")
    names = ", ".join(f'p{n} "Long name {n}"' for n in range(12))
    for head in ("game: scores 1", f"players: {names}"):
        opening.enter(head)
    opening.finish()
    session = desk.session("friday")
    typed(session, *(str(n) for n in range(100, 112)))
    for width in (40, 60, 80, 200):
        drawn = session.standing(PAGE._replace(width=width))
        assert max(map(len, drawn)) <= width
        assert all(str(n) in "\n".join(drawn) for n in range(100, 112))
