"""A line read: its verb says which form it has, and what may be left out is worked out."""

from __future__ import annotations

from typing import Any, Final

from ragami.games.ragami.sheet import words as w
from ragami.games.ragami.sheet.forms import BY_VERB, Form
from ragami.games.ragami.sheet.pieces import colour_in
from ragami.games.ragami.state import State
from ragami.notation.line import Line, number_in
from ragami.notation.misread import Word

# Of these, the first who has to do it comes next; of the others, whoever wants to.
IN_ORDER: Final = frozenset(
    {"saint_set", "virtue_set", "ragami_set", "ragami_displaced", "virtue_step"}
)


def read(line: Line, state: State) -> tuple[str, Any]:
    """The type of event and the data of a line. Raises `Unread`."""
    who = colour_in(line.peek())
    start = line.at
    if who:
        line.take()
    form = _form_of(line, named=who is not None)
    data: dict[str, Any] = {}
    if form.who:
        data[form.who] = who or _whose_turn(form, line, state)
    elif who:
        line.at = start
        raise line.stop(form.verb)
    if who == "neutral" and form.who != "ragami":
        line.at = start
        raise line.stop(*w.COLOURS)
    for field in form.fields:
        field.read(line, state, data)
    line.end()
    return form.type, data


def _form_of(line: Line, *, named: bool) -> Form:
    """The form of a line, by its verb and what that is about. Raises `Unread`."""
    verbs = {verb: forms for verb, forms in BY_VERB.items() if bool(forms[0].who) or not named}
    forms = line.one_of(verbs, *(() if named else w.RAGAMIS))
    if forms[0].what is None:
        return forms[0]
    about = {form.what: form for form in forms}
    if isinstance(forms[0].what, Word):
        words: dict[Word, Form] = {
            what: form for what, form in about.items() if isinstance(what, Word)
        }
        return line.one_of(words)
    number = number_in(line.peek()) or 0
    found = about.get(number)
    if found is None:
        raise line.stop(*map(str, about), instead=w.NOT_PLAYED.get(number))
    line.take()
    return found


def _whose_turn(form: Form, line: Line, state: State) -> str:
    """Who has to do it now, where that is one. Raises `Unread`."""
    who = [due.who for due in state.due if due.type == form.type]
    if form.type in IN_ORDER:
        who = who[:1]
    elif (
        form.type == "starting_card_kept" and state.opened
    ):  # in any order: only the last one is clear
        who = [colour for colour, player in state.players.items() if not player.hand]
    if state.phase == "turns" and not who:
        who = [state.active]
    found = who[0] if len(who) == 1 else None
    if found is None:
        line.at = 0
        raise line.stop(*w.RAGAMIS, lost=True)
    return found
