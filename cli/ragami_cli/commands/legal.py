"""`ragami legal`: what may be done now."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from gettext import gettext as _
from itertools import groupby
from typing import Final

import click

from ragami.decoded import Data, Fields, FieldValue
from ragami.errors import FOUND_WRONG
from ragami.game.capabilities import CHOICES, LABELS
from ragami.game.choices.choice import Choice, Written
from ragami.game.moment_labels import MomentLabels
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.language import Language, capital, lowered
from ragami.privacy.secrets import is_private
from ragami.privacy.seeing import replay_as
from ragami.sheet.due_lines import due_lines
from ragami_cli.arguments import checked_viewer, log_argument, one_of, read_log, viewer_option
from ragami_cli.options import Session, command, pass_session
from ragami_cli.output import Output
from ragami_cli.story import how_it_stands, who_deals

TO: Final = "–"
LINES: Final = 3
"""The most lines shown that can be typed now."""


@command(
    "legal",
    help=_(
        "List what may be done now. Each entry is a type of event with what is fixed in its data;"
        " under it stand the fields that are open, and the values from which one is to be chosen."
    ),
    examples=[
        ("ragami legal final", _("What whoever is to act may do.")),
        ("ragami legal final --type {type}", _("Only this type of event.")),
        ("ragami legal final --json", _("For programs: a choice a line.")),
    ],
)
@log_argument
@click.option("--type", "type_", metavar=_("TYPE"), help=_("Only choices of this type."))
@viewer_option
@pass_session
def legal(session: Session, name: str, type_: str | None, viewer: str | None) -> int:
    log = read_log(session, name)
    full_replay = replay_log(log)
    replay = (
        replay_as(log, checked_viewer(viewer, full_replay), full_replay) if viewer else full_replay
    )
    game, output = replay.game, session.output
    if type_ is not None:
        type_ = one_of(type_, game.events, "--type")
    if replay.error:
        output.remark(output.wrap(game.words.say(replay.error, session.language)))
        output.remark(_("Nothing may be added before that is undone or corrected."))
        return FOUND_WRONG
    choices = [
        legal_choice
        for legal_choice in game.need(CHOICES).choices(replay.state)
        if type_ in (None, legal_choice.type)
    ]
    if output.json:
        for choice in choices:
            output.data(choice)
    else:
        private = is_private(log.split(b"\n"))
        output.answer("\n".join(in_words(choices, replay, output, private=private)))
    return 0


def in_words(
    choices: Iterable[Choice], replay: Replay, output: Output, *, private: bool
) -> Iterator[str]:
    """Yield the position, what may be typed, and every choice below."""
    from ragami_cli.companion.talk import typable

    stands = how_it_stands(replay, output.language)
    yield output.style(capital(stands), bold=True)
    deals = list(who_deals(replay, output.language, private=private))
    yield from deals or typable(due_lines(replay, output.language)[:LINES])
    for type_, alike in groupby(choices, key=lambda choice: choice.type):
        yield ""
        word = replay.game.words.word(type_, output.language)
        meaning = "" if word == type_.replace("_", " ") else f"  {word}"
        yield f"{output.style(type_, bold=True)}{meaning}"
        shortly = Shortly(type_, replay, output.language)
        for choice in alike:
            yield from shortly.fields(choice, output)


class Shortly:
    """Choices of a type in few words, those of the game for fields and values."""

    def __init__(self, type_: str, replay: Replay, language: Language) -> None:
        self._words, self._language = replay.game.words, language
        self._type = type_
        self._labels = MomentLabels(replay.game.need(LABELS), replay.game, replay.state)

    def word(self, code: str) -> str:
        return self._words.word(code, self._language)

    def field(self, *path: str) -> str:
        """Return the word for a field; where there is none, what the form asks there."""
        owner = self._labels.owner(path)
        name, word = path[-1], self.word(path[-1])
        # Fields have English names.
        if owner is None and (self._language == "en" or word != name.replace("_", " ")):
            return word
        asked = self._labels.whole(self._type, path).text(self._language)
        return " ".join([*([self.word(owner)] if owner else []), lowered(asked.strip("¿?"))])

    def fields(self, choice: Choice, output: Output) -> Iterator[str]:
        """Yield the fixed fields of a choice in a line, and the values of each open one below."""
        fixed = {name: value for name, value in choice.data.items() if value is not None}
        if fixed:
            yield "  " + output.style(self.value(fixed), dim=True)
        for name, values in choice.open.items():
            yield output.wrap(f"{self.field(name)}: {self.ways(values, name)}", "    ")
        for remark in self.remarks(choice):
            yield output.wrap(remark, "    ")

    def remarks(self, choice: Choice) -> Iterator[str]:
        if choice.joint:
            yield _("Not every combination of these is legal.")
        if choice.unknown_cards:
            cards = ", ".join(map(str, choice.unknown_cards))
            yield _("Possible if a hidden card is one of these: {cards}.").format(cards=cards)
        if choice.facts:
            yield self.value(choice.facts)

    def ways(self, values: FieldValue, name: str) -> str:
        if isinstance(values, list):
            return self.one_of_these(values, name)
        if isinstance(values, Written):
            return self.written(values)
        least, most = values.least, values.most
        if not most:
            return _("none")
        number = str(most) if least == most else f"{least}{TO}{most}"
        return _("{n} of {these}").format(n=number, these=self.one_of_these(values.of, name))

    def written(self, field: Written) -> str:
        """Describe a field that is written freely: what it is, and who or what has to be in it."""
        sentence = _("{what}, to be written").format(what=self.word(field.kind))
        if field.of:
            sentence += f" ({', '.join(map(self.word, field.of))})"
        return _("{said}, or nothing").format(said=sentence) if field.optional else sentence

    def one_of_these(self, values: Sequence[FieldValue], *path: str) -> str:
        if all(isinstance(value, Mapping) for value in values):
            return "; ".join(self.value(value, *path) for value in together(values))
        return ", ".join(self.runs(values, *path))

    def runs(self, values: Iterable[FieldValue], *path: str) -> Iterator[str]:
        """Yield values in order, numbers by size; three or more consecutive ones as `1–4`."""
        values = list(values)
        run: list[int] = []
        for value in sorted(values) if all(map(is_number, values)) else values:
            follows = is_number(value) and run and value == run[-1] + 1
            if not follows:
                yield from as_run(run)
                run = []
            if is_number(value):
                run.append(value)
            else:
                yield self.value(value, *path)
        yield from as_run(run)

    def value(self, value: object, *path: str) -> str:
        """Return a value shorter than in JSON; `path` is its place in the event."""
        if isinstance(value, Written):
            return self.written(value)
        if isinstance(value, Mapping):
            inside = (
                (self.field(*path, name), self.value(of, *path, name)) for name, of in value.items()
            )
            return ", ".join(f"{name} {of}" for name, of in inside) or _("none")
        if isinstance(value, list):
            if len(value) == 1:
                return self.value(value[0], *path)
            return f"[{self.one_of_these(value, *path)}]"
        return self.named(value, *path)

    def named(self, value: object, *path: str) -> str:
        """Return what a value without parts is called."""
        if isinstance(value, str) and (not path or self._labels.is_seat(value)):
            return self.word(value)
        if not path or is_number(value):
            return json.dumps(value)
        text = self._labels.value(self._type, path, value, {}).text(self._language)
        return text if isinstance(value, str) else lowered(text)


def together(values: Sequence[Fields]) -> list[Data]:
    """Merge objects that differ only in their first field into one with all its values."""
    merged: dict[str, Data] = {}
    for value in values:
        if not value:
            merged["{}"] = {}
            continue
        (first, may_be), *fixed = value.items()
        row = merged.setdefault(json.dumps([first, fixed]), {first: [], **dict(fixed)})
        row[first] += may_be if isinstance(may_be, list) else [may_be]
    return list(merged.values())


def is_number(value: object) -> bool:
    """Return True for a number that is no truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def as_run(run: Sequence[int]) -> Iterator[str]:
    """Yield consecutive numbers, as a range from three on."""
    if len(run) > 2:
        yield f"{run[0]}{TO if run[0] >= 0 else ' … '}{run[-1]}"
    else:
        yield from map(str, run)
