"""Lines that can be typed now, worked out from the choices of a game and its notation.

The first is the least that brings the game on: where something may stay unknown, it does. What
several players say alike is one line that begins with `all` (see `lines_for_all`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from msgspec import structs

from ragami.decoded import AnyEvent
from ragami.game.capabilities import ASSERTIONS, NOTATION, VISIBILITY
from ragami.game.choices.choice import Choice, Several
from ragami.game.choices.narrowing import least_told
from ragami.game.visibility import plain
from ragami.judge.choices import offered
from ragami.judge.kept import once
from ragami.judge.replay import Replay
from ragami.language import Language
from ragami.notation.misread import Word, fold_word
from ragami.notation.reader import At
from ragami.sheet.completing import read_in_full

ALL: Final = Word("all", "todos")
"""The word that stands for each player who still has to say something."""

SEAT: Final = "player"


def due_lines(replay: Replay, language: Language) -> list[str]:
    """Return lines that are legal now, one for each kind of event; what brings the game on first.

    Empty where nothing can be worked out: before record 1, at the end, after an error.
    """
    return once(replay, (due_lines, language), lambda: _due_lines(replay, language))


def _due_lines(replay: Replay, language: Language) -> list[str]:
    if replay.error or not replay.seq:
        return []
    due = replay.position.due
    at_any_time = replay.game.at_any_time
    choices = offered(replay)
    awaited = any(choice.type not in at_any_time for choice in choices)
    kinds: dict[str, DueType] = {}
    for choice in choices:
        seat = str(choice.data.get(SEAT, ""))
        besides = awaited and choice.type in at_any_time
        kind = kinds.setdefault(choice.type, DueType(due, besides, choice))
        if seat not in kind.lines and (seat in due or not kind.lines):
            line, event = _line(replay, choice, language)
            if line:
                kind.lines[seat] = line
                kind.moves = kind.moves or (event is not None and _moves_on(replay, event))
    ordered = sorted(kinds.values(), key=lambda kind: kind.rank)
    return [line for kind in ordered for line in kind.merged(replay, language)]


class DueType:
    """The lines of one type of event by seat; `moves` if something else is due after one.

    `besides`: it may come at any time, and the game waits for something else; `asks`: somebody
    decides something in it; `choice` is the first one.
    """

    def __init__(self, due: Sequence[str], besides: bool, choice: Choice) -> None:
        self.due, self.besides, self.choice = due, besides, choice
        self.asks = bool(choice.open)
        self.lines: dict[str, str] = {}
        self.moves = False

    @property
    def rank(self) -> int:
        """Order kinds: what somebody who is due has to do, what he may do, the rest.

        What may come at any time is last: the end with its winner, a bonus, who leaves.
        """
        if self.besides:
            return 5 - self.asks - (self.asks and self.moves)
        is_due = any(seat in self.due for seat in self.lines) if self.due else "" in self.lines
        return 2 - is_due - (is_due and self.moves)

    def merged(self, replay: Replay, language: Language) -> Iterator[str]:
        """Yield the lines, those of all who are due as one where they are alike.

        Such a line says the least: one that says more follows. Of what anybody may do besides there
        is one.
        """
        least = list(self.lines.values())
        if self.rank:
            several = max(1, len(self.due)) if self.rank == 1 else 1
            yield from least[:several]
            return
        rests = {line.partition(" ")[2] for line in self.lines.values()}
        seats = set(replay.game.need(NOTATION).seats.values())
        alike = len(rests) == 1 and self.lines.keys() == set(self.due) <= seats
        more: list[str] = []
        if alike and len(self.due) > 1 and _in_turn(replay, least, language):
            yield f"{ALL.say(language)} {rests.pop()}"
            examples = (line for line, _event in _examples(replay, self.choice, language))
            more = [line for line in examples if line not in least]
        else:
            yield from least
        more = more or list(_fuller(replay, self.choice, least[:1], language))
        yield from [line for line in more if line not in least][:1]


def _in_turn(replay: Replay, lines: Iterable[str], language: Language) -> bool:
    """Tell whether some lines are legal one after the other."""
    state = replay.game.copy_of(replay.state)
    for seq, line in enumerate(lines, replay.seq + 1):
        event = _read(replay, line, language)
        if event is None or list(replay.game.judges[type(event)][0](state, event)):
            return False
        replay.judge.apply(state, event, seq)
    return True


def _moves_on(replay: Replay, event: object) -> bool:
    """Tell whether somebody else, or something else, is due after an event."""
    state = replay.game.copy_of(replay.state)
    replay.judge.apply(state, event, replay.seq + 1)
    before, after = map(replay.game.position, (replay.state, state))
    return before[:-1] != after[:-1]


def lines_for_all(replay: Replay, text: str, language: Language) -> list[str]:
    """Return the line of each player who is due for one that begins with `all`; else nothing."""
    first, _blank, words = text.strip().partition(" ")
    if not words.strip() or fold_word(first) not in map(fold_word, ALL) or replay.error:
        return []
    seats = {seat: sign.say(language) for sign, seat in replay.game.need(NOTATION).seats.items()}
    due = replay.position.due
    return [f"{seats[seat]} {words}" for seat in due if seat in seats]


def signed(replay: Replay, text: str, language: Language, *, by_name: bool = False) -> str:
    """Return a line that begins with a colour in full with its sign: `red draw` is `R draw`.

    With `by_name` also one that begins with the name of the only player who is called so.
    """
    names = replay.seating.names
    shortest_last = reversed([*replay.game.need(NOTATION).seats.items()])
    signs = {seat: sign for sign, seat in shortest_last if seat in names}
    called = [(seat, replay.game.words.word(seat, language)) for seat in signs]
    called += names.items() if by_name else ()
    fit = {seat: rest for seat, name in called if (rest := _behind(name, text)) is not None}
    if len(fit) != 1:
        return text
    ((seat, rest),) = fit.items()
    return f"{signs[seat].say(language)} {rest}"


def _behind(name: str, text: str) -> str | None:
    """Return what stands behind a name with which a line begins; None if it does not."""
    length = len(name.split())
    words = text.split(maxsplit=length)
    begins = fold_word(" ".join(words[:length])) == fold_word(name)
    return " ".join(words[length:]) if length and begins else None


# --- one line ------------------------------------------------------------------------------


def _line(replay: Replay, choice: Choice, language: Language) -> tuple[str, object]:
    """Return the shortest line of a legal event of a choice, and the event; '' if none is known.

    Where nothing stays secret an example of the sheet says more than the first of all squares.
    """
    event = least_told(replay.game, replay.state, choice)
    if event is None or not replay.game.need(VISIBILITY).places(event):
        example = min(_examples(replay, choice, language), key=_length, default=None)
        if example or event is None:
            return example or ("", None)
    return _shortest(replay, choice, event, language), event


def _fuller(
    replay: Replay, choice: Choice, least: Iterable[str], language: Language
) -> Iterator[str]:
    """Yield a line with something in each list, if the least line leaves all of them empty.

    `R plan -` alone would not tell how a plan is written.
    """
    lists = {
        name: structs.replace(values, least=1)
        for name, values in choice.open.items()
        if isinstance(values, Several) and values.most and not values.least
    }
    events = [_read(replay, line, language) for line in least]
    if not lists or any(getattr(event, name, None) for event in events for name in lists):
        return
    choice = structs.replace(choice, open={**choice.open, **lists})
    event = least_told(replay.game, replay.state, choice)
    if event is not None and all(getattr(event, name, None) for name in lists):
        line = _shortest(replay, choice, event, language)
        yield from (line,) if line else ()


def _shortest(replay: Replay, choice: Choice, event: object, language: Language) -> str:
    """Return the shortest line that reads as an event; '' if none does."""
    notation, state = replay.game.need(NOTATION), replay.state
    lines = {notation.write(choice.type, event, state, language)}
    if forms := replay.game.forms:
        data = plain(event)
        at = At(state, data, language, type=choice.type)
        lines |= {
            row.write(data, at)
            for row in forms.of(choice.type)
            if row.form.only in (None, language) and row.form.read_only
        }
    fit = (line for line in lines if line and _read(replay, line, language) == event)
    return min(fit, key=len, default="")


def _length(example: tuple[str, object]) -> int:
    return len(example[0])


def legal_examples(replay: Replay, types: Collection[str], language: Language) -> Iterator[str]:
    """Yield the examples of the sheet of some types of events that would be taken now."""
    choices = [choice for choice in offered(replay) if choice.type in types]
    for choice in choices:
        yield from (line for line, _event in _examples(replay, choice, language))
    others = set(types) - {choice.type for choice in choices}
    for type_, line in replay.game.need(NOTATION).examples(language):
        if type_ in others and _would_be_taken(replay, _read(replay, line, language)):
            yield line


def _would_be_taken(replay: Replay, event: AnyEvent) -> bool:
    """Return True for a legal event, or for an assertion that may be made here."""
    assertions = replay.game.get(ASSERTIONS)
    if assertions and isinstance(event, assertions.struct):
        return not assertions.unfit(replay.state, event)
    return type(event) in replay.game.judges and not replay.would_be_wrong(event)


def _examples(replay: Replay, choice: Choice, language: Language) -> Iterator[tuple[str, object]]:
    """Yield the examples of the sheet that are legal for a choice, as its seat would write them."""
    entry, notation = replay.game.events[choice.type], replay.game.need(NOTATION)
    whose = choice.data.get(SEAT)
    sign = next((word.say(language) for word, seat in notation.seats.items() if seat == whose), "")
    for type_, example in notation.examples(language):
        if type_ != choice.type:
            continue
        line = f"{sign} {example.partition(' ')[2]}" if sign else example
        event = _read(replay, line, language)
        fits = event is not None and getattr(event, SEAT, None) == whose
        if fits and not list(entry.check(replay.state, event)):
            yield line, event


def _read(replay: Replay, line: str, language: Language) -> object:
    """Return the event that a line says; None for one that cannot be read."""
    entry = read_in_full(replay, line, language).entry
    return entry.event if entry else None
