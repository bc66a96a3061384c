"""Bots driven by the house: it draws what chance decides, and each sees what its seat may see.

    def choose(view, choices, rng):
        return rng.choice(choices).draw(rng)

is a whole bot. A game without one has bots that draw among their choices.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from msgspec import Raw, Struct, ValidationError, json

from ragami.decoded import AnyEvent, Fields
from ragami.errors import RagamiError
from ragami.game.capabilities import BOT, CHOICES, CHOOSE, SETUP, VISIBILITY, Setup
from ragami.game.choices.choice import BotChoice, Choice, Choose, Move
from ragami.game.choices.narrowing import narrowing
from ragami.game.definition import GameDefinition
from ragami.game.opening import Value
from ragami.log.codec import encode_record

LONGEST: Final = 20_000
SEAT: Final = "player"

CONCESSIONS: Final = 0.02
"""How often a bot gives up where it may."""


def random_bot(game: GameDefinition) -> WholeGames | None:
    """Return bots for a game that has legal choices and can be opened; None for another."""
    setup = game.get(SETUP)
    return WholeGames(game, setup) if setup and game.get(CHOICES) else None


class House:
    """Plays seats from any moment of a game."""

    def __init__(self, game: GameDefinition, seed: str) -> None:
        """Raise `MissingCapability` for a game that does not say its choices."""
        self.game, self._seed = game, seed
        self._choices, self._choose = game.need(CHOICES), game.get(CHOOSE)
        self._dice = Random(seed)  # noqa: S311 (a game)
        self._minds: dict[str, Random] = {}

    def move(
        self, state: object, seats: Collection[str], seen: Callable[[str], object]
    ) -> Move | None:
        """Return what one of these seats does next, or what chance does; None for nothing.

        `seen` gives the state as a seat knows it. Raises `RagamiError`
        `bot-breaks-rules`, or `seat-told-too-little` where the bot could not know that.
        """
        every = list(self._choices.choices(state))
        if self._choose is None and set(self.game.seating(state).names) <= set(seats):
            return next(self._drawn(state, every), None)
        legal: dict[str, list[Choice]] = {}
        for choice in every:
            legal.setdefault(str(choice.data.get(SEAT, "")), []).append(choice)
        due = [seat for seat in self.game.position(state).due if seat in legal]
        waiting = [seat for seat in due or legal if seat in seats]
        for seat in self._dice.sample(waiting, len(waiting)):
            move = self._of(seat, state, legal[seat], seen)
            if move is not None:
                return move
        return next(self._drawn(state, legal.get("", [])), None)

    def _of(
        self, seat: str, state: object, legal: Sequence[Choice], seen: Callable[[str], object]
    ) -> Move | None:
        """Return the move of a seat. What chance decides is drawn, whatever the bot said."""
        chance = [choice for choice in legal if self._is_chance(choice)]
        if len(chance) == len(legal) or self._choose is None:
            return next(self._drawn(state, legal), None)
        seen_state = seen(seat)
        type_, data = self.decision(self._choose, seat, seen_state)
        of_chance = [choice for choice in chance if choice.type == type_]
        if of_chance:
            return next(self._drawn(state, of_chance), None)
        facts = {"game": self.game.name, "seat": seat, "move": f"{type_} {data}"}
        try:
            check, event = self.game.events[type_].check, self.event(type_, data)
            breaches = list(check(state, event))
        except (KeyError, AttributeError, ValidationError) as error:
            raise RagamiError("bot-breaks-rules", **facts, rule=str(error)) from error
        if breaches:
            code = "bot-breaks-rules" if check(seen_state, event) else "seat-told-too-little"
            raise RagamiError(code, **facts, rule=breaches[0].rule)
        return type_, data

    def decision(self, choose: Choose, seat: str, seen_state: object) -> Move:
        """Return what a bot does in a seat, by the state as that seat knows it."""
        choices = [
            self._choice(seen_state, choice)
            for choice in self._choices.choices(seen_state)
            if choice.data.get(SEAT) == seat
        ]
        mind = self._minds.setdefault(seat, Random(f"{self._seed}/{seat}"))  # noqa: S311 (a game)
        return choose(self.game.view(seen_state, 0, seat), choices, mind)

    def _choice(self, state: object, choice: Choice) -> BotChoice:
        narrowed = narrowing(self.game, state, choice)
        chance = self._is_chance(choice)
        return BotChoice(choice.type, choice.data, narrowed.draw, narrowed.events, chance)

    def draws_alone(self, state: object) -> bool:
        """Tell whether chance is due that no player rolls: the house draws it by itself."""
        choices = self._choices.choices(state)
        return bool(choices) and all(
            self._is_chance(choice) and SEAT not in choice.data for choice in choices
        )

    def _is_chance(self, choice: Choice) -> bool:
        chance = self.game.chance
        return not isinstance(chance, bool) and choice.type in chance

    def _drawn(self, state: object, legal: Sequence[Choice]) -> Iterator[Move]:
        """Yield legal moves at random; giving up is left to the last nearly always."""
        concessions = []
        for choice in self._dice.sample(legal, len(legal)):
            data = narrowing(self.game, state, choice).draw(self._dice)
            if data is None:
                continue
            if self._dice.random() > CONCESSIONS and self._concedes(state, choice, data):
                concessions.append((choice.type, data))
            else:
                yield choice.type, data
        yield from concessions

    def _concedes(self, state: object, choice: Choice, data: object) -> bool:
        """Return whether the game ends with an event in which there is nothing to choose."""
        if choice.open:
            return False
        then = self.game.copy_of(state)
        self.apply(then, self.event(choice.type, data), LONGEST)
        return self.game.final(then) is not None

    def apply(self, state: object, event: object, seq: int) -> None:
        self.game.judges[type(event)][1](state, event, seq)

    def event(self, type_: str, data: object) -> AnyEvent:
        entry = self.game.events[type_]
        return self.game.codec.read_event(type_, entry.version, Raw(json.encode(data)))


class WholeGames:
    """See `capabilities.Bot`."""

    def __init__(self, game: GameDefinition, setup: Setup) -> None:
        self._game, self._setup = game, setup

    def play(
        self,
        players: int,
        seed: int,
        chosen: Mapping[str, Value] | None = None,
        *,
        hidden: bool = False,
    ) -> Iterable[tuple[str, AnyEvent]]:
        """Play until the game is over, or nothing is legal any more."""
        game, house = self._game, House(self._game, str(seed))
        seats = self._setup.seats[:players]
        redact = game.need(VISIBILITY).redact
        apart = game.hidden and game.has(CHOOSE)
        full_state = game.new_state()
        states = {seat: game.new_state() for seat in seats} if apart else {}
        move: Move | None = (next(iter(game.events)), self._opening(seats, chosen or {}))
        for seq in range(1, LONGEST):
            if move is None:
                return
            event = house.event(*move)
            house.apply(full_state, event, seq)
            for seat, state in states.items():
                house.apply(state, redact(event, seat), seq)
            yield move[0], redact(event, seats[0]) if hidden and apart else event
            if game.final(full_state) is not None:
                return
            move = house.move(full_state, seats, lambda seat: states.get(seat, full_state))

    def _opening(self, seats: Sequence[str], chosen: Mapping[str, Value]) -> Any:
        players_named = [(seat, seat.replace("_", " ").capitalize()) for seat in seats]
        lacking = self._setup.still_to_say(seats, chosen)
        usual = {setting.name: setting.values[0] for setting in lacking}
        return self._setup.data(None, players_named, {**chosen, **usual}, {})


def simulated(
    game: GameDefinition,
    players: int,
    seed: int,
    chosen: Mapping[str, Value] | None = None,
    *,
    hidden: bool = False,
) -> bytes:
    """Let the bots of a game play, as `capabilities.Bot`; no record has a time or an author.

    Raises `RagamiError` `players-at-table` for too many or too few.
    """
    least, most = game.players
    if most and not least <= players <= most:
        raise RagamiError(
            "players-at-table", game=game.name, least=least, most=most, players=players
        )
    types = game.codec.types
    events = game.need(BOT).play(players, seed, chosen, hidden=hidden)
    return b"".join(
        encode_record(seq, name, types[name].version, None, None, data) + b"\n"
        for seq, (name, data) in enumerate(events, 1)
    )


class GamePlayed(Struct, frozen=True):
    """A game that bots have played: where it is, and how it ended."""

    game: str
    players: int
    seed: int
    records: int
    final: Fields | None
