"""A score sheet on paper (HTML to be printed): empty, or with the game as it stands.

What is written on it by hand is the language of `ragami.sheet`, a line an event, so that it can be
re-keyed: the lines are numbered as their records will be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple

from msgspec import convert

from ragami.decoded import AnyEvent
from ragami.draw.pad import Pad
from ragami.draw.panels import pad_of
from ragami.export.excerpt import Excerpt
from ragami.game import GameDefinition
from ragami.game.capabilities import DRAWING, GUIDANCE, NOTATION, SETUP
from ragami.game.moment_labels import agreed_in_words
from ragami.game.opening import named
from ragami.game.standing import panels
from ragami.judge.moments import in_runs, told_moments
from ragami.judge.replay import Replay
from ragami.language import Language, capital, translator
from ragami.log.record import Record
from ragami.sheet import write_line
from ragami.sheet.words import GAME, reference
from ragami.templates import render

Size = Literal["a4", "letter"]
PAGES: Final[dict[Size, str]] = {"a4": "A4", "letter": "Letter"}

LINES: Final = {"a4": 36, "letter": 33}
"""Lines to write on in a column of a whole page; two columns stand side by side."""

UNDER_THE_STATE: Final = {"a4": 4, "letter": 3}
"""Lines in a column of the first page where the game as it stands is above them."""

UNDER_THE_HEADS: Final = {"a4": 24, "letter": 21}
HEAD: Final = 85
"""Characters of a head that fit in a row."""

TALL: Final = 1.5
"""A picture that is so many times as high as wide is set on several, to be legible."""

HALF_A_PAGE: Final = 140 / 186
"""How many times as high as wide the first of several pictures may be on the front."""

PAGE: Final = {"a4": 270 / 186, "letter": 252 / 186}
"""How many times as high as wide a picture with a page of its own may be."""

VIEW_BOX: Final = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
PAGES_OF_LINES: Final = 2
ROUNDS: Final = 10
"""Columns for points, where nothing says how many rounds a game has."""

ROWS: Final = 16
"""Rows of a pad that is filled in by hand, a round in each."""

COLUMNS: Final = 6
"""Columns of a pad for nobody in particular."""

# A component of one's own stands whole in its head, which on paper would fill the page; what it is
# like stands in the log, and nobody types it in again.
OWN_COMPONENT: Final = re.compile(r'(\S+: )\{.*?"name":"((?:[^"\\]|\\.)*)".*\}')

CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
"""What may stand in a name or a note, but in no page."""

Column = Sequence[int]
"""The numbers of the lines in a column, to be written on by hand."""


class PaperPad(NamedTuple):
    """A pad to be filled in by hand, as far as it is not filled in."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class PaperPage(NamedTuple):
    """The content of the sheets: of a game that is over the front alone, with neither `lines` to
    write on, nor `more` of them, nor a `reference`. With a `pad` it has no points by round. The
    drawings that are `apart` have a page of their own each.
    """

    title: str
    size: str
    heads: Sequence[str]
    drawing: str | None
    apart: Sequence[str]
    guide: str
    rounds: Sequence[int]
    scores: Sequence[tuple[str, Sequence[str]]]
    pad: PaperPad | None
    lines: Sequence[Column]
    more: Sequence[Sequence[Column]]
    reference: Sequence[tuple[str, str]]


def paper(excerpt: Excerpt | GameDefinition, size: Size, language: Language) -> bytes:
    """Return the sheets of a game, or empty ones without one: the front, more lines, the reference.

    Of a game that is over the front is all: nothing more is written on it.
    """
    page = render("ragami/export/paper.html", language, _Paper(excerpt, size, language).page())
    return CONTROL.sub("\N{REPLACEMENT CHARACTER}", page).encode("utf-8", errors="replace")


PointsAfter = Mapping[int, Mapping[str, int]]
"""The points of everybody after each round."""


