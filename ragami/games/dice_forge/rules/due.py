"""Check that a record is due, by the right player; what a ruling may let stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from ragami.decoded import type_of
from ragami.findings import Breach, Breaches, breach
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.components import LOG_RULE
from ragami.games.dice_forge.state import ApplyThrow, RollDice, State

FREE: Final = (ev.Reinforced, ev.OfferingMade, ev.FeatPerformed, ev.TurnEnded)
SECOND_RULE: Final = "R-F-BLESS-02"


def check_form(s: State, e: Any) -> Breaches:
    """Check that record 1 came first, and that the game has what is named (R-F-LOG-01)."""
    if not s.opened:
        return [breach(LOG_RULE, problem="not-opened")]
    playing = s.table.playing
    named = NAMED.get(type(e))
    refs = named(e) if named else (e.player,)
    if not playing.issuperset(refs):
        unknown = next(ref for ref in refs if ref not in playing)
        return [breach(LOG_RULE, problem="does-not-play", found=unknown, instead=list(s.players))]
    if type(e) in OF_FEATS and e.feat not in s.table.feats:
        facts = {"found": e.feat, "instead": list(s.table.feats)}
        return [breach(LOG_RULE, problem="no-such-feat", **facts)]
    return []


def _applied(e: ev.FacesApplied) -> Sequence[str]:
    refs: list[str] = [e.player]
    for entry in e.faces if e.again is None else e.faces + e.again:
        refs.append(entry.of)
        if entry.copy is not None:
            refs.append(entry.copy)
    return refs


# The players and dice that a record names, where that is not its player alone.
NAMED: Final[dict[type[Any], Callable[[Any], Sequence[str]]]] = {
    ev.FacesRemoved: lambda _: (),
    ev.DiceRolled: lambda e: tuple(e.rolls),
    ev.FacesApplied: _applied,
    ev.BoarSent: lambda e: (e.player, e.bearer),
}
OF_FEATS: Final = frozenset({ev.Reinforced, ev.FeatPerformed})


def check_due(s: State, e: Any) -> Breaches:
    """Check the form, and then whether this type of record is due."""
    if breaches := check_form(s, e):
        return breaches
    type_ = type_of(e)
    top = s.top
    if top is not None:
        if top.awaits == type_:
            return []
        facts = {"found": type_, "due": top.awaits, "players": list(top.players), "why": top.why}
        return [breach(top.rule, _of_two_blessings(s, e), problem="not-due", **facts)]
    if s.phase == "over":
        return [breach("R-F-END-01", problem="after-the-end", found=type_)]
    if isinstance(e, FREE):
        return check_player(e.player, "R-F-TURN-01", s.active)
    return [breach("R-F-TURN-02", _of_two_blessings(s, e), problem="nothing-owed", found=type_)]


def _of_two_blessings(s: State, e: object) -> str | None:
    """Return A-F-BLESS-01 if the record would be due with the blessings counted otherwise."""
    if not s.table.pair or s.active == s.table.first:
        return None
    top = s.top
    if top is None:
        applies = isinstance(e, ev.DiceRolled) and not s.actions and not s.used
        due_otherwise = s.table.options.two_player_blessings == "round_start"
    else:
        applies = isinstance(e, FREE)
        due_otherwise = isinstance(top, RollDice) and top.rule == SECOND_RULE
    return "A-F-BLESS-01" if applies and due_otherwise else None


def check_player(player: str, rule: str, whose: str | None) -> Breaches:
    """Return a breach of `rule` unless `player` is `whose`."""
    if player == whose:
        return []
    return [breach(rule, problem="wrong-player", player=player, expected=whose)]


def open_throws(s: State) -> list[ApplyThrow]:
    """Return the throws on top that come from one roll, the first player's first."""
    throws: list[ApplyThrow] = []
    for task in reversed(s.stack):
        if not isinstance(task, ApplyThrow):
            break
        throws.append(task)
    return throws


def due_throws(s: State) -> list[ApplyThrow]:
    """Return the throws that may be applied now (R-F-BLESS-05, A-F-BLESS-02)."""
    throws = open_throws(s)
    return throws if s.table.options.decision_order == "any_order" else throws[:1]


def due_players(s: State) -> list[str]:
    """Return the players of the record that is due, in turn order from the active player."""
    top = s.top
    if isinstance(top, ApplyThrow):
        return [task.throw.player for task in due_throws(s)]
    return [] if top is None else list(top.players)


# --- rulings -------------------------------------------------------------------------------


# By rule the ways of breaking it that a ruling lets through; any other breach of it stands.
RULABLE: Final[dict[str, frozenset[str]]] = {
    "R-F-OFFER-02": frozenset({"bought-twice"}),
    "R-F-REINF-02": frozenset({"after-an-action"}),
    "R-F-REINF-03": frozenset({"used-already"}),
    "R-F-FORGE-03": frozenset({"fixed-face"}),
    "R-F-CARD-14": frozenset({"other-die"}),
    "R-F-CARD-15": frozenset({"other-die", "part-to-glory"}),
    "R-F-MIRROR-02": frozenset({"own-die"}),
    "R-F-HAMMER-03": frozenset({"beyond-the-side"}),
    "R-F-CARD-18": frozenset({"wrong-moment"}),
}


def lets_stand(wrong: Breach) -> bool:
    """Return True if a ruling that names its rule can let this breach stand."""
    return wrong.facts.get("problem") in RULABLE.get(wrong.rule, ())


def once(breaches: Breaches) -> Breaches:
    """Return the breaches; one that a ruling may let stand is named only once."""
    by_problem: dict[tuple[str, str], Breach] = {}
    distinct = []
    for wrong in breaches:
        way = (wrong.rule, wrong.facts["problem"])
        if way not in by_problem or not lets_stand(wrong):
            distinct.append(wrong)
        by_problem[way] = wrong
    return distinct


def any_firm(breaches: Iterable[Breach]) -> bool:
    """Return True if some breach cannot be let stand by a ruling."""
    return not all(map(lets_stand, breaches))
