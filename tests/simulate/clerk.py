"""The clerk of a simulated game: he notes, compares, slips, and mends what he wrote.

All that he writes is legal, and what stands in the end is the game that was played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import asdict

from ragami.decoded import type_of
from ragami.games.ragami.bot import begin, decide, play
from ragami.games.ragami.bot_table import Chance, Table
from ragami.games.ragami.components import SQUARES
from ragami.games.ragami.events import (
    SPACES,
    Asserted,
    Components,
    CubesConverted,
    DemonMove,
    Event,
    GameOpened,
    Options,
    RagamiMoved,
    Revealed,
    SaintAndDemonMoved,
)
from ragami.games.ragami.rules import hand
from ragami.games.ragami.rules.judge import JUDGES
from ragami.log.codec import encode_record
from ragami.log.record import Corrected, Noted, Redone, Ruled, Undone

Line = tuple[str, Struct]

FIRST_EVENING: Final = datetime(2026, 1, 1, 18, tzinfo=UTC)
EVENINGS: Final = 300
LONGEST_THOUGHT: Final = 75

NOTES: Final = ("pausa para café", "¡buena jugada!", "se rompe una ficha", "música, por favor")
REASONS: Final = (None, "mal anotado", "se arrepiente", "contamos mal")
# How often something beside the game is written before an event.
RATE: Final = 0.08
# What a table lets pass when it was close: nobody is hurt, and nothing is left in the air.
LET_PASS: Final = frozenset({"R-MOVE-01", "R-SAINT-06", "R-DEMON-02", "R-TURN-07", "R-TURN-11"})
TRIES: Final = 8


class Clerk:
    """Writes the records of a game, from record 2 on. `seq` is the number of the last one."""

    def __init__(self, t: Table) -> None:
        self._t = t
        self.seq = 1

    def write_next(self) -> Iterator[Line]:
        """Yield the next lines of the log, with mistakes and corrections mixed in at random."""
        write = self._t.chance.pick(WAYS) if self._t.chance.odds(RATE) else Clerk._plainly
        yield from write(self)

    def close(self) -> Iterator[Line]:
        """A last look at the table."""
        yield self._line("asserted", Asserted(vp=self._of_players("vp")))

    # --- writing ---------------------------------------------------------------------------

    def _line(self, type_: str, data: Struct) -> Line:
        self.seq += 1
        return type_, data

    def _event(self, event: Event) -> Line:
        return self._line(type_of(event), self._t.as_seen(event))

    def _plainly(self) -> Iterator[Line]:
        event = decide(self._t)
        yield self._event(event)
        self._t.happen(event, self.seq)

    def _with_a_note(self) -> Iterator[Line]:
        yield self._line("noted", Noted(self._t.chance.pick(NOTES)))
        yield from self._plainly()

    # --- slips -----------------------------------------------------------------------------

    def _undone(self) -> Iterator[Line]:
        """Yield an event that was done first and then taken back, and the next one."""
        before = self.seq
        yield self._event(decide(self._t))
        yield self._line("undone", Undone(before, self._t.chance.pick(REASONS)))
        yield from self._plainly()

    def _undone_in_vain(self) -> Iterator[Line]:
        """The event that was taken back was right after all."""
        event = decide(self._t)
        yield self._event(event)
        standing = self.seq
        yield self._line("undone", Undone(standing - 1, None))
        yield self._line("redone", Redone())
        self._t.happen(event, standing)

    def _undone_far(self) -> Iterator[Line]:
        """A look back: much is taken back, and all of it stands again."""
        back = 1 + self._t.chance.upto(6)
        yield self._line("undone", Undone(max(1, self.seq - back), None))
        yield self._line("noted", Noted("no, estaba bien"))
        yield self._line("redone", Redone())
        yield from self._plainly()

    def _corrected(self) -> Iterator[Line]:
        """Written down wrongly, perhaps as something that is not allowed; then put right."""
        bent = self._bent() if self._t.chance.odds(0.5) else None
        yield self._event(bent[1] if bent else decide(self._t))
        standing = self.seq
        event = decide(self._t)
        data = Raw(msgspec.json.encode(self._t.as_seen(event)))
        yield self._line("corrected", self._correction(standing, type_of(event), 1, data))
        self._t.happen(event, standing)

    def _struck(self) -> Iterator[Line]:
        """Written down, and nothing of the kind had happened."""
        yield self._event(decide(self._t))
        yield self._line("corrected", self._correction(self.seq, None, None, Raw(b"null")))
        yield from self._plainly()

    def _correction(self, seq: int, type_: str | None, v: int | None, data: Raw) -> Corrected:
        return Corrected(seq, type_, v, data, self._t.chance.pick(REASONS), self._authority())

    def _authority(self) -> str | None:
        return self._t.chance.pick((None, "todos", "el árbitro"))

    # --- rulings ---------------------------------------------------------------------------

    def _ruled(self) -> Iterator[Line]:
        """Against a rule, and the table lets it stand."""
        bent = self._bent()
        if bent is None:
            yield from self._plainly()
            return
        rule, event = bent
        yield self._line("ruled", Ruled(rule, "casi, y nadie protestó", self._authority()))
        yield self._event(event)
        self._t.happen(event, self.seq)

    def _bent(self) -> tuple[str, Event] | None:
        """An event that breaks one rule only, of those that may be let pass."""
        if self._t.s.phase != "turns":
            return None
        for _ in range(TRIES):
            event = self._thoughtless()
            rules = {breach.rule for breach in JUDGES[type(event)][0](self._t.s, event)}
            if len(rules) == 1 and rules <= LET_PASS:
                return rules.pop(), event
        return None

    def _thoughtless(self) -> Event:
        s, chance = self._t.s, self._t.chance
        player: Any = s.active
        usable = [space for space in SPACES if s.space_dice[space]]
        way = chance.upto(3)
        if way == 0 or not usable:
            return CubesConverted(chance.pick(s.seats), 1)
        if way == 1:
            demon = DemonMove(None if s.supply_demons else min(s.demons), chance.pick(SQUARES))
            saint = chance.pick(list(s.saints))
            return SaintAndDemonMoved(player, "saint", saint, chance.pick(SQUARES), demon)
        place: Any = chance.pick([*SQUARES, *s.board.blocks])
        return RagamiMoved(player, chance.pick(usable), player, place)

    # --- looking at the table --------------------------------------------------------------

    def _asserted(self) -> Iterator[Line]:
        yield self._line("asserted", self._look())
        yield from self._plainly()

    def _look(self) -> Asserted:
        """Some of what the table shows."""
        s, chance = self._t.s, self._t.chance
        looks: dict[str, Any] = {
            "vp": self._of_players("vp"),
            "cubes": self._of_players("cubes"),
            "resolved": self._of_players("resolved"),
            "hands": {colour: len(player.hand) for colour, player in s.players.items()},
            "conflicts": dict(s.conflicts),
            "demons": dict(s.demons),
        }
        if s.phase == "turns":
            looks["dice"] = dict(s.space_dice)
        chosen = chance.some(looks, 1 + chance.upto(2))
        return Asserted(**{field: looks[field] for field in looks if field in chosen})

    def _of_players(self, field: str) -> dict[Any, int]:
        return {colour: getattr(player, field) for colour, player in self._t.s.players.items()}

    def _revealed(self) -> Iterator[Line]:
        """Yield reveals of cards that the log does not know, and the next event."""
        for colour, player in self._t.seen.players.items():
            for slot in player.hand:
                hidden = self._not_shown_yet(colour, slot.seq)
                if slot.card is None and hidden and self._t.chance.odds(0.5):
                    reveal = Revealed(colour, slot.seq, hidden[0])
                    if hand.reveal(self._t.seen, reveal) is None:
                        yield self._line("revealed", reveal)
        yield from self._plainly()

    def _not_shown_yet(self, colour: Any, seq: int) -> list[int]:
        """The cards in a hand that came with a record, but for those that the log knows."""
        cards = [
            slot.card
            for slot in self._t.s.players[colour].hand
            if slot.seq == seq and slot.card is not None
        ]
        for slot in self._t.seen.players[colour].hand:
            if slot.seq == seq and slot.card in cards:
                cards.remove(slot.card)
        return cards


WAYS: Final[tuple[Callable[[Clerk], Iterator[Line]], ...]] = (
    Clerk._with_a_note,
    Clerk._undone,
    Clerk._undone_in_vain,
    Clerk._undone_far,
    Clerk._corrected,
    Clerk._struck,
    Clerk._ruled,
    Clerk._asserted,
    Clerk._asserted,
    Clerk._revealed,
)


def records(
    players: int,
    seed: int,
    *,
    options: Options | None = None,
    components: Components | None = None,
    hidden: bool = False,
    log_records: bool = False,
) -> Iterator[bytes]:
    """The lines of the log of a game that bots play, without line feeds; the clock is made up.

    `log_records`: notes, assertions, undos, corrections, rulings and reveals in between.
    """
    chance = Chance(f"clock of {seed}/{players}")
    now = FIRST_EVENING + timedelta(days=chance.upto(EVENINGS), seconds=chance.upto(3600))
    by = None
    chosen = None if options is None else asdict(options)
    how: Any = {"chosen": chosen, "components": components, "hidden": hidden}
    game = (written if log_records else play)(players, seed, **how)
    for seq, (type_, data) in enumerate(game, 1):
        if isinstance(data, GameOpened):
            by = data.players[seed % players].name
        now += timedelta(seconds=1 + chance.upto(LONGEST_THOUGHT))
        at = None if chance.odds(0.01) else now.strftime("%Y-%m-%dT%H:%M:%SZ")
        yield encode_record(seq, type_, 1, at, by, data)


def written(players: int, seed: int, **how: Any) -> Iterator[Line]:
    """A game as the clerk writes it down."""
    t, opened = begin(players, seed, **how)
    yield "game_opened", opened
    clerk = Clerk(t)
    while t.s.phase != "over":
        yield from clerk.write_next()
    yield from clerk.close()
