"""What is not for everybody: words that are withdrawn, and values that are kept apart.

It changes nothing of what a log proves. A record from which words were taken keeps the hash of what
it was; a value that is left out from the start is bound by a commitment in the log.
"""

import ragami.privacy.messages  # noqa: F401 (it registers what is said of commitments)
