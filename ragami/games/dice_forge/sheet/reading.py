"""The lines of Dice Forge read: what each verb is followed by (section 10). Raises `Unread`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from ragami.games.dice_forge.due import open_throws
from ragami.games.dice_forge.events import BoarColour
from ragami.games.dice_forge.faces import FACE
from ragami.games.dice_forge.sheet import words as w
from ragami.games.dice_forge.state import ApplyThrow, RollDice, State
from ragami.games.dice_forge.view import due_players
from ragami.notation.line import Line, text_in, word_in
from ragami.notation.misread import Word

Data = dict[str, Any]
_FACE: Final = re.compile(FACE)
_DIE: Final = re.compile(r"(?:(?P<who>[^\W\d]+)\.)?(?P<die>[12])")
_HAMMER: Final = re.compile(r"h(?P<n>\d{1,9})")
_TO_GLORY: Final = re.compile(r"v(?P<n>\d{1,9})(?P<of>[gsm])")
# What hangs on the die of an entry: `=B.2`, `:s`, `^4g>1.3`.
_HANGING: Final = re.compile(r"(?P<sign>[=:^])(?P<text>[^=:^]*)")
BOAR_COLOURS: Final[tuple[str, ...]] = BoarColour.__args__  # type: ignore[attr-defined]
NO_GLORY: Final = {"gold": 0, "sun": 0, "moon": 0}


def whose(line: Line, state: State, type_: str) -> str:
    """The player whose due it is, where the line does not say."""
    if state.top is not None and state.top.awaits == type_:
        due = due_players(state)
        if due:
            return due[0]
    elif state.active is not None:
        return state.active
    line.at = 0
    raise line.stop(*w.COLOURS, lost=True)


def read(type_: str, who: str | None, line: Line, state: State) -> Data:
    """The data of a record whose line has been read as far as its verb."""
    if type_ in ("faces_removed", "asserted"):
        return SHARED[type_](line, state)
    if type_ == "dice_rolled":
        return {"rolls": _rolls(who, line, state)}
    player = who or whose(line, state, type_)
    return {"player": player} | OWN[type_](line, state, player)


# --- pieces --------------------------------------------------------------------------------


def _face(text: str, line: Line, expected: Word = w.A_FACE) -> str:
    text = text.lower()
    if not _FACE.match(text):
        raise line.stop(expected)
    return text


def _slot(text: str, line: Line, expected: Word) -> int | str:
    if text.isdigit() and text.isascii():
        if len(text) > 1 or not 1 <= int(text) <= 6:
            raise line.stop(expected)
        return int(text)
    return _face(text, line, expected)


def _forge(text: str, line: Line) -> Data:
    """`4g>1.3`, `1s>1.1g`."""
    face, sign, place = text.partition(">")
    die, dot, slot = place.partition(".")
    if not sign or not dot or die not in ("1", "2"):
        raise line.stop(w.A_FORGE)
    where = _slot(slot, line, w.A_FORGE)
    return {"face": _face(face, line, w.A_FORGE), "die": int(die), "slot": where}


def _ref(text: str, line: Line, own: str | None) -> str:
    """`1` of one's own dice, `B.2` of another's."""
    found = _DIE.fullmatch(text)
    colour = own if found and found["who"] is None else found and word_in(found["who"], w.SEATS)
    if not found or not colour:
        raise line.stop(w.A_DIE)
    return f"{colour}.{found['die']}"


def _hammer(line: Line) -> int:
    found = _HAMMER.fullmatch(line.peek().lower())
    if not found:
        return 0
    line.take()
    return int(found["n"])


def _resource(line: Line, letters: str) -> str:
    text = line.peek().lower()
    if len(text) != 1 or text not in letters:
        raise line.stop(*letters)
    line.take()
    return w.RESOURCE_OF[text]


def feat_in(text: str, state: State) -> str | None:
    """A feat by its id, or by its word in either language."""
    named = text_in(text) or ""
    if state.opened and named in state.table.feats:
        return named
    return word_in(text, w.FEATS) or named or None


def _feat(line: Line, state: State) -> str:
    found = feat_in(line.peek(), state)
    known = state.opened and found in state.table.feats
    if found is None or not (known or found in w.FEAT_WORDS):
        raise line.stop(*(word for word, feat in w.FEATS.items() if feat in state.stacks))
    line.take()
    return found


# --- what follows a verb -------------------------------------------------------------------


def _removed(line: Line, _state: State) -> Data:
    pools: dict[str, list[str]] = {}
    while token := line.peek():
        pool, sign, faces = token.rpartition(":")
        name = text_in(pool) if pool[:1] == '"' else pool
        if not sign or not name or name in pools:
            raise line.stop(w.A_POOL)
        pools[name] = [_face(one, line, w.A_POOL) for one in faces.split(",")]
        line.take()
    if not pools:
        raise line.stop(w.A_POOL)
    return {"pools": pools}


def _rolls(who: str | None, line: Line, state: State) -> Data:
    """`O 1.3 2.6 G 1.1 2.1m`; one player's without the colour, one die's without its number."""
    task = state.top
    dice = task.dice if isinstance(task, RollDice) else ()
    colour = who or (task.players[0] if task and len(task.players) == 1 else None)
    rolls: Data = {}
    while token := line.peek():
        if other := word_in(token, w.SEATS, whole=True):
            colour = other
            line.take()
            continue
        die, dot, shown = token.partition(".")
        ref = f"{colour}.{die}"
        if not dot and len(dice) == 1:
            ref, shown = dice[0], token
        elif colour is None:
            raise line.stop(*w.COLOURS)
        elif not dot or die not in ("1", "2") or ref in rolls:
            raise line.stop(w.A_ROLLED_DIE)
        rolls[ref] = _slot(shown, line, w.A_ROLLED_DIE)
        line.take()
    if not rolls:
        raise line.stop(w.A_ROLLED_DIE)
    return rolls


def _applied(line: Line, state: State, player: str) -> Data:
    tasks = [task for task in open_throws(state) if task.throw.player == player]
    faces = _entries(line, player, tasks)
    again = _entries(line, player, tasks) if line.accept(w.AGAIN) else None
    return {"faces": faces, "again": again}


def _entries(line: Line, player: str, tasks: list[ApplyThrow]) -> list[Data]:
    """Entries up to the end, or to a second application. A single die need not be named."""
    entries: list[Data] = []
    alone = list(tasks[0].throw.faces) if tasks and len(tasks[0].throw.faces) == 1 else []
    while (token := line.peek()) and not word_in(token, {w.AGAIN: True}, whole=True):
        text = token.lower()
        hanging = re.search(r"[=:^]", token)
        die = token[: hanging.start()] if hanging else token
        bare = text[0] in "=:^" or _HAMMER.fullmatch(text) or _TO_GLORY.fullmatch(text)
        if not bare:
            entries.append(_entry(_ref(die, line, player)))
            _hang(entries[-1], token[len(die) :], line, player)
        elif entries or alone:
            if not entries:
                entries.append(_entry(alone[0]))
            _hang(entries[-1], token, line, player)
        else:
            raise line.stop(w.A_DIE)
        line.take()
    if not entries and alone:
        entries.append(_entry(alone[0]))
    if not entries:
        raise line.stop(w.A_DIE)
    return entries


def _entry(of: str) -> Data:
    rest = {"copy": None, "choice": None, "ship": None, "hammer": 0, "to_glory": dict(NO_GLORY)}
    return {"of": of} | rest


def _hang(entry: Data, text: str, line: Line, player: str) -> None:
    """What is decided about the die of an entry."""
    if found := _HAMMER.fullmatch(text.lower()):
        entry["hammer"] = int(found["n"])
    elif found := _TO_GLORY.fullmatch(text.lower()):
        entry["to_glory"][w.RESOURCE_OF[found["of"]]] = int(found["n"])
    elif "".join(one.group() for one in _HANGING.finditer(text)) != text:
        raise line.stop(w.A_DIE)
    else:
        for one in _HANGING.finditer(text):
            match one["sign"]:
                case "=":
                    entry["copy"] = _ref(one["text"], line, player)
                case ":":
                    if one["text"].lower() not in w.RESOURCE_OF:
                        raise line.stop(*(f":{letter}" for letter in w.RESOURCE_OF))
                    entry["choice"] = w.RESOURCE_OF[one["text"].lower()]
                case _:
                    entry["ship"] = _forge(one["text"], line)


def _paid(line: Line, _state: State, _player: str) -> Data:
    gains = [_resource(line, "smp")]
    while line.peek():
        gains.append(_resource(line, "smp"))
    return {"gains": gains}


def _called(line: Line, state: State, _player: str) -> Data:
    feat = _feat(line, state)
    gain = _resource(line, "gsm") if line.peek() else None
    return {"feat": feat, "gain": gain, "hammer": _hammer(line)}


def _offered(line: Line, _state: State, _player: str) -> Data:
    faces: list[Data] = []
    while line.peek() or not faces:
        faces.append(_forge(line.peek(), line))
        line.take()
    return {"faces": faces}


def _performed(line: Line, state: State, _player: str) -> Data:
    return {"feat": _feat(line, state)}


def _forged(line: Line, _state: State, _player: str) -> Data:
    forge = _forge(line.peek(), line)
    line.take()
    return forge


def _sent(line: Line, _state: State, _player: str) -> Data:
    colour, _, bearer = line.peek().partition(">")
    who = word_in(bearer, w.SEATS)
    if colour.lower() not in BOAR_COLOURS or who is None:
        raise line.stop(w.A_SENDING)
    line.take()
    return {"colour": colour.lower(), "bearer": who}


def _split(line: Line, _state: State, _player: str) -> Data:
    return {"hammer": _hammer(line)}


def _triton(line: Line, _state: State, _player: str) -> Data:
    return {"gain": _resource(line, "gsm"), "hammer": _hammer(line)}


def _ended(_line: Line, _state: State, _player: str) -> Data:
    return {}


OWN: Final[Mapping[str, Callable[[Line, State, str], Data]]] = {
    "faces_applied": _applied,
    "boar_paid": _paid,
    "reinforced": _called,
    "offering_made": _offered,
    "feat_performed": _performed,
    "face_forged": _forged,
    "boar_sent": _sent,
    "gold_split": _split,
    "triton_spent": _triton,
    "turn_ended": _ended,
}


# --- what the table shows ------------------------------------------------------------------


def _asserted(line: Line, state: State) -> Data:
    said: Data = {}
    part = line.one_of(w.SHOWN)
    said[part] = {}
    while token := line.peek():
        key, sign, value = token.rpartition(":")
        if not sign:
            part = line.one_of(w.SHOWN)
            said.setdefault(part, {})
            continue
        known, read_value = SHOWN[part]
        said[part][known(key, line, state)] = read_value(value, line)
        line.take()
    return said


def _seat_key(text: str, line: Line, _state: State) -> str:
    found = word_in(text, w.SEATS)
    if found is None:
        raise line.stop(*w.COLOURS)
    return found


def _die_key(text: str, line: Line, _state: State) -> str:
    return _ref(text, line, None)


def _face_key(text: str, line: Line, _state: State) -> str:
    return _face(text, line)


def _feat_key(text: str, line: Line, state: State) -> str:
    found = feat_in(text, state)
    if found is None:
        raise line.stop(w.A_COUNT)
    return found


def _number(text: str, line: Line) -> int:
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise line.stop(w.A_COUNT)
    return int(text)


def _portal(text: str, line: Line) -> int | None:
    return None if text == "-" else _number(text, line)


def _six(text: str, line: Line) -> list[str]:
    return [_face(one, line) for one in text.split(",")]


_COUNTED: Final = {
    **dict.fromkeys(("gold", "sun", "moon", "glory"), (_seat_key, _number)),
    **dict.fromkeys(("sanctuary", "garden"), (_face_key, _number)),
}
SHOWN: Final[Mapping[str, tuple[Callable[[str, Line, State], str], Callable[[str, Line], Any]]]] = {
    **_COUNTED,
    "feats": (_feat_key, _number),
    "dice": (_die_key, _six),
    "up": (_die_key, _face),
    "portals": (_seat_key, _portal),
}
SHARED: Final[Mapping[str, Callable[[Line, State], Data]]] = {
    "faces_removed": _removed,
    "asserted": _asserted,
}
