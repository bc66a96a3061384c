"""The table in characters: what is public of everybody, and what the view knows besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ragami.game.capabilities import Page
from ragami.games.deal_with_the_devil.sheet.writing import Pen
from ragami.games.deal_with_the_devil.telling import WORDS
from ragami.language import Language

TRACKS: Final = ("points", "reputation", "debt", "interest", "angel", "demon", "indulgences")
SHORT: Final = {
    "en": ("pts", "rep", "debt", "int", "ang", "dem", "ind"),
    "es": ("pts", "rep", "deu", "int", "áng", "dem", "ind"),
}
WIDE: Final = 12


def svg(
    _view: Mapping[str, Any],
    _state: Any,
    _names: Mapping[str, str],
    _title: str | None,
    _language: Language,
) -> str | None:
    """There is no drawing but in characters."""
    return None


def picture(_state: Any, view: Mapping[str, Any], names: Mapping[str, str], page: Page) -> str:
    """The tracks in a table, then what each player has, and the Inquisition."""
    lines = list(_standing(view, names, page))
    if page.part != "standing":
        for colour, one in view["players"].items():
            lines += ["", f"{WORDS.word(colour, page.language)}  {names[colour]}"]
            lines += [f"  {line}" for line in _player(one, page.language)]
        lines += _inquisition(view["inquisition"], page.language)
    return "\n".join(lines) + "\n"


def _standing(view: Mapping[str, Any], names: Mapping[str, str], page: Page) -> Iterator[str]:
    at = view["phase"] if view["phase"] == "over" else f"{view['phase']}/{view['step']}"
    yield f"{view['round']}/5  {WORDS.word(at, page.language)}"
    yield " " * WIDE + "".join(f"{head:>5}" for head in SHORT[page.language])
    for colour in names:
        one = view["players"][colour]
        mark = ("▶" if page.unicode else ">") if colour in view["due"] else " "
        cells = ("?" if one[track] is None else str(one[track]) for track in TRACKS)
        told = f"{mark} {WORDS.word(colour, page.language)}".ljust(WIDE)
        yield told + "".join(f"{cell:>5}" for cell in cells)


def _player(one: Mapping[str, Any], language: Language) -> Iterator[str]:
    pen = Pen(language)
    said = [WORDS.word(one["role"] or "unknown", language)]
    if one["goods"] is not None:
        said.append(pen.goods({good: n for good, n in one["goods"].items() if n}))
    if one["souls"] is not None:
        souls = {kind: n for kind, n in one["souls"].items() if n}
        said.append(f"{WORDS.word('souls', language)}: {WORDS.spoken(souls, language)}")
    yield "; ".join(said)
    cards = [card or "?" for card in (*one["hand"], *one["events"])]
    yield " ".join(cards) or "-"
    built = [f"({b['building']})" if b["covered"] else b["building"] for b in one["built"]]
    gained = [id_ for id_, place in one["minor"].items() if isinstance(place, int)]
    hired = [WORDS.word(c, language) for c, where in one["courtiers"].items() if where == "hired"]
    yield " · ".join(" ".join(part) or "-" for part in (built, [*gained, *one["major"]], hired))


def _inquisition(board: Mapping[str, Any], language: Language) -> Iterator[str]:
    up = " ".join(f"{slot}:{who or '?'}" for slot, who in board["up"].items())
    yield ""
    yield f"{WORDS.word('inquisition', language)}: {board['bribes']}$ · {up}"
