"""The bot: whole legal tournaments from a seed, with late entries, drops and corrections."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

from msgspec import convert

from ragami.decoded import Data, Fields
from ragami.games.tournament.pairing.costs import as_fields, cost, shape
from ragami.games.tournament.pairing.seeds import chained_seed
from ragami.games.tournament.pairing.swiss import pair
from ragami.games.tournament.rules.judge import EVENTS, JUDGES
from ragami.games.tournament.rules.standings import cut
from ragami.games.tournament.state import Round, State, Table, place_of

SEATS: Final = ("yellow", "green", "blue", "purple")
CLUBS: Final = (None, None, "Norte", "Sur", "Este")
SIGNED: Final = {"reason": "so it was", "authority": "Eva"}


def play(
    players: int,
    seed: int,
    chosen: Fields | None = None,
    *,
    hidden: bool = False,
) -> Iterable[tuple[str, Data]]:
    """Return a whole legal tournament with `players` early entrants, as (type, data).

    `chosen` are its options, None: whatever comes to the organizer's mind.
    """
    rng = Random(seed)  # noqa: S311 (a game, not a secret)
    organizer = Organizer(rng, players, chosen)
    organizer.run()
    return organizer.written


class Organizer:
    """An organizer who runs a random tournament, and writes down only what is legal."""

    def __init__(self, rng: Random, players: int, chosen: Fields | None) -> None:
        self.rng = rng
        self.state = State()
        self.written: list[tuple[str, Data]] = []
        self.entered = 0
        options = dict(chosen) if chosen is not None else self._options()
        fixed = {"game": "tournament", "rules": 1, "title": None, "plays": None}
        self._write("game_opened", **fixed, seed=f"{rng.getrandbits(64):x}", options=options)
        for _ in range(players):
            self._enter("entered")

    def run(self) -> None:
        """Run it from the first pairing to the end."""
        self._meanwhile(5)
        while self.state.phase != "over":
            if self.state.all_played:
                self._finish()
            elif self._nobody_left() or (self.state.rounds and self._sometimes(30)):
                self._give_up()
            else:
                self._round()

    def _nobody_left(self) -> bool:
        return shape(self.state.options, len(self.state.who_is_in())) is None

    # --- what may be written, and whether it may -------------------------------------------

    def _write(self, type_: str, **data: Any) -> bool:
        """Write a record if it is legal; return whether it was."""
        data = {name.rstrip("_"): value for name, value in data.items()}
        event = convert(data, EVENTS[type_])
        check, apply = JUDGES[type(event)]
        if check(self.state, event):
            return False
        self.written.append((type_, data))
        apply(self.state, event, len(self.written))
        return True

    def _sometimes(self, once_in: int) -> bool:
        return self.rng.randrange(once_in) == 0

    def _options(self) -> Data:
        choose = self.rng.choice
        size = choose((4, 4, 4, 3, 2))
        return {
            "table_size": size,
            "min_table": choose([least for least in (2, 3, 3, 4) if least <= size]),
            "small_tables": choose(("low", "high", "any")),
            "shared": choose(("average", "average", "best", "worst")),
            "draw_points": choose((None, None, 1)),
            "missed_points": choose((0, 2)),
            "late_until": choose((0, 2, 3)),
            "rounds": choose((0, 1, 2, 3, 4)),
            "cut": choose((0, 0, 2, 3, 4)),
            "final_seats": choose(("choice", "rank")),
            "final_tie": choose(("standings", "shared")),
            "tie_breaks": self.rng.sample(
                ("points", "wins", "vp", "share", "opponents", "small", "lot"),
                self.rng.randint(1, 7),
            ),
            "opponent_floor": choose((0, 20, 50)),
            "seeds": choose(("chained", "chained", "drawn")),
            "weights": {} if self._sometimes(2) else {"club": 0, "seat": 0},
        }

    # --- people ----------------------------------------------------------------------------

    def _enter(self, type_: str) -> bool:
        name = f"e{self.entered + 1}"
        club = self.rng.choice(CLUBS)
        entered = self._write(type_, entrant=name, name=name.title(), club=club)
        self.entered += entered
        return entered

    def _meanwhile(self, once_in: int) -> None:
        """Write a drop, return, late entry, penalty or correction now and then."""
        anybody = self.rng.choice(list(self.state.entrants) or ["nobody"])
        if self._sometimes(once_in):
            self._write("dropped", entrant=anybody, reason=None)
        if self._sometimes(once_in):
            self._write("returned", entrant=anybody)
        if self._sometimes(once_in):
            self._enter("entered_late")
        if self._sometimes(2 * once_in):
            self._penalize(anybody)
        if self._sometimes(once_in):
            self._correct()

    def _penalize(self, entrant: str) -> None:
        kind = self.rng.choice(("warning", "warning", "game_loss", "game_loss", "disqualification"))
        round_ = self.rng.randint(1, len(self.state.rounds) + 1) if kind == "game_loss" else None
        self._write("penalty_given", entrant=entrant, penalty=kind, round=round_, **SIGNED)

    def _correct(self) -> None:
        with_result = [pair for pair in self.state.tables() if pair[1].result]
        if with_result:
            played, table = self.rng.choice(with_result)
            self._write("result_corrected", **self._result(played, table), **SIGNED)

    # --- rounds ----------------------------------------------------------------------------

    def _round(self) -> None:
        coming = len(self.state.rounds) + 1
        seed = chained_seed(self.state.seed, coming)
        if self.state.options.seeds == "drawn":
            seed = f"dice-{self.rng.getrandbits(32)}"
        by_hand = self._sometimes(4)
        tables, byes = self._by_hand() if by_hand else self._by_swiss(seed)
        pairing = self._pairing(tables, byes, self.state.rounds)
        pairer = None if by_hand else "swiss-1"
        written = self._write("round_paired", round=coming, seed=seed, pairer=pairer, **pairing)
        assert written, "a pairing of everybody in the shape is legal"
        if self._sometimes(4):
            self._override()
        self._play()
        if self._sometimes(6):
            self._override()
        assert self._write("round_closed", round=coming)
        self._meanwhile(4)

    def _by_swiss(self, seed: str) -> tuple[list[Sequence[str]], list[str]]:
        paired = pair(self.state, seed)
        assert paired is not None
        return list(paired.tables), paired.byes

    def _by_hand(self) -> tuple[list[Sequence[str]], list[str]]:
        entrants = self.state.who_is_in()
        self.rng.shuffle(entrants)
        fitting = shape(self.state.options, len(entrants))
        assert fitting is not None
        return [[entrants.pop() for _ in range(size)] for size in fitting.sizes], entrants

    def _pairing(
        self, tables: Sequence[Sequence[str]], byes: Sequence[str], before: Sequence[Round]
    ) -> Data:
        return as_fields(tables, byes, cost(self.state, before, tables, byes))

    def _override(self) -> None:
        """Swap two people of open tables; take out those who left, give late entrants a bye."""
        present = self.state.rounds[-1]
        tables = [list(table.seats) for table in present.tables]
        free = [at for at, table in enumerate(present.tables) if not table.is_kept]
        if len(free) > 1:
            first, second = self.rng.sample(free, 2)
            tables[first][0], tables[second][-1] = tables[second][-1], tables[first][0]
        for at in free:
            tables[at] = [n for n in tables[at] if self.state.entrants[n].status == "in"]
        byes = [name for name in present.byes if self.state.entrants[name].status == "in"]
        seated = {*(name for table in tables for name in table), *byes}
        byes += [name for name in self.state.who_is_in() if name not in seated]
        if all(len(table) > 1 for table in tables):
            pairing = self._pairing(tables, byes, self.state.rounds[:-1])
            self._write("pairing_overridden", round=present.number, **pairing, **SIGNED)

    def _play(self) -> None:
        """Play the tables of the open round, or the final, in any order."""
        present = self.state.present
        assert present is not None
        order = [table.number for table in present.tables]
        self.rng.shuffle(order)
        for number in order:
            table = present.table(number)
            if table is None:
                continue
            if self._sometimes(10):
                self._no_show(present, table)
            if self._sometimes(3):
                self._link(present, table)
            if len(table.players) > 1:
                assert self._write("result_recorded", **self._result(present, table))
            if self._sometimes(6):
                self._link(present, table)
            self._meanwhile(12)

    def _no_show(self, present: Round, table: Table) -> None:
        for name in self.rng.sample(table.seats, self.rng.choice((1, 1, 1, len(table.seats)))):
            self._write("no_show_recorded", round=present.number, entrant=name)

    def _link(self, present: Round, table: Table) -> None:
        linked = table.link.named if table.link else None
        players = self.rng.sample(table.players, len(table.players))
        if len(players) > 1:
            self._write(
                "table_linked",
                **place_of(present, table),
                log=f"r{present.number}-t{table.number}",
                origin=linked.origin if linked else f"{self.rng.getrandbits(128):032x}",
                size=self.rng.randint(1, 300) + (linked.size if linked else 0),
                root=b64encode(self.rng.randbytes(32)).decode(),
                players=dict(zip(SEATS, players, strict=False)),
            )

    def _result(self, played: Round, table: Table) -> Data:
        """Draw scores at random, and give places by them."""
        most = self.rng.choice((1, 5, 60))
        scores = [self.rng.randint(-1 if self._sometimes(9) else 0, most) for _ in table.players]
        results = [
            {"entrant": name, "place": 1 + sum(rival > score for rival in scores), "score": score}
            for name, score in zip(table.players, scores, strict=True)
        ]
        if self._sometimes(12):
            results[-1]["score"] = None
        source = "log" if table.link and not self._sometimes(3) else "referee"
        return {**place_of(played, table), "from": source, "results": results}

    # --- the end ---------------------------------------------------------------------------

    def _finish(self) -> None:
        self._meanwhile(2)
        finalists = cut(self.state)
        if len(finalists) > 1:
            chosen = self.state.options.final_seats == "choice"
            seats = self.rng.sample(finalists, len(finalists)) if chosen else finalists
            assert self._write("final_cut", entrants=finalists, seats=seats)
            self._play()
        if not self._write("tournament_closed", reason=None):
            self._give_up()

    def _give_up(self) -> None:
        assert self._write("tournament_closed", reason="no light") or not self.state.rounds
        if not self.state.rounds:
            self._enter("entered")
