"""Deal with the Devil: four players, secret roles, and chests that an app routes.

- `game` says what the game is and has, `events` what can happen, `state` what lies on the table
- `rules` judge and carry out every event, a chapter of the rulebook in each module
- `distribution` deals roles and chests from a seed, and has what the app does at the table
- `visibility` says who may see which secret, `filling` puts in what is revealed later
- `choices` offers what is legal now, `bot` plays, `guide` says what comes next
- `forms` and `kinds` read and write the lines of a score sheet, `labels` name the questions
- `view` shows a state to a viewer, `drawing` its panels
- `narration` tells events, with the `words`, which describe cards and steps
- `components` is the set of cards; `pieces` and `inspection` read one from a file
- `accounts` has assertions, the remarks of a report, and two accounts of a game merged
"""
