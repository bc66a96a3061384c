"""The pad: a column for each side, a line for each row, the totals and the places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ragami.decoded import Data, Fields
from ragami.draw.pad import Pad, PadCell, PadRow, PadStep, Place, open_event
from ragami.draw.panels import Panel, Row, Text
from ragami.games.scores.state import Line, State
from ragami.games.scores.words import TABLES, word
from ragami.language import Language


def panels(
    state: State, _view: Fields, _names: Mapping[str, str], language: Language
) -> Sequence[Panel]:
    """Describe the pad; nothing before record 1."""
    if not state.sides:
        return []
    cells, why = Row("cells", (_pad(state, language),)), Row("why", tuple(_why(state, language)))
    return [Panel("pad", word("pad", language), (cells, why), size="whole")]


def _why(s: State, language: Language) -> Iterator[Text]:
    """Say why the game is over, and how the winner is found."""
    if s.phase != "over":
        return
    why, options = TABLES["why"], s.options
    reasons = [why[s.reason].text(language).format(target=options.target)]
    if s.reason != "declared":
        reasons.append(why[options.best].text(language))
        names = (category.name for name in options.ties if (category := s.categories[name]))
        if options.ties:
            reasons.append(why["ties"].text(language).format(ties=", ".join(names)))
    gone = [side.name for id_, side in s.sides.items() if not s.in_play(id_)]
    if gone and s.reason != "declared" and options.left == "last":
        reasons.append(why["left"].text(language).format(sides=", ".join(gone)))
    yield Text(f"{'; '.join(reasons)}.")


def _pad(s: State, language: Language) -> Pad:
    declared = s.options.result == "declared"
    # Where the table declares the places, a row of numbers waits for whoever wants to write some.
    is_open = s.phase == "play"
    lines = s.lines([(s.open_round, name) for name in s.categories] if is_open else ())
    rows = list(_rows(s, lines, language))
    due = list(_due(s, lines))
    if declared and s.phase != "over":
        due = [(len(rows), n) for n, _side in enumerate(s.sides)]
        rows.append(_places(s, language))
    columns = tuple((id_, side.name) for id_, side in s.sides.items())
    sums = tuple(_sums(s, language))
    places = s.places().values() if s.phase == "over" else ()
    won = frozenset(n for n, place in enumerate(places) if place == 1)
    return Pad(columns, tuple(rows), sums, tuple(due), _step(s, language), won)


def _rows(s: State, lines: Sequence[Line], language: Language) -> Iterator[PadRow]:
    """Name each row on the pad, and where it stands alone; the round only where there are some."""
    many = len({number for number, _category in lines}) > 1
    for line in lines:
        number, category = line[0], s.categories[line[1]]
        names = [category.name] if category else []
        short = [str(number)] if many or not names else []
        alone = [f"{word('round', language)} {number}"] if short else []
        cells = tuple(_cell(s, line, side) for side in s.sides)
        yield PadRow(" · ".join(short + names), " · ".join(alone + names), cells)


def _cell(s: State, line: Line, side: str) -> PadCell:
    """Return a cell, with the event that a number in it makes: the first one, or a correction."""
    number = s.row(*line).get(side)
    if s.phase == "over":
        return PadCell(number)
    data: Data = {"round": line[0], "category": line[1], "points": {}}
    if number is not None:
        event = open_event("score_corrected", {**data, "reason": None})
    elif s.in_play(side) and (s.phase == "play" or line[0] <= s.ended):
        event = open_event("scored", data)
    else:
        return PadCell(number)
    return PadCell(number, event, ("points", side))


def _places(s: State, language: Language) -> PadRow:
    """Return the row in which the table declares the places, where there are no points."""
    event, name = open_event("game_ended", {"places": {}, "reason": None}), word("place", language)
    cells = tuple(PadCell(None, event, ("places", side)) for side in s.sides)
    return PadRow(name, name, cells, together=True)


def _due(s: State, lines: Sequence[Line]) -> Iterator[Place]:
    """Yield the empty cells of the open round, in its order; of the sides that are due, if any."""
    columns, due = list(s.sides), s.sides_due()
    if s.phase == "play" and s.options.complete == "any":
        due = s.order_of_sides()
    for at, line in enumerate(lines):
        if line[0] == s.round:
            yield from ((at, columns.index(side)) for side in due if side not in s.row(*line))


def _sums(s: State, language: Language) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the rows below the cells: start, adjustments, totals and places of the sides."""
    declared = s.options.result == "declared"
    for name, of_side in (
        (word("start", language), [side.start for side in s.sides.values()]),
        (TABLES["type"]["adjusted"].text(language), [side.adjusted for side in s.sides.values()]),
    ):
        if any(of_side):
            yield name, tuple(str(points or "") for points in of_side)
    if s.rows or not declared:
        yield word("total", language), tuple(str(s.total(side)) for side in s.sides)
    if s.phase == "over" or not declared:
        yield word("place", language), tuple(str(place or "–") for place in s.places().values())


def _step(s: State, language: Language) -> PadStep | None:
    """Return the step to the end of the round; once the game is decided, to its end."""
    type_, data = "round_ended", Data(round=s.round)
    if s.phase == "decided":
        type_, data = "game_ended", {"places": None, "reason": None}
    elif s.phase != "play" or s.rounds_begun == s.ended or s.sides_due():
        return None
    return PadStep(open_event(type_, data), TABLES["form"][type_].text(language))


def figures(view: Fields, language: Language) -> Sequence[tuple[str, Mapping[str, str]]]:
    """Give the places beside the points, and who deals."""
    players = view["players"]
    places = {
        name: view["sides"][player["team"] or name]["place"] for name, player in players.items()
    }
    columns = [
        (word("place", language), {name: str(place or "–") for name, place in places.items()})
    ]
    if view["dealer"]:
        deals = {name: "●" if name == view["dealer"] else "" for name in players}
        columns.append((word("dealer", language), deals))
    return columns
