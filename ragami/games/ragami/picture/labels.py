"""Labels of the pictures, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from ragami.games.ragami.picture.scene import Player, Scene, Standing
from ragami.games.ragami.speech import TABLES, speech
from ragami.language import Language
from ragami.messages import plain

SUPPLY: Final = tuple(TABLES["supply"])
KIND_NAMES: Final = ("conflict", "demons", "saint", "ragami", "virtue")


class Labels:
    """The words of a picture in one language. Every text for people comes from here."""

    def __init__(self, language: Language) -> None:
        tables = speech(language).tables
        self.language = language
        self.texts = tables["picture"]
        self.letters = tables["letter"]
        self.kinds = dict(zip(KIND_NAMES, self.texts["letters"], strict=True))
        self.words = tables["value"]
        self.supply = tables["supply"]
        self.columns = tables["column"]
        self.legend = tables["legend"]

    def _say(self, code: str, /, **facts: object) -> str:
        return self.texts[code].format_map(facts)

    def saint(self, colour: str) -> str:
        return self._say("saint", colour=self.words[colour])

    def ragami(self, colour: str) -> str:
        return self._say("ragami", colour=self.words[colour])

    def virtue(self, colour: str, value: int) -> str:
        return self._say("virtue", colour=self.words[colour], value=value)

    def conflict(self, value: int) -> str:
        return self._say("conflict", value=value)

    def demons(self, count: int) -> str:
        return self._say("demon" if count == 1 else "demons", count=count)

    def square(self, number: int) -> str:
        return self._say("square", number=number)

    def block(self, name: str) -> str:
        return self._say("block", name=plain(name))

    def standing(self, standing: Standing) -> Iterator[str]:
        """Yield a description of each piece that stands in a place."""
        if standing.conflict is not None:
            yield self.conflict(standing.conflict)
        if standing.demons:
            yield self.demons(standing.demons)
        yield from map(self.saint, standing.saints)
        yield from map(self.ragami, standing.ragamis)
        for colour, value in standing.virtue:
            yield self.virtue(colour, value)
        if standing.resolved:
            yield self._say("resolved")
        if standing.forbidden:
            yield self._say("forbidden")

    def place(self, where: str, standing: Standing) -> str:
        """Return a place and what is there: 'Square 14: Conflict 3, blue Saint'."""
        return f"{where}: " + (", ".join(self.standing(standing)) or self._say("empty"))

    def player(self, player: Player) -> str:
        """Return the player's name, or the colour if there is none."""
        return player.name or self.words[player.colour].capitalize()

    def row(self, player: Player) -> str:
        """Return a row of the score table as a sentence."""
        sentence = self._say(
            "row",
            who=self.player(player),
            colour=self.words[player.colour],
            vp=player.vp,
            resolved=player.resolved,
            cubes=player.cubes,
        )
        return ", ".join([sentence, *self.marks(player)])

    def marks(self, player: Player) -> Iterator[str]:
        """Yield the player's other details: Virtue die, hand, to act, passed, won."""
        if player.virtue:
            yield self._say("virtue_die", value=player.virtue[1], block=plain(player.virtue[0]))
        if player.hand:
            yield self._say("hand", cards=" ".join(map(card, player.hand)))
        if player.first:
            yield self.texts["first_player"]
        if player.active:
            yield self.texts["to_act"]
        if player.note:
            yield self.texts[player.note]

    def moment(self, scene: Scene) -> str:
        """Return the time of a moment: 'Round 3 · turns · record 57'."""
        return self._say("moment", round=scene.round, phase=self.words[scene.phase], seq=scene.seq)

    def acting(self, scene: Scene) -> str:
        """Return the sentence that names the player to act; empty if there is none."""
        return self._say("acting", who=self.player(scene.active)) if scene.active else ""

    def die(self, space: str, value: int | None) -> str:
        """Return a space of the Action table and its die in words."""
        text = {None: self._say("no_die"), 0: self.texts["spent"]}.get(value, str(value))
        return f"{self.words[space]}: {text}"


@cache
def labels(language: Language) -> Labels:
    return Labels(language)


def card(kind: int | None) -> str:
    """Return the number of a card in a hand; a question mark for an unknown one."""
    return "?" if kind is None else str(kind)
