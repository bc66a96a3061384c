"""A bot's decisions, from the table and what stands behind its own wall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec import to_builtins

from ragami.decoded import Data
from ragami.games.deal_with_the_devil import components as c
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.rules.actions import (
    sets_of_courtiers,
    step_of,
    usable,
    ways,
    wheat_due,
)
from ragami.games.deal_with_the_devil.rules.bank import bought, payable, selling_price
from ragami.games.deal_with_the_devil.rules.deals import acceptances, in_front_of, prices
from ragami.games.deal_with_the_devil.rules.facing import endangered, faced
from ragami.games.deal_with_the_devil.rules.operations import Doing
from ragami.games.deal_with_the_devil.rules.ritual import barred
from ragami.games.deal_with_the_devil.state import NO_SOULS, Player, State


class Decider:
    """Decides at random, with a hand for what makes a game move.

    Some are reckless: they borrow all they can, offer all they have, and plan what nobody can pay.
    """

    def __init__(self, s: State, rng: Random) -> None:
        self.s = s
        self.rng = rng
        self.reckless = {colour for colour in ev.COLOURS if rng.random() < 0.3}

    def _some(self, most: int) -> int:
        return self.rng.randint(0, most) if most > 0 else 0

    def _player(self, colour: ev.Colour) -> Player:
        return self.s.players[colour]

    # --- deals -----------------------------------------------------------------------------

    def offer(self, colour: ev.Colour) -> Data:
        """Return an offer of some goods at a price that the role may ask, or an empty one."""
        player, rng = self._player(colour), self.rng
        assert player.goods is not None
        if rng.random() < 0.1:
            return {"goods": {}, "asks": {}}
        asks = rng.choice(prices(player.role))
        if colour in self.reckless and "souls" in asks:
            return {"goods": {good: n for good, n in player.goods.items() if n}, "asks": asks}
        kinds = [good for good, n in player.goods.items() if n and good != "coins"]
        goods: Data = {}
        for good in rng.sample(kinds, min(len(kinds), rng.choice([0, 1, 1, 2]))):
            goods[good] = rng.randint(1, min(2, player.goods[good]))
        if "souls" in asks and player.goods["coins"] > 2 and rng.random() < 0.5:
            goods["coins"] = rng.randint(1, 3)
        if self.s.options.trade_indulgences and player.indulgences and rng.random() < 0.6:
            goods["indulgences"] = 1
        return {"goods": goods, "asks": asks}

    def price(self, colour: ev.Colour) -> int:
        """Return the coins that the chest in front of a player asks for."""
        _, offer = in_front_of(self.s, colour)
        return offer.asks.coins if offer and isinstance(offer.asks.coins, int) else 0

    def answer(self, colour: ev.Colour) -> Data:
        _, offer = in_front_of(self.s, colour)
        ways_to_pay = acceptances(self.s, self._player(colour))
        if ways_to_pay and offer and self.rng.random() < (0.75 if offer.goods else 0.1):
            return dict(self.rng.choice(ways_to_pay))
        return {"accept": False, "souls": NO_SOULS}

    # --- money -----------------------------------------------------------------------------

    def raising(self, colour: ev.Colour, need: Mapping[str, int]) -> list[Any] | None:
        """Return the loan and the trade after which a need can be paid; None if it never can be."""
        player = self._player(colour)
        assert player.goods is not None
        if player.has_goods(dict(need)):
            return []
        if not payable(player, need):
            return None
        buys = {
            good: n - player.goods[good]
            for good, n in need.items()
            if good != "coins" and n > player.goods[good]
        }
        short = need.get("coins", 0) + bought(buys) - player.goods["coins"]
        sells: dict[str, int] = {}
        borrowed = self._some(min(short, 10 - player.debt))
        for good in self._surplus(player, need):
            if short - borrowed <= 0:
                break
            sells[good] = sells.get(good, 0) + 1
            short -= selling_price(good)
        loan = max(0, short)
        deeds: list[object] = [("loan_taken", {"coins": loan})] if loan else []
        if sells or buys:
            deeds.append(("bank_traded", {"sells": sells, "buys": buys}))
        return deeds

    def _surplus(self, player: Player, need: Mapping[str, int]) -> list[str]:
        """Return the goods beyond `need`, piece by piece in random order: they can be sold."""
        assert player.goods is not None
        over = [
            good
            for good, n in player.goods.items()
            if good != "coins"
            for _ in range(n - need.get(good, 0))
        ]
        self.rng.shuffle(over)
        return over

    # --- actions ---------------------------------------------------------------------------

    def plan(self, colour: ev.Colour) -> Data:
        """Return a random plan; it may turn out that it cannot be paid."""
        player, rng = self._player(colour), self.rng
        base = self.least_plan(colour)
        playable = [card for card in player.events if card not in base["discarded"]]
        if playable and rng.random() < 0.75:
            base["event"] = [{"card": playable[0], "side": rng.choice(["left", "right"])}]
        able = usable(self.s, player)
        reckless = colour in self.reckless
        base["uses"] = rng.sample(able, min(len(able), 2 if reckless else rng.choice([0, 1, 2])))
        hand = [card for card in player.hand if card]
        hand.sort(key=lambda id_: not payable(player, self.s.building(id_).price))
        buildings = hand[:2] if rng.random() < 0.6 else rng.sample(hand, min(2, len(hand)))
        base["builds"] = [
            {"building": id_, "act": self.s.building(id_).has_action and rng.random() < 0.6}
            for id_ in buildings[: rng.choice([1, 1, 2])]
        ]
        base["hire"] = rng.random() < (0.8 if reckless else 0.4)
        return base

    def least_plan(self, colour: ev.Colour) -> Data:
        """Return a plan that takes no token: it is always legal."""
        events = self._player(colour).events
        discarded = [self.rng.choice(events)] if len(events) == 2 else []
        return {"event": [], "discarded": discarded, "uses": [], "builds": [], "hire": False}

    def needs(self, colour: ev.Colour, step: str) -> Mapping[str, int] | None:
        """Return the goods that pay for a step; None where it cannot be done."""
        player = self._player(colour)
        doing = step_of(self.s, player, step)
        if doing.lacking:
            return None
        if step == "wheat":
            return {"wheat": self._most_wheat(player)}
        if doing.kind == "build" and any(
            isinstance(operation, c.Cover) for operation in doing.does
        ):
            return self._with_covered(player, doing.need)
        return doing.need

    def _with_covered(self, player: Player, need: Mapping[str, int]) -> Mapping[str, int]:
        """Return the price of a Stable with that of the action it covers, if both can be paid."""
        for built in Doing(self.s, player).coverable():
            both = Counter(need) + Counter(self.s.building(built.building).action_price)
            if payable(player, both):
                return both
        return need

    def _most_wheat(self, player: Player) -> int:
        due = wheat_due(player)
        return max(n for n in range(due + 1) if payable(player, {"wheat": n}))

    def step(self, colour: ev.Colour, step: str) -> Data:
        """Return the data that resolves a step, once the money is raised."""
        player = self._player(colour)
        doing = step_of(self.s, player, step)
        if step == "wheat":
            n = self._most_wheat(player)
            return {"done": n == wheat_due(player), "choices": [{"paid": n}]}
        if doing.lacking or not payable(player, doing.need):
            return {"done": False, "choices": []}
        possible = ways(self.s, player, step)
        return {
            "done": True,
            "choices": [to_builtins(picked) for picked in self.rng.choice(possible)],
        }

    def claims(self, colour: ev.Colour) -> list[Data]:
        """Return achievements to try, in any order."""
        player = self._player(colour)
        attempts: list[Data] = []
        for id_, achievement in self.s.table.file.achievements.items():
            for courtiers in sets_of_courtiers(self.s, player, id_):
                if courtiers and colour in self.reckless:
                    continue
                free = player.free_spaces
                space = self.rng.choice(free) if achievement.size == "minor" and free else None
                attempts.append({"achievement": id_, "space": space, "courtiers": courtiers})
        self.rng.shuffle(attempts)
        return attempts

    # --- witch hunt, Inquisition -----------------------------------------------------------

    def votes(self) -> Data:
        """Return random votes that favour one suspect, so that somebody is questioned."""
        free = [player.colour for player in self.s.in_order() if not player.confessed]
        suspect = self.rng.choice([*free, "none"])
        votes: Data = {}
        for voter in self.s.seats:
            suspects = [colour for colour in free if colour != voter]
            follows = suspect != voter and self.rng.random() < 0.6
            votes[voter] = suspect if follows else self.rng.choice([*suspects, "none"])
        return votes

    def charge(self, colour: ev.Colour) -> str:
        souls = self._player(colour).souls or NO_SOULS
        able = sum(souls.values()) >= 3 and self.rng.random() < 0.8
        return "innocent" if able else "guilty"

    def ritual(self) -> Data:
        """Return the four chests of the ritual; often two guess alike."""
        suspects = self.rng.sample(self.s.seats, 2)
        chests: Data = {}
        for role in ev.ROLES:
            player = self.s.who(role)
            assert player
            assert player.goods is not None
            goods: Data = {}
            if n := self._some(min(4, player.goods["coins"])):
                goods["coins"] = n
            wood = player.goods["wood"]
            if self.s.options.bribe_resources and wood and self.rng.random() < 0.5:
                goods["wood"] = self.rng.randint(1, wood)
            souls = dict(NO_SOULS)
            if role == "devil" and player.souls:
                all_in = self.s.round == 3
                souls["mortal"] = self._some(player.souls["mortal"])
                marked = player.souls["cultist"]
                souls["cultist"] = marked if all_in else self._some(marked)
            chests[role] = {"goods": goods, "souls": souls, "guesses": self._guess(role, suspects)}
        return chests

    def _guess(self, role: ev.Role, suspects: list[ev.Colour]) -> Data:
        guesses: Data = {}
        for sought, suspect in zip(ev.SOUGHT, suspects, strict=True):
            open_ = [x for x in self.s.seats if x not in barred(self.s, role, sought)]
            open_ = [x for x in open_ if x not in guesses.values()]
            if open_ and self.rng.random() < 0.7:
                agrees = suspect in open_ and self.rng.random() < 0.6
                guesses[sought] = suspect if agrees else self.rng.choice(open_)
        return guesses

    def face(self, colour: ev.Colour, *, humble: bool = False) -> Data:
        """Return the inquisitors to convince, and the answers to the others."""
        player = self._player(colour)
        assert player.souls is not None
        those = faced(self.s, player)
        souls = 0 if humble else self._some(min(sum(player.souls.values()), len(those)))
        indulgences = 0 if humble else self._some(min(player.indulgences or 0, len(those) - souls))
        convinced = self.rng.sample(those, souls + indulgences)
        choices: Data = {}
        goods = dict(player.goods or {})
        for id_ in dict.fromkeys(those):
            if id_ not in convinced:
                reply = self._reply(player, goods, self.s.table.file.inquisitors[id_].penalty)
                choices |= {id_: reply} if reply else {}
        return {
            "souls": souls,
            "indulgences": indulgences,
            "convinced": convinced,
            "choices": choices,
        }

    def _reply(self, player: Player, goods: dict[str, int], penalty: c.Penalty) -> Data | None:
        match penalty:
            case c.Kept(kinds, _):
                handed_over: Data = {}
                for good in kinds:
                    if n := self._some(goods[good]):
                        handed_over[good] = n
                        goods[good] -= n
                return {"given": handed_over, "kept": sum(goods[good] for good in kinds)}
            case c.Squanderer(_, instead, count):
                able = [good for good in instead if goods[good] >= count]
                if able and self.rng.random() < 0.7:
                    good = self.rng.choice(able)
                    goods[good] -= count
                    return {"given": {good: count}}
                return {"given": {}}
            case c.Vandal():
                ruins = endangered(self.s, player)
                return {"building": self.rng.choice(ruins)} if ruins else None
        return None
