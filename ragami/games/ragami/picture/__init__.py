"""Pictures of a moment of the game (`drawing`), and the game on a page that replays it (`page`).

All are made from the state as `ragami show --json` prints it and from a `layout.Plan` of the
board, and from nothing else: whoever may see the state may see the picture.
"""
