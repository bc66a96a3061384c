"""The lines of Dice Forge written: each as `reading` reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UnsetType

from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.sheet import words as w
from ragami.language import Language
from ragami.notation.line import bare_or_quoted, quoted

BY_SEAT: Final = ("gold", "sun", "moon", "glory", "portals")
BY_DIE: Final = ("dice", "up")


class Pen:
    """Writes in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def line(self, type_: str, event: Any) -> str:
        """A whole line."""
        tokens = AFTER_VERB[type_](self, event)
        verb = w.VERB_OF[type_].say(self.language)
        player = getattr(event, "player", None)
        if isinstance(event, ev.DiceRolled):
            colours = {ref.partition(".")[0] for ref in event.rolls}
            player = colours.pop() if len(colours) == 1 else None
        return " ".join([self.colour(player), verb, *tokens] if player else [verb, *tokens])

    def colour(self, colour: str) -> str:
        return w.LETTERS[colour].say(self.language)

    def ref(self, ref: str, own: str | None = None) -> str:
        """A die; of one's own only its number."""
        colour, _, die = ref.partition(".")
        return die if colour == own else f"{self.colour(colour)}.{die}"

    def feat(self, feat: str) -> str:
        word = w.FEAT_WORDS.get(feat)
        return word.say(self.language) if word else bare_or_quoted(feat)

    def rolls(self, e: ev.DiceRolled) -> Iterator[str]:
        colours = {ref.partition(".")[0] for ref in e.rolls}
        before = next(iter(colours)) if len(colours) == 1 else None
        for ref, shown in e.rolls.items():
            colour, _, die = ref.partition(".")
            if colour != before:
                yield self.colour(colour)
                before = colour
            yield f"{die}.{shown}"

    def applied(self, e: ev.FacesApplied) -> Iterator[str]:
        yield from self.entries(e.faces, e.player)
        if e.again is not None:
            yield w.AGAIN.say(self.language)
            yield from self.entries(e.again, e.player)

    def called(self, e: ev.Reinforced) -> Iterator[str]:
        yield self.feat(e.feat)
        yield from gain(e.gain, e.hammer)

    def entries(self, entries: Sequence[ev.Entry], player: str) -> Iterator[str]:
        """The dice in the order in which they are applied, each with what is decided."""
        for entry in entries:
            token = self.ref(entry.of, player)
            if entry.copy:
                token += f"={self.ref(entry.copy)}"
            if entry.choice:
                token += f":{w.LETTER_OF[entry.choice]}"
            if entry.ship:
                token += f"^{forged(entry.ship)}"
            yield token
            if entry.hammer:
                yield f"h{entry.hammer}"
            for resource in ("gold", "sun", "moon"):
                if units := getattr(entry.to_glory, resource):
                    yield f"v{units}{w.LETTER_OF[resource]}"

    def shown(self, e: ev.Asserted) -> Iterator[str]:
        for part, word in w.SHOWN_WORDS.items():
            said: Mapping[str, Any] | UnsetType = getattr(e, part)
            if isinstance(said, UnsetType):
                continue
            yield word.say(self.language)
            for key, value in said.items():
                yield f"{self._key(part, key)}:{_value(value)}"

    def _key(self, part: str, key: str) -> str:
        if part in BY_SEAT:
            return self.colour(key)
        if part in BY_DIE:
            return self.ref(key)
        return self.feat(key) if part == "feats" else key


def _pool(pool: str) -> str:
    plain = pool and pool.isprintable() and not set(pool) & set(' :"#\\')
    return pool if plain else quoted(pool)


def _value(value: Any) -> str:
    if value is None:
        return "-"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def forged(forge: ev.Forge | ev.FaceForged) -> str:
    """`4g>1.3`."""
    return f"{forge.face}>{forge.die}.{forge.slot}"


def gain(what: str | None, hammer: int) -> Iterator[str]:
    """`g h1`."""
    if what is not None:
        yield w.LETTER_OF[what]
    if hammer:
        yield f"h{hammer}"


# What follows the verb, by the type of record.
AFTER_VERB: Final[Mapping[str, Callable[[Pen, Any], Iterable[str]]]] = {
    "faces_removed": lambda _, e: (f"{_pool(p)}:{','.join(f)}" for p, f in e.pools.items()),
    "dice_rolled": Pen.rolls,
    "faces_applied": Pen.applied,
    "boar_paid": lambda _, e: (w.LETTER_OF[gain] for gain in e.gains),
    "reinforced": Pen.called,
    "offering_made": lambda _, e: map(forged, e.faces),
    "feat_performed": lambda pen, e: [pen.feat(e.feat)],
    "face_forged": lambda _, e: [forged(e)],
    "boar_sent": lambda pen, e: [f"{e.colour}>{pen.colour(e.bearer)}"],
    "gold_split": lambda _, e: [f"h{e.hammer}"],
    "triton_spent": lambda _, e: gain(e.gain, e.hammer),
    "turn_ended": lambda _, _e: (),
    "asserted": Pen.shown,
}
