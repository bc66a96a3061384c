"""A game that is taken out: its log up to some record, for somebody's eyes.

Every export starts here, so that what a player may not see is left out before anything is made of
the log (law 7).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property

from msgspec import Struct

from ragami.findings import Finding
from ragami.game import GameDefinition
from ragami.game.hidden_information import Held
from ragami.judge.moments import in_runs
from ragami.judge.replay import Replay
from ragami.judge.report import game_of, with_texts
from ragami.language import LANGUAGES, Language
from ragami.log.record import Read
from ragami.narration import Kind, tell
from ragami.privacy.secrets import published, seen_by
from ragami.privacy.seeing import replay_as, seen_lines, seen_log
from ragami.privacy.viewing import Viewing, shares


class Excerpt:
    """A log on its way out; `viewer` None takes all that it has, but no secret of a private game.

    Of those `log` has only the viewer's; the referee's are all.
    """

    def __init__(self, name: str, log: bytes, viewer: str | None, language: Language) -> None:
        self.name = name
        self.log = published(log) if viewer is None else seen_log(log, viewer)
        # All that the log has, where the viewer's is another one.
        self.whole = log
        self.viewer = viewer
        self.language = language

    @cached_property
    def game(self) -> GameDefinition:
        return game_of(self.log)

    @cached_property
    def replay(self) -> Replay:
        """The game as it stands after the last record."""
        if self.viewer is not None and shares(self.game, self.viewer):
            return replay_as(self.whole, self.viewer)  # one fold, and not one after each reveal
        return Replay(self.game).take_all(self.game.codec.read_log(self.log))

    def reading(self) -> tuple[Replay, Iterable[Sequence[Read]]]:
        """A replay, and the records of the viewer's log that it is to take, in runs (`in_runs`)."""
        game, codec = self.game, self.game.codec
        if self.viewer is None or not shares(game, self.viewer):
            replay = Replay(game, codec)
            return replay, in_runs(replay, codec.read_log(self.log))
        viewing = Viewing(game, self.viewer, codec)
        seen_reads = codec.read_log(seen_by(self.whole, self.viewer, game))
        return viewing.seen, viewing.runs(codec.read_log(self.whole), seen_reads)

    @cached_property
    def lines(self) -> list[bytes]:
        """The lines of the log as the viewer may have them; byte for byte where that is all."""
        lines = self.log.removesuffix(b"\n").split(b"\n")
        if self.viewer is None:
            return lines
        return seen_lines(self.log, self.viewer, self.game)


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
