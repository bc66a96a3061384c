"""People: their labels, who is meant by a text, and how lists of names are sorted."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, NamedTuple

from ragami.decoded import Data, Fields
from ragami.findings import Breaches
from ragami.game import gathering
from ragami.games.tournament.rules.judge import Check
from ragami.games.tournament.state import State
from ragami.games.tournament.words import DESK
from ragami.language import Language


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
    """Return a label for each: the name; where several have it, with the club or a number.

    The number is that of the entry, from 1. No label is an id.
    """
    alike = Counter(fold_name(person.name) for person in people.values())
    clubs = Counter(
        (fold_name(person.name), fold_name(person.club or "")) for person in people.values()
    )
    called = {}
    for number, (entrant, person) in enumerate(people.items(), 1):
        is_told = person.club and clubs[fold_name(person.name), fold_name(person.club)] == 1
        distinct = f"{person.name} ({person.club if is_told else number})"
        called[entrant] = person.name if alike[fold_name(person.name)] == 1 else distinct
    return called


def exact_labels_of(s: State) -> dict[str, str]:
    """Return the labels letter for letter, however long, as the page of standings has them."""
    return labels({id_: Person(entrant.name, entrant.club) for id_, entrant in s.entrants.items()})


def with_names(check: Check) -> Check:
    """Return a check whose breaches say by `names` how the people in their facts are called."""

    def checked(s: State, event: Any) -> Breaches:
        return [
            breach._replace(facts=breach.facts | names_in(s, breach.facts))
            for breach in check(s, event)
        ]

    return checked


def names_in(s: State, facts: Fields) -> Data:
    """Return the labels of those entrants who are in some facts, as `names`; else nothing."""
    ids = set(_texts(facts)) & s.entrants.keys()
    return (
        {"names": {id_: called for id_, called in exact_labels_of(s).items() if id_ in ids}}
        if ids
        else {}
    )


def _texts(value: object) -> Iterator[str]:
    """Yield every text in some facts, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inside in value.items():
            yield from (str(key), *_texts(inside))
    elif isinstance(value, Sequence):
        for inside in value:
            yield from _texts(inside)


@lru_cache(maxsize=2**15)  # of the largest list, its names and labels
def fold_name(name: str) -> str:
    """Return a name for comparison, without capitals, accents and extra blanks."""
    plain = unicodedata.normalize("NFKD", name)
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).casefold().split())


def sort_key(name: str, language: Language) -> tuple[str, str]:
    """Return a sort key: in Spanish ñ comes after n; accents count last."""
    text = unicodedata.normalize("NFC", name).casefold()
    if language == "es":
        text = text.replace("ñ", "n\uffff")
    return fold_name(text), text


def by_name(s: State, people: Iterable[str]) -> list[Any]:
    """Return people in the order of their names. In every language ñ comes after n here."""
    called = exact_labels_of(s)
    return sorted(people, key=lambda id_: sort_key(called[id_], "es"))


def ids_by_name(s: State) -> dict[str, list[str]]:
    """Return the entrants of each folded name."""
    ids: dict[str, list[str]] = {}
    for id_, entrant in s.entrants.items():
        ids.setdefault(fold_name(entrant.name), []).append(id_)
    return ids


def namesakes(s: State, name: str) -> list[str]:
    return ids_by_name(s).get(fold_name(name), [])


def who_is(s: State, text: str, among: Iterable[str] | None = None) -> str:
    """Return the id of the entrant meant by an id, a name, or the beginnings of its words.

    `among` are those who may be meant (None: everybody). Raises `Unclear` for nobody or several.
    """
    return who_are(s, [text], among)[0]


def who_are(s: State, texts: Sequence[str], among: Iterable[str] | None = None) -> list[str]:
    """Return the entrants meant by some texts. See `who_is`."""
    everybody = _Directory(s, s.entrants)
    directory = everybody if among is None else _Directory(s, among)
    return [directory.the_one(text, everybody) for text in texts]


class _Directory:
    """Entrants by what they may be named with."""

    def __init__(self, s: State, entrants: Iterable[str]) -> None:
        everybody = exact_labels_of(s)
        self.called = {id_: everybody[id_] for id_ in entrants}
        self._exact: dict[str, dict[str, None]] = {}
        for id_, label in self.called.items():
            for name in (label, s.entrants[id_].name):
                self._exact.setdefault(fold_name(name), {})[id_] = None

    def the_one(self, text: str, everybody: _Directory) -> str:
        """Return who is meant. Raises `Unclear` for several, or nobody, who may be elsewhere."""
        matches = self.meant(text)
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise Unclear("several-named", entrant=text, names=self._with_ids(matches))
        if everybody is not self and (elsewhere := everybody.meant(text)):
            names = ", ".join(self.called.values())
            raise Unclear("not-of-these", entrant=everybody.called[elsewhere[0]], names=names)
        if near := self._near(text):
            raise Unclear("not-entered-near", entrant=text, names=self._with_ids(near))
        raise Unclear("not-entered", entrant=text)

    def meant(self, text: str) -> list[str]:
        """Return the matches: by id, by name, else by the beginnings of words."""
        if text in self.called:
            return [text]
        if exact := self._exact.get(fold_name(text)):
            return [*exact]
        words = fold_name(text).split()
        return [
            id_
            for id_, label in self.called.items()
            if words and all(_begins(word, label, id_) for word in words)
        ]

    def _near(self, text: str) -> list[str]:
        """Return those whose id, name or a word of it is written nearly as a text."""
        spellings: dict[str, dict[str, None]] = {}
        for id_, label in self.called.items():
            for spelling in (id_, fold_name(label), *_parts(label, id_)):
                spellings.setdefault(spelling, {})[id_] = None
        near = get_close_matches(fold_name(text), spellings, 3)
        return [*dict.fromkeys(id_ for spelling in near for id_ in spellings[spelling])]

    def _with_ids(self, entrants: Iterable[str]) -> str:
        return ", ".join(f"{self.called[id_]} = {id_}" for id_ in entrants)


def _begins(word: str, label: str, entrant: str) -> bool:
    return any(part.startswith(word) for part in _parts(label, entrant))


def _parts(label: str, entrant: str) -> list[str]:
    return [*re.split(r"[^\w]+", fold_name(label)), *entrant.split("-")]
