"""The content of a board: the state of the contract, sorted by place, and its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from ragami.decoded import Fields
from ragami.games.ragami.events import NEUTRAL, RAGAMIS
from ragami.games.ragami.picture.layout import Plan
from ragami.games.ragami.speech import speech
from ragami.language import Language
from ragami.messages import plain


@dataclass(slots=True)
class Standing:
    """All that stands or lies on one square or block."""

    conflict: int | None = None
    demons: int = 0
    saints: list[str] = field(default_factory=list)
    ragamis: list[str] = field(default_factory=list)
    virtue: list[tuple[str, int]] = field(default_factory=list)
    resolved: bool = False
    forbidden: bool = False

    def look(self) -> tuple[object, ...]:
        """Return its content as a value that can be compared and hashed."""
        saints, ragamis, virtue = tuple(self.saints), tuple(self.ragamis), tuple(self.virtue)
        chips = self.resolved, self.forbidden
        return (self.conflict, self.demons, saints, ragamis, virtue, chips)

    @property
    def pieces(self) -> int:
        """The number of pieces to draw; the Demons of a square are drawn as one."""
        loose = len(self.saints) + len(self.ragamis) + len(self.virtue)
        return loose + (self.conflict is not None) + (self.demons > 0)


@dataclass(frozen=True, slots=True)
class Scene:
    """The board at a moment, ready to be drawn; `colours` are those of the players."""

    squares: dict[int, Standing]
    blocks: dict[str, Standing]
    colours: tuple[str, ...]

    @classmethod
    def of(cls, state: Fields, plan: Plan) -> Scene:
        """Return the scene of a state in the shape of `ragami show --json`."""
        scene = cls.bare(plan, tuple(state["players"]))
        _set_pieces(state, scene.squares, scene.blocks)
        return scene

    @classmethod
    def bare(cls, plan: Plan, colours: tuple[str, ...] = ()) -> Scene:
        """Return a board on which nothing stands."""
        squares = {square: Standing() for square in sorted(plan.streets)}
        blocks = {block: Standing() for block in plan.block_squares}
        return cls(squares, blocks, colours)

    def colours_seen(self) -> set[str]:
        """Return the colours to be seen: the players', those of ownerless Saints, neutral."""
        here = [*self.squares.values(), *self.blocks.values()]
        return {*self.colours}.union(*(standing.saints + standing.ragamis for standing in here))


def _set_pieces(state: Fields, squares: dict[int, Standing], blocks: dict[str, Standing]) -> None:
    for square, value in state["conflicts"].items():
        squares[int(square)].conflict = value
    for square, count in state["demons"].items():
        squares[int(square)].demons = count
    for square in state["chips"]["resolved"]:
        squares[square].resolved = True
    for square in state["chips"]["forbidden"]:
        squares[square].forbidden = True
    players = state["players"]
    saints = {c: player["saint"] for c, player in players.items()} | dict(state["neutral_saints"])
    ragamis = {c: player["ragami"] for c, player in players.items()} | {NEUTRAL: state["neutral"]}
    for colour in RAGAMIS:
        if (square := saints.get(colour)) is not None:
            squares[square].saints.append(colour)
        if (place := ragamis.get(colour)) is not None:
            standing = squares[place] if isinstance(place, int) else blocks[place]
            standing.ragamis.append(colour)
        if virtue := players.get(colour, {}).get("virtue"):
            blocks[virtue["block"]].virtue.append((colour, virtue["value"]))


# --- its words -----------------------------------------------------------------------------


KIND_NAMES: Final = ("conflict", "demons", "saint", "ragami", "virtue")


class Labels:
    """The words of a picture in one language."""

    def __init__(self, language: Language) -> None:
        tables = speech(language).tables
        self.language = language
        self.texts = tables["picture"]
        self.letters = tables["letter"]
        self.kinds = dict(zip(KIND_NAMES, self.texts["letters"], strict=True))
        self.words = tables["value"]
        self.supply = tables["supply"]
        self.columns = tables["column"]
        self.legend = tables["legend"]

    def _say(self, code: str, /, **facts: object) -> str:
        return self.texts[code].format_map(facts)

    def saint(self, colour: str) -> str:
        return self._say("saint", colour=self.words[colour])

    def ragami(self, colour: str) -> str:
        return self._say("ragami", colour=self.words[colour])

    def virtue(self, colour: str, value: int) -> str:
        return self._say("virtue", colour=self.words[colour], value=value)

    def conflict(self, value: int) -> str:
        return self._say("conflict", value=value)

    def demons(self, count: int) -> str:
        return self._say("demon" if count == 1 else "demons", count=count)

    def square(self, number: int) -> str:
        return self._say("square", number=number)

    def block(self, name: str) -> str:
        return self._say("block", name=plain(name))

    def standing(self, standing: Standing) -> Iterator[str]:
        """Yield a description of each piece that stands in a place."""
        if standing.conflict is not None:
            yield self.conflict(standing.conflict)
        if standing.demons:
            yield self.demons(standing.demons)
        yield from map(self.saint, standing.saints)
        yield from map(self.ragami, standing.ragamis)
        for colour, value in standing.virtue:
            yield self.virtue(colour, value)
        if standing.resolved:
            yield self._say("resolved")
        if standing.forbidden:
            yield self._say("forbidden")

    def place(self, where: str, standing: Standing) -> str:
        """Return a place and what is there: 'Square 14: Conflict 3, blue Saint'."""
        return f"{where}: " + (", ".join(self.standing(standing)) or self._say("empty"))

    def virtue_die(self, value: int, block: str) -> str:
        return self._say("virtue_die", value=value, block=plain(block))


@cache
def labels(language: Language) -> Labels:
    return Labels(language)
