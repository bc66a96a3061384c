"""Every rule of the catalogue is broken by some test here, or says why nothing can break it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from ragami.games.ragami.words import RULEBOOK

HERE = Path(__file__).parent
SOURCES = Path(str(files("ragami.games.ragami")))
ID = re.compile(r"[RA]-[A-Z]+\d*-\d+")


@cache
def parsed(folder: Path) -> list[ast.Module]:
    paths = sorted(folder.rglob("*.py"))
    return [ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in paths]


def ids_in(tree: ast.AST) -> set[str]:
    """The ids that are written as strings of their own."""
    strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {text for text in strings if isinstance(text, str) and ID.fullmatch(text)}


def verdicts_seen(function: ast.FunctionDef) -> set[str]:
    """The rules that a test sees broken: `rule=…` of `refuse` and `refused`.

    Where that is a parameter of the test, the ids in its decorators are meant.
    """
    seen: set[str] = set()
    for call in ast.walk(function):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
            continue
        if call.func.attr not in ("refuse", "refused"):
            continue
        for keyword in call.keywords:
            if keyword.arg == "rule":
                seen |= ids_in(keyword.value)
                if isinstance(keyword.value, ast.Name):
                    seen |= {id_ for each in function.decorator_list for id_ in ids_in(each)}
    return seen


@cache
def broken_by_tests() -> set[str]:
    functions = (
        node
        for folder in (HERE, HERE.parent / "scenarios")
        for tree in parsed(folder)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )
    return {rule for function in functions for rule in verdicts_seen(function)}


def breakable() -> set[str]:
    return {
        rule.id
        for rule in RULEBOOK.rules().values()
        if rule.id.startswith("R-") and not rule.unbreakable
    }


def test_every_rule_that_can_be_broken_is_broken_by_a_test() -> None:
    assert not breakable() - broken_by_tests()


def test_no_test_breaks_what_is_called_unbreakable() -> None:
    assert not broken_by_tests() - breakable()


def test_the_rules_name_no_id_that_is_not_in_the_catalogue() -> None:
    named = {id_ for tree in parsed(SOURCES) for id_ in ids_in(tree)}
    assert len(named) > 100
    assert named <= set(RULEBOOK.rules())


def test_every_verdict_in_the_rules_is_one_that_can_be_broken() -> None:
    named = {id_ for tree in parsed(SOURCES) for call in breaches_in(tree) for id_ in ids_in(call)}
    verdicts = {id_ for id_ in named if id_.startswith("R-")}
    assert verdicts
    assert verdicts <= breakable()


def breaches_in(tree: ast.Module) -> Iterator[ast.AST]:
    """The first argument of every `breach(…)`."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            yield from call.args[:1] if call.func.id == "breach" else []
