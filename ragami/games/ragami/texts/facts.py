"""The facts of a finding in words: each by its name, and some that follow from others."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from ragami.errors import N_
from ragami.findings import Finding
from ragami.games.ragami.events import COLOURS, NEUTRAL
from ragami.games.ragami.options import Options
from ragami.games.ragami.speech import Speech, signed
from ragami.games.ragami.texts.verdicts import COMPONENT_PROBLEMS
from ragami.messages import MOST, plain

RAGAMIS: Final = (*COLOURS, NEUTRAL)

# The rules of a card tell which one it is: R-C08-2 is of card 8.
OF_CARD: Final = re.compile(r"R-C(\d\d)-")

# Where a rule has no text for the facts at hand, they are told one by one by these names.
FACT_WORDS: Final[Mapping[str, str]] = {
    "acted": N_("a die or a card was used in this turn"),
    "active": N_("whose turn it is"),
    "apart": N_("out of reach"),
    "best": N_("with the best roll"),
    "block": N_("block"),
    "blocks": N_("blocks of the board"),
    "by": N_("recorded for"),
    "byte": N_("byte"),
    "card": N_("card"),
    "cards": N_("cards"),
    "cards_6": N_("cards 6"),
    "change": N_("change"),
    "changed": N_("changed dice"),
    "colours": N_("colours at the table"),
    "component": N_("component"),
    "copies": N_("copies in the deck"),
    "demon": N_("Demon"),
    "dice": N_("dice"),
    "die": N_("die"),
    "discarded": N_("discarded"),
    "distance": N_("distance"),
    "drawn": N_("cards drawn"),
    "drawn_this_turn": N_("acquired in this turn"),
    "due": N_("what is due"),
    "due_by": N_("who it is due by"),
    "expected": N_("what must be"),
    "faces": N_("faces of the die"),
    "forbidden": N_("forbidden squares"),
    "found": N_("found"),
    "from": N_("from"),
    "hand": N_("hand"),
    "has": N_("there"),
    "has_kept": N_("starting card chosen"),
    "in": N_("in the list of"),
    "in_play": N_("in the game"),
    "instead": N_("possible instead"),
    "kept": N_("kept"),
    "limit": N_("limit"),
    "lower": N_("die to lower"),
    "name": N_("name"),
    "needs": N_("needed"),
    "neutral_colour": N_("neutral colour"),
    "no_block_touches": N_("squares that no block touches together"),
    "of": N_("list of"),
    "other_cards": N_("other cards in hand"),
    "passed": N_("who has passed"),
    "phase": N_("phase"),
    "place": N_("place"),
    "player": N_("player"),
    "players": N_("players"),
    "pool": N_("chips in the pool"),
    "problem": N_("problem"),
    "ragami": N_("Ragami"),
    "red_ones": N_("red 1s"),
    "red_triangle": N_("cards with a red triangle allowed"),
    "rejected": N_("rejected"),
    "result": N_("result"),
    "roll": N_("roll"),
    "rolls": N_("rolls"),
    "saint": N_("Saint"),
    "saints": N_("Saints"),
    "scores": N_("VP"),
    "seats": N_("seats"),
    "seen": N_("seen so far"),
    "seq": N_("record"),
    "space": N_("space"),
    "spaces": N_("dice on the Action table"),
    "square": N_("square"),
    "supply": N_("in the supply"),
    "there": N_("standing there"),
    "to": N_("to"),
    "twice": N_("there twice"),
    "value": N_("value"),
    "virtue": N_("Virtue die"),
    "vp": N_("VP"),
    "white_cube": N_("white-cube icons"),
    "with": N_("with"),
    "withdraw_to": N_("block to withdraw to"),
}

# Where Power Points come from: the text for 1, and for more.
SOURCES: Final = {
    "cubes": (N_("1 cube"), N_("{number} cubes")),
    "virtue": (N_("1 Virtue point"), N_("{number} Virtue points")),
    "cards": (N_("1 from a card"), N_("{number} from cards")),
    "saints": (N_("1 Saint"), N_("{number} Saints")),
    "helpers": (N_("1 from a helping Ragami"), N_("{number} from a helping Ragami")),
    "power_die": (N_("1 rolled"), N_("{number} rolled")),
}

COMPARED: Final = {
    "vp": N_("VP"),
    "cubes": N_("white cubes"),
    "resolved": N_("resolved conflicts"),
    "hands": N_("cards in hand"),
    "dice": N_("Action dice"),
    "conflicts": N_("Conflict dice"),
    "demons": N_("Demons"),
}


# Of these, a table says how many there are on a square.
ON_THE_BOARD: Final = frozenset({"conflicts", "demons"})


def spoken(finding: Finding, words: Speech) -> dict[str, str]:
    """The facts that there are in words, with what follows from them.

    What is None is left out, and so is a list of what would be possible if nothing would.
    """
    facts = finding.facts | _following(finding)
    texts = {
        name: _speak(name, value, facts, words)
        for name, value in facts.items()
        if value is not None and (name != "instead" or value)
    }
    if isinstance(facts.get("from"), dict) or {"needs", "has"} <= facts.keys():
        texts["points"] = points(words, facts["needs"], facts["has"], facts.get("from"))
    if finding.code == "unverified-components":
        texts["parts"] = _parts(facts, words)
    if finding.code == "asserted-difference":
        texts["differences"] = differences(
            {
                fact: difference
                for fact, difference in facts.items()
                if isinstance(difference, dict)
            },
            words,
        )
    return texts


def _following(finding: Finding) -> dict[str, object]:
    """Facts that a text wants to tell apart, and that follow from those of the verdict."""
    facts = finding.facts
    more: dict[str, object] = {}
    if "due_by" in facts and facts.get("found") == facts.get("due"):
        more["same"] = facts.get("by")
    if facts.get("to") is not None and facts.get("to") in (facts.get("forbidden") or ()):
        more["barred"] = facts["to"]
    if facts.get("drawn_this_turn"):
        more["before"] = facts["hand"]
    if facts.get("card11_other_cards") == "exactly_one":
        more["exactly"] = facts["limit"]
    if finding.rule and (card := OF_CARD.match(finding.rule)):
        more["of_card"] = int(card[1])
    return more


def _speak(name: str, value: Any, facts: Mapping[str, Any], words: Speech) -> str:
    if name in Options.__struct_fields__:
        return as_json(value)
    if name == "problem" and value in COMPONENT_PROBLEMS:
        spoken_facts = {key: words.value(fact) for key, fact in facts.items()}
        return words.translate(COMPONENT_PROBLEMS[value]).format_map(spoken_facts)
    way = SPEAKERS.get(name, Speech.value)
    return way(words, value)


def as_json(value: object) -> str:
    """An option's value as it stands in the log."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _piece(words: Speech, value: object) -> str:
    """One Ragami or several; or what else a rule tells by these names (a place, a number)."""
    if isinstance(value, list):
        return words.listed(_piece(words, piece) for piece in value)
    return words.ragami(value) if value in RAGAMIS else words.value(value)


