"""The next step in words, for people at the table, and warnings of what cannot be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ragami.game.capabilities import Guide
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.narration import WORDS, amount, die, face_in_list, face_name
from ragami.games.dice_forge.rules.due import due_players
from ragami.games.dice_forge.rules.ending import final
from ragami.games.dice_forge.rules.faces_applied import copyable
from ragami.games.dice_forge.rules.feats import gains_due
from ragami.games.dice_forge.rules.forging import slot_of
from ragami.games.dice_forge.rules.reserves import BOTH_SIDES
from ragami.games.dice_forge.rules.turn import (
    ACTIONS,
    EXTRA_SUN,
    affordable_feats,
)
from ragami.games.dice_forge.state import (
    AnyTask,
    ApplyThrow,
    ForgeFace,
    PayBoar,
    Player,
    RemoveFaces,
    RollDice,
    State,
)
from ragami.games.dice_forge.words import TABLES
from ragami.language import Language, translator
from ragami.messages import listed

TEXTS: Final = TABLES["guide"]


class Words:
    """The texts of the guide in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def say(self, code: str, **facts: Any) -> str:
        texts = {name: WORDS.spoken(value, self.language) for name, value in facts.items()}
        return TEXTS[code].text(self.language).format(**texts)

    def faces(self, texts: list[str]) -> str:
        return listed([face_in_list(text, self.language) for text in texts], self.language)

    def purse(self, p: Player) -> str:
        amounts = ((p.gold, "gold"), (p.sun, "sun"), (p.moon, "moon"))
        texts = [amount(n, kind, self.language) for n, kind in amounts if n]
        return listed(texts, self.language) if texts else self.say("nothing")


def guide(s: State, language: Language) -> Guide:
    """Say where the game is, what is due and by whom, and what is good to know."""
    words = Words(language)
    if not s.opened:
        return Guide(words.say("setup"), words.say("open"))
    if s.phase == "over":
        result = final(s)
        return Guide(words.say("over"), WORDS.result(result, language) if result else "")
    top = s.top
    if top is None:
        return _free(s, words)
    seats = due_players(s)
    seat = seats[0] if len(seats) == 1 else None
    return Guide(_step(s, words), due(s, words, top), tuple(_hints(s, words, top)), seat)


def _step(s: State, words: Words) -> str:
    if s.active is None:
        return words.say("setup")
    step = 1 if s.phase == "blessing" else 4 if s.actions else 2
    if s.phase == "actions" and not s.actions and not s.players[s.active].piles[2]:
        step = 3
    return words.say("step", round=s.round, rounds=s.table.rounds, who=s.active, step=step)


# --- what is owed --------------------------------------------------------------------------


def due(s: State, words: Words, task: AnyTask) -> str:
    match task:
        case RollDice():
            _ = translator(words.language)
            dice = _(" or ").join(die(ref, words.language) for ref in task.dice)
            facts = {"who": task.players[0], "active": s.active, "feat": task.effect, "dice": dice}
            return words.say(f"roll-{task.why}", **facts)
        case ApplyThrow():
            faces = words.faces(list(task.throw.faces.values()))
            return words.say(task.awaits, who=task.throw.player, faces=faces)
        case PayBoar():
            return words.say(task.awaits, who=task.players[0], times=f"{gains_due(s, task)}×")
        case ForgeFace():
            faces = words.faces(list(task.faces))
            return words.say(task.awaits, who=task.players[0], faces=faces)
        case RemoveFaces():
            return words.say(task.awaits, pools=list(s.table.prices.mixed))
    return words.say(task.awaits, who=task.players[0])


def _hints(s: State, words: Words, task: AnyTask) -> Iterator[str]:
    if not isinstance(task, ApplyThrow):
        return
    throw = task.throw
    p = s.players[throw.player]
    yield words.say("has", who=throw.player, purse=words.purse(p))
    if throw.why == "satyrs":
        yield words.say("two-of")
    for ref, face_id in throw.faces.items():
        if face_id == "mirror":
            dice = copyable(s, throw.player, ref)
            yield words.say("mirror" if dice else "no-mirror", die=ref, dice=dice)
    if not throw.loss and "ship" in throw.faces.values():
        yield words.say("ship")
    if p.hammers and not throw.loss:
        yield words.say("hammer", left=BOTH_SIDES - p.steps)
    if p.cerberus and throw.blessing:
        yield words.say("cerberus")


# --- what is free --------------------------------------------------------------------------


def _free(s: State, words: Words) -> Guide:
    assert s.active is not None
    p = s.players[s.active]
    code = "actions" if not s.actions else "extra" if p.sun >= EXTRA_SUN else "end"
    if s.actions == ACTIONS:
        code = "end"
    hints = tuple(_may(s, words, p, code))
    return Guide(_step(s, words), words.say(code, who=s.active), hints, s.active)


def _may(s: State, words: Words, p: Player, code: str) -> Iterator[str]:
    cards = list(p.piles[2])
    for feat in s.used:
        if feat in cards:
            cards.remove(feat)
    if cards and not s.actions:
        yield words.say("reinforce", who=s.active, feats=cards)
    if code != "end":
        feats = [feat.feat for feat in affordable_feats(s, p)]
        purse = words.purse(p)
        yield words.say("feats" if feats else "has", who=s.active, purse=purse, feats=feats)
    if p.triton:
        yield words.say("triton", who=s.active, number=p.triton)


# --- what cannot be taken back -------------------------------------------------------------


def warning(s: State, event: object, language: Language) -> str | None:
    """Return a warning if `event` cannot be taken back at the table, else None."""
    words = Words(language)
    if isinstance(event, ev.TurnEnded) and s.active is not None:
        if s.round == s.table.rounds and s.table.left_of[s.active] == s.table.first:
            return words.say("last-turn")
        return None if s.actions else words.say("no-action", who=event.player)
    sentences = list(_gone(s, event, words))
    if isinstance(event, ev.FacesApplied) and event.again is not None:
        sentences.append(words.say("token"))
    return " ".join(sentences) or None


def _gone(s: State, event: Any, words: Words) -> Iterator[str]:
    """Yield a warning for each forged face that is forged over."""
    forges: list[Any] = []
    if isinstance(event, ev.OfferingMade):
        forges = list(event.faces)
    elif isinstance(event, ev.FaceForged):
        forges = [event]
    elif isinstance(event, ev.FacesApplied):
        forges = [entry.ship for entry in (*event.faces, *(event.again or ())) if entry.ship]
    for forge in forges:
        slots = s.players[event.player].dice[forge.die - 1].slots
        at = slot_of(slots, forge.slot)
        if at is not None and slots[at] != s.table.dice.dice[forge.die - 1][at]:
            yield words.say("forge-over", face=face_name(slots[at], words.language), die=forge.die)
