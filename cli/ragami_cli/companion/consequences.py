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
    from ragami.referee.whatif import tried
    from ragami.table.recording import Refused

    try:
        after = tried(recording, [draft]).replay
    except Refused:
        return  # it will not be written: what is wrong with it is said there
    wrong = after.error
    if wrong is None or wrong == recording.replay.error:
        return
    yield after.game.words.say(wrong, language)
    cut_off = sum(1 for _event in after.history.standing(wrong.seq or 0))
    if cut_off:
        text = ngettext(
            "If this is written, the game breaks off there: {n} event after it counts no more"
            " until that is put right.",
            "If this is written, the game breaks off there: {n} events after it count no more"
            " until that is put right.",
            cut_off,
        )
        yield text.format(n=cut_off)
