"""Judging a log: the fold of its records by the rules of its game, and what follows from it.

- `replay` turns records into states, each judged by `judge`; `filling` judges a log again with what
  became known later, `kept` saves folding the same again. `moments` is the log step by step.
- `choices` says what is legal now, `undoing` what an undo or redo without a number means.
- `report` is what `ragami verify` says of a whole log; `asserted` compares a table with it, and
  `placing` gives the places of who played.
"""
