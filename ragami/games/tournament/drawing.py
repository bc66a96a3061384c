"""A moment of a tournament: as a poster, in characters, and on the page that replays it.

Capabilities: `Drawing` (`picture`, no SVG) and `Pages` (`stage`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from operator import itemgetter
from typing import Any, Final, NamedTuple

from ragami.decoded import Fields
from ragami.draw.panels import NO_BOARD, Page
from ragami.draw.sketch import Region
from ragami.game.page_content import Gain, PageContent
from ragami.games.tournament.labels import labels_in
from ragami.games.tournament.narration import mark, points
from ragami.games.tournament.people import sort_key
from ragami.games.tournament.rules.closing import in_order
from ragami.games.tournament.state import State
from ragami.games.tournament.words import CALLED, PAGE, PAPER, row_in_words, value
from ragami.language import Language, capital
from ragami.markup import element
from ragami.templates import fragment

View = Fields


STAGE: Final = "ragami/games/tournament/stage.html"
LINE = 24
WIDTH = 560
POINTS_AT = 430


def svg(
    view: View, state: State, _names: Mapping[str, str], title: str | None, language: Language
) -> str | None:
    """Draw the standings as a poster; None while nobody has entered."""
    if not view["standings"]:
        return None
    called = labels_in(view)
    high = LINE * (len(view["standings"]) + 3)
    parts = [element("rect", width=WIDTH, height=high, fill="#fff")]
    head = " – ".join(text for text in (title, _head(view, language)) if text)
    parts.append(_text(head, 20, 1, font_weight="bold"))
    for row, (place, standing) in enumerate(in_order(state), 3):
        parts.append(_text("–" if place is None else str(place), 20, row))
        parts.append(_text(called[standing.entrant], 70, row))
        parts.append(_text(points(standing.points12), POINTS_AT, row))
    name = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDTH} {high}"}
    return element("svg", *parts, **name, font_family="sans-serif", font_size="16")


def _text(text: str, x: int, row: int, **attributes: str) -> str:
    return element("text", escape(text), x=float(x), y=float(LINE * row), **attributes)


def picture(state: State, view: View, _names: Mapping[str, str], page: Page) -> str:
    """Return the position, the present tables with their results, and the standings."""
    head = _head(view, page.language)
    lines = [] if page.part in ("beside", "due") else [capital(head)]
    if page.part not in NO_BOARD and view["pairing"]:
        lines += [f"  {line}" for line in tables(view, page.language)]
    if page.part == "board":
        return _in_characters(lines, page)
    called = labels_in(view)
    wide = max(map(len, called.values()), default=0)
    for place, row in in_order(state):
        name = called[row.entrant].ljust(wide)
        left = mark(state.entrants[row.entrant].status, page.language)
        place_text = "–" if place is None else place
        lines.append(f"{place_text:>4}  {name} {points(row.points12):>7}{left}")
    return _in_characters(lines, page)


def _in_characters(lines: Sequence[str], page: Page) -> str:
    dash = lines if page.unicode else [line.replace("–", "-") for line in lines]
    return "\n".join(dash) + "\n"


def _head(view: View, language: Language) -> str:
    """Return the phase; while rounds are played, with the number of the round and of all rounds."""
    phase = value(view["phase"], language)
    counts = view["round"] and view["phase"] in ("round", "between")
    return f"{phase} {view['round']}/{view['rounds']}" if counts else phase


def tables(view: View, language: Language) -> Iterator[str]:
    """Yield each table with its result or its people; the byes at the end."""
    pairing, called = view["pairing"], labels_in(view)
    final = capital(value("final", language)) if pairing["round"] > view["round"] else ""
    for table in pairing["tables"]:
        text = ", ".join(called[name] for name in _players(table))
        if table["result"]:
            rows = sorted(table["result"]["results"], key=itemgetter("place"))
            text = ", ".join(row_in_words(called, row) for row in rows)
        place = final or f"{pairing['round']}.{table['table']}"
        yield f"{place}  {text}"
    if pairing["byes"]:
        byes = ", ".join(called[name] for name in pairing["byes"])
        yield f"{value('bye', language)}: {byes}"


def _players(table: Fields) -> list[str]:
    """Return the entrants who play at a table of a view."""
    return [name for name in table["seats"] if name not in table["absent"]]


def stage(
    _state: State, names: Mapping[str, str], language: Language, keep: Callable[[str], str]
) -> PageContent | None:
    """Return the content of a page; None while nobody has entered."""
    return Stage(names, language) if names else None


def stands(s: State) -> bool:
    """Tell whether there are standings: in round 1, from its first result on."""
    first = s.rounds[0] if s.rounds else None
    alone = first is not None and s.phase == "round" and len(s.rounds) == 1
    return bool(first and not (alone and all(not table.result for table in first.tables)))


def _columns(view: View) -> Sequence[str]:
    """Return what is said of each by name: the seat, or who is here once a check-in has begun."""
    if view["phase"] in ("round", "final"):
        return "table", "seat"
    checks_in = any(entrant["status"] == "out" for entrant in view["entrants"].values())
    return ("here",) if view["phase"] == "registration" and checks_in else ()


Seat = tuple[int | str, int | str, Sequence[str]]


def _seats(view: View) -> dict[str, Seat]:
    """Return table, seat and opponents of everybody in the open round or the final."""
    if view["phase"] not in ("round", "final"):
        return {}
    seats: dict[str, Seat] = dict.fromkeys(view["pairing"]["byes"], ("", "", ()))
    for table in view["pairing"]["tables"]:
        players = _players(table)
        for seat, name in enumerate(players, 1):
            opponents = [opponent for opponent in players if opponent != name]
            seats[name] = (table["table"], seat, opponents) if opponents else ("", "", ())
    return seats


def _calling(view: View, entrant: str, seats: Mapping[str, Seat]) -> str:
    """Return the code of the message for an entrant (a key of `words.CALLED`)."""
    if entrant in seats and view["phase"] == "final":
        return "sits-in-final"
    if entrant in seats:
        return "sits" if seats[entrant][2] else "has-bye"
    last = view["round"] == view["rounds"] and view["phase"] == "between"
    if view["phase"] == "over":
        return "came" if view["entrants"][entrant]["status"] != "disqualified" else "out"
    if (status := view["entrants"][entrant]["status"]) != "in":
        return "checks-in" if status == "out" and view["phase"] == "registration" else "out"
    if last or view["phase"] == "final":
        return "came"
    return "stands" if view["round"] else "waits"


def _about(view: View, entrant: str, seats: Mapping[str, Seat]) -> Sequence[str]:
    """Return the HTML attributes that let a phone leave or come back.

    In the final, only those are shown who play it.
    """
    status = view["entrants"][entrant]["status"]
    if view["phase"] == "final":
        return () if entrant in seats else ("hidden",)
    if view["phase"] == "over" or status not in ("in", "out"):
        return ()
    return ("data-here" if status == "in" else "data-away",)


class SeatRow(NamedTuple):
    """An entrant by name: the cells of `_columns`, and the message for the entrant's phone."""

    entrant: str
    name: str
    cells: Sequence[str]
    says: str
    about: Sequence[str]


