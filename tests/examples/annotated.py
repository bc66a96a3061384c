"""The annotated score sheet: the beginning of a game, and each kind of line told once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ragami.language import Language
from ragami.sheet import Misread, logs_in
from ragami.sheet.writing import write_sheet

NAME: Final = "annotated.ragami"
LINES: Final = 139

HEAD: Final = """\
# A score sheet of ragami, annotated. What follows a '#' is a comment and no part of the record.
# `ragami verify examples/annotated.ragami` judges it, `ragami import` takes it into the database.
# The words are English or Spanish in any mixture, and may be cut short as long as they are clear:
# 'Y mo 14 d:d' is 'Y move 14 d:draw', 'A mueve 14 d:robo' too. See docs/sheet.md.

"""

# Typed as somebody at the table would, after the game has gone on so far.
TYPED: Final = """\
P reveal 8 from 130
note: supper is ready
G move 3
undo
redo
undo "that was the wrong square"
G move 10
correct 118 "he read 17 for 20" by "the table" = G saint Y>20 demon 14>18
assert vp P:10 cubes P:0
rule R-TURN-11 "nobody minds" by "the table"
B cubes +1
end
"""

# What is said of a line that begins so, at the first such line.
TOLD: Final = (
    ("game:", "The heads make record 1. The rules are those of version 1."),
    ("players:", "In clockwise order. Y G B P, in Spanish A V Z P; names in quotes if need be."),
    ("board:", "What ships; a board of your own stands here as JSON. Options only if changed:"),
    ("deck:", "options: pass_policy=reenter power_die=no"),
    ("seed conflicts", "Six Location chips, and the Conflict die on each: square:die."),
    ("seed demons", "Four Location chips, and a Demon on each."),
    ("seed saints", "Where the Saints stand that nobody owns."),
    ("P first", "The first player."),
    ("P start", "Of three cards two are discarded, one is kept; '?' is one that nobody else saw."),
    ("P set saint", "Who sets what, and where."),
    ("B dice", "The dice as they fell, and as they were set; the Demons are for red 1s."),
    ("P saint Y>", "A Saint moves, then a Demon. The die on the space 'saint' pays: not said."),
    ("P end", "The end of a turn; 'end' would do, for it is her turn."),
    ("G move", "One's own Ragami moves. Any die may pay, so it is said: d: and its space."),
    ("B draw", "Two cards go, one is kept. 'x5' before them: card 5 leaves the hand to make room."),
    ("P draw -1 +?", "Card 11 pays: of three cards two are kept."),
    ("P saint B>", "The Demon comes from the supply."),
    ("P move Q5", "Card 5 pays. 'N>14' would move the neutral Ragami."),
    ("P draw -6", "Card 9: one more draw, and the die on the space 'saint' goes down by 1."),
    ("B resolve", "An attempt, here with a roll of 1 only. c3 cubes, v2 Virtue, k13 a card."),
    ("P pass", "A pass is final for the round, unless the table agreed otherwise."),
    ("conflicts", "Round preparation: new Location chips and dice."),
    ("G step", "Step 5: Virtue for 1 VP, and the Virtue die goes to a block."),
    ("G resolve roll 1 c:8", "Card 8 pays."),
    ("P play 10", "A card is played, by its number; then what it asks for."),
    ("P cubes", "White cubes become 4 VP."),
    ("G play 2", "Card 2 moves one or two Demons."),
    ("P resolve roll 2 out", "It fails, and the Ragami leaves for a block."),
    ("P trade", "A card becomes a white cube."),
    ("P reveal", "A card that was hidden is shown, with the record that brought it."),
    ("note:", "A remark that is part of the record."),
    ("undo", "Everything after a record is struck out; it stays here all the same."),
    ("redo", "The undo is taken back."),
    ("correct", "From now on a record reads so; why, and who says so."),
    ("assert", "What the table shows, to be compared with what the log says."),
    ("rule", "The next event may break this rule, and stands."),
)


def annotated(log: bytes, language: Language = "en") -> bytes:
    """The sheet made of the beginning of this game."""
    begun = list(write_sheet(b"".join(log.splitlines(keepends=True)[:LINES]), language))
    (game,) = logs_in("\n".join([*begun, TYPED]).encode())
    assert not isinstance(game, Misread), game.say(language)
    return (HEAD + "".join(_told(write_sheet(game.log, language)))).encode()


def _told(lines: Iterator[str]) -> Iterator[str]:
    to_tell = dict(TOLD)
    for line in lines:
        start = next((start for start in to_tell if line.startswith(start)), None)
        told = f"  # {to_tell.pop(start)}" if start else ""
        yield (f"{line:<44}{told}" if told else line) + "\n"
    assert not to_tell, f"there is no line for {list(to_tell)}"
