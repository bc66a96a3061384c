"""Choices: what may be recorded now, the questions that lead to an event, and bots."""
