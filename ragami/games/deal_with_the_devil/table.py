"""Queries of a state besides its view: assertions, remarks, position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET, json, structs, to_builtins

from ragami.decoded import Data
from ragami.findings import Breach, Finding
from ragami.game import Position, Seating, game_named
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.components import SHIPPED, CardFile
from ragami.games.deal_with_the_devil.rules.due import owing
from ragami.games.deal_with_the_devil.rules.ending import final
from ragami.games.deal_with_the_devil.rules.sets import shipped
from ragami.games.deal_with_the_devil.state import Player, State, holding


def position(s: State) -> Position:
    """Return round, step, players to act and scores: points on the track, or the final totals."""
    count = final(s)
    scores: dict[str, int] = {
        player.colour: count["players"][player.colour]["total"] if count else player.points
        for player in s.in_order()
    }
    return Position(s.round, 0, s.at, tuple(owing(s)), scores)


def seating(s: State) -> Seating:
    """The players' names by seat, clockwise, and the title."""
    return Seating({colour: s.names[colour] for colour in s.seats}, s.title)


def remarks(s: State) -> Iterator[Finding]:
    """The notices on a whole log: its set, its seed, and what nobody could judge."""
    if not s.opened:
        return
    if not s.table.file.verified:
        facts = {"cards": s.table.file.name}
        yield Finding("unverified-components", seq=1, line=1, facts=facts)
        yield from unfinished(s.table.file)
    if s.unjudged:
        yield Finding("not-judged", rule="R-D-KNOW-04", facts={"checks": s.unjudged})
    if s.dealt and s.options.distribution == "seed" and not s.words:
        seq = s.dealt[0].seq
        yield Finding("seed-without-words", rule="R-D-DIST-09", seq=seq, line=seq)
    if s.at == "over" and s.options.distribution == "seed" and s.seed is None:
        yield Finding("seed-not-opened", rule="R-D-DIST-10")


def unfinished(file: CardFile) -> Iterator[Finding]:
    """The notice on a set of one's own that has stand-ins in it."""
    from ragami.game.components.entry import incomplete  # noqa: PLC0415 (law 10)

    if not file.verified and file is not shipped(SHIPPED[0]).file:
        yield from incomplete(game_named("deal-with-the-devil"), json.decode(json.encode(file)))


def differences(s: State, assertion: ev.Asserted) -> Data:
    """Return the differences between an assertion and the state; null accounts never differ."""
    facts: Data = {}
    for name, stated in structs.asdict(assertion).items() if s.opened else ():
        if stated is UNSET:
            continue
        if name == "bribes":
            if stated != s.inquisition.bribes:
                facts[name] = {"log": s.inquisition.bribes, "table": stated}
            continue
        for colour, value in stated.items():
            has, says = _found(s.players[colour], name, to_builtins(value))
            if has is not None and has != says:
                facts.setdefault(name, {})[colour] = {"log": has, "table": says}
    return facts


def _found(player: Player, name: str, stated: Any) -> tuple[Any, Any]:
    """Return the state's value of `name`, and the asserted value in the same form."""
    if name == "hands":
        return len(player.hand), stated
    if name == "goods":
        return player.goods, holding(stated.items())
    return getattr(player, name), stated


class Assertions:
    """See `ragami.game.assertions.Assertions`."""

    struct = ev.Asserted

    def unfit(self, _state: State, _said: ev.Asserted) -> Breach | None:
        """Anything may be said of the table."""
        return None

    def differences(self, state: State, assertion: ev.Asserted) -> Data:
        return differences(state, assertion)


ASSERTIONS: Final = Assertions()
