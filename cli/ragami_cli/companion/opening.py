"""A new game, opened question by question or by the heads of a sheet: the words for it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from gettext import gettext as _
from pathlib import Path
from typing import Any, Final, NamedTuple

from ragami import sheet
from ragami.decoded import Data
from ragami.errors import CONFLICT, NOT_FOUND, REFUSED, USAGE, RagamiError
from ragami.filing import write_whole
from ragami.game import GameDefinition
from ragami.game.capabilities import BOX, COMPONENTS, Guide
from ragami.game.moment_labels import agreed_in_words
from ragami.game.opening import Setting, Value, named
from ragami.judge.report import replay_log
from ragami.language import Language
from ragami.log.unredacted import log_of
from ragami.notation.misread import fold_word
from ragami.proof.keys import SIGNER_VARIABLE, signer
from ragami.sheet.completing import Completion
from ragami.sheet.words import UNDO
from ragami.sources.components import as_a_file, own_names, path_of, whole_json
from ragami.store import Conflict, Store
from ragami.store.validation import fit_for_a_name, not_taken
from ragami.table.opening import (
    NEW,
    PLAYS,
    GivenOpening,
    Offer,
    OpeningDraft,
    OpeningQuestion,
    UnfitAnswer,
    openable,
)
from ragami.table.recording import Draft, Refused
from ragami_cli.arguments import not_known, similar
from ragami_cli.companion.session import TableTalk
from ragami_cli.companion.talk import HistoryLine, LineAnswer, Talk
from ragami_cli.component_dialogue import BACK, KeptAnswers, answers_of, own_hints
from ragami_cli.opening_arguments import points_alone
from ragami_cli.story import how_it_stands

NO_ANSWERS: Final = GivenOpening()


class DialogueContext(NamedTuple):
    """The store of the games, the language of the talk, and the writer."""

    store: Store
    language: Language
    by: str | None
    # The game that is opened; None to ask for it.
    game: GameDefinition | None = None

    def session(self, name: str) -> TableTalk:
        """Return the talk about a game that is there. Raise `RagamiError` `game-not-found`."""
        return TableTalk(self.store, name, self.language, self.by)

    def names(self) -> list[str]:
        return [entry.name for entry in self.store.games()]


# --- a new game ----------------------------------------------------------------------------


class OpeningDialogue(Talk):
    """A new game, step by step: its title, who plays, what was agreed, with what it is played.

    Undo goes a step back. The draft of record 1 goes to `opened`; else it is written, and the talk
    goes on about the game.
    """

    def __init__(
        self,
        desk: DialogueContext,
        name: str | None = None,
        answers: GivenOpening = NO_ANSWERS,
        opened: Callable[[Draft], LineAnswer] | None = None,
    ) -> None:
        self._desk = desk
        self.opening = OpeningDraft(
            desk.store, desk.language, desk.game, answers._replace(name=name), desk.by
        )
        self._opened = opened or self._write

    # --- questions -------------------------------------------------------------------------

    def guide(self) -> Guide:
        question = self.opening.asked()
        assert question  # else the game would be open
        if question.kind:
            game = self.opening.game
            usual = self.opening.usual(question.kind)
            text = game.need(BOX).question(question.kind, usual, self._desk.language)
            return Guide(_("A new game"), text, own_hints(game.name, question.kind))
        hosting = self.opening.hosting if question.what == "host" else None
        if hosting:
            hints = tuple(f"{host.word}: {host.meaning}" for host in hosting.hosts)
        else:
            hints = (*self._kept(), *self._slip()) if not self.opening.players else ()
        return Guide(_("A new game"), self._asked_for(question), hints)

    def _asked_for(self, question: OpeningQuestion) -> str:
        match question:
            case OpeningQuestion("game"):
                games = ", ".join(openable())
                return _("Which game? {all}. Of any other one the points are kept.").format(
                    all=games
                )
            case OpeningQuestion("title"):
                return _("What is the game called? A title, or Enter for none.")
            case OpeningQuestion("player"):
                return self._asked_for_player()
            case OpeningQuestion("host"):
                return self._asked_for_host()
            case OpeningQuestion(setting=Setting() as setting):
                return " ".join(setting.meaning[self._desk.language])
        offered = (offer.text for offer in self.opening.offers())
        example = next((text for text in offered if not text.endswith(": ")), "")
        sentence = _("Enter: all is agreed as usual. Else what is not, such as '{example}'.")
        return sentence.format(example=example)

    def _slip(self) -> tuple[str, ...]:
        """Return the hint that an existing game of a similar name was meant."""
        name = self.opening.given.name
        near = similar(name, self._desk.names()) if name else []
        return (not_known(name or "", near),) if near else ()

    def _kept(self) -> tuple[str, ...]:
        """Return the hint that only the points of this game are kept."""
        return (points_alone(self.opening.plays),) if self.opening.plays else ()

    def _asked_for_player(self) -> str:
        if named(self.opening.setup):
            return self._asked_for_names()
        number = len(self.opening.players) + 1
        first = self.opening.called(self.opening.left()[0])
        sentence = _("Player {n}, clockwise: a colour and a name, such as '{colour} Ana'.").format(
            n=number, colour=first
        )
        if self.opening.are_enough:
            sentence += " " + _("Enter: these are all.")
        return sentence

    def _asked_for_names(self) -> str:
        if self.opening.players:
            return _("Who else, to the left of {name}? Enter: these are all.").format(
                name=self.opening.players[-1][1]
            )
        most = len(self.opening.setup.seats)
        return _("Who plays? Up to {most} names, as they sit: Ana, Bea, Caro.").format(most=most)

    def _asked_for_host(self) -> str:
        hosting = self.opening.hosting
        assert hosting
        usual = _("Enter: {word}.").format(word=hosting.hosts[0].word)
        return f"{hosting.question} {usual}"

    def words(self, text: str) -> Sequence[Completion]:
        asked = self.opening.asked()
        if " " in text and (asked is None or asked.what != "options"):
            return ()
        return [
            Completion(offer.text, 0, self._meaning(offer))
            for offer in self.opening.offers()
            if fold_word(offer.text.lstrip("¿")).startswith(fold_word(text.lstrip("¿")))
        ]

    def _meaning(self, offer: Offer) -> str:
        match offer:
            case Offer(meaning="setting", setting=Setting() as setting):
                return setting.name
            case Offer(meaning="option", setting=Setting() as setting):
                sentence = setting.meaning[self._desk.language][0]
                return "" if sentence.casefold() in offer.text.casefold() else sentence
        return {
            "player": _("a player"),
            "own": _("your own"),
            "new": _("enter it now"),
            "left-open": _("of a real box"),
            "ships": _("a stand-in"),
        }.get(offer.meaning, "")

    def story(self) -> Sequence[HistoryLine]:
        draft = self.opening
        game = None if self._desk.game else draft.chosen_game
        lines = [game.called(draft.language)] if game and not draft.plays else []
        lines += [draft.title] if draft.title else []
        seated = named(draft.setup)
        lines += [
            name if seated else f"{draft.called(seat)}: {name}" for seat, name in draft.players
        ]
        settled = draft.host.chosen if draft.host else {}
        if draft.host:
            lines.append(f"{draft.host.word}: {draft.host.meaning}")
        lines += [
            str(value) if name == PLAYS else self._in_words(name, value)
            for name, value in draft.chosen.items()
            if name not in settled
        ]
        word, language = draft.game.words.word, draft.language
        lines += [
            f"{word(kind, language)}: {draft.named[kind]}"
            for kind in draft.brought
            if kind in draft.named
        ]
        return [HistoryLine(line) for line in lines]

    def _in_words(self, name: str, value: Value) -> str:
        """Say what was agreed."""
        draft = self.opening
        setting = next(s for s in draft.setup.settings() if s.name == name)
        return agreed_in_words(draft.game, setting, value, draft.language)

    # --- answers ---------------------------------------------------------------------------

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> LineAnswer:
        answer = text.strip()
        if answer.lower() in UNDO:
            return self.undo()
        if self.opening.is_head(answer):
            return self._take_head(text)
        question = self.opening.asked()
        assert question
        if question.kind and answer.lower() in NEW:
            game, language = self.opening.game, self._desk.language
            return LineAnswer(
                "told", then=Entering(self, self.bring, game, question.kind, language)
            )
        typed = answer if question.what in ("game", "player") else text
        try:
            self.opening.answer(answer)
        except UnfitAnswer as unfit:
            return LineAnswer("refused", tuple(self._not_among(unfit)), typed, USAGE)
        except RagamiError as trouble:
            sentence = trouble.say(self._desk.language)
            return LineAnswer("refused", (sentence,), typed, trouble.exit_code)
        return self._go_on(question.kind)

    def _not_among(self, unfit: UnfitAnswer) -> Iterator[str]:
        if unfit.word is not None:
            yield not_known(unfit.word, unfit.known)
        elif not unfit.choices:  # the question stands above the line still
            yield _("Nothing was written.")
        if unfit.choices:
            yield _("Choose from: {all}.").format(all=", ".join(unfit.choices))

    def undo(self, *, sure: bool = False) -> LineAnswer:
        self.opening.back()
        return LineAnswer("told")

    def bring(self, kind: str, name: str, component: object) -> LineAnswer:
        """Choose a component that was just entered."""
        self.opening.bring(kind, name, component)
        return self._go_on(kind)

    def _go_on(self, kind: str = "") -> LineAnswer:
        """Ask the next question or open the game; say so where a component is a stand-in."""
        draft = self.opening
        name = draft.named.get(kind)
        ships = name is not None and name in draft.setup.components[kind]
        box = draft.game.need(BOX)
        sentence = box.stand_in(kind, name, self._desk.language) if name and ships else ""
        answer = LineAnswer("told") if draft.asked() else self._opened(draft.draft())
        return answer._replace(lines=(sentence, *answer.lines)) if sentence else answer

    def _take_head(self, text: str) -> LineAnswer:
        """Take the next line of a sheet: one more head, or the first line after them."""
        took = self.opening.take_head(text)
        if isinstance(took, Draft):
            opened = self._opened(took)
            if opened.code or not opened.then:
                return opened
            return opened.then.enter(text, sure=True)._replace(then=opened.then)
        if took is None:
            return LineAnswer("told")
        return LineAnswer("refused", (took.say(self._desk.language),), text, USAGE)

    def finish(self) -> LineAnswer:
        """Open the game from its heads, as the sheet ends."""
        read = self.opening.of_heads()
        if isinstance(read, sheet.Misread):
            return LineAnswer("refused", (read.say(self._desk.language),), code=USAGE)
        return self._opened(read) if isinstance(read, Draft) else LineAnswer("told")

    def _write(self, draft: Draft) -> LineAnswer:
        """Write record 1, and go on about the game."""
        desk, name = self._desk, self.opening.name()
        try:
            self.opening.write(draft, name)
        except Refused as refused:
            sentence = self.opening.game.words.say(refused.finding, desk.language)
            return LineAnswer("refused", (sentence,), code=REFUSED)
        except Conflict:
            first = _("Somebody else has just opened this game. Here it is.")
            return LineAnswer("clash", (first,), code=CONFLICT, then=desk.session(name))
        except RagamiError as trouble:
            sentence = trouble.say(desk.language)
            return LineAnswer("refused", (sentence,), code=trouble.exit_code)
        session = desk.session(name)
        return LineAnswer("done", (session.title,), then=session)


def sign_with(name: str) -> None:
    """Seal with this key from now on. Raise the `RagamiError`s of a key that cannot be used."""
    signer(name)
    os.environ[SIGNER_VARIABLE] = name


class Signing(Talk):
    """The question before a talk; an empty answer goes on without seals."""

    def __init__(self, talk: Talk, names: Sequence[str], language: Language) -> None:
        self._talk = talk
        self._names = names
        self._language = language

    def guide(self) -> Guide:
        question = _("Which of your keys seals this game? {names}. Enter: none, it is not sealed.")
        return Guide(_("Keys"), question.format(names=", ".join(self._names)))

    def words(self, text: str) -> Sequence[Completion]:
        return [Completion(name, 0, _("a key")) for name in self._names if name.startswith(text)]

    def finish(self) -> LineAnswer:
        return self._talk.finish()

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> LineAnswer:
        name = text.strip()
        if name:
            try:
                sign_with(name)
            except RagamiError as trouble:
                return LineAnswer("refused", (trouble.say(self._language),), text, USAGE)
        return LineAnswer("told", then=self._talk)


class Choosing(Talk):
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

    def words(self, text: str) -> Sequence[Completion]:
        matching = {name: stands for name, stands in self._open.items() if name.startswith(text)}
        ways = [Completion(name, 0, stands) for name, stands in matching.items()]
        new = NEW.say(self._desk.language)
        if new.startswith(text):
            ways.append(Completion(new, 0, _("a new game")))
        return ways

    def story(self) -> Sequence[HistoryLine]:
        return [
            HistoryLine(f"{number:>3} {name}: {stands}")
            for number, (name, stands) in enumerate(self._open.items(), 1)
        ]

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> LineAnswer:
        name = text.strip()
        if name.lower() in NEW or not (name or self._open):
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
    """Yield the games that are not over, each with its position."""
    for entry in desk.store.games():
        if entry.result is not None:
            continue
        replay = replay_log(log_of(desk.store.read(entry.name)))
        if replay.final is None:
            yield entry.name, how_it_stands(replay, desk.language)


# --- a component of one's own --------------------------------------------------------------------


class Entering(Talk):
    """The questions about a component, one after the other. Undo takes an answer back.

    What is made goes to `bring` (kind, name, component), and the talk back to `opening`.
    """

    def __init__(
        self,
        opening: Talk,
        bring: Callable[[str, str, Any], LineAnswer],
        game: GameDefinition,
        kind: str,
        language: Language,
    ) -> None:
        self._opening, self._bring = opening, bring
        self._game = game
        self._kind = kind
        self._language = language
        self._path: Path | None = None
        self._kept: KeptAnswers

    def guide(self) -> Guide:
        if self._path is None:
            question = _("What is it to be called? It is kept under this name for other games.")
            return Guide(_("A component of your own"), question)
        words = tuple(self._kept.question.words)
        return Guide(_("A component of your own"), self._kept.question.prompt, words[-3:])

    def story(self) -> Sequence[HistoryLine]:
        return [HistoryLine(line) for line in (self._kept.question.words if self._path else ())]

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> LineAnswer:
        answer = text.strip()
        if self._path is None:
            kind, names = self._kind, own_names(self._game.name, self._kind)
            name = not_taken(fit_for_a_name(answer) or kind, names)
            self._path = path_of(self._game.name, kind, name)
            dialogue = self._game.need(COMPONENTS).dialogue
            begin = partial(dialogue, kind, name, self._language)
            self._kept = KeptAnswers(begin, answers_of(self._path))
        elif answer.lower() in BACK:
            return self.undo()
        else:
            self._kept.answer(answer)
        if self._kept.component is not None:
            return self._bring_in(self._kept.component, self._path)
        if self._kept.question.again:
            return LineAnswer("refused", tuple(self._kept.question.words), text, USAGE)
        return LineAnswer("told")

    def undo(self, *, sure: bool = False) -> LineAnswer:
        if self._path is None or not self._kept.answers:
            return LineAnswer("told", then=self._opening)
        self._kept.back()
        return LineAnswer("told")

    def _bring_in(self, component: Data, path: Path) -> LineAnswer:
        content = as_a_file(component)
        write_whole(path, content)
        self._kept.forget()
        brought = self._bring(self._kind, path.stem, whole_json(content, str(path)))
        sentence = _("It is kept as '{name}', in {file}.").format(name=path.stem, file=path)
        return brought._replace(
            lines=(sentence, *brought.lines), then=brought.then or self._opening
        )
