"""What a game may offer besides its core: each capability, what it gives, and its default.

A capability is asked for by its token: `game.get(CHOICES)` gives what the game offers, or None;
`game.need(CHOICES)` raises `MissingCapability`, which says it in a sentence (exit code 2). Where a
token names a default, a game that offers nothing of its own has that.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol

from msgspec import Struct

from ragami.errors import N_
from ragami.findings import Breach, Finding
from ragami.game.definition import Capability, State
from ragami.game.revealing import Reveals
from ragami.language import Language

if TYPE_CHECKING:
    from ragami.game.page_content import PageContent
    from ragami.game.statistics import Statistics
    from ragami.game.visibility import Hidden
    from ragami.notation.protocol import Notation

Value = bool | int | str
Part = Literal["all", "board", "standing"]


# --- what may be done ----------------------------------------------------------------------


class Choice(Protocol):
    """What may be written down now: a type, the fields that are fixed, and those still open.

    An open field has a list of values, or something with `least`, `most` and `of` from which so
    many are taken (`choosing.Several`), or says what somebody writes there (`choosing.Written`).
    A value that is an object may hold lists itself. `joint`: not every combination
    of the open fields is legal. `unknown_cards`: what the choice takes a hidden card to be.
    """

    @property
    def type(self) -> str: ...
    @property
    def data(self) -> Mapping[str, Any]: ...
    @property
    def open(self) -> Mapping[str, Any]: ...
    @property
    def joint(self) -> bool: ...
    @property
    def unknown_cards(self) -> Sequence[int]: ...
    @property
    def facts(self) -> Mapping[str, Any]: ...


class Choices(Protocol):
    """The legal choices."""

    def legal(self, state: State) -> Sequence[Choice]:
        """What may be done now; empty when the game is over."""


class Guide(NamedTuple):
    """What is due, for somebody at the table: where in the game, what to do, what to know.

    `seat` is who has to do it, None where nobody, anybody or several have to.
    """

    step: str
    due: str
    hints: tuple[str, ...] = ()
    seat: str | None = None


class Guidance(Protocol):
    """The game explained while it is played."""

    def guide(self, state: State, language: Language) -> Guide:
        """What is due now, step by step."""

    def warning(self, state: State, event: Any, language: Language) -> str | None:
        """What a table could not take back after an event; None where there is nothing."""


class Bot(Protocol):
    """Players of our own."""

    def play(
        self,
        players: int,
        seed: int,
        chosen: Mapping[str, Value] | None = None,
        *,
        hidden: bool = False,
    ) -> Iterable[tuple[str, Any]]:
        """A complete legal game: its events as (type, data), the same for the same seed.

        `chosen` is what the table agrees on, None: whatever comes to the bots' minds. With
        `hidden` the log knows no more of what is hidden than one of the players does, or nobody.
        """


# --- before record 1 -----------------------------------------------------------------------


class Setting(NamedTuple):
    """Something that a table agrees on before it plays.

    `usual` is what counts where nothing is said, None if something has to be said. `meaning` has
    sentences by language.
    """

    name: str
    values: tuple[Value, ...]
    usual: Value | None
    meaning: Mapping[str, Sequence[str]]


class Setup(Protocol):
    """How a game is opened: who may play, and what there is to agree on."""

    # The seats that there are, and how many of them have to be taken at least.
    seats: tuple[str, ...]
    least: int
    # The kinds of components, each with the names that ship; the first one is the usual one.
    components: Mapping[str, tuple[str, ...]]

    def settings(self) -> Sequence[Setting]:
        """Everything that can be agreed on."""

    def still_to_say(self, seats: Iterable[str], chosen: Mapping[str, Value]) -> Sequence[Setting]:
        """What has to be said besides, with these seats and choices."""

    def data(
        self,
        title: str | None,
        players: Sequence[tuple[str, str]],
        chosen: Mapping[str, Value],
        components: Mapping[str, Any],
    ) -> dict[str, Any]:
        """The data of record 1, unjudged; `players` are (seat, name) clockwise.

        A component is a name or the whole object; what is not given is the usual one.
        """

    def agreed(self, opened: Any) -> Mapping[str, Value | None]:
        """The options and components that are played with; empty where record 1 is no opening."""

    def under(self, opened: Any, chosen: Mapping[str, Value]) -> Any:
        """The event of record 1 as it would be if the table had agreed on this."""


class Question(NamedTuple):
    """What is asked: some words before it, the prompt, and what an empty answer means.

    `again`: the last answer could not be taken; it says why, and there is nothing to take back.
    """

    words: list[str]
    prompt: str
    usual: str
    again: bool = False


Dialogue = Generator[Question, str, dict[str, Any]]


class Inspected(Protocol):
    """A component file that was looked at: what it is, and all that was found."""

    @property
    def kind(self) -> str | None: ...
    @property
    def ok(self) -> bool: ...
    @property
    def component(self) -> Any: ...
    @property
    def findings(self) -> Sequence[Finding]: ...


class Components(Protocol):
    """What a table brings: boards, decks, dice. What ships is immutable for ever."""

    # The kinds, each with the names that ship; the first one is the usual one.
    shipped: Mapping[str, tuple[str, ...]]

    def read(self, kind: str, name: str) -> bytes:
        """The file of a component that ships. Raises `KeyError`."""

    def inspect(self, content: bytes) -> Inspected:
        """All that is wrong with a file that should hold a component."""

    def say(self, finding: Finding, language: Language) -> str:
        """A finding about a component in words."""

    def picture(self, component: Any, page: Page) -> str | None:
        """A component in characters; None for one that there is no picture of."""

    def svg(self, component: Any, language: Language) -> str | None:
        """A component as SVG."""

    def dialogue(self, kind: str, name: str, language: Language) -> Dialogue:
        """The questions that lead through entering one."""


# --- chance --------------------------------------------------------------------------------


class Roll(NamedTuple):
    """A die that fell: its kind, which of that kind (None: nobody can say), and its face."""

    kind: str
    die: int | None
    face: int


class Chance(Protocol):
    """What is luck in an event: the physical dice, and what cannot be unseen."""

    def rolls(self, event: Any) -> Iterable[Roll]:
        """The rolls that an event records, in their order."""

    def faces(self, state: State) -> Mapping[str, tuple[int, ...]]:
        """The sides of each kind of die at this moment; a face may stand twice."""

    def disclosed(self, event: Any) -> Sequence[str]:
        """What chance showed with an event, and nobody can forget: `roll`, `chip`, `card`."""


class Spent(Exception):
    """What comes next of a source of chance, nobody has recorded."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.source = source


