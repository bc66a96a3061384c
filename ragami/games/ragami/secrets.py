"""Visibility of Ragami's secrets, beyond what the fields of its events declare.

Cards are secret while they are in a hand. Names are secret only in a game that is private.
"""

from __future__ import annotations

from typing import Final

from ragami.findings import Finding
from ragami.game.visibility import EVERYTHING, Declared
from ragami.games.ragami.events import EVENTS


class Visibility(Declared):
    """Visibility as the fields declare it; findings also hide the cards of a hand."""

    def folds(self, _opened: object) -> bool:
        """No: what cards are worth at the end is public, though not which they were."""
        return False

    def redact_finding(self, finding: Finding, viewer: str | None) -> Finding:
        """A finding as `viewer` may see it: of a hand, only how many cards are in it.

        Of copies only that there is one too many: hidden ones are counted, too.
        """
        facts = finding.facts
        if viewer in EVERYTHING:
            return finding
        if "seen" in facts and "copies" in facts:
            return finding.of_facts(facts | {"seen": facts["copies"] + 1})
        if not isinstance(facts.get("hand"), list):
            return finding
        redacted = facts | {"hand": [None] * len(facts["hand"])}
        redacted.pop("instead", None)
        return finding.of_facts(redacted)


VISIBILITY: Final = Visibility(EVENTS)
