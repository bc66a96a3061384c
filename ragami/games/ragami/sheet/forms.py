"""The line of every event: who, what is done, and the fields that say it all.

This is the whole grammar. Reading, writing and completing go by it.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from ragami.games.ragami.sheet import words as w
from ragami.games.ragami.sheet.actions import (
    Committed,
    DemonMoved,
    Mover,
    PowerRolls,
    Rolled,
    Shown,
)
from ragami.games.ragami.sheet.fields import (
    Cards,
    Field,
    Maybe,
    Number,
    One,
    Pairs,
    Pays,
    Squares,
)
from ragami.games.ragami.sheet.fields import Shown as ShownOnTheTable
from ragami.notation.misread import Word

Who = Literal["player", "ragami"] | None


class Form(NamedTuple):
    """How the events of one type are written.

    `who` is the field with which the line begins. `what` is what the verb is about: a word, or the
    number of the card that is played.
    """

    type: str
    who: Who
    verb: Word
    what: Word | int | None
    fields: tuple[Field, ...]
    example: str


def _form(
    type_: str, who: Who, verb: Word, *fields: Field, like: str, what: Word | int | None = None
) -> Form:
    return Form(type_, who, verb, what, fields, like)


CONFLICTS: Final = Pairs("conflicts", ":", ("square", "square"), ("die", "die"))
FORMS: Final = (
    # Setting up.
    _form("conflicts_seeded", None, w.SEED, CONFLICTS, what=w.CONFLICTS,
          like="seed conflicts 4:3 9:1 12:6 17:2 22:5 30:4"),
    _form("demons_seeded", None, w.SEED, Squares("squares"), what=w.DEMONS,
          like="seed demons 1 5 11 28"),
    _form("neutral_saints_seeded", None, w.SEED,
          Pairs("saints", ">", ("saint", "colour"), ("square", "square")), what=w.SAINTS,
          like="seed saints B>9 P>14"),
    _form("first_player_drawn", "player", w.FIRST, like="Y first"),
    _form("starting_card_kept", "player", w.START, Cards("discarded", "-"),
          Cards("kept", "+", one=True), like="Y start -4 -10 +?"),
    _form("saint_set", "player", w.SET, One("square", "square"), what=w.SAINT,
          like="Y set saint 14"),
    _form("virtue_set", "player", w.SET, One("block", "block"), what=w.VIRTUE,
          like="Y set virtue Q5"),
    _form("ragami_set", "ragami", w.SET, One("block", "block"), what=w.RAGAMI,
          like="N set ragami Q5"),
    _form("action_dice_set", "player", w.DICE, Rolled(), Squares("demons", w.DEMONS),
          like="P dice 1 5 4 = saint:3 draw:5 conflict:4 demons 7"),
    # In a turn.
    _form("ragami_moved", "player", w.MOVE, Mover("ragami"), Pays(), like="Y move 14 d:draw"),
    _form("saint_and_demon_moved", "player", w.SAINT, Mover("saint"), DemonMoved(),
          Pays("saint"), like="Y saint B>29 demon 19>29"),
    _form("cards_drawn", "player", w.DRAW, Cards("discarded", "x", one=True, optional=True),
          Cards("rejected", "-"), Cards("kept", "+"), Pays("draw"), like="Y draw -4 -10 +?"),
    _form("conflict_tried", "player", w.RESOLVE, Committed(), PowerRolls(),
          Maybe("withdraw_to", "block", w.OUT), Pays("conflict"),
          like="Y resolve c3 v2 k13 roll 1"),
    _form("saints_moved", "player", w.PLAY,
          Pairs("saints", ">", ("saint", "colour"), ("to", "square")), what=1,
          like="Y play 1 B>29 G>4"),
    _form("demons_moved", "player", w.PLAY,
          Pairs("demons", ">", ("from", "square"), ("to", "square")), what=2,
          like="Y play 2 19>29 4>5"),
    _form("ragamis_swapped", "player", w.PLAY, One("with", "colour"), what=3, like="Y play 3 B"),
    _form("cubes_gathered", "player", w.PLAY, what=4, like="Y play 4"),
    _form("conflict_die_turned", "player", w.PLAY, One("square", "square"),
          Number("change", "+", least=-2**53), what=7, like="Y play 7 12 -2"),
    _form("last_player_raised", "player", w.PLAY, what=10, like="Y play 10"),
    _form("virtue_die_moved", "player", w.PLAY, One("block", "block"), what=12,
          like="Y play 12 Q5"),
    _form("card_traded", "player", w.TRADE, One("card", "card"), like="Y trade 6"),
    _form("cubes_converted", "player", w.CUBES, Number("vp", "+"), like="Y cubes +2"),
    _form("virtue_converted", "player", w.VIRTUE, Number("vp", "+"), like="Y virtue +1"),
    _form("turn_ended", "player", w.END, like="Y end"),
    _form("passed", "player", w.PASS, like="Y pass"),
    # Preparing the next round.
    _form("ragami_displaced", "ragami", w.OUT, One("block", "block"), like="Y out Q3"),
    _form("conflicts_drawn", None, w.CONFLICTS, CONFLICTS, like="conflicts 4:3 9:1"),
    _form("virtue_step", "player", w.STEP, Number("vp", "+", optional=True),
          Maybe("block", "block"), like="Y step +1 Q5"),
    # What the table shows.
    _form("revealed", "player", w.REVEAL, Shown(), like="Y reveal 8 from 57"),
    _form("asserted", None, w.ASSERT, ShownOnTheTable(), like="assert vp Y:6 G:4 demons 19:2"),
)  # fmt: skip

BY_TYPE: Final = {form.type: form for form in FORMS}
# By its verb a line is of one form, or of one of several, by what the verb is about.
BY_VERB: Final[dict[Word, list[Form]]] = {
    verb: [form for form in FORMS if form.verb == verb] for verb in {form.verb: 1 for form in FORMS}
}
