"""Proof of a log's bytes: a Merkle tree over them, signed, witnessed and checked.

The formats are the open ones of transparency logs, described with all bytes in `docs/proof.md`: the
tree of RFC 6962 and RFC 9162, and checkpoints, signed notes, cosignatures and inclusion proofs as
C2SP has them. Nothing here knows a game; what is hashed are lines as they are stored.
"""

import ragami.proof.messages  # noqa: F401 (it registers what is said of proofs)
