"""A game opened after another one: the same table again, or another way on from a record."""

from __future__ import annotations

import msgspec

from ragami.errors import RagamiError
from ragami.game.capabilities import SETUP
from ragami.game.opening import named
from ragami.judge.replay import Replay
from ragami.log.origin import Origin
from ragami.log.record import Noted, encode_record
from ragami.log.unredacted import log_of, stored_lines
from ragami.proof.note import encoded
from ragami.proof.tree import root_of
from ragami.proof.withheld import leaves_of
from ragami.table.drafts import Stamp
from ragami.table.importing import as_own_log
from ragami.table.opening import GivenOpening


def same_again(replay: Replay, called: str | None, log: str) -> GivenOpening:
    """Say who plays with what in a game that is `called` so, as in the one of a replay.

    `log` is the name of that one. The same people take the same seats, each one
    further on: who sat second sits first. Raises `RagamiError` `opens-no-game`.
    """
    game, opened = replay.game, replay.opening
    if opened is None:
        raise RagamiError("opens-no-game", log=log)
    setup = game.need(SETUP)
    names = replay.seating.names if game.players[1] else {}
    people = list(names.values())
    seats = setup.seats[: len(people)] if named(setup) else names
    settings = {setting.name for setting in setup.settings()}
    agreed = setup.agreed(opened).items()
    chosen = {name: value for name, value in agreed if name in settings and value is not None}
    components = msgspec.to_builtins(getattr(opened, "components", {})) or {}
    brought = {kind: components[kind] for kind in setup.components if components.get(kind)}
    turned = list(zip(seats, people[1:] + people[:1], strict=True))
    return GivenOpening(called, None, {}, turned, chosen, brought=brought)


def origin_at(log: bytes, name: str, seq: int) -> Origin:
    """Describe the first `seq` records of the log of a game. Raises `RagamiError`."""
    lines = stored_lines(log)
    if not 0 < seq <= len(lines):
        raise RagamiError("no-such-record", game=name, seq=seq, last=len(lines))
    return Origin(name, seq, encoded(root_of(leaves_of(lines[:seq]))))


def branched(log: bytes, origin: Origin, stamp: Stamp) -> bytes:
    """Make a log of its own that begins as `log` does, and says where it goes on from.

    It has a record 1 that no other log has, and a remark in place of each seal, as a copy has.
    Raises `RagamiError` `no-own-log`.
    """
    lines = log.split(b"\n", origin.seq)[: origin.seq]
    copied = as_own_log(log_of(lines))
    remark = Noted(origin.remark())
    return copied + encode_record(origin.seq + 1, "noted", 1, stamp.at, stamp.by, remark) + b"\n"
