"""A game told for people: a line an event, and the whole game at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from gettext import gettext as _
from textwrap import TextWrapper
from typing import TYPE_CHECKING

from ragami.decoded import Data
from ragami.game import GameDefinition
from ragami.game.capabilities import APP, GATHERING
from ragami.judge.kept import once
from ragami.judge.placing import broken_off
from ragami.judge.replay import Replay
from ragami.language import Language
from ragami.narration import Line
from ragami.penalties import count, say_count

if TYPE_CHECKING:
    from ragami.table.recording import Recording
    from ragami_cli.output import Output


class StoryOutput:
    """Lines on their way to a terminal or a pipe. A pipe gets one line an event, however long."""

    def __init__(self, game: GameDefinition, output: Output, state: object) -> None:
        self.game = game
        self.output = output
        self.people = game.people(state, output.language)
        self.struck_sign = "✗" if output.shows("✗") else "x"
        # A game of many people has a command of its own for the scores.
        self.tells_scores = not game.has(GATHERING)

    def tell(self, lines: Iterable[Line]) -> Iterator[str]:
        """Yield the whole log, with a heading for each round."""
        within = None
        scores: Mapping[str, int] = {}
        for line in lines:
            counts = line.kind == "event" and line.struck_by is None
            if within is None or (counts and line.round != within):
                if within is not None:
                    yield ""
                within = line.round
                yield self.heading(within, scores)
            yield from self.entry(line, scores)
            scores = line.scores

    def heading(self, number: int, scores: Mapping[str, int]) -> str:
        """Return `Round 3 · Yellow 4, Green 6`."""
        head = _("Round {round}").format(round=number) if number else _("Setup")
        head = self.output.style(head, bold=True)
        has_points = any(scores.values()) and self.tells_scores
        return f"{head} · {self.standing(scores)}" if has_points else head

    def standing(self, scores: Mapping[str, int]) -> str:
        language = self.output.language
        return ", ".join(
            f"{self.people.get(seat) or self.game.words.word(seat, language)} {points}"
            for seat, points in scores.items()
        )

    def entry(self, line: Line, before: Mapping[str, int]) -> Iterator[str]:
        """Yield a record, and the findings about it."""
        yield self.event(line, before)
        for finding in line.findings:
            colour = "red" if finding.severity == "error" else "yellow"
            yield self.laid_out("", self.game.words.say(finding, self.output.language), fg=colour)

    def event(self, line: Line, before: Mapping[str, int]) -> str:
        """Return an event in words, with what became of it and the points that it changed."""
        changed = {
            seat: points for seat, points in line.scores.items() if points != before.get(seat, 0)
        }
        text = line.text
        if changed and line.struck_by is None and self.tells_scores:
            text += f" [{self.standing(changed)}]"
        if line.struck_by is not None:
            note = _("struck out by {seq}").format(seq=line.struck_by)
            text = f"{self.struck_sign} {text} ({note})"
        elif line.was is not None:
            note = _("corrected by {seq}; before: {text}")
            text += f" ({note.format(seq=line.corrected_by, text=line.was)})"
        return self.laid_out(f"{line.seq:>4}", text, **self.look(line))

    def look(self, line: Line) -> Data:
        if line.struck_by is not None:
            return {"strikethrough": True, "dim": True}
        if line.kind == "malformed":
            return {"fg": "red"}
        return {} if line.kind == "event" else {"italic": True, "dim": True}

    def laid_out(self, number: str, text: str, **look: object) -> str:
        """Return a number and a text beside it, wrapped on a terminal."""
        output = self.output
        indent = " " * 6
        if output.terminal:
            wrapper = TextWrapper(output.width - len(indent), break_on_hyphens=False)
            lines = wrapper.wrap(text)
        else:
            lines = [text]
        styled = [output.style(line, **look) if look else line for line in lines]
        return f"{number:>4}  " + f"\n{indent}".join(styled)


# --- at a glance ---------------------------------------------------------------------------------


def how_it_stands(replay: Replay, language: Language) -> str:
    """Return the result, or the moment of the game."""
    final = replay.final
    if replay.error:
        return _("broke off at record {seq}").format(seq=replay.error.line)
    if final is not None:
        sentence = replay.game.result(final, replay.state, language)
    else:
        sentence = replay.game.words.moment(replay.state, language)
    parts = (sentence, points_off(replay, language), why_broken_off(replay))
    return "; ".join(filter(None, parts))


def why_broken_off(replay: Replay) -> str:
    """Return why the game was broken off; empty where it was not."""
    reason = broken_off(replay)
    return _("broken off: {reason}").format(reason=reason) if reason else ""


def points_off(replay: Replay, language: Language) -> str:
    """Return the points after penalties; empty without any."""
    if not replay.penalties:
        return ""

    return say_count(count(replay), replay, language)


def who_deals(replay: Replay, language: Language, *, private: bool) -> Iterator[str]:
    """Yield a line about a device that has to act now: where the deal is made, or which step."""
    app = replay.game.get(APP)
    if replay.error or not app or not app.is_due(replay.state):
        return
    if private:
        yield _("This device deals: 'app next' in 'ragami table' does what is due.")
    elif replay.position.round == 0:
        yield _("The phones of all deal: 'ragami serve' shows the code that they scan.")
    else:
        yield _("On one of the phones: {what}.").format(what=app.does(replay.state, language))


def earned_points(recording: Recording, language: Language) -> tuple[str, ...]:
    """Return a line for each player: what the points came from. Worked out once for a state."""
    from ragami.export.page.chart import points_by_source

    key = (points_by_source, language)
    replay = recording.replay
    winners = (replay.final or {}).get("winners", ())
    return once(replay, key, lambda: points_by_source(recording.lines, language, winners))
