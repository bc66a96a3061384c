"""`ragami rules|schema`: the rule catalogue, and the JSON Schemas of records and replies."""

from __future__ import annotations

import json
from collections.abc import Iterable
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragami.errors import NOTHING_NEAR, RagamiError
from ragami.filing import write_whole
from ragami.game import GameDefinition, loadable
from ragami.game.registry import game_installed
from ragami_cli.arguments import completing, nearest, rule_ids
from ragami_cli.main import brought_in
from ragami_cli.opening_arguments import chosen_game, game_option, name_broken_games
from ragami_cli.options import Session, command, pass_session
from ragami_cli.output import Output

if TYPE_CHECKING:
    from ragami.game.rulebook import Rule
    from ragami.schema import Schema


@command(
    "rules",
    help=_(
        "Explain rules by their id, in our own words, with the places in the rulebooks. Without an"
        " id, list every rule and every ruling, or those that have all the words of --search."
    ),
    examples=[
        ("ragami rules {rule}", _("What a finding with this id rests on.")),
        ("ragami rules --search {word}", _("Every rule that speaks of it, a line each.")),
        ("ragami rules --waivable", _("What a referee can let be broken, by 'ragami rule'.")),
        ("ragami rules --json {rule} {ruling}", _("Two of them as JSON, in both languages.")),
    ],
)
@click.argument(
    "ids",
    nargs=-1,
    metavar="[ID]...",
    help=_("Id of a rule or a ruling."),
    shell_complete=rule_ids,
)
@click.option("--search", metavar=_("WORDS"), help=_("Only rules that have all of these words."))
@click.option("--waivable", is_flag=True, help=_("Only rules that a ruling can let be broken."))
@click.option("--games", "list_games", is_flag=True, help=_("List the games that are installed."))
@game_option
@pass_session
def rules(
    session: Session,
    *,
    ids: tuple[str, ...],
    search: str | None,
    waivable: bool,
    list_games: bool,
    kind: str | None,
) -> None:
    if ids and search is not None:
        raise click.UsageError(_("Give ids or --search, not both."))

    output = session.output
    if list_games:
        the_games(output)
        return
    games = loadable() if kind is None and ids else [chosen_game(session, kind)]
    listed = [by_id(rule_id, games) for rule_id in ids] or by_words(search or "", games[0], output)
    if waivable:
        listed = [rule_id for rule_id in listed if games[0].rulebook.why_never(rule_id.id) is None]
    for rule in listed:
        line = in_a_line(rule.id, rule.text(output.language), 11, output)
        output.reply(rule, explained(rule, games, output) if ids else line)


def the_games(output: Output) -> None:
    """Print every installed game: its title, number of players, properties and rules."""
    commands, left_out = brought_in()
    for game in loadable():
        name = output.style(f"{game.name:<20}", bold=True)
        about = f"{name}  {game.called(output.language)}: {what_it_is_like(game)}"
        output.reply(game_installed(game), about)
    if commands and not output.json:
        names = ", ".join(sorted(str(command.name) for command in commands))
        output.answer(_("With commands of their own: {names}.").format(names=names))
    name_broken_games(output, *left_out)


def what_it_is_like(game: GameDefinition) -> str:
    """Return `2 to 4 players, hidden information, 12 rules and rulings`."""
    least, most = game.players
    parts = []
    if most:
        players = (
            str(most) if least == most else _("{least} to {most}").format(least=least, most=most)
        )
        parts.append(ngettext("{n} player", "{n} players", most).format(n=players))
    parts += [
        text
        for text, holds in (
            (_("hidden information"), game.hidden),
            (_("chance"), game.chance),
            (_("decisions at the same time"), game.simultaneous),
        )
        if holds
    ]
    rules = len(game.rulebook.rules())
    parts.append(ngettext("{n} rule or ruling", "{n} rules and rulings", rules).format(n=rules))
    return ", ".join(parts)


def by_id(rule_id: str, games: Iterable[GameDefinition]) -> Rule:
    """Return the rule with this id, in capitals or not, of the first game that has it."""
    books = [game.rulebook for game in games]
    for book in books:
        if rule := book.rules().get(rule_id.upper()):
            return rule
    near = [near_id for book in books for near_id in book.nearest(rule_id)][:3]
    raise RagamiError("rule-not-found", rule=rule_id, nearest=", ".join(near) or NOTHING_NEAR)


