"""Plans, their steps, achievements: R-D-ACT, R-D-BUILD, R-D-COUR, R-D-ACH."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from ragami.findings import Breach, breach
from ragami.games.deal_with_the_devil import components as c
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.rules import tracks
from ragami.games.deal_with_the_devil.rules.bank import payable
from ragami.games.deal_with_the_devil.rules.cards import Hand, event_elsewhere, missing, take
from ragami.games.deal_with_the_devil.rules.operations import (
    CHOOSING,
    SPACES,
    Doing,
    Missing,
    Refused,
    courtiers_lacking,
    for_hire,
    lacks,
)
from ragami.games.deal_with_the_devil.rules.rounds import end_actions
from ragami.games.deal_with_the_devil.state import Built, Plan, Player, State

# --- planning ------------------------------------------------------------------------------


def tokens_of(event: ev.PlanShown) -> int:
    """Return the number of action tokens that a plan takes (R-D-ACT-04)."""
    acts = sum(build.act for build in event.builds)
    return len(event.uses) + len(event.builds) + acts + event.hire


def check_plan(s: State, event: ev.PlanShown) -> Iterator[Breach]:
    """Check the events, buildings and tokens of a plan (R-D-ACT-01 … R-D-ACT-08)."""
    player = s.players[event.player]
    yield from _check_events(s, player, event)
    for i, building in enumerate(event.uses):
        standing = player.standing(building)
        if building in event.uses[:i] or standing is None or not _may_be_used(s, standing):
            yield breach("R-D-ACT-07", found=building)
    planned = [build.building for build in event.builds]
    twice = len(set(planned)) < len(planned)
    if absent := missing(s, player, list(player.hand), planned):
        yield breach("R-D-ACT-06", found=absent, has=list(player.hand))
    elif twice:
        yield breach("R-D-ACT-06", problem="twice", found=planned)
    for build in event.builds:
        if build.act and not s.building(build.building).has_action:
            yield breach("R-D-ACT-08", found=build.building)
    if tokens_of(event) > player.tokens:
        yield breach("R-D-ACT-04", needs=tokens_of(event), has=player.tokens)


def usable(s: State, player: Player) -> list[str]:
    """Return the buildings whose action a plan may use."""
    return [standing.building for standing in player.built if _may_be_used(s, standing)]


def _may_be_used(s: State, standing: Built) -> bool:
    """Return True if a building has an action of its own (R-D-ACT-07, R-D-BUILD-04)."""
    before = not standing.covered and standing.round < s.round
    return before and s.building(standing.building).has_action


def _check_events(s: State, player: Player, event: ev.PlanShown) -> Iterator[Breach]:
    """Check that one event is left, and that all were in hand (R-D-ACT-02, R-D-ACT-03)."""
    unused: Hand = list(player.events)
    if len(event.discarded) != len(unused) - 1:
        yield breach("R-D-ACT-02", needs=len(unused) - 1, has=len(event.discarded))
    leaving = [played.card for played in event.event] + [card for card in event.discarded if card]
    for i, card in enumerate(leaving):
        away = card in s.gone or (card not in unused and event_elsewhere(s, player, card))
        if card in leaving[:i] or away or not take(unused, card):
            yield breach("R-D-ACT-02", found=card, has=list(player.events))


def plan(s: State, event: ev.PlanShown, seq: int) -> None:
    """Take the planned cards from the hands and list the steps."""
    player = s.players[event.player]
    for played in event.event:
        take(player.events, played.card)
        s.gone.add(played.card)
    for card in event.discarded:
        if card is None:
            player.events = [None] * (len(player.events) - 1)
        else:
            take(player.events, card)
            s.gone.add(card)
    builds = [build.building for build in event.builds]
    for building in builds:
        take(player.hand, building)
    player.plan = Plan(
        list(_steps(player, event)), event.event[0].card if event.event else None, builds
    )
    if s.was_last(event.player):
        s.set_step("actions/act")


def _steps(player: Player, event: ev.PlanShown) -> Iterator[str]:
    """Yield the steps of a plan in their order (R-D-ACT-09)."""
    side = event.event[0].side if event.event else None
    if side == "left":
        yield "left"
    for building in event.uses:
        yield f"use:{building}"
    for build in event.builds:
        yield f"build:{build.building}"
        if build.act:
            yield f"act:{build.building}"
    if event.hire:
        yield "hire"
    if side == "right":
        yield "right"
    if tokens_of(event) > player.free_tokens:
        yield "wheat"


# --- steps ---------------------------------------------------------------------------------


class Step(NamedTuple):
    """A step of a plan: its kind, what it pays, what it lacks, and what it does."""

    kind: str
    need: dict[str, int]
    lacking: Sequence[object]
    building: c.Building | None = None
    operations: Sequence[c.Operation] = ()

    @property
    def does(self) -> Sequence[c.Operation]:
        """The operations of the step, whether their conditions hold or not."""
        if self.building is None:
            return self.operations
        return self.building.operations("build" if self.kind == "build" else "action")


def step_of(s: State, player: Player, name: str) -> Step:
    """Return a step with its need, and what it lacks at the moment."""
    step = planned(s, player, name)
    lacking: Sequence[object] = ()
    match step.kind:
        case "build" | "use" | "act":
            assert step.building
            when: c.When = "build" if step.kind == "build" else "action"
            lacking = lacks(Doing(s, player), step.building.doing(when))
        case "hire":
            lacking = () if for_hire(player) else ("courtier",)
        case "left" | "right":
            doing = Doing(s, player)
            unmet: list[object] = [
                its.is_ for its in _side(s, player, step.kind).if_ if not doing.holds((its,))
            ]
            lacking = unmet + courtiers_lacking(player, step.operations)
    return step._replace(lacking=lacking)


def planned(s: State, player: Player, name: str) -> Step:
    """Return a step with its need, without what it lacks."""
    kind, _, id_ = name.partition(":")
    if kind == "build":
        building = s.building(id_)
        return Step(kind, building.price, (), building)
    if kind in ("use", "act"):
        building = s.building(id_)
        return Step(kind, building.action_price, (), building)
    if kind == "hire":
        return Step(kind, {"coins": 2 if "two" in player.courtiers.values() else 3}, ())
    if kind == "wheat":
        return Step(kind, {"wheat": wheat_due(player)}, ())
    side = _side(s, player, kind)
    return Step(kind, c.to_pay(side.do), (), None, side.do)


def _side(s: State, player: Player, kind: str) -> c.Side:
    assert player.plan
    assert player.plan.event
    card = s.table.events[player.plan.event]
    return card.left if kind == "left" else card.right


def wheat_due(player: Player) -> int:
    """Return the wheat for tokens beyond the free ones (R-D-ACT-05, A-D-ACT-05)."""
    assert player.plan
    return max(0, player.plan.tokens - player.free_tokens)


def check_step(s: State, event: ev.StepResolved) -> Iterator[Breach]:
    """Check that the step is next, and done or skipped rightly.

    R-D-ACT-05, R-D-ACT-09 … R-D-ACT-12 and R-D-BANK-03.
    """
    player = s.players[event.player]
    steps = player.plan.steps if player.plan else []
    if not steps:
        yield breach("R-D-ACT-10", problem="no-step-left", found=event.step)
        return
    if event.step != steps[0]:
        yield breach("R-D-ACT-09", found=event.step, needs=steps[0])
        return
    step = step_of(s, player, event.step)
    if step.kind == "wheat":
        yield from _check_wheat(player, event)
    elif not event.done:
        yield from _check_skipped(player, step, event)
    else:
        yield from _check_done(s, player, step, event)


def _check_skipped(player: Player, step: Step, event: ev.StepResolved) -> Iterator[Breach]:
    """Check that only what cannot be done is skipped (R-D-ACT-10, R-D-ACT-11)."""
    if not step.lacking and payable(player, step.need):
        yield breach(
            "R-D-ACT-10", "A-D-ACT-02", found=event.step, needs=step.need, has=player.goods
        )
    if event.choices:
        yield breach("R-D-ACT-10", problem="choices", found=event.step)


def _check_done(s: State, player: Player, step: Step, event: ev.StepResolved) -> Iterator[Breach]:
    if step.lacking:
        rule = "R-D-ACT-12" if step.kind == "right" else "R-D-ACT-11"
        yield breach(rule, found=event.step, needs=list(step.lacking))
    need = step.need
    if step.kind == "hire":
        if unhired := list(_check_hiring(player, event)):
            yield from unhired
            return
        need = {"coins": SPACES[player.courtiers[str(event.choices[0].courtier)]]}
    if not player.has_goods(need):
        yield breach("R-D-BANK-03", found=event.step, needs=need, has=player.goods)
        return
    chooses = event.choices or any(isinstance(operation, CHOOSING) for operation in step.does)
    if step.kind == "hire" or not chooses:
        return  # nothing in it can be refused any more
    try:
        doing = Doing(s, player.copy(), event.choices)
        carry_out(doing, step)
        doing.all_used()
    except Refused as refused:
        yield refused.wrong


def _check_hiring(player: Player, event: ev.StepResolved) -> Iterator[Breach]:
    """Check that a courtier is hired who can be (R-D-COUR-01)."""
    names_a_courtier = len(event.choices) == 1 and event.choices[0].keys == {"courtier"}
    if not names_a_courtier or event.choices[0].courtier not in for_hire(player):
        yield breach("R-D-COUR-01", found=list(event.choices), needs=for_hire(player))


def _check_wheat(player: Player, event: ev.StepResolved) -> Iterator[Breach]:
    due = wheat_due(player)
    paid = event.choices[0].paid if len(event.choices) == 1 else None
    if not isinstance(paid, int) or paid > due or event.done != (paid == due):
        yield breach("R-D-ACT-05", needs=due, has=paid if isinstance(paid, int) else None)
        return
    if paid < due:
        most = max((n for n in range(due + 1) if payable(player, {"wheat": n})), default=0)
        if paid < most:
            yield breach("R-D-ACT-10", "A-D-ACT-04", needs=most, has=paid)
    if not player.has_goods({"wheat": paid}):
        yield breach("R-D-BANK-03", needs={"wheat": paid}, has=player.goods)


def resolve(s: State, event: ev.StepResolved, seq: int) -> None:
    """Do a step, or skip it with what that costs."""
    player = s.players[event.player]
    assert player.plan
    step = planned(s, player, event.step)
    player.plan.steps.pop(0)
    if step.kind == "wheat":
        paid = event.choices[0].paid
        assert isinstance(paid, int)
        player.pay({"wheat": paid})
        _disgrace(s, player, step.need["wheat"] - paid)
    elif event.done:
        carry_out(Doing(s, player, event.choices), step)
    else:
        _disgrace(s, player, 1)
        if step.building and step.kind == "build":
            _take_back(player, step.building.id)


def _disgrace(s: State, player: Player, n: int) -> None:
    """Take reputation for failures; none from learners (R-D-ACT-11, R-D-ACT-12, R-D-ACT-13)."""
    if not s.options.lenient:
        tracks.reputation(player, -n, s.table.file.track)


def _take_back(player: Player, building: str) -> None:
    """Take back a building that was not built, with its action (A-D-ACT-06)."""
    assert player.plan
    player.hand.append(building)
    player.plan.builds.remove(building)
    if player.plan.steps[:1] == [f"act:{building}"]:
        player.plan.steps.pop(0)


def carry_out(doing: Doing, step: Step) -> None:
    """Carry out a step that is done. Raise `Refused` at the first choice that is not possible."""
    s, player = doing.state, doing.player
    shown_plan = player.plan
    assert shown_plan
    match step.kind:
        case "build":
            assert step.building
            player.pay(step.need)
            cost = step.building.cost.get("reputation", 0)
            tracks.reputation(player, -cost, s.table.file.track)
            player.built.append(Built(step.building.id, s.round))
            shown_plan.builds.remove(step.building.id)
            doing.effects(step.building, "build")
        case "use" | "act":
            assert step.building
            player.pay(step.need)
            doing.effects(step.building, "action")
        case "hire":
            player.pay({"coins": doing.hire("R-D-COUR-01")})
            shown_plan.hired = True
        case _:
            player.pay(step.need)
            doing.run(step.operations)
            return
    shown_plan.tokens += 1


def ways(s: State, player: Player, step: str) -> list[list[ev.Picked]]:
    """Return all lists of choices with which a step can be done at the moment."""
    complete: list[list[ev.Picked]] = []
    waiting: list[list[ev.Picked]] = [[]]
    plan = step_of(s, player, step)
    while waiting:
        picked = waiting.pop()
        doing = Doing(s, player.copy(), picked)
        try:
            carry_out(doing, plan)
        except Missing as lacking:
            waiting += [[*picked, pick] for pick in _picks(doing, lacking.keys)]
        except Refused:
            continue
        else:
            if doing.player.goods is None or min(doing.player.goods.values()) >= 0:
                complete.append(picked)
    return complete


def _picks(doing: Doing, keys: tuple[str, ...]) -> list[ev.Picked]:
    """Return the candidates for a choice with these keys; some of them may be refused."""
    player = doing.player
    minors = [id_ for id_, place in player.minor.items() if place == "open"]
    match keys:
        case ("courtier",):
            return [ev.Picked(courtier=kind) for kind in for_hire(player)]  # type: ignore[arg-type]
        case ("achievement", "space"):
            free = player.free_spaces
            return [ev.Picked(achievement=id_, space=space) for id_ in minors for space in free]
        case ("achievement",):
            return [ev.Picked(achievement=id_) for id_ in minors]
        case ("space",):
            return [ev.Picked(space=at) for at in player.minor.values() if isinstance(at, int)]
        case ("building", "done"):
            covers = [built.building for built in doing.coverable()]
            return [ev.Picked(building=id_, done=done) for id_ in covers for done in (True, False)]
    return [ev.Picked(option=i) for i in range(MOST_OPTIONS)]


MOST_OPTIONS: Final = 6


# --- achievements --------------------------------------------------------------------------


def check_claim(s: State, event: ev.AchievementClaimed) -> Iterator[Breach]:
    """Check that the achievement may be claimed now (R-D-ACH-01 … R-D-ACH-08)."""
    player = s.players[event.player]
    if player.plan and player.plan.steps:
        yield breach("R-D-ACT-09", needs=player.plan.steps[0], found=event.achievement)
    if event.player in s.done:
        yield breach("R-D-ACH-01", problem="ended", player=event.player)
    achievement = s.table.file.achievements[event.achievement]
    minor, courtiers = achievement.size == "minor", event.courtiers
    if player.minor[event.achievement] != "open" if minor else event.achievement in player.major:
        yield breach("R-D-ACH-08", found=event.achievement)
    occupied = event.space is not None and player.levels[event.space - 1] == 2
    if minor != (event.space is not None) or occupied:
        yield breach("R-D-ACH-06", found=event.space, has=list(player.levels))
    hired = all(player.courtiers[kind] == "hired" for kind in courtiers)
    if len(set(courtiers)) < len(courtiers) or not hired:
        yield breach("R-D-COUR-02", found=list(courtiers), has=player.hired)
    if wanting := lacking_symbols(s, player, achievement, courtiers):
        yield breach("R-D-ACH-01", found=event.achievement, needs=wanting)
    else:
        for i, kind in enumerate(courtiers):
            if not lacking_symbols(s, player, achievement, (*courtiers[:i], *courtiers[i + 1 :])):
                yield breach("R-D-ACH-04", "A-D-ACH-02", found=kind)


def lacking_symbols(
    s: State, player: Player, achievement: c.Achievement, courtiers: Iterable[str]
) -> dict[str, int]:
    """Return the symbols that an achievement still needs; empty if it is complete."""
    spent = list(courtiers)
    symbols = [symbol for b in player.built for symbol in s.building(b.building).symbols]
    wanting: dict[str, int] = {
        symbol: over
        for symbol, n in achievement.needs.items()
        if (over := n - symbols.count(symbol) - spent.count(symbol)) > 0
    }
    any_symbol = symbols.count("science") + spent.count("alchemist")
    return wanting if sum(wanting.values()) > any_symbol else {}


def claims(s: State, player: Player) -> Iterator[tuple[str, list[str]]]:
    """Yield the achievements that a player may gain, each with courtiers that complete its set."""
    for id_ in s.table.file.achievements:
        if id_ not in player.major and player.minor.get(id_, "open") == "open":
            yield from ((id_, courtiers) for courtiers in sets_of_courtiers(s, player, id_))


def sets_of_courtiers(s: State, player: Player, id_: str) -> Iterator[list[str]]:
    """Yield the courtiers that complete the set of an achievement, none too much (R-D-ACH-04)."""
    achievement = s.table.file.achievements[id_]
    for n in range(5):
        for courtiers in combinations(player.hired, n):
            fewer = (courtiers[:i] + courtiers[i + 1 :] for i in range(n))
            if lacking_symbols(s, player, achievement, courtiers):
                continue
            if all(lacking_symbols(s, player, achievement, few) for few in fewer):
                yield list(courtiers)


def claim(s: State, event: ev.AchievementClaimed, seq: int) -> None:
    """Pay with courtiers and gain the achievement."""
    player = s.players[event.player]
    for kind in event.courtiers:
        player.courtiers[kind] = "three"
    Doing(s, player).gain_achievement(event.achievement, event.space)


def check_end(s: State, event: ev.ActionsEnded) -> Iterator[Breach]:
    """Check that no planned step is left (R-D-ACT-10)."""
    shown_plan = s.players[event.player].plan
    if shown_plan and shown_plan.steps:
        yield breach("R-D-ACT-10", needs=shown_plan.steps[0], player=event.player)


def end(s: State, event: ev.ActionsEnded, seq: int) -> None:
    """Mark a player as done; after the fourth one the phases without decisions follow."""
    player = s.players[event.player]
    assert player.plan
    player.plan.ended = True
    if s.was_last(event.player):
        end_actions(s)
