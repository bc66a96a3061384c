"""Kalah: sow the seeds of a pit round the board, and capture. No chance, nothing hidden."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta

from ragami.game import author as kit
from ragami.game.author import Breaches, Choice, breach, rule, text

Seat = Literal["south", "north"]
SEATS: Final[tuple[Seat, ...]] = ("south", "north")
PITS: Final = 6


class State(kit.GameState):
    """The board: the pits of each player from the left, the stores, and whose turn it is."""

    pits: kit.BySeat[list[int]] = {}
    stores: kit.BySeat[int] = {}
    mover: str = ""
    resigned: str | None = None

    @property
    def empty(self) -> bool:
        """Has somebody no seeds left to sow (R-KAL-07)?"""
        return not all(map(any, self.pits.values()))

    @property
    def due(self) -> tuple[str, ...]:
        return (self.mover,) if self.mover and self.winners is None else ()

    @property
    def scores(self) -> Mapping[str, int]:
        left = {seat: sum(pits) if self.empty else 0 for seat, pits in self.pits.items()}
        return {seat: store + left[seat] for seat, store in self.stores.items()}

    @property
    def winners(self) -> Sequence[str] | None:
        if self.resigned:
            return [other(self.resigned)]
        most = max(self.scores.values(), default=0)
        over = self.names and self.empty
        return [seat for seat, n in self.scores.items() if n == most] if over else None

    def choices(self) -> list[Choice]:
        pits = {who: [n for n, seeds in enumerate(self.pits[who], 1) if seeds] for who in self.due}
        sow = [Choice("sown", {"player": who}, {"pit": of}) for who, of in pits.items()]
        return sow + kit.accepted(self, *map(Resigned, SEATS))


def other(seat: str) -> str:
    return "north" if seat == "south" else "south"


class Player(kit.Event):
    """A player at the board."""

    seat: Seat
    name: Annotated[str, kit.name_of("seat")]


class GameOpened(kit.Event):
    """Record 1: who plays, with how many seeds; the first player begins."""

    game: Literal["kalah"]
    rules: Literal[1]
    title: kit.Title
    players: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=2)]
    seeds: Annotated[int, Meta(ge=3, le=6), kit.option("Seeds a pit.", "Semillas por hoyo.")] = 4

    def apply(self, s: State) -> None:
        s.seat(self)
        s.pits = {seat: [self.seeds] * PITS for seat in s.names}
        s.stores = dict.fromkeys(s.names, 0)
        s.mover, s.round = self.players[0].seat, 1


class Sown(kit.Event):
    """The seeds of a pit are sown; pits are counted from the player's left."""

    player: Seat
    pit: Annotated[int, Meta(ge=1, le=PITS)]

    def check(self, s: State) -> Breaches:
        if (self.player,) != s.due:
            return [breach("R-KAL-02", by=self.player, due=s.due)]
        return [] if s.pits[self.player][self.pit - 1] else [breach("R-KAL-03", pit=self.pit)]

    def apply(self, s: State) -> None:
        side: str = self.player
        at = self.pit - 1
        seeds, s.pits[side][at] = s.pits[side][at], 0
        for _seed in range(seeds):
            at += 1
            if at == PITS and side == self.player:  # the own store (R-KAL-04)
                s.stores[side] += 1
                continue
            if at >= PITS:
                side, at = other(side), 0
            s.pits[side][at] += 1
        s.turn += 1
        if at != PITS:  # the last seed is in no store (R-KAL-05)
            across = s.pits[other(side)][PITS - 1 - at]
            if side == self.player and s.pits[side][at] == 1 and across:  # R-KAL-06
                s.stores[side] += across + 1
                s.pits[side][at] = s.pits[other(side)][PITS - 1 - at] = 0
            s.mover = other(self.player)
            s.round += s.mover == next(iter(s.names))


class Resigned(kit.Event):
    """Somebody gives up."""

    player: Seat

    def check(self, s: State) -> Breaches:
        return [] if s.due else [breach("R-KAL-08", by=self.player)]

    def apply(self, s: State) -> None:
        s.resigned = self.player


TEXTS: Final = kit.Texts(
    text("game_opened", "{seeds} seeds lie in each pit", "hay {seeds} semillas en cada hoyo"),
    text("sown", "{player} sows pit {pit}", "{player} siembra {pit}", label=("Sow", "Sembrar")),
    text("resigned", "{player} resigns", "{player} abandona", label=("Resign", "Abandonar")),
    text("field/resigned", "resigned", "abandona"),
    text("south", "South", "Sur"), text("north", "North", "Norte"), text("mover", "next", "sigue"),
    text("pit", "pit", "hoyo"), text("pits", "pits", "hoyos"), text("stores", "store", "almacén"),
    rule("R-KAL-01", "Two play, South and North.", "Juegan dos, Sur y Norte."),
    rule("R-KAL-02", "They sow in turn.", "Siembran por turnos.",
         broken=("{by} sows, and {due} is due", "siembra {by}, y le toca a {due}")),
    rule("R-KAL-03", "One sows the seeds of a pit of one's own.", "Se siembra un hoyo propio.",
         broken=("pit {pit} is empty", "el hoyo {pit} está vacío")),
    rule("R-KAL-04", "One goes round, past the other's store.", "Se salta el almacén ajeno."),
    rule("R-KAL-05", "The last seed in one's store: once more.", "En el propio almacén se repite."),
    rule("R-KAL-06", "In an own empty pit it captures.", "En un hoyo propio vacío captura."),
    rule("R-KAL-07", "An empty side ends it; the other keeps its seeds.", "Acaba al vaciarse."),
    rule("R-KAL-08", "One may resign while the game goes on.", "Se puede abandonar.",
         broken=("the game is over", "la partida ha terminado")),
)  # fmt: skip

GAME: Final = kit.GameDefinition(
    name="kalah", title=kit.Both("Kalah", "Kalah"), log_rule="R-KAL-LOG-01",
    events=kit.event_types(GameOpened, Sown, Resigned), new_state=State, texts=TEXTS,
)  # fmt: skip
