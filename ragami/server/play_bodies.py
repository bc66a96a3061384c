"""Bodies of requests and answers about a game that is played: what is shown, asked and written.

Without `from __future__ import annotations`: msgspec looks at the annotations of its structs.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from ragami.decoded import Data
from ragami.game.choices.questions import GivenAnswer, GreyValue, OpenForm, Question
from ragami.game.labels import Label
from ragami.log.record import Offence
from ragami.server.bodies import Body, FindingEntry, Seq, Short, Text

# --- what is shown -------------------------------------------------------------------------


class GuideReply(Struct):
    """The next step, in words; `seat` has to do it, null where several or nobody have to."""

    step: str
    due: str
    hints: list[str]
    seat: str | None


class Whole(Struct):
    """Everything that a screen shows at record `seq`.

    `spots` has by the id of an element its label and its markup; `shapes` by id what `<use>` refers
    to; `board` (SVG or HTML) and `beside` are what the spots lie in. `story`: for each record
    `["add", seq, markup of the <li>, heading of its round]`. `over` is the result in words. `own`
    are the spots that show this seat more than everybody, `covered` the records that tell it more:
    a phone covers them until asked.
    """

    seq: int
    audience: str
    lang: str
    log: str
    title: str
    players: dict[str, str]
    board: str
    beside: str
    shapes: dict[str, str]
    spots: dict[str, tuple[str, str]]
    own: list[str]
    guide: GuideReply
    scores: dict[str, int]
    due: list[str]
    round: int
    stopped: str | None
    over: str | None
    winners: list[str]
    story: list[list[Any]]
    covered: list[int]


class MomentChange(Struct, rename={"from_": "from"}):
    """The changes from record `from` to record `seq`.

    Of `story`, `add` puts an entry at its record or replaces it, `strike` replaces it and says that
    it counts no more. `shapes` are new ones.
    """

    from_: int
    seq: int
    spots: dict[str, tuple[str, str]]
    own: list[str]
    shapes: dict[str, str]
    guide: GuideReply
    scores: dict[str, int]
    due: list[str]
    round: int
    stopped: str | None
    over: str | None
    winners: list[str]
    story: list[list[Any]]
    covered: list[int]


# --- what is asked -------------------------------------------------------------------------


class ChoicesReply(Struct):
    """The legal choices after record `seq`, from what the audience knows.

    `forms` are they as questions, with labels in both languages; `pictures` is the address of the
    sheet of symbols that they name, null where the game has none. `choices` are the same as data
    (it goes in the next release), and `words` says every code that stands in it. Asked for a
    `line`, they are `ways`: how it may go on. `app` is there while the app is asked to go on
    (`POST …/app`): to `seal` its seed, or to do whatever is `next`, as `app_does` says.
    """

    seq: int
    audience: str
    choices: list[Any]
    words: dict[str, str]
    ways: list[str] = []
    forms: list[OpenForm] = []
    pictures: str | None = None
    app: Literal["seal", "next"] | None = None
    app_does: Label | None = None


class NextQuestion(Body):
    """The progress of a form. `ended` are the lists in `filled` to which nothing is added.

    The answer to a question is put into `filled` at its `path`, and all of it is sent each time.
    """

    seq: Seq
    form: Short
    filled: Data = field(default_factory=dict)
    ended: list[Short] = field(default_factory=list)


class FormAnswer(Struct):
    """The next `question` of a form; or the `whole` event, and what would come of it.

    `filled` and `ended` are what was sent, and what had one answer only; `answered` says it in
    words, and `off` are the values that were not asked for, as no legal event has them. Of a whole
    event: `data` as it is to be sent to `events`, the `line` of the score sheet,
    what it `says` in the story, a `warning` where it could not be taken back, and `findings` where
    the rules refuse it.
    """

    seq: int
    form: str
    whole: bool
    filled: Data
    ended: list[str]
    answered: list[GivenAnswer]
    question: Question | None = None
    type: str | None = None
    data: Data | None = None
    line: str | None = None
    says: str | None = None
    warning: str | None = None
    findings: list[FindingEntry] = []
    off: list[GreyValue] = []


class AskedCell(Struct):
    """A question about a piece of the box: its column, what belongs there, and an example."""

    name: str
    label: Label
    such_as: str


class PieceForm(Struct):
    """The questions about a piece of a kind besides its name. What nobody knows stays empty."""

    kind: str
    called: Label
    columns: list[AskedCell]


class NewPiece(Body):
    """A piece of the box that the component of the game has not, by its cells and its `name`.

    `like` is the id of a piece that lies where it does.
    """

    kind: Short
    cells: dict[Short, Text]
    like: Short = ""


# --- what is written -----------------------------------------------------------------------


class SheetLine(Body):
    """A line of the score sheet."""

    line: Text


class Receipt(Struct):
    """Records `first` to `last` are on the disk; `repeated`: they were there before."""

    first: int
    last: int
    repeated: bool
    findings: list[FindingEntry]


class Checked(Struct):
    """All verdicts on what would be written; `warning`: what could not be taken back."""

    ok: bool
    seq: int
    findings: list[FindingEntry]
    warning: str | None
    says: list[str]


class Undo(Body):
    """Strike out the last `steps` events, or all after record `to`."""

    to: Seq | None = None
    steps: Annotated[int, Meta(ge=1, le=1000)] = 1
    reason: Text | None = None


class Redo(Body):
    """Take back the last undo."""


class Correction(Body):
    """Record `seq` reads as `event` from now on (a draft or a line); null strikes it out."""

    seq: Seq
    event: Raw | UnsetType = UNSET
    reason: Text | None = None
    authority: Short | None = None


class RulingBody(Body):
    """The next event may break `rule`."""

    rule: Short
    reason: Text | None = None
    authority: Short | None = None


class Penalty(Body):
    """A penalty: its cost by the catalogue, or `level` and the amount."""

    player: Short
    offence: Offence
    level: Literal["warning", "time", "points"] | None = None
    points: Annotated[int, Meta(ge=0, le=1000)] | None = None
    minutes: Annotated[int, Meta(ge=1, le=1000)] | None = None
    rule: Short | None = None
    reason: Text | None = None
    authority: Short | None = None


class WhatIf(Body):
    """The record to consider: its kind, and the body with which it would be sent."""

    kind: Literal["events", "undo", "redo", "corrections", "rulings", "penalties"]
    body: Raw


class Consequences(Struct):
    """The effect of a record: in figures, and in sentences."""

    blast: Data
    text: list[str]


class Scan(Body):
    """A mark, typed or scanned. `mine`: from now on it is that of one's own thing."""

    mark: Short
    mine: bool = False


class Scanned(Struct):
    """The owner of a mark now, in words and as the seat; `seat` is null while it goes nowhere."""

    mark: str
    seat: str | None
    says: str


class AppWord(Body):
    """The word by which a player adds to the seed of the app."""

    player: Short
    word: Short


class AppAsked(Body):
    """The word of the player who runs the server, which the app needs before it seals.

    A seat gives its own; the keeper of the score and the referee anybody's, or null where nobody
    who plays runs the server. Later it is left out.
    """

    keeper: AppWord | UnsetType | None = UNSET


class AppTurn(Struct):
    """The number of records that the app has written."""

    written: int
