"""The lines of the records that any game may have: undo, correction, ruling, note and the like.

What nobody says at a table (a commitment, a value that is published, a record that is withheld) has
no line of its own: it stands as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Raw
from msgspec.structs import asdict

from ragami.decoded import AnyEvent
from ragami.errors import N_
from ragami.findings import Breach
from ragami.game.capabilities import NOTATION
from ragami.judge.placing import BROKEN_OFF
from ragami.judge.replay import Replay
from ragami.judge.undoing import before_record, counting, taking_back
from ragami.language import Language
from ragami.log.record import (
    Corrected,
    DiceNamed,
    Noted,
    Penalized,
    PenaltyLevel,
    Redone,
    Ruled,
    Sealed,
    Undone,
)
from ragami.notation.line import (
    Line,
    bare_or_quoted,
    line_of_text,
    quoted,
    text_in,
    text_of_line,
    word_in,
)
from ragami.notation.misread import Unread, Word
from ragami.penalties import cost_of
from ragami.sheet import words as w

A_RECORD: Final = N_("the number of a record")
SO_MANY: Final = N_("how many events")
AN_EVENT: Final = N_("'=' and the line of an event")
A_RULE: Final = N_("the id of a rule")
A_KIND: Final = N_("a kind of dice")
A_REASON: Final = N_("why")
SOMETHING: Final = N_("an event that could be undone")
SO_MANY_POINTS: Final = N_("how many points off")
SO_MANY_MINUTES: Final = N_("how many minutes less")

Read = tuple[str, AnyEvent]


# --- reading -------------------------------------------------------------------------------


def read_log_line(line: Line, replay: Replay) -> Read | None:
    """Return the type and data of a record of any game; None where the line is none of these.

    Raises `Unread`.
    """
    first = line.peek()
    read = word_in(first, READERS, whole=True) or word_in(first, TEXTS, whole=True)
    if read is None:
        return None
    notation = replay.game.need(NOTATION)
    shared = word_in(first, dict.fromkeys(notation.verbs, True), whole=True)
    own = _error_of_the_game(line, replay) if shared else None
    if shared and own is None:
        return None
    start = line.at
    line.take()
    try:
        return read(line, replay)
    except Unread as wrong:
        if own is None or own.column <= wrong.column:
            raise
        line.at = start
        return None


def _error_of_the_game(line: Line, replay: Replay) -> Unread | None:
    """Read a line whose first word is also one of the game's. None where the game reads it all."""
    start = line.at
    try:
        replay.game.need(NOTATION).read(line, replay.state)
        line.end()
    except Unread as wrong:
        return wrong
    finally:
        line.at = start
    return None


def _undo(line: Line, replay: Replay) -> Read:
    if not line.peek() or (line.peek()[:1] == '"' and line.at == len(line.tokens) - 1):
        return _undo_last(line, replay)
    by_number = line.accept(w.TO)
    to = line.number(A_RECORD, least=1) if by_number else _steps_back(line, replay)
    reason = line.quote(w.TO) if line.peek() else None
    line.end()
    return "undone", {"to": to, "reason": reason}


def _undo_last(line: Line, replay: Replay) -> Read:
    """Return the record that takes back what was written last, whatever it is."""
    back = taking_back(replay, line.quote() if line.peek() else None)
    if back is None:
        line.at = 1
        raise line.stop(SOMETHING, lost=True)
    return back.type, Raw(back.data)


def _steps_back(line: Line, replay: Replay) -> int:
    """Return the record before the last events that count: as many as are named."""
    steps = line.number(SO_MANY, w.TO, least=1)
    events = counting(replay)
    if steps > len(events):
        line.at -= 1
        raise line.stop(SOMETHING, lost=True)
    return events[-steps] - 1


def _redo(line: Line, _replay: Replay) -> Read:
    line.end()
    return "redone", {}


