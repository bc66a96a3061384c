"""The Spanish texts keep to one word, one form of address and one gender."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from ragami.games.ragami.speech import TABLES

PO = Path(__file__).parents[2] / "ragami/locale/es/LC_MESSAGES/ragami.po"

STRAY = {
    "an event is un evento": r"\bsuces|\bacontecimiento|SUCES",
    "a file is un archivo": r"(?i)\bfichero",
    "a command is una orden": r"(?i)\bcomandos?\b",
    "terminal is masculine": r"\b(?:una|la|esta) terminal",
    "one is tú": r"\b(?:Ejecute|Escriba|Pulse|Elija|Indique|Consulte|Utilice|usted|vosotros)\b",
    "commands stand in guillemets": r"'ragami [^']*'",
    "metavars are Spanish": r"\b(?:EVENT|GAME|FILE|FOLDER|NAME|SEQ|COMMAND|TEXT|LINE|WHO|TIME)\b",
}


def texts() -> list[str]:
    """Everything that the house and Ragami say in Spanish."""
    with PO.open("rb") as file:
        messages = [message.string for message in read_po(file) if message.id]
    of_the_house = [
        text for said in messages for text in ([said] if isinstance(said, str) else said or ())
    ]
    return of_the_house + [both.es for table in TABLES.values() for both in table.values()]


@pytest.mark.parametrize("law", STRAY)
def test_no_text_strays(law: str) -> None:
    assert [text for text in texts() if re.search(STRAY[law], text)] == []


def test_a_text_with_an_event_in_a_metavar_calls_it_evento() -> None:
    assert any("EVENTO" in text for text in texts())
