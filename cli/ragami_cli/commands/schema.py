"""`ragami schema`: JSON Schemas of the records, and of what else is JSON."""

from __future__ import annotations

from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragami.errors import RagamiError
from ragami.filing import write_whole
from ragami_cli.arguments import nearest, schema_names
from ragami_cli.opening_arguments import chosen_game, game_option
from ragami_cli.options import Command, Session, pass_session

if TYPE_CHECKING:
    from ragami.schema import Schema
    from ragami_cli.output import Output


@click.command(
    "schema",
    cls=Command,
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
    shell_complete=schema_names,
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
    """Print one schema, or write or list them all."""
    from ragami.schema import replies, schemas

    if type_ and folder:
        raise click.UsageError(_("Give a type or --write, not both."))
    output = session.output
    available = replies() if of_replies else schemas(chosen_game(session, kind))
    if folder:
        write(available, folder)
        sentence = ngettext("{n} schema in {folder}.", "{n} schemas in {folder}.", len(available))
        output.remark(sentence.format(n=len(available), folder=folder))
    elif type_:
        if type_ not in available:
            near = nearest(type_, available)
            raise RagamiError("schema-not-found", type=type_, nearest=near)
        output.reply(available[type_], indented(available[type_]))
    else:
        for name, shape in available.items():
            output.reply(shape, in_a_line(name, shape, output))


def write(available: dict[str, Schema], folder: Path) -> None:
    """A file for each schema; what else is in the folder stays."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, shape in available.items():
        write_whole(folder / f"{name}.json", f"{indented(shape)}\n".encode())


def indented(shape: Schema) -> str:
    """A schema for a reader."""
    import json

    return json.dumps(shape, indent=2, ensure_ascii=False)


def in_a_line(name: str, shape: Schema, output: Output) -> str:
    """The name of a schema, and what it is of."""
    description: str = shape.get("description") or shape["title"]
    room = output.width - 26
    excerpt = description if len(description) <= room else description[: room - 1].rstrip() + "…"
    return f"{output.style(f'{name:<24}', bold=True)}  {excerpt}"
