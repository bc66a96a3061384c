"""`swiss-1` to the last seat: the test vectors, every sample, and the growth of its work."""

from __future__ import annotations

import pytest

from ragami.games.tournament.draw import Words, chained_seed, lot

SEED = "2026-11-22"


def test_the_words_of_a_seed() -> None:
    words = Words("abc")
    assert [words.next() for _ in range(5)] == [
        12280491346603802723,
        9281251042576850553,
        9387835852810457724,
        5088107376878347000,
        8482706604303102872,
    ]


def test_numbers_below_six() -> None:
    words = Words("abc")
    assert [words.below(6) for _ in range(12)] == [5, 3, 0, 4, 2, 0, 2, 2, 4, 0, 3, 0]


def test_a_shuffle() -> None:
    letters = list("ABCDEFGHIJ")
    Words("abc").shuffle(letters)
    assert "".join(letters) == "IJFABCHEGD"


@pytest.mark.parametrize(
    ("round_", "seed"),
    [
        (1, "a335bb9345f34f26e881b5cb7b2c11800eda58d9d578c352e1a1eb6c239ac1ee"),
        (2, "7836e95332137050fc13f99f392312320eaf5ff1ee537db35f7c3f196688f997"),
        (10, "ff6863e07bff6a80f456ca6bcc6be833d2d781664170ab6e2f600679621c57ac"),
    ],
)
def test_a_chained_seed(round_: int, seed: str) -> None:
    assert chained_seed(SEED, round_) == seed


def test_the_lots() -> None:
    lots = {
        "ana": "eaa75d62c6ec",
        "bea": "57df1b06f629",
        "caro": "b5531daeb62a",
        "dani": "41ddd774a66f",
        "eva": "4a93b355d59a",
        "fran": "6cb1643dc615",
    }
    assert {name: lot(SEED, name)[:12] for name in lots} == lots


def test_the_first_shuffle_of_seven() -> None:
    words = Words(chained_seed(SEED, 1))
    assert words.next() == 18440624582062332967
    listed = ["ana", "bea", "caro", "dani", "eva", "fran", "gala"]
    Words(chained_seed(SEED, 1)).shuffle(listed)
    assert listed == ["dani", "ana", "fran", "bea", "gala", "eva", "caro"]
