"""Score sheets are written letter for letter as ever, and say of wrong lines what they said."""

from __future__ import annotations

import gzip

import pytest

from tests.golden.sheets import GAMES, files


@pytest.mark.parametrize("game", GAMES)
def test_every_line_is_written_and_read_as_ever(game: str) -> None:
    for path, text in files(game):
        data = path.read_bytes()
        frozen = (gzip.decompress(data) if path.suffix == ".gz" else data).decode().splitlines()
        now = text.splitlines()
        changed = [(was, is_) for was, is_ in zip(frozen, now, strict=False) if was != is_]
        assert not changed, f"{len(changed)} lines, first {changed[0]}"
        assert len(frozen) == len(now)
