"""Every event as a sentence: who does what, and what pays for it. What comes of it stands apart.

The sentences are in the table `event` of `data/words.jsonl`: by the type of the event, and where
there are several, by what tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET, structs

from ragami.games.ragami import events as ev
from ragami.games.ragami.look import Change
from ragami.games.ragami.messages import ON_THE_BOARD, as_json, points
from ragami.games.ragami.options import Options
from ragami.games.ragami.rules.action_dice import CARD_NUMBER, CARD_OF_EVENT
from ragami.games.ragami.speech import Speech, signed
from ragami.messages import plain

SHIPS_FIRST: Final = ("city-1", "deck-1", "dice-1")
TYPES: Final = ev.TYPE_NAMES | {ev.Asserted: "asserted", ev.Revealed: "revealed"}


def sentence(words: Speech, event: Any, change: Change | None) -> str:
    """An event in words; `change` None where it was not played."""
    type_ = type(event)
    facts = {name: _field(words, name, getattr(event, name)) for name in event.__struct_fields__}
    if type_ in FACTS:
        facts |= FACTS[type_](words, event, change)
    variant = VARIANTS[type_](event) if type_ in VARIANTS else ""
    text = words.tables["event"][TYPES[type_] + variant].format_map(facts)
    if isinstance(event, ev.GameOpened):
        return "; ".join((text, *_agreed(words, event)))
    notes = "; ".join(_notes(words, event, change))
    return f"{text} ({notes})" if notes else text


# --- what tells sentences apart ------------------------------------------------------------


def _roll(e: ev.ActionDiceSet) -> str:
    return {0: "", 1: ".demon"}.get(len(e.demons), ".demons")


def _attempt(e: ev.ConflictTried) -> str:
    failed = "" if e.withdraw_to is None else ".failed"
    put_in = e.cubes or e.virtue or e.cards or e.power_rolls
    return f"{failed}.with" if put_in else failed


def _virtue_step(e: ev.VirtueStep) -> str:
    return ".points" if e.block is None else "" if e.vp else ".die"


VARIANTS: Final[Mapping[type[Any], Callable[[Any], str]]] = {
    ev.ActionDiceSet: _roll,
    ev.RagamiMoved: lambda e: "" if e.ragami == e.player else ".another",
    ev.CardsDrawn: lambda e: "" if e.discarded is None else ".discard",
    ev.ConflictTried: _attempt,
    ev.VirtueStep: _virtue_step,
}


# --- the facts in a sentence ---------------------------------------------------------------


def _field(words: Speech, name: str, value: Any) -> object:
    """Return the value of an event's field in words; as it is where its number says it."""
    return FIELDS[name](words, value) if name in FIELDS else value


def _kept(words: Speech, kept: Any) -> str:
    return words.cards(kept) if isinstance(kept, tuple) else words.card(kept)


def _discarded(words: Speech, discarded: Any) -> object:
    return words.cards(discarded) if isinstance(discarded, tuple) else discarded


FIELDS: Final[Mapping[str, Callable[[Speech, Any], object]]] = {
    "player": Speech.player,
    "with_": Speech.player,
    "ragami": Speech.ragami,
    "block": Speech.place,
    "to": Speech.place,
    "withdraw_to": Speech.place,
    "card": Speech.card,
    "kept": _kept,
    "discarded": _discarded,
    "rejected": Speech.cards,
    "squares": Speech.value,
    "rolls": Speech.value,
    "change": lambda _words, change: signed(change),
}


def _seats(words: Speech, e: ev.GameOpened, _change: Change | None) -> dict[str, str]:
    seats = (
        words.say("seat", name=plain(seat.name), colour=words.colour(seat.colour))
        for seat in e.players
    )
    return {"players": words.listed(seats)}


def _agreed(words: Speech, e: ev.GameOpened) -> Iterator[str]:
    """Yield the title, the neutral Ragami, and what differs from the usual game."""
    if e.title:
        yield words.say("title", title=plain(e.title))
    if e.neutral_colour:
        yield words.say("neutral", colour=words.colour(e.neutral_colour))
    usual = Options()
    for option, value in structs.asdict(e.options).items():
        if value != getattr(usual, option):
            yield f"{option} = {as_json(value)}"
    for kind, component in structs.asdict(e.components).items():
        name = component if isinstance(component, str) else component.name
        if name not in SHIPS_FIRST:
            yield f"{words.value(kind)}: {plain(name)}"


def _conflicts(
    words: Speech, e: ev.ConflictsSeeded | ev.ConflictsDrawn, _change: Change | None
) -> dict[str, str]:
    conflicts = (
        words.say("die_on_square", die=conflict.die, square=conflict.square)
        for conflict in e.conflicts
    )
    return {"conflicts": words.listed(conflicts)}


def _neutral_saints(
    words: Speech, e: ev.NeutralSaintsSeeded, _change: Change | None
) -> dict[str, str]:
    saints = (
        words.say("saint_on_square", colour=words.colour(saint.saint), square=saint.square)
        for saint in e.saints
    )
    return {"saints": words.listed(saints)}


