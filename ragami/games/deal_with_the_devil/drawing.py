"""A moment of Deal with the Devil as panels: the track, the players, the deal, the Inquisition.

All that is drawn stands in the view: what a viewer may not know is a closed card, chest or wall.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ragami.decoded import Fields
from ragami.draw.panels import Card, Panel, Row, Sign, Space, Text, Track, Widget
from ragami.games.deal_with_the_devil.components import Cards
from ragami.games.deal_with_the_devil.kinds import LETTERS
from ragami.games.deal_with_the_devil.rules.ending import final
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.words import TABLES, Descriptions
from ragami.language import Language
from ragami.markup import shipped_shapes

SHAPES: Final = shipped_shapes("ragami.games.deal_with_the_devil")
SEATS: Final = {"red": "#d9574a", "blue": "#6c9bd2", "green": "#69aa62", "yellow": "#e8c444"}


def symbol(picture: str) -> str:
    """Draw a shape of `data/shapes.svg`, or `seat-red-R`, round the origin; empty without one."""
    kind, _, argument = picture.partition("-")
    if kind != "seat":
        return SHAPES.get(picture, "")
    colour, _, letter = argument.partition("-")
    return SHAPES[kind].format(fill=SEATS[colour], letter=letter)


View = Fields
FIGURES: Final = ("debt", "angel", "demon", "indulgences", "guests", "tokens")
SLOTS: Final = "ABC123"
# The phases in which everybody looks at the inquisitors.
INQUIRING: Final = ("witch_hunt", "inquisition")
LAST_HIDDEN: Final = 3  # the inquisitors B and C are shown after this round


def panels(
    state: State, view: View, names: Mapping[str, str], language: Language
) -> Sequence[Panel]:
    """Describe the table; nothing before record 1."""
    if not state.opened or set(names) != set(view["players"]):
        return []
    counts = (final(state) or {"players": {}})["players"]
    points = {colour: count["total"] for colour, count in counts.items()}
    return list(Drawing(state.table, view, names, points, language).panels())


def figures(view: View, language: Language) -> Sequence[tuple[str, Mapping[str, str]]]:
    """Give the public tracks of each player beside the points."""
    return [
        (
            TABLES["short"][track].text(language),
            {
                colour: "?" if player[track] is None else str(player[track])
                for colour, player in view["players"].items()
            },
        )
        for track in FIGURES
    ]


class Drawing:
    """One moment in one language; `points` are those of the final count, once that is made."""

    def __init__(
        self,
        cards: Cards,
        view: View,
        names: Mapping[str, str],
        points: Mapping[str, int],
        language: Language,
    ) -> None:
        self.cards, self.view, self.names, self.points = cards, view, names, points
        self.texts = Descriptions(language, cards)

    def panels(self) -> Iterator[Panel]:
        """Yield the track, the players, the deal, and the Inquisition.

        The four players are longer than a terminal: while it sits the Inquisition is above them.
        """
        track = Track(self.texts("track"), tuple(self._spaces()))
        yield Panel("track", self.texts("track"), (Row("spaces", (track,)),), size="whole")
        sits = self.view["phase"] in INQUIRING
        if sits:
            yield self._inquisition()
        for colour, player in self.view["players"].items():
            title = f"{self.texts.word(colour)} · {self.names[colour]}"
            due = colour in self.view["due"]
            yield Panel(f"seat-{colour}", title, tuple(self._player(colour, player)), colour, due)
        yield self._middle()
        if not sits:
            yield self._inquisition()

    def _middle(self) -> Panel:
        """Return the plans of all; before there are any, the chests of the round."""
        plans = self.view["plan"] is not None
        title = self.texts("plans" if plans else "chests") if plans or self.view["deal"] else ""
        rows = (
            Row(f"of-{c}", tuple(self._doing(c)), self.texts.word(c) if title else "")
            for c in self.names
        )
        return Panel("middle", title, tuple(rows))

    def _inquisition(self) -> Panel:
        return Panel("inquisition", self.texts.word("inquisition"), tuple(self._inquisitors()))

    def _spaces(self) -> Iterator[Space]:
        """Yield the spaces of the reputation track with the markers on them."""
        track = self.cards.file.track
        for n in range(track.spaces):
            marks = ["angel"] * (n == track.angel) + ["demon"] * (n in track.demon)
            marks += ["reputation"] * (n == track.knot)
            standing = [
                c for c, player in self.view["players"].items() if player["reputation"] == n
            ]
            signs = (*map(self._sign, marks), *map(self._seat, standing))
            tone = "bad" if n in track.demon else "good" if n >= track.knot else ""
            yield Space(str(n), f"{track.drift[n]:+}" if track.drift[n] else "0", signs, tone)  # type: ignore[arg-type]

    # --- a player --------------------------------------------------------------------------

    def _player(self, colour: str, player: View) -> Iterator[Row]:
        texts = self.texts
        points = str(self.points.get(colour, player["points"]))
        called = self._role(player["role"])
        role = Sign(player["role"] or "role", called, called)
        requested = [Text(text, "faint") for text in self._request(player)]
        yield Row("who", (self._sign("points", points), role, *requested))
        counts = [self._sign(t, "?" if player[t] is None else str(player[t])) for t in FIGURES]
        at = player["interest"]
        interest = Sign(f"interest-{at}", texts("interest", n=at + 1), "")
        yield Row("tracks", (*counts, interest))
        yield Row("wall", tuple(self._wall(player)))
        cards = (*player["hand"], *player["events"])
        yield Row("hand", tuple(map(self._card, cards)), texts("hand") if cards else "")
        built = (
            self._card(building["building"])._replace(mark="gone" if building["covered"] else "")
            for building in player["built"]
        )
        yield Row("built", tuple(built), texts("built") if player["built"] else "")
        yield Row("courtiers", tuple(self._courtiers(player)), texts("courtiers"))
        levels = " ".join(map(str, player["production"]))
        yield Row("levels", (Text(levels),), texts("production"))
        yield Row("achieved", tuple(self._achieved(player)))

    def _role(self, role: str | None) -> str:
        """Return a character, or that it is not dealt yet or hidden."""
        if role:
            return self.texts.word(role)
        dealt = self.view["phase"] != "setup"
        return self.texts("role-hidden" if dealt else "no-role")

    def _request(self, player: View) -> Iterator[str]:
        """Yield whether a player confessed, and the request card that is shown."""
        request = player["request"]
        if player["confessed"]:
            yield self.texts("confessed")
        if request != "none":
            yield self.texts("asks", what=self.texts.request(request))

    def _wall(self, player: View) -> Iterator[Widget]:
        """Yield goods and souls, or a closed wall where neither is known."""
        if player["goods"] is None and player["souls"] is None:
            yield Card(self.texts("closed-wall"), mark="closed")
            return
        souls = {f"souls-{kind}": n for kind, n in (player["souls"] or {}).items()}
        for piece, count in {**(player["goods"] or {}), **souls}.items():
            yield self._sign(piece, str(count))

    def _card(self, id_: str | None) -> Card:
        """Return a building or an event; a closed card where it is not known."""
        if id_ is None:
            return Card(self.texts.word(None), mark="closed")
        building = self.cards.buildings.get(id_)
        if building is None:
            return Card(self.texts.name(id_), (self.texts("event"),))
        symbols = [self._sign(code) for code in building.symbols]
        price = [self._sign(good, str(n)) for good, n in building.price.items()]
        points = self._sign("points", str(building.points))
        return Card(self.texts.name(id_), (), (*symbols, *price, points))

    def _courtiers(self, player: View) -> Iterator[Sign]:
        for courtier, place in player["courtiers"].items():
            label = self.texts("courtier", courtier=self.texts.word(courtier), place="")
            count = self.texts.word(place)
            mark = "up" if place == "hired" else "gone" if place == "locked" else ""
            yield Sign(courtier, label.rstrip(" :"), self.texts.word(courtier), count, mark)  # type: ignore[arg-type]

    def _achieved(self, player: View) -> Iterator[Text]:
        """Yield the achievements gained, the minor ones with their production space."""
        for id_, place in player["minor"].items():
            if isinstance(place, int):
                where = self.texts("on", n=place)
                yield Text(self.texts("placed", what=self.texts.achievement(id_), place=where))
        for id_ in player["major"]:
            gained = self.texts("gained")
            yield Text(self.texts("placed", what=self.texts.achievement(id_), place=gained))

    # --- the deal, the plans and the Inquisition -------------------------------------------

    def _doing(self, colour: str) -> Iterator[Text]:
        """Yield a player's chests of this round, or the plan."""
        if self.view["plan"] is not None:
            if colour in self.view["plan"]:
                yield Text(self.texts.plan(self.view["plan"][colour]))
        elif self.view["deal"]:
            yield from map(Text, self.texts.deal(self.view["deal"], colour))

    def _inquisitors(self) -> Iterator[Row]:
        board, texts = self.view["inquisition"], self.texts
        yield Row("bribes", (Text(texts("bribes", n=board["bribes"])),))
        yield Row("slots", tuple(map(self._inquisitor, SLOTS)))
        yield Row("known", tuple(map(Text, texts.known(self.view))))

    def _inquisitor(self, slot: str) -> Card:
        """Return an inquisitor with the penalty; face down as long as nobody may see it."""
        board, texts = self.view["inquisition"], self.texts
        late = self.view["round"] > LAST_HIDDEN or self.view["phase"] == "over"
        id_ = texts.table.letters.get(slot) if slot in "ABC" else board["up"][slot]  # type: ignore[call-overload]
        gone = slot in board["gone"]
        if id_ is None or (slot in "BC" and not late):
            title = f"{slot} {texts.name(id_)}" if id_ else slot
            return Card(title, (texts("down"),), mark="gone" if gone else "closed")
        lines = (texts.penalty(id_), *([texts("gone")] if gone else []))
        return Card(f"{slot} {texts.name(id_)}", lines, mark="gone" if gone else "")

    # --- signs -----------------------------------------------------------------------------

    def _sign(self, code: str, count: str = "", short: str = "") -> Sign:
        label = self.texts.word(code)
        return Sign(code, label, short or label, "" if short else count)

    def _seat(self, colour: str) -> Sign:
        letter = LETTERS[colour].say(self.texts.language)
        return Sign(f"seat-{colour}-{letter}", self.texts.word(colour), letter)
