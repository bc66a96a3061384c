"""Components that a table brings: pieces entered one by one, files looked at."""
