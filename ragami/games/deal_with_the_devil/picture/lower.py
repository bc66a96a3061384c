"""The lower part of the picture: the chests or the plans of this round, and the Inquisition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from ragami.game.sketch import Keep, Spot
from ragami.games.deal_with_the_devil.picture.signs import BACK, FAINT, INK, PAPER, sign
from ragami.games.deal_with_the_devil.saying import Says
from ragami.markup import element, middle, moved, short, words

WIDE: Final = 592
HIGH: Final = 196
RIGHT: Final = 628


class Lower:
    """Draws what lies between the walls."""

    def __init__(self, says: Says, keep: Keep, letter: Callable[[str, float], str]) -> None:
        self.says, self.keep, self.letter = says, keep, letter

    def ground(self, top: float) -> str:
        """The two frames."""
        frame = element("rect", width=WIDE, height=HIGH, rx=12, fill="#f6f1e6", stroke=FAINT)
        head = words(self.says.word("inquisition"), (16, 22), 16, font_weight="bold")
        return moved((20, top), frame) + moved((RIGHT, top), frame, head)

    def spots(self, view: Mapping[str, Any], top: float) -> Iterator[Spot]:
        """A row for each player on the left; on the right the bribes, the six, what was said."""
        says = self.says
        head = "plans" if view["plan"] is not None else "chests"
        yield Spot("middle", (20, top), "", head, partial(self._head, head))
        for n, colour in enumerate(view["players"]):
            label, shape = self._row(view, colour)
            yield Spot(f"middle-{n}", (36, top + 54 + 38 * n), label, label, shape)
        board = view["inquisition"]
        told = says("bribes", n=board["bribes"])
        yield Spot("bribes", (RIGHT + 440, top + 22), told, told, partial(_bribes, told, board))
        for n, slot in enumerate("ABC123"):
            label, shape = self._inquisitor(view, slot)
            yield Spot(f"slot-{slot}", (RIGHT + 16 + n * 95, top + 40), label, label, shape)
        lines = list(says.known(view))
        shape = partial(self._lines, lines)
        yield Spot("known", (RIGHT + 16, top + 156), "", lines, shape)

    def _head(self, head: str) -> str:
        columns = (("offer", 80), ("pass", 316), ("pass", 456)) if head == "chests" else ()
        named = (
            words(self.says(code, n=n), (x, 24), 11, fill=FAINT)
            for n, (code, x) in enumerate(columns)
        )
        return words(self.says(head), (16, 22), 16, font_weight="bold") + "".join(named)

    # --- chests and plans ------------------------------------------------------------------

    def _row(self, view: Mapping[str, Any], colour: str) -> tuple[str, Callable[[], str]]:
        said, shapes = "–", [moved((8, 0), self.letter(colour, 12))]
        if view["plan"] is not None:
            said = self.says.plan(view["plan"][colour]) if colour in view["plan"] else said
            shapes.append(words(short(said, 78), (30, 0), 13))
        elif view["deal"]:
            said = "; ".join(self.says.deal(view["deal"], colour)) or said
            shapes += self._deal(view["deal"], colour)
        return f"{self.says.word(colour)}: {said}", partial("".join, shapes)

    def _deal(self, deal: Mapping[str, Any], colour: str) -> Iterator[str]:
        """The own chest, and of each pass the one that came and what was done with it."""
        if colour in deal["offers"]:
            told = short(self.says.offer(deal["offers"][colour]), 30)
            yield moved((46, 0), self.keep(sign("chest", 11))) + words(told, (64, 0), 12)
        for n, chests in enumerate(deal["chests"]):
            if colour not in chests:
                continue
            role, x = chests[colour], 300 + 140 * n
            yield moved((x, 0), self.keep(sign("chest", 11)))
            yield moved((x + 26, 0), self.keep(sign(role or "", 10)))
            if n < len(deal["answers"]) and colour in deal["answers"][n]:
                answer = deal["answers"][n][colour]
                code = "tokens" if answer is None else "yes" if answer["accept"] else "no"
                yield moved((x + 54, 0), self.keep(sign(code, 8)))

    # --- the Inquisition -------------------------------------------------------------------

    def _inquisitor(self, view: Mapping[str, Any], slot: str) -> tuple[str, Callable[[], str]]:
        board, says = view["inquisition"], self.says
        late = view["round"] > 3 or view["phase"] == "over"
        id_ = says.table.letters.get(slot) if slot in "ABC" else board["up"][slot]  # type: ignore[call-overload]
        gone = slot in board["gone"]
        up = id_ is not None and (slot not in "BC" or late)
        who = f"{says.name(id_)} ({says.penalty(id_)})" if id_ else says("down")
        place = says("gone") if gone else "" if up else says("down")
        told = says("slot", slot=slot, who=", ".join(dict.fromkeys(filter(None, (who, place)))))
        return told, partial(self._figure, slot, id_, up=up, gone=gone)

    def _figure(self, slot: str, id_: str | None, *, up: bool, gone: bool) -> str:
        ink = INK if up else PAPER
        parts = [
            element("rect", width=88, height=100, rx=8, fill=PAPER if up else BACK, stroke=INK)
        ]
        parts.append(words(slot, (8, 14), 14, font_weight="bold", fill=ink))
        closed = middle("?", (44, 44), 30, font_weight="bold", fill="#d9cde0")
        parts.append(moved((44, 44), self.keep(sign("inquisitor", 20))) if up else closed)
        if id_:
            name = short(self.says.name(id_), 15)
            parts.append(middle(name, (44, 84), 10.5, font_weight="bold", fill=ink))
        if gone:
            parts.append(moved((44, 44), self.keep(sign("no", 30))))
        return "".join(parts)

    def _lines(self, lines: list[str]) -> str:
        """In two columns."""
        return "".join(
            words(short(line, 46), (n % 2 * 286, n // 2 * 15), 11.5)
            for n, line in enumerate(lines[:6])
        )


def _bribes(told: str, board: Mapping[str, Any]) -> str:
    """Five spaces for coins, filled from the left."""
    spaces = "".join(
        element(
            "circle", cx=40 + 22 * n, r=8, fill="#ffd75e" if n < board["bribes"] else PAPER,
            stroke=INK,
        )
        for n in range(5)
    )  # fmt: skip
    return words(told, (20, 0), 13, text_anchor="end") + spaces
