"""One-place changes of Python source, for `tests.trials.mutants`.

Each changes an operator, a condition, a constant, a returned value or a statement, and leaves all
other text as it stands. Docstrings, annotations, sentences for people and the options of a class
are left alone: no test of a room should hold them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

OTHER: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
WORDS: Final = frozenset({"_", "N_", "ngettext"})
"""Functions whose arguments are sentences."""


class Mutation(NamedTuple):
    """The text between two offsets (in bytes of the source) and what stands there instead."""

    line: int
    start: int
    end: int
    text: str

    def applied_to(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]


def mutations(source: bytes) -> list[Mutation]:
    """Return all changes that can be made to a module, in the order of their places."""
    return sorted(set(_Finder(source).in_node(ast.parse(source))))


class _Finder:
    def __init__(self, source: bytes) -> None:
        self._source = source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def in_node(self, node: ast.AST) -> Iterator[Mutation]:
        """Yield the changes of a node and of all below it."""
        if isinstance(node, ast.expr | ast.stmt):
            for text in _instead(node):
                yield self._mutation(node, text)
        for test in _conditions(node):
            yield self._mutation(test, f"(not {ast.unparse(test)})")
        for child in _children(node):
            yield from self.in_node(child)

    def _mutation(self, node: ast.expr | ast.stmt, text: str) -> Mutation:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        end = self._starts[node.end_lineno - 1] + node.end_col_offset
        return Mutation(node.lineno, start, end, text)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below one in which something may be changed."""
    if isinstance(node, ast.JoinedStr) or _is_docstring(node):
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        yield from node.orelse
        return
    if isinstance(node, ast.Call) and ast.unparse(node.func) in WORDS:
        return
    left_out: list[ast.AST | None] = []
    match node:
        case ast.ClassDef():
            left_out = [*node.keywords, *node.bases, *node.decorator_list]
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            left_out = [node.returns, *node.decorator_list]
        case ast.arg() | ast.AnnAssign():
            left_out = [node.annotation]
        case _:
            pass
    yield from (child for child in ast.iter_child_nodes(node) if child not in left_out)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _instead(node: ast.expr | ast.stmt) -> Iterator[str]:
    """Yield the texts that may stand in the place of a node."""
    match node:
        case ast.Compare(left, [operator], [right]):
            yield f"({ast.unparse(ast.Compare(left, [_other(operator)], [right]))})"
        case ast.BoolOp(operator, values):
            yield f"({ast.unparse(ast.BoolOp(_other(operator), values))})"
        case ast.BinOp(left, operator, right) if type(operator) in OTHER:
            yield f"({ast.unparse(ast.BinOp(left, _other(operator), right))})"
        case ast.UnaryOp(ast.Not(), operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(value):
            yield from _other_constants(value)
        case ast.stmt() if not _is_docstring(node):
            yield from _other_statements(node)
        case _:
            pass


def _other_statements(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.Return(value) if value is not None and ast.unparse(value) != "None":
            yield "return None"
        case ast.Raise() | ast.AugAssign() | ast.Expr():
            yield "pass"
        case ast.Continue():
            yield "break"
        case ast.Break():
            yield "continue"
        case _:
            pass


def _conditions(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the conditions of a node whose operator, if they have one, is not changed by itself."""
    tests: list[ast.expr] = []
    match node:
        case ast.If(test) | ast.While(test) | ast.IfExp(test):
            tests = [test]
        case ast.comprehension():
            tests = node.ifs
        case _:
            pass
    for test in tests:
        if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            yield test


def _other(operator: ast.AST) -> Any:
    return OTHER[type(operator)]()


def _other_constants(value: object) -> Iterator[str]:
    match value:
        case bool():
            yield str(not value)
        case int():
            yield str(value + 1)
        case str() if value and " " not in value:
            yield repr(f"{value}~")
        case bytes() if value:
            yield repr(value + b"~")
        case _:
            pass
