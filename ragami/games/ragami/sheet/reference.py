"""How every line is written, by example, in either language; and the heads of an empty sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ragami.errors import N_
from ragami.games.ragami.sheet import words as w
from ragami.games.ragami.sheet.forms import FORMS
from ragami.games.ragami.sheet.opening import HEADS
from ragami.games.ragami.speech import speech
from ragami.language import Language
from ragami.notation.misread import Word

# A word stands alone or behind 'd:', or it is a space of the Action table with its value.
_WORD: Final = re.compile(r"(?P<pays>[dc]:)?(?P<word>[A-Za-z]+)(?P<value>:(?=\d))?")
_KEYWORDS: Final = {
    word.en: word for word in vars(w).values() if isinstance(word, Word) and word.en.isalpha()
}
_COLOURS: Final = {word.en: word for word in w.RAGAMIS}
_SPACES: Final = {word.en: word for word in w.SPACES}
_BLANK: Final = "_" * 12

MEANINGS: Final = {
    "saints_moved": N_("card 1: one Saint moves, or two"),
    "demons_moved": N_("card 2: one Demon moves, or two"),
    "ragamis_swapped": N_("card 3: places are changed with this player's Ragami"),
    "cubes_gathered": N_("card 4: a cube for each Ragami outside conflicts"),
    "conflict_die_turned": N_("card 7: the Conflict die on this square goes up or down"),
    "last_player_raised": N_("card 10: 1 VP for the last player, and 2 cubes"),
    "virtue_die_moved": N_("card 12: the Virtue die goes to this block"),
    "revealed": N_("a card that was hidden is shown: it came with record 57"),
    "asserted": N_("what lies on the table, to be compared"),
}
# Lines that show more of a field than the example of their form.
MORE: Final = (
    ("Y move N>14 c:5", N_("the neutral Ragami moves, and card 5 pays")),
    ("Y saint B>29 demon +29", N_("the Demon comes from the supply")),
    ("Y draw x5 -4 -10 +8", N_("card 5 leaves the hand first, to make room")),
    ("Y draw -4 -10 +? c:9:draw:saint", N_("card 9 pays, and the die on this space goes down")),
    ("Y resolve c2 roll 1 out Q3", N_("it fails, and the Ragami leaves for this block")),
)


def reference(language: Language) -> Iterator[tuple[str, str]]:
    """An example of each line, and what it says; of some, more than one."""
    words = speech(language)
    for form in FORMS:
        meaning = MEANINGS.get(form.type)
        said = words.translate(meaning) if meaning else words.value(form.type)
        yield example(form.example, language), said
        for line, more in MORE:
            if line.split()[1] == form.verb.en and form.what is None:
                yield example(line, language), words.translate(more)


def example(line: str, language: Language) -> str:
    """The English example in a language."""
    if language == "en":
        return line
    return " ".join(_card_9(token) or _WORD.sub(_in_spanish, token) for token in line.split())


def _card_9(token: str) -> str:
    """`c:9:draw:saint` in Spanish; empty for anything else."""
    if not token.startswith("c:9:"):
        return ""
    return ":".join(_SPACES[part].es if part in _SPACES else part for part in token.split(":"))


def _in_spanish(found: re.Match[str]) -> str:
    word, pays, value = found["word"], found["pays"] or "", found["value"] or ""
    known = _SPACES if pays or (value and word in _SPACES) else {**_KEYWORDS, **_COLOURS}
    return pays + (known[word].es if word in known else word) + value


def empty_heads(language: Language) -> Iterator[str]:
    """The heads to be filled in by hand."""
    for head, key in HEADS.items():
        if key == "players":
            yield f"{head.say(language)} " + ", ".join(
                f"{colour.say(language)} {_BLANK}" for colour in w.COLOURS
            )
        elif key != "neutral_colour":
            yield head.say(language)
