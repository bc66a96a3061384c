"""Pictures of a moment of the game: `svg.svg` for a page, `text.text` for a terminal.

Both are made from the state as `ragami show --json` prints it and from a `layout.Plan` of the
board, and from nothing else: whoever may see the state may see the picture.
"""
