"""A table over many evenings: points by place or by share, the best results of everybody.

All of it follows from the logs and from what is asked: nothing is stored. It can be taken away as a
table (CSV), and as a page in one file.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from msgspec import Struct, structs

from ragami.errors import N_, RagamiError
from ragami.export.formats import harmless
from ragami.game.registry import by_name
from ragami.judge.placing import Played, broken_off, day_of, players_of
from ragami.judge.report import replay_log
from ragami.language import Language, translator
from ragami.templates import render

SHARE: Final = "share"
NORMAL: Final = 1.959964
"""Standard deviations on each side of the mean that have 95 %."""

LEFT_OUT: Final = {
    "error": N_("it breaks a rule, or is no log"),
    "not-over": N_("it is not over"),
    "broken-off": N_("it was broken off"),
    "no-players": N_("nobody sits at a table in it"),
    "twice": N_("it is there twice"),
}
"""Why a log does not count."""


class Game(Struct, frozen=True):
    """A game of a season: its log, which game it is of, its first day, and who played.

    `plays` is the game that was played, where a log may be of any.
    """

    log: str
    game: str
    day: str | None
    players: tuple[Played, ...]
    digest: str
    title: str | None = None
    plays: str | None = None


class SeasonResult(Struct, frozen=True):
    """A result of somebody; one that is not among the best ones does not `count`."""

    log: str
    game: str
    day: str | None
    place: int
    of: int
    score: int
    points: float
    counts: bool
    title: str | None = None
    plays: str | None = None


class SeasonStanding(Struct, frozen=True):
    """Somebody in the table: the rank, the points of the results that count, and all results."""

    rank: int
    name: str
    points: float
    played: int
    counted: int
    wins: int
    results: list[SeasonResult]


class SeatWins(Struct, frozen=True):
    """Wins of the seat `number` of games of so many players, with their 95 % interval.

    A game that several win is a part of a win for each. `even` is what it would be if seats did
    not matter.
    """

    game: str
    players: int
    number: int
    games: int
    wins: float
    low: float
    high: float
    even: float
    plays: str | None = None


class LeftOut(Struct, frozen=True):
    """A log that does not count, and why: a code."""

    log: str
    why: str


class Season(Struct, frozen=True):
    """A season: how points were given, how many results count (null: all), and the table."""

    points: list[float] | str
    best: int | None
    games: int
    people: list[SeasonStanding]
    seats: list[SeatWins]
    left_out: list[LeftOut]


class PointsRule(NamedTuple):
    """The rule of points: for the places in their order, or by share of all points (None)."""

    places: tuple[float, ...] | None = None
    best: int | None = None

    def points(self, game: Game) -> dict[str, float]:
        """Give the points of each seat. Those who share places share their points."""
        if self.places is None:
            scores = {player.seat: max(player.score, 0) for player in game.players}
            total = sum(scores.values())
            return {seat: 100 * score / total if total else 0 for seat, score in scores.items()}
        sharing = Counter(player.place for player in game.players)
        of_place = {
            place: sum(self._of(n) for n in range(place, place + many)) / many
            for place, many in sharing.items()
        }
        return {player.seat: of_place[player.place] for player in game.players}

    def _of(self, place: int) -> float:
        assert self.places is not None
        return self.places[place - 1] if place <= len(self.places) else 0


# --- one log -------------------------------------------------------------------------------


def result_of(name: str, log: bytes) -> Game | LeftOut:
    """Read the result of a log, or why it has none."""
    replay = replay_log(log)
    if replay.error:
        return LeftOut(name, "error")
    if replay.final is None:
        return LeftOut(name, "broken-off" if broken_off(replay) else "not-over")
    players = players_of(replay)
    if not players or not replay.game.players[1]:
        return LeftOut(name, "no-players")
    day = day_of(replay.codec.read_log(log))
    title = replay.seating.title
    digest = hashlib.sha256(log).hexdigest()
    game = replay.game
    plays = game.plays(replay.state) if game.plays else None
    return Game(name, game.name, day, players, digest, title, plays)


# --- people --------------------------------------------------------------------------------


def read_people(text: str) -> dict[str, str]:
    """Read who is called how: `Ana = Anna, Ana Ruiz` a line, and return the name for each spelling.

    Raises `RagamiError` `people-misread`.
    """
    names: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        entry = line.partition("#")[0].strip()
        if not entry:
            continue
        name, equals, spellings = (part.strip() for part in entry.partition("="))
        for spelling in (name, *spellings.split(",")):
            word = fold_name(spelling)
            if not name or not equals or not word or names.setdefault(word, name) != name:
                raise RagamiError("people-misread", line=number, found=entry)
    return names


def fold_name(name: str) -> str:
    """Return a name by which spellings are compared: without regard to capitals and spaces."""
    return " ".join(name.split()).casefold()


# --- the table -----------------------------------------------------------------------------


def season(
    results: Iterable[Game | LeftOut], rule: PointsRule, people: Mapping[str, str] | None = None
) -> Season:
    """Work a season out from the results of its logs; `people` are names by spelling."""
    games: list[Game] = []
    left_out: list[LeftOut] = []
    there: set[str] = set()
    for result in results:
        if isinstance(result, Game) and result.digest not in there:
            there.add(result.digest)
            games.append(result)
        else:
            left_out.append(result if isinstance(result, LeftOut) else LeftOut(result.log, "twice"))
    points: list[float] | str = SHARE if rule.places is None else list(rule.places)
    table = _table(games, rule, people or {})
    return Season(points, rule.best, len(games), table, list(_seats(games)), left_out)


def _table(
    games: Sequence[Game], rule: PointsRule, people: Mapping[str, str]
) -> list[SeasonStanding]:
    results: dict[str, list[SeasonResult]] = {}
    called: dict[str, str] = {}
    for game in sorted(games, key=lambda game_: (game_.day or "", game_.log)):
        points = rule.points(game)
        for player in game.players:
            name = people.get(fold_name(player.name), "" if player.nameless else player.name)
            if not name:
                continue  # two who are called by the same seat need not be one
            called.setdefault(fold_name(name), name)
            results.setdefault(fold_name(name), []).append(
                SeasonResult(
                    game.log, game.game, game.day, player.place, len(game.players), player.score,
                    round(points[player.seat], 2), counts=True, title=game.title, plays=game.plays,
                )
            )  # fmt: skip
    totals = [_standing(called[key], some, rule.best) for key, some in results.items()]
    totals.sort(key=lambda standing: (-standing.points, -standing.wins, standing.name.casefold()))
    ranks = [1 + sum(better.points > standing.points for better in totals) for standing in totals]
    return [
        SeasonStanding(rank, t.name, t.points, t.played, t.counted, t.wins, t.results)
        for rank, t in zip(ranks, totals, strict=True)
    ]


def _standing(name: str, results: list[SeasonResult], best: int | None) -> SeasonStanding:
    """Return the best results count; of equal ones the earlier."""
    order = sorted(range(len(results)), key=lambda n: -results[n].points)
    counting = set(order if best is None else order[:best])
    counted = [structs.replace(r, counts=n in counting) for n, r in enumerate(results)]
    points = round(sum(result.points for result in counted if result.counts), 2)
    wins = sum(result.place == 1 for result in counted)
    return SeasonStanding(0, name, points, len(counted), len(counting), wins, counted)


def _seats(games: Sequence[Game]) -> Iterator[SeatWins]:
    """Yield how each seat fared, for each game and number of players."""
    tables: dict[tuple[str, str, int], list[Game]] = {}
    for game in games:
        tables.setdefault((game.game, game.plays or "", len(game.players)), []).append(game)
    for (kind, plays, many), some in sorted(tables.items()):
        wins = dict.fromkeys(range(1, many + 1), 0.0)
        for game in some:
            first = [player.number for player in game.players if player.place == 1]
            for number in first:
                wins[number] += 1 / len(first)
        for number, won in wins.items():
            low, high = interval(won, len(some))
            bounds = (round(low, 3), round(high, 3), round(1 / many, 3))
            yield SeatWins(kind, many, number, len(some), round(won, 2), *bounds, plays or None)


def interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson, 1927): honest for few games, too."""
    share, square = wins / games, NORMAL**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = sqrt(share * (1 - share) / games + square / (4 * games**2))
    half = NORMAL * spread / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


