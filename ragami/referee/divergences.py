"""Divergences of two accounts, as a referee sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from ragami.decoded import AnyEvent, Data
from ragami.findings import Finding
from ragami.game.definition import GameDefinition
from ragami.judge.report import with_texts
from ragami.referee.accounts import Account, AccountEntry
from ragami.referee.diff import Difference, state_differences
from ragami.referee.merge import Divergence, Merge, MergeOutcome, Side, outcome, view_after
from ragami.referee.merged_log import Decision

SIDES: Final[tuple[Side, ...]] = ("a", "b")


class Version(NamedTuple):
    """The version of one account at a divergence: the event, its breach, and the outcome."""

    account: Account
    entry: AccountEntry | None
    wrong: Finding | None
    outcome: MergeOutcome | None

    @property
    def may_stand(self) -> bool:
        """True if there is an event and the rules allow it here."""
        return self.entry is not None and self.wrong is None


class Shown(NamedTuple):
    """A divergence with all that is to be shown of it; what differs on the table after it."""

    divergence: Divergence
    versions: tuple[Version, Version]
    differences: list[Difference]


def look_at(merging: Merge, divergence: Divergence, both: tuple[Account, Account]) -> Shown:
    """Return everything that the referee wants to know of a divergence."""
    version_a, version_b = (
        Version(account, entry, finding, outcome(merging, divergence, side) if entry else None)
        for account, entry, finding, side in zip(
            both,
            (divergence.a, divergence.b),
            (divergence.wrong_a, divergence.wrong_b),
            SIDES,
            strict=True,
        )
    )
    differences: list[Difference] = []
    a, b = (view_after(merging, divergence, side) for side in SIDES)
    if a is not None and b is not None:
        differences = state_differences(a, b)
    return Shown(divergence, (version_a, version_b), differences)


# --- as programs are told of it ------------------------------------------------------------


class VersionTold(Struct, frozen=True):
    """The version of one account at a divergence, and the outcome if it is believed."""

    seq: int
    type: str
    event: AnyEvent
    wrong: Finding | None
    further_contradictions: int | None
    cut_short: bool | None
    events: int | None
    stopped: Finding | None
    final: Data | None


class DivergenceTold(Struct, frozen=True):
    """A place where two accounts contradict each other, or the rules refuse both."""

    event: int
    kind: Literal["unexplained", "contradiction"]
    a: VersionTold | None
    b: VersionTold | None
    differences: list[Difference]
    decision: Decision | None


class MergeTold(Struct, frozen=True):
    """Two accounts made one: how many events are whose, and where they contradict each other."""

    a: str
    b: str
    complete: bool
    events: int
    in_both: int
    only_a: int
    only_b: int
    divergences: list[DivergenceTold]


def merge_told(
    merging: Merge,
    both: tuple[Account, Account],
    views: Sequence[Shown],
    decisions: Sequence[Decision],
) -> MergeTold:
    origins = [event.origin for event in merging.merged]
    sides = {decision.at: decision for decision in decisions}
    divergences = [
        DivergenceTold(
            shown_.divergence.at + 1,
            "unexplained" if shown_.divergence.unexplained else "contradiction",
            _version(shown_.versions[0], merging.game),
            _version(shown_.versions[1], merging.game),
            shown_.differences,
            sides.get(shown_.divergence.at),
        )
        for shown_ in views
    ]
    return MergeTold(
        both[0].name,
        both[1].name,
        merging.done,
        len(origins),
        origins.count("both"),
        origins.count("a"),
        origins.count("b"),
        divergences,
    )


def _version(version: Version, game: GameDefinition) -> VersionTold | None:
    if version.entry is None:
        return None
    event, to = version.entry.data, version.outcome
    return VersionTold(
        version.entry.seq,
        next(name for name, entry in game.events.items() if entry.struct is type(event)),
        event,
        with_texts(version.wrong, game) if version.wrong else None,
        to.contradictions if to else None,
        to.cut_short if to else None,
        to.events if to else None,
        with_texts(to.stopped, game) if to and to.stopped else None,
        to.final if to else None,
    )
