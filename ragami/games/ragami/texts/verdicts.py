"""Texts of broken rules, by rule: the facts that were compared, and the remedy.

A rule has several texts where it is broken in several ways; the first counts whose places all have
a fact (a fact that is None is none). Where a key names a ruling too, it comes first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ragami.errors import N_


class Verdict(NamedTuple):
    """The text of a breach, without capital and full stop; and a sentence with a remedy."""

    says: str
    remedy: str = ""


REACH: Final = N_("In reach: {instead}.")
BLOCKS: Final = N_("Blocks that touch it: {instead}.")
FACES: Final = N_("Its faces: {faces}.")
WAITING: Final = N_("Still to come: {instead}.")
CONFLICTS: Final = N_("Conflicts: {instead}.")
DEMONS: Final = N_("Squares with Demons: {instead}.")
OTHER_BLOCKS: Final = N_("Other blocks: {instead}.")
NO_FACE: Final = N_("{roll} was rolled, and is no face of an Action die")
LEFT_AT_ONE: Final = N_(
    "{rolls} were rolled and {spaces} lie on the Action table, but a red 1 must be turned to"
    " another value"
)
FOR_A_RED_ONE: Final = N_("It is turned to one of these: {instead}.")
CHANGED: Final = N_(
    "{rolls} were rolled and {spaces} lie on the Action table; changed without being a red 1:"
    " {changed}"
)
RED_DEMONS: Final = N_(
    "red 1s rolled: {red_ones}; Demons in the supply: {supply}; Demons placed: {found}, and it"
    " must be {expected}"
)
COSTS: Final = N_("card {of_card} costs white cubes: {needs} needed, {has} left")

# An event that is not due, whatever rule it is due by.
NOT_DUE: Final = (
    Verdict(N_("next: {due} for {due_by}, not for {same}")),
    Verdict(N_("{found} is not due now; next: {due} for {due_by}")),
    Verdict(N_("{found} is not due now; next: {due}")),
    Verdict(N_("{found} does not belong in a round; it is {active}'s turn")),
    Verdict(N_("the game is over, and {found} comes too late")),
)

SETTING_UP: Final[Mapping[str, tuple[Verdict, ...]]] = {
    "R-LOG-01": (
        Verdict(N_("{component} {name} cannot be played with: {problem}")),
        Verdict(N_("{player} has no seat at this table"), N_("Seated: {seats}.")),
        Verdict(N_("{ragami} is not in this game"), N_("In it are: {in_play}.")),
        Verdict(N_("this board has no block {block}"), N_("Its blocks: {blocks}.")),
        Verdict(
            N_("nothing called {found} ships with ragami ({component})"),
            N_("There is: {instead}."),
        ),
        Verdict(
            N_(
                "{neutral_colour} cannot be the neutral colour with {players} players and"
                " neutral_ragami = {neutral_ragami}"
            ),
            N_(
                "It is a colour that nobody plays in a game of two with the neutral Ragami, and"
                " null in any other."
            ),
        ),
        Verdict(
            N_("{players} players with a neutral Ragami need a neutral_colour"),
            N_("It is a colour that nobody plays."),
        ),
    ),
    "R-SETUP-04": (Verdict(N_("conflicts placed: {found}; it must be {expected}")),),
    "R-SETUP-06": (Verdict(N_("Demons placed: {found}; it must be {expected}")),),
    "R-SETUP-08": (Verdict(N_("{twice} sits at the table twice: {colours}")),),
    "R-SETUP-10": (
        Verdict(N_("{player} has chosen a starting card already")),
        Verdict(N_("starting cards discarded: {found}; it must be {expected}")),
    ),
    "R-SETUP-16": (
        Verdict(N_("block {block} is taken by {there}"), N_("Free blocks: {instead}.")),
    ),
    "R-SETUP-17": (Verdict(NO_FACE, FACES),),
    "R-SETUP-18": (Verdict(RED_DEMONS),),
    "R-SETUP-19": (Verdict(LEFT_AT_ONE, FOR_A_RED_ONE),),
    "R-SETUP-20": (Verdict(CHANGED),),
    "R-SET2-01": (Verdict(N_("Saints placed: {found}; without an owner are {expected}")),),
    "R-SET3-01": (Verdict(N_("Saints placed: {found}; without an owner is {expected}")),),
    "R-SET2-05": (Verdict(N_("card {card} is not in a game of {players} players")),),
}

PREPARING: Final[Mapping[str, tuple[Verdict, ...]]] = {
    "R-PREP-07": (
        Verdict(N_("block {block} does not touch {square}, which is forbidden now"), BLOCKS),
    ),
    "R-PREP-10": (
        Verdict(
            N_(
                "conflicts drawn: {found}; dice in the supply: {supply}; chips in the pool:"
                " {pool}; so it must be {expected}"
            )
        ),
    ),
    "R-PREP-12": (
        Verdict(N_("{player} is not in turn for step 5"), WAITING),
        Verdict(N_("{vp} VP cost {needs} Virtue points, and the die has {has}")),
    ),
    "R-PREP-13": (Verdict(N_("the Virtue die stands on {block} already"), OTHER_BLOCKS),),
    "R-PREP-16": (
        Verdict(NO_FACE, FACES),
        Verdict(N_("next: {due} for {due_by}, not for {same}")),
    ),
    "R-PREP-17": (Verdict(RED_DEMONS),),
    "R-PREP-18": (Verdict(LEFT_AT_ONE, FOR_A_RED_ONE),),
    "R-PREP-19": (Verdict(CHANGED),),
}

TURNS: Final[Mapping[str, tuple[Verdict, ...]]] = {
    "R-TURN-02": (Verdict(N_("{player} acts, but it is {active}'s turn")),),
    "R-TURN-07": (
        Verdict(
            N_("an Action die has been used in this turn, and the one on {die} would be another"),
            N_("Cards may still be played, or the turn ended."),
        ),
    ),
    "R-TURN-08 A-TURN-01": (
        Verdict(N_("{player} has passed in this round, and acts again; it is {active}'s turn")),
    ),
    "R-TURN-08 A-TURN-03": (
        Verdict(
            N_("{player} passes in a turn in which a die or a card was used"),
            N_("End the turn, and pass in the next one."),
        ),
    ),
    "R-TURN-08 A-TURN-02": (
        Verdict(
            N_("{player} ends a turn in which nothing was done"),
            N_("Such a turn is a pass, and recorded as one."),
        ),
    ),
    "R-TURN-08 A-TURN-04": (
        Verdict(
            N_("{player} ends a turn in which neither a die nor a card was used"),
            N_("Such a turn is a pass, and recorded as one."),
        ),
    ),
    "R-TURN-11": (Verdict(N_("{player} exchanges points out of turn: it is {active}'s turn")),),
    "R-DIE-04": (Verdict(N_("the Action die on {die} is spent"), N_("Not spent are: {instead}.")),),
    "R-DIE-07": (
        Verdict(N_("space {space} does not offer this action"), N_("It belongs to: {instead}.")),
    ),
    "R-VP-01": (Verdict(N_("{vp} VP cost {needs} white cubes, and the player has {has}")),),
    "R-VP-05": (Verdict(N_("{vp} VP cost {needs} Virtue points, and the die has {has}")),),
    "R-DRAW-02": (
        Verdict(N_("cards rejected: {rejected}; cards kept: {kept}; it must be {expected}")),
    ),
    "R-DRAW-06": (
        Verdict(
            N_("card {discarded} is discarded before drawing, though the hand has room: {hand}"),
            N_("A card goes first only from a hand of {limit}."),
        ),
        Verdict(
            N_("the hand is full with {hand} cards, and none of them goes first"),
            N_("Use a card before drawing, or name the one that is discarded."),
        ),
    ),
    "R-CARD-03": (
        Verdict(
            N_(
                "card {card} can only have come to the hand in this turn, and may be used from the"
                " next one on; the hand: {before}"
            ),
            N_("Known to be playable: {instead}."),
        ),
        Verdict(
            N_("card {card} is not in the hand, which is: {hand}"),
            N_("Known to be playable: {instead}."),
        ),
    ),
    "R-CARD-05": (
        Verdict(N_("card {card} has no white-cube icon"), N_("These have it: {instead}.")),
    ),
}

MOVES: Final[Mapping[str, tuple[Verdict, ...]]] = {
    "R-MOVE-01": (
        Verdict(
            N_(
                "the Ragami cannot get from {from} to {to}: that is {distance} movements, and"
                " {limit} are allowed"
            ),
            REACH,
        ),
        Verdict(N_("no way leads the Ragami from {from} to {to}"), REACH),
    ),
    "R-MOVE-04": (Verdict(N_("{ragami} may not stop on {to}, where {saint} stands")),),
    "R-MOVE-05": (
        Verdict(N_("{barred} is forbidden to Ragamis"), REACH),
        Verdict(
            N_(
                "from {from} to {to} the Ragami could get only past a forbidden square;"
                " forbidden: {forbidden}"
            ),
            REACH,
        ),
    ),
    "R-MOVE-06": (Verdict(N_("on {to} there are {limit} Ragamis already: {there}")),),
    "R-MOVE-11": (Verdict(N_("{player} may not move {ragami} in this way")),),
    "R-SAINT-03": (
        Verdict(N_("{saint} may not stop on {to}, where {ragami} stands, the mover's own")),
    ),
    "R-SAINT-04": (
        Verdict(N_("{saint} may not stop on {to}, where the Ragami of its colour stands")),
    ),
    "R-SAINT-06": (
        Verdict(
            N_(
                "{saint} cannot get from {from} to {to}: that is {distance} squares, and {limit}"
                " are allowed"
            ),
            REACH,
        ),
    ),
    "R-SAINT-07": (Verdict(N_("{saint} ends on {to}, where it started")),),
    "R-SAINT-08": (
        Verdict(
            N_("a Saint was moved, and no Demon after it"),
            N_("Say which Demon moves and where to, or that one comes from the supply."),
        ),
    ),
    "R-DEMON-02": (
        Verdict(
            N_(
                "the Demon cannot get from {from} to {to}: that is {distance} squares, and {limit}"
                " are allowed"
            ),
            REACH,
        ),
    ),
    "R-DEMON-03": (Verdict(N_("the Demon ends on {to}, where it started")),),
    "R-DEMON-04": (Verdict(N_("there is no Demon in the supply"), DEMONS),),
    "R-INV-02": (
        Verdict(N_("Demons to leave {square}: {needs}; Demons there: {has}")),
        Verdict(N_("there is no Demon on {square}"), DEMONS),
        Verdict(N_("Demons placed: {found}; Demons in the supply: {supply}")),
    ),
    "R-INV-03": (Verdict(N_("conflicts drawn: {found}; dice in the supply: {supply}")),),
    "R-INV-04": (
        Verdict(N_("the chip of square {square} has come up before"), N_("Seen so far: {seen}.")),
        Verdict(N_("conflicts drawn: {found}; chips in the pool: {pool}")),
    ),
    "R-INV-05": (
        Verdict(N_("copies of card {card} that have been seen: {seen}; in the deck: {copies}")),
        Verdict(N_("cards drawn: {drawn}; in the deck and the used zone: {there}")),
    ),
}

ATTEMPTS: Final[Mapping[str, tuple[Verdict, ...]]] = {
    "R-CONF-01": (
        Verdict(N_("the Ragami is on {place}, where there is no Conflict die"), CONFLICTS),
    ),
    "R-CONF-05": (Verdict(N_("white cubes for the attempt: {needs} needed, {has} left")),),
    "R-CONF-09": (
        Verdict(
            N_("the Virtue die stands on {block}, which does not touch the square of the conflict"),
            BLOCKS,
        ),
    ),
    "R-CONF-10": (Verdict(N_("Virtue points for the attempt: {needs} needed, {has} on the die")),),
    "R-CONF-14": (Verdict(N_("{roll} was rolled, and is no face of the Power die"), FACES),),
    "R-CONF-17 A-CONF-05": (
        Verdict(
            N_("the attempt at {square} fails ({points}), and {withdraw_to} is not next to it"),
            BLOCKS,
        ),
        Verdict(
            N_("the attempt at {square} fails ({points}), and no block to withdraw to is named"),
            BLOCKS,
        ),
    ),
    "R-CONF-17": (
        Verdict(
            N_(
                "the attempt at {square} succeeds ({points}), and the Ragami withdraws to"
                " {withdraw_to}"
            ),
            N_("After a success withdraw_to is null."),
        ),
    ),
    "R-CONF-24": (
        Verdict(N_("cards with a red triangle in the attempt: {cards}; one is allowed")),
    ),
    "R-CONF-25 A-CONF-01": (
        Verdict(N_("the conflict needs {needs}, and even the best roll gives {best}")),
    ),
    "R-CONF-25": (
        Verdict(
            N_("the attempt at {square} has too few Power Points ({points})"),
            N_("Add points, or roll the Power die as well."),
        ),
    ),
    "R-OPT-01": (
        Verdict(N_("card {card} is not in a game without the Power die")),
        Verdict(N_("this game is played without the Power die and card 6")),
    ),
}

CARDS: Final[Mapping[str, tuple[Verdict, ...]]] = {
    "R-C01-1": (
        Verdict(N_("the same Saint is moved twice: {saints}")),
        Verdict(
            N_(
                "{saint} cannot get from {from} to {to}: that is {distance} squares, and {limit}"
                " are allowed"
            ),
            REACH,
        ),
    ),
    "R-C01-2": (
        Verdict(N_("{saint} may not stop on {to}, where {ragami} stands, the mover's own")),
    ),
    "R-C02-1": (
        Verdict(N_("{needs} Demons are to leave {square}, and {has} is there")),
        Verdict(N_("the Demon that has just come to {square} is moved again")),
        Verdict(
            N_(
                "the Demon cannot get from {from} to {to}: that is {distance} squares, and {limit}"
                " are allowed"
            ),
            REACH,
        ),
    ),
    "R-C02-2": (Verdict(N_("the Demon on {from} shares its square with the player's Ragami")),),
    "R-C03-1": (
        Verdict(N_("both Ragamis are on {place} already")),
        Verdict(N_("the Ragami of {with} is not another player's")),
    ),
    "R-C03-2": (Verdict(COSTS),),
    "R-C06-1": (
        Verdict(
            N_("cards 6 in the attempt: {cards_6}; rolls of the Power die: {rolls}"),
            N_("With them the die is rolled so often: {instead}."),
        ),
    ),
    "R-C07-1": (
        Verdict(N_("there is no Conflict die on {square}"), CONFLICTS),
        Verdict(N_("a Conflict die cannot be turned by {change}"), N_("Possible are: {instead}.")),
    ),
    "R-C07-2": (
        Verdict(N_("the Conflict die shows {die}; with {change} it would be at {result}")),
    ),
    "R-C08-2": (Verdict(COSTS),),
    "R-C09-3": (
        Verdict(N_("the die on {lower} is spent and cannot be lowered; the dice: {dice}")),
        Verdict(
            N_("no Action die is lowered, though not all are spent; the dice: {dice}"),
            N_("To be lowered is one of these: {instead}."),
        ),
    ),
    "R-C09-4": (Verdict(COSTS),),
    "R-C10-4": (Verdict(N_("with {vp} VP the player of card 10 is in last place; VP: {scores}")),),
    "R-C11-1": (
        Verdict(N_("cards rejected: {rejected}; cards kept: {kept}; it must be {expected}")),
    ),
    "R-C11-2": (
        Verdict(N_("cards in hand besides card 11: {other_cards}; it must be exactly {exactly}")),
        Verdict(N_("cards in hand besides card 11: {other_cards}; it may be {limit} at most")),
    ),
    "R-C12-1": (
        Verdict(N_("the Virtue die stands on {block} already"), OTHER_BLOCKS),
        Verdict(N_("the player's Virtue die is not on the board")),
    ),
    "R-C13-2": (Verdict(COSTS),),
    "R-C14-2": (Verdict(COSTS),),
    "R-C15-5": (Verdict(N_("card {card} is not in a game of {players} players")),),
}

VERDICTS: Final[Mapping[str, tuple[Verdict, ...]]] = {
    **SETTING_UP,
    **PREPARING,
    **TURNS,
    **MOVES,
    **ATTEMPTS,
    **CARDS,
}

# What the events themselves say of values that do not go together (`events.VirtueStep`).
OF_THE_EVENTS: Final = (N_("a player who does nothing writes no virtue_step"),)

# What is found without an event that breaks a rule.
FINDINGS: Final[Mapping[str, tuple[Verdict, ...]]] = {
    "unfit-reveal": (
        Verdict(N_("copies of card {card} that have been seen: {seen}; in the deck: {copies}")),
        Verdict(
            N_(
                "{player} cannot show card {card}: record {seq} brought no unknown card that is"
                " still in the hand and could be it"
            ),
            N_("The record changes nothing."),
        ),
    ),
    "unverified-components": (
        Verdict(N_("nobody has compared these with the printed game: {parts}")),
    ),
    "unlike-printed-board": (
        Verdict(
            N_(
                "on the printed board one block touches exactly {no_block_touches}, and from"
                " {from} to {to} it is at most {limit} squares; here no block does, and it is"
                " {distance}"
            )
        ),
        Verdict(
            N_(
                "on the printed board one block touches exactly {no_block_touches}, and here none"
                " does"
            )
        ),
        Verdict(
            N_(
                "on the printed board it is at most {limit} squares from {from} to {to}, and here"
                " it is {distance}"
            )
        ),
    ),
    "impossible-hand": (
        Verdict(
            N_(
                "{player} cannot have card {card} by now: no deal of the unknown cards explains"
                " it together with all that was seen before"
            ),
            N_("What was recorded before allows {instead}."),
        ),
        Verdict(
            N_(
                "{player} cannot have drawn {cards}: no deal of the unknown cards explains it"
                " together with all that was seen before"
            )
        ),
    ),
    "asserted-difference": (
        Verdict(
            N_("the table and the log differed: {differences}; record {put_right_by} put it right")
        ),
        Verdict(
            N_("the table and the log differ: {differences}"),
            N_("Put the table right, or correct the record that is wrong."),
        ),
    ),
}

COMPONENT_PROBLEMS: Final[Mapping[str, str]] = {
    "square-missing": N_("square {square} is missing"),
    "place-twice": N_("in {in} the list of {of} has {place} twice"),
    "own-neighbour": N_("{place} is its own neighbour"),
    "one-way": N_("{from} touches {to}, but {to} does not touch {from}"),
    "block-half-told": N_("block {block} stands in only one of its two lists"),
    "block-without-name": N_("a block has no name"),
    "square-without-block": N_("square {square} touches no block"),
    "street-in-pieces": N_("no street leads to {apart}"),
    "kind-missing": N_("it does not say how many cards {card} there are"),
    "wrong-total": N_("it has {cards} cards, and it must be {expected}"),
    "no-face-above-one": N_("no face of the Action dice is above 1: {faces}"),
    "action-face-zero": N_("an Action die cannot show 0: {faces}"),
}
