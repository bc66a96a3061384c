"""What a game is: one frozen object with a small core, and capabilities that it may have or lack.

The core is what everything stands on: the events with their checks and applies, the first state,
the position, the outcome, who sits where, how a state is shown, the rulebook and the words. All
else is a capability (`ragami.game.capabilities`): asked for by `get` or `need`, loaded when it is
asked for, and often with a default that works from the core alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec import Struct

from ragami.errors import RagamiError
from ragami.findings import LOG_RULE, Breach, Breaches, Code, Finding, register
from ragami.game.capability import Capability, Loaded, State
from ragami.log.record import Codec, Upcaster, Versioned

if TYPE_CHECKING:
    from ragami.game.rulebook import Rulebook
    from ragami.game.speech import Words

Check = Callable[[State, Any], Breaches]
Apply = Callable[[State, Any, int], None]


class View(Protocol):
    """The state after record `seq` as `viewer` may see it (None: all that the log knows)."""

    def __call__(self, state: State, seq: int, viewer: str | None = None, /) -> dict[str, Any]: ...


class EventType(NamedTuple):
    """A type of event: its struct, what judges it and what carries it out.

    `check(state, event)` says all that is wrong, in the order of the rules, and changes nothing;
    `apply(state, event, seq)` changes the state and judges nothing (law 3). `upcasters[n]` turns
    the data of version n into that of version n + 1.
    """

    struct: type[Struct]
    check: Check
    apply: Apply
    version: int = 1
    upcasters: Mapping[int, Upcaster] = {}


class NothingHidden(Struct, frozen=True, gc=False):
    """The data of `revealed` in a game that hides nothing: there is no such record."""

    def __post_init__(self) -> None:
        raise ValueError("Nothing is hidden")  # `ragami.log.strict` knows it


class Position(NamedTuple):
    """Where a game is. `turn` counts through the whole game; `due` are the seats that owe a
    decision, none where it is nobody's or anybody's; `scores` are by seat.
    """

    round: int
    turn: int
    phase: str
    due: tuple[str, ...]
    scores: Mapping[str, int]


class Seating(NamedTuple):
    """Who plays: the players' names by seat, in the order of the seats, and the title."""

    names: Mapping[str, str]
    title: str | None


class MissingCapability(RagamiError):
    """A game was asked for something that it has not (exit code 2)."""

    def __init__(self, game: str, capability: Capability[Any]) -> None:
        super().__init__("no-capability", game=game, what=capability.what)
        self.capability = capability


@dataclass(frozen=True, eq=False, kw_only=True)
class GameDefinition:
    """A game. Pure: no clock, no chance, no file, no terminal (law 1).

    `events` by the name of their type; the first one opens a game. `outcome` is the `final` of a
    report, None while the game goes on. `remarks` are what a report says of every log of this kind
    (components that nobody has verified …), `codes` those of its findings that are its own; their
    texts are among its words. `log_rule` is the id of what the log itself forbids.
    `rounds` is how many it has at most, None where nothing ends it after a number of them.
    `words`, `rulebook` and the capabilities are the thing itself, or `module:name` of it, which is
    imported when somebody asks (law 10).
    """

    name: str
    events: Mapping[str, EventType]
    new_state: Callable[[], State]
    position: Callable[[State], Position]
    outcome: Callable[[State], dict[str, Any] | None]
    seating: Callable[[State], Seating]
    view: View
    words_at: Words | str
    rulebook_at: Rulebook | str
    remarks: Callable[[State], Iterable[Finding]] = lambda _state: ()
    # May a ruling on its rule let this very breach stand?
    lets_stand: Callable[[Breach], bool] = lambda breach: not breach.firm
    codes: Mapping[str, Code] = field(default_factory=dict)
    log_rule: str = LOG_RULE
    rounds: int | None = None
    # Are there rules to judge by? Not where the game is not installed.
    judged: bool = True
    offers: Mapping[Capability[Any], Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        register(self.codes)

    @cached_property
    def judges(self) -> Mapping[type[Any], tuple[Check, Apply]]:
        """By the struct of an event: its check and its apply."""
        return {one.struct: (one.check, one.apply) for one in self.events.values()}

    @cached_property
    def words(self) -> Words:
        """How the game is told."""
        words: Words = loaded(self.words_at)
        return words

    @cached_property
    def rulebook(self) -> Rulebook:
        """Its rules and rulings."""
        rulebook: Rulebook = loaded(self.rulebook_at)
        return rulebook

    @cached_property
    def codec(self) -> Codec:
        """What reads the records of this game."""
        from ragami.game.capabilities import ASSERTIONS, REVEALS  # noqa: PLC0415 (they know us)

        types = {
            name: Versioned(one.struct, one.version, one.upcasters)
            for name, one in self.events.items()
        }
        shared: dict[str, Capability[Any]] = {"asserted": ASSERTIONS, "revealed": REVEALS}
        for name, capability in shared.items():
            offered: Any = self.get(capability)
            if offered:
                types[name] = Versioned(offered.struct)
            elif capability is REVEALS and self.judged:
                types[name] = Versioned(NothingHidden)
        return Codec(types, self.log_rule)

    def get(self, capability: Capability[Loaded]) -> Loaded | None:
        """What the game offers of a capability, or its default; None where it has neither."""
        if capability not in self._loaded:
            offered = self.offers.get(capability)
            if offered is None and capability.default is not None:
                offered = loaded(capability.default)(self)
            self._loaded[capability] = loaded(offered)
        found: Loaded | None = self._loaded[capability]
        return found

    def need(self, capability: Capability[Loaded]) -> Loaded:
        """The same. Raises `MissingCapability` where the game has neither."""
        found = self.get(capability)
        if found is None:
            raise MissingCapability(self.name, capability)
        return found

    def is_reveal(self, data: Any) -> bool:
        """Is this the data of a record by which something becomes known?"""
        from ragami.game.capabilities import REVEALS  # noqa: PLC0415 (they know us)

        reveals = self.get(REVEALS)
        return reveals is not None and isinstance(data, reveals.struct)

    def has(self, capability: Capability[Any]) -> bool:
        """Does the game itself offer it?"""
        return capability in self.offers

    @cached_property
    def _loaded(self) -> dict[Capability[Any], Any]:
        return {}


def loaded(reference: Any) -> Any:
    """What `module:name` or `module` names; anything else is the thing itself."""
    if not isinstance(reference, str):
        return reference
    module, _, name = reference.partition(":")
    found = import_module(module)
    return getattr(found, name) if name else found
