"""Liar's Dice: roll under a cup, bid on the dice of all, or doubt. Dice are hidden until then."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from ragami.game import author as kit
from ragami.game.author import BotChoice, Breaches, Choice, Move, Several, breach, rule, text

Seat = Literal["red", "green", "blue", "black"]
Face = Annotated[int, Meta(ge=1, le=6)]


class State(kit.GameState):
    """How many dice each player has, what lies under the cups, and the bid."""

    dice: kit.BySeat[int] = {}
    cups: kit.BySeat[Annotated[tuple[int | None, ...] | None, kit.own()]] = {}
    lifted: kit.BySeat[tuple[int, ...]] = {}
    bid: "Bid | None" = None
    doubter: str | None = None
    mover: str = ""
    wild: bool = True

    @property
    def phase(self) -> str:
        if not self.names or self.winners is not None:
            return "over" if self.names else "setup"
        if len(self.cups) < len(self.playing):
            return "rolling"
        return "showing" if self.doubter else "bidding"

    @property
    def playing(self) -> list[str]:
        return [seat for seat, dice in self.dice.items() if dice]

    @property
    def due(self) -> tuple[str, ...]:
        if self.phase == "bidding":
            return (self.mover,)
        done = {"rolling": set(self.cups), "showing": set(self.lifted)}.get(self.phase)
        return () if done is None else tuple(seat for seat in self.playing if seat not in done)

    @property
    def scores(self) -> Mapping[str, int]:
        return self.dice

    @property
    def winners(self) -> Sequence[str] | None:
        return self.playing if self.names and len(self.playing) == 1 else None

    def after(self, seat: str) -> str:
        """The next player, clockwise, who has dice."""
        seats = list(self.names) * 2
        return next(each for each in seats[seats.index(seat) + 1 :] if self.dice[each])

    def settle(self) -> None:
        """All cups are lifted: who was wrong loses a die, and begins (R-LIAR-07)."""
        assert self.bid and self.doubter
        faces = {self.bid.face, 1 if self.wild else self.bid.face}
        shown = sum(face in faces for dice in self.lifted.values() for face in dice)
        loser = self.doubter if shown >= self.bid.count else self.bid.player
        self.dice[loser] -= 1
        self.mover = loser if self.dice[loser] else self.after(loser)
        self.round += len(self.playing) > 1
        self.cups, self.lifted, self.bid, self.doubter = {}, {}, None, None

    def choices(self) -> list[Choice]:
        faces, dice = list(range(1, 7)), sum(self.dice.values())
        match self.phase:
            case "rolling":
                rolls = {who: Several(n, n, faces, True) for who, n in self.dice.items()}
                return [Choice("rolled", {"player": who}, {"dice": rolls[who]}) for who in self.due]
            case "showing":
                return [self.shows(who) for who in self.due]
            case "bidding":
                least = self.bid.count if self.bid else 1
                more = {"count": list(range(least, dice + 1)), "face": faces}
                highest = self.bid and (self.bid.count, self.bid.face) >= (dice, 6)
                bids = [] if highest else [Choice("bid", {"player": self.mover}, more, joint=True)]
                return bids + [Choice("doubted", {"player": self.mover})] * bool(self.bid)
        return []

    def shows(self, who: str) -> Choice:
        """What may lie under a cup: what was rolled, as far as the log knows it."""
        known, n = list(self.cups[who] or ()), self.dice[who]
        if None in known:
            dice = Several(n, n, list(range(1, 7)), repeat=True)
            return Choice("shown", {"player": who}, {"dice": dice}, joint=True)
        return Choice("shown", {"player": who, "dice": known})


class Player(kit.Event):
    seat: Seat
    name: Annotated[str, kit.name_of("seat")]


class GameOpened(kit.Event):
    """Record 1: who plays, with how many dice; the first player begins."""

    game: Literal["liars-dice"]
    rules: Literal[1]
    title: kit.Title
    players: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=4)]
    dice: Annotated[int, Meta(ge=1, le=5), kit.option("Dice each.", "Dados de cada uno.")] = 5
    wild: Annotated[bool, kit.option("Ones count as any face.", "Los unos valen por todo.")] = True

    def apply(self, s: State) -> None:
        s.seat(self)
        s.dice = dict.fromkeys(s.names, self.dice)
        s.mover, s.wild, s.round = self.players[0].seat, self.wild, 1


class Rolled(kit.Event):
    """Dice are rolled under a cup: only their player sees them."""

    player: Seat
    dice: tuple[Annotated[Face | None, kit.seen_by("player")], ...]

    def check(self, s: State) -> Breaches:
        return due(s, self.player, "rolling", "R-LIAR-02") or all_dice(s, self.player, self.dice)

    def apply(self, s: State) -> None:
        s.cups[self.player] = self.dice


class Bid(kit.Event):
    """A bid is raised: more dice of any face, or as many of a higher one."""

    player: Seat
    count: Annotated[int, Meta(ge=1, le=20)]
    face: Face

    def check(self, s: State) -> Breaches:
        wrong = due(s, self.player, "bidding", "R-LIAR-04")
        if not wrong and s.bid and (self.count, self.face) <= (s.bid.count, s.bid.face):
            wrong = [breach("R-LIAR-05", count=s.bid.count, face=s.bid.face)]
        return wrong

    def apply(self, s: State) -> None:
        s.bid, s.turn, s.mover = self, s.turn + 1, s.after(self.player)


class Doubted(kit.Event):
    player: Seat

    def check(self, s: State) -> Breaches:
        wrong = [] if s.bid else [breach("R-LIAR-06")]
        return due(s, self.player, "bidding", "R-LIAR-04") or wrong

    def apply(self, s: State) -> None:
        s.doubter, s.turn = self.player, s.turn + 1


class Shown(kit.Event):
    player: Seat
    dice: tuple[Face, ...]

    def check(self, s: State) -> Breaches:
        if wrong := due(s, self.player, "showing", "R-LIAR-02"):
            return wrong
        wrong = all_dice(s, self.player, self.dice)
        known = [face for face in s.cups[self.player] or () if face]
        if any(known.count(face) > self.dice.count(face) for face in known):
            wrong.append(breach("R-LIAR-08", dice=self.dice))
        return wrong

    def apply(self, s: State) -> None:
        s.lifted[self.player] = self.dice
        if s.bid and not s.due:
            s.settle()


def due(s: State, player: str, phase: str, rule_id: str) -> Breaches:
    right = s.phase == phase and player in s.due
    return [] if right else [breach(rule_id, by=player, phase=s.phase)]


def all_dice(s: State, player: str, dice: Sequence[int | None]) -> Breaches:
    has = s.dice[player]
    return [] if len(dice) == has else [breach("R-LIAR-03", dice=len(dice), has=has)]


TEXTS: Final = kit.Texts(
    text("game_opened", "{dice} dice lie under each cup", "hay {dice} dados en cada cubilete"),
    text("rolled", "{player} rolls {dice}", "{player} saca {dice}", label=("Roll", "Tirar")),
    text("bid", "{player} bids {count} × {face}", "{player} puja {count} × {face}",
         label=("Bid", "Pujar")),
    text("doubted", "{player} doubts it", "{player} lo duda", label=("Doubt", "Dudar")),
    text("shown", "{player} shows {dice}", "{player} muestra {dice}", label=("Show", "Mostrar")),
    text("red", "Red", "Rojo"), text("green", "Green", "Verde"), text("blue", "Blue", "Azul"),
    text("black", "Black", "Negro"),
    text("rolling", "rolls", "tiradas"), text("bidding", "bids", "pujas"),
    text("showing", "cups up", "cubiletes arriba"),
    text("dice", "dice", "dados"), text("cups", "under the cup", "en el cubilete"),
    text("doubter", "doubted by", "duda"), text("mover", "next", "sigue"),
    text("wild", "ones are wild", "unos comodín"), text("lifted", "shown", "vistos"),
    text("count", "count", "cuántos"), text("face", "face", "cara"),
    text("field/bid", "last bid", "última puja"),
    rule("R-LIAR-01", "Two to four play, of different colours.", "Juegan de dos a cuatro."),
    rule("R-LIAR-02", "All roll at once; all show at once.", "Se tira y se muestra a la vez.",
         broken=("{by} is not due; now: {phase}", "no le toca a {by}; ahora: {phase}")),
    rule("R-LIAR-03", "One rolls all the dice that one has.", "Se tiran todos los dados propios.",
         broken=("{dice} dice, and there are {has}", "{dice} dados, y hay {has}")),
    rule("R-LIAR-04", "One bids or doubts in turn.", "Se puja o se duda por turnos.",
         broken=("{by} is not due; now: {phase}", "no le toca a {by}; ahora: {phase}")),
    rule("R-LIAR-05", "A bid has more dice, or a higher face.", "Se puja más que antes.",
         broken=("the bid is {count} × {face}", "la puja es {count} × {face}")),
    rule("R-LIAR-06", "Only a bid can be doubted.", "Solo se duda una puja.",
         broken=("there is no bid", "no hay puja")),
    rule("R-LIAR-07", "Who was wrong loses a die and begins.", "Quien falla pierde un dado."),
    rule("R-LIAR-08", "One shows what one rolled.", "Se muestra lo que se sacó.",
         broken=("{dice} was not rolled", "no se sacó {dice}")),
)  # fmt: skip


def choose(view: Mapping[str, Any], choices: Sequence[BotChoice], rng: Random) -> Move:
    """Doubt what the own dice make unlikely; else bid as little as may be, on what one has."""
    ways = {choice.type: choice for choice in choices}
    if "bid" not in ways:
        return rng.choice(choices).draw(rng)
    mine = view["players"][choices[0].data["player"]]["cups"]
    others = sum(player["dice"] for player in view["players"].values()) - len(mine)
    if view["bid"] and view["bid"]["count"] > mine.count(view["bid"]["face"]) + others / 2:
        return ways["doubted"].draw(rng)
    return min(ways["bid"].moves(), key=lambda m: (m[1]["count"], -mine.count(m[1]["face"])))


GAME: Final = kit.GameDefinition(
    name="liars-dice", title=kit.Both("Liar's Dice", "Dado mentiroso"), log_rule="R-LIAR-LOG-01",
    events=kit.event_types(GameOpened, Rolled, Bid, Doubted, Shown), new_state=State, texts=TEXTS,
    chance=("rolled",), simultaneous=True,
    offers={kit.CHOOSE: choose, kit.FORMS: (kit.Form("bid", "<{player}> bid {count} x {face}"),)},
)  # fmt: skip
