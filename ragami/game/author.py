"""Everything from which a game is written, in one place: see `docs/adding-a-game.md`."""

from ragami.catalogue import Both
from ragami.findings import Breaches, breach
from ragami.game.capabilities import (
    CHANCE,
    CHOICES,
    CHOOSE,
    COMPONENTS,
    FORMS,
    PANELS,
    SETUP,
    STATISTICS,
)
from ragami.game.choices.choice import BotChoice, Choice, Move, Several, Written
from ragami.game.definition import EventType, GameDefinition
from ragami.game.event import Event, Title, accepted, event_types
from ragami.game.opening import option
from ragami.game.state import BySeat, GameState, Position, Seating
from ragami.game.texts import rule, text
from ragami.game.visibility import name_of, own, seen_by, wording
from ragami.game.words import ShippedTexts, Texts
from ragami.notation.forms import Form

__all__ = [
    "CHANCE",
    "CHOICES",
    "CHOOSE",
    "COMPONENTS",
    "FORMS",
    "PANELS",
    "SETUP",
    "STATISTICS",
    "BotChoice",
    "Both",
    "Breaches",
    "BySeat",
    "Choice",
    "Event",
    "EventType",
    "Form",
    "GameDefinition",
    "GameState",
    "Move",
    "Position",
    "Seating",
    "Several",
    "ShippedTexts",
    "Texts",
    "Title",
    "Written",
    "accepted",
    "breach",
    "event_types",
    "name_of",
    "option",
    "own",
    "rule",
    "seen_by",
    "text",
    "wording",
]
