"""A game that is being written down: the only room that writes logs (law 11).

- `game` is what `ragami.open` gives; `recording` judges and stores records, `drafts` makes them of
  what is given.
- `opening` leads through the opening of a game, `piece_entry` through a component.
- `hints` and `spoken` help while somebody types; `whatif` says what a record would
  change. `house` plays seats, `device` the part of an app.
- `importing`, `listing` and `withdrawing` are about the games of a database.
"""
