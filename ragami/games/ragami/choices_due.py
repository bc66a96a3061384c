"""From candidates to choices, by the judges' own `check`; and the choices outside of turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any, Final

from msgspec import convert

from ragami.decoded import Data
from ragami.findings import Breaches
from ragami.game.choices.choice import Choice, Several
from ragami.game.opening import option_values
from ragami.games.ragami.chance import CONFLICT_FACES
from ragami.games.ragami.components import KINDS, SQUARES
from ragami.games.ragami.events import COLOURS, SPACES, Options
from ragami.games.ragami.rules.action_dice import RED
from ragami.games.ragami.rules.judge import EVENTS, JUDGES
from ragami.games.ragami.rules.points import VIRTUE_PER_VP
from ragami.games.ragami.rules.preparation import conflicts_to_draw
from ragami.games.ragami.rules.setup import SEEDED_DEMONS, STARTING_DISCARDS
from ragami.games.ragami.shipped import SHIPPED
from ragami.games.ragami.state import CONFLICT_DICE, State

Choices = Iterator[Choice]
TOO_MANY: Final = "R-INV-05"
# The cards that lie face up and those that are kept, as the data of an event.
Deal = Callable[[list[int], list[Any]], Data]


def breaches(s: State, type_: str, data: Data) -> Breaches:
    struct = EVENTS[type_]
    return JUDGES[struct][0](s, convert(data, struct))


def accepts(s: State, type_: str, data: Data) -> bool:
    """Return True if the judge would accept an event with this data."""
    return not breaches(s, type_, data)


def free(s: State, type_: str, data: Data, candidates: Mapping[str, Iterable[Any]]) -> Choices:
    """Yield a choice whose open fields do not depend on each other; none where nothing is legal.

    Field by field the least wrong value leads to an event that is legal, if there is one: that
    spares the product of the fields.
    """
    lists = {name: list(values) for name, values in candidates.items()}
    if not all(lists.values()):
        return
    draft = data | {name: values[0] for name, values in lists.items()}
    for name, values in lists.items():
        if accepts(s, type_, draft):
            break
        faults = [len(breaches(s, type_, draft | {name: value})) for value in values]
        draft[name] = values[faults.index(min(faults))]
    if not accepts(s, type_, draft):
        return
    fit = {
        name: [value for value in values if accepts(s, type_, draft | {name: value})]
        for name, values in lists.items()
    }
    yield Choice(type_, data, fit)


def kinds(
    s: State, type_: str, deals: Iterable[Deal], up: int, kept_count: int
) -> tuple[list[Any], list[Any]]:
    """Return the kinds that may lie face up, and those that may be kept, when so many are dealt."""
    deals = list(deals)
    unseen: list[object] = [None] * (kept_count - 1)
    face_up = [
        kind
        for kind in KINDS
        if any(may_be_dealt(s, type_, deal, [kind], up, [None, *unseen]) for deal in deals)
    ]
    in_hand = [
        kind
        for kind in (None, *KINDS)
        if any(may_be_dealt(s, type_, deal, [], up, [kind, *unseen]) for deal in deals)
    ]
    return face_up, in_hand


def may_be_dealt(
    s: State, type_: str, deal: Deal, cards: list[int], up: int, kept_cards: list[Any]
) -> bool:
    """Return True if some deal of `up` cards with `cards` among them is legal with these kept.

    What was seen least is tried first beside them: of it most may still come.
    """
    played_with = [kind for kind in KINDS if kind not in s.removed]
    played_with.sort(key=s.certain.__getitem__)
    for fillers in combinations_with_replacement(played_with, up - len(cards)):
        faults = breaches(s, type_, deal([*cards, *fillers], kept_cards))
        if not faults:
            return True
        if any(
            fault.rule != TOO_MANY or fault.facts.get("card") not in fillers for fault in faults
        ):
            return False  # and no other cards beside them would change that
    return False


def grouped(pairs: Iterable[Data], by: str) -> list[Data]:
    """Join `{by, to}` pairs with the same `by`, their places in one list."""
    groups: dict[Any, list[Any]] = {}
    for pair in pairs:
        groups.setdefault(pair[by], []).append(pair["to"])
    return [{by: key, "to": places} for key, places in groups.items()]


ACTION_DICE: Final = len(SPACES)


# --- setting up ----------------------------------------------------------------------------


def _game_opened(_: State) -> Choices:
    """Offer record 1. Names of people and the title are any text."""
    seats = [{"colour": colour, "name": colour} for colour in COLOURS]
    yield Choice(
        "game_opened",
        {"game": "ragami", "rules": 1, "title": None},
        {
            "players": Several(2, 4, seats),
            "options": [option_values(Options)],
            "components": [{part: list(names) for part, names in SHIPPED.items()}],
            "neutral_colour": [None, *COLOURS],
        },
        joint=True,
    )


def _chips(s: State) -> list[int]:
    """Return the numbers of the chips that lie face down."""
    return [square for square in SQUARES if square not in s.chips_seen]


def _conflicts(s: State, type_: str, number: int) -> Choices:
    pairs = [{"square": square, "die": list(CONFLICT_FACES)} for square in _chips(s)]
    yield Choice(type_, {}, {"conflicts": Several(number, number, pairs)})


def _demons_seeded(s: State) -> Choices:
    squares = Several(SEEDED_DEMONS, SEEDED_DEMONS, _chips(s))
    yield Choice("demons_seeded", {}, {"squares": squares})


def _neutral_saints_seeded(s: State) -> Choices:
    places = [
        {"saint": colour, "square": _chips(s)} for colour in COLOURS if colour not in s.players
    ]
    saints = Several(len(places), len(places), places)
    yield Choice("neutral_saints_seeded", {}, {"saints": saints}, joint=len(places) > 1)


def _starting_card_kept(s: State) -> Choices:
    for colour, player in s.players.items():
        if player.hand:
            continue

        def dealt(up: list[int], kept_kinds: list[Any], colour: str = colour) -> Data:
            return {"player": colour, "discarded": up, "kept": kept_kinds[0]}

        up, kept_kinds = kinds(s, "starting_card_kept", [dealt], STARTING_DISCARDS, 1)
        if not up:
            continue
        discarded = Several(STARTING_DISCARDS, STARTING_DISCARDS, up, repeat=True)
        fields: dict[str, object] = {"discarded": discarded, "kept": kept_kinds}
        yield Choice("starting_card_kept", {"player": colour}, fields, joint=True)


def _in_a_block(type_: str, piece: str) -> Callable[[State], Choices]:
    """Offer every block for the piece, or the player, who is due."""
    return lambda s: free(s, type_, {piece: s.due[0].who}, {"block": s.board.blocks})


# --- preparing a round ---------------------------------------------------------------------


def _virtue_step(s: State) -> Choices:
    """Yield the step of each waiting player, and the roller's: inactive players are skipped."""
    for due in s.due[:-1]:
        assert due.who in s.players
        for vp in range(s.players[due.who].virtue // VIRTUE_PER_VP + 1):
            blocks = [None, *s.board.blocks] if vp else s.board.blocks
            yield from free(s, "virtue_step", {"player": due.who, "vp": vp}, {"block": blocks})
    yield from _action_dice_set(s)


def _action_dice_set(s: State) -> Choices:
    """Yield the choice of the Action dice: rolls, values to set, squares for Demons of red 1s."""
    roller = {"player": s.due[-1].who}

    def fits(rolls: list[int], value: int, demons: int) -> bool:
        placed = [value if roll == RED else roll for roll in rolls]
        spaces = dict(zip(SPACES, placed, strict=True))
        data = roller | {"rolls": rolls, "spaces": spaces, "demons": [1] * demons}
        return accepts(s, "action_dice_set", data)

    dice = range(ACTION_DICE + 1)
    faces = sorted(set(s.dice.action))
    values = [face for face in faces if fits([face] * ACTION_DICE, face, 0)]
    rolls = [face for face in faces if any(fits([face] * ACTION_DICE, values[0], n) for n in dice)]
    reds = [n for n in dice if fits([RED] * n + values[:1] * (ACTION_DICE - n), values[0], n)]
    fields: dict[str, object] = {
        "rolls": Several(ACTION_DICE, ACTION_DICE, rolls, repeat=True),
        "spaces": [dict.fromkeys(SPACES, values)],
        "demons": Several(0, max(reds), list(SQUARES), repeat=True),
    }
    yield Choice("action_dice_set", roller, fields, joint=True)


WHEN_DUE: Final[dict[str, Callable[[State], Choices]]] = {
    "game_opened": _game_opened,
    "conflicts_seeded": lambda s: _conflicts(s, "conflicts_seeded", CONFLICT_DICE),
    "demons_seeded": _demons_seeded,
    "neutral_saints_seeded": _neutral_saints_seeded,
    "first_player_drawn": lambda s: free(s, "first_player_drawn", {}, {"player": s.seats}),
    "starting_card_kept": _starting_card_kept,
    "saint_set": lambda s: free(s, "saint_set", {"player": s.due[0].who}, {"square": SQUARES}),
    "virtue_set": _in_a_block("virtue_set", "player"),
    "ragami_set": _in_a_block("ragami_set", "ragami"),
    "ragami_displaced": _in_a_block("ragami_displaced", "ragami"),
    "conflicts_drawn": lambda s: _conflicts(s, "conflicts_drawn", conflicts_to_draw(s)),
    "virtue_step": _virtue_step,
    "action_dice_set": _action_dice_set,
}
