"""Words of a game: a template for each event, verdict and code, in each language.

An author writes one table a language (`Templates`); a game with more to say offers its own `Words`.
In a template `{field}` is a field of the event, or a fact of the finding, in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property
from itertools import chain, permutations
from string import Formatter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import json, to_builtins

from ragami.catalogue import by_language, shipped, texts
from ragami.decoded import AnyEvent, Fields
from ragami.errors import N_
from ragami.findings import Finding
from ragami.game.capabilities import LABELS, SETUP, VISIBILITY
from ragami.game.rulebook import Rulebook
from ragami.game.texts import LABEL, CatalogueEntry, MomentMemory, Narrator
from ragami.game.visibility import hidden_fields
from ragami.language import Language, capital, plural_translator, translator
from ragami.messages import (
    listed,
    place,
    plain,
    result_told,
    rule_in_brackets,
    say_of_log,
    value_in_words,
)

if TYPE_CHECKING:
    from ragami.game.definition import GameDefinition

SENTENCE: Final = 120
GAME_AND_RULES: Final = ("game", "rules")
"""What record 1 says besides, and everybody at the table knows."""
POINTS: Final = "points"
"""The field of an event that says what was gained, so that nothing else has to."""
UNKNOWN: Final = "?"
"""What a story says for a value that is not known, as a line of a score sheet does."""
REMEDY: Final = "remedy/"
"""Before the code of a template: what there is to do about what it says."""

OF_THE_HOUSE: Final = {
    "player": N_("player"),
    "setup": N_("setup"),
    "play": N_("in play"),
    "over": N_("over"),
    "revealed": N_("{place} of record {seq} is {value}"),
}
"""What every game has, and needs no words of its own for."""


class _InWords(str):
    """A value in words already."""

    __slots__ = ()


class Templates:
    """Words from tables: `{"en": {"rolled": "{player} rolls {face}"}, "es": {…}}`.

    A key is the type of an event, the fact `problem` of a breach or else the id of its rule, the
    code of a finding, or a code that stands in the data (a seat, a phase). `label/` before a code
    is what it is called where it stands alone: `label/rolled` is "Roll"; `remedy/` before that of
    a verdict is what can be done about it. `game` is a function that gives the definition: the
    tables are older than it is.
    """

    def __init__(
        self,
        game: Callable[[], GameDefinition],
        texts: Mapping[Language, Mapping[str, str]],
    ) -> None:
        self._game = game
        self.texts = texts

    def word(self, code: str, language: Language) -> str:
        text = self.texts[language].get(LABEL + code) or self.template(code, language)
        return text if text and "{" not in text else code.replace("_", " ")

    def template(self, code: str, language: Language) -> str | None:
        """Return the text of a code: that of the game, else that of the house."""
        text = self.texts[language].get(code)
        of_the_house = OF_THE_HOUSE.get(code)
        return translator(language)(of_the_house) if text is None and of_the_house else text

    def filled(self, code: str, facts: Mapping[str, object], language: Language) -> str | None:
        """Fill in the template of a code; None if there is none, or a fact is missing."""
        template = self.template(code, language)
        if template is None:
            return None
        names = fields_of(template)
        if not names <= facts.keys():
            return None
        return template.format_map({name: self.spoken(facts[name], language) for name in names})

    def spoken(self, value: object, language: Language) -> str:
        _ = translator(language)
        match value:
            case None:
                return _("not known")
            case str() if not isinstance(value, _InWords):
                is_code = value in self.texts[language] or value in self._ids
                return self.word(value, language) if is_code else plain(value)
        return value_in_words(value, language, self.spoken, self.word) or _("none")

    @cached_property
    def _ids(self) -> frozenset[str]:
        """Return the texts of which a field of an event can have one of a few only."""
        structs = [entry.struct for entry in self._game().events.values()]
        return frozenset(_one_of_a_few(json.schema_components(structs)[1]))

    def say(self, finding: Finding, language: Language) -> str:
        text = say_of_log(finding, language, self.word)
        return " ".join(self._sentences(finding, language)) if text is None else text

    def _sentences(self, finding: Finding, language: Language) -> Iterable[str]:
        _ = translator(language)
        facts = finding.facts
        filled = ((code, self.filled(code, facts, language)) for code in self.codes(finding))
        code, text = next(((code, text) for code, text in filled if text), ("", ""))
        if not text:
            pairs = (self.fact(name, value, language) for name, value in facts.items())
            text = "; ".join(pairs) or _("this rule is broken")
        where = place(finding, language)
        if finding.code == "ruled-breach":
            lead = _("{place} stands by a ruling, though").format(place=where)
        else:
            lead = f"{where}:"
        yield f"{lead} {text}{self.cited(finding)}."
        yield from self.grounds(finding, language)
        remedy = self.filled(f"{REMEDY}{code}", facts, language)
        if remedy and finding.code != "ruled-breach":
            yield remedy

    def codes(self, finding: Finding) -> Iterable[str]:
        """Yield the codes of the templates for a finding: the first whose facts are there is said.

        A rule may have several (`RULE.2`), and facts alone may have one, by their names
        (`facts/found+needs`).
        """
        facts = finding.facts
        if problem := facts.get("problem"):
            yield str(problem)
        if finding.rule:
            yield from (finding.rule, *(f"{finding.rule}.{n}" for n in (2, 3)))
        yield finding.code
        yield f"facts/{'+'.join(sorted(facts))}"

    def fact(self, name: str, value: object, language: Language) -> str:
        """Say a fact of a finding that has no template."""
        return f"{self.word(name, language)}: {self.spoken(value, language)}"

    def cited(self, finding: Finding) -> str:
        """Return what stands in brackets behind what is wrong: the rule."""
        return rule_in_brackets(finding)

    def grounds(self, finding: Finding, language: Language) -> Iterator[str]:
        """Yield what a finding rests on: the rule, its place in the book, and the ruling."""
        _ = translator(language)
        entry = self._game().rulebook.rules().get(finding.rule or "")
        if entry and finding.code != "ruled-breach":
            yield entry.text(language)
            if cited := self._game().rulebook.cite(entry, language):
                yield _("Rulebook: {place}.").format(place=cited)
        if finding.ruling:
            yield _("Ruling {ruling} applies.").format(ruling=finding.ruling)

    def result(self, final: Fields, language: Language) -> str:
        result = {"players": {}, "winners": (), **final}
        return result_told(result, lambda seat: self._seat(seat, language), language)

    def _seat(self, seat: str, language: Language) -> str:
        name = self.word(seat, language)
        return capital(name)

    def called(self, seat: str, state: object, language: Language) -> str:
        """Name a seat: its word, or who sits there where it has none."""
        if seat in self.texts[language]:
            return self._seat(seat, language)
        name = self._game().seating(state).names.get(seat)
        return plain(name) if name else self._seat(seat, language)

    def change(self, amount: int) -> str:
        """Say by how much a score changed."""
        return f"{amount:+}"

    def moment(self, state: Any, language: Language) -> str:
        at = self._game().position(state)
        phase = self.word(at.phase, language)
        if not at.due:
            return phase
        players = listed([self.called(seat, state, language) for seat in at.due], language)
        ngettext = plural_translator(language)  # "le toca" and "les toca" differ
        to_act = ngettext("round {round}, {who} to act", "round {round}, {who} to act", len(at.due))
        return to_act.format(round=at.round, who=players)

    def narrator(self, language: Language, viewer: str | None = None) -> Narrator:
        return TemplateNarrator(self._game(), self, language, viewer)


def _one_of_a_few(schema: object) -> Iterator[str]:
    """Yield the texts in the enumerations of a JSON Schema."""
    if isinstance(schema, Mapping):
        enumerated = (*schema.get("enum", ()), schema.get("const"))
        yield from (value for value in enumerated if isinstance(value, str))
        for inside in schema.values():
            yield from _one_of_a_few(inside)
    elif isinstance(schema, list):
        for inside in schema:
            yield from _one_of_a_few(inside)


@cache
def fields_of(template: str) -> frozenset[str]:
    """Return the names of the facts that a template asks for."""
    names = (name for _, name, _, _ in Formatter().parse(template) if name)
    return frozenset(name.split("[")[0].split(".")[0] for name in names)


class Texts:
    """The rules and texts of a small game: `GameDefinition.texts`.

    `never_waived` says of a rule why no ruling can let a breach of it stand, None where one can.
    """

    def __init__(
        self,
        *entries: CatalogueEntry,
        never_waived: Callable[[str], str | None] = lambda _rule_id: None,
    ) -> None:
        self._entries = entries
        self._never_waived = never_waived

    def rulebook(self) -> Rulebook:
        """Return the rules, in the order in which they stand."""
        rules = [entry.rule for entry in self._entries if entry.rule]
        return Rulebook(lambda: b"\n".join(map(json.encode, rules)), self._never_waived)

    def words(self, game: Callable[[], GameDefinition]) -> Templates:
        templates = {entry.code: entry.told for entry in self._entries if entry.told}
        labels = {LABEL + entry.code: entry.label for entry in self._entries if entry.label}
        return Templates(game, by_language(templates, labels))


class ShippedTexts:
    """The rules and texts in the folder `data` of a game's package: `GameDefinition.texts`.

    `rules.jsonl`, and `words.jsonl` with the tables `event` (by type; a template `TYPE/FIELD` is
    for events in which that field says something, `TYPE/FIELD<0` for those in which it is a number
    below zero, `TYPE/FIELD+FIELD` for those with two of these), `problem`, `value`, `type` (the
    labels of types) and `option`. `never_waived` as in `Texts`.
    """

    def __init__(
        self, package: str, never_waived: Callable[[str], str | None] = lambda _rule_id: None
    ) -> None:
        self._package = package
        self._never_waived = never_waived

    def rulebook(self) -> Rulebook:
        """Return the rules, in the order in which they stand."""
        return Rulebook(lambda: shipped(self._package, "rules.jsonl"), self._never_waived)

    def words(self, game: Callable[[], GameDefinition]) -> Templates:
        tables = texts(self._package)
        labels = {LABEL + code: both for code, both in tables.get("type", {}).items()}
        options = {f"option/{code}": both for code, both in tables.get("option", {}).items()}
        templates = (tables.get(name, {}) for name in ("event", "problem", "value"))
        return Templates(game, by_language(*templates, labels, options))


def lines(text: str) -> dict[str, str]:
    """Return a table of templates from text: `code: what is said` in each line."""
    pairs = (line.partition(": ") for line in text.strip().splitlines())
    return {code.strip(): text_.strip() for code, _, text_ in pairs}


class MomentSummary(NamedTuple):
    """A moment as the templates see it. `turn` counts through the game."""

    round: int
    turn: int
    scores: Mapping[str, int]


class TemplateNarrator:
    """Tells events by their templates; what came of them is what the scores show."""

    def __init__(
        self, game: GameDefinition, words: Templates, language: Language, viewer: str | None
    ) -> None:
        from ragami.game.opening import named  # noqa: PLC0415 (law 10)

        self.language = language
        self._game, self._words, self._viewer = game, words, viewer
        self._visibility = game.need(VISIBILITY)
        setup = game.get(SETUP)
        self._by_name = setup is not None and named(setup)
        self._people: Mapping[str, str] = {}
        self._labels = game.need(LABELS)
        self._state: object = None

    def look(self, state: Any, seq: int, coming: Any = None) -> MomentMemory:
        at = self._game.position(state)
        if self._by_name:
            self._people = self._game.seating(state).names
        self._state = state
        return MomentSummary(at.round, at.turn, dict(at.scores))

    def tell(self, event: Any, before: Any = None, after: Any = None) -> str:
        line = self.say(self.seen(event), before, after)
        gains = self.gains(event, before, after) if before and after else ""
        return capital(f"{line}: {gains}" if gains else line)

    def say(self, seen: Any, _before: Any, _after: Any) -> str:
        """Say what happened, by the template of its type; without one by its fields."""
        data, type_ = to_builtins(seen), self._game.codec.names.get(type(seen), "")
        sentence = self.sentence(type_, data)
        if sentence is not None:
            return sentence
        if type_ == next(iter(self._game.events)):
            data = {n: v for n, v in data.items() if n not in GAME_AND_RULES and v is not None}
        word = self._words.word(type_, self.language)
        return f"{word}: {self._words.spoken(data, self.language)}" if data else word

    def seen(self, event: object) -> AnyEvent:
        """Return an event as the viewer may see it."""
        return self._visibility.redact(event, self._viewer)

    def sentence(self, type_: str, data: Mapping[str, object]) -> str | None:
        """Return what the viewer may know of an event as a sentence; None without template."""
        entry = self._game.events.get(type_)
        hidden = hidden_fields(entry.struct) if entry else ()
        marked = {name: _marked(value) if name in hidden else value for name, value in data.items()}
        if isinstance(player := data.get("player"), str) and player in self._people:
            marked["player"] = plain(self._people[player])
        if self._state is not None:
            marked.update(self._labelled(type_, data))
        below = [f"{name}<0" for name, n in data.items() if isinstance(n, int) and n < 0]
        variants = [*below, *(name for name, value in data.items() if value)]
        both = ("+".join(pair) for pair in permutations(variants, 2))
        codes = (f"{type_}/{variant}" for variant in chain(both, variants))
        texts = self._words.texts[self.language]
        code = next((code for code in codes if code in texts), type_)
        return self._words.filled(code, marked, self.language)

    def _labelled(self, type_: str, data: Mapping[str, object]) -> Iterator[tuple[str, str]]:
        """Yield the fields whose values or keys the game has labels for, as they are called."""
        from ragami.notation.reader import At, Unsaid  # noqa: PLC0415 (law 10)

        at = At(self._state, {}, self.language)
        for name, value in data.items():
            # What the table does not have, as in a log without its record 1, keeps its code.
            with suppress(Unsaid):
                if isinstance(value, Mapping) and (key := self._labels.keys.get(name)):
                    parts = (f"{plain(key.label(k, at))}: {n}" for k, n in value.items())
                    yield name, _InWords(" · ".join(parts))
                elif isinstance(value, str) and (kind := self._labels.kind(type_, (name,))):
                    yield name, _InWords(plain(kind.label(value, at)))

    def gains(self, event: object, before: Any, after: Any) -> str:
        """Return the points gained between two moments given by `look`, as text.

        What a player begins with is not gained.
        """
        if hasattr(event, POINTS):
            return ""
        then = before.scores
        changed = {seat: n - then[seat] for seat, n in after.scores.items() if seat in then}
        return ", ".join(
            f"{plain(self._people.get(seat) or self._words.word(seat, self.language))}"
            f" {self._words.change(n)}"
            for seat, n in changed.items()
            if n
        )

    def player(self, event: object) -> str | None:
        seat = getattr(event, "player", None)
        return seat if isinstance(seat, str) else None

    def may_see(self, finding: Finding) -> Finding:
        return self._visibility.redact_finding(finding, self._viewer)


def _marked(value: object) -> object:
    """Return a hidden value with a sign for what of it is not known."""
    if isinstance(value, list | tuple):
        return [_marked(entry) for entry in value]
    return UNKNOWN if value is None else value


class _NoWords:
    """The words for a game that is not installed."""

    def word(self, code: str, _language: Language) -> str:
        return code

    def say(self, finding: Finding, language: Language) -> str:
        text = say_of_log(finding, language, self.word)
        return text or f"{place(finding, language)}: {finding.code}"

    def result(self, _final: Mapping[str, object], _language: Language) -> str:
        return ""

    def moment(self, _state: object, language: Language) -> str:
        _ = translator(language)
        return _("the game is not installed, and not judged")

    def narrator(self, language: Language, viewer: str | None = None) -> Narrator:
        return _NoNarrator(language)


class _NoNarrator:
    """Tells nothing: every record of such a log is one that is not known."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def look(self, _state: object, _seq: int, coming: object = None) -> MomentSummary:
        return MomentSummary(0, 0, {})

    def tell(self, event: object, before: object = None, after: object = None) -> str:
        return plain(str(event), SENTENCE)

    def player(self, event: object) -> str | None:
        return None

    def may_see(self, finding: Finding) -> Finding:
        return finding


NO_WORDS: Final = _NoWords()
