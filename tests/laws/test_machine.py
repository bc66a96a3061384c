"""A game written down in two stores side by side, whatever comes: the log is the game.

After every step both stores hold the same bytes, numbered without gaps, what was there before is
still there, and reading it from its first byte gives the game that is being played.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from ragami.findings import Breach
from ragami.games.ragami.rules.judge import JUDGES
from ragami.judge.replay import Replay
from ragami.store import Conflict, Store
from ragami.store.memory import MemoryStore
from ragami.store.sqlite import SqliteStore
from ragami.table.recording import Draft, Recording, Refused
from tests.laws.bookkeeping import books
from tests.laws.guesses import opening
from tests.laws.random_game import GAME, LAW, Data, RandomGame, read_event, replayed
from tests.rules.oracle import snapshot
from tests.scale import often

NAME: Final = "a game"
# The data of a correction that strikes an event out.
NOTHING: Final[Data] = dict.fromkeys(("type", "v", "data", "reason", "authority"))
seeds = st.integers(0, 2**32)
small = st.integers(1, 12)


def events_of(lines: list[bytes]) -> list[tuple[str, Data]]:
    return [(record["type"], record["data"]) for record in map(json.loads, lines)]


def is_event(standing: Any) -> bool:
    """A reveal stands between the events, and is none."""
    return not GAME.is_reveal(standing)


def draft(type_: str, data: Data) -> Draft:
    return Draft(type_, json.dumps(data).encode(), "2026-11-21T10:00:00Z", "ana")


class GameInTwoStores(RuleBasedStateMachine):
    """What may be written to a game, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.stores: tuple[Store, ...] = (
            MemoryStore(),
            SqliteStore(Path(self.folder.name) / "games.db"),
        )
        self.recordings = [Recording(store, NAME, new="ragami") for store in self.stores]
        self.seen: list[bytes] = []

    def teardown(self) -> None:
        for store in self.stores:
            store.close()
        self.folder.cleanup()

    # --- writing ---------------------------------------------------------------------------

    @property
    def replay(self) -> Replay:
        return self.recordings[0].replay

    def game(self, seed: int) -> RandomGame:
        """Somebody who guesses what may come next in the game as it stands."""
        game = RandomGame(seed, hidden=0.2)
        game.replay = self.replay
        game.lines = self.recordings[0].lines
        return game

    def write(self, *drafts: Draft, key: str | None = None) -> None:
        """Both stores take it, and say the same; what was there stays there."""
        first = len(self.seen) + 1
        for recording in self.recordings:
            done = recording.write(drafts, key=key)
            assert (done.first, done.last) == (first, first + len(drafts) - 1)
        lines = self.stores[0].read(NAME)
        assert lines[: len(self.seen)] == self.seen
        self.seen = lines

    def refuse(self, *drafts: Draft) -> str | None:
        """Neither store takes it, for the same reason, and no trace is left; gives the rule."""
        before = snapshot(self.replay.state), self.replay.findings()
        refusals = []
        for recording in self.recordings:
            with pytest.raises(Refused) as refused:
                recording.write(drafts)
            refusals.append(refused.value.finding)
        assert (snapshot(self.replay.state), self.replay.findings()) == before
        assert [recording.lines for recording in self.recordings] == [self.seen] * 2
        assert refusals[0] == refusals[1]
        return refusals[0].rule

    @initialize(seed=seeds)
    def open(self, seed: int) -> None:
        self.write(draft("game_opened", opening(Random(seed))))
        for _ in range(seed % 40):
            self.write(draft(*self.game(seed + len(self.seen)).legal_event()))

    # --- events ----------------------------------------------------------------------------

    def going_on(self) -> bool:
        return self.replay.error is None and self.replay.state.phase != "over"

    @precondition(going_on)
    @rule(seed=seeds)
    def legal_event(self, seed: int) -> None:
        self.write(draft(*self.game(seed).legal_event()))

    @precondition(going_on)
    @rule(seed=seeds, number=st.integers(2, 6))
    def many_at_once(self, seed: int, number: int) -> None:
        """Written together, judged one after the other."""
        game = self.game(seed)
        alone = RandomGame(seed)
        alone.replay = replayed(b"".join(line + b"\n" for line in self.seen))
        alone.lines = list(self.seen)
        alone.rng = game.rng
        alone.play(number)
        events = events_of(alone.lines[len(self.seen) :])
        self.write(*(draft(*event) for event in events), key=f"many after {len(self.seen)}")

    @precondition(going_on)
    @rule(seed=seeds)
    def spoiled_event(self, seed: int) -> None:
        type_, data = self.game(seed).spoiled_event()
        waived = books(self.seen).rulings
        event = read_event(type_, data)
        wrong = (
            [event]
            if isinstance(event, Breach)
            else JUDGES[type(event)][0](self.replay.state, event)
        )
        wrong = [breach for breach in wrong if breach.rule not in waived]
        if wrong:
            assert self.refuse(draft(type_, data)) == wrong[0].rule
        else:
            self.write(draft(type_, data))

    @precondition(going_on)
    @rule(seed=seeds)
    def all_or_nothing(self, seed: int) -> None:
        """A legal event goes down with the one after it."""
        legal = draft(*self.game(seed).legal_event())
        unknown = draft("never_heard_of", {})
        assert self.refuse(legal, unknown) == "R-LOG-01"
        assert self.refuse(legal, draft("game_opened", {})) == "R-LOG-01"

    @precondition(lambda self: not self.going_on())
    @rule(seed=seeds)
    def nothing_more_is_taken(self, seed: int) -> None:
        rng = Random(seed)
        events = [event for event in events_of(self.seen) if event[0] in GAME.events]
        self.refuse(draft(*rng.choice(events)))

    # --- records of any game ---------------------------------------------------------------

    @rule(back=small)
    def undo(self, back: int) -> None:
        to = max(1, len(self.seen) - back)
        self.write(draft("undone", {"to": to, "reason": None}))

    @rule()
    def undo_to_later(self) -> None:
        later = {"to": len(self.seen) + 1, "reason": None}
        assert self.refuse(draft("undone", later)) == "R-LOG-01"

    @rule()
    def redo(self) -> None:
        if books(self.seen).undos:
            self.write(draft("redone", {}))
        else:
            assert self.refuse(draft("redone", {})) == "R-LOG-01"

    @precondition(going_on)
    @rule(seed=seeds)
    def ruled_breach(self, seed: int) -> None:
        type_, data = self.game(seed).spoiled_event()
        rules = {breach.rule for breach in self.game(seed).judged(type_, data)}
        if rules and all(GAME.rulebook.may_be_waived(each) for each in rules):
            ruling = {"reason": None, "authority": "ana"}
            for each in rules:
                self.write(draft("ruled", {"rule": each} | ruling))
            self.write(draft(type_, data))

    @rule(of=st.sampled_from(["R-TURN-02", "R-LOG-01", "A-TURN-01", "R-NONE-99"]))
    def ruling_that_may_not_be(self, of: str) -> None:
        ruling = {"rule": of, "reason": None, "authority": None}
        assert self.refuse(draft("ruled", ruling)) == "R-LOG-01"

    @rule(seed=seeds)
    def correct(self, seed: int) -> None:
        """An event reads as it did at first, or is struck out; the rest is judged again."""
        rng = Random(seed)
        records = [json.loads(line) for line in self.seen]
        events = [record for record in records if record["type"] in GAME.events]
        event = rng.choice(events[1:] or events)
        same = {name: event[name] for name in ("seq", "type", "v", "data")}
        struck = rng.random() < 0.3 and event["seq"] > 1
        self.write(draft("corrected", NOTHING | ({"seq": event["seq"]} if struck else same)))

    @rule()
    def correct_what_is_no_event(self) -> None:
        later = NOTHING | {"seq": len(self.seen) + 1}
        assert self.refuse(draft("corrected", later)) == "R-LOG-01"

    @rule(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
    def note(self, text: str) -> None:
        self.write(draft("noted", {"text": text}))

    @rule(vp=st.integers(0, 3))
    def assert_(self, vp: int) -> None:
        said = dict.fromkeys(self.replay.state.players, vp)
        self.write(draft("asserted", {"vp": said}))

    @rule(seed=seeds)
    def reveal(self, seed: int) -> None:
        rng = Random(seed)
        player = rng.choice(list(self.replay.state.players.values()))
        unknown = [slot.seq for slot in player.hand if slot.card is None]
        shown = {"player": player.colour, "seq": rng.choice([*unknown, 1]), "card": seed % 15 + 1}
        record = draft("revealed", shown)
        data = read_event("revealed", shown)
        assert not isinstance(data, Breach)
        if self.replay.error is None and self.replay.would_not_fit(data):
            self.refuse(record)
        else:
            self.write(record)

    # --- opening again, and somebody else --------------------------------------------------

    @rule()
    def open_again(self) -> None:
        self.recordings = [Recording(store, NAME) for store in self.stores]

    @rule(text=st.sampled_from(["a", "b"]))
    def somebody_else_was_first(self, text: str) -> None:
        late = [Recording(store, NAME) for store in self.stores]
        self.note(text)
        for recording in late:
            with pytest.raises(Conflict):
                recording.write([draft("noted", {"text": text})])
            assert recording.lines == self.seen[:-1]

    @rule(text=st.sampled_from(["a", "b"]))
    def the_same_command_again(self, text: str) -> None:
        key = f"note {len(self.seen)}"
        note = draft("noted", {"text": text})
        self.write(note, key=key)
        for recording in self.recordings:
            again = recording.write([note], key=key)
            assert again.repeated and (again.first, again.last) == (len(self.seen),) * 2

    # --- what always holds -----------------------------------------------------------------

    @invariant()
    def both_stores_hold_the_same(self) -> None:
        held = [store.read(NAME) for store in self.stores if self.seen]
        assert all(lines == self.seen for lines in held)
        assert all(recording.lines == self.seen for recording in self.recordings)
        assert [json.loads(line)["seq"] for line in self.seen] == list(range(1, len(self.seen) + 1))

    @invariant()
    def the_log_is_the_game(self) -> None:
        if not self.seen:
            return
        again = replayed(b"".join(line + b"\n" for line in self.seen))
        for recording in self.recordings:
            live = recording.replay
            assert again.findings() == live.findings()  # which settles both
            assert snapshot(again.state) == snapshot(live.state)
            assert list(again.history.standing()) == list(live.history.standing())
            standing = [seq for seq, event in live.history.standing() if is_event(event)]
            assert standing == books(self.seen).standing


TestGameInTwoStores = GameInTwoStores.TestCase
TestGameInTwoStores.settings = settings(
    # A seed does not shrink to anything simpler.
    LAW,
    max_examples=often(4, 300),
    stateful_step_count=30,
    phases=[Phase.generate],
)


@pytest.mark.parametrize(
    ("type_", "data"),
    [
        ("undone", {"to": 99, "reason": None}),
        ("redone", {}),
        ("ruled", {"rule": "R-TURN-02", "reason": None, "authority": None}),
        ("corrected", NOTHING | {"seq": 99}),
        ("corrected", NOTHING | {"seq": 1}),
    ],
)
def test_a_wrong_record_is_refused_where_the_game_has_stopped_too(type_: str, data: Data) -> None:
    """A correction has made what follows illegal; this would end the log for good."""
    recording = Recording(MemoryStore(), NAME, new="ragami")
    game = RandomGame(3).play(40)
    recording.write([draft(*record) for record in events_of(game.lines)])
    recording.write([draft("corrected", NOTHING | {"seq": 5})])
    assert recording.replay.findings()[-1].severity == "error"
    lines = list(recording.lines)
    with pytest.raises(Refused) as refused:
        recording.write([draft(type_, data)])
    assert (refused.value.finding.rule, refused.value.finding.seq) == ("R-LOG-01", 42)
    assert recording.lines == lines == recording.store.read(NAME)
    recording.write([draft("undone", {"to": 4, "reason": None})])
    assert recording.replay.final is None and recording.replay.error is None
