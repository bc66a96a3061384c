"""Replies of the exports to programs: a log in words, hands, and written tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from ragami.findings import Finding
from ragami.game.hidden_information import Held
from ragami.judge.report import with_texts
from ragami.language import LANGUAGES
from ragami.narration import Kind, tell

if TYPE_CHECKING:
    from ragami.export.excerpt import Excerpt


class InBoth(Struct, frozen=True):
    """A text in both languages."""

    en: str
    es: str


class RecordTold(Struct, frozen=True):
    """A record in words. `before` is how it read before the correction `corrected_by`.

    `turn` is counted within the round, 0 outside of turns; `struck_by` is the undo or the
    correction because of which the record counts for nothing.
    """

    seq: int
    type: str
    kind: Kind
    at: datetime | None
    by: str | None
    round: int
    turn: int
    player: str | None
    scores: Mapping[str, int]
    struck_by: int | None
    corrected_by: int | None
    en: str
    es: str
    before: InBoth | None
    findings: list[Finding]


def records_told(excerpt: Excerpt) -> Iterator[RecordTold]:
    """Yield a log as programs are told it, with what its viewer may know."""
    game = excerpt.game
    narrators = (game.words.narrator(language, excerpt.viewer) for language in LANGUAGES)
    narrations = tell(*excerpt.reading(), *narrators)
    for en, es in zip(*(narration.lines() for narration in narrations), strict=True):
        before = InBoth(en.was, es.was) if en.was and es.was else None
        yield RecordTold(
            en.seq, en.type, en.kind, en.at, en.by, en.round, en.turn, en.player, en.scores,
            en.struck_by, en.corrected_by, en.text, es.text, before,
            [with_texts(finding, game) for finding in en.findings],
        )  # fmt: skip


class HandsTold(Struct, frozen=True):
    """The hands after record `seq`; `must_hold`: what is in a hand in whichever place."""

    seq: int
    hands: Mapping[str, Sequence[Held]]
    must_hold: Mapping[str, Sequence[int]]


REPLIES: Final[dict[str, type[Struct]]] = {"log": RecordTold, "show-hands": HandsTold}
