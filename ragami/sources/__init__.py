"""Sources of logs: files, folders, packed files, databases, tables of Parquet, score sheets.

- `places` finds logs by the names that a command is given, `reading` one log for a program.
- `files` reads bytes, and `logs` parts them; `pages`, `sheets`, `codes` and `parquet` are other
  forms in which a log may come. `originals` tells the log sealed here from a copy of it.
- `components` and `pieces` are about boards, decks and cards of a table's own.
"""
