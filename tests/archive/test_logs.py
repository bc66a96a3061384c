"""Many logs in one stream: where one ends and the next begins, and what is no whole file."""

from __future__ import annotations

import gzip
import io

import pytest
import zstandard

from ragami.errors import RagamiError
from ragami.sources import logs as archive_logs
from ragami.sources.files import unpacked
from ragami.sources.logs import is_one_log, logs_in
from tests.archive.games import logs

A, B, C = logs(3)


def split(stream: bytes, piece: int = 1000) -> list[bytes]:
    pieces = [stream[n : n + piece] for n in range(0, len(stream), piece)]
    return list(logs_in(pieces, "x"))


@pytest.mark.parametrize("piece", [1, 7, 100_000])
def test_logs_come_apart_again_byte_for_byte(piece: int) -> None:
    assert split(A + B + C, piece) == [A, B, C]
    assert split(A + A + A, piece) == [A, A, A]


def test_one_log_is_one_log() -> None:
    assert split(A) == [A]
    assert split(A[:-1]) == [A[:-1]]
    assert split(b"") == []


def test_games_of_one_record_are_games() -> None:
    ones = [log.splitlines(keepends=True)[0] for log in (A, B, C)]
    assert split(b"".join(ones)) == ones
    assert split(ones[0] + B + ones[2]) == [ones[0], B, ones[2]]


def test_a_record_1_in_the_wrong_place_is_a_fault_of_its_log() -> None:
    first, second, *rest = A.splitlines(keepends=True)
    for wrong in (
        [first, first, second, *rest],
        [first, second, first, *rest],
        [first, second, *rest, first],
        [second, first, *rest],
    ):
        assert split(b"".join(wrong)) == [b"".join(wrong)]


def test_the_order_of_keys_and_blanks_do_not_matter() -> None:
    other = A.replace(b'{"seq":1,', b'{ "v":1, "seq" : 1 ,', 1).replace(b'"v":1,', b"", 1)
    assert split(B + other) == [B, other]


@pytest.mark.parametrize("spelled", [b'"seq":1,', b'"seq" : 1,', b'"seq":\t1 ,'])
def test_what_is_said_to_be_one_log_is_one(spelled: bytes) -> None:
    assert all(map(is_one_log, (A, A[:-1], A.splitlines()[0], b"{")))
    for no_one_log in (A + B, A + B.replace(b'"seq":1,', spelled), b"", b"\n" + A):
        assert not is_one_log(no_one_log)


def test_a_log_without_an_end_is_not_kept_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_logs, "LONGEST_LOG", 10_000)
    for endless in ((b"x" * 1000 for _ in range(10**9)), (b"x\n" * 500 for _ in range(10**9))):
        with pytest.raises(RagamiError) as caught:
            list(logs_in(endless, "x"))
        assert caught.value.code == "log-too-long"


# --- packed --------------------------------------------------------------------------------


def whole(packed: bytes) -> bytes:
    return b"".join(unpacked(io.BytesIO(packed), "x"))


def zst(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


def test_what_is_packed_comes_out_as_it_was() -> None:
    for packed in (A, gzip.compress(A), zst(A)):
        assert whole(packed) == A
    assert whole(gzip.compress(A) + gzip.compress(B)) == A + B
    assert whole(zst(A) + zst(B)) == A + B
    assert whole(zst(b"")) == whole(b"") == b""


@pytest.mark.parametrize("cut", [5, 100, 1000, -1])
def test_a_packed_file_that_breaks_off_is_not_taken_for_whole(cut: int) -> None:
    for pack, code in ((gzip.compress, "bad-gzip"), (zst, "bad-zstd")):
        with pytest.raises(RagamiError) as caught:
            whole(pack(A)[:cut])
        assert caught.value.code == code


def test_a_packed_file_that_was_changed_is_not_read() -> None:
    with pytest.raises(RagamiError) as caught:
        whole(zst(A)[:100] + b"\0" * 50 + zst(A)[150:])
    assert caught.value.code == "bad-zstd"
