"""Any well-formed record at any moment: judged without a traceback, and offered if accepted."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import convert

from ragami.games.dice_forge.choices import choices as legal
from ragami.games.dice_forge.components import EFFECTS
from ragami.games.dice_forge.events import COLOURS, OWNER
from ragami.games.dice_forge.faces import FACE, RESOURCE_OF, RESOURCES, face
from ragami.games.dice_forge.game import GAME
from ragami.games.dice_forge.state import SNAPSHOTS, State
from ragami.games.dice_forge.words import PROBLEMS
from tests.games.dice_forge.kit import opened
from tests.games.dice_forge.test_games import events
from tests.games.dice_forge.test_legal import covers
from tests.narrowing.walking import by_faces, plain
from tests.scale import often

LETTERS = "".join(RESOURCE_OF)

SEEDS = 40
FACES = [
    "1g",
    "1s",
    "1m",
    "2p",
    "3g",
    "1m",
    "4g",
    "6g",
    "3g/2p",
    "x3",
    "ship",
    "mirror",
    "boar-red",
]
seats = st.sampled_from(COLOURS)
dice = st.sampled_from(list(OWNER))
slots = st.integers(1, 6)
few = st.integers(0, 3)
either = st.integers(1, 2)
pools = st.sampled_from(["4", "12", "2a"])
pays = st.sampled_from(["sun", "glory"])
faces = st.sampled_from(FACES)
feats = st.sampled_from([*EFFECTS, "zeus"])
forges = st.fixed_dictionaries({"face": faces, "die": either, "slot": slots | faces})
to_glory = st.fixed_dictionaries({"gold": few, "sun": few, "moon": few})
entries = st.lists(
    st.fixed_dictionaries(
        {
            "of": dice,
            "copy": st.none() | dice,
            "choice": st.none() | st.sampled_from(RESOURCES),
            "ship": st.none() | forges,
            "hammer": few,
            "to_glory": st.just({"gold": 0, "sun": 0, "moon": 0}) | to_glory,
        }
    ),
    max_size=2,
)
shards = st.sampled_from(["gold", "sun", "moon"])
FIELDS: dict[str, dict[str, Any]] = {
    "game_opened": {name: st.just(value) for name, value in opened().items()},
    "faces_removed": {"pools": st.dictionaries(pools, st.lists(faces))},
    "dice_rolled": {"rolls": st.dictionaries(dice, slots | faces, max_size=3)},
    "faces_applied": {"player": seats, "faces": entries, "again": st.none() | entries},
    "boar_paid": {
        "player": seats,
        "gains": st.lists(pays, max_size=3),
    },
    "reinforced": {"player": seats, "feat": feats, "gain": st.none() | shards, "hammer": few},
    "offering_made": {"player": seats, "faces": st.lists(forges, min_size=1, max_size=3)},
    "feat_performed": {"player": seats, "feat": feats},
    "face_forged": {
        "player": seats,
        "face": faces,
        "die": either,
        "slot": slots | faces,
    },
    "boar_sent": {"player": seats, "colour": st.sampled_from(["red", "blue"]), "bearer": seats},
    "gold_split": {"player": seats, "hammer": few},
    "triton_spent": {"player": seats, "gain": shards, "hammer": few},
    "turn_ended": {"player": seats},
}
records = st.one_of(
    [st.tuples(st.just(name), st.fixed_dictionaries(each)) for name, each in FIELDS.items()]
)


@cache
def moments(seed: int) -> list[tuple[State, bytes]]:
    s = State()
    found = []
    for seq, event in enumerate(events(seed), 1):
        GAME.judges[type(event)][1](s, event, seq)
        found.append((s, SNAPSHOTS.pack(s)))
    return found


@settings(max_examples=often(12, 3000))
@given(st.integers(0, SEEDS - 1), st.integers(0, 200), st.lists(records, min_size=5, max_size=20))
def test_any_record_at_any_moment(seed: int, at: int, some: list[tuple[str, Any]]) -> None:
    game = moments(seed)
    like, packed = game[at % len(game)]
    s = SNAPSHOTS.unpack(packed, like)
    offered = legal(s)
    for type_, data in some:
        event = convert(data, GAME.events[type_].struct)
        wrong = GAME.judges[type(event)][0](s, event)
        assert SNAPSHOTS.pack(s) == packed
        for one in wrong:
            for template in PROBLEMS[one.facts["problem"]]:
                assert template.format(**one.facts)
        if not wrong:
            told = by_faces(s, type_, plain(event))
            assert any(covers(choice, type_, told) for choice in offered)


@given(
    st.lists(st.integers(1, 99), min_size=4, max_size=4),
    st.sets(st.sampled_from(LETTERS), min_size=1),
    st.sampled_from("+/"),
)
def test_a_face_is_read_as_it_is_written(numbers: list[int], some: set[str], sign: str) -> None:
    parts = [f"{n}{letter}" for n, letter in zip(numbers, LETTERS, strict=True) if letter in some]
    text = sign.join(parts)
    assert re.search(FACE, text)
    read = face(text)
    given_ = {r: n for r, n, c in zip(RESOURCES, numbers, LETTERS, strict=True) if c in some}
    if sign == "/" and len(parts) > 1:
        assert {r: sum(amounts) for r, amounts in read.parts.items()} == given_
    else:
        assert {r: n for r, n in zip(RESOURCES, read.amounts, strict=True) if n} == given_
    assert not re.search(FACE, sign.join(reversed(parts)) if len(parts) > 1 else text + sign)
