"""The conformance kit: what any game has to hold to, tried on games that its bots play.

    import pytest
    from ragami.game.testing import CHECKS, conform

    @pytest.mark.parametrize("check", CHECKS)
    def test_it_conforms(check):
        assert conform(GAME, checks=[check]) == []

A problem says what was found where. `python -m ragami.game.testing NAME [LOG…]` does the same for a
game that is installed. How each check is done stands in `ragami.conformance`, above all rooms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from ragami.decoded import State
from ragami.game.definition import GameDefinition, loaded

CHECKS: Final = (
    "events",
    "fold",
    "undo",
    "check",
    "choices",
    "words",
    "labels",
    "view",
    "position",
    "notation",
    "setup",
    "bots",
    "conserved",
    "taint",
    "worlds",
    "private",
)
"""The names of the checks.

`events` are encoded and decoded again, and have schemas · `fold` in pieces, with states packed on
the way, is the fold in one · `undo` and redo lead back to where they should · `check` changes
nothing and raises nothing, whatever comes · `choices` that are legal are those that `check` lets
through · `words`: every event, rule and verdict has some in every language · `labels`: so has every
type, field and value that is asked for · `view` is JSON · `position`, seating and result are of
one mind · `notation`: what is written is read again ·
what is agreed in the `setup` is what record 1 says, with every value of every option ·
`bots` play whole legal games · what is `conserved` stays what it is · `taint`: a marker in a secret
comes out nowhere · `worlds` that differ in a secret alone look the same by every way out ·
a `private` game gives nothing away.
"""


class Problem(NamedTuple):
    """A problem of a game: the check, the place, and what was found."""

    check: str
    where: str
    found: str

    def __str__(self) -> str:
        return f"{self.check}: {self.where}: {self.found}"


def conform(
    game: GameDefinition,
    logs: Iterable[bytes] = (),
    *,
    checks: Sequence[str] = CHECKS,
    seeds: Iterable[int] = range(2),
    conserved: Mapping[str, Callable[[State], object]] | None = None,
    public: Callable[[State], object] | None = None,
) -> list[Problem]:
    """Return the problems of a game, tried on legal `logs` and on the games of bots by `seeds`.

    `conserved` are functions of the state that give the same after every record but the first.
    `public` gives what everybody knows of a state by the rules, besides its scores, although a
    secret moves it (how many chips lie in the open): worlds that differ in it may look different.
    Raises `KeyError` for a check that there is not.
    """
    results = loaded("ragami.conformance:results_of")(
        game, tuple(logs), tuple(checks), tuple(seeds), dict(conserved or {}), public
    )
    return [problem for result in results for problem in result.problems]


if __name__ == "__main__":
    raise SystemExit(loaded("ragami.conformance:main")())
