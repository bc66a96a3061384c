"""People: what each is called where two have one name, who is meant, and how lists are sorted."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final, NamedTuple

from ragami.game import gathering
from ragami.games.tournament.state import State
from ragami.games.tournament.words import DESK
from ragami.language import Language

LONGEST_ID: Final = 28
"""Characters of an id that is made from a name; a number may come behind them."""


class Person(NamedTuple):
    """A person, by name and club as in a record or a view."""

    name: str
    club: str | None


class Unclear(gathering.Unclear):
    """A request that is unclear: a code of `words.DESK`, and its facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts

    def say(self, language: Language) -> str:
        return DESK[self.code].text(language).format(**self.facts)


def labels(people: Mapping[str, Person]) -> dict[str, str]:
    """Return what each is called: the name; where others have it too, with the club or a number.

    The number is that of the entry, from 1. Nobody is told by an id.
    """
    alike = Counter(folded(person.name) for person in people.values())
    clubs = Counter((folded(person.name), person.club) for person in people.values())
    called = {}
    for number, (who, one) in enumerate(people.items(), 1):
        is_told = one.club is not None and clubs[folded(one.name), one.club] == 1
        told = f"{one.name} ({one.club if is_told else number})"
        called[who] = one.name if alike[folded(one.name)] == 1 else told
    return called


def labels_of(s: State) -> dict[str, str]:
    """Return what each entrant is called."""
    return labels({who: Person(one.name, one.club) for who, one in s.entrants.items()})


def labels_in(view: Mapping[str, Any]) -> dict[str, str]:
    """Return what each entrant of a view is called."""
    return labels({w: Person(one["name"], one["club"]) for w, one in view["entrants"].items()})


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """Return a name as it is compared: capitals, accents and blanks do not count."""
    plain = unicodedata.normalize("NFKD", name)
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).casefold().split())


def sort_key(name: str, language: Language) -> tuple[str, str]:
    """Return what sorts names as the language does: ñ comes after n in Spanish; accents last."""
    text = unicodedata.normalize("NFC", name).casefold()
    if language == "es":
        text = text.replace("ñ", "n\uffff")
    return folded(text), text


def id_for(name: str, taken: Collection[str]) -> str:
    """Return an id made from a name, not taken yet: `Ana Ruiz` is `ana-ruiz`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9_]+", "-", plain).strip("-_")[:LONGEST_ID] or "entrant"
    number, found = 2, base
    while found in taken:
        found, number = f"{base}-{number}", number + 1
    return found


def namesakes(s: State, name: str) -> list[str]:
    """Return the ids of those who have this name."""
    return [who for who, one in s.entrants.items() if folded(one.name) == folded(name)]


def who_is(s: State, said: str, among: Iterable[str] | None = None) -> str:
    """Return the id of somebody who is named by id, by name, or by the beginnings of its words.

    `among` are those who may be meant (None: everybody). Raises `Unclear` where it is nobody, or
    more than one.
    """
    called = labels_of(s)
    there = list(s.entrants if among is None else among)
    if said in there:
        return said
    whole = [w for w in there if folded(said) in (folded(called[w]), folded(s.entrants[w].name))]
    words = folded(said).split()
    begun = [w for w in there if words and all(_begins(word, called[w], w) for word in words)]
    found = whole or begun
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(f"{called[who]} = {who}" for who in found)
        raise Unclear("several-named", entrant=said, names=names)
    if among is not None and any(folded(said) in (who, folded(called[who])) for who in called):
        names = ", ".join(called[who] for who in there)
        raise Unclear("not-of-these", entrant=said, names=names)
    known = {folded(called[who]): who for who in there} | {who: who for who in there}
    near = get_close_matches(folded(said), known, 3)
    if not near:
        raise Unclear("not-entered", entrant=said)
    names = ", ".join(
        dict.fromkeys(f"{called[known[spelling]]} = {known[spelling]}" for spelling in near)
    )
    raise Unclear("not-entered-near", entrant=said, names=names)


def _begins(word: str, label: str, who: str) -> bool:
    parts = [*re.split(r"[^\w]+", folded(label)), *who.split("-")]
    return any(part.startswith(word) for part in parts)
