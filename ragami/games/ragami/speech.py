"""The texts of the game in one language (`data/words.jsonl`), and names of its things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from ragami.catalogue import texts
from ragami.game.opening import Value
from ragami.games.ragami.events import COLOURS, NEUTRAL
from ragami.language import Language, capital, translator
from ragami.messages import listed, plain

TABLES: Final = texts("ragami.games.ragami")
# Of these, a table says how many there are on a square.
ON_THE_BOARD: Final = frozenset({"conflicts", "demons"})


class Speech:
    """Texts of the game, and names of its things, in one language.

    `tables` are those of `data/words.jsonl`; `translate` is for the sentences of the house.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.translate = translator(language)
        self.tables = {
            name: {code: both.text(language) for code, both in table.items()}
            for name, table in TABLES.items()
        }
        self._names = self.tables["type"] | self.tables["value"]

    def say(self, code: str, /, **facts: object) -> str:
        return self.tables["phrase"][code].format_map(facts)

    def guide(self, code: str, /, **facts: object) -> str:
        return self.tables["guide"][code].format_map(facts)

    def making(self, code: str, /, **facts: object) -> str:
        return self.tables["making"][code].format_map(facts)

    def player(self, colour: str) -> str:
        """Return the name of a player, the colour: `Yellow`."""
        return capital(self.colour(colour))

    def colour(self, colour: str) -> str:
        is_colour = colour in COLOURS or colour == NEUTRAL
        return self._names[colour] if is_colour else plain(colour)

    def ragami(self, ragami: str) -> str:
        return self.say("ragami", colour=self.colour(ragami))

    def saint(self, colour: str) -> str:
        return self.say("saint", colour=self.colour(colour))

    def place(self, place: int | str | None) -> str:
        """Return a square's number or a block's name; `?` where that is not known."""
        return "?" if place is None else plain(str(place))

    def space(self, space: str) -> str:
        return self._names[space]

    def card(self, kind: int | None) -> str:
        """Name a card as something that is played or kept."""
        return self.say("hidden_card") if kind is None else self.say("card", card=kind)

    def by_card(self, kind: int) -> str:
        """Name a card as what pays for something."""
        return self.say("paying_card", number=kind)

    def cards(self, kinds: Iterable[int | None]) -> str:
        """Name cards: `5, 8 and a hidden card`."""
        kinds = list(kinds)
        words = [str(kind) for kind in kinds if kind is not None]
        if hidden := kinds.count(None):
            words.append(self.counted(hidden, "hidden_cards"))
        return self.listed(words) if words else self.say("no_card")

    def listed(self, items: Iterable[str]) -> str:
        return listed(items, self.language)

    def counted(self, number: int, code: str) -> str:
        """Count things: `1 cube`, `3 cubes`."""
        table = self.tables["one" if number == 1 else "many"]
        return table[code].format(number=number)

    def points(self, needs: int, has: int, sources: Mapping[str, int] | None) -> str:
        """Compare Power Points: `needs 4, has 3: 2 cubes + 1 Saint`."""
        if not sources:
            return self.say("points", needs=needs, has=has)
        parts = " + ".join(self.counted(number, source) for source, number in sources.items())
        return self.say("points_from", needs=needs, has=has, sources=parts)

    def option(self, option: str, value: Value) -> str:
        """Return what a table agreed on: `After a pass: one may come back`."""
        from ragami.game import game_named  # noqa: PLC0415 (law 10)
        from ragami.game.capabilities import SETUP  # noqa: PLC0415 (law 10)
        from ragami.game.moment_labels import agreed_in_words  # noqa: PLC0415 (law 10)

        game = game_named("ragami")
        (setting,) = (s for s in game.need(SETUP).settings() if s.name == option)
        return agreed_in_words(game, setting, value, self.language)

    def value(self, value: object) -> str:
        """Return any fact, as well as it can be said without knowing what it is about."""
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
        if word == NEUTRAL:
            return self.ragami(word)
        return self._names.get(word) or plain(word)


def signed(number: int) -> str:
    """Return a number with its sign: `+2`, `−1`, `0`."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def as_json(value: object) -> str:
    """Return an option's value as it stands in the log."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def speech(language: Language) -> Speech:
    return Speech(language)
