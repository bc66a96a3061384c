"""The points of any game, without its rules: where to look for what.

- `game` says what the game is and has, `events` what can happen, `state` what the pad says
- `rules` judge and carry out every event; `choices` offers what may be written now, `guide` says
  what comes next
- `forms` reads and writes the lines of a score sheet, `drawing` draws the pad
- `words` has the texts and rules
"""
