"""How a line may go on, token by token: only to what is legal now."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import ValidationError, convert

from ragami.games.ragami.events import EVENTS
from ragami.games.ragami.judge import JUDGES
from ragami.games.ragami.sheet import words as w
from ragami.games.ragami.sheet.continuing import Typed, next_tokens, typed_so_far
from ragami.games.ragami.sheet.fields import Cards, Field
from ragami.games.ragami.sheet.forms import BY_VERB, FORMS, Form
from ragami.games.ragami.sheet.narrow import Data, Open, lacks, narrow
from ragami.games.ragami.sheet.pieces import Pen, colour_in
from ragami.games.ragami.sheet.reading import read
from ragami.games.ragami.speech import speech
from ragami.games.ragami.state import State
from ragami.language import Language
from ragami.notation.line import Line, number_in, word_in
from ragami.notation.misread import Unread, Word
from ragami.notation.protocol import Continuation

WITHOUT_FIELDS = "asserted"


def continuations(text: str, state: State, language: Language) -> Iterator[Continuation]:
    """See `ragami.notation.protocol.Notation`."""
    try:
        found = list(_after(Line(text), state, Pen(state, language)))
    except Unread:
        return
    say = speech(language).translate
    seen = set()
    for token, meaning in found:
        if token not in seen:
            seen.add(token)
            yield Continuation(token, say(meaning) if meaning else "")


def _after(line: Line, state: State, pen: Pen) -> Iterator[tuple[str, str]]:
    who = colour_in(line.peek())
    if who:
        line.take()
    if not line.peek():
        yield from _verbs(who, state, pen, alone=who is None)
        return
    verbs = {verb: forms for verb, forms in BY_VERB.items() if not who or forms[0].who}
    forms = line.one_of(verbs)
    if forms[0].what is not None:
        if not line.peek():
            yield from _abouts(forms, who, state, pen)
            return
        forms = [_about(forms, line)]
    yield from _fields(forms[0], who, line, state, pen)


def _about(forms: list[Form], line: Line) -> Form:
    for form in forms:
        word = form.what
        if isinstance(word, Word) and word_in(line.peek(), {word: True}):
            line.take()
            return form
        if isinstance(word, int) and number_in(line.peek()) == word:
            line.take()
            return form
    raise line.stop()


def _verbs(who: str | None, state: State, pen: Pen, *, alone: bool) -> Iterator[tuple[str, str]]:
    """What can be done now (by somebody), and who can do it."""
    words = speech(pen.language)
    people: dict[str, None] = {}
    shown: list[str] = []  # what only says what the table shows is never what is due
    for form in FORMS:
        doers = list(_doers(form, who, state))
        if not doers:
            continue
        people |= dict.fromkeys(filter(None, doers))
        clear = doers == [state.active] or (len(doers) == 1 and form.type in EVENTS)
        if alone and form.who and not clear:
            continue
        if form.type in EVENTS:
            yield pen.word(form.verb), words.event(form.type)
        else:
            shown.append(pen.word(form.verb))
    if alone:
        for person in people:
            yield pen.colour(person), words.colour(person)
    for verb in shown:
        yield verb, ""


def _doers(form: Form, who: str | None, state: State) -> Iterator[str | None]:
    """Who may do what the form says: None where nobody in particular does."""
    if form.type == WITHOUT_FIELDS:
        if state.opened and who is None:
            yield None
        return
    seen = set()
    fixed: Data = {form.who: who} if who and form.who else {}
    if who and not form.who:
        return
    for way in narrow(state, form.type, fixed):
        for each in way[form.who] if form.who else [None]:
            if each not in seen and who in (None, each):
                seen.add(each)
                yield each
        if state.phase == "turns" and form.type in EVENTS:
            return


def _abouts(
    forms: list[Form], who: str | None, state: State, pen: Pen
) -> Iterator[tuple[str, str]]:
    words = speech(pen.language)
    for form in forms:
        if any(True for _ in _doers(form, who, state)):
            what = pen.word(form.what) if isinstance(form.what, Word) else str(form.what)
            yield what, words.event(form.type)


def _fields(
    form: Form, who: str | None, line: Line, state: State, pen: Pen
) -> Iterator[tuple[str, str]]:
    if form.type == WITHOUT_FIELDS:
        if not line.peek():
            for word in (w.VP, w.CUBES, w.RESOLVED, w.HANDS, w.DICE, w.CONFLICTS, w.DEMONS):
                yield pen.word(word), ""
        return
    doers = [who] if who else [each for each in _doers(form, None, state) if each]
    if len(doers) != bool(form.who):
        return
    data: Data = {form.who: doers[0]} if form.who and doers else {}
    open_ = typed_so_far(form.fields, line, state, data)
    so_far = " ".join(token.text for token in line.tokens)
    for way in narrow(state, form.type, data) if open_ else ():
        for field, tokens in open_:
            for token, meaning in next_tokens(field, way, Typed(tokens, data, state), pen):
                if _may_stand(f"{so_far} {token}", state):
                    yield token, meaning
            if _must_go_on(field, way, tokens):
                break


def _must_go_on(field: Field, way: Open, tokens: list[str]) -> bool:
    return isinstance(field, Cards) and lacks(way, field.name, len(tokens))


def _may_stand(text: str, state: State) -> bool:
    """Is a line, with one more token, legal, or not whole yet?"""
    line = Line(text)
    try:
        type_, data = read(line, state)
    except Unread as wrong:
        return wrong.column > len(text)
    if type_ not in EVENTS:
        return True
    struct = EVENTS[type_]
    try:
        event = convert(data, struct)
    except ValidationError:  # a list of the wrong length, a word that is none of these
        return type_ in MORE_MAY_COME
    return not JUDGES[struct][0](state, event) or type_ in MORE_MAY_COME


# A whole line of these may lack something that the rules ask for and that stands at its end.
MORE_MAY_COME = frozenset(
    {
        "action_dice_set",
        "cards_drawn",
        "conflict_tried",
        "conflicts_drawn",
        "conflicts_seeded",
        "demons_seeded",
        "neutral_saints_seeded",
        "ragami_moved",
        "saint_and_demon_moved",
        "starting_card_kept",
        "virtue_step",
    }
)
