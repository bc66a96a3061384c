"""Where the points of the chart come from: all of them, each once, and from the right source."""

from __future__ import annotations

import re
from collections import Counter
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest

from ragami.export.excerpt import Excerpt
from ragami.export.page.chart import END, Points, public_chart
from ragami.export.page.moments import Stock
from ragami.game import game_named
from ragami.game.capabilities import GAINS, PAGE
from ragami.game.page_content import PageContent
from ragami.games.ragami.events import Options
from ragami.judge.moments import legal_moments
from tests.page.browser import EXAMPLES
from tests.samples.samples import Sample, samples
from tests.scale import SEED
from tests.simulate.clerk import records

PLAYED = [
    EXAMPLES / "two-players.jsonl",
    EXAMPLES / "referee.jsonl",
    EXAMPLES / "tournament.jsonl",
    EXAMPLES / "dice-forge" / "alternates.jsonl",
    EXAMPLES / "deal-with-the-devil" / "app.jsonl",
    EXAMPLES / "scores" / "rummy.jsonl",
]
GAME = game_named("ragami")
SOURCES = ("conflicts", "saints", "purifying", "conversions", "card_10", "bonus")
OPTIONS = [
    Options(),
    Options(bonus_ranking="dense", bonus_min_conflicts=1),
    Options(chips_out_in_preparation="end_now", pass_policy="reenter"),
    Options(final_virtue_conversion=True),
    Options(final_growth_and_conversion=True),
]


def charted(log: bytes) -> tuple[Points, Excerpt]:
    taken = Excerpt("game", log, "public", "en")
    replay = taken.replay
    names, _ = GAME.seating(replay.state)
    stage: PageContent | None = GAME.need(PAGE).stage(replay.state, names, "en", Stock().keep)
    assert stage is not None
    return Points(taken, stage.players), taken


def scores(taken: Excerpt) -> dict[str, int]:
    players = GAME.view(taken.replay.state, taken.replay.seq)["players"]
    return {colour: player["vp"] for colour, player in players.items()}


def add_up(points: Points, taken: Excerpt) -> None:
    for player, vp in scores(taken).items():
        assert points.total(player) == vp
        assert (
            sum(won for (who, _column, _source), won in points.won.items() if who == player) == vp
        )


@pytest.mark.parametrize(
    ("players", "chosen"),
    [(2, 0), (4, 0), (4, 1), (3, 2), (2, 3), (3, 4)]
    if not SEED
    else list(product([2, 3, 4], range(len(OPTIONS)))),
)
def test_they_add_up_and_every_source_is_what_the_log_says(players: int, chosen: int) -> None:
    options = OPTIONS[chosen]
    log = b"".join(line + b"\n" for line in records(players, 70 + chosen, options=options))
    points, taken = charted(log)
    add_up(points, taken)
    final = taken.replay.final
    assert final
    expected = told_by_the_log(taken)
    virtue = options.final_virtue_conversion or options.final_growth_and_conversion
    for player in scores(taken):
        found = {source: points.of_source(player, source) for source in SOURCES}
        assert found.pop("bonus") == final["players"][player]["bonus"]
        exchanged = found.pop("conversions") - expected.pop((player, "conversions"), 0)
        assert exchanged >= 0 if virtue else exchanged == 0
        assert found == {source: expected[player, source] for source in found}


@pytest.mark.parametrize(
    ("path", "viewer"),
    list(product(PLAYED, [None, "public"]) if SEED else zip(PLAYED, cycle([None, "public"]))),
)
def test_the_course_is_that_of_the_scores(path: Path, viewer: str | None) -> None:
    """Of any game: at every record the line of a seat is as high as its score there."""
    taken = Excerpt("game", path.read_bytes(), viewer, "en")
    game, state = taken.replay.game, taken.replay.state
    stage = game.need(PAGE).stage(state, game.seating(state).names, "en", Stock().keep)
    assert stage
    placed = re.findall(r'id="(?!ragami-hatch)([^"]+)"', stage.board + stage.beside)
    points = Points(taken, stage.players)
    assert {source for _who, _column, source in points.won} <= game.need(GAINS).sources("en").keys()
    course = points.course
    unit = 12 if game.name == "tournament" else 1
    for now in legal_moments(taken.replay):
        if now.seq % 20 == 1:
            spots = stage.spots(now.state, game.view(now.state, now.seq, viewer))
            assert sorted(spots) == sorted(placed), now.seq
        for seat, score in now.scores.items():
            drawn = [total for seq, total in course[seat] if seq <= now.seq][-1]
            assert drawn * unit == pytest.approx(score), (now.seq, seat)


def told_by_the_log(taken: Excerpt) -> Counter[tuple[str, str]]:
    """The points of every source, worked out from events and pieces, not from scores."""
    found: Counter[tuple[str, str]] = Counter()
    state = GAME.new_state()
    for seq, event in taken.replay.history.standing():
        before = GAME.view(state, seq)
        name = type(event).__name__
        _, apply = GAME.judges[type(event)]
        apply(state, event, seq)
        after = GAME.view(state, seq)
        if name in ("CubesConverted", "VirtueConverted", "VirtueStep"):
            found[event.player, "conversions"] += event.vp
        elif name == "ConflictTried" and event.withdraw_to is None:
            square = before["players"][event.player]["ragami"]
            found[event.player, "conflicts"] += before["conflicts"][str(square)]
            for colour, player in before["players"].items():
                found[colour, "saints"] += player["saint"] == square
        elif name == "RagamiMoved":
            gone = sum(before["demons"].values()) - sum(after["demons"].values())
            found[event.player, "purifying"] += gone
        elif name == "LastPlayerRaised":
            lowest = min(player["vp"] for player in before["players"].values())
            for colour, player in before["players"].items():
                found[colour, "card_10"] += after["players"][colour]["vp"] > player["vp"] == lowest
        if after["phase"] == "over":
            for colour, player in before["players"].items():
                left = after["players"][colour]["cubes"]
                found[colour, "conversions"] += (player["cubes"] - left) // 2
    return found


@pytest.mark.parametrize("sample", samples("legal"), ids=lambda sample: sample.name)
def test_what_was_undone_or_corrected_counts_as_it_stands(sample: Sample) -> None:
    add_up(*charted(sample.log))


def test_a_game_may_be_charted_at_any_record() -> None:
    log = (EXAMPLES / "referee.jsonl").read_bytes().splitlines(keepends=True)
    for length in range(1, len(log), 23):
        points, taken = charted(b"".join(log[:length]))
        add_up(points, taken)
        assert END not in points.columns


def test_a_round_begins_with_its_first_record_that_counts() -> None:
    points, taken = charted((EXAMPLES / "four-players.jsonl").read_bytes())
    assert list(points.columns) == [*range(1, len(points.columns)), END]
    begins: list[Any] = [points.begins[column] for column in points.columns]
    assert begins == sorted(begins)
    assert begins[-1] <= taken.replay.seq


# Letters on the chart of a phone, as `page.css` has them.
LETTERS = 17


@pytest.mark.parametrize("name", ["scores/wonders", "scores/rummy"])
def test_the_figure_at_the_highest_line_is_whole(name: str) -> None:
    """The best have as many points as the line says: nothing is above it but its figure."""
    chart = public_chart((EXAMPLES / f"{name}.jsonl").read_bytes().splitlines(), "en")
    assert chart
    figures = re.findall(r'<text x="2" y="(-?[\d.]+)">', chart.lines())
    assert min(map(float, figures)) >= LETTERS
