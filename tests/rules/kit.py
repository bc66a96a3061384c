"""A position set up piece by piece, an event that is judged, a refusal that is told.

    table = Table("YGBP").ragamis(yellow=20).demons({28: 1})
    table.do("ragami_moved", to=28)
    table.refuse("ragami_moved", to=30, rule="R-TURN-07")

What a test does not say of an event stands in `USUAL`; who acts is the active player, outside of
turns the one who is due.
"""

from __future__ import annotations

import json
from typing import Any, Final, Self

import msgspec

from ragami.findings import Breach
from ragami.game import game_named
from ragami.games.ragami import events as ev
from ragami.games.ragami import shipped
from ragami.games.ragami.components import BoardFile, DeckFile, DiceFile
from ragami.games.ragami.events import COLOURS, Colour, Options
from ragami.games.ragami.rules.judge import EVENTS
from ragami.games.ragami.state import Player, Slot, State
from ragami.games.ragami.words import RULEBOOK
from tests.rules.oracle import check_invariants, snapshot
from tests.rules.remembered import hold

SEATS: Final[dict[str, Colour]] = {"Y": "yellow", "G": "green", "B": "blue", "P": "purple"}
ABSENT: Final = object()  # a key that is to be left out
ANY: Final = object()  # a ruling that the test does not look at
# Where a Saint stands when a test does not say: a corner of the city.
SAINT_AT: Final[dict[Colour, int]] = {"yellow": 8, "green": 9, "blue": 10, "purple": 11}

CARD_5: Final = {"card": 5}
CARD_8: Final = {"card": 8}
CARD_11: Final = {"card": 11}

USUAL: Final[dict[str, dict[str, Any]]] = {
    "ragami_moved": {"via": "draw"},
    "saint_and_demon_moved": {"via": "saint", "demon": {"from": None, "to": 1}},
    "cards_drawn": {"via": "draw", "discarded": None, "rejected": [1, 2], "kept": [3]},
    "conflict_tried": {
        "via": "conflict",
        "cubes": 0,
        "virtue": 0,
        "cards": [],
        "power_rolls": [],
        "withdraw_to": None,
    },
    "starting_card_kept": {"discarded": [1, 2], "kept": 3},
    "action_dice_set": {
        "rolls": [2, 3, 4],
        "spaces": {"saint": 2, "draw": 3, "conflict": 4},
        "demons": [],
    },
    "virtue_step": {"vp": 0, "block": None},
}


def card_9(space: str, lower: str | None) -> dict[str, Any]:
    """Card 9 for an action of `space`; the die on `lower` goes down."""
    return {"card": 9, "space": space, "lower": lower}


def conflicts_on(*squares: int, die: int = 2) -> list[dict[str, int]]:
    return [{"square": square, "die": die} for square in squares]


def rolled(rolls: list[int], spaces: list[int], *demons: int) -> dict[str, Any]:
    """Action dice as rolled, as placed for Saint, draw and conflict, and the Demons of red 1s."""
    placed = dict(zip(ev.SPACES, spaces, strict=True))
    return {"rolls": rolls, "spaces": placed, "demons": list(demons)}


def custom_deck(**parts: Any) -> DeckFile:
    """The deck that ships, with other parts."""
    return msgspec.structs.replace(shipped.deck("deck-1"), name="custom", **parts)


def plain(data: dict[str, Any]) -> dict[str, Any]:
    """Keywords as the keys of an event: `with_` is `with`; what is `ABSENT` goes."""
    return {key.rstrip("_"): value for key, value in data.items() if value is not ABSENT}


