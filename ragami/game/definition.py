"""The definition of a game: a frozen object with a small core, and optional capabilities.

The core is what everything stands on: the events with their checks and applies, the first state,
the position, the result, the seating, the view, the rulebook and the words. All else is a
capability (`ragami.game.capabilities`): requested by `get` or `need`, loaded on first request, and
often with a default that works from the core alone.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import InitVar, dataclass, field
from functools import cached_property
from importlib import import_module
from operator import attrgetter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol

from msgspec import Struct

from ragami.decoded import AnyEvent, Data, Fields, type_name
from ragami.errors import RagamiError, reason_of
from ragami.findings import LOG_RULE, Breach, Breaches, Code, Finding, register
from ragami.game import state
from ragami.game.capabilities import (
    ASSERTIONS,
    CHOICES,
    DRAWING,
    NOTATION,
    REVEALS,
    SETUP,
    SNAPSHOTS,
    VISIBILITY,
    Capability,
    Loaded,
)
from ragami.game.state import Position, Seating
from ragami.language import Language, capital, translator
from ragami.log.codec import Codec, Upcaster, Versioned
from ragami.messages import plain, who_sits

if TYPE_CHECKING:
    from ragami.catalogue import Both
    from ragami.draw.panels import Page
    from ragami.game.rulebook import Rulebook
    from ragami.game.texts import Words
    from ragami.notation.forms import Forms

if TYPE_CHECKING:  # a game that says nothing of its state may have any
    from typing_extensions import TypeVar

    S = TypeVar("S", default=Any)
    S_contra = TypeVar("S_contra", default=Any, contravariant=True)
else:
    from typing import TypeVar

    S = TypeVar("S")
    S_contra = TypeVar("S_contra", contravariant=True)

Check = Callable[[S, AnyEvent], Breaches]
Apply = Callable[[S, AnyEvent, int], None]


class View(Protocol[S_contra]):
    """The state after record `seq` as `viewer` may see it (None: all that the log knows)."""

    def __call__(self, state: S_contra, seq: int, viewer: str | None = None, /) -> Data: ...


class GameTexts(Protocol):
    """The rules and the words of a game in one: see `ragami.game.words.Texts`."""

    def rulebook(self) -> Rulebook: ...
    def words(self, game: Callable[[], GameDefinition], /) -> Words: ...


class EventType(NamedTuple, Generic[S]):
    """A type of event: its struct, what judges it and what carries it out.

    `check(state, event)` says all that is wrong, in the order of the rules, and changes nothing;
    `apply(state, event, seq)` changes the state and judges nothing (law 3). `upcasters[n]` turns
    the data of version n into that of version n + 1.
    """

    struct: type[Struct]
    check: Check[S]
    apply: Apply[S]
    version: int = 1
    upcasters: Mapping[int, Upcaster] = {}


def types_by_name(
    judges: Mapping[type[Any], tuple[Check[S], Apply[S]]],
    upcasters: Mapping[type[Any], Mapping[int, Upcaster]] | None = None,
) -> dict[str, EventType[S]]:
    """Return the types of a game by name, from what judges and carries out each struct.

    `upcasters` are those of each type that has had fields less: its version is the one after them.
    """
    lifted = upcasters or {}
    return {
        type_name(struct): EventType(
            struct, check, apply, len(lifted.get(struct, ())) + 1, lifted.get(struct, {})
        )
        for struct, (check, apply) in judges.items()
    }


class NothingHidden(Struct, frozen=True, gc=False):
    """The data of `revealed` in a game that hides nothing: there is no such record."""

    def __post_init__(self) -> None:
        raise ValueError("Nothing is hidden")  # `ragami.log.strict` knows it


class MissingCapability(RagamiError):
    """A game was asked for something that it has not (exit code 2)."""

    def __init__(self, game: str, capability: Capability[Any]) -> None:
        super().__init__("no-capability", game=game, what=capability.what)
        self.capability = capability

    def say(self, language: Language) -> str:
        """Say it, with the name of the capability in the language of the sentence."""
        words = {**self.facts, "what": translator(language)(self.capability.what)}
        return f"{self.kind.says(language)} {self.kind.remedy(language)}".format_map(words)


class GameDoesNotLoad(RagamiError):
    """The package that brings a game cannot be imported, or holds no such game (exit code 3)."""

    def __init__(self, game: str, distribution: str, module: str, reason: str) -> None:
        facts = {"game": game, "distribution": distribution, "module": module, "reason": reason}
        super().__init__("game-does-not-load", **facts)


class GameFails(RagamiError):
    """The package that brings a game fails at an event or in a function (exit code 3)."""

    def __init__(self, game: str, distribution: str, event: str, reason: str) -> None:
        facts = {"game": game, "distribution": distribution, "event": event, "reason": reason}
        super().__init__("game-fails", **facts)


def _no_remarks(_state: object) -> Iterable[Finding]:
    return ()


def _unless_firm(breach: Breach) -> bool:
    return not breach.firm


@dataclass(frozen=True, eq=False, kw_only=True)
class GameDefinition(Generic[S]):
    """A game, by the type of its state. Pure: no clock, no chance, no file, no terminal (law 1).

    `title` is what it is called. `chance`: dice or cards decide something, or the types of
    event that they decide, which the house draws for its bots; `simultaneous`: several decide at
    once. Whether it hides something and how many play, its events say.
    `events` by the name of their type; the first one opens a game. `final` is the result in a
    report, None while the game goes on. Where the state is a `ragami.game.state.GameState`,
    `position`, `final`, `seating` and `view` follow from it.
    `remarks` are what a report says of every log of this kind (components that nobody has verified
    …), `codes` those of its findings that are its own; their texts are among its words. `log_rule`
    is the id of what the log itself forbids.
    `plays` gives the name of the game that is played, where a log may be of any game.
    `rounds` is how many it has at most, None where nothing ends it after a number of them.
    `words`, `rulebook` and the capabilities are the thing itself, or `module:name` of it, which is
    imported when somebody asks (law 10); `texts` stand for both of the first.
    """

    name: str
    events: Mapping[str, EventType[S]]
    new_state: Callable[[], S]
    title: Both | None = None
    chance: bool | tuple[str, ...] = False
    simultaneous: bool = False
    position: Callable[[S], Position] = state.position
    final: Callable[[S], Data | None] = state.final
    seating: Callable[[S], Seating] = state.seating
    view: View[S] = state.view
    texts: GameTexts | str | None = None
    words_at: Words | str | None = None
    rulebook_at: Rulebook | str | None = None
    remarks: Callable[[S], Iterable[Finding]] = _no_remarks
    # Tells if a ruling on the rule lets a breach of it stand.
    lets_stand: Callable[[Breach], bool] = _unless_firm
    # What the rules that a ruling waives for an event change on the table when it stands.
    take_ruling: Callable[[S, AnyEvent, Collection[str]], None] | None = None
    codes: Mapping[str, Code] = field(default_factory=dict)
    log_rule: str = LOG_RULE
    plays: Callable[[S], str | None] | None = None
    rounds: int | None = None
    # False where there are no rules to judge by: the game is not installed.
    judged: bool = True
    offers: Mapping[Capability[Any], Any] = field(default_factory=dict)
    # What `final` was called in 0.2.
    outcome: InitVar[Callable[[S], Data | None] | None] = None

    def __post_init__(self, outcome: Callable[[S], Data | None] | None) -> None:
        register(self.codes)
        if outcome is not None:
            object.__setattr__(self, "final", outcome)

    @cached_property
    def judges(self) -> Mapping[type[Any], tuple[Check[S], Apply[S]]]:
        """The check and the apply of each type of event, by its struct."""
        return {entry.struct: (entry.check, entry.apply) for entry in self.events.values()}

    @cached_property
    def words(self) -> Words:
        """The words of the game."""
        if self.words_at is None and self.texts is not None:
            texts: GameTexts = self._part(self.texts)
            return texts.words(lambda: self)
        words: Words = self._part(self.words_at or "ragami.game.words:NO_WORDS")
        return words

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules and rulings of the game."""
        if self.rulebook_at is None and self.texts is not None:
            texts: GameTexts = self._part(self.texts)
            return texts.rulebook()
        rulebook: Rulebook = self._part(self.rulebook_at or "ragami.game.rulebook:EMPTY")
        return rulebook

    @cached_property
    def players(self) -> tuple[int, int]:
        """The least and the most players; (0, 0) where nobody is asked for when it is opened."""
        setup = self.get(SETUP)
        if setup is None:
            return 0, 0
        return setup.least, getattr(setup, "most", len(setup.seats))

    @cached_property
    def hidden(self) -> bool:
        """True if something is hidden from some of the players."""
        return bool(getattr(self.need(VISIBILITY), "hides", True))

    @cached_property
    def at_any_time(self) -> frozenset[str]:
        """The types of events that may come at any time, whatever the game waits for."""
        return frozenset(getattr(self.get(CHOICES), "AT_ANY_TIME", ()))

    @cached_property
    def forms(self) -> Forms | None:
        """The forms of its lines; None where its notation has none."""
        return getattr(self.get(NOTATION), "forms", None)

    def copy_of(self, state: S) -> S:
        """Return a copy of a state that may be changed."""
        snapshots = self.need(SNAPSHOTS)
        copy: S = snapshots.unpack(snapshots.pack(state), state)
        return copy

    def called(self, language: Language) -> str:
        """Return the title of the game in words: `Liar's Dice`."""
        if self.title:
            return self.title.text(language)
        name = self.words.word(self.name, language)
        return capital(name)

    def is_word(self, seat: str, language: Language) -> bool:
        """Return True if a seat has a word of its own (Yellow), and is no id made from a name."""
        return self.words.word(seat, language) != seat.replace("_", " ")

    def people(self, state: S, language: Language) -> dict[str, str]:
        """Return the names of who sits at the seats that have no word of their own."""
        return self.called_by_name(self.seating(state).names, language)

    def called_by_name(self, names: Mapping[str, str], language: Language) -> dict[str, str]:
        """Return the names of the seats that have no word, but where two are called the same."""
        alike = Counter(names.values())
        return {
            seat: plain(name)
            for seat, name in names.items()
            if name and alike[name] == 1 and not self.is_word(seat, language)
        }

    def player(self, seat: str, name: str, language: Language) -> str:
        """Name a seat with who sits there: `Red · Ana`; by the name alone where both are alike."""
        return who_sits(self.words.word(seat, language), name)

    def points(self, amount: int) -> str:
        """Return a score as people read it; the words of a game may say it otherwise."""
        say: Callable[[int], str] = getattr(self.words, "points", str)
        return say(amount)

    def result(self, final: Fields, state: S, language: Language) -> str:
        """Return the result in a line, with the names of who sits there."""
        return self.named_result(final, self.seating(state).names, language)

    def named_result(self, final: Fields, names: Mapping[str, str], language: Language) -> str:
        """Return the result in a line. A seat without a word is told by who sits there.

        The words are given who sits at the others as `names`.
        """
        people = self.called_by_name(names, language)
        seated = {seat: name for seat, name in names.items() if self.is_word(seat, language)}
        named = {**final, "names": seated}
        if people:
            scores = final.get("players", {}).items()
            named["players"] = {people.get(seat, seat): won for seat, won in scores}
            named["winners"] = [people.get(seat, seat) for seat in final.get("winners", ())]
        return self.words.result(named, language)

    @cached_property
    def codec(self) -> Codec:
        """The codec that reads the records of this game."""
        types = {
            name: Versioned(entry.struct, entry.version, entry.upcasters)
            for name, entry in self.events.items()
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
        """Return a capability of the game, or its default; None if it has neither."""
        if capability not in self._loaded:
            offered = self.offers.get(capability)
            if offered is None and capability.default is not None:
                offered = loaded(capability.default)(self)
            part = self._part(offered)
            if capability.name == "choices" and hasattr(part, "legal"):
                part = _with_choices(part, self.name)
            self._loaded[capability] = part
        loaded_part: Loaded | None = self._loaded[capability]
        return loaded_part

    def need(self, capability: Capability[Loaded]) -> Loaded:
        """Return a capability or its default. Raise `MissingCapability` if there is neither."""
        part = self.get(capability)
        if part is None:
            raise MissingCapability(self.name, capability)
        return part

    def is_reveal(self, data: object) -> bool:
        """Return True if this is the data of a record that reveals something."""
        reveals = self.get(REVEALS)
        return reveals is not None and isinstance(data, reveals.struct)

    def picture(self, state: S, seq: int, viewer: str | None, page: Page) -> str:
        """Draw the state after record `seq` with characters, as a viewer may see it."""
        names, view = self.seating(state).names, self.view(state, seq, viewer)
        return self.need(DRAWING).picture(state, view, names, page)

    def has(self, capability: Capability[Any]) -> bool:
        """Return True if the game itself has the capability."""
        return capability in self.offers

    def _part(self, reference: object) -> Any:
        """Load a part of the game. Raises `GameDoesNotLoad` where a stranger's does not."""
        try:
            return loaded(reference)
        except Exception as problem:
            module = str(reference).partition(":")[0]
            if isinstance(problem, RagamiError) or module.startswith("ragami."):
                raise
            package = module.partition(".")[0]
            raise GameDoesNotLoad(self.name, package, module, reason_of(problem)) from problem

    @cached_property
    def _loaded(self) -> dict[Capability[Any], Any]:
        return {}


def _with_choices(part: Any, game: str) -> Any:
    """Return the `CHOICES` of a game of 0.2, which had `legal` for `choices`."""
    text = f"{game}: what CHOICES offers is called 'choices', and no longer 'legal'"
    warnings.warn(text, DeprecationWarning, stacklevel=3)
    parts = {name: getattr(part, name) for name in dir(part) if not name.startswith("_")}
    return SimpleNamespace(**{"choices": part.legal, **parts})


def loaded(reference: object) -> Any:
    """Return the object that `module:name` or `module` names; anything but a string as it is."""
    if not isinstance(reference, str):
        return reference
    module, _, name = reference.partition(":")
    imported = import_module(module)
    return attrgetter(name)(imported) if name else imported
