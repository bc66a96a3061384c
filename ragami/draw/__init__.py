"""A moment of a game as panels: one description for the picture, the terminal and the phone.

`panels` is what a game describes, with a `pad` or a `sketch` in it; `svg`, `text` and
`html` draw it.
"""
