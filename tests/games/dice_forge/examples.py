"""The examples of Dice Forge: `python -m tests.games.dice_forge.examples` writes them again.

Games of bots for 2, 3 and 4 players, one with all alternate feats, one told by faces; and the turn
that the official turn sheet tells step by step, with all that leads to it, from a score sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec import convert, json

from ragami.game.capabilities import NOTATION, SETUP
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.bot import play
from ragami.games.dice_forge.game import GAME
from ragami.log.codec import encode_record
from ragami.notation.line import Line

EXAMPLES: Final = Path(__file__).parents[3] / "examples" / "dice-forge"
BEGINS: Final = datetime(2026, 11, 20, 19, tzinfo=UTC)
ALTERNATES: Final = {
    one.name: one.values[1] for one in GAME.need(SETUP).settings() if one.name.startswith("place_")
}
# Max plays before Iris, and Iris before Alex: Alex's turn is the one before Max's.
HEADS: Final = "game: dice-forge 1\ntitle: The turn on the sheet\nplayers: O Max, B Iris, G Alex"
# What Max rolls before each turn, turn by turn; Alex rolls a moon each time.
MAX: Final = ("1.6 2.5",) * 6 + ("1.1 2.1", "1.6 2.1", "1.6 2.6", "1.1 2.2")
# What is done in each turn.
DONE: Final[dict[int, tuple[str, ...]]] = {
    4: ("O feat hind",),
    7: ("O feat owl", "O feat owl"),
    9: ("G feat helmet", "G forge x3>1.2"),
    10: (
        "O call hind",
        "O roll 1.3",
        "O call owl m",
        "O call owl s",
        "O offer 4g>1.1 1s>2.1 1m>2.2",
        "O feat ferryman",
        "G roll 1.1 2.1",
    ),
}


def sheet_turn() -> Iterator[str]:
    """The lines of a score sheet."""
    for turn, rolled in enumerate(MAX, 1):
        yield f"roll O {rolled} B 1.2 2.3 G 1.4 2.5"
        yield from DONE.get(turn, ())
        yield f"{'OBG'[(turn - 1) % 3]} end"


def from_sheet(heads: str, lines: Iterable[str]) -> Iterator[tuple[str, Any]]:
    sheet = GAME.need(NOTATION)
    first, *others = [Line(text) for text in heads.split("\n")]
    first.at = 2
    keyed = [(line.one_of(dict(sheet.heads)), line) for line in others]
    state = GAME.new_state()
    data = sheet.read_opening(first, keyed)
    yield "game_opened", data
    _apply(state, convert(data, ev.GameOpened))
    for text in lines:
        type_, data = sheet.read(Line(text), state)
        yield type_, data
        _apply(state, convert(data, GAME.events[type_].struct))


def _apply(state: Any, event: Any) -> None:
    check, apply = GAME.judges[type(event)]
    wrong = check(state, event)
    assert not wrong, f"the rules refuse {event}, which this script writes: {wrong}"
    apply(state, event, 0)


def by_faces(events: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """The same game as a table tells it that looks at faces, and knows no slots."""
    state = GAME.new_state()
    for type_, data in events:
        event = convert(data, GAME.events[type_].struct)
        if isinstance(event, ev.DiceRolled):
            rolls = {
                ref: state.die(ref).slots[shown - 1] if isinstance(shown, int) else shown
                for ref, shown in event.rolls.items()
            }
            data = {"rolls": rolls}  # noqa: PLW2901
        yield type_, data
        _apply(state, convert(data, GAME.events[type_].struct))


def log(events: Iterable[tuple[str, Any]], by: str = "Max") -> bytes:
    """The records, half a minute apart."""
    return b"".join(
        encode_record(
            seq,
            type_,
            GAME.events[type_].version,
            (BEGINS + timedelta(seconds=30 * seq)).strftime("%Y-%m-%dT%H:%M:%SZ"),
            by,
            data if not hasattr(data, "__struct_fields__") else json.decode(json.encode(data)),
        )
        + b"\n"
        for seq, (type_, data) in enumerate(events, 1)
    )


@cache
def files() -> dict[str, bytes]:
    """The bytes of every example by its name."""
    return {
        "two-players.jsonl": log(play(2, 46, {})),
        "three-players.jsonl": log(play(3, 26, {})),
        "four-players.jsonl": log(play(4, 60, {})),
        "alternates.jsonl": log(play(4, 45, ALTERNATES)),
        "by-faces.jsonl": log(by_faces(play(3, 15, {}))),
        "sheet-turn.jsonl": log(from_sheet(HEADS, sheet_turn())),
    }


if __name__ == "__main__":
    for name, content in files().items():
        (EXAMPLES / name).write_bytes(content)
