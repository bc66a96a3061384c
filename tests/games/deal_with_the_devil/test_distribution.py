"""The app's part: the worked examples, all 48 schedules, and evenness by counting."""

# ruff: noqa: N802 (tests are named after the scenarios and rules)

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import Any

import msgspec
import pytest

from ragami.games.deal_with_the_devil.choices import choices as legal
from ragami.games.deal_with_the_devil.distribution import dealing as d
from ragami.games.deal_with_the_devil.events import ROLES, OffersSent
from ragami.games.deal_with_the_devil.rules.deals import check_sent
from tests.games.deal_with_the_devil.table import E1, NOBODY, SEATS, Table

ZERO = "00" * 32
WISHES = {
    "red": {"mortal": 0, "cultist": 0, "devil": 1},
    "blue": {"mortal": 0, "cultist": 0, "devil": -1},
    "green": {"mortal": 1, "cultist": 0, "devil": 0},
    "yellow": {"mortal": 0, "cultist": -1, "devil": 0},
}
E4 = dict(zip(SEATS, ("pan", "vino", "sal", "luz"), strict=True))
KEY_1 = "d17c9866f52463a604288b0168da00712d92dd8bac784e433d604162017f379b"
DIGEST_1 = "4ade7fe7fe5d403d1007671d00678ba6ed2bdda3483840519d7f413a3c65e53e"
DIGESTS = {
    "E1": DIGEST_1,
    "E2": "dd5ed0fc1c58b02a3748d8ce820e2c289d09a7a1d1de97ee9d0444c01c7ef977",
    "E3": "f91bbecb910f9152c87e0a5e0a0684ad4fdb7526ce4f1be8c2626882e0039f8d",
    "E4": DIGEST_1,
    "E5": DIGEST_1,
    "E6": "725c412d9c71ae84f2135d9963dc1d4eceb2f2d458d87c1c98e753169ca334a2",
}
KEYS = {
    "E1": KEY_1,
    "E2": "3fd3eff154a8c903586dc3afe111c57dd1e3ac0688340e38e78195e54be5c3fd",
    "E3": "374f1c001e2255a7796f7ea00cf7f1cffbae13fe8b1e0632e95cee9523fe07b4",
    "E4": "3fcf327bff009110500151d0724f8806596a7d33cff9a607d6cc629188635c6a",
    "E5": KEY_1,
    "E6": "10a5a7ddbda2bfe8049ae8f98509f184fe77106041305f976151fb126bec3f2c",
}
SIX = "00" * 31 + "2a"
# seed, words, wishes, roles, schedule, rounds
EXAMPLES: dict[str, Any] = {
    "E1": (ZERO, {}, {}, "C12D", 15, "2DC1DC12 1CD2D2C1 D2C11CD2 1DC2D21C 1CD2D2C1"),
    "E2": ("01" * 32, {}, {}, "CD12", 31, "12CDD12C 21DCD2C1 D12C12CD 12DCDC21 12CDD12C"),
    "E3": ("ff" * 32, {}, {}, "2D1C", 17, "C1D212CD D2C11C2D C12DD2C1 D2C1C12D C1D212CD"),
    "E4": (ZERO, E4, {}, "2D1C", 39, "D2C1C12D C1D212CD C12DD2C1 D1C21C2D C1D212CD"),
    "E5": (ZERO, {}, WISHES, "2C1D", 15, "C2D11DC2 D1C2CD21 CD21D1C2 C1D21D2C D1C2CD21"),
    "E6": (SIX, {"red": "ñ"}, {}, "2CD1", 30, "D12CCD12 C21D1D2C 1D2CC21D C12D1DC2 D12CCD12"),
}
CODE = dict(zip(ROLES, "12CD", strict=True))
SCHEDULES = [d.schedule(n) for n in range(48)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_TD76_distribution(name: str) -> None:
    seed, words, wishes, roles, n, rounds = EXAMPLES[name]
    key = d.key(seed, [words.get(seat, "") for seat in SEATS])
    assert (d.digest(seed), key.hex()) == (DIGESTS[name], KEYS[name])
    found = d.distribute(SEATS, seed, words, wishes)
    assert "".join(CODE[found.roles[seat]] for seat in SEATS) == roles
    assert d.draw(key, "schedule", 48) == n
    told = [
        "".join(
            CODE[found.sent(round_, pass_, found.roles)[seat]] for pass_ in (1, 2) for seat in SEATS
        )
        for round_ in range(1, 6)
    ]
    assert told == rounds.split()


def test_the_48_schedules_are_different() -> None:
    assert len({str(one) for one in SCHEDULES}) == 48


@pytest.mark.parametrize("n", range(48))
def test_what_every_schedule_has(n: int) -> None:
    """R-D-DIST-01 … -06."""
    rounds = d.schedule(n)
    for first, second in rounds:
        for one in (first, second):
            assert sorted(one.values()) == sorted(ROLES)
            assert all(who != chest for who, chest in one.items())
        assert all(first[role] != second[role] for role in ROLES)
    firsts = [first for first, _ in rounds]
    assert [one["cultist"] == "devil" for one in firsts] == [False, False, True, False, False]
    assert all("devil" in (first["cultist"], second["cultist"]) for first, second in rounds)
    for mortal in ROLES[:2]:
        assert sum(one[mortal] == "devil" for one in firsts) == 2
    seen = [
        i for i, pair in enumerate(rounds, 1) if "cultist" in (pair[0]["devil"], pair[1]["devil"])
    ]
    assert len(seen) == 1
    assert seen[0] in (2, 4)
    assert rounds[seen[0] - 1][1]["devil"] == "cultist"
    for i in {1, 2, 4, 5} - set(seen):
        assert {one["devil"] for one in rounds[i - 1]} == set(ROLES[:2])


def test_no_other_schedule_is_legal() -> None:
    """An exhaustive search over all pairs of passes finds 2, 6, 2, 6, 2 and 48 in all."""
    without = [p for p in permutations(range(4)) if all(p[i] != i for i in range(4))]

    def pairs(number: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        found = []
        for one, other in product(without, without):
            if any(a == b for a, b in zip(one, other, strict=True)):
                continue
            devils = (one[2] == 3, other[2] == 3)
            if devils != ((True, False) if number == 3 else (False, True)):
                continue
            if one[3] == 2 or (other[3] == 2 and number not in (2, 4)):
                continue
            found.append((one, other))
        return found

    of_rounds = [pairs(number) for number in range(1, 6)]
    assert [len(one) for one in of_rounds] == [2, 6, 2, 6, 2]
    legal = {
        str(way)
        for way in product(*of_rounds)
        if sum(other[3] == 2 for _, other in way) == 1
        and all(sum(one[mortal] == 3 for one, _ in way) == 2 for mortal in (0, 1))
    }
    ours = {
        str(
            tuple(
                tuple(tuple(ROLES.index(one[role]) for role in ROLES) for one in pair)
                for pair in schedule
            )
        )
        for schedule in SCHEDULES
    }
    assert legal == ours


def test_roles_are_even_without_wishes() -> None:
    """Each way has the same weight, and so each role a quarter of them at each seat."""
    assert set(d.weights([None] * 4)) == {16}
    for seat in range(4):
        assert Counter(way[seat] for way in d.WAYS) == dict.fromkeys(ROLES, 6)


def test_R_D_OPT_04_wishes_move_the_odds_and_leave_everything_possible() -> None:
    weights = d.weights([WISHES[seat] for seat in SEATS])
    assert min(weights) > 0
    by_role = Counter[str]()
    for way, weight in zip(d.WAYS, weights, strict=True):
        by_role[way[0]] += weight
    assert by_role["devil"] > by_role["cultist"]
    assert by_role["devil"] > by_role["mortal_1"]


def test_a_draw_is_even() -> None:
    """What is below the limit falls on each number alike; what is not is drawn again."""
    limit = 2**256 - 2**256 % 48
    assert limit % 48 == 0
    assert 2**256 - limit < 48
    drawn = Counter(d.draw(i.to_bytes(32, "big"), "schedule", 48) for i in range(4800))
    assert set(drawn) == set(range(48))


def test_a_draw_that_is_too_high_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[bytes] = []

    class Digest:
        def __init__(self, text: bytes) -> None:
            tries.append(text)

        def digest(self) -> bytes:
            return b"\xff" * 32 if len(tries) == 1 else (50).to_bytes(32, "big")

    monkeypatch.setattr(d, "sha256", Digest)
    assert d.draw(b"k", "x", 48) == 2
    assert [text[-2:] for text in tries] == [b"\n0", b"\n1"]


@pytest.mark.parametrize("wishes", [{}, WISHES])
def test_each_way_is_taken_as_often_as_it_weighs(
    wishes: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = d.weights([wishes.get(seat) for seat in SEATS])
    taken: Counter[Any] = Counter()
    for x in range(sum(weights)):
        monkeypatch.setattr(d, "draw", lambda key, label, n, x=x: x)
        taken[d.way_taken(b"", [wishes.get(seat) for seat in SEATS])] += 1
    assert taken == dict(zip(d.WAYS, weights, strict=True))


@pytest.mark.parametrize("roles", [E1, NOBODY, NOBODY | {"red": "cultist", "green": "mortal_2"}])
@pytest.mark.parametrize("special", [None, True, False])
@pytest.mark.parametrize("round_", range(1, 6))
def test_R_D_DIST_06_a_first_pass_is_offered_only_if_a_second_can_follow(
    round_: int, special: bool | None, roles: dict[str, Any]
) -> None:
    """R-D-DIST-03, -04 and -06: the judge lets others pass, which end in a round without way on."""
    t = Table(roles, open_=False, distribution="recorded").at("deals/send_1", round_)
    t.s.special = special
    offered_first, legal_first = sent_now(t), legal_passes(t, 1)
    stranded = []
    for way in legal_first:
        t.at("deals/send_2").s.deal.chests = [way]
        assert sent_now(t) == legal_passes(t, 2)
        stranded += [] if sent_now(t) else [way]
    assert offered_first == [way for way in legal_first if way not in stranded]
    assert offered_first
    wanting = round_ in (1, 5) or (round_ == 4 and special is True)
    assert bool(stranded) == (roles == E1 and wanting)


def legal_passes(t: Table, number: int) -> list[Any]:
    ways: list[Any] = [dict(zip(SEATS, way, strict=True)) for way in permutations(ROLES)]
    sent = [msgspec.convert({"pass": number, "chests": way}, OffersSent) for way in ways]
    return [way for way, event in zip(ways, sent, strict=True) if not list(check_sent(t.s, event))]


def sent_now(t: Table) -> list[Any]:
    (choice,) = (choice for choice in legal(t.s) if choice.type == "offers_sent")
    sent: list[Any] = choice.open["chests"]
    return sent
