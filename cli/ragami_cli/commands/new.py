"""`ragami new`: who plays, with what, by which options. Asks where nothing is said."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from gettext import gettext as _
from shlex import quote
from typing import NamedTuple

import click
from msgspec.structs import replace

from ragami.errors import RagamiError
from ragami.game import GameDefinition
from ragami.game.capabilities import REVEALS, SETUP, Setup
from ragami.game.opening import Value, named
from ragami.judge.report import replay_log
from ragami.privacy.secrets import is_private
from ragami.store.memory import MemoryStore
from ragami.store.validation import free_name, not_taken
from ragami.table.drafts import Stamp
from ragami.table.importing import branched, keep, origin_at, same_again
from ragami.table.opening import GivenOpening, OpeningDraft
from ragami.table.recording import Draft, Recording
from ragami.table.replies import Branched
from ragami_cli.arguments import read_log, seats_to_take
from ragami_cli.commands.show import tell_stand_ins
from ragami_cli.opening_arguments import (
    agreed_option,
    explain,
    game_option,
    game_to_open,
    name_broken_games,
    read_option,
    read_players,
)
from ragami_cli.options import Session, command, pass_session
from ragami_cli.output import is_terminal
from ragami_cli.story import who_deals
from ragami_cli.writing import TextType, WriteRequest, Writing, with_stamp


@command(
    "new",
    help=_(
        "Open a game: write its first record, which says who plays, with what, and by which"
        " options. Players are given in clockwise order of their seats. Without a NAME the game is"
        " called after its title, or game-1, game-2 and so on.\n\n"
        "On a terminal you are asked for what is missing: for the game, and with no player given"
        " for everything.\n\n"
        "With --like, the same people play the same game once more, by the same options; everybody"
        " takes the next seat, so that who sat second sits first. With --from, a game goes on from"
        " any record of another one, in a log of its own: the records so far are copied, and a"
        " remark says where they are from. The other game stays as it is."
    ),
    examples=[
        ("ragami new", _("Be asked, question by question.")),
        (
            "ragami new final --player yellow:Ana --player green:Bea --player blue:Carl",
            _("Three players, Ana first and Bea to her left, all options as usual."),
        ),
        (
            "ragami new -p yellow:Ana -p green:Bea --option {option}",
            _("Two players, with something agreed."),
        ),
        (
            "ragami new final --private -p yellow:Ana -p green:Bea -p blue:Carl",
            _("A game whose log may be published while it is played."),
        ),
        (
            "ragami new --game Catan -p Ana -p Bea",
            _("Only the points, of a game whose rules are not installed."),
        ),
        ("ragami new sunday --like friday", _("Once more, everybody one seat further on.")),
        (
            "ragami new rescue --from friday@120",
            _("Another way on from record 120; 'ragami games' shows both."),
        ),
        ("ragami new --list-options", _("What can be agreed on, and what it means.")),
    ],
)
@click.argument("name", required=False, type=TextType(), help=_("What the game is to be called."))
@game_option
@click.option(
    "-p",
    "--player",
    "players",
    multiple=True,
    type=TextType(),
    metavar=_("COLOUR:NAME"),
    shell_complete=seats_to_take,
    help=_("A player; once for each, clockwise. A name alone has the next colour."),
)
@agreed_option
@click.option("--board", metavar=_("FILE|NAME"), type=TextType(), help=_("Another board."))
@click.option("--deck", metavar=_("FILE|NAME"), type=TextType(), help=_("Another deck of cards."))
@click.option("--dice", metavar=_("FILE|NAME"), type=TextType(), help=_("Other dice."))
@click.option(
    "--component",
    "further",
    multiple=True,
    type=TextType(),
    metavar=_("KIND=FILE|NAME"),
    help=_("Another component, of whichever kind the game has; may be given several times."),
)
@click.option("--title", metavar=_("TITLE"), type=TextType(), help=_("What is being played for."))
@click.option(
    "--private",
    is_flag=True,
    help=_(
        "Keep names and hidden cards apart from the log, which is then fit to be published;"
        " salted hashes in it bind them."
    ),
)
@click.option(
    "--like",
    metavar=_("GAME|FILE"),
    type=TextType(),
    help=_("The same people, one seat further on, and the options of that game."),
)
@click.option(
    "--from",
    "origin",
    metavar=_("GAME|FILE[@SEQ]"),
    type=TextType(),
    help=_("Go on from that game, after record SEQ or else after its last one."),
)
@click.option("--list-options", is_flag=True, help=_("Explain every option, and open no game."))
@with_stamp
@pass_session
def new(  # noqa: PLR0913 (as many as there are things to say)
    session: Session,
    /,
    *,
    name: str | None,
    kind: str | None,
    players: tuple[str, ...],
    options: tuple[str, ...],
    further: tuple[str, ...],
    title: str | None,
    private: bool,
    like: str | None,
    origin: str | None,
    list_options: bool,
    stamp: Stamp,
    **components: str | None,
) -> int:
    if origin:
        expect_nothing_else("--from", kind, players, options, further, title, like, components)
        return branch_off(session, origin, name, stamp)
    before = once_more(session, like, name) if like else None
    if before:
        expect_nothing_else("--like", kind, players)
    asks = is_terminal(sys.stdin)
    if kind is None and asks and not (before or players or options or list_options):
        name_broken_games(session.output)
        game: GameDefinition | None = None
        settled: Mapping[str, Value] = {}
    else:
        game, settled = (before.game, {}) if before else game_to_open(session, kind)
    if game and list_options:
        explain(game.need(SETUP), session.output)
        return 0
    setup = game.need(SETUP) if game else None
    chosen = {**settled, **dict(read_option(option, setup) for option in options if setup)}
    components |= dict(map(kind_and_name, further))
    brought = {kind: component for kind, component in components.items() if component}
    seated = read_players(players, game, session.language) if game else []
    answers = GivenOpening(name, title, brought, seated, chosen, asks and not private)
    if before:
        agreed = {**before.answers.chosen, **chosen}
        answers = before.answers._replace(title=title, components=brought, chosen=agreed)
    draft, opening = agreed_on(session, game, answers, asks=asks)
    private = private or opening.private or bool(before and before.private)
    draft = replace(draft, at=stamp.at, by=stamp.by)
    request = WriteRequest(session, name, stamp)
    return open_game(request, opening.game, draft, welcome, title=opening.title, private=private)


def agreed_on(
    session: Session, game: GameDefinition | None, answers: GivenOpening, *, asks: bool
) -> tuple[Draft, OpeningDraft]:
    """Return the draft of record 1, after questions about what is not answers, and the opening.

    Raises wrong usage where something is missing and nobody can be asked, and `click.Abort` where
    somebody goes away.
    """
    opening = OpeningDraft(MemoryStore(), session.language, game, answers)
    question = opening.asked()
    if question:
        expect_a_colour_each([seat for seat, _name in opening.players])
    if question and asks:
        return ask(session, game, answers)
    if not opening.players:
        raise nobody_plays(opening.setup)
    if question and (setting := question.setting):
        ways = " · ".join(f"--option {setting.name}={value}" for value in setting.values)
        raise click.UsageError(_("One more thing has to be said: {ways}.").format(ways=ways))
    return opening.draft(), opening


def ask(
    session: Session, game: GameDefinition | None, answers: GivenOpening
) -> tuple[Draft, OpeningDraft]:
    """Ask as `ragami table --plain` does, and write nothing. Raises `click.Abort`."""
    from ragami_cli.companion.opening import DialogueContext, OpeningDialogue
    from ragami_cli.companion.plain import Dialogue
    from ragami_cli.companion.talk import LineAnswer

    drafts: list[Draft] = []

    def opened(draft: Draft) -> LineAnswer:
        drafts.append(draft)
        return LineAnswer("done", ends=True)

    desk = DialogueContext(MemoryStore(), session.language, None, game)
    dialogue = OpeningDialogue(desk, answers.name, answers, opened)
    Dialogue(dialogue, session.output, aside=True).run(sys.stdin)
    if not drafts:
        raise click.Abort
    return drafts[0], dialogue.opening


def open_game(
    request: WriteRequest,
    game: GameDefinition,
    draft: Draft,
    tell: Callable[[Writing], str],
    *,
    title: str | None = None,
    private: bool = False,
) -> int:
    """Write record 1 into a new game of the name in the request, else named after its title.

    It is judged before a database is made for a game that is refused. Raise `game-exists`.
    """
    Writing(request, Recording(MemoryStore(), game.name, new=game.name)).write(draft)
    output = request.session.output
    if private and game.get(REVEALS) is None:
        output.remark(
            _("Nothing is hidden in this game: only the names of the players are kept apart.")
        )
    with request.session.store() as store:
        name = free_name(store, title) if request.game is None else request.game
        if store.head(name):
            raise RagamiError("game-exists", game=name)
        writing = Writing(request, Recording(store, name, new=game.name, private=private))
        code = writing.done(writing.write(draft), partial(tell, writing))
        tell_stand_ins(writing.recording.replay, output)
        return code


def nobody_plays(opening: Setup) -> click.UsageError:
    example = "--player Ana" if named(opening) else f"--player {opening.seats[0]}:Ana"
    return click.UsageError(_("Say who plays, such as {who}.").format(who=example))


def kind_and_name(text: str) -> tuple[str, str]:
    """Return a kind and a name from `KIND=FILE|NAME`."""
    kind, sign, name = text.partition("=")
    if not sign or not name:
        sentence = _("Say it as {usual}.").format(usual=_("KIND=FILE|NAME"))
        raise click.BadParameter(sentence, param_hint="--component")
    return kind, name


def expect_a_colour_each(seats: Sequence[str]) -> None:
    """Raise wrong usage where a colour is given twice, before questions are asked."""
    for seat in seats:
        if seats.count(seat) > 1:
            sentence = _("{colour} is given to {n} players; everybody needs a colour of their own.")
            raise click.BadParameter(
                sentence.format(colour=f"'{seat}'", n=seats.count(seat)), param_hint="--player"
            )


def welcome(writing: Writing) -> str:
    """Return the name of the game, who plays, and what comes next."""
    game, name, output = writing.game, writing.recording.name, writing.session.output
    seats, _title = writing.recording.replay.seating
    players = ", ".join(
        f"{player} ({game.words.word(seat, output.language)})"
        if game.is_word(seat, output.language)
        else player
        for seat, player in seats.items()
    )
    opened = _("Opened {game}: {players}.").format(
        game=output.style(name, bold=True), players=players
    )
    then = _("'ragami legal {game}' says what comes next, 'ragami record {game}' writes it down.")
    replay, private = writing.recording.replay, writing.recording.private
    deals = who_deals(replay, output.language, private=private)
    return "\n".join([opened, then.format(game=quote(name)), *deals])


# --- after another game ----------------------------------------------------------------------


class Before(NamedTuple):
    """The game that is played once more, and what follows from it for the next one."""

    game: GameDefinition
    answers: GivenOpening
    private: bool


def expect_nothing_else(option: str, *arguments: object) -> None:
    """Raise wrong usage for anything given beside an option that excludes it."""
    if any(
        any(argument.values()) if isinstance(argument, dict) else argument for argument in arguments
    ):
        text = _("With {option}, that is said by the other game: leave it out.")
        raise click.UsageError(text.format(option=option))


def once_more(session: Session, like: str, name: str | None) -> Before:
    """Read players and options from another game. Raise `RagamiError`."""
    log = read_log(session, like)
    replay = replay_log(log)
    private = is_private(log.split(b"\n", 2)[:2])
    return Before(replay.game, same_again(replay, name, like), private)


def branch_off(session: Session, origin: str, name: str | None, stamp: Stamp) -> int:
    """Open a game that goes on from `GAME@SEQ`. Raises `RagamiError`."""
    game, seq = named_record(origin)
    log = read_log(session, game)
    there = origin_at(log, game, seq or log.count(b"\n"))
    new_log = branched(log, there, stamp)
    replay = replay_log(new_log)
    with session.store() as store:
        called = name or not_taken(game, set(store.names()))
        if store.head(called):
            raise RagamiError("game-exists", game=called)
        keep(store, called, new_log, replay.final)
    text = _("Opened {game}: it goes on from {origin} after record {seq}.")
    bold = session.output.style(called, bold=True)
    words = text.format(game=bold, origin=there.game, seq=there.seq)
    session.output.reply(Branched(called, replay.seq, there), words)
    return 0


def named_record(origin: str) -> tuple[str, int | None]:
    """Read `GAME@SEQ` or `GAME`; a name may have an @ of its own."""
    game, at, seq = origin.rpartition("@")
    if at and game and seq.isascii() and seq.isdigit() and int(seq):
        return game, int(seq)
    return origin, None
