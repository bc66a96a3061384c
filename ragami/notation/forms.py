"""Forms: one description of each event, by which it is read, written, completed and asked for.

A form is a row of a table: a type of event, a template (see `ragami.notation.template`), and for
each field a kind (`ragami.notation.kinds`). `Forms` is all rows of a game:

    FORMS = Forms(
        [
            Form("sown", "<{player}> sow {pit}", kinds={"pit": Number(1, 6)}),
            Form("resigned", "<{player}> resign"),
        ],
        tables={"sheet": {"sow": ("sow", "siembra"), "resign": ("resign", "abandona")}},
        kinds={"player": Words(SEATS, whole=True, widget="seat")},
        left_out={"player": lambda at: at.state.active},
    )
    FORMS.read(Line("sow 3"), state)                   # ("sown", {"player": "south", "pit": 3})
    FORMS.write("sown", event, state, "es")            # "sur siembra 3"

Several rows may be of one type, and several may begin with the same words: the first that reads the
whole line counts, else the error that is furthest to the right. A row judges nothing: whether the
event is legal, `check` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypedDict, Unpack

from msgspec import to_builtins

from ragami.decoded import AnyEvent, Data, Fields, FieldValue, State
from ragami.language import Language
from ragami.notation.kinds import NOT_GIVEN, Kind, Known
from ragami.notation.line import Line, word_in
from ragami.notation.misread import NOTHING_MORE, Term, Unread, Word
from ragami.notation.parsing import parsed
from ragami.notation.protocol import Vocabulary
from ragami.notation.reader import UNKNOWN, WHOLE, At, Misfit, Reader, Unsaid, put, value_at
from ragami.notation.template import (
    LeftOut,
    Literal,
    Optional,
    TemplateFields,
    TemplatePart,
    TemplateToken,
    Terms,
    beginning,
)

__all__ = ["At", "Data", "Form", "Forms", "Kind", "Misfit", "Part", "Reader", "Unsaid"]

Tables = Mapping[str, Mapping[str, tuple[str, str]]]
Spread = Callable[[Data, At], Data | None]
Gather = Callable[[Data, At], Data]


class PartOptions(TypedDict, total=False):
    """The optional arguments of a `Part`: see there and `Form`."""

    words: Mapping[str, Word]
    usual: Fields
    left_out: LeftOut
    shape: Term
    expected: Term
    spread: Spread
    gather: Gather


class Part(Kind):
    """An object inside an event, by a template of its own.

    `shape` is what is told where a sign is missing in one of its tokens, `expected` what is told of
    anything that is wrong in one, at its beginning; without it that is told at the part at fault.
    """

    widget = "part"

    def __init__(
        self, template: str, kinds: Mapping[str, Kind], **options: Unpack[PartOptions]
    ) -> None:
        super().__init__()
        shape, expected = options.get("shape"), options.get("expected")
        setting = TemplateFields(
            kinds, options.get("words", {}), options.get("usual", {}), options.get("left_out", {})
        )
        self.nodes = parsed(template, setting, Terms(shape, expected))
        self.fields = [field for node in self.nodes for field in node.fields]
        self.spread = options.get("spread")
        self.gather = options.get("gather")
        first = self.fields[0].kind.expected
        self.expected = tuple(filter(None, (expected or shape,))) or first
        head = self.nodes[0]
        self._hanging = head.hanging() if isinstance(head, TemplateToken) else None

    def text(self, text: str, at: At) -> FieldValue:
        (token,) = self.nodes
        value: Data = {}
        if isinstance(token, TemplateToken):
            token.text(text, value, at)
        else:
            (field,) = token.fields
            put(value, field.path, field.kind.text(text, at))
        return self.gather(value, at) if self.gather else value

    def read(self, reader: Reader) -> FieldValue:
        value: Data = {}
        for node in self.nodes:
            node.read(reader, value)
            if self._hanging and node is self.nodes[0]:
                self._read_hanging(reader, value)
        return self.gather(value, reader.at) if self.gather else value

    def _read_hanging(self, reader: Reader, value: Data) -> None:
        """Read the parts that may hang on the first token, written as tokens behind it."""
        assert self._hanging
        while reader.peek() and self._hanging.begins(reader.peek()):
            try:
                value |= self._hanging.present(reader.peek(), reader.at)
            except Misfit as wrong:
                raise reader.misfit(wrong) from None
            reader.take()

    def say(self, value: FieldValue, at: At) -> str:
        return " ".join(self.write(value, at))

    def write(self, value: FieldValue, at: At) -> list[str]:
        fields = self.spread(value, at) if self.spread else value
        if fields is None:
            raise Unsaid(value)
        return [token for node in self.nodes for token in node.write(fields, at)]

    def begin(self, value: FieldValue, at: At) -> list[str]:
        return beginning(self.nodes, value, at)

    def parts(self) -> Iterable[Kind]:
        return [field.kind for field in self.fields]


@dataclass(frozen=True, eq=False)
class Form:
    """A row: how events of one type stand in a line.

    `usual` is what a field is where its `[…]` is left out, `left_out` works out what is left out
    (None: the state does not say it). `fixed` are fields that the row says without writing
    them, by their path. `spread` and `gather` turn the data into fields and back, where the record
    is not built like the line; `spread` gives None for what the row cannot say. `only` is the
    language that the row is written in, and `read_only` a row that is never written. `grows` are
    lists of which every beginning is legal by itself; `fits` is False where no legal event begins
    so. `order` is the order in which fields are asked for. `shape` is told where a sign is missing
    in a token, `expected` of anything that is wrong in one (else it is told at its part).
    `as_offered` gives a token that was typed as it is offered, where one thing has two names.
    """

    type: str
    template: str
    _: KW_ONLY
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    usual: Fields = field(default_factory=dict)
    left_out: LeftOut = field(default_factory=dict)
    fixed: Data = field(default_factory=dict)
    spread: Spread | None = None
    gather: Gather | None = None
    only: Language | None = None
    read_only: bool = False
    grows: frozenset[str] = frozenset()
    fits: Callable[[FieldValue, Data], bool] | None = None
    order: tuple[str, ...] = ()
    shape: Term | None = None
    expected: Term | None = None
    as_offered: Callable[[str, At], str] | None = None


class ParsedForm:
    """A form with its template parsed: what stands before the verb, the words, the rest.

    A row without a word to begin with is tried where no other fits.
    """

    def __init__(self, form: Form, every: TemplateFields) -> None:
        self.form = form
        self._fixed = {tuple(path.split(".")): value for path, value in form.fixed.items()}
        setting = TemplateFields(
            {**every.kinds, **form.kinds},
            every.words,
            {**every.usual, **form.usual},
            {**every.left_out, **form.left_out},
        )
        nodes = parsed(form.template, setting, Terms(form.shape, form.expected))
        start = int(
            isinstance(nodes[0], Optional) or (len(nodes) > 1 and isinstance(nodes[1], Literal))
        )
        start = int(bool(start) and not isinstance(nodes[0], Literal))
        end = start
        while end < len(nodes) and isinstance(nodes[end], Literal):
            end += 1
        self.lead = nodes[0] if start else None
        self.head = tuple(node for node in nodes[start:end] if isinstance(node, Literal))
        self.body = nodes[end:]

    @property
    def nodes(self) -> Sequence[TemplatePart]:
        return [*([self.lead] if self.lead else []), *self.head, *self.body]

    @property
    def may_lack_lead(self) -> bool:
        """True if the part before the verb may be left out."""
        return self.lead is None or isinstance(self.lead, Optional)

    def read(self, reader: Reader, start: int, after: int, *, led: bool) -> Data:
        """Read a line whose head ends at the token `after`. Raises `Unread`.

        `start` is the token with which it begins, `led` whether something stands before the verb.
        """
        data, line = reader.at.data, reader.line
        line.at = start
        if led and self.lead:
            self.lead.read(reader, data)
        elif isinstance(self.lead, Optional):
            self.lead.leave_out(reader, data, lost=True)
        line.at = after
        for node in self.body:
            node.read(reader, data)
        if line.at < len(line.tokens):
            raise reader.stop(NOTHING_MORE)
        if self.form.gather:
            data = self.form.gather(data, reader.at)
        for path, value in self._fixed.items():
            put(data, path, value)
        return data

    @property
    def fields(self) -> Sequence[str]:
        """The names of the fields behind the verb, as they stand in the line."""
        return _fields_in(self.body)

    @property
    def written(self) -> set[str]:
        """The names of the fields that the row writes or fixes."""
        return {*_fields_in(self.nodes), *(path[0] for path in self._fixed)}

    def begin(self, data: Data, at: At) -> list[str] | None:
        """Return the first tokens behind the verb of an event of which only some is known.

        None where this row does not say such an event.
        """
        for path, value in self._fixed.items():
            if value_at(data, path, value) != value:
                return None
        fields: Data | None = data
        if self.form.spread:
            try:
                fields = self.form.spread(data, at)
            except UNKNOWN:
                return []
        if fields is None:
            return None
        return beginning(self.body, fields, at._replace(data=fields, type=self.form.type))

    def write(self, data: Data, at: At) -> str | None:
        """Return the line of an event; None where this row cannot say it."""
        if any(value_at(data, path, NOT_GIVEN) != value for path, value in self._fixed.items()):
            return None
        try:
            spread = self.form.spread
            fields = spread(data, at) if spread else data
            if fields is None:
                return None
            at = at._replace(data=fields, type=self.form.type)
            return " ".join(token for node in self.nodes for token in node.write(fields, at))
        except Unsaid:
            return None


def _fields_in(nodes: Iterable[TemplatePart]) -> list[str]:
    return [
        name
        for node in nodes
        for field in node.fields
        for name in (field.kind.covers if field.path == (WHOLE,) else field.path[:1])
    ]


class _Head:
    """A node of the words that begin a row: further words, or the body of these rows."""

    def __init__(self) -> None:
        self.next: dict[Word, _Head] = {}
        self.rows: list[ParsedForm] = []

    def add(self, row: ParsedForm) -> None:
        head = self
        for literal in row.head:
            head = head.next.setdefault(literal.word, _Head())
        head.rows.append(row)

    def terms(self) -> list[Term]:
        """Return the terms that may follow, for messages: signs as they are."""
        return [word if word.en[0].isalpha() else word.en for word in self.next]


class Candidates(NamedTuple):
    """The rows that a line may be of by its first words, and the token where these end."""

    rows: Sequence[ParsedForm]
    after: int


class Forms:
    """The forms of a game.

    `tables` are the texts of the game in both languages (its `words.jsonl`): `sheet` has the words
    of the templates by their English, `line` an example of each type (more of them as `TYPE.2` …),
    and `meaning` what that says where it is not what the `type` is called. `kinds`, `usual` and
    `left_out` are those that the fields of that name have in every row. `instead` says what is
    written instead of what somebody might try, by the words of the line. `items(state)` are the
    ids of components and people with what each is called, beside those that the kinds know.
    """

    def __init__(  # noqa: PLR0913 (what every row has, and what is told besides)
        self,
        forms: Iterable[Form],
        *,
        tables: Tables | None = None,
        kinds: Mapping[str, Kind] | None = None,
        usual: Fields | None = None,
        left_out: LeftOut | None = None,
        instead: Mapping[tuple[str, ...], Word] | None = None,
        items: Callable[[State], Mapping[str, Iterable[str]]] | None = None,
    ) -> None:
        self.instead = instead or {}
        self._items = items
        self._tables = tables or {}
        self._words = {name: Word(*both) for name, both in self._tables.get("sheet", {}).items()}
        every = TemplateFields(kinds or {}, self._words, usual or {}, left_out or {})
        self.rows = tuple(ParsedForm(form, every) for form in forms)
        self._led, self._bare = _Head(), _Head()
        self._by_type: dict[str, list[ParsedForm]] = {}
        leads: dict[int, Kind] = {}
        for row in self.rows:
            self._by_type.setdefault(row.form.type, []).append(row)
            if row.lead:
                self._led.add(row)
                leads |= {id(field.kind): field.kind for field in row.lead.fields}
            if row.may_lack_lead:
                self._bare.add(row)
        self.leads = tuple(leads.values())

    # --- reading ---------------------------------------------------------------------------

    def read(self, line: Line, state: object) -> tuple[str, Data]:
        """Return the type and data of the event on a line. Raises `Unread`."""
        start = line.at
        reader = Reader(line, At(state, {}))
        led = self._is_led(reader)
        for rows, after in self._candidates(reader, start, led=led):
            for row in rows:
                reader.at = At(state, {}, type=row.form.type)
                try:
                    return row.form.type, row.read(reader, start, after, led=led)
                except Unread:
                    continue
        raise reader.fault or reader.stop()

    def _is_led(self, reader: Reader) -> bool:
        """Return True if the line begins with the part before a verb, such as the player."""
        token = reader.peek()
        for kind in self.leads if token else ():
            try:
                kind.text(token, reader.at)
            except Misfit:
                continue
            return True
        return False

    def _candidates(self, reader: Reader, start: int, *, led: bool) -> Iterator[Candidates]:
        """Yield the rows by the first words of the line, those with the most words first."""
        line = reader.line
        here = self._led if led else self._bare
        line.at = start + led
        candidates: list[Candidates] = []
        path: list[str] = []
        while True:
            if here.rows:
                candidates.append(Candidates(here.rows, line.at))
            if not here.next:
                break
            token = reader.peek()
            further = word_in(token, here.next)
            if further is None:
                more: list[Term] = here.terms()
                if here is self._bare:
                    more += (term for kind in self.leads for term in kind.expected)
                reader.stop(*more, instead=self.instead.get((*path, token)))
                break
            path.append(next(word.en for word, head in here.next.items() if head is further))
            here = further
            line.at += 1
        yield from reversed(candidates)

    # --- writing ---------------------------------------------------------------------------

    def write(self, type_: str, event: AnyEvent, state: State, language: Language) -> str | None:
        """Return an event as a line, to be read in this state; None for one that has no line."""
        rows = self._by_type.get(type_, ())
        if not rows:
            return None
        data = event if isinstance(event, dict) else _with_lists(to_builtins(event))
        at = At(state, data, language, type=type_)
        for row in rows:
            if not row.form.read_only and row.form.only in (None, language):
                line = row.write(data, at)
                if line is not None:
                    return line
        return None

    # --- what there is ---------------------------------------------------------------------

    def reference(self, language: Language) -> Iterator[tuple[str, str]]:
        at = 1 if language == "es" else 0
        lines, tables = self._tables.get("line", {}), self._tables
        meanings = {**tables.get("type", {}), **tables.get("meaning", {})}
        for code, both in lines.items():
            yield both[at], meanings[code][at]

    def examples(self, language: Language) -> Iterator[tuple[str, str]]:
        for code, both in self._tables.get("line", {}).items():
            yield code.partition(".")[0], both[language == "es"]

    def vocabulary(self, state: object) -> Vocabulary:
        """Return the words, ids and names that may stand in a line."""
        items = self._items(state) if self._items and state else {}
        ids = dict.fromkeys(items)
        names = {name: id_ for id_, called in items.items() for name in called}
        for kind in self._kinds:
            if isinstance(kind, Known):
                by_id = kind.names(state)
                ids |= dict.fromkeys(by_id)
                names |= {name: id_ for id_, called in by_id.items() for name in called}
        return Vocabulary(self.keywords, ids, names)

    def of(self, type_: str) -> Sequence[ParsedForm]:
        return self._by_type.get(type_, ())

    @property
    def verbs(self) -> Sequence[Word]:
        """The words with which lines begin, behind whose they are."""
        return tuple(dict.fromkeys((*self._bare.next, *self._led.next)))

    @cached_property
    def keywords(self) -> Sequence[Word]:
        """All words that may stand in a line."""
        inside = (word for kind in self._kinds for word in kind.words())
        return tuple(dict.fromkeys((*self._words.values(), *inside)))

    @cached_property
    def _kinds(self) -> Sequence[Kind]:
        """All kinds of all rows, and those inside of them."""
        kinds: dict[int, Kind] = {}
        waiting = [field.kind for row in self.rows for node in row.nodes for field in node.fields]
        while waiting:
            kind = waiting.pop()
            if id(kind) not in kinds:
                kinds[id(kind)] = kind
                waiting += kind.parts()
        return tuple(kinds.values())


def _with_lists(value: object) -> Any:
    """Turn the tuples of an event into lists, as JSON has them."""
    if isinstance(value, dict):
        return {name: _with_lists(inside) for name, inside in value.items()}
    if isinstance(value, tuple | list):
        return [_with_lists(inside) for inside in value]
    return value
