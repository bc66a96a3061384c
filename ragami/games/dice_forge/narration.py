"""Events and their consequences in words: one line a record, in English and in Spanish.

The consequences are read off the moments before and after; no rule is worked out again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import sub
from typing import Any, Final, NamedTuple

from msgspec import to_builtins

from ragami.catalogue import by_language
from ragami.decoded import Fields, type_of
from ragami.game.capabilities import NOTATION
from ragami.game.texts import Narrator
from ragami.game.words import TemplateNarrator, Templates
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge import words
from ragami.games.dice_forge.faces import (
    DECIDED,
    MUTUAL,
    RESOURCE_OF,
    RESOURCES,
    SHIP,
    Amounts,
    together,
)
from ragami.games.dice_forge.game import GAME
from ragami.games.dice_forge.rules.ending import final, position
from ragami.games.dice_forge.rules.feats import BOAR_GAIN
from ragami.games.dice_forge.rules.reserves import BOTH_SIDES
from ragami.games.dice_forge.rules.turn import TRITON
from ragami.games.dice_forge.state import Player, State
from ragami.language import Language
from ragami.messages import listed

# One sign in a face, and numbers that a table can have: a log may hold any text as a name.
AMOUNTS: Final = re.compile(r"\d{1,9}[gsmp](?:(?:\+\d{1,9}[gsmp])*|(?:/\d{1,9}[gsmp])*)")
# Two codes are both a feat and a face; these facts are faces.
OF_FACES: Final = ("face", "faces", "slots")
SAME_NAME: Final = {"mirror": "mirror-face", "ship": "ship-face"}


class Moment(NamedTuple):
    """A remembered position. `reserves`: gold, sun, moon and the glory of the track.

    `struck`: the steps done on all hammers; `typhon`: cards of Typhon, and faces removed.
    """

    round: int
    turn: int
    scores: Mapping[str, int]
    reserves: Mapping[str, tuple[int, int, int, int]]
    portals: Mapping[str, int | None]
    dice: Mapping[str, tuple[str, ...]]
    struck: Mapping[str, int]
    typhon: Mapping[str, tuple[int, int]]
    final: Fields | None


def look(s: State) -> Moment:
    at = position(s)
    players = s.players.items()
    return Moment(
        *(at.round, at.turn, at.scores),
        {colour: (p.gold, p.sun, p.moon, p.glory) for colour, p in players},
        {colour: p.portal for colour, p in players},
        {ref: tuple(s.die(ref).slots) for ref in s.table.refs} if s.opened else {},
        {colour: _struck(s, p) for colour, p in players},
        {colour: (_cards(s, p, "typhon"), len(p.removed)) for colour, p in players},
        final(s),
    )


def _cards(s: State, p: Player, effect: str) -> int:
    """Count the cards of an effect on pile 1."""
    return sum(s.table.effect(feat) == effect for feat in p.piles[0])


def _struck(s: State, p: Player) -> int:
    return BOTH_SIDES * _cards(s, p, "hammer") + p.steps


class DiceForgeWords(Templates):
    """The templates, with faces and dice as people say them."""

    def spoken(self, value: object, language: Language) -> str:
        if isinstance(value, str):
            if value in ev.OWNER:
                return die(value, language)
            return face(value, language)
        return super().spoken(value, language)

    def filled(self, code: str, facts: Mapping[str, Any], language: Language) -> str | None:
        named_facts = {
            name: _faces(value) if name in OF_FACES or code == "other-face" else value
            for name, value in facts.items()
        }
        if code == "feat-too-dear":  # only of what it costs is spoken
            costs = [resource for resource in ("sun", "moon") if facts[resource]]
            for resource in costs:
                named_facts[resource] = amount(facts[resource], resource, language)
            left = [amount(facts["has"][resource], resource, language) for resource in costs]
            named_facts["has"] = listed(left, language)
            code = "/".join([code, *costs]) if len(costs) == 1 else code
        return super().filled(code, named_facts, language)

    def word(self, code: str, language: Language) -> str:
        if code.startswith(ev.PLACE):
            feat = super().word(code.removeprefix(ev.PLACE), language)
            return words.OPTIONS["place"].text(language).format(feat=feat)
        if code in words.TYPES:
            return words.TYPES[code].text(language)
        return super().word(code, language)

    def narrator(self, language: Language, viewer: str | None = None) -> Narrator:
        return EventNarrator(GAME, self, language, viewer)


def _faces(value: object) -> Any:
    if isinstance(value, str):
        return SAME_NAME.get(value, value)
    return [_faces(element) for element in value] if isinstance(value, list | tuple) else value


TABLES: Final = (
    words.EVENTS, words.PROBLEMS, words.FINDINGS, words.OPTIONS, words.VALUES, words.FEATS,
)  # fmt: skip
WORDS: Final = DiceForgeWords(lambda: GAME, by_language(*TABLES))


# --- faces and amounts ---------------------------------------------------------------------


def amount(number: int, resource: str, language: Language) -> str:
    """Say `2 gold`, `1 sun`."""
    table = words.ONE if abs(number) == 1 else words.MANY
    return table[resource].text(language).format(number=number)


@lru_cache(maxsize=1024)
def face(text: str, language: Language) -> str:
    """Say a face: `2g+1m` as `2 gold and 1 moon`; anything else by its word."""
    if AMOUNTS.fullmatch(text):
        between = "/" if "/" in text else "+"
        parts = [amount(int(p[:-1]), RESOURCE_OF[p[-1]], language) for p in text.split(between)]
        if between == "/":
            return f" {words.PARTS['or'].text(language)} ".join(parts)
        return listed(parts, language)
    return WORDS.word(text, language)


def face_name(text: str, language: Language) -> str:
    return face(SAME_NAME.get(text, text), language)


def face_in_list(text: str, language: Language) -> str:
    """Return the name of a face beside others: with brackets where it has two things or more."""
    name = face_name(text, language)
    return f"({name})" if "+" in text or "/" in text else name


def die(ref: str, language: Language) -> str:
    """Say `orange.1` as `Orange 1`."""
    colour, _, number = ref.partition(".")
    return f"{WORDS.word(colour, language)} {number}"


# --- events --------------------------------------------------------------------------------


def _side_up(event: ev.DiceRolled, ref: Any, before: Moment | None) -> str | int:
    """Return the face that fell; its slot where nobody knows the die."""
    side: str | int = event.rolls[ref]
    if isinstance(side, int) and before and ref in before.dice:
        return before.dice[ref][side - 1]
    return side


def _given_by_faces(event: ev.DiceRolled, before: Moment) -> dict[str, Amounts]:
    """Return by player what a roll of plain faces says that it gives."""
    faces: dict[str, list[str]] = {}
    for ref in event.rolls:
        side = _side_up(event, ref, before)
        if isinstance(side, str):
            faces.setdefault(ref.partition(".")[0], []).append(side)
    thrown = {colour: together(tuple(sides)) for colour, sides in faces.items()}
    return {
        colour: amounts
        for colour, (flags, amounts) in thrown.items()
        if not flags & (DECIDED | SHIP | MUTUAL)
    }


class EventNarrator(TemplateNarrator):
    """Tells the events of a game, and what each brought to whom. Nothing is hidden."""

    # The dice in the order of the seats, for rolls after the game broke off.
    _seated: Sequence[str] = ev.DICE

    def look(self, state: State, _seq: int, _coming: object = None) -> Moment:
        moment = look(state)
        self._seated = list(moment.dice) or self._seated
        return moment

    def gains(self, event: object, before: Moment, after: Moment) -> str:
        return "; ".join(self._consequences(event, before, after))

    def say(self, event: Any, before: Moment | None, _after: Moment | None) -> str:
        if isinstance(event, ev.Asserted):
            line = GAME.need(NOTATION).write("asserted", event, None, self.language) or ""
            _, _, asserted = line.partition(" ")
            return words.PARTS["asserted"].text(self.language).format(what=asserted)
        facts = to_builtins(event) | self._facts(event, before)
        sentence = self.sentence(type_of(event), facts)
        assert sentence is not None
        if isinstance(event, ev.FacesApplied) and event.again is not None:
            again = [self._entry(entry, event.player) for entry in event.again]
            sentence += f", {self._part('again', again=again)}"
        return sentence

    def _facts(self, event: Any, before: Moment | None) -> dict[str, object]:
        """Return the fields of an event that are not told as they are recorded."""
        facts: dict[str, object] = {}
        match event:
            case ev.GameOpened():
                facts = {"players": [player.colour for player in event.players]}
            case ev.FacesRemoved():
                gone = [removed_face for some in event.pools.values() for removed_face in some]
                facts = {"pools": [face_in_list(removed, self.language) for removed in gone]}
            case ev.DiceRolled():
                facts = {"rolls": "; ".join(self._rolls(event, before))}
            case ev.FacesApplied():
                facts = {"faces": [self._entry(entry, event.player) for entry in event.faces]}
            case ev.BoarPaid():
                facts = {"gains": [self._amounts(BOAR_GAIN[gain]) for gain in event.gains]}
            case ev.TritonSpent():
                facts = {"gain": self._amounts(TRITON[event.gain])}
            case ev.OfferingMade():
                facts = {"faces": [self._forged(entry) for entry in event.faces]}
            case ev.FaceForged():
                facts = {"face": self._forged(event)}
        return facts

    def _rolls(self, event: ev.DiceRolled, before: Moment | None) -> Iterator[str]:
        """Yield the results by player, die 1 first; a single die with its number."""
        by_player: dict[str, list[str]] = {}
        # In the order of the seats, as their gains are.
        seated = list(before.dice) if before else self._seated
        for ref in sorted(event.rolls, key=seated.index):
            by_player.setdefault(ref.partition(".")[0], []).append(ref)
        for colour, refs in by_player.items():
            roller = self._word(colour)
            if len(refs) == 1:
                roller += f" ({self._part('die', number=refs[0][-1])})"
            yield f"{roller} {', '.join(self._shown(event, ref, before) for ref in refs)}"

    def _shown(self, event: ev.DiceRolled, ref: Any, before: Moment | None) -> str:
        side = _side_up(event, ref, before)
        if isinstance(side, int):
            return self._part("slot", slot=side)
        return face_in_list(side, self.language)

    def _entry(self, entry: ev.Entry, player: str) -> str:
        """Say a die and all that was decided about it."""
        colour, _, number = entry.of.partition(".")
        own = colour == player
        of = self._part("own-die", number=number) if own else die(entry.of, self.language)
        parts = []
        if entry.copy:
            parts.append(self._part("copy", copy=die(entry.copy, self.language)))
        if entry.choice:
            parts.append(self._part("choice", choice=self._word(entry.choice)))
        if entry.ship:
            parts.append(self._part("ship", face=self._forged(entry.ship)))
        if entry.hammer:
            parts.append(self._part("hammer", hammer=entry.hammer))
        for resource in ("gold", "sun", "moon"):
            if units := getattr(entry.to_glory, resource):
                converted = amount(units, resource, self.language)
                parts.append(self._part("to_glory", amount=converted))
        return f"{of} ({', '.join(parts)})" if parts else of

    def _forged(self, forge: ev.Forge | ev.FaceForged) -> str:
        face = face_name(forge.face, self.language)
        if isinstance(forge.slot, str):
            over = face_name(forge.slot, self.language)
            return self._part("forged_over", face=face, die=forge.die, slot=over)
        return self._part("forged", face=face, die=forge.die, slot=forge.slot)

    # --- consequences ----------------------------------------------------------------------

    def _consequences(self, event: object, before: Moment, after: Moment) -> Iterator[str]:
        of_faces = _given_by_faces(event, before) if isinstance(event, ev.DiceRolled) else {}
        for colour, reserves in after.reserves.items():
            if colour not in before.reserves:
                continue
            was = before.reserves[colour]
            if tuple(map(sub, reserves, was)) == of_faces.get(colour):  # they say so already
                continue
            if gains := list(self._gains(was, reserves)):
                yield f"{self._word(colour)} {', '.join(gains)}"
            actor = getattr(event, "player", None)
            gone = before.portals[colour] is not None and after.portals[colour] is None
            if gone and colour != actor:
                yield self._part("ousted", player=self._word(colour))
        if after.final and not before.final:
            yield WORDS.result(after.final, self.language)
        elif after.round != before.round and isinstance(event, ev.TurnEnded):
            yield self._part("round", round=after.round)

    def _gains(self, before: Iterable[int], after: Iterable[int]) -> Iterator[str]:
        for resource, old, new in zip(RESOURCES, before, after, strict=True):
            if new != old:
                change = amount(abs(new - old), resource, self.language)
                yield f"{'+' if new > old else '−'}{change}"

    def _amounts(self, amounts: Amounts) -> str:
        """Say `2 suns and 1 moon`."""
        parts = zip(amounts, RESOURCES, strict=True)
        return listed([amount(n, kind, self.language) for n, kind in parts if n], self.language)

    def _part(self, code: str, **facts: Any) -> str:
        spoken = {name: WORDS.spoken(value, self.language) for name, value in facts.items()}
        return words.PARTS[code].text(self.language).format(**spoken)

    def _word(self, code: str) -> str:
        return WORDS.word(code, self.language)
