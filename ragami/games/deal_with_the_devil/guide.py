"""Guide to the next step, in the order of the rulebook; and warnings of what cannot be undone.

It only says what everybody knows: with any player's state, a guide tells no secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ragami.game.capabilities import Guide
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.narration import WORDS
from ragami.games.deal_with_the_devil.rules import tracks
from ragami.games.deal_with_the_devil.rules.actions import claims, step_of
from ragami.games.deal_with_the_devil.rules.due import DUE, owing
from ragami.games.deal_with_the_devil.rules.ending import final
from ragami.games.deal_with_the_devil.rules.facing import lettered
from ragami.games.deal_with_the_devil.rules.rounds import spared
from ragami.games.deal_with_the_devil.state import Player, State
from ragami.games.deal_with_the_devil.words import TABLES, Descriptions
from ragami.language import Language

SAID: Final = TABLES["guide"]


def guide(s: State, language: Language) -> Guide:
    """Return the moment, what is due and from whom, and hints."""
    at = SAID[s.at].text(language)
    if not s.opened:
        return Guide(WORDS.word("setup", language), at)
    if s.phase == "over":
        result = final(s)
        return Guide(at, WORDS.result(result, language) if result else "")
    if s.at == "setup/deal" and s.options.distribution == "recorded":
        at = SAID["setup/deal-recorded"].text(language)
    if s.at == "inquisition/prepare" and s.round == 5:
        at = SAID["inquisition/prepare-last"].text(language)
    teaching = Teaching(s, language)
    due = owing(s)
    if due and len(due) < len(s.seats):
        at += " " + teaching.say("still", who=teaching.texts.listed(due))
    hints = (*teaching.steps(), *teaching.rules())
    return Guide(teaching.step(), at, hints, due[0] if len(due) == 1 else None)


class Teaching:
    """Describe what everybody may know of a moment, in one language."""

    def __init__(self, s: State, language: Language) -> None:
        self.s, self.texts = s, Descriptions(language, s.table)

    def say(self, code: str, **facts: Any) -> str:
        return self.texts(code, "guide", **facts)

    def step(self) -> str:
        """Return the step as `Round 2 of 5 · deals, step 3 of 6`."""
        s = self.s
        steps = [at for at in DUE if at.startswith(f"{s.phase}/")]
        if s.round == 1 and s.phase == "cards":
            steps.remove("cards/pass")
        facts = {"n": steps.index(s.at) + 1, "steps": len(steps)}
        if not s.round:
            return self.say("setup-step", **facts)
        return self.say("step", round=s.round, phase=self.texts.word(s.phase), **facts)

    def rules(self) -> Iterator[str]:
        """Yield the rules of this step in this round."""
        for code, lesson in TABLES["teach"].items():
            at, _, rounds = code.partition("@")
            if at.rpartition(".")[0] == self.s.at and (not rounds or str(self.s.round) in rounds):
                yield lesson.text(self.texts.language)

    # --- what is so at this table ----------------------------------------------------------

    def steps(self) -> Iterator[str]:
        """Yield the hints for the current step, for each player who still has to act."""
        s = self.s
        for player in s.in_order():
            match s.at:
                case "actions/plan" if player.tokens < 4:
                    yield self.to(player, "tokens", n=player.tokens, free=player.free_tokens)
                case "actions/act" if player.colour not in s.done:
                    yield from self._acting(player)
                case "witch_hunt/vote" if player.confessed:
                    yield self.to(player, "protected")
        if s.at == "inquisition/turn":
            yield self.say("turning", slot=s.inquisition.turning[0])
        if s.at == "inquisition/face":
            yield from self._facing()

    def to(self, player: Player, code: str, **facts: Any) -> str:
        return self.say(code, who=self.texts.word(player.colour), **facts)

    def _acting(self, player: Player) -> Iterator[str]:
        plan = player.plan
        if plan and plan.steps:
            does = self.does(player, plan.steps[0])
            yield self.to(player, "next", step=self.texts.step(plan.steps[0]), does=does)
        elif achievements := self.claimable(player):
            yield self.to(player, "claim", what=achievements)
        if player.debt and not spared(self.s, player):
            then = player.copy()
            tracks.interest(then)
            wings = 3 * (then.guests - player.guests) + then.demon - player.demon
            code = "interest" if wings else "interest.0"
            yield self.to(player, code, debt=player.debt, then=then.debt, wings=wings)

    def claimable(self, player: Player) -> str:
        """Return the achievements that a player may gain, as text."""
        ids = dict.fromkeys(id_ for id_, _courtiers in claims(self.s, player))
        return "; ".join(map(self.texts.achievement, ids))

    def does(self, player: Player, name: str) -> str:
        """Return the cost and the effects of a step as text."""
        step = step_of(self.s, player, name)
        cost: Mapping[Any, int] = step.need
        if step.building and step.kind == "build":
            cost = step.building.cost  # with the reputation of a science building
        sentences = [self.say("costs", goods=self.texts.goods(cost))] if any(cost.values()) else []
        if step.building:
            does = step.building.doing("build" if step.kind == "build" else "action")
            sentences += map(self.texts.side, does)
        elif step.operations:
            sentences.append(self.texts.doing(step.operations))
        return "; ".join(sentences) or "–"

    def _facing(self) -> Iterator[str]:
        s, texts = self.s, self.texts
        for id_ in (*lettered(s), *filter(None, s.inquisition.up.values())):
            yield self.say("faces", who=texts.name(id_), penalty=texts.penalty(id_))
        for player in s.in_order():
            if player.guests and player.colour not in s.done:
                guests = f"{player.guests} ({texts.penalty(s.table.guest)})"
                yield self.to(player, "guests", n=guests)


def warning(s: State, event: object, language: Language) -> str | None:
    """Return a warning if `event` cannot be taken back at the table, else None."""
    if isinstance(event, ev.SeedOpened):
        return SAID["opens-seed"].text(language)
    if isinstance(event, ev.ActionsEnded) and event.player in s.players:
        teaching, player = Teaching(s, language), s.players[event.player]
        if achievements := teaching.claimable(player):
            return teaching.to(player, "unclaimed", what=achievements)
    return None
