"""A tournament as a score sheet (section 12). See `ragami.notation.protocol.Notation`.

What follows may be left out where the state says it: `pair` alone, or with its pairer, pairs the
next round by `swiss-1`, and a pairing by hand or an override without its cost has that of the
formula.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, to_builtins

from ragami.errors import N_
from ragami.games.tournament.costs import cost
from ragami.games.tournament.draw import chained_seed
from ragami.games.tournament.keywords import (
    BY,
    BYE,
    CLUB,
    COST,
    HAND,
    HEADS,
    PLACES,
    POINTS,
    SEATS,
    SEED,
    SOURCES,
    SWISS,
)
from ragami.games.tournament.legal import legal
from ragami.games.tournament.options import Options
from ragami.games.tournament.state import State
from ragami.games.tournament.swiss import pair
from ragami.games.tournament.words import NAMES, value
from ragami.games.tournament.writers import WRITERS, options_written, round_and_entrant, why
from ragami.language import Language
from ragami.notation import protocol
from ragami.notation.heads import RULES, read_heads
from ragami.notation.line import Line, line_of_text, text_in, text_of_line
from ragami.notation.misread import Word, folded
from ragami.notation.protocol import Continuation

Data = dict[str, Any]
AN_ENTRANT: Final = N_("the id of an entrant")
A_TABLE: Final = N_("a round and a table, as in 2.1")
A_TABLE_PAIRED: Final = N_("a table and who sits there, as in 1 ana bea caro")
A_PLACE: Final = N_("a place from 1 to 4")
A_SCORE: Final = N_("a score, or '-'")
A_SEED: Final = N_("a seed")
A_SEAT: Final = N_("a seat and who sits there, as in yellow=ana")
AN_OPTION: Final = N_("an option and its value, as in rounds=3")
WHY: Final = N_("'--' and the reason")
WHO_SAYS: Final = N_("'@' and who decided it")

# --- reading -------------------------------------------------------------------------------


def _entrant(line: Line) -> str:
    token = line.peek()
    if not token or not token[0].isalnum():
        raise line.stop(AN_ENTRANT)
    return line.take()


def _entrants(line: Line, *ends: str) -> list[str]:
    """The ids up to one of these, or to the end of the line."""
    found = []
    while line.peek() and line.peek() not in ends:
        found.append(_entrant(line))
    return found


def _number(line: Line, end: str = "") -> int:
    """A number, with what may hang on it."""
    token = line.peek().removesuffix(end)
    if not token.isdecimal() or not token.isascii():
        raise line.stop(N_("a number"))
    line.take()
    return int(token)


def _text(line: Line, until: str = "") -> str:
    """A text in quotes, or as it stands up to a token or to the end of the line."""
    if line.peek()[:1] == '"':
        return line.quote()
    start = line.column - 1
    while line.peek() and line.peek() != until:
        line.take()
    end = line.column - 1 if line.peek() else len(line.text)
    return line.text[start:end].strip()


def _reason(line: Line) -> str | None:
    """`-- ill`, which may be left out."""
    if line.peek() != "--":
        return None
    line.take()
    return _text(line, "@")


def _signed(line: Line) -> Data:
    """`-- sisters @ Eva`."""
    reason = _reason(line)
    if reason is None:
        raise line.stop(WHY)
    if line.peek() != "@":
        raise line.stop(WHO_SAYS)
    line.take()
    return {"reason": reason, "authority": _text(line)}


def _enter(line: Line, _s: State) -> Data:
    who = _entrant(line)
    name = who.title() if line.peek() in ("", *CLUB) else line.quote()
    club = _text(line) if line.accept(CLUB) else None
    return {"entrant": who, "name": name, "club": club}


def _pair(line: Line, s: State) -> Data:
    coming = len(s.rounds) + 1
    number = _number(line) if line.peek()[:1].isdecimal() else coming
    seed = _seed(line) if line.accept(SEED) else None
    if seed is None and s.opened:
        seed = chained_seed(s.seed, number)
    named = bool(line.peek())
    if named:
        line.expect(BY)
    pairer = (line.one_of({SWISS: "swiss-1", HAND: ""}) or None) if named else "swiss-1"
    data: Data = {"round": number, "seed": seed, "pairer": pairer}
    if line.peek() or pairer is None:
        return data | _pairing(line, s, before=len(s.rounds))
    paired = pair(s, seed) if seed and number == coming else None
    if paired is None:
        raise line.stop(A_TABLE_PAIRED if named else BY, lost=True)
    tables = [{"table": at, "seats": seats} for at, seats in enumerate(paired.tables, 1)]
    return data | {"tables": tables, "byes": paired.byes, "cost": paired.cost}


def _seed(line: Line) -> str:
    token = line.peek()
    if not token:
        raise line.stop(A_SEED)
    return line.quote() if token[0] == '"' else line.take()


def _pairing(line: Line, s: State, before: int) -> Data:
    """`1 ana bea caro dani / 2 eva fran gala / bye hugo - cost 4320`; the cost may be left out."""
    tables: list[Data] = []
    byes: list[str] = []
    while line.peek() not in ("", "-", "--"):
        if line.accept(BYE):
            byes = _entrants(line, "/", "-", "--")
        else:
            number = _number(line)
            tables.append({"table": number, "seats": _entrants(line, "/", "-", "--")})
        if line.peek() == "/":
            line.take()
    if line.peek() == "-":
        line.take()
        line.expect(COST)
        return {"tables": tables, "byes": byes, "cost": _number(line)}
    seats = [one["seats"] for one in tables]
    everybody = {name for some in (*seats, byes) for name in some}
    if not everybody or not everybody <= s.entrants.keys():
        raise line.stop(COST, lost=True)
    return {"tables": tables, "byes": byes, "cost": cost(s, s.rounds[:before], seats, byes)}


def _override(line: Line, s: State) -> Data:
    number = _number(line, ":")
    return {"round": number, **_pairing(line, s, before=number - 1), **_signed(line)}


def _table(line: Line) -> Data:
    number, dot, table = line.peek().partition(".")
    if not (dot and number.isdecimal() and table.isdecimal()):
        raise line.stop(A_TABLE)
    line.take()
    return {"round": int(number), "table": int(table)}


def _link(line: Line, _s: State) -> Data:
    data = _table(line) | {"log": line.quote(), "origin": _entrant(line), "size": _number(line)}
    data["root"] = line.take()
    players: Data = {}
    while token := line.peek():
        seat, equals, who = token.rpartition("=")
        seat = text_in(seat[1:] if seat[:2] == '="' else seat) or ""
        if not equals or not seat or seat in players:
            raise line.stop(A_SEAT)
        players[seat] = who
        line.take()
    return data | {"players": players}


def _result(line: Line, _s: State) -> Data:
    """`2.1 log: ana 1 36, bea 2 31, caro 2 31, dani 4 -`."""
    data = _table(line) | {"from": line.one_of(SOURCES)}
    results = []
    while line.peek() not in ("", "--"):
        who = _entrant(line)
        place = line.number(A_PLACE, least=1, most=4)
        token = line.peek().removesuffix(",")
        try:
            score = None if token == "-" else int(token)
        except ValueError:
            raise line.stop(A_SCORE) from None
        line.take()
        if line.peek() == ",":
            line.take()
        results.append({"entrant": who, "place": place, "score": score})
    return data | {"results": results}


def _cut(line: Line, _s: State) -> Data:
    tokens = [token.text for token in line.tokens[line.at :]]
    splits = [at for at, token in enumerate(tokens) if folded(token) in map(folded, SEATS)]
    if not splits:
        line.at = len(line.tokens)
        raise line.stop(SEATS)
    # Somebody may be called `seats`: it is the one in the middle that parts the lists.
    at = min(splits, key=lambda one: abs(2 * one + 1 - len(tokens)))
    line.at = len(line.tokens)
    return {"entrants": tokens[:at], "seats": tokens[at + 1 :]}


def _asserted(line: Line, _s: State) -> Data:
    data: Data = {}
    while line.peek():
        what = line.one_of({POINTS: "points12", PLACES: "places"})
        said = data.setdefault(what, {})
        while ":" in line.peek():
            who, _, value = line.peek().partition(":")
            if value != "-" and not value.lstrip("-").isdecimal():
                raise line.stop(N_("an entrant and a number, as in ana:60"))
            said[who] = None if value == "-" else int(value)
            line.take()
    return data


def _penalty(kind: str, *, names_round: bool = False) -> Callable[[Line, State], Data]:
    def read(line: Line, _s: State) -> Data:
        number = _number(line) if names_round else None
        data = {"entrant": _entrant(line), "penalty": kind, "round": number}
        return data | _signed(line)

    return read


def _close(line: Line, _s: State) -> tuple[str, Data]:
    if line.peek()[:1].isdecimal():
        return "round_closed", {"round": _number(line)}
    return "tournament_closed", {"reason": _reason(line)}


Reader = Callable[[Line, State], Any]
FORMS: Final[dict[Word, tuple[str, Reader]]] = {
    Word("enter", "inscribe"): ("entered", _enter),
    Word("late", "tarde"): ("entered_late", _enter),
    Word("drop", "retira"): (
        "dropped",
        lambda line, _s: {"entrant": _entrant(line), "reason": _reason(line)},
    ),
    Word("return", "vuelve"): ("returned", lambda line, _s: {"entrant": _entrant(line)}),
    Word("noshow", "falta"): (
        "no_show_recorded",
        lambda line, _s: {"round": _number(line), "entrant": _entrant(line)},
    ),
    Word("pair", "empareja"): ("round_paired", _pair),
    Word("override", "cambia"): ("pairing_overridden", _override),
    Word("link", "enlaza"): ("table_linked", _link),
    Word("result", "resultado"): ("result_recorded", _result),
    Word("fix", "corrige"): (
        "result_corrected",
        lambda line, s: {**_result(line, s), **_signed(line)},
    ),
    Word("warn", "advierte"): ("warning", _penalty("warning")),
    Word("loss", "perdida"): ("game_loss", _penalty("game_loss", names_round=True)),
    Word("dq", "descalifica"): ("disqualification", _penalty("disqualification")),
    Word("close", "cierra"): ("", _close),
    Word("cut", "corte"): ("final_cut", _cut),
    Word("assert", "comprueba"): ("asserted", _asserted),
}
VERBS: Final = {type_: word for word, (type_, _) in FORMS.items()}
VERBS["round_closed"] = VERBS["tournament_closed"] = VERBS[""]
PENALTIES: Final = ("warning", "game_loss", "disqualification")


class Notation:
    """The lines of a tournament."""

    heads: Mapping[Word, str] = HEADS
    seats: Mapping[Word, str] = {}
    verbs: Sequence[Word] = tuple(FORMS)

    def read(self, line: Line, state: State) -> tuple[str, Any]:
        type_, read = line.one_of(FORMS)
        data = read(line, state)
        line.end()
        if not type_:
            return data  # type: ignore[no-any-return]
        return ("penalty_given" if type_ in PENALTIES else type_), data

    def write(self, type_: str, event: Any, _state: State, language: Language) -> str | None:
        data = {key: one for key, one in to_builtins(event).items() if one is not UNSET}
        verb = VERBS.get(data["penalty"] if type_ == "penalty_given" else type_)
        if verb is None:
            return None
        rest = WRITERS.get(type_, round_and_entrant)(data, language)
        return " ".join((verb.say(language), *rest, *why(data)))

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> Any:
        readers = {key: _options if key == "options" else text_of_line for key in HEADS.values()}
        seed = next((key, word) for word, key in HEADS.items() if key == "seed")
        said = read_heads(rules, heads, readers, seed)
        usual: Data = {"title": None, "plays": None, "options": {}}
        return {"game": "tournament", "rules": RULES, **usual, **said}

    def write_opening(self, event: Any, language: Language) -> list[str]:
        data = {"title": event.title, "plays": event.plays, "seed": event.seed}
        lines = ["1"]
        for word, key in HEADS.items():
            if key == "options":
                told = " ".join(options_written(event.options))
            else:
                told = "" if data[key] is None else line_of_text(data[key])
            if told:
                lines.append(f"{word.say(language)} {told}")
        return lines

    def continuations(self, text: str, state: State, language: Language) -> Iterable[Continuation]:
        """The verbs that may come; then, one after the other, the values of the open fields."""
        types = [one for one in legal(state) if one.type != "game_opened"]
        if not text.strip():
            for type_ in dict.fromkeys(one.type for one in types):
                for verb in _verbs(type_):
                    yield Continuation(verb.say(language), NAMES[type_].text(language))
            return
        words = [folded(word) for word in text.split()]
        for choice in types:
            if any(words[0] in map(folded, verb) for verb in _verbs(choice.type)):
                yield from _next_of(choice, words[1:], state)

    def example(self, text: str, language: Language) -> str:
        first = folded(text.split(maxsplit=1)[0]) if text.split() else ""
        for verb, line in _examples(language):
            if first and folded(verb)[:3] == first[:3]:
                return line
        return ""

    def reference(self, language: Language) -> Iterator[tuple[str, str]]:
        for (_verb, line), type_ in zip(_examples(language), EXAMPLES, strict=True):
            yield line, NAMES[type_].text(language) if type_ in NAMES else value(type_, language)

    def empty_heads(self, language: Language) -> Iterable[str]:
        return [word.say(language) for word in HEADS]


def _verbs(type_: str) -> list[Word]:
    return [VERBS[one] for one in (PENALTIES if type_ == "penalty_given" else (type_,))]


def _next_of(choice: Any, given: list[str], s: State) -> Iterator[Continuation]:
    """The round or table first, where the line names one, then who."""
    number, table = choice.data.get("round"), choice.data.get("table")
    lead = [] if number is None else [f"{number}.{table}" if table else str(number)]
    names = choice.open.get("entrant", ())
    if len(given) < len(lead):
        yield Continuation(lead[0], "")
    elif isinstance(names, list) and given[: len(lead)] == lead and len(given) == len(lead):
        for name in names:
            yield Continuation(name, s.entrants[name].name)


def _options(line: Line) -> Data:
    said: Data = {}
    while token := line.peek():
        name, equals, value = token.partition("=")
        if not equals or name not in Options.__struct_fields__ or name in said:
            raise line.stop(AN_OPTION)
        try:
            said[name] = json.loads(value)
        except ValueError:
            said[name] = value
        line.take()
    return said


# An example of every line, by the type or penalty.
EXAMPLES: Final[dict[str, str]] = {
    "entered": 'ana "Ana Ruiz" {club} Norte',
    "entered_late": 'hugo "Hugo Paz"',
    "dropped": "ana -- ill",
    "returned": "ana",
    "no_show_recorded": "2 ana",
    "round_paired": "2 {seed} x7 {by} {hand} 1 ana bea caro dani / 2 eva fran gala - {cost} 4320",
    "pairing_overridden": "2: 1 ana bea caro eva / 2 dani fran gala - {cost} 9000 -- sisters @ Eva",
    "table_linked": "2.1 r2-t1 0f3c… 212 q1…= yellow=ana green=bea",
    "result_recorded": "2.1 {referee} ana 1 36, bea 2 31, caro 2 31, dani 4 -",
    "result_corrected": "2.1 {referee} ana 2 31, bea 1 36, caro 3 - -- miscounted @ Eva",
    "warning": "ana -- late @ Eva",
    "game_loss": "2 ana -- slow play @ Eva",
    "disqualification": "ana -- marked cards @ Eva",
    "round_closed": "2",
    "tournament_closed": "-- no light",
    "final_cut": "ana eva bea hugo {seats} bea ana eva hugo",
    "asserted": "{points} ana:60 {places} ana:1",
}


def _examples(language: Language) -> Iterator[tuple[str, str]]:
    words = {"club": CLUB, "seed": SEED, "by": BY, "hand": HAND, "cost": COST, "seats": SEATS}
    words |= {"points": POINTS, "places": PLACES, "referee": next(reversed(SOURCES))}
    said = {name: word.say(language) for name, word in words.items()}
    for type_, rest in EXAMPLES.items():
        verb = VERBS[type_].say(language)
        yield verb, f"{verb} {rest.format(**said)}"


NOTATION: Final[protocol.Notation] = Notation()
