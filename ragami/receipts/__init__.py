"""Verdict receipts: a log that was judged is known again by its bytes, and the rules revoke it."""

from ragami.receipts.writing import Receipts

__all__ = ["Receipts"]
