"""Texts as they were found to be right. `python -m tests.words` writes them anew, to be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from ragami.game import game_named
from ragami.games.ragami.narration import Narrator
from ragami.language import Language
from ragami.narration import Line, tell_log
from tests.words.played import Event, events
from tests.words.transcript import transcript

FOLDER: Final = Path(__file__).parent / "golden"


def told(event: Event, language: Language, viewer: str | None = None) -> str:
    """An event in words. It must be legal, and is played."""
    play, type_, data = event
    teller = Narrator(language, viewer)
    read = play.read(type_, data)
    before = teller.look(play.state, play.seq, read)
    play.do(type_, **data)
    return teller.tell(read, before, teller.look(play.state, play.seq))


def events_told(language: Language) -> Iterator[str]:
    """Every event of `played`, a line each."""
    for event in events():
        yield told(event, language)


def lines_of(log: bytes, language: Language, viewer: str | None = None) -> list[Line]:
    """A log in words."""
    return tell_log(
        game_named("ragami"), Narrator(language, viewer), log, game_named("ragami").codec
    )


def transcript_told(language: Language) -> Iterator[str]:
    """The small game with all that may happen to a log, a line each."""
    for line in lines_of(transcript(), language):
        yield written(line)


def written(line: Line) -> str:
    """A line with everything that is known of it."""
    fate = [f"struck by {line.struck_by}"] if line.struck_by else []
    fate += [f"corrected by {line.corrected_by}, was: {line.was}"] if line.corrected_by else []
    fate += [finding.code for finding in line.findings]
    scores = " ".join(map(str, line.scores.values()))
    when = f"{line.round}.{line.turn} {line.player or '-'}"
    notes = f"  [{'; '.join(fate)}]" if fate else ""
    return f"{line.seq} {line.kind} {when} | {scores} | {line.text}{notes}"


TELLERS: Final[dict[str, Callable[[Language], Iterator[str]]]] = {
    "events": events_told,
    "transcript": transcript_told,
}


def path(name: str, language: Language) -> Path:
    """The file with the lines of a teller in a language."""
    return FOLDER / f"{name}.{language}.txt"
