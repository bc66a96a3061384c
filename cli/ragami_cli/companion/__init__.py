"""The companion at the table: `ragami table`.

What is said and written is decided in `session` (one game) and `opening` (which game), and is the
same in the full-screen program (`app`) and in the dialogue line by line (`plain`).
"""
