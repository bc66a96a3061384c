"""Events of Ragami in words, one after the other and in a small game: frozen in `tests/golden`."""

from __future__ import annotations

from ragami.game import game_named
from ragami.games.ragami.words import WORDS
from ragami.language import Language
from ragami.narration import Line, tell_log
from tests.words.played import Event, events
from tests.words.transcript import transcript


def told(event: Event, language: Language, viewer: str | None = None) -> str:
    """An event in words. It must be legal, and is played."""
    play, type_, data = event
    teller = WORDS.narrator(language, viewer)
    read = play.read(type_, data)
    before = teller.look(play.state, play.seq, read)
    play.do(type_, **data)
    return teller.tell(read, before, teller.look(play.state, play.seq))


def events_told(language: Language) -> str:
    """Every event of `played`, a line each."""
    return "".join(f"{told(event, language)}\n" for event in events())


def lines_of(log: bytes, language: Language, viewer: str | None = None) -> list[Line]:
    return tell_log(
        game_named("ragami"), WORDS.narrator(language, viewer), log, game_named("ragami").codec
    )


def transcript_told(language: Language) -> str:
    """The small game with all that may happen to a log, a line each."""
    return "".join(f"{written(line)}\n" for line in lines_of(transcript(), language))


def written(line: Line) -> str:
    """A line with everything that is known of it."""
    fate = [f"struck by {line.struck_by}"] if line.struck_by else []
    fate += [f"corrected by {line.corrected_by}, was: {line.was}"] if line.corrected_by else []
    fate += [finding.code for finding in line.findings]
    scores = " ".join(map(str, line.scores.values()))
    when = f"{line.round}.{line.turn} {line.player or '-'}"
    notes = f"  [{'; '.join(fate)}]" if fate else ""
    return f"{line.seq} {line.kind} {when} | {scores} | {line.text}{notes}"
