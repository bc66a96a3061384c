"""A moment drawn as SVG: the reputation track, the four walls, the chests and the Inquisition.

All that is drawn stands in the view: what a viewer may not know is a closed card, chest or wall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from ragami.game.sketch import Keep, Sketch, Spot, as_it_is
from ragami.games.deal_with_the_devil.components import GOODS, Cards
from ragami.games.deal_with_the_devil.picture import signs
from ragami.games.deal_with_the_devil.picture.lower import Lower
from ragami.games.deal_with_the_devil.picture.signs import BACK, FAINT, INK, PAPER, sign
from ragami.games.deal_with_the_devil.saying import Says
from ragami.games.deal_with_the_devil.sheet.writing import Pen
from ragami.language import Language
from ragami.markup import (
    Point,
    Value,
    element,
    folded,
    middle,
    moved,
    number,
    path,
    short,
    words,
)

WIDTH: Final = 1240
WIDE: Final = 592
HIGH: Final = 344
TRACK: Final = 66
SEATS: Final = 186
LOWER: Final = SEATS + 2 * (HIGH + 12)
HEIGHT: Final = LOWER + 216
CLOTH: Final = "#efe9dd"
TRACKS: Final = ("debt", "angel", "demon", "indulgences", "guests", "tokens")
BRICKS: Final = path(
    "M0 0H560V34H0ZM0 11H560M0 22H560"
    + "".join(f"M{x} 0V11M{x - 20} 11V22M{x} 22V34" for x in range(40, 560, 40)),
    fill="#d9cdb6",
    stroke="#b7a88b",
    stroke_width=1,
)

SHELF: Final = element("rect", width=560, height=34, rx=6, fill="#f4efe4", stroke="#d2c7b0")
SOULS: Final = {"mortal": "?", "cultist": "?"}
GOODS_UNKNOWN: Final = dict.fromkeys(GOODS, "?")


class Drawing:
    """Draws the moments of one game in one language; `keep` may give a reference to a shape."""

    def __init__(
        self, cards: Cards, names: Mapping[str, str], language: Language, keep: Keep = as_it_is
    ) -> None:
        self.says, self.pen = Says(language, cards), Pen(language)
        self.cards, self.names, self.keep = cards, names, keep
        self.lower = Lower(self.says, keep, self.letter)
        self.width = (WIDTH - 40) / cards.file.track.spaces
        # What was drawn of each player last, and for which view of theirs.
        self._seats: dict[str, tuple[Any, list[Spot]]] = {}

    def sketch(self, view: Mapping[str, Any], title: str | None) -> Sketch:
        """The table from above."""
        head = title or self.says.word("deal-with-the-devil")
        ground, spots = self._ground(), list(self.spots(view))
        return Sketch(head, self.says("board"), WIDTH, HEIGHT, CLOTH, INK, ground, spots)

    def letter(self, colour: str, radius: float) -> str:
        """A player's marker."""
        return self.keep(signs.seat(colour, self.pen.seat(colour), radius))

    def sign(self, code: str, radius: float = 10) -> str:
        return self.keep(sign(code, radius))

    def seat_at(self, n: int) -> tuple[float, float]:
        return 20 + n % 2 * (WIDE + 16), SEATS + n // 2 * (HIGH + 12)

    # --- what never changes ----------------------------------------------------------------

    def _ground(self) -> str:
        track, parts = self.cards.file.track, []
        for n in range(track.spaces):
            fill = "#f1d8d3" if n in track.demon else "#e3ecf6" if n >= track.knot else PAPER
            marks = ["angel"] * (n == track.angel) + ["demon"] * (n in track.demon)
            marks += ["reputation"] * (n == track.knot)
            box = element("rect", width=self.width - 4, height=104, rx=8, fill=fill, stroke=FAINT)
            drift = f"{track.drift[n]:+}" if track.drift[n] else "0"
            parts.append(
                moved(
                    (20 + n * self.width, TRACK),
                    box,
                    words(str(n), (7, 14), 13, font_weight="bold"),
                    words(drift, (self.width - 10, 94), 11, text_anchor="end", fill=FAINT),
                    *(moved((self.width - 18, 16), self.sign(one, 9)) for one in marks),
                )
            )
        for n, (colour, name) in enumerate(self.names.items()):
            frame = element("rect", width=WIDE, height=HIGH, rx=12, fill=PAPER, stroke=FAINT)
            told = f"{self.says.word(colour)} · {short(name, 20)}"
            who = words(told, (58, 28), 19, font_weight="bold")
            at = moved((32, 28), self.letter(colour, 16))
            parts.append(moved(self.seat_at(n), frame, at, who, *self._captions()))
        return "".join(parts) + self.lower.ground(LOWER)

    def _captions(self) -> Iterator[str]:
        """What the signs of a player mean."""
        for n, track in enumerate((*TRACKS, "interest")):
            yield words(self.says.word(track), (19 + 80 * n, 100), 10, fill=FAINT)
        band = {"x": 12, "width": WIDE - 24, "height": 70, "rx": 8}
        yield element("rect", y=221, fill="#ece4d2", **band)
        for code, at in (
            ("built", (WIDE - 18, 283)), ("courtiers", (236, 334)),
            ("production", (352, 334)), ("achievements", (WIDE - 16, 334)),
        ):  # fmt: skip
            yield words(self.says(code), at, 10, fill=FAINT, text_anchor="end")

    # --- what changes ----------------------------------------------------------------------

    def spots(self, view: Mapping[str, Any]) -> Iterator[Spot]:
        """Everything that may look otherwise at another moment, each with a name of its own."""
        told = self.says("round", round=view["round"], at=self.says.at(view))
        right = partial(words, told, (0, 0), 18, text_anchor="end", fill=FAINT)
        yield Spot("round", (WIDTH - 20, 32), "", told, right)
        for n in range(self.cards.file.track.spaces):
            here = [c for c, one in view["players"].items() if one["reputation"] == n]
            label = self.says("space", n=n, who=self.says.listed(here)) if here else ""
            left = 20 + n * self.width
            yield Spot(f"space-{n}", (left, TRACK), label, here, partial(self._markers, here))
        for n, (colour, one) in enumerate(view["players"].items()):
            x, y = self.seat_at(n)
            due = colour in view["due"]
            yield Spot(f"due-{n}", (x, y), "", due, partial(_due, due))
            if self._seats.get(colour, (None,))[0] != one:
                self._seats[colour] = (
                    one,
                    [
                        each._replace(name=f"{each.name}-{n}", at=(x + each.at[0], y + each.at[1]))
                        for each in self._seat(one)
                    ],
                )
            yield from self._seats[colour][1]
        yield from self.lower.spots(view, LOWER)

    def _markers(self, here: list[str]) -> str:
        w = self.width / 2 - 2
        places = ((w - 16, 42), (w + 16, 42), (w - 16, 74), (w + 16, 74))
        return "".join(
            moved(at, self.letter(colour, 13)) for at, colour in zip(places, here, strict=False)
        )

    def _seat(self, one: Mapping[str, Any]) -> Iterator[Spot]:
        """What a player has; places from the corner of the frame."""
        says = self.says
        told = says.word(one["role"])
        shape = partial(self._signed, one["role"] or "", told, 12)
        yield Spot("role", (330, 28), says("role", role=told), None, shape)
        yield self._request(one)
        told = says("tells", what=says.word("points"), n=one["points"])
        yield Spot("points", (WIDE - 34, 30), told, None, partial(self._points, one["points"]))
        for n, track in enumerate(TRACKS):
            count = "?" if one[track] is None else str(one[track])
            told = says("tells", what=says.word(track), n=count)
            shape = partial(self._signed, track, count, 11)
            yield Spot(track, (30 + 80 * n, 80), told, None, shape)
        told = says("interest", n=one["interest"] + 1)
        shape = partial(signs.quadrants, one["interest"], 11)
        yield Spot("interest", (514, 80), told, None, shape)
        yield from self._wall(one["goods"], one["souls"])
        yield from self._cards(one)
        for n, (courtier, place) in enumerate(one["courtiers"].items()):
            told = says("courtier", courtier=says.word(courtier), place=says.word(place))
            shape = partial(self._courtier, courtier, place)
            yield Spot(courtier, (30 + 54 * n, 312), told, None, shape)
        for n, level in enumerate(one["production"]):
            told = says("level", n=n + 1, level=level)
            yield Spot(f"level-{n}", (262 + 27 * n, 312), told, None, partial(_level, level))
        for n, (id_, place) in enumerate(self._achievements(one)):
            told = says("placed", what=says.achievement(id_), place=place)
            at = (384 + n * 24 + max(0, n - 3) * 5, 312)
            yield Spot(f"achieved-{n}", at, told, None, partial(self._achievement, id_, place))

    def _signed(self, code: str, text: str, radius: float) -> str:
        return self.sign(code, radius) + words(text, (radius + 6, 0), 15, font_weight="bold")

    def _points(self, n: int) -> str:
        return self.sign("points", 21) + middle(str(n), (0, 0), 19, font_weight="bold")

    def _request(self, one: Mapping[str, Any]) -> Spot:
        """The request card that is shown, and the mark of who confessed."""
        says, shown = self.says, one["request"]
        told = [says("confessed")] if one["confessed"] else []
        if shown != "none":
            what = next((r.shows for r in self.cards.file.requests if r.id == shown), shown)
            told.append(says("asks", what=says.word(what)))
        label = " · ".join(told)
        shape = partial(words, label, (-12, 0), 12.5, fill=FAINT)
        return Spot("request", (330, 52), label, None, shape)

    # --- behind the wall -------------------------------------------------------------------

    def _wall(self, goods: Any, souls: Any) -> Iterator[Spot]:
        """Goods and souls; bricks before them where none is known."""
        says, closed = self.says, goods is None and souls is None
        shape = partial(self._bricks, closed=closed)
        yield Spot("wall", (16, 110), says("closed-wall") if closed else "", None, shape)
        things = {"souls-" + kind: n for kind, n in (souls or SOULS).items()}
        for n, (thing, count) in enumerate({**(goods or GOODS_UNKNOWN), **things}.items()):
            told = "" if closed else says("tells", what=says.word(thing), n=count)
            figure = partial(self._signed, thing, str(count), 10) if told else str
            yield Spot(thing, (34 + 69 * n, 127), told, None, figure)

    def _bricks(self, *, closed: bool) -> str:
        if not closed:
            return self.keep(SHELF)
        plate = element("rect", x=200, y=4, width=160, height=26, rx=6, fill=PAPER)
        told = middle(self.says("closed-wall"), (280, 17), 14, font_style="italic")
        return self.keep(BRICKS + plate + told)

    def _cards(self, one: Mapping[str, Any]) -> Iterator[Spot]:
        """The hand from the left, the events from the right, and what is built."""
        for n in range(5):
            yield self._laid(f"hand-{n}", (16 + 80 * n, 150), one["hand"][n : n + 1])
        for n in range(2):
            yield self._laid(f"event-{n}", (500 - 80 * n, 150), one["events"][n : n + 1])
        wide = min(80.0, 564 / max(len(one["built"]), 1))
        for n in range(10):
            there = one["built"][n : n + 1]
            ids = [each["building"] for each in there]
            card = self._laid(f"built-{n}", (16, 224), ids, wide - 4)
            covered = bool(there) and there[0]["covered"]
            shape = partial(_tile, card.shape, n * wide, wide - 4, covered=covered)
            yield card._replace(key=(wide, covered), shape=shape)

    def _laid(self, name: str, at: Point, card: list[str | None], wide: float = 76) -> Spot:
        """A place for a card, and the card if there is one."""
        if not card:
            return Spot(name, at, "", None, str)
        shape = partial(self.card, card[0], wide)
        return Spot(name, at, self.says.card(card[0]), None, shape)

    def card(self, id_: str | None, wide: float) -> str:
        """A building or an event, or the back of one that is not known."""
        frame: dict[str, Value] = {"width": wide, "height": 64, "rx": 6, "stroke": INK}
        if id_ is None:
            back = element("rect", x=4, y=4, width=wide - 8, height=56, rx=4, fill="none",
                           stroke="#9d8ba6", stroke_dasharray="3 3")  # fmt: skip
            mark = middle("?", (wide / 2, 32), 22, font_weight="bold", fill="#d9cde0")
            return self.keep(element("rect", fill=BACK, **frame) + back + mark)
        one = self.cards.buildings.get(id_)
        parts = [element("rect", fill="#f7f3e9" if one else "#e9eff2", **frame)]
        lines = list(folded(self.says.name(id_), 10 if wide > 60 else 8))[:2]
        for n, line in enumerate(lines):
            at = (wide / 2, 31 + 11 * n)
            parts.append(middle(short(line.strip(), 13), at, 10 if wide > 60 else 8.5))
        if one:
            for n, symbol in enumerate(one.symbols):
                parts.append(moved((11 + n * 17, 12), self.sign(symbol, 7)))
            points = (wide - 7, 12)
            parts.append(words(str(one.points), points, 12, text_anchor="end", font_weight="bold"))
        costs = [*one.price.items()] if one else []
        for n, (good, count) in enumerate(costs[:4]):
            parts.append(moved((9 + n * 18, 54), self.sign(good, 5), words(str(count), (6, 0), 9)))
        if not one:
            parts.append(middle(self.says("event"), (wide / 2, 12), 9, fill=FAINT))
        return self.keep("".join(parts))

    # --- below the walls -------------------------------------------------------------------

    def _courtier(self, courtier: str, place: str) -> str:
        told = {"two": "2$", "three": "3$", "hired": "✓", "locked": "–"}[place]
        ring = element("circle", r=15, fill="#d9ecd0", stroke=INK) if place == "hired" else ""
        return ring + self.sign(courtier) + words(told, (17, 0), 13)

    def _achievements(self, one: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Every achievement and where it is, in words."""
        for id_, place in one["minor"].items():
            on = isinstance(place, int)
            yield id_, self.says("on", n=place) if on else self.says.word(place)
        for id_, achievement in self.cards.file.achievements.items():
            if achievement.size == "major":
                gained = id_ in one["major"]
                yield id_, self.says("gained") if gained else self.says.word("open")

    def _achievement(self, id_: str, place: str) -> str:
        """Small ones are squares, major ones stars; the filled ones were gained."""
        open_, dropped = place == self.says.word("open"), place == self.says.word("dropped")
        big = self.cards.file.achievements[id_].size == "major"
        needs = self.cards.file.achievements[id_].needs
        fill = PAPER if open_ or dropped else "#f0cf63"
        outline = "M0-11L3-4L11-4L5 2L7 10L0 5L-7 10L-5 2L-11-4L-3-4Z" if big else "M-9-9H9V9H-9Z"
        shape = path(outline, fill=fill, stroke=INK, stroke_width=1.3)
        letter = self.sign(next(iter(needs)), 6) if len(needs) == 1 else middle("∗", (0, 2), 13)
        return shape + letter + (self.sign("no", 11) if dropped else "")


def _due(due: bool) -> str:
    """A thick frame and a pointer for whoever is asked."""
    if not due:
        return ""
    frame = element("rect", width=WIDE, height=HIGH, rx=12, fill="none", stroke=INK,
                    stroke_width=3.4)  # fmt: skip
    return frame + path("M0 18V38L10 28Z", fill=INK)


def _tile(card: Callable[[], str], x: float, wide: float, *, covered: bool) -> str:
    """A building in its row; a line over one that is covered."""
    shown = card()
    line = path(f"M0 64L{number(wide)} 0", stroke=INK, stroke_width=2) if covered else ""
    return moved((x, 0), shown, line) if shown else ""


def _level(level: int) -> str:
    fill = "#f0cf63" if level > 1 else PAPER
    box = element("rect", x=-12, y=-12, width=24, height=24, rx=4, fill=fill, stroke=FAINT)
    return box + middle(str(level), (0, 0), 13, font_weight="bold")
