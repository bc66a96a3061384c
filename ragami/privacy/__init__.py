"""Privacy: words that are withdrawn, and values that are kept apart from the log.

It changes nothing of what a log proves. A record from which words were taken keeps the hash of its
old text; a value left out from the start is bound by a commitment in the log.

- `seeing` and `viewing` leave out what a viewer may not know.
- `secrets` and `redacting` keep values apart when a private game is written, `checking` compares
  them with their commitments; `names` takes names out.
"""

from __future__ import annotations

from typing import Final

from ragami import findings
from ragami.errors import N_
from ragami.findings import Code

CODES: Final = {
    "broken-commitment": Code("error", N_("Something told that is not what was committed to")),
}

findings.register(CODES)
