"""All that comes out of a log for a viewer, to be compared between two worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, Final

import msgspec

from ragami.conformance.material import Material
from ragami.conformance.playing import spread
from ragami.conformance.presentation import questions
from ragami.decoded import Fields
from ragami.draw.panels import Page
from ragami.errors import RagamiError
from ragami.export import page
from ragami.export.excerpt import Excerpt
from ragami.export.formats import document, jsonl, sheet, table
from ragami.findings import Finding, finding_of
from ragami.game.capabilities import CHOICES, CHOOSE, DEDUCTION, DRAWING, GUIDANCE, VISIBILITY
from ragami.game.choices.bots import SEAT, House
from ragami.game.choices.questions import Questions
from ragami.game.visibility import plain
from ragami.judge.judge import Judge
from ragami.judge.moments import in_runs
from ragami.judge.replay import Replay
from ragami.judge.report import with_texts
from ragami.language import LANGUAGES
from ragami.log.record import Record
from ragami.log.unredacted import log_of
from ragami.narration import tell_log
from ragami.privacy.seeing import own_replay
from ragami.privacy.viewing import shares

ASKED: Final = 5
"""Moments at which all that is asked of a seat is looked at."""

Outputs = dict[str, bytes]
Ways = Iterator[tuple[str, bytes]]

# The words in which they differ by language are those of the story and of the findings.
_FORMS: Final[Mapping[str, Callable[[Excerpt], bytes]]] = {
    "jsonl": jsonl,
    "json": document,
    "csv": table,
    "sheet": sheet,
    "page": page.export,
}


def outputs_for(material: Material, log: bytes, viewer: str, since: int) -> Outputs:
    """Return all that comes out of a log for a viewer, by its way; moments from a record on."""
    reads = material.reads(log)
    out = dict(_exported(material, log, viewer)) | dict(_told(material, log, viewer))
    moments = range(since, len(reads) + 1)
    due = [seq for seq in _due(material, log, viewer) if seq >= since] or moments
    seats_due = {due[n] for n in spread(len(due), ASKED)}
    for seq in sorted({moments[n] for n in spread(len(moments), material.few)} | seats_due):
        full_replay = Replay(material.game).take_all(reads[:seq])
        moment_ways = dict(_shown(full_replay, viewer))
        if seq in seats_due:
            lines = log.split(b"\n")[:seq]
            own = own_replay(log_of(lines), viewer)
            moment_ways |= dict(_asked(own, viewer)) | dict(
                _refused(material, full_replay, own, viewer)
            )
        out |= {f"{way} after record {seq}": output for way, output in moment_ways.items()}
    return out


def _due(material: Material, log: bytes, seat: str) -> Iterator[int]:
    """Yield the records after which a seat owes a decision."""
    for step, before in material.steps(log):
        if seat in before.position.due:
            yield step.seq - 1


def other_position(material: Material, log: bytes, viewer: str) -> str | None:
    """Return where something moves the position that a viewer's own log has not; None if nothing.

    What is counted up at the end may be.
    """
    excerpt = Excerpt("x", log, viewer, LANGUAGES[0])
    own, runs = excerpt.reading()
    if not shares(material.game, viewer):
        runs = in_runs(own, material.reads(log_of(excerpt.lines)))
    full_replay, reads = Replay(material.game), iter(material.reads(log))
    for run in runs:
        ours = core(own.take_all(run))
        theirs = core(full_replay.take_all(islice(reads, len(run))))
        if full_replay.final is None:
            ours, theirs = (*ours, dict(_scores(own))), (*theirs, dict(_scores(full_replay)))
        for seen_value, real in zip(ours, theirs, strict=True):
            if seen_value != real:
                seq = full_replay.seq
                return f"after record {seq} it has {real!r}, and the own log {seen_value!r}"
    return None


def _scores(replay: Replay) -> Mapping[str, int]:
    return replay.position.scores


def _exported(material: Material, log: bytes, viewer: str) -> Ways:
    excerpt = Excerpt("x", log, viewer, LANGUAGES[0])
    for way, export in _FORMS.items():
        try:
            yield way, export(excerpt)
        except RagamiError as none:
            yield way, none.code.encode()
    game = material.game
    for language in LANGUAGES:
        narrator = game.words.narrator(language, viewer)
        findings = [
            with_texts(narrator.may_see(finding), game) for finding in excerpt.replay.findings()
        ]
        yield f"findings ({language})", msgspec.json.encode(findings)
        for line in tell_log(game, narrator, excerpt.log):
            yield f"story, record {line.seq} ({language})", repr(line).encode()


def _told(material: Material, log: bytes, viewer: str) -> Ways:
    """Yield how a viewer's narrator tells the events with all that is in them, and the core."""
    narrators = {
        language_code: material.game.words.narrator(language_code, viewer)
        for language_code in LANGUAGES
    }
    for step, before in material.steps(log):
        for language, narrator in narrators.items():
            yield f"the words of record {step.seq} ({language})", narrator.tell(step.event).encode()
        yield f"the core before record {step.seq}", _json(core(before))


