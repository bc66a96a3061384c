"""Verdict receipts: a log that was judged is known again by its bytes, and the rules revoke it.

- `writing` is what commands use; `shelf` finds a receipt by the bytes of a log, `lines` are its
  file.
- `manifest` and `closure` say by digests which code a verdict rests on, `trust` whose receipts
  count.
- `overview` is about files of receipts: who signed, what still holds.
"""

from ragami.receipts.writing import Receipts

__all__ = ["Receipts"]
