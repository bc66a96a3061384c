"""Bots that play whole legal games, and the ways in which such a game can be written down."""
