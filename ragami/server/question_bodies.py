"""Bodies of the requests and answers that fill in a form, as `bodies`.

Without `from __future__ import annotations`: msgspec looks at the annotations of its structs.
"""

from msgspec import Struct, field

from ragami.decoded import Data
from ragami.game.choices.questions import GivenAnswer, Question
from ragami.game.labels import Label
from ragami.server.bodies import Body, FindingEntry, Seq, Short, Text


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
    words. Of a whole event: `data` as it is to be sent to `events`, the `line` of the score sheet,
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
