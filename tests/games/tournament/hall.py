"""A hall as the scenarios have it: ana is A, bea is B, …

`{ABCD} {EFGH}` is written `"ABCD EFGH"`; a pairing costs what the formula gives unless a scenario
says otherwise. Every record gives the id of the rule that it breaks, or None.
"""

from __future__ import annotations

import base64
from typing import Any

from ragami.games.tournament.pairing.costs import cost, terms
from ragami.games.tournament.pairing.swiss import Pairing, pair
from ragami.games.tournament.rules.standings import Standing, standings
from tests.games.tournament.harness import Log, seed_of

NAMES = ("ana", "bea", "caro", "dani", "eva", "fran", "gala", "hugo", "inma", "juan", "kika")
NAME = {chr(ord("A") + at): name for at, name in enumerate(NAMES)} | {"Z": "zoe"}
LETTER = {name: letter for letter, name in NAME.items()}

SCORES = {2: (36, 31), 3: (36, 31, 27), 4: (36, 31, 27, 20)}
ROOT = base64.b64encode(bytes(32)).decode()
COLOURS = ("yellow", "green", "blue", "purple")
REASON = {"reason": "so it was", "authority": "Eva"}


def names(letters: str) -> list[str]:
    return [NAME[letter] for letter in letters]


def letters(entrants: Any) -> str:
    return "".join(LETTER[name] for name in entrants)


def origin_of(number: int) -> str:
    return f"{number:032x}"