def _dice(words: Speech, e: ev.ActionDiceSet, _change: Change | None) -> dict[str, str]:
    spaces = ", ".join(f"{words.space(s)} {getattr(e.spaces, s)}" for s in ev.SPACES)
    return {"spaces": spaces, "squares": words.value(e.demons)}


def _saint(words: Speech, saint: str, to: int) -> str:
    return words.say("saint_moves", saint=words.saint(saint), to=to)


def _demon(words: Speech, start: int | None, to: int) -> str:
    code = "demon_comes" if start is None else "demon_moves"
    return words.say(code, **{"from": start, "to": to})


def _saint_and_demon(
    words: Speech, e: ev.SaintAndDemonMoved, _change: Change | None
) -> dict[str, str]:
    pieces = [_saint(words, e.saint, e.to)]
    if e.demon:
        pieces.append(_demon(words, e.demon.from_, e.demon.to))
    return {"pieces": words.listed(pieces)}


def _saints(words: Speech, e: ev.SaintsMoved, _change: Change | None) -> dict[str, str]:
    return {"pieces": words.listed(_saint(words, move.saint, move.to) for move in e.saints)}


def _demons(words: Speech, e: ev.DemonsMoved, _change: Change | None) -> dict[str, str]:
    return {"pieces": words.listed(_demon(words, move.from_, move.to) for move in e.demons)}


def _conflict(words: Speech, e: ev.ConflictTried, change: Change | None) -> dict[str, str]:
    attempt = change.before.attempt if change else None
    square = words.place(attempt.square) if attempt else words.say("the_conflict")
    return {"square": square, "put_in": words.listed(_put_in(words, e))}


def _put_in(words: Speech, e: ev.ConflictTried) -> Iterator[str]:
    """Yield the resources that the player commits to an attempt."""
    if e.cubes:
        yield words.counted(e.cubes, "cubes")
    if e.virtue:
        yield words.counted(e.virtue, "virtue")
    if e.cards:
        many = words.say("cards", cards=words.cards(e.cards))
        yield many if len(e.cards) > 1 else words.card(e.cards[0])
    if e.power_rolls:
        yield words.say("power_rolls", rolls=words.value(e.power_rolls))


def _asserted(words: Speech, e: ev.Asserted, _change: Change | None) -> dict[str, str]:
    statements = (
        f"{words.tables['compared'][figure]} – {_numbers(words, figure, numbers)}"
        for figure, numbers in structs.asdict(e).items()
        if numbers is not UNSET
    )
    return {"shown": "; ".join(statements) or words.say("nothing")}


def _numbers(words: Speech, figure: str, numbers: Mapping[Any, int]) -> str:
    """`Yellow 6 and Green 2`; on the board `4 on 12`."""
    if figure not in ON_THE_BOARD:
        return words.value(numbers)
    return words.listed(
        words.say("die_on_square", die=number, square=square) for square, number in numbers.items()
    )


FACTS: Final[Mapping[type[Any], Callable[[Speech, Any, Change | None], dict[str, str]]]] = {
    ev.GameOpened: _seats,
    ev.ConflictsSeeded: _conflicts,
    ev.ConflictsDrawn: _conflicts,
    ev.NeutralSaintsSeeded: _neutral_saints,
    ev.ActionDiceSet: _dice,
    ev.SaintAndDemonMoved: _saint_and_demon,
    ev.SaintsMoved: _saints,
    ev.DemonsMoved: _demons,
    ev.ConflictTried: _conflict,
    ev.Asserted: _asserted,
}


# --- what pays for an action ---------------------------------------------------------------


def _notes(words: Speech, event: object, change: Change | None) -> Iterator[str]:
    """Yield how an attempt fell short, and what paid: `die on Draw: 3→2`, `card 5`."""
    failed = isinstance(event, ev.ConflictTried) and event.withdraw_to is not None
    if failed and change and (attempt := change.before.attempt):
        has = sum(attempt.sources.values())
        yield points(words, attempt.needs, has, attempt.sources)
    if type(event) in CARD_OF_EVENT:
        yield words.by_card(CARD_OF_EVENT[type(event)])
    elif via := getattr(event, "via", None):
        yield from _paid(words, via, change)


def _paid(words: Speech, via: Any, change: Change | None) -> Iterator[str]:
    if isinstance(via, str):
        yield _die(words, via, change)
    elif not isinstance(via, ev.ExtraAction):
        yield words.by_card(CARD_NUMBER[type(via)])
    else:
        yield words.say("paying_card_9", space=words.space(via.space))
        if via.lower:
            yield _die(words, via.lower, change)


def _die(words: Speech, space: str, change: Change | None) -> str:
    """An Action die, and how it goes down."""
    die_said = words.say("paying_die", space=words.space(space))
    if change is None:
        return die_said
    return f"{die_said}: {change.before.view['dice'][space]}→{change.after.view['dice'][space]}"
