"""The line of a penalty: `penalty Y slow-play time 5 against R-LOG-01 "ten minutes" by "Carl"`.

What it costs may be left out: then it is what the catalogue has for this time.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import asdict

from ragami.errors import N_
from ragami.game.capabilities import NOTATION
from ragami.judge.replay import Replay
from ragami.language import Language
from ragami.log.record import Corrected, Penalized, Ruled
from ragami.notation.line import Line, bare_or_quoted, quoted, word_in
from ragami.penalties import Rung, earlier, rung
from ragami.sheet import words as w

SO_MANY_POINTS: Final = N_("how many points off")
SO_MANY_MINUTES: Final = N_("how many minutes less")


def read_penalty(line: Line, replay: Replay) -> tuple[str, Any]:
    """The type and data of a penalty. Raises `Unread`."""
    player = line.one_of(dict(replay.game.need(NOTATION).seats))
    offence = line.one_of(w.OFFENCES)
    agreed = _cost(line)
    cost = agreed or rung(offence, earlier(replay.penalties, player, offence))
    rule = line.quote() if line.accept(w.AGAINST) else None
    reason, authority = why_of(line)
    line.end(*(() if agreed else w.LEVELS), w.AGAINST, w.BY)
    data = {"player": player, "offence": offence, **asdict(cost), "rule": rule}
    return "penalized", data | {"reason": reason, "authority": authority}


def _cost(line: Line) -> Rung | None:
    """A level with its number, where it is said."""
    level = word_in(line.peek(), w.LEVELS)
    if level is None:
        return None
    line.take()
    points = line.number(SO_MANY_POINTS, least=0) if level == "points" else 0
    minutes = line.number(SO_MANY_MINUTES, least=1) if level == "time" else None
    return Rung(level, points, minutes)


def write_penalty(data: Penalized, replay: Replay, language: Language) -> str | None:
    """A penalty as a line; None where it is for nobody of the game."""
    seats = replay.game.need(NOTATION).seats
    player = next((word for word, seat in seats.items() if seat == data.player), None)
    if player is None:
        return None
    offence = next(word for word, offence_ in w.OFFENCES.items() if offence_ == data.offence)
    level = next(word for word, level_ in w.LEVELS.items() if level_ == data.level)
    number = {"points": data.points, "time": data.minutes}.get(data.level)
    tokens = [word.say(language) for word in (w.PENALTY, player, offence, level)]
    tokens += [] if number is None else [str(number)]
    if data.rule is not None:
        tokens += [w.AGAINST.say(language), bare_or_quoted(data.rule)]
    return " ".join(tokens) + written_why(data, language)


# --- reason and authority --------------------------------------------------------------------


def why_of(line: Line) -> tuple[str | None, str | None]:
    """The reason and the authority, where they are given."""
    reason = line.quote() if line.peek()[:1] == '"' else None
    return reason, line.quote() if line.accept(w.BY) else None


def written_why(data: Corrected | Ruled | Penalized, language: Language) -> str:
    """The reason and the authority, behind a blank each."""
    why = "" if data.reason is None else f" {quoted(data.reason)}"
    by = data.authority
    return why if by is None else f"{why} {w.BY.say(language)} {quoted(by)}"
