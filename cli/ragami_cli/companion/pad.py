"""The pad of a game in the companion: the marked cell, moved by arrows, takes a number."""

from __future__ import annotations

import re
from gettext import gettext as _
from typing import TYPE_CHECKING, Final

from msgspec import json

from ragami.decoded import Data
from ragami.draw.pad import Pad, Place, event_of
from ragami.draw.panels import pad_of
from ragami.game.capabilities import NOTATION
from ragami.game.standing import panels
from ragami.table.recording import Draft, Recording

if TYPE_CHECKING:
    from ragami.game.capabilities import Guide
    from ragami.language import Language

NUMBERS: Final = re.compile(r"[-−]?\d{1,7}(?:\s+[-−]?\d{1,7})*", re.ASCII)


class PadCursor:
    """Where somebody is on the pad of a game: at the cell that is due, or where arrows led."""

    def __init__(self, recording: Recording, language: Language) -> None:
        self._recording, self._language = recording, language
        self._marked: Place | None = None
        self.pad: Pad | None = None

    def look(self) -> None:
        """Describe the pad anew after a record, and mark the cell that is due."""
        replay = self._recording.replay
        game, state = replay.game, replay.state
        self._marked = None
        view, names = game.view(state, replay.seq), game.seating(state).names
        drawn = panels(game, state, view, names, self._language) if replay.seq else ()
        self.pad = None if replay.error else pad_of(drawn)

    @property
    def place(self) -> Place | None:
        return self.pad.near(self._marked) if self.pad else None

    def move(self, across: int, down: int) -> bool:
        """Mark another cell, if there is one; False without a pad."""
        if self.pad is None or not self.pad.rows:
            return False
        row, column = self.place or (len(self.pad.rows) - 1, 0)
        there = (row + down, column + across) if self.place else (row, column)
        if self.pad.cell(there) is not None:
            self._marked = there
        return True

    def draft(self, text: str) -> Draft | None:
        """Return the record for numbers from the marked cell on; None if they do not fit."""
        place = self.place
        if self.pad is None or place is None or not NUMBERS.fullmatch(text.strip()):
            return None
        numbers = [int(number) for number in text.replace("−", "-").split()]
        row, column = place
        cells = self.pad.rows[row].cells[column : column + len(numbers)]
        if len(cells) < len(numbers) or {cell.event for cell in cells} != {cells[0].event or None}:
            return None
        type_, data = event_of(cells, numbers)
        return Draft(type_, json.encode(data))

    @property
    def step(self) -> str:
        """Return the line that goes on from a full pad; empty while numbers are due."""
        if self.pad is None or self.pad.step is None or self.place is not None:
            return ""
        event: Data = json.decode(self.pad.step.event)
        replay = self._recording.replay
        struct = replay.game.events[event["type"]].struct
        read = json.decode(json.encode(event["data"]), type=struct)
        sheet = replay.game.need(NOTATION)
        return sheet.write(event["type"], read, replay.state, self._language) or ""

    def guide(self, guide: Guide) -> Guide:
        """Return the next step with the number that is asked for."""
        pad, place = self.pad, self.place
        if pad is None or (place is None and not self.step):
            return guide
        if place is None:
            assert pad.step
            sentence = _("Enter: {what}. Arrows lead to a number that was wrong.")
            return guide._replace(due=sentence.format(what=pad.step.label))
        row, (_id, name) = pad.rows[place[0]], pad.columns[place[1]]
        if row.together:
            names = " ".join(name for _id, name in pad.columns)
            asked = _("{row}: a number for each of {names}").format(row=row.label, names=names)
            return guide._replace(due=asked, lines=())
        number = row.cells[place[1]].number
        question = _("{name}, {row}: how many points?").format(row=row.label, name=name)
        if number is not None:
            question += " " + _("There it says {number}.").format(number=number)
        return guide._replace(due=question, lines=())
