"""The rule catalogue of Ragami: `data/rules.jsonl`, in the order of the rules file."""

from __future__ import annotations

from typing import Final

from ragami.game.rulebook import Rule, Rulebook
from ragami.games.ragami.judge import NEVER_WAIVED
from ragami.games.ragami.shipped import read

RULEBOOK: Final = Rulebook(lambda: read("rules.jsonl"), NEVER_WAIVED.__contains__)

rules = RULEBOOK.rules
rule = RULEBOOK.rule

__all__ = ["RULEBOOK", "Rule", "rule", "rules"]
