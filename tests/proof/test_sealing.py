"""A checkpoint that others have signed is taken in only where it is one of this very log."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragami.errors import RagamiError
from ragami.proof.checking import check_log
from ragami.proof.keys import trust
from ragami.proof.note import Note
from ragami.proof.sealing import merge_signatures
from ragami.proof.seen import remember
from ragami.referee.verdict import verdict
from tests.guard.counting import count
from tests.proof.kit import ANA, BEA, RING, leaves_of, note_of, played

LINES = list(played(1))[:41]  # forty records, and the first seal
CHECKED = check_log(LINES, RING)


def taken_in(note: Note) -> Note:
    return merge_signatures(CHECKED, "final", str(note).encode())


@pytest.fixture(autouse=True)
def trusted(keys: Path) -> Path:
    """Bea's key is known here, and Ana's; in the folder of keys of this test."""
    for key in (ANA, BEA):
        trust(key.public.text())
    return keys


@pytest.mark.parametrize("size", [1, 40, 41])
def test_what_somebody_signed_of_this_log_is_taken_in(size: int) -> None:
    note = note_of(LINES[:size], BEA)
    names = {one.name for one in taken_in(note).signatures}
    assert names == ({"ana", "bea"} if size == 40 else {"bea"})  # Ana has sealed forty


def changed(at: int) -> list[bytes]:
    return [*LINES[:at], LINES[at].replace(b'"bo"', b'"bx"'), *LINES[at + 1 :]]


def test_what_somebody_signed_of_a_changed_copy_is_not() -> None:
    """Each is signed well, and by somebody known."""
    longer = list(played(1))[:42]
    for note in (
        note_of(changed(9)[:40], BEA),
        note_of(changed(0)[:40], BEA),
        note_of(list(played(2))[:40], BEA),
        note_of(longer, BEA),
        note_of(LINES[:40], BEA, origin="club.example/final"),
    ):
        with pytest.raises(RagamiError, match="is not one of"):
            taken_in(note)


def test_only_a_log_that_was_sealed_here_is_hashed_record_by_record() -> None:
    """Whatever else was sealed on this machine: a look at its name is all that it costs."""
    unsealed = b"\n".join(played(2)[:40]) + b"\n"
    before = count(lambda: verdict(unsealed))
    remember(leaves_of(LINES), "final")
    verdict(unsealed)  # what is imported for the first time is not counted
    assert count(lambda: verdict(unsealed)) - before < 100 * len(unsealed.splitlines())

    cut_off = b"\n".join(LINES[:20]) + b"\n"
    assert [one.code for one in verdict(cut_off).findings] == ["earlier-state"]
