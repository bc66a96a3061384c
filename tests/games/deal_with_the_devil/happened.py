"""What can happen in a game, and what of it did: so that the bots are known to do everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.components import SHIPPED
from ragami.games.deal_with_the_devil.rules.ending import final
from ragami.games.deal_with_the_devil.rules.judge import EVENTS
from ragami.games.deal_with_the_devil.rules.sets import cards
from ragami.games.deal_with_the_devil.state import State

STEPS: Final = ("left", "use", "build", "act", "hire", "right", "wheat")
CARDS: Final = cards(SHIPPED[0])


def within(s: State, event: Any) -> Iterator[str]:
    """What an event, which led to `s`, has made happen."""
    yield type(event).__name__
    match event:
        case ev.StepResolved():
            yield from _stepped(event)
        case ev.PlanShown():
            yield from (f"{one.card} {one.side}" for one in event.event)
        case ev.AchievementClaimed():
            yield f"{event.achievement} claimed"
        case ev.AccusationAnswered():
            yield f"{event.of} {event.true}"
        case ev.ChargeAnswered():
            yield event.answer
        case ev.InquisitorTurned():
            yield f"{event.inquisitor} turned"
        case ev.InquisitionFaced():
            yield from (f"{one} convinced" for one in event.convinced)
        case ev.OfferAnswered() if event.answer:
            yield f"pass {len(s.deal.chests)} {event.answer.accept}"
        case ev.RequestShown():
            yield f"{event.card} shown"


def _stepped(event: ev.StepResolved) -> Iterator[str]:
    kind, _, card = event.step.partition(":")
    yield f"{kind} {event.done}"
    yield from (" ".join(sorted(one.keys)) for one in event.choices)
    if event.done and card:
        yield f"{kind} {card}"


def at_the_end(s: State) -> Iterator[str]:
    """What an ended game has come to."""
    found = final(s)
    assert found
    yield from (f"{s.players[colour].role} wins" for colour in found["winners"])
    yield f"{len(s.inquisition.gone)} bribed"
    yield f"{sum(one is not None for one in s.inquisition.up.values())} up"
    yield "found " + " ".join(of for of, who in s.inquisition.found.items() if who != "none")
    for one in s.in_order():
        yield from (f"{id_} gained" for id_, at in one.minor.items() if isinstance(at, int))
        yield from (f"{id_} gained" for id_ in one.major)
        yield from (f"{kind} hired" for kind in one.hired)
        yield from ("covered" for built in one.built if built.covered)
        yield from ("dropped" for place in one.minor.values() if place == "dropped")
        yield from ("indulgence",) * (one.indulgences or 0)
        yield from ("guest",) * one.guests
        yield from ("token lost",) * (4 - one.tokens)
    yield from ("destroyed" for card in s.gone if card in s.table.buildings)


def wanted() -> set[str]:
    file = CARDS.file
    found = {type_.__name__ for type_ in EVENTS.values()}
    found |= {f"{kind} {done}" for kind in STEPS for done in (True, False)}
    found |= {" ".join(sorted(keys)) for keys in ev.SHAPES}
    found |= {f"build {one.id}" for one in file.buildings}
    acting = [one for one in file.buildings if one.has_action]
    found |= {f"act {one.id}" for one in acting}
    found |= {f"use {one.id}" for one in acting if one.round < 5}
    found |= {f"{one.id} {side}" for one in file.events for side in ("left", "right")}
    found |= {f"{id_} {how}" for id_ in file.achievements for how in ("claimed", "gained")}
    found |= {f"{kind} hired" for kind in ("rural", "urban", "religious", "alchemist")}
    found |= {f"{of} {true}" for of in ev.SOUGHT for true in (True, False)}
    found |= {f"{id_} convinced" for id_ in file.inquisitors}
    found |= {f"{id_} turned" for id_, one in file.inquisitors.items() if one.back == "normal"}
    found |= {f"{role} wins" for role in ev.ROLES}
    found |= {f"{n} {what}" for n in range(4) for what in ("bribed", "up")}
    found |= {f"found {who}" for who in ("", "devil", "cultist", "devil cultist")}
    found |= {f"pass {n} {accept}" for n in (1, 2) for accept in (True, False)}
    found |= {f"{card} shown" for card in (*CARDS.requests, "none")}
    found |= {"innocent", "guilty", "covered", "destroyed", "indulgence", "guest", "dropped"}
    return found | {"token lost"}


def missing(seen: Counter[str]) -> list[str]:
    return sorted(wanted() - {what for what, n in seen.items() if n})
