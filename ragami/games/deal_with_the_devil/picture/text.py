"""The table in characters: everybody's tracks, then what each has, the chests, the Inquisition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any, Final

from ragami.game.capabilities import Page
from ragami.games.deal_with_the_devil.narrating import TRACKS
from ragami.games.deal_with_the_devil.saying import Says
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.telling import WORDS

COLUMNS: Final = ("points", *TRACKS, "tokens")
COLOURS: Final = {"red": "31", "blue": "34", "green": "32", "yellow": "33"}
WIDE: Final = 10
NARROW: Final = 40


def picture(state: State, view: Mapping[str, Any], names: Mapping[str, str], page: Page) -> str:
    """See `ragami.game.capabilities.Drawing`."""
    if not state.opened or list(names) != list(view["players"]):
        return f"{WORDS.moment(state, page.language)}\n"
    return Drawn(Says(page.language, state.table), names, page).text(view)


class Drawn:
    """A view on a page of so many columns."""

    def __init__(self, says: Says, names: Mapping[str, str], page: Page) -> None:
        self.says, self.names, self.page = says, names, page
        self.width = max(page.width, NARROW)

    def text(self, view: Mapping[str, Any]) -> str:
        lines = [] if self.page.part == "board" else [*self._standing(view), ""]
        if self.page.part != "standing":
            for colour, one in view["players"].items():
                lines += [self._name(colour), *self._player(one), ""]
            lines += [*self._middle(view), *self._inquisition(view)]
        text = "\n".join(line.rstrip() for line in lines).rstrip() + "\n"
        return text if self.page.unicode else text.translate(PLAIN)

    def _name(self, colour: str) -> str:
        said = self.says.word(colour)
        if self.page.colour:
            said = f"\x1b[1;{COLOURS[colour]}m{said}\x1b[0m"
        return f"{said}  {self.names[colour]}"

    def _standing(self, view: Mapping[str, Any]) -> Iterator[str]:
        yield self.says("round", round=view["round"], at=self.says.at(view))
        heads = [self.says(one, "short") for one in COLUMNS]
        room = (self.width - WIDE) // len(heads)
        wide = min(room, 6)
        yield " " * WIDE + "".join(f"{head[: wide - 1]:>{wide}}" for head in heads)
        for colour, one in view["players"].items():
            mark = "▶" if colour in view["due"] else " "
            said = self.says.word(colour)
            cells = "".join(f"{'?' if one[t] is None else one[t]:>{wide}}" for t in COLUMNS)
            line = f"{mark} {said:<{WIDE - 2}}{cells}"
            yield line.replace(said, self._name(colour).partition("  ")[0], 1)

    def _player(self, one: Mapping[str, Any]) -> Iterator[str]:
        says = self.says
        said = [says("role", role=says.word(one["role"]))]
        if one["goods"] is not None:
            said.append(says.goods(one["goods"]))
        if one["souls"] is not None:
            said.append(says("souls", **one["souls"]))
        if one["confessed"]:
            said.append(says("confessed"))
        yield from self._wrapped(said, "")
        yield from self._wrapped(
            [card or "[?]" for card in (*one["hand"], *one["events"])], says("hand")
        )
        built = [f"({b['building']})" if b["covered"] else b["building"] for b in one["built"]]
        yield from self._wrapped(built, says("built"))
        hired = [says.word(c) for c, where in one["courtiers"].items() if where == "hired"]
        yield from self._wrapped(hired, says("courtiers"))
        gained = [f"{id_}>{at}" for id_, at in one["minor"].items() if isinstance(at, int)]
        yield from self._wrapped([*gained, *one["major"]], says("achieved"))

    def _middle(self, view: Mapping[str, Any]) -> Iterator[str]:
        """The chests of this round, or the plans."""
        says = self.says
        for colour, plan in (view["plan"] or {}).items():
            yield from self._wrapped(says.plan(plan).split(", "), says.word(colour))
        for colour in view["players"] if view["deal"] else ():
            if told := list(says.deal(view["deal"], colour)):
                yield from self._wrapped(told, says.word(colour))
        if view["plan"] or view["deal"]:
            yield ""

    def _inquisition(self, view: Mapping[str, Any]) -> Iterator[str]:
        board, says = view["inquisition"], self.says
        up = [f"{slot} {says.name(who) if who else '[?]'}" for slot, who in board["up"].items()]
        gone = [f"{letter} {says('gone')}" for letter in board["gone"]]
        told = [says("bribes", n=board["bribes"]), *up, *gone, *says.known(view)]
        yield from self._wrapped(told, says.word("inquisition"))

    def _wrapped(self, parts: Iterable[str], head: str) -> Iterator[str]:
        """Parts side by side under a heading, in as many lines as they take; no part, no line."""
        if told := " · ".join(parts):
            text = f"  {head}: {told}" if head else f"  {told}"
            yield from wrap(text, self.width, subsequent_indent="    ", drop_whitespace=True)


PLAIN: Final = str.maketrans({"▶": ">", "·": "-", "–": "-", "×": "x"})
