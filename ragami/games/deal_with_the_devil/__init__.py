"""Deal with the Devil (Matúš Kotry, 2022): four players, secret roles, and chests that an app routes."""
