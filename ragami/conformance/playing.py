"""Checks of the events: their bytes, the fold, undo, the check, choices, bots."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from ragami.conformance.material import AT, LoggedEvent, Material
from ragami.findings import CODES
from ragami.game.capabilities import BOT, CHOICES, SETUP, SNAPSHOTS, Setup
from ragami.game.choices.bots import simulated
from ragami.game.choices.choice import Several
from ragami.game.choices.narrowing import narrowing
from ragami.game.opening import Value, opening_record
from ragami.game.visibility import plain
from ragami.judge.judge import Judge
from ragami.judge.replay import Replay
from ragami.log.codec import encode_record
from ragami.log.record import OPENING, Redone, Undone
from ragami.schema import schemas

Wrong = Iterator[tuple[str, str]]
DRAWS: Final = 25


def spread(number: int, few: int) -> list[int]:
    """Return some `few` of the numbers from 0 to `number` - 1, evenly, and the last one."""
    return sorted({number * n // few for n in range(few)} | {number - 1}) if number else []


def unfit(material: Material) -> Wrong:
    """Check that there are logs to try, and that they are legal ones of this game."""
    if not material.logs:
        yield material.game.name, "there is no log, and no bot that could play one"
    for number, log in enumerate(material.logs):
        replay = material.replay(log)
        if replay.error:
            yield (
                f"log {number}, record {replay.error.seq}",
                material.game.words.say(replay.error, "en"),
            )


# --- bytes ---------------------------------------------------------------------------------


def events(material: Material) -> Wrong:
    """Check that every event is read as it was written, and has a schema."""
    game = material.game
    if next(iter(game.events)) != OPENING:
        yield "events", f"the first type has to be {OPENING}"
    for name, entry in game.events.items():
        if not entry.struct.__struct_config__.frozen:
            yield name, "the struct is not frozen"
        if not entry.struct.__struct_config__.forbid_unknown_fields:
            yield name, "the struct lets unknown fields through"
    try:
        json.dumps(schemas(game))
    except Exception as wrong:  # noqa: BLE001 (whatever an author's types bring about)
        yield "schemas", told_of(wrong)
    for number, log in enumerate(material.logs):
        for step, _replay in material.steps(log):
            material.tried += 1
            where = f"log {number}, record {step.seq} ({step.type})"
            version = game.events[step.type].version
            body = Raw(msgspec.json.encode(step.event))
            read = game.codec.read_event(step.type, version, body)
            if read != step.event:
                yield where, f"encoded and decoded it is {read!r}"


# --- the fold ------------------------------------------------------------------------------


def everything_shown(material: Material, replay: Replay) -> bytes:
    """Return all that shows of a state, for everybody."""
    game, state = material.game, replay.state
    views = [game.view(state, 1, viewer) for viewer in material.viewers(replay)]
    output = (views, game.position(state), game.final(state), game.seating(state))
    return msgspec.json.encode(output, order="deterministic")


def fold(material: Material) -> Wrong:
    """Check that a state that was packed on the way goes on as the one that was not."""
    snapshots = material.game.need(SNAPSHOTS)
    for number, log in enumerate(material.logs):
        reads, full_replay = material.reads(log), material.replay(log)
        like, end = full_replay.state, everything_shown(material, full_replay)
        for at in spread(len(reads), material.few):
            material.tried += 1
            replay = Replay(material.game).take_all(reads[: at + 1])
            before = everything_shown(material, replay)
            material.replay(material.logs[number - 1])
            if everything_shown(material, replay) != before:
                yield f"log {number}, record {at + 1}", "the fold of a game has changed another"
            replay.state = snapshots.unpack(snapshots.pack(replay.state), like)
            where = f"log {number}, record {at + 1}"
            if everything_shown(material, replay) != before:
                yield where, "unpacked, the state shows something else than when it was packed"
            elif everything_shown(material, replay.take_all(reads[at + 1 :])) != end:
                yield where, "from a state that was unpacked the game ends otherwise"


def undo(material: Material) -> Wrong:
    """Check that an undo leads back to where the game stood, and a redo back again."""
    for number, log in enumerate(material.logs):
        reads = material.reads(log)
        # What a later correction or ruling says of an event stays when others are undone.
        last = max((n for n, read in enumerate(reads) if not material.is_event(read)), default=0)
        moments = [n for n in spread(len(reads), material.few) if n >= last]
        end = everything_shown(material, material.replay(log)) if moments else b""
        there = Replay(material.game)
        for at in moments:
            material.tried += 1
            there.take_all(reads[there.seq : at + 1])
            replay = material.replay(log)
            replay.snapshot_every = 2
            _take(replay, "undone", Undone(at + 1, None))
            where = f"log {number}, back to record {at + 1}"
            if everything_shown(material, replay) != everything_shown(material, there):
                yield where, "it does not stand as it stood then"
            _take(replay, "redone", Redone())
            if everything_shown(material, replay) != end:
                yield where, "taken back, it does not stand as before"


def _take(replay: Replay, type_: str, data: msgspec.Struct) -> None:
    seq = replay.seq + 1
    replay.take(replay.codec.read_line(encode_record(seq, type_, 1, AT, None, data), seq))
    replay.take_all([])


# --- the check -----------------------------------------------------------------------------


def check(material: Material) -> Wrong:
    """Check that `check` gives breaches and changes nothing, whatever comes when."""
    for number, log in enumerate(material.logs):
        moments = set(spread(len(material.reads(log)), material.few))
        for step, replay in material.steps(log):
            if step.seq - 1 in moments:
                before = everything_shown(material, replay)
                for stranger in (step, *material.strangers):
                    material.tried += 1
                    where = f"log {number}, {stranger.type} as record {step.seq}"
                    yield from ((where, problem) for problem in _judged(material, replay, stranger))
                if everything_shown(material, replay) != before:
                    yield f"log {number}, record {step.seq}", "a check has changed the state"


def _judged(material: Material, replay: Replay, step: LoggedEvent) -> Iterator[str]:
    try:
        breaches, _ruled = Judge(material.game).judged(replay.state, step.event)
    except Exception as error:  # noqa: BLE001 (that is what is looked for)
        yield f"check raises {told_of(error)}"
        return
    if step.type == OPENING and replay.seq and not breaches:
        yield "the game may be opened again"
    rules = material.game.rulebook.rules()
    for breach in breaches:
        if breach.rule not in rules and breach.rule != material.game.log_rule:
            yield f"the rule {breach.rule} is not in the rulebook"
        elif breach.ruling and breach.ruling not in rules:
            yield f"the ruling {breach.ruling} is not in the rulebook"


def told_of(error: BaseException) -> str:
    """Return an exception, and the line that it came from."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({frame.filename}:{frame.lineno})"


