"""Events as lines of the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET, ValidationError, convert, to_builtins

from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.filling import KINDS
from ragami.games.deal_with_the_devil.sheet import terms as t
from ragami.language import Language
from ragami.notation.line import bare_or_quoted
from ragami.notation.misread import Word


class Unsaid(LookupError):
    """There is no word for it: an illegal event may have anything in it."""


class Pen:
    """Writes the parts of a line in one language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language

    def say(self, words: Mapping[Word, str], meaning: str) -> str:
        found = [word for word, one in words.items() if one == meaning]
        if not found:
            raise Unsaid(meaning)
        return found[0].say(self.language)

    def verb(self, name: str) -> str:
        return t.VERBS[name].say(self.language)

    def seat(self, colour: str) -> str:
        return self.say(t.SEATS, colour)

    def card(self, card: str | None) -> str:
        return card or "?"

    def goods(self, goods: Mapping[Any, int]) -> str:
        letters = (
            (t.GOODS[good].say(self.language), goods[good]) for good in t.GOODS if good in goods
        )
        return "".join(f"{n}{letter}" for letter, n in letters) or "-"

    def souls(self, souls: ev.Souls) -> str:
        mark = "s" if self.language == "es" else "c"
        parts = ((souls.mortal, "m"), (souls.cultist, mark))
        return "".join(f"{n}{kind}" for n, kind in parts if n) or "-"

    def roles(self, table: Mapping[Any, Any]) -> str:
        if not any(table.values()):
            return "?"
        told = ((c, self.say(t.ROLES, role) if role else "?") for c, role in table.items())
        return " ".join(f"{self.seat(colour)}:{role}" for colour, role in told)

    def wishes(self, wishes: ev.Wishes | None) -> str:
        told = to_builtins(wishes) if wishes else {}
        signs = {1: "+", -1: "-"}
        said = [f"{self.say(t.SOUGHT, kind)}{signs[n]}" for kind, n in told.items() if n]
        return " ".join(said) or ("-" if wishes else "?")

    def answer(self, answer: ev.Answer) -> str:
        souls = self.souls(answer.souls).replace("-", "")
        return f"{self.verb('take' if answer.accept else 'leave')} {souls}".strip()

    def role(self, role: str) -> str:
        return self.say(t.ROLES, role)

    def offer(self, offer: ev.Offer | None) -> str:
        if offer is None:
            return "?"
        asks, goods = offer.asks, self.goods(offer.goods)
        if asks.nothing:
            return goods
        soul = "alma" if self.language == "es" else "soul"
        price = f"{asks.coins}$" if asks.coins is not UNSET else f"{asks.souls}{soul}"
        return f"{goods} {t.FOR.say(self.language)} {price}"

    def picked(self, one: ev.Picked) -> str:
        if one.courtier is not UNSET:
            return self.say(t.COURTIERS, one.courtier)
        if one.achievement is not UNSET:
            return f"{one.achievement}>{one.space}" if one.space is not UNSET else one.achievement
        if one.space is not UNSET:
            return f">{one.space}"
        if one.building is not UNSET:
            return f"{one.building}{'!' if one.done else '-'}"
        return f"={one.option}" if one.option is not UNSET else str(one.paid)

    def step(self, step: str) -> str:
        kind, _, building = step.partition(":")
        return f"{self.say(t.STEPS, kind)} {building}".strip()

    def plan(self, plan: ev.PlanShown) -> Iterator[str]:
        yield from (f"{one.card}:{self.say(t.SIDES, one.side)}" for one in plan.event)
        if plan.uses:
            yield " ".join((self.say(t.STEPS, "use"), *plan.uses))
        if plan.builds:
            told = (f"{one.building}{'!' if one.act else ''}" for one in plan.builds)
            yield " ".join((self.say(t.STEPS, "build"), *told))
        if plan.hire:
            yield self.say(t.STEPS, "hire")
        if plan.discarded:
            yield f"{t.DROP.say(self.language)} {self.card(plan.discarded[0])}"

    def chest(self, role: str, chest: ev.Chest) -> str:
        parts = [self.say(t.ROLES, role)]
        if chest.goods or not (chest.guesses or chest.souls.all):
            parts.append(self.goods(chest.goods))
        if chest.souls.all:
            parts += [t.SOULS.say(self.language), self.souls(chest.souls)]
        parts += [f"{self.say(t.SOUGHT, of)}>{self.seat(c)}" for of, c in chest.guesses.items()]
        return " ".join(parts)

    def ritual(self, e: ev.RitualOpened) -> str:
        return "; ".join(self.chest(role, one) for role, one in e.chests.items())

    def face(self, e: ev.InquisitionFaced) -> str:
        head = f"{t.SOULS.say(self.language)} {e.souls} {t.INDULGENCES.say(self.language)}"
        parts = [" ".join((head, str(e.indulgences), t.CONVINCED.say(self.language), *e.convinced))]
        for id_, reply in e.choices.items():
            if reply.building is not UNSET:
                parts.append(f"{id_} {reply.building}")
            elif reply.given is not UNSET:
                left = [t.LEFT_OVER.say(self.language), str(reply.kept)]
                beside, away = (left, "-") if reply.kept is not UNSET else ([], "")
                given = away + self.goods(reply.given) if reply.given else "-"
                parts.append(" ".join((id_, given, *beside)))
        return "; ".join(parts)


