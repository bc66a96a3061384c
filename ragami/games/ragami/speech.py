"""The words of the game in one language: colours, pieces, places, spaces, cards, events, lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from ragami.errors import N_
from ragami.games.ragami.events import COLOURS, NEUTRAL, SPACES
from ragami.language import Language, translator
from ragami.messages import listed, plain

COLOUR_WORDS: Final = {
    "yellow": N_("yellow"),
    "green": N_("green"),
    "blue": N_("blue"),
    "purple": N_("purple"),
    "neutral": N_("neutral"),
}
SPACE_WORDS: Final = {"saint": N_("Saint"), "draw": N_("Draw"), "conflict": N_("Conflict")}
PHASE_WORDS: Final = {
    "setup": N_("setup"),
    "turns": N_("turns"),
    "preparation": N_("round preparation"),
    "over": N_("game over"),
}
COMPONENT_WORDS: Final = {"board": N_("board"), "deck": N_("deck"), "dice": N_("dice")}

# What an event is about; `due` and `found` of a verdict name types of events.
EVENT_WORDS: Final = {
    "game_opened": N_("the opening of the game"),
    "conflicts_seeded": N_("the six conflicts of the setup"),
    "demons_seeded": N_("the four Demons of the setup"),
    "neutral_saints_seeded": N_("the placing of the Saints without an owner"),
    "first_player_drawn": N_("the drawing of the first player"),
    "starting_card_kept": N_("the choice of a starting card"),
    "saint_set": N_("the setting of a Saint"),
    "virtue_set": N_("the setting of a Virtue die"),
    "ragami_set": N_("the setting of a Ragami"),
    "action_dice_set": N_("the rolling of the Action dice"),
    "ragami_moved": N_("a Ragami move"),
    "saint_and_demon_moved": N_("a move of a Saint and a Demon"),
    "cards_drawn": N_("drawing cards"),
    "conflict_tried": N_("an attempt at a conflict"),
    "saints_moved": N_("a use of card 1"),
    "demons_moved": N_("a use of card 2"),
    "ragamis_swapped": N_("a use of card 3"),
    "cubes_gathered": N_("a use of card 4"),
    "conflict_die_turned": N_("a use of card 7"),
    "last_player_raised": N_("a use of card 10"),
    "virtue_die_moved": N_("a use of card 12"),
    "card_traded": N_("a card turned in for a white cube"),
    "cubes_converted": N_("an exchange of white cubes for VP"),
    "virtue_converted": N_("an exchange of Virtue points for VP"),
    "turn_ended": N_("the end of a turn"),
    "passed": N_("a pass"),
    "ragami_displaced": N_("a Ragami's leaving of a forbidden square"),
    "conflicts_drawn": N_("the drawing of new conflicts"),
    "virtue_step": N_("step 5 of the preparation"),
}
# What has to be said of an event, where somebody is asked for it.
FIELD_WORDS: Final = {
    "via": N_("paid with"),
    "to": N_("to where"),
    "from": N_("from where"),
    "square": N_("square"),
    "squares": N_("squares"),
    "block": N_("block"),
    "player": N_("player"),
    "card": N_("card"),
    "cards": N_("cards"),
    "kept": N_("card that is kept"),
    "discarded": N_("cards that are discarded"),
    "rejected": N_("cards that are not kept"),
    "demon": N_("Demon"),
    "demons": N_("squares of the new Demons"),
    "conflicts": N_("conflicts"),
    "die": N_("die"),
    "rolls": N_("what was rolled"),
    "spaces": N_("spaces for the dice"),
    "saints": N_("Saints"),
    "cubes": N_("white cubes"),
    "virtue": N_("Virtue points"),
    "power_rolls": N_("Power dice"),
    "withdraw_to": N_("back to"),
    "vp": N_("VP"),
    "change": N_("change of the die"),
}


class Speech:
    """Names of the game's things in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.translate = translator(language)

    def player(self, colour: str) -> str:
        """A player goes by the colour: `Yellow`."""
        return self.colour(colour).capitalize()

    def colour(self, colour: str) -> str:
        return self.translate(COLOUR_WORDS[colour]) if colour in COLOUR_WORDS else plain(colour)

    def ragami(self, ragami: str) -> str:
        _ = self.translate
        return _("the {colour} Ragami").format(colour=self.colour(ragami))

    def saint(self, colour: str) -> str:
        _ = self.translate
        return _("the {colour} Saint").format(colour=self.colour(colour))

    def place(self, place: int | str | None) -> str:
        """A square's number or a block's name; `?` where that is not known."""
        return "?" if place is None else plain(str(place))

    def space(self, space: str) -> str:
        return self.translate(SPACE_WORDS[space])

    def card(self, kind: int | None) -> str:
        """A card as something that is played or kept."""
        _ = self.translate
        return _("a hidden card") if kind is None else _("card {card}").format(card=kind)

    def by_card(self, kind: int) -> str:
        """A card as what pays for something."""
        _ = self.translate
        return _("card {number}").format(number=kind)

    def cards(self, kinds: Iterable[int | None]) -> str:
        """`5, 8 and a hidden card`."""
        kinds = list(kinds)
        words = [str(kind) for kind in kinds if kind is not None]
        if hidden := kinds.count(None):
            words.append(self.counted(hidden, N_("a hidden card"), N_("{number} hidden cards")))
        return self.listed(words) if words else self.translate(N_("no card"))

    def event(self, type_: str) -> str:
        """Return the words for an event type."""
        return self.translate(EVENT_WORDS[type_])

    def listed(self, items: Iterable[str]) -> str:
        return listed(items, self.language)

    def counted(self, number: int, singular: str, many: str) -> str:
        """`1 cube`, `3 cubes`: the message for one, or that for `{number}` of them."""
        return self.translate(singular if number == 1 else many).format(number=number)

    def value(self, value: object) -> str:
        """Any fact, as well as it can be said without knowing what it is about."""
        _ = self.translate
        match value:
            case None:
                return _("none")
            case bool():
                return _("yes") if value else _("no")
            case str():
                return self._word(value)
            case Mapping():
                return self.listed(f"{self.value(k)} {self.value(v)}" for k, v in value.items())
            case Iterable():
                return self.listed(map(self.value, value))
            case _other:
                return str(value)

    def _word(self, word: str) -> str:
        if word in COLOURS:
            return self.player(word)
        if word in SPACES:
            return self.space(word)
        for words in (PHASE_WORDS, COMPONENT_WORDS, EVENT_WORDS, FIELD_WORDS):
            if word in words:
                return self.translate(words[word])
        return self.ragami(word) if word == NEUTRAL else plain(word)


def signed(number: int) -> str:
    """`+2`, `−1`, `0`."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


@cache
def speech(language: Language) -> Speech:
    """The words of a language, made once."""
    return Speech(language)
