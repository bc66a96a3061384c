"""The lines of Ragami's events, one row each. See `ragami.notation.forms`."""

from __future__ import annotations

from typing import Final

from ragami.decoded import Data
from ragami.errors import N_
from ragami.game.opening import option_values
from ragami.games.ragami import kinds as k
from ragami.games.ragami.events import SPACES, Options
from ragami.games.ragami.kinds import COLOUR, SEATS
from ragami.games.ragami.rules.action_dice import RED
from ragami.games.ragami.shipped import SHIPPED
from ragami.games.ragami.speech import TABLES
from ragami.games.ragami.state import State
from ragami.log.record import LIMIT
from ragami.notation.forms import Form, Forms, Part
from ragami.notation.heads import Agreed, Players, set_heads
from ragami.notation.kinds import Number
from ragami.notation.lists import Several
from ragami.notation.misread import Word, words_of
from ragami.notation.protocol import Notation
from ragami.notation.score_sheet import ScoreSheet

A_PLUS: Final = N_("a number like +1")
CONFLICT: Final = Part(
    "{square}:{die}",
    {"square": k.SQUARE, "die": Number(1, 6, expected=k.A_DIE)},
    shape=N_("a square and a die, like 4:3"),
)
A_SAINT: Final = N_("a Saint and a square, like B>29")
SAINT: Final = Part("{saint}>{to}", {"saint": k.COLOUR, "to": k.SQUARE}, shape=A_SAINT)
SEEDED: Final = Part("{saint}>{square}", {"saint": k.COLOUR, "square": k.SQUARE}, shape=A_SAINT)
DEMON: Final = Part(
    "{from}>{to}",
    {"from": k.SQUARE, "to": k.SQUARE},
    shape=N_("a square and another, like 19>29"),
)
GONE: Final = k.Behind("-", k.CARD, N_("a card that is discarded, like -4"))
KEPT: Final = k.Behind("+", k.HIDDEN_CARD, N_("a card that is kept, like +8 or +?"))
ROOM: Final = k.Behind("x", k.CARD)


def dice_fit(s: State, data: Data) -> bool:
    """Return True if the dice given so far can be set so: only red 1s change, and place Demons."""
    rolls, spaces = data.get("rolls", ()), data.get("spaces", {})
    unchanged = [roll for roll in rolls if roll != RED]
    for value in spaces.values():
        if value in unchanged:
            unchanged.remove(value)
    if len(unchanged) > len(SPACES) - len(spaces):
        return False
    return len(data.get("demons", ())) <= min(rolls.count(RED), s.supply_demons) if rolls else True


