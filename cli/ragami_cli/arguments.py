"""Arguments that several commands take, and how the shell completes them.

Completion is switched on by click's own variable: `eval "$(_RAGAMI_COMPLETE=bash_source ragami)"`
(or `zsh_source`, `fish_source`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from gettext import gettext as _
from os import environ
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.shell_completion import split_arg_string

from ragami.errors import NOTHING_NEAR, RagamiError
from ragami_cli.options import Decorated, Session

if TYPE_CHECKING:
    from ragami.export.excerpt import Excerpt
    from ragami.game.capabilities import Setup
    from ragami.judge.replay import Replay


LINE_VARIABLE: Final = "COMP_WORDS"
"""The variable in which every shell hands the line to click."""

Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def game_names(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the games in the database whose names begin so; none when it cannot be read."""
    return [name for name in _games_there(ctx) if name.startswith(incomplete)]


def _games_there(ctx: click.Context) -> list[str]:
    try:
        with ctx.ensure_object(Session).store(create=False) as store:
            return [game.name for game in store.games()]
    except RagamiError:
        return []


game_argument = click.argument(
    "game", metavar=_("GAME"), help=_("Name of a game."), shell_complete=game_names
)
log_argument = click.argument(
    "name",
    metavar=_("GAME|FILE"),
    help=_("Name of a game, or else a file with a log."),
    shell_complete=game_names,
)


def out_option(help_text: str, *, dash: bool = False) -> Callable[[Decorated], Decorated]:
    """Return the option `-o FILE`; with `dash` the file may be `-`, which is standard output."""
    path = click.Path(path_type=Path, dir_okay=False, allow_dash=dash)
    return click.option("-o", "--out", metavar=_("FILE"), type=path, help=help_text)


def at_option(help_text: str, default: int | None = None) -> Callable[[Decorated], Decorated]:
    """Return the option `--at SEQ`, the moment after a record, as the argument `seq`."""
    number = click.IntRange(1)
    return click.option(
        "--at", "seq", metavar=_("SEQ"), type=number, default=default, help=help_text
    )


out_or_stdout = out_option(_("Where to; else to standard output."), dash=True)


# --- what else can be completed ------------------------------------------------------------


def completing(words: Callable[[], Iterable[str]]) -> Complete:
    """Complete from words that are looked up only on Tab; capitals do not count."""

    def complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
        begun = incomplete.lower()
        return [word for word in words() if word.lower().startswith(begun)]

    return complete


def every_viewer() -> list[str]:
    """Return the seats of all games, and those who are no seat."""
    from ragami.game import loadable
    from ragami.game.capabilities import SETUP
    from ragami.game.opening import named
    from ragami.game.visibility import PUBLIC, REFEREE

    setups = [game.need(SETUP) for game in loadable(SETUP)]
    seats = dict.fromkeys(seat for setup in setups if not named(setup) for seat in setup.seats)
    return [*seats, PUBLIC, REFEREE]


