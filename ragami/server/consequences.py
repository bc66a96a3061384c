"""The effect of a record, computed in a process of its own, for it may take long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.findings import Finding
from ragami.language import Language, translator
from ragami.server.drafting import drafts_of
from ragami.server.problems import finding_entry
from ragami.store.memory import MemoryStore
from ragami.table.drafts import Stamp
from ragami.table.recording import Recording, Refused
from ragami.table.whatif import Blast, blast, tried


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
        """The error to raise."""
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
            entry["findings"] = [
                finding_entry(finding, game, language) for finding in touched.findings
            ]
    told["findings"] = [finding_entry(finding, game, language) for finding in radius.findings]
    warnings = [finding for finding in radius.findings if finding.severity == "warning"]
    text = [
        *in_words(radius, language),
        *(game.words.say(finding, language) for finding in warnings),
    ]
    return msgspec.json.encode({"blast": told, "text": text})


def in_words(radius: Blast, language: Language) -> list[str]:
    """Return the effect as sentences."""
    _ = translator(language)
    counted = (
        (len(radius.struck), _("Events that would count no longer: {n}.")),
        (len(radius.restored), _("Events that would count again: {n}.")),
        (len(radius.reads), _("Events that would read otherwise: {n}.")),
        (len(radius.illegal), _("Events that would become illegal: {n}.")),
        (len(radius.mended), _("Events that would be legal again: {n}.")),
        (len(radius.scored), _("Events that would bring other points: {n}.")),
    )
    sentences = [text.format(n=n) for n, text in counted if n]
    return sentences or [_("Nothing else would change.")]
