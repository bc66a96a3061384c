"""Events in words, with what came of them: one readable line a record.

What came of an event is read off the moments before and after it; no rule is worked out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET, structs

from ragami.decoded import Data, type_name
from ragami.game.words import TemplateNarrator
from ragami.games.ragami import events as ev
from ragami.games.ragami.changes import Change, Moment, look
from ragami.games.ragami.events import NEUTRAL
from ragami.games.ragami.rules.action_dice import CARD_NUMBER, CARD_OF_EVENT
from ragami.games.ragami.speech import ON_THE_BOARD, Speech, signed, speech
from ragami.games.ragami.state import State
from ragami.messages import plain

# The events that change the value of the player's own Virtue die; elsewhere the dice only grow.
OF_ONES_OWN_DIE: Final = (ev.ConflictTried, ev.VirtueConverted, ev.VirtueDieMoved)


class EventNarrator(TemplateNarrator):
    """Tells the events of a game, and what came of them for the players and the table."""

    def look(self, state: State, seq: int, coming: object = None) -> Moment:
        return look(state, seq, self._viewer, coming)

    def say(self, seen: Any, before: Moment | None, after: Moment | None) -> str:
        change = Change(before, after) if before and after else None
        return sentence(speech(self.language), seen, change)

    def gains(self, event: object, before: Moment, after: Moment) -> str:
        return "; ".join(consequences(speech(self.language), event, Change(before, after)))

    def player(self, event: object) -> str | None:
        colour = getattr(event, "player", None) or getattr(event, "ragami", None)
        return None if colour == NEUTRAL else colour


def consequences(words: Speech, event: object, change: Change) -> Iterator[str]:
    """Yield the consequences of an event, a phrase each."""
    if change.after.final:
        yield from _the_end(words, change.after.final)
        return
    player = getattr(event, "player", None)
    if isinstance(event, ev.RagamiMoved):
        yield from _purified(words, event, change)
    elif isinstance(event, ev.ConflictDieTurned):
        yield words.say("die_shows", value=change.after.view["conflicts"][str(event.square)])
    elif isinstance(event, ev.RagamisSwapped):
        yield from _where_they_are(words, change)
    if gains := list(_own_gains(words, event, player, change)):
        yield ", ".join(gains)
    yield from _gains_of_others(words, event, player, change)
    if isinstance(event, ev.CardsDrawn):
        yield from _shuffled(words, event, change)
    yield from _of_the_round(words, event, change)


# --- for the players -----------------------------------------------------------------------


def _purified(words: Speech, event: ev.RagamiMoved, change: Change) -> Iterator[str]:
    """Yield how many Demons are gone from where the Ragami has come to."""
    square = str(event.to)
    gone = change.before.view["demons"].get(square, 0) - change.after.view["demons"].get(square, 0)
    if gone:
        yield words.counted(gone, "purified")


def _where_they_are(words: Speech, change: Change) -> Iterator[str]:
    """Yield the new places of the Ragamis that have moved."""
    before, after = (moment.view["players"] for moment in change)
    for colour, player in after.items():
        if player["ragami"] != before[colour]["ragami"]:
            place = words.place(player["ragami"])
            yield words.say("who_stands", who=words.player(colour), place=place)


def _own_gains(words: Speech, event: Any, player: str | None, change: Change) -> Iterator[str]:
    """Yield the gains and costs of the event's player that its sentence does not mention."""
    if player is None or player not in change.before.view["players"]:
        return
    exchanged = isinstance(event, ev.CubesConverted | ev.VirtueConverted | ev.VirtueStep)
    if vp := change.of(player, "vp") - (event.vp if exchanged else 0):
        yield _vp(words, vp)
    if change.of(player, "resolved"):
        number = change.after.view["players"][player]["resolved"]
        yield words.counted(number, "resolved")
    put_in = event.cubes if isinstance(event, ev.ConflictTried) and vp else 0
    if cubes := change.of(player, "cubes") + put_in:
        yield _cubes(words, cubes)
    step = isinstance(event, ev.VirtueStep) and event.block is None
    if step or isinstance(event, OF_ONES_OWN_DIE):
        yield from _own_die(words, player, change)


def _own_die(words: Speech, player: str, change: Change) -> Iterator[str]:
    before, after = (_virtue(moment, player) for moment in change)
    if before != after:
        yield words.say("own_die", before=before, after=after)


