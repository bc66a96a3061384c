"""Roles and chests as they follow from a seed, words and wishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import accumulate, permutations
from typing import Final, NamedTuple

from ragami.games.deal_with_the_devil.events import ROLES, Colour, Role

Wish = Mapping[str, int]
Pass = dict[Role, Role]

WAYS: Final = tuple(permutations(ROLES))
WEIGHT: Final = {1: 4, 0: 2, -1: 1}
PAIRS: Final = ((1, 2), (1, 4), (1, 5), (2, 4), (2, 5), (4, 5))
SCHEDULES: Final = 48


class Distribution(NamedTuple):
    """Roles by seat, and `chests[round - 1][pass - 1]`: the role whose chest each role receives."""

    roles: dict[Colour, Role]
    chests: tuple[tuple[Pass, Pass], ...]

    def sent(self, round_: int, pass_: int, roles: Mapping[Colour, Role]) -> dict[Colour, Role]:
        """Return the role whose chest each player receives, with these roles."""
        return {colour: self.chests[round_ - 1][pass_ - 1][role] for colour, role in roles.items()}


def digest(seed: str) -> str:
    """Return the digest of a seed (64 hexadecimal digits), sealed before the first chest moves."""
    return sha256(b"ragami/devil-seed@v1\n" + bytes.fromhex(seed)).hexdigest()


def key(seed: str, words: Sequence[str]) -> bytes:
    """Return the key of a deal; `words` are by seat, empty for a player who gave none."""
    spelt_words = b"".join(len(w).to_bytes(2, "big") + w for w in (word.encode() for word in words))
    return sha256(b"ragami/devil-key@v1\n" + bytes.fromhex(seed) + spelt_words).digest()


def draw(key_: bytes, label: str, n: int) -> int:
    """Draw a number below n, each equally likely."""
    limit = 2**256 - 2**256 % n
    i = 0
    while True:
        text = label.encode() + b"\n" + str(i).encode()
        x = int.from_bytes(sha256(b"ragami/devil-draw@v1\n" + key_ + text).digest(), "big")
        if x < limit:
            return x % n
        i += 1


def kind(role: Role) -> str:
    """Return the kind of character for wishes: `mortal`, `cultist` or `devil`."""
    return "mortal" if role.startswith("mortal") else role


def weights(wishes: Sequence[Wish | None]) -> list[int]:
    """Return the weight of each of the 24 ways to deal; `wishes` are by seat (R-D-OPT-04)."""
    way_weights = []
    for way in WAYS:
        weight = 1
        for role, wish in zip(way, wishes, strict=True):
            weight *= WEIGHT[wish[kind(role)] if wish else 0]
        way_weights.append(weight)
    return way_weights


def way_taken(key_: bytes, wishes: Sequence[Wish | None]) -> tuple[Role, ...]:
    """Return the roles by seat."""
    running = list(accumulate(weights(wishes)))
    x = draw(key_, "roles", running[-1])
    return next(way for way, sum_ in zip(WAYS, running, strict=True) if sum_ > x)


def schedule(n: int) -> tuple[tuple[Pass, Pass], ...]:
    """Return schedule n of 48: for each round, whose chest each role gets in both passes."""
    firsts, late, variant, third = PAIRS[n // 8], n // 4 % 2, n // 2 % 2, n % 2
    special = (2, 4)[late]
    rounds = []
    for number in range(1, 6):
        if number == 3:
            rounds.append(_third(ROLES[third], ROLES[1 - third]))
            continue
        a, b = (ROLES[0], ROLES[1]) if number in firsts else (ROLES[1], ROLES[0])
        rounds.append(_special(a, b, variant) if number == special else _usual(a, b))
    return tuple(rounds)


def _usual(a: Role, b: Role) -> tuple[Pass, Pass]:
    return (
        {a: "devil", b: "cultist", "cultist": b, "devil": a},
        {a: "cultist", b: a, "cultist": "devil", "devil": b},
    )


def _special(a: Role, b: Role, variant: int) -> tuple[Pass, Pass]:
    first, second = (a, b) if variant else (b, a)
    return (
        {a: "devil", b: "cultist", "cultist": first, "devil": second},
        {a: b, b: a, "cultist": "devil", "devil": "cultist"},
    )


def _third(x: Role, y: Role) -> tuple[Pass, Pass]:
    return (
        {x: "cultist", y: x, "cultist": "devil", "devil": y},
        {x: "devil", y: "cultist", "cultist": y, "devil": x},
    )


def distribute(
    seats: Sequence[Colour],
    seed: str,
    words: Mapping[Colour, str],
    wishes: Mapping[Colour, Wish | None],
) -> Distribution:
    """Return the roles and all chests that follow from a seed, words and wishes."""
    k = key(seed, [words.get(seat, "") for seat in seats])
    way = way_taken(k, [wishes.get(seat) for seat in seats])
    number = draw(k, "schedule", SCHEDULES)
    return Distribution(dict(zip(seats, way, strict=True)), schedule(number))
