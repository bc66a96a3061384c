"""The worked examples of the rulebook, each the shortest log in which its moment comes about.

Every log says in a `noted` record what there is to see, and in an `asserted` record what the
table shows afterwards. The board is the honeycomb that ships, so the numbers of squares are those
of the rulebook wherever its text names them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.examples.writing import Log, opening

SEATS: Final = ("yellow", "green", "blue", "purple")
NAMES: Final = {"yellow": "Yellow", "green": "Green", "blue": "Blue", "purple": "Purple"}

# Where pieces stand that have no part in an example: on the rim of the city, out of the way.
RIM: Final = (1, 2, 6, 7, 8, 9, 16, 17, 24, 25, 30)
QUIET_BLOCKS: Final = {"yellow": "Q1", "green": "Q3", "blue": "Q7", "purple": "Q9"}
QUIET_SAINTS: Final = {"yellow": 3, "green": 4, "blue": 10, "purple": 11}
STARTING_CARDS: Final = {
    "yellow": ([1, 2], 5),
    "green": ([3, 7], 12),
    "blue": ([9, 10], 11),
    "purple": ([8, 12], 1),
}
PLAIN_DICE: Final[dict[str, Any]] = {
    "rolls": [5, 5, 5],
    "spaces": {"saint": 5, "draw": 5, "conflict": 5},
    "demons": [],
}


class Story(Log):
    """A game of four, with short words for what happens again and again."""

    def move(self, player: str, to: int | str, via: str = "draw") -> None:
        """The player's own Ragami goes somewhere."""
        self.do("ragami_moved", player=player, via=via, ragami=player, to=to)

    def resolve(self, player: str, virtue: int = 0, **paid: Any) -> None:
        """A Conflict action by the Action die."""
        attempt = {"cubes": 0, "cards": [], "power_rolls": [], "withdraw_to": None} | paid
        self.do("conflict_tried", player=player, via="conflict", virtue=virtue, **attempt)

    def note(self, *texts: str) -> None:
        """Remarks of whoever keeps the record, a record each."""
        for text in texts:
            self.do("noted", text=text)

    def end(self, player: str) -> None:
        """The player's turn is over."""
        self.do("turn_ended", player=player)

    def walk(self, *, via: str = "draw", **ways: int | str) -> None:
        """Turns in which a Ragami moves and nothing else happens."""
        for player, to in ways.items():
            self.move(player, to, via)
            self.end(player)

    def passing(self, *players: str) -> None:
        for player in players:
            self.do("passed", player=player)

    def roll(self, player: str) -> None:
        """The Action dice of the next round, three fives."""
        self.do("action_dice_set", player=player, **PLAIN_DICE)

    def draw_conflicts(self, dice: Mapping[int, int]) -> None:
        """Conflict dice from the supply: square and value."""
        self.do("conflicts_drawn", conflicts=_conflicts(dice))


def set_up(
    title: str,
    *,
    first: str = "yellow",
    conflicts: Mapping[int, int] | None = None,
    demons: Sequence[int] = (),
    cards: Mapping[str, int] | None = None,
    saints: Mapping[str, int] | None = None,
    virtue: Mapping[str, str] | None = None,
    ragamis: Mapping[str, str] | None = None,
    dice: Mapping[str, Any] | None = None,
) -> Story:
    """A game of four up to its first turn; what an example does not ask for stands aside.

    `conflicts` are dice by square, `demons` squares; both are filled up from the rim.
    """
    story = Story(opening(title, NAMES))
    asked = dict(conflicts or {})
    rim = [square for square in RIM if square not in asked and square not in demons]
    asked |= dict.fromkeys(rim[: 6 - len(asked)], 1)
    rest = [square for square in rim if square not in asked]
    story.do("conflicts_seeded", conflicts=_conflicts(asked))
    story.do("demons_seeded", squares=[*demons, *rest[: 4 - len(demons)]])
    story.do("first_player_drawn", player=first)
    for player, (discarded, usual) in STARTING_CARDS.items():
        kept = (cards or {}).get(player, usual)
        story.do("starting_card_kept", player=player, discarded=discarded, kept=kept)
    at = SEATS.index(first)
    order = SEATS[at:] + SEATS[:at]
    _place(story, order, saints or {}, virtue or {}, ragamis or {})
    story.do("action_dice_set", player=order[-1], **(dice or PLAIN_DICE))
    return story


