"""The lines of a score sheet: how an event is read, written and completed.

`forms` are the rows of a game by `template`s (read by `parsing`) of `kinds` and `lists`; `line` and
`reader` take a line apart, `misread` says what is wrong with it. `score_sheet` joins the forms and
the `heads`; `protocol` is what the sheet asks of them.
"""
