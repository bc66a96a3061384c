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


@lru_cache(maxsize=4096)
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


def namesakes(s: State, name: str) -> list[str]:
    return [
        id_ for id_, entrant in s.entrants.items() if fold_name(entrant.name) == fold_name(name)
    ]


def who_is(s: State, text: str, among: Iterable[str] | None = None) -> str:
    """Return the id of the entrant meant by an id, a name, or the beginnings of its words.

    `among` are those who may be meant (None: everybody). Raises `Unclear` for nobody or several.
    """
    called = exact_labels_of(s)
    entrants = list(s.entrants if among is None else among)
    matches = _meant(s, text, called, entrants)
    if len(matches) == 1:
        return matches[0]
    if matches:
        names = ", ".join(f"{called[id_]} = {id_}" for id_ in matches)
        raise Unclear("several-named", entrant=text, names=names)
    if among is not None and (elsewhere := _meant(s, text, called, list(called))):
        names = ", ".join(called[id_] for id_ in entrants)
        raise Unclear("not-of-these", entrant=called[elsewhere[0]], names=names)
    spellings: dict[str, dict[str, None]] = {}
    for id_ in entrants:
        for spelling in (id_, fold_name(called[id_]), *_parts(called[id_], id_)):
            spellings.setdefault(spelling, {})[id_] = None
    near = get_close_matches(fold_name(text), spellings, 3)
    if not near:
        raise Unclear("not-entered", entrant=text)
    meant = dict.fromkeys(id_ for spelling in near for id_ in spellings[spelling])
    names = ", ".join(f"{called[id_]} = {id_}" for id_ in meant)
    raise Unclear("not-entered-near", entrant=text, names=names)


def _meant(s: State, text: str, called: Mapping[str, str], entrants: list[str]) -> list[str]:
    """Return the matches: by id, by name, else by the beginnings of words."""
    if text in entrants:
        return [text]
    exact = [
        w
        for w in entrants
        if fold_name(text) in (fold_name(called[w]), fold_name(s.entrants[w].name))
    ]
    words = fold_name(text).split()
    begun = [w for w in entrants if words and all(_begins(word, called[w], w) for word in words)]
    return exact or begun


def _begins(word: str, label: str, entrant: str) -> bool:
    return any(part.startswith(word) for part in _parts(label, entrant))


def _parts(label: str, entrant: str) -> list[str]:
    return [*re.split(r"[^\w]+", fold_name(label)), *entrant.split("-")]
