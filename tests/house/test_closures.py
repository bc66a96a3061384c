"""What judging runs is reached by name: so that receipts can tell which changes concern a log."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from ragami.game import game_named
from ragami.game.registry import SHIPPED
from ragami.receipts.closure import Definition, ModuleSource, Sources, is_nameless
from ragami.receipts.manifest import closures, in_base

BY_ANY_NAME: Final = {"getattr", "setattr", "delattr"}
UNNAMED: Final = {
    "__import__", "compile", "eval", "exec", "globals", "import_module", "locals", "vars",
}  # fmt: skip
CHANGING: Final = {
    "add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove",
    "setdefault", "sort", "update",
}  # fmt: skip

BESIDE_THE_VERDICT: Final = {
    "bot", "bot_decisions", "bot_table", "bot_turn", "choices", "choices_due", "draw", "drawing",
    "export", "forms", "guide", "labels", "narration", "picture", "server", "statistics", "table",
}  # fmt: skip


@pytest.mark.parametrize("game", SHIPPED)
def test_check_and_apply_reach_by_name_what_they_run(game: str) -> None:
    """No attribute of a computed name, and no table of a module that is changed at run time."""
    sources = Sources("ragami")
    events = game_named(game).events.values()
    reached = sources.reached(sources.written([(one.check, one.apply) for one in events]))
    wrong = {
        f"{one.module}:{number}"
        for one in reached
        if one.name and not in_base(one)
        for statement in sources.module(one.module).definitions[one.name]
        for number in unreachable(statement, sources.module(one.module))
    }
    assert wrong == set()


@pytest.mark.parametrize("game", SHIPPED)
def test_no_verdict_rests_on_what_draws_tells_or_plays(game: str) -> None:
    """Else a better sentence or picture would make every game be judged again."""
    always, units = closures(game_named(game), Sources("ragami"))
    rooms = {room for one in always.union(*units.values()) for room in one.module.split(".")}
    assert not rooms & BESIDE_THE_VERDICT


@pytest.mark.parametrize("game", SHIPPED)
def test_all_that_a_verdict_rests_on_has_a_name(game: str) -> None:
    """Of the game's own package `closures` asks it, and would have one digest of everything."""
    sources = Sources("ragami")
    always, units = closures(game_named(game), sources)
    read = {one.module for one in always.union(*units.values()) if not in_base(one)}
    assert [name for name in read if is_nameless(sources.module(name).content)] == []


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("def check(state: Page) -> Page: ...", False),
        ("def check(state=Page): ...", True),
        ("@Page\ndef check(state): ...", True),
        ("class check:\n    state: Page", True),
    ],
)
@pytest.mark.parametrize("texts", [True, False])
def test_annotations_lead_on_where_they_are_evaluated(
    text: str, reads: bool, texts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    future = "from __future__ import annotations\n" if texts else ""
    (tmp_path / "annotated.py").write_text(f"{future}class Page: ...\n{text}\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    leads = Sources("annotated").leads(Definition("annotated", "check"))
    assert leads == ({Definition("annotated", "Page")} if reads or not texts else set())


def test_what_is_imported_for_types_alone_leads_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from annotated import nothing\n"
        "else:\n    SIZE = 2\nclass Check:\n    one: nothing\n    two = SIZE\n"
    )
    (tmp_path / "annotated.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    leads = Sources("annotated").leads(Definition("annotated", "Check"))
    assert leads == {Definition("annotated", "SIZE")}


def unreachable(statement: ast.stmt, module: ModuleSource) -> Iterator[int]:
    """Yield the lines in which something is reached otherwise than by its name."""
    own = {*module.definitions, *module.imports} - bound(statement)
    for node in ast.walk(statement):
        match node:
            case ast.Call(ast.Name(called), args):
                literal = len(args) > 1 and isinstance(args[1], ast.Constant)
                if called in UNNAMED or (called in BY_ANY_NAME and not literal):
                    yield node.lineno
            case ast.Call(ast.Attribute(ast.Name(table), changing)):
                if table in module.definitions and table in own and changing in CHANGING:
                    yield node.lineno
            case ast.Global():
                yield node.lineno
            case ast.Subscript(value, _key, ast.Store() | ast.Del()) | ast.Attribute(
                value, _key, ast.Store() | ast.Del()
            ):
                if isinstance(value, ast.Name) and value.id in own:
                    yield node.lineno
            case _:
                pass


def bound(statement: ast.stmt) -> set[str]:
    """The names that a statement binds inside: arguments, and what is assigned there."""
    nodes = list(ast.walk(statement))
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return stored | {node.arg for node in nodes if isinstance(node, ast.arg)}


@pytest.mark.parametrize(
    "line",
    [
        "getattr(state, name)", "setattr(state, name, 1)", "vars(state)", "TABLE[name] = 1",
        "TABLE.update(name=1)", "del TABLE[name]", "other.SIZE = 2", "import_module(name)",
    ],
)  # fmt: skip
def test_it_is_noticed(line: str, tmp_path: pytest.TempPathFactory) -> None:
    text = f"import other\nTABLE = {{}}\n\n\ndef check(state, name):\n    {line}\n"
    path = f"{tmp_path}/module.py"
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(text)
    module = ModuleSource("module", path)
    assert [*unreachable(module.definitions["check"][0], module)] == [6]
    fine = ast.parse("def check(state):\n    TABLE = {}\n    TABLE[1] = getattr(state, 'it', 0)\n")
    assert [*unreachable(fine.body[0], module)] == []
