"""What a game must offer, and the table of games.

Everything outside `games/` works on this protocol: a new game is a new package and a line in
`GAMES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol

from ragami.finding import Breach, Breaches, Finding
from ragami.hidden import Hidden
from ragami.language import Language
from ragami.record import Codec, Versioned

if TYPE_CHECKING:
    from ragami.spelling.notation import Notation
    from ragami.staging import Stage
    from ragami.statistics import Statistics
    from ragami.telling import Teller

State = Any
Check = Callable[[State, Any], Breaches]
Apply = Callable[[State, Any, int], None]
Value = bool | int | str
Part = Literal["all", "board", "standing"]


class Setting(NamedTuple):
    """Something that a table agrees on before it plays.

    `usual` is what counts where nothing is said, None if something has to be said. `meaning` has
    sentences by language.
    """

    name: str
    values: tuple[Value, ...]
    usual: Value | None
    meaning: Mapping[str, Sequence[str]]


class Opening(Protocol):
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


class Choice(Protocol):
    """What may be written down now: a type, the fields that are fixed, and those still open.

    An open field has a list of values, or something with `least`, `most` and `of` from which so
    many are taken. A value that is an object may hold lists itself. `joint`: not every combination
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


class Roll(NamedTuple):
    """A die that fell: its kind, which of that kind (None: nobody can say), and its face."""

    kind: str
    die: int | None
    face: int


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


class Page(NamedTuple):
    """What there is to write on: the language, the columns, what can be shown, and what is asked.

    The `standing` is everything but the board and the legend.
    """

    language: Language
    width: int = 80
    colour: bool = False
    unicode: bool = True
    part: Part = "all"


class Guide(NamedTuple):
    """What is due, for somebody at the table: where in the game, what to do, what to know.

    `seat` is who has to do it, None where nobody or anybody has to.
    """

    step: str
    due: str
    hints: tuple[str, ...] = ()
    seat: str | None = None


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


