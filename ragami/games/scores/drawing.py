"""The pad as panels: a column for each side, a line for each row, and the totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ragami.draw.panels import Grid, Panel, Row
from ragami.games.scores.state import State
from ragami.games.scores.words import word
from ragami.language import Language

View = Mapping[str, Any]


def panels(
    state: State, view: View, names: Mapping[str, str], language: Language
) -> Sequence[Panel]:
    """Describe the pad; nothing before record 1."""
    if not view["sides"]:
        return []
    heads = ("", *(side["name"] for side in view["sides"].values()))
    rows = tuple(_rows(state, view, language))
    grid = Grid(heads, rows, total=True)
    return [Panel("pad", word("pad", language), (Row("cells", (grid,)),), size="whole")]


def _rows(state: State, view: View, language: Language) -> Iterator[tuple[str, ...]]:
    """The cells as written, in lines; adjustments and totals below them."""
    sides = view["sides"]
    many = len({row["round"] for row in view["rows"]}) > 1
    for row in view["rows"]:
        category = state.categories.get(row["category"])
        name = category.name if category else ""
        number = f"{row['round']}" if many or not name else ""
        heading = " · ".join(part for part in (number, name) if part)
        yield (heading, *(str(row["points"].get(side, "")) for side in sides))
    for code in ("start", "adjusted"):
        if any(side[code] for side in sides.values()):
            figures = (str(side[code] or "") for side in sides.values())
            yield (word(code, language), *figures)
    yield (word("total", language), *(str(side["total"]) for side in sides.values()))


def symbol(_picture: str) -> str:
    """Return no picture: a pad has none."""
    return ""


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
