"""The whole game in words, a link a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from operator import itemgetter

from ragami.findings import Finding
from ragami.game import GameDefinition
from ragami.language import Language, translator
from ragami.markup import tag
from ragami.messages import plain
from ragami.narration import Line


class PageStory:
    """Lists of what happened, one for each round; what was undone is struck out where it stood."""

    def __init__(self, game: GameDefinition, language: Language) -> None:
        self.game = game
        self.language = language
        self._ = translator(language)

    def markup(self, lines: Iterable[Line]) -> str:
        """The section of the page."""
        told = [tag("h2", escape(self._("The game in words")))]
        for heading, some in groupby(self.headed(lines), key=itemgetter(0)):
            told.append(tag("h3", escape(heading)))
            told.append(tag("ol", *(self.entry(line) for _heading, line in some)))
        return tag("section", *told, id="story", class_="story")

    def headed(self, lines: Iterable[Line]) -> Iterator[tuple[str, Line]]:
        """Each line with the heading that it stands below."""
        _ = self._
        within = None
        for line in lines:
            counts = line.kind == "event" and line.struck_by is None
            if within is None or (counts and line.round != within):
                within = line.round
            yield _("Round {round}").format(round=within) if within else _("Setup"), line

    def entry(self, line: Line) -> str:
        """One record, and what was found about it."""
        kind = "struck" if line.struck_by is not None else line.kind
        number = tag("b", str(line.seq))
        link = tag("a", number, " ", tag("span", self._happened(line)), href=f"#{line.seq}")
        findings = map(self.finding, line.findings)
        return tag("li", link, *findings, id=f"record-{line.seq}", class_=kind)

    def _happened(self, line: Line) -> str:
        _ = self._
        text = escape(line.text)
        if line.struck_by is not None:
            why = _("struck out by {seq}").format(seq=line.struck_by)
            return f"{tag('s', text)} ({escape(why)})"
        if line.was is None:
            return text
        why = _("corrected by {seq}; before: {text}").format(seq=line.corrected_by, text=line.was)
        return f"{text} ({escape(why)})"

    def finding(self, finding: Finding) -> str:
        """Return a finding as HTML, in the class of its severity."""
        said = plain(self.game.words.say(finding, self.language), 1000)
        return tag("p", escape(said), class_=f"finding {finding.severity}")
