"""Hidden hands: what every unknown card can still be, and whether any deal explains the log.

`deals` counts and knows nothing of the game; `onlooker` tells it what one who looks on sees.
"""
