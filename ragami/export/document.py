"""A game as one JSON document: what was recorded, what is said about it, how it stands."""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from ragami.decoded import Data
from ragami.export.excerpt import Excerpt
from ragami.findings import Finding
from ragami.judge.report import with_texts
from ragami.proof.withheld import as_it_reads


class Document(Struct, frozen=True):
    """A game for a program that wants all of it at once. Derived: the log is what counts.

    `viewer` is whom it was made for, null where nothing is left out. `standing` are the numbers of
    the events that count, `records` the log as it stands. `state` is what `ragami show --json`
    prints after the last of the records; `findings` and `final` are those of `ragami verify`.
    """

    game: str
    name: str
    viewer: str | None
    records: list[Raw]
    standing: list[int]
    findings: list[Finding]
    final: Data | None
    state: Data


def export(excerpt: Excerpt) -> bytes:
    """Return the document, in one line."""
    return msgspec.json.encode(document(excerpt)) + b"\n"


def document(excerpt: Excerpt) -> Document:
    """Return the document of a game."""
    replay = excerpt.replay
    game = replay.game
    teller = game.words.narrator(excerpt.language, excerpt.viewer)
    return Document(
        game.name,
        excerpt.name,
        excerpt.viewer,
        [_record(line) for line in excerpt.lines],
        [seq for seq, _event in replay.history.standing()],
        [with_texts(teller.may_see(finding), game) for finding in replay.findings()],
        replay.final,
        game.view(replay.state, replay.seq, excerpt.viewer),
    )


def _record(line: bytes) -> Raw:
    """Return a record as it reads; as a text, if it is no JSON that could stand in the document."""
    try:
        return msgspec.json.decode(as_it_reads(line), type=Raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Raw(msgspec.json.encode(line.decode(errors="replace")))
