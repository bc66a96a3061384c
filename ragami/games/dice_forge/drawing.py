"""A moment as panels: the players with their dice, the islands, the temple."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin
from typing import Any, Final

from ragami.decoded import Fields
from ragami.draw.panels import Bar, Card, Die, Panel, Row, Sign, Text, Widget
from ragami.games.dice_forge.components import Feat
from ragami.games.dice_forge.faces import BOARS, RESOURCE_OF, RESOURCES, SHIELDS
from ragami.games.dice_forge.forms import LETTERS
from ragami.games.dice_forge.narration import WORDS, face_name
from ragami.games.dice_forge.state import State, Table
from ragami.games.dice_forge.words import TABLES, effect_told
from ragami.language import Language
from ragami.markup import (
    Point,
    Value,
    element,
    middle,
    moved,
    number,
    path,
    polygon,
    shipped_shapes,
)
from ragami.notation.misread import words_of

TEXTS: Final = TABLES["label"]
RESERVES: Final = ("gold", "sun", "moon")
PORTALS: Final = range(1, 8)
BOAR_LETTERS: Final = words_of(TABLES["boar"])


def panels(
    state: State, view: Mapping[str, object], names: Mapping[str, str], language: Language
) -> Sequence[Panel]:
    """Describe the table; nothing before record 1."""
    if not state.opened:
        return []
    return list(Drawing(state.table, view, names, language).panels())


def figures(view: Fields, language: Language) -> Sequence[tuple[str, Mapping[str, str]]]:
    """Give gold, suns and moons of each player beside the glory."""
    return [
        (
            WORDS.word(kind, language),
            {colour: str(player[kind]) for colour, player in view["players"].items()},
        )
        for kind in RESERVES
    ]


class Drawing:
    """One moment in one language."""

    def __init__(
        self, table: Table, view: Fields, names: Mapping[str, str], language: Language
    ) -> None:
        self.table, self.view, self.names, self.language = table, view, names, language
        self.due = view["due"]["players"] if view["due"] else [view["active"]]

    def panels(self) -> Iterator[Panel]:
        for colour in self.table.seats:
            rows = tuple(self._player(self.view["players"][colour], colour))
            title = f"{self._word(colour)} · {self.names.get(colour, '')}"
            yield Panel(f"seat-{colour}", title, rows, colour, colour in self.due)
        for portal in PORTALS:
            title = self._say("island", portal=portal)
            yield Panel(f"island-{portal}", title, tuple(self._island(portal)), size="third")
        yield Panel("sanctuary", self._say("sanctuary"), tuple(self._sanctuary()))
        garden = tuple(self._left(face, n) for face, n in self.view["garden"].items())
        yield Panel("garden", self._say("garden"), (Row("faces", garden),))

    # --- a player --------------------------------------------------------------------------

    def _player(self, player: Fields, colour: str) -> Iterator[Row]:
        bars = [
            Bar(Sign(kind, self._word(kind), kind[:1]), player[kind], player["limits"][kind])
            for kind in RESERVES
        ]
        portal = player["portal"]
        where = self._say("start") if portal is None else self._say("portal", portal=portal)
        track = self._say("track", n=player["glory"])
        yield Row("reserves", (*bars, Text(track), Text(where, "faint")))
        firsts = self.table.dice.dice
        for nth, (die, first) in enumerate(zip(player["dice"], firsts, strict=True), 1):
            yield Row(f"die-{nth}", (Die(str(nth), tuple(self._faces(die, first))),))
        for nth, pile in player["piles"].items():
            cards = tuple(Card(self._word(feat), tells=self._does(feat)) for feat in pile)
            yield Row(f"pile-{nth}", cards, self._say(f"pile{nth}") if cards else "")
        yield Row("tokens", tuple(self._tokens(player)))

    def _faces(self, die: Fields, first: tuple[str, ...]) -> Iterator[Sign]:
        """Yield the six faces; the one that is up and those that were forged are marked."""
        up = die["up"]
        if up is None and die["face"] in die["slots"]:
            # Only the face is known: the first slot with it.
            up = die["slots"].index(die["face"]) + 1
        for slot, (face, before) in enumerate(zip(die["slots"], first, strict=True), 1):
            forged = face != before
            label = face_name(face, self.language)
            label = self._say("forged", face=label) if forged else label
            label = self._say("up", face=label) if slot == up else label
            kind = "forged" if forged else "face"
            short = self._short(face) + ("*" if forged else "")
            picture = face_picture(face, self.language, kind)
            yield Sign(picture, label, short, mark="up" if slot == up else "")

    def _tokens(self, player: Fields) -> Iterator[Widget]:
        if cards := player["hammer"]["cards"]:
            code = "hammers" if cards > 1 else "hammer"
            yield Text(self._say(code, steps=player["hammer"]["steps"], more=cards - 1))
        for token, n in player["tokens"].items():
            if n:
                yield Text(self._say(token, n=n))
        if player["boars"]:
            yield Text(self._say("boars", boars=", ".join(map(self._word, player["boars"]))))

    # --- islands and temple ----------------------------------------------------------------

    def _island(self, portal: int) -> Iterator[Row]:
        arrived = [
            seat for seat, player in self.view["players"].items() if player["portal"] == portal
        ]
        yield Row("hero", tuple(map(self._hero, arrived)))
        feats = [feat for feat in self.table.in_game.values() if feat.portal == portal]
        yield Row("feats", tuple(map(self._feat, feats)))

    def _hero(self, colour: str) -> Sign:
        letter = LETTERS[colour].say(self.language)
        return Sign(f"hero-{colour}-{letter}", self._word(colour), f"● {self._word(colour)}")

    def _feat(self, feat: Feat) -> Card:
        copies = self.view["feats"][feat.feat]
        costs = {"sun": feat.cost.sun, "moon": feat.cost.moon}
        signs = [self._amount(kind, n) for kind, n in costs.items() if n]
        glory = self._amount("glory", feat.glory)
        title = self._word(feat.feat)
        return Card(
            title, (f"×{copies}",), (*signs, glory), "" if copies else "gone", self._does(feat.feat)
        )

    def _does(self, feat: str) -> str:
        return effect_told(self.table.effect(feat), self.language)

    def _amount(self, kind: str, n: int) -> Sign:
        letter = "p" if kind == "glory" else kind[:1]
        return Sign(f"{kind}-{n}", f"{n} {self._word(kind)}", f"{n}{letter}")

    def _sanctuary(self) -> Iterator[Row]:
        """Yield the faces by their cost."""
        by_cost: dict[int, list[Sign]] = {}
        for pool in self.table.temple.sanctuary:
            faces = by_cost.setdefault(pool.cost, [])
            faces += [self._left(face, self.view["sanctuary"][face]) for face in pool.faces]
        for cost, signs in by_cost.items():
            yield Row(f"cost-{cost}", tuple(signs), self._say("cost", cost=cost))

    def _left(self, face: str, n: int) -> Sign:
        """Return a face with its copies left; one that is gone is crossed out."""
        label = face_name(face, self.language)
        picture = face_picture(face, self.language)
        return Sign(picture, label, self._short(face), f"×{n}", "" if n else "gone")

    # --- words -----------------------------------------------------------------------------

    def _short(self, face: str) -> str:
        """Return a face as the score sheet writes it; a long name as its word."""
        return face if face[:1].isdigit() or face == "x3" else face_name(face, self.language)

    def _say(self, code: str, **facts: Any) -> str:
        return TEXTS[code].text(self.language).format(**facts)

    def _word(self, code: str) -> str:
        return WORDS.word(code, self.language)


# --- symbols -------------------------------------------------------------------------------


# The special faces, what is round a face, and a hero.
SHAPES: Final = shipped_shapes("ragami.games.dice_forge")
# So high are the letters on a face at least: on paper they are 6 points then.
LEAST: Final = 17
INK: Final = "#221d16"
HEROES: Final = {"orange": "#e8903a", "green": "#5fa55a", "blue": "#5b8fc7", "black": "#4a4640"}
# The fill of shields and boars, by their colour.
FILL: Final = {"yellow": "#ffe08a", "red": "#f4a9a0", "blue": "#b5d4f4", "green": "#c5e3b0"}


# --- resources -----------------------------------------------------------------------------


def _ring(radius: float, corners: int, inner: float = 1.0) -> list[Point]:
    """Return corners round the origin, every second one at `inner` of the radius."""
    step, top = 2 * pi / corners, -pi / 2
    radii = [radius if n % 2 == 0 else radius * inner for n in range(corners)]
    return [(r * cos(top + n * step), r * sin(top + n * step)) for n, r in enumerate(radii)]


def sign(resource: str, radius: float) -> str:
    """Draw a resource: gold is a coin, sun has rays, moon is a crescent, glory a hexagon."""
    line: dict[str, Value] = {"stroke": INK, "stroke_width": max(radius * 0.09, 0.8)}
    if resource == "gold":
        return element("circle", r=radius, fill="#ffd75e", **line)
    if resource == "sun":
        return polygon(_ring(radius * 1.12, 16, 0.76), fill="#ffb184", **line)
    if resource == "glory":
        return polygon(_ring(radius * 1.06, 6), fill="#cfe8b4", **line)
    r = number(radius * 1.05)
    hollow = number(radius * 0.86)
    crescent = f"M{number(radius * 0.5)} {number(-radius * 0.92)}A{r} {r} 0 1 0"
    crescent += f" {number(radius * 0.5)} {number(radius * 0.92)}A{hollow} {hollow} 0 1 1"
    crescent += f" {number(radius * 0.5)} {number(-radius * 0.92)}Z"
    return path(crescent, fill="#9cc4ee", **line)


def amount(resource: str, n: int, radius: float) -> str:
    """Draw a sign with a number in it."""
    at = (radius * 0.2, 0) if resource == "moon" else (0, 0)
    size = max(radius * (1.15 if n < 10 else 1.02), LEAST)
    text = middle(str(n), at, size, font_weight="bold", fill=INK)
    return sign(resource, radius) + text


# --- faces ---------------------------------------------------------------------------------


def face_picture(face: str, language: Language, kind: str = "face") -> str:
    """Return the id of a picture of a face. Of a boar there is one with the letter in Spanish."""
    return f"{kind}-{face}" + (f".{language}" if face in BOARS and language != "en" else "")


# Where the parts of a face are, by how many it has: (places, radius, lines between choices).
PLACES: Final[dict[int, tuple[list[Point], float, str]]] = {
    1: ([(0, 0)], 17, ""),
    2: ([(-12, -10), (12, 10)], 12.5, "M-26 26L26 -26"),
    3: ([(0, -13), (-13, 11), (13, 11)], 11, "M0 2L-27 -12M0 2L27 -12M0 2L0 27"),
    4: ([(-12.5, -12.5), (12.5, -12.5), (-12.5, 12.5), (12.5, 12.5)], 10.5, "M-27 0H27M0 -27V27"),
}


def content(face: str) -> str:
    """Return the SVG of a face's symbols, centred on the origin."""
    if face in ("x3", "mirror", "ship"):
        return SHAPES[face]
    kind, _, colour = face.partition("-")
    if kind == "boar":
        colour, _, language = colour.partition(".")
        letter = BOAR_LETTERS[colour].say("es" if language else "en")
        return SHAPES[kind].format(fill=FILL[colour], letter=letter)
    if kind == "shield":
        resource = next((r, n) for r, n in zip(RESOURCES, SHIELDS[face], strict=True) if n)
        return SHAPES[kind].format(fill=FILL[colour]) + moved((0, -2), amount(*resource, 12))
    between = "/" if "/" in face else "+"
    parts = face.split(between)
    places, radius, lines = PLACES[len(parts)]
    amounts = [
        moved(at, amount(RESOURCE_OF[part[-1]], int(part[:-1]), radius))
        for at, part in zip(places, parts, strict=True)
    ]
    if between == "+":
        return "".join(amounts)
    dashes = path(lines, stroke=INK, stroke_width=1.6, stroke_dasharray="4 3", fill="none")
    return dashes + "".join(amounts)


def symbol(picture: str) -> str:
    """Draw a picture such as `face-2g+1m`, `forged-boar-red.es`, `sun-3`, `hero-blue-B`."""
    kind, _, detail = picture.partition("-")
    if kind in ("face", "forged"):
        return SHAPES[kind].format(content=content(detail))
    if kind == "hero":
        colour, _, letter = detail.partition("-")
        ink = "#ffffff" if colour == "black" else INK
        return SHAPES[kind].format(fill=HEROES[colour], ink=ink, letter=letter)
    if kind not in RESOURCES:
        return ""
    return amount(kind, int(detail), 26) if detail else sign(kind, 26)
