"""Dice Forge (2017): where to look for what.

- `game` says what the game is and has, `events` what can happen, `state` what lies on the table
- `rules` judge and carry out every event, a chapter of the rulebook in each module
- `choices` offers what is legal now, `bot` plays, `guide` says what comes next
- `forms` reads and writes the lines of a score sheet, `labels` name the answers
- `view` shows a state as JSON, `drawing` as panels with symbols
- `narration` tells events, `words` has the texts and rules
- `components` and `faces` are temple, feats and dice; `inspection` enters those of a box
- `accounts` has assertions, and two accounts of a game merged
"""
