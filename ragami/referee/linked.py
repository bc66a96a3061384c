"""Logs that rest on other logs (`capabilities.LINKS`).

A linked log is looked for by its origin, whatever it is called; of several copies the one that
fits the head counts, else the longest. Origin and root are those of the tree that seals sign, so
that they stay what they are when a name is withdrawn. Links written by 0.2 took the lines as they
are stored instead: in a private game, and behind a withheld record, that is another root. Both are
looked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final, Protocol

from msgspec import MsgspecError, Struct, json

from ragami.findings import Finding
from ragami.game.capabilities import LINKS, RANKING
from ragami.game.gathering import LinkedLog, LogHead
from ragami.judge.replay import Replay
from ragami.judge.report import game_of, replay_log
from ragami.log.record import Envelope
from ragami.log.strict import may_say
from ragami.log.unredacted import stored_line
from ragami.proof.note import encoded, origin_of
from ragami.proof.tree import leaf_hash, root_of
from ragami.proof.withheld import as_it_reads, leaves_of, share

SEALS_AND_NOTES: Final = ("sealed", "noted")


class LogLibrary(Protocol):
    """The logs at hand."""

    def of(self, origins: Collection[str]) -> Mapping[str, Sequence[bytes]]:
        """Give the logs of each of these origins (without `ragami/`)."""

    def linking(self) -> Iterable[tuple[str, bytes]]:
        """Give the logs that may link others, with their names."""


def origins(log: bytes) -> tuple[str, ...]:
    """Return the origin of a log (without `ragami/`), then the one that 0.2 gave it, if another."""
    first = [stored_line(line) for line in log.split(b"\n", 2)[:2] if line]
    leaves = [*leaves_of(first)[:1], *map(leaf_hash, first[:1])]
    return tuple(dict.fromkeys(origin_of(leaf).removeprefix("ragami/") for leaf in leaves))


def link_findings(replay: Replay, library: LogLibrary, log: bytes) -> list[Finding]:
    """Compare a log with those that it links, and with the page that it was taken from.

    A log without links has no findings.
    """
    links = replay.game.get(LINKS)
    if links is None or replay.error:
        return []
    heads = {head.origin: head for head in links.heads(replay.state)}
    copies = library.of(heads.keys()) if heads else {}
    logs = {at: best_copy(copies[at], head) for at, head in heads.items() if at in copies}
    elsewhere = linked_elsewhere(heads, library, origins(log)) if heads else {}
    findings = links.findings(replay.state, list(replay.standing()), logs, elsewhere)
    page = getattr(log, "page", "")
    return [*findings, *(links.page_findings(replay.state, log, copies, page) if page else ())]


def linked_elsewhere(
    origins_: Collection[str], library: LogLibrary, own: Collection[str]
) -> dict[str, str]:
    """Return by origin the name of another log at hand that links it."""
    linking: dict[str, str] = {}
    for name, log in library.linking():
        links = game_of(log).get(LINKS)
        if links is None or not any(origin.encode() in log for origin in origins_):
            continue
        if not {*origins(log)} & {*own}:
            heads = links.heads(replay_log(log).state)
            linking |= {head.origin: name for head in heads if head.origin in origins_}
    return linking


def best_copy(copies: Iterable[bytes], head: LogHead) -> LinkedLog:
    """Return the copy that fits the head, else the longest."""
    read = [read_linked(copy, head) for copy in copies]
    return max(read, key=lambda linked: (linked.root == head.root, linked.records))


def read_linked(log: bytes, head: LogHead | None = None) -> LinkedLog:
    """Read a log that is linked by `head`; without it, one that may be linked.

    Raises `RagamiError` where the known keys cannot be read.
    """
    from ragami.proof.checking import SealCheck, check_log, lines_of  # noqa: PLC0415 (law 10)
    from ragami.proof.keys import known_ring  # noqa: PLC0415 (law 10)

    lines = [stored_line(line) for line in lines_of(log)]
    replay = replay_log(log)
    sealed_ever = may_say(log, b'"sealed"')
    checked = check_log(lines, known_ring()) if sealed_ever else SealCheck(leaves_of(lines), [], [])
    origin = origin_of(checked.leaves[0]) if lines else ""
    sealed = max((head_.size for head_ in checked.heads if head_.origin == origin), default=0)
    size = len(lines) if _grows(lines[sealed:]) else sealed
    newest = LogHead(origin.removeprefix("ragami/"), size, encoded(root_of(checked.leaves[:size])))
    head = head or newest
    names, _title = replay.seating
    withheld = share(lines)
    error = next((finding for finding in replay.findings() if finding.severity == "error"), None)
    return LinkedLog(
        game=replay.game.name,
        records=len(lines),
        root=_root_at(head, lines, checked.leaves),
        sealed=sealed,
        seats=tuple(names),
        final=replay.final,
        grown=_grows(lines[head.size :]),
        plays=_plays(lines),
        withheld=withheld.records if withheld else 0,
        head=newest,
        names=dict(names),
        opened=next(filter(None, map(recorded_at, lines)), None),
        wrong=error.code if error else None,
        broken=checked.broken is not None,
        ranking=replay.game.get(RANKING),
    )


def _root_at(head: LogHead, lines: Sequence[bytes], leaves: Sequence[bytes]) -> str | None:
    """Return the root over as many records as the head has; None where there are fewer."""
    if len(leaves) < head.size:
        return None
    root = encoded(root_of(leaves[: head.size]))
    as_stored = encoded(root_of(map(leaf_hash, lines[: head.size])))
    return head.root if head.root == as_stored else root


def recorded_at(line: bytes) -> datetime | None:
    """Return when a record was written, if it says so."""
    with suppress(MsgspecError, UnicodeDecodeError, RecursionError):
        return json.decode(as_it_reads(line), type=Envelope).at
    return None


class _RecordHead(Struct, frozen=True):
    """The part of a record that is needed here."""

    type: str = ""
    data: Any = None


_decoder: Final = json.Decoder(_RecordHead)


def _read(line: bytes) -> _RecordHead:
    try:
        return _decoder.decode(as_it_reads(line))
    except (MsgspecError, UnicodeDecodeError, RecursionError):
        return _RecordHead()


def _grows(lines: Sequence[bytes]) -> bool:
    """Tell whether there is more among these records than seals and notes."""
    return any(_read(line).type not in SEALS_AND_NOTES for line in lines)


def _plays(lines: Sequence[bytes]) -> str | None:
    """Return which game a log of another kind says is played: a log of scores has that."""
    data = _read(lines[0]).data if lines else None
    plays = data.get("plays") if isinstance(data, dict) else None
    return plays if isinstance(plays, str) else None
