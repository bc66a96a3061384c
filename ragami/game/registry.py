"""The table of games: those that are installed, and what stands for one that is not.

A game comes in by the entry point `ragami.games`: its name, and `module:name` of its definition.
Ours are registered in the same way.
"""

from __future__ import annotations

import copyreg
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial, wraps
from time import time_ns
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import Struct, defstruct

from ragami.decoded import Data
from ragami.errors import BLAMES, RagamiError, reason_of
from ragami.findings import LOG_RULE, Breaches, Finding, breach
from ragami.game.capabilities import Capability
from ragami.game.definition import (
    EventType,
    GameDefinition,
    GameDoesNotLoad,
    GameFails,
    loaded,
)
from ragami.game.rulebook import RuleText
from ragami.game.state import Position, Seating
from ragami.language import LANGUAGES

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "ragami.games"
# Those that come with ragami need no look into the metadata of everything that is installed.
SHIPPED: Final[dict[str, str]] = {
    "ragami": "ragami.games.ragami.game:GAME",
    "deal-with-the-devil": "ragami.games.deal_with_the_devil.game:GAME",
    "tournament": "ragami.games.tournament.game:GAME",
    "dice-forge": "ragami.games.dice_forge.game:GAME",
    "scores": "ragami.games.scores.game:GAME",
}

LOADED_AT: Final = {"": time_ns()}
"""When the house ("") and each game were loaded: a source that changed later is not what runs."""


CORE: Final = (
    "new_state",
    "position",
    "final",
    "seating",
    "view",
    "remarks",
    "lets_stand",
    "take_ruling",
    "plays",
)
"""The functions of a definition that are called while a log is read."""


class UnknownGame(RagamiError):
    """A game that is not installed (exit code 3)."""

    def __init__(self, name: str) -> None:
        from difflib import get_close_matches  # noqa: PLC0415 (law 10)

        near = ", ".join(get_close_matches(name, installed())) or ", ".join(installed())
        super().__init__("game-not-installed", game=name, nearest=near)


@cache
def installed() -> tuple[str, ...]:
    """Return the names of all games that are installed, ours first. Nothing is loaded."""
    return (*SHIPPED, *(name for name in sorted(brought_in()) if name not in SHIPPED))


@cache
def brought_in() -> Mapping[str, EntryPoint]:
    """Return the entry points by which other packages bring games, by the names of the games."""
    return by_name_of(GROUP, SHIPPED)[0]


def by_name_of(
    group: str, ours: Iterable[str]
) -> tuple[Mapping[str, EntryPoint], tuple[RagamiError, ...]]:
    """Return the entry points of a group by their names, and an error for each that is left out.

    A name is that of ours, else of the first package on the path; capitals make no other name.
    """
    holders = dict.fromkeys(ours, "ragami")
    first: dict[str, EntryPoint] = {}
    problems = []
    for entry in entries(group):
        package = brought_by(entry)
        holder = holders.setdefault(entry.name.lower(), package)
        if holder == package:
            first.setdefault(entry.name, entry)
        else:
            facts = {"distribution": package, "name": entry.name, "holder": holder}
            problems.append(RagamiError("name-taken", **facts))
    return first, tuple(problems)


def entries(group: str) -> list[EntryPoint]:
    """Return the entry points of a group, without those of packages whose table cannot be read."""
    from importlib.metadata import distributions, entry_points  # noqa: PLC0415 (slow to load)

    try:
        return list(entry_points(group=group))
    except Exception:  # noqa: BLE001 (one of all the packages that are installed: which one?)
        readable: list[EntryPoint] = []
        for package in distributions():
            with suppress(Exception):
                readable += package.entry_points.select(group=group)
        return readable


@cache
def left_out() -> tuple[RagamiError, ...]:
    """Return what is wrong with packages whose table cannot be read, or whose name is taken."""
    return unreadable() + by_name_of(GROUP, SHIPPED)[1]


def unreadable() -> tuple[RagamiError, ...]:
    """Return what is wrong with the packages whose table cannot be read."""
    from importlib.metadata import distributions  # noqa: PLC0415 (slow to load)

    problems = []
    for package in distributions():
        try:
            package.entry_points  # noqa: B018 (it is read here)
        except Exception as problem:  # noqa: BLE001 (one of all the packages that are installed)
            facts = {"distribution": package.name, "reason": reason_of(problem)}
            problems.append(RagamiError("package-unreadable", **facts))
    return tuple(problems)


