"""An overview of files of receipts: signers, what still holds; a file with fewer of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

import msgspec

from ragami.errors import RagamiError
from ragami.filing import write_whole
from ragami.game.registry import by_name
from ragami.receipts.lines import JudgeLine, Segment, segments
from ragami.receipts.manifest import manifest_of
from ragami.receipts.replies import ReceiptsFile
from ragami.receipts.trust import OURS, Trust, claimed
from ragami.receipts.writing import segment

BASE: Final = "base"
NOT_INSTALLED: Final = "not-installed"


def overview(path: str) -> ReceiptsFile:
    """Look through a file of receipts. Raise `RagamiError` `file-not-found`, `not-receipts`."""
    trust, ours, changed = Trust(), 0, 0
    signers, stale = Counter[str](), Counter[str]()
    receipts = holding = 0
    for one in _segments(path):
        number = len(one.receipts)
        receipts += number
        if not one.whole:
            changed += number
            continue
        if trust.signer(one) == OURS:
            ours += number
        else:
            signers[claimed(one)] += number
        why = {bytes.fromhex(digest): list(_changes(j)) for digest, j in one.judges.items()}
        for place in one.receipts:
            holding += not why[place.judge]
            stale.update(why[place.judge])
    return ReceiptsFile(path, receipts, holding, ours, dict(signers), changed, dict(stale))


def without(path: str, new: Path, logs: Collection[bytes]) -> tuple[int, int]:
    """Write the receipts of this machine into a new file, but for those of some logs (SHA-256).

    Gives how many are kept and how many are left out; those of others are left out too, for
    nobody signs them anew. Raises `RagamiError` `file-not-found`, `not-receipts`.
    """
    trust, kept, left = Trust(), 0, 0
    content: list[bytes] = []
    with Path(path).open("rb") as file:
        for one in _segments(path):
            if not one.whole or trust.signer(one) != OURS:
                left += len(one.receipts)
                continue
            staying = [place for place in one.receipts if place.log not in logs]
            kept, left = kept + len(staying), left + len(one.receipts) - len(staying)
            if staying:
                lines = [*_judge_lines(one)]
                for place in staying:
                    file.seek(place.offset)
                    lines.append(file.read(place.length))
                content.append(segment(lines))
    write_whole(new, b"".join(content))
    return kept, left


def _segments(path: str) -> Iterator[Segment]:
    try:
        with Path(path).open("rb") as file:
            yield from segments(file, path)
    except FileNotFoundError:
        raise RagamiError("file-not-found", path=path) from None


def _judge_lines(one: Segment) -> Iterator[bytes]:
    for judge in one.judges.values():
        yield msgspec.json.encode(judge)


def _changes(judge: JudgeLine) -> Iterator[str]:
    """Return the changes of the rules since a judge's line was written."""
    game = by_name(judge.game)
    if not game.judged:
        yield f"{judge.game}:{NOT_INSTALLED}"
        return
    now = manifest_of(game)
    if now.base != judge.base:
        yield f"{judge.game}:{BASE}"
    for name in sorted({*now.units, *judge.units}):
        if now.units.get(name) != judge.units.get(name):
            yield f"{judge.game}:{name}"
