"""What can be seen in a game: one word for each thing that simulated games have to show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ragami.decoded import type_of
from ragami.game.opening import option_values
from ragami.games.ragami import events as ev
from ragami.games.ragami.events import Options
from ragami.games.ragami.rules.conflict import declared_points, helpers, last_place_worth
from ragami.games.ragami.rules.ending import final
from ragami.games.ragami.rules.judge import EVENTS
from ragami.games.ragami.state import State

CARD_OF: dict[type, int] = {
    ev.SaintsMoved: 1,
    ev.DemonsMoved: 2,
    ev.RagamisSwapped: 3,
    ev.CubesGathered: 4,
    ev.ConflictDieTurned: 7,
    ev.LastPlayerRaised: 10,
    ev.VirtueDieMoved: 12,
}
VIA_CARD: dict[type, int] = {
    ev.ByCard5: 5,
    ev.ByCard8: 8,
    ev.ByCard9: 9,
    ev.OnlyByCard9: 9,
    ev.ByCard11: 11,
}

ALL = {
    *EVENTS,
    *(f"card {card}" for card in range(1, 16)),
    *(f"card 9 for {type_}" for type_ in ("ragami_moved", "cards_drawn", "conflict_tried")),
    "card 9 for saint_and_demon_moved",
    *(f"failed with card {card}" for card in (6, 8, 9, 13, 14, 15)),
    "card 13 or 14 not paid back",
    *(f"card 15 worth {points}" for points in (1, 2, 4)),
    *(f"card 10 with {last} last" for last in (1, 2, 3)),
    *("one piece by card 1", "one piece by card 2", "card 9 when all dice are spent"),
    *(
        "failure",
        "success without a roll",
        "a roll for nothing",
        "success for free",
        "hopeless attempt",
    ),
    *("help of a player", "help of the neutral Ragami", "Saint of a player", "ownerless Saint"),
    *("purified", "several purified", "blown up", "discarded for the limit", "reshuffled"),
    *("neutral Ragami by card 5", "neutral Ragami by a die", "neutral Ragami displaced"),
    *("player displaced", "short pool", "no conflicts to draw", "red one without a Demon"),
    *("virtue moved in step 5", "virtue placed in step 5", "two VP for virtue", "came back"),
    *("ended by vp", "ended by chips", "ended by vp+chips", "ended at once", "shared victory"),
    *(
        f"{name}={value}"
        for name, values in option_values(Options).items()
        for value in values
        if value != getattr(Options(), name)
    ),
}


def before(s: State, event: ev.Event) -> Iterator[str]:
    """What an event shows when it is about to happen."""
    yield type_of(event)
    yield from of_the_cards(event)
    match event:
        case ev.ConflictTried():
            yield from of_an_attempt(s, event)
        case ev.RagamiMoved(ragami="neutral"):
            yield f"neutral Ragami by {'a die' if isinstance(event.via, str) else 'card 5'}"
        case ev.CardsDrawn():
            if event.discarded:
                yield "discarded for the limit"
            if 0 < s.deck_left < 3:
                yield "reshuffled"
        case ev.LastPlayerRaised():
            scores = [player.vp for player in s.players.values()]
            yield f"card 10 with {scores.count(min(scores))} last"
        case _:
            yield from of_a_preparation(s, event)


def of_the_cards(event: ev.Event) -> Iterator[str]:
    """The card that is played, by the type of the event or by what pays for it."""
    if type(event) in CARD_OF:
        yield f"card {CARD_OF[type(event)]}"
    via = getattr(event, "via", None)
    if type(via) in VIA_CARD:
        yield f"card {VIA_CARD[type(via)]}"
    if isinstance(via, ev.ExtraAction):
        yield f"card 9 for {type_of(event)}"
        if via.lower is None:
            yield "card 9 when all dice are spent"
    if isinstance(event, ev.SaintsMoved) and len(event.saints) == 1:
        yield "one piece by card 1"
    if isinstance(event, ev.DemonsMoved) and len(event.demons) == 1:
        yield "one piece by card 2"


def of_an_attempt(s: State, e: ev.ConflictTried) -> Iterator[str]:
    player, square = s.players[e.player], s.ragamis[e.player]
    assert isinstance(square, int)
    needs = s.conflicts[square] + s.demons.get(square, 0)
    points = declared_points(s, e, player, square)
    yield from (f"card {card}" for card in e.cards)
    if 15 in e.cards:
        yield f"card 15 worth {last_place_worth(s, player)}"
    if points + max(s.dice.power) * len(e.power_rolls) < needs:
        yield "hopeless attempt"
    if e.power_rolls and points >= needs:
        yield "a roll for nothing"
    yield from of_a_failure(s, e) if e.withdraw_to else of_a_success(s, e, square)


def of_a_failure(s: State, e: ev.ConflictTried) -> Iterator[str]:
    yield "failure"
    paid: type = type(e.via)
    yield from (f"failed with card {card}" for card in e.cards)
    if paid in VIA_CARD:
        yield f"failed with card {VIA_CARD[paid]}"
    if {13, 14} & set(e.cards) and not s.options.refund_power_card_cost:
        yield "card 13 or 14 not paid back"


def of_a_success(s: State, e: ev.ConflictTried, square: int) -> Iterator[str]:
    if not e.power_rolls:
        yield "success without a roll"
    if not (e.cubes or e.virtue or e.cards or e.power_rolls):
        yield "success for free"
    for other in helpers(s, e.player, square):
        yield f"help of {'the neutral Ragami' if other == 'neutral' else 'a player'}"
    for saint, place in s.saints.items():
        if place == square:
            yield "Saint of a player" if saint in s.players else "ownerless Saint"


def of_a_preparation(s: State, event: ev.Event) -> Iterator[str]:
    match event:
        case ev.RagamiDisplaced():
            yield f"{'neutral Ragami' if event.ragami == 'neutral' else 'player'} displaced"
        case ev.ConflictsDrawn() if len(event.conflicts) < s.supply_dice:
            yield "short pool"
        case ev.VirtueStep():
            if event.vp > 1:
                yield "two VP for virtue"
            if event.block:
                there = s.players[event.player].virtue_block
                yield f"virtue {'moved' if there else 'placed'} in step 5"
        case ev.ActionDiceSet() if event.rolls.count(1) > len(event.demons):
            yield "red one without a Demon"


def after(s: State, event: ev.Event, was: dict[str, Any]) -> Iterator[str]:
    """What an event shows by what came of it; `was` is the snapshot before it."""
    if isinstance(event, ev.RagamiMoved):
        purified = s.supply_demons - was["supply_demons"]
        if purified:
            yield "purified"
        if purified > 1:
            yield "several purified"
    if isinstance(event, ev.Passed):
        if len(s.chips_forbidden) > len(was["chips_forbidden"]):
            yield "blown up"
        if s.phase == "preparation" and s.due[0].type == "virtue_step":
            yield "no conflicts to draw"
    if isinstance(event, ev.TurnEnded) and was["passed"] and s.options.pass_policy == "reenter":
        yield "came back"
    if s.phase == "over":
        yield from of_the_end(s, event)


def of_the_end(s: State, event: ev.Event) -> Iterator[str]:
    result = final(s)
    assert result is not None
    yield f"ended by {result['reason']}"
    if len(result["winners"]) > 1:
        yield "shared victory"
    if isinstance(event, ev.ConflictsDrawn):
        yield "ended at once"
    for name, values in option_values(Options).items():
        value = getattr(s.options, name)
        if value != values[0]:
            yield f"{name}={value}"


def little_of(s: State) -> dict[str, Any]:
    """The little of a state that `after` compares."""
    if not s.opened:
        return {"supply_demons": 6, "chips_forbidden": [], "passed": []}
    return {
        "supply_demons": s.supply_demons,
        "chips_forbidden": list(s.chips_forbidden),
        "passed": list(s.passed),
    }
