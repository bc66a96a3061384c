"""Labels of the pictures, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from ragami.errors import N_
from ragami.games.ragami.picture.scene import COLOURS, Player, Scene, Standing
from ragami.games.ragami.speech import COLOUR_WORDS, PHASE_WORDS, SPACE_WORDS
from ragami.language import Language, translator
from ragami.messages import plain

# One letter each for yellow, green, blue, purple and neutral: all different in every language.
LETTERS: Final = N_("YGBPN")
# One letter each for what stands on the board in the picture of letters.
KINDS: Final = N_("CDSRV")
SUPPLY: Final = {
    "cubes": N_("white cubes"),
    "demons": N_("Demons"),
    "conflict_dice": N_("Conflict dice"),
    "chips": N_("chips left"),
    "deck": N_("deck"),
    "used": N_("used cards"),
}
COLUMNS: Final = {
    "vp": N_("VP"),
    "resolved": N_("Resolved"),
    "cubes": N_("Cubes"),
    "virtue": N_("Virtue"),
    "hand": N_("Hand"),
}
LEGEND: Final = {
    "saint": N_("Saint"),
    "ragami": N_("Ragami"),
    "demons": N_("Demons"),
    "conflict": N_("Conflict die"),
    "virtue": N_("Virtue die"),
    "neutral": N_("neutral Ragami"),
    "forbidden": N_("no Ragami here"),
    "resolved": N_("resolved"),
}
KIND_NAMES: Final = ("conflict", "demons", "saint", "ragami", "virtue")


class Labels:
    """The words of a picture in one language. Every text for people comes from here."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._ = self.translate = _ = translator(language)
        self.letters = dict(zip(COLOURS, _(LETTERS), strict=True))
        self.kinds = dict(zip(KIND_NAMES, _(KINDS), strict=True))
        self.colours = self._each(COLOUR_WORDS)
        self.phases = self._each(PHASE_WORDS)
        self.spaces = self._each(SPACE_WORDS)
        self.supply = self._each(SUPPLY)
        self.columns = self._each(COLUMNS)
        self.legend = self._each(LEGEND)
        self.action_table = _("Action table")
        self.supply_title = _("Supply")
        self.spent = _("spent")
        self.passed = _("passed")
        self.to_act = _("to act")
        self.first_player = _("first player")
        self.square_table = _("Square: where its streets go | what stands there")
        self.block_table = _("Block: its squares; the blocks beside it | what stands there")
        self.also_streets = _("Streets not drawn")
        self.board = _("Board")

    def _each(self, words: Mapping[str, str]) -> dict[str, str]:
        return {key: self._(text) for key, text in words.items()}

    def saint(self, colour: str) -> str:
        _ = self._
        return _("{colour} Saint").format(colour=self.colours[colour])

    def ragami(self, colour: str) -> str:
        _ = self._
        return _("{colour} Ragami").format(colour=self.colours[colour])

    def virtue(self, colour: str, value: int) -> str:
        _ = self._
        return _("{colour} Virtue die, {value}").format(colour=self.colours[colour], value=value)

    def conflict(self, value: int) -> str:
        _ = self._
        return _("Conflict {value}").format(value=value)

    def demons(self, count: int) -> str:
        _ = self._
        return _("1 Demon") if count == 1 else _("{count} Demons").format(count=count)

    def square(self, number: int) -> str:
        _ = self._
        return _("Square {number}").format(number=number)

    def block(self, name: str) -> str:
        _ = self._
        return _("Block {name}").format(name=plain(name))

    def standing(self, here: Standing) -> Iterator[str]:
        """Yield a description of each piece that stands in a place."""
        _ = self._
        if here.conflict is not None:
            yield self.conflict(here.conflict)
        if here.demons:
            yield self.demons(here.demons)
        yield from map(self.saint, here.saints)
        yield from map(self.ragami, here.ragamis)
        for colour, value in here.virtue:
            yield self.virtue(colour, value)
        if here.resolved:
            yield _("resolved conflict")
        if here.forbidden:
            yield _("forbidden to Ragamis")

    def place(self, where: str, here: Standing) -> str:
        """A place and what is there: 'Square 14: Conflict 3, blue Saint'."""
        _ = self._
        return f"{where}: " + (", ".join(self.standing(here)) or _("empty"))

    def player(self, player: Player) -> str:
        """Return the player's name, or the colour if there is none."""
        return player.name or self.colours[player.colour].capitalize()

    def row(self, player: Player) -> str:
        """A row of the score table as a sentence."""
        _ = self._
        sentence = _("{who} ({colour}): {vp} VP, {resolved} resolved, {cubes} white cubes").format(
            who=self.player(player),
            colour=self.colours[player.colour],
            vp=player.vp,
            resolved=player.resolved,
            cubes=player.cubes,
        )
        return ", ".join([sentence, *self.marks(player)])

    def marks(self, player: Player) -> Iterator[str]:
        """Yield the player's other details: Virtue die, hand, first player, to act, passed."""
        _ = self._
        if player.virtue:
            yield _("Virtue die {value} on {block}").format(
                value=player.virtue[1], block=plain(player.virtue[0])
            )
        if player.hand:
            yield _("hand: {cards}").format(cards=" ".join(map(card, player.hand)))
        if player.first:
            yield self.first_player
        if player.active:
            yield self.to_act
        if player.passed:
            yield self.passed

    def moment(self, scene: Scene) -> str:
        """Return the time of a moment: 'Round 3 · turns · record 57'."""
        _ = self._
        return _("Round {round} · {phase} · record {seq}").format(
            round=scene.round, phase=self.phases[scene.phase], seq=scene.seq
        )

    def acting(self, scene: Scene) -> str:
        """Return the sentence that names the player to act; empty if there is none."""
        _ = self._
        return _("{who} to act").format(who=self.player(scene.active)) if scene.active else ""

    def die(self, space: str, value: int | None) -> str:
        """A space of the Action table and its die."""
        _ = self._
        text = {None: _("no die"), 0: self.spent}.get(value, str(value))
        return f"{self.spaces[space]}: {text}"


@cache
def labels(language: Language) -> Labels:
    """The words of a language, looked up once."""
    return Labels(language)


def card(kind: int | None) -> str:
    """A card in a hand; one that nobody knows is a question mark."""
    return "?" if kind is None else str(kind)
