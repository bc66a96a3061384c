"""A score sheet on paper (HTML to be printed): empty, or with the game as it stands.

What is written on it by hand is the language of `ragami.sheet`, a line an event, so that it can be
re-keyed: the lines are numbered as their records will be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Final, Literal

from ragami.export.excerpt import Excerpt
from ragami.game import GameDefinition
from ragami.game.capabilities import DRAWING, GUIDANCE, NOTATION, SETUP
from ragami.judge.moments import moments
from ragami.judge.replay import Replay
from ragami.language import Language, Translate, translator
from ragami.markup import tag
from ragami.sheet import write_line
from ragami.sheet.reference import reference
from ragami.sheet.words import GAME

Size = Literal["a4", "letter"]
PAGES: Final[dict[Size, str]] = {"a4": "A4", "letter": "Letter"}

LINES: Final = {"a4": 36, "letter": 33}
"""Lines to write on in a column of a whole page; two columns stand side by side."""

UNDER_THE_STATE: Final = {"a4": 4, "letter": 3}
"""Lines in a column of the first page where the game as it stands is above them."""

UNDER_THE_HEADS: Final = {"a4": 24, "letter": 21}
PAGES_OF_LINES: Final = 2
ROUNDS: Final = 10
"""Columns for points, where nothing says how many rounds a game has."""

# A component of one's own stands whole in its head, which on paper would fill the page; what it is
# like stands in the log, and nobody types it in again.
OWN_COMPONENT: Final = re.compile(r'(\S+: )\{.*?"name":"((?:[^"\\]|\\.)*)".*\}')

CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
"""What may stand in a name or a note, but in no page."""

STYLE: Final = """
@page { size: %s; margin: 12mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 186mm; color: #000; font: 10pt/1.35 "DejaVu Sans", sans-serif; }
h1 { margin: 0; font-size: 15pt; } h2 { margin: 3mm 0 1mm; font-size: 11pt; }
p { margin: 1mm 0; }
section + section { break-before: page; }
table { width: 100%%; border-collapse: collapse; }
th, td { border: 0.3pt solid #777; padding: 0.6mm 1.2mm; text-align: left; }
th { font-weight: normal; color: #333; font-size: 8pt; }
code, .heads td { font: 9.5pt/1.5 "DejaVu Sans Mono", monospace; }
.heads td { height: 6.2mm; border-width: 0 0 0.3pt; overflow-wrap: anywhere; }
.lines { display: table; width: 100%%; table-layout: fixed; border-spacing: 3mm 0; }
.column { display: table-cell; vertical-align: top; }
.lines td { height: 7.2mm; border-width: 0 0 0.3pt; }
.lines td:first-child { width: 10mm; color: #555; font-size: 8pt; text-align: right; }
.scores td { height: 6.2mm; } .scores td:first-child { width: 24mm; color: #333; font-size: 8pt; }
.moment svg { display: block; width: 100%%; height: auto; max-height: 140mm; }
.reference td { border-width: 0 0 0.2pt; padding: 0.25mm 1.2mm; font-size: 8.5pt; }
.reference code { font-size: 8.5pt; line-height: 1.2; white-space: nowrap; }
@media screen { body { padding: 8mm; } section + section { margin-top: 12mm; } }
"""


def paper(taken: Excerpt | GameDefinition, size: Size, language: Language) -> bytes:
    """The sheets of a game, or empty ones without one: the front, more lines, the reference.

    Of a game that is over the front is all: nothing more is written on it.
    """
    return _Paper(taken, size, language).write().encode("utf-8", errors="replace")


class _Paper:
    def __init__(self, what: Excerpt | GameDefinition, size: Size, language: Language) -> None:
        taken = None if isinstance(what, GameDefinition) else what
        self.taken = taken
        self.size = size
        self.language = language
        self.translate: Translate = translator(language)
        self.game = what if isinstance(what, GameDefinition) else what.replay.game
        self.over = taken is not None and taken.replay.final is not None
        self.names: Mapping[str, str] = {}
        self.title: str | None = None
        if taken:
            self.names, self.title = self.game.seating(taken.replay.state)
        # The number of the line that is written next: after record 1, which the heads make.
        self.next = max(2, taken.replay.seq + 1) if taken else 2

    def write(self) -> str:
        title = self.title or (self.taken.name if self.taken else self.game.called(self.language))
        parts = [tag("section", *self._front(title))]
        if not self.over:
            parts += [tag("section", self._lines(LINES[self.size])) for _ in range(PAGES_OF_LINES)]
            parts.append(tag("section", *self._reference()))
        head = tag("meta", charset="utf-8").removesuffix("</meta>")
        head += tag("title", escape(title)) + tag("style", STYLE % PAGES[self.size])
        body = tag("body", *parts)
        page = f"<!doctype html>\n{tag('html', tag('head', head), body, lang=self.language)}\n"
        return CONTROL.sub("\N{REPLACEMENT CHARACTER}", page)

    # --- the front ---------------------------------------------------------------------------

    def _front(self, title: str) -> Iterator[str]:
        _ = self.translate
        yield tag("h1", escape(title))
        yield self._heads()
        moment = self._moment()
        yield from moment
        yield self._scores()
        if not self.over:
            yield self._lines((UNDER_THE_STATE if moment else UNDER_THE_HEADS)[self.size])

    def _heads(self) -> str:
        """Record 1 as the sheet has it; lines to fill in where there is no game yet."""
        if self.taken:
            replay = self.taken.replay
            first = replay.codec.read_log(self.taken.log)[0]
            fresh = Replay(self.game, replay.codec)
            heads = write_line(fresh, first, self.language).split("\n")
            lines = [OWN_COMPONENT.sub(r"\1\2  # …", line) for line in heads]
            if replay.seq > 1:
                _ = self.translate
                went_on = _("records 2 to {last} are in the log '{name}'")
                lines.append("# " + went_on.format(last=replay.seq, name=self.taken.name))
        else:
            head = GAME.say(self.language)
            lines = [
                f"{head} {self.game.name} 1",
                *self.game.need(NOTATION).empty_heads(self.language),
            ]
        rows = [tag("tr", tag("td", escape(line))) for line in lines]
        return tag("table", *rows, class_="heads")

    def _moment(self) -> list[str]:
        """The game as it stands, and what is due; nothing before anything lies on the table."""
        if self.taken is None or self.taken.replay.seq == 1:
            return []
        replay = self.taken.replay
        view = self.game.view(replay.state, replay.seq, self.taken.viewer)
        drawn = self.game.need(DRAWING).svg(view, replay.state, self.names, None, self.language)
        guide = self.game.need(GUIDANCE).guide(replay.state, self.language)
        said = tag("p", escape(f"{guide.step}. {guide.due[:1].upper()}{guide.due[1:]}"))
        return [tag("div", drawn or "", class_="moment"), said]

    def _scores(self) -> str:
        """A row a player, a column a round: the points after it, as far as it was played."""
        _ = self.translate
        rounds = range(1, (self.game.rounds or ROUNDS) + 1)
        heads = (tag("th", str(n)) for n in rounds)
        rows = [tag("tr", tag("th", _("Points after round")), *heads)]
        after = self._points()
        for seat, name in self._players().items():
            cells = (tag("td", str(after.get(n, {}).get(seat, ""))) for n in rounds)
            rows.append(tag("tr", tag("td", escape(name)), *cells))
        return tag("table", *rows, class_="scores")

    def _points(self) -> Mapping[int, Mapping[str, int]]:
        """Return the players' points after each round that is over."""
        if self.taken is None:
            return {}
        replay = self.taken.replay
        reads = replay.codec.read_log(self.taken.log)
        after = {now.round: now.scores for now in moments(Replay(self.game, replay.codec), reads)}
        now = self.game.position(replay.state)
        if self.over:
            return after | {now.round: now.scores}
        return {n: scores for n, scores in after.items() if n < now.round}

    def _players(self) -> Mapping[str, str]:
        setup = self.game.get(SETUP)
        seats = self.names or dict.fromkeys(setup.seats if setup else (), "")
        return {
            seat: f"{self.game.words.word(seat, self.language)} {name}".strip()
            for seat, name in seats.items()
        }

    # --- lines and reference ---------------------------------------------------------------------

    def _lines(self, number: int) -> str:
        """Two columns of lines to write on, numbered on from the last one."""
        return tag("div", self._column(number), self._column(number), class_="lines")

    def _column(self, number: int) -> str:
        first, self.next = self.next, self.next + number
        rows = [tag("tr", tag("td", str(n)), tag("td")) for n in range(first, first + number)]
        return tag("div", tag("table", *rows), class_="column")

    def _reference(self) -> Iterator[str]:
        """Yield the reference of the notation: each event's written form, with an example."""
        _ = self.translate
        yield tag("h1", _("How it is written"))
        yield tag(
            "p",
            escape(
                _(
                    "One line an event. '#' begins a comment; '?' is a card that nobody knows. What"
                    " is plain may be left out: whose turn it is, the only die that can pay. Type"
                    " the lines with 'ragami record', 'ragami table' or 'ragami import'."
                )
            ),
        )
        rows = [
            tag("tr", tag("td", tag("code", escape(line))), tag("td", escape(meaning)))
            for line, meaning in (
                *self.game.need(NOTATION).reference(self.language),
                *reference(self.language),
            )
        ]
        yield tag("table", *rows, class_="reference")