def _saints(words: Speech, value: Any) -> str:
    """Saints, each named once."""
    return words.listed(map(words.saint, dict.fromkeys(value)))


def _hand(words: Speech, value: object) -> str:
    """Return the number of cards, or the cards where they are listed."""
    return words.cards(value) if isinstance(value, list) else str(value)


def _change(_words: Speech, value: Any) -> str:
    """By how much a die is turned."""
    return signed(value)


def _number_of_cards(words: Speech, value: object) -> str:
    """`2 rejected and 1 kept`, or any other number that must be."""
    _ = words.translate
    if isinstance(value, dict):
        return _("{rejected} rejected and {kept} kept").format_map(value)
    return words.value(value)


SPEAKERS: Final[Mapping[str, Callable[[Speech, Any], str]]] = {
    "ragami": _piece,
    "there": _piece,
    "in_play": _piece,
    "saint": Speech.saint,
    "saints": _saints,
    "neutral_colour": Speech.colour,
    "change": _change,
    "hand": _hand,
    "before": _hand,
    "expected": _number_of_cards,
}


def points(words: Speech, needs: int, has: int, sources: Mapping[str, int] | None) -> str:
    """The comparison of Power Points: `needs 4, has 3: 2 cubes + 1 Saint`."""
    _ = words.translate
    if not sources:
        return _("needs {needs}, has {has}").format(needs=needs, has=has)
    sources_said = " + ".join(words.counted(n, *SOURCES[source]) for source, n in sources.items())
    return _("needs {needs}, has {has}: {sources}").format(
        needs=needs, has=has, sources=sources_said
    )


def _parts(facts: Mapping[str, Any], words: Speech) -> str:
    """The components that nobody has compared: `board city-1 and deck deck-1`."""
    _ = words.translate
    in_words = {
        "white_cube": _("the white-cube icons of the cards (any card is accepted)"),
        "movement": _("how pieces move (movement_check={option})").format(
            option=facts.get("movement")
        ),
    }
    parts = [
        in_words.get(part) or f"{words.value(part)} {plain(name)}" for part, name in facts.items()
    ]
    return words.listed(parts)


def differences(facts: Mapping[str, Any], words: Speech) -> str:
    """Return the differences as text: `VP, Yellow: 7 on the table, 6 in the log`."""
    _ = words.translate
    on_board = N_("{what} on {which}: {table} on the table, {log} in the log")
    elsewhere = N_("{what}, {which}: {table} on the table, {log} in the log")
    lines = [
        _(on_board if name in ON_THE_BOARD else elsewhere).format(
            what=_(COMPARED[name]),
            which=words.value(which),
            table=words.value(numbers["table"]),
            log=words.value(numbers["log"]),
        )
        for name, compared in facts.items()
        for which, numbers in compared.items()
    ]
    if len(lines) > MOST:
        lines[MOST:] = [_("{number} more").format(number=len(lines) - MOST)]
    return "; ".join(lines)
