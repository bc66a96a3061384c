"""The report on a log: what `ragami verify --json` says, for any game.

Bytes in, verdict out. How a finding is said and where the rulebook has it, the game knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.findings import Finding
from ragami.game import GameDefinition
from ragami.game.registry import by_name, untold
from ragami.judge.replay import Replay
from ragami.language import LANGUAGES, Language
from ragami.log.codec import lines_in
from ragami.log.naming import game_named_in
from ragami.log.record import Bad

UNREADABLE: Final = "unreadable-log"
NOT_JUDGED: Final = frozenset({"unknown-game", UNREADABLE})
"""The findings of a log that nobody has judged."""


class Report(Struct, frozen=True):
    """The report on a log; `file` is the name by which it was asked for."""

    file: str
    records: int
    ok: bool
    findings: list[Finding]
    final: Data | None

    @property
    def judged(self) -> bool:
        """Tell whether there were rules to judge by: not without a log, nor without its game."""
        return all(finding.code not in NOT_JUDGED for finding in self.findings)


def unreadable(name: str, trouble: RagamiError) -> Report:
    """Report on a log that cannot be read: what stands in the way is its one finding."""
    en, es = (trouble.say(language) for language in LANGUAGES)
    facts = {"code": trouble.code, **{fact: str(value) for fact, value in trouble.facts.items()}}
    finding = Finding(UNREADABLE, facts=facts, en=en, es=es)
    return Report(name, 0, False, [finding], None)


def game_of(log: bytes) -> GameDefinition:
    """Return the game that a log is of, by its first record.

    What stands for it where it is not installed, or where record 1 names none.
    """
    name = game_named_in(log.partition(b"\n")[0])
    return untold() if name is None else by_name(name)


def replay_log(log: bytes, game: GameDefinition | None = None) -> Replay:
    """Fold a whole log, as one of `game` where that is given. What cannot be read is a finding.

    Raises `GameDoesNotLoad` where its game is not given.
    """
    game = game or game_of(log)
    codec = game.codec
    replay = Replay(game, codec)
    for stretch in codec.reading(log):
        if replay.take_all(stretch).broken:
            break
    if replay.broken:
        replay.seq = lines_in(log) or 1
    return replay


def report(file: str, log: bytes) -> Report:
    """Judge a log against every rule of its game."""
    return report_on(file, replay_log(log))


def report_on(
    file: str, replay: Replay, seals: Iterable[Finding] = (), lines: Sequence[int] = ()
) -> Report:
    """Return the report on a log that has been read: see `all_findings`."""
    return report_judgement(file, judge_replay(replay), seals, lines)


class Judgement(NamedTuple):
    """The findings of the rules on a log, without the state that it led to."""

    game: GameDefinition
    records: int
    findings: list[Finding]
    final: Data | None


def judge_replay(replay: Replay) -> Judgement:
    return Judgement(replay.game, replay.seq, replay.findings(), replay.final)


def has_only_events(replay: Replay) -> bool:
    """Return True if every record was an event in its form: then none is of seals or the like."""
    events = replay.history.events
    return len(events) == replay.seq and not replay.broken and Bad not in set(map(type, events))


def report_judgement(
    file: str, judged: Judgement, seals: Iterable[Finding] = (), lines: Sequence[int] = ()
) -> Report:
    """Return the report on a log that was judged: see `all_findings`."""
    findings = all_findings(judged, seals, lines)
    texts = [with_texts(finding, judged.game) for finding in findings]
    return Report(file, judged.records, is_good(findings), texts, judged.final)


def all_findings(
    judged: Judgement, seals: Iterable[Finding], lines: Sequence[int]
) -> list[Finding]:
    """Return all that is to be said of a log; `seals` is what was found about its seals.

    `lines` says on which line of its file each record stands, where that is not its own.
    """
    findings = [*judged.findings, *seals]
    findings.sort(key=lambda finding: finding.line or 0)
    return [on_line_of(lines, finding) for finding in findings] if lines else findings


def doubts(replay: Replay) -> list[Finding]:
    """Return the errors and warnings on a log; notices are not news while a game is played."""
    return [finding for finding in replay.findings() if finding.severity != "notice"]


def is_good(findings: Iterable[Finding]) -> bool:
    """Return True if no finding is an error."""
    return all(finding.severity != "error" for finding in findings)


def on_line_of(lines: Sequence[int], finding: Finding) -> Finding:
    """Return a finding on the line of the file on which its record stands; `lines` may be empty."""
    if finding.line is None or finding.line > len(lines):
        return finding
    return replace(finding, line=lines[finding.line - 1])


def with_texts(finding: Finding, game: GameDefinition) -> Finding:
    """Return a finding with its words and sources."""
    en, es, sources = _in_words(game, msgspec.json.encode(finding))
    return replace(finding, en=en, es=es, sources=sources)


def say(finding: Finding, game: GameDefinition, language: Language) -> str:
    return _text(game, msgspec.json.encode(finding), language)


# Kept, because the logs of one table have most of their notices in common.
@lru_cache(maxsize=512)
def _text(game: GameDefinition, finding: bytes, language: Language) -> str:
    return game.words.say(msgspec.json.decode(finding, type=Finding), language)


@lru_cache(maxsize=512)
def _in_words(game: GameDefinition, encoded: bytes) -> tuple[str, str, list[str]]:
    finding = msgspec.json.decode(encoded, type=Finding)
    en, es = (_text(game, encoded, language) for language in LANGUAGES)
    return en, es, game.rulebook.sources(finding)
