"""Questions for people about what may be recorded: labels, pictures, and why something is not.

`Questions` is for one state. Its forms are the legal choices; a form is filled in question by
question, and each question has only the answers with which some legal event goes on
(`ragami.game.choices.narrowing`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType, structs

from ragami.decoded import Data, FieldValue
from ragami.findings import Breach
from ragami.game.capabilities import CHOICES, LABELS, VISIBILITY
from ragami.game.choices.choice import Choice, Distinct, Several, Written
from ragami.game.choices.narrowing import Narrowing, OpenPlace, least_told, narrowing
from ragami.game.choices.tree import INSIDE, Path
from ragami.game.definition import GameDefinition
from ragami.game.labels import Label
from ragami.game.moment_labels import MomentLabels
from ragami.game.visibility import plain

AT_ONCE: Final = 300
"""So many values of a form are asked for at once; of more, question by question."""

MOST_OFF: Final = 12
"""So many values that are not legal are shown, each with its reason."""

WRITTEN_KINDS: Final = {"number": "number", "goods": "tally"}
WRITTEN: Final = frozenset({"text", "number", "tally", "table", "parts"})
"""How something is asked for that nobody can list."""

PLACE: Final = "place"


class Why(Struct, frozen=True):
    """The rule that every event with a value breaks, in its own words."""

    rule: str
    en: str
    es: str


class LabelledValue(Struct, frozen=True, omit_defaults=True):
    """A value that may be chosen. `place` is where it is on the board, by `data-place`.

    `tells` is what it does, as the text of a card.
    """

    value: FieldValue
    label: Label
    picture: str | None = None
    place: str | None = None
    tells: Label | None = None


class GreyValue(Struct, frozen=True, omit_defaults=True):
    """A value that no legal event has here."""

    value: FieldValue
    label: Label
    why: Why | None = None
    picture: str | None = None
    place: str | None = None


class QuestionGroup(Struct, frozen=True):
    """A group of questions in a form, such as those about one player."""

    key: str
    label: Label


class LabelledPart(Struct, frozen=True, omit_defaults=True):
    """A part of what somebody writes: so many of a thing, or a column or row of a table."""

    key: str
    label: Label
    picture: str | None = None
    most: int | None = None


class Question(Struct, frozen=True, omit_defaults=True):
    """The next question about an event.

    `path` is the place of the answer in `filled`. `kind` says how it is entered: `text`, `number`,
    `tally`, `table` and `parts` are written, for any other kind one of `values` is taken. `stop`:
    the list that the path goes into may end here; it has `chosen` elements of `least` to `most`.
    `sure` is False where some of the values may lead nowhere. `of` are the things of a tally and
    the rows of a table, `each` its columns and `row` the key of a row; `parts` are the questions
    for the keys of an object that is written, with whole paths; if `distinct`, no two of them have
    the same value. `optional`: null will do.
    `pieces`: the kind of pieces of which one that is not among the values may be entered.
    `standing` are the rows of a table as they stand, where they are corrected.
    """

    path: list[str | int]
    kind: str
    label: Label
    group: QuestionGroup | None = None
    values: list[LabelledValue] = []
    off: list[GreyValue] = []
    stop: bool = False
    sure: bool = True
    least: int | None = None
    most: int | None = None
    chosen: int | None = None
    of: list[LabelledPart] = []
    each: list[LabelledPart] = []
    row: str = ""
    optional: bool = False
    parts: list[Question] = []
    distinct: bool = False
    pieces: str = ""
    standing: list[Data] = []


class GivenAnswer(Struct, frozen=True, omit_defaults=True):
    """A question that is answered: what was asked, and what was said."""

    path: list[str | int]
    label: Label
    value: LabelledValue
    group: QuestionGroup | None = None


class OpenForm(Struct, frozen=True, omit_defaults=True):
    """An event that may be recorded now: what is fixed of it, and what is asked.

    `due`: the game waits for it, or for what can only follow it; others may come at any time.
    `all` are its questions, to be answered in any order; of a form with more or with answers that
    have to fit together, `first` is the first one. `untold` is the event with nothing said, where
    all of it may stay secret.
    """

    id: str
    type: str
    label: Label
    who: str | None
    data: Data
    due: bool
    joint: bool
    all: list[Question] | UnsetType = UNSET
    first: Question | UnsetType = UNSET
    untold: Data | UnsetType = UNSET


class Step(Struct, frozen=True):
    """The progress of a form: the next question, None where the event is whole.

    `ended` are the lists in `filled` that nothing is added to any more. `off` are the values that
    were left out of questions with one answer, which nobody is asked.
    """

    form: OpenForm
    filled: Data
    ended: list[str]
    answered: list[GivenAnswer]
    question: Question | None
    off: list[GreyValue] = []


class Questions:
    """The questions about one state; it can be kept while the state stands.

    They are those of the legal choices, or of others that are `offered` (the steps of a desk).
    """

    def __init__(
        self, game: GameDefinition, state: object, offered: Iterable[Choice] | None = None
    ) -> None:
        self.game, self.state = game, state
        offers = game.need(CHOICES)
        self._choices: dict[str, Choice] = {}
        numbers: dict[str, int] = {}
        for choice in offers.choices(state) if offered is None else offered:
            number = numbers[choice.type] = numbers.get(choice.type, -1) + 1
            self._choices[f"{choice.type}.{number}"] = choice
        self._stranded = self._without_a_step()
        self._narrowings: dict[str, Narrowing] = {}
        self._labels = MomentLabels(game.need(LABELS), game, state)

    def _without_a_step(self) -> frozenset[str]:
        """Return who is due and has no event of the step: what may come at any time comes first.

        Somebody who has to sell or borrow before the step can be paid, for instance.
        """
        awaited = [
            choice for choice in self._choices.values() if choice.type not in self.game.at_any_time
        ]
        if any(choice.data.get("player") is None for choice in awaited):
            return frozenset()
        due = frozenset(self.game.position(self.state).due)
        return due.difference(choice.data["player"] for choice in awaited)

    # --- forms -----------------------------------------------------------------------------

    def forms(self, type_: str = "") -> list[OpenForm]:
        forms = (
            self._form(id_, choice)
            for id_, choice in self._choices.items()
            if type_ in ("", choice.type)
        )
        return _told_apart([form for form in forms if not _leads_nowhere(form)])

    def _form(self, id_: str, choice: Choice) -> OpenForm:
        seats = self.game.seating(self.state).names
        seat = choice.data.get("player")
        form = OpenForm(
            id_,
            choice.type,
            self._labels.form(choice.type, choice.data),
            seat if seat in seats else None,
            dict(choice.data),
            choice.type not in self.game.at_any_time
            or (not choice.open and seat in self._stranded),
            choice.joint,
        )
        least = untold(self.game, self.state, choice)
        questions = self._at_once(id_, choice)
        if not questions:
            begun = self.step(id_, {}, ())
            if begun.question is None:  # nothing is asked: what there is to say may be nothing
                says_less = least not in (None, plain(begun.filled))
                return structs.replace(form, all=[], untold=least if says_less else UNSET)
            form = structs.replace(form, first=begun.question)
        return structs.replace(
            form, all=questions or UNSET, untold=UNSET if least is None else least
        )

    def _at_once(self, id_: str, choice: Choice) -> list[Question] | None:
        """Return all questions of a form of which no answer depends on another one."""
        if choice.joint or not all(map(_is_free, choice.open.values())):
            return None
        narrowed, filled = self._narrowing(id_), dict(choice.data)
        questions: list[Question] = []
        while (place := narrowed.options(filled)) is not None:
            if not place.values:
                return None
            if len(place.values) > 1:
                questions.append(self._question(choice, place))
            filled = fill_in(place.filled, place.path, place.values[0])
        return questions if sum(len(question.values) for question in questions) <= AT_ONCE else None

    # --- answers ---------------------------------------------------------------------------

    def step(self, id_: str, filled: Data, ended: Iterable[str]) -> Step:
        """Return what comes after some answers; a question with one answer is filled in.

        Raises `KeyError` for a form that there is not, `NotOffered`.
        """
        choice, narrowed = self._choices[id_], self._narrowing(id_)
        data = choice.data | filled
        for name in ended:
            data = data | {name: tuple(data.get(name, ()))}
        off: list[GreyValue] = []
        while (place := narrowed.options(data)) is not None:
            if place.written is not None:
                if not self._is_nothing(choice, place.written, place.filled):
                    break
                data = fill_in(merged(place.filled, data), place.path, {})
            elif len(place.values) == 1 and not place.may_stop:
                data = fill_in(merged(place.filled, data), place.path, place.values[0])
                off += [grey for grey in self._off(choice, place) if grey.why]
            elif not place.values and place.may_stop:
                data = ended_list(merged(place.filled, data), place.path)
            else:
                break
        event = narrowed.filled(data) if place is None else place.filled
        trail = [
            GivenAnswer(list(path), self._labels.field(choice.type, path),
                     self._value(choice, path, value, event), self._group(path))
            for path, value in narrowed.trail(data)
            if value is not INSIDE
        ]  # fmt: skip
        lists = [name for name, value in event.items() if isinstance(value, tuple)]
        form = OpenForm(
            id_, choice.type, self._labels.form(choice.type, choice.data), None, {}, True, True
        )
        question = None if place is None else self._question(choice, place)
        return Step(form, event, lists, trail, question, off[:MOST_OFF])

    def _is_nothing(self, choice: Choice, written: Written, filled: Data) -> bool:
        """Return True if what somebody would write has no fields as things stand."""
        fields = self._labels.labels.written.get(written.kind)
        return fields is not None and not fields(written, {**choice.facts, **filled})

    def _narrowing(self, id_: str) -> Narrowing:
        if id_ not in self._narrowings:
            self._narrowings[id_] = narrowing(self.game, self.state, self._choices[id_])
        return self._narrowings[id_]

    # --- questions -------------------------------------------------------------------------

    def _question(self, choice: Choice, place: OpenPlace) -> Question:
        type_, path = choice.type, place.path
        if place.written is not None:
            return self._written(choice, path, place.written, place.filled)
        kind = self._labels.labels.kind(type_, self._labels.labels.names(path))
        several = choice.open.get(str(path[0])) if len(path) > 1 else None
        is_element = len(path) == 2 or (len(path) > 2 and isinstance(path[1], int))
        question = Question(
            list(path),
            kind.widget if kind else "word",
            self._labels.field(type_, path),
            self._group(path),
            [self._value(choice, path, value, place.filled) for value in place.values],
            list(self._off(choice, place)),
            place.may_stop,
            place.sure,
            pieces=kind.pieces if kind else "",
        )
        if isinstance(several, Several) and is_element and isinstance(path[1], int):
            return structs.replace(question, least=several.least, most=several.most, chosen=path[1])
        return question

    def _group(self, path: Path) -> QuestionGroup | None:
        owner = self._labels.owner(path)
        return QuestionGroup(owner, self._labels.seat(owner)) if owner else None

    def _value(self, choice: Choice, path: Path, value: object, filled: Data) -> LabelledValue:
        labels, type_ = self._labels, choice.type
        if value is INSIDE:
            return LabelledValue({}, labels.whole(type_, path))
        kind = labels.labels.kind(type_, labels.labels.names(path))
        placed = kind is not None and kind.widget == PLACE and value is not None
        return LabelledValue(
            value,
            labels.value(type_, path, value, filled),
            labels.picture(type_, path, value),
            str(value) if placed else None,
            labels.tells(type_, path, value),
        )

    def _off(self, choice: Choice, place: OpenPlace) -> Iterator[GreyValue]:
        for off in place.off[:MOST_OFF]:
            grey = self._value(choice, place.path, off.value, place.filled)
            yield GreyValue(grey.value, grey.label, self._why(off.breach), grey.picture, grey.place)

    def _why(self, breach: Breach | None) -> Why | None:
        """Return the rule, and nothing of the facts: they would name values that nobody chose."""
        rule = self.game.rulebook.rules().get(breach.rule or "") if breach else None
        return Why(rule.id, rule.text("en"), rule.text("es")) if rule else None

    def _written(self, choice: Choice, path: Path, written: Written, filled: Data) -> Question:
        labels, type_ = self._labels, choice.type
        question = Question(
            list(path), WRITTEN_KINDS.get(written.kind, "text"), labels.field(type_, path),
            optional=written.optional,
        )  # fmt: skip
        if (fields := labels.labels.written.get(written.kind)) is not None:
            parts = self._open(choice, path, fields(written, {**choice.facts, **filled}))
            return structs.replace(question, kind="parts", parts=list(parts))
        if written.each:
            return structs.replace(
                question, kind="table", of=self._parts(type_, path, written.of),
                each=self._parts(type_, path, written.each), row=written.called,
                standing=list(written.standing or ()),
            )  # fmt: skip
        if question.kind == "tally":
            most = {} if written.most is UNSET else written.most
            of = [
                structs.replace(part, most=most.get(part.key))
                for part in self._parts(type_, path, written.of)
            ]
            return structs.replace(question, of=of)
        return question

    def _open(self, choice: Choice, path: Path, fields: Data) -> Iterator[Question]:
        """Yield the questions for the fields of what somebody writes."""
        for name, inside in fields.items():
            within = (*path, name)
            if isinstance(inside, Written):
                yield self._written(choice, within, inside, {})
                continue
            label, group = self._labels.field(choice.type, within), self._group(within)
            if isinstance(inside, dict):
                parts = list(self._open(choice, within, inside))
                distinct = isinstance(inside, Distinct)
                yield Question(list(within), "parts", label, group, parts=parts, distinct=distinct)
            else:
                values = [self._value(choice, within, value, {}) for value in inside]
                yield Question(list(within), "word", label, group, values)

    def _parts(self, type_: str, path: Path, keys: Sequence[str]) -> list[LabelledPart]:
        labels, place = self._labels, (*path, "of")
        return [
            LabelledPart(
                key, labels.value(type_, place, key, {}), labels.picture(type_, place, key)
            )
            for key in keys
        ]


def untold(game: GameDefinition, state: object, choice: Choice) -> Data | None:
    """Return the data of an event that says nothing but who; None where something has to be said.

    Only of a choice that is secret as a whole.
    """
    if not choice.open or not game.hidden:
        return None
    event = least_told(game, state, choice)
    if event is None:
        return None
    data: Data = plain(event)
    values = {name: data.get(name) for name in choice.open}
    if not all(map(_is_unsaid, values.values())):
        return None
    # What null means elsewhere is open to everybody: "none of them", "it stays".
    secret = {re.split(r"[.\[]", place)[0] for place in game.need(VISIBILITY).places(event)}
    return data if any(values[name] != [] for name in secret & values.keys()) else None


def _is_unsaid(value: FieldValue) -> bool:
    """Return True for null, and for a list or an object with nothing else in it."""
    inside = value.values() if isinstance(value, Mapping) else value
    return value is None or (
        isinstance(value, list | dict) and all(part is None for part in inside)
    )


def _told_apart(forms: list[OpenForm]) -> list[OpenForm]:
    """Add to each of several forms of one name what it asks first: the roll of which die."""
    names = Counter((form.who, form.label) for form in forms)
    return [
        form if names[form.who, form.label] == 1 else structs.replace(form, label=_longer(form))
        for form in forms
    ]


def _longer(form: OpenForm) -> Label:
    asked = form.first if form.all is UNSET or not form.all else form.all[0]
    if asked is UNSET:
        return form.label
    return Label(f"{form.label.en} · {asked.label.en}", f"{form.label.es} · {asked.label.es}")


def _leads_nowhere(form: OpenForm) -> bool:
    """Return True if a form has no legal event at all."""
    first = form.first
    return first is not UNSET and first.kind not in WRITTEN and not (first.values or first.stop)


def _is_free(values: object) -> bool:
    """Return True if no answer depends on another: values, or one object with lists by key."""
    if not isinstance(values, list):
        return False
    objects = [value for value in values if isinstance(value, dict)]
    if not objects:
        return True
    inside = [entry for row in objects for entry in row.values()]
    inside += [nested for entry in inside if isinstance(entry, list) for nested in entry]
    return len(values) == 1 and not any(isinstance(entry, dict) for entry in inside)


def fill_in(filled: Any, path: Path, value: FieldValue) -> FieldValue:
    """Return what is filled with one more answer at its place."""
    if not path:
        return value
    part, *below = path
    if isinstance(part, int):
        before = list(filled or ())
        old = before[part] if part < len(before) else None
        return [*before[:part], fill_in(old, tuple(below), value)]
    inside: Mapping[str, object] = filled or {}
    return {**inside, part: fill_in(inside.get(part), tuple(below), value)}


def merged(before: object, answers: object) -> FieldValue:
    """Return what is known with what was given besides, which counts where both say something."""
    if isinstance(before, dict) and isinstance(answers, dict):
        both = {name: merged(before[name], answers[name]) for name in before if name in answers}
        return {**before, **answers, **both}
    if isinstance(before, list | tuple) and isinstance(answers, list | tuple):
        longer = before if len(before) > len(answers) else answers
        entries = [merged(*pair) for pair in zip(before, answers, strict=False)]
        return type(answers)([*entries, *longer[len(entries) :]])
    return answers


def ended_list(filled: Data, path: Path) -> Data:
    """Return what is filled, with the list that a path goes into as a complete one."""
    name = str(path[0])
    return filled | {name: tuple(filled.get(name, ()))}
