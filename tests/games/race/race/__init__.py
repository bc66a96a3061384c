"""Race: who is first on the finish? Each player bets in secret on a winner; then all roll in turn.

The smallest whole game there is: two to four seats, something hidden (the bets), a decision that
all seats owe at the same time (the bets again), chance (the rolls), and words in both languages.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from ragami.findings import Breaches, breach
from ragami.game import EventType, GameDefinition
from ragami.game.capabilities import CHOICES, SETUP
from ragami.game.choices.choice import Choice
from ragami.game.opening import Setting
from ragami.game.rulebook import Rulebook
from ragami.game.state import BySeat, GameState
from ragami.game.visibility import name_of, own, seen_by, wording
from ragami.game.words import Templates, lines

Colour = Literal["red", "blue", "white", "black"]
COLOURS: Final[tuple[Colour, ...]] = ("red", "blue", "white", "black")
BONUS: Final = 3


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """A player at the table."""

    colour: Colour
    name: Annotated[str, name_of("colour")]


class GameOpened(Struct, frozen=True, forbid_unknown_fields=True):
    """Record 1: who races, and how far."""

    game: Literal["race"]
    rules: Literal[1]
    title: Annotated[str | None, wording()]
    players: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=4)]
    goal: Annotated[int, Meta(ge=5, le=50)]


class BetPlaced(Struct, frozen=True, forbid_unknown_fields=True):
    """A bet on the winner, which nobody else sees."""

    player: Colour
    on: Annotated[Colour | None, seen_by("player")]


class Rolled(Struct, frozen=True, forbid_unknown_fields=True):
    """A roll; the pawn goes as far."""

    player: Colour
    face: Annotated[int, Meta(ge=1, le=6)]


class State(GameState):
    """The race between two events: how far each pawn is, and on whom each player bets."""

    field: BySeat[int] = {}
    bet: BySeat[Annotated[str | None, own()]] = {}
    goal: int = 0

    @property
    def betting(self) -> tuple[str, ...]:
        """Who owes a bet: all at the same time, in any order (R-RACE-02)."""
        return tuple(seat for seat in self.names if seat not in self.bet)

    @property
    def winner(self) -> str | None:
        """Who is on the finish (R-RACE-05)."""
        return next((seat for seat, field in self.field.items() if field >= self.goal), None)

    @property
    def active(self) -> str | None:
        """Who rolls (R-RACE-04)."""
        if not self.names or self.betting or self.winner:
            return None
        return list(self.names)[self.turn % len(self.names)]

    @property
    def due(self) -> tuple[str, ...]:
        return self.betting or ((self.active,) if self.active else ())

    @property
    def phase(self) -> str:
        if not self.names:
            return "setup"
        return "bets" if self.betting else "over" if self.winner else "race"

    @property
    def scores(self) -> Mapping[str, int]:
        right = {seat for seat, on in self.bet.items() if self.winner and on == self.winner}
        return {seat: field + BONUS * (seat in right) for seat, field in self.field.items()}

    def count(self) -> None:
        """Count the round: each one rolls once in it."""
        self.round = self.turn // len(self.names) + (self.phase == "race")


def check_opened(s: State, e: GameOpened) -> Breaches:
    colours = [seat.colour for seat in e.players]
    if s.names or len(set(colours)) < len(colours):
        return [breach("R-RACE-01", players=colours)]
    return []


def apply_opened(s: State, e: GameOpened, _seq: int) -> None:
    s.seat(e)
    s.goal, s.field = e.goal, dict.fromkeys(s.names, 0)


def check_bet(s: State, e: BetPlaced) -> Breaches:
    wrong = [] if e.player in s.betting else [breach("R-RACE-02", by=e.player)]
    if e.on is not None and e.on not in s.names:
        wrong.append(breach("R-RACE-03", "A-RACE-01", on=e.on))
    return wrong


def apply_bet(s: State, e: BetPlaced, _seq: int) -> None:
    s.bet[e.player] = e.on
    s.count()


def check_rolled(s: State, e: Rolled) -> Breaches:
    return [] if e.player == s.active else [breach("R-RACE-04", by=e.player, due=s.active)]


def apply_rolled(s: State, e: Rolled, _seq: int) -> None:
    s.field[e.player] += e.face
    s.turn += 1
    s.count()


def outcome(s: State) -> dict[str, Any] | None:
    """Fields, and 3 more for a bet on the winner; the most points win (R-RACE-05, -06)."""
    if s.winner is None:
        return None
    players = {seat: {"points": points} for seat, points in s.scores.items()}
    best = max(one["points"] for one in players.values())
    winners = [seat for seat, one in players.items() if one["points"] == best]
    return {"ended": True, "reason": "finish", "players": players, "winners": winners}


class Choices:
    """What may be done: bets of all who owe one, or the roll of whose turn it is."""

    def choices(self, s: State) -> list[Choice]:
        bets = [Choice("bet_placed", {"player": who}, {"on": list(s.names)}) for who in s.betting]
        if s.active:
            return [Choice("rolled", {"player": s.active}, {"face": [1, 2, 3, 4, 5, 6]})]
        return bets


class Setup:
    """Seats, and how far it is to the finish."""

    seats: tuple[str, ...] = COLOURS
    least = 2
    components: Final[dict[str, tuple[str, ...]]] = {}

    def settings(self) -> list[Setting]:
        told = {"en": ["Fields to the finish."], "es": ["Casillas hasta la meta."]}
        return [Setting("goal", (20, 10, 30), 20, told)]

    def still_to_say(self, _seats: Any, _chosen: Any) -> tuple[Setting, ...]:
        return ()

    def data(self, title: Any, players: Any, chosen: Any, _components: Any) -> dict[str, Any]:
        seats = [{"colour": colour, "name": name} for colour, name in players]
        goal = chosen.get("goal", 20)
        return {"game": "race", "rules": 1, "title": title, "players": seats, "goal": goal}

    def agreed(self, opened: Any) -> dict[str, Any]:
        return {"goal": opened.goal} if isinstance(opened, GameOpened) else {}

    def under(self, opened: GameOpened, chosen: Any) -> Any:
        return GameOpened(opened.game, 1, opened.title, opened.players, chosen["goal"])


RULES: Final = """
{"id":"R-RACE-01","en":"Two to four race, of different colours.","es":"Corren de dos a cuatro."}
{"id":"R-RACE-02","en":"First each one bets, in any order.","es":"Primero apuesta cada uno."}
{"id":"R-RACE-03","en":"A bet is on one who races.","es":"Se apuesta por alguien que corre."}
{"id":"R-RACE-04","en":"Then all roll in turn.","es":"Luego tiran por turnos."}
{"id":"R-RACE-05","en":"Who reaches the finish ends it.","es":"Acaba al llegar uno a la meta."}
{"id":"R-RACE-06","en":"A bet that was right is 3 points.","es":"Acertar la apuesta vale 3 puntos."}
{"id":"A-RACE-01","en":"One may bet on oneself.","es":"Se puede apostar por uno mismo."}
"""
ENGLISH: Final = """
game_opened: the race is on, over {goal} fields
bet_placed: {player} bets on {on}
rolled: {player} rolls {face}
R-RACE-01: two players have one colour ({players})
R-RACE-02: {by} owes no bet now
R-RACE-03: nobody races as {on}
R-RACE-04: {by} rolls, and {due} is due
label/bet_placed: bet
label/rolled: roll
on: on whom
face: face
bet: bet
field: field
goal: goal
"""
SPANISH: Final = """
game_opened: empieza la carrera, a {goal} casillas
bet_placed: {player} apuesta por {on}
rolled: {player} saca {face}
R-RACE-01: dos jugadores tienen un mismo color ({players})
R-RACE-02: {by} no debe ninguna apuesta
R-RACE-03: nadie corre como {on}
R-RACE-04: tira {by}, y le toca a {due}
label/bet_placed: apuesta
label/rolled: tirada
on: por quién
face: cara
bet: apuesta
field: casilla
goal: meta
setup: preparación
bets: apuestas
race: carrera
over: final
red: rojo
blue: azul
white: blanco
black: negro
"""
WORDS: Final = Templates(lambda: GAME, {"en": lines(ENGLISH), "es": lines(SPANISH)})
GAME: Final[GameDefinition[State]] = GameDefinition(
    name="race",
    events={
        "game_opened": EventType(GameOpened, check_opened, apply_opened),
        "bet_placed": EventType(BetPlaced, check_bet, apply_bet),
        "rolled": EventType(Rolled, check_rolled, apply_rolled),
    },
    new_state=State,
    outcome=outcome,
    words_at=WORDS,
    rulebook_at=Rulebook(RULES.encode),
    log_rule="R-RACE-LOG-01",
    offers={CHOICES: Choices(), SETUP: Setup()},
)
