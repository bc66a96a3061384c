"""Labels and pictures of the questions in Ragami."""

from __future__ import annotations

from typing import Any, Final

from ragami.game.labels import NUMBER, SEAT, Labels
from ragami.games.ragami.picture import shapes
from ragami.games.ragami.speech import TABLES, Speech, signed, speech
from ragami.language import Language
from ragami.markup import moved
from ragami.notation.kinds import Kind

PIPS: Final = range(7)
SCALE: Final = 1.5
"""The shapes are drawn in a square of 40, symbols in one of 60."""


def _spoken(method: Any) -> Any:
    """Return a label function that calls a method of `Speech`."""
    return lambda value, language: method(speech(language), value)


def _via(value: Any, language: Language) -> str:
    """Return the payment of an action in words."""
    says = speech(language)
    if isinstance(value, str):
        return says.space(value)
    spaces = [says.space(value[name]) for name in ("space", "lower") if value.get(name)]
    return ", ".join((says.by_card(value["card"]), *spaces))


def symbol(picture: str) -> str:
    """Draw a die such as `die-4` round the origin; empty for another picture."""
    kind, _, number = picture.partition("-")
    shape = shapes.die(int(number)) if kind == "die" and number.isdecimal() else ""
    return moved((0, 0), shape, scale=SCALE) if shape else ""


DIE: Final = Kind(widget="die", called=lambda value, _language: str(value), drawn="die-{}".format)
PLACE: Final = Kind(widget="place", called=_spoken(Speech.place))
CARD: Final = Kind(widget="card", called=_spoken(Speech.card))
SAINT: Final = Kind(widget="saint", called=_spoken(Speech.saint))
SPACE: Final = Kind(widget="word", called=_spoken(Speech.space))

LABELS: Final = Labels(
    TABLES,
    {
        "die": DIE,
        "rolls": DIE,
        "power_rolls": DIE,
        "spaces.saint": DIE,
        "spaces.draw": DIE,
        "spaces.conflict": DIE,
        "square": PLACE,
        "squares": PLACE,
        "block": PLACE,
        "to": PLACE,
        "from": PLACE,
        "demons": PLACE,
        "demons.from": PLACE,
        "demons.to": PLACE,
        "demon.from": PLACE,
        "demon.to": PLACE,
        "withdraw_to": PLACE,
        "card": CARD,
        "kept": CARD,
        "rejected": CARD,
        "discarded": CARD,
        "cards": Kind(widget="card", called=_spoken(Speech.cards)),
        "saint": SAINT,
        "ragami": Kind(widget="ragami", called=_spoken(Speech.ragami)),
        "via": Kind(called=_via, widget="word"),
        "via.space": SPACE,
        "via.lower": SPACE,
        "with": SEAT,
        "player": SEAT,
        "change": Kind(widget="number", called=lambda by, _language: signed(by)),
        "cubes": NUMBER,
        "virtue": NUMBER,
        "vp": NUMBER,
    },
    pictures=lambda: tuple(f"die-{value}" for value in PIPS),
    symbol=symbol,
)
