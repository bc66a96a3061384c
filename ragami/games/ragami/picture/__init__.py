"""The board: as a sketch (`board`) and in characters (`chart`).

Both are made from the state as `ragami show --json` prints it and from a `layout.Plan` of the
board, and from nothing else: whoever may see the state may see the picture.
"""