class Game(Protocol):
    """A game: its events, their judging, and how a state is shown. Pure: no clock, no files.

    `check` of a judge says all that is wrong with an event, in the order of the rules, and changes
    nothing; `apply` changes the state and judges nothing.
    """

    name: str
    # The game's events by the name of their type; those of `asserted` and `revealed` are apart.
    events: Mapping[str, Versioned]
    asserted: Versioned
    revealed: Versioned
    # By the struct of an event: its check and its apply.
    judges: Mapping[type[Any], tuple[Check, Apply]]

    def __hash__(self) -> int:
        """Games are told apart: what is worked out for one is kept for it."""

    @property
    def opening(self) -> Opening:
        """What is to be said before the first move."""

    @property
    def luck(self) -> Luck:
        """What is chance in the events."""

    @property
    def notation(self) -> Notation:
        """How the game is written as a score sheet."""

    def new_state(self) -> State:
        """The state before record 1."""

    def pack(self, state: State) -> bytes:
        """The state in the middle of a game, to go back to."""

    def unpack(self, packed: bytes, like: State) -> State:
        """The same state again; `like` is one of the same game."""

    def reveal(self, state: State, data: Any) -> Breach | None:
        """A card becomes known; what is wrong where it does not fit, and then nothing changes."""

    def hidden(self, state: State, seat: str) -> list[int]:
        """The records that brought cards into a hand which are still unknown, oldest first."""

    def hands(self, standing: Iterable[tuple[int, Any]], viewer: str | None = None) -> Hands:
        """What `viewer` can know of every hand after these events (None: what the log knows)."""

    def tell_hands(self, hands: Hands, state: State, language: Language) -> dict[str, list[str]]:
        """The hands in words, by seat: each unknown card, and what must be among them."""

    def contradiction(self, state: State, standing: Iterable[tuple[int, Any]]) -> Iterable[Finding]:
        """What only all events together show: the first one that no deal of the hidden explains.

        `state` is that after them; where nothing is hidden they are not looked at.
        """

    def differences(self, state: State, data: Any) -> dict[str, Any]:
        """What an assertion says otherwise than the state; empty if they agree."""

    def may_be_waived(self, rule: str) -> bool:
        """May a ruling let a breach of this rule stand?"""

    def remarks(self, state: State) -> Iterable[Finding]:
        """What a report says of every log of this kind (unverified components …)."""

    def chapter(self, state: State) -> int:
        """How many parts of the game (rounds, hands) have begun: a seal is due when one has."""

    def final(self, state: State) -> dict[str, Any] | None:
        """The result, None while the game goes on."""

    def tell_result(self, final: Mapping[str, Any], language: Language) -> str:
        """The result in a line."""

    def tell_moment(self, state: State, language: Language) -> str:
        """How the game stands, in a few words."""

    def guide(self, state: State, language: Language) -> Guide:
        """What is due now, step by step."""

    def warning(self, state: State, event: Any, language: Language) -> str | None:
        """What a table could not take back after an event; None where there is nothing."""

    def word(self, code: str, language: Language) -> str:
        """What a seat, a type of event or another code of this game is called."""

    def seats_and_title(self, opened: Any) -> tuple[dict[str, str], str | None]:
        """The players' names by seat, and the title, as the event of record 1 has them."""

    def agreed(self, opened: Any) -> Mapping[str, Value | None]:
        """The options and components that are played with; empty where record 1 is no opening."""

    def teller(self, language: Language, viewer: str | None = None) -> Teller:
        """The words for this game's events, as `viewer` may hear them."""

    def view(self, state: State, seq: int, viewer: str | None = None) -> dict[str, Any]:
        """The state as `viewer` may see it (None: all that the log knows)."""

    def legal(self, state: State) -> Sequence[Choice]:
        """What may be done now; empty when the game is over."""

    @property
    def wording(self) -> Mapping[str, Sequence[str]]:
        """Where in the data of its events people write what they like, by type."""

    def secrets(self, event: Any) -> Iterable[Hidden]:
        """What a private game leaves out of an event."""

    def redact(self, event: Any, viewer: str | None) -> Any:
        """An event as `viewer` may see it; the same object where nothing is left out."""

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

    def stage(
        self,
        state: State,
        names: Mapping[str, str],
        language: Language,
        keep: Callable[[str], str],
    ) -> Stage | None:
        """The game set out on a page that replays it; None while there is nothing to draw.

        `keep` stores a shape once for the whole page, and gives back a reference to it.
        """

    def rolls(self, event: Any) -> Iterable[Roll]:
        """The rolls that an event records, in their order."""

    def disclosed(self, event: Any) -> Sequence[str]:
        """What chance showed with an event, and nobody can forget: `roll`, `chip`, `card`."""

    def under(self, opened: Any, chosen: Mapping[str, Value]) -> Any:
        """The event of record 1 as it would be if the table had agreed on this."""

    def faces(self, state: State) -> Mapping[str, tuple[int, ...]]:
        """The sides of each kind of die that this table plays with; a face may stand twice."""

    def statistics(self) -> Statistics:
        """What is counted over many games, and asked of it."""

    def join(self, one: Any, other: Any) -> Any | None:
        """What two accounts of an event say together; None if they contradict each other."""

    def rivals(self, one: Any, other: Any) -> bool:
        """Are two events that contradict each other accounts of the same doing?"""

    def play(
        self,
        players: int,
        seed: int,
        chosen: Mapping[str, Value] | None = None,
        *,
        hidden: bool = False,
    ) -> Iterable[tuple[str, Any]]:
        """A complete legal game of bots: its events as (type, data), the same for the same seed.

        `chosen` is what the table agrees on, None: whatever comes to the bots' minds. With
        `hidden` the log knows no more of what is hidden than one of the players does, or nobody.
        """

    def say(self, finding: Finding, language: Language) -> str:
        """A finding in words."""

    def sources(self, finding: Finding) -> list[str]:
        """Where the rulebooks say it."""


GAMES: Final[dict[str, str]] = {"ragami": "ragami.games.ragami.game"}


@cache
def game_named(name: str) -> Game:
    """A game of the table. Raises `KeyError` for one that is not in it."""
    game: Game = import_module(GAMES[name]).GAME
    return game


@cache
def codec_of(name: str) -> Codec:
    """What reads the records of a game."""
    return codec_for(game_named(name))


def codec_for(game: Game) -> Codec:
    """What reads the records of `game`, also of one that is not in the table."""
    return Codec({**game.events, "asserted": game.asserted, "revealed": game.revealed})