def expect_waivable(rule: Rule, game: GameDefinition) -> None:
    """Raise `RagamiError` `not-to-be-waived` for a rule that no ruling can let be broken."""
    why = game.rulebook.why_never(rule.id)
    if why is not None and not (rule.unbreakable and game.rulebook.may_be_waived(rule.id)):
        raise RagamiError("not-to-be-waived", rule=rule.id, why=_(why))


def by_words(words: str, game: GameDefinition, output: Output) -> Iterable[Rule]:
    """Return the rules that have all the words, in the language of the command."""
    rules_with_words = game.rulebook.search(words, output.language)
    if not rules_with_words:
        raise RagamiError("no-rule-with-words", words=words)
    return rules_with_words


def explained(rule: Rule, games: Iterable[GameDefinition], output: Output) -> Iterable[str]:
    """Yield all that the rulebook says of a rule, a paragraph each."""
    game = next(candidate for candidate in games if rule.id in candidate.rulebook.rules())
    chapter = game.words.word(rule.chapter, output.language)
    yield output.style(rule.id, bold=True) + f"  {chapter}"
    yield output.wrap(rule.text(output.language), "  ")
    if rule.option:
        yield output.wrap(_("Option: {name}").format(name=rule.option), "  ")
    if rule.unbreakable:
        reason = rule.unbreakable.text(output.language)
        yield output.wrap(_("No event can break it: {reason}").format(reason=reason), "  ")
    if rule.sources:
        pages, lines = ", ".join(map(str, rule.pages)), ", ".join(rule.sources)
        place = _("Rulebook: p. {pages} (lines {lines})") if pages else _("Rulebook: {lines}")
        line = place.format(pages=pages, lines=lines)
        if cited := game.rulebook.cite(rule, output.language):
            line = _("Rulebook: {place}").format(place=cited)
        yield output.wrap(line, "  ")
    yield ""


def in_a_line(name: str, text: str, width: int, output: Output) -> str:
    """Return a name in a column, and as much of the text as the line holds."""
    room = output.width - width - 2
    excerpt = text if len(text) <= room else text[: room - 1].rstrip() + "…"
    return f"{output.style(f'{name:<{width}}', bold=True)}  {excerpt}"


# --- schemas -------------------------------------------------------------------------------------


def _schema_names() -> Iterable[str]:
    from ragami.schema import schemas

    return dict.fromkeys(name for game in loadable() for name in schemas(game))


@command(
    "schema",
    help=_(
        "Print the JSON Schema (2020-12) of a record, envelope and data together. Without a type,"
        " list what there are schemas of: the types of records, any record, a log, the report of"
        " 'verify' and the document of 'export'."
    ),
    examples=[
        ("ragami schema {type}", _("What a record of this type looks like.")),
        ("ragami schema --write schemas", _("All of them, a file each, for other programs.")),
        ("ragami schema --replies games", _("What 'ragami games --json' prints.")),
    ],
)
@click.argument(
    "type_",
    required=False,
    metavar=_("[TYPE]"),
    help=_("Type of a record, or another schema's name."),
    shell_complete=completing(_schema_names),
)
@click.option(
    "--write",
    "folder",
    metavar=_("FOLDER"),
    type=click.Path(path_type=Path, file_okay=False),
    help=_("Write all schemas into this folder, a file each."),
)
@click.option(
    "--replies", "of_replies", is_flag=True, help=_("Of what commands print with --json instead.")
)
@game_option
@pass_session
def schema(
    session: Session,
    type_: str | None,
    kind: str | None,
    folder: Path | None,
    *,
    of_replies: bool,
) -> None:
    from ragami.schema import replies, schemas

    if type_ and folder:
        raise click.UsageError(_("Give a type or --write, not both."))
    output = session.output
    available = replies() if of_replies else schemas(chosen_game(session, kind))
    if folder:
        write_schemas(available, folder)
        sentence = ngettext("{n} schema in {folder}.", "{n} schemas in {folder}.", len(available))
        output.remark(sentence.format(n=len(available), folder=folder))
    elif type_:
        if type_ not in available:
            near = nearest(type_, available)
            raise RagamiError("schema-not-found", type=type_, nearest=near)
        output.reply(available[type_], indented(available[type_]))
    else:
        for name, shape in available.items():
            description = shape.get("description") or shape["title"]
            output.reply(shape, in_a_line(name, description, 24, output))


def write_schemas(available: dict[str, Schema], folder: Path) -> None:
    """Write a file for each schema; other files of the folder stay."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, shape in available.items():
        write_whole(folder / f"{name}.json", f"{indented(shape)}\n".encode())


def indented(shape: Schema) -> str:
    return json.dumps(shape, indent=2, ensure_ascii=False)
