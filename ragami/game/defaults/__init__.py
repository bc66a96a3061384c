"""What a game has that writes nothing itself: forms, score sheet, pictures, statistics."""
