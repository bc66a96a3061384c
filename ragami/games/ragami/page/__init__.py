"""Ragami on a page that replays it: the board, what lies beside it, where points come from.

Shapes and places are those of the picture (`ragami.games.ragami.picture`).
"""