class Hall(Log):
    def __init__(self, entrants: int = 0, *, clubs: str = "", **options: Any) -> None:
        super().__init__()
        self.clubs = dict.fromkeys(clubs, "Norte")
        opened = {"game": "tournament", "rules": 1, "title": None, "plays": None}
        options = {"rounds": 3} | options
        self.add("game_opened", **opened, seed="2026-11-22", options=options)
        for letter in list(NAME)[:entrants]:
            assert self.enter(letter) is None

    def copy(self) -> Hall:
        other = Hall.__new__(Hall)
        other.__dict__ |= super().copy().__dict__
        other.clubs = self.clubs
        return other

    @property
    def but(self) -> Hall:
        """The same hall, where something else happens now."""
        return self.copy()

    def add(self, type_: str, **data: Any) -> str | None:
        wrong = self.write(type_, {key.rstrip("_"): value for key, value in data.items()})
        return wrong.rule if wrong else None

    @property
    def ruling(self) -> str | None:
        return self.fold.error.ruling if self.fold.error else None

    # --- entrants --------------------------------------------------------------------------

    def enter(self, letter: str) -> str | None:
        name = NAME[letter]
        club = self.clubs.get(letter)
        return self.add("entered", entrant=name, name=name.title(), club=club)

    def late(self, letter: str) -> str | None:
        name = NAME[letter]
        return self.add("entered_late", entrant=name, name=name.title(), club=None)

    def drop(self, letter: str) -> str | None:
        return self.add("dropped", entrant=NAME[letter], reason=None)

    def back(self, letter: str) -> str | None:
        return self.add("returned", entrant=NAME[letter])

    def no_show(self, letter: str) -> str | None:
        return self.add("no_show_recorded", round=self.round, entrant=NAME[letter])

    def warn(self, letter: str, /, **changed: Any) -> str | None:
        data = {"entrant": NAME[letter], "penalty": "warning", "round": None, **REASON}
        return self.add("penalty_given", **(data | changed))

    def lose(self, letter: str, round_: int | None) -> str | None:
        return self.warn(letter, penalty="game_loss", round=round_)

    def disqualify(self, letter: str) -> str | None:
        return self.warn(letter, penalty="disqualification")

    # --- rounds ----------------------------------------------------------------------------

    @property
    def round(self) -> int:
        present = self.state.present
        return present.number if present else 0

    def pairing(self, tables: str, byes: str = "") -> dict[str, Any]:
        seated = [
            {"table": at, "seats": names(seats)} for at, seats in enumerate(tables.split(), 1)
        ]
        return {"tables": seated, "byes": names(byes)}

    def costs(self, tables: str, byes: str = "", *, override: bool = False) -> dict[str, int]:
        before = self.state.rounds[: -1 if override else None]
        return terms(self.state, before, [names(seats) for seats in tables.split()], names(byes))

    def pair(self, tables: str, byes: str = "", /, **changed: Any) -> str | None:
        coming = len(self.state.rounds) + 1
        data = self.pairing(tables, byes)
        data |= {"round": coming, "seed": seed_of(coming), "pairer": None}
        data["cost"] = 0 if "cost" in changed else self._cost(tables, byes, override=False)
        return self.add("round_paired", **(data | changed))

    def override(self, tables: str, byes: str = "", /, **changed: Any) -> str | None:
        data = self.pairing(tables, byes) | {"round": self.round, **REASON}
        data["cost"] = 0 if "cost" in changed else self._cost(tables, byes, override=True)
        return self.add("pairing_overridden", **(data | changed))

    def _cost(self, tables: str, byes: str, *, override: bool) -> int:
        """What it costs, or 0 where that cannot be said."""
        before = self.state.rounds[: -1 if override else None]
        named = names(tables.replace(" ", "") + byes)
        if any(name not in self.state.entrants for name in named):
            return 0
        return cost(self.state, before, [names(seats) for seats in tables.split()], names(byes))

    def swiss(self) -> Pairing:
        """The next round as `swiss-1` pairs it."""
        paired = pair(self.state, seed_of(len(self.state.rounds) + 1))
        assert paired is not None
        return paired

    def pair_swiss(self) -> str:
        """Paired by `swiss-1`: the tables as the scenarios write them."""
        paired = self.swiss()
        tables = " ".join(letters(seats) for seats in paired.tables)
        byes = letters(paired.byes)
        assert self.pair(tables, byes, pairer="swiss-1", cost=paired.cost) is None
        return tables + (f" {byes.lower()}" if byes else "")

    def result(
        self, table: int, places: str, scores: Any = None, /, *, who: str = "", **changed: Any
    ) -> str | None:
        data = self._result(self.round, table, places, scores, who)
        return self.add("result_recorded", **(data | changed))

    def fix(
        self, round_: int, table: int, places: str, scores: Any = None, /, **changed: Any
    ) -> str | None:
        data = self._result(round_, table, places, scores, "")
        return self.add("result_corrected", **(data | REASON | changed))

    def _result(
        self, round_: int, table: int, places: str, scores: Any, who: str
    ) -> dict[str, Any]:
        played = self.state.round(round_)
        at = played.table(table) if played else None
        players = names(who) if who else list(at.players if at else NAMES[: len(places.split())])
        given = [int(place) for place in places.split()]
        listed = scores or SCORES[len(given)]
        results = [
            {"entrant": name, "place": place, "score": score}
            for name, place, score in zip(players, given, listed, strict=False)
        ]
        return {"round": round_, "table": table, "from": "referee", "results": results}

    def by_alphabet(self) -> None:
        """All tables of the open round end: who is earlier in the alphabet is better."""
        for table in self.state.rounds[-1].tables:
            ranked = sorted(table.players)
            places = " ".join(str(ranked.index(name) + 1) for name in table.players)
            if len(ranked) > 1:
                assert self.result(table.number, places) is None

    def close(self) -> str | None:
        return self.add("round_closed", round=self.round)

    def play(self, tables: str, byes: str = "") -> Hall:
        """A whole round: paired by hand, the seats are the places, closed."""
        assert self.pair(tables, byes) is None
        for at, seats in enumerate(tables.split(), 1):
            places = " ".join(str(place) for place in range(1, len(seats) + 1))
            assert self.result(at, places) is None
        assert self.close() is None
        return self

    def link(self, table: int, number: int = 1, /, size: int = 5, **changed: Any) -> str | None:
        played = self.state.round(changed.get("round", self.round))
        at = played.table(table) if played else None
        players = dict(zip(COLOURS, at.players if at else NAMES[:4], strict=False))
        data = {"round": self.round, "table": table, "log": f"t{number}"}
        data |= {"origin": origin_of(number), "size": size, "root": ROOT, "players": players}
        return self.add("table_linked", **(data | changed))

    # --- the end ---------------------------------------------------------------------------

    def cut(self, entrants: str, seats: str = "") -> str | None:
        return self.add("final_cut", entrants=names(entrants), seats=names(seats or entrants))

    def end(self, reason: str | None = None) -> str | None:
        return self.add("tournament_closed", reason=reason)

    def ruled(self, rule: str) -> Hall:
        self.add("ruled", rule=rule, **REASON)
        return self

    # --- what is asked ---------------------------------------------------------------------

    def of(self, letter: str) -> Standing:
        return next(one for one in standings(self.state) if one.entrant == NAME[letter])

    def points(self, which: str = "ABCDEFGHIJK") -> list[int]:
        there = [letter for letter in which if NAME[letter] in self.state.entrants]
        return [self.of(letter).points12 for letter in there]

    def entrant(self, letter: str) -> dict[str, Any]:
        shown: dict[str, Any] = self.fold.view()["entrants"][NAME[letter]]
        return shown

    def order(self) -> str:
        """The standings as a list of letters."""
        return letters(one.entrant for one in standings(self.state))

    def places(self) -> list[int | None]:
        return [one.place for one in standings(self.state)]

    def ranking(self) -> dict[str, int | None]:
        final = self.fold.final
        assert final is not None
        return {LETTER[name]: one["place"] for name, one in final["players"].items()}

    def breaches(self) -> list[tuple[int | None, str | None]]:
        return [(one.seq, one.rule) for one in self.fold.findings() if one.code == "ruled-breach"]


def eight(**options: Any) -> Hall:
    """The *Eight* of the scenarios: 13 records."""
    hall = Hall(8, **options).play("ABCD EFGH")
    assert hall.seq == 13
    return hall
