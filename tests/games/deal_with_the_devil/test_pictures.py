"""Pictures, the page, what is told: what is shown stands in the view, and nobody needs colours."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import pytest

from ragami.draw.panels import Page
from ragami.export import page as pages
from ragami.export.excerpt import Excerpt
from ragami.game.capabilities import DRAWING, PAGE
from ragami.games.deal_with_the_devil.bot import play
from ragami.games.deal_with_the_devil.game import GAME
from ragami.judge.replay import Replay
from ragami.language import LANGUAGES, Language
from ragami.privacy.seeing import replay_as
from tests.games.deal_with_the_devil.logs import log_of

SEATS = {"red": "Ana", "blue": "Rui <the elder>", "green": "Cai", "yellow": "Dan"}


@cache
def game(hands: str = "walled") -> tuple[tuple[str, Any], ...]:
    return tuple(play(4, 5, {"hands": hands, "ledger": True}))


def after(n: int, viewer: str | None = None, hands: str = "walled") -> tuple[Replay, Any]:
    """A game after its first records, and its view."""
    replay = replay_as(log_of(game(hands)[:n]), viewer)
    return replay, GAME.view(replay.state, n, viewer)


def in_characters(n: int, viewer: str | None = None, **asked: Any) -> str:
    replay, view = after(n, viewer)
    names = GAME.seating(replay.state).names
    return GAME.need(DRAWING).picture(replay.state, view, names, Page("en", **asked))


def svg_of(n: int, viewer: str | None, language: Language = "en") -> str:
    replay, view = after(n, viewer)
    drawn = GAME.need(DRAWING).svg(view, replay.state, SEATS, "Friday & more", language)
    assert drawn is not None
    return drawn


def labels(svg: str) -> list[str]:
    return [one.get("aria-label") or "" for one in ET.fromstring(svg).iter()]


def texts_of(svg: str) -> list[str]:
    return [one.text or "" for one in ET.fromstring(svg).iter() if one.tag.endswith("text")]


def seq_of(type_: str, nth: int = 0) -> int:
    return [seq for seq, one in enumerate(game(), 1) if one[0] == type_][nth]


@pytest.mark.parametrize("viewer", [None, "blue"])
def test_after_the_end_the_points_are_those_of_the_final_count(viewer: str | None) -> None:
    replay, _view = after(len(game()), viewer)
    assert replay.final
    totals = [one["total"] for one in replay.final["players"].values()]
    texts = texts_of(svg_of(len(game()), viewer))
    assert {str(n) for n in totals} <= set(texts)
    shown = in_characters(len(game()), viewer, part="standing")
    row = re.compile(r"^. \w+ · \w+(?: \(winner\))? +(-?\d+)", re.MULTILINE)
    assert list(map(int, row.findall(shown))) == totals
    assert GAME.result(replay.final, replay.state, "en") in " ".join(shown.split())


def test_what_a_viewer_may_not_know_is_closed() -> None:
    seq = seq_of("offers_sent", 4)
    for viewer in ("public", *SEATS):
        svg, own = svg_of(seq, viewer), viewer in SEATS
        told, texts = labels(svg), texts_of(svg)
        view = after(seq, viewer)[1]
        cards = [c for p in view["players"].values() for c in (*p["hand"], *p["events"])]
        roles = sum(one["role"] is None for one in view["players"].values())
        assert roles == 4 - own
        assert texts.count("role hidden") == roles
        assert texts.count("unknown") == cards.count(None)
        assert told.count("unknown") == cards.count(None) > 12
        assert told.count("behind the wall") == 4 - own
        assert sum("closed chest" in one for one in texts) == 4 - own
        wall = [one for one in told if re.fullmatch(r"mortal souls \d+", one)]
        assert len(wall) == own
    whole = svg_of(seq, None)
    assert not [one for one in texts_of(whole) if "unknown" in one or one == "behind the wall"]


def test_when_roles_are_public_everybody_sees_them() -> None:
    told = labels(svg_of(seq_of("roles_shown"), "public"))
    assert {"devil", "cultist", "first mortal"} <= set(told)
    assert told.count("behind the wall") == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_svg_says_everything_to_who_does_not_see_it(language: Language) -> None:
    svg = svg_of(seq_of("plan_shown", 3), None, language)
    told = labels(svg)
    assert {"en": "debt 0", "es": "deuda 0"}[language] in told
    assert not [one for one in told if "{" in one or "_" in one]
    texts = texts_of(svg)
    assert "Friday & more" in texts
    assert any("Rui <the elder>" in one for one in texts)
    assert {"en": "production", "es": "producción"}[language] in texts


def test_characters_show_the_tracks_and_what_is_not_hidden() -> None:
    seq = seq_of("offers_sent", 2)
    shown = in_characters(seq, "red")
    assert re.search(r"▶ Red · \S+ +-?\d+ +\d+ +\d+", shown)
    assert shown.count("[unknown]") + shown.count("· unknown") > 3
    assert shown.count("closed chest") == 3
    assert "bribes 0/5" in shown
    standing, board = (in_characters(seq, part=part) for part in ("standing", "board"))
    assert "bribes" not in standing
    assert "rep" not in board.splitlines()[0]


# --- the page ------------------------------------------------------------------------------


def test_what_everybody_waits_for_is_in_sight_on_a_terminal() -> None:
    """Below four players, of a dozen lines each, nobody would look for the inquisitors."""
    faced = in_characters(seq_of("inquisition_faced") - 1, part="board", width=78).splitlines()
    assert "Inquisition" in [line.strip() for line in faced[:12]]
    done = in_characters(seq_of("step_resolved"), part="board", width=78).splitlines()
    assert done.index("Inquisition") > 12


def test_another_table_than_the_one_on_the_page_is_not_drawn() -> None:
    replay, view = after(40)
    page = GAME.need(PAGE).stage(replay.state, SEATS, "en", str)
    assert page is not None
    other = view | {"players": {"red": view["players"]["red"]}}
    shown = page.spots(replay.state, other)
    assert {one.markup for name, one in shown.items() if name.startswith("seat-")} == {""}


@pytest.mark.parametrize("viewer", [None, pytest.param("blue", marks=pytest.mark.trial)])
def test_the_page_of_a_whole_game_is_small(viewer: str | None) -> None:
    made = pages.export(Excerpt("game", log_of(game()), viewer, "en")).decode()
    assert len(made.encode()) < 400_000
    ids = re.findall(r' id="([^"]+)"', made.partition("<script")[0])
    assert len(ids) == len(set(ids)) > 100


# --- what is told --------------------------------------------------------------------------


def test_an_event_is_told_with_how_it_moved_the_tracks() -> None:
    replay = Replay(GAME)
    teller = GAME.words.narrator("en", "public")
    told = []
    for read in GAME.codec.read_log(log_of(game())):
        before = teller.look(replay.state, replay.seq)
        replay.take(read)
        told.append(teller.tell(getattr(read, "data", None), before, teller.look(replay.state, 0)))
    loans = [one for one in told if " borrows " in one]
    assert loans
    assert all(re.fullmatch(r"(\w+) borrows (\d+): debt \+\2.*", one) for one in loans)
    ends = [one for one in told if " has finished: " in one]
    assert re.fullmatch(r"\w+ has finished: \w+ [a-z ]+ [+-]\d.*; \w+ [a-z ]+ [+-]\d.*", ends[0])
    assert sum("with the final count, " in one for one in told) == 1
    bought = [one for one in told if re.search(r" (buys|sells) \d \w+ for \d+ coins?$", one)]
    assert bought
    assert any("demon wings +1" in one for one in told)
