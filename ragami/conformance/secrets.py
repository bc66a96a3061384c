"""Checks of secrets: no way out may show them to somebody who may not know them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct, structs

from ragami.conformance.material import AT, LoggedEvent, Material, plain
from ragami.conformance.playing import spread
from ragami.draw.panels import Page
from ragami.errors import RagamiError
from ragami.export import document, jsonl, page, sheet, table
from ragami.export.excerpt import Excerpt
from ragami.game.capabilities import DEDUCTION, DRAWING, GUIDANCE, VISIBILITY
from ragami.game.visibility import PUBLIC, Hidden
from ragami.judge.replay import Replay
from ragami.judge.report import said
from ragami.language import LANGUAGES
from ragami.log.places import find, put, strings
from ragami.log.unredacted import stored
from ragami.narration import tell_log
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

FEW_TRIES: Final = 3
"""So many other values have to show at once before it is said of a kind of secret."""

# The words in which they differ by language are those of the story and of the findings.
_FORMS: Final[Mapping[str, Callable[[Excerpt], bytes]]] = {
    "jsonl": jsonl.export,
    "json": document.export,
    "csv": table.export,
    "sheet": sheet.export,
    "page": page.export,
}


def onlookers(material: Material, replay: Replay) -> tuple[str, ...]:
    """Return the viewers from whom something may be hidden."""
    return (PUBLIC, *material.game.seating(replay.state).names)


def secrets_of(material: Material, event: Any) -> list[Hidden]:
    """Return the places that an event hides in any game, also one that is not private."""
    visibility = material.game.need(VISIBILITY)
    always = visibility.places(event)
    return [one for one in visibility.secrets(event) if one.place in always]


# --- markers -------------------------------------------------------------------------------


def taint(material: Material) -> Wrong:
    """A marker in a secret is not in the event as others see it, nor in how it is told to them."""
    for number, log in enumerate(material.logs):
        seats = onlookers(material, material.replay(log))
        for step, _replay in material.steps(log):
            for viewer in seats:
                secret = [
                    one for one in secrets_of(material, step.event) if viewer not in one.owners
                ]
                if secret:
                    material.tried += 1
                    where = f"log {number}, record {step.seq} ({step.type}), for {viewer}"
                    yield from ((where, one) for one in _tainted(material, step, secret, viewer))


def _tainted(
    material: Material, step: LoggedEvent, secret: Sequence[Hidden], viewer: str
) -> Iterator[str]:
    planted = step.event
    for one in secret:
        planted = with_value(planted, one.place, MARKER)
    visibility = material.game.need(VISIBILITY)
    ways: dict[str, Callable[[], Any]] = {
        "the event": partial(visibility.redact, planted, viewer),
    }
    for language in LANGUAGES:
        narrator = material.game.words.narrator(language, viewer)
        ways[f"the story ({language})"] = partial(narrator.tell, planted)
    for way, out in ways.items():
        try:
            shown = msgspec.json.encode(out())
        except Exception as error:  # noqa: BLE001 (a marker that was not left out fits nowhere)
            yield f"{way}: the secret is not left out: {type(error).__name__}: {error}"
        else:
            if MARKER.encode() in shown:
                places = ", ".join(one.place for one in secret)
                yield f"{way} shows what is secret ({places})"


def with_value(data: Any, place: str, value: Any) -> Any:
    """A struct with another value at a place, whether or not it fits there."""
    step, rest = _first(place)
    if step is None:
        return value
    if isinstance(data, Struct):
        names = {one.encode_name: one.name for one in structs.fields(data)}
        inside = getattr(data, names[str(step)])
        return structs.replace(data, **{names[str(step)]: with_value(inside, rest, value)})
    if isinstance(step, int):
        return tuple(
            with_value(one, rest, value) if n == step else one for n, one in enumerate(data)
        )
    return {**data, step: with_value(data[step], rest, value)}


def _first(place: str) -> tuple[str | int | None, str]:
    found = re.match(r"\.?(?:\[(\d+)\]|([^.\[\]]+))(.*)$", place)
    if found is None:
        return None, ""
    return (int(found[1]) if found[1] else found[2]), found[3]


# --- worlds --------------------------------------------------------------------------------


def worlds(material: Material) -> Wrong:
    """Two games that differ only in what a viewer may not know look the same to that viewer.

    What is shown later is closed until then: a log is cut where its secret still is.
    """
    pool = _values(material)
    for number, log in enumerate(material.logs):
        for viewer in onlookers(material, material.replay(log))[:2]:
            rng = Random(number)  # noqa: S311 (no secret)
            search = _Search(material, log, viewer, pool, rng)
            where = f"log {number}, for {viewer}"
            for pair in search.pairs():
                material.tried += 1
                ours, theirs = (ways_out(material, each, viewer) for each in (pair.log, pair.other))
                for way in ours:
                    if ours[way] != theirs.get(way):
                        yield f"{where}, {way}", f"it tells what is secret: {pair.told}"
            for told in search.shown_at_once():
                yield where, told


def _values(material: Material) -> dict[tuple[str, str], list[Any]]:
    """Return the values of each secret place, collected over all logs."""
    pool: dict[tuple[str, str], dict[bytes, Any]] = {}
    for log in material.logs:
        for step, _replay in material.steps(log):
            for one in secrets_of(material, step.event):
                for _place, value in find(plain(step.event), one.place):
                    there = pool.setdefault((step.type, _pattern(one.place)), {})
                    there[msgspec.json.encode(value)] = value
    return {key: list(values.values()) for key, values in pool.items()}


def _pattern(place: str) -> str:
    return re.sub(r"\d+", "", place)


class Pair(NamedTuple):
    """Two logs that differ in secrets alone, and in which."""

    log: bytes
    other: bytes
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
            (step, one.place)
            for step, _replay in material.steps(log)
            for one in secrets_of(material, step.event)
            if viewer not in one.owners
        ]
        # By type and place: how many other values were tried, and how many showed at once.
        self._tries: Counter[tuple[str, str]] = Counter()
        self._at_once: Counter[tuple[str, str]] = Counter()

    def pairs(self) -> Iterator[Pair]:
        """The whole log with other secrets; and cut before it shows, one of each kind that will."""
        lines, told, seen = self._lines, list[str](), set[tuple[str, str]]()
        cuts: dict[tuple[str, str], tuple[int, Pair]] = {}
        for step, place in self._rng.sample(self._places, min(4 * SWAPS, len(self._places))):
            kind = (step.type, _pattern(place))
            if len(told) >= SWAPS and kind in seen | cuts.keys():
                continue
            there = next(value for _place, value in find(plain(step.event), place))
            values = [one for one in self._pool[kind] if one != there]
            for value in self._rng.sample(values, min(OTHERS, len(values))):
                other = _with(lines, step, place, value)
                change = f"record {step.seq} {place} {there!r} or {value!r}"
                alike = self._alike(other, step, kind)
                if alike > len(self._lines):
                    lines, told = other, [*told, change]
                    seen.add(kind)
                    break
                if alike >= step.seq and alike > cuts.get(kind, (0,))[0]:
                    single = _with(self._lines, step, place, value)[:alike]
                    cuts[kind] = alike, Pair(_log(self._lines[:alike]), _log(single), change)
        if told:
            yield Pair(_log(self._lines), _log(lines), "; ".join(told))
        closed = (pair for kind, (_alike, pair) in cuts.items() if kind not in seen)
        yield from islice(closed, CUTS)
        self._at_once = Counter(
            {k: n for k, n in self._at_once.items() if k not in seen | set(cuts)}
        )

    def _alike(self, other: Sequence[bytes], step: LoggedEvent, kind: tuple[str, str]) -> int:
        """After how many records everybody knows the same; more than there are: also of the end."""
        self._tries[kind] += 1
        alike = step.seq - 1
        course = _course(self._material, _log(other), self._viewer, alike)
        for ours, theirs in zip(self._course[alike:], course, strict=False):
            if ours != theirs:
                if alike == step.seq - 1 and not theirs[1]:
                    self._at_once[kind] += 1
                break
            alike += 1
        return alike

    def shown_at_once(self) -> Iterator[str]:
        """Yield the secret places whose value moves the position in the record that holds it."""
        for (type_, place), number in self._at_once.items():
            if number == self._tries[type_, place] >= FEW_TRIES:
                yield f"{place} of {type_} is secret, and the position shows at once what it is"


def _with(lines: Sequence[bytes], step: LoggedEvent, place: str, value: Any) -> list[bytes]:
    """Some lines with another value at a place of a record."""
    data = msgspec.json.decode(lines[step.seq - 1])
    put(data["data"], place, value)
    return [*lines[: step.seq - 1], msgspec.json.encode(data), *lines[step.seq :]]


def _log(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


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
        shown = material.public(replay.state) if material.public else None
        known = visibility.insight(list(replay.as_it_reads()), replay.state, viewer)
        yield (material.game.position(replay.state), shown, known, replay.final), replay.error
    yield (replay.final, [(one.code, one.seq) for one in replay.findings()]), replay.error


def ways_out(material: Material, log: bytes, viewer: str) -> dict[str, bytes]:
    """All that comes out of a log for a viewer, by the way it takes."""
    game = material.game
    out: dict[str, bytes] = {}
    taken = Excerpt("x", log, viewer, LANGUAGES[0])
    for way, export in _FORMS.items():
        try:
            out[way] = export(taken)
        except RagamiError as none:
            out[way] = none.code.encode()
    for language in LANGUAGES:
        narrator = game.words.narrator(language, viewer)
        for line in tell_log(game, narrator, taken.log):
            out[f"story, record {line.seq} ({language})"] = repr(line).encode()
        findings = [said(narrator.may_see(one), game) for one in taken.replay.findings()]
        out[f"findings ({language})"] = msgspec.json.encode(findings)
    reads = material.reads(log)
    for at in spread(len(reads)):
        replay = Replay(game).take_all(reads[: at + 1])
        out |= {f"{way} after record {at + 1}": told for way, told in _shown(replay, viewer)}
    return out


def _shown(replay: Replay, viewer: str) -> Iterator[tuple[str, bytes]]:
    """Yield the outputs that show a moment: view, guide, picture, SVG, deduction."""
    game, state = replay.game, replay.state
    view = game.view(state, replay.seq, viewer)
    yield "view", msgspec.json.encode(view, order="deterministic")
    yield "guide", repr(game.need(GUIDANCE).guide(state, "en")).encode()
    names, title = game.seating(state)
    if drawing := game.get(DRAWING):
        yield "picture", drawing.picture(state, view, names, Page("en")).encode()
        yield "svg", (drawing.svg(view, state, names, title, "en") or "").encode()
    if deduction := game.get(DEDUCTION):
        yield "deduction", repr(deduction.hands(list(replay.standing()), viewer)).encode()


# --- private games -------------------------------------------------------------------------


def private(material: Material) -> Wrong:
    """Check that the stored log and the exports of a private game hold no name and no secret."""
    for number, log in enumerate(material.logs):
        if not all(map(material.is_event, material.reads(log))):
            continue  # it would have to be recorded with all that was said of its events
        material.tried += 1
        try:
            recording, names = _kept_apart(material, log)
        except Refused as refused:
            yield f"log {number}, record {refused.finding.seq}", "a private game refuses it"
            continue
        published = _log([stored(line) for line in recording.lines])
        for wrong in _published(material, log, published):
            yield f"log {number}, the published log", wrong
        for viewer in onlookers(material, recording.replay)[:3]:
            foreign = [one.encode() for one in names if one != f"{MARKER}-{viewer}"]
            for way, shown in _private_ways(_log(recording.lines), viewer).items():
                if any(name in shown for name in foreign):
                    yield f"log {number}, for {viewer}, {way}", "somebody's name comes out"


def _published(material: Material, log: bytes, published: bytes) -> Iterator[str]:
    """Yield the names and secrets that stand in a published log."""
    if MARKER.encode() in published:
        yield "a name stands in it"
    seats = material.game.seating(material.replay(log).state).names
    names = {name for seat, name in seats.items() if name != seat}
    wording = material.game.need(VISIBILITY).wording
    for step, _replay in material.steps(published):
        for place, text in strings(plain(step.event)):
            if text in names and _pattern(place) not in wording.get(step.type, ()):
                yield f"{place} of record {step.seq} is a name, and is not declared as one"
        for one in secrets_of(material, step.event):
            yield f"{one.place} of record {step.seq} stands in it"


def _private_ways(log: bytes, viewer: str) -> dict[str, bytes]:
    taken = Excerpt("x", log, viewer, "en")
    out = {"jsonl": jsonl.export(taken), "csv": table.export(taken), "json": document.export(taken)}
    return out | {"page": page.export(taken), "sheet": sheet.export(taken)}


def _kept_apart(material: Material, log: bytes) -> tuple[Recording, list[str]]:
    """A log recorded as a private game, everybody's name a marker. Raises `Refused`."""
    game = material.game
    recording = Recording.new(MemoryStore(), "x", game.name, private=True)
    names: list[str] = []
    for step, _replay in material.steps(log):
        data, always = plain(step.event), game.need(VISIBILITY).places(step.event)
        for one in game.need(VISIBILITY).secrets(step.event):
            if one.place not in always:
                names.append(f"{MARKER}-{one.instead}")
                put(data, one.place, names[-1])
        recording.write([Draft(step.type, msgspec.json.encode(data), AT)])
    return recording, names
