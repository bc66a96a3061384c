"""Labels and pictures of the questions in Ragami."""

from __future__ import annotations

from typing import Any, Final

from ragami.game.labels import NUMBER, SEAT, Labels
from ragami.games.ragami.events import SPACES
from ragami.games.ragami.picture import shapes
from ragami.games.ragami.speech import TABLES, Speech, signed, speech
from ragami.games.ragami.words import RULEBOOK
from ragami.language import Language
from ragami.notation.kinds import Kind
from ragami.notation.reader import At

PIPS: Final = range(7)


def _spoken(method: Any) -> Any:
    """Return a label function that calls a method of `Speech`."""
    return lambda value, language: method(speech(language), value)


def _via(value: Any, language: Language) -> str:
    """Return the payment of an action in words."""
    says = speech(language)
    if isinstance(value, str):
        return says.say("paying_die", space=says.space(value))
    if not value.get("space"):
        return says.by_card(value["card"])
    by_card = says.say("paying_card_9", space=says.space(value["space"]))
    if not value.get("lower"):
        return by_card
    return says.say("lowering", by_card=by_card, space=says.space(value["lower"]))


class Card(Kind):
    """A kind of card by its number."""

    widget = "card"

    def label(self, value: Any, at: At) -> str:
        says = speech(at.language)
        return says.card(value) if value is None else says.by_card(value)

    def tells(self, value: Any, at: At) -> str:
        return RULEBOOK.rules()[f"R-C{value:02}-1"].text(at.language)


DIE: Final = Kind(widget="die", called=lambda value, _language: str(value), drawn="die-{}".format)
PLACE: Final = Kind(widget="place", called=_spoken(Speech.place))
CARD: Final = Card()
SPACE: Final = Kind(widget="word", called=_spoken(Speech.space))

LABELS: Final = Labels(
    TABLES,
    {
        **dict.fromkeys(("die", "rolls", "power_rolls"), DIE),
        **{f"spaces.{space}": DIE for space in SPACES},
        **dict.fromkeys(("square", "squares", "block", "to", "from"), PLACE),
        **dict.fromkeys(("demons", "withdraw_to"), PLACE),
        **dict.fromkeys(("card", "kept", "rejected", "discarded"), CARD),
        "cards": Kind(widget="card", called=_spoken(Speech.cards)),
        "saint": Kind(widget="saint", called=_spoken(Speech.saint)),
        "ragami": Kind(widget="ragami", called=_spoken(Speech.ragami)),
        "via": Kind(widget="word", called=_via),
        **dict.fromkeys(("via.space", "via.lower"), SPACE),
        **dict.fromkeys(("with", "player"), SEAT),
        "change": Kind(widget="number", called=lambda by, _language: signed(by)),
        **dict.fromkeys(("cubes", "virtue", "vp"), NUMBER),
    },
    pictures=lambda: tuple(f"die-{value}" for value in PIPS),
    symbol=shapes.symbol,
)
