"""The table on everybody's phone: the web service."""
