"""What a line of a score sheet is made of: tokens, keywords, and what cannot be read.

A game spells its own lines with it (`notation`); whole sheets are made in `ragami.sheet`.
"""
