"""The pad: a column for each side, a line for each row, the totals and the places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import json

from ragami.decoded import Data, Fields
from ragami.draw.pad import Pad, PadCell, PadRow, PadStep, Place
from ragami.draw.panels import Panel, Row, Text
from ragami.games.scores.state import State
from ragami.games.scores.words import TABLES, word
from ragami.language import Language

View = Fields
Key = tuple[int, str | None]


def panels(
    state: State, view: View, names: Mapping[str, str], language: Language
) -> Sequence[Panel]:
    """Describe the pad; nothing before record 1."""
    if not view["sides"]:
        return []
    rows = (Row("cells", (_pad(state, view, language),)), Row("why", tuple(_why(state, language))))
    return [Panel("pad", word("pad", language), rows, size="whole")]


def _why(state: State, language: Language) -> Iterator[Text]:
    """Say why the game is over, and by what its winner is found."""
    if state.phase != "over":
        return
    why, options = TABLES["why"], state.options
    said = [why[state.reason].text(language).format(target=options.target)]
    if state.reason != "declared":
        said.append(why[options.best].text(language))
        names = (category.name for name in options.ties if (category := state.categories[name]))
        if options.ties:
            said.append(why["ties"].text(language).format(ties=", ".join(names)))
    yield Text(f"{'; '.join(said)}.")


def _pad(state: State, view: View, language: Language) -> Pad:
    sides, play = view["sides"], view["phase"] == "play"
    rows: dict[Key, Mapping[str, int]] = {
        (row["round"], row["category"]): row["points"] for row in view["rows"]
    }
    if play and state.options.result != "declared":
        for category in state.categories:
            rows.setdefault((view["round"], category), {})
    columns = list(state.categories)
    keys = sorted(rows, key=lambda key: (key[0], columns.index(key[1])))
    places = list(_places(state, view, language))
    many = len({number for number, _category in keys}) > 1
    return Pad(
        tuple((side, column["name"]) for side, column in sides.items()),
        tuple(
            PadRow(
                *_headings(state, key, language, many=many),
                tuple(_cell(view, key, side, rows[key].get(side)) for side in sides),
            )
            for key in keys
        )
        + tuple(places),
        tuple(_sums(state, view, language)),
        tuple((len(keys), n) for n, _side in enumerate(sides))
        if places
        else tuple(_due(state, view, keys, rows)),
        _step(state, view, language),
    )


def _headings(state: State, key: Key, language: Language, *, many: bool) -> tuple[str, str]:
    """Name a row on the pad, and where it stands alone; the round only where there are several."""
    number, category = key[0], state.categories[key[1]]
    alone = f"{word('round', language)} {number}"
    if category is None:
        return f"{number}", alone
    if not many:
        return category.name, category.name
    return f"{number} · {category.name}", f"{alone} · {category.name}"


def _cell(view: View, key: Key, side: str, number: int | None) -> PadCell:
    """A cell, with the event that a number in it is: the first one, or a correction."""
    writes: Data = {"round": key[0], "category": key[1], "points": {}}
    if view["phase"] == "over" or (number is None and view["sides"][side]["status"] == "out"):
        return PadCell(number)
    if number is None and view["phase"] == "decided" and key[0] > view["ended"]:
        return PadCell()
    type_ = "scored" if number is None else "score_corrected"
    data = writes if number is None else {**writes, "reason": None}
    return PadCell(number, _event(type_, data), ("points", side))


def _places(state: State, view: View, language: Language) -> Iterator[PadRow]:
    """The row in which the table declares the places, where there are no points."""
    if state.options.result == "declared" and view["phase"] != "over":
        event, name = _event("game_ended", {"places": {}, "reason": None}), word("place", language)
        cells = (PadCell(None, event, ("places", side)) for side in view["sides"])
        yield PadRow(name, name, tuple(cells), together=True)


def _event(type_: str, data: Fields) -> str:
    return json.encode({"type": type_, "data": data}).decode()


def _sums(state: State, view: View, language: Language) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the rows below the cells: start, adjustments, totals and places of the sides."""
    sides = view["sides"].values()
    besides = TABLES["type"]["adjusted"].text(language)
    for code, name in (("start", word("start", language)), ("adjusted", besides)):
        if any(side[code] for side in sides):
            yield name, tuple(str(side[code] or "") for side in sides)
    if view["rows"] or state.options.result != "declared":
        yield word("total", language), tuple(str(side["total"]) for side in sides)
    if view["phase"] == "over" or state.options.result != "declared":
        places = ("–" if side["place"] is None else str(side["place"]) for side in sides)
        yield word("place", language), tuple(places)


def _due(
    state: State, view: View, keys: Sequence[Key], rows: Mapping[Key, Mapping[str, int]]
) -> Iterator[Place]:
    """The empty cells of the open round, in its order; of the sides that are due, if any are."""
    if view["phase"] != "play":
        return
    columns = list(view["sides"])
    order = view["due"] or (state.order_of_sides() if state.options.complete == "any" else ())
    for at, key in enumerate(keys):
        if key[0] == view["round"]:
            yield from ((at, columns.index(side)) for side in order if side not in rows[key])


def _step(state: State, view: View, language: Language) -> PadStep | None:
    """The end of the round; once the game is decided, its end."""
    if view["phase"] == "decided":
        data: Data = {"places": None, "reason": None}
        return PadStep(_event("game_ended", data), TABLES["type"]["game_ended"].text(language))
    if view["phase"] != "play" or view["due"] or not state.rounds_begun > state.ended:
        return None
    data = {"round": view["round"]}
    return PadStep(_event("round_ended", data), TABLES["type"]["round_ended"].text(language))


def figures(view: View, language: Language) -> Sequence[tuple[str, Mapping[str, str]]]:
    """Give the places beside the points, and who deals."""
    players = view["players"]
    sides = {name: view["sides"][player["team"] or name] for name, player in players.items()}
    columns = [
        (
            word("place", language),
            {
                name: "–" if side["place"] is None else str(side["place"])
                for name, side in sides.items()
            },
        )
    ]
    if view["dealer"]:
        deals = {name: "●" if name == view["dealer"] else "" for name in players}
        columns.append((word("dealer", language), deals))
    return columns
