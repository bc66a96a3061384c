"""The written form of each event of a tournament. See `ragami.notation.forms`.

Parts that the state implies may be left out: `pair` alone, or with its pairer, pairs the next round
by `swiss-1`, and a pairing by hand or an override without its cost has that of the formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ragami.decoded import Data, Fields
from ragami.games.tournament.events import Options
from ragami.games.tournament.pairing.costs import as_fields, cost
from ragami.games.tournament.pairing.seeds import chained_seed
from ragami.games.tournament.pairing.swiss import pair
from ragami.games.tournament.state import State
from ragami.games.tournament.words import TABLES
from ragami.notation.forms import At, Form, Forms, Kind, Misfit, Part, Reader
from ragami.notation.heads import Chosen, RecordHeads
from ragami.notation.kinds import Number, Or, Pattern, Text, Words
from ragami.notation.line import bare_or_quoted, quoted, text_in
from ragami.notation.lists import Pairs, Sections, Several
from ragami.notation.misread import Word, codes_of, fold_word, words_of
from ragami.notation.protocol import Notation
from ragami.notation.score_sheet import ScoreSheet

EXPECTED: Final = words_of(TABLES["expected"])
SHEET: Final = words_of(TABLES["sheet"])


class EntrantId(Kind):
    widget = "entrant"
    expected = (EXPECTED["entrant"],)

    def text(self, text: str, _at: At) -> str:
        if not text or not text[0].isalnum() or text[-1] == ":":
            raise Misfit(*self.expected)
        return text

    def say(self, value: str, _at: At) -> str:
        return value


class Name(Text):
    """A name, always written in quotes; `club` without any begins what follows it."""

    def text(self, text: str, at: At) -> str:
        if text in SHEET["club"]:
            raise Misfit(*self.expected)
        return super().text(text, at)

    def say(self, value: str, _at: At) -> str:
        return quoted(value)


class Seed(Kind):
    """The seed of a pairing: a token, or anything in quotes."""

    expected = (EXPECTED["seed"],)

    def text(self, text: str, _at: At) -> str:
        seed = text_in(text) if text[:1] == '"' else text
        if not seed:
            raise Misfit(*self.expected)
        return seed

    def say(self, value: str, _at: At) -> str:
        return value if value.isalnum() else quoted(value)


ENTRANT: Final = EntrantId()
NUMBER: Final = Number()


class PairingText(Kind):
    """Tables, byes and the cost: `1 ana bea caro / bye hugo - cost 4320`."""

    widget = "pairing"
    expected = (EXPECTED["table-paired"],)
    covers = ("tables", "byes", "cost")
    BYE: Final = SHEET["bye"]
    ENDS: Final = ("", "/", "-", "--")

    def read(self, reader: Reader) -> Data:
        tables: list[Data] = []
        byes: list[str] = []
        while reader.peek() not in ("", "-", "--"):
            if fold_word(reader.peek()) in map(fold_word, self.BYE):
                reader.take()
                byes = self._entrants(reader)
            else:
                number = NUMBER.read(reader)
                tables.append({"table": number, "seats": self._entrants(reader)})
            if reader.peek() == "/":
                reader.take()
        if reader.peek() == "-":
            reader.take()
            Words({SHEET["cost"]: True}).read(reader)
            return {"tables": tables, "byes": byes, "cost": NUMBER.read(reader)}
        return {"tables": tables, "byes": byes, "cost": self._cost(reader, tables, byes)}

    def _entrants(self, reader: Reader) -> list[str]:
        entrants = []
        while reader.peek() not in self.ENDS:
            entrants.append(ENTRANT.read(reader))
        return entrants

    def _cost(self, reader: Reader, tables: Sequence[Data], byes: list[str]) -> int:
        """Return the cost by the formula, where all who are named have entered."""
        state: State = reader.at.state
        number = reader.at.data["round"]
        before = number - 1 if reader.at.type == "pairing_overridden" else len(state.rounds)
        seats = [table["seats"] for table in tables]
        everybody = {name for some in (*seats, byes) for name in some}
        if not everybody or not everybody <= state.entrants.keys():
            raise reader.stop(SHEET["cost"], lost=True)
        return cost(state, state.rounds[:before], seats, byes)

    def write(self, value: Data, at: At) -> list[str]:
        groups = [[str(table["table"]), *table["seats"]] for table in value["tables"]]
        if value["byes"]:
            groups.append([self.BYE.say(at.language), *value["byes"]])
        text = " / ".join(" ".join(group) for group in groups)
        return [text, "-", SHEET["cost"].say(at.language), str(value["cost"])]

    def words(self) -> Iterable[Word]:
        return self.BYE, SHEET["cost"]


class Paired(Kind):
    """The pairing of `swiss-1`, where the line says none."""

    covers = PairingText.covers

    def __init__(self, lacking: Word) -> None:
        super().__init__(expected=lacking)

    def read(self, reader: Reader) -> Data:
        state: State = reader.at.state
        number, seed = reader.at.data["round"], reader.at.data["seed"]
        is_next = seed and seed.isascii() and number == len(state.rounds) + 1
        pairing = pair(state, seed) if is_next else None
        if reader.peek() or pairing is None:
            raise reader.stop(*self.expected, lost=not reader.peek())
        return as_fields(pairing.tables, pairing.byes, pairing.cost)


class Seated(Pairs):
    """The entrants on the seats of another log: `yellow=ana ="a seat"=bea`."""

    SIGN = "="

    def __init__(self) -> None:
        super().__init__(_SeatOfALog(), ENTRANT, solid=True, expected=EXPECTED["seat"])


class _SeatOfALog(Kind):
    expected = (EXPECTED["seat"],)

    def text(self, text: str, _at: At) -> str:
        seat = text_in(text[1:] if text[:2] == '="' else text)
        if not seat:
            raise Misfit(*self.expected)
        return seat

    def say(self, value: str, _at: At) -> str:
        return bare_or_quoted(value) if text_in(value) == value else f"={quoted(value)}"


class Cut(Kind):
    """The entrants of the final table, and their seats there: `ana eva seats eva ana`."""

    expected = (SHEET["seats"],)
    covers = ("entrants", "seats")

    def read(self, reader: Reader) -> Data:
        line = reader.line
        tokens = [token.text for token in line.tokens[line.at :]]
        spelt = set(map(fold_word, SHEET["seats"]))
        splits = [at for at, token in enumerate(tokens) if fold_word(token) in spelt]
        line.at = len(line.tokens)
        if not splits:
            raise reader.stop(*self.expected)
        # Somebody may be called `seats`: it is the one in the middle that parts the lists.
        at = min(splits, key=lambda position: abs(2 * position + 1 - len(tokens)))
        return {"entrants": tokens[:at], "seats": tokens[at + 1 :]}

    def write(self, value: Data, at: At) -> list[str]:
        return [*value["entrants"], SHEET["seats"].say(at.language), *value["seats"]]


def _shown(part: str) -> tuple[str, Kind]:
    number = Or(Number(-(2**53)), signs={"-": None})
    expected = EXPECTED["entrant-and-number"]
    return part, Pairs(ENTRANT, number, solid=True, expected=expected)


# --- rows ----------------------------------------------------------------------------------


def _coming(at: At) -> int:
    """Return the number of the round that is paired next."""
    state: State = at.state
    return len(state.rounds) + 1


def _chained(at: At) -> str | None:
    """Return the seed that follows from that of the tournament."""
    state: State = at.state
    return chained_seed(state.seed, at.data["round"]) if state.opened else None


PAIRED: Final[Fields] = {"round": _coming, "seed": _chained}
REFEREE: Final = {"from": lambda _at: "referee"}
_PAIR: Final = "pair <{round}> <seed {seed}>"
_RESULT: Final = "{round}.{table} <{from}> {results}"
_WHY: Final = "-- {reason} @ {authority}"


def _penalty(verb: str, penalty: str, round_: str = "") -> Form:
    fixed = {"penalty": penalty} if round_ else {"penalty": penalty, "round": None}
    return Form("penalty_given", f"{verb} {round_}{{entrant}} {_WHY}", fixed=fixed)


FORMS: Final = Forms(
    [
        *(
            Form(type_, f"{verb} {{entrant}} <{{name}}> [club {{club}}]", usual={"club": None})
            for type_, verb in (("entered", "enter"), ("entered_late", "late"))
        ),
        Form("dropped", "drop {entrant} [-- {reason}]", usual={"reason": None}),
        Form("returned", "return {entrant}"),
        Form("no_show_recorded", "noshow {round} {entrant}"),
        Form(
            "round_paired",
            f"{_PAIR} by swiss-1: {{*:pairing}}",
            fixed={"pairer": "swiss-1"},
            left_out=PAIRED,
        ),
        Form(
            "round_paired",
            f"{_PAIR} by hand: {{*:pairing}}",
            fixed={"pairer": None},
            left_out=PAIRED,
        ),
        Form(
            "round_paired",
            f"{_PAIR} by swiss-1: {{*:swiss}}",
            fixed={"pairer": "swiss-1"},
            left_out=PAIRED,
            read_only=True,
        ),
        Form(
            "round_paired",
            f"{_PAIR} {{*:paired}}",
            fixed={"pairer": "swiss-1"},
            left_out=PAIRED,
            read_only=True,
        ),
        Form("pairing_overridden", f"override {{round}}: {{*:pairing}} {_WHY}"),
        Form(
            "table_linked",
            "link {round}.{table} {log} {origin} {size} {root} {players}",
            expected=EXPECTED["table"],
        ),
        Form("result_recorded", f"result {_RESULT}", left_out=REFEREE, expected=EXPECTED["table"]),
        Form(
            "result_corrected",
            f"fix {_RESULT} {_WHY}",
            left_out=REFEREE,
            expected=EXPECTED["table"],
        ),
        _penalty("warn", "warning"),
        _penalty("loss", "game_loss", "{round} "),
        _penalty("dq", "disqualification"),
        Form("round_closed", "close {round}"),
        Form("tournament_closed", "close [-- {reason}]", usual={"reason": None}),
        Form("final_cut", "cut {*:cut}"),
        Form("asserted", "assert {*:shown}"),
    ],
    tables=TABLES,
    kinds={
        "entrant": ENTRANT,
        "name": Name(),
        "club": Text(rest=True),
        "reason": Text(rest=True, until=("@",)),
        "authority": Text(rest=True),
        "round": NUMBER,
        "table": NUMBER,
        "seed": Seed(),
        "pairing": PairingText(),
        "swiss": Paired(EXPECTED["table-paired"]),
        "paired": Paired(SHEET["by"]),
        "log": Text(),
        "origin": ENTRANT,
        "size": NUMBER,
        "root": Pattern(".+", expected=EXPECTED["root"]),
        "players": Seated(),
        "from": Words(codes_of(TABLES["source"])),
        "results": Several(
            Part(
                "{entrant} {place} {score}",
                {
                    "entrant": ENTRANT,
                    "place": Number(1, 4, expected=EXPECTED["place"]),
                    "score": Or(
                        Number(-(2**53)),
                        signs={"-": None},
                        expected=EXPECTED["score"],
                    ),
                },
            ),
            1,
            divider=",",
        ),
        "cut": Cut(),
        "shown": Sections({Word(*both): _shown(part) for part, both in TABLES["shown"].items()}),
    },
    left_out={"name": lambda at: at.data["entrant"].title()},
    items=lambda s: {id_: [entrant.name] for id_, entrant in s.entrants.items()},
)

# --- record 1 ------------------------------------------------------------------------------


WORDS: Final = words_of(TABLES["head"])
HEADS: Final = RecordHeads(
    "tournament",
    WORDS,
    {key: Text(rest=True) for key in WORDS}
    | {"options": Chosen(EXPECTED["option"], names=Options.__struct_fields__)},
    usual={"title": None, "plays": None, "options": {}},
    needed="seed",
)
NOTATION: Final[Notation] = ScoreSheet(FORMS, HEADS, {})
