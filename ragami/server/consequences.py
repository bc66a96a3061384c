"""What a record would change: worked out in a process of its own, for it may take long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ragami.errors import RagamiError
from ragami.findings import Finding
from ragami.language import Language, translator
from ragami.server import bodies as b
from ragami.server.problems import finding_as_json
from ragami.store.memory import MemoryStore
from ragami.table.drafts import Stamp, draft_of
from ragami.table.recording import Draft, Recording, Refused
from ragami.table.whatif import Blast, blast, tried


class Trouble(NamedTuple):
    """A trouble on its way between two processes."""

    code: str
    facts: dict[str, Any]
    finding: Finding | None

    @classmethod
    def of(cls, trouble: RagamiError) -> Trouble:
        finding = trouble.finding if isinstance(trouble, Refused) else None
        facts = {name: str(value) for name, value in trouble.facts.items()}
        return cls(trouble.code, facts, finding)

    @property
    def trouble(self) -> RagamiError:
        """What it was."""
        return Refused(self.finding) if self.finding else RagamiError(self.code, **self.facts)


def consequences(
    table: str, lines: Sequence[bytes], kind: str, body: bytes, mark: Stamp, language: Language
) -> bytes | Trouble:
    """The blast radius of a record as JSON, and in words; or why it cannot be written."""
    store = MemoryStore()
    store.append(table, 0, list(lines))
    try:
        recording = Recording(store, table)
        recording.sealing = False
        attempt = tried(recording, drafts_of(recording, kind, body, mark, language))
    except RagamiError as trouble:
        return Trouble.of(trouble)
    radius = blast(recording.replay, attempt.replay)
    game = recording.replay.game
    told = msgspec.to_builtins(radius)
    for part in ("illegal", "mended"):
        for touched, entry in zip(getattr(radius, part), told[part], strict=True):
            entry["findings"] = [finding_as_json(one, game, language) for one in touched.findings]
    return msgspec.json.encode({"blast": told, "text": in_words(radius, language)})


def drafts_of(
    recording: Recording, kind: str, body: bytes, mark: Stamp, language: Language
) -> list[Draft]:
    """The drafts of a request of this kind."""
    from ragami.server import writing as w  # noqa: PLC0415 (it stands on us)
    from ragami.server.keeper import read_drafts, undo_target  # noqa: PLC0415 (only here)
    from ragami.server.service import read_as  # noqa: PLC0415 (only here)

    match kind:
        case "undo":
            wanted = read_as(b.Undo, body)
            to = undo_target(recording, wanted)
            return [draft_of("undone", {"to": to, "reason": wanted.reason}, mark)]
        case "redo":
            return [draft_of("redone", {}, mark)]
        case "events":
            return read_drafts(body, recording.replay, mark, language)
        case _:
            makers: dict[str, Any] = {
                "corrections": (b.Correction, w.correction),
                "rulings": (b.Ruling, w.ruling),
                "penalties": (b.Penalty, w.penalty),
            }
            struct, make = makers[kind]
            made: list[Draft] = make(recording, read_as(struct, body), mark, language)
            return made


def in_words(radius: Blast, language: Language) -> list[str]:
    """What would change, a sentence each."""
    _ = translator(language)
    counted = (
        (len(radius.struck), _("Events that would count no longer: {n}.")),
        (len(radius.restored), _("Events that would count again: {n}.")),
        (len(radius.reads), _("Events that would read otherwise: {n}.")),
        (len(radius.illegal), _("Events that would become illegal: {n}.")),
        (len(radius.mended), _("Events that would be legal again: {n}.")),
        (len(radius.scored), _("Events that would bring other points: {n}.")),
    )
    told = [text.format(n=n) for n, text in counted if n]
    return told or [_("Nothing else would change.")]