FORMS: Final = Forms(
    [
        # Setting up.
        Form("conflicts_seeded", "seed conflicts {conflicts}"),
        Form("demons_seeded", "seed demons {squares}"),
        Form(
            "neutral_saints_seeded",
            "seed saints {saints}",
            kinds={"saints": Several(SEEDED, 1)},
        ),
        Form("first_player_drawn", "<{player}> first"),
        Form(
            "starting_card_kept",
            "<{player}> start {discarded} {kept}",
            kinds={"discarded": Several(GONE, 1), "kept": KEPT},
        ),
        Form("saint_set", "<{player}> set saint {square}"),
        Form("virtue_set", "<{player}> set virtue {block}"),
        Form("ragami_set", "<{ragami}> set ragami {block}"),
        Form(
            "action_dice_set",
            "<{player}> dice {rolls} = {spaces} [demons {demons:squares}]",
            usual={"demons": []},
            fits=dice_fit,
        ),
        # In a turn.
        Form("ragami_moved", "<{player}> move {*:moved} <{via}>", left_out={"via": k.only_die}),
        Form(
            "saint_and_demon_moved",
            "<{player}> saint {*:saint} [demon {demon}] [{via}]",
            usual={"demon": None, "via": "saint"},
        ),
        Form(
            "cards_drawn",
            "<{player}> draw [{discarded:room}] {rejected} {kept} [{via}]",
            usual={"discarded": None, "via": "draw"},
        ),
        *(
            Form(
                "conflict_tried",
                f"<{{player}}> resolve {put} [roll {{power_rolls}}] [out {{withdraw_to}}]"
                " [{via}]",
                usual={
                    "via": "conflict",
                    "cubes": 0,
                    "virtue": 0,
                    "cards": [],
                    "power_rolls": [],
                    "withdraw_to": None,
                },
                read_only="*" in put,
            )
            for put in ("[{cubes}] [{virtue}] [{cards}]", "{*:committed}")
        ),
        Form("saints_moved", "<{player}> play 1 {saints}"),
        Form("demons_moved", "<{player}> play 2 {demons}"),
        Form("ragamis_swapped", "<{player}> play 3 {with}"),
        Form("cubes_gathered", "<{player}> play 4"),
        Form("conflict_die_turned", "<{player}> play 7 {square} {change}"),
        Form("last_player_raised", "<{player}> play 10"),
        Form("virtue_die_moved", "<{player}> play 12 {block}"),
        Form("card_traded", "<{player}> trade {card}"),
        Form("cubes_converted", "<{player}> cubes {vp}"),
        Form("virtue_converted", "<{player}> virtue {vp}"),
        Form("turn_ended", "<{player}> end"),
        Form("passed", "<{player}> pass"),
        # Preparing the next round.
        Form("ragami_displaced", "<{ragami}> out {block}"),
        Form("conflicts_drawn", "conflicts {conflicts}"),
        Form(
            "virtue_step",
            "<{player}> step [{vp:gain}] [{block}]",
            usual={"vp": 0, "block": None},
        ),
        # What the table shows.
        Form("revealed", "<{player}> reveal {card} <from {seq}>", left_out={"seq": k.only_record}),
        Form("asserted", "assert [{*:shown}]"),
    ],
    tables=TABLES,
    kinds={
        "player": k.COLOUR,
        "ragami": k.RAGAMI,
        "conflicts": Several(CONFLICT, 1),
        "squares": Several(k.SQUARE, 1),
        "square": k.SQUARE,
        "block": k.BLOCK,
        "rolls": Several(k.DIE, 3, 3),
        "spaces": k.DiceSet(),
        "moved": k.Mover("ragami", k.RAGAMI, k.Place(), short=True),
        "saint": k.Mover("saint", k.COLOUR, k.SQUARE, short=False),
        "demon": k.Way(),
        "via": k.Via(),
        "room": ROOM,
        "rejected": Several(GONE, 1),
        "kept": Several(KEPT, 1),
        "cubes": k.PUT["cubes"],
        "virtue": k.PUT["virtue"],
        "cards": Several(k.PUT["cards"], 1),
        "committed": k.Committed(),
        "power_rolls": Several(k.DIE, 1),
        "withdraw_to": k.BLOCK,
        "saints": Several(SAINT, 1),
        "demons": Several(DEMON, 1),
        "with": k.COLOUR,
        "change": Number(-(2**53), LIMIT, signed=True, expected=A_PLUS),
        "card": k.CARD,
        "vp": Number(1, LIMIT, signed=True, expected=A_PLUS),
        "gain": k.Gain(1, LIMIT, signed=True, expected=A_PLUS),
        "seq": k.Whole(1, expected=N_("the number of a record")),
        "shown": k.shown_sections(),
    },
    left_out={"player": k.whose, "ragami": k.whose},
    instead=dict(k.instead(TABLES["instead"])),
    items=lambda s: dict.fromkeys(s.board.blocks, ()) if s.opened else {},
)

# --- record 1 ------------------------------------------------------------------------------


WORDS: Final = words_of(TABLES["head"])
BOOLEANS: Final = {
    Word(*TABLES["answer"][code]): value for code, value in (("yes", True), ("no", False))
}
HEADS: Final = set_heads(
    "ragami",
    WORDS,
    Players(SEATS, 2),
    SHIPPED,
    Agreed(option_values(Options), BOOLEANS),
    more={"neutral_colour": COLOUR},
)
NOTATION: Final[Notation] = ScoreSheet(FORMS, HEADS, SEATS)
