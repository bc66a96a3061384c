"""Every moment of a game for the page, each as its difference from the one before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import blake2s
from typing import Any, Final

from ragami.export.excerpt import Excerpt, share
from ragami.game.page_content import PageContent, Region
from ragami.judge.replay import Replay
from ragami.markup import element

SHAPE: Final = "shape-"
# A reference is about as long as this: what is shorter stands where it is used.
SHORTEST: Final = 40
LENGTH: Final = 5
USED: Final = re.compile(f'href="#({SHAPE}[0-9a-f]+)"')


class Stock:
    """The shapes of a page, each kept once, by a name that is made from what it looks like.

    So it is called the same on every page, whoever draws it and in whatever order.
    """

    def __init__(self) -> None:
        self.shapes: dict[str, str] = {}

    def keep(self, shape: str) -> str:
        """A reference to a shape that is stored from now on."""
        if len(shape) < SHORTEST:
            return shape
        name = SHAPE + blake2s(shape.encode(), digest_size=LENGTH).hexdigest()
        self.shapes[name] = shape
        return element("use", href=f"#{name}")

    def used_in(self, markup: Iterable[str]) -> dict[str, str]:
        """The shapes that some markup refers to, and those that they refer to themselves."""
        used: dict[str, str] = {}
        rest = list(markup)
        while rest:
            for name in USED.findall(rest.pop()):
                if name not in used:
                    used[name] = self.shapes[name]
                    rest.append(self.shapes[name])
        return used

    def markup(self, shapes: Mapping[str, str] | None = None) -> str:
        """The shapes (or some of them), to be put into the page out of sight."""
        wanted = self.shapes if shapes is None else shapes
        kept = (element("g", shape, id=name) for name, shape in wanted.items())
        return element("svg", element("defs", *kept), width=0, height=0, aria_hidden="true")


class Moments:
    """How the game stands before record 1 and after every record.

    `parts` are texts and markup, each once. Of every moment there are the spots that are new in
    it, three numbers each: the spot, its label and its markup among the parts.
    """

    def __init__(self, taken: Excerpt, stage: PageContent) -> None:
        self._numbers: dict[str, int] = {}
        self._seen: dict[str, Region] = {}
        self.changes: list[list[int]] = []
        self.last: dict[str, Region] = {}
        game, codec = taken.replay.game, taken.replay.codec
        replay, whole = Replay(game, codec), Replay(game, codec)
        self._add(replay, taken, stage)
        others = taken.log != taken.whole and taken.viewer is not None
        known = codec.read_log(taken.whole) if others else []
        for n, read in enumerate(codec.read_log(taken.log)):
            replay.take(read)
            if known:
                whole.take(known[n])
                share(whole, replay, taken.viewer)
            self._add(replay, taken, stage)

    def _add(self, replay: Replay, taken: Excerpt, stage: PageContent) -> None:
        now = stage.spots(replay.game.view(replay.state, replay.seq, taken.viewer))
        changed: list[int] = []
        for number, (name, spot) in enumerate(now.items()):
            if self.last.get(name) != spot:
                changed += number, self._part(spot.label), self._part(spot.markup)
        self.changes.append(changed)
        self.last = now

    def _part(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))

    def data(self) -> dict[str, Any]:
        """For the script of the page."""
        return {
            "spots": list(self.last),
            "parts": list(self._numbers),
            "moments": self.changes,
        }
