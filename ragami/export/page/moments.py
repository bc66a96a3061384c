"""Every moment of a game for the page, each as its difference from the one before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Final

from ragami.decoded import Data
from ragami.draw.sketch import Region
from ragami.export.excerpt import Excerpt
from ragami.findings import Finding
from ragami.game import GameDefinition
from ragami.game.page_content import PageContent
from ragami.judge.moments import told_moments
from ragami.language import Language, translator
from ragami.markup import element
from ragami.messages import plain
from ragami.narration import Line, Narration

SHAPE: Final = "shape-"
# A reference is about as long as this: what is shorter stands where it is used.
SHORTEST: Final = 40
DIGITS: Final = 12


class Stock:
    """The shapes of a page, each kept once; `shapes` has them by their ids.

    An id is made of the shape itself: whoever draws it, whenever, gives it the same name.
    """

    def __init__(self) -> None:
        self.shapes: dict[str, str] = {}
        self._ids: dict[str, str] = {}

    def keep(self, shape: str) -> str:
        """Return a reference to a shape that is stored from now on."""
        if len(shape) < SHORTEST:
            return shape
        name = self._ids.get(shape)
        if name is None:
            name = SHAPE + sha256(shape.encode()).hexdigest()[:DIGITS]
            self._ids[shape] = name
            self.shapes[name] = shape
        return element("use", href=f"#{name}")


class Moments:
    """The position before record 1 and after every record.

    `parts` are texts and markup, each once; a list of numbers is a markup made of other parts. Of
    every moment there are the spots that are new in it, three numbers each: the spot, its label
    and its markup among the parts. `story` tells every record.
    """

    def __init__(self, excerpt: Excerpt, stage: PageContent) -> None:
        self._numbers: dict[str | tuple[int, ...], int] = {}
        self._seen: dict[str, Region] = {}
        self.changes: list[list[int]] = []
        self.last: dict[str, Region] = {}
        replay, runs = excerpt.reading()
        narration = Narration(replay, excerpt.game.words.narrator(excerpt.language, excerpt.viewer))
        for now in told_moments(replay, runs):
            narration.tell(now)
            self._add(stage.spots(now.state, excerpt.game.view(now.state, now.seq, excerpt.viewer)))
        self.story = narration.lines()

    def _add(self, now: Mapping[str, Region]) -> None:
        changed: list[int] = []
        for number, (name, spot) in enumerate(now.items()):
            if self.last.get(name) != spot:
                changed += number, self._part(spot.label), self._markup(spot)
        self.changes.append(changed)
        self.last = dict(now)

    def _markup(self, spot: Region) -> int:
        if not spot.parts:
            return self._part(spot.markup)
        return self._part(tuple(map(self._part, spot.parts)))

    def _part(self, text: str | tuple[int, ...]) -> int:
        return self._numbers.setdefault(text, len(self._numbers))

    def data(self) -> Data:
        """Return the moments for the script of the page."""
        return {
            "spots": list(self.last),
            "parts": list(self._numbers),
            "moments": self.changes,
        }


# --- the story -----------------------------------------------------------------------------------


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
            (self.heading(within), [line for _, line in below])
            for within, below in groupby(self.by_round(lines), key=itemgetter(0))
        ]

    def by_round(
        self, lines: Iterable[Line], within: int | None = None
    ) -> Iterator[tuple[int, Line]]:
        """Yield each line with the round that it stands in; `within`: that of the line before."""
        for line in lines:
            counts = line.kind == "event" and line.struck_by is None
            if within is None or (counts and line.round != within):
                within = line.round
            yield within, line

    def heading(self, within: int) -> str:
        return self._("Round {round}").format(round=within) if within else self._("Setup")

    def say(self, finding: Finding) -> str:
        return plain(self.game.words.say(finding, self.language), LONGEST)
