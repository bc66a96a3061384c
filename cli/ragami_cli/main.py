"""The group `ragami` and the table of its commands, which are imported when they are run."""

from __future__ import annotations

import os
from collections.abc import Sequence
from gettext import gettext as _
from importlib import import_module
from typing import TYPE_CHECKING, Final

import click

from ragami.language import Language
from ragami_cli.options import Group, Session
from ragami_games_cli import COMMANDS as OF_GAMES

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ragami.errors import RagamiError

NAME: Final = "ragami"
COMPLETION_VARIABLE: Final = "_RAGAMI_COMPLETE"
GROUP: Final = "ragami.commands"

COMMANDS: Final = {
    _("Write a game down"): (
        ("new", "new:new", _("Open a game: who plays, with what, by which options.")),
        ("table", "table:table", _("Write a game down at the table, as it is played.")),
        ("serve", "serve:serve", _("Put the table on everybody's phone.")),
        ("record", "record:record", _("Add what happened: one event, or many.")),
        ("undo", "amend:undo", _("Strike out the last events; they stay in the log.")),
        ("redo", "amend:redo", _("Take back the last undo.")),
        ("correct", "amend:correct", _("Let an event read otherwise from now on.")),
        ("rule", "amend:rule", _("Let the next event break a rule, and stand.")),
        ("reveal", "amend:reveal", _("Say which card a hidden one was.")),
        ("assert", "amend:assert_", _("Write down what the table shows, to compare.")),
        ("note", "amend:note", _("Write a remark into the log.")),
    ),
    _("Look at a game"): (
        ("games", "database:games", _("List the games in the database.")),
        ("show", "show:show", _("Show the state, now or after any record.")),
        ("log", "show:log", _("Tell the game, a line an event.")),
        ("legal", "legal:legal", _("List what may be done now.")),
        ("replay", "show:replay", _("Walk through a game step by step.")),
        ("sheet", "export:sheet", _("Print a score sheet, empty or as a game stands.")),
        ("board", "board:board", _("Draw a board, or check a board file.")),
    ),
    _("Judge, carry and make games"): (
        ("verify", "verify:verify", _("Judge logs against every rule.")),
        ("receipts", "receipts:receipts", _("Look into files of receipts.")),
        (
            "export",
            "export:export",
            _("Take games out: as logs, sheets, tables, pages, pictures."),
        ),
        ("import", "import_:import_", _("Bring logs into the database.")),
        ("backup", "database:backup", _("Copy the database, also while it is used.")),
        ("copy", "database:copy", _("Copy a database to another place, such as a server.")),
        ("simulate", "simulate:simulate", _("Let bots play complete legal games.")),
        ("stats", "stats:stats", _("Count over many games: results, points, cards, dice.")),
        ("season", "stats:season", _("Make a table of many evenings.")),
    ),
    _("The referee's desk"): (
        ("whatif", "whatif:whatif", _("Show what a correction would change.")),
        ("penalty", "penalty:penalty", _("Penalize a player; the play stays.")),
        ("report", "report:report", _("The referee's report on a game.")),
        ("audit", "audit:audit", _("Look through logs as a referee does.")),
        ("diff", "compare:diff", _("Compare two logs, or two moments.")),
        ("merge", "compare:merge", _("Make one log of two score sheets.")),
        ("impact", "audit:impact", _("Judge games under other options.")),
        ("dice", "dice:dice", _("Test the dice of any number of games.")),
        ("withdraw", "database:withdraw", _("Take a name out of all games, for good.")),
    ),
    _("Prove what happened"): (
        ("key", "key:key", _("Make keys, and say whose signatures count.")),
        ("seal", "seal:seal", _("Sign what is written of a game so far.")),
        ("cosign", "seal:cosign", _("Witness the newest seal of a game.")),
        ("prove", "seal:prove", _("Write a proof for somebody else to check.")),
        ("check-proof", "seal:check_proof", _("Check a proof, offline.")),
        ("slip", "seal:slip", _("Print the result with its seal as a QR code.")),
    ),
    _("Read the rules"): (
        ("rules", "rules:rules", _("Explain a rule, or search the rules.")),
        ("schema", "rules:schema", _("Print the JSON Schema of a record.")),
        ("game", "game:game", _("Begin a game of your own.")),
    ),
}
"""Our commands by topic: the name, its place in `commands`, and its purpose."""


class StandIn(click.Command):
    """A command that is only known by name until it is run.

    `place` says where the real one is: `module:attribute`.
    """

    def __init__(self, name: str, place: str, purpose: str) -> None:
        super().__init__(name, short_help=purpose)
        self.place = place

    def load(self) -> click.Command:
        module, _colon, attribute = self.place.partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command


