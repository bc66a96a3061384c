"""Deal with the Devil: four players, secret roles, and chests that an app routes."""
