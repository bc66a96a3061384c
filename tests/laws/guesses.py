"""Guesses at what may come next: cheap, often right, and the judge says which are.

Made apart from `ragami.games.ragami.choices`, so that neither hides what the other misses.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from ragami.games.ragami import shipped
from ragami.games.ragami.events import COLOURS, NEUTRAL, SPACES
from ragami.games.ragami.rules.judge import EVENTS
from ragami.games.ragami.state import Player, State
from tests.rules.logs import game_opened

Data = dict[str, Any]

SQUARES: Final = range(1, 31)
BLOCKS: Final = shipped.board("city-1").blocks
KINDS: Final = range(1, 16)
POWER_CARDS: Final = (6, 13, 14, 15)
# How likely an event is guessed in a turn; those not named here: 1.
LIKELY: Final = {
    "conflict_tried": 10.0,
    "ragami_moved": 3.0,
    "saint_and_demon_moved": 3.0,
    "cards_drawn": 3.0,
    "saints_moved": 4.0,
    "demons_moved": 4.0,
    "ragamis_swapped": 2.0,
    "conflict_die_turned": 2.0,
    "last_player_raised": 2.0,
    "card_traded": 0.1,
    "cubes_converted": 0.1,
    "virtue_converted": 0.1,
    "turn_ended": 0.7,
    "passed": 0.1,
}
# The card that is played by an event of this type.
CARD_OF: Final = {
    "saints_moved": 1,
    "demons_moved": 2,
    "ragamis_swapped": 3,
    "cubes_gathered": 4,
    "conflict_die_turned": 7,
    "last_player_raised": 10,
    "virtue_die_moved": 12,
}
# Options that are not the default, one of which is taken where a table differs.
UNUSUAL: Final[dict[str, tuple[Any, ...]]] = {
    "pass_policy": ("reenter",),
    "power_die": (False,),
    "neutral_ragami": (False,),
    "neutral_mover": ("any_ragami_move",),
    "neutral_helper_cubes": ("resolver", "opponent"),
    "final_growth_and_conversion": (True,),
    "final_virtue_conversion": (True,),
    "bonus_ranking": ("standard",),
    "bonus_min_conflicts": (1,),
    "chips_out_in_preparation": ("end_now",),
    "neutral_saint_chip": ("returned",),
    "card11_other_cards": ("exactly_one",),
    "refund_power_card_cost": (False,),
    "hopeless_attempt": ("forbid",),
    "movement_check": ("endpoints_only", "off"),
}
ODD_TABLE: Final = 0.15
ODD_DECK: Final = {
    "name": "any",
    "verified": True,
    "copies": None,
    "red_triangle": [6, 13, 14],
    "white_cube": [1, 2, 3, 4, 5, 10],
}


def opening(rng: Random) -> Data:
    """The data of record 1: two to four players; some options and parts are not the usual ones."""
    seats = "".join(rng.sample("YGBP", rng.randint(2, 4)))
    options = {
        name: rng.choice(values) for name, values in UNUSUAL.items() if rng.random() < ODD_TABLE
    }
    deck = ODD_DECK if rng.random() < ODD_TABLE else "deck-1"
    parts = {"board": "city-1", "deck": deck, "dice": "dice-1"}
    return game_opened(seats, options=options, components=parts)


def guess(s: State, rng: Random) -> tuple[str, Data]:
    """An event that may be due, or may be done in a turn; the game must not be over."""
    if not s.opened:
        return "game_opened", opening(rng)
    if s.phase == "turns":
        assert s.active is not None
        return _in_turn(s, s.players[s.active], rng)
    due = s.due[0]
    if due.type == "virtue_step" and rng.random() < 0.5:
        due = s.due[-1]
    who = due.who or rng.choice(s.seats)
    return due.type, WHEN_DUE[due.type](s, who, rng)


# --- in a turn -----------------------------------------------------------------------------


def _in_turn(s: State, player: Player, rng: Random) -> tuple[str, Data]:
    types = [type_ for type_ in TURN_TYPES if _may_be(type_, s, player)]
    type_ = rng.choices(types, [LIKELY.get(each, 1.0) for each in types])[0]
    fill = IN_TURN.get(type_)
    data: Data = {"player": player.colour}
    return type_, data | fill(s, player, rng) if fill else data


def _may_be(type_: str, s: State, player: Player) -> bool:
    """What is hopeless is not guessed at."""
    if type_ in CARD_OF:
        return may_play(CARD_OF[type_], s, player)
    if type_ == "conflict_tried":
        return s.ragamis[player.colour] in s.conflicts
    return s.acted if type_ == "turn_ended" else not s.acted if type_ == "passed" else True


def may_play(card: int, s: State, player: Player) -> bool:
    """May a slot from before this turn hold this card?"""
    return any(slot.turn < s.turn and slot.card in (card, None) for slot in player.hand)


def card_in(player: Player, rng: Random) -> int:
    return rng.choice([slot.card or rng.choice(KINDS) for slot in player.hand] or [1])


def via(s: State, player: Player, rng: Random, spaces: tuple[str, ...], *cards: int) -> Any:
    """A card if there is one, or a die of some spaces."""
    ways: list[Any] = [{"card": card} for card in cards if may_play(card, s, player)]
    if may_play(9, s, player):
        left: list[Any] = [space for space in SPACES if s.space_dice[space]] or [None]
        ways.append({"card": 9, "space": rng.choice(spaces), "lower": rng.choice(left)})
    return rng.choice(ways or spaces)


def _conflict_tried(s: State, player: Player, rng: Random) -> Data:
    cards = [slot.card or rng.choice(POWER_CARDS) for slot in player.hand]
    committed = [card for card in cards if card in POWER_CARDS and rng.random() < 0.7]
    rolls = 2 if POWER_CARDS[0] in committed else rng.randint(0, 1)
    place = s.ragamis[player.colour]
    near = sorted(s.board.blocks_at[place]) if isinstance(place, int) else []
    return {
        "via": via(s, player, rng, ("conflict",), 8),
        "cubes": rng.choice([rng.randint(0, player.cubes), player.cubes]),
        "virtue": rng.choice([0, player.virtue]),
        "cards": committed,
        "power_rolls": rng.choices(s.dice.power, k=rolls),
        "withdraw_to": rng.choice([None, *near]),
    }


def _ragami_moved(s: State, player: Player, rng: Random) -> Data:
    to_conflict = s.conflicts and rng.random() < 0.8
    places = [*s.conflicts] if to_conflict else [*SQUARES, *BLOCKS]
    ragami = NEUTRAL if rng.random() < 0.1 else player.colour
    return {"via": via(s, player, rng, SPACES, 5), "ragami": ragami, "to": rng.choice(places)}


def _saint_and_demon_moved(s: State, player: Player, rng: Random) -> Data:
    demon = {"from": rng.choice([*s.demons, None]), "to": rng.choice(SQUARES)}
    saint = {"saint": rng.choice(COLOURS), "to": rng.choice(SQUARES)}
    return {"via": via(s, player, rng, ("saint",)), **saint, "demon": demon}


def _cards_drawn(s: State, player: Player, rng: Random) -> Data:
    paid = via(s, player, rng, ("draw",), 11)
    up, kept = (1, 2) if paid == {"card": 11} else (2, 1)
    full = len(player.hand) >= 3
    return {
        "via": paid,
        "discarded": card_in(player, rng) if full else None,
        "rejected": rng.choices(KINDS, k=up),
        "kept": rng.choices(KINDS, k=kept),
    }


def _saints_moved(_: State, __: Player, rng: Random) -> Data:
    saints = rng.sample(COLOURS, rng.randint(1, 2))
    return {"saints": [{"saint": saint, "to": rng.choice(SQUARES)} for saint in saints]}


def _demons_moved(s: State, _: Player, rng: Random) -> Data:
    starts = rng.choices([*s.demons, 1], k=rng.randint(1, 2))
    return {"demons": [{"from": start, "to": rng.choice(SQUARES)} for start in starts]}


IN_TURN: Final[dict[str, Callable[[State, Player, Random], Data]]] = {
    "conflict_tried": _conflict_tried,
    "ragami_moved": _ragami_moved,
    "saint_and_demon_moved": _saint_and_demon_moved,
    "cards_drawn": _cards_drawn,
    "saints_moved": _saints_moved,
    "demons_moved": _demons_moved,
    "ragamis_swapped": lambda s, _, rng: {"with": rng.choice(s.seats)},
    "conflict_die_turned": lambda s, _, rng: {
        "square": rng.choice([*s.conflicts, 1]),
        "change": rng.choice([-2, -1, 1, 2]),
    },
    "virtue_die_moved": lambda _, __, rng: {"block": rng.choice(BLOCKS)},
    "card_traded": lambda _, player, rng: {"card": card_in(player, rng)},
    "cubes_converted": lambda _, player, rng: {"vp": rng.randint(1, 1 + player.cubes // 2)},
    "virtue_converted": lambda _, player, rng: {"vp": rng.randint(1, 1 + player.virtue // 3)},
}


# --- when something is due -----------------------------------------------------------------


def _chips(s: State, number: int, rng: Random) -> list[int]:
    """So many squares that no chip has named yet."""
    return rng.sample([square for square in SQUARES if square not in s.chips_seen], number)


def _conflicts(s: State, number: int, rng: Random) -> Data:
    squares = _chips(s, number, rng)
    return {"conflicts": [{"square": square, "die": rng.randint(1, 6)} for square in squares]}


def _neutral_saints_seeded(s: State, _: str, rng: Random) -> Data:
    saints = [colour for colour in COLOURS if colour not in s.players]
    squares = _chips(s, len(saints), rng)
    pairs = zip(saints, squares, strict=True)
    return {"saints": [{"saint": saint, "square": square} for saint, square in pairs]}


def _action_dice_set(s: State, who: str, rng: Random) -> Data:
    rolls = rng.choices(s.dice.action, k=3)
    reds = rolls.count(1)
    values = [roll if roll != 1 else rng.choice([2, 3, 4, 5]) for roll in rolls]
    rng.shuffle(values)
    return {
        "player": who,
        "rolls": rolls,
        "spaces": dict(zip(SPACES, values, strict=True)),
        "demons": rng.choices(SQUARES, k=min(reds, s.supply_demons)),
    }


def _virtue_step(_: State, who: str, rng: Random) -> Data:
    return {"player": who, "vp": rng.choice([0, 0, 1, 2]), "block": rng.choice([None, *BLOCKS])}


WHEN_DUE: Final[dict[str, Callable[[State, str, Random], Data]]] = {
    "conflicts_seeded": lambda s, _, rng: _conflicts(s, 6, rng),
    "demons_seeded": lambda s, _, rng: {"squares": _chips(s, 4, rng)},
    "neutral_saints_seeded": _neutral_saints_seeded,
    "first_player_drawn": lambda s, _, rng: {"player": rng.choice(s.seats)},
    "starting_card_kept": lambda _, who, rng: {
        "player": who,
        "discarded": rng.choices(KINDS, k=2),
        "kept": rng.choice(KINDS),
    },
    "saint_set": lambda _, who, rng: {"player": who, "square": rng.choice(SQUARES)},
    "virtue_set": lambda _, who, rng: {"player": who, "block": rng.choice(BLOCKS)},
    "ragami_set": lambda _, who, rng: {"ragami": who, "block": rng.choice(BLOCKS)},
    "action_dice_set": _action_dice_set,
    "ragami_displaced": lambda _, who, rng: {"ragami": who, "block": rng.choice(BLOCKS)},
    "conflicts_drawn": lambda s, _, rng: _conflicts(s, min(s.supply_dice, s.pool), rng),
    "virtue_step": _virtue_step,
}
TURN_TYPES: Final = [type_ for type_ in EVENTS if type_ not in {*WHEN_DUE, "game_opened"}]
