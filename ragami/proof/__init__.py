"""Proof of a log's bytes: a Merkle tree over them, signed, witnessed and checked.

The formats are the open ones of transparency logs, described with all bytes in `docs/proof.md`: the
tree of RFC 6962 and RFC 9162, and checkpoints, signed notes, cosignatures and inclusion proofs as
C2SP has them. Nothing here knows a game; what is hashed are lines as they are stored.

- `tree` is the Merkle tree, `note` the signed text; `keys`, `signers` and `folder` are about who
  signs.
- `sealing` and `proving` make seals and proofs, `files` writes them, `slip` prints one.
- `checking` holds a log against its seals, `seen` and `forks` find another log of the same name,
  `withheld` reads records whose words were withdrawn.
"""

from __future__ import annotations

from typing import Final

from ragami import findings
from ragami.errors import N_
from ragami.findings import Code

CODES: Final = {
    "broken-proof": Code("error", N_("Records that are not those that were sealed")),
    "rolled-back": Code("error", N_("A log that is older than its last seal here")),
    "malformed-note": Code("error", N_("A seal that is no signed checkpoint")),
    "malformed-proof": Code("error", N_("A proof that is cut short, or is none")),
    "foreign-checkpoint": Code("error", N_("A seal of another log")),
    "forked-log": Code("error", N_("Two versions of one log, sealed by one key")),
    "other-origin": Code("notice", N_("A seal that calls the log by a name of its own")),
    "earlier-state": Code("notice", N_("An earlier state of a log that was signed here")),
    "other-continuation": Code("notice", N_("Another continuation of a log that was signed here")),
    "not-signed-by": Code("error", N_("A log that a key has not sealed to its end")),
    "bad-signature": Code("error", N_("A false signature")),
    "foreign-signer": Code("error", N_("A known name with another key")),
    "unknown-signer": Code("warning", N_("Signed by nobody whose key is known")),
    "withheld-record": Code("warning", N_("Records from which words were taken out")),
    "expired-signer": Code("warning", N_("Signed after the last day of the key")),
    "unchecked-signature": Code("warning", N_("A signature that could not be checked here")),
}

findings.register(CODES)
