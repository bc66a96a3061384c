"""The witch hunt: R-D-WITCH."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ragami.findings import Breach, breach
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.rules import tracks
from ragami.games.deal_with_the_devil.rules.rounds import after_hunt
from ragami.games.deal_with_the_devil.state import State


def check_votes(s: State, event: ev.VotesCast) -> Iterator[Breach]:
    """Check that nobody votes for themself or who confessed (R-D-COMP-03, R-D-WITCH-05)."""
    votes = [(voter, event.votes[voter]) for voter in s.seats]
    for voter, suspect in votes:
        if voter == suspect:
            yield breach("R-D-COMP-03", player=voter)
    for voter, suspect in votes:
        if suspect != "none" and s.players[suspect].confessed:
            yield breach("R-D-WITCH-05", player=voter, found=suspect)


def vote(s: State, event: ev.VotesCast, seq: int) -> None:
    """Question whoever has two votes or more (R-D-WITCH-02)."""
    votes = Counter(event.votes.values())
    s.questioned = [colour for colour in s.seats if votes[colour] >= 2]
    if s.questioned:
        s.set_step("witch_hunt/charge")
    else:
        after_hunt(s)


def check_charge(s: State, event: ev.ChargeAnswered) -> Iterator[Breach]:
    """Check that innocence is proved by three pieces of soul (R-D-WITCH-03)."""
    souls = s.players[event.player].souls
    if event.answer == "innocent" and souls and sum(souls.values()) < 3:
        yield breach("R-D-WITCH-03", player=event.player, has=sum(souls.values()), needs=3)


def answer(s: State, event: ev.ChargeAnswered, seq: int) -> None:
    """Give wings for innocence, or what a confession costs (R-D-WITCH-03, R-D-WITCH-04)."""
    player = s.players[event.player]
    if event.answer == "innocent":
        tracks.angel(player)
    else:
        tracks.reputation(player, -1, s.table.file.track)
        tracks.demon(player)
        player.confessed = True
    s.questioned.remove(event.player)
    if not s.questioned:
        after_hunt(s)
