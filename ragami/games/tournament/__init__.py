"""A tournament, a log about the logs of its tables: where to look for what.

- `game` says what the game is and has, `events` what can happen, `state` who sits where
- `rules` judge and carry out every event; `pairing` makes and repairs the tables of a round
- `choices` offers what is legal now, `steps` what the referee does, `bot` plays whole days
- `linking` takes results from the logs of tables, `verifying` holds a tournament against them
- `entry_list` and `entered_results` read what comes in as a spreadsheet or by hand
- `forms` reads and writes the lines of a score sheet, `people` knows who is meant by a name
- `view` shows a state as JSON, `drawing` as panels, `paper` and `page` publish it
- `narration` tells events, `words` has the texts and rules
"""
