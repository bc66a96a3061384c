"""The board, the deck and the dice that ship, immutable for ever, and those of a record."""

from __future__ import annotations

from functools import cache, partial

import msgspec

from ragami.catalogue import shipped as data_file
from ragami.findings import Breaches, breach
from ragami.games.ragami.components import BoardFile, DeckFile, DiceFile, faults
from ragami.games.ragami.events import Components
from ragami.games.ragami.rules.board import Board

read = partial(data_file, "ragami.games.ragami")
SHIPPED = {"board": ("city-1",), "deck": ("deck-1",), "dice": ("dice-1",)}


@cache
def board(name: str) -> Board:
    """Return a board that ships. Raises `FileNotFoundError` for another name."""
    return Board(msgspec.json.decode(read(f"{name}.json"), type=BoardFile))


@cache
def deck(name: str) -> DeckFile:
    return msgspec.json.decode(read(f"{name}.json"), type=DeckFile)


@cache
def dice(name: str) -> DiceFile:
    return msgspec.json.decode(read(f"{name}.json"), type=DiceFile)


def load(components: Components) -> tuple[Board, DeckFile, DiceFile]:
    """Return the components of a game in which `check_components` finds nothing."""
    return (
        board(components.board) if isinstance(components.board, str) else Board(components.board),
        deck(components.deck) if isinstance(components.deck, str) else components.deck,
        dice(components.dice) if isinstance(components.dice, str) else components.dice,
    )


def check_components(components: Components) -> Breaches:
    """Check that names ship, and that components can be played with (R-LOG-01)."""
    breaches: Breaches = []
    chosen = (components.board, components.deck, components.dice)
    for (kind, names), component in zip(SHIPPED.items(), chosen, strict=True):
        if isinstance(component, str):
            if component not in names:
                facts = {"component": kind, "found": component, "instead": list(names)}
                breaches.append(breach("R-LOG-01", **facts))
        else:
            head = {"component": kind, "name": component.name}
            breaches += [breach("R-LOG-01", None, **head | fault) for fault in faults(component)]
    return breaches
