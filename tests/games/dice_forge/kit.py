"""A table in the middle of a game, put there by hand, so that a scenario can begin at once."""

from __future__ import annotations

from typing import Any

from ragami.findings import Breach, Finding
from ragami.games.dice_forge.rules.turn import start_turn
from ragami.games.dice_forge.state import SNAPSHOTS, Die, Player
from ragami.games.dice_forge.words import PROBLEMS
from ragami.log.record import Bad, Record
from tests.games.dice_forge.harness import CODEC, Data, Fold, line

O, G, B, K = "orange", "green", "blue", "black"  # noqa: E741 (the letters of the rules file)
SEATS = (O, G, B, K)
SHIPPED = {"temple": "temple-1", "feats": "feats-1", "dice": "forge-dice-1"}
NONE = {"gold": 0, "sun": 0, "moon": 0}


def opened(players: int = 3, **options: str) -> Data:
    """The data of record 1."""
    return {
        "game": "dice-forge",
        "rules": 1,
        "title": None,
        "players": [{"colour": seat, "name": seat.title()} for seat in SEATS[:players]],
        "options": options,
        "components": dict(SHIPPED),
    }


def forge(what: str) -> Data:
    """`4g>1.3`, `1s>1.1g`: a face, and the die and slot (or face) that it goes to."""
    face, place = what.split(">")
    die, slot = place.split(".", 1)
    return {"face": face, "die": int(die), "slot": int(slot) if slot.isdigit() else slot}


def entry(
    of: str,
    *,
    copy: str | None = None,
    choice: str | None = None,
    ship: str | None = None,
    hammer: int = 0,
    **to_glory: int,
) -> Data:
    return {
        "of": of,
        "copy": copy,
        "choice": choice,
        "ship": ship and forge(ship),
        "hammer": hammer,
        "to_glory": NONE | to_glory,
    }


class Table:
    """A game whose records are accepted or refused one by one."""

    def __init__(self, players: int = 3, *, free: bool = True, **options: str) -> None:
        self.fold = Fold()
        self.play("game_opened", **opened(players, **options))
        if free:
            self.state.stack.clear()
            self.state.blessings_left = 0
            self.state.active = O
            self.state.phase = "actions"

    @property
    def state(self) -> Any:
        return self.fold.state

    def __getitem__(self, colour: str) -> Player:
        player: Player = self.state.players[colour]
        return player

    def die(self, ref: str) -> Die:
        die: Die = self.state.die(ref)
        return die

    def reserves(self, colour: str) -> tuple[int, int, int, int]:
        p = self[colour]
        return p.gold, p.sun, p.moon, p.glory

    def read(self, type_: str, data: Any) -> Any:
        return CODEC.read_line(line(self.fold.seq + 1, type_, data), self.fold.seq + 1)

    def play(self, type_: str, **data: Any) -> None:
        """A record that is accepted."""
        self.fold.take_all([self.read(type_, data)])
        assert self.fold.verdict is None, self.fold.in_words()

    def wrong(self, type_: str, **data: Any) -> list[Breach]:
        """All that is wrong with a record, which changes nothing and can be said."""
        before = SNAPSHOTS.pack(self.state)
        read = self.read(type_, data)
        if isinstance(read, Bad):
            return [read.breach]
        assert isinstance(read, Record)
        found: list[Breach] = self.fold.game.judges[type(read.data)][0](self.state, read.data)
        assert SNAPSHOTS.pack(self.state) == before
        for breach in found:
            for template in PROBLEMS[breach.facts["problem"]]:
                assert template.format(**breach.facts)
        return found

    def no(self, type_: str, **data: Any) -> tuple[str, str | None]:
        """The verdict on a record: its rule, and the ruling it rests on."""
        found = self.wrong(type_, **data)
        assert found, "it would be accepted"
        return found[0].rule, found[0].ruling

    def rule(self, type_: str, **data: Any) -> str:
        """The verdict where no ruling goes with it."""
        rule, ruling = self.no(type_, **data)
        assert ruling is None
        return rule

    def ends(self, type_: str, **data: Any) -> Finding:
        """The record goes into the log, and is what stops it."""
        self.fold.take_all([self.read(type_, data)])
        verdict = self.fold.verdict
        assert verdict is not None
        assert verdict.seq == self.fold.seq
        return verdict

    # --- what comes up often ---------------------------------------------------------------

    def own(self, colour: str, **held: Any) -> Player:
        for name, value in held.items():
            setattr(self[colour], name, value)
        return self[colour]

    def hammer(self, colour: str, cards: int = 1, steps: int = 0) -> Player:
        self.state.stacks["hammer"] -= cards
        return self.own(colour, hammers=["hammer"] * cards, steps=steps)

    def pile(self, colour: str, *feats: str) -> None:
        """Reinforcements that a player has."""
        self[colour].piles[2].extend(feats)

    def up(self, **faces: str) -> None:
        """`green_1="3g"`: this die shows the face since some earlier roll."""
        for name, face in faces.items():
            die = self.die(name.replace("_", "."))
            die.slots[3] = face
            die.up, die.face, die.rolled = 4, face, face

    def step(self, active: str = O) -> None:
        """Step 1 of a turn begins."""
        self.state.stack.clear()
        start_turn(self.state, active)

    def roll(self, **faces: str) -> None:
        """The dice that are due are rolled: these, wherever their faces come from, or `1g`."""
        rolls: dict[str, Any] = {}
        for ref in self.state.stack[-1].dice:
            face = faces.pop(ref.replace(".", "_"), "1g")
            self._give(self.die(ref), face)
            rolls[ref] = self.die(ref).slots.index(face) + 1
        assert not faces
        self.play("dice_rolled", rolls=rolls)

    def minor(self, ref: str, face: str) -> None:
        """One die is rolled."""
        self._give(self.die(ref), face)
        self.play("dice_rolled", rolls={ref: self.die(ref).slots.index(face) + 1})

    def _give(self, die: Die, face: str) -> None:
        if face not in die.slots:
            die.slots[0] = face

    def apply(self, player: str, *entries: Data, again: list[Data] | None = None) -> None:
        self.play("faces_applied", player=player, faces=list(entries), again=again)

    def not_apply(
        self, player: str, *entries: Data, again: list[Data] | None = None
    ) -> tuple[str, str | None]:
        return self.no("faces_applied", player=player, faces=list(entries), again=again)

    def offer(self, player: str, *faces: str) -> None:
        self.play("offering_made", player=player, faces=[forge(face) for face in faces])

    def not_offer(self, player: str, *faces: str) -> tuple[str, str | None]:
        return self.no("offering_made", player=player, faces=[forge(face) for face in faces])

    def feat(self, player: str, feat: str) -> None:
        self.play("feat_performed", player=player, feat=feat)

    def face(self, player: str, what: str) -> None:
        self.play("face_forged", player=player, **forge(what))

    def not_face(self, player: str, what: str) -> str:
        return self.rule("face_forged", player=player, **forge(what))

    def reinforce(self, player: str, feat: str, gain: str | None = None, hammer: int = 0) -> None:
        self.play("reinforced", player=player, feat=feat, gain=gain, hammer=hammer)

    def not_reinforce(
        self, player: str, feat: str, gain: str | None = None, hammer: int = 0
    ) -> str:
        return self.rule("reinforced", player=player, feat=feat, gain=gain, hammer=hammer)

    def due(self) -> tuple[str, list[str], str] | None:
        due = self.fold.view()["due"]
        return due and (due["type"], due["players"], due["why"])