def core(replay: Replay) -> tuple[object, ...]:
    """Return what everybody may know of a position: all but the scores."""
    at, seated = replay.position, replay.seating
    return at.round, at.turn, at.phase, at.due, seated


def _shown(replay: Replay, viewer: str) -> Ways:
    game, state = replay.game, replay.state
    view = game.view(state, replay.seq, viewer)
    yield "view", _json(view)
    yield "core", _json(core(replay))
    yield "guide", repr(game.need(GUIDANCE).guide(state, "en")).encode()
    names, title = game.seating(state)
    if drawing := game.get(DRAWING):
        yield "picture", drawing.picture(state, view, names, Page("en")).encode()
        yield "svg", (drawing.svg(view, state, names, title, "en") or "").encode()
    if deduction := game.get(DEDUCTION):
        yield "deduction", repr(deduction.hands(list(replay.standing()), viewer)).encode()


def _json(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def _asked(own: Replay, seat: str) -> Ways:
    """Yield what a seat is offered in its own log: choices, questions, labels; what a bot does."""
    game, state = own.game, own.state
    choices = game.get(CHOICES)
    if choices is None:
        return
    legal = list(choices.choices(state))
    yield "choices", _json(legal)
    asking, rng = Questions(game, state), Random(0)  # noqa: S311 (no secret)
    for form in asking.forms():
        yield f"the questions of {form.id}", _json((form, list(questions(asking, form, rng))))
    choose = game.get(CHOOSE)
    if choose and any(choice.data.get(SEAT) == seat for choice in legal):
        yield "the move of a bot", _json(House(game, "x").decision(choose, seat, state))


def _refused(material: Material, full_replay: Replay, own: Replay, seat: str) -> Ways:
    """Yield what a seat is told of illegal events of its own.

    By its own log of each event, by the whole log of each rule that forbids it: whether something
    hidden forbids it too, and which part of it, nobody can keep from who tries it.
    """
    game, narrator = full_replay.game, material.game.words.narrator(LANGUAGES[0], seat)

    def told(replay: Replay, event: object) -> Iterator[Finding]:
        for breach in Judge(game).judged(replay.state, event)[0]:
            yield with_texts(narrator.may_see(finding_of("illegal-event", breach, 1, 1)), game)

    for number, (type_, tried) in enumerate(_tries(material, full_replay, seat)):
        event = material.event(type_, plain(tried) | {SEAT: seat})
        if event is not None:
            way = f"refusing {type_} {number}"
            yield way, _json(list(told(own, event)))
            for finding in told(full_replay, event):
                facts = finding.facts
                about = [facts.get("problem", ""), *_parts(plain(tried), facts)]
                place = " ".join(map(str, (finding.rule, *about)))
                yield f"{way} by the whole log, {place}", _json(finding)


def _parts(tried: Fields, facts: Fields) -> Iterator[object]:
    """Yield the parts of a list in an event that the facts of a finding name, by their values."""
    listed = [part for value in tried.values() if isinstance(value, list) for part in value]
    return (value for value in facts.values() if value is not None and value in listed)


def _tries(material: Material, full_replay: Replay, seat: str) -> Iterator[tuple[str, Any]]:
    """Yield events that a seat may try: some of any game, and the last ones of this, once more."""
    for stranger in material.strangers:
        yield stranger.type, stranger.event
    redact = material.game.need(VISIBILITY).redact
    last = {read.type: read for read in full_replay.history.events if isinstance(read, Record)}
    for type_, record in last.items():
        yield type_, redact(record.data, seat)
