"""An overview of files of receipts: signers, what still holds; a file with fewer of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from ragami.filing import write_whole
from ragami.game.registry import by_name
from ragami.receipts.lines import JudgeLine, Segment, line_at, opened, segments
from ragami.receipts.manifest import ALL, manifest_of, units_of
from ragami.receipts.trust import OURS, Trust, claimed
from ragami.receipts.writing import segment

NOT_INSTALLED: Final = "not-installed"


def overview(path: str, rule: str | None) -> ReceiptsFile:
    """Look through a file of receipts; count those that `rule` could have had a say in.

    Raises `RagamiError` as `opened`, and `not-receipts`.
    """
    trust, ours, changed = Trust(), 0, 0
    signers, stale = Counter[str](), Counter[str]()
    receipts = holding = touched = 0
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
        rules = {bytes.fromhex(digest): _rules_of(j, rule) for digest, j in one.judges.items()}
        for place in one.receipts:
            since, in_reach = rules[place.judge]
            why = [name for name, bits in since.items() if bits & place.met]
            holding += not why
            touched += bool(in_reach & place.met)
            stale.update(why)
    told = touched if rule else None
    return ReceiptsFile(path, receipts, holding, ours, dict(signers), changed, dict(stale), told)


def without(path: str, new: Path, logs: Collection[bytes]) -> tuple[int, int]:
    """Write the receipts of this machine into a new file, but for those of some logs (SHA-256).

    Return how many are kept and how many are left out; those of others are left out too, for
    nobody signs them anew. Raises `RagamiError` as `opened`, and `not-receipts`.
    """
    trust, kept, left = Trust(), 0, 0
    content: list[bytes] = []
    with opened(path) as file:
        for one in _segments(path):
            if not one.whole or trust.signer(one) != OURS:
                left += len(one.receipts)
                continue
            read = [
                line_at(file, place.offset, place.length, place.leaf)
                for place in one.receipts
                if place.log not in logs
            ]
            staying = [line for line in read if line is not None]
            kept, left = kept + len(staying), left + len(one.receipts) - len(staying)
            if staying:
                judges = map(msgspec.json.encode, one.judges.values())
                content.append(segment([*judges, *staying]))
    write_whole(new, b"".join(content))
    return kept, left


def _segments(path: str) -> Iterator[Segment]:
    with opened(path) as file:
        yield from segments(file, path)


class _Rules(NamedTuple):
    """The units that changed since receipts were written; those that a rule has a say in."""

    changed: dict[str, int]
    touched: int


def _rules_of(judge: JudgeLine, rule: str | None) -> _Rules:
    game, written = by_name(judge.game), judge.manifest()
    if not game.judged:
        return _Rules({f"{judge.game}:{NOT_INSTALLED}": ALL}, 0)
    since = written.changed(manifest_of(game)).items()
    in_reach = units_of(game, rule) if rule else ()
    changed = {f"{judge.game}:{name}": bits for name, bits in since}
    return _Rules(changed, written.bits(in_reach))


class ReceiptsFile(Struct, frozen=True):
    """The receipts of a file: how many, how many hold now, and by whom they are.

    `ours` are those of this machine; `signers` has the others by the names that they give
    themselves. `changed` are no longer as they were signed. `stale` has those that do not hold, by
    what has changed since: a unit of a game's rules (`ragami:cards_drawn`), or its `base`.
    `touched` are those in which the rule that was asked for could have had a say.
    """

    file: str
    receipts: int
    holding: int
    ours: int
    signers: dict[str, int]
    changed: int
    stale: dict[str, int]
    touched: int | None = None
