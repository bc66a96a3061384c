"""What may be written down now, for one form and what is typed of it: quick enough for every key.

The full list of what is legal (`legal.legal`) takes its time where a hand is hidden; here only the
fields that come next are worked out, by the same judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from typing import Any, Final

from msgspec import convert

from ragami.findings import Breaches
from ragami.game.choosing import Several
from ragami.games.ragami.action_dice import (
    CONFLICT_SPACE,
    DRAW_SPACE,
    cards_of,
    check_payment,
    check_price,
)
from ragami.games.ragami.components import KINDS, SQUARES
from ragami.games.ragami.events import SPACES, Via
from ragami.games.ragami.hand import check_shown
from ragami.games.ragami.legal_moves.due import WHEN_DUE
from ragami.games.ragami.legal_moves.offer import accepts, free, may_be_dealt
from ragami.games.ragami.legal_moves.turn import OFFERS, POWER_CARDS
from ragami.games.ragami.state import State

Data = dict[str, Any]
Open = dict[str, Any]

IN_A_TURN: Final = dict(
    zip(
        (
            "ragami_moved",
            "saint_and_demon_moved",
            "cards_drawn",
            "conflict_tried",
            "saints_moved",
            "demons_moved",
            "ragamis_swapped",
            "cubes_gathered",
            "conflict_die_turned",
            "last_player_raised",
            "virtue_die_moved",
            "card_traded",
            "cubes_converted",
            "virtue_converted",
            "turn_ended",
            "passed",
        ),
        OFFERS,
        strict=True,
    )
)
SEVERAL_DEMONS: Final = 60
SIX: Final = 6
NONE: Final = -1


def narrow(s: State, type_: str, data: Data) -> Iterator[Open]:
    """The values of the fields of every legal event of a type that has this data so far."""
    if type_ == "revealed":
        yield from _revealed(s, data)
    elif s.phase != "turns":
        yield from (way for way in _due(s, type_) if _fits(way, data))
    elif type_ in SLOW:
        if data.get("player", s.active) == s.active:
            yield from SLOW[type_](s, {"player": s.active} | data)
    elif type_ in IN_A_TURN:
        assert s.active is not None
        for choice in IN_A_TURN[type_](s, s.players[s.active]):
            way = {name: [value] for name, value in choice.data.items()} | choice.open
            if _fits(way, data):
                yield way


def _due(s: State, type_: str) -> Iterator[Open]:
    for due in s.due[:1]:
        for choice in WHEN_DUE[due.type](s):
            if choice.type == type_:
                yield {name: [value] for name, value in choice.data.items()} | choice.open


def _fits(way: Open, data: Data) -> bool:
    """Is what is typed among the values? Lists and objects are judged when the line is whole."""
    return all(
        value in way[name]
        for name, value in data.items()
        if name in way and isinstance(way[name], list) and not isinstance(value, list | dict)
    )


def _revealed(s: State, data: Data) -> Iterator[Open]:
    for colour, player in s.players.items() if s.opened else ():
        seqs = [slot.seq for slot in player.hand if slot.card is None]
        if seqs and data.get("player", colour) == colour:
            yield {"player": [colour], "seq": seqs, "card": list(KINDS)}


def _payable(s: State, data: Data, space: str, *cards: int) -> list[Any]:
    """What can pay for an action of a space: what is typed, or its die, these cards and card 9."""
    ways: list[Any] = [space, *({"card": card} for card in cards)]
    ways += [{"card": 9, "space": space, "lower": lower} for lower in (*SPACES, None)]
    if data.get("via", space) != space:
        ways = [data["via"]]
    player = s.players[data["player"]]
    payable = []
    for way in ways:
        wrong: Breaches = []
        via: Via = convert(way, Via)
        check_payment(s, player, via, wrong)
        if not isinstance(via, str):
            check_price(s, player, via, wrong)
            if space != DRAW_SPACE:  # there the copies are counted with what is drawn
                check_shown(s, player, cards_of(via), wrong)
        if not wrong:
            payable.append(way)
    return payable


# --- a Saint and a Demon -------------------------------------------------------------------


def _saint(s: State, data: Data) -> Iterator[Open]:
    """The Demon's ways are looked for where the Saint has moved; before, one of them will do."""
    vias = _payable(s, data, "saint")
    ways = [None, *({"from": a, "to": b} for a in (None, *s.demons) for b in SQUARES)]
    demons = ways if "to" in data else ways[:SEVERAL_DEMONS]
    for saint in [data["saint"]] if "saint" in data else s.saints:
        fields = {
            "via": vias,
            "to": [data["to"]] if "to" in data else list(SQUARES),
            "demon": [data["demon"]] if data.get("demon") else demons,
        }
        fixed = {"player": data["player"], "saint": saint}
        for choice in free(s, "saint_and_demon_moved", fixed, fields):
            if "to" not in data:
                demons = choice.open["demon"][:1]
            yield {"player": [data["player"]], "saint": [saint], **choice.open}