def brought_by(entry: EntryPoint) -> str:
    """Return the name of the package that brings something, or of its module."""
    named = entry.dist.name if entry.dist else None
    return named or entry.value.partition(":")[0]


def name_as_installed(typed: str) -> str:
    """Return the name of the installed game that somebody means; else what was typed, as a name."""
    word = "-".join(typed.lower().split())
    return next((name for name in installed() if name.lower() == word), word)


def is_installed(name: str) -> bool:
    """Return whether a game of this name is installed, even if it does not load."""
    return name in SHIPPED or name in brought_in()


@cache
def game_named(name: str) -> GameDefinition:
    """Return an installed game. Raises `UnknownGame` and `GameDoesNotLoad`."""
    if not is_installed(name):
        raise UnknownGame(name)
    if module_of(name) not in sys.modules or name not in LOADED_AT:
        LOADED_AT[name] = time_ns()
    if name in SHIPPED:
        game: GameDefinition = loaded(SHIPPED[name])
        return game
    return _load(brought_in()[name])


def module_of(name: str) -> str:
    """Return the module with the definition of an installed game, or of one that is being tried."""
    place: str | GameDefinition = SHIPPED[name] if name in SHIPPED else brought_in()[name].value
    if not isinstance(place, str):
        return place.new_state.__module__
    return place.partition(":")[0].strip()


def by_name(name: str) -> GameDefinition:
    """Return an installed game, or what stands for one that is not. Raises `GameDoesNotLoad`."""
    return game_named(name) if is_installed(name) else not_installed(name)


def _pickled(game: GameDefinition) -> tuple[Any, ...]:
    """Pickle the name alone: an error that has its game comes from a worker."""
    return by_name, (game.name,)


copyreg.pickle(GameDefinition, _pickled)


def _load(entry: EntryPoint) -> GameDefinition:
    """Return the game of another package. Raises `GameDoesNotLoad`, whatever happens in there."""
    module = entry.value.partition(":")[0]

    def wrong(reason: str) -> GameDoesNotLoad:
        return GameDoesNotLoad(entry.name, brought_by(entry), module, reason)

    try:
        game = entry.load()
        if isinstance(game, GameDefinition) and game.name == entry.name:
            game.codec, game.new_state()
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        raise wrong(reason_of(problem)) from problem
    if not isinstance(game, GameDefinition):
        raise wrong(f"{entry.value} is no GameDefinition")
    if game.name != entry.name:
        raise wrong(f"{entry.value} is the game '{game.name}'")
    try:
        wrapped = _named(entry, game)
    except Exception as problem:
        raise wrong(reason_of(problem)) from problem
    BLAMES[module.partition(".")[0]] = partial(GameFails, game.name, brought_by(entry))
    return wrapped


def _named(brings: EntryPoint, game: GameDefinition) -> GameDefinition:
    """Return a game of another package, whose errors name the package and what fails in it."""

    def named(called: Callable[..., object], name: str) -> Callable[..., Any]:
        @wraps(called)
        def calling(*arguments: object) -> Any:
            try:
                return called(*arguments)
            except RagamiError:
                raise
            except (Exception, SystemExit) as problem:
                reason = reason_of(problem)
                raise GameFails(game.name, brought_by(brings), name, reason) from problem

        return calling

    events = {
        type_: entry._replace(check=named(entry.check, type_), apply=named(entry.apply, type_))
        for type_, entry in game.events.items()
    }
    # A class stays what it is: a state says its own choices.
    core: Data = {
        name: named(there, name)
        for name in CORE
        if (there := getattr(game, name)) and not isinstance(there, type)
    }
    return replace(game, events=events, **core)


def loadable(able: Capability[Any] | None = None) -> list[GameDefinition]:
    """Load all installed games, without those that do not load; `broken` says which these are.

    With `able` only the games that have this.
    """
    games = [game_named(name) for name in installed() if name not in broken()]
    return [game for game in games if able is None or game.get(able)]


@cache
def broken() -> Mapping[str, GameDoesNotLoad]:
    """Return the games that are installed and do not load, by name, each with what is wrong.

    Here all of their parts are loaded, which else are loaded when somebody asks for them.
    """
    problems = {}
    for name in brought_in().keys() - SHIPPED.keys():
        try:
            game = game_named(name)
            _parts = game.words, game.rulebook, *map(game.get, game.offers)
        except GameDoesNotLoad as problem:
            problems[name] = problem
    return dict(sorted(problems.items()))


