"""Logs that rest on other logs (`capabilities.Links`).

The logs that are linked are looked for by their origin, whatever they are called; of several
copies the one that fits the head counts, else the longest.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import MsgspecError, Struct, json

from ragami.findings import Finding
from ragami.game.capabilities import LINKS
from ragami.game.links import Head, LinkedLog
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.log.unredacted import stored
from ragami.proof.checkpoint import origin_of
from ragami.proof.tree import leaf_hash, root_of

Library = Callable[[Collection[str]], Mapping[str, Sequence[bytes]]]
"""Gives the logs that there are of each of these origins (without `ragami/`)."""

SEALS_AND_NOTES = ("sealed", "noted")


def origin(log: bytes) -> str:
    """The origin of a log, without `ragami/`."""
    return origin_of(leaf_hash(stored(log.partition(b"\n")[0]))).removeprefix("ragami/")


def link_findings(replay: Replay, library: Library) -> list[Finding]:
    """What is to be said of a log and those that it is linked to; nothing of one without links."""
    links = replay.game.get(LINKS)
    if links is None or replay.error:
        return []
    heads = list(links.heads(replay.state))
    copies = library({head.origin for head in heads}) if heads else {}
    logs = {
        head.origin: best_copy(copies[head.origin], head) for head in heads if head.origin in copies
    }
    return links.findings(replay.state, list(replay.standing()), logs)


def head_of(log: bytes) -> Head:
    """What a log is linked by: what its newest seal covers, or all of it where there is none."""
    lines = [stored(line) for line in log.splitlines()]
    seals = [seal.data.size for seal in map(_seal, lines) if seal.type == "sealed"]
    size = max(seals, default=0) or len(lines)
    root = base64.b64encode(root_of(map(leaf_hash, lines[:size]))).decode()
    return Head(origin(log), size, root)


def best_copy(copies: Sequence[bytes], head: Head) -> LinkedLog:
    """The copy that fits the head, else the longest."""
    read = [read_linked(copy, head.size) for copy in copies]
    return max(read, key=lambda one: (one.root == head.root, one.records))


def read_linked(log: bytes, size: int) -> LinkedLog:
    """What a log says that is linked at so many records."""
    lines = [stored(line) for line in log.splitlines()]
    replay = replay_log(log)
    seals: list[int] = []
    grown = False
    for seq, line in enumerate(lines, 1):
        seal = _seal(line)
        if seal.type == "sealed" and seal.data.size:
            seals.append(seal.data.size)
        grown = grown or (seq > size and seal.type not in SEALS_AND_NOTES)
    root = None
    if len(lines) >= size:
        root = base64.b64encode(root_of(map(leaf_hash, lines[:size]))).decode()
    seats = tuple(replay.game.seating(replay.state).names)
    return LinkedLog(
        replay.game.name, len(lines), root, max(seals, default=0), seats, replay.final, grown
    )


class _Size(Struct, frozen=True):
    size: int = 0


class _Seal(Struct, frozen=True):
    """As much of a record as tells a seal."""

    type: str = ""
    data: _Size = _Size()


_decoder = json.Decoder(_Seal)


def _seal(line: bytes) -> _Seal:
    try:
        return _decoder.decode(line)
    except MsgspecError:
        return _Seal()