# --- choices and bots ----------------------------------------------------------------------


def choices(material: Material) -> Wrong:
    """Check that every choice offered is legal, and every event that happened was offered."""
    offered = material.game.get(CHOICES)
    if offered is None:
        return
    rng = Random(0)  # noqa: S311 (no secret)
    for number, log in enumerate(material.logs):
        moments = set(spread(len(material.reads(log)), 3 * material.few))
        for step, replay in material.steps(log):
            if step.seq > 1 and step.seq - 1 in moments and not replay.history.waiving:
                legal = offered.choices(replay.state)
                material.tried += 1
                where = f"log {number}, record {step.seq}"
                if not any(_fits(choice, step) for choice in legal):
                    yield where, f"this {step.type} is not among the legal choices"
                for choice in legal:
                    yield from (
                        (where, problem) for problem in _offered(material, replay, choice, rng)
                    )
        end = material.replay(log)
        if end.final is not None and offered.choices(end.state):
            yield f"log {number}", "the game is over, and there are legal choices"


def _fits(choice: Any, step: LoggedEvent) -> bool:
    data = plain(step.event)
    return choice.type == step.type and all(
        data.get(name) in (value, None) for name, value in plain(choice.data).items()
    )


def _offered(material: Material, replay: Replay, choice: Any, rng: Random) -> Iterator[str]:
    """Yield the faults of a choice: it must have a legal event, and only those unless `joint`."""
    if _unlisted(dict(choice.open)):
        return  # only somebody who writes can say what it comes to
    narrowed = narrowing(material.game, replay.state, choice)
    if narrowed.draw(rng) is None:
        yield f"{choice.type} {choice.data} is offered, and no such event is legal"
    if choice.joint:
        return
    for data in islice(narrowed.whole(), DRAWS):
        if forbidding := narrowed.breaches(data):
            yield f"{choice.type} {data} is offered, and {forbidding[0].rule} forbids it"
            return