def forget() -> None:
    """Forget what was looked up: packages may have been installed or removed meanwhile."""
    for looked_up in (installed, brought_in, left_out, game_named, broken, untold):
        looked_up.cache_clear()
    BLAMES.clear()


class GameRegistry(Mapping[str, GameDefinition]):
    """All games that can be played here by their names; each is loaded when it is looked up.

    `broken` has those that are installed and do not load, each with its error.
    """

    def __getitem__(self, name: str) -> GameDefinition:
        """Load a game. Raise `UnknownGame` or `GameDoesNotLoad`."""
        return game_named(name)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and is_installed(name) and name not in broken()

    def __iter__(self) -> Iterator[str]:
        return (name for name in installed() if name not in broken())

    def __len__(self) -> int:
        return len(installed()) - len(broken())

    @property
    def broken(self) -> Mapping[str, GameDoesNotLoad]:
        """The games that do not load, by name."""
        return broken()

    def __repr__(self) -> str:
        return f"<games: {', '.join(self)}>"


def games() -> GameRegistry:
    """Return the games that are installed, by name, ours first.

    >>> "ragami" in games()
    True
    >>> games()["ragami"].name
    'ragami'
    """
    return GameRegistry()


# --- what stands for a game that is not there -----------------------------------------------


class UnknownState(NamedTuple):
    """The state of a game whose rules nobody here knows."""


@cache
def not_installed(name: str) -> GameDefinition:
    """Return what stands for a game that is not there: logs are shown as records, not judged."""
    return _stand_in(name)


@cache
def untold() -> GameDefinition:
    """Return the definition for a log whose first record names no game: its own rule forbids it.

    No event of an installed game may come before that record; unknown records are kept.
    """
    from ragami.game.words import Templates  # noqa: PLC0415 (law 10)

    first, *further = loadable()
    types = dict.fromkeys(name for game in further for name in game.events)
    unknown = {name: EventType(_anything(name), _not_opened, _never) for name in types}
    events = {**first.events, **(unknown | dict(first.events))}
    return replace(first, events=events, words_at=Templates(untold, {"en": {}, "es": {}}))


def _anything(name: str) -> type[Struct]:
    """Return the data of a type of event where it cannot stand, whatever it is."""
    return defstruct(name, [], frozen=True)


def _not_opened(_state: object, _event: object) -> Breaches:
    return [breach(LOG_RULE, None, problem="not-opened")]


def _never(_state: object, _event: object, _seq: int) -> None:
    """Change nothing: the event is of an unknown kind."""


def _nothing_seen(_state: object, seq: int, viewer: str | None = None) -> Data:
    return {"seq": seq}


def _stand_in(name: str) -> GameDefinition:
    unknown = Finding("unknown-game", seq=1, line=1, facts={"game": name})
    return GameDefinition(
        name=name,
        events={},
        judged=False,
        remarks=lambda _state: (unknown,),
        new_state=UnknownState,
        position=lambda _state: Position(0, 0, "", (), {}),
        final=lambda _state: None,
        seating=lambda _state: Seating({}, None),
        view=_nothing_seen,
        words_at="ragami.game.words:NO_WORDS",
        rulebook_at="ragami.game.rulebook:EMPTY",
    )


class GameInstalled(Struct, frozen=True):
    """A game, and how many rules and rulings it has.

    How many play is 0 where nobody is asked for when it is opened. `hidden`: players do not see
    everything; `chance`: dice or cards decide something; `simultaneous`: several decide at once.
    """

    game: str
    rules: int
    title: RuleText
    least: int
    most: int
    hidden: bool
    chance: bool
    simultaneous: bool


def game_installed(game: GameDefinition) -> GameInstalled:
    """Describe a game to programs."""
    title = RuleText(**{language: game.called(language) for language in LANGUAGES})
    rules = len(game.rulebook.rules())
    likes = (game.hidden, bool(game.chance), game.simultaneous)
    return GameInstalled(game.name, rules, title, *game.players, *likes)


class PackageBegun(Struct, frozen=True):
    """The beginning of a package with a game: its files, by their path in its folder."""

    game: str
    folder: str
    files: list[str]