def _virtue(moment: Moment, player: str) -> int:
    """Return the value of a Virtue die, 0 off the board."""
    die = moment.view["players"][player]["virtue"]
    return int(die["value"]) if die else 0


def _gains_of_others(
    words: Speech, event: object, player: str | None, change: Change
) -> Iterator[str]:
    """Yield the gains of the other players; after a conflict the reason is left out."""
    tried = isinstance(event, ev.ConflictTried)
    for colour in change.before.view["players"]:
        if colour == player:
            continue
        name = words.player(colour)
        if vp := change.of(colour, "vp"):
            yield words.say("saint_gains" if tried else "gains", who=name, gain=_vp(words, vp))
        if cubes := change.of(colour, "cubes"):
            gain = _cubes(words, cubes)
            yield words.say("help_gains" if tried else "gains", who=name, gain=gain)


def _vp(words: Speech, vp: int) -> str:
    return words.say("vp", number=signed(vp))


def _cubes(words: Speech, cubes: int) -> str:
    return words.say("cube" if abs(cubes) == 1 else "cubes", number=signed(cubes))


# --- for the table -------------------------------------------------------------------------


def _shuffled(words: Speech, event: ev.CardsDrawn, change: Change) -> Iterator[str]:
    """Tell if the deck was made anew: then it has more cards than drawing leaves it."""
    expected_left = change.before.view["deck"] - len(event.rejected) - len(event.kept)
    if change.after.view["deck"] != expected_left:
        yield words.say("shuffled")


def _of_the_round(words: Speech, event: object, change: Change) -> Iterator[str]:
    """Yield the changes that the end of a round and the preparation of the next one bring."""
    before, after = change.before.view, change.after.view
    if before["phase"] == "turns" and after["phase"] == "preparation":
        yield words.say("round_over", number=before["round"])
        first = words.player(after["first"])
        yield words.say("becomes_first", number=after["round"], player=first)
        raised = after["conflicts"]
        if raised:
            dice = [
                words.say("die_on_square", die=die, square=square)
                for square, die in sorted(raised.items(), key=lambda entry: int(entry[0]))
            ]
            yield words.say("dice_raised", dice=words.listed(dice))
    then, now = (view.get("chips", {}).get("forbidden", ()) for view in (before, after))
    if gone := sorted(set(now) - set(then)):
        code = "forbidden" if len(gone) == 1 else "forbidden_many"
        yield words.say(code, squares=words.value(gone))
    if isinstance(event, ev.Passed | ev.RagamiDisplaced):
        yield from _grown(words, change)
    if isinstance(event, ev.ActionDiceSet):
        first = words.player(after["first"])
        yield words.say("round_begins", number=after["round"], player=first)


def _grown(words: Speech, change: Change) -> Iterator[str]:
    grown = {
        player: _virtue(change.after, player)
        for player in change.after.view["players"]
        if _virtue(change.before, player) != _virtue(change.after, player)
    }
    if grown:
        yield words.say("virtue_dice", dice=words.value(grown))


def _the_end(words: Speech, final: Data) -> Iterator[str]:
    yield words.say("game_over", reason=words.tables["reason"][final["reason"]])
    yield words.listed(
        words.say("final_vp", player=words.player(colour), vp=player["vp"], bonus=player["bonus"])
        for colour, player in final["players"].items()
    )
    winners = [words.player(colour) for colour in final["winners"]]
    code = "wins" if len(winners) == 1 else "share"
    yield words.say(code, players=words.listed(winners))


# --- an event as a sentence: who does what, and what pays for it ---------------------------

SHIPS_FIRST: Final = ("city-1", "deck-1", "dice-1")


def sentence(words: Speech, event: Any, change: Change | None) -> str:
    """Return an event in words; `change` is None where it was not played."""
    type_ = type(event)
    facts = _spoken(words, event)
    if type_ in FACTS:
        facts |= FACTS[type_](words, event)
    if isinstance(event, ev.ConflictTried):
        attempt = change.before.attempt if change else None
        facts["square"] = words.place(attempt.square) if attempt else words.say("the_conflict")
    variant = VARIANTS[type_](event) if type_ in VARIANTS else ""
    text = words.tables["event"][type_name(type_) + variant].format_map(facts)
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
    "name": lambda _words, name: plain(name),
    **dict.fromkeys(("colour", "saint"), Speech.colour),
}


