"""The capabilities of a game beside its core: the interface and the default of each.

A capability is requested by its token: `game.get(CHOICES)` returns the game's, or None;
`game.need(CHOICES)` raises `MissingCapability`, which says it in a sentence (exit code 2). Where a
token names a default, a game without a capability of its own has that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeVar

from ragami.decoded import AnyEvent, Data, Fields, State
from ragami.errors import N_

if TYPE_CHECKING:
    from ragami.draw.panels import Page, Panel
    from ragami.findings import Finding
    from ragami.game.accounts import Assertions
    from ragami.game.chance import Chance, Luck
    from ragami.game.choices.choice import Choice, Choose
    from ragami.game.components.inspection import Inspection
    from ragami.game.components.pieces import Pieces
    from ragami.game.gathering import Gathering, Links
    from ragami.game.hidden_information import Deduction, Reveals
    from ragami.game.labels import Labels
    from ragami.game.opening import Setting, Value
    from ragami.game.page_content import Gain, PageContent
    from ragami.game.state import Ranking
    from ragami.game.statistics import Statistics
    from ragami.game.visibility import Visibility
    from ragami.language import Language
    from ragami.notation.forms import Form
    from ragami.notation.protocol import Notation


Loaded = TypeVar("Loaded")


@dataclass(frozen=True)
class Capability(Generic[Loaded]):
    """The token of a capability; `what` is its name in a message.

    `default` is where a game without it finds what works from the core alone: `module:name` of
    something that is called with the definition, and may itself give None.
    """

    name: str
    what: str
    default: str | None = None


# --- what may be done ----------------------------------------------------------------------


class Choices(Protocol):
    """The legal choices."""

    def choices(self, state: State) -> Sequence[Choice]:
        """Return the legal choices; empty when the game is over."""


class Guide(NamedTuple):
    """The next step for the people at the table: place in the game, task, and hints.

    `seat` is who has to do it, None where nobody, anybody or several have to. `lines` can be typed
    now: the house works them out.
    """

    step: str
    due: str
    hints: tuple[str, ...] = ()
    seat: str | None = None
    lines: tuple[str, ...] = ()


class Guidance(Protocol):
    """The game explained while it is played."""

    def guide(self, state: State, language: Language) -> Guide:
        """Return the next step."""

    def warning(self, state: State, event: AnyEvent, language: Language) -> str | None:
        """Return a warning of what the table could not undo after an event, else None."""


class Bot(Protocol):
    """Players of our own."""

    def play(
        self,
        players: int,
        seed: int,
        chosen: Mapping[str, Value] | None = None,
        *,
        hidden: bool = False,
    ) -> Iterable[tuple[str, AnyEvent]]:
        """Return a complete legal game: its events as (type, data), the same for the same seed.

        `chosen` is what the table agrees on, None: whatever comes to the bots' minds. With
        `hidden` the log knows no more of what is hidden than one of the players does, or nobody.
        """


# --- before record 1 -----------------------------------------------------------------------


class Setup(Protocol):
    """The opening of a game: its seats, and the settings to agree on."""

    # The seats that there are, and how many of them have to be taken at least. With `most` no more
    # than that may be taken; without it all.
    seats: tuple[str, ...]
    least: int

    @property
    def components(self) -> Mapping[str, tuple[str, ...]]:
        """Return the kinds of components, each with the names that ship, the usual one first."""

    def settings(self) -> Sequence[Setting]:
        """Return everything that can be agreed on."""

    def still_to_say(self, seats: Iterable[str], chosen: Mapping[str, Value]) -> Sequence[Setting]:
        """Return the settings that are still needed with these seats and choices."""

    def data(
        self,
        title: str | None,
        players: Sequence[tuple[str, str]],
        chosen: Mapping[str, Value],
        components: Fields,
    ) -> Data:
        """Return the data of record 1, unjudged; `players` are (seat, name) clockwise.

        A component is a name or the whole object; what is not given is the usual one.
        """

    def agreed(self, opened: AnyEvent) -> Mapping[str, Value | None]:
        """Return the options and components played with; empty where record 1 is no opening."""

    def under(self, opened: AnyEvent, chosen: Mapping[str, Value]) -> AnyEvent:
        """Return the event of record 1 as it would be if the table had agreed on this."""


class Prompt(NamedTuple):
    """A question of a dialogue: words before it, the prompt, and the meaning of an empty answer.

    `again`: the last answer could not be used; the words say why, and there is nothing to take
    back.
    """

    words: list[str]
    prompt: str
    usual: str
    again: bool = False


Dialogue = Generator[Prompt, str, Data]


class Components(Protocol):
    """The components a table brings: boards, decks, dice. The ones that ship never change.

    Record 1 names each, or holds it whole, in its `components`, by kind.
    """

    # The kinds, each with the names that ship; the first one is the usual one.
    shipped: Mapping[str, tuple[str, ...]]

    def read(self, kind: str, name: str) -> bytes:
        """Return the file of a component that ships. Raises `KeyError`."""

    def inspect(self, content: bytes) -> Inspection:
        """Return all that is wrong with a file that should hold a component."""

    def say(self, finding: Finding, language: Language) -> str:
        """Return a finding about a component in words."""

    def picture(self, component: Any, page: Page) -> str | None:
        """Return a component in characters; None for one that there is no picture of."""

    def svg(self, component: Any, language: Language) -> str | None:
        """Return a component as SVG."""

    def dialogue(self, kind: str, name: str, language: Language) -> Dialogue:
        """Return the questions that lead through entering one."""


class Box(Protocol):
    """A printed game beside what ships: what a table is asked for, and what nobody has verified."""

    @property
    def asked(self) -> Sequence[str]:
        """The kinds of components that are asked for when a game is opened."""

    @property
    def left_open(self) -> Fields:
        """The components of a real box, by kind, that leave open what nobody has counted."""

    def question(self, kind: str, usual: str, language: Language) -> str:
        """Return the question for a kind; an empty answer means `usual`, and `new` enters one."""

    def stand_in(self, kind: str, name: str, language: Language) -> str:
        """Return the caveat about a shipped component; empty if it is the printed one."""

    def rests_on(self, state: State, finding: Finding) -> tuple[str, str] | None:
        """Return the kind and name of the unverified component that a refusal rests on."""


# --- how it is written and looked at -------------------------------------------------------


class Panels(Protocol):
    """The panels of a moment besides the standing, which the house draws.

    It may have a function `symbol(picture)` besides, which draws a symbol round the origin, within
    30 to each side (empty for one it has not); and `figures(view, language)` with columns of the
    standing besides the points, each a heading and a figure by seat.
    """

    def panels(
        self, state: State, view: Fields, names: Mapping[str, str], language: Language
    ) -> Sequence[Panel]:
        """Describe a moment: all that is shown stands in `view`. Empty where there is nothing yet.

        A table has the same panels with the same rows at every moment, by their names.
        """


class Gains(Protocol):
    """The sources of points in a game."""

    def sources(self, language: Language) -> Mapping[str, str]:
        """Name what points come from, by code, in the order to be shown in."""

    def gains(self, event: AnyEvent, before: Any, after: Any) -> Iterable[Gain]:
        """List what an event brought to whom: all of it, so that the gains add up to the scores.

        `before` and `after` are the moments as the game's `Narrator.look` gives them.
        """


class Drawing(Protocol):
    """Pictures of a moment.

    It may have a function `sheets(view, state, names, language, tall)` besides, which draws a
    moment on several pictures for paper, each at most so many times as high as wide.
    """

    def svg(
        self,
        view: Fields,
        state: State,
        names: Mapping[str, str],
        title: str | None,
        language: Language,
    ) -> str | None:
        """Return a moment drawn as SVG, from `view` alone; None while there is nothing to draw."""

    def picture(self, state: State, view: Fields, names: Mapping[str, str], page: Page) -> str:
        """Return a moment drawn with characters; all that is shown of it stands in `view`."""


class Pages(Protocol):
    """The game set out on a page."""

    def stage(
        self,
        state: State,
        names: Mapping[str, str],
        language: Language,
        keep: Callable[[str], str],
    ) -> PageContent | None:
        """Return the game set out on a page that replays it; None while there is nothing to draw.

        `keep` stores a shape once for the whole page, and gives back a reference to it.
        """


# --- over many accounts and many games -----------------------------------------------------


class Reconciliation(Protocol):
    """Two accounts of one game made one."""

    def join(self, first: AnyEvent, second: AnyEvent) -> AnyEvent | None:
        """Merge two records of the same event. Return None if they contradict each other."""

    def rivals(self, first: AnyEvent, second: AnyEvent) -> bool:
        """Return True if two contradicting events are records of the same action."""

    def opening(self, events: Sequence[AnyEvent], state: State) -> AnyEvent:
        """Return the first event as all of them together, which lead to `state`, show it to be."""


class Marked(NamedTuple):
    """The texts shown for scanning a mark: the name of the marked things, and instructions."""

    things: str
    photograph: str


class Host(NamedTuple):
    """A device that can play the app's part: its word, the meaning, and the options it implies.

    A `private` game keeps what the device deals apart from its log.
    """

    word: str
    meaning: str
    chosen: Mapping[str, Value]
    private: bool = False


class Hosting(NamedTuple):
    """The question whose device plays the app's part, and the answers, the usual one first."""

    question: str
    hosts: Sequence[Host]