# The next values of a source of chance (a deck, a kind of dice). Raises `Spent`.
Deal = Callable[[str, int], list[Any]]


class Luck(Protocol):
    """Chance and decision in the events of a game, taken apart."""

    def drawn(self, event: Any) -> Mapping[str, Sequence[Any]]:
        """What chance brought in an event, by its source, in the order in which it came."""

    def dealt(self, state: State, event: Any, deal: Deal) -> Any:
        """The decision of an event with what chance brings now. Raises `Spent`.

        With what chance brought before, it is the same event.
        """

    def otherwise(self, state: State, event: Any) -> Iterable[Any]:
        """What the same decision comes to, where the event itself is not legal any more."""

    def forced(self, state: State, deal: Deal) -> Any:
        """A step of pure chance that is due now; None where there is none. Raises `Spent`."""

    def may_be_left_out(self, state: State, event: Any) -> bool:
        """Can the game go on without an event that is not legal now?"""

    def name(self, source: str, language: Language) -> str:
        """What a source of chance is called."""


# --- what is hidden -----------------------------------------------------------------------


class Visibility(Protocol):
    """Who may see what. The default reads it off the fields of the events (law 7)."""

    def secrets(self, event: Any) -> Iterable[Hidden]:
        """What a private game leaves out of an event."""

    def redact(self, event: Any, viewer: str | None) -> Any:
        """An event as `viewer` may see it; the same object where nothing is left out.

        A `Noted` without text where of the whole record nothing is for him.
        """

    def places(self, event: Any) -> Mapping[str, Any]:
        """The secret places of an event, each with its value; None where that is not known."""

    def redact_finding(self, finding: Finding, viewer: str | None) -> Finding:
        """A finding as `viewer` may see it."""

    # Types of records: before the first of them not even the keeper of a private game may know
    # what it keeps apart, for an app keeps it. Empty where the keeper may.
    opened_by: tuple[str, ...]

    def folds(self, opened: Any) -> bool:
        """In a game that was opened like this, is a viewer's state the fold of what he may see?

        Else it is the state of the whole log, and its view leaves out what he may not see.
        """

    def share(self, whole: State, seen: State, viewer: str | None) -> None:
        """What a viewer has in front of him, from the whole state into the one that he sees."""

    @property
    def wording(self) -> Mapping[str, Sequence[str]]:
        """Where in the data of its events people write what they like, by type."""


class Held(NamedTuple):
    """A card in a hand: the record that brought it, what it is, and all that it may be.

    `card` is None where it is not known; `may_be` has all cards that some deal has there.
    """

    seq: int
    card: int | None
    may_be: list[int]


class Hands(NamedTuple):
    """What somebody can know of the hands, by seat.

    `must_hold`: what is among the unknown cards of a hand in every deal, in whichever place.
    `contradiction`: what no deal explains, and from where on nothing is concluded any more.
    """

    held: Mapping[str, Sequence[Held]]
    must_hold: Mapping[str, Sequence[int]]
    contradiction: Finding | None = None


