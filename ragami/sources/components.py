"""Sources of a table's components: shipped ones, one's own by name, or files.

One's own are boards, decks and dice that somebody has entered; they are kept for the next game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Raw, Struct
from msgspec.json import encode

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.game import GameDefinition
from ragami.game.capabilities import BOX, COMPONENTS, SETUP
from ragami.game.definition import MissingCapability
from ragami.game.opening import Value
from ragami.sources.files import read_component

if TYPE_CHECKING:
    from ragami.game.components.inspection import Inspection

FOLDER_VARIABLE: Final = "RAGAMI_COMPONENTS"
SUFFIX: Final = ".json"


# --- one's own -----------------------------------------------------------------------------


def folder(game: str, kind: str) -> Path:
    """Return the folder of these components, in RAGAMI_COMPONENTS or the user's data folder."""
    if path := os.environ.get(FOLDER_VARIABLE):
        return Path(path) / game / kind
    from platformdirs import user_data_path  # noqa: PLC0415 (law 10)

    return user_data_path("ragami", appauthor=False) / "components" / game / kind


def own_names(game: str, kind: str) -> list[str]:
    """Return the names of those that are there, in order."""
    try:
        return sorted(file.stem for file in folder(game, kind).iterdir() if file.suffix == SUFFIX)
    except (FileNotFoundError, NotADirectoryError):
        return []


def path_of(game: str, kind: str, name: str) -> Path:
    """Return the file of one's own component, which need not exist; make the folder."""
    folder(game, kind).mkdir(parents=True, exist_ok=True)
    return folder(game, kind) / f"{name}{SUFFIX}"


def as_a_file(component: Mapping[str, object]) -> bytes:
    """Write JSON with an entry a line, for people to look at."""
    parts = []
    for name, value in component.items():
        if isinstance(value, dict):
            entries = [f'    "{key}": {encode(inside).decode()}' for key, inside in value.items()]
            text = "{\n" + ",\n".join(entries) + "\n  }"
        elif isinstance(value, list) and any(isinstance(inside, dict) for inside in value):
            text = "[\n" + ",\n".join(f"    {encode(entry).decode()}" for entry in value) + "\n  ]"
        else:
            text = encode(value).decode()
        parts.append(f'  "{name}": {text}')
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


# --- the one that is meant -----------------------------------------------------------------


def component(kind: str, name: str, game: GameDefinition) -> str | Raw:
    """Return the name of a component that ships, or what stands in one's own or in a file.

    Raises `RagamiError` `component-not-found`, `not-json`, or those of reading a file, and
    `MissingCapability` where the game has none of this kind.
    """
    shipped = game.need(SETUP).components.get(kind)
    if shipped is None:
        raise MissingCapability(game.name, COMPONENTS)
    if name in shipped:
        return name
    if name in own_names(game.name, kind):
        name = str(folder(game.name, kind) / f"{name}{SUFFIX}")
    elif name in left_open(game, kind):
        return Raw(encode(game.need(BOX).left_open[kind]))
    try:
        return whole_json(read_component(name), name)
    except RagamiError as trouble:
        if trouble.code != "file-not-found":
            raise
        ships = ", ".join(shipped)
        raise RagamiError("component-not-found", kind=kind, name=name, known=ships) from trouble


def left_open(game: GameDefinition, kind: str) -> list[str]:
    """Return the name of the component that leaves open what nobody has counted, if any."""
    offered = game.need(BOX).left_open
    return [offered[kind]["name"]] if kind in offered else []


def usual_component(kind: str, brought: Mapping[str, object], game: GameDefinition) -> str:
    """Return the component for an empty answer: a box brought in part brings the rest, too."""
    of_a_box = any(not isinstance(part, str) for part in brought.values())
    names = [*(left_open(game, kind) if of_a_box else ()), *game.need(SETUP).components[kind]]
    return str(names[0])


def whole_json(content: bytes, path: str) -> Raw:
    """Return the JSON in a file as it stands. Raises `RagamiError` `not-json` with the place."""
    try:
        # Only whether it is JSON: its numbers, keys and shape are judged with the record.
        json.loads(content.decode(), parse_int=len, parse_float=len)
    except UnicodeDecodeError as wrong:
        before = content[: wrong.start]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        raise RagamiError("not-json", path=path, line=line, column=column) from wrong
    except json.JSONDecodeError as wrong:
        raise RagamiError("not-json", path=path, line=wrong.lineno, column=wrong.colno) from wrong
    except RecursionError as wrong:
        raise RagamiError("not-json", path=path, line=1, column=1) from wrong
    return Raw(content.strip())


def as_word(value: Value) -> str:
    """Return a value that was agreed on as it is typed, and as JSON has it."""
    return json.dumps(value).strip('"')


class ComponentFinding(Struct, frozen=True):
    """A fault or doubt about a component, in both languages."""

    code: str
    severity: str
    rule: str | None
    ruling: str | None
    facts: Data
    en: str
    es: str
    sources: list[str]


class ComponentReport(Struct, frozen=True):
    """The report on a component; `kind` and `name` as far as it says them."""

    file: str
    kind: str | None
    name: str | None
    ok: bool
    findings: list[ComponentFinding]


def component_report(file: str, inspected: Inspection, game: GameDefinition) -> ComponentReport:
    """Return a component that was looked at, as programs are told of it."""
    say, sources = game.need(COMPONENTS).say, game.rulebook.sources
    findings = [
        ComponentFinding(
            finding.code, finding.severity, finding.rule, finding.ruling, finding.facts,
            say(finding, "en"), say(finding, "es"), sources(finding),
        )
        for finding in inspected.findings
    ]  # fmt: skip
    name = inspected.component.name if inspected.component else None
    return ComponentReport(file, inspected.kind, name, inspected.ok, findings)
