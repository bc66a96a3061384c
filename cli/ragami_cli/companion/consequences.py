"""What a record that changes what counts does to the game, said before it is written."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import ngettext
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ragami.language import Language
    from ragami.table.recording import Draft, Recording

CHANGES: Final = ("undone", "redone", "corrected", "ruled")
"""The records that let others read otherwise, or count no more."""


def consequences(recording: Recording, draft: Draft, language: Language) -> Iterator[str]:
    """Where the game would break, and what counts no more then; nothing where it goes on."""
    from ragami.referee.whatif import breaks_off

    there = breaks_off(recording, [draft])
    if there is None:
        return
    yield recording.replay.game.words.say(there.finding, language)
    if there.cut_off:
        text = ngettext(
            "If this is written, the game breaks off there: {n} event after it counts no more"
            " until that is put right.",
            "If this is written, the game breaks off there: {n} events after it count no more"
            " until that is put right.",
            there.cut_off,
        )
        yield text.format(n=there.cut_off)