COLUMNS: Final = (
    "rank", "name", "points", "counted", "played", "wins",
    "log", "game", "day", "place", "of", "score", "result_points", "counts",
)  # fmt: skip


def table(season: Season) -> bytes:
    """Write a row for each result of everybody, with the standing of who has it."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    for p in season.people:
        about = (p.rank, harmless(p.name), number(p.points), p.counted, p.played)
        for r in p.results:
            played = (harmless(r.plays or r.game), r.day, r.place, r.of, r.score, number(r.points))
            writer.writerow([*about, p.wins, harmless(r.log), *played, int(r.counts)])
    return written.getvalue().encode()


def number(value: float) -> str:
    """Return a number with no more digits than it has."""
    return f"{value:g}"


def heads(language: Language) -> tuple[str, ...]:
    _ = translator(language)
    return (_("Rank"), _("Player"), _("Points"), _("Counted"), _("Games"), _("Wins"), _("Average"))


def cells(person: SeasonStanding) -> tuple[str, ...]:
    """Write a line of the table."""
    average = sum(result.points for result in person.results) / person.played
    counts = (str(person.counted), str(person.played), str(person.wins))
    return (str(person.rank), person.name, number(person.points), *counts, f"{average:.2f}")


def seat_heads(language: Language) -> tuple[str, ...]:
    """Name the columns of the table of seats."""
    _ = translator(language)
    return (
        _("Game played"),
        _("Players"),
        _("Seat"),
        _("Games"),
        _("Wins"),
        _("Interval (95 per cent)"),
        _("Even"),
    )


def seat_cells(seat: SeatWins, language: Language) -> tuple[str, ...]:
    """Write how a seat fared."""
    game = seat.plays or by_name(seat.game).called(language)
    counts = (str(seat.players), str(seat.number), str(seat.games), number(seat.wins))
    return (game, *counts, f"{seat.low:.0%} – {seat.high:.0%}", f"{seat.even:.0%}")


def rule_in_words(season: Season, language: Language) -> str:
    """Say how points were given, and which results count."""
    _ = translator(language)
    if season.points == SHARE:
        text = _("Points: one's share of all points of a game, in per cent.")
    else:
        points = ", ".join(number(float(n)) for n in season.points)
        text = _("Points for the places: {points}; who share a place share them.").format(
            points=points
        )
    if season.best is None:
        return text
    return text + " " + _("The best {n} results of everybody count.").format(n=season.best)


class SeasonPage(NamedTuple):
    """The content of the page of a season."""

    season: Season
    rule: str
    heads: Sequence[str]
    people: Sequence[Sequence[str]]
    seat_heads: Sequence[str]
    seats: Sequence[Sequence[str]]


def page(season: Season, language: Language) -> bytes:
    """Write the page; nothing in it is loaded from elsewhere, and all is escaped."""
    season_page = SeasonPage(
        season,
        rule_in_words(season, language),
        heads(language),
        [cells(person) for person in season.people],
        seat_heads(language),
        [seat_cells(seat, language) for seat in season.seats],
    )
    return render("ragami/analytics/season.html", language, season_page).encode()
