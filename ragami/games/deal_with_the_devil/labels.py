"""Labels and pictures of the questions in Deal with the Devil."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from ragami.decoded import Data
from ragami.game.choosing import Distinct, Written
from ragami.game.labels import Labels
from ragami.games.deal_with_the_devil import words
from ragami.games.deal_with_the_devil.components import Kept, Squanderer, Vandal
from ragami.games.deal_with_the_devil.facing import endangered
from ragami.games.deal_with_the_devil.saying import Says
from ragami.games.deal_with_the_devil.state import Player, State
from ragami.games.deal_with_the_devil.symbols import SIGN_OF, SIGNS, symbol
from ragami.games.deal_with_the_devil.words import TABLES
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
        table = at.state.table
        card = table.buildings.get(value) or table.events.get(value)
        name = (card or table.file.inquisitors[value]).name
        return str(name.es if at.language == "es" else name.en).strip("()")

    def tells(self, value: Any, at: At) -> str:
        says = Says(at.language, at.state.table)
        if value in says.table.file.inquisitors:
            return says.penalty(value)
        description = says.card(value).removeprefix(says.name(value)).lstrip(": ")
        return SYMBOLS_FIRST.sub(r"\1", description)


class Request(Kind):
    """A request card by what it shows."""

    widget = "card"

    def label(self, value: Any, at: At) -> str:
        says = Says(at.language, at.state.table)
        return says.word(
            next(request.shows for request in says.table.file.requests if request.id == value)
        )


class Achievement(Kind):
    """An achievement by what it needs and gives."""

    widget = "card"

    def label(self, value: Any, at: At) -> str:
        return Says(at.language, at.state.table).achievement(value)


class Step(Kind):
    """A step of a plan."""

    widget = "step"

    def label(self, value: Any, at: At) -> str:
        says = Says(at.language, at.state.table)
        return says.word("pays-wheat") if value == "wheat" else says.step(value)


class Picks(Kind):
    """The choices within a step, one after the other."""

    def label(self, value: Any, at: At) -> str:
        says = Says(at.language, at.state.table)
        return ", ".join(part for picked in value for part in self._parts(picked, says)) or "–"

    @staticmethod
    def _parts(picked: Data, says: Says) -> list[str]:
        parts = []
        for name, value in picked.items():
            match name:
                case "courtier":
                    parts.append(says.word(value))
                case "achievement":
                    parts.append(says.achievement(value))
                case "building":
                    parts.append(says.name(value))
                case "done":
                    parts.append(says.word("accepts" if value else "skipped"))
                case "paid":
                    parts.append(f"{value} {words.thing('wheat', value, says.language)}")
                case _:
                    parts.append(f"{says.word(name)} {value}")
        return parts


class Replies(Kind):
    """The replies to penalties, each behind the name of its inquisitor."""

    def label(self, value: Any, at: At) -> str:
        says = Says(at.language, at.state.table)
        replies = (
            f"{CARD.label(id_, at)}: {self._said(reply, says)}" for id_, reply in value.items()
        )
        return "; ".join(replies) or "–"

    @staticmethod
    def _said(reply: Data, says: Says) -> str:
        if "building" in reply:
            return says.name(reply["building"])
        keeps = [f"{says.word('kept')} {reply['kept']}"] if "kept" in reply else []
        return ", ".join([says.goods(reply["given"]), *keeps])


class Price(Kind):
    """The price of a chest."""

    def label(self, value: Any, at: At) -> str:
        if not value:
            return TABLES["choice"]["offer.asks=nothing"].text(at.language)
        ((currency, number),) = value.items()
        return f"{number} {words.thing(currency, number, at.language)}"


class Goods(Kind):
    """The numbers of goods by kind."""

    def label(self, value: Any, at: At) -> str:
        return Says(at.language, at.state.table).goods(value)


class Offer(Kind):
    """The content and the price of a chest."""

    def label(self, value: Any, at: At) -> str:
        return Says(at.language, at.state.table).offer(value)


class Courtiers(Kind):
    """The courtiers that help with an achievement."""

    def label(self, value: Any, at: At) -> str:
        return Says(at.language, at.state.table).listed(value) if value else ""


CARD: Final = Card()
BUILDING: Final = Card("buildings")
EVENT: Final = Card("events")
SEAT: Final = Kind(widget="seat")
ROLE: Final = Kind(widget="role", called=words.word, drawn=str)
GOOD: Final = Kind(widget="good", called=words.word, drawn=str)
NUMBER: Final = Kind(widget="number", called=lambda number, _language: str(number))


def _offer(written: Written, facts: Data) -> Data:
    """A chest: goods, and what it asks for."""
    return {"goods": replace(written, kind="goods"), "asks": [*facts["asks"], {}]}


def _ritual(written: Written, facts: Data) -> Data:
    """The four chests of the ritual: souls are the devil's only, and nobody has to guess.

    The guesses of a role name different players (R-D-GUESS-01).
    """
    return {
        role: {
            "goods": facts["goods"][role],
            "souls": facts["souls"] if role == "devil" else NO_SOULS,
            "guesses": Distinct(
                (of, [*suspect, None]) for of, suspect in facts["guesses"][role].items() if suspect
            ),
        }
        for role in written.of
    }


def some_of(player: Player | None, goods: Sequence[str]) -> Written:
    """Return the goods that a player can give, with how many of each are there (R-D-BANK-03).

    All without a limit of somebody whom nobody knows.
    """
    owned: dict[str, int] = {}
    if player:
        owned |= player.goods or {}
        owned |= {} if player.indulgences is None else {"indulgences": player.indulgences}
    there = tuple(good for good in goods if owned.get(good) != 0)
    most = {good: owned[good] for good in there if good in owned}
    return Written("goods", of=there, most=most or UNSET)


def open_replies(s: State, player: Player, those: Sequence[str]) -> dict[str, Data]:
    """Return what a reply to each of these inquisitors has to say where the goods are not known."""
    replies: dict[str, Data] = {}
    for id_ in those:
        match s.table.file.inquisitors[id_].penalty:
            case Kept(of):
                replies[id_] = {"given": Written("goods", of=of), "kept": Written("number")}
            case Squanderer(_, of, _count):
                replies[id_] = {"given": Written("goods", of=of)}
            case Vandal() if may_be := endangered(s, player):
                replies[id_] = {"building": may_be}
    return replies


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
        "builds.building": BUILDING,
        "inquisitor": Card("inquisitors"),
        "convinced": CARD,
        "event.side": Kind(widget="word", called=words.word),
        "request_shown.card": Request(),
        "step": Step(),
        "choices": Picks(),
        "inquisition_faced.choices": Replies(),
        "achievement": Achievement(),
        "courtiers": Courtiers(),
        "accusation_answered.of": ROLE,
        "charge_answered.answer": Kind(widget="word", called=words.word),
        "offer": Offer(),
        "offer.asks": Price(),
        "sells": Goods(),
        "buys": Goods(),
        "goods": Goods(),
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
    pictures=lambda: (*SIGNS, *SIGN_OF),
    symbol=symbol,
)
