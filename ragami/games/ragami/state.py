"""The state of a game of Ragami: what lies on the table, and whose turn it is.

Plain data, changed in place by the rules' `apply` functions and by nothing else. Derived
numbers that are needed at every event (how many cubes the supply has, which cards are certainly
used or in a hand) are kept, not worked out each time.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from ragami.games.ragami.components import CARDS, KINDS, DeckFile, DiceFile
from ragami.games.ragami.events import Colour, Options, Place, Ragami, Via
from ragami.games.ragami.rules.board import Board

Phase = Literal["setup", "turns", "preparation", "over"]

CUBES: Final = 30
DEMONS: Final = 6
CONFLICT_DICE: Final = 6
CHIPS: Final = 30
HAND_LIMIT: Final = 3
VIRTUE_MAX: Final = 6
POWER_CARD_6: Final = 6
LAST_PLACE_CARD: Final = 15


class Slot:
    """A card in a hand: its kind (None: unknown), the record and the turn that brought it."""

    __slots__ = ("card", "seq", "turn")

    def __init__(self, card: int | None, seq: int, turn: int) -> None:
        self.card = card
        self.seq = seq
        self.turn = turn


class Player:
    """The possessions of one player. `virtue_block` None: the Virtue die is off the board."""

    __slots__ = ("bonus", "colour", "cubes", "hand", "resolved", "virtue", "virtue_block", "vp")

    def __init__(self, colour: Colour) -> None:
        self.colour = colour
        self.vp = 0
        self.resolved = 0
        self.cubes = 0
        self.hand: list[Slot] = []
        self.virtue = 0
        self.virtue_block: str | None = None
        self.bonus = 0


class Due:
    """The step that comes next outside of turns: a type of event and, where it is fixed, who."""

    __slots__ = ("type", "who")

    def __init__(self, type: str, who: str | None = None) -> None:  # noqa: A002 (field's name)
        self.type = type
        self.who = who


class State:
    """One game between two events."""

    __slots__ = (
        "acted", "active", "board", "certain", "chips_demon", "chips_forbidden", "chips_neutral",
        "chips_resolved", "chips_seen", "conflicts", "converted", "cubes", "deck", "deck_left",
        "demons", "dice", "die_used", "due", "ended", "first", "forbidden", "hidden", "left_of",
        "names",
        "neutral_colour", "neutral_saints", "opened", "options", "passed", "phase", "players",
        "pool", "ragamis", "reach", "removed", "round", "saints", "seats", "space_dice",
        "supply_demons", "supply_dice", "title", "turn", "used", "used_count", "winners",
    )  # fmt: skip

    def __init__(self) -> None:
        self.opened = False
        self.phase: Phase = "setup"
        self.due: list[Due] = [Due("game_opened")]
        self.round = 0
        self.turn = 0
        self.first: Colour | None = None
        self.active: Colour | None = None
        self.die_used = False
        self.acted = False
        # Has the active player exchanged points in this turn?
        self.converted = False
        self.passed: list[Colour] = []
        self.ended: str | None = None
        # Has a card come into a hand that the log does not know?
        self.hidden = False
        self.winners: tuple[Colour, ...] = ()
        # Who sits there, and what the game is called: no rule asks for it.
        self.names: dict[str, str] = {}
        self.title: str | None = None

    def lay_out(
        self,
        seats: tuple[Colour, ...],
        neutral_colour: Colour | None,
        options: Options,
        board: Board,
        deck: DeckFile,
        dice: DiceFile,
    ) -> None:
        """Put everything into the supply, nobody on the board.

        R-SETUP-01, R-SETUP-02 and R-SETUP-03.
        """
        self.opened = True
        self.seats = seats
        self.left_of = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
        self.players: dict[Colour, Player] = {colour: Player(colour) for colour in seats}
        self.neutral_colour = neutral_colour
        self.options = options
        self.board = board
        self.deck = deck
        self.dice = dice
        # Asked for what pays for an action; of that only the spaces have a die.
        self.space_dice: dict[Via, int] = {"saint": 0, "draw": 0, "conflict": 0}
        self.ragamis: dict[Ragami, Place] = {}
        self.saints: dict[Colour, int] = {}
        self.neutral_saints: list[Colour] = []
        self.conflicts: dict[int, int] = {}
        self.demons: dict[int, int] = {}
        self.cubes = CUBES
        self.supply_demons = DEMONS
        self.supply_dice = CONFLICT_DICE
        self.pool = CHIPS
        self.chips_seen: set[int] = set()
        self.chips_demon: list[int] = []
        self.chips_neutral: list[int] = []
        self.chips_resolved: list[int] = []
        self.chips_forbidden: list[int] = []
        self.forbidden: set[Place] = set()
        self.reach: dict[Place, frozenset[Place]] = {}
        self._lay_out_cards()

    def _lay_out_cards(self) -> None:
        """Remove the kinds that are not played with before dealing (A-SETUP-06, A-OPT-01)."""
        out = []
        if len(self.seats) == 2:
            out.append(LAST_PLACE_CARD)
        if not self.options.power_die:
            out.append(POWER_CARD_6)
        self.removed = tuple(out)
        copies = self.deck.copies
        self.deck_left = CARDS - (sum(copies[kind] for kind in out) if copies else 0)
        self.used = [0] * (len(KINDS) + 1)
        self.used_count = 0
        # Per kind: in the used zone or certainly in a hand (A-LOG-03).
        self.certain = [0] * (len(KINDS) + 1)

    def order(self) -> tuple[Colour, ...]:
        """Return the players in turn order: clockwise from the first (R-TURN-02)."""
        if self.first is None:
            return self.seats
        at = self.seats.index(self.first)
        return self.seats[at:] + self.seats[:at]


# --- snapshots: what an undo goes back to ------------------------------------------------


# What the opening fixes for the whole game, and what is only kept because it is asked for often.
FIXED: Final = (
    *("opened", "seats", "left_of", "neutral_colour", "options"),
    *("board", "deck", "dice", "removed", "reach", "names", "title"),
)
CHANGING: Final = (
    *("phase", "round", "turn", "first", "active", "due", "passed", "ended", "winners"),
    *("die_used", "acted", "converted", "space_dice", "players", "hidden"),
    *("ragamis", "saints", "neutral_saints", "conflicts", "demons", "forbidden"),
    *("cubes", "supply_demons", "supply_dice", "deck_left", "used", "used_count", "certain"),
    *("pool", "chips_seen", "chips_demon", "chips_neutral", "chips_resolved", "chips_forbidden"),
)
OF_A_PLAYER: Final = ("vp", "resolved", "cubes", "hand", "virtue", "virtue_block", "bonus")
# What MessagePack has no form of its own for.
RESTORED_AS: Final = {"forbidden": set, "chips_seen": set, "winners": tuple}


def _values(part: Player | Slot | Due) -> list[Any]:
    if isinstance(part, Slot):
        return [part.card, part.seq, part.turn]
    if isinstance(part, Due):
        return [part.type, part.who]
    return [getattr(part, name) for name in OF_A_PLAYER]


_encoder: Final = msgspec.msgpack.Encoder(enc_hook=_values)


def pack(s: State) -> bytes:
    """Encode all that changes in a game that was opened."""
    return _encoder.encode([getattr(s, name) for name in CHANGING])


def unpack(packed: bytes, like: State) -> State:
    """Return the packed state; what the opening fixed comes from a state of the same game."""
    s = State()
    for name in FIXED:
        setattr(s, name, getattr(like, name))
    changing = dict(zip(CHANGING, msgspec.msgpack.decode(packed), strict=True))
    changing["due"] = [Due(*fields) for fields in changing["due"]]
    changing["players"] = {
        colour: _player(colour, values) for colour, values in changing["players"].items()
    }
    for name, kind in RESTORED_AS.items():
        changing[name] = kind(changing[name])
    for name, value in changing.items():
        setattr(s, name, value)
    s.reach = {}
    return s


def _player(colour: Colour, values: list[Any]) -> Player:
    player = Player(colour)
    fields = dict(zip(OF_A_PLAYER, values, strict=True))
    fields["hand"] = [Slot(*slot) for slot in fields["hand"]]
    for name, value in fields.items():
        setattr(player, name, value)
    return player
