"""The game in words: what is told of each record, and under which heading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from ragami.findings import Finding
from ragami.game import GameDefinition
from ragami.language import Language, translator
from ragami.messages import plain
from ragami.narration import Line

STORY: Final = "ragami/export/page/story.html"
LONGEST: Final = 1000


class PageStory:
    """The words of a story, for the macros of `STORY`."""

    def __init__(self, game: GameDefinition, language: Language) -> None:
        self.game = game
        self.language = language
        self._ = translator(language)

    def parts(self, lines: Iterable[Line]) -> Sequence[tuple[str, Sequence[Line]]]:
        """Return the headings, each with the lines below it."""
        return [
            (heading, [line for _, line in headed])
            for heading, headed in groupby(self.headed(lines), key=itemgetter(0))
        ]

    def headed(self, lines: Iterable[Line]) -> Iterator[tuple[str, Line]]:
        """Each line with the heading that it stands below."""
        _ = self._
        within = None
        for line in lines:
            counts = line.kind == "event" and line.struck_by is None
            if within is None or (counts and line.round != within):
                within = line.round
            yield _("Round {round}").format(round=within) if within else _("Setup"), line

    def say(self, finding: Finding) -> str:
        return plain(self.game.words.say(finding, self.language), LONGEST)
