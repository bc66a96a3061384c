"""Texts of findings on undos, times and seals. English texts are the message ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import ragami.privacy
import ragami.proof  # noqa: F401 (an audit may find what these rooms register)
from ragami import findings, messages
from ragami.errors import N_
from ragami.findings import Code, Finding
from ragami.game import loadable
from ragami.language import Language, translator
from ragami.messages import SENTENCE, Called, listed, plain

CODES: Final = {
    "undone-chance": Code("warning", N_("An undo of what chance had shown")),
    "time-order": Code("warning", N_("A record that was written before the one that it follows")),
    "takeback": Code("notice", N_("An undo of more than one's own")),
    "unsealed": Code("notice", N_("A finished game with records that no seal covers")),
}

# A game says the rest itself: `disclosed/…` among its words.
CROSSED: Final[dict[str, str]] = {
    "roll": N_("a roll"),
    "chip": N_("a draw of chips"),
    "face": N_("faces taken out"),
    "card": N_("a draw of cards"),
    "reveal": N_("the reveal of a card"),
}


def every_code() -> Mapping[str, Code]:
    """Every code that may be found in a log: of the rooms, and of all games that are here."""
    loadable()  # the definitions register them
    return findings.CODES


def undoing(finding: Finding, language: Language, called: Called) -> str:
    """An undo that was more than taking back one's own decision, and who was asked."""
    _ = translator(language)
    facts = finding.facts
    if finding.code == "takeback" and len(facts["players"]) <= 1:
        template = _(
            "it took back records {first} to {last}, of one player alone: here nothing at all is"
            " undone unasked"
        )
    elif finding.code == "takeback":
        template = _(
            "it took back records {first} to {last}, of more than one player: all of them had to"
            " be asked"
        )
    else:
        template = _(
            "it undid {crossed} (records {first} to {last}), which cannot be unseen: that was for"
            " a referee to decide"
        )
    kinds = [
        _(CROSSED[kind]) if kind in CROSSED else called(f"disclosed/{kind}", language)
        for kind in facts["crossed"]
    ]
    crossed = listed(kinds, language)
    text = template.format(crossed=crossed, first=facts["first"], last=facts["last"])
    recorder = plain(facts["by"]) if facts["by"] else _("nobody is named")
    why = plain(facts["reason"], SENTENCE) if facts["reason"] else _("none is given")
    return text + " " + _("(recorded by: {who}; reason: {why})").format(who=recorder, why=why)


findings.register(CODES)
messages.SAID_BY.update({"undone-chance": undoing, "takeback": undoing})
