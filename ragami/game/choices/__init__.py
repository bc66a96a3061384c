"""What may be recorded now: choices, the questions that lead to an event, bots."""
