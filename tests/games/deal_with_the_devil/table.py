"""A table on which a scenario is set out, and one event after the other tried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ragami.games.deal_with_the_devil.distribution.dealing import digest
from ragami.games.deal_with_the_devil.events import Colour
from ragami.games.deal_with_the_devil.rules.judge import EVENTS, JUDGES
from ragami.games.deal_with_the_devil.state import Built, Plan, Player, State, holding
from ragami.games.deal_with_the_devil.view import view
from tests.rules.remembered import hold

REMEMBERED = Path(__file__).with_name("remembered.jsonl")
SEATS: tuple[Colour, ...] = ("red", "blue", "green", "yellow")
E1 = {"red": "cultist", "blue": "mortal_1", "green": "mortal_2", "yellow": "devil"}
SEED = "00" * 32
NOBODY = dict.fromkeys(SEATS)
NOTHING = {"mortal": 0, "cultist": 0}


def souls(mortal: int, cultist: int) -> dict[str, int]:
    return {"mortal": mortal, "cultist": cultist}


def opening(**options: Any) -> dict[str, Any]:
    return {
        "game": "deal-with-the-devil",
        "rules": 1,
        "title": None,
        "players": [{"colour": c, "name": str(i)} for i, c in enumerate(SEATS, 1)],
        "options": options,
        "components": {"cards": "devil-cards-1"},
    }


class Table:
    """A game that was opened and dealt; `open_` is `hands: open_hands`."""

    def __init__(self, roles: Any = E1, *, open_: bool = True, **options: Any) -> None:
        self.s = State()
        self.seq = 0
        if open_:
            options["hands"] = "open_hands"
        self.do("game_opened", **opening(**options))
        if options.get("distribution", "seed") == "seed":
            self.do("distribution_sealed", digest=digest(SEED))
        if roles is not None:
            self.do("characters_dealt", roles=roles)

    def __getitem__(self, colour: str) -> Player:
        return self.s.players[colour]  # type: ignore[index]

    def breaches(self, type_: str, **data: Any) -> list[Any]:
        event = msgspec.convert(data, type=EVENTS[type_])
        check, _ = JUDGES[type(event)]
        before = view(self.s, 0), msgspec.msgpack.encode(self.s, enc_hook=lambda _: None)
        found = check(self.s, event)
        after = view(self.s, 0), msgspec.msgpack.encode(self.s, enc_hook=lambda _: None)
        assert before == after, "a check changes nothing"
        if found:
            hold(found, REMEMBERED)
        return found

    def rule(self, type_: str, **data: Any) -> str | None:
        """The id of the verdict, None if it is accepted."""
        found = self.breaches(type_, **data)
        return found[0].rule if found else None

    def ruling(self, type_: str, **data: Any) -> tuple[str, str | None]:
        found = self.breaches(type_, **data)[0]
        return found.rule, found.ruling

    def do(self, type_: str, **data: Any) -> Table:
        found = self.breaches(type_, **data)
        assert not found, found
        return self.force(type_, **data)

    def force(self, type_: str, **data: Any) -> Table:
        """What a ruling lets stand."""
        event = msgspec.convert(data, type=EVENTS[type_])
        self.seq += 1
        JUDGES[type(event)][1](self.s, event, self.seq)
        return self

    # --- setting out -----------------------------------------------------------------------

    def at(self, step: str, round_: int | None = None) -> Table:
        self.s.round = round_ or self.s.round
        self.s.set_step(step)
        return self

    def has(self, colour: str, **goods: int) -> Table:
        self[colour].goods = holding(goods.items())
        return self

    def stands(self, colour: str, *buildings: str, round_: int = 1) -> Table:
        self[colour].built += [Built(one, round_) for one in buildings]
        return self

    def planned(self, colour: str, *steps: str, event: str | None = None) -> Table:
        """A plan that was shown, in the actions."""
        builds = [one.partition(":")[2] for one in steps if one.startswith("build:")]
        self[colour].plan = Plan(list(steps), event, builds)
        if self.s.at != "actions/act":
            self.at("actions/act")
        return self

    def step(self, colour: str, step: str, *choices: Any, done: bool = True) -> Any:
        """The data of a `step_resolved`."""
        return {"player": colour, "step": step, "done": done, "choices": list(choices)}

    def steps(self, colour: str, step: str, *choices: Any, done: bool = True) -> Table:
        return self.do("step_resolved", **self.step(colour, step, *choices, done=done))

    def end_actions(self) -> Table:
        """All four are through, and what follows from it has happened."""
        if self.s.at != "actions/act":
            self.at("actions/act")
        for colour in SEATS:
            player = self[colour]
            if player.plan is None:
                player.plan = Plan([])
            self.do("actions_ended", player=colour)
        return self

    def reputations(self, *places: int) -> Table:
        for colour, place in zip(SEATS, places, strict=True):
            self[colour].reputation = place
        return self

    def draws(self, colour: str, cards: str, event: str | None, *kept: str | None) -> Any:
        drawn = [None if one == "?" else one for one in cards.split()]
        return {"player": colour, "kept": list(kept), "drawn": drawn, "event": event}

    def offers(self, colour: str, asks: dict[str, int], **goods: int) -> Any:
        return {"player": colour, "offer": {"goods": goods, "asks": asks}}

    def sent(self, pass_: int, chests: str) -> Any:
        """`2DC1` in seat order; `?` is not known."""
        code = {"1": "mortal_1", "2": "mortal_2", "C": "cultist", "D": "devil", "?": None}
        return {
            "pass": pass_,
            "chests": {colour: code[one] for colour, one in zip(SEATS, chests, strict=True)},
        }

    def answers(self, colour: str, accept: bool, mortal: int = 0, cultist: int = 0) -> Any:
        return {"player": colour, "answer": {"accept": accept, "souls": souls(mortal, cultist)}}

    def plan(self, colour: str, **parts: Any) -> Any:
        data = {"event": [], "discarded": [], "uses": [], "builds": [], "hire": False}
        return {"player": colour, **data, **parts}

    def ritual(self, **chests: Any) -> Any:
        """The chests of a ritual; of a role only what is in its chest."""
        empty = {"goods": {}, "souls": NOTHING, "guesses": {}}
        return {
            "chests": {
                role: empty | chests.get(role, {})
                for role in ("mortal_1", "mortal_2", "cultist", "devil")
            }
        }

    def faces(self, colour: str, shown: Any = 0, given: Any = 0, **more: Any) -> Any:
        data: Any = {"convinced": [], "choices": {}} | more
        return {"player": colour, "souls": shown, "indulgences": given, **data}


def builds(*names: str) -> list[dict[str, Any]]:
    """Buildings of a plan; one with `!` is used right after."""
    return [{"building": n.rstrip("!"), "act": n.endswith("!")} for n in names]
