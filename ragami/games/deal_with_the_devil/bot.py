"""Whole legal games of bots: the same for the same seed, varied enough that everything happens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Final

import msgspec

from ragami.decoded import Data, Fields
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.bot_decisions import Decider
from ragami.games.deal_with_the_devil.distribution import dealing
from ragami.games.deal_with_the_devil.events import Options
from ragami.games.deal_with_the_devil.rules.judge import EVENTS, JUDGES
from ragami.games.deal_with_the_devil.rules.setup import distributed
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.visibility import places, put

NAMES: Final = ("Ada", "Berta", "Cleo", "Dora")
WORDS: Final = ("pan", "vino", "sal", "luz", "ñandú")
Log = list[tuple[str, Any]]


def play(
    players: int,
    seed: int,
    chosen: Fields | None = None,
    *,
    hidden: bool = False,
) -> Iterable[tuple[str, Any]]:
    """Return a complete legal game as (type, data). Raises `ValueError` unless 4 play.

    `chosen`: options, None whatever comes to the bots' minds. In a walled game everything is told
    where it happens; with `hidden` all secret places are null.
    """
    if players != 4:
        raise ValueError("Deal with the Devil is for four")
    rng = Random(seed)  # noqa: S311 (bots play; nothing is kept secret by it)
    options = agreed(rng) if chosen is None else dict(chosen)
    log = Table(rng, options).play()
    walled = options.get("hands") != "open_hands"
    return [(type_, _untold(type_, data)) for type_, data in log] if hidden and walled else log


def _untold(type_: str, data: object) -> object:
    """Return the data of an event with null in its secret places."""
    event = msgspec.convert(data, type=EVENTS[type_])
    unknown = {place: None for place, value in places(event) if value is not None}
    return msgspec.to_builtins(put(event, unknown)) if unknown else data


def agreed(rng: Random) -> Data:
    """Draw the options that a table might agree on."""
    options: dict[str, object] = {
        "hands": rng.choice(["open_hands", "walled"]),
        "ledger": rng.random() < 0.7,
        "distribution": rng.choice(["seed", "recorded"]),
    }
    for name in ("trade_indulgences", "bribe_resources", "jesters", "lenient"):
        options[name] = rng.random() < 0.4
    if options["distribution"] == "seed":
        options["wishes"] = rng.random() < 0.5
    if rng.random() < 0.3:
        options["reputation_rewards"] = "before_effects"
    return options


class Table:
    """A game being played. Inside all hands are open: each bot looks at its own only."""

    def __init__(self, rng: Random, options: Mapping[str, object]) -> None:
        self.rng = rng
        self.agreed = dict(options)
        self.options = msgspec.convert(self.agreed, type=Options)
        self.s = State()
        self.log: Log = []
        self.decks: dict[str, list[str]] = {}
        self.normal: list[str] = []
        self.decide = Decider(self.s, rng)

    def do(self, type_: str, **data: Any) -> None:
        """Record something. A bot that breaks a rule is a defect."""
        if not self.attempt(type_, **data):
            raise AssertionError((type_, data))

    def attempt(self, type_: str, **data: Any) -> bool:
        """Record something if it is legal."""
        event = msgspec.convert(data, type=EVENTS[type_])
        check, apply = JUDGES[type(event)]
        if check(self.s, event):
            return False
        apply(self.s, event, len(self.log) + 1)
        self.log.append((type_, data))
        return True

    def shuffled(self, pieces: Iterable[object]) -> list[Any]:
        many = list(pieces)
        self.rng.shuffle(many)
        return many

    # --- the course of a game --------------------------------------------------------------

    def play(self) -> Log:
        """Play the game and return its log, with `hands` as agreed and nothing hidden."""
        self._set_up()
        while self.s.at not in ("walls/open", "over"):
            self._round()
        self._close()
        data = dict(self.log[0][1])
        data["options"] = self.agreed
        return [("game_opened", data), *self.log[1:]]

    def _set_up(self) -> None:
        rng = self.rng
        colours = self.shuffled(ev.COLOURS)
        players = [{"colour": c, "name": n} for c, n in zip(colours, NAMES, strict=True)]
        self.do(
            "game_opened",
            game="deal-with-the-devil",
            rules=1,
            title=None,
            players=players,
            options={**self.agreed, "hands": "open_hands"},
            components={"cards": "devil-cards-1"},
        )
        self.seed = rng.randbytes(32).hex()
        if self.options.distribution == "seed":
            self.do("distribution_sealed", digest=dealing.digest(self.seed))
            for colour in self.shuffled(colours):
                if rng.random() < 0.4:
                    self.do("word_given", player=colour, word=rng.choice(WORDS))
                if self.options.wishes and rng.random() < 0.6:
                    kinds = ("mortal", "cultist", "devil")
                    wishes = {kind: rng.choice([-1, 0, 1]) for kind in kinds}
                    self.do("wishes_given", player=colour, wishes=wishes)
        self.found = distributed(self.s, self.seed)
        self._shuffle_decks()
        self.do("characters_dealt", roles=self.found.roles)

    def _shuffle_decks(self) -> None:
        file = self.s.table.file
        for pile in "ABCD":
            self.decks[pile] = self.shuffled(b.id for b in file.buildings if b.pile == pile)
        for number in range(2, 6):
            key = str(number)
            self.decks[key] = self.shuffled(b.id for b in file.buildings if b.round == number)
        for letter in "AB":
            self.decks[f"events {letter}"] = self.shuffled(
                e.id for e in file.events if e.letter == letter
            )
        kinds = file.inquisitors.items()
        self.normal = self.shuffled(id_ for id_, inquisitor in kinds if inquisitor.back == "normal")

    def _round(self) -> None:
        self._cards()
        self._deals()
        self._actions()
        if self.s.at == "witch_hunt/vote":
            self._hunt()
        if self.s.at == "inquisition/prepare":
            self._inquisition()

    def _cards(self) -> None:
        for colour in self.shuffled(self.s.seats):
            player = self.s.players[colour]
            self._repay(colour)
            kept_cards = [self.rng.choice(player.hand)] if player.hand else []
            piles = "ABCD" if self.s.round == 1 else str(self.s.round) * 4
            drawn = [self.decks[pile].pop() for pile in piles]
            event = self.decks["events A" if self.s.round < 3 else "events B"].pop()
            self.do("cards_drawn", player=colour, kept=kept_cards, drawn=drawn, event=event)
        if self.s.at == "cards/pass":
            for colour in self.shuffled(self.s.seats):
                player = self.s.players[colour]
                cards = self.rng.sample(player.hand[player.kept :], 2)
                self.do("buildings_passed", player=colour, cards=cards)
        for colour in self.shuffled(self.s.seats):
            self._repay(colour)

    def _repay(self, colour: ev.Colour) -> None:
        player = self.s.players[colour]
        assert player.goods is not None
        most = min(player.debt, player.goods["coins"])
        if most and colour not in self.decide.reckless and self.rng.random() < 0.5:
            self.do("debt_paid", player=colour, coins=self.rng.randint(1, most))

    def _deals(self) -> None:
        for colour in self.shuffled(self.s.seats):
            if self.rng.random() < 0.2:
                card = self.rng.choice([*sorted(self.s.table.requests), "none"])
                self.do("request_shown", player=colour, card=card)
            room = 10 - self.s.players[colour].debt
            if room and colour in self.decide.reckless:
                self.do("loan_taken", player=colour, coins=room)
            self.do("offer_made", player=colour, offer=self.decide.offer(colour))
        for pass_ in (1, 2):
            chests = self.found.sent(self.s.round, pass_, self.found.roles)
            self.do("offers_sent", **{"pass": pass_, "chests": chests})
            for colour in self.shuffled(self.s.seats):
                self.raise_money(colour, {"coins": self.decide.price(colour)}, sometimes=True)
                self.do("offer_answered", player=colour, answer=self.decide.answer(colour))
        self.do("chests_returned")

    def raise_money(
        self, colour: ev.Colour, need: Mapping[str, int], *, sometimes: bool = False
    ) -> bool:
        """Sell, borrow and buy what is lacking. Return False if that is not possible."""
        if sometimes and self.rng.random() < 0.5:
            return False
        deeds = self.decide.raising(colour, need)
        if deeds is None:
            return False
        for type_, data in deeds:
            self.do(type_, player=colour, **data)
        return True

    # --- actions ---------------------------------------------------------------------------

    def _actions(self) -> None:
        for colour in self.shuffled(self.s.seats):
            for _ in range(50):
                if self.attempt("plan_shown", player=colour, **self.decide.plan(colour)):
                    break
            else:
                self.do("plan_shown", player=colour, **self.decide.least_plan(colour))
        busy = list(self.s.seats)
        while busy:
            colour = self.rng.choice(busy)
            plan = self.s.players[colour].plan
            assert plan
            if plan.steps:
                self._step(colour, plan.steps[0])
            else:
                self._claim(colour)
                self.do("actions_ended", player=colour)
                busy.remove(colour)

    def _step(self, colour: ev.Colour, step: str) -> None:
        needs = self.decide.needs(colour, step)
        if needs is not None:
            self.raise_money(colour, needs)
        self.do("step_resolved", player=colour, step=step, **self.decide.step(colour, step))

    def _claim(self, colour: ev.Colour) -> None:
        for data in self.decide.claims(colour):
            self.attempt("achievement_claimed", player=colour, **data)

    # --- witch hunt, Inquisition, end ------------------------------------------------------

    def _hunt(self) -> None:
        self.do("votes_cast", votes=self.decide.votes())
        for colour in self.shuffled(self.s.questioned):
            self.do("charge_answered", player=colour, answer=self.decide.charge(colour))

    def _inquisition(self) -> None:
        round_ = self.s.round
        for colour in self.shuffled(self.s.seats):
            goods = self.s.players[colour].goods
            assert goods is not None
            if goods["coins"] >= 5 and self.rng.random() < 0.3:
                self.do("wings_bought", player=colour, count=1)
            self._repay(colour)
        if round_ == 5:
            self.do("roles_shown", roles=self.found.roles)
        self.do("ritual_opened", chests=self.decide.ritual())
        while self.s.at != "inquisition/face":
            if self.s.at == "inquisition/turn":
                slot = self.s.inquisition.turning[0]
                self.do("inquisitor_turned", slot=slot, inquisitor=self.normal.pop())
            else:
                due = self.s.inquisition.accusing[0]
                true = self.found.roles[due.player] == due.of
                self.do("accusation_answered", player=due.player, of=due.of, true=true)
        for colour in self.shuffled(self.s.seats):
            self._repay(colour)
            for _ in range(50):
                if self.attempt("inquisition_faced", player=colour, **self.decide.face(colour)):
                    break
            else:
                self.do("inquisition_faced", player=colour, **self.decide.face(colour, humble=True))

    def _close(self) -> None:
        """Record the events after the last Inquisition; with open hands no walls are opened."""
        if not self.options.open:
            for player in self.s.in_order():
                assert player.goods is not None
                goods: dict[str, object] = {good: n for good, n in player.goods.items() if n}
                if self.options.trade_indulgences and player.indulgences:
                    goods["indulgences"] = player.indulgences
                wall = {"player": player.colour, "goods": goods, "souls": player.souls}
                self.log.append(("wall_opened", wall))
        if self.options.distribution == "seed":
            self.do("seed_opened", seed=self.seed)
