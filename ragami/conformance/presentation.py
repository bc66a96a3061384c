"""Checks of everything shown to people and programs: words, views, positions, the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from random import Random
from string import Formatter
from typing import Any, Final

import msgspec
from msgspec import Raw, structs

from ragami.conformance.material import LoggedEvent, Material
from ragami.conformance.playing import severities, spread
from ragami.decoded import Fields
from ragami.export.excerpt import Excerpt
from ragami.export.formats import sheet
from ragami.findings import Breach, finding_of
from ragami.game import GameDefinition
from ragami.game.capabilities import CHOICES, DRAWING, LABELS, NOTATION, PANELS, RANKING
from ragami.game.choices.questions import OpenForm, Question, Questions, fill_in
from ragami.game.drawing import FIELD, STANDING, Facts
from ragami.game.moment_labels import MomentLabels
from ragami.game.state import Ranking
from ragami.game.texts import LABEL
from ragami.game.words import OF_THE_HOUSE, Templates
from ragami.judge.judge import Judge
from ragami.judge.replay import Replay
from ragami.language import LANGUAGES, Language
from ragami.notation.line import Line
from ragami.notation.misread import Unread
from ragami.sheet.files import read_sheet
from ragami.sheet.reading import read_entry

Wrong = Iterator[tuple[str, str]]
NO_RULE: Final = "R-NOBODY-99"
NO_WORD: Final = "zzyzx"


# --- words ---------------------------------------------------------------------------------


def words(material: Material) -> Wrong:
    """Check that every event, rule and verdict has words in every language."""
    yield from severities(material)
    yield from _rulebook(material)
    if isinstance(material.game.words, Templates):
        yield from _templates(material.game.words, material)
        yield from _fields_without_name(material.game.words, material)
    for language in LANGUAGES:
        yield from _told(material, language)
        yield from _verdicts(material, language)


def _rulebook(material: Material) -> Wrong:
    for rule in material.game.rulebook.rules().values():
        if not rule.en or not rule.es:
            yield rule.id, "the rule has no text in one of the languages"
        if not rule.id.startswith(("R-", "A-")):
            yield rule.id, "the id of a rule begins with R-, that of a ruling with A-"


def _templates(words: Templates, material: Material) -> Wrong:
    """Check that the tables of all languages have the same templates and places to fill."""
    for language in LANGUAGES:
        for type_ in material.game.events:
            if type_ not in words.texts[language]:
                yield (
                    f"{type_} ({language})",
                    "the event has no words; a text with this code gives it some",
                )
    for code in {code for table in words.texts.values() for code in table}:
        places = [
            {name for _, name, _, _ in Formatter().parse(table[code]) if name}
            for table in words.texts.values()
            if code in table
        ]
        if any(place != places[0] for place in places):
            yield code, "the languages do not fill in the same places"
        elif any(places) and len(places) < len(LANGUAGES):
            yield code, "one of the languages has no words for it"


def _fields_without_name(words: Templates, material: Material) -> Wrong:
    """Yield the fields of a view that the panels of the house show without a name in words."""
    game = material.game
    panels = game.get(PANELS)
    if DRAWING in game.offers or not isinstance(panels, Facts):
        return
    fields: dict[str, None] = {}
    for log in material.logs:
        replay = material.replay(log)
        seen = game.view(replay.state, replay.seq)
        fields |= dict.fromkeys(seen.keys() - STANDING)
        for player in seen.get("players", {}).values():
            fields |= dict.fromkeys(player.keys() - {"name"})
    for field in sorted(fields.keys() - OF_THE_HOUSE.keys()):
        code = f"{FIELD}{field}" if field in game.events else field
        for language, texts in words.texts.items():
            if not {code, LABEL + code} & texts.keys():
                yield (
                    f"{field} ({language})",
                    f"the field has no name; a text {code!r} gives it one",
                )


def _told(material: Material, language: Language) -> Wrong:
    narrator = material.game.words.narrator(language)
    for step in material.strangers:
        material.tried += 1
        sentence = narrator.tell(step.event)
        if not sentence.strip() or "{" in sentence:
            yield f"{step.type} ({language})", f"the event is told as {sentence!r}"
    for type_ in material.game.events:
        if not material.game.words.word(type_, language).strip():
            yield f"{type_} ({language})", "the type has no name"


def _verdicts(material: Material, language: Language) -> Wrong:
    """Check that findings, verdicts and results have words of their own."""
    words = material.game.words
    for number, log in enumerate(material.logs):
        for finding in material.replay(log).findings():
            if not words.say(finding, language).strip():
                yield (
                    f"log {number} ({language})",
                    f"the finding {finding.code} is said with no words",
                )
        final = material.replay(log).final
        if final and not words.result(final, language).strip():
            yield f"log {number} ({language})", "the result has no words"
    for breach in _broken(material).values():
        sentence = words.say(finding_of("illegal-event", breach, 2, 2), language)
        bare = words.say(finding_of("illegal-event", breach._replace(rule=NO_RULE), 2, 2), language)
        if not sentence.strip() or "{" in sentence:
            yield f"{breach.rule} ({language})", f"the verdict is said as {sentence!r}"
        elif breach.rule == material.game.log_rule:
            continue
        elif sentence.replace(breach.rule, NO_RULE) == bare or not _has_words(
            words, breach, language
        ):
            yield f"{breach.rule} ({language})", f"the verdict has no words: {sentence!r}"


def _has_words(words: object, breach: Breach, language: Language) -> bool:
    """Return True if the breach fills a template, or if the game does without templates."""
    if type(words) is not Templates:
        return True
    codes = (str(breach.facts.get("problem", "")), breach.rule)
    return any(words.filled(code, breach.facts, language) for code in codes)


def _broken(material: Material) -> Mapping[str, Breach]:
    """Return a breach of every rule that strange events break at some moments of the games."""
    breaches: dict[str, Breach] = {}
    judge = Judge(material.game)
    for log in material.logs:
        moments = set(spread(len(material.reads(log)), material.few))
        for step, replay in material.steps(log):
            for foreign in material.strangers if step.seq - 1 in moments else ():
                for broken_rule in judge.judged(replay.state, foreign.event)[0]:
                    breaches.setdefault(broken_rule.rule, broken_rule)
    return breaches


# --- views and positions -------------------------------------------------------------------


def view(material: Material) -> Wrong:
    """Check that a view is JSON with texts as keys, and has its `seq`, from before record 1 on."""
    game = material.game
    for number, log in enumerate(material.logs):
        reads = material.reads(log)
        for at in (0, *(n + 1 for n in spread(len(reads), material.few))):
            replay = Replay(game).take_all(reads[:at])
            for viewer in material.viewers(replay):
                viewed = game.view(replay.state, at, viewer)
                material.tried += 1
                where = f"log {number}, after record {at}, for {viewer}"
                yield from ((where, problem) for problem in not_json(viewed, "the view"))
                if viewed.get("seq") != at:
                    yield where, f"the view says the seq {viewed.get('seq')}"


def not_json(value: object, place: str) -> Iterator[str]:
    """Yield the places of values that JSON lacks; numbers must be whole, and keys texts."""
    match value:
        case None | bool() | int() | str():
            return
        case dict():
            for key, inside in value.items():
                if not isinstance(key, str):
                    yield f"{place} has the key {key!r}, which is no text"
                yield from not_json(inside, f"{place}.{key}")
        case list() | tuple():
            for number, inside in enumerate(value):
                yield from not_json(inside, f"{place}[{number}]")
        case _:
            yield f"{place} is {value!r}, which JSON cannot say"


def position(material: Material) -> Wrong:
    """Check that position, seating and result are well-formed and agree."""
    game = material.game
    for number, log in enumerate(material.logs):
        replay = Replay(game)
        scores_before, scores = None, {}
        for read in (None, *material.reads(log)):
            if read is not None:
                replay.take(read)
            material.tried += 1
            where = f"log {number}, after record {replay.seq}"
            if scores_before is not None and dict(scores_before) != scores:
                yield where, "the scores of a position that was given before have changed"
            scores_before = replay.position.scores
            scores = dict(scores_before)
            yield from ((where, problem) for problem in _position(replay))
            yield from ((where, problem) for problem in _final(replay))
        yield from ((f"log {number}", problem) for problem in _turns(material, log))


def _position(replay: Replay) -> Iterator[str]:
    # What an author gives is looked at as if it had no types.
    at: Any = replay.position
    seats: Any = replay.seating.names
    if not (isinstance(at.round, int) and isinstance(at.turn, int)) or min(at.round, at.turn) < 0:
        yield f"round {at.round!r} and turn {at.turn!r} are no numbers from 0 on"
    if not at.phase or not isinstance(at.phase, str):
        yield f"the phase is {at.phase!r}"
    if not isinstance(at.due, tuple) or not set(at.due) <= set(seats):
        yield f"due are {at.due!r}, and the seats are {', '.join(seats)}"
    if not set(at.scores) <= set(seats):
        yield f"scores are of {', '.join(at.scores)}, and the seats are {', '.join(seats)}"
    if not all(isinstance(score, int) for score in at.scores.values()):
        yield f"the scores {dict(at.scores)} are no whole numbers"
    if not all(isinstance(name, str) for name in (*seats, *seats.values())):
        yield f"the seating {dict(seats)} is not of texts"


def _turns(material: Material, log: bytes) -> Iterator[str]:
    """Yield the fault if the turn never changes although different players are due.

    Where all decide at once, none may have a turn.
    """
    positions = [replay.position for _step, replay in material.steps(log)]
    alone = {at.due for at in positions if len(at.due) == 1}
    turns = [at.turn for at in positions]
    if len(alone) > 1 and len(set(turns)) == 1 and not material.game.simultaneous:
        yield f"the turn is {turns[0]} from beginning to end, whoever is due"


def _final(replay: Replay) -> Iterator[str]:
    final = replay.game.final(replay.state)
    if final is None:
        return
    seats = replay.seating.names
    yield from not_json(final, "the result")
    lacking = {"ended", "reason", "players", "winners"} - set(final)
    if lacking:
        yield f"the result says nothing of {', '.join(sorted(lacking))}"
    elif not set(final["players"]) <= set(seats) or not set(final["winners"]) <= set(seats):
        yield "the result is of somebody who has no seat"
    elif (ranking := replay.game.get(RANKING)) and _unranked(ranking, final["players"].values()):
        yield f"a player in the result has no number in each of: {', '.join(ranking.by)}"
    if replay.position.due:
        yield "there is a result, and somebody owes a decision"


def _unranked(ranking: Ranking, players: Iterable[Fields]) -> bool:
    return any(not isinstance(player.get(name), int) for player in players for name in ranking.by)


# --- the sheet -----------------------------------------------------------------------------


def notation(material: Material) -> Wrong:
    """Check that lines have every field, and that lines and whole sheets read back as the same."""
    yield from _fields_without_place(material.game)
    for number, log in enumerate(material.logs):
        for step, replay in material.steps(log):
            for language in LANGUAGES if step.seq > 1 else ():
                material.tried += 1
                if unlike := _line(step, replay, language):
                    yield f"log {number}, record {step.seq} ({language})", unlike
        for language in LANGUAGES:
            written = sheet(Excerpt("x", log, None, language), stamps=True, check=True)
            games = read_sheet(written)
            for misread in games[0].misread:
                yield f"log {number} ({language})", misread.say("en")
            if len(games) != 1 or games[0].log != log:
                yield f"log {number} ({language})", "read again, the whole sheet is another log"


def _fields_without_place(game: GameDefinition) -> Wrong:
    """Yield the fields that no row writes for a type that has rows: a line would lose them."""
    if game.forms is None:
        return
    _opening, *types = game.events.items()
    for type_, entry in types:
        rows = [row for row in game.forms.of(type_) if not row.form.read_only]
        written = {name for row in rows for name in row.written}
        for field in structs.fields(entry.struct) if rows else ():
            if field.encode_name not in written:
                yield type_, f"no line has a place for the field {field.encode_name!r}"


def _line(step: LoggedEvent, replay: Replay, language: Language) -> str | None:
    notation = replay.game.need(NOTATION)
    text = notation.write(step.type, step.event, replay.state, language)
    if text is None:
        return None
    with suppress(Unread):
        read_entry(replay, f"{NO_WORD} {text}")
        return f"{text!r} is read also behind {NO_WORD!r}, which nobody knows"
    try:
        type_, data = notation.read(Line(text), replay.state)
    except Unread as wrong:
        return f"{text!r} cannot be read from column {wrong.column} on"
    entry = replay.codec.types[type_]
    read = replay.codec.read_event(type_, entry.version, Raw(msgspec.json.encode(data)))
    return None if (type_, read) == (step.type, step.event) else f"{text!r} is read as {read!r}"


# --- labels --------------------------------------------------------------------------------


class _Unlabelled(MomentLabels):
    """Labels that note the codes that have no words."""

    def __init__(self, game: GameDefinition, state: object) -> None:
        super().__init__(game.need(LABELS), game, state)
        self._ids = frozenset(game.need(NOTATION).vocabulary(state).ids)
        self.codes: set[str] = set()

    def word(self, code: str, language: Language) -> str:
        if code not in self._ids and not self.has_words(code):
            self.codes.add(code)
        return super().word(code, language)

    def _spoken(self, value: object, language: Language) -> str:
        if isinstance(value, str):
            return self.word(value, language)
        return super()._spoken(value, language)


def labels(material: Material) -> Wrong:
    """Check that every type, field and value that is asked for has a label in both languages."""
    if material.game.get(CHOICES) is None:
        return
    missing: dict[tuple[str, str], None] = {}
    for log in material.logs:
        moments = set(spread(len(material.reads(log)), 2 * material.few))
        for step, replay in material.steps(log):
            if step.seq > 1 and step.seq - 1 in moments:
                material.tried += 1
                missing |= dict.fromkeys(_unlabelled(material.game, replay.state))
    yield from missing


def _unlabelled(game: GameDefinition, state: object) -> Wrong:
    asking, rng = Questions(game, state), Random(0)  # noqa: S311 (no secret)
    for form in asking.forms():
        noted = _Unlabelled(game, state)
        noted.form(form.type, form.data)
        for question in questions(asking, form, rng):
            noted.field(form.type, question.path)
            for offered in question.values:
                noted.value(form.type, question.path, offered.value, form.data)
        for code in sorted(noted.codes):
            yield form.type, f"{code!r} has no label; a text with this code gives it one"


def questions(asking: Questions, form: OpenForm, rng: Random) -> Iterator[Question]:
    """Yield the questions of a form, those that depend on others along answers at random."""
    yield from form.all or ()
    question, filled = form.first or None, dict(form.data)
    while question is not None and question.values:
        yield question
        answer = rng.choice(question.values).value
        step = asking.step(form.id, fill_in(filled, tuple(question.path), answer), ())
        question, filled = step.question, step.filled
