"""Options that every command takes (`--db`, `--json`, `--lang`), before its name or after it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from functools import cached_property, wraps
from gettext import gettext as _
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ragami.language import LANGUAGES, Language

if TYPE_CHECKING:
    from ragami.store import Store
    from ragami_cli.output import Output


class Session:
    """One run of the program: what its shared options say. Every command is given it."""

    def __init__(self, language: Language = "en") -> None:
        self.language = language
        self.json = False
        self.db: str | None = None
        # Say what a record would change, and write nothing; also play on with the same luck.
        self.whatif = False
        self.same_luck = False

    @cached_property
    def output(self) -> Output:
        from ragami_cli.output import Output

        return Output(self.language, json=self.json)

    def store(self, *, create: bool = True) -> Store:
        """Open the database: `--db`, else `RAGAMI_DB`, else that in the user's data folder.

        A database that is not there is made, unless `create` is false (`database-not-found`).
        """
        from ragami.store import open_store

        return open_store(self.db, create=create)


Decorated = TypeVar("Decorated", bound=Callable[..., Any])
pass_session = click.make_pass_decorator(Session)


def option_group(
    name: str, make: Callable[..., object], *options: Callable[[Decorated], Decorated]
) -> Callable[[Callable[..., object]], Callable[..., Any]]:
    """Return some options as a decorator: a command gets them as one argument of this name.

    `make` makes it; its parameters are called as the options are.
    """
    names = tuple(signature(make).parameters)

    def decorate(command: Callable[..., object]) -> Callable[..., Any]:
        @wraps(command)
        def with_group(*args: object, **values: object) -> object:
            group = make(**{option: values.pop(option) for option in names})
            return command(*args, **{name: group}, **values)

        for option in reversed(options):
            with_group = option(with_group)
        return with_group

    return decorate


def shared_options() -> list[click.Parameter]:
    """Make the options of every command anew for each, since help is translated when made."""
    return [
        click.Option(
            ["--db"],
            metavar=_("DATABASE"),
            help=_("File of games, or postgresql://…; else RAGAMI_DB, else in your data folder."),
            expose_value=False,
            callback=_keep("db"),
        ),
        click.Option(
            ["--json"],
            is_flag=True,
            help=_("Print JSON, one object a line."),
            expose_value=False,
            callback=_keep("json"),
        ),
        click.Option(
            ["--lang"],
            type=click.Choice(LANGUAGES),
            help=_("Language; else that of the locale."),
            expose_value=False,
        ),
    ]


def _keep(name: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    """Return a callback that stores an option in the session, if it is given."""

    def keep(ctx: click.Context, _option: click.Parameter, value: object) -> None:
        if value:
            setattr(ctx.ensure_object(Session), name, value)

    return keep


class Command(click.Command):
    """A command with the shared options, and with examples under its help.

    `examples` are pairs: a command line, with `{rule}` and the like for what a game says
    (`capabilities.EXAMPLES`), and what it does. The callback is given the `Session` by
    `pass_session`, and returns the exit code or None for 0.
    """

    def __init__(
        self,
        *args: Any,
        examples: Sequence[tuple[str, str]] = (),
        **settings: Any,
    ) -> None:
        super().__init__(*args, **{"options_metavar": _("[OPTIONS]"), **settings})
        self.params += shared_options()
        self.examples = examples

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, with garbage collection from now on."""
        gc.enable()
        return super().invoke(ctx)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, then the epilog."""
        if self.examples:
            with formatter.section(_("Examples")):
                for line, purpose in self.examples:
                    formatter.write_dl([(in_words_of_a_game(line), purpose)], col_max=0)
        super().format_epilog(ctx, formatter)


def command(name: str, **settings: Any) -> Callable[[Callable[..., object]], Command]:
    """Make a function a `Command`, as `click.command` does."""
    return click.command(name, Command, **settings)


def in_words_of_a_game(line: str) -> str:
    """Return an example with `{rule}` and the like filled in from the first game.

    The command line itself knows no rule, no event and no option of any game (law 2).
    """
    if "{" not in line:
        return line
    from ragami.game.capabilities import EXAMPLES
    from ragami.game.registry import SHIPPED, game_named

    return line.format_map(game_named(next(iter(SHIPPED))).need(EXAMPLES))


class Group(Command, click.Group):
    """A command with commands of its own, such as `ragami board check`."""

    command_class = Command

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **{"subcommand_metavar": _("COMMAND [ARGS]..."), **settings})
