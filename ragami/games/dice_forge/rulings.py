"""Breaches that a `ruled` record may let stand (the last paragraph of 8.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ragami.findings import Breach, Breaches

# By rule the ways of breaking it that a ruling lets through; any other breach of it stands.
RULABLE: Final[dict[str, frozenset[str]]] = {
    "R-F-OFFER-02": frozenset({"bought-twice"}),
    "R-F-REINF-02": frozenset({"after-an-action"}),
    "R-F-REINF-03": frozenset({"used-already"}),
    "R-F-FORGE-03": frozenset({"fixed-face"}),
    "R-F-CARD-14": frozenset({"other-die"}),
    "R-F-CARD-15": frozenset({"other-die", "part-to-glory"}),
    "R-F-MIRROR-02": frozenset({"own-die"}),
    "R-F-HAMMER-03": frozenset({"beyond-the-side"}),
    "R-F-CARD-18": frozenset({"wrong-moment"}),
}


def lets_stand(breach: Breach) -> bool:
    """Return True if a ruling that names its rule can let this breach stand."""
    return breach.facts.get("problem") in RULABLE.get(breach.rule, ())


def once(breaches: Breaches) -> Breaches:
    """Return the breaches, with each one that a ruling may let stand named only once."""
    by_problem: dict[tuple[str, str], Breach] = {}
    distinct = []
    for breach in breaches:
        way = (breach.rule, breach.facts["problem"])
        if way not in by_problem or not lets_stand(breach):
            distinct.append(breach)
        by_problem[way] = breach
    return distinct


def final(breaches: Iterable[Breach]) -> bool:
    """Return True if some breach cannot be let stand by a ruling."""
    return not all(lets_stand(breach) for breach in breaches)
