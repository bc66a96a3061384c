"""Completion of a line token by token, by the forms and the narrowing: legal now only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import structs

from ragami.decoded import Data, FieldValue, State
from ragami.game.capabilities import ASSERTIONS, CHOICES
from ragami.game.choices.choice import Choice, Several, Written
from ragami.game.choices.narrowing import Narrowing, least_told, narrowing
from ragami.game.definition import GameDefinition
from ragami.game.visibility import plain
from ragami.language import LANGUAGES, Language
from ragami.notation.forms import Forms, ParsedForm
from ragami.notation.kinds import Text
from ragami.notation.line import Line, tokens_of
from ragami.notation.misread import Unread, Word, fold_word
from ragami.notation.protocol import Continuation
from ragami.notation.reader import UNKNOWN, At, Begun, Misfit, Reader, Unsaid
from ragami.notation.template import AnyOrder, Literal, Optional, TemplatePart

NOBODY: Final = object()
"""Stands for who is not said on a line."""

PARTING: Final = ",;"

LedChoice = tuple[Choice, Data]
"""A choice, and what a line says before its verb."""


class Completions:
    """The completions of lines in one state, where `due` is legal; kept while the state stands."""

    def __init__(
        self, game: GameDefinition, forms: Forms, state: State, due: Sequence[Choice]
    ) -> None:
        self.game, self.forms, self.state = game, forms, state
        never_due = getattr(game.get(CHOICES), "never_due", lambda _state: ())
        self._due = {choice.type for choice in due}
        self._choices: dict[str, list[Choice]] = {}
        for choice in [*due, *never_due(state)]:
            self._choices.setdefault(choice.type, []).append(choice)
        assertions = game.get(ASSERTIONS)
        self._asserted = assertions.struct if assertions else None
        self._narrowings: dict[tuple[int, str, str], Narrowing] = {}
        self._least: dict[int, Data | None] = {}

    def continuations(self, text: str, language: Language) -> Iterator[Continuation]:
        """Yield the tokens that may follow `text`, which ends before a token."""
        try:
            tokens = [token.text for token in tokens_of(text)]
        except Unread:
            return
        at = At(self.state, {}, language)
        seat = self._who(tokens[0], at) if tokens else NOBODY
        ways: dict[str, Continuation] = {}
        for way in self._after(seat, tokens[seat is not NOBODY :], at):
            ways.setdefault(way.token, way)
        yield from ways.values()

    def _after(self, seat: object, words: Sequence[str], at: At) -> Iterator[Continuation]:
        """Yield the tokens of what is due, then who may act, then of what may come at any time."""
        rows = list(self._rows(words))
        for row in rows:
            if row.form.type in self._due:
                yield from self._of_row(row, seat, words, at)
        if not words and seat is NOBODY:
            yield from self._leads(at)
        for row in rows:
            if row.form.type not in self._due:
                yield from self._of_row(row, seat, words, at)

    # --- before the fields -----------------------------------------------------------------

    def _who(self, token: str, at: At) -> object:
        """Return the value of a token that stands before a verb."""
        for kind in self.forms.leads:
            try:
                return kind.text(token, at)
            except Misfit:
                continue
        return NOBODY

    def _rows(self, words: Sequence[str]) -> Iterator[ParsedForm]:
        """Yield the rows that begin with these words, those of what is legal now first."""
        rows = [row for row in self.forms.rows if not row.form.read_only]
        for row in sorted(rows, key=lambda row: row.form.type not in self._choices):
            head = zip(words, row.head, strict=False)
            if all(_spells(literal.word, word) for word, literal in head):
                yield row

    def _of_row(
        self, row: ParsedForm, seat: object, words: Sequence[str], at: At
    ) -> Iterator[Continuation]:
        type_, typed = row.form.type, words[len(row.head) :]
        at = at._replace(type=type_)
        choices = list(self._led(row, seat, at))
        stated = self._is_stated(type_) and seat is NOBODY
        if not choices and not stated:
            return
        if len(words) < len(row.head):
            leads = [None in fields.values() for _, fields in choices]
            if seat is NOBODY and type_ in self._choices.keys() - self._due and not any(leads):
                return  # what is never due stands behind who says it
            verb = row.head[len(words)].word.say(at.language)
            yield Continuation(verb, self.game.words.word(type_, at.language))
            return
        own = [field.kind for node in row.body for field in node.fields]
        for data in [data for _, data in choices] or [{}]:
            listed = own[0].continuations(typed, at._replace(data=data)) if own else ()
            if listed is not None:
                yield from listed
                return
        for choice, data in choices:
            yield from self._of_choice(row, choice, data, _as_offered(row, choice, typed, at), at)

    def _is_stated(self, type_: str) -> bool:
        """Return True if an event of this type may be written at any time."""
        if type_ in self._choices or self._asserted is None:
            return False
        return self.game.codec.types[type_].struct is self._asserted

    def _led(self, row: ParsedForm, seat: object, at: At) -> Iterator[LedChoice]:
        """Yield the choices of a row, with what stands before the verb, or what that leaves out."""
        name = row.lead.fields[0].name if row.lead else None
        if name is None and seat is not NOBODY:
            return
        fields: Data = {}
        if name and seat is NOBODY:
            try:
                row.lead.fill(fields, at)  # type: ignore[union-attr]
            except (Misfit, AttributeError):
                return
        elif name:
            fields[name] = seat
        for choice in self._choices.get(row.form.type, ()):
            values = self._leading(row, choice, at) if name else None
            if values is None or fields.get(name or "") in values:
                # What the line says otherwise than the event is compared already.
                yield choice, {} if row.form.spread and _values(choice, name or "") else fields

    def _leading(self, row: ParsedForm, choice: Choice, at: At) -> list[FieldValue] | None:
        """Return the values before the verb of a row; None where its events do not say."""
        assert row.lead
        (field,) = row.lead.fields
        if not row.form.spread:
            return _values(choice, field.name)
        try:
            fields = row.form.spread(self._least_told(choice) or choice.data, at)
        except UNKNOWN:
            return None
        return None if fields is None else [fields.get(field.name)]

    def _leads(self, at: At) -> Iterator[Continuation]:
        """Return the players who may act now."""
        for row in self.forms.rows:
            for field in row.lead.fields if row.lead else ():
                for choice in self._choices.get(row.form.type, ()):
                    for value in self._leading(row, choice, at) or ():
                        try:
                            token = field.kind.say(value, at)
                        except Unsaid:
                            continue
                        if value is not None:
                            yield Continuation(token, self._name(value, at))

    def _name(self, value: object, at: At) -> str:
        return self.game.words.word(value, at.language) if isinstance(value, str) else ""

    def _least_told(self, choice: Choice) -> Data | None:
        """Return a legal event of a choice in which what may be unknown is."""
        if id(choice) not in self._least:
            event = least_told(self.game, self.state, choice)
            self._least[id(choice)] = plain(event)
        return self._least[id(choice)]

    # --- the fields ------------------------------------------------------------------------

    def _of_choice(
        self, row: ParsedForm, choice: Choice, fields: Data, typed: Sequence[str], at: At
    ) -> Iterator[Continuation]:
        """Yield the tokens that follow those typed in the events of a choice."""
        read, unread = _read_and_unread(row, choice, fields, typed, at)
        lists = [name for name, open_ in choice.open.items() if isinstance(open_, Several)]
        leads = [word for word in unread.values() if word not in typed]
        leads = leads if all(leads) else []
        offered: dict[str, str] = {}

        def look(before: Data) -> bool | str:
            if any(before.get(name, value) != value for name, value in fields.items()):
                return False
            if any(before.get(name) is not None for name in unread):
                return False  # nobody can know what will be written
            data = fields | before
            for name in lists:
                if name in data:
                    data[name] = (Begun if type(data[name]) is list else list)(data[name])
            token = self._next(row, data, typed, at)
            if isinstance(token, str):
                offered.setdefault(token, next(reversed(before), ""))
            elif token and choice.open.keys() - before.keys() <= unread.keys() and leads:
                offered.update(dict.fromkeys(leads, ""))
            return token

        for token in self._narrowing(row, choice, read).walk(look):
            yield Continuation(token, self._name_of_field(offered[token], at))
        yield from (Continuation(token, "") for token in leads if token in offered)
        yield from self._of_least_told(row, choice, fields, typed, at)

    def _of_least_told(
        self, row: ParsedForm, choice: Choice, fields: Data, typed: Sequence[str], at: At
    ) -> Iterator[Continuation]:
        """Yield the token that follows in the event that tells the least."""
        event = self._least_told(choice)
        if event is not None and all(
            event.get(name, value) == value for name, value in fields.items()
        ):
            token = self._next(row, event, typed, at)
            if isinstance(token, str):
                yield Continuation(token, "")

    def _name_of_field(self, name: str, at: At) -> str:
        label = self.game.words.word(name, at.language)
        return "" if label == name.replace("_", " ") else label

    def _next(self, row: ParsedForm, data: Data, typed: Sequence[str], at: At) -> bool | str:
        """Return the token of an event behind those typed; True for no more, False for others."""
        tokens = row.begin(data, at._replace(data=data))
        if tokens is None:
            return False
        if any(" " in token for token in tokens):
            tokens = [token.text for token in tokens_of(" ".join(tokens))]
        if not self._agree(row, data, tokens, typed, at):
            return False
        return tokens[len(typed)] if len(tokens) > len(typed) else True

    def _agree(
        self, row: ParsedForm, data: Data, tokens: Sequence[str], typed: Sequence[str], at: At
    ) -> bool:
        """Return True if these are the typed tokens, in either language."""
        untyped = next((a for a, b in zip(tokens, typed, strict=False) if not _same(a, b)), "")
        if not any(map(str.isalpha, untyped)):
            return not untyped
        (language,) = (name for name in LANGUAGES if name != at.language)
        tokens = row.begin(data, at._replace(data=data, language=language)) or ()
        return all(_same(a, b) for a, b in zip(tokens, typed, strict=False))

    def _narrowing(self, row: ParsedForm, choice: Choice, read: Data) -> Narrowing:
        """Return the questions of a choice in the order in which the line of a row answers them.

        `read` is what was typed of what nobody can list.
        """
        key = id(choice), row.form.template, repr(read)
        if key not in self._narrowings:
            order = [*(path.partition(".")[0] for path in row.form.fixed), *row.fields]
            open_ = choice.open | {name: [value] for name, value in read.items()}
            typed = structs.replace(choice, open=open_)
            self._narrowings[key] = narrowing(self.game, self.state, typed, order)
        return self._narrowings[key]


def _read_and_unread(
    row: ParsedForm, choice: Choice, fields: Data, typed: Sequence[str], at: At
) -> tuple[Data, dict[str, str]]:
    """Return the typed and the missing part of what nobody can list.

    Each of these with the word that stands before it where it may be left out.
    """
    texts = {field.name for node in row.body for field in node.fields if type(field.kind) is Text}
    written = [
        name
        for name, value in (choice.data | choice.open).items()
        if isinstance(value, Written) or (value is None and name in texts)
    ]
    if not written:
        return {}, {}
    data = dict(choice.data | fields)
    reader = Reader(Line(" ".join(typed)), at._replace(data=data))
    for node in row.body:
        if reader.line.at >= len(typed):
            break
        try:
            node.read(reader, data)
        except Unread:
            break
    read = {name: data[name] for name in written if data.get(name) not in (None, "")}
    return read, {name: _word_before(row.body, name, at) for name in written if name not in read}


def _as_offered(row: ParsedForm, choice: Choice, typed: Sequence[str], at: At) -> Sequence[str]:
    """Return the tokens as they are offered, where one thing has two names."""
    rename = row.form.as_offered
    return [rename(token, at._replace(data=choice.data)) for token in typed] if rename else typed


def _word_before(nodes: Sequence[TemplatePart], name: str, at: At) -> str:
    """Return the word with which the part of a field begins that may be left out."""
    for node in nodes:
        if isinstance(node, AnyOrder):
            return _word_before(node.nodes, name, at)
        if isinstance(node, Optional) and name in (field.path[0] for field in node.fields):
            first = node.nodes[0]
            return first.word.say(at.language) if isinstance(first, Literal) else ""
    return ""


def _values(choice: Choice, name: str) -> list[FieldValue] | None:
    """Return the values of a field in the events of a choice; None if they have no such field."""
    if name in choice.data:
        return [choice.data[name]]
    values = choice.open.get(name)
    return values if isinstance(values, list) else None


def _spells(word: Word, text: str) -> bool:
    return fold_word(text) in map(fold_word, word)


def _same(token: str, typed: str) -> bool:
    """Return True for the same token; what parts it from the next one may hang on it."""
    return token == typed or fold_word(token).rstrip(PARTING) == fold_word(typed).rstrip(PARTING)
