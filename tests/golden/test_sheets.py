"""Score sheets are written letter for letter as ever, and say of wrong lines what they said."""

from __future__ import annotations

import gzip

import pytest

from tests.golden.sheets import GAMES, SHEETS, logs, sheets
from tests.scale import often

EVERY = often(8, 1)


def frozen(game: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The lines of each log, in both languages, and the wrong ones."""
    lines: dict[str, list[str]] = {}
    name = ""
    text = gzip.decompress((SHEETS / f"{game}.txt.gz").read_bytes()).decode()
    for line in text.rstrip("\n").split("\n"):
        name = line.split(" ")[1] if line.startswith("== ") else name
        lines.setdefault(name, []).append(line)
    wrong: dict[str, list[str]] = {name: [] for name in lines}
    for line in (SHEETS / f"{game}.wrong.txt").read_text("utf-8").rstrip("\n").split("\n"):
        wrong[line.partition(" ")[0]].append(line)
    return lines, wrong


@pytest.mark.parametrize("game", GAMES)
def test_every_line_is_written_and_read_as_ever(game: str) -> None:
    lines, wrong = frozen(game)
    assert [*lines] == [name for name, _log in logs(game)]
    for name, written, damaged in sheets(game, EVERY):
        for was, entries in ((lines[name], written), (wrong[name], damaged)):
            now = "\n".join(entries).split("\n") if entries else []  # an entry has its own lines
            changed = [(old, new) for old, new in zip(was, now, strict=False) if old != new]
            assert not changed, (
                f"{name}: {len(changed)} lines, first {changed[0]};"
                f" if this is wanted: python -m tests.golden sheets/{game}"
            )
            assert len(was) == len(now)