class _Paper:
    def __init__(self, source: Excerpt | GameDefinition, size: Size, language: Language) -> None:
        excerpt = None if isinstance(source, GameDefinition) else source
        self.taken = excerpt
        self.size = size
        self.language = language
        self.game = source if isinstance(source, GameDefinition) else source.replay.game
        self.over = excerpt is not None and excerpt.replay.final is not None
        self.names: Mapping[str, str] = {}
        self.title = self.game.called(language)
        if excerpt:
            self.names, title = excerpt.replay.seating
            self.title = title or Path(excerpt.name).name  # that of a file without where it lies
        # The number of the line that is written next: after record 1, which the heads make.
        self.next = max(2, excerpt.replay.seq + 1) if excerpt else 2

    def page(self) -> PaperPage:
        after = self._points()
        rounds = self._rounds(after)
        drawings, guide = self._moment()
        pad, heads = self._pad(), self._heads()
        drawings = [] if pad else drawings
        limit = HALF_A_PAGE if len(drawings) > 1 else TALL
        front = next((first for first in drawings[:1] if not _is_higher(first, limit)), None)
        apart = drawings[1:] if front else drawings
        lines: Sequence[Column] = ()
        more: Sequence[Sequence[Column]] = ()
        reference_: Sequence[tuple[str, str]] = ()
        if not self.over:
            under = UNDER_THE_STATE if front else UNDER_THE_HEADS
            room = under[self.size] - (self._more_heads(heads) if apart else 0)
            lines = () if pad else self._lines(max(0, room))
            more = [self._lines(LINES[self.size]) for _ in range(PAGES_OF_LINES)]
            reference_ = [
                *self.game.need(NOTATION).reference(self.language),
                *reference(self.language),
            ]
        return PaperPage(
            title=self.title,
            size=PAGES[self.size],
            heads=heads,
            drawing=front,
            apart=apart,
            guide=guide,
            rounds=rounds,
            scores=self._scores(rounds, after),
            pad=pad,
            lines=lines,
            more=more,
            reference=reference_,
        )

    def _heads(self) -> Sequence[str]:
        """Record 1 as the sheet has it; lines to fill in where there is no game yet."""
        if self.taken is None:
            head = GAME.say(self.language)
            empty = self.game.need(NOTATION).empty_heads(self.language)
            return [f"{head} {self.game.name} 1", *empty]
        replay = self.taken.replay
        first = replay.codec.read_log(self.taken.log)[0]
        heads = write_line(Replay(self.game, replay.codec), first, self.language).split("\n")
        lines = [OWN_COMPONENT.sub(r"\1\2  # …", line) for line in heads]
        lines += self._agreed(first.data if isinstance(first, Record) else None)
        if replay.seq > 1:
            _ = translator(self.language)
            went_on = _("records 2 to {last} are in the log '{name}'")
            lines.append("# " + went_on.format(last=replay.seq, name=self.taken.name))
        return lines

    def _agreed(self, opened: AnyEvent) -> Iterator[str]:
        """Yield what was agreed besides the usual, in words: a head has the options as typed."""
        setup = self.game.get(SETUP)
        agreed = setup.agreed(opened) if setup and opened else {}
        for setting in setup.settings() if setup else ():
            value = agreed.get(setting.name)
            if value == setting.usual or value not in setting.values:
                continue
            yield f"# {agreed_in_words(self.game, setting, value, self.language)}"

    def _more_heads(self, heads: Sequence[str]) -> int:
        """Return how many rows these heads and the guide take more than those of an empty sheet."""
        empty = self.game.need(NOTATION).empty_heads(self.language)
        return max(0, sum(-(-len(head) // HEAD) for head in heads) - len([*empty]))

    def _moment(self) -> tuple[Sequence[str], str]:
        """Return the game as it stands, on several pictures if one is tall, and what is due.

        Empty before anything lies on the table.
        """
        if self.taken is None or self.taken.replay.seq == 1:
            return [], ""
        replay = self.taken.replay
        view = self.game.view(replay.state, replay.seq, self.taken.viewer)
        drawing, seen = self.game.need(DRAWING), (view, replay.state, self.names)
        picture = drawing.svg(*seen, None, self.language)
        drawn = [picture] if picture else []
        split = getattr(drawing, "sheets", None)
        if picture and split and _is_higher(picture, TALL):
            drawn = split(*seen, self.language, PAGE[self.size])
        if replay.final is not None:
            return drawn, capital(self.game.result(replay.final, replay.state, self.language))
        guide = self.game.need(GUIDANCE).guide(replay.state, self.language)
        return drawn, f"{guide.step}. {capital(guide.due)}"

    def _pad(self) -> PaperPad | None:
        """Return the pad of the game, with rows for the rounds to come; None without one."""
        state = self.taken.replay.state if self.taken else self._opened_by_nobody()
        if state is None:
            return None
        view = self.game.view(state, 1, self.taken.viewer if self.taken else None)
        pad = pad_of(panels(self.game, state, view, self.names, self.language))
        if pad is None:
            return None
        _ = translator(self.language)
        mark = " " + _("(winner)")
        heads = [name + mark * (n in pad.won) for n, (_id, name) in enumerate(pad.columns)]
        return PaperPad(heads, [*self._rows(pad)])

    def _rows(self, pad: Pad) -> Iterator[Sequence[str]]:
        """Yield the rows of a pad; those that follow from others are left to the hand."""
        figures, blank = pad.figures(), [""] * len(pad.columns)
        yield from figures[: len(pad.rows)]
        numbered = all(row.heading.isdigit() for row in pad.rows)
        if numbered and not self.over:
            yield from ([str(n), *blank] for n in range(len(pad.rows) + 1, ROWS + 1))
        for row in figures[len(pad.rows) :]:
            yield row if self.over else [row[0], *blank]

    def _opened_by_nobody(self) -> object:
        """Return the state of a game whose players have no names yet; None for most games."""
        setup = self.game.get(SETUP)
        if setup is None or not named(setup):
            return None
        type_ = next(iter(self.game.events))
        players = [(seat, " ") for seat in setup.seats[:COLUMNS]]
        opened = convert(setup.data(None, players, {}, {}), self.game.events[type_].struct)
        state = self.game.new_state()
        self.game.events[type_].apply(state, opened, 1)
        return state

    def _rounds(self, after: PointsAfter) -> Sequence[int]:
        """Return the rounds that have a column: of a game that is over those that were played."""
        played = max(after, default=0)
        usual = 0 if self.over and played else self.game.rounds or ROUNDS
        return range(1, max(usual, played) + 1)

    def _scores(
        self, rounds: Sequence[int], after: PointsAfter
    ) -> Sequence[tuple[str, Sequence[str]]]:
        """Return each player's points after each round, as far as it was played."""
        final = self.taken.replay.final if self.taken else None
        won = final["winners"] if final else ()
        _ = translator(self.language)
        mark = " " + _("(winner)")
        told = {
            n: {seat: self.game.points(amount) for seat, amount in scores.items()}
            for n, scores in after.items()
        }
        return [
            (name + mark * (seat in won), [told.get(n, {}).get(seat, "") for n in rounds])
            for seat, name in self._players().items()
        ]

    def _points(self) -> PointsAfter:
        """Return the players' points after each round that is over."""
        if self.taken is None:
            return {}
        replay = self.taken.replay
        fresh = Replay(self.game, replay.codec)
        runs = in_runs(fresh, replay.codec.read_log(self.taken.log))
        after = {now.round: now.scores for now in told_moments(fresh, runs)}
        now = replay.position
        if self.over:
            return after | {now.round: now.scores}
        return {n: scores for n, scores in after.items() if n < now.round}

    def _players(self) -> Mapping[str, str]:
        setup = self.game.get(SETUP)
        seats = self.names or dict.fromkeys(setup.seats if setup else (), "")
        alone = self.game.called_by_name(seats, self.language)
        return {
            seat: alone.get(seat) or f"{self.game.words.word(seat, self.language)} {name}".strip()
            for seat, name in seats.items()
        }

    def _lines(self, number: int) -> Sequence[Column]:
        """Return two columns of lines to write on, numbered on from the last one."""
        first, self.next = self.next, self.next + 2 * number
        return range(first, first + number), range(first + number, self.next)


def _is_higher(drawing: str, than: float) -> bool:
    """Tell whether a picture is more than so many times as high as wide."""
    box = VIEW_BOX.search(drawing)
    return box is not None and float(box[2]) > than * float(box[1])