def _unlisted(value: object) -> bool:
    """Return True if an open field has no list of values (a text, amounts …)."""
    if isinstance(value, Several):
        value = value.of
    if isinstance(value, dict):
        value = list(value.values())
    return any(map(_unlisted, value)) if isinstance(value, list) else isinstance(value, Struct)


def bots(material: Material) -> Wrong:
    """Check the games of bots: whole, legal, the same by the same seed, for all player counts."""
    bot = material.game.get(BOT)
    if bot is None:
        return
    for players in material.numbers():
        material.tried += 1
        played = list(zip(bot.play(players, 7), range(5000), strict=False))
        log = material.written(played)
        where = f"{players} players"
        if log != material.written(list(zip(bot.play(players, 7), range(5000), strict=False))):
            yield where, "another game by the same seed"
        replay = material.replay(log)
        if replay.error:
            yield f"{where}, record {replay.error.seq}", f"the bots break {replay.error.rule}"
        elif replay.final is None:
            yield where, f"the game is not over after {replay.seq} records"
        if len(replay.seating.names) != players and material.game.get(SETUP) is not None:
            yield where, "not everybody has a seat"
    yield from _under_options(material)
    hidden = material.replay(material.played(1, hidden=True))
    if hidden.error:
        yield "with what is hidden left open", f"the bots break {hidden.error.rule}"


def _under_options(material: Material) -> Wrong:
    """Play under other options than the usual ones where the house drives the bots.

    Of each option the first and the last other value.
    """
    setup = material.game.get(SETUP)
    if setup is None or material.game.has(BOT):
        return
    least: dict[str, Value] = {part.name: part.values[0] for part in setup.still_to_say((), {})}
    for setting in setup.settings():
        others = [value for value in setting.values if value != setting.usual]
        for value in dict.fromkeys(others[:1] + others[-1:]):
            chosen = {**least, setting.name: value}
            for players in {material.numbers()[0], material.numbers()[-1]}:
                material.tried += 1
                where = f"{players} players, {setting.name}={value}"
                yield from ((where, problem) for problem in _played(material, players, chosen))


def _played(material: Material, players: int, chosen: Mapping[str, Value]) -> Iterator[str]:
    try:
        replay = material.replay(simulated(material.game, players, 0, chosen))
    except Exception as error:  # noqa: BLE001 (it is of the author)
        yield f"the bots raise {told_of(error)}"
        return
    if replay.error:
        yield f"the bots break {replay.error.rule}"
    elif replay.final is None:
        yield f"the game is not over after {replay.seq} records"


def conserved(material: Material) -> Wrong:
    """Check that conserved quantities are the same after every record but the first."""
    for name, law in material.conserved.items():
        for number, log in enumerate(material.logs):
            before: object = None
            replay = Replay(material.game)
            for seq, read in enumerate(material.reads(log), 1):
                material.tried += 1
                now = law(replay.take(read).state)
                if seq > 1 and now != before:
                    yield f"log {number}, record {seq}", f"{name}: {before} became {now}"
                before = now


def severities(material: Material) -> Wrong:
    """Check that every code of a finding is registered."""
    for number, log in enumerate(material.logs):
        for finding in material.replay(log).findings():
            if finding.code not in CODES:
                yield f"log {number}", f"the finding {finding.code} has no severity"


# --- opening -------------------------------------------------------------------------------------


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
    """Return the event of record 1 with these choices; None where its data is none."""
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
