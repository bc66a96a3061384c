"""A new game, opened answer by answer or by the heads of a sheet.

What is asked next, which answers fit, and what comes of them. How it is asked, whoever talks to
somebody at the table knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET

from ragami import sheet
from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.game import GameDefinition, game_named, installed, is_installed, loadable
from ragami.game.capabilities import APP, BOX, NOTATION, SETUP, Host, Hosting, Setup
from ragami.game.moment_labels import options_in_words, setting_words
from ragami.game.opening import Setting, Value, named
from ragami.game.registry import UnknownGame, name_as_installed
from ragami.judge.replay import Replay
from ragami.language import LANGUAGES, Language
from ragami.notation.misread import Word, fold_word
from ragami.sheet.words import GAME
from ragami.sources.components import as_word, component, left_open, own_names, usual_component
from ragami.store import Store
from ragami.store.validation import free_name
from ragami.table.drafts import now, with_the_only_values
from ragami.table.recording import Draft, Recording

What = Literal["game", "title", "player", "host", "options", "setting", "component"]
Meaning = Literal["game", "player", "host", "option", "setting", "own", "new", "left-open", "ships"]

# How a sheet begins, in English and in Spanish; and so many heads are enough for any.
BEGINNINGS: Final = (GAME.en, GAME.es)
MOST_HEADS: Final = 20
# The setting that takes the name of the game played, where a log may be of any game.
PLAYS: Final = "plays"
# What is said instead of a name to enter a component now.
NEW: Final = Word("new", "nuevo")


class OpeningQuestion(NamedTuple):
    """The next question of an opening: its kind, and the setting or component it is about."""

    what: What
    setting: Setting | None = None
    kind: str = ""


class Offer(NamedTuple):
    """A completion of an answer, with its meaning: of an option or a setting, which."""

    text: str
    meaning: Meaning
    setting: Setting | None = None


class UnfitAnswer(Exception):
    """An answer that is none: the word (None if there was none), and those that there are.

    `choices` are to be told as well; there are none where they are too many.
    """

    def __init__(self, word: str | None, known: Sequence[str], choices: Sequence[str] = ()) -> None:
        super().__init__(word)
        self.word, self.known, self.choices = word, known, choices


class GivenOpening(NamedTuple):
    """Answers given before the first question: name, title, and components by kind.

    Where `players` says who plays, clockwise, only what has no usual value is asked; with
    `asks_host` also whose device plays the app's part. `brought` are components as record 1 of
    another game has them.
    """

    name: str | None = None
    title: str | None = None
    components: Mapping[str, str] = {}
    players: Sequence[tuple[str, str]] = ()
    chosen: Mapping[str, Value] = {}
    asks_host: bool = False
    brought: Mapping[str, object] = {}


class OpeningDraft:
    """A game that is not there yet: which it is, its title, who plays, what was agreed, with what.

    An answer is a word in `language`. With `game` it is asked for no other one; `by` is who
    records. Raises as `component` does for those that are given.
    """

    def __init__(
        self,
        store: Store,
        language: Language,
        game: GameDefinition | None = None,
        prescribed: GivenOpening | None = None,
        by: str | None = None,
    ) -> None:
        self.store, self.language, self.by = store, language, by
        self.given = prescribed or GivenOpening()
        self.title = self.given.title
        self.players = list(self.given.players)
        self.chosen = dict(self.given.chosen)
        # The components, and those that were answered by their names.
        self.brought: Data = {}
        self.named: dict[str, str] = {}
        # Whose device plays the app's part, where a game has one.
        self.host: Host | None = None
        # The heads of a sheet, which say all of this at once.
        self.heads: list[str] = []
        self._only = game
        self.chosen_game: GameDefinition | None = None
        self._seated = bool(self.players)
        self._titled = self.title is not None or self._seated or PLAYS in self.chosen
        self._agreed = bool(self.chosen) or self._seated
        if game or len(games := openable()) == 1:
            self._open_as(game or game_named(games[0]))

    def _open_as(self, game: GameDefinition) -> None:
        """Choose the game, with the components given before. Raise as `component` does."""
        components = self.given.components.items()
        self.brought = dict(self.given.brought)
        self.brought |= {kind: component(kind, name, game) for kind, name in components}
        self.chosen_game = game

    @property
    def game(self) -> GameDefinition:
        """The game; any one while that is not said."""
        return self.chosen_game or game_named(installed()[0])

    @property
    def setup(self) -> Setup:
        """The settings to agree on in the game."""
        return self.game.need(SETUP)

    # --- what is asked, and what fits ------------------------------------------------------

    def asked(self) -> OpeningQuestion | None:
        steps: tuple[tuple[bool, What], ...] = (
            (self.chosen_game is not None, "game"),
            (self._titled, "title"),
            (self._seated, "player"),
            (self._has_host, "host"),
            (self._agreed, "options"),
        )
        for settled, step in steps:
            if not settled:
                return OpeningQuestion(step)
        for setting in self._with_the_only_values()[1]:
            return OpeningQuestion("setting", setting)
        for kind in () if self.given.players else self.game.need(BOX).asked:
            if kind not in self.brought:
                return OpeningQuestion("component", None, kind)
        return None

    @property
    def hosting(self) -> Hosting | None:
        """The question whose device plays the app's part; None for a game without one."""
        app = self.game.get(APP)
        return app.hosting(self.language) if app else None

    @property
    def _has_host(self) -> bool:
        """True if there is nothing (more) to ask about a host."""
        if self.host or (self.given.players and not self.given.asks_host):
            return True
        hosting = self.hosting
        decided = {name for host in hosting.hosts for name in host.chosen} if hosting else set()
        return hosting is None or bool(decided & self.chosen.keys())

    @property
    def private(self) -> bool:
        """True if secrets are kept apart from the log."""
        return self.host is not None and self.host.private

    def settings(self) -> list[Setting]:
        """Return the options that are open for these players: a host has settled some."""
        settled = self.host.chosen if self.host else {}
        counts = [s for s in self.setup.settings() if s.players in (UNSET, len(self.players))]
        return [setting for setting in counts if setting.name not in settled]

    def _with_the_only_values(self) -> tuple[dict[str, Value], list[Setting]]:
        return with_the_only_values(self.setup, [seat for seat, _name in self.players], self.chosen)

    @property
    def are_enough(self) -> bool:
        """True if enough players take part."""
        return len(self.players) >= self.setup.least

    def left(self) -> list[str]:
        return [seat for seat in self.setup.seats if seat not in dict(self.players)]

    def usual(self, kind: str) -> str:
        """Return the component that an empty answer means."""
        return usual_component(kind, self.brought, self.game)

    def offers(self) -> Iterator[Offer]:
        """Yield the completions of an answer to the present question."""
        match self.asked():
            case OpeningQuestion("game"):
                yield from (Offer(name, "game") for name in openable())
            case OpeningQuestion("player"):
                seats = () if named(self.setup) else self.left()
                yield from (Offer(f"{self.called(seat)} ", "player") for seat in seats)
            case OpeningQuestion("host"):
                for host in self.hosting.hosts if self.hosting else ():
                    yield Offer(host.word, "host")
            case OpeningQuestion("options"):
                options = self._in_words().items()
                yield from (Offer(text, "option", of) for text, (of, _value) in options)
            case OpeningQuestion("setting", Setting() as setting):
                for value in setting.values:
                    yield Offer(self.as_said(value), "setting", setting)
            case OpeningQuestion("component", _setting, kind):
                yield from (Offer(name, "own") for name in own_names(self.game.name, kind))
                yield Offer(NEW.say(self.language), "new")
                yield from (Offer(name, "left-open") for name in left_open(self.game, kind))
                yield from (Offer(name, "ships") for name in self.setup.components[kind])

    def _in_words(self) -> dict[str, tuple[Setting, Value | None]]:
        return options_in_words(self.game, self.settings(), self.language)

    def called(self, seat: str) -> str:
        return self.game.words.word(seat, self.language).lower()

    def as_said(self, value: Value) -> str:
        """Return a value of a setting; one that is a seat by its name."""
        return self.called(str(value)) if value in self.setup.seats else as_word(value)

    # --- answers ---------------------------------------------------------------------------

    def answer(self, text: str) -> None:
        """Take an answer to what is asked. Raises `UnfitAnswer`, and as `component` does."""
        match self.asked():
            case OpeningQuestion("game"):
                self._take_game(text)
            case OpeningQuestion("title"):
                self._titled, self.title = True, text or None
            case OpeningQuestion("player"):
                self._take_player(text)
            case OpeningQuestion("host"):
                self._take_host(text)
            case OpeningQuestion("options"):
                self._take_option(text)
            case OpeningQuestion("setting", Setting() as setting):
                self._take_setting(setting, text)
            case OpeningQuestion("component", _setting, kind):
                self._take_component(kind, text or self.usual(kind))

    def _take_game(self, text: str) -> None:
        fit = _called(text, openable())
        if len(fit) > 1 or not text:
            raise UnfitAnswer(text or None, openable(), openable())
        try:
            game, chosen = game_to_open(fit[0] if fit else text)
        except UnknownGame:
            raise UnfitAnswer(text, openable(), openable()) from None
        self._open_as(game)
        self.chosen |= chosen
        self._titled = self._agreed = bool(chosen)

    @property
    def plays(self) -> str | None:
        """The name of a game without rules here, of which only the points are kept."""
        return str(self.chosen[PLAYS]) if self.chosen.get(PLAYS) else None

    def _take_player(self, text: str) -> None:
        if not text and self.are_enough:
            self._seated = True
            return
        names = [name.strip() for name in text.split(",") if name.strip()]
        if not 0 < len(names) <= self.game.players[1] - len(self.players):
            raise self._no_seat(None)
        before = [*self.players]
        try:
            for name in names:
                self.seat(*((self.left()[0], name) if named(self.setup) else self._seated_as(name)))
        except UnfitAnswer:
            self.players[:] = before
            raise
        self._seated = self._seated or len(names) > 1

    def _seated_as(self, text: str) -> tuple[str, str]:
        """Read `green Ana`, or a name alone."""
        word, _space, name = text.replace(":", " ").partition(" ")
        seat, name = self.seated(word, name.strip())
        return seat, name or self.called(seat).capitalize()

    def seated(self, word: str, name: str) -> tuple[str, str]:
        """Return a player's seat and name; a name alone has the next one. Raise `UnfitAnswer`."""
        fit, spelt = self._seats_called(word), self._spelt_out()
        alone = not name and fold_word(word) not in spelt
        if alone and (fit or not get_close_matches(fold_word(word), spelt, cutoff=0.75)):
            fit, name = self.left()[:1], word
        if len(fit) != 1:
            raise self._no_seat(word)
        return fit[0], name

    def _no_seat(self, word: str | None) -> UnfitAnswer:
        free = [] if named(self.setup) else [*map(self.called, self.left())]
        return UnfitAnswer(word, free, free)

    def seat(self, seat: str, name: str) -> None:
        """Add a player in the next seat."""
        self.players.append((seat, name))
        self._seated = len(self.players) == self.game.players[1]

    def _spelt_out(self) -> dict[str, str]:
        """Return the seats that are left, by letter, word and name."""
        signs = [(s.say(self.language), seat) for s, seat in self.game.need(NOTATION).seats.items()]
        names = ((name, seat) for seat in self.left() for name in (self.called(seat), seat))
        return {fold_word(text): seat for text, seat in (*signs, *names) if seat in self.left()}

    def _seats_called(self, word: str) -> list[str]:
        """The seats that are left and that a word means: whole, cut short, or as on a sheet."""
        spelt, text = self._spelt_out(), fold_word(word)
        cut_short = dict.fromkeys(seat for name, seat in spelt.items() if name.startswith(text))
        return [spelt[text]] if text in spelt else list(cut_short)

    def _take_host(self, text: str) -> None:
        """Take a host by its word, in any language or cut short, or its number; else the first."""
        assert self.hosting
        hosts = self.hosting.hosts
        hostings = map(self.game.need(APP).hosting, LANGUAGES)
        called = zip(*([host.word for host in each.hosts] for each in hostings), strict=True)
        names = [(str(n), *words) for n, words in enumerate(called, 1)]
        fit = [
            host
            for host, words in zip(hosts, names, strict=True)
            if any(fold_word(word).startswith(fold_word(text)) for word in words)
        ]
        if text and len(fit) != 1:
            words = [host.word for host in hosts]
            raise UnfitAnswer(text, words, words)
        self.host = fit[0] if text else hosts[0]
        self.chosen |= self.host.chosen

    def _take_option(self, text: str) -> None:
        if not text:
            self._agreed = True
            return
        options, typed = self._in_words(), fold_word(text.lstrip("¿"))
        spelt = [(fold_word(words.lstrip("¿")), of) for words, of in options.items()]
        fit = [of for words, of in spelt if words.startswith(typed)]
        fit = [of for words, of in spelt if words == typed] or fit
        if len(fit) == 1:
            setting, chosen = fit[0]
            if chosen is not None:
                self.chosen[setting.name] = chosen
                return
        settings = {setting.name: setting for setting in self.settings()}
        for setting in self.settings():
            settings[setting_words(self.game, setting, self.language)[0].rstrip("?")] = setting
        for parts in (text.partition("="), text.rpartition(":"), text.rpartition("?")):
            name, _sign, value = map(str.strip, parts)
            for label, setting in settings.items():
                if fold_word(label) == fold_word(name):
                    self._take_setting(setting, value)
                    return
        raise UnfitAnswer(text.partition("=")[0].strip(), [*settings])

    def _take_setting(self, setting: Setting, text: str) -> None:
        spelt = {self.as_said(value): value for value in setting.values}
        values = spelt | {as_word(value): value for value in setting.values}
        _label, said = setting_words(self.game, setting, self.language)
        values |= dict(zip(said, setting.values, strict=True))
        if (number := setting.other(text)) is not None:
            self.chosen[setting.name] = number
            return
        if text not in values and not (self._agreed and not text):
            raise UnfitAnswer(text, list(spelt), list(spelt))
        self.chosen[setting.name] = values[text] if text else setting.values[0]

    def _take_component(self, kind: str, name: str) -> None:
        """A board or a deck: one's own, what leaves open what nobody knows, or a stand-in."""
        names = [*own_names(self.game.name, kind), *self.setup.components[kind]]
        names += left_open(self.game, kind)
        if name not in names:
            raise UnfitAnswer(name, names, [*names, NEW.say(self.language)])
        self.bring(kind, name, component(kind, name, self.game))

    def bring(self, kind: str, name: str, content: object) -> None:
        """Choose a component."""
        self.brought[kind], self.named[kind] = content, name

    def back(self) -> None:
        if self.named:
            kind, _name = self.named.popitem()
            del self.brought[kind]
        elif PLAYS in self.chosen and not self.players and self._only is None:
            del self.chosen[PLAYS]
            self.chosen_game, self._titled, self._agreed = None, False, False
        elif self._agreed and PLAYS not in self.chosen:
            self._agreed = False
        elif self.host and self.chosen.keys() <= self.host.chosen.keys():
            self.host = None
            self.chosen.clear()
        elif self.chosen:
            self.chosen.popitem()
        elif self.players:
            self._seated = False
            self.players.pop()
        else:
            if not self._titled or self.given.name is not None:
                self.chosen_game = self._only
            self._titled, self.title = False, None

    # --- the heads of a sheet --------------------------------------------------------------

    def is_head(self, text: str) -> bool:
        """Return True if this line begins a sheet, or belongs to one that has begun."""
        return bool(self.heads) or text.lower().startswith(BEGINNINGS)

    def take_head(self, text: str) -> Draft | sheet.Misread | None:
        """Return the next line of a sheet: one more head, and None.

        A draft: the heads before it say all, and it is the first line after them. A `Misread`:
        these are no heads, and they are forgotten.
        """
        game = sheet.game_of_sheet([text])
        if self.chosen_game is None and game and is_installed(game):
            self._open_as(game_named(game))
        so_far, more = (self._read_heads(heads) for heads in (self.heads, [*self.heads, text]))
        if not isinstance(more, Draft) and isinstance(so_far, Draft):
            return so_far
        self.heads.append(text)
        if len(self.heads) < MOST_HEADS or not isinstance(more, sheet.Misread):
            return None
        self.heads.clear()
        return more

    def of_heads(self) -> Draft | sheet.Misread | None:
        """Return the draft of record 1 from the heads so far; None if there are none."""
        return self._read_heads(self.heads)

    def _read_heads(self, heads: Sequence[str]) -> Draft | sheet.Misread | None:
        if not heads:
            return None
        return sheet.read_line(Replay(self.game), "\n".join(heads), language=self.language)

    # --- record 1 --------------------------------------------------------------------------

    def draft(self) -> Draft:
        """Return the draft of record 1 from the answers."""
        chosen, _open = self._with_the_only_values()
        data = self.setup.data(self.title, self.players, chosen, self.brought)
        return Draft(next(iter(self.game.events)), msgspec.json.encode(data))

    def name(self) -> str:
        """Return the game's name in its database: the one given, else one after its title."""
        return self.given.name or free_name(self.store, self.title)

    def write(self, draft: Draft, name: str) -> None:
        """Write record 1. Raises `RagamiError`: then what was agreed is asked once more."""
        draft = msgspec.structs.replace(draft, at=draft.at or now(), by=draft.by or self.by)
        try:
            Recording(self.store, name, new=self.game.name, private=self.private).write([draft])
        except RagamiError:
            self._agreed = False
            for kind in self.named:
                del self.brought[kind]
            self.named.clear()
            self.heads.clear()
            raise


def game_to_open(name: str) -> tuple[GameDefinition, Mapping[str, Value]]:
    """Return the installed game of this name, or else one that keeps the points of any.

    That one takes the name in its setting `plays`. Raises `UnknownGame` where the name is nearly
    that of an installed game or a word of it, or none keeps points of others.
    """
    word = name_as_installed(name)
    if is_installed(word):
        return game_named(word), {}
    keeper = next((game for game in loadable(SETUP) if game.plays), None)
    near = _called(word, installed()) or get_close_matches(word, installed())
    if keeper is None or not word or near:
        raise UnknownGame(word)
    return keeper, {PLAYS: name.strip()}


def _called(text: str, games: Sequence[str]) -> list[str]:
    """Return the games in whose name a word begins like this."""
    word = f"-{fold_word(text)}"
    return [name for name in games if text and word in f"-{fold_word(name)}"]


def openable() -> list[str]:
    """Return the games that can be opened by questions. Loads all that are installed."""
    return [game.name for game in loadable(SETUP)]