def _conflicts(dice: Mapping[int, int]) -> list[dict[str, int]]:
    return [{"square": square, "die": die} for square, die in dice.items()]


def _place(
    story: Story,
    order: Sequence[str],
    saints: Mapping[str, int],
    virtue: Mapping[str, str],
    ragamis: Mapping[str, str],
) -> None:
    """Saints from the first player on, Virtue dice from the second, Ragamis from the third."""
    for player in order:
        story.do("saint_set", player=player, square=(QUIET_SAINTS | dict(saints))[player])
    for player in (*order[1:], order[0]):
        story.do("virtue_set", player=player, block=(QUIET_BLOCKS | dict(virtue))[player])
    for player in (*order[2:], *order[:2]):
        story.do("ragami_set", ragami=player, block=(QUIET_BLOCKS | dict(ragamis))[player])


# --- page 3 --------------------------------------------------------------------------------


def virtue_dice_grow() -> Story:
    """Two Virtue dice on one block, two Ragamis near: both dice go from 1 to 4."""
    story = set_up(
        "Rulebook p. 3: Virtue dice grow",
        virtue={"yellow": "Q5", "green": "Q5"},
        ragamis={"yellow": "Q5", "green": "Q2", "purple": "Q3", "blue": "Q1"},
    )
    story.passing("yellow", "green", "blue")
    story.move("purple", 15)
    story.end("purple")
    story.note(
        "The yellow and the green Virtue die share Q5, both at 1. The yellow Ragami is on Q5, the"
        " purple one on 15, which touches it.",
        "When purple passes, the round is over and both dice go to 4: 1 for the round, 1 for each"
        " of the two Ragamis, whoever owns them (R-PREP-08, R-PREP-09).",
        "The green Ragami on Q2, a neighbouring block, does not count.",
    )
    story.passing("purple")
    story.note("Step 5: each may make 1 VP of 3 of his 4 points; 2 VP would need 6.")
    story.refuses("virtue_step", player="green", vp=2, block=None, rule="R-PREP-12")
    story.do("virtue_step", player="green", vp=1, block=None)
    story.do("virtue_step", player="yellow", vp=1, block=None)
    story.table(vp={"yellow": 1, "green": 1, "blue": 0, "purple": 0})
    return story


def action_dice() -> Story:
    """A roll of red 1, 5 and 4: a Demon comes, and the 1 is turned to a 3."""
    story = set_up("Rulebook p. 3: the Action dice show 1, 5, 4", demons=(13, 19, 21, 26))
    story.passing("yellow", "green", "blue", "purple")
    story.note(
        "Green is first now, so yellow is last and rolls: 1, 5, 4. The 5 and the 4 stay as they"
        " are and go to actions of his choice (R-PREP-16, R-PREP-19).",
        "The red 1 brings a Demon from the supply, here to 23, and has to be turned: yellow makes"
        " it a 3 (R-PREP-17, R-PREP-18).",
    )
    roll = {"player": "yellow", "rolls": [1, 5, 4]}
    left, turned = {"saint": 5, "draw": 4, "conflict": 1}, {"saint": 5, "draw": 4, "conflict": 3}
    story.refuses("action_dice_set", **roll, spaces=left, demons=[23], rule="R-PREP-18")
    story.refuses("action_dice_set", **roll, spaces=turned, demons=[], rule="R-PREP-17")
    story.do("action_dice_set", **roll, spaces=turned, demons=[23])
    story.table(dice=turned, demons={"13": 1, "19": 1, "21": 1, "23": 1, "26": 1})
    return story


# --- page 4 --------------------------------------------------------------------------------


def purified_demon() -> Story:
    """A Ragami ends its way beside a single Demon: it goes, and brings 1 VP."""
    demons = (28, 13, 19, 26)
    story = set_up("Rulebook p. 4: a Demon is purified", demons=demons, ragamis={"yellow": "Q6"})
    story.walk(yellow=20)
    story.passing("green", "blue", "purple")
    story.note(
        "The yellow Ragami goes from 20 over 21 to 28, where there is a Demon and nothing else."
        " The Demon goes back to the supply, and yellow gets 1 VP (R-MOVE-09).",
        "Yellow pays with the die on the space for drawing cards: any die can be used to move"
        " (R-DIE-02).",
    )
    story.move("yellow", 28)
    story.table(
        vp={"yellow": 1},
        dice={"saint": 5, "draw": 3, "conflict": 5},
        demons={"13": 1, "19": 1, "26": 1},
    )
    return story


