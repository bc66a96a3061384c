"""The choice of a game: a list of those that are not over, and the way to a new one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import gettext as _

from ragami.errors import NOT_FOUND, RagamiError
from ragami.game.capabilities import Guide
from ragami.judge.report import replay_log
from ragami.table.opening import NEW
from ragami_cli.companion.opening import DialogueContext, OpeningDialogue, not_known
from ragami_cli.companion.questions import Questions
from ragami_cli.companion.talk import HistoryLine, LineAnswer, Word
from ragami_cli.summary import how_it_stands


class Choosing(Questions):
    """A list of the games that are not over, and the way to a new one."""

    def __init__(self, desk: DialogueContext) -> None:
        self._desk = desk
        self._open = dict(open_games(desk))

    def guide(self) -> Guide:
        if not self._open:
            due = _("There is no open game. 'new' opens one.")
        else:
            due = _("Which game? Its number or its name; 'new' opens another one.")
        return Guide(_("Games"), due)

    def words(self, text: str) -> Sequence[Word]:
        matching = {name: stands for name, stands in self._open.items() if name.startswith(text)}
        ways = [Word(name, 0, stands) for name, stands in matching.items()]
        if NEW.startswith(text):
            ways.append(Word(NEW, 0, _("a new game")))
        return ways

    def story(self) -> Sequence[HistoryLine]:
        return [
            HistoryLine(f"{number:>3} {name}: {stands}")
            for number, (name, stands) in enumerate(self._open.items(), 1)
        ]

    def undo(self, *, sure: bool = False) -> LineAnswer:
        return LineAnswer("told")

    def finish(self) -> LineAnswer:
        return LineAnswer("told")

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> LineAnswer:
        name = text.strip()
        if not name and not self._open:
            name = NEW
        if name == NEW:
            return LineAnswer("told", then=OpeningDialogue(self._desk))
        names = list(self._open)
        if name.isascii() and name.isdecimal() and 0 < int(name[:4]) <= len(names):
            name = names[int(name) - 1]
        try:
            session = self._desk.session(name) if name else None
        except RagamiError as trouble:
            if trouble.exit_code != NOT_FOUND and trouble.code != "bad-game-name":
                raise
            return LineAnswer("refused", (not_known(name, self._desk.names()),), text, NOT_FOUND)
        return LineAnswer("told", (session.title,), then=session) if session else LineAnswer("told")


def open_games(desk: DialogueContext) -> Iterator[tuple[str, str]]:
    """The games that are not over, each with how it stands."""
    for entry in desk.store.games():
        if entry.result is not None:
            continue
        replay = replay_log(b"".join(line + b"\n" for line in desk.store.read(entry.name)))
        if replay.final is None:
            yield entry.name, how_it_stands(replay, desk.language)