# --- cards ---------------------------------------------------------------------------------


def _draw(s: State, data: Data) -> Iterator[Open]:
    """Which cards may lie face up and be kept beside those that are typed."""
    for via in _payable(s, data, "draw", 11):
        way = _dealt(s, data, via)
        if way:
            yield way


def _dealt(s: State, data: Data, via: Any) -> Open | None:
    up, kept = (1, 2) if via == {"card": 11} else (2, 1)
    gone, stay = data.get("rejected", []), data.get("kept", [])
    if len(gone) > up or len(stay) > kept:
        return None
    stay = [*stay, *[None] * (kept - len(stay))]

    def may(first: Any, cards: list[int], hand: list[Any]) -> bool:
        def deal(rejected: list[int], hand: list[Any]) -> Data:
            said = {"discarded": first, "rejected": rejected, "kept": hand}
            return {"player": data["player"], "via": via, **said}

        return may_be_dealt(s, "cards_drawn", deal, cards, up, hand)

    first = data.get("discarded")
    firsts = [first] if first or gone else [None, *KINDS]
    first = next((each for each in firsts if may(each, gone, stay)), NONE)
    if first == NONE:
        return None
    at = len(data.get("kept", ()))
    rejects = up if first == data.get("discarded") else 0  # what makes room comes before them
    return {
        "player": [data["player"]],
        "via": [via] if (len(gone), at) == (up, kept) else [],
        "discarded": lambda: [each for each in firsts if may(each, gone, stay)],
        "rejected": lambda: [
            card
            for card in (KINDS if len(gone) < rejects else ())
            if may(first, [*gone, card], stay)
        ],
        "kept": lambda: [
            card
            for card in ((None, *KINDS) if len(gone) == up and at < kept else ())
            if may(first, gone, [*stay[:at], card, *stay[at + 1 :]])
        ],
    }


# --- a conflict ----------------------------------------------------------------------------


def _resolve(s: State, data: Data) -> Iterator[Open]:
    """What may be committed beside what is typed, rolled, and where a failure leads."""
    square = s.ragamis.get(data["player"])
    if not isinstance(square, int) or square not in s.conflicts:
        return
    ways = [_Attempt(s, data | {"via": via}, square) for via in _payable(s, data, "conflict", 8)]
    ways = [attempt for attempt in ways if attempt.may()]
    if ways:
        yield ways[0].way() | {"via": [attempt.said["via"] for attempt in ways]}