def _spoken(words: Speech, part: Any) -> dict[str, object]:
    """Return the fields of an event, or of a part of one, in words."""
    return {name: _field(words, name, getattr(part, name)) for name in part.__struct_fields__}


def _each(words: Speech, code: str, parts: Iterable[Any]) -> str:
    """List parts of an event, each by the phrase of this code."""
    return words.listed(words.say(code, **_spoken(words, part)) for part in parts)


def _agreed(words: Speech, e: ev.GameOpened) -> Iterator[str]:
    """Yield the title, the neutral Ragami, and what differs from the usual game."""
    if e.title:
        yield words.say("title", title=plain(e.title))
    if e.neutral_colour:
        yield words.say("neutral", colour=words.colour(e.neutral_colour))
    usual = ev.Options()
    for option, value in structs.asdict(e.options).items():
        if value != getattr(usual, option):
            yield words.option(option, value)
    for kind, component in structs.asdict(e.components).items():
        name = component if isinstance(component, str) else component.name
        if name not in SHIPS_FIRST:
            yield f"{words.value(kind)}: {plain(name)}"


def _dice(words: Speech, e: ev.ActionDiceSet) -> dict[str, str]:
    spaces = ", ".join(f"{words.space(s)} {getattr(e.spaces, s)}" for s in ev.SPACES)
    return {"spaces": spaces, "squares": words.value(e.demons)}


def _saint(words: Speech, move: ev.SaintMove | ev.SaintAndDemonMoved) -> str:
    return words.say("saint_moves", saint=words.saint(move.saint), to=move.to)


def _demon(words: Speech, move: ev.DemonMove | ev.BoardDemonMove) -> str:
    code = "demon_comes" if move.from_ is None else "demon_moves"
    return words.say(code, **{"from": move.from_, "to": move.to})


def _saint_and_demon(words: Speech, e: ev.SaintAndDemonMoved) -> dict[str, str]:
    demon = [_demon(words, e.demon)] if e.demon else []
    return {"pieces": words.listed([_saint(words, e), *demon])}


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


def _asserted(words: Speech, e: ev.Asserted) -> dict[str, str]:
    statements = (
        f"{words.tables['compared'][figure]} – {_numbers(words, figure, numbers)}"
        for figure, numbers in structs.asdict(e).items()
        if numbers is not UNSET
    )
    return {"shown": "; ".join(statements) or words.say("nothing")}


def _numbers(words: Speech, figure: str, numbers: Mapping[Any, int]) -> str:
    """Return figures in words: `Yellow 6 and Green 2`; on the board `4 on 12`."""
    if figure not in ON_THE_BOARD:
        return words.value(numbers)
    return words.listed(
        words.say("die_on_square", die=number, square=square) for square, number in numbers.items()
    )


FACTS: Final[Mapping[type[Any], Callable[[Speech, Any], dict[str, str]]]] = {
    ev.GameOpened: lambda words, e: {"players": _each(words, "seat", e.players)},
    **dict.fromkeys(
        (ev.ConflictsSeeded, ev.ConflictsDrawn),
        lambda words, e: {"conflicts": _each(words, "die_on_square", e.conflicts)},
    ),
    ev.NeutralSaintsSeeded: lambda words, e: {"saints": _each(words, "saint_on_square", e.saints)},
    ev.ActionDiceSet: _dice,
    ev.SaintAndDemonMoved: _saint_and_demon,
    ev.SaintsMoved: lambda words, e: {"pieces": words.listed(_saint(words, m) for m in e.saints)},
    ev.DemonsMoved: lambda words, e: {"pieces": words.listed(_demon(words, m) for m in e.demons)},
    ev.ConflictTried: lambda words, e: {"put_in": words.listed(_put_in(words, e))},
    ev.Asserted: _asserted,
}


# --- what pays for an action ---------------------------------------------------------------


def _notes(words: Speech, event: object, change: Change | None) -> Iterator[str]:
    """Yield how an attempt fell short, and what paid: `die on Draw: 3→2`, `card 5`."""
    failed = isinstance(event, ev.ConflictTried) and event.withdraw_to is not None
    if failed and change and (attempt := change.before.attempt):
        has = sum(attempt.sources.values())
        yield words.points(attempt.needs, has, attempt.sources)
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
    """Return an Action die in words, and how it goes down."""
    die_said = words.say("paying_die", space=words.space(space))
    if change is None:
        return die_said
    return f"{die_said}: {change.before.view['dice'][space]}→{change.after.view['dice'][space]}"
