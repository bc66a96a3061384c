"""Checks of secrets: no way out may show them to somebody who may not know them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, takewhile
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct, structs

from ragami.conformance.material import AT, LoggedEvent, Material
from ragami.conformance.outputs import other_position, outputs_for
from ragami.errors import RagamiError
from ragami.export import page
from ragami.export.excerpt import Excerpt
from ragami.export.formats import document, jsonl, sheet, table
from ragami.game.capabilities import VISIBILITY
from ragami.game.visibility import PUBLIC, Hidden, plain
from ragami.judge.replay import Replay
from ragami.language import LANGUAGES
from ragami.log.places import find, put, strings
from ragami.log.unredacted import log_of, stored_line
from ragami.store.memory import MemoryStore
from ragami.table.recording import Draft, Recording, Refused

Wrong = Iterator[tuple[str, str]]
MARKER: Final = "Q7marker"
SWAPS: Final = 6
"""Secrets of a log that are made others, for each viewer."""

OTHERS: Final = 5
"""Values that are tried in the place of one."""

CUTS: Final = 2
"""Logs that are cut, for each viewer: to look at all that comes out of one takes long."""


def onlookers(replay: Replay) -> tuple[str, ...]:
    """Return the viewers from whom something may be hidden."""
    return (PUBLIC, *replay.seating.names)


def secrets_of(material: Material, event: object) -> list[Hidden]:
    """Return the places that an event hides in any game, also one that is not private."""
    visibility = material.game.need(VISIBILITY)
    always = visibility.places(event)
    return [hidden for hidden in visibility.secrets(event) if hidden.place in always]


# --- markers -------------------------------------------------------------------------------


def taint(material: Material) -> Wrong:
    """Check that a marker in a secret is neither in the event as others see it nor in its words."""
    for number, log in enumerate(material.logs):
        seats = onlookers(material.replay(log))
        for step, _replay in material.steps(log):
            for viewer in seats:
                secret = [
                    hidden
                    for hidden in secrets_of(material, step.event)
                    if viewer not in hidden.owners
                ]
                if secret:
                    material.tried += 1
                    where = f"log {number}, record {step.seq} ({step.type}), for {viewer}"
                    yield from (
                        (where, hidden) for hidden in _tainted(material, step, secret, viewer)
                    )


def _tainted(
    material: Material, step: LoggedEvent, secret: Sequence[Hidden], viewer: str
) -> Iterator[str]:
    planted = step.event
    for hidden in secret:
        planted = with_value(planted, hidden.place, MARKER)
    visibility = material.game.need(VISIBILITY)
    ways: dict[str, Callable[[], Any]] = {
        "the event": partial(visibility.redact, planted, viewer),
    }
    for language in LANGUAGES:
        narrator = material.game.words.narrator(language, viewer)
        ways[f"the story ({language})"] = partial(narrator.tell, planted)
    for way, out in ways.items():
        try:
            output = msgspec.json.encode(out())
        except Exception as error:  # noqa: BLE001 (a marker that was not left out fits nowhere)
            yield f"{way}: the secret is not left out: {type(error).__name__}: {error}"
        else:
            if MARKER.encode() in output:
                places = ", ".join(hidden.place for hidden in secret)
                yield f"{way} shows what is secret ({places})"


def with_value(data: Any, place: str, value: Any) -> object:
    """Return a struct with another value at a place, whether or not it fits there."""
    step, inner = _first(place)
    if step is None:
        return value
    if isinstance(data, Struct):
        names = {part.encode_name: part.name for part in structs.fields(data)}
        inside = getattr(data, names[str(step)])
        return structs.replace(data, **{names[str(step)]: with_value(inside, inner, value)})
    if isinstance(step, int):
        return tuple(
            with_value(part, inner, value) if n == step else part for n, part in enumerate(data)
        )
    return {**data, step: with_value(data[step], inner, value)}


def _first(place: str) -> tuple[str | int | None, str]:
    match = re.match(r"\.?(?:\[(\d+)\]|([^.\[\]]+))(.*)$", place)
    if match is None:
        return None, ""
    return (int(match[1]) if match[1] else match[2]), match[3]


# --- worlds --------------------------------------------------------------------------------


def worlds(material: Material) -> Wrong:
    """Check that games that differ only in a secret look the same to whoever may not know it.

    What is shown later is closed until then: a log is cut where its secret still is.
    """
    pool = _values(material)
    for number, log in enumerate(material.logs):
        for viewer in onlookers(material.replay(log))[:2]:
            rng = Random(number)  # noqa: S311 (no secret)
            search = _Search(material, log, viewer, pool, rng)
            where = f"log {number}, for {viewer}"
            for pair in search.pairs():
                material.tried += 1
                ours, theirs = (
                    outputs_for(material, world_log, viewer, pair.since)
                    for world_log in (pair.log, pair.other)
                )
                for way in ours:
                    if ours[way] != theirs.get(way, ours[way]):
                        yield f"{where}, {way}", f"it tells what is secret: {pair.told}"
            if moved := other_position(material, log, viewer):
                yield f"{where}, position", moved


def _values(material: Material) -> dict[tuple[str, str], list[Any]]:
    """Return the values of each secret place, collected over all logs."""
    pool: dict[tuple[str, str], dict[bytes, Any]] = {}
    for log in material.logs:
        for step, _replay in material.steps(log):
            for hidden in secrets_of(material, step.event):
                for _place, value in find(plain(step.event), hidden.place):
                    there = pool.setdefault((step.type, _pattern(hidden.place)), {})
                    there[msgspec.json.encode(value)] = value
    return {key: list(values.values()) for key, values in pool.items()}


def _pattern(place: str) -> str:
    return re.sub(r"\d+", "", place)


class Pair(NamedTuple):
    """Two logs that differ in secrets alone, since which record, and in which."""

    log: bytes
    other: bytes
    since: int
    told: str


class _Search:
    """Looks for logs that differ from one in secrets of others alone, and come to the same."""

    def __init__(
        self,
        material: Material,
        log: bytes,
        viewer: str,
        pool: Mapping[tuple[str, str], list[Any]],
        rng: Random,
    ) -> None:
        self._material, self._pool, self._rng = material, pool, rng
        self._lines = log.removesuffix(b"\n").split(b"\n")
        self._viewer = viewer
        self._course = list(_course(material, log, viewer))
        self._places = [
            (step, hidden.place)
            for step, _replay in material.steps(log)
            for hidden in secrets_of(material, step.event)
            if viewer not in hidden.owners
        ]

    def pairs(self) -> Iterator[Pair]:
        """Yield the log with other secrets; and cut before it shows, one of each kind that will."""
        lines, changes, seen = self._lines, dict[int, str](), set[tuple[str, str]]()
        cuts: dict[tuple[str, str], tuple[dict[int, str], list[bytes]]] = {}
        for step, place in self._rng.sample(self._places, min(4 * SWAPS, len(self._places))):
            kind = (step.type, _pattern(place))
            if len(changes) >= SWAPS and kind in seen | cuts.keys():
                continue
            there = next(value for _place, value in find(plain(step.event), place))
            values = [candidate for candidate in self._pool[kind] if candidate != there]
            for value in self._rng.sample(values, min(OTHERS, len(values))):
                changed = _with(lines, step, place, value)
                change = f"record {step.seq} {place} {there!r} or {value!r}"
                alike = self._alike(changed, step)
                if alike > len(self._lines):
                    lines, changes = changed, {**changes, step.seq: change}
                    seen.add(kind)
                    break
                if alike >= step.seq and alike > len(cuts.get(kind, ({}, ()))[1]):
                    cuts[kind] = {step.seq: change}, _with(self._lines, step, place, value)[:alike]
        if changes:
            yield self._pair(lines, changes)
        for changes, lines in islice((cuts[kind] for kind in cuts if kind not in seen), CUTS):
            yield self._pair(*self._changed_more(lines, changes))

    def _pair(self, changed: Sequence[bytes], changes: Mapping[int, str]) -> Pair:
        lines = self._lines[: len(changed)]
        return Pair(_log(lines), _log(changed), min(changes), "; ".join(changes.values()))

    def _changed_more(
        self, lines: list[bytes], changes: dict[int, str]
    ) -> tuple[list[bytes], dict[int, str]]:
        """Change more secrets of a log that is cut, as long as everybody knows the same."""
        places = [candidate for candidate in self._places if candidate[0].seq <= len(lines)]
        latest = sorted(places, key=lambda candidate: -candidate[0].seq)[: 2 * SWAPS]
        for step, place in latest:
            changed, value = self._another(lines, step, place)
            if changed != lines and self._alike(changed, step) >= len(lines):
                lines = changed
                change = f"{place} as {value!r}"
                changes = {
                    **changes,
                    step.seq: f"{changes.get(step.seq, f'record {step.seq}')} {change}",
                }
        return lines, changes

    def _another(
        self, lines: list[bytes], step: LoggedEvent, place: str
    ) -> tuple[list[bytes], Any]:
        """Change a secret and return the same lines where its place is changed, or has no other."""
        data = msgspec.json.decode(lines[step.seq - 1])["data"]
        there, before = (
            next(find(alternative, place))[1] for alternative in (data, plain(step.event))
        )
        values = [
            alternative
            for alternative in self._pool[step.type, _pattern(place)]
            if alternative != there
        ]
        if there != before or not values:
            return lines, there
        value = self._rng.choice(values)
        return _with(lines, step, place, value), value

    def _alike(self, changed: Sequence[bytes], step: LoggedEvent) -> int:
        """Return after how many records all know the same; more than there are: also of the end."""
        alike = step.seq - 1
        theirs = _course(self._material, _log(changed), self._viewer, alike)
        pairs = zip(self._course[alike:], theirs, strict=False)
        return alike + sum(1 for _same in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _with(lines: Sequence[bytes], step: LoggedEvent, place: str, value: object) -> list[bytes]:
    """Return some lines with another value at a place of a record."""
    data = msgspec.json.decode(lines[step.seq - 1])
    put(data["data"], place, value)
    return [*lines[: step.seq - 1], msgspec.json.encode(data), *lines[step.seq :]]


def _log(lines: Sequence[bytes]) -> bytes:
    return log_of(lines)


def _course(
    material: Material, log: bytes, viewer: str, skip: int = 0
) -> Iterator[tuple[Any, Any]]:
    """Yield what a viewer knows by the rules after every record, and the error; then the end.

    `skip` records are read and left out.
    """
    visibility = material.game.need(VISIBILITY)
    reads = material.reads(log)
    replay = Replay(material.game).take_all(reads[:skip])
    for read in reads[skip:]:
        replay.take(read)
        public_view = material.public(replay.state) if material.public else None
        insight = visibility.insight(list(replay.as_it_reads()), replay.state, viewer)
        scores = replay.position.scores
        yield (dict(scores), public_view, insight, replay.final), replay.error
    yield (
        (
            replay.final,
            [(finding.code, finding.seq) for finding in replay.findings()],
        ),
        replay.error,
    )


# --- private games -------------------------------------------------------------------------


def private(material: Material) -> Wrong:
    """Check that the stored log and the exports of a private game hold no name and no secret."""
    for number, log in enumerate(material.logs):
        if not all(map(material.is_event, material.reads(log))):
            continue  # it would have to be recorded with all that was said of its events
        try:
            recording, names = _kept_apart(material, log)
        except Refused as refused:
            yield f"log {number}, record {refused.finding.seq}", "a private game refuses it"
            continue
        except RagamiError as trouble:
            if trouble.code != "nothing-may-be-sealed":
                raise
            continue
        material.tried += 1
        published = _log([stored_line(line) for line in recording.lines])
        for stands_there in _published(material, log, published):
            yield f"log {number}, the published log", stands_there
        for viewer in onlookers(recording.replay)[:3]:
            foreign = [
                foreign_name.encode()
                for foreign_name in names
                if foreign_name != f"{MARKER}-{viewer}"
            ]
            for way, output in _private_ways(_log(recording.lines), viewer).items():
                if any(name in output for name in foreign):
                    yield f"log {number}, for {viewer}, {way}", "somebody's name comes out"


def _published(material: Material, log: bytes, published: bytes) -> Iterator[str]:
    """Yield the names and secrets that stand in a published log."""
    if MARKER.encode() in published:
        yield "a name stands in it"
    seats = material.replay(log).seating.names
    names = {name for seat, name in seats.items() if name != seat}
    wording = material.game.need(VISIBILITY).wording
    for step, _replay in material.steps(published):
        for place, text in strings(plain(step.event)):
            if text in names and _pattern(place) not in wording.get(step.type, ()):
                yield f"{place} of record {step.seq} is a name, and is not declared as one"
        for hidden in secrets_of(material, step.event):
            yield f"{hidden.place} of record {step.seq} stands in it"


def _private_ways(log: bytes, viewer: str) -> dict[str, bytes]:
    excerpt = Excerpt("x", log, viewer, "en")
    out = {
        "jsonl": jsonl(excerpt),
        "csv": table(excerpt),
        "json": document(excerpt),
    }
    return out | {"page": page.export(excerpt), "sheet": sheet(excerpt)}


def _kept_apart(material: Material, log: bytes) -> tuple[Recording, list[str]]:
    """Return a log recorded as a private game, everybody's name a marker. Raises `Refused`."""
    game = material.game
    recording = Recording(MemoryStore(), "x", new=game.name, private=True)
    names: list[str] = []
    for step, _replay in material.steps(log):
        data, always = plain(step.event), game.need(VISIBILITY).places(step.event)
        for hidden in game.need(VISIBILITY).secrets(step.event):
            if hidden.place not in always:
                names.append(f"{MARKER}-{hidden.instead}")
                put(data, hidden.place, names[-1])
        recording.write([Draft(step.type, msgspec.json.encode(data), AT)])
    return recording, names
