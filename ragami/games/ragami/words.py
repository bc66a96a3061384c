"""All that is said of a game of Ragami: its rules, findings, hands, moments and results.

What a finding says (what is wrong, by which rule, on which page, and what there is instead) is in
`data/words.jsonl`: `verdict` by a rule, or by the code of a finding, and `remedy` by the same
codes. A rule that can be broken in several ways has several texts (`R-PREP-12`, `R-PREP-12.2` …):
the first counts whose places all have a fact (a fact that is None is none). Those of a rule with a
ruling come before those of the rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import count, takewhile
from typing import TYPE_CHECKING, Any, Final

from ragami.catalogue import by_language
from ragami.decoded import Fields
from ragami.errors import N_
from ragami.findings import LOG_RULE, Finding
from ragami.game import rulebook
from ragami.game.rulebook import Rule, Rulebook
from ragami.game.words import REMEDY, Templates, fields_of
from ragami.games.ragami.components import KINDS
from ragami.games.ragami.events import RAGAMIS, Options
from ragami.games.ragami.rules.due import PREPARATION_RULE, SETUP_RULE
from ragami.games.ragami.shipped import read
from ragami.games.ragami.speech import ON_THE_BOARD, TABLES, Speech, as_json, signed, speech
from ragami.games.ragami.state import State
from ragami.language import Language, translator
from ragami.messages import MOST, plain, result_told

if TYPE_CHECKING:
    from ragami.game.definition import GameDefinition
    from ragami.game.hidden_information import Hands, Held
    from ragami.game.texts import Narrator


# The rules of a card tell which one it is: R-C08-2 is of card 8.
OF_CARD: Final = re.compile(r"R-C(\d\d)-")
# What the events themselves say of values that do not go together (`events.VirtueStep`).
OF_THE_EVENTS: Final = (N_("a player who does nothing writes no virtue_step"),)


# --- the rules (`data/rules.jsonl`), and those that no ruling can waive --------------------


# The rules of verdicts on an event that is not due.
NOT_DUE: Final = frozenset(
    {
        *SETUP_RULE.values(),
        *PREPARATION_RULE.values(),
        *("R-SET3-01", "R-SET2-01", "R-SET2-04", "R-TURN-09", "R-END-02", "R-END-03"),
        *("R-TURN-02", "R-TURN-08"),
    }
)
# The rules whose breach would leave a number below 0, or a piece nowhere.
LEADS_NOWHERE: Final = frozenset(
    {
        *("R-CARD-03", "R-CONF-17", "R-CONF-25"),
        *("R-DIE-04", "R-DEMON-04", "R-CONF-01", "R-CONF-05", "R-CONF-09", "R-CONF-10"),
        *("R-C03-2", "R-C07-1", "R-C07-2", "R-C08-2", "R-C09-3", "R-C09-4", "R-C12-1"),
        *("R-C13-2", "R-C14-2", "R-VP-01", "R-VP-05", "R-PREP-12"),
        *(f"R-INV-{number:02}" for number in range(1, 10)),
    }
)


def never_waived(rule_id: str) -> str | None:
    """Return the reason why no ruling can let a breach stand; None if one can."""
    if rule_id == LOG_RULE:
        return rulebook.OF_THE_LOG
    if rule_id in NOT_DUE:
        return rulebook.NOT_DUE
    return rulebook.LEADS_NOWHERE if rule_id in LEADS_NOWHERE else None


RULEBOOK: Final = Rulebook(lambda: read("rules.jsonl"), never_waived)


# --- facts in words ------------------------------------------------------------------------


def in_words(code: str, facts: Fields, words: Speech) -> dict[str, str]:
    """Return the facts of the verdict `code` in words, with what follows from them.

    What is None is left out, and so is a list of what would be possible if nothing would.
    """
    facts = {**facts, **_following(code, facts)}
    texts = {
        name: _speak(name, value, facts, words)
        for name, value in facts.items()
        if value is not None and (name != "instead" or value)
    }
    if isinstance(facts.get("from"), dict) or {"needs", "has"} <= facts.keys():
        texts["points"] = words.points(facts["needs"], facts["has"], facts.get("from"))
    if code == "unverified-components":
        texts["parts"] = _parts(facts, words)
    if code.startswith("asserted-difference"):
        texts["differences"] = differences(
            {
                fact: difference
                for fact, difference in facts.items()
                if isinstance(difference, dict)
            },
            words,
        )
    return texts


def _following(code: str, facts: Fields) -> dict[str, object]:
    """Return facts that a text wants to tell apart, and that follow from those of the verdict."""
    more: dict[str, object] = {}
    if "due_by" in facts and facts.get("found") == facts.get("due"):
        more["same"] = facts.get("by")
    if facts.get("to") is not None and facts.get("to") in (facts.get("forbidden") or ()):
        more["barred"] = facts["to"]
    if facts.get("drawn_this_turn"):
        more["before"] = facts["hand"]
    if facts.get("card11_other_cards") == "exactly_one":
        more["exactly"] = facts["limit"]
    if card := OF_CARD.match(code):
        more["of_card"] = int(card[1])
    return more


def _speak(name: str, value: Any, facts: Fields, words: Speech) -> str:
    if name in Options.__struct_fields__:
        return as_json(value)
    if name == "problem" and value in words.tables["problem"]:
        spoken_facts = {key: words.value(fact) for key, fact in facts.items()}
        return words.tables["problem"][value].format_map(spoken_facts)
    way = SPEAKERS.get(name, Speech.value)
    return way(words, value)


def _piece(words: Speech, value: object) -> str:
    """Name one Ragami or several, or what else a rule has by these names (a place, a number)."""
    if isinstance(value, list):
        return words.listed(_piece(words, piece) for piece in value)
    return words.ragami(value) if value in RAGAMIS else words.value(value)


def _hand(words: Speech, value: object) -> str:
    """Return the number of cards, or the cards where they are listed."""
    return words.cards(value) if isinstance(value, list) else str(value)


def _number_of_cards(words: Speech, value: object) -> str:
    """Return `2 rejected and 1 kept`, or any other number that must be."""
    if isinstance(value, dict):
        return words.say("rejected_and_kept", **value)
    return words.value(value)


SPEAKERS: Final[Mapping[str, Callable[[Speech, Any], str]]] = {
    "ragami": _piece,
    "there": _piece,
    "in_play": _piece,
    "saint": Speech.saint,
    "saints": lambda words, saints: words.listed(map(words.saint, dict.fromkeys(saints))),
    "neutral_colour": Speech.colour,
    "change": lambda _words, change: signed(change),
    "hand": _hand,
    "before": _hand,
    "expected": _number_of_cards,
}


def _parts(facts: Fields, words: Speech) -> str:
    """Name the components that nobody has compared: `board city-1 and deck deck-1`."""
    in_words = {
        "white_cube": words.say("white_cube"),
        "movement": words.say("movement", option=facts.get("movement")),
    }
    parts = [
        in_words.get(part) or f"{words.value(part)} {plain(name)}" for part, name in facts.items()
    ]
    return words.listed(parts)


def differences(facts: Fields, words: Speech) -> str:
    """Return the differences as text: `VP, Yellow: 7 on the table, 6 in the log`."""
    lines = [
        words.say(
            "differs_on_square" if name in ON_THE_BOARD else "differs",
            what=words.tables["compared"][name],
            which=words.value(which),
            table=words.value(numbers["table"]),
            log=words.value(numbers["log"]),
        )
        for name, compared in facts.items()
        for which, numbers in compared.items()
    ]
    if len(lines) > MOST:
        lines[MOST:] = [words.say("more", number=len(lines) - MOST)]
    return "; ".join(lines)


# --- hands, moments and results ------------------------------------------------------------


def tell_hands(hands: Hands, s: State, language: Language) -> dict[str, list[str]]:
    """Tell each card by the record that brought it; then what is among the unknown ones anyway."""
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
    """Tell what is not said of a place yet: that of two cards, say, one is a 5 in every deal."""
    certain = [card.may_be[0] for card in cards if card.card is None and len(card.may_be) == 1]
    more = list(must)
    for kind in certain:
        if kind in more:
            more.remove(kind)
    if not more:
        return []
    return [words.say("holds", cards=words.listed(map(str, more)))]


# --- all that is said ----------------------------------------------------------------------


class GameWords(Templates):
    """The words of the game: each verdict with its rule, the pages, and what can be done."""

    def word(self, code: str, language: Language) -> str:
        return speech(language).value(code)

    def codes(self, finding: Finding) -> Iterator[str]:
        """Yield the codes of the texts that a finding may have."""
        if finding.code in TABLES["verdict"]:
            yield from _numbered(finding.code)
        elif "phase" in finding.facts:
            yield from _numbered("not-due")
        else:
            yield from _numbered(f"{finding.rule} {finding.ruling}")
            yield from _numbered(finding.rule or "")

    def filled(self, code: str, facts: Fields, language: Language) -> str | None:
        template = self.template(code, language)
        if template is None:
            return None
        texts = in_words(code.removeprefix(REMEDY), facts, speech(language))
        return template.format_map(texts) if fields_of(template) <= texts.keys() else None

    def fact(self, name: str, value: object, language: Language) -> str:
        words = speech(language)
        return f"{words.tables['fact'].get(name, name)}: {_speak(name, value, {}, words)}"

    def cited(self, finding: Finding) -> str:
        return "" if _entry(finding) else super().cited(finding)

    def grounds(self, finding: Finding, language: Language) -> Iterator[str]:
        """Yield the rule in our own words with its pages, and the ruling as this table plays."""
        words, _ = speech(language), translator(language)
        if entry := _entry(finding):
            code = "rule" if entry.pages else "rule_without_pages"
            pages = words.listed(map(str, entry.pages))
            yield words.say(code, rule=entry.id, pages=pages, text=entry.text(language))
        ruling = RULEBOOK.rules().get(finding.ruling or "")
        if ruling and ruling.option in finding.facts:
            agreed = words.option(ruling.option, finding.facts[ruling.option])
            yield words.say("agreed", ruling=finding.ruling, agreed=agreed)
        elif finding.ruling:
            yield _("Ruling {ruling} applies.").format(ruling=finding.ruling)

    def result(self, final: Fields, language: Language) -> str:
        """Return who wins, and all points. Raises `KeyError` for what is no result of the game."""
        return result_told(final, speech(language).player, language)

    def moment(self, state: State, language: Language) -> str:
        """Return `Setup`, `round 3, Green to act`, `preparation of round 3`, or that it is over."""
        words = speech(language)
        if state.phase == "turns" and state.active:
            return words.say("turn_of", round=state.round, who=words.player(state.active))
        if state.phase == "preparation":
            return words.say("preparation_of", round=state.round)
        return words.value(state.phase)

    def narrator(self, language: Language, viewer: str | None = None) -> Narrator:
        from ragami.games.ragami.narration import EventNarrator  # noqa: PLC0415 (law 10)

        return EventNarrator(self._game(), self, language, viewer)


def _entry(finding: Finding) -> Rule | None:
    """Return the catalogue's entry for the rule; None for the log's own rule."""
    return None if finding.rule == LOG_RULE else RULEBOOK.rules().get(finding.rule or "")


def _numbered(code: str) -> Iterator[str]:
    """Yield `code`, `code.2`, `code.3` …, as far as there are texts."""
    numbered = (code if number == 1 else f"{code}.{number}" for number in count(1))
    return takewhile(TABLES["verdict"].__contains__, numbered)


def _game() -> GameDefinition:
    from ragami.games.ragami.game import GAME  # noqa: PLC0415 (it is told by this)

    return GAME


REMEDIES: Final = {REMEDY + code: both for code, both in TABLES["remedy"].items()}
WORDS: Final = GameWords(_game, by_language(TABLES["event"], TABLES["verdict"], REMEDIES))