def viewers(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the seats of the game in the line, else of all games, and those who are no seat."""
    from ragami.game.visibility import PUBLIC, REFEREE

    seats = _seats_there(ctx)
    return completing(lambda: [*seats, PUBLIC, REFEREE] if seats else every_viewer())(
        ctx, param, incomplete
    )


def seats_of(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return completing(lambda: _seats_there(ctx))(ctx, param, incomplete)


def lines_on(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Complete a line of the score sheet as the companion does on Tab."""
    from ragami.sheet.completing import complete

    replay = _replay_there(ctx)
    if replay is None:
        return []
    ways = complete(replay, incomplete, ctx.ensure_object(Session).language)
    return [incomplete[: way.start] + way.text for way in ways]


def _seats_there(ctx: click.Context) -> list[str]:
    replay = _replay_there(ctx)
    return list(replay.seating.names) if replay else []


def _replay_there(ctx: click.Context) -> Replay | None:
    """Return the game of the database that is named in the line, as it stands."""
    from ragami.judge.report import replay_log
    from ragami.sources.places import read_log

    # click does not parse a line that ends with an option without its value.
    words = split_arg_string(environ.get(LINE_VARIABLE, ""))
    games = [word for word in words if word in _games_there(ctx)]
    try:
        return replay_log(read_log(games[0], ctx.ensure_object(Session).db)) if games else None
    except RagamiError:
        return None


def _opened_with(ctx: click.Context) -> Setup | None:
    """Return how the game is opened that `--game` names, or the first one."""
    from ragami.game import loadable
    from ragami.game.capabilities import SETUP

    kind = ctx.params.get("kind")
    games = [game for game in loadable(SETUP) if kind in (None, game.name)]
    return games[0].need(SETUP) if games else None


def seats_to_take(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the seats of the game that is opened, with the colon before a name."""
    from ragami.game.opening import named

    setup = _opened_with(ctx)
    seats = setup.seats if setup and not named(setup) else ()
    return completing(lambda: [f"{seat}:" for seat in seats])(ctx, param, incomplete)


def options_of(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the options that may be agreed on in the game that is opened."""
    from ragami.sources.components import as_word

    setup = _opened_with(ctx)
    return completing(
        lambda: (
            f"{setting.name}={as_word(value)}"
            for setting in (setup.settings() if setup else ())
            for value in setting.values
        )
    )(ctx, param, incomplete)


def _rule_ids() -> Iterable[str]:
    from ragami.game import loadable

    return [rule for game in loadable() for rule in game.rulebook.rules()]


rule_ids = completing(_rule_ids)


class YesOrNo(click.ParamType[bool]):
    """`y`, `yes`, `n` or `no`, and the words of the language for them."""

    name = "yes or no"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> bool:
        if isinstance(value, bool):
            return value
        answer = str(value).strip().casefold()
        # Words that mean yes, and words that mean no, as somebody may type them.
        yes = answer in ("y", "yes", *_("y yes").split())
        if not yes and answer not in ("n", "no", *_("n no").split()):
            self.fail(_("Answer yes or no."), param, ctx)
        return yes


def said_yes(question: str, *, default: bool) -> bool:
    """Ask on stderr for yes or no; Enter alone is the default."""
    hint = _("Y/n") if default else _("y/N")
    answer: bool = click.prompt(
        f"{question} [{hint}]", default, type=YesOrNo(), show_default=False, err=True
    )
    return answer


def expect_yes(question: str, otherwise: Exception) -> None:
    """Ask, and raise `click.Abort` for a no. Raise `otherwise` where nobody can be asked."""
    from ragami_cli.output import somebody_answers

    if not somebody_answers():
        raise otherwise
    if not said_yes(question, default=False):
        raise click.Abort


def similar(word: str, choices: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """Return the choices that a mistyped word may mean, the most similar first."""
    from difflib import get_close_matches

    return get_close_matches(word, list(choices), cutoff=cutoff)


def did_you_mean(word: str, choices: Iterable[str], cutoff: float = 0.6) -> str:
    """Return 'Did you mean …?' for names that are similar; empty where none is."""
    near = " / ".join(f"'{name}'" for name in similar(word, choices, cutoff))
    return _("Did you mean {near}?").format(near=near) if near else ""


def nearest(word: str, choices: Iterable[str]) -> str:
    """Return the names that are similar, as a fact of an error."""
    return ", ".join(similar(word, choices)) or NOTHING_NEAR


def not_known(word: str, choices: Iterable[str]) -> str:
    """Return the sentence that a word is unknown, with similar known ones."""
    sentence = _("There is no '{word}'.").format(word=word)
    return f"{sentence} {did_you_mean(word, choices)}".rstrip()


def one_of(word: str, choices: Iterable[str], where: str) -> str:
    """Return the word if it is known. Raise wrong usage with similar words, else with all."""
    choices = list(choices)
    if word in choices:
        return word
    sentence = not_known(word, choices)
    if not similar(word, choices):
        sentence += " " + _("Choose from: {all}.").format(all=", ".join(choices))
    raise click.BadParameter(sentence, param_hint=where)


# --- the log, and the viewer -----------------------------------------------------------------


def read_log(session: Session, name: str) -> bytes:
    """Read the log of a game, else of a file ('-': stdin). Raise `RagamiError`."""
    from ragami.sources import places

    return places.read_log(name, session.db)


def beginning(log: bytes, seq: int | None, name: str) -> bytes:
    """Return the records of a log up to one; all for None. Raise `RagamiError` `no-such-record`."""
    from ragami.log.unredacted import log_of

    if seq is None:
        return log
    lines = log.removesuffix(b"\n").split(b"\n")
    if seq > len(lines):
        raise RagamiError("no-such-record", game=name, seq=seq, last=len(lines))
    return log_of(lines[:seq])


def read_excerpt(
    session: Session, name: str, viewer: str | None, seq: int | None = None
) -> Excerpt:
    """Read a log up to a record, as far as the viewer may know it: see `Excerpt`.

    Raises `RagamiError`, and wrong usage for a viewer whom there is not at this table.
    """
    from ragami.export.excerpt import Excerpt
    from ragami.game.visibility import REFEREE
    from ragami.judge.report import game_of, replay_log

    log = read_log(session, name)
    game_of(log)
    # Every game has a referee; only a fold of the log tells which seats it has.
    if viewer not in (None, REFEREE):
        viewer = checked_viewer(viewer, replay_log(log))
    return Excerpt(name, beginning(log, seq, name), viewer, session.language)


def has_game(session: Session, name: str) -> bool:
    from ragami.sources.places import NO_SUCH_GAME

    try:
        with session.store(create=False) as store:
            return store.head(name) > 0
    except RagamiError as trouble:
        if trouble.code in NO_SUCH_GAME:
            return False
        raise


viewer_option = click.option(
    "--as",
    "viewer",
    metavar=_("COLOUR|public|referee"),
    shell_complete=viewers,
    help=_("Show only what this player, or everybody, may see; else all that is known."),
)


def checked_viewer(viewer: str | None, replay: Replay) -> str | None:
    """Return the viewer if there is one of that name at this table. Raise wrong usage otherwise."""
    if viewer is None:
        return None
    from ragami.game.visibility import PUBLIC, REFEREE

    seats, _title = replay.seating
    return one_of(viewer.lower(), [*seats, PUBLIC, REFEREE], "--as")