def _correct(line: Line, replay: Replay) -> Read:
    seq = line.number(A_RECORD, least=1)
    reason, authority = _why_of(line)
    data: dict[str, object] = {"seq": seq, "type": None, "v": None, "data": None}
    if line.accept(w.STRIKE):
        line.end()
    else:
        if line.peek() != "=":
            raise line.stop(AN_EVENT, w.STRIKE)
        line.take()
        data |= _corrected_event(line, replay, seq)
    return "corrected", data | {"reason": reason, "authority": authority}


def _corrected_event(line: Line, replay: Replay, seq: int) -> dict[str, object]:
    """Read what record `seq` reads as: a line as it was written then, or JSON.

    What the line leaves out is as it was before that record, the player first of all.
    """
    if line.peek()[:1] == "{":
        return _from_json(line)
    type_, data = replay.game.need(NOTATION).read(line, before_record(replay, seq).state)
    if type_ not in replay.game.events:
        line.at = 3
        raise line.stop(N_("an event of the game"))
    entry = replay.codec.types[type_]
    encoded = Raw(msgspec.json.encode(data))
    event = replay.codec.read_event(type_, entry.version, encoded)
    if not isinstance(event, Breach):
        encoded = Raw(msgspec.json.encode(event))
    return {"type": type_, "v": entry.version, "data": encoded}


class _GivenLine(msgspec.Struct, forbid_unknown_fields=True):
    type: str | None
    v: int | None
    data: Raw


def _from_json(line: Line) -> dict[str, object]:
    misread = line.stop(N_("JSON with type, v and data"))
    try:
        event = msgspec.json.decode(line.rest(), type=_GivenLine)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise misread from None
    return {"type": event.type, "v": event.v, "data": event.data}


def _rule(line: Line, _replay: Replay) -> Read:
    rule = text_in(line.peek())
    if rule is None:
        raise line.stop(A_RULE)
    line.take()
    reason, authority = _why_of(line)
    line.end(w.BY)
    return "ruled", {"rule": rule, "reason": reason, "authority": authority}


def _penalty(line: Line, replay: Replay) -> Read:
    """Read `penalty Y slow-play time 5 against R-LOG-01 "ten minutes" by "Carl"`. Raise `Unread`.

    What it costs may be left out: then it is what the catalogue has for this time.
    """
    player = line.one_of(dict(replay.game.need(NOTATION).seats))
    offence = line.one_of(w.OFFENCES)
    agreed = _cost(line)
    cost = cost_of(replay.penalties, player, offence, *agreed)
    rule = line.quote() if line.accept(w.AGAINST) else None
    reason, authority = _why_of(line)
    line.end(*(() if agreed else w.LEVELS), w.AGAINST, w.BY)
    data = {"player": player, "offence": offence, **asdict(cost), "rule": rule}
    return "penalized", data | {"reason": reason, "authority": authority}


def _cost(line: Line) -> tuple[()] | tuple[PenaltyLevel, int | None, int | None]:
    """Return a level, its points and its minutes, where it is said."""
    level = word_in(line.peek(), w.LEVELS)
    if level is None:
        return ()
    line.take()
    points = line.number(SO_MANY_POINTS, least=0) if level == "points" else None
    minutes = line.number(SO_MANY_MINUTES, least=1) if level == "time" else None
    return level, points, minutes


def _why_of(line: Line) -> tuple[str | None, str | None]:
    """Return the reason and the authority, where they are given."""
    reason = line.quote() if line.peek()[:1] == '"' else None
    return reason, line.quote() if line.accept(w.BY) else None


def _name(line: Line, _replay: Replay) -> Read:
    line.expect(w.DICE)
    kind = text_in(line.peek())
    if kind is None:
        raise line.stop(A_KIND)
    line.take()
    names = []
    while line.peek():
        names.append(line.quote())
    return "dice_named", {"kind": kind, "names": names}


def _seal(line: Line, _replay: Replay) -> Read:
    size = line.number(A_RECORD, least=1)
    data = {"size": size, "root": line.quote(), "note": line.quote() if line.peek() else None}
    line.end()
    return "sealed", data


