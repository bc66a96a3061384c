"""The page itself: one HTML file with its style, its script and its data."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final

from ragami.export.excerpt import Excerpt
from ragami.export.page.chart import PointsChart
from ragami.export.page.moments import Moments, Stock
from ragami.export.page.points import Points
from ragami.export.page.story import PageStory
from ragami.game.page_content import PageContent
from ragami.language import translator
from ragami.markup import element, tag
from ragami.messages import plain
from ragami.narration import Line

LONGEST_TITLE: Final = 120
IMPORT: Final = 'import { byId, show } from "./regions.js";\n'
# The signs on the buttons, in a square of 20.
SIGNS: Final = {
    "round-back": "M10,4L4,10L10,16ZM17,4L11,10L17,16Z",
    "back": "M14,4L6,10L14,16Z",
    "play": "M5,3L17,10L5,17Z",
    "on": "M6,4L14,10L6,16Z",
    "round-on": "M3,4L9,10L3,16ZM10,4L16,10L10,16Z",
}


class PageFrame:
    """Puts the parts of a page together. Nothing in it is fetched, and its policy forbids it."""

    def __init__(
        self, taken: Excerpt, stage: PageContent, title: str, lines: Sequence[Line]
    ) -> None:
        self._ = translator(taken.language)
        self.taken = taken
        self.stage = stage
        self.title = escape(plain(title, LONGEST_TITLE))
        self.lines = lines
        self.story = PageStory(taken.replay.game, taken.language)

    def write(self, moments: Moments, stock: Stock, points: Points) -> str:
        """The whole file."""
        style, script = _file("page.css"), _script()
        data = moments.data() | {"rounds": [line.round for line in self.lines]} | self._words()
        chart = PointsChart(points, self.stage, self.taken.language).markup()
        story = self.story.markup(self.lines)
        body = (
            stock.markup(),
            tag("header", *self._header()),
            tag("main", self._play(), self._beside(), chart, story),
            self._remarks(),
            tag("script", _json(data), type="application/json", id="data"),
            tag("script", script, type="module"),
        )
        head = self._head(style, script)
        html = tag("html", tag("head", *head), tag("body", *body), lang=self.taken.language)
        return f"<!DOCTYPE html>\n{html}\n"

    def _head(self, style: str, script: str) -> tuple[str, ...]:
        policy = (
            f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}';"
            " base-uri 'none'; form-action 'none'"
        )
        return (
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            tag("title", self.title),
            tag("style", style),
        )

    def _words(self) -> dict[str, Any]:
        """Return the texts of the script."""
        _ = self._
        return {
            "words": {
                "play": _("Play"),
                "pause": _("Pause"),
                "record": _("Record {seq} of {last}"),
                "round": _("Round {round}"),
                "setup": _("Setup"),
            }
        }

    # -- the parts

    def _header(self) -> list[str]:
        _ = self._
        replay, language = self.taken.replay, self.taken.language
        told = [tag("h1", self.title)]
        if replay.final:
            result = replay.game.words.result(replay.final, language)
            told.append(tag("p", escape(result[:1].upper() + result[1:])))
        if viewer := self.taken.viewer:
            seen = _("As seen by {viewer}").format(viewer=replay.game.words.word(viewer, language))
            if viewer not in self.stage.players:
                seen = _("Without what is hidden") if viewer == "public" else ""
            told += [tag("p", escape(seen), class_="viewer")] if seen else []
        if replay.error:
            teller = replay.game.words.narrator(language, viewer)
            told.append(self.story.finding(teller.may_see(replay.error)))
        return told

    def _play(self) -> str:
        """The board with the controls and the words of the event."""
        _ = self._
        said = tag("p", id="said", role="status", aria_live="polite", aria_atomic="true")
        noscript = tag("noscript", tag("p", escape(_("Without a script only the words are here."))))
        board = tag("div", self.stage.board, class_="board")
        controls = tag("div", said, self._controls(), class_="dock")
        label = _("The game, move by move")
        return tag("section", noscript, board, controls, class_="play", aria_label=label)

    def _controls(self) -> str:
        _ = self._
        labels = {
            "round-back": _("Round back"),
            "back": _("Back"),
            "play": _("Play"),
            "on": _("On"),
            "round-on": _("Round on"),
        }
        buttons = (
            tag("button", _sign(SIGNS[name]), type="button", id=name, aria_label=label, title=label)
            for name, label in labels.items()
        )
        last = len(self.lines)
        slider = (
            f'<input type="range" id="slider" min="1" max="{last}" value="{last}"'
            f' aria-label="{escape(_("Record"))}">'
        )
        count = tag("span", id="count")
        return tag("div", slider, count, tag("div", *buttons, class_="buttons"), class_="controls")

    def _beside(self) -> str:
        label = self._("Players and supply")
        return tag("section", self.stage.beside, class_="beside", aria_label=label)

    def _remarks(self) -> str:
        """Return the findings on the log as a whole and the list of keys, as HTML."""
        _ = self._
        replay = self.taken.replay
        teller = replay.game.words.narrator(self.taken.language, self.taken.viewer)
        findings = [
            self.story.finding(teller.may_see(finding))
            for finding in replay.findings()
            if finding.whole or finding.line is None
        ]
        keys = _("Keys: ← and → event, Page Up and Page Down round, Home, End, Space plays.")
        heading = tag("h2", escape(_("About this log"))) if findings else ""
        return tag("footer", heading, *findings, tag("p", escape(keys), class_="keys"))


def _sign(d: str) -> str:
    return element("svg", element("path", d=d), viewBox="0 0 20 20", aria_hidden="true")


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def _script() -> str:
    """The script as one module: a file on its own can fetch no other."""
    regions, page = _file("regions.js"), _file("page.js")
    return regions + page.replace(IMPORT, "")


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _json(data: dict[str, Any]) -> str:
    """JSON that cannot end the element it stands in, nor begin another."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