def forbidden_places() -> Story:
    """Where a Ragami may not go: its own Saint's square, and one with a forbidden chip."""
    story = set_up(
        "Rulebook p. 4: where a Ragami may not go",
        first="purple",
        conflicts={19: 6},
        saints={"yellow": 14},
        ragamis={"yellow": "Q5"},
    )
    story.passing("purple", "yellow", "green", "blue")
    story.draw_conflicts({29: 1})
    story.roll("purple")
    story.note(
        "The die on 19 went from 6 to 7, so 19 is closed to Ragamis for good. The yellow Ragami is"
        " on Q5, the yellow Saint on 14.",
        "Within 4 movements are 12, 18, Q6 and Q9, but not 14 (the Saint of its own colour,"
        " R-MOVE-04) and not 19 (closed, R-MOVE-05).",
        "Yellow goes to Q9 by way of Q6: from block to block, without touching the street.",
    )
    way = {"player": "yellow", "via": "draw", "ragami": "yellow"}
    story.refuses("ragami_moved", **way, to=14, rule="R-MOVE-04")
    story.refuses("ragami_moved", **way, to=19, rule="R-MOVE-05")
    story.move("yellow", "Q9")
    story.table(dice={"saint": 5, "draw": 4, "conflict": 5}, vp={"yellow": 0})
    return story


# --- page 5 --------------------------------------------------------------------------------


def saint_and_demon() -> Story:
    """The blue Saint and a Demon go to the conflict on 29; yellow gets a cube for the Saint."""
    story = set_up(
        "Rulebook p. 5: yellow moves the blue Saint and a Demon",
        conflicts={23: 3, 29: 3},
        demons=(19, 13, 26, 11),
        saints={"blue": 22, "purple": 12},
        ragamis={"yellow": "Q9", "purple": "Q6"},
    )
    story.walk(yellow=23)
    story.passing("green", "blue", "purple")
    story.note(
        "Yellow moves the blue Saint from 22 to the conflict on 29 and gets a white cube: not blue,"
        " who owns it, but yellow, who moves it (R-SAINT-05).",
        "It may not go to 23, where yellow's own Ragami is (R-SAINT-03), though it may pass by.",
        "Then yellow moves the Demon from 19 to 29, just 4 squares. One from the supply would have"
        " done as well; neither of the two is not allowed (R-SAINT-08).",
    )
    saint = {"player": "yellow", "via": "saint", "saint": "blue"}
    demon = {"from": 19, "to": 29}
    story.refuses("saint_and_demon_moved", **saint, to=23, demon=demon, rule="R-SAINT-03")
    story.refuses("saint_and_demon_moved", **saint, to=29, demon=None, rule="R-SAINT-08")
    story.do("saint_and_demon_moved", **saint, to=29, demon=demon)
    story.table(
        cubes={"yellow": 1, "blue": 0},
        dice={"saint": 4, "draw": 4, "conflict": 5},
        demons={"11": 1, "13": 1, "26": 1, "29": 1},
    )
    return story


# --- page 6 --------------------------------------------------------------------------------


def ten_points() -> Story:
    """Yellow has 6 VP and 4 conflicts; a fifth one, of value 4, makes it 10 and 5."""
    story = set_up(
        "Rulebook p. 6: from 6 VP to 10",
        conflicts={12: 1, 18: 1, 14: 2, 20: 2, 28: 4},
        saints={"green": 12, "purple": 18, "blue": 28},
        virtue={"yellow": "Q8"},
        ragamis={"yellow": "Q5", "green": "Q2", "blue": "Q6", "purple": "Q8"},
    )
    story.walk(yellow=12, green=14, blue=20, purple=28)
    story.resolve("yellow")
    story.end("yellow")
    story.passing("green", "blue", "purple")
    for square in (18, 14, 20):
        story.walk(via="saint", yellow=square)
        story.resolve("yellow")
        story.end("yellow")
    story.table(vp={"yellow": 6}, resolved={"yellow": 4}, conflicts={"28": 4, "1": 1})
    story.walk(via="saint", yellow=28)
    story.note(
        "Yellow has 6 VP and 4 resolved conflicts. The die on 28 shows 4; purple's Ragami helps"
        " with 2, the blue Saint with 1, and yellow adds the 1 on his Virtue die.",
        "He gets what the die shows: 10 VP, and 5 resolved conflicts (R-CONF-19, R-CONF-23).",
    )
    story.resolve("yellow", virtue=1)
    story.table(
        vp={"yellow": 10, "green": 1, "blue": 1, "purple": 1},
        resolved={"yellow": 5, "green": 0, "blue": 0, "purple": 0},
        cubes={"yellow": 0, "green": 2, "blue": 2, "purple": 2},
        conflicts={"1": 1},
    )
    return story