def _note(line: Line, _replay: Replay) -> Read:
    return "noted", {"text": text_of_line(line)}


def _head(key: str) -> Callable[[Line, Replay], Read]:
    def read(line: Line, _replay: Replay) -> Read:
        if key == BROKEN_OFF and not line.peek():
            raise line.stop(A_REASON)
        return "noted", {"text": f"{key}: {text_of_line(line)}"}

    return read


READERS: Final[dict[Word, Callable[[Line, Replay], Read]]] = {
    w.UNDO: _undo,
    w.REDO: _redo,
    w.CORRECT: _correct,
    w.RULE: _rule,
    w.PENALTY: _penalty,
    w.NAME: _name,
    w.SEAL: _seal,
}
TEXTS: Final[dict[Word, Callable[[Line, Replay], Read]]] = {
    w.NOTE: _note,
    **{word: _head(key) for key, word in w.NOTED.items()},
}


# --- writing -------------------------------------------------------------------------------


def write_log_line(data: object, replay: Replay, language: Language) -> str | None:
    """Return a record of any game as a line; None where it has none of its own."""
    text = None
    match data:
        case Undone():
            text = f"{w.UNDO.say(language)} {w.TO.say(language)} {data.to}"
            text += "" if data.reason is None else f" {quoted(data.reason)}"
        case Redone():
            text = w.REDO.say(language)
        case Corrected():
            text = _correction(data, replay, language)
        case Ruled():
            text = (
                f"{w.RULE.say(language)} {bare_or_quoted(data.rule)}{_written_why(data, language)}"
            )
        case Penalized():
            text = _penalty_line(data, replay, language)
        case DiceNamed():
            names = map(bare_or_quoted, (data.kind, *data.names))
            text = " ".join((w.NAME.say(language), w.DICE.say(language), *names))
        case Sealed():
            note = f" {quoted(data.note)}" if data.note is not None else ""
            text = f"{w.SEAL.say(language)} {data.size} {bare_or_quoted(data.root)}{note}"
        case Noted():
            text = _noted(data.text, language)
    return text


def _correction(data: Corrected, replay: Replay, language: Language) -> str:
    head = f"{w.CORRECT.say(language)} {data.seq}{_written_why(data, language)}"
    if data.type is None and data.v is None and bytes(data.data) == b"null":
        return f"{head} {w.STRIKE.say(language)}"
    return f"{head} = {_corrected_line(data, replay, language) or _as_json(data)}"


def _corrected_line(data: Corrected, replay: Replay, language: Language) -> str | None:
    """Return the line of the event as it reads now; None where that would not say all of it."""
    type_ = data.type or ""
    entry = replay.codec.types.get(type_)
    if type_ not in replay.game.events or entry is None or entry.version != data.v:
        return None
    event = replay.codec.read_event(type_, data.v, data.data)
    if isinstance(event, Breach) or msgspec.json.encode(event) != bytes(data.data):
        return None
    return replay.game.need(NOTATION).write(type_, event, replay.state, language)


def _as_json(data: Corrected) -> str:
    return msgspec.json.encode({"type": data.type, "v": data.v, "data": data.data}).decode()


def _noted(text: str, language: Language) -> str:
    key, colon, text_ = text.partition(": ")
    if colon and key in w.NOTED and text_.strip() == text_ != "":
        return f"{w.NOTED[key].say(language)} {line_of_text(text_)}"
    return f"{w.NOTE.say(language)} {line_of_text(text)}".rstrip()


def _penalty_line(data: Penalized, replay: Replay, language: Language) -> str | None:
    """Return a penalty as a line; None where it is for nobody of the game."""
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
    return " ".join(tokens) + _written_why(data, language)


def _written_why(data: Corrected | Ruled | Penalized, language: Language) -> str:
    """Return the reason and the authority, behind a blank each."""
    why = "" if data.reason is None else f" {quoted(data.reason)}"
    by = data.authority
    return why if by is None else f"{why} {w.BY.say(language)} {quoted(by)}"
