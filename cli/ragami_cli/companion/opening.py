"""A new game, opened question by question or by the heads of a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from gettext import gettext as _
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from ragami import sheet
from ragami.errors import CONFLICT, REFUSED, USAGE, RagamiError
from ragami.game import game_named, installed, is_installed
from ragami.game.capabilities import BOX, NOTATION, SETUP, Guide
from ragami.judge.replay import Replay
from ragami.language import translator
from ragami.notation.misread import folded
from ragami.sheet.words import GAME
from ragami.store import Conflict
from ragami.table.recording import Draft, Recording, Refused
from ragami_cli.agreed import as_word, component, fit_for_a_name, not_taken, usual_component
from ragami_cli.companion.session import Session, now
from ragami_cli.companion.talk import Answer, Hint, Told, Word
from ragami_cli.own import NEW, own_hints, own_names

if TYPE_CHECKING:
    from ragami.game import GameDefinition
    from ragami.game.capabilities import Page, Setting, Setup, Value
    from ragami.language import Language
    from ragami.store import Store

# How a sheet begins, in English and in Spanish; and so many heads are enough for any.
BEGINNINGS: Final = (GAME.en, GAME.es)
MOST_HEADS: Final = 20


class Desk(NamedTuple):
    """Where games are kept, in which language is talked, and who writes."""

    store: Store
    language: Language
    by: str | None
    # Which game is opened; None: that is asked.
    game: GameDefinition | None = None

    def session(self, name: str) -> Session:
        """The talk about a game that is there. Raises `RagamiError` `game-not-found`."""
        return Session(self.store, name, self.language, self.by)

    def names(self) -> list[str]:
        """The games that are there."""
        return [entry.name for entry in self.store.games()]


class Questions:
    """What both talks before a game have in common: there is no table yet, and nobody else."""

    title = "ragami"
    whose = ""

    def board(self, _page: Page) -> Sequence[str]:
        return ()

    def standing(self, _page: Page) -> Sequence[str]:
        return ()

    def reference(self) -> Sequence[str]:
        return ()

    def glance(self) -> Sequence[str]:
        return ()

    def redo(self, *, sure: bool = False) -> Answer:
        return Answer("told")

    def hint(self, _text: str) -> Hint:
        return Hint()


def not_known(word: str, known: Sequence[str]) -> str:
    """That there is nothing of this name, and what may have been meant."""
    told = _("There is no '{word}'.").format(word=word)
    near = get_close_matches(word, known)
    if near:
        near_words = " / ".join(f"'{each}'" for each in near)
        told += " " + _("Did you mean {near}?").format(near=near_words)
    return told


# --- a new game ----------------------------------------------------------------------------


class Brought(NamedTuple):
    """What is said on the command line of a game that is not there yet."""

    title: str | None = None
    board: str | None = None
    deck: str | None = None


class Opening(Questions):
    """A new game, step by step: its title, who plays, what was agreed, with what it is played.

    Undo goes a step back.
    """

    def __init__(self, desk: Desk, name: str | None = None, said: Brought | None = None) -> None:
        self._desk = desk
        self._name = name
        known = openable()
        self._said = said or Brought()
        self._title = self._said.title
        self._titled = self._title is not None
        self._brought: dict[str, Any] = {}
        self._named: dict[str, str] = {}
        self._kind: GameDefinition | None = None
        if desk.game or len(known) == 1:
            self._open_as(desk.game or game_named(known[0]))
        self._players: list[tuple[str, str]] = []
        self._seated = False
        self._chosen: dict[str, Value] = {}
        self._agreed = False
        # The heads of a sheet, which say all of this at once.
        self._heads: list[str] = []

    def _open_as(self, game: GameDefinition) -> None:
        """It is this game, played with what was said before. Raises as `component` does."""
        said = {"board": self._said.board, "deck": self._said.deck}
        self._brought = {
            kind: component(kind, given, game) for kind, given in said.items() if given is not None
        }
        self._kind = game

    @property
    def _game(self) -> GameDefinition:
        return self._kind or game_named(installed()[0])

    @property
    def _opening(self) -> Setup:
        return self._game.need(SETUP)

    def _left_open(self, kind: str) -> list[str]:
        """What leaves open what nobody has counted of a kind, by its name."""
        left_open = self._game.need(BOX).left_open
        return [left_open[kind]["name"]] if kind in left_open else []

    # --- questions -------------------------------------------------------------------------

    def guide(self) -> Guide:
        if self._kind is None:
            asked = _("Which game? {all}").format(all=", ".join(openable()))
        elif not self._titled:
            asked = _("What is the game called? A title, or Enter for none.")
        elif not self._seated:
            asked = self._asked_for_player()
        elif not self._agreed:
            asked = _("Enter: all options are as usual. Else one that is not, OPTION=VALUE.")
        elif setting := next(iter(self._still_to_say()), None):
            asked = f"{setting.name}: {' '.join(setting.meaning[self._desk.language])}"
        else:
            kind = self._still_to_bring()
            usual = usual_component(kind, self._brought, self._game)
            asked = self._game.need(BOX).question(kind, usual, self._desk.language)
            return Guide(_("A new game"), asked, own_hints(self._game.name, kind))
        return Guide(_("A new game"), asked, self._slip() if not self._players else ())

    def _still_to_bring(self) -> str:
        """The kind of component that is asked for; empty where all is said."""
        asked = self._game.need(BOX).asked
        return next((kind for kind in asked if kind not in self._brought), "")

    def _slip(self) -> tuple[str, ...]:
        """Was a game meant that is there? A new name and a mistyped one look the same."""
        known = self._desk.names()
        near = get_close_matches(self._name, known) if self._name else []
        return (not_known(self._name or "", near),) if near else ()

    def _asked_for_player(self) -> str:
        number = len(self._players) + 1
        asked = _("Player {n}, clockwise: a colour and a name, such as '{colour} Ana'.").format(
            n=number, colour=self._called(self._left()[0])
        )
        if number > self._opening.least:
            asked += " " + _("Enter: these are all.")
        return asked

    def _left(self) -> list[str]:
        taken = [seat for seat, _name in self._players]
        return [seat for seat in self._opening.seats if seat not in taken]

    def _still_to_say(self) -> Sequence[Setting]:
        seats = [seat for seat, _name in self._players]
        return self._opening.still_to_say(seats, self._chosen)

    def words(self, text: str) -> Sequence[Word]:
        if self._kind is None:
            return [Word(name, 0, "") for name in openable() if name.startswith(text)]
        if not self._titled or " " in text:
            return ()
        return [Word(*way) for way in self._offered() if way[0].startswith(text)]

    def _offered(self) -> Iterator[tuple[str, int, str]]:
        """Every first word of an answer, with what it means."""
        if not self._seated:
            yield from ((f"{self._called(seat)} ", 0, _("a player")) for seat in self._left())
        elif self._agreed and self._still_to_say():
            setting = self._still_to_say()[0]
            yield from ((self._as_said(value), 0, setting.name) for value in setting.values)
        elif self._agreed:
            kind = self._still_to_bring()
            yield from ((name, 0, _("your own")) for name in own_names(self._game.name, kind))
            yield NEW, 0, _("enter it now")
            yield from ((name, 0, _("of a real box")) for name in self._left_open(kind))
            yield from ((name, 0, _("a stand-in")) for name in self._opening.components[kind])
        else:
            for setting in self._opening.settings():
                meaning = setting.meaning[self._desk.language][0]
                for value in setting.values:
                    if value != setting.usual and setting.usual is not None:
                        yield f"{setting.name}={self._as_said(value)}", 0, meaning

    def story(self) -> Sequence[Told]:
        told = [self._title] if self._title else []
        told += [f"{self._called(seat)}: {name}" for seat, name in self._players]
        told += [f"{name} = {self._as_said(value)}" for name, value in self._chosen.items()]
        told += [f"{kind} = {self._named[kind]}" for kind in self._brought if kind in self._named]
        return [Told(line) for line in told]

    # --- answers ---------------------------------------------------------------------------

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> Answer:
        given = text.strip()
        if self._heads or _is_head(given):
            return self._take_head(text)
        if self._kind is None:
            return self._take_kind(given)
        if not self._titled:
            self._titled, self._title = True, given or None
        elif not self._seated:
            return self._take_player(given)
        elif self._agreed:
            return self._take_the_rest(given, text)
        elif given:
            return self._take_option(given, text)
        else:
            self._agreed = True
        return self._go_on()

    def _take_the_rest(self, given: str, text: str) -> Answer:
        for setting in self._still_to_say():
            return self._take_setting(setting, given, text)
        return self._take_component(self._still_to_bring(), given, text)

    def undo(self, *, sure: bool = False) -> Answer:
        if self._named:
            kind, _name = self._named.popitem()
            del self._brought[kind]
        elif self._agreed:
            self._agreed = False
        elif self._chosen:
            self._chosen.popitem()
        elif self._players:
            self._seated = False
            self._players.pop()
        elif self._titled and self._name is None:
            self._titled, self._title = False, None
        else:
            self._titled, self._title = False, None
            self._kind = self._desk.game
        return Answer("told", (self.guide().due,))

    def _take_kind(self, given: str) -> Answer:
        fit = [name for name in openable() if given and folded(name).startswith(folded(given))]
        if len(fit) != 1:
            told = not_known(given, list(openable())) if given else self.guide().due
            return Answer("refused", (told, _choose_from(list(openable()))), given, USAGE)
        try:
            self._open_as(game_named(fit[0]))
        except RagamiError as trouble:
            told = trouble.say(translator(self._desk.language))
            return Answer("refused", (told,), given, trouble.exit_code)
        return Answer("told")

    def _take_player(self, given: str) -> Answer:
        if not given and len(self._players) >= self._opening.least:
            self._seated = True
            return self._go_on()
        seat, _space, name = given.replace(":", " ").partition(" ")
        fit = self._seats_called(seat) if given else []
        if len(fit) != 1:
            left = [self._called(each) for each in self._left()]
            told = not_known(seat, left) if given else self.guide().due
            return Answer("refused", (told, _choose_from(left)), given, USAGE)
        self._players.append((fit[0], name.strip() or self._called(fit[0]).capitalize()))
        self._seated = len(self._players) == len(self._opening.seats)
        return self._go_on()

    def _called(self, seat: str) -> str:
        return self._game.words.word(seat, self._desk.language).lower()

    def _as_said(self, value: Value) -> str:
        """A value of a setting; one that is a seat by its name."""
        return self._called(str(value)) if value in self._opening.seats else as_word(value)

    def _seats_called(self, word: str) -> list[str]:
        """The seats that are left and that a word means: whole, cut short, or as on a sheet."""
        notation = self._game.need(NOTATION)
        signs = {
            folded(sign.say(self._desk.language)): seat for sign, seat in notation.seats.items()
        }
        named = signs.get(folded(word))
        if named in self._left():
            return [named]
        by_name = [
            [seat for seat in self._left() if folded(name(seat)).startswith(folded(word))]
            for name in (self._called, str)
        ]
        return next(filter(None, by_name), [])

    def _take_option(self, given: str, text: str) -> Answer:
        name, _equals, value = given.partition("=")
        settings = {setting.name: setting for setting in self._opening.settings()}
        if name.strip() not in settings:
            told = not_known(name.strip(), list(settings))
            return Answer("refused", (told,), text, USAGE)
        return self._take_setting(settings[name.strip()], value.strip(), text)

    def _take_setting(self, setting: Setting, given: str, text: str) -> Answer:
        said = {self._as_said(value): value for value in setting.values}
        values = said | {as_word(value): value for value in setting.values}
        if given not in values and not (self._agreed and not given):
            told = (not_known(given, list(said)), _choose_from(list(said)))
            return Answer("refused", told, text, USAGE)
        self._chosen[setting.name] = values[given] if given else setting.values[0]
        return self._go_on()

    def _take_component(self, kind: str, given: str, text: str) -> Answer:
        """A board or a deck: one's own, what leaves open what nobody knows, or a stand-in."""
        name = given or usual_component(kind, self._brought, self._game)
        if name == NEW:
            from ragami_cli.companion.entering import Entering

            return Answer("told", then=Entering(self, self._game, kind, self._desk.language))
        known = [*own_names(self._game.name, kind), *self._opening.components[kind]]
        known += self._left_open(kind)
        if name not in known:
            return Answer(
                "refused", (not_known(name, known), _choose_from([*known, NEW])), text, USAGE
            )
        try:
            return self.bring(kind, name, component(kind, name, self._game))
        except RagamiError as trouble:
            told = trouble.say(translator(self._desk.language))
            return Answer("refused", (told,), text, trouble.exit_code)

    def bring(self, kind: str, name: str, given: Any) -> Answer:
        """It is played with this; what stands in for the printed one is said to."""
        self._brought[kind], self._named[kind] = given, name
        ships = name in self._opening.components[kind]
        box = self._game.need(BOX)
        told = box.stand_in(kind, name, self._desk.language) if ships else ""
        answer = self._go_on()
        lines = (told, *answer.lines) if told else answer.lines
        return answer._replace(lines=lines)

    def _take_head(self, text: str) -> Answer:
        """The next line of a sheet: one more head, or the first line that is none."""
        named = sheet.game_of_sheet([text])
        if self._kind is None and named and is_installed(named):
            self._open_as(game_named(named))
        so_far, more = (self._read_heads(heads) for heads in (self._heads, [*self._heads, text]))
        if not isinstance(more, Draft) and isinstance(so_far, Draft):
            opened = self._write(so_far)
            if opened.code or not opened.then:
                return opened
            return opened.then.enter(text, sure=True)._replace(then=opened.then)
        self._heads.append(text)
        if len(self._heads) < MOST_HEADS or not isinstance(more, sheet.Misread):
            return Answer("told")
        self._heads.clear()
        return Answer("refused", (more.say(self._desk.language),), text, USAGE)

    def finish(self) -> Answer:
        """The sheet ends: its heads are all that there is."""
        read = self._read_heads(self._heads)
        if isinstance(read, sheet.Misread) and self._heads:
            return Answer("refused", (read.say(self._desk.language),), code=USAGE)
        return self._write(read) if isinstance(read, Draft) else Answer("told")

    def _read_heads(self, heads: Sequence[str]) -> Draft | sheet.Misread | None:
        if not heads:
            return None
        replay = Replay(self._game)
        return sheet.read_line(replay, "\n".join(heads), language=self._desk.language)

    def _go_on(self) -> Answer:
        if not self._agreed or self._still_to_say() or self._still_to_bring():
            return Answer("told")
        return self._open()

    def _open(self) -> Answer:
        """What was asked for as record 1."""
        data = self._opening.data(self._title, self._players, self._chosen, self._brought)
        return self._write(Draft("game_opened", msgspec.json.encode(data)))

    def _write(self, draft: Draft) -> Answer:
        """Write record 1; the talk goes on about the game."""
        desk = self._desk
        draft = msgspec.structs.replace(draft, at=draft.at or now(), by=draft.by or desk.by)
        name = self._name or not_taken(fit_for_a_name(self._title or ""), desk.names())
        try:
            Recording.new(desk.store, name, self._game.name).write([draft])
        except Refused as refused:
            self._agreed = False
            for kind in self._named:
                del self._brought[kind]
            self._named.clear()
            self._heads.clear()
            told = self._game.words.say(refused.finding, desk.language)
            return Answer("refused", (told,), code=REFUSED)
        except Conflict:
            first = _("Somebody else has just opened this game. Here it is.")
            return Answer("clash", (first,), code=CONFLICT, then=desk.session(name))
        except RagamiError as trouble:
            told = trouble.say(translator(desk.language))
            return Answer("refused", (told,), code=trouble.exit_code)
        session = desk.session(name)
        return Answer("done", (session.title,), then=session)


def openable() -> list[str]:
    """The games that can be opened by questions."""
    return [name for name in installed() if game_named(name).get(SETUP)]


def _is_head(text: str) -> bool:
    """Does a sheet begin here?"""
    return text.lower().startswith(BEGINNINGS)


def _choose_from(words: Sequence[str]) -> str:
    return _("Choose from: {all}.").format(all=", ".join(words))
