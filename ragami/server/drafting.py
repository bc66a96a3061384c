"""Drafts of the records that a request asks for, not judged yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UnsetType, to_builtins
from msgspec.structs import asdict

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.findings import Finding
from ragami.language import Language
from ragami.log.record import Penalized
from ragami.penalties import cost_of
from ragami.server import bodies as b
from ragami.server import play_bodies as p
from ragami.server.answers import finding_entry
from ragami.server.keeper import read_drafts, undo_target
from ragami.store.memory import MemoryStore
from ragami.table.drafts import Stamp, before_event, corrected, draft_of
from ragami.table.recording import Draft, Recording, Refused
from ragami.table.whatif import effect_of, in_words, tried


def drafts_of(
    recording: Recording, kind: str, body: bytes, mark: Stamp, language: Language
) -> list[Draft]:
    """Return the drafts of a request of this kind."""
    match kind:
        case "undo":
            undo = b.read_as(p.Undo, body)
            to = undo_target(recording, undo)
            return [draft_of("undone", {"to": to, "reason": undo.reason}, mark)]
        case "redo":
            return [draft_of("redone", {}, mark)]
        case "events":
            return read_drafts(body, recording.replay, mark, language)
        case _:
            makers: Data = {
                "corrections": (p.Correction, correction),
                "rulings": (p.RulingBody, ruling),
                "penalties": (p.Penalty, penalty),
            }
            struct, make = makers[kind]
            drafts: list[Draft] = make(recording, b.read_as(struct, body), mark, language)
            return drafts


def correction(recording: Recording, body: p.Correction, mark: Stamp, language: Any) -> list[Draft]:
    """Return the draft of a correction. Raise `nothing-to-correct`, and what reading does."""
    event = b"null" if isinstance(body.event, UnsetType) else bytes(body.event)
    reads = None
    if event != b"null":
        (reads,) = read_drafts(event, before_event(recording, body.seq), mark, language)
    signed = {"reason": body.reason, "authority": body.authority}
    return [corrected(recording, body.seq, reads, signed, mark)]


def ruling(recording: Recording, body: p.RulingBody, mark: Stamp, _language: object) -> list[Draft]:
    """Return the draft of a ruling. Raise `RagamiError` `rule-not-found`."""
    rules = recording.replay.game.rulebook.rules()
    if body.rule not in rules:
        raise RagamiError("rule-not-found", rule=body.rule, nearest="–")
    return [draft_of("ruled", to_builtins(body), mark)]


def penalty(recording: Recording, body: p.Penalty, mark: Stamp, _language: object) -> list[Draft]:
    """Return the draft of a penalty, priced by the catalogue. Raise `RagamiError`."""
    replay = recording.replay
    if body.player not in replay.seating.names:
        seats = ", ".join(replay.seating.names)
        raise RagamiError("seat-not-there", seat=body.player, seats=seats)
    said = (body.level, body.points, body.minutes)
    cost = cost_of(replay.penalties, body.player, body.offence, *said)
    decision = {"rule": body.rule, "reason": body.reason, "authority": body.authority}
    data = {"player": body.player, "offence": body.offence, **asdict(cost), **decision}
    msgspec.convert(data, Penalized)
    return [draft_of("penalized", data, mark)]


# --- what they would change: computed in a process of its own, for it may take long --------------


class Trouble(NamedTuple):
    """A trouble on its way between two processes."""

    code: str
    facts: Data
    finding: Finding | None

    @classmethod
    def of(cls, trouble: RagamiError) -> Trouble:
        finding = trouble.finding if isinstance(trouble, Refused) else None
        facts = {name: str(value) for name, value in trouble.facts.items()}
        return cls(trouble.code, facts, finding)

    @property
    def trouble(self) -> RagamiError:
        return Refused(self.finding) if self.finding else RagamiError(self.code, **self.facts)


def consequences(
    table: str, lines: Sequence[bytes], kind: str, body: bytes, mark: Stamp, language: Language
) -> bytes | Trouble:
    """Return the effect of a record as JSON and in words; or why it cannot be written."""
    store = MemoryStore()
    store.append(table, 0, list(lines))
    try:
        recording = Recording(store, table)
        attempt = tried(recording, drafts_of(recording, kind, body, mark, language))
    except RagamiError as trouble:
        return Trouble.of(trouble)
    effect = effect_of(recording.replay, attempt.replay)
    game = recording.replay.game
    reply = msgspec.to_builtins(effect)
    for part in ("illegal", "mended"):
        for touched, entry in zip(getattr(effect, part), reply[part], strict=True):
            entry["findings"] = [
                finding_entry(finding, game, language) for finding in touched.findings
            ]
    reply["findings"] = [finding_entry(finding, game, language) for finding in effect.findings]
    warnings = [finding for finding in effect.findings if finding.severity == "warning"]
    text = [
        *(line.text for line in in_words(effect, len(recording.lines), game, language)),
        *(game.words.say(finding, language) for finding in warnings),
    ]
    return msgspec.json.encode({"blast": reply, "text": text})