class Play:
    """A game between two events, judged by the real codec, checks and applies."""

    def __init__(self) -> None:
        self.state = State()
        self.seq = 0

    # --- when --------------------------------------------------------------------------

    def do(self, type_: str, /, **data: Any) -> Self:
        """An event that must be legal; afterwards nothing may have come or gone."""
        event = self.read(type_, data)
        assert not isinstance(event, Breach), f"{type_} is malformed: {event.facts}"
        wrong = self.judge(event)
        assert not wrong, f"{type_} is refused: {wrong}"
        self.seq += 1
        game_named("ragami").judges[type(event)][1](self.state, event, self.seq)
        check_invariants(self.state)
        return self

    def refuse(self, type_: str, /, *, rule: str, ruling: Any = ANY, **data: Any) -> Breach:
        """An event whose verdict is `rule` (and `ruling`); returns the verdict with its facts."""
        event = self.read(type_, data)
        wrong = [event] if isinstance(event, Breach) else self.judge(event)
        assert wrong, f"{type_} is accepted; expected {rule}"
        verdict: Breach = wrong[0]
        assert verdict.rule == rule, wrong
        if ruling is not ANY:
            assert verdict.ruling == ruling, wrong
        self._check_says_option(verdict)
        hold(wrong)
        return verdict

    def breaches(self, type_: str, /, **data: Any) -> list[str]:
        """All rules that an event breaks, the verdict first."""
        event = self.read(type_, data)
        return [one.rule for one in ([event] if isinstance(event, Breach) else self.judge(event))]

    def read(self, type_: str, data: dict[str, Any]) -> Any:
        """The event as the codec reads it from JSON, or why it is malformed (R-LOG-01)."""
        whole = USUAL.get(type_, {}) | data
        fields = EVENTS[type_].__struct_fields__
        if "player" in fields and "player" not in whole:
            whole["player"] = self.state.active or self._due_by(type_)
        if type_ == "ragami_moved" and "ragami" not in whole:
            whole["ragami"] = whole["player"]
        body = json.dumps(plain(whole)).encode()
        return game_named("ragami").codec.read_event(type_, 1, msgspec.Raw(body))

    def _due_by(self, type_: str) -> str:
        due = self.state.due if self.state.opened else []
        return next((each.who for each in due if each.type == type_ and each.who), "yellow")

    def judge(self, event: Any) -> list[Breach]:
        """All that is wrong with an event. Judging changes nothing."""
        before = snapshot(self.state)
        wrong = game_named("ragami").judges[type(event)][0](self.state, event)
        assert snapshot(self.state) == before, "check changed the state"
        return wrong

    def _check_says_option(self, verdict: Breach) -> None:
        """A verdict that rests on an option says its value (docs/contract.md)."""
        option = RULEBOOK.rules()[verdict.ruling].option if verdict.ruling else None
        if option:
            assert verdict.facts.get(option) == getattr(self.state.options, option), verdict

    # --- then --------------------------------------------------------------------------

    def view(self, viewer: str | None = None) -> dict[str, Any]:
        """The position as `show --json` prints it."""
        return game_named("ragami").view(self.state, self.seq, viewer)

    def player(self, colour: str) -> dict[str, Any]:
        """What the view says of a player."""
        found: dict[str, Any] = self.view()["players"][colour]
        return found

    def of_all(self, what: str) -> list[Any]:
        """One thing of every player, in the order of the seats."""
        return [player[what] for player in self.view()["players"].values()]

    @property
    def final(self) -> dict[str, Any]:
        """The result; an `AssertionError` while the game goes on."""
        result = game_named("ragami").final(self.state)
        assert result is not None, "the game is not over"
        return result

    @property
    def due(self) -> list[str]:
        """The types of the events that are due outside of turns, with who must act."""
        return [f"{due.type} {due.who or ''}".strip() for due in self.state.due]

    # --- a whole round -----------------------------------------------------------------

    def everybody_passes(self) -> Self:
        """Every player who still plays in this round passes."""
        while self.state.phase == "turns":
            self.do("passed")
        return self

    def new_conflicts(self) -> Self:
        """Step 4: a 1 for every die and chip that there is, on squares not named yet."""
        if self.due[0] == "conflicts_drawn":
            dice = min(self.state.supply_dice, self.state.pool)
            free = [square for square in range(1, 31) if square not in self.state.chips_seen]
            self.do("conflicts_drawn", conflicts=conflicts_on(*free[:dice], die=1))
        return self

    def step_5(self) -> Self:
        """The round ends, and its preparation goes on until players may use Virtue dice."""
        return self.everybody_passes().new_conflicts()

    def next_round(self) -> Self:
        """The round ends, and the next begins; nobody uses his Virtue die."""
        return self.step_5().do("action_dice_set")


