"""The labels of people as they are shown, and what may be entered as a name."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from ragami.decoded import Fields
from ragami.games.tournament.people import Person, Unclear, exact_labels_of, labels
from ragami.games.tournament.state import State
from ragami.messages import FIRST_STRONG, UNSEEN, isolated, plain

LONGEST_NAME: Final = 80
"""The number of letters that a name has at most where it is entered, and where it is shown."""


def expect_name(name: str) -> None:
    """Raise `Unclear` for a name with control characters, or too long."""
    if len(name) > LONGEST_NAME or any(unicodedata.category(char) == "Cc" for char in name):
        raise Unclear("no-name", name=plain(name), most=LONGEST_NAME)


def labels_of(s: State) -> dict[str, str]:
    """Return the labels of the entrants, each on one line, not too long, and `isolated`."""
    return _shown(exact_labels_of(s))


def labels_in(view: Fields) -> dict[str, str]:
    """Return the labels of the entrants of a view."""
    people = {id_: Person(e["name"], e["club"]) for id_, e in view["entrants"].items()}
    return _shown(labels(people))


def _shown(called: Mapping[str, str]) -> dict[str, str]:
    return {id_: _plain(label) for id_, label in called.items()}


@lru_cache(maxsize=4096)
def _plain(label: str) -> str:
    return isolated(plain(label.replace(FIRST_STRONG, UNSEEN), LONGEST_NAME))
