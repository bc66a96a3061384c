"""All the ratios: judging beside python-chess, appending beside sqlite3, `--help` beside click."""

from __future__ import annotations

from tests.speed import append, judging, start

for part in (judging, append, start):
    part.main()
