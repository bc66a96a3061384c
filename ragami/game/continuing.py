"""How a line may go on, token by token: to what is legal now, by the forms and the narrowing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ragami.game.capabilities import ASSERTIONS, CHOICES
from ragami.game.capability import State
from ragami.game.choosing import Choice, Data, Several
from ragami.game.definition import GameDefinition
from ragami.game.narrowing import Narrowing, narrowing
from ragami.language import LANGUAGES, Language
from ragami.notation.forms import Forms, ParsedForm
from ragami.notation.line import tokens_of
from ragami.notation.misread import Unread, Word, folded
from ragami.notation.protocol import Continuation
from ragami.notation.reader import At, Begun, Misfit, Unsaid

NOBODY: Final = object()
"""Stands for who is not said on a line."""

Led = tuple[Choice, Data]
"""A choice, and what a line says before its verb."""


class Continuing:
    """How lines may go on in one state; to be kept while the state stands."""

    def __init__(self, game: GameDefinition, forms: Forms, state: State) -> None:
        self.game, self.forms, self.state = game, forms, state
        choices: Any = game.get(CHOICES)
        never_due = getattr(choices, "never_due", lambda _state: ())
        due = list(choices.legal(state)) if choices else []
        self._due = {choice.type for choice in due}
        self._choices: dict[str, list[Choice]] = {}
        for choice in [*due, *never_due(state)] if choices else []:
            self._choices.setdefault(choice.type, []).append(choice)
        assertions = game.get(ASSERTIONS)
        self._asserted = assertions.struct if assertions else None
        self._narrowings: dict[tuple[int, str], Narrowing] = {}

    def continuations(self, text: str, language: Language) -> Iterator[Continuation]:
        """The tokens that may follow `text`, which ends before a token."""
        try:
            tokens = [token.text for token in tokens_of(text)]
        except Unread:
            return
        at = At(self.state, {}, language)
        who = self._who(tokens[0], at) if tokens else NOBODY
        ways: dict[str, Continuation] = {}
        for way in self._after(who, tokens[who is not NOBODY :], at):
            ways.setdefault(way.token, way)
        yield from ways.values()

    def _after(self, who: Any, words: Sequence[str], at: At) -> Iterator[Continuation]:
        rows = list(self._rows(words))
        for row in rows:
            if not self._is_stated(row.form.type):
                yield from self._of_row(row, who, words, at)
        if not words and who is NOBODY:
            yield from self._leads(at)
        for row in rows:
            if self._is_stated(row.form.type):
                yield from self._of_row(row, who, words, at)

    # --- before the fields -----------------------------------------------------------------

    def _who(self, token: str, at: At) -> Any:
        """What a token says that stands before a verb."""
        for kind in self.forms.leads:
            try:
                return kind.text(token, at)
            except Misfit:
                continue
        return NOBODY

    def _rows(self, words: Sequence[str]) -> Iterator[ParsedForm]:
        """The rows that begin with these words, those of what is legal now first."""
        rows = [row for row in self.forms.rows if not row.form.read_only]
        for row in sorted(rows, key=lambda row: row.form.type not in self._choices):
            head = zip(words, row.head, strict=False)
            if all(_spells(literal.word, word) for word, literal in head):
                yield row

    def _of_row(
        self, row: ParsedForm, who: Any, words: Sequence[str], at: At
    ) -> Iterator[Continuation]:
        type_, typed = row.form.type, words[len(row.head) :]
        at = at._replace(type=type_)
        choices = list(self._led(row, who, at))
        stated = self._is_stated(type_) and who is NOBODY
        if not choices and not stated:
            return
        if len(words) < len(row.head):
            if who is NOBODY and type_ in self._choices.keys() - self._due:
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
            yield from self._of_choice(row, choice, data, typed, at)

    def _is_stated(self, type_: str) -> bool:
        """May an event of this type be said at any time?"""
        if type_ in self._choices or self._asserted is None:
            return False
        return self.game.codec.types[type_].struct is self._asserted

    def _led(self, row: ParsedForm, who: Any, at: At) -> Iterator[Led]:
        """The choices of a row, with what stands before the verb, or what that leaves out."""
        name = row.lead.fields[0].name if row.lead else None
        if name is None and who is not NOBODY:
            return
        said: Data = {}
        if name and who is NOBODY:
            try:
                row.lead.fill(said, at)  # type: ignore[union-attr]
            except (Misfit, AttributeError):
                return
        elif name:
            said[name] = who
        for choice in self._choices.get(row.form.type, ()):
            values = _values(choice, name) if name else None
            if values is None or said.get(name or "") in values:
                yield choice, said if values else dict(said)

    def _leads(self, at: At) -> Iterator[Continuation]:
        """Who may do something now."""
        for row in self.forms.rows:
            for field in row.lead.fields if row.lead else ():
                for choice in self._choices.get(row.form.type, ()):
                    for value in _values(choice, field.name) or ():
                        try:
                            token = field.kind.say(value, at)
                        except Unsaid:
                            continue
                        yield Continuation(token, self.game.words.word(value, at.language))

    # --- the fields ------------------------------------------------------------------------

    def _of_choice(
        self, row: ParsedForm, choice: Choice, said: Data, typed: Sequence[str], at: At
    ) -> Iterator[Continuation]:
        """The tokens that follow those typed in the events of a choice."""
        lists = [name for name, open_ in choice.open.items() if isinstance(open_, Several)]
        here: dict[str, str] = {}

        def look(before: Data) -> bool | str:
            if any(before.get(name, value) != value for name, value in said.items()):
                return False
            data = said | before
            for name in lists:
                if name in data:
                    data[name] = (Begun if type(data[name]) is list else list)(data[name])
            tokens = row.begin(data, at._replace(data=data))
            if tokens is None or not self._agree(row, data, tokens, typed, at):
                return False
            if len(tokens) <= len(typed):
                return True
            token = tokens[len(typed)]
            here.setdefault(token, next(reversed(before), ""))
            return token

        for token in self._narrowing(row, choice).walk(look):
            name = here[token]
            label = self.game.words.word(name, at.language)
            yield Continuation(token, "" if label == name.replace("_", " ") else label)

    def _agree(
        self, row: ParsedForm, data: Data, tokens: Sequence[str], typed: Sequence[str], at: At
    ) -> bool:
        """Are these the tokens that were typed, in either language?"""
        wrong = next((a for a, b in zip(tokens, typed, strict=False) if not _same(a, b)), "")
        if not any(map(str.isalpha, wrong)):
            return not wrong
        (other,) = (each for each in LANGUAGES if each != at.language)
        tokens = row.begin(data, at._replace(data=data, language=other)) or ()
        return all(_same(a, b) for a, b in zip(tokens, typed, strict=False))

    def _narrowing(self, row: ParsedForm, choice: Choice) -> Narrowing:
        """The questions of a choice in the order in which the line of a row answers them."""
        key = id(choice), row.form.template
        if key not in self._narrowings:
            self._narrowings[key] = narrowing(self.game, self.state, choice, row.fields)
        return self._narrowings[key]


def _values(choice: Choice, name: str) -> list[Any] | None:
    """The values of a field in the events of a choice; None where these have no such field."""
    if name in choice.data:
        return [choice.data[name]]
    values = choice.open.get(name)
    return values if isinstance(values, list) else None


def _spells(word: Word, text: str) -> bool:
    return folded(text) in map(folded, word)


def _same(token: str, typed: str) -> bool:
    return token == typed or folded(token) == folded(typed)
