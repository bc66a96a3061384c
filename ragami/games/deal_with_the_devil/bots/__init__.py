"""Bots that play whole legal games."""
