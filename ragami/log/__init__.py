"""Logs as bytes and records; nothing here knows a game.

- `record` is one record, `strict` and `codec` read it from its line; `places` are paths
  into its data.
- `history` says which records count after undo, redo, correction and ruling.
- `naming` reads which game a log is of, `origin` which game it goes on from.
- `unredacted` is a record with its secrets, as the keeper of a private game has it.
"""