class Deduction(Protocol):
    """What can be known of the hidden."""

    def hands(self, standing: Iterable[tuple[int, Any]], viewer: str | None = None) -> Hands:
        """What `viewer` can know of every hand after these events (None: what the log knows)."""

    def tell_hands(self, hands: Hands, state: State, language: Language) -> dict[str, list[str]]:
        """The hands in words, by seat: each unknown card, and what must be among them."""

    def contradiction(self, state: State, standing: Iterable[tuple[int, Any]]) -> Iterable[Finding]:
        """What only all events together show: the first one that no deal of the hidden explains.

        `state` is that after them; where nothing is hidden they are not looked at.
        """


class Assertions(Protocol):
    """What a table says that it sees. `struct` is the data of `asserted`."""

    @property
    def struct(self) -> type[Struct]: ...

    def unfit(self, state: State, data: Any) -> Breach | None:
        """What makes an assertion one that nobody can make; None for nearly all."""

    def differences(self, state: State, data: Any) -> dict[str, Any]:
        """What an assertion says otherwise than the state; empty if they agree."""


# --- how it is written and looked at -------------------------------------------------------


class Page(NamedTuple):
    """What there is to write on: the language, the columns, what can be shown, and what is asked.

    The `standing` is everything but the board and the legend.
    """

    language: Language
    width: int = 80
    colour: bool = False
    unicode: bool = True
    part: Part = "all"


class Drawing(Protocol):
    """Pictures of a moment."""

    def svg(
        self,
        view: Mapping[str, Any],
        state: State,
        names: Mapping[str, str],
        title: str | None,
        language: Language,
    ) -> str | None:
        """A moment drawn as SVG, from `view` alone; None while there is nothing to draw."""

    def picture(
        self, state: State, view: Mapping[str, Any], names: Mapping[str, str], page: Page
    ) -> str:
        """A moment drawn with characters; all that is shown of it stands in `view`."""


class Pages(Protocol):
    """The game set out on a page."""

    def stage(
        self,
        state: State,
        names: Mapping[str, str],
        language: Language,
        keep: Callable[[str], str],
    ) -> PageContent | None:
        """The game set out on a page that replays it; None while there is nothing to draw.

        `keep` stores a shape once for the whole page, and gives back a reference to it.
        """


# --- over many accounts and many games -----------------------------------------------------


class Reconciliation(Protocol):
    """Two accounts of one game made one."""

    def join(self, one: Any, other: Any) -> Any | None:
        """What two accounts of an event say together; None if they contradict each other."""

    def rivals(self, one: Any, other: Any) -> bool:
        """Are two events that contradict each other accounts of the same doing?"""


class Snapshots(Protocol):
    """A state kept in the middle of a game, to go back to after an undo."""

    def pack(self, state: State) -> bytes:
        """The state as bytes."""

    def unpack(self, packed: bytes, like: State) -> State:
        """The same state again; `like` is one of the same game."""


# --- the tokens ----------------------------------------------------------------------------

_DEFAULTS: Final = "ragami.game.defaults"

CHOICES: Final[Capability[Choices]] = Capability("choices", N_("legal choices"))
GUIDANCE: Final[Capability[Guidance]] = Capability(
    "guidance", N_("guidance"), f"{_DEFAULTS}.guidance:Guidance"
)
BOT: Final[Capability[Bot]] = Capability("bot", N_("bots"), f"{_DEFAULTS}.bot:random_bot")
SETUP: Final[Capability[Setup]] = Capability("setup", N_("opening dialogue"))
COMPONENTS: Final[Capability[Components]] = Capability("components", N_("components of one's own"))
CHANCE: Final[Capability[Chance]] = Capability("chance", N_("dice"))
LUCK: Final[Capability[Luck]] = Capability("luck", N_("luck that can be played again"))
VISIBILITY: Final[Capability[Visibility]] = Capability(
    "visibility", N_("visibility"), "ragami.game.visibility:declared"
)
REVEALS: Final[Capability[Reveals]] = Capability(
    "reveals", N_("hidden things to reveal"), f"{_DEFAULTS}.reveals:reveals"
)
DEDUCTION: Final[Capability[Deduction]] = Capability("deduction", N_("deduction of what is hidden"))
ASSERTIONS: Final[Capability[Assertions]] = Capability("assertions", N_("assertions"))
NOTATION: Final[Capability[Notation]] = Capability(
    "notation", N_("score sheet"), f"{_DEFAULTS}.notation:PlainNotation"
)
DRAWING: Final[Capability[Drawing]] = Capability(
    "drawing", N_("picture"), f"{_DEFAULTS}.drawing:Drawing"
)
PAGE: Final[Capability[Pages]] = Capability("page", N_("page"), f"{_DEFAULTS}.page:Plain")
STATISTICS: Final[Capability[Statistics]] = Capability("statistics", N_("statistics of its own"))
RECONCILIATION: Final[Capability[Reconciliation]] = Capability(
    "reconciliation", N_("merging"), f"{_DEFAULTS}.reconciliation:Reconciliation"
)
SNAPSHOTS: Final[Capability[Snapshots]] = Capability(
    "snapshots", N_("snapshots"), f"{_DEFAULTS}.snapshots:Snapshots"
)
