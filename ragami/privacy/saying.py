"""What is to be said of withheld records and of commitments. English texts are the message ids."""

from __future__ import annotations

from typing import Final

from ragami.trouble import N_

TEXTS: Final[dict[str, str]] = {
    "withheld-record": N_(
        "words were withdrawn from {records} of the records, record {first} the first of them: the"
        " proof vouches for what they were, and not for how they read now"
    ),
    "broken-commitment other-value": N_(
        "the value that is opened for {place} of record {seq} is not the one that was committed"
    ),
    "broken-commitment uncommitted": N_(
        "a value is opened for {place} of record {seq}, and none was committed there"
    ),
    "broken-commitment committed-twice": N_("{place} of record {seq} is committed a second time"),
    "broken-commitment committed-late": N_(
        "a value is committed for record {seq}, which is not just before this one"
    ),
    "broken-commitment other-card": N_(
        "this is not what was committed in record {seq}: {shown} is shown, and it was {committed}"
    ),
    "broken-commitment malformed": N_("this opens no commitment: it has not the agreed form"),
}