class Strange(StandIn):
    """A command that another package brings."""

    def __init__(self, entry: EntryPoint) -> None:
        super().__init__(entry.name, entry.value, "")
        self.entry = entry

    def load(self) -> click.Command:
        """Import the real command. Raise `RagamiError` `command-does-not-load`."""
        from ragami.errors import RagamiError, reason_of
        from ragami.game.registry import brought_by

        cause = None
        try:
            command: object = super().load()
        except KeyboardInterrupt:
            raise
        except BaseException as problem:  # noqa: BLE001 (a stranger's, and it may do anything)
            reason, cause = reason_of(problem), problem
        else:
            if isinstance(command, click.Command):
                return command
            reason = f"{self.place} is no command"
        facts = {"distribution": brought_by(self.entry), "module": self.place.partition(":")[0]}
        raise RagamiError(
            "command-does-not-load", command=self.name, reason=reason, **facts
        ) from cause


def topics() -> dict[str, list[StandIn]]:
    """Return the commands that come with ragami, by topic."""
    ours = {
        topic: [
            StandIn(name, f"ragami_cli.commands.{at}", summary) for name, at, summary in commands
        ]
        for topic, commands in COMMANDS.items()
    }
    return ours | {_("Of one game"): [StandIn(*command) for command in OF_GAMES]}


def brought_in() -> tuple[list[Strange], tuple[RagamiError, ...]]:
    """Return the commands of games from other packages, and the errors of those left out.

    They are looked for where a name is none of ours.
    """
    from ragami.game.registry import by_name_of

    ours = {name for commands in COMMANDS.values() for name, *_where in commands}
    ours |= {name for name, *_where in OF_GAMES}
    entries, problems = by_name_of(GROUP, ours)
    return [Strange(entry) for name, entry in entries.items() if name not in ours], problems


@click.pass_context
def help_alone(ctx: click.Context) -> None:
    """Show the help where options come without a command: `ragami --lang es`."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), color=ctx.color)


class Program(Group):
    """The group `ragami`: shows its commands by topic, and imports only the one that is run."""

    def __init__(self) -> None:
        self.topics = topics()
        super().__init__(
            NAME,
            commands=[command for group in self.topics.values() for command in group],
            help=_(
                "Keep the record of a board game: write it down as it is played, look at any"
                " moment of it, judge it by the rules, and take it away as a file.\n\n"
                "To begin: 'ragami table' on this screen, 'ragami serve --lan' on everybody's"
                " phone."
            ),
            epilog=_(
                "'ragami COMMAND --help' explains a command, with examples. 'ragami rules --games'"
                " lists the games that are installed, and the commands that they bring with them."
            ),
            invoke_without_command=True,
            no_args_is_help=True,
            callback=help_alone,
        )
        click.version_option(package_name="ragami")(self)

    def format_commands(
        self,
        ctx: click.Context,
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the commands by topic; padded, so that the topics line up.

        Purposes that fit are written as they are: to have forty lines broken where there is
        nothing to break would cost a tenth of what the program adds to click.
        """
        wide = max(map(len, self.commands))
        indent, room = " " * (formatter.current_indent + 2), formatter.width - wide - 4
        for topic, commands in self.topics.items():
            with formatter.section(topic):
                for command in commands:
                    name, purpose = f"{command.name:<{wide}}", command.short_help or ""
                    if len(purpose) <= room:
                        formatter.write(f"{indent}{name}  {purpose}\n")
                    else:
                        formatter.write_dl([(name, purpose)])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command as click does, and put the real one in place of its stand-in."""
        if args[0] not in self.commands:
            for another in brought_in()[0]:
                self.commands.setdefault(str(another.name), another)
        name, command, arguments = super().resolve_command(ctx, args)
        return name, command.load() if isinstance(command, StandIn) else command, arguments


def invoke(arguments: Sequence[str], language: Language) -> int:
    """Run the command line. Return the exit code.

    Not by click's `main`: that ends with 1 when a reader has gone, and 1 says something else here.
    """
    program, session = Program(), Session(language)
    if instruction := os.environ.get(COMPLETION_VARIABLE):
        from click.shell_completion import shell_complete

        settings = {"obj": session}
        return shell_complete(program, settings, NAME, COMPLETION_VARIABLE, instruction)
    try:
        with program.make_context(NAME, list(arguments), obj=session) as ctx:
            code = program.invoke(ctx)
    except click.exceptions.Exit as end:
        return end.exit_code
    return code if isinstance(code, int) else 0
