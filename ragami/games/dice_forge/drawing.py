"""A moment as panels: the players with their dice, the islands, the temple."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ragami.decoded import Fields
from ragami.draw.panels import Bar, Card, Die, Panel, Row, Sign, Text, Widget
from ragami.games.dice_forge.components import Feat
from ragami.games.dice_forge.forms import LETTERS
from ragami.games.dice_forge.narration import WORDS, face_name
from ragami.games.dice_forge.state import State, Table
from ragami.games.dice_forge.symbols import symbol
from ragami.games.dice_forge.words import TABLES, effect_told
from ragami.language import Language

__all__ = ["figures", "panels", "symbol"]
TEXTS: Final = TABLES["label"]
RESOURCES: Final = ("gold", "sun", "moon")
PORTALS: Final = range(1, 8)


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
        for kind in RESOURCES
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
            for kind in RESOURCES
        ]
        portal = player["portal"]
        where = self._say("start") if portal is None else self._say("portal", portal=portal)
        track = self._say("track", n=player["glory"])
        yield Row("reserves", (*bars, Text(track), Text(where, "faint")))
        firsts = self.table.dice.dice
        for number, (die, first) in enumerate(zip(player["dice"], firsts, strict=True), 1):
            yield Row(f"die-{number}", (Die(str(number), tuple(self._faces(die, first))),))
        for number, pile in player["piles"].items():
            cards = tuple(Card(self._word(feat), tells=self._does(feat)) for feat in pile)
            yield Row(f"pile-{number}", cards, self._say(f"pile{number}") if cards else "")
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
            yield Sign(f"{kind}-{face}", label, short, mark="up" if slot == up else "")

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
        return Sign(f"face-{face}", label, self._short(face), f"×{n}", "" if n else "gone")

    # --- words -----------------------------------------------------------------------------

    def _short(self, face: str) -> str:
        """Return a face as the score sheet writes it; a long name as its word."""
        return face if face[:1].isdigit() or face == "x3" else face_name(face, self.language)

    def _say(self, code: str, **facts: Any) -> str:
        return TEXTS[code].text(self.language).format(**facts)

    def _word(self, code: str) -> str:
        return WORDS.word(code, self.language)
