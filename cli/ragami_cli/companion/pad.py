"""The pad of a game in the companion: the marked cell, moved by arrows, takes a number."""

from __future__ import annotations

import re
from gettext import gettext as _
from typing import Final

from msgspec import json

from ragami.decoded import Data
from ragami.draw.pad import Pad, Place, event_of
from ragami.draw.panels import pad_of
from ragami.errors import RagamiError
from ragami.game.capabilities import NOTATION, Guide
from ragami.game.standing import panels
from ragami.language import Language, lowered
from ragami.table.recording import Draft, Recording
from ragami.table.whatif import tried

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
        target = (row + down, column + across) if self.place else (row, column)
        if self.pad.cell(target) is not None:
            self._marked = target
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

    def drafts(self, text: str) -> list[Draft]:
        """Return the records for numbers; on a full pad the step that is due comes before them."""
        if draft := self.draft(text):
            return [draft]
        step = self._step()
        if step is None or not NUMBERS.fullmatch(text.strip()):
            return []
        try:
            attempt = tried(self._recording, [step])
        except RagamiError:
            return []
        after = PadCursor(attempt, self._language)
        after.look()
        numbers = after.draft(text)
        return [step, numbers] if numbers else []

    def _step(self) -> Draft | None:
        """Return the record that goes on from a full pad; None while numbers are due."""
        if self.pad is None or self.pad.step is None or self.place is not None:
            return None
        event: Data = json.decode(self.pad.step.event)
        return Draft(event["type"], json.encode(event["data"]))

    @property
    def step(self) -> str:
        """Return the line that goes on from a full pad; empty while numbers are due."""
        step, replay = self._step(), self._recording.replay
        if step is None:
            return ""
        event = json.decode(step.data, type=replay.game.events[step.type].struct)
        sheet = replay.game.need(NOTATION)
        return sheet.write(step.type, event, replay.state, self._language) or ""

    def guide(self, guide: Guide) -> Guide:
        """Return the next step with the number that is asked for."""
        pad, place = self.pad, self.place
        if pad is None or (place is None and not self.step):
            return guide
        if place is None:
            assert pad.step
            sentence = _("Enter: {what}. Arrows lead to a number that was wrong.")
            label = pad.step.label
            return guide._replace(due=sentence.format(what=lowered(label)))
        row, (_id, name) = pad.rows[place[0]], pad.columns[place[1]]
        if row.together:
            names = " ".join(name for _id, name in pad.columns)
            question = _("{row}: a number for each of {names}").format(row=row.label, names=names)
            return guide._replace(due=question, lines=())
        number = row.cells[place[1]].number
        question = _("{name}, {row}: how many points?").format(row=row.label, name=name)
        if number is not None:
            question += " " + _("There it says {number}.").format(number=number)
        return guide._replace(due=question, lines=())