class DeviceApp(Protocol):
    """A part of the game that a device plays: what is sent round in marked things.

    Whose mark is on which thing is kept apart from the log, and so is a `seed` (64 hexadecimal
    digits) of the table, from which the app's part follows. `folder` names the place for them on a
    device, `things` are those of a box, with the words of the game.
    """

    @property
    def folder(self) -> str: ...

    @property
    def things(self) -> Sequence[str]: ...

    def hosting(self, language: Language) -> Hosting:
        """Return the question whose device it is, asked when a game is opened."""

    def plays(self, state: State) -> bool:
        """Return True if the device still has something to do at this table."""

    def is_due(self, state: State) -> bool:
        """Tell whether the device has something to write now."""

    def does(self, state: State, language: Language) -> str:
        """Return what the device does when somebody lets it go on, as a button says it."""

    def seal(self, seed: str) -> str:
        """Return the digest of a seed, to be sealed."""

    def sealed(self, state: State) -> str | None:
        """Return the sealed digest; None while there is none."""

    @property
    def writes(self) -> Collection[str]:
        """The types of the records that the app writes, where it plays."""

    def due(self, state: State, seed: str) -> tuple[str, AnyEvent] | None:
        """Return the record that the app has to write now; None if it is somebody else's turn."""

    def word(self, player: str, word: str) -> tuple[str, AnyEvent]:
        """Return the record by which a player adds a word to the seed that is sealed before it."""

    def owner_of(self, state: State, item: str, seed: str) -> str:
        """Return the seat that owns a thing."""

    def goes_to(self, state: State, owner: str, seed: str) -> str | None:
        """Return the seat to which the thing of `owner` goes now; None while it stays."""

    def marked(self, language: Language) -> Marked:
        """Return the texts for scanning marks."""

    def back_to(self, state: State) -> int | None:
        """Return the record to undo to, to send the things once more; None if none are out."""