class _Attempt:
    """An attempt at a conflict as far as it is typed: what may come in addition."""

    def __init__(self, s: State, data: Data, square: int) -> None:
        self.s = s
        self.player = s.players[data["player"]]
        self.said = {"player": data["player"], "via": data["via"]}
        self.spent = {name: data.get(name, 0) for name in ("cubes", "virtue")}
        self.cards: list[int] = data.get("cards", [])
        self.rolled: list[int] = data.get("power_rolls", [])
        self.near = sorted(s.board.blocks_at[square])
        self.faces = sorted(set(s.dice.power))

    def may(
        self, rolls: list[list[int]] | None = None, outs: list[Any] | None = None, **more: Any
    ) -> bool:
        """Is some attempt legal that has at least this?"""
        if rolls is None:
            best, worst = self.faces[-1], self.faces[0]
            rolls = [self.rolled, [*self.rolled, best], [*self.rolled, worst]]
            rolls += [] if self.rolled else [[best, best], [worst, worst]]
        ends = list(product(rolls, outs or [None, self.near[0]]))
        for spent in self._spendings(more):
            numbers = (2,) if SIX in spent["cards"] else (0, 1)
            for rolled, out in ends:
                if len(rolled) not in numbers:
                    continue
                told = {"power_rolls": rolled, "withdraw_to": out}
                if accepts(self.s, "conflict_tried", {**self.said, **spent, **told}):
                    return True
        return False

    def _spendings(self, more: Data) -> Iterator[Data]:
        """What is committed, and what might be in addition, the least first."""
        typed = {**self.spent, "cards": self.cards} | more
        yield typed
        if self.rolled:
            return
        most = {"cubes": self.player.cubes, "virtue": self.player.virtue}
        free_ = [name for name in most if not self.spent[name] and name not in more and most[name]]
        # What pays, or a card, may cost a few of the cubes.
        costs = range(3 if self.cards or self.said["via"] != CONFLICT_SPACE else 0, -1, -1)
        bests = [typed | {"cubes": max(0, most["cubes"] - cost)} for cost in costs]
        bests = [*bests, typed | {"virtue": most["virtue"]}]
        bests = [best for best in bests if "cubes" in free_ or best["cubes"] == typed["cubes"]]
        bests += [typed | most] if len(free_) == len(most) else []
        yield from bests
        slots = [slot.card for slot in self.player.hand]
        kinds = [kind for kind in POWER_CARDS if kind in slots or None in slots]
        for number in range(1, len(slots) - len(typed["cards"]) + 1):
            for cards in combinations_with_replacement(kinds, number):
                for spent in (*reversed(bests), typed):
                    yield spent | {"cards": [*typed["cards"], *cards]}

    def way(self) -> Open:
        """What may come next of each; worked out when it is asked for."""
        cubes = 0 if self.spent["cubes"] else self.player.cubes
        virtue = 0 if self.spent["virtue"] else self.player.virtue
        return {
            "player": [self.player.colour],
            "via": [self.said["via"]],
            "cubes": lambda: [n for n in range(1, cubes + 1) if self.may(cubes=n)],
            "virtue": lambda: [n for n in range(1, virtue + 1) if self.may(virtue=n)],
            "cards": lambda: [card for card in POWER_CARDS if self.may(cards=[*self.cards, card])],
            "power_rolls": lambda: [
                face
                for face in self.faces
                if self.may([[*self.rolled, face], [*self.rolled, face, face]])
            ],
            "withdraw_to": lambda: [
                block for block in self.near if self.may([self.rolled], [block])
            ],
        }


SLOW: Final[dict[str, Callable[[State, Data], Iterator[Open]]]] = {
    "saint_and_demon_moved": _saint,
    "cards_drawn": _draw,
    "conflict_tried": _resolve,
}


def lacks(way: Open, name: str, number: int) -> bool:
    """Must a field, of which so many are said, still have more?"""
    found = way.get(name)
    return isinstance(found, Several) and number < found.least


def is_full(way: Open, name: str, number: int) -> bool:
    """May a field, of which so many are said, have no more?"""
    found = way.get(name)
    return isinstance(found, Several) and number >= found.most


def values(way: Open, name: str) -> list[Any]:
    """The values of a field; of a list those that may be in it."""
    found = way.get(name, [])
    if callable(found):
        found = found()
    return found.of if isinstance(found, Several) else list(found)


def spaces(s: State, rolls: list[int], so_far: list[int]) -> list[int]:
    """What the next Action die may be set to, when so many are; dice without a red 1 stay."""
    faces = sorted({*s.dice.action, *rolls})
    roller = {"player": s.due[-1].who, "rolls": rolls}
    found = set()
    for rest in product(faces, repeat=len(SPACES) - len(so_far)):
        placed = dict(zip(SPACES, [*so_far, *rest], strict=True))
        for demons in range(len(SPACES) + 1):
            if accepts(s, "action_dice_set", {**roller, "spaces": placed, "demons": [1] * demons}):
                found.add(rest[0])
                break
    return sorted(found)
