"""Labels and pictures of the questions in Deal with the Devil."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from ragami.decoded import Data
from ragami.game.choices.choice import Distinct, Written
from ragami.game.labels import NUMBER, SEAT, Labels
from ragami.games.deal_with_the_devil import words
from ragami.games.deal_with_the_devil.drawing import SHAPES, symbol
from ragami.games.deal_with_the_devil.words import TABLES, Descriptions
from ragami.notation.kinds import Kind
from ragami.notation.reader import At

SYMBOLS_FIRST: Final = re.compile(r"^\((.+?)\)")
NO_SOULS: Final[Data] = {"mortal": [0], "cultist": [0]}


class Card(Kind):
    """A building, an event or an inquisitor by its name; a stand-in has it in brackets."""

    widget = "card"

    def __init__(self, pieces: str = "") -> None:
        super().__init__()
        self.pieces = pieces

    def label(self, value: Any, at: At) -> str:
        return Descriptions(at.language, at.state.table).bare_name(value)

    def tells(self, value: Any, at: At) -> str:
        texts = Descriptions(at.language, at.state.table)
        if value in texts.table.file.inquisitors:
            return texts.penalty(value)
        description = texts.card(value).removeprefix(texts.name(value)).lstrip(": ")
        return SYMBOLS_FIRST.sub(r"\1", description)


class TableValue(Kind):
    """A value of the table as `Descriptions` tells it."""

    def __init__(self, tell: Callable[[Descriptions, Any], str], widget: str = "text") -> None:
        super().__init__(widget=widget)
        self._tell = tell

    def label(self, value: Any, at: At) -> str:
        return self._tell(Descriptions(at.language, at.state.table), value)


def _picks(texts: Descriptions, picks: Sequence[Data]) -> str:
    """Return the choices within a step as text."""
    return ", ".join(part for picked in picks for part in _parts(texts, picked)) or "–"


def _parts(texts: Descriptions, picked: Data) -> Iterator[str]:
    for name, value in picked.items():
        match name:
            case "courtier":
                yield texts.word(value)
            case "achievement":
                yield texts.achievement(value)
            case "building":
                yield texts.name(value)
            case "done":
                yield texts.word("accepts" if value else "skipped")
            case "paid":
                yield f"{value} {words.thing('wheat', value, texts.language)}"
            case _:
                yield f"{texts.word(name)} {value}"


def _reply_to_each(texts: Descriptions, reply_to: Data) -> str:
    """Return the replies to penalties, each behind the name of its inquisitor."""
    replies = (f"{texts.bare_name(id_)}: {_reply(texts, reply)}" for id_, reply in reply_to.items())
    return "; ".join(replies) or "–"


def _reply(texts: Descriptions, reply: Data) -> str:
    if "building" in reply:
        return texts.name(reply["building"])
    keeps = [f"{texts.word('keeps')} {reply['kept']}"] if "kept" in reply else []
    return ", ".join([f"{texts.word('gives')} {_goods(texts, reply['given'])}", *keeps])


def _goods(texts: Descriptions, goods: Data) -> str:
    return texts.goods(goods) if any(goods.values()) else texts.word("nothing")


def _price(texts: Descriptions, asks: Data) -> str:
    if not asks:
        return texts("offer.asks=nothing", "choice")
    ((currency, number),) = asks.items()
    return f"{number} {words.thing(currency, number, texts.language)}"


def _courtiers(texts: Descriptions, courtiers: Sequence[str]) -> str:
    return f"{texts.word('courtier')}: {texts.listed(courtiers)}" if courtiers else ""


CARD: Final = Card()
BUILDING: Final = Card("buildings")
EVENT: Final = Card("events")
ROLE: Final = Kind(widget="role", called=words.word, drawn=str)
GOODS: Final = TableValue(_goods)
GOOD: Final = Kind(widget="good", called=words.word, drawn=str)


def _offer(written: Written, facts: Data) -> Data:
    """Return the fields of an offer: goods and a price."""
    return {"goods": replace(written, kind="goods"), "asks": [*facts["asks"], {}]}


def _ritual(written: Written, facts: Data) -> Data:
    """Return the fields of the chests of the ritual: only the devil's has souls, a guess is free.

    The guesses of a role name different players (R-D-GUESS-01).
    """
    return {
        role: {
            "goods": facts["goods"][role],
            "souls": facts["souls"] if role == "devil" else NO_SOULS,
            "guesses": Distinct(
                (sought, [*suspect, None])
                for sought, suspect in facts["guesses"][role].items()
                if suspect
            ),
        }
        for role in written.of
    }


def _replies(written: Written, facts: Data) -> Data:
    """Return the replies to those who are not convinced: goods, or a building."""
    unconvinced = Counter(written.of) - Counter(facts.get("convinced", ()))
    return {id_: facts["replies"][id_] for id_ in unconvinced if id_ in facts["replies"]}


LABELS: Final = Labels(
    TABLES,
    {
        "roles.*": ROLE,
        "offers_sent.chests.*": ROLE,
        "votes.*": SEAT,
        "guesses.*": SEAT,
        "view.hand": CARD,
        "view.building": BUILDING,
        "view.events": EVENT,
        "kept": CARD,
        "drawn": BUILDING,
        "event": EVENT,
        "event.card": EVENT,
        "cards": CARD,
        "discarded": CARD,
        "uses": CARD,
        "building": BUILDING,
        "inquisition_faced.vandal": BUILDING,
        "inquisitor": Card("inquisitors"),
        "convinced": CARD,
        "request_shown.card": TableValue(Descriptions.request, "card"),
        "step": TableValue(Descriptions.step, "step"),
        "choices": TableValue(_picks),
        "inquisition_faced.choices": TableValue(_reply_to_each),
        "achievement": TableValue(Descriptions.achievement, "card"),
        "courtiers": TableValue(_courtiers),
        "accusation_answered.of": ROLE,
        "offer": TableValue(Descriptions.offer),
        "offer.asks": TableValue(_price),
        "sells": GOODS,
        "buys": GOODS,
        "goods": GOODS,
        "coins": NUMBER,
        "count": NUMBER,
        "space": NUMBER,
        "souls": NUMBER,
        "indulgences": NUMBER,
        "sells.of": GOOD,
        "buys.of": GOOD,
        "goods.of": GOOD,
    },
    keys={
        "roles": SEAT,
        "offers_sent.chests": SEAT,
        "votes": SEAT,
        "chests": ROLE,
        "guesses": ROLE,
        "choices": CARD,
    },
    written={"offer": _offer, "ritual": _ritual, "replies": _replies},
    pictures=lambda: tuple(id_ for id_ in SHAPES if not id_.startswith(("seat", "interest"))),
    symbol=symbol,
)
