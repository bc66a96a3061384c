"""Texts of findings on commitments. English texts are the message ids."""

from __future__ import annotations

from typing import Final

from ragami import findings, messages
from ragami.errors import N_
from ragami.findings import Code

CODES: Final = {
    "broken-commitment": Code("error", N_("Something told that is not what was committed to")),
}

TEXTS: Final[dict[str, str]] = {
    "broken-commitment other-value": N_(
        "what is opened for {place} of record {record} is not what was committed"
    ),
    "broken-commitment uncommitted": N_(
        "{place} of record {record} is opened, and nothing was committed there"
    ),
    "broken-commitment committed-twice": N_(
        "{place} of record {record} is committed a second time"
    ),
    "broken-commitment committed-late": N_(
        "{place} of record {record} is committed here, and not right after that record"
    ),
    "broken-commitment other-card": N_(
        "{shown} is shown here, and something else was committed in record {record}"
    ),
    "broken-commitment malformed": N_(
        "what is opened for {place} of record {record} has no salt of the agreed form"
    ),
}

findings.register(CODES)
messages.register(TEXTS)