class Stage:
    """See `ragami.game.page_content.PageContent`: the standings, the tables, and who sits where."""

    def __init__(self, names: Mapping[str, str], language: Language) -> None:
        self._language = language
        self.players = names
        self.board = fragment(STAGE, "board", language)()
        self.beside = fragment(STAGE, "beside", language)()
        self._columns = fragment(STAGE, "columns", language)
        self._standings = fragment(STAGE, "standings", language)
        self._tables = fragment(STAGE, "tables", language)
        self._by_name = fragment(STAGE, "by_name", language)

    def _say(self, code: str, **facts: Any) -> str:
        template = CALLED.get(code) or PAPER[code]
        return template.text(self._language).format(**facts)

    def spots(self, state: State, view: View) -> dict[str, Region]:
        """Return all regions at a moment; a part without a heading is not shown."""
        called = labels_in(view)
        standings = [
            (
                "–" if place is None else place,
                called[row.entrant] + mark(state.entrants[row.entrant].status, self._language),
                points(row.points12),
            )
            for place, row in in_order(state)
        ]
        at_tables = tables(view, self._language) if view["pairing"] else ()
        heads = self._heads(view, stands=stands(state))
        return {f"{name}-head": Region("", escape(head)) for name, head in heads.items()} | {
            "by-name-columns": Region("", self._columns(map(self._say, ["name", *_columns(view)]))),
            "standings": Region("", self._standings(standings)),
            "tables": Region("", self._tables([line.partition("  ") for line in at_tables])),
            "by-name": Region("", self._by_name(self._rows(state, view, called))),
        }

    def _heads(self, view: View, *, stands: bool) -> dict[str, str]:
        """Return the heading of each part, empty where there is nothing to show."""
        phase, number = view["phase"], view["round"]
        heads = dict.fromkeys(("standings", "by-name", "tables"), "")
        if stands:
            code = {"round": "head-so-far", "over": "head-ranking"}.get(phase, "standings")
            heads["standings"] = self._say(code, round=number)
        if phase in ("round", "final"):
            code = "head-seats" if phase == "round" else "head-final"
            heads["by-name"] = self._say(code, round=number)
        elif phase == "registration":
            heads["by-name"] = self._say("head-entered", n=len(view["entrants"]))
        if view["pairing"]:
            code = "head-tables" if number == view["pairing"]["round"] else "head-final-table"
            heads["tables"] = self._say(code, round=number)
        return heads

    def _rows(self, state: State, view: View, called: Mapping[str, str]) -> Iterator[SeatRow]:
        places = {row.entrant: (place, points(row.points12)) for place, row in in_order(state)}
        seats, columns = _seats(view), _columns(view)
        rows = sorted(called.items(), key=lambda row: sort_key(row[1], self._language))
        if view["phase"] == "final":
            rows.sort(key=lambda row: (row[0] not in seats, *seats.get(row[0], ())[:2]))
        for entrant, label in rows:
            table, seat, opponents = seats.get(entrant, ("", "", ()))
            facts = {"table": table, "seat": seat, "round": (view["pairing"] or {}).get("round")}
            facts["place"], facts["points"] = places[entrant]
            against = ", ".join(called[name] for name in opponents)
            says = self._say(_calling(view, entrant, seats), against=against, **facts)
            where = self._say("bye") if entrant in seats and not table else str(table or "–")
            here = "✓" if view["entrants"][entrant]["status"] == "in" else "–"
            cells = [{"table": where, "seat": str(seat), "here": here}[name] for name in columns]
            yield SeatRow(entrant, label, cells, says, _about(view, entrant, seats))


# --- where points come from ----------------------------------------------------------------


def sources(language: Language) -> Mapping[str, str]:
    return {"points12": PAGE["points12"].text(language)}


def gains(_event: Any, before: Any, after: Any) -> Iterator[Gain]:
    for entrant, now in after.scores.items():
        if won := now - before.scores.get(entrant, 0):
            yield Gain(entrant, "points12", won / 12)
