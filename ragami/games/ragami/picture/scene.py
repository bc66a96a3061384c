"""The content of a picture: the state of the contract, sorted by place, and its words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal, NamedTuple

from ragami.decoded import Fields
from ragami.games.ragami.events import NEUTRAL, RAGAMIS, SPACES
from ragami.games.ragami.picture.layout import Plan
from ragami.games.ragami.speech import TABLES, speech
from ragami.language import Language
from ragami.messages import plain

View = Fields
Names = Mapping[str, str]

LONGEST: Final = 80


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

    @property
    def pieces(self) -> int:
        """The number of pieces to draw; the Demons of a square are drawn as one."""
        loose = len(self.saints) + len(self.ragamis) + len(self.virtue)
        return loose + (self.conflict is not None) + (self.demons > 0)


@dataclass(frozen=True, slots=True)
class Player:
    """One row of the score table. `virtue` is the block and value of the Virtue die."""

    colour: str
    name: str | None
    vp: int
    resolved: int
    cubes: int
    hand: tuple[int | None, ...]
    virtue: tuple[str, int] | None
    active: bool
    first: bool
    note: Literal["", "passed", "winner"]


class End(NamedTuple):
    """The end of a game: the result in words, and who has won; empty while the game goes on."""

    result: str = ""
    winners: tuple[str, ...] = ()


NO_END: Final = End()


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of the game, ready to be drawn."""

    seq: int
    phase: str
    round: int
    players: tuple[Player, ...]
    squares: dict[int, Standing]
    blocks: dict[str, Standing]
    dice: dict[str, int | None]
    supply: dict[str, int]

    @classmethod
    def of(
        cls, state: View, plan: Plan, names: Names | None, winners: Collection[str] = ()
    ) -> Scene:
        """Return the scene of a state in the shape of `ragami show --json`, and who has won."""
        squares = {square: Standing() for square in sorted(plan.streets)}
        blocks = {block: Standing() for block in plan.block_squares}
        _set_pieces(state, squares, blocks)
        # Before the first roll no space has had a die that could be spent.
        dice = {} if state["phase"] == "setup" else state["dice"] or {}
        return cls(
            state["seq"],
            state["phase"],
            state["round"],
            tuple(_player(state, colour, names or {}, winners) for colour in state["players"]),
            squares,
            blocks,
            {space: dice.get(space) for space in SPACES},
            {
                **state["supply"],
                "chips": state["chips"]["pool"],
                "deck": state["deck"],
                "used": state["used"],
            },
        )

    @property
    def colours(self) -> set[str]:
        """Return the colours to be seen: the players', those of ownerless Saints, neutral."""
        here = [*self.squares.values(), *self.blocks.values()]
        return {player.colour for player in self.players}.union(
            *(standing.saints + standing.ragamis for standing in here)
        )

    @classmethod
    def bare(cls, plan: Plan) -> Scene:
        """Return a board on which nothing stands."""
        squares = {square: Standing() for square in sorted(plan.streets)}
        blocks = {block: Standing() for block in plan.block_squares}
        return cls(0, "setup", 0, (), squares, blocks, {}, {})

    @property
    def active(self) -> Player | None:
        """Return the player to act; None if there is none."""
        return next((player for player in self.players if player.active), None)


def _set_pieces(state: View, squares: dict[int, Standing], blocks: dict[str, Standing]) -> None:
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


def _player(state: View, colour: str, names: Names, winners: Collection[str]) -> Player:
    player = state["players"][colour]
    virtue = player["virtue"]
    name = names.get(colour)
    return Player(
        colour,
        plain(name, LONGEST) if name else None,
        player["vp"],
        player["resolved"],
        player["cubes"],
        tuple(player["hand"]),
        (virtue["block"], virtue["value"]) if virtue else None,
        state["active"] == colour,
        state["first"] == colour,
        "winner" if colour in winners else "passed" if colour in state["passed"] else "",
    )


# --- its words -----------------------------------------------------------------------------


SUPPLY: Final = tuple(TABLES["supply"])
KIND_NAMES: Final = ("conflict", "demons", "saint", "ragami", "virtue")


class Labels:
    """The words of a picture in one language. Every text for people comes from here."""

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

    def player(self, player: Player) -> str:
        """Return the player's name, or the colour if there is none."""
        return player.name or self.words[player.colour].capitalize()

    def row(self, player: Player) -> str:
        """Return a row of the score table as a sentence."""
        sentence = self._say(
            "row",
            who=self.player(player),
            colour=self.words[player.colour],
            vp=player.vp,
            resolved=player.resolved,
            cubes=player.cubes,
        )
        return ", ".join([sentence, *self.marks(player)])

    def marks(self, player: Player) -> Iterator[str]:
        """Yield the player's other details: Virtue die, hand, to act, passed, won."""
        if player.virtue:
            yield self._say("virtue_die", value=player.virtue[1], block=plain(player.virtue[0]))
        if player.hand:
            yield self._say("hand", cards=" ".join(map(card, player.hand)))
        if player.first:
            yield self.texts["first_player"]
        if player.active:
            yield self.texts["to_act"]
        if player.note:
            yield self.texts[player.note]

    def moment(self, scene: Scene) -> str:
        """Return the time of a moment: 'Round 3 · turns · record 57'."""
        return self._say("moment", round=scene.round, phase=self.words[scene.phase], seq=scene.seq)

    def acting(self, scene: Scene) -> str:
        """Return the sentence that names the player to act; empty if there is none."""
        return self._say("acting", who=self.player(scene.active)) if scene.active else ""

    def die(self, space: str, value: int | None) -> str:
        """Return a space of the Action table and its die in words."""
        text = {None: self._say("no_die"), 0: self.texts["spent"]}.get(value, str(value))
        return f"{self.words[space]}: {text}"


@cache
def labels(language: Language) -> Labels:
    return Labels(language)


def card(kind: int | None) -> str:
    """Return the number of a card in a hand; a question mark for an unknown one."""
    return "?" if kind is None else str(kind)
