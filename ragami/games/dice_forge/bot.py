"""Bots that play whole legal games, each with preferences of its own: every rule is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from msgspec import convert, structs, to_builtins

from ragami.decoded import Data, Fields
from ragami.game.capabilities import SETUP
from ragami.games.dice_forge import state as st
from ragami.games.dice_forge.components import SHIPPED, shipped
from ragami.games.dice_forge.events import COLOURS, Entry, Forge, ToGlory, values
from ragami.games.dice_forge.faces import BOARS, GOLD, MIRROR, face
from ragami.games.dice_forge.game import EVENTS, GAME
from ragami.games.dice_forge.rules import due, faces_applied, feats, forging, reserves, setup, turn

Record = tuple[str, Data]

NAMES: Final = {"orange": "Max", "green": "Alex", "blue": "Iris", "black": "Leo"}
OFTEN: Final = 0.8


def play(
    players: int,
    seed: int,
    chosen: Fields | None = None,
    *,
    hidden: bool = False,
) -> Iterator[tuple[str, Data]]:
    """Play a complete legal game, as (type, data). The same seed gives the same game.

    `chosen` are the options; with None the bots choose them. Nothing in this game is `hidden`.
    """
    rng = Random(seed)  # noqa: S311 (a game, no secret)
    table = _Bots(rng)
    yield table.put("game_opened", _opening(players, rng, chosen))
    while table.s.phase != "over":
        yield table.put(*table.next())


def _opening(players: int, rng: Random, chosen: Fields | None) -> Data:
    if chosen is None:
        allowed = values(shipped("feats", SHIPPED["feats"][0]))
        chosen = {name: rng.choice(of) for name, of in allowed.items() if rng.random() < OFTEN}
    seats = rng.sample(COLOURS, players)
    return GAME.need(SETUP).data(None, [(seat, NAMES[seat]) for seat in seats], chosen, {})


class _Bots:
    """The players of one game."""

    def __init__(self, rng: Random) -> None:
        self.s = st.State()
        self.rng = rng
        self.seq = 0
        # How much a player would rather buy faces than do feats, and rather wait than either.
        self.smith: dict[str, float] = {seat: rng.uniform(0.2, 0.8) for seat in COLOURS}
        self.patience: dict[str, float] = {seat: rng.choice((0.1, 0.5, 0.85)) for seat in COLOURS}
        # Some tables look at faces, not at slots.
        self.slots = rng.random() < OFTEN

    def put(self, type_: str, data: Data) -> Record:
        """Apply a record. A bot that breaks a rule is a defect."""
        entry = EVENTS[type_]
        event = convert(data, entry.struct)
        breaches = entry.check(self.s, event)
        assert not breaches, breaches
        self.seq += 1
        entry.apply(self.s, event, self.seq)
        return type_, data

    def next(self) -> Record:
        return self._triton() or self._owed() or self._free()

    def _owed(self) -> Record | None:
        match self.s.top:
            case st.RemoveFaces():
                return self._remove()
            case st.RollDice() as task:
                return self._roll(task)
            case st.ApplyThrow() as task:
                return self._apply(task)
            case st.PayBoar() | st.SplitGold() | st.ForgeFace() | st.SendBoar() as task:
                player = task.players[0]
                return task.awaits, {"player": player, **self._answer(task, player)}
        return None

    def _chance(self, share: float) -> bool:
        return self.rng.random() < share

    # --- chance ----------------------------------------------------------------------------

    def _remove(self) -> Record:
        pools = {}
        for pool, faces in self.s.table.prices.mixed.items():
            copies = [face_id for face_id, number in faces.items() for _ in range(number)]
            pools[pool] = self.rng.sample(copies, setup.REMOVED)
        return "faces_removed", {"pools": pools}

    def _roll(self, task: st.RollDice) -> Record:
        dice = [self.rng.choice(task.dice)] if task.why == "minor" else task.dice
        rolls: dict[str, int | str] = {}
        for ref in dice:
            slot = self.rng.randint(1, 6)
            rolls[ref] = slot if self.slots else self.s.die(ref).slots[slot - 1]
        return "dice_rolled", {"rolls": rolls}

    # --- applying a throw ------------------------------------------------------------------

    def _apply(self, task: st.ApplyThrow) -> Record:
        waiting = due.open_throws(self.s)
        any_order = self.s.table.options.decision_order == "any_order"
        throw = self.rng.choice(waiting).throw if any_order else task.throw
        trial = faces_applied.tried(self.s, throw.player)
        p = trial.players[throw.player]
        faces = self._application(trial, throw)
        again = None
        if throw.blessing and p.cerberus and self._chance(0.6):
            again = self._application(trial, throw)
        return "faces_applied", {"player": throw.player, "faces": faces, "again": again}

    def _application(self, trial: st.State, throw: st.Throw) -> list[Data]:
        """Decide the entries one after the other, and carry each out on the trial."""
        dice = self.rng.sample(list(throw.faces), min(2, len(throw.faces)))
        entries = [self._copied(trial, throw, faces_applied.UNDECIDED[ref]) for ref in dice]
        texts = faces_applied.faces_of(trial, throw, entries)
        entries = [self._chosen(entry, text) for entry, text in zip(entries, texts, strict=True)]
        decided = []
        for applied in faces_applied.worked_out(entries, texts):
            entry = self._decided(trial, throw, applied)
            faces_applied.carry_out(trial, throw, applied._replace(entry=entry))
            decided.append(to_builtins(entry))
        return decided

    def _copied(self, trial: st.State, throw: st.Throw, entry: Entry) -> Entry:
        if throw.faces[entry.of] != MIRROR:
            return entry
        dice = faces_applied.copyable(trial, throw.player, entry.of)
        return structs.replace(entry, copy=self.rng.choice(dice)) if dice else entry

    def _chosen(self, entry: Entry, text: str | None) -> Entry:
        parts = [] if text is None else list(face(text).parts)
        return structs.replace(entry, choice=self.rng.choice(parts)) if parts else entry

    def _decided(self, trial: st.State, throw: st.Throw, applied: faces_applied.Applied) -> Entry:
        if throw.loss:
            return applied.entry
        p = trial.players[throw.player]
        if applied.face.kind == "ship":
            return structs.replace(applied.entry, ship=self._ship(trial, p, applied.factor))
        to_glory = self._to_glory(trial, throw, applied)
        gold = applied.amounts[GOLD] - to_glory.gold
        return structs.replace(applied.entry, to_glory=to_glory, hammer=self._on_hammer(p, gold))

    def _ship(self, trial: st.State, p: st.Player, factor: int) -> Forge | None:
        cost = trial.table.prices.cost
        affordable = [
            face
            for face, copies in trial.sanctuary.items()
            if copies and faces_applied.ship_price(cost[face], factor) <= p.gold
        ]
        if not affordable or not self._chance(OFTEN):
            return None
        return convert(self._place(p, self._dear(affordable, cost)), Forge)

    def _to_glory(
        self, trial: st.State, throw: st.Throw, applied: faces_applied.Applied
    ) -> ToGlory:
        most = faces_applied.convertible(throw, applied.amounts)
        if not any(most):
            return faces_applied.NO_GLORY
        if trial.table.options.conversion == "all":
            return ToGlory(*(self.rng.choice((0, n)) for n in most))
        return ToGlory(*(self.rng.randint(0, n) for n in most))

    def _on_hammer(self, p: st.Player, gold: int) -> int:
        most = reserves.most_on_hammer(self.s, p, gold)
        return most if self._chance(0.6) else self.rng.randint(0, most)

    # --- what cards ask for ----------------------------------------------------------------

    def _answer(
        self, task: st.PayBoar | st.SplitGold | st.ForgeFace | st.SendBoar, player: str
    ) -> Data:
        match task:
            case st.PayBoar():
                gains = list(feats.BOAR_GAIN)
                due = feats.gains_due(self.s, task)
                return {"gains": [self.rng.choice(gains) for _ in range(due)]}
            case st.SplitGold():
                return {"hammer": self._on_hammer(self.s.players[player], feats.SPIRITS)}
            case st.ForgeFace():
                return self._place(self.s.players[player], self.rng.choice(task.faces))
        colour = self.rng.choice(feats.boars_left(self.s)).removeprefix("boar-")
        bearer = self.rng.choice([seat for seat in self.s.players if seat != player])
        return {"colour": colour, "bearer": bearer}

    def _place(self, p: st.Player, face: str) -> Data:
        """Return a random place for a face, mostly over one of the first faces."""
        places = [
            (slots, number, slot)
            for number, die in enumerate(p.dice, 1)
            for slot, slots in enumerate(die.slots, 1)
            if slots not in BOARS
        ]
        poor = [place for place in places if place[0] == "1g"]
        up, die, slot = self.rng.choice(poor if poor and self._chance(OFTEN) else places)
        return {"face": face, "die": die, "slot": slot if self.slots else up}

    def _dear(self, faces: Sequence[str], cost: Mapping[str, int]) -> str:
        """Draw a face, the dearer the likelier."""
        return self.rng.choices(faces, [1 + cost[face] for face in faces])[0]

    # --- a turn ----------------------------------------------------------------------------

    def _triton(self) -> Record | None:
        s = self.s
        if s.active is None or not s.players[s.active].triton or not self._chance(0.2):
            return None
        if not turn.may_spend_triton(s):
            return None
        gain = self.rng.choice(list(turn.TRITON))
        hammer = self._on_hammer(s.players[s.active], turn.TRITON[gain][GOLD])
        return "triton_spent", {"player": s.active, "gain": gain, "hammer": hammer}

    def _free(self) -> Record:
        s = self.s
        assert s.active is not None
        p = s.players[s.active]
        waits = self._chance(self.patience[p.colour]) and s.round < s.table.rounds - 1
        return (
            (None if s.actions else self._reinforced(p))
            or (None if waits else self._action(p))
            or ("turn_ended", {"player": p.colour})
        )

    def _reinforced(self, p: st.Player) -> Record | None:
        for feat in turn.reinforcements_left(self.s, p):
            effect = self.s.table.effect(feat)
            if not self._chance(OFTEN):
                continue
            data: Data = {"player": p.colour, "feat": feat, "gain": None, "hammer": 0}
            if effect == "owl":
                data["gain"] = self.rng.choice(("gold", "sun", "moon"))
                data["hammer"] = self._on_hammer(p, int(data["gain"] == "gold"))
            elif effect == "elder" and p.gold < turn.ELDER_GOLD:
                continue
            return "reinforced", data
        return None

    def _action(self, p: st.Player) -> Record | None:
        s = self.s
        if s.actions == turn.ACTIONS or turn.pay_action(s, p)[1]:
            return None
        affordable = turn.affordable_feats(s, p)
        if affordable and not self._chance(self.smith[p.colour]):
            weights = [(feat.cost.sun + feat.cost.moon) ** 2 for feat in affordable]
            chosen = self.rng.choices(affordable, weights)[0]
            return "feat_performed", {"player": p.colour, "feat": chosen.feat}
        return self._offering(p)

    def _offering(self, p: st.Player) -> Record | None:
        s = self.s
        cost = s.table.prices.cost
        for_sale = forging.faces_for_sale(s)
        gold, faces = p.gold, []
        trial = p.copied()
        while for_sale := [face for face in for_sale if cost[face] <= gold]:
            face = self._dear(for_sale, cost)
            for_sale.remove(face)
            gold -= cost[face]
            place = self._place(trial, face)
            die = trial.dice[place["die"] - 1]
            at = place["slot"] - 1 if self.slots else die.slots.index(place["slot"])
            die.slots[at] = face
            faces.append(place)
            if self._chance(0.3):
                break
        return ("offering_made", {"player": p.colour, "faces": faces}) if faces else None
