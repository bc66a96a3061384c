"""Privacy: words that are withdrawn, and values that are kept apart from the log.

It changes nothing of what a log proves. A record from which words were taken keeps the hash of its
old text; a value left out from the start is bound by a commitment in the log.
"""

import ragami.privacy.messages  # noqa: F401 (it registers what is said of commitments)
