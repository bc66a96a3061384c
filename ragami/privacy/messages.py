"""Codes of the findings on commitments."""

from __future__ import annotations

from typing import Final

from ragami import findings
from ragami.errors import N_
from ragami.findings import Code

CODES: Final = {
    "broken-commitment": Code("error", N_("Something told that is not what was committed to")),
}

findings.register(CODES)
