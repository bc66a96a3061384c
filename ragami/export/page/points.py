"""The points of a game: their course over the records, and where they came from."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

from ragami.export.excerpt import Excerpt
from ragami.game.page_content import PageContent
from ragami.judge.moments import legal_moments

# The column after the rounds, for what the end of the game brings.
END: Final = 10**6


class Points:
    """The points of the events that count, as they read now.

    `won` is by player, column and source; a column is a round, or `END`. `begins` has the record
    with which a column begins. `course` has for each player the records at which the total
    changed, each with the total from there on; `last` is the last record.
    """

    def __init__(self, excerpt: Excerpt, stage: PageContent) -> None:
        self.won: dict[tuple[str, int, str], float] = defaultdict(int)
        self.begins: dict[int, int] = {}
        self.course: dict[str, list[tuple[int, float]]] = {seat: [(0, 0)] for seat in stage.players}
        self.last = excerpt.replay.seq
        game = excerpt.replay.game
        teller = game.words.narrator(excerpt.language, excerpt.viewer)
        before: Any = None
        over = False
        for now in legal_moments(excerpt.replay):
            if now.record:
                ended, over = not over and now.final is not None, now.final is not None
                column = END if ended else before.round
                self.begins.setdefault(column, now.seq)
                for gain in stage.gains(now.event, before, teller.look(now.state, now.seq)):
                    self.won[gain.player, column, gain.source] += gain.points
                    line = self.course[gain.player]
                    line.append((now.seq, line[-1][1] + gain.points))
            if now.coming:
                before = teller.look(now.state, now.seq, now.coming_event)

    @property
    def columns(self) -> list[int]:
        """The rounds, and `END` if the game is over."""
        return sorted(column for column in self.begins if column)

    def of_source(self, player: str, source: str) -> float:
        """Return the points that a player won from a source."""
        return sum(
            n
            for (seat, _, gain_source), n in self.won.items()
            if (seat, gain_source) == (player, source)
        )

    def total(self, player: str) -> float:
        return self.course[player][-1][1]
