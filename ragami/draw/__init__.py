"""A moment of a game as panels: one description for the picture, the terminal and the phone."""
