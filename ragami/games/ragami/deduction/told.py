"""The hands in words: `13`, `must be 13`, `one of 5, 9 and 12`, `anything but 2`, `anything`."""

from __future__ import annotations

from collections.abc import Collection

from ragami.game.unknowns import Hands, Held
from ragami.games.ragami.components import KINDS
from ragami.games.ragami.speech import Speech, speech
from ragami.games.ragami.state import State
from ragami.language import Language


def tell_hands(hands: Hands, s: State, language: Language) -> dict[str, list[str]]:
    """Each card by the record that brought it; then what is among the unknown ones anyway."""
    words = speech(language)
    return {
        player: [
            *(_card(card, s, words) for card in cards),
            *_must_hold(cards, hands.must_hold[player], words),
        ]
        for player, cards in hands.held.items()
    }


def _card(card: Held, s: State, words: Speech) -> str:
    text = f"{card.card}" if card.card else _may_be(card.may_be, s, words)
    return words.say("of_record", card=text, seq=card.seq)


def _may_be(kinds: Collection[int], s: State, words: Speech) -> str:
    """Return what a card may be, or what it cannot be, whichever is shorter."""
    impossible = [kind for kind in KINDS if kind not in kinds and kind not in s.removed]
    if not impossible:
        return words.say("anything")
    if len(kinds) == 1:
        return words.say("must_be", card=words.listed(map(str, kinds)))
    if len(impossible) < len(kinds):
        return words.say("anything_but", cards=words.listed(map(str, impossible)))
    return words.say("one_of", cards=", ".join(map(str, kinds)))


def _must_hold(cards: Collection[Held], must: Collection[int], words: Speech) -> list[str]:
    """Only what is not already said of a place: of two cards, say, one is a 5 in every deal."""
    certain = [card.may_be[0] for card in cards if card.card is None and len(card.may_be) == 1]
    more = list(must)
    for kind in certain:
        if kind in more:
            more.remove(kind)
    if not more:
        return []
    return [words.say("holds", cards=words.listed(map(str, more)))]
