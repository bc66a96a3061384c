"""Accounts of people: assertions, the remarks of a report, two accounts of a game merged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import UNSET, json, structs, to_builtins

from ragami.decoded import Data
from ragami.findings import Breach, Finding
from ragami.game.accounts import DefaultReconciliation
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.components import SHIPPED, CardFile
from ragami.games.deal_with_the_devil.rules.sets import shipped
from ragami.games.deal_with_the_devil.state import Player, State, holding
from ragami.games.deal_with_the_devil.visibility import WALLS, nulls, walled


def remarks(s: State) -> Iterator[Finding]:
    """Yield the notices on a whole log: on its set, its seed, and what could not be judged."""
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
    """Yield the notice on a set that was entered by hand and still has stand-ins in it."""
    from ragami.game.components.pieces import incomplete  # noqa: PLC0415 (law 10)
    from ragami.games.deal_with_the_devil.pieces import PIECES  # noqa: PLC0415 (law 10)

    stand_ins = shipped(SHIPPED[0]).file
    if not file.verified and file is not stand_ins:
        base, own = (json.decode(json.encode(cards)) for cards in (stand_ins, file))
        yield from incomplete(PIECES, base, own)


def _of_log(player: Player, name: str, stated: Any) -> tuple[Any, Any]:
    """Return the state's value of `name`, and the asserted value in the same form."""
    if name == "hands":
        return len(player.hand), stated
    if name == "goods":
        return player.goods, holding(stated.items())
    return getattr(player, name), stated


class Assertions:
    """See `ragami.game.accounts.Assertions`."""

    struct = ev.Asserted

    def unfit(self, _state: State, _asserted: ev.Asserted) -> Breach | None:
        """Refuse nothing: any assertion fits."""
        return None

    def differences(self, state: State, asserted: ev.Asserted) -> Data:
        """Return where the table differs from the log; unknown accounts never do."""
        facts: Data = {}
        for name, stated in structs.asdict(asserted).items() if state.opened else ():
            if stated is UNSET:
                continue
            if name == "bribes":
                if stated != state.inquisition.bribes:
                    facts[name] = {"log": state.inquisition.bribes, "table": stated}
                continue
            for colour, value in stated.items():
                log, table = _of_log(state.players[colour], name, to_builtins(value))
                if log is not None and log != table:
                    facts.setdefault(name, {})[colour] = {"log": log, "table": table}
        return facts


ASSERTIONS: Final = Assertions()


# --- two accounts of a game --------------------------------------------------------------------


class Reconciliation(DefaultReconciliation):
    """See `ragami.game.capabilities.Reconciliation`.

    A seat's account of open hands says that they are walled, for it does not tell the others'
    secrets (`visibility`). With the whole account beside it they are open; and so they are where
    all accounts together leave nothing open, the last inquisitor was faced, and nobody had a wall
    to open.
    """

    def join(self, first: object, second: object) -> Any | None:
        for open_, hidden in ((first, second), (second, first)):
            if isinstance(open_, ev.GameOpened) and walled(open_) == hidden:
                return open_
        return super().join(first, second)

    def opening(self, events: Sequence[Any], state: State) -> Any:
        opened: ev.GameOpened = events[0]
        hidden = not opened.options.ledger or any(map(nulls, events))
        if state.at != WALLS or state.walls or hidden:
            return opened
        # With open hands the ledger goes without saying.
        options = structs.replace(opened.options, hands="open_hands", ledger=False)
        return structs.replace(opened, options=options)


RECONCILIATION: Final = Reconciliation()