def _drawn(e: ev.CardsDrawn, pen: Pen) -> tuple[str, str]:
    kept = [f"{t.KEPT.say(pen.language)} {pen.card(card)}" for card in e.kept]
    return "draw", " ".join((*kept, "+", *map(pen.card, e.drawn), t.EVENT.en, pen.card(e.event)))


def _answer(e: ev.OfferAnswered, pen: Pen) -> tuple[str, str] | None:
    if e.answer is None:
        return "answer", "?"
    if e.answer.accept:
        return "take", pen.souls(e.answer.souls).replace("-", "")
    return None if e.answer.souls.all else ("leave", "")


def _step(e: ev.StepResolved, pen: Pen) -> tuple[str, str]:
    return ("do" if e.done else "skip"), " ".join((pen.step(e.step), *map(pen.picked, e.choices)))


def _claim(e: ev.AchievementClaimed, pen: Pen) -> tuple[str, str]:
    at = f">{e.space}" if e.space is not None else ""
    given = [pen.say(t.COURTIERS, one) for one in e.courtiers]
    beside = [t.WITH.say(pen.language), *given] if given else []
    return "claim", " ".join((f"{e.achievement}{at}", *beside))


def _votes(e: ev.VotesCast, pen: Pen) -> tuple[str, str]:
    told = ((c, pen.seat(vote) if vote != "none" else "-") for c, vote in e.votes.items())
    return "votes", " ".join(f"{pen.seat(colour)}>{vote}" for colour, vote in told)


def _accused(e: ev.AccusationAnswered, pen: Pen) -> tuple[str, str]:
    of = pen.say(t.SOUGHT, e.of)
    if e.true:
        return "is", of
    return ("not", f"es {of}") if pen.language == "es" else ("is", f"not {of}")


def _wall(e: ev.WallOpened, pen: Pen) -> tuple[str, str]:
    return "wall", f"{pen.goods(e.goods)} {t.SOULS.say(pen.language)} {pen.souls(e.souls)}"


def _traded(e: ev.BankTraded, pen: Pen) -> tuple[str, str]:
    if not e.buys:
        return "sell", pen.goods(e.sells)
    sold = f" {pen.verb('sell')} {pen.goods(e.sells)}" if e.sells else ""
    return "buy", f"{pen.goods(e.buys)}{sold}"


def _revealed(e: ev.Revealed, pen: Pen) -> tuple[str, str] | None:
    """None for what no event of the game has; that stands as it is."""
    field = e.place.partition(".")[0].partition("[")[0]
    if field not in KINDS or e.value is None or len(e.place.split()) != 1:
        return None
    try:
        value = convert(e.value, type=KINDS[field])
    except ValidationError:
        return None
    write: Any = {"offer": pen.offer, "answer": pen.answer, "wishes": pen.wishes}.get(
        field, pen.role if field in ("roles", "chests") else pen.card
    )
    return "reveal", f"{e.place} {t.FROM.say(pen.language)} {e.seq} = {write(value)}"


Written = tuple[str, str] | None
# The verb and what follows it, by the type of the event; None for what has no line.
WRITTEN: Final[Mapping[type, Callable[[Any, Pen], Written]]] = {
    ev.DistributionSealed: lambda e, _pen: ("sealed", e.digest),
    ev.WishesGiven: lambda e, pen: ("wish", pen.wishes(e.wishes)),
    ev.WordGiven: lambda e, _pen: ("word", bare_or_quoted(e.word)),
    ev.CharactersDealt: lambda e, pen: ("roles", pen.roles(e.roles)),
    ev.RolesShown: lambda e, pen: ("shown", pen.roles(e.roles)),
    ev.CardsDrawn: _drawn,
    ev.BuildingsPassed: lambda e, pen: ("hand", " ".join(map(pen.card, e.cards))),
    ev.OfferMade: lambda e, pen: ("offer", pen.offer(e.offer)),
    ev.OffersSent: lambda e, pen: ("send", f"{e.pass_} {pen.roles(e.chests)}"),
    ev.OfferAnswered: _answer,
    ev.ChestsReturned: lambda _e, _pen: ("return", ""),
    ev.PlanShown: lambda e, pen: ("plan", " ".join(pen.plan(e)) or "-"),
    ev.StepResolved: _step,
    ev.AchievementClaimed: _claim,
    ev.ActionsEnded: lambda _e, _pen: ("end", ""),
    ev.VotesCast: _votes,
    ev.ChargeAnswered: lambda e, _pen: (e.answer, ""),
    ev.WingsBought: lambda e, _pen: ("wings", str(e.count)),
    ev.RitualOpened: lambda e, pen: ("ritual", pen.ritual(e)),
    ev.InquisitorTurned: lambda e, _pen: ("turn", f"{e.slot} {e.inquisitor}"),
    ev.AccusationAnswered: _accused,
    ev.InquisitionFaced: lambda e, pen: ("face", pen.face(e)),
    ev.WallOpened: _wall,
    ev.SeedOpened: lambda e, _pen: ("seed", e.seed),
    ev.BankTraded: _traded,
    ev.LoanTaken: lambda e, _pen: ("loan", str(e.coins)),
    ev.DebtPaid: lambda e, _pen: ("repay", str(e.coins)),
    ev.RequestShown: lambda e, _pen: ("asks", e.card),
    ev.Revealed: _revealed,
}