class Snapshots(Protocol):
    """A state kept in the middle of a game, to go back to after an undo."""

    def pack(self, state: State) -> bytes:
        """Return the state as bytes."""

    def unpack(self, packed: bytes, like: State) -> State:
        """Return the packed state; `like` is a state of the same game."""


# --- the tokens ----------------------------------------------------------------------------


CHOICES: Final[Capability[Choices]] = Capability(
    "choices", N_("legal choices"), "ragami.game.standing:of_state"
)
LABELS: Final[Capability[Labels]] = Capability(
    "labels", N_("labels of what is asked"), "ragami.game.labels:of_words"
)
GUIDANCE: Final[Capability[Guidance]] = Capability(
    "guidance", N_("guidance"), "ragami.game.standing:DefaultGuidance"
)
BOT: Final[Capability[Bot]] = Capability("bot", N_("bots"), "ragami.game.choices.bots:random_bot")
CHOOSE: Final[Capability[Choose]] = Capability("choose", N_("bots that choose"))
SETUP: Final[Capability[Setup]] = Capability(
    "setup", N_("opening dialogue"), "ragami.game.setup:DefaultSetup.of"
)
COMPONENTS: Final[Capability[Components]] = Capability("components", N_("components of one's own"))
PIECES: Final[Capability[Pieces]] = Capability("pieces", N_("pieces to enter one by one"))
BOX: Final[Capability[Box]] = Capability("box", N_("a printed box"), "ragami.game.setup:DefaultBox")
CHANCE: Final[Capability[Chance]] = Capability("chance", N_("dice to test"))
LUCK: Final[Capability[Luck]] = Capability("luck", N_("luck that can be played again"))
VISIBILITY: Final[Capability[Visibility]] = Capability(
    "visibility", N_("visibility"), "ragami.game.reveals:declared"
)
REVEALS: Final[Capability[Reveals]] = Capability(
    "reveals", N_("hidden things to reveal"), "ragami.game.reveals:reveals"
)
DEDUCTION: Final[Capability[Deduction]] = Capability("deduction", N_("deduction of what is hidden"))
ASSERTIONS: Final[Capability[Assertions]] = Capability("assertions", N_("assertions"))
LINKS: Final[Capability[Links]] = Capability("links", N_("links to other logs"))
GATHERING: Final[Capability[Gathering]] = Capability("gathering", N_("tables of its own"))
NOTATION: Final[Capability[Notation]] = Capability(
    "notation", N_("score sheet"), "ragami.game.derived_notation:DerivedSheet"
)
FORMS: Final[Capability[Sequence[Form]]] = Capability("forms", N_("lines of its own"))
PANELS: Final[Capability[Panels]] = Capability("panels", N_("panels"), "ragami.game.drawing:Facts")
GAINS: Final[Capability[Gains]] = Capability(
    "gains", N_("where points come from"), "ragami.game.drawing:Scores"
)
DRAWING: Final[Capability[Drawing]] = Capability(
    "drawing", N_("picture"), "ragami.game.drawing:DefaultDrawing"
)
PAGE: Final[Capability[Pages]] = Capability("page", N_("page"), "ragami.game.drawing:DefaultPages")
STATISTICS: Final[Capability[Statistics]] = Capability(
    "statistics", N_("statistics of its own"), "ragami.game.derived_statistics:of_events"
)
RECONCILIATION: Final[Capability[Reconciliation]] = Capability(
    "reconciliation", N_("merging"), "ragami.game.accounts:DefaultReconciliation"
)
RANKING: Final[Capability[Ranking]] = Capability("ranking", N_("ranking"))
EXAMPLES: Final[Capability[Mapping[str, str]]] = Capability(
    "examples", N_("examples of the command line")
)
"""What stands for `{rule}`, `{event}` … in the examples of commands. The first game's are shown."""
APP: Final[Capability[DeviceApp]] = Capability("app", N_("part that a device plays"))
SNAPSHOTS: Final[Capability[Snapshots]] = Capability(
    "snapshots", N_("snapshots"), "ragami.game.state:DefaultSnapshots"
)
CODE_MODELS: Final[Capability[Sequence[tuple[int, str]]]] = Capability(
    "code_models", N_("counts for short codes")
)
"""What was counted in games of the kind, the newest last: number, and `package:path` of the file.

The numbers of ours are 1, 2 and so on, given once; any other game has 255. See `docs/codes.md`.
"""
