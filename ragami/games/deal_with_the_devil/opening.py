"""Record 1: its seats, options and components. See `capabilities.Setup`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ragami.game.setup import DefaultSetup
from ragami.games.deal_with_the_devil.game import GAME
from ragami.games.deal_with_the_devil.words import OPTIONS
from ragami.language import LANGUAGES


class Setup(DefaultSetup):
    """Four seats, the nine options, and a set of cards."""

    def meaning(self, option: str) -> Mapping[str, Sequence[str]]:
        """Return the description of an option, and of its values where they need one."""
        return {
            language: [
                f"{name.split('=')[1]}: {description.text(language)}"
                if "=" in name
                else description.text(language)
                for name, description in OPTIONS.items()
                if name.split("=")[0] == option
            ]
            for language in LANGUAGES
        }


SETUP: Final = Setup.of(GAME)
