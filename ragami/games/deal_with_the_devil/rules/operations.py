"""Effects and operations of cards, with the choices that some of them need.

They change the player they are given; the judge runs them on a copy, and takes the first `Refused`
as the verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ragami.findings import Breach, breach
from ragami.games.deal_with_the_devil import components as c
from ragami.games.deal_with_the_devil.events import Picked
from ragami.games.deal_with_the_devil.rules import tracks
from ragami.games.deal_with_the_devil.rules.bank import payable
from ragami.games.deal_with_the_devil.state import Built, Player, State

# The spaces from which courtiers are hired, with the coins that it costs (R-D-COUR-01).
SPACES: Final = {"two": 2, "three": 3}


class Refused(ValueError):
    """A choice that cannot be; where it is carried out all the same, the log is beyond judging."""

    def __init__(self, reason: Breach) -> None:
        super().__init__(reason.rule)
        self.wrong = reason


class Missing(Refused):
    """A choice is asked for, and none is left. `keys` say of which kind."""

    def __init__(self, reason: Breach, keys: tuple[str, ...]) -> None:
        super().__init__(reason)
        self.keys = keys


def refuse(rule: str, ruling: str | None = None, /, **facts: object) -> Refused:
    return Refused(breach(rule, ruling, **facts))


@dataclass
class Doing:
    """The effects of a player that are carried out; `places` are the reputations that count."""

    state: State
    player: Player
    choices: Sequence[Picked] = ()
    places: Mapping[str, int] | None = None
    source: str | None = None
    used: int = 0

    def choice(self, rule: str, *keys: str) -> Picked:
        """Take the next choice, which has to have these keys."""
        if self.used == len(self.choices):
            raise Missing(breach(rule, needs=sorted(keys), has=None), keys)
        picked = self.choices[self.used]
        if picked.keys != set(keys):
            raise refuse(rule, needs=sorted(keys), has=sorted(picked.keys))
        self.used += 1
        return picked

    def all_used(self) -> None:
        """Raise `Refused` if choices are left over."""
        if self.used < len(self.choices):
            raise refuse("R-D-ACT-08", problem="left-over", has=len(self.choices), needs=self.used)

    # --- effects ---------------------------------------------------------------------------

    def effects(self, building: c.Building, when: c.When) -> None:
        """Carry out a building's effects of one kind, as far as their conditions hold."""
        before, self.source = self.source, building.id
        for effect in building.doing(when):
            self.effect(effect)
        self.source = before

    def effect(self, effect: c.Effect) -> None:
        if not effect.if_ or self.holds(effect.if_):
            self.run(effect.do)

    def all_effects(self, when: c.When) -> None:
        """Run the effects of all own buildings, in the order built."""
        for built in list(self.player.built):
            building = self.state.building(built.building)
            if building.doing(when):
                self.effects(building, when)

    def place(self, player: Player) -> int:
        """Return the place of a player's marker now, or at the start of the phase."""
        return self.places[player.colour] if self.places else player.reputation

    def holds(self, conditions: Iterable[c.Condition]) -> bool:
        return all(self._holds(condition) for condition in conditions)

    def _holds(self, condition: c.Condition) -> bool:
        player, plan, mine = self.player, self.player.plan, self.place(self.player)
        match condition.is_:
            case "lowest":
                return all(mine < self.place(opponent) for opponent in self.state.others(player))
            case "highest":
                return all(mine > self.place(opponent) for opponent in self.state.others(player))
            case "debt_at_most":
                return player.debt <= condition.n
            case "tokens_done":
                return (plan.tokens if plan else 0) >= condition.n
            case "hired":
                return plan is not None and plan.hired

    def count(self, of: str) -> int:
        """Return the number of things that the operator `per` counts."""
        player = self.player
        counted, _, symbol = of.partition(":")
        match counted:
            case "matching":
                return sum(symbol in self.state.building(b.building).symbols for b in player.built)
            case "below":
                mine = self.place(player)
                return sum(self.place(opponent) < mine for opponent in self.state.others(player))
            case "buildings":
                return len(player.built)
            case "achievements":
                return player.achievements
            case "debt":
                return player.debt
        return len(player.hired)

    # --- operations ------------------------------------------------------------------------

    def run(self, operations: Iterable[c.Operation]) -> None:
        for operation in operations:
            self.do(operation)

    def do(self, operation: c.Operation) -> None:
        """Carry out an operation. `pay` has been paid with the need of the step."""
        player = self.player
        match operation:
            case c.Gain(goods):
                player.gain(goods)
            case c.Reputation(by):
                tracks.reputation(player, by, self.state.table.file.track)
            case c.ReputationTo():
                track = self.state.table.file.track
                tracks.reputation(player, track.start - player.reputation, track)
            case c.Points(by):
                player.points += by
            case c.Angel(by):
                tracks.angel(player, by)
            case c.Demon(by):
                tracks.demon(player, by)
            case c.Debt(by):
                tracks.debt(player, by)
            case _:
                self._rarer(operation)

    def _rarer(self, operation: c.Operation) -> None:
        player = self.player
        match operation:
            case c.Per(of, do):
                for _ in range(self.count(of)):
                    self.run(do)
            case c.Choose(of):
                self._choose(of)
            case c.GetCourtier():
                if for_hire(player):
                    self.hire("R-D-BUILD-05")
            case c.GiveCourtier(courtier):
                if player.courtiers[courtier] == "hired":  # a ruling may let it pass without
                    player.courtiers[courtier] = "three"
            case c.Alchemist():
                player.courtiers["alchemist"] = "hired"
            case _:
                self._of_a_building(operation)

    def _of_a_building(self, operation: c.Operation) -> None:
        """Carry out a building's operation; `always` and `final` ones are used where they count."""
        match operation:
            case c.Minor():
                self._minor()
            case c.DropMinor():
                self._drop_minor()
            case c.LoseToken():
                self.player.lost += 1
            case c.Cover():
                self._cover()

    def _choose(self, alternatives: Sequence[Sequence[c.Operation]]) -> None:
        option = self.choice("R-D-ACT-08", "option").option
        if not isinstance(option, int) or option >= len(alternatives):
            raise refuse("R-D-ACT-08", has=option, needs=len(alternatives))
        self.run(alternatives[option])

    def hire(self, rule: str) -> int:
        """Hire the courtier of the next choice; return the coins that it costs."""
        kind = str(self.choice(rule, "courtier").courtier)
        space = self.player.courtiers[kind]
        if space not in SPACES:
            raise refuse(rule, courtier=kind, has=space)
        self.player.courtiers[kind] = "hired"
        return SPACES[space]

    def gain_achievement(self, id_: str, space: int | None) -> None:
        """Gain an achievement: run its reward, and the buildings' effects on it (R-D-ACH-09)."""
        player = self.player
        if space is None:
            player.major.append(id_)
        else:
            player.minor[id_] = space
            player.levels[space - 1] = 2
        self.run(self.state.table.file.achievements[id_].reward)
        self.all_effects("achievement")

    def _minor(self) -> None:
        player, rule = self.player, "R-D-BUILD-06"
        if "open" not in player.minor.values() or 1 not in player.levels:
            return
        picked = self.choice(rule, "achievement", "space")
        id_, space = str(picked.achievement), picked.space
        assert isinstance(space, int)
        if player.minor.get(id_) != "open":
            raise refuse(rule, achievement=id_, has=player.minor.get(id_))
        if player.levels[space - 1] != 1:
            raise refuse(rule, space=space, has=2)
        self.gain_achievement(id_, space)

    def _drop_minor(self) -> None:
        player, rule = self.player, "R-D-BUILD-08"
        if "open" in player.minor.values():
            id_ = str(self.choice(rule, "achievement").achievement)
            if player.minor.get(id_) != "open":
                raise refuse(rule, achievement=id_, has=player.minor.get(id_))
            player.minor[id_] = "dropped"
            return
        on_spaces = {place: id_ for id_, place in player.minor.items() if isinstance(place, int)}
        if on_spaces:
            space = self.choice(rule, "space").space
            if not isinstance(space, int) or space not in on_spaces:
                raise refuse(rule, space=space)
            player.minor[on_spaces[space]] = "dropped"
            player.levels[space - 1] = 1

    def coverable(self) -> list[Built]:
        """List the buildings that `cover` may name: uncovered, with an action, not its source.

        The source of an action that a `cover` carries out is the building just covered.
        """
        return [
            built
            for built in self.player.built
            if not built.covered
            and built.building != self.source
            and self.state.building(built.building).has_action
        ]

    def _cover(self) -> None:
        may_be = {built.building: built for built in self.coverable()}
        if not may_be:
            return
        picked = self.choice("R-D-BUILD-04", "building", "done")
        if picked.building not in may_be:
            raise refuse("R-D-BUILD-04", building=picked.building)
        covered = may_be[str(picked.building)]
        covered.covered = True
        building = self.state.building(covered.building)
        need, lacking = building.action_price, lacks(self, building.doing("action"))
        can = payable(self.player, need)
        if not picked.done:
            if can and not lacking:
                raise refuse("R-D-ACT-10", "A-D-ACT-02", building=covered.building, needs=need)
            return
        if lacking:
            raise refuse("R-D-ACT-11", building=covered.building, needs=lacking)
        if not self.player.has_goods(need):
            raise refuse("R-D-BANK-03", needs=need, has=self.player.goods)
        self.player.pay(need)
        self.effects(building, "action")


# The operations that may need a choice, and so may be refused.
CHOOSING: Final = (c.Choose, c.GetCourtier, c.Minor, c.DropMinor, c.Cover)


def for_hire(player: Player) -> list[str]:
    """Return the courtiers on the 2- and the 3-coin space."""
    return [kind for kind, place in player.courtiers.items() if place in SPACES]


def lacks(doing: Doing, effects: Iterable[c.Effect]) -> list[str]:
    """Return the courtiers that effects give away and that are not hired."""
    given = (
        operation
        for effect in effects
        for operation in effect.do
        if isinstance(operation, c.GiveCourtier) and doing.holds(effect.if_)
    )
    return courtiers_lacking(doing.player, given)


def courtiers_lacking(player: Player, operations: Iterable[c.Operation]) -> list[str]:
    """Return the courtiers that the operations need and the player has not hired."""
    return [
        operation.courtier
        for operation in operations
        if isinstance(operation, c.GiveCourtier) and player.courtiers[operation.courtier] != "hired"
    ]
