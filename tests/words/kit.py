"""What holds of every text for people, in whichever language."""

from __future__ import annotations

import re
from typing import Final

from ragami.findings import Finding
from ragami.games.ragami.words import WORDS
from ragami.language import LANGUAGES

LONGEST: Final = 600
# What a text shows when something was put into it that is no text: dicts, lists, types, None.
RAW: Final = re.compile(r"None|True|False|[{}<>]|\['|'\]|ragami\.games|Struct|_moved|_set\b|  ")


def well_said(text: str) -> None:
    """A sentence for people: nothing raw in it, not too long, with an end."""
    assert not RAW.search(text), text
    assert 0 < len(text) <= LONGEST, text
    assert text == text.strip(), text


def said(finding: Finding) -> dict[str, str]:
    """A finding in both languages, each a whole text that names the rule and the place."""
    texts: dict[str, str] = {language: WORDS.say(finding, language) for language in LANGUAGES}
    for text in texts.values():
        well_said(text)
        assert text.endswith("."), text
        assert (finding.rule or "") in text and (finding.ruling or "") in text, text
    assert texts["en"] != texts["es"], texts
    return texts
