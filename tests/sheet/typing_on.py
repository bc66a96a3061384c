"""Lines of games typed token by token: which one comes next, and whether it could be known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import to_builtins

from ragami.game.capabilities import ASSERTIONS, CHOICES, NOTATION
from ragami.game.choices.choice import Written
from ragami.judge.moments import moments
from ragami.judge.replay import Replay
from ragami.judge.report import game_of
from ragami.language import LANGUAGES, Language
from ragami.log.record import LOG_EVENTS, Record
from ragami.notation.forms import ParsedForm
from ragami.notation.reader import WHOLE, At
from ragami.notation.template import AnyOrder, Literal, Optional, TemplatePart
from ragami.sheet.writing import write_line
from tests.golden.sheets import LONGEST
from tests.narrowing.walking import SPELLED, plain, spelled
from tests.scale import often


class Place(NamedTuple):
    """A place in a line: what is typed before it, and the ways to write what comes next.

    `free`: the next token is of a field that somebody writes, or of what the table shows.
    """

    replay: Replay
    language: Language
    type: str
    before: str
    following: frozenset[str]
    free: bool


def places(logs: Iterable[bytes], rng: Random, *, every: int) -> Iterator[Place]:
    """The places of one line in `every`, each with the game as it stood there."""
    for log in logs:
        replay = Replay(game_of(log), game_of(log).codec)
        for now in moments(replay, replay.codec.read_log(log)[: often(LONGEST, 10_000)]):
            if replay.error or now.coming is None:
                break
            is_event = isinstance(now.coming, Record) and now.coming.type not in LOG_EVENTS
            if replay.seq and is_event and not rng.randrange(every):
                yield from _in_line(replay, now.coming, rng.choice(LANGUAGES))


def _in_line(replay: Replay, coming: Any, language: Language) -> Iterator[Place]:
    line = write_line(replay, coming, language)
    if line.startswith(NO_FORM):
        return
    data = plain(to_builtins(coming.data))
    said = SPELLED.get(replay.game.name, spelled)(replay.state, coming.type, data)
    notation = replay.game.need(NOTATION)
    by_face = (notation.write(coming.type, said, replay.state, language) or line).split(" ")
    tokens = line.split(" ")
    free = _free(replay, coming.type, data, line, language)
    for at, token in enumerate(tokens):
        same = by_face[at : at + 1] if by_face[:at] == tokens[:at] or at == len(tokens) - 1 else []
        yield Place(
            replay,
            language,
            coming.type,
            "".join(f"{each} " for each in tokens[:at]),
            frozenset((token, *same)),
            at in free,
        )


NO_FORM: Final = ("record ", "anotación ")
FREE: Final = range(1, 1000)
# Numbers that nobody foresees, though a few of them are offered.
POINTS: Final = {"cells", "points"}


def _free(
    replay: Replay, type_: str, data: Mapping[str, Any], line: str, language: Language
) -> Iterable[int]:
    """The numbers of the tokens that nobody can know."""
    game = replay.game
    asserted = game.get(ASSERTIONS)
    if asserted and game.codec.types[type_].struct is asserted.struct:
        return FREE
    choices: Any = game.need(CHOICES)
    never_due = getattr(choices, "never_due", lambda _state: ())
    choices = (*choices.choices(replay.state), *never_due(replay.state))
    written = _written(choices, type_, data)
    written |= POINTS if game.name == "scores" else set()
    row, tokens = _row(replay, type_, data, line, language)
    if row is None or not written:
        return ()
    at = At(replay.state, dict(data), language, type=type_)
    if row.form.spread:
        at = at._replace(data=row.form.spread(at.data, at) or {})
    found = [free for node in row.nodes for free in _of_node(node, at, written)]
    assert len(found) == tokens, (line, found)
    return {number for number, free in enumerate(found) if free}


def _written(choices: Iterable[Any], type_: str, data: Mapping[str, Any]) -> set[str]:
    """The fields that somebody writes, of the choice that an event is of."""
    for choice in choices:
        fixed = choice.data.items()
        if choice.type == type_ and all(v is None or data.get(k) == v for k, v in fixed):
            said = {name for name, value in fixed if value != data.get(name)}
            return said | {k for k, values in choice.open.items() if isinstance(values, Written)}
    return set()


def _row(
    replay: Replay, type_: str, data: Mapping[str, Any], line: str, language: Language
) -> tuple[ParsedForm | None, int]:
    forms = replay.game.need(NOTATION).forms  # type: ignore[attr-defined]
    at = At(replay.state, dict(data), language, type=type_)
    for row in forms.of(type_):
        if not row.form.read_only and row.write(dict(data), at) == line:
            return row, len(line.split(" "))
    return None, 0


def _of_node(node: TemplatePart, at: At, written: set[str]) -> Iterator[bool]:
    """Of each token of a part, is it free?"""
    if isinstance(node, AnyOrder):
        for group in node.nodes:
            yield from _of_node(group, at, written)
    elif isinstance(node, Optional):
        if node.write(at.data, at):
            for part in node.nodes:
                yield from _of_node(part, at, written)
    elif isinstance(node, Literal):
        yield False
    else:
        names = {
            name
            for field in node.fields
            for name in (field.kind.covers if field.path == (WHOLE,) else field.path[:1])
        }
        tokens = " ".join(node.write(at.data, at)).split(" ")
        yield from (bool(names & written) for token in tokens if token)
