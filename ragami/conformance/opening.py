"""Checks of the setup: record 1 holds the choices, for every value of an option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ragami.conformance.material import Material
from ragami.game.capabilities import SETUP, Setup
from ragami.game.opening_record import opening_record
from ragami.game.setting import Value
from ragami.log.record import OPENING

Wrong = Iterator[tuple[str, str]]


def setup(material: Material) -> Wrong:
    """Check that choices stand in record 1, are read from it again, and can be changed in it."""
    offered = material.game.get(SETUP)
    if offered is None:
        return
    for players in material.numbers():
        seats = [(seat, seat.capitalize()) for seat in offered.seats[:players]]
        lacking = offered.still_to_say([seat for seat, _name in seats], {})
        least: dict[str, Value] = {part.name: part.values[0] for part in lacking}
        usual = _opened(material, offered, seats, least)
        if len(seats) > 1 and _takes_one_seat_twice(material, offered, seats, least):
            yield f"{players} players", "two players may have one seat"
        for setting in offered.settings():
            for value in setting.values:
                chosen = {**least, setting.name: value}
                where = f"{players} players, {setting.name}={value}"
                material.tried += 1
                yield from ((where, part) for part in _read(material, offered, seats, chosen))
                if usual is not None:
                    changed = {setting.name: value}
                    yield from ((where, part) for part in _under(offered, usual, changed))


def _opened(
    material: Material, setup: Setup, seats: list[tuple[str, str]], chosen: Mapping[str, Value]
) -> object:
    """The event of record 1 with these choices; None where its data is none."""
    return material.event(OPENING, setup.data(None, seats, chosen, {}))


def _takes_one_seat_twice(
    material: Material, setup: Setup, seats: list[tuple[str, str]], chosen: Mapping[str, Value]
) -> bool:
    """Return True if a record 1 is legal in which the second player has the seat of the first."""
    game = material.game
    entry = next(iter(game.events.values()))
    record = opening_record(entry.struct)
    if record is None:
        return False
    data = setup.data(None, seats, chosen, {})
    first, second = data["players"][:2]
    second[record.seat_field] = first[record.seat_field]
    event = material.event(OPENING, data)
    return event is not None and not entry.check(game.new_state(), event)


def _read(
    material: Material, setup: Setup, seats: list[tuple[str, str]], chosen: Mapping[str, Value]
) -> Iterator[str]:
    opened = _opened(material, setup, seats, chosen)
    if opened is None:
        yield "the data is no record 1"
    else:
        yield from _agreed(setup, opened, chosen, "data")


def _under(setup: Setup, opened: object, chosen: Mapping[str, Value]) -> Iterator[str]:
    yield from _agreed(setup, setup.under(opened, chosen), chosen, "under")


def _agreed(setup: Setup, opened: object, chosen: Mapping[str, Value], by: str) -> Iterator[str]:
    agreed = setup.agreed(opened)
    for name, value in chosen.items():
        if name not in agreed:
            yield f"agreed says nothing of {name} after {by}"
        elif agreed[name] != value:
            yield f"agreed says {name}={agreed[name]} after {by} with {value}"
