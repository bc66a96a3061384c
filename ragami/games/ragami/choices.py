"""The legal choices of a position: those of the player whose turn it is, and what is due.

No rule is repeated here: cheap candidates come from the state, and the judges' own `check` decides
which of them are offered (`choices_due`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Any, Final

from msgspec.structs import replace

from ragami.decoded import Data
from ragami.game.choices.choice import Choice, Several
from ragami.games.ragami.choices_due import (
    WHEN_DUE,
    Choices,
    accepts,
    breaches,
    free,
    grouped,
    kinds,
    may_be_dealt,
)
from ragami.games.ragami.components import KINDS, SQUARES
from ragami.games.ragami.events import NEUTRAL, SPACES
from ragami.games.ragami.rules.action_dice import CARD_OF_EVENT
from ragami.games.ragami.rules.conflict import bare_attempt, needed, sources
from ragami.games.ragami.rules.drawing_cards import BY_CARD_11, BY_DIE
from ragami.games.ragami.rules.judge import EVENTS
from ragami.games.ragami.rules.points import CUBES_PER_VP, VIRTUE_PER_VP
from ragami.games.ragami.state import POWER_CARD_6, Player, State

# The card that is played by an event of this type; the others stand in what pays for an action.
CARD_OF: Final = {
    type_: CARD_OF_EVENT[struct] for type_, struct in EVENTS.items() if struct in CARD_OF_EVENT
}
MOVE_RAGAMI, CONFLICT_ACTION, EXTRA_ACTION, DRAW_CARDS = 5, 8, 9, 11
POWER_CARDS: Final = (6, 13, 14, 15)
TOGETHER: Final = ("R-CONF-17", "R-CONF-25", "R-C06-1")
"""The rules on an attempt as a whole: its points, the way out, a second roll for card 6."""


# --- cards in hidden hands, and what pays --------------------------------------------------


def _marked(player: Player, choices: Iterable[Choice], turn: int) -> Choices:
    """Name in each choice the cards that it plays and that no slot is known to hold."""
    in_hand = {slot.card for slot in player.hand}
    ready = {slot.card for slot in player.hand if slot.turn < turn}
    for choice in choices:
        discarded = set(choice.open.get("discarded", ())) - {None}
        cards = set(_cards_in(choice)) - ready | discarded - in_hand
        yield replace(choice, unknown_cards=tuple(sorted(cards))) if cards else choice


def _cards_in(choice: Choice) -> Iterator[int]:
    """Yield the cards that a choice plays: by its type, its payment, and its fields."""
    if choice.type in CARD_OF:
        yield CARD_OF[choice.type]
    for via in (choice.data.get("via"), *choice.open.get("via", ())):
        if isinstance(via, dict):
            yield via["card"]
    if choice.type == "card_traded":
        yield from choice.open["card"]
    if choice.type == "conflict_tried":
        yield from (card for cards in choice.open["cards"] for card in cards)


def _may_hold(player: Player, card: int) -> bool:
    return any(slot.card in (card, None) for slot in player.hand)


def _ways_to_pay(s: State, player: Player, spaces: Iterable[str], *cards: int) -> list[object]:
    """Return candidates for `via`: dice, cards, and card 9 for any of the spaces."""
    usable: list[object] = [space for space in SPACES if s.space_dice[space]]
    ways: list[object] = [] if s.die_used else [space for space in spaces if space in usable]
    ways += [{"card": card} for card in cards if _may_hold(player, card)]
    if _may_hold(player, EXTRA_ACTION):
        for space, lower in product(spaces, usable or [None]):
            ways.append({"card": EXTRA_ACTION, "space": space, "lower": lower})
    return ways


# --- actions --------------------------------------------------------------------


def _ragami_moved(s: State, player: Player) -> Choices:
    ways = _ways_to_pay(s, player, SPACES, MOVE_RAGAMI)
    places = [*SQUARES, *s.board.blocks]
    for ragami in (player.colour, NEUTRAL):
        if ragami in s.ragamis:
            data = {"player": player.colour, "ragami": ragami}
            yield from free(s, "ragami_moved", data, {"via": ways, "to": places})


def _saint_and_demon_moved(s: State, player: Player) -> Choices:
    """Offer the die action; the ways of the Demons are worked out once for all Saints."""
    ways = _ways_to_pay(s, player, ["saint"])
    demons = [{"from": start, "to": to} for start in (None, *s.demons) for to in SQUARES]
    for saint in s.saints:
        data = {"player": player.colour, "saint": saint}
        fields = {"via": ways, "to": SQUARES, "demon": demons}
        for choice in free(s, "saint_and_demon_moved", data, fields):
            demons = choice.open["demon"]
            choice.open["demon"] = grouped(demons, "from")
            yield choice


def _cards_drawn(s: State, player: Player) -> Choices:
    """Offer a draw for each way to pay: it decides whether a card has to go first."""
    for via in _ways_to_pay(s, player, ["draw"], DRAW_CARDS):
        up, kept_count = BY_CARD_11 if via == {"card": DRAW_CARDS} else BY_DIE
        data = {"player": player.colour, "via": via}

        def dealt(
            rejected: list[int], in_hand: list[Any], first: object, data: Data = data
        ) -> Data:
            return data | {"discarded": first, "rejected": rejected, "kept": in_hand}

        deals = {
            first: partial(dealt, first=first)
            for first in (None, *KINDS)
            if first is None or _may_hold(player, first)
        }
        deals = {
            first: deal
            for first, deal in deals.items()
            if may_be_dealt(s, "cards_drawn", deal, [], up, [None] * kept_count)
        }
        if not deals:
            continue
        rejected, in_hand = kinds(s, "cards_drawn", deals.values(), up, kept_count)
        fields: dict[str, object] = {
            "discarded": list(deals),
            "rejected": Several(up, up, rejected, repeat=True),
            "kept": Several(kept_count, kept_count, in_hand, repeat=True),
        }
        yield Choice("cards_drawn", data, fields, joint=True)


def _conflict_tried(s: State, player: Player) -> Choices:
    square = s.ragamis[player.colour]
    if square not in s.conflicts:
        return
    assert isinstance(square, int)
    hands = [
        list(cards)
        for number in range(len(player.hand) + 1)
        for cards in combinations_with_replacement(POWER_CARDS, number)
        if all(_may_hold(player, card) for card in cards) and _go_together(s, cards)
    ]
    for via in _ways_to_pay(s, player, ["conflict"], CONFLICT_ACTION):
        data = {"player": player.colour, "via": via}
        yield from _attempt(s, player, square, data, hands)


def _go_together(s: State, cards: Sequence[int]) -> bool:
    """Check that there is one card 6 (R-C06-1) and one red triangle (R-CONF-24) at most.

    Of a hand that nobody has seen that leaves a few of hundreds.
    """
    red = sum(card in s.deck.red_triangle for card in cards)
    return cards.count(POWER_CARD_6) <= 1 and red <= 1


def _attempt(s: State, player: Player, square: int, data: Data, hands: list[list[int]]) -> Choices:
    """Yield the choices of an attempt: resources, Power die rolls, a block to withdraw to."""
    bare = {"cubes": 0, "virtue": 0, "cards": [], "power_rolls": [], "withdraw_to": None}

    def may_be(**spent: Any) -> bool:
        """Return True if no resource is wrong by itself."""
        attempt = breaches(s, "conflict_tried", data | bare | spent)
        return all(breach.rule in TOGETHER for breach in attempt)

    if not may_be():
        return
    near = sorted(s.board.blocks_at[square])
    faces = sorted(set(s.dice.power))
    outcomes = [(0, 0, None), *product((1, 2), (faces[-1], faces[0]), (None, near[0]))]
    hands = [hand for hand in hands if may_be(cards=hand)]
    cubes = [n for n in range(player.cubes + 1) if may_be(cubes=n)]
    virtue = [n for n in range(player.virtue + 1) if may_be(virtue=n)]
    # More cubes, more Virtue and a better roll only help: of Virtue the ends will do.
    tried: dict[str, list[Any]] = {
        "cards": hands,
        "cubes": cubes[::-1],
        "virtue": [virtue[-1], 0],
        "outcome": [end for end in outcomes if may_be(power_rolls=[end[1]] * end[0])],
    }
    ends = _possible(s, data, tried, "outcome", tried["outcome"])
    if not ends:
        return
    rolls = sorted({number for number, _, _ in ends})
    failing, winning = (any((out is None) is won for _, _, out in ends) for won in (False, True))
    fields: Data = {
        "cubes": _possible(s, data, tried, "cubes", cubes),
        "virtue": _possible(s, data, tried, "virtue", virtue),
        "cards": _possible(s, data, tried, "cards", hands),
        "power_rolls": Several(rolls[0], rolls[-1], faces if rolls[-1] else [], repeat=True),
        "withdraw_to": [None] * winning + near * failing,
    }
    # The Power Points that the attempt needs, and those there before anything is committed.
    facts: Data = {
        "square": square,
        "needs": needed(s, square),
        "given": sources(s, bare_attempt(player), player, square),
        "without_roll": rolls[0] == 0,
    }
    yield Choice("conflict_tried", data, fields, joint=True, facts=facts)


def _possible(
    s: State, data: Data, tried: dict[str, list[Any]], name: str, values: Iterable[object]
) -> list[Any]:
    """Return the values of a field that are part of some legal attempt."""

    def stands(cards: list[int], cubes: int, virtue: int, outcome: tuple[int, int, Any]) -> bool:
        rolls, face, out = outcome
        spent = {"cubes": cubes, "virtue": virtue, "cards": cards}
        rolled = {"power_rolls": [face] * rolls, "withdraw_to": out}
        return accepts(s, "conflict_tried", data | spent | rolled)

    return [
        value
        for value in values
        if any(stands(*args) for args in product(*(tried | {name: [value]}).values()))
    ]


# --- cards ----------------------------------------------------------------------


def _saints_moved(s: State, player: Player) -> Choices:
    pairs = [{"saint": saint, "to": to} for saint in s.saints for to in SQUARES]
    return _moved(s, player, "saints_moved", "saints", pairs)


def _demons_moved(s: State, player: Player) -> Choices:
    pairs = [{"from": start, "to": to} for start in s.demons for to in SQUARES]
    return _moved(s, player, "demons_moved", "demons", pairs)


def _moved(s: State, player: Player, type_: str, field: str, pairs: list[Data]) -> Choices:
    """Offer cards 1 and 2: one piece or two different ones."""
    fixed = {"player": player.colour}
    if not _may_hold(player, CARD_OF[type_]):
        return
    fit = [pair for pair in pairs if accepts(s, type_, fixed | {field: [pair]})]
    if not fit:
        return
    pieces = grouped(fit, next(iter(fit[0])))
    if field == "demons":
        pieces = [piece for piece in pieces for _ in range(s.demons[piece["from"]])]
    yield Choice(type_, fixed, {field: Several(1, min(2, len(pieces)), pieces)})


def _conflict_die_turned(s: State, player: Player) -> Choices:
    for square in sorted(s.conflicts):
        data = {"player": player.colour, "square": square}
        yield from free(s, "conflict_die_turned", data, {"change": (-2, -1, 1, 2)})


Offer = Callable[[State, Player], Choices]
Values = Callable[[State, Player], Iterable[Any]]


def _says(type_: str, **fields: Values) -> Offer:
    """Return an offer of an event with the player and the values of these fields."""
    return lambda s, player: free(
        s,
        type_,
        {"player": player.colour},
        {name.rstrip("_"): values(s, player) for name, values in fields.items()},
    )


OFFERS: Final[tuple[Offer, ...]] = (
    _ragami_moved,
    _saint_and_demon_moved,
    _cards_drawn,
    _conflict_tried,
    _saints_moved,
    _demons_moved,
    _says("ragamis_swapped", with_=lambda s, _player: s.seats),
    _says("cubes_gathered"),
    _conflict_die_turned,
    _says("last_player_raised"),
    _says("virtue_die_moved", block=lambda s, _player: s.board.blocks),
    _says("card_traded", card=lambda _s, _player: KINDS),
    _says("cubes_converted", vp=lambda _s, player: range(1, player.cubes // CUBES_PER_VP + 1)),
    _says("virtue_converted", vp=lambda _s, player: range(1, player.virtue // VIRTUE_PER_VP + 1)),
    _says("turn_ended"),
    _says("passed"),
)


# --- all of them ---------------------------------------------------------------------------


def never_due(s: State) -> list[Choice]:
    """Return the choices of hidden cards to show."""
    return [
        Choice("revealed", {"player": colour}, {"card": list(KINDS), "seq": seqs})
        for colour, player in (s.players.items() if s.opened else ())
        if (seqs := sorted({slot.seq for slot in player.hand if slot.card is None}))
    ]


def choices(s: State) -> list[Choice]:
    """Return every event that `check` accepts now, as choices; none when the game is over."""
    if s.phase != "turns":
        return [choice for due in s.due[:1] for choice in WHEN_DUE[due.type](s)]
    assert s.active is not None
    player = s.players[s.active]
    return [choice for offer in OFFERS for choice in _marked(player, offer(s, player), s.turn)]
