"""The score sheet of section 7."""
