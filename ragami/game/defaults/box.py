"""The default box: a table is asked for every kind of component that the game has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ragami.findings import Finding
from ragami.game.capabilities import COMPONENTS
from ragami.game.definition import GameDefinition
from ragami.language import Language, translator


class DefaultBox:
    """See `capabilities.Box`."""

    left_open: Final[Mapping[str, Any]] = {}

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    @property
    def asked(self) -> Sequence[str]:
        components = self._game.get(COMPONENTS)
        return tuple(components.shipped) if components else ()

    def question(self, kind: str, usual: str, language: Language) -> str:
        _ = translator(language)
        sentence = _("{kind}: the name of one of your own; 'new' enters that of your box.")
        name = self._game.words.word(kind, language)
        question = sentence.format(kind=name[:1].upper() + name[1:])
        return question + " " + _("Enter: {usual}.").format(usual=usual)

    def stand_in(self, _kind: str, _name: str, _language: Language) -> str:
        return ""

    def rests_on(self, state: object, finding: Finding) -> tuple[str, str] | None:
        """Ask the components of the game, if they say what a refusal rests on."""
        rests_on = getattr(self._game.get(COMPONENTS), "rests_on", None)
        component: tuple[str, str] | None = rests_on(state, finding) if rests_on else None
        return component
