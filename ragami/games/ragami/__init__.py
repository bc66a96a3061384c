"""Ragami (Gil d'Orey, 2012): where to look for what.

- `game` says what the game is and has, `events` what can happen, `state` what lies on the table
- `rules` judge and carry out every event, a chapter of the rulebook in each module
- `choices` offers what is legal now, `bot` plays, `guide` says what comes next
- `forms` and `kinds` read and write the lines of a score sheet, `labels` name the questions
- `view` shows a state to a viewer, `drawing` describes it as panels, `picture` draws the board
- `narration` tells events, `words` findings and results, both with the `speech` of one language
- `components` and `shipped` are boards, decks and dice; `inspection` enters those of a box
- `deduction` works out what hidden cards can be
"""