def virtue_die_pays() -> Story:
    """A conflict of 2 is paid with 2 points of the Virtue die."""
    story = set_up(
        "Rulebook p. 6: the Virtue die pays",
        conflicts={14: 1},
        virtue={"green": "Q5"},
        ragamis={"green": "Q5"},
    )
    story.passing("yellow", "green", "blue", "purple")
    story.roll("yellow")
    story.walk(green=14)
    story.passing("blue", "purple", "yellow")
    story.note(
        "The green Virtue die grew to 3 on Q5, which touches 14. The conflict there is worth 2 and"
        " has no Demons.",
        "Green pays 2 points of the die, which is left at 1, and gets 2 VP (R-CONF-09, R-CONF-10).",
    )
    story.resolve("green", virtue=2)
    story.refuses("virtue_converted", player="green", vp=1, rule="R-VP-05")
    story.table(vp={"green": 2}, resolved={"green": 1}, cubes={"green": 0})
    return story


def demons_and_a_saint() -> Story:
    """2 on the die, 2 Demons, 1 Saint: 3 cubes are needed, and 2 VP are won."""
    story = set_up(
        "Rulebook p. 6: Demons make it dearer, a Saint cheaper",
        conflicts={18: 2},
        demons=(11, 13, 21, 26),
        cards={"green": 4},
        saints={"yellow": 18, "purple": 12},
        ragamis={"green": "Q4"},
        dice={
            "rolls": [1, 1, 5],
            "spaces": {"saint": 5, "draw": 5, "conflict": 5},
            "demons": [18, 18],
        },
    )
    story.passing("yellow")
    story.do("cubes_gathered", player="green")
    story.walk(green=18)
    story.passing("blue", "purple")
    story.note(
        "The conflict on 18 is worth 4: 2 on the die and 2 Demons (R-CONF-03). The yellow Saint"
        " gives 1 for nothing, so green needs 3, and pays 3 cubes (which card 4 brought).",
        "Green gets 2 VP, the number on the die and no more; yellow gets 1 VP for the Saint"
        " (R-CONF-07, R-CONF-08).",
        "The Demons stay: resolving a conflict purifies nobody (R-CONF-26).",
    )
    attempt = {"player": "green", "via": "conflict", "virtue": 0, "cards": [], "cubes": 2}
    story.refuses("conflict_tried", **attempt, power_rolls=[], withdraw_to=None, rule="R-CONF-25")
    story.resolve("green", cubes=3)
    story.table(
        vp={"yellow": 1, "green": 2, "blue": 0, "purple": 0},
        resolved={"green": 1},
        cubes={"green": 0},
        demons={"11": 1, "13": 1, "18": 2, "21": 1, "26": 1},
    )
    return story


def helper_and_power_die() -> Story:
    """One point is missing: green takes the risk and rolls a 1."""
    story = set_up(
        "Rulebook p. 6: a helper, and the Power die",
        conflicts={20: 2},
        demons=(13, 19, 26, 11),
        saints={"purple": 12},
        ragamis={"green": "Q6", "blue": "Q8", "purple": "Q4"},
        dice={
            "rolls": [1, 5, 5],
            "spaces": {"saint": 5, "draw": 5, "conflict": 5},
            "demons": [20],
        },
    )
    story.passing("yellow")
    story.walk(green=20, blue=20)
    story.passing("purple")
    story.note(
        "The conflict on 20 is worth 3: 2 on the die and a Demon. Blue's Ragami helps with 2, so"
        " one point is missing (R-CONF-12).",
        "Green rolls the Power die, and it shows 1: green gets 2 VP, blue 2 cubes (R-CONF-13,"
        " R-CONF-14).",
        "Had it shown 0, green's Ragami would have had to leave for a block that touches 20, and"
        " blue would have got nothing (R-CONF-17).",
    )
    attempt = {"player": "green", "via": "conflict", "virtue": 0, "cards": [], "cubes": 0}
    failed = attempt | {"power_rolls": [0]}
    story.refuses("conflict_tried", **failed, withdraw_to="Q4", rule="R-CONF-17")
    story.resolve("green", power_rolls=[1])
    story.table(
        vp={"green": 2, "blue": 0},
        resolved={"green": 1, "blue": 0},
        cubes={"green": 0, "blue": 2},
        dice={"saint": 5, "draw": 3, "conflict": 4},
    )
    return story


