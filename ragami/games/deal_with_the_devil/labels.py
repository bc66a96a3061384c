"""Labels and pictures of the questions in Deal with the Devil."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from ragami.decoded import Data
from ragami.game.choices.choice import Distinct, Written
from ragami.game.labels import NUMBER, SEAT, Labels
from ragami.games.deal_with_the_devil import words
from ragami.games.deal_with_the_devil.components import Kept, Squanderer, Vandal
from ragami.games.deal_with_the_devil.drawing import SIGN_OF, SIGNS, symbol
from ragami.games.deal_with_the_devil.rules.facing import endangered
from ragami.games.deal_with_the_devil.saying import Says
from ragami.games.deal_with_the_devil.state import Player, State
from ragami.games.deal_with_the_devil.words import TABLES
from ragami.notation.kinds import Kind
from ragami.notation.reader import At

SYMBOLS_FIRST: Final = re.compile(r"^\((.+?)\)")
NO_SOULS: Final[Data] = {"mortal": [0], "cultist": [0]}


def bare_name(says: Says, id_: str) -> str:
    """Return the name of a card of the set, without the brackets of a stand-in."""
    table = says.table
    card = table.buildings.get(id_) or table.events.get(id_) or table.file.inquisitors[id_]
    return str(getattr(card.name, says.language)).strip("()")


class Card(Kind):
    """A building, an event or an inquisitor by its name; a stand-in has it in brackets."""

    widget = "card"

    def __init__(self, pieces: str = "") -> None:
        super().__init__()
        self.pieces = pieces

    def label(self, value: Any, at: At) -> str:
        return bare_name(Says(at.language, at.state.table), value)

    def tells(self, value: Any, at: At) -> str:
        says = Says(at.language, at.state.table)
        if value in says.table.file.inquisitors:
            return says.penalty(value)
        description = says.card(value).removeprefix(says.name(value)).lstrip(": ")
        return SYMBOLS_FIRST.sub(r"\1", description)


class TableValue(Kind):
    """A value of the table as `Says` tells it."""

    def __init__(self, tell: Callable[[Says, Any], str], widget: str = "text") -> None:
        super().__init__(widget=widget)
        self._tell = tell

    def label(self, value: Any, at: At) -> str:
        return self._tell(Says(at.language, at.state.table), value)


def _step(says: Says, step: str) -> str:
    """A step of a plan."""
    return says.word("pays-wheat") if step == "wheat" else says.step(step)


def _picks(says: Says, picks: Sequence[Data]) -> str:
    """The choices within a step, one after the other."""
    return ", ".join(part for picked in picks for part in _parts(says, picked)) or "–"


def _parts(says: Says, picked: Data) -> Iterator[str]:
    for name, value in picked.items():
        match name:
            case "courtier":
                yield says.word(value)
            case "achievement":
                yield says.achievement(value)
            case "building":
                yield says.name(value)
            case "done":
                yield says.word("accepts" if value else "skipped")
            case "paid":
                yield f"{value} {words.thing('wheat', value, says.language)}"
            case _:
                yield f"{says.word(name)} {value}"


def _reply_to_each(says: Says, given: Data) -> str:
    """The replies to penalties, each behind the name of its inquisitor."""
    replies = (f"{bare_name(says, id_)}: {_reply(says, reply)}" for id_, reply in given.items())
    return "; ".join(replies) or "–"


def _reply(says: Says, reply: Data) -> str:
    if "building" in reply:
        return says.name(reply["building"])
    keeps = [f"{says.word('kept')} {reply['kept']}"] if "kept" in reply else []
    return ", ".join([says.goods(reply["given"]), *keeps])


def _price(says: Says, asks: Data) -> str:
    """The price of a chest."""
    if not asks:
        return says("offer.asks=nothing", "choice")
    ((currency, number),) = asks.items()
    return f"{number} {words.thing(currency, number, says.language)}"


def _courtiers(says: Says, courtiers: Sequence[str]) -> str:
    """The courtiers that help with an achievement."""
    return says.listed(courtiers) if courtiers else ""


CARD: Final = Card()
BUILDING: Final = Card("buildings")
EVENT: Final = Card("events")
ROLE: Final = Kind(widget="role", called=words.word, drawn=str)
GOODS: Final = TableValue(Says.goods)
GOOD: Final = Kind(widget="good", called=words.word, drawn=str)


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
        "request_shown.card": TableValue(Says.request, "card"),
        "step": TableValue(_step, "step"),
        "choices": TableValue(_picks),
        "inquisition_faced.choices": TableValue(_reply_to_each),
        "achievement": TableValue(Says.achievement, "card"),
        "courtiers": TableValue(_courtiers),
        "accusation_answered.of": ROLE,
        "charge_answered.answer": Kind(widget="word", called=words.word),
        "offer": TableValue(Says.offer),
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
    pictures=lambda: (*SIGNS, *SIGN_OF),
    symbol=symbol,
)
