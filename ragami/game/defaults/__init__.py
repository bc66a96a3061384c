"""Defaults for a game that writes nothing itself: forms, score sheet, pictures, statistics."""