# --- page 7 --------------------------------------------------------------------------------


def virtue_points() -> Story:
    """3 points of a Virtue die become 1 VP; the die leaves the board and comes back later."""
    story = set_up(
        "Rulebook p. 7: Virtue points become VP",
        first="purple",
        virtue={"yellow": "Q5"},
        ragamis={"yellow": "Q5"},
    )
    story.passing("purple", "yellow", "green", "blue")
    story.roll("purple")
    story.note(
        "The yellow Virtue die shows 3. In his turn, and without spending an action, yellow makes"
        " 1 VP of it (R-VP-05).",
        "The die is at 0 and leaves the board. He may put it back, at 1 and on any block, when the"
        " next round is prepared (R-PREP-14).",
    )
    story.refuses("virtue_converted", player="yellow", vp=2, rule="R-VP-05")
    story.do("virtue_converted", player="yellow", vp=1)
    story.table(vp={"yellow": 1})
    story.passing("yellow", "green", "blue", "purple")
    story.do("virtue_step", player="yellow", vp=0, block="Q8")
    return story


def bonus() -> Story:
    """Two tied for most conflicts, two for second most: 7, 7, 4 and 4 VP."""
    story = set_up(
        "Rulebook p. 7: the bonus at the end",
        conflicts={12: 1, 14: 1, 18: 1, 20: 1, 1: 6, 7: 6},
        saints={"purple": 12, "yellow": 14, "green": 18, "blue": 20},
        virtue={"yellow": "Q2", "green": "Q3"},
        ragamis={"yellow": "Q2", "green": "Q3", "blue": "Q4", "purple": "Q6"},
    )
    story.walk(yellow=12, green=14, blue=18, purple=20)
    for player in SEATS:
        story.resolve(player)
        story.end(player)
    story.passing(*SEATS)
    story.draw_conflicts({3: 1, 5: 1, 23: 6, 27: 6, 29: 6, 30: 6})
    story.roll("yellow")
    story.move("green", 5)
    story.end("green")
    story.passing("blue", "purple")
    story.walk(yellow=3)
    for player in ("green", "yellow"):
        story.resolve(player, virtue=1)
        story.end(player)
    story.passing("green", "yellow")
    story.table(resolved={"yellow": 2, "green": 2, "blue": 1, "purple": 1})
    _play_out(story)
    return story


def _play_out(story: Story) -> None:
    """Nobody does anything any more; the chips run out."""
    story.draw_conflicts(dict.fromkeys((13, 15, 16, 17, 19, 21), 6))
    story.roll("green")
    story.passing("blue", "purple", "yellow", "green")
    story.draw_conflicts(dict.fromkeys((10, 11, 22, 24, 25, 26), 6))
    story.roll("blue")
    story.passing("purple", "yellow", "green", "blue")
    story.draw_conflicts(dict.fromkeys((4, 28), 6))
    story.roll("purple")
    story.passing("yellow", "green", "blue")
    story.note(
        "There are no chips left, so the game is over when purple passes (R-END-03).",
        "Yellow and green have resolved 2 conflicts each, blue and purple 1 each: 7 VP for each of"
        " the first two, 4 for each of the others (R-END-07). In the rulebook it is 6, 6, 3 and 3.",
    )
    story.passing("purple")
    story.table(vp={"yellow": 10, "green": 10, "blue": 6, "purple": 6})


WORKED: Final = {
    "01-virtue-dice-grow": virtue_dice_grow,
    "02-action-dice": action_dice,
    "03-purified-demon": purified_demon,
    "04-forbidden-places": forbidden_places,
    "05-saint-and-demon": saint_and_demon,
    "06-ten-points": ten_points,
    "07-virtue-die-pays": virtue_die_pays,
    "08-demons-and-a-saint": demons_and_a_saint,
    "09-helper-and-power-die": helper_and_power_die,
    "10-virtue-points": virtue_points,
    "11-bonus": bonus,
}