class Table(Play):
    """A position in the first turn of round 1, to be changed before the first event.

    Until a test says otherwise: every Ragami on Q1, Saints in a corner, nothing else on the
    board, empty hands, 2 on each Action die.
    """

    def __init__(
        self,
        seats: str = "YGBP",
        *,
        first: Colour = "yellow",
        neutral: Colour | None = None,
        board: BoardFile | str = "city-1",
        deck: DeckFile | str = "deck-1",
        dice: DiceFile | str = "dice-1",
        **options: Any,
    ) -> None:
        super().__init__()
        colours = tuple(SEATS[initial] for initial in seats)
        s = self.state
        s.lay_out(
            colours,
            neutral,
            msgspec.convert(options, Options),
            *shipped.load(ev.Components(board, deck, dice)),
        )
        s.phase, s.due = "turns", []
        s.round = s.turn = 1
        s.first = s.active = first
        s.ragamis = dict.fromkeys(colours, "Q1")
        if neutral:
            s.ragamis["neutral"] = "Q1"
        s.saints = dict(SAINT_AT)
        s.neutral_saints = [colour for colour in COLOURS if colour not in colours]
        if s.options.neutral_saint_chip == "out":
            for saint in s.neutral_saints:
                self._draw_chip(SAINT_AT[saint], s.chips_neutral)
        self.dice(saint=2, draw=2, conflict=2)

    # --- given: on the board -----------------------------------------------------------

    def ragamis(self, **places: int | str) -> Self:
        self.state.ragamis.update(places)  # type: ignore[arg-type]
        return self

    def saints(self, **squares: int) -> Self:
        self.state.saints.update(squares)  # type: ignore[arg-type]
        return self

    def virtue(self, **dice: tuple[str, int]) -> Self:
        """Virtue dice: block and value, by colour."""
        for colour, (block, value) in dice.items():
            player = self._player(colour)
            player.virtue_block, player.virtue = block, value
        return self

    def conflicts(self, dice: dict[int, int]) -> Self:
        """Conflict dice with their chips: square and value."""
        for square, die in dice.items():
            self._draw_chip(square)
            self.state.conflicts[square] = die
            self.state.supply_dice -= 1
        return self

    def demons(self, counts: dict[int, int]) -> Self:
        """Demons by square; the others are in the supply."""
        self.state.demons = dict(counts)
        self.state.supply_demons = 6 - sum(counts.values())
        return self

    def forbidden(self, *squares: int) -> Self:
        for square in squares:
            self._draw_chip(square, self.state.chips_forbidden)
            self.state.forbidden.add(square)
        return self

    def resolved_at(self, *squares: int) -> Self:
        """Chips that stayed where a conflict was resolved."""
        for square in squares:
            self._draw_chip(square, self.state.chips_resolved)
        return self

    def pool(self, chips: int) -> Self:
        """So many chips are left: the others lie beside conflicts that were resolved."""
        for square in range(30, 0, -1):
            if self.state.pool == chips:
                break
            if square not in self.state.chips_seen:
                self.resolved_at(square)
        assert self.state.pool == chips
        return self

    def _draw_chip(self, square: int, where: list[int] | None = None) -> None:
        assert square not in self.state.chips_seen, f"chip {square} is out already"
        self.state.chips_seen.add(square)
        self.state.pool -= 1
        if where is not None:
            where.append(square)

    # --- given: what players have ------------------------------------------------------

    def vp(self, **points: int) -> Self:
        return self._set("vp", points)

    def resolved(self, **counts: int) -> Self:
        return self._set("resolved", counts)

    def cubes(self, **counts: int) -> Self:
        self._set("cubes", counts)
        self.state.cubes = 30 - sum(player.cubes for player in self.state.players.values())
        return self

    def hand(self, colour: str, *cards: int | None, seq: int = 1) -> Self:
        """Cards (None: unknown) that the record `seq` brought before the first turn."""
        return self._deal(colour, cards, seq, turn=0)

    def just_drawn(self, colour: str, *cards: int | None, seq: int = 1) -> Self:
        """Cards that came to the hand in this turn."""
        return self._deal(colour, cards, seq, turn=self.state.turn)

    def used(self, *cards: int) -> Self:
        """Cards from the deck in the used zone."""
        for card in cards:
            self.state.used[card] += 1
            self.state.certain[card] += 1
        self.state.used_count += len(cards)
        self.state.deck_left -= len(cards)
        return self

    def _deal(self, colour: str, cards: tuple[int | None, ...], seq: int, turn: int) -> Self:
        for card in cards:
            self._player(colour).hand.append(Slot(card, seq, turn))
            if card is not None:
                self.state.certain[card] += 1
        self.state.deck_left -= len(cards)
        return self

    def _set(self, what: str, values: dict[str, int]) -> Self:
        for colour, value in values.items():
            setattr(self._player(colour), what, value)
        return self

    def _player(self, colour: str) -> Player:
        return self.state.players[colour]  # type: ignore[index]

    # --- given: the turn ---------------------------------------------------------------

    def dice(self, *, saint: int, draw: int, conflict: int) -> Self:
        self.state.space_dice = {"saint": saint, "draw": draw, "conflict": conflict}
        return self

    def turn_of(self, colour: Colour) -> Self:
        self.state.active = colour
        return self

    def passed(self, *colours: Colour) -> Self:
        self.state.passed = list(colours)
        return self
