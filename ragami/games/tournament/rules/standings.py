"""The numbers of each entrant and the standings.

Exact arithmetic: points and wins are twelfths, shares and rates are millionths, rounded down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from ragami.games.tournament.events import Options, Score, TieBreak
from ragami.games.tournament.pairing.seeds import lot
from ragami.games.tournament.state import Entrant, Round, State, Table

MILLION = 1_000_000


class Tally(Struct):
    """The totals of one entrant, over tables with a result unless a comment says otherwise."""

    entrant: Entrant
    points12: int = 0
    wins12: int = 0
    vp: int = 0
    shares: int = 0
    tables: int = 0
    # Points at tables, and the most that could be had there.
    earned: int = 0
    possible: int = 0
    # With whom, a repeated one each time.
    opponents: list[str] = []
    # The records that the points rest on, some more than once.
    rests_on: list[int] = []
    # With or without a result: as tables stand.
    met: dict[str, int] = {}
    small: int = 0
    byes: int = 0
    seats: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    @property
    def share(self) -> int:
        return self.shares // self.tables if self.tables else 0

    def rate(self, floor: int) -> int:
        """Return the share of the possible points at tables, at least `floor` per cent."""
        least = MILLION // 100 * floor
        rate = MILLION * self.earned // self.possible if self.possible else 0
        return rate if rate > least else least


Tallies = dict[str, Tally]


def tally(s: State, rounds: Sequence[Round] | None = None) -> Tallies:
    """Return the totals by entrant from these Swiss rounds (None: from all so far)."""
    tallies = {name: Tally(entrant) for name, entrant in s.entrants.items()}
    for round_ in s.rounds if rounds is None else rounds:
        if _everybody_in(round_) <= tallies.keys():  # else it is illegal, and told all the same
            _count_round(s.options, round_, tallies)
    return tallies


def _everybody_in(played: Round) -> set[str]:
    """Return everybody who plays in a round, has a bye, or stands in a result."""
    results = (table.result.results for table in played.tables if table.result)
    entrants = {score.entrant for result in results for score in result}
    return {*played.byes, *entrants, *(name for table in played.tables for name in table.players)}


def opponents_rate(tallies: Tallies, entrant: str, floor: int) -> int:
    """Return the mean rate of the opponents at tables with a result; the floor without any."""
    met = tallies[entrant].opponents
    if not met:
        return MILLION // 100 * floor
    return sum(tallies[opponent].rate(floor) for opponent in met) // len(met)


def _count_round(options: Options, played: Round, tallies: Tallies) -> None:
    for table in played.tables:
        players = table.players
        if len(players) == 1:
            _count_bye(options, played, tallies[players[0]], table.absent.values())
        elif players:
            _count_meetings(options, players, tallies)
            if table.result:
                _count_result(options, played.number, table, tallies)
    for name in played.byes:
        _count_bye(options, played, tallies[name], ())
    _count_losses_and_missed_rounds(options, played, tallies)


def _count_bye(options: Options, played: Round, totals: Tally, alone_by: Iterable[int]) -> None:
    """Count a bye, or a table left alone by no-shows (R-T-POINT-04, R-T-SHOW-02)."""
    totals.byes += 1
    totals.rests_on += [played.seq, *alone_by]
    if played.number not in totals.entrant.game_losses:
        totals.points12 += 12 * options.bye_points


def _count_meetings(options: Options, players: tuple[str, ...], tallies: Tallies) -> None:
    for seat, name in enumerate(players):
        totals = tallies[name]
        totals.seats[seat] += 1
        totals.small += len(players) < options.table_size
        for opponent in players:
            if opponent != name:
                totals.met[opponent] = totals.met.get(opponent, 0) + 1


def _count_result(options: Options, number: int, table: Table, tallies: Tallies) -> None:
    assert table.result is not None
    results = table.result.results
    places = [result.place for result in results]
    most = 12 * options.points_at(len(places))[0]
    of_table = zip(results, points12(options, places), shares(results), strict=True)
    for result, points, share in of_table:
        totals = tallies[result.entrant]
        totals.tables += 1
        totals.possible += most
        totals.opponents += [opponent.entrant for opponent in results if opponent is not result]
        totals.rests_on.append(table.result.seq)
        if number in totals.entrant.game_losses:
            continue
        totals.points12 += points
        totals.earned += points
        totals.shares += share
        totals.vp += result.score or 0
        if result.place == 1:
            totals.wins12 += 12 // places.count(1)


def _count_losses_and_missed_rounds(options: Options, played: Round, tallies: Tallies) -> None:
    """Count game losses (R-T-PEN-02) and rounds that a late entrant missed (R-T-ENTR-03)."""
    number = played.number
    for name, totals in tallies.items():
        lost = totals.entrant.game_losses.get(number)
        if lost:
            totals.rests_on.append(lost)
        elif number < totals.entrant.since and options.missed_points and not _is_in(played, name):
            totals.points12 += 12 * options.missed_points
            totals.rests_on.append(totals.entrant.seq)


def _is_in(played: Round, name: str) -> bool:
    return name in played.byes or played.table_of(name) is not None


def points12(options: Options, places: Sequence[int]) -> list[int]:
    """Return the points of each place at one table, in twelfths (R-T-POINT-01 to -03)."""
    listed = options.points_at(len(places))
    if options.draw_points is not None and all(place == 1 for place in places):
        return [12 * options.draw_points] * len(places)
    points = []
    for place in places:
        points_shared = listed[place - 1 : place - 1 + places.count(place)]
        if options.shared == "best":
            points_shared = points_shared[:1]
        elif options.shared == "worst":
            points_shared = points_shared[-1:]
        # None of them at a place that there is not: illegal, and told all the same.
        points.append(12 * sum(points_shared) // len(points_shared) if points_shared else 0)
    return points


def shares(results: Sequence[Score]) -> list[int]:
    """Return each score divided by the mean of the table, in millionths.

    A-T-TIE-01 and A-T-TIE-02.
    """
    scores = [result.score for result in results if result.score is not None]
    total = sum(scores)
    if len(scores) < len(results) or min(scores) < 0 or not total:
        return [MILLION] * len(results)
    return [MILLION * score * len(scores) // total for score in scores]


# --- the order -----------------------------------------------------------------------------


class Standing(Struct, frozen=True, rename={"rests_on": "from"}):
    """A line of the standings; `place` is None for somebody disqualified.

    Points and wins are twelfths, `share` and `opponents` millionths; `rests_on` are the records
    that the points come from.
    """

    entrant: str
    place: int | None
    points12: int
    wins12: int
    share: int
    vp: int
    opponents: int
    small: int
    lot: str
    rests_on: list[int]

    @property
    def numbers(self) -> dict[str, int]:
        """Return the numbers of a standing, without the place and the lot."""
        return {
            "points12": self.points12,
            "wins12": self.wins12,
            "share": self.share,
            "vp": self.vp,
            "opponents": self.opponents,
            "small": self.small,
        }


def standings(s: State, tallies: Tallies | None = None) -> list[Standing]:
    """Return all entrants in order; within a shared place, and those disqualified, by lot.

    `tallies`: what everybody has from all rounds, where it has been counted already.
    """
    if s.opened is None:
        return []
    lines = sorted(_unplaced(s, tally(s) if tallies is None else tallies), key=attrgetter("lot"))
    placed = [line for line in lines if s.entrants[line.entrant].status != "disqualified"]
    out = [line for line in lines if s.entrants[line.entrant].status == "disqualified"]
    keys = {line.entrant: key(line, s.options.tie_breaks) for line in placed}
    placed.sort(key=lambda line: keys[line.entrant])  # equal ones stay in the order of their lots
    places: dict[tuple[Any, ...], int] = {}
    for place, line in enumerate(placed, 1):
        places.setdefault(keys[line.entrant], place)
    return [*(replace(line, place=places[keys[line.entrant]]) for line in placed), *out]


def cut(s: State) -> list[str]:
    """Return the entrants of the final table: the first ones who are `in` (R-T-CUT-02)."""
    return [line.entrant for line in _eligible(s)[: s.options.cut]]


def _eligible(s: State) -> list[Standing]:
    return [line for line in standings(s) if s.entrants[line.entrant].status == "in"]


def lot_at_the_cut(s: State) -> list[str]:
    """Return those of whom only the lot brings some to the final table, in order."""
    eligible = _eligible(s)
    if not s.options.cut or not s.all_played or len(eligible) <= s.options.cut:
        return []
    keys = [name for name in s.options.tie_breaks if name != "lot"]
    last, next_ = (key(line, keys) for line in eligible[s.options.cut - 1 : s.options.cut + 1])
    return [line.entrant for line in eligible if key(line, keys) == last == next_]


def key(standing: Standing, tie_breaks: Sequence[TieBreak]) -> tuple[Any, ...]:
    """Return the sort key of a standing: the smaller is the better (R-T-STAND-01)."""
    keys: dict[TieBreak, int | str] = {
        "points": -standing.points12,
        "wins": -standing.wins12,
        "vp": -standing.vp,
        "share": -standing.share,
        "opponents": -standing.opponents,
        "small": standing.small,
        "lot": standing.lot,
    }
    return tuple(keys[name] for name in tie_breaks)


def _unplaced(s: State, tallies: Tallies) -> list[Standing]:
    floor = s.options.opponent_floor
    return [
        Standing(
            name, None, totals.points12, totals.wins12, totals.share, totals.vp,
            opponents_rate(tallies, name, floor), totals.small, lot(s.seed, name),
            sorted(set(totals.rests_on)),
        )
        for name, totals in tallies.items()
    ]  # fmt: skip
